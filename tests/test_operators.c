/* SPDX-License-Identifier: Apache-2.0
 *
 * Every built-in operator over every type, on values at which it may go wrong, bit by bit against GraphBLAS; and the
 * laws of the monoids.
 */
#include "tests/fixtures.h"
#include "tests/operation_algebra.h"
#include "tests/operation_vectors.h"

enum { VALUES = 14, PAIRS = VALUES * VALUES, TRIPLES = VALUES * PAIRS };

/* Ends of the type, numbers next to zero, and patterns of bits. */
static void fill(tropic_type type, void *values)
{
    const size_t size = tropic_type_size(type);
    const uint64_t top = UINT64_C(1) << (8 * size - 1);
    const uint64_t bits[VALUES] = {0,
                                   1,
                                   2,
                                   3,
                                   6,
                                   100,
                                   UINT64_MAX,
                                   UINT64_MAX - 1,
                                   UINT64_MAX - 5,
                                   top,
                                   top + 1,
                                   top - 1,
                                   top - 2,
                                   0x5a5a5a5a5a5a5a5a};
    const long double reals[VALUES] = {0,     -0.0L,   1,        -1,        0.5L, -3,  7,
                                       1e30L, -1e-30L, INFINITY, -INFINITY, NAN,  100, 1e-40L};
    for (int k = 0; k < VALUES; k++)
        if (test_is_floating(type))
            test_value_store(type, values, k, reals[k]);
        else if (type == TROPIC_BOOL)
            ((bool *)values)[k] = bits[k] & 1;
        else
            memcpy((char *)values + (size_t)k * size, &bits[k], size); /* (little-endian) */
}

/* A vector of n places, with value number k / stride at place k, over and over. */
static tropic_vector *spread(tropic_context *context, tropic_type type, int n, int stride)
{
    const size_t size = tropic_type_size(type);
    OWNED_MEMORY char *values = test_room(VALUES, size), *all = test_room(n, size);
    tropic_vector *v;
    fill(type, values);
    for (int k = 0; k < n; k++) memcpy(all + (size_t)k * size, values + (size_t)(k / stride % VALUES) * size, size);
    v = test_vector_of(context, type, n, all);
    return v;
}

/* Equal bits, or both NaN; of min, max and plus (0 is the identity, yet -0 + 0 is 0), also zeros of either sign. */
static bool same(int op, tropic_type type, const void *a, const void *b)
{
    const bool is_nan =
        test_is_floating(type) && isnan(test_value_load(type, a, 0)) && isnan(test_value_load(type, b, 0));
    if (op == TROPIC_MIN || op == TROPIC_MAX || op == TROPIC_PLUS) return operand_equal(type, a, b);
    return is_nan || memcmp(a, b, tropic_type_size(type)) == 0;
}

static void compare(tropic_context *context, int op, const tropic_vector *expected, const tropic_vector *w,
                    const char *way)
{
    const tropic_type type = tropic_vector_type(w);
    const size_t size = tropic_type_size(type);
    OWNED_MEMORY char *right = test_values_of(context, expected), *got = test_values_of(context, w);
    for (size_t k = 0; k < (size_t)tropic_vector_size(w); k++)
        if (!same(op, type, right + k * size, got + k * size))
            fail_msg("operator %d to %s, %s: place %d has %Lg, not %Lg", op, tropic_type_name(type), way, (int)k,
                     test_value_load(type, got, (int64_t)k), test_value_load(type, right, (int64_t)k));
}

static GrB_Vector to_graphblas(const tropic_vector *v)
{
    GrB_Vector g = NULL;
    assert_int_equal(tropic_vector_to_suitesparse(&g, v), TROPIC_OK);
    return g;
}

/* By GraphBLAS; NULL where it has no such operator. */
static tropic_vector *expect(tropic_context *context, int op, const tropic_vector *x, const tropic_vector *y)
{
    const tropic_type type = tropic_vector_type(x);
    GrB_UnaryOp unary = grb_unary(op, type);
    GrB_BinaryOp binary = grb_operator(op, type);
    OWNED(GrB_Vector) g = NULL, u = to_graphblas(x), v = to_graphblas(y);
    tropic_vector *expected = NULL;
    if (unary || binary) {
        assert_int_equal(GrB_Vector_new(&g, algebra_type(algebra_result(op, type)), PAIRS), GrB_SUCCESS);
        assert_int_equal(unary ? GrB_Vector_apply(g, NULL, NULL, unary, u, NULL)
                               : GrB_Vector_eWiseMult_BinaryOp(g, NULL, NULL, binary, u, v, NULL),
                         GrB_SUCCESS);
        assert_int_equal(tropic_vector_from_suitesparse(&expected, context, g), TROPIC_OK);
    }
    return expected;
}

