/* SPDX-License-Identifier: Apache-2.0
 *
 * Values that are cast from one built-in type to another, by hand; random ones are compared with GraphBLAS
 * (tests/operation_draw*.c).
 */
#include "tests/context.h"

enum { N = 8 };

/* One row of N values. */
static tropic_matrix *row_of(tropic_type type, const void *values)
{
    tropic_index row[N] = {0}, col[N];
    tropic_matrix *A = NULL;
    for (tropic_index j = 0; j < N; j++) col[j] = j;
    assert_ok(context, tropic_matrix_from_coo(&A, context, 1, N, N, row, col, type, values, NULL));
    return A;
}

static const void *values_of(const tropic_matrix *A)
{
    const void *values = NULL;
    assert_ok(context, tropic_matrix_csr(A, context, NULL, NULL, &values));
    return values;
}

/* Casts N values by writing them to a matrix of the type; and again through an accumulator that takes the new. */
static void check_cast(tropic_type from, const void *values, tropic_type to, const void *expected)
{
    const tropic_descriptor as_is = {.size = sizeof as_is, .transpose = true};
    for (int accumulates = 0; accumulates < 2; accumulates++) {
        const tropic_operator *second = tropic_operator_builtin(TROPIC_SECOND, to);
        OWNED(tropic_matrix) *A = row_of(from, values), *C = NULL;
        assert_ok(context, tropic_matrix_create(&C, context, to, 1, N));
        if (accumulates)
            assert_ok(context, tropic_matrix_assign_scalar(&C, context, NULL, NULL, expected, NULL, NULL, NULL));
        assert_ok(context, tropic_transpose(&C, context, NULL, accumulates ? second : NULL, A, &as_is));
        assert_int_equal(tropic_matrix_type(C), to);
        assert_int_equal(tropic_matrix_count(C), N);
        assert_memory_equal(values_of(C), expected, N * tropic_type_size(to));
    }
}

static void test_rules(void **unused)
{
    const double reals[N] = {0, -0.75, 1.75, -1.75, 1e300, -INFINITY, NAN, 300};
    const int32_t wide[N] = {0, 1, -1, 255, 256, 257, INT32_MAX, INT32_MIN};
    /* Fractions are dropped, values beyond the type's ends become the nearer end, and NaN 0. */
    check_cast(TROPIC_FP64, reals, TROPIC_INT8, (int8_t[]){0, 0, 1, -1, INT8_MAX, INT8_MIN, 0, INT8_MAX});
    check_cast(TROPIC_FP64, reals, TROPIC_UINT8, (uint8_t[]){0, 0, 1, 0, UINT8_MAX, 0, 0, UINT8_MAX});
    check_cast(TROPIC_FP64, reals, TROPIC_INT64, (int64_t[]){0, 0, 1, -1, INT64_MAX, INT64_MIN, 0, 300});
    check_cast(TROPIC_FP64, reals, TROPIC_UINT64, (uint64_t[]){0, 0, 1, 0, UINT64_MAX, 0, 0, 300});
    /* All but zero is true, a NaN too. */
    check_cast(TROPIC_FP64, reals, TROPIC_BOOL, (bool[]){false, true, true, true, true, true, true, true});
    check_cast(TROPIC_FP64, reals, TROPIC_FP32, (float[]){0, -0.75f, 1.75f, -1.75f, INFINITY, -INFINITY, NAN, 300});
    /* Integers wrap. */
    check_cast(TROPIC_INT32, wide, TROPIC_UINT8, (uint8_t[]){0, 1, 255, 255, 0, 1, 255, 0});
    check_cast(TROPIC_INT32, wide, TROPIC_INT8, (int8_t[]){0, 1, -1, -1, 0, 1, -1, 0});
    check_cast(TROPIC_INT32, wide, TROPIC_UINT64,
               (uint64_t[]){0, 1, UINT64_MAX, 255, 256, 257, INT32_MAX, (uint64_t)INT32_MIN});
    check_cast(TROPIC_INT32, wide, TROPIC_BOOL, (bool[]){false, true, true, true, true, true, true, true});
    check_cast(TROPIC_BOOL, (bool[N]){true, false, true}, TROPIC_FP32, (float[N]){1, 0, 1});
}

/* Operands are cast to the operator's types before it is applied, and its result to C's after that. */
static void test_operands(void **unused)
{
    const double halves[N] = {0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5};
    const int16_t shorts[N] = {1, 1, 1, 1, 1, 1, 1, 1};
    const tropic_operator *plus = tropic_operator_builtin(TROPIC_PLUS, TROPIC_INT32);
    const tropic_semiring *plus_times = tropic_semiring_builtin(TROPIC_PLUS_TIMES, TROPIC_INT32);
    const tropic_descriptor second = {.size = sizeof second, .transpose_second = true};
    OWNED(tropic_matrix) *A = row_of(TROPIC_FP64, halves), *B = row_of(TROPIC_INT16, shorts), *C = NULL;
    int64_t sum = -1;
    assert_ok(context, tropic_matrix_create(&C, context, TROPIC_FP32, 1, N));
    assert_ok(context, tropic_matrix_ewise_multiply(&C, context, NULL, NULL, plus, A, B, NULL));
    assert_memory_equal(values_of(C), ((float[N]){1, 2, 3, 4, 5, 6, 7, 8}), N * sizeof(float));
    /* A new matrix has the result's type. */
    tropic_matrix_free(&C);
    assert_ok(context, tropic_mxm(&C, context, NULL, NULL, plus_times, A, B, &second));
    assert_int_equal(tropic_matrix_type(C), TROPIC_INT32);
    assert_int_equal(*(const int32_t *)values_of(C), 0 + 1 + 2 + 3 + 4 + 5 + 6 + 7);
    assert_ok(context, tropic_matrix_reduce(&sum, context, tropic_operator_builtin(TROPIC_PLUS, TROPIC_INT64), A));
    assert_int_equal(sum, 28);
}

