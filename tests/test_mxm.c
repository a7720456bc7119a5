/* SPDX-License-Identifier: Apache-2.0
 *
 * Products of two matrices against GraphBLAS, with every semiring, type, mask and accumulator; users' semirings that
 * see the indices, against the definition; laws; and refused arguments.
 */
#include <tropic_define.h>

#include "tests/context.h"
#include "tests/mxm_oracle.h"

TROPIC_STRUCT(spot, int32_t x, y;);
/* clang-format off */
TROPIC_SEMIRING(placed, int64_t, int64_t, int64_t, a + b, x * 5 - y * 3 + i * 7 + j * 11 + r * 13, 0);
TROPIC_SEMIRING(older, int64_t, int64_t, int64_t, a + b, x * y + w, 0);
/* clang-format on */

static int64_t by_place(int64_t x, int64_t y, tropic_index i, tropic_index j, tropic_index r)
{
    return x * 5 - y * 3 + i * 7 + j * 11 + r * 13;
}

static void test_against_graphblas(void **unused)
{
    enum { CASES = 2000, GPU_CASES = 400, SMALL = 60 }; /* (A GPU compiles most of them.) */
    operations_check(5, test_sized(test_device() == TROPIC_DEVICE_CUDA ? GPU_CASES : CASES, SMALL), OPERATION_MXM);
}

static tropic_matrix *random_matrix(uint64_t seed, tropic_index rows, tropic_index cols, int64_t count)
{
    test_graph g = test_random_graph(seed, rows, cols, count);
    return mxm_matrix(context, &g, seed);
}

static const tropic_semiring *plus_times(void)
{
    return tropic_semiring_builtin(TROPIC_PLUS_TIMES, TROPIC_INT64);
}

/* -- a full matrix ----------------------------------------------------------------------------- */

static int64_t times(int64_t x, int64_t y, tropic_index i, tropic_index j, tropic_index r)
{
    return x * y;
}

/* Every place of B has an entry; rows of A have none, some or all. As it is, transposed, and under a mask. */
static void test_full(void **unused)
{
    enum { ROWS = 50, INNER = 30, COLS = 41 };
    for (int way = 0; way < 6; way++) {
        const bool turned = way & 1, masked = way >= 2;
        const tropic_descriptor d = {
            .size = sizeof d, .structure = true, .complement = way >= 4, .transpose_second = turned};
        test_graph all = test_random_graph(2, INNER, COLS, INNER * COLS);
        OWNED(tropic_matrix) *A = random_matrix(1, ROWS, INNER, ROWS), *M = random_matrix(3, ROWS, COLS, 900);
        OWNED(tropic_matrix) *B = NULL, *given = NULL, *C = NULL, *expected = NULL;
        OWNED_MEMORY bool *allowed = calloc((size_t)ROWS * COLS, 1);
        tropic_entries e;
        for (int64_t k = 0; k < INNER * COLS; k++) {
            all.row[k] = (int32_t)(k / COLS);
            all.col[k] = (int32_t)(k % COLS);
        }
        B = mxm_matrix(context, &all, 2);
        memset(allowed, d.complement, (size_t)ROWS * COLS);
        assert_ok(context, tropic_matrix_entries(&e, M, context));
        while (tropic_entries_next(&e)) allowed[e.row * COLS + e.col] = !d.complement;
        if (turned)
            assert_ok(context, tropic_transpose(&given, context, NULL, NULL, B, NULL));
        else
            assert_ok(context, tropic_matrix_duplicate(&given, context, B));
        assert_ok(context, tropic_mxm(&C, context, masked ? M : NULL, NULL, plus_times(), A, given, &d));
        expected = mxm_oracle(context, A, B, times, masked ? allowed : NULL);
        twin_compare_matrices(C, expected, context, "a full matrix");
    }
}

/* -- users' semirings -------------------------------------------------------------------------- */