static void check_vectors(tropic_context *context, int op, const tropic_vector *x, const tropic_vector *y,
                          const tropic_vector *expected)
{
    const tropic_type type = tropic_vector_type(x), result = tropic_vector_type(expected);
    const tropic_operator *mine = tropic_operator_builtin((tropic_builtin_operator)op, type);
    OWNED(tropic_vector) *w = test_vector_of(context, result, PAIRS, NULL),
                         *other = spread(context, TROPIC_FP32, PAIRS, 1);
    assert_ok(context, tropic_ewise_multiply(w, NULL, NULL, mine, x, y, NULL));
    compare(context, op, expected, w, "ewise_multiply");
    if (grb_unary(op, type)) {
        assert_ok(context, tropic_apply(w, NULL, NULL, mine, x, NULL, NULL));
        compare(context, op, expected, w, "apply");
        assert_ok(context, tropic_ewise_multiply(w, NULL, NULL, mine, x, other, NULL));
        compare(context, op, expected, w, "y of any type");
    }
    if (result == type) {
        assert_ok(context, tropic_assign(w, NULL, NULL, x, NULL, PAIRS, NULL));
        assert_ok(context, tropic_assign(w, NULL, mine, y, NULL, PAIRS, NULL));
        compare(context, op, expected, w, "accumulated");
    }
}

static tropic_matrix *column(tropic_context *context, const tropic_vector *x)
{
    tropic_index row[PAIRS], col[PAIRS] = {0};
    tropic_matrix *A = NULL;
    OWNED_MEMORY void *values = test_values_of(context, x);
    for (tropic_index k = 0; k < PAIRS; k++) row[k] = k;
    assert_ok(context,
              tropic_matrix_from_coo(&A, context, PAIRS, 1, PAIRS, row, col, tropic_vector_type(x), values, NULL));
    return A;
}

static void compare_column(tropic_context *context, int op, const tropic_vector *expected, tropic_matrix *A,
                           const char *way)
{
    OWNED(tropic_vector) *w = test_vector_of(context, tropic_vector_type(expected), PAIRS, NULL);
    assert_ok(context, tropic_matrix_extract_column(w, NULL, NULL, A, NULL, 0, NULL));
    compare(context, op, expected, w, way);
}

static void check_matrices(tropic_context *context, int op, const tropic_vector *x, const tropic_vector *y,
                           const tropic_vector *expected)
{
    const tropic_type type = tropic_vector_type(x);
    const tropic_operator *mine = tropic_operator_builtin((tropic_builtin_operator)op, type);
    const tropic_operator *first = tropic_operator_builtin(TROPIC_FIRST, type);
    OWNED(tropic_matrix) *A = column(context, x), *B = column(context, y);
    tropic_matrix *C = NULL;
    assert_ok(context, tropic_matrix_ewise_multiply(&C, context, NULL, NULL, mine, A, B, NULL));
    compare_column(context, op, expected, C, "matrix ewise_multiply");
    tropic_matrix_free(&C);
    if (grb_unary(op, type)) {
        assert_ok(context, tropic_matrix_apply(&C, context, NULL, NULL, mine, A, NULL, NULL));
        compare_column(context, op, expected, C, "matrix apply");
        tropic_matrix_free(&C);
    }
    if (tropic_vector_type(expected) == type) {
        assert_ok(context, tropic_matrix_apply(&A, context, NULL, mine, first, B, NULL, NULL));
        compare_column(context, op, expected, A, "matrix accumulated");
    }
}

/* (any may take either; GraphBLAS has the operators of places by other calls, tests/operations_run_output.c.) */
static void against_graphblas(void **state)
{
    OWNED(tropic_context) *context = test_context();
    for (int type = 0; type < TROPIC_TYPES; type++) {
        OWNED(tropic_vector) *x = spread(context, (tropic_type)type, PAIRS, VALUES);
        OWNED(tropic_vector) *y = spread(context, (tropic_type)type, PAIRS, 1);
        for (int op = 0; op < TROPIC_OPERATORS; op++) {
            OWNED(tropic_vector) *expected = NULL;
            if (op == TROPIC_ANY || !tropic_operator_builtin((tropic_builtin_operator)op, (tropic_type)type)) continue;
            expected = expect(context, op, x, y);
            if (expected) {
                check_vectors(context, op, x, y, expected);
                check_matrices(context, op, x, y, expected);
            } else {
                assert_true(op == TROPIC_INDEX || algebra_of_places(op));
            }
        }
    }
}

/* -- monoids ----------------------------------------------------------------------------------- */

