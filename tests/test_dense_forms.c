/* SPDX-License-Identifier: Apache-2.0
 *
 * Dense forms of matrices: kept, read and given up; and products of matrices that are dense, against GraphBLAS.
 */
#include <math.h>

#include "tests/hypersparse.h"
#include "tests/jit.h"
#include "tests/operation_algebra.h"
#include "tests/operations.h"
#include "tests/operation_matrices.h"

static const int32_t FOUR = 4, NINE = 9;

static tropic_matrix_forms report(tropic_context *context, const tropic_matrix *A)
{
    tropic_matrix_forms f = {.size = sizeof f};
    assert_ok(context, tropic_matrix_report(A, context, &f));
    return f;
}

static void assert_tuples(tropic_context *context, const tropic_matrix *A, int count, const int32_t *values)
{
    OWNED(tuples) t = tuples_get(context, A);
    assert_int_equal(t.count, count);
    for (int k = 0; k < count; k++) assert_int_equal(t.values[k], values[k]);
}

/* -- the form ---------------------------------------------------------------------------------- */

/* Three places of six: bits, and values of all. */
static void test_bitmap(void **unused)
{
    enum { ROWS = 3, COLS = 2, COUNT = 3 };
    static const tropic_index rows[] = {0, 2, 2}, cols[] = {1, 0, 1};
    static const int32_t values[] = {1, 2, 3}, changed[] = {1, 4, 9};
    OWNED(tropic_context) *context = test_context();
    tropic_matrix_forms f;
    OWNED(tropic_matrix) *A = NULL;
    int32_t value;
    bool present;
    assert_ok(context, tropic_matrix_from_coo(&A, context, ROWS, COLS, COUNT, rows, cols, TROPIC_INT32, values, NULL));
    assert_ok(context, tropic_matrix_set_form(A, context, TROPIC_MATRIX_BITMAP));
    f = report(context, A);
    assert_true(f.bitmap && !f.by_rows && !f.by_columns && !f.hypersparse && !f.full);
    assert_int_equal(f.bytes_bitmap, ROWS * sizeof(uint64_t) + (size_t)ROWS * COLS * sizeof(int32_t));
    assert_int_equal(f.bytes_by_rows, 0);
    assert_ok(context, tropic_matrix_get(A, context, 2, 0, &value, &present));
    assert_true(present && value == 2);
    assert_ok(context, tropic_matrix_get(A, context, 0, 0, &value, &present));
    assert_false(present);
    assert_false(report(context, A).by_rows);
    assert_tuples(context, A, COUNT, values);
    f = report(context, A);
    assert_true(f.bitmap && f.by_rows);
    /* A change is made in it. */
    assert_ok(context, tropic_matrix_set_form(A, context, TROPIC_MATRIX_BITMAP));
    assert_ok(context, tropic_matrix_set(A, context, 1, 0, &FOUR));
    assert_ok(context, tropic_matrix_remove(A, context, 2, 0));
    assert_ok(context, tropic_matrix_remove(A, context, 1, 1));
    assert_ok(context, tropic_matrix_set(A, context, 2, 1, &NINE));
    assert_int_equal(tropic_matrix_count(A), COUNT);
    f = report(context, A);
    assert_true(f.bitmap && !f.by_rows && f.pending == 0);
    assert_tuples(context, A, COUNT, changed);
    assert_true(report(context, A).bitmap);
    for (int form = TROPIC_MATRIX_AUTO; form <= TROPIC_MATRIX_BITMAP; form++) {
        assert_ok(context, tropic_matrix_set_form(A, context, TROPIC_MATRIX_BITMAP));
        assert_ok(context, tropic_matrix_set_form(A, context, (tropic_matrix_form)form));
        assert_tuples(context, A, COUNT, changed);
    }
}