/* Where only one of C and T has an entry, that is cast to C's type, and by no way of the accumulator's. */
static void test_accumulator(void **unused)
{
    const tropic_index row[2] = {0, 0}, of_c[2] = {0, 1}, of_a[2] = {1, 2};
    const tropic_operator *less = tropic_operator_builtin(TROPIC_LT, TROPIC_INT8);
    const tropic_descriptor as_is = {.size = sizeof as_is, .transpose = true};
    OWNED(tropic_matrix) *A = NULL, *C = NULL;
    assert_ok(context,
              tropic_matrix_from_coo(&C, context, 1, 3, 2, row, of_c, TROPIC_FP64, (double[]){0.5, 1.5}, NULL));
    assert_ok(context, tropic_matrix_from_coo(&A, context, 1, 3, 2, row, of_a, TROPIC_FP32, (float[]){2, 2.5f}, NULL));
    assert_ok(context, tropic_transpose(&C, context, NULL, less, A, &as_is));
    assert_int_equal(tropic_matrix_type(C), TROPIC_FP64);
    assert_memory_equal(values_of(C), ((double[]){0.5, 1, 2.5}), 3 * sizeof(double));
}

/* w = A w, where w is of the result's type and is cast for the multiply, equals the result in another vector. */
static void test_in_place(void **unused)
{
    enum { PLACES = 100, STEP = 3, HOLE = 11 };
    static const tropic_strategy strategies[] = {TROPIC_STRATEGY_AUTO, TROPIC_STRATEGY_CSC_SCALAR,
                                                 TROPIC_STRATEGY_CSC_VECTOR, TROPIC_STRATEGY_COOC_SCALAR,
                                                 TROPIC_STRATEGY_CSR_PUSH};
    tropic_index rows[PLACES / STEP], cols[PLACES / STEP];
    int32_t twos[PLACES / STEP];
    bool values[PLACES], has[PLACES], expected[PLACES], there[PLACES], found[PLACES], kept[PLACES];
    OWNED(tropic_matrix) *A = NULL;
    OWNED(tropic_semiring) *semiring = NULL;
    for (tropic_index k = 0; k < PLACES / STEP; k++) {
        rows[k] = k * STEP;
        cols[k] = (k * STEP + PLACES - 2) % PLACES;
        twos[k] = 2;
    }
    for (int i = 0; i < PLACES; i++) {
        values[i] = true;
        has[i] = i != HOLE;
    }
    assert_ok(context,
              tropic_matrix_from_coo(&A, context, PLACES, PLACES, PLACES / STEP, rows, cols, TROPIC_INT32, twos, NULL));
    assert_ok(context,
              tropic_semiring_from_operators(&semiring, context, tropic_operator_builtin(TROPIC_LOR, TROPIC_BOOL),
                                             tropic_operator_builtin(TROPIC_GT, TROPIC_INT32)));
    for (size_t s = 0; s < sizeof strategies / sizeof *strategies; s++)
        for (int transpose = 0; transpose < 2; transpose++) {
            const tropic_descriptor d = {.size = sizeof d, .transpose = transpose != 0, .strategy = strategies[s]};
            OWNED(tropic_vector) *w = NULL, *other = NULL;
            assert_ok(context, tropic_vector_create(&w, context, TROPIC_BOOL, PLACES));
            assert_ok(context, tropic_vector_create(&other, context, TROPIC_BOOL, PLACES));
            assert_ok(context, tropic_vector_put_dense(w, values, has));
            assert_ok(context, tropic_vector_set_form(w, TROPIC_BITMAP));
            assert_ok(context, tropic_mxv(other, NULL, NULL, semiring, A, w, &d));
            assert_ok(context, tropic_mxv(w, NULL, NULL, semiring, A, w, &d));
            assert_ok(context, tropic_vector_get_dense(other, expected, there));
            assert_ok(context, tropic_vector_get_dense(w, found, kept));
            assert_int_equal(tropic_vector_count(other), PLACES / STEP);
            assert_memory_equal(kept, there, sizeof there);
            for (int i = 0; i < PLACES; i++) assert_true(!there[i] || found[i] == expected[i]);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rules),
        cmocka_unit_test(test_operands),
        cmocka_unit_test(test_accumulator),
        cmocka_unit_test(test_in_place),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, context_open, context_close);
}