/* Under a mask, and with the functions of the program, and compiled from strings. */
static void test_users(void **unused)
{
    enum { ROWS = 60, INNER = 70, COLS = 50 };
    for (int way = 0; way < 8; way++) {
        const bool strings = way & 1, masked = way & 2, complement = way & 4;
        const tropic_descriptor d = {.size = sizeof d, .structure = true, .complement = complement};
        tropic_semiring_source source = placed;
        OWNED(tropic_semiring) *semiring = NULL;
        OWNED(tropic_matrix) *A = random_matrix(1, ROWS, INNER, 400), *B = random_matrix(2, INNER, COLS, 500);
        OWNED(tropic_matrix) *M = random_matrix(3, ROWS, COLS, 900), *C = NULL, *expected = NULL;
        OWNED_MEMORY bool *allowed = calloc((size_t)ROWS * COLS, 1);
        const tropic_offset *offsets;
        const tropic_index *ids;
        assert_ok(context, tropic_matrix_csr(M, context, &offsets, &ids, NULL));
        for (tropic_index r = 0; r < ROWS; r++)
            for (tropic_index j = 0; j < COLS; j++) {
                bool in = false;
                for (tropic_offset k = offsets[r]; k < offsets[r + 1]; k++) in = in || ids[k] == j;
                allowed[r * COLS + j] = masked ? in != complement : !complement;
            }
        if (strings) source.host = NULL;
        assert_ok(context, tropic_semiring_create(&semiring, context, &source));
        assert_ok(context, tropic_mxm(&C, context, masked ? M : NULL, NULL, semiring, A, B, &d));
        expected = mxm_oracle(context, A, B, by_place, allowed);
        twin_compare_matrices(C, expected, context, "a user's");
    }
}

/* -- rows and columns of very different lengths ------------------------------------------------ */

static int64_t pair(int64_t x, int64_t y, tropic_index i, tropic_index j, tropic_index r)
{
    return 1;
}

/* A few entries in each row, some rows that are full, and some columns that nearly are. */
static tropic_matrix *uneven_matrix(uint64_t seed, tropic_index n)
{
    enum { HUBS = 2, EACH = 4 };
    test_graph g = test_random_graph(seed, n, n, (EACH + 2 * HUBS) * (int64_t)n);
    for (tropic_index k = 0; k < HUBS * n; k++) {
        const tropic_index hub = (tropic_index)((seed + (uint64_t)(k / n)) * 997 % (uint64_t)n);
        g.row[k] = g.col[HUBS * n + k] = hub;
        g.col[k] = k % n;
        if (k % 5 > 0) g.row[HUBS * n + k] = k % n;
    }
    return mxm_matrix(context, &g, seed);
}

/* Under the structure of another such matrix: where a dot product looks a short list up in a long one. */
static void test_uneven(void **unused)
{
    enum { N = 1200, WAYS = 4 };
    static mxm_multiply *const multiplies[WAYS] = {times, pair, by_place, by_place};
    const tropic_descriptor d = {.size = sizeof d, .structure = true};
    tropic_semiring_source source = placed;
    OWNED(tropic_semiring) *host = NULL, *strings = NULL;
    assert_ok(context, tropic_semiring_create(&host, context, &source));
    source.host = NULL;
    assert_ok(context, tropic_semiring_create(&strings, context, &source));
    for (int way = 0; way < WAYS; way++) {
        const tropic_semiring *const semirings[WAYS] = {
            plus_times(), tropic_semiring_builtin(TROPIC_PLUS_PAIR, TROPIC_INT64), host, strings};
        OWNED(tropic_matrix) *A = uneven_matrix(1, N), *B = uneven_matrix(2, N), *M = uneven_matrix(way < 2 ? 2 : 3, N);
        OWNED(tropic_matrix) *C = NULL, *expected = NULL;
        OWNED_MEMORY bool *allowed = calloc((size_t)N * N, 1);
        tropic_entries e;
        assert_ok(context, tropic_matrix_entries(&e, M, context));
        while (tropic_entries_next(&e)) allowed[e.row * N + e.col] = true;
        assert_ok(context, tropic_mxm(&C, context, M, NULL, semirings[way], A, B, &d));
        expected = mxm_oracle(context, A, B, multiplies[way], allowed);
        twin_compare_matrices(C, expected, context, "lists of very different lengths");
    }
}