/* A full one has no bits, and shares its values with its rows. */
static void test_full(void **unused)
{
    enum { ROWS = 2, COLS = 3, COUNT = ROWS * COLS };
    static const tropic_offset offsets[] = {0, COLS, COUNT};
    static const tropic_index ids[] = {0, 1, 2, 0, 1, 2};
    static const int32_t values[] = {1, 2, 3, 4, 5, 6};
    const size_t bytes = sizeof values;
    OWNED(tropic_context) *context = test_context();
    for (int view = 0; view < 2; view++) {
        const tropic_build_options o = {.size = sizeof o, .view = view};
        OWNED(tropic_matrix) *A = NULL;
        tropic_matrix_forms f;
        assert_ok(context, tropic_matrix_from_csr(&A, context, ROWS, COLS, offsets, ids, TROPIC_INT32, values, &o));
        assert_ok(context, tropic_matrix_set_form(A, context, TROPIC_MATRIX_BITMAP));
        f = report(context, A);
        assert_true(f.bitmap && f.full && !f.by_rows);
        assert_int_equal(f.bytes_bitmap, view ? 0 : bytes);
        assert_tuples(context, A, COUNT, values);
        f = report(context, A);
        assert_true(f.bitmap && f.by_rows);
        assert_int_equal(f.bytes_bitmap, 0);
        assert_ok(context, tropic_matrix_set_form(A, context, TROPIC_MATRIX_BY_COLUMNS));
        assert_false(report(context, A).bitmap);
        assert_ok(context, tropic_matrix_set_form(A, context, TROPIC_MATRIX_BITMAP));
        assert_ok(context, tropic_matrix_set_form(A, context, TROPIC_MATRIX_AUTO));
        assert_true(report(context, A).bitmap);
        assert_tuples(context, A, COUNT, values);
        assert_ok(context, tropic_matrix_set_form(A, context, TROPIC_MATRIX_AUTO));
        assert_false(report(context, A).bitmap);
        assert_tuples(context, A, COUNT, values);
    }
}

static void test_too_large(void **unused)
{
    enum { SIDE = 1 << 17 };
    static const tropic_index ids[] = {0, SIDE - 1};
    static const int32_t values[] = {5, 6};
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_matrix) *A = NULL;
    assert_ok(context, tropic_matrix_from_coo(&A, context, SIDE, SIDE, 2, ids, ids, TROPIC_INT32, values, NULL));
    assert_status(context, TROPIC_NOT_SUPPORTED, tropic_matrix_set_form(A, context, TROPIC_MATRIX_BITMAP));
    assert_non_null(strstr(tropic_context_error(context), "131072 x 131072"));
    assert_tuples(context, A, 2, values);
}

/* -- products ---------------------------------------------------------------------------------- */

typedef struct dense_shape {
    tropic_index rows, inner, cols;
    int a, b; /* entries in a hundred places */
} dense_shape;

/* Around the sides of tiles; T has holes; A is sparse, with rows without entries; and B is, where nothing is dense. */
static const dense_shape shapes[] = {{70, 65, 130, 100, 100}, {64, 64, 64, 100, 100}, {130, 67, 65, 60, 100},
                                     {67, 130, 64, 100, 40},  {90, 80, 70, 50, 50},   {1000, 100, 140, 3, 100},
                                     {3, 700, 200, 100, 100}, {200, 700, 3, 100, 30}, {80, 90, 100, 100, 5}};

typedef struct dense_algebra {
    int semiring;
    tropic_type type;
} dense_algebra;

static const dense_algebra algebras[] = {
    {TROPIC_PLUS_TIMES, TROPIC_FP64},  {TROPIC_PLUS_TIMES, TROPIC_INT8},   {TROPIC_MIN_PLUS, TROPIC_FP32},
    {TROPIC_MIN_PLUS, TROPIC_INT32},   {TROPIC_MAX_TIMES, TROPIC_UINT16},  {TROPIC_OR_AND, TROPIC_BOOL},
    {TROPIC_ANY_PAIR, TROPIC_INT64},   {TROPIC_PLUS_PAIR, TROPIC_UINT32},  {TROPIC_MIN_SECONDI, TROPIC_INT64},
    {TROPIC_PLUS_FIRST, TROPIC_INT16}, {TROPIC_PLUS_SECOND, TROPIC_UINT8}, {USER_PLUS_MINUS, TROPIC_UINT32},
    {USER_PLUS_MIXED, TROPIC_FP64},    {USER_OR_EXCEEDS, TROPIC_BOOL}};

