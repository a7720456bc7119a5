/* SPDX-License-Identifier: Apache-2.0
 *
 * Other values at the same places: the matrix is then the one that is made of these, whatever forms it had.
 */
#include "tests/context.h"
#include "tests/fixtures.h"

enum { N = 200, ARCS = 3000, FEW = 40, SIDE = 12, MANY = 1 << 20 };

typedef struct entries {
    tropic_index n, *rows, *cols;
    int64_t count, *values;
} entries;

static entries get(const tropic_matrix *A)
{
    const tropic_offset count = tropic_matrix_count(A);
    entries e = {tropic_matrix_rows(A), test_room(count, sizeof *e.rows), test_room(count, sizeof *e.cols), count,
                 test_room(count, sizeof *e.values)};
    assert_ok(context, tropic_matrix_get_entries(A, context, e.rows, e.cols, e.values));
    return e;
}

static void entries_free(entries *e)
{
    free(e->rows);
    free(e->cols);
    free(e->values);
}

static tropic_matrix *make_of(const entries *e)
{
    tropic_matrix *A = NULL;
    assert_ok(context, tropic_matrix_from_coo(&A, context, e->n, e->n, e->count, e->rows, e->cols, TROPIC_INT64,
                                              e->values, NULL));
    return A;
}

static tropic_matrix *make(tropic_index n, int64_t count, bool symmetric)
{
    const tropic_build_options options = {.size = sizeof options,
                                          .duplicates = TROPIC_DUPLICATES_LAST,
                                          .direction = symmetric ? TROPIC_DIRECTION_UNDIRECTED : TROPIC_DIRECTION_AUTO};
    uint64_t seed = 5;
    entries e = {n, test_room(count, sizeof *e.rows), test_room(count, sizeof *e.cols), count,
                 test_room(count, sizeof *e.values)};
    tropic_matrix *A = NULL;
    for (int64_t k = 0; k < count; k++) {
        e.rows[k] = test_below(&seed, n);
        e.cols[k] = test_below(&seed, n);
        e.values[k] = symmetric ? 1 : k;
    }
    assert_ok(context,
              tropic_matrix_from_coo(&A, context, n, n, count, e.rows, e.cols, TROPIC_INT64, e.values, &options));
    entries_free(&e);
    return A;
}

/* Makes forms: rows and columns where the context works, a cast, and, of a dense one, that for products in tiles. */
static void use(const tropic_matrix *A)
{
    const tropic_semiring *plus_times = tropic_semiring_builtin(TROPIC_PLUS_TIMES, TROPIC_INT64);
    const tropic_descriptor turned = {.size = sizeof turned, .transpose = true};
    tropic_matrix *C = NULL;
    tropic_matrix_facts facts = {.size = sizeof facts};
    double sum;
    assert_ok(context, tropic_matrix_reduce(&sum, context, tropic_operator_builtin(TROPIC_PLUS, TROPIC_FP64), A));
    assert_ok(context, tropic_mxm(&C, context, NULL, NULL, plus_times, A, A, &turned));
    tropic_matrix_free(&C);
    if (tropic_matrix_rows(A) <= N) assert_ok(context, tropic_matrix_describe(A, context, &facts));
}

/* Both are the same to every form that calls read. */
static void check_same(const tropic_matrix *A, const tropic_matrix *B)
{
    const tropic_semiring *plus_times = tropic_semiring_builtin(TROPIC_PLUS_TIMES, TROPIC_INT64);
    const tropic_descriptor turned = {.size = sizeof turned, .transpose = true};
    double sums[2];
    test_matrices_same(context, A, context, B);
    for (int t = 0; t < 2; t++) {
        tropic_matrix *C[2] = {NULL, NULL};
        for (int k = 0; k < 2; k++)
            assert_ok(context,
                      tropic_mxm(&C[k], context, NULL, NULL, plus_times, k ? B : A, k ? B : A, t ? &turned : NULL));
        test_matrices_same(context, C[0], context, C[1]);
        tropic_matrix_free(&C[0]);
        tropic_matrix_free(&C[1]);
    }
    for (int k = 0; k < 2; k++)
        assert_ok(context, tropic_matrix_reduce(&sums[k], context, tropic_operator_builtin(TROPIC_PLUS, TROPIC_FP64),
                                                k ? B : A));
    assert_true(sums[0] == sums[1]);
    if (tropic_matrix_rows(A) <= N) {
        tropic_matrix_facts facts[2] = {{.size = sizeof *facts}, {.size = sizeof *facts}};
        for (int k = 0; k < 2; k++) assert_ok(context, tropic_matrix_describe(k ? B : A, context, &facts[k]));
        assert_int_equal(facts[0].symmetric, facts[1].symmetric);
        assert_true(facts[0].max_value == facts[1].max_value);
    }
}

/* Twice, so that forms made of the first values are there. */
static void check_updates(tropic_matrix *A)
{
    for (int times = 1; times <= 2; times++) {
        OWNED(entries) e = get(A);
        OWNED(tropic_matrix) *wanted = NULL;
        for (int64_t k = 0; k < e.count; k++) e.values[k] = times * 1000 + k % 77 - k;
        use(A);
        assert_ok(context, tropic_matrix_update_values(A, context, e.values, TROPIC_HOST));
        wanted = make_of(&e);
        check_same(A, wanted);
    }
    tropic_matrix_free(&A);
}