/* -- laws -------------------------------------------------------------------------------------- */

static tropic_matrix *product(const tropic_matrix *A, const tropic_matrix *B, const tropic_descriptor *d)
{
    tropic_matrix *C = NULL;
    assert_ok(context, tropic_mxm(&C, context, NULL, NULL, plus_times(), A, B, d));
    return C;
}

static void test_laws(void **unused)
{
    const tropic_descriptor both = {.size = sizeof both, .transpose = true, .transpose_second = true};
    uint64_t random = 7;
    for (int k = 0; k < test_sized(40, 8); k++) {
        const tropic_index m = 1 + test_below(&random, 300), n = 1 + test_below(&random, 3000);
        const tropic_index o = 1 + test_below(&random, 300), p = 1 + test_below(&random, 20000);
        tropic_matrix *A = random_matrix(test_random(&random), m, n, 3 * (int64_t)n);
        tropic_matrix *B = random_matrix(test_random(&random), n, o, 2 * (int64_t)n);
        tropic_matrix *C = random_matrix(test_random(&random), o, p, 2 * (int64_t)p);
        tropic_matrix *AB = product(A, B, NULL), *BC = product(B, C, NULL);
        tropic_matrix *left = product(AB, C, NULL), *right = product(A, BC, NULL);
        tropic_matrix *turned = product(B, A, &both), *back = NULL;
        twin_compare_matrices(left, right, context, "(AB)C = A(BC)");
        assert_ok(context, tropic_transpose(&back, context, NULL, NULL, turned, NULL));
        twin_compare_matrices(AB, back, context, "AB = (B'A')'");
        tropic_matrix *const all[] = {A, B, C, AB, BC, left, right, turned, back};
        for (size_t f = 0; f < sizeof all / sizeof *all; f++) {
            OWNED(tropic_matrix) *one = all[f];
        }
    }
}

/* The entries that a mask lets through and those of its complement are all, in any form of both. */
static void test_masks_part(void **unused)
{
    uint64_t random = 9;
    for (int k = 0; k < test_sized(60, 12); k++) {
        const tropic_index n = 1 + test_below(&random, k % 3 == 0 ? 8000 : 200);
        const int64_t entries = n > 200 ? 4 * n : test_below(&random, 20) * (int64_t)n;
        tropic_descriptor d = {.size = sizeof d, .structure = k & 1, .replace = true};
        OWNED(tropic_matrix) *A = random_matrix(test_random(&random), n, n, entries);
        OWNED(tropic_matrix) *M = random_matrix(test_random(&random), n, n, test_below(&random, 12) * (int64_t)n);
        OWNED(tropic_matrix) *C = NULL, *all = product(A, A, NULL), *inside = NULL;
        assert_ok(context, tropic_mxm(&inside, context, M, NULL, plus_times(), A, A, &d));
        /* C is the part inside, then gets the other. */
        assert_ok(context, tropic_mxm(&C, context, M, NULL, plus_times(), A, A, &d));
        d.replace = false;
        d.complement = true;
        assert_ok(context, tropic_mxm(&C, context, M, NULL, plus_times(), A, A, &d));
        twin_compare_matrices(C, all, context, "mask and complement");
        /* And old entries inside go, with replace. */
        d.replace = true;
        assert_ok(context, tropic_mxm(&inside, context, M, NULL, plus_times(), A, A, &d));
        assert_true(tropic_matrix_count(inside) <= tropic_matrix_count(all));
    }
}