/* Masks of all densities, complemented or not; results of another type; patterns; and operands that are one. */
static void check_product(tropic_context *context, dense_algebra algebra, dense_shape s, uint64_t *random)
{
    enum { PATTERN_ONE_IN = 4, CAST_ONE_IN = 4, MASKS = 3 };
    static const int of_mask[MASKS] = {5, 60, 98};
    const bool turned = test_below(random, 2), second = test_below(random, 2), masked = test_below(random, 2);
    const bool pattern = test_below(random, PATTERN_ONE_IN) == 0;
    operation o = {.kind = OPERATION_MXM, .op = TROPIC_FIRST, .accum = GRB_NO_ACCUM, .semiring = algebra.semiring};
    twin A, B, C, M;
    tropic_type x, y;
    int looks;
    char text[200];
    algebra_operands(algebra.semiring, algebra.type, &x, &y, &looks);
    if (test_below(random, CAST_ONE_IN) == 0 && algebra.type == TROPIC_FP64) x = TROPIC_INT16;
    o.type = o.accum_type = algebra.type;
    o.descriptor = (tropic_descriptor){.size = sizeof o.descriptor,
                                       .transpose = turned,
                                       .transpose_second = second,
                                       .structure = test_below(random, 2),
                                       .complement = masked && test_below(random, 2)};
    twin_draw_at(&A, context, x, twin_places(turned ? s.inner : s.rows, turned ? s.rows : s.inner, s.a, random),
                 pattern, VALUES_TAME, random);
    twin_draw_at(&B, context, y, twin_places(second ? s.cols : s.inner, second ? s.inner : s.cols, s.b, random), false,
                 VALUES_TAME, random);
    twin_draw_at(&C, context, algebra.type, twin_places(s.rows, s.cols, 10, random), false, VALUES_TAME, random);
    o.A = &A;
    o.B = &B;
    o.C = &C;
    if (masked) {
        twin_draw_at(&M, context, TROPIC_BOOL, twin_places(s.rows, s.cols, of_mask[test_below(random, MASKS)], random),
                     false, VALUES_TAME, random);
        o.M = &M;
    }
    snprintf(text, sizeof text,
             "semiring %d of %s, %d x %d x %d, %d and %d of 100, turned %d %d, mask %d complement %d", algebra.semiring,
             tropic_type_name(algebra.type), s.rows, s.inner, s.cols, s.a, s.b, turned, second, masked,
             o.descriptor.complement);
    if (operation_run(&o, context, NULL) != TROPIC_OK) fail_msg("%s: %s", text, tropic_context_error(context));
    assert_int_equal(operation_run_grb(&o, NULL), GrB_SUCCESS);
    twin_compare(&C, context, text);
    twin_free(&A);
    twin_free(&B);
    twin_free(&C);
    if (masked) twin_free(&M);
}

static void test_products(void **unused)
{
    enum { SHAPES = sizeof shapes / sizeof *shapes, ALGEBRAS = sizeof algebras / sizeof *algebras, SMALL_STEP = 5 };
    OWNED(tropic_context) *context = test_context();
    uint64_t random = 24;
    assert_int_equal(grb_start(), GrB_SUCCESS);
    algebra_open(context);
    for (int k = 0; k < SHAPES * ALGEBRAS; k += test_sized(1, SMALL_STEP))
        check_product(context, algebras[k % ALGEBRAS], shapes[k / ALGEBRAS], &random);
    algebra_close();
}

/* -- sums of signed zeros ------------------------------------------------------------------------ */

/* SIDE^2 values, all this one, but at one place none, if it has a `hole`. */
static tropic_matrix *all_of(tropic_context *context, tropic_index side, double value, bool hole)
{
    const int64_t count = (int64_t)side * side - hole;
    OWNED_MEMORY tropic_index *rows = calloc((size_t)count, sizeof *rows), *cols = calloc((size_t)count, sizeof *cols);
    OWNED_MEMORY double *values = calloc((size_t)count, sizeof *values);
    tropic_matrix *A = NULL;
    for (int64_t k = 0; k < count; k++) {
        rows[k] = (tropic_index)(k / side);
        cols[k] = (tropic_index)(k % side);
        values[k] = value;
    }
    assert_ok(context, tropic_matrix_from_coo(&A, context, side, side, count, rows, cols, TROPIC_FP64, values, NULL));
    return A;
}