static void every_form(void **state)
{
    static const tropic_matrix_form forms[] = {TROPIC_MATRIX_BY_ROWS, TROPIC_MATRIX_BY_COLUMNS,
                                               TROPIC_MATRIX_HYPERSPARSE, TROPIC_MATRIX_BITMAP};
    for (size_t f = 0; f < sizeof forms / sizeof *forms; f++)
        for (int k = 0; k < 4; k++) {
            tropic_matrix *A = k == 0   ? make(N, ARCS, false)
                               : k == 1 ? make(N, ARCS, true)
                               : k == 2 ? make(SIDE, 100 * SIDE * SIDE, false) /* full */
                                        : make(N, 0, false);
            assert_ok(context, tropic_matrix_set_form(A, context, forms[f]));
            check_updates(A);
        }
}

/* A result has its arrays where the context works, alone. */
static void of_a_result(void **state)
{
    const int64_t by = 3;
    tropic_matrix *A = make(N, ARCS, false);
    assert_ok(context, tropic_matrix_apply(&A, context, NULL, NULL, tropic_operator_builtin(TROPIC_PLUS, TROPIC_INT64),
                                           A, &by, NULL));
    check_updates(A);
}

static void of_many_rows(void **state)
{
    tropic_matrix *A = make(MANY, FEW, false);
    check_updates(A);
}

/* A view's caller keeps his values; and rows that were handed out have the new ones. */
static void views_and_arrays(void **state)
{
    static const tropic_offset offsets[] = {0, 2, 3, 3};
    static const tropic_index ids[] = {0, 2, 1};
    int64_t mine[] = {1, 2, 3};
    const int64_t values[] = {7, 8, 9}, others[] = {4, 5, 6};
    const tropic_build_options options = {.size = sizeof options, .view = true};
    const int64_t *found = NULL, *now = NULL;
    tropic_matrix *A = NULL;
    assert_ok(context, tropic_matrix_from_csr(&A, context, 3, 3, offsets, ids, TROPIC_INT64, mine, &options));
    use(A);
    assert_ok(context, tropic_matrix_update_values(A, context, values, TROPIC_HOST));
    assert_int_equal(mine[0], 1);
    assert_ok(context, tropic_matrix_csr(A, context, NULL, NULL, (const void **)&found));
    assert_memory_equal(found, values, sizeof values);
    use(A);
    assert_ok(context, tropic_matrix_update_values(A, context, others, TROPIC_HOST));
    assert_memory_equal(found, others, sizeof others);
    assert_ok(context, tropic_matrix_csr(A, context, NULL, NULL, (const void **)&now));
    assert_ptr_equal(found, now);
    check_updates(A);
}

/* The arrays of A's columns, as numbers by row: they go only once they are read. */
static void from_its_columns(void **state)
{
    tropic_matrix *A = make(N, ARCS, false);
    const tropic_offset count = tropic_matrix_count(A);
    const int64_t *columns = NULL, *rows = NULL;
    int64_t *wanted = malloc(((size_t)count + 1) * sizeof *wanted);
    assert_ok(context, tropic_matrix_csc(A, context, NULL, NULL, (const void **)&columns));
    memcpy(wanted, columns, (size_t)count * sizeof *wanted);
    assert_ok(context, tropic_matrix_update_values(A, context, columns, TROPIC_HOST));
    assert_ok(context, tropic_matrix_csr(A, context, NULL, NULL, (const void **)&rows));
    assert_memory_equal(rows, wanted, (size_t)count * sizeof *wanted);
    free(wanted);
    check_updates(A);
}

/* Entries set before are merged first: the values are those of all entries. */
static void after_updates(void **state)
{
    const int64_t value = 5;
    tropic_matrix *A = make(N, ARCS, false);
    for (tropic_index k = 0; k < N; k++) assert_ok(context, tropic_matrix_set(A, context, k, k, &value));
    for (tropic_index k = 0; k < N; k += 3) assert_ok(context, tropic_matrix_remove(A, context, k, k));
    check_updates(A);
}

static tropic_status update_in_loop(void *user)
{
    static const int64_t none[1];
    return tropic_matrix_update_values(user, context, none, TROPIC_HOST);
}

static void bad_input(void **state)
{
    const tropic_index id = 1;
    const int64_t one = 1;
    OWNED(tropic_matrix) *A = make(N, FEW, false), *pattern = NULL;
    assert_ok(context, tropic_matrix_from_coo(&pattern, context, 3, 3, 1, &id, &id, TROPIC_BOOL, NULL, NULL));
    assert_int_equal(tropic_matrix_update_values(A, NULL, &one, TROPIC_HOST), TROPIC_INVALID_ARGUMENT);
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_matrix_update_values(NULL, context, &one, TROPIC_HOST));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_matrix_update_values(A, context, NULL, TROPIC_HOST));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_matrix_update_values(pattern, context, &one, TROPIC_HOST));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_matrix_update_values(A, context, &one, (tropic_location)7));
    assert_status(context, TROPIC_NOT_SUPPORTED, tropic_loop(context, update_in_loop, A, NULL, 1, NULL));
    if (test_device() == TROPIC_DEVICE_CPU)
        assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_matrix_update_values(A, context, &one, TROPIC_DEVICE));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_form),       cmocka_unit_test(of_a_result),      cmocka_unit_test(of_many_rows),
        cmocka_unit_test(views_and_arrays), cmocka_unit_test(from_its_columns), cmocka_unit_test(after_updates),
        cmocka_unit_test(bad_input),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, context_open, context_close);
}
