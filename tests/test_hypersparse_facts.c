/* SPDX-License-Identifier: Apache-2.0
 *
 * Answers about matrices with few entries in very many rows and columns: facts, arcs with opposites, lists of edges.
 */
#include "tests/files.h"
#include "tests/hypersparse.h"

static tropic_matrix_facts describe(tropic_context *context, const tropic_matrix *A)
{
    tropic_matrix_facts f = {.size = sizeof f};
    assert_ok(context, tropic_matrix_describe(A, context, &f));
    return f;
}

static void assert_near(double a, double b)
{
    if (!(fabs(a - b) <= 1e-12 * (1 + fabs(b)))) fail_msg("%g is not %g", a, b);
}

/* The standard deviation of n lengths, of the small matrix's rows (or columns) and of empty ones. */
static double deviation(tropic_context *context, const tropic_matrix *small, bool by_column, tropic_index n)
{
    OWNED(tuples) t = tuples_get(context, small);
    int lengths[NAMES] = {0};
    double squares = 0;
    for (tropic_offset k = 0; k < t.count; k++) lengths[by_column ? t.cols[k] : t.rows[k]]++;
    for (int k = 0; k < NAMES; k++) squares += (double)lengths[k] * lengths[k];
    squares = squares / n - (double)t.count / n * ((double)t.count / n);
    return sqrt(squares);
}

static void check_facts_of(named_world *w, const tropic_matrix *small, const tropic_matrix *large)
{
    const tropic_matrix_facts s = describe(w->context, small), l = describe(w->context, large);
    const tropic_index n = w->shape.n, others = n - NAMES;
    bool reciprocal[2], all[2];
    tropic_offset looked[2];
    assert_int_equal(l.rows, n);
    assert_int_equal(l.cols, n);
    assert_int_equal(l.count, s.count);
    assert_int_equal(l.loops, s.loops);
    assert_int_equal(l.symmetric_pattern, s.symmetric_pattern);
    assert_int_equal(l.symmetric, s.symmetric);
    assert_int_equal(l.min_out, 0);
    assert_int_equal(l.min_in, 0);
    assert_int_equal(l.max_out, s.max_out);
    assert_int_equal(l.max_in, s.max_in);
    assert_near(l.mean_degree, (double)s.count / n);
    assert_near(l.deviation_out, deviation(w->context, small, false, n));
    assert_near(l.deviation_in, deviation(w->context, small, true, n));
    assert_int_equal(l.components, s.components + others);
    assert_int_equal(l.largest_component, s.largest_component);
    assert_int_equal(l.isolated, s.isolated + others);
    assert_near(l.min_value, s.min_value);
    assert_near(l.max_value, s.max_value);
    assert_near(l.mean_value, s.mean_value);
    for (int k = 0; k < 2; k++)
        assert_ok(w->context,
                  tropic_matrix_reciprocal(k == 0 ? small : large, w->context, &reciprocal[k], &looked[k], &all[k]));
    assert_int_equal(reciprocal[1], reciprocal[0]);
    assert_int_equal(looked[1], looked[0]);
    assert_int_equal(all[1], all[0]);
}

/* A, A + A', and the entries above the diagonal of A. */
static void check_facts(named_world *w)
{
    const tropic_descriptor second = {.size = sizeof second, .transpose_second = true};
    const int32_t one = 1;
    tropic_matrix *both[2] = {NULL}, *upper[2] = {NULL};
    for (int k = 0; k < 2; k++) {
        const tropic_matrix *A = (k == 0 ? w->small : w->large)[0];
        assert_ok(w->context,
                  tropic_matrix_ewise_add(&both[k], w->context, NULL, NULL, int32(TROPIC_PLUS), A, A, &second));
        assert_ok(w->context,
                  tropic_matrix_select(&upper[k], w->context, NULL, NULL, int32(TROPIC_TRIU), A, &one, NULL));
    }
    check_facts_of(w, w->small[0], w->large[0]);
    check_facts_of(w, both[0], both[1]);
    check_facts_of(w, upper[0], upper[1]);
    for (int k = 0; k < 2; k++) {
        tropic_matrix_free(&both[k]);
        tropic_matrix_free(&upper[k]);
    }
}

static void facts(void **state)
{
    named_each_shape(check_facts);
}

/* n x 100 and 100 x n, which are no graphs: loops alone are at places by name. */
static void facts_of_rectangles(void **state)
{
    enum { SHORT = 100, COUNT = 5 };
    static const tropic_index rows[COUNT] = {7, 7, 50, 99, 2000000000}, cols[COUNT] = {7, 8, 50, 3, 99};
    static const int32_t values[COUNT] = {1, 2, 3, 4, 5};
    OWNED(tropic_context) *context = test_context();
    for (int turned = 0; turned < 2; turned++) {
        OWNED(tropic_matrix) *A = NULL;
        tropic_matrix_facts f;
        assert_ok(context, tropic_matrix_from_coo(&A, context, turned ? SHORT : TROPIC_INDEX_MAX,
                                                  turned ? TROPIC_INDEX_MAX : SHORT, COUNT, turned ? cols : rows,
                                                  turned ? rows : cols, TROPIC_INT32, values, NULL));
        f = describe(context, A);
        assert_int_equal(f.loops, 2);
        assert_int_equal(f.isolated, 0);
        assert_int_equal(f.components, -1);
        assert_int_equal(turned ? f.max_in : f.max_out, 2);
        assert_int_equal(turned ? f.max_out : f.max_in, 1);
        assert_true(f.min_value == 1 && f.max_value == COUNT && f.mean_value == 3);
    }
}

/* The same text as of the matrix with all its rows. (With 2^31 vertices, those without an arc alone take 20 GB.) */
static void edge_list(void **state)
{
    enum { N = 200000, COUNT = 4 };
    static const tropic_index rows[COUNT] = {7, 199999, 50, 99}, cols[COUNT] = {7, 8, 51, 199999};
    OWNED_MEMORY char *path = test_file_name("hypersparse.txt");
    OWNED(tropic_context) *context = test_context();
    char *texts[2];
    for (int k = 0; k < 2; k++) {
        tropic_matrix_forms forms = {.size = sizeof forms};
        OWNED(tropic_matrix) *A = NULL;
        assert_ok(context, tropic_matrix_from_coo(&A, context, N, N, COUNT, rows, cols, TROPIC_BOOL, NULL, NULL));
        if (k == 1) assert_ok(context, tropic_matrix_set_form(A, context, TROPIC_MATRIX_BY_ROWS));
        assert_ok(context, tropic_matrix_save(A, context, path, TROPIC_FORMAT_AUTO));
        assert_ok(context, tropic_matrix_report(A, context, &forms));
        assert_int_equal(forms.by_rows, k == 1);
        texts[k] = test_read(path, NULL);
    }
    assert_string_equal(texts[0], texts[1]);
    free(texts[0]);
    free(texts[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(facts),
        cmocka_unit_test(facts_of_rectangles),
        cmocka_unit_test(edge_list),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