static void test_negative_zeros(void **unused)
{
    enum { SIDE = 70 };
    OWNED(tropic_context) *context = test_context();
    for (int hole = 0; hole < 2; hole++) {
        OWNED(tropic_matrix) *A = all_of(context, SIDE, -1, hole), *B = all_of(context, SIDE, 0, false), *C = NULL;
        const double *values;
        assert_ok(context, tropic_mxm(&C, context, NULL, NULL, tropic_semiring_builtin(TROPIC_PLUS_TIMES, TROPIC_FP64),
                                      A, B, NULL));
        assert_ok(context, tropic_matrix_csr(C, context, NULL, NULL, (const void **)&values));
        assert_int_equal(tropic_matrix_count(C), SIDE * SIDE);
        for (int k = 0; k < SIDE * SIDE; k++) assert_true(values[k] == 0 && signbit(values[k]));
    }
}

/* -- ends of types, infinities and NaN --------------------------------------------------------- */

enum { ENDS_SIDE = 70 };

/* min and max of A(i,k) + B(k,j), by the definition: NaN is none, unless all are; -0.0 is less than 0.0. A value
 * beyond the ends of a type becomes the end, and the identity of the add stays as it is. */
#define ENDS(name, TYPE, CTYPE, SUM, LESS, ...)                                                                        \
    static void name(tropic_context *context)                                                                          \
    {                                                                                                                  \
        static const CTYPE of[] = {__VA_ARGS__};                                                                       \
        tropic_index *rows = calloc(ENDS_SIDE * ENDS_SIDE, sizeof *rows), *cols = calloc(ENDS_SIDE * ENDS_SIDE, 4);    \
        CTYPE *a = calloc(ENDS_SIDE * ENDS_SIDE, sizeof *a), *b = calloc(ENDS_SIDE * ENDS_SIDE, sizeof *b);            \
        uint64_t random = 7;                                                                                           \
        for (int k = 0; k < ENDS_SIDE * ENDS_SIDE; k++) {                                                              \
            rows[k] = k / ENDS_SIDE;                                                                                   \
            cols[k] = k % ENDS_SIDE;                                                                                   \
            /* (Few values in each row of A: else each sum would be an end.) */                                        \
            a[k] = of[(rows[k] + test_below(&random, 2)) % (int)(sizeof of / sizeof *of)];                             \
            b[k] = of[(cols[k] + test_below(&random, 2)) % (int)(sizeof of / sizeof *of)];                             \
        }                                                                                                              \
        for (int max = 0; max < 2; max++) {                                                                            \
            const tropic_semiring *s = tropic_semiring_builtin(max ? TROPIC_MAX_PLUS : TROPIC_MIN_PLUS, TYPE);         \
            tropic_matrix *A = NULL, *B = NULL, *C = NULL;                                                             \
            const CTYPE *c;                                                                                            \
            assert_ok(context, tropic_matrix_from_coo(&A, context, ENDS_SIDE, ENDS_SIDE, ENDS_SIDE *ENDS_SIDE, rows,   \
                                                      cols, TYPE, a, NULL));                                           \
            assert_ok(context, tropic_matrix_from_coo(&B, context, ENDS_SIDE, ENDS_SIDE, ENDS_SIDE *ENDS_SIDE, rows,   \
                                                      cols, TYPE, b, NULL));                                           \
            assert_ok(context, tropic_mxm(&C, context, NULL, NULL, s, A, B, NULL));                                    \
            assert_ok(context, tropic_matrix_csr(C, context, NULL, NULL, (const void **)&c));                          \
            for (int p = 0; p < ENDS_SIDE * ENDS_SIDE; p++) {                                                          \
                CTYPE best = SUM(a[rows[p] * ENDS_SIDE], b[cols[p]], max);                                             \
                for (int k = 1; k < ENDS_SIDE; k++) {                                                                  \
                    const CTYPE z = SUM(a[rows[p] * ENDS_SIDE + k], b[k * ENDS_SIDE + cols[p]], max);                  \
                    if (best != best || (z == z && (max ? LESS(best, z) : LESS(z, best)))) best = z;                   \
                }                                                                                                      \
                if ((c[p] != c[p]) != (best != best) || LESS(best, c[p]) || LESS(c[p], best))                          \
                    fail_msg(#name ", max %d: place %d", max, p);                                                      \
            }                                                                                                          \
            tropic_matrix_free(&A);                                                                                    \
            tropic_matrix_free(&B);                                                                                    \
            tropic_matrix_free(&C);                                                                                    \
        }                                                                                                              \
        free(rows);                                                                                                    \
        free(cols);                                                                                                    \
        free(a);                                                                                                       \
        free(b);                                                                                                       \
    }

#define REAL_SUM(x, y, max) ((x) + (y))
#define REAL_LESS(x, y) ((x) < (y) || ((x) == (y) && signbit(x) && !signbit(y)))
#define WHOLE_LESS(x, y) ((x) < (y))

static int64_t saturated(int64_t x, int64_t y, bool max, int64_t low, int64_t high)
{
    const int64_t identity = max ? low : high;
    int64_t sum;
    if (x == identity || y == identity) return identity;
    if (__builtin_add_overflow(x, y, &sum)) return x < 0 ? low : high;
    return sum < low ? low : sum > high ? high : sum;
}
#define SUM_INT8(x, y, max) (int8_t) saturated(x, y, max, INT8_MIN, INT8_MAX)
#define SUM_INT32(x, y, max) (int32_t) saturated(x, y, max, INT32_MIN, INT32_MAX)
#define SUM_INT64(x, y, max) saturated(x, y, max, INT64_MIN, INT64_MAX)

ENDS(ends_fp32, TROPIC_FP32, float, REAL_SUM, REAL_LESS, 0.0f, -0.0f, INFINITY, -INFINITY, NAN, NAN, 1, -0.0f, 3)
ENDS(ends_fp64, TROPIC_FP64, double, REAL_SUM, REAL_LESS, 0.0, -0.0, INFINITY, -INFINITY, NAN, NAN, 1, -0.0, 3)
ENDS(ends_int8, TROPIC_INT8, int8_t, SUM_INT8, WHOLE_LESS, 0, 1, -1, INT8_MAX, INT8_MAX - 1, INT8_MIN, INT8_MIN + 1,
     100)
ENDS(ends_int32, TROPIC_INT32, int32_t, SUM_INT32, WHOLE_LESS, 0, 1, -1, INT32_MAX, INT32_MAX - 1, INT32_MIN,
     INT32_MIN + 1, INT32_MAX / 2 + 1)
ENDS(ends_int64, TROPIC_INT64, int64_t, SUM_INT64, WHOLE_LESS, 0, 1, -1, INT64_MAX, INT64_MAX - 1, INT64_MIN,
     INT64_MIN + 1, INT64_MAX / 2 + 1)

static void test_ends(void **unused)
{
    OWNED(tropic_context) *context = test_context();
    ends_fp32(context);
    ends_fp64(context);
    ends_int8(context);
    ends_int32(context);
    ends_int64(context);
}

/* -- kept forms -------------------------------------------------------------------------------- */

/* A GPU makes the form for a product, and drops it with the rest. */
static void test_kept(void **unused)
{
    enum { SIDE = 100 };
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_matrix) *A = all_of(context, SIDE, 2, true), *C = NULL;
    assert_ok(context,
              tropic_mxm(&C, context, NULL, NULL, tropic_semiring_builtin(TROPIC_MIN_PLUS, TROPIC_FP64), A, A, NULL));
    assert_int_equal(tropic_matrix_count(C), SIDE * SIDE);
    if (test_device() == TROPIC_DEVICE_CUDA) {
        const tropic_matrix_forms f = report(context, A);
        assert_true(f.bitmap && f.bytes_bitmap == 0);
        assert_int_equal(f.device_bytes_bitmap, SIDE * (2 * sizeof(uint64_t) + SIDE * sizeof(double)));
    }
    assert_ok(context, tropic_matrix_set_form(A, context, TROPIC_MATRIX_BY_ROWS));
    assert_false(report(context, A).bitmap);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bitmap),   cmocka_unit_test(test_full),           cmocka_unit_test(test_too_large),
        cmocka_unit_test(test_products), cmocka_unit_test(test_negative_zeros), cmocka_unit_test(test_ends),
        cmocka_unit_test(test_kept),
    };
    int failures;
    test_need_device();
    if (test_cache_begin(NULL) != 0) return 1;
    failures = cmocka_run_group_tests(tests, NULL, NULL);
    return test_cache_end(NULL) != 0 ? 1 : failures;
}
