/* SPDX-License-Identifier: Apache-2.0
 *
 * Operations that cast values of matrices that the device alone has: they stay there, with the results that a CPU
 * makes of the same matrices.
 */
#include "formats/matrix/matrix.h"
#include "tests/common.h"

static const tropic_type TYPES[] = {TROPIC_BOOL, TROPIC_INT8, TROPIC_UINT16, TROPIC_INT64, TROPIC_FP32, TROPIC_FP64};
enum { TYPES_COUNT = sizeof TYPES / sizeof *TYPES };

static bool is_on_host(const tropic_matrix *A)
{
    return A->host.sides[TP_BY_ROW].present || A->host.sides[TP_BY_COLUMN].present;
}

/* A graph with INT32 values, made where the context works, and, as reals, its part below the diagonal. */
static void make(tropic_context *context, tropic_matrix **A, tropic_matrix **L)
{
    const tropic_generator_options graph = {.size = sizeof graph,
                                            .kind = TROPIC_GENERATE_KRON,
                                            .parameter = {test_sized(11, 6), 8},
                                            .seed = 5,
                                            .weights = 300};
    const int64_t below = -1;
    const double scale = -0.375;
    OWNED(tropic_matrix) *part = NULL;
    assert_ok(context, tropic_matrix_generate(A, context, &graph));
    assert_ok(context, tropic_matrix_select(&part, context, NULL, NULL,
                                            tropic_operator_builtin(TROPIC_TRIL, TROPIC_INT64), *A, &below, NULL));
    assert_ok(context, tropic_matrix_apply(L, context, NULL, NULL, tropic_operator_builtin(TROPIC_TIMES, TROPIC_FP64),
                                           part, &scale, NULL));
}

/* One of the operations, whose result is of `type` and whose operands have others; C is a matrix of `old`, or none. */
enum { ADD, MULTIPLY, UNION, APPLY, SELECT, PRODUCT, MASKED, OPERATIONS };
static void operate(tropic_context *context, tropic_matrix **C, int operation, tropic_type type,
                    const tropic_operator *accum, const tropic_matrix *A, const tropic_matrix *L)
{
    const tropic_operator *max = tropic_operator_builtin(type == TROPIC_BOOL ? TROPIC_LOR : TROPIC_MAX, type);
    const tropic_operator *more = tropic_operator_builtin(TROPIC_GT, TROPIC_INT16);
    const tropic_semiring *semiring =
        tropic_semiring_builtin(type == TROPIC_BOOL ? TROPIC_OR_AND : TROPIC_MIN_SECOND, type);
    const tropic_descriptor turned = {.size = sizeof turned, .transpose_second = true, .structure = true};
    const double value[2] = {0}; /* 0 of any type */
    const int16_t hundred = 100;
    switch (operation) {
    case ADD: assert_ok(context, tropic_matrix_ewise_add(C, context, NULL, accum, max, A, L, NULL)); break;
    case MULTIPLY: assert_ok(context, tropic_matrix_ewise_multiply(C, context, L, accum, max, L, A, NULL)); break;
    case UNION:
        assert_ok(context, tropic_matrix_ewise_union(C, context, NULL, accum, max, L, value, A, value, &turned));
        break;
    case APPLY: assert_ok(context, tropic_matrix_apply(C, context, A, accum, max, L, value, NULL)); break;
    case SELECT: assert_ok(context, tropic_matrix_select(C, context, NULL, accum, more, A, &hundred, NULL)); break;
    case PRODUCT: assert_ok(context, tropic_mxm(C, context, NULL, accum, semiring, A, L, NULL)); break;
    default: assert_ok(context, tropic_mxm(C, context, L, accum, semiring, A, L, &turned)); break;
    }
}

static void check_same(tropic_context *one, const tropic_matrix *A, tropic_context *other, const tropic_matrix *B)
{
    const tropic_offset *a_offsets, *b_offsets;
    const tropic_index *a_ids, *b_ids;
    const void *a, *b;
    const size_t count = (size_t)tropic_matrix_count(A);
    assert_int_equal(tropic_matrix_type(A), tropic_matrix_type(B));
    assert_int_equal(tropic_matrix_count(A), tropic_matrix_count(B));
    assert_ok(one, tropic_matrix_csr(A, one, &a_offsets, &a_ids, &a));
    assert_ok(other, tropic_matrix_csr(B, other, &b_offsets, &b_ids, &b));
    assert_memory_equal(a_offsets, b_offsets, ((size_t)tropic_matrix_rows(A) + 1) * sizeof *a_offsets);
    assert_memory_equal(a_ids, b_ids, count * sizeof *a_ids);
    assert_memory_equal(a, b, count * tropic_type_size(tropic_matrix_type(A)));
}