/* any_secondi takes an index at which both have an entry; min_secondi the least. */
static void test_any(void **unused)
{
    const tropic_semiring *any = tropic_semiring_builtin(TROPIC_ANY_SECONDI, TROPIC_INT32);
    OWNED(tropic_matrix) *A = random_matrix(3, 300, 400, 3000), *B = random_matrix(4, 400, 9000, 3000), *C = NULL,
                         *D = NULL;
    const tropic_offset *offsets, *a, *b;
    const tropic_index *ids, *a_ids, *b_ids;
    const int32_t *values;
    assert_ok(context, tropic_mxm(&C, context, NULL, NULL, any, A, B, NULL));
    D = product(A, B, NULL);
    assert_int_equal(tropic_matrix_count(C), tropic_matrix_count(D));
    assert_ok(context, tropic_matrix_csr(C, context, &offsets, &ids, (const void **)&values));
    assert_ok(context, tropic_matrix_csr(A, context, &a, &a_ids, NULL));
    assert_ok(context, tropic_matrix_csr(B, context, &b, &b_ids, NULL));
    for (tropic_index r = 0; r < 300; r++)
        for (tropic_offset k = offsets[r]; k < offsets[r + 1]; k++) {
            bool in_a = false, in_b = false;
            for (tropic_offset e = a[r]; e < a[r + 1]; e++) in_a = in_a || a_ids[e] == values[k];
            for (tropic_offset e = b[values[k]]; e < b[values[k] + 1]; e++) in_b = in_b || b_ids[e] == ids[k];
            assert_true(in_a && in_b);
        }
}

/* -- the rest ---------------------------------------------------------------------------------- */

/* All products of rows of all lengths are `value`, which their sums stay. */
static void check_terms(tropic_context *context, tropic_builtin name, tropic_type type, const void *value,
                        tropic_index cols)
{
    enum { ROWS = 6, EACH = 3, INNER = 20000 };
    static const tropic_index lengths[ROWS] = {1, 9, 60, 400, 3000, INNER};
    const size_t size = tropic_type_size(type);
    const bool pairs = name == TROPIC_PLUS_TIMES;
    OWNED_MEMORY tropic_index *row = calloc(EACH * INNER, sizeof *row), *col = calloc(EACH * INNER, sizeof *col);
    OWNED_MEMORY void *values = calloc(EACH * INNER, size);
    const tropic_build_options any = {.size = sizeof any, .duplicates = TROPIC_DUPLICATES_LAST};
    OWNED(tropic_matrix) *A = NULL, *B = NULL, *C = NULL;
    const void *found;
    int64_t count = 0;
    for (tropic_index r = 0; r < ROWS; r++)
        for (tropic_index k = 0; k < lengths[r]; k++, count++) row[count] = r, col[count] = k;
    for (int64_t k = 0; k < count; k++) {
        if (type == TROPIC_FP32)
            ((float *)values)[k] = pairs;
        else
            ((double *)values)[k] = pairs;
    }
    assert_ok(context, tropic_matrix_from_coo(&A, context, ROWS, INNER, count, row, col, type, values, NULL));
    for (tropic_index k = 0; k < EACH * INNER; k++) {
        row[k] = k / EACH;
        col[k] = (tropic_index)((int64_t)k * 7919 % cols);
        memcpy((char *)values + (size_t)k * size, value, size);
    }
    assert_ok(context, tropic_matrix_from_coo(&B, context, INNER, cols, EACH * INNER, row, col, type, values, &any));
    assert_ok(context, tropic_mxm(&C, context, NULL, NULL, tropic_semiring_builtin(name, type), A, B, NULL));
    assert_ok(context, tropic_matrix_csr(C, context, NULL, NULL, &found));
    assert_true(tropic_matrix_count(C) >= ROWS);
    for (int64_t k = 0; k < tropic_matrix_count(C); k++) {
        const double x = type == TROPIC_FP32 ? (double)((const float *)found)[k] : ((const double *)found)[k];
        assert_true(pairs ? x == 0 && signbit(x) : isnan(x));
    }
}

/* A sum depends on its terms, not on how a row is made: -0.0 of nothing else, NaN if min has nothing else. */
static void test_terms_alone(void **unused)
{
    const tropic_index cols[] = {3, 8, 200, 5000, 300000}; /* 3: B is full */
    const double zero = -0.0, none = NAN;
    const float short_zero = -0.0f, short_none = NAN;
    OWNED(tropic_context) *context = test_context();
    for (size_t c = 0; c < sizeof cols / sizeof *cols; c++) {
        check_terms(context, TROPIC_PLUS_TIMES, TROPIC_FP64, &zero, cols[c]);
        check_terms(context, TROPIC_PLUS_TIMES, TROPIC_FP32, &short_zero, cols[c]);
        check_terms(context, TROPIC_MIN_PLUS, TROPIC_FP64, &none, cols[c]);
        check_terms(context, TROPIC_MIN_PLUS, TROPIC_FP32, &short_none, cols[c]);
    }
}

