/* SPDX-License-Identifier: Apache-2.0
 *
 * Semirings of the user's own whose add takes any of its terms: a product or a sum is one of its terms, and
 * never the identity, which no term is.
 */
#include <tropic_define.h>

#include "tests/fixtures.h"
#include "tests/jit.h"

enum { NEVER = -9, TERMS = 50 };
TROPIC_SEMIRING_STOP(level, int32_t, int32_t, bool, a, x + 1, -9, true);
TROPIC_SEMIRING(latter, int32_t, int32_t, bool, (b), x + 1, -9);
TROPIC_MONOID(former, int32_t, a, -9);
TROPIC_OPERATOR(one_on, int32_t, int32_t, bool, x + 1);

/* As macros; as texts; and as two operators. */
enum { FORMS = 5 };

typedef struct algebra {
    tropic_semiring *form[FORMS];
    tropic_operator *add, *multiply;
} algebra;

static void open_algebra(algebra *a, tropic_context *context)
{
    for (int k = 0; k < FORMS - 1; k++) {
        tropic_semiring_source source = k % 2 ? latter : level;
        if (k >= 2) source.host = NULL;
        assert_ok(context, tropic_semiring_create(&a->form[k], context, &source));
    }
    assert_ok(context, tropic_operator_create(&a->add, context, &former));
    assert_ok(context, tropic_operator_create(&a->multiply, context, &one_on));
    assert_ok(context, tropic_semiring_from_operators(&a->form[FORMS - 1], context, a->add, a->multiply));
}

static void algebra_free(algebra *a)
{
    for (int k = 0; k < FORMS; k++) tropic_semiring_free(&a->form[k]);
    tropic_operator_free(&a->add);
    tropic_operator_free(&a->multiply);
}

/* A matrix, and its entries by place. */
typedef struct sample {
    tropic_matrix *A;
    tropic_index rows, cols;
    bool *has;
    int32_t *value;
} sample;

static sample draw(tropic_context *context, tropic_index rows, tropic_index cols, int percent, tropic_type type,
                   uint64_t *random)
{
    const size_t places = (size_t)rows * (size_t)cols;
    sample s = {.rows = rows, .cols = cols};
    OWNED_MEMORY tropic_index *i = calloc(places, sizeof *i), *j = calloc(places, sizeof *j);
    tropic_index count = 0;
    OWNED_MEMORY int32_t *values = calloc(places, sizeof *values);
    s.has = calloc(places, sizeof *s.has);
    s.value = calloc(places, sizeof *s.value);
    for (size_t p = 0; p < places; p++) {
        s.has[p] = test_below(random, 100) < percent;
        s.value[p] = test_below(random, TERMS);
        if (!s.has[p]) continue;
        i[count] = (tropic_index)(p / (size_t)cols);
        j[count] = (tropic_index)(p % (size_t)cols);
        values[count++] = s.value[p];
    }
    assert_ok(context, tropic_matrix_from_coo(&s.A, context, rows, cols, count, i, j, type,
                                              type == TROPIC_BOOL ? NULL : values, NULL));
    return s;
}

static void sample_free(sample *s)
{
    tropic_matrix_free(&s->A);
    free(s->has);
    free(s->value);
}

/* Of A B at (r, j): whether there are terms, and whether this is one. */
static bool has_terms(const sample *A, const sample *B, tropic_index r, tropic_index j, int32_t value, bool *among)
{
    bool any = false;
    *among = false;
    for (tropic_index i = 0; i < A->cols; i++) {
        const size_t at = (size_t)r * (size_t)A->cols + (size_t)i;
        if (!A->has[at] || !B->has[(size_t)i * (size_t)B->cols + (size_t)j]) continue;
        any = true;
        *among = *among || value == A->value[at] + 1;
    }
    return any;
}

/* masked: 0 without a mask, 1 with one, 2 with its complement. */
static void check_product(tropic_context *context, const tropic_semiring *semiring, const sample *A, const sample *B,
                          const sample *M, int masked)
{
    const tropic_descriptor d = {.size = sizeof d, .structure = true, .complement = masked == 2};
    OWNED(tropic_matrix) *C = NULL;
    assert_ok(context, tropic_mxm(&C, context, masked ? M->A : NULL, NULL, semiring, A->A, B->A, &d));
    for (tropic_index r = 0; r < A->rows; r++)
        for (tropic_index j = 0; j < B->cols; j++) {
            const bool allowed = !masked || M->has[(size_t)r * (size_t)M->cols + (size_t)j] == (masked == 1);
            int32_t value = NEVER;
            bool present = false, among;
            assert_ok(context, tropic_matrix_get(C, context, r, j, &value, &present));
            assert_int_equal(present, has_terms(A, B, r, j, value, &among) && allowed);
            if (present && !among) fail_msg("(%d,%d) = %d is no term", r, j, value);
        }
}