static void check_laws(tropic_context *context, int op, tropic_type type)
{
    const tropic_operator *f = tropic_operator_builtin((tropic_builtin_operator)op, type);
    OWNED(tropic_vector) *a = spread(context, type, TRIPLES, PAIRS), *b = spread(context, type, TRIPLES, VALUES);
    OWNED(tropic_vector) *c = spread(context, type, TRIPLES, 1), *left = test_vector_of(context, type, TRIPLES, NULL);
    OWNED(tropic_vector) *right = test_vector_of(context, type, TRIPLES, NULL),
                         *none = test_vector_of(context, type, 1, NULL);
    operand_value identity = {{0}};
    assert_ok(context, tropic_reduce(&identity, f, none));
    assert_ok(context, tropic_apply(left, NULL, NULL, f, a, &identity, NULL));
    compare(context, op, a, left, "identity");
    assert_ok(context, tropic_ewise_multiply(left, NULL, NULL, f, a, b, NULL));
    assert_ok(context, tropic_ewise_multiply(right, NULL, NULL, f, b, a, NULL));
    compare(context, op, left, right, "commutative");
    assert_ok(context, tropic_ewise_multiply(left, NULL, NULL, f, left, c, NULL));
    assert_ok(context, tropic_ewise_multiply(right, NULL, NULL, f, b, c, NULL));
    assert_ok(context, tropic_ewise_multiply(right, NULL, NULL, f, a, right, NULL));
    if (!test_is_floating(type) || op == TROPIC_MIN || op == TROPIC_MAX)
        compare(context, op, left, right, "associative");
}

/* Of the bits of signed values GraphBLAS has none, but they keep their bits when they are cast. */
static GrB_Monoid monoid_of(int op, tropic_type type)
{
    const bool of_bits = op >= TROPIC_BOR && op <= TROPIC_BXNOR,
               is_signed = type >= TROPIC_INT8 && type <= TROPIC_INT64;
    return grb_monoid(op, of_bits && is_signed ? (tropic_type)(type - TROPIC_INT8 + TROPIC_UINT8) : type);
}

/* Sums that stop early at a terminal value, or not: of x(k) and all that follow, for each k. */
static void check_sums(tropic_context *context, int op, tropic_type type)
{
    const tropic_operator *f = tropic_operator_builtin((tropic_builtin_operator)op, type);
    const size_t size = tropic_type_size(type);
    OWNED_MEMORY char *values = test_room(VALUES, size);
    fill(type, values);
    for (int k = 0; k < VALUES; k++) {
        OWNED(tropic_vector) *v = test_vector_of(context, type, VALUES - k, values + (size_t)k * size);
        operand_value sum = {{0}}, t = {{0}};
        OWNED(GrB_Vector) g = to_graphblas(v);
        assert_ok(context, tropic_reduce(&sum, f, v));
#define REDUCE(NAME, C)                                                                                                \
    case TROPIC_##NAME:                                                                                                \
        assert_int_equal(GrB_Vector_reduce_##NAME((C *)&t, NULL, monoid_of(op, type), g, NULL), GrB_SUCCESS);          \
        break;
        switch ((int)type) {
            TEST_EACH_TYPE(REDUCE)
        }
        if (!same(op, type, &t, &sum))
            fail_msg("%s over %s: another sum", tropic_operator_name(f), tropic_type_name(type));
    }
}

/* The operators that GraphBLAS has as monoids are monoids here, and no others. */
static void monoids(void **state)
{
    OWNED(tropic_context) *context = test_context();
    for (int type = 0; type < TROPIC_TYPES; type++)
        for (int op = 0; op < TROPIC_OPERATORS; op++) {
            const tropic_operator *f = tropic_operator_builtin((tropic_builtin_operator)op, (tropic_type)type);
            OWNED(tropic_vector) *none = NULL;
            operand_value sum;
            if (!f || op == TROPIC_ANY) continue;
            none = test_vector_of(context, (tropic_type)type, 1, NULL);
            if (monoid_of(op, (tropic_type)type)) {
                check_laws(context, op, (tropic_type)type);
                if (!test_is_floating((tropic_type)type)) check_sums(context, op, (tropic_type)type);
            } else {
                assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_reduce(&sum, f, none));
            }
        }
}

/* -- which there are --------------------------------------------------------------------------- */

static void types_of_rows(void **state)
{
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_vector) *w = test_vector_of(context, TROPIC_FP64, 1, NULL);
    assert_string_equal(tropic_operator_name(tropic_operator_builtin(TROPIC_BXNOR, TROPIC_UINT8)), "bxnor");
    assert_string_equal(tropic_operator_name(tropic_operator_builtin(TROPIC_ABS, TROPIC_BOOL)), "abs");
    assert_null(tropic_operator_builtin(TROPIC_LNOT, TROPIC_INT32));
    assert_null(tropic_operator_builtin(TROPIC_LXNOR, TROPIC_FP32));
    assert_null(tropic_operator_builtin(TROPIC_BOR, TROPIC_BOOL));
    assert_status(context, TROPIC_INVALID_ARGUMENT,
                  tropic_apply(w, NULL, NULL, tropic_operator_builtin(TROPIC_BNOT, TROPIC_FP64), w, NULL, NULL));
    assert_non_null(strstr(tropic_context_error(context), "bnot over fp64"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(against_graphblas),
        cmocka_unit_test(monoids),
        cmocka_unit_test(types_of_rows),
    };
    test_need_device();
    assert_int_equal(grb_start(), GrB_SUCCESS);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