static void test_labels_and_patterns(void **unused)
{
    OWNED(tropic_matrix) *A = NULL, *C = NULL;
    assert_ok(context, tropic_matrix_load(&A, context, "matrices/karate.mtx", NULL));
    assert_ok(context, tropic_mxm(&C, context, A, NULL, tropic_semiring_builtin(TROPIC_PLUS_PAIR, TROPIC_INT32), A, A,
                                  &(tropic_descriptor){.size = sizeof(tropic_descriptor), .structure = true}));
    assert_int_equal(tropic_matrix_label(C, 0), 1);
}

static void test_refusals(void **unused)
{
    const tropic_semiring *plus = plus_times();
    const tropic_descriptor turned = {.size = sizeof turned, .transpose = true};
    OWNED(tropic_matrix) *A = random_matrix(1, 4, 5, 9), *B = random_matrix(2, 5, 3, 9), *C = random_matrix(3, 4, 3, 5);
    OWNED(tropic_matrix) *I = NULL;
    tropic_matrix *const before = C;
    OWNED(tropic_semiring) *sees_w = NULL;
    tropic_type spot_is = TROPIC_BOOL;
    assert_ok(context, tropic_semiring_create(&sees_w, context, &older));
    assert_ok(context, tropic_type_define(&spot_is, context, &spot_type));
    assert_ok(context, tropic_matrix_from_coo(&I, context, 5, 3, 0, NULL, NULL, spot_is, NULL, NULL));
    assert_int_equal(tropic_mxm(&C, NULL, NULL, NULL, plus, A, B, NULL), TROPIC_INVALID_ARGUMENT);
#define REFUSED(status, ...)                                                                                           \
    assert_status(context, TROPIC_##status, tropic_mxm(__VA_ARGS__));                                                  \
    assert_ptr_equal(C, before)
    REFUSED(INVALID_ARGUMENT, NULL, context, NULL, NULL, plus, A, B, NULL);
    REFUSED(INVALID_ARGUMENT, &C, context, NULL, NULL, NULL, A, B, NULL);
    REFUSED(INVALID_ARGUMENT, &C, context, NULL, NULL, plus, NULL, B, NULL);
    REFUSED(INVALID_ARGUMENT, &C, context, NULL, NULL, plus, A, NULL, NULL);
    REFUSED(DIMENSION_MISMATCH, &C, context, NULL, NULL, plus, B, A, NULL);
    assert_non_null(strstr(tropic_context_error(context), "5 x 3"));
    assert_non_null(strstr(tropic_context_error(context), "4 x 5"));
    REFUSED(DIMENSION_MISMATCH, &C, context, NULL, NULL, plus, A, B, &turned);
    REFUSED(DIMENSION_MISMATCH, &C, context, A, NULL, plus, A, B, NULL);
    REFUSED(TYPE_MISMATCH, &C, context, NULL, NULL, plus, A, I, NULL);
    REFUSED(NOT_SUPPORTED, &C, context, NULL, NULL, sees_w, A, B, NULL);
    assert_ok(context, tropic_mxm(&C, context, NULL, NULL, plus, A, B, NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_against_graphblas, operations_teardown),
        cmocka_unit_test(test_full),
        cmocka_unit_test(test_users),
        cmocka_unit_test(test_uneven),
        cmocka_unit_test(test_laws),
        cmocka_unit_test(test_masks_part),
        cmocka_unit_test(test_any),
        cmocka_unit_test(test_terms_alone),
        cmocka_unit_test(test_labels_and_patterns),
        cmocka_unit_test(test_refusals),
    };
    test_share_cases();
    test_need_device();
    return cmocka_run_group_tests(tests, context_open_cached, context_close_cached);
}