static void test_products_of_matrices(void **state)
{
    static const struct {
        tropic_index rows, inner, cols;
        int percent;
    } shapes[] = {{4, 4, 4, 100}, {20, 30, 25, 10}, {3, 200, 40, 60}, {40, 3, 2, 100}, {25, 25, 25, 70}};
    OWNED(tropic_context) *context = test_context();
    uint64_t random = 5;
    OWNED(algebra) a;
    open_algebra(&a, context);
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++) {
        OWNED(sample) A = draw(context, shapes[k].rows, shapes[k].inner, shapes[k].percent, TROPIC_INT32, &random);
        OWNED(sample) B = draw(context, shapes[k].inner, shapes[k].cols, shapes[k].percent, TROPIC_BOOL, &random);
        OWNED(sample) M = draw(context, shapes[k].rows, shapes[k].cols, 50, TROPIC_BOOL, &random);
        for (int form = 0; form < FORMS; form++)
            for (int masked = 0; masked < 3; masked++) check_product(context, a.form[form], &A, &B, &M, masked);
    }
}

/* Sums of a vector and of a matrix; of none, the identity. */
static void test_sums(void **state)
{
    OWNED(tropic_context) *context = test_context();
    const tropic_index at[3] = {5, 70, 700};
    const int32_t given[3] = {11, 12, 13};
    const tropic_index zero[3] = {0, 0, 0};
    tropic_vector *u = NULL, *w = NULL;
    OWNED(algebra) a;
    OWNED(tropic_matrix) *A = NULL;
    open_algebra(&a, context);
    assert_ok(context, tropic_matrix_from_coo(&A, context, 1, 1000, 3, zero, at, TROPIC_INT32, given, NULL));
    for (int form = 0; form < FORMS; form++) {
        const tropic_operator *add = tropic_semiring_add(a.form[form]);
        int32_t sum = 0;
        bool has = false;
        assert_ok(context, tropic_vector_create(&u, context, TROPIC_INT32, 1000));
        assert_ok(context, tropic_vector_create(&w, context, TROPIC_INT32, 1));
        assert_ok(context, tropic_reduce(&sum, add, u));
        assert_int_equal(sum, NEVER);
        assert_ok(context, tropic_vector_put_entries(u, 3, at, given));
        for (int bitmap = 0; bitmap < 2; bitmap++) {
            assert_ok(context, tropic_vector_set_form(u, bitmap ? TROPIC_BITMAP : TROPIC_SPARSE));
            assert_ok(context, tropic_reduce(&sum, add, u));
            assert_in_range(sum, 11, 13);
        }
        assert_ok(context, tropic_matrix_reduce(&sum, context, add, A));
        assert_in_range(sum, 11, 13);
        assert_ok(context, tropic_reduce_matrix(w, NULL, NULL, add, A, NULL));
        assert_ok(context, tropic_vector_get(w, 0, &sum, &has));
        assert_true(has);
        assert_in_range(sum, 11, 13);
        tropic_vector_free(&u);
        tropic_vector_free(&w);
    }
}

/* Laws hold, whatever the identity is. */
static void test_laws(void **state)
{
    OWNED(tropic_context) *context = test_context();
    OWNED(algebra) a;
    open_algebra(&a, context);
    for (int form = 0; form < FORMS; form++) {
        tropic_law_report report = {.size = sizeof report};
        assert_ok(context, tropic_semiring_check(a.form[form], context, NULL, 0, 1, &report));
        assert_true(report.identity && report.associative && report.commutative && report.terminal);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_products_of_matrices),
        cmocka_unit_test(test_sums),
        cmocka_unit_test(test_laws),
    };
    test_need_device();
    if (test_cache_begin(NULL) != 0) return 1;
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return test_cache_end(NULL) != 0 ? 1 : failed;
}