static void matrices_stay_on_the_device(void **state)
{
    const tropic_context_options cpu = {.size = sizeof cpu, .device = TROPIC_DEVICE_CPU};
    tropic_context *context[2] = {test_context(), NULL};
    tropic_matrix *A[2] = {NULL, NULL}, *L[2] = {NULL, NULL};
    assert_ok(NULL, tropic_context_create(&context[1], &cpu));
    for (int k = 0; k < 2; k++) make(context[k], &A[k], &L[k]);
    for (int operation = 0; operation < OPERATIONS; operation++)
        for (int t = 0; t < TYPES_COUNT; t++) {
            const tropic_type type = TYPES[t], old = TYPES[(t + 2) % TYPES_COUNT], sums = TYPES[(t + 5) % TYPES_COUNT];
            const tropic_operator *accum = tropic_operator_builtin(sums == TROPIC_BOOL ? TROPIC_LOR : TROPIC_MIN, sums);
            tropic_matrix *C[2] = {NULL, NULL};
            for (int k = 0; k < 2; k++) {
                assert_ok(context[k], tropic_matrix_create(&C[k], context[k], old, tropic_matrix_rows(A[k]),
                                                           tropic_matrix_cols(A[k])));
                operate(context[k], &C[k], operation, type, NULL, A[k], L[k]);
                operate(context[k], &C[k], (operation + 1) % OPERATIONS, type, accum, A[k], L[k]);
            }
            assert_false(is_on_host(C[0]));
            assert_false(is_on_host(A[0]));
            assert_false(is_on_host(L[0]));
            check_same(context[0], C[0], context[1], C[1]);
            for (int k = 0; k < 2; k++) tropic_matrix_free(&C[k]);
        }
    for (int k = 0; k < 2; k++) {
        tropic_matrix_free(&A[k]);
        tropic_matrix_free(&L[k]);
        tropic_context_free(&context[k]);
    }
}

/* Sums and products with vectors keep the cast values, on the device. */
static void casts_are_kept_there(void **state)
{
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_matrix) *A = NULL, *L = NULL;
    int64_t sum = 0, again = 1, ones = 0;
    double real = 0;
    OWNED(tropic_vector) *u = NULL, *w = NULL;
    const int64_t one = 1;
    make(context, &A, &L);
    assert_ok(context, tropic_matrix_reduce(&sum, context, tropic_operator_builtin(TROPIC_PLUS, TROPIC_INT64), A));
    assert_ok(context, tropic_matrix_reduce(&again, context, tropic_operator_builtin(TROPIC_PLUS, TROPIC_INT64), A));
    assert_ok(context, tropic_matrix_reduce(&real, context, tropic_operator_builtin(TROPIC_PLUS, TROPIC_FP64), A));
    assert_int_equal(sum, again);
    assert_true(real == (double)sum);
    assert_ok(context, tropic_vector_create(&u, context, TROPIC_INT64, tropic_matrix_cols(A)));
    assert_ok(context, tropic_vector_create(&w, context, TROPIC_INT64, tropic_matrix_rows(A)));
    assert_ok(context, tropic_vector_fill(u, &one));
    assert_ok(context, tropic_mxv(w, NULL, NULL, tropic_semiring_builtin(TROPIC_PLUS_TIMES, TROPIC_INT64), A, u, NULL));
    assert_ok(context, tropic_reduce(&ones, tropic_operator_builtin(TROPIC_PLUS, TROPIC_INT64), w));
    assert_int_equal(ones, sum);
    assert_false(is_on_host(A));
    assert_non_null(A->casts);
    for (const tropic_matrix *cast = A->casts; cast; cast = cast->next_cast) assert_false(is_on_host(cast));
}

/* A matrix of host arrays, by contexts of both devices in turn: each casts where A has its arrays. */
static void contexts_share_casts(void **state)
{
    enum { COUNT = 5 };
    static const tropic_index row[COUNT] = {0, 2, 2, 1, 0}, col[COUNT] = {1, 2, 0, 1, 0};
    static const float values[COUNT] = {1.5f, -2.25f, 7, 3.75f, 0.5f};
    const tropic_context_options cpu = {.size = sizeof cpu, .device = TROPIC_DEVICE_CPU};
    const tropic_operator *plus = tropic_operator_builtin(TROPIC_PLUS, TROPIC_FP64);
    tropic_context *context[2] = {test_context(), NULL};
    assert_ok(NULL, tropic_context_create(&context[1], &cpu));
    for (int first = 0; first < 2; first++)
        for (int on_device = 0; on_device < 2; on_device++) {
            OWNED(tropic_matrix) *A = NULL, *B = NULL;
            assert_ok(context[first],
                      tropic_matrix_from_coo(&A, context[first], 3, 3, COUNT, row, col, TROPIC_FP32, values, NULL));
            if (on_device) /* A's arrays go there */
                assert_ok(context[0],
                          tropic_matrix_apply(&B, context[0], NULL, NULL,
                                              tropic_operator_builtin(TROPIC_PLUS, TROPIC_FP32), A, &values[0], NULL));
            for (int k = 0; k < 4; k++) {
                tropic_context *c = context[(first + k) % 2];
                double sum = 0;
                assert_ok(c, tropic_matrix_reduce(&sum, c, plus, A));
                assert_true(sum == 10.5);
            }
        }
    for (int k = 0; k < 2; k++) tropic_context_free(&context[k]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matrices_stay_on_the_device),
        cmocka_unit_test(casts_are_kept_there),
        cmocka_unit_test(contexts_share_casts),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
