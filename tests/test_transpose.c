/* SPDX-License-Identifier: Apache-2.0
 *
 * C<mask> (accum)= A' against GraphBLAS, with every type, mask and accumulator; matrices that are each other;
 * accumulators of the user's own; and refused arguments.
 */
#include <tropic_define.h>

#include "tests/context.h"
#include "tests/graphs.h"
#include "tests/operation_matrices.h"

/* clang-format off */
TROPIC_OPERATOR(user_minus, int32_t, int32_t, int32_t, x - y);
TROPIC_STRUCT(pair_of_ids, int32_t first, second;);
TROPIC_OPERATOR(pair_up, pair_of_ids, pair_of_ids, pair_of_ids, ((pair_of_ids){x.first, y.second}));
/* clang-format on */

static void test_against_graphblas(void **unused)
{
    enum { CASES = 1000, SMALL = 60 };
    operations_check(3, test_sized(CASES, SMALL), OPERATION_TRANSPOSE);
}

/* A result does not need its matrix any more; and products take it like any other. */
static void test_twice(void **unused)
{
    OWNED(test_graph) g = test_kronecker(3, 12, 8);
    const tropic_semiring *plus = tropic_semiring_builtin(TROPIC_PLUS_PAIR, TROPIC_INT32);
    tropic_matrix_facts facts = {.size = sizeof facts};
    OWNED(tropic_matrix) *A = NULL, *B = NULL, *C = NULL;
    OWNED(tropic_vector) *u = NULL, *v = NULL, *w = NULL;
    OWNED_MEMORY int32_t *found = calloc((size_t)g.rows, 2 * sizeof *found);
    int32_t one = 1;
    g.count = g.count * 2 / 3; /* not symmetric */
    assert_ok(context,
              tropic_matrix_from_coo(&A, context, g.rows, g.cols, g.count, g.row, g.col, TROPIC_BOOL, NULL, NULL));
    assert_ok(context, tropic_transpose(&B, context, NULL, NULL, A, NULL));
    assert_ok(context, tropic_transpose(&C, context, NULL, NULL, B, NULL));
    assert_true(tropic_matrix_is_pattern(C));
    twin_compare_matrices(A, C, context, "twice");
    assert_ok(context, tropic_transpose(&C, context, NULL, tropic_operator_builtin(TROPIC_LOR, TROPIC_BOOL), A, NULL));
    assert_ok(context, tropic_matrix_describe(C, context, &facts));
    assert_true(facts.symmetric && !tropic_matrix_is_pattern(C));
    assert_ok(context, tropic_vector_create(&u, context, TROPIC_INT32, g.rows));
    assert_ok(context, tropic_vector_create(&v, context, TROPIC_INT32, g.rows));
    assert_ok(context, tropic_vector_create(&w, context, TROPIC_INT32, g.rows));
    assert_ok(context, tropic_vector_fill(u, &one));
    assert_ok(context, tropic_vxm(v, NULL, NULL, plus, u, A, NULL));
    /* A itself goes. */
    assert_ok(context, tropic_transpose(&A, context, NULL, NULL, A, NULL));
    assert_ok(context, tropic_mxv(w, NULL, NULL, plus, A, u, NULL));
    assert_ok(context, tropic_vector_get_dense(v, found, NULL));
    assert_ok(context, tropic_vector_get_dense(w, found + g.rows, NULL));
    assert_memory_equal(found, found + g.rows, (size_t)g.rows * sizeof *found);
    twin_compare_matrices(A, B, context, "in its own place");
}

/* Rows of 0 to `longest` entries, and one of a thousand, near the diagonal; values of `size` bytes differ from those of
 * the 255 entries before. */
typedef struct band {
    tropic_index rows, cols;
    tropic_offset *offsets;
    tropic_index *ids;
    char *values;
} band;

static band make_band(tropic_index rows, tropic_index cols, int longest, size_t size)
{
    enum { HEAVY = 1000 };
    band b = {.rows = rows, .cols = cols, .offsets = calloc((size_t)rows + 1, sizeof *b.offsets)};
    const size_t most = (size_t)rows * (size_t)longest + HEAVY;
    uint64_t state = 7;
    tropic_offset count = 0;
    b.ids = calloc(most, sizeof *b.ids);
    b.values = calloc(most, size > 0 ? size : 1);
    for (tropic_index i = 0; i < rows; i++) {
        const int64_t first = (int64_t)i * cols / rows;
        int length;
        length = i == rows / 2 ? HEAVY : (int)(test_random(&state) % (uint64_t)(longest + 1));
        for (int k = 0; k < length && first + 2 * k < cols; k++) {
            memset(b.values + (size_t)count * size, (int)(count * 37 & 0xff), size);
            b.ids[count++] = (tropic_index)(first + 2 * k);
        }
        b.offsets[i + 1] = count;
    }
    return b;
}

static void band_free(band *b)
{
    free(b->offsets);
    free(b->ids);
    free(b->values);
}

/* The columns of b, entry by entry. */
static band turned_band(const band *b, size_t size)
{
    const size_t count = (size_t)b->offsets[b->rows];
    band t = {b->cols, b->rows, calloc((size_t)b->cols + 1, sizeof *t.offsets), calloc(count + 1, sizeof *t.ids),
              calloc(count + 1, size > 0 ? size : 1)};
    for (size_t k = 0; k < count; k++) t.offsets[b->ids[k] + 1]++;
    for (tropic_index j = 0; j < t.rows; j++) t.offsets[j + 1] += t.offsets[j];
    for (tropic_index i = 0; i < b->rows; i++)
        for (tropic_offset k = b->offsets[i]; k < b->offsets[i + 1]; k++) {
            const tropic_offset to = t.offsets[b->ids[k]]++;
            t.ids[to] = i;
            memcpy(t.values + (size_t)to * size, b->values + (size_t)k * size, size);
        }
    memmove(t.offsets + 1, t.offsets, (size_t)t.rows * sizeof *t.offsets);
    t.offsets[0] = 0;
    return t;
}

static void check_band(tropic_context *by, const tropic_matrix *C, const band *expected, size_t size)
{
    const size_t count = (size_t)expected->offsets[expected->rows];
    const tropic_offset *offsets;
    const tropic_index *ids;
    const void *values;
    assert_int_equal(tropic_matrix_count(C), count);
    assert_ok(by, tropic_matrix_csr(C, by, &offsets, &ids, &values));
    assert_memory_equal(offsets, expected->offsets, ((size_t)expected->rows + 1) * sizeof *offsets);
    assert_memory_equal(ids, expected->ids, count * sizeof *ids);
    if (size > 0) assert_memory_equal(values, expected->values, count * size);
}

/* Bands, whose entries go to their places one by one: short rows, long ones that threads share, more rows than columns,
 * and fewer. The transpose comes alone, and taken whole by extract. */
static void test_bands(void **unused)
{
    static const struct {
        tropic_type type;
        size_t size;
    } types[] = {{TROPIC_BOOL, 0}, {TROPIC_INT8, 1}, {TROPIC_INT16, 2}, {TROPIC_FP32, 4}, {TROPIC_INT64, 8}};
    static const int longest[] = {1, 4, 19};
    const tropic_descriptor turned = {.size = sizeof turned, .transpose = true};
    const tropic_index n = test_sized(100000, 5000);
    for (int threads = 1; threads <= 3; threads += 2) {
        OWNED(tropic_context) *by = test_context_of(threads);
        for (size_t t = 0; t < sizeof types / sizeof *types; t++)
            for (size_t l = 0; l < sizeof longest / sizeof *longest; l++) {
                const tropic_index cols = l == 0 ? n : l == 1 ? n / 3 : 2 * n;
                OWNED(band) b = make_band(n, cols, longest[l], types[t].size);
                OWNED(band) expected = turned_band(&b, types[t].size);
                OWNED(tropic_matrix) *A = NULL, *B = NULL, *C = NULL;
                assert_ok(by, tropic_matrix_from_csr(&A, by, n, cols, b.offsets, b.ids, types[t].type,
                                                     types[t].size > 0 ? b.values : NULL, NULL));
                assert_ok(by, tropic_transpose(&C, by, NULL, NULL, A, NULL));
                check_band(by, C, &expected, types[t].size);
                tropic_matrix_free(&C);
                assert_ok(by, tropic_matrix_extract(&C, by, NULL, NULL, A, NULL, NULL, &turned));
                check_band(by, C, &expected, types[t].size);
                assert_ok(by, tropic_matrix_extract(&B, by, NULL, NULL, C, NULL, NULL, &turned));
                check_band(by, B, &b, types[t].size);
            }
    }
}

static void test_users(void **unused)
{
    const tropic_index rows[] = {0, 0, 1, 2}, cols[] = {1, 2, 0, 2};
    const int32_t values[] = {5, 6, 7, 8};
    tropic_operator_source source = user_minus;
    tropic_type type = TROPIC_BOOL;
    for (int strings = 0; strings < 2; strings++) {
        const int32_t expected[] = {5 - 7, 6, 7 - 5, 6, 8 - 8};
        tropic_matrix *A = NULL;
        tropic_operator *op = NULL;
        const int32_t *found;
        if (strings) source.host = NULL;
        assert_ok(context, tropic_operator_create(&op, context, &source));
        assert_ok(context, tropic_matrix_from_coo(&A, context, 3, 3, 4, rows, cols, TROPIC_INT32, values, NULL));
        assert_ok(context, tropic_transpose(&A, context, NULL, op, A, NULL));
        assert_int_equal(tropic_matrix_count(A), 5);
        assert_ok(context, tropic_matrix_csr(A, context, NULL, NULL, (const void **)&found));
        assert_memory_equal(found, expected, sizeof expected);
        tropic_matrix_free(&A);
        tropic_operator_free(&op);
    }
    assert_ok(context, tropic_type_define(&type, context, &pair_of_ids_type));
    const pair_of_ids ids[] = {{0, 1}, {0, 2}, {1, 0}, {2, 2}};
    const pair_of_ids expected[] = {{0, 0}, {0, 2}, {1, 1}, {0, 2}, {2, 2}};
    const pair_of_ids *found;
    tropic_matrix *A = NULL;
    tropic_operator *op = NULL;
    assert_ok(context, tropic_operator_create(&op, context, &pair_up));
    assert_ok(context, tropic_matrix_from_coo(&A, context, 3, 3, 4, rows, cols, type, ids, NULL));
    assert_status(context, TROPIC_TYPE_MISMATCH, tropic_transpose(&A, context, A, op, A, NULL));
    assert_ok(context, tropic_transpose(&A, context, NULL, op, A, NULL));
    assert_ok(context, tropic_matrix_csr(A, context, NULL, NULL, (const void **)&found));
    assert_memory_equal(found, expected, sizeof expected);
    tropic_matrix_free(&A);
    tropic_operator_free(&op);
}

/* A pattern's entries are ones of the type that the other matrix or the accumulator has. */
static void test_patterns(void **unused)
{
    const tropic_operator *plus = tropic_operator_builtin(TROPIC_PLUS, TROPIC_INT32);
    const tropic_descriptor as_is = {.size = sizeof as_is, .transpose = true, .structure = true};
    const tropic_index rows[] = {0, 1}, cols[] = {1, 0}, mask_rows[] = {1}, mask_cols[] = {0};
    const int32_t values[] = {5, 7};
    /* The pattern comes to C, or C is the pattern; with a mask that lets (1, 0) through, and an accumulator. */
    for (int way = 0; way < 8; way++) {
        const bool into = way & 1, masked = way & 2, adds = way & 4;
        const int32_t before = into ? 5 : 1, t = into ? 1 : 7, before_t = into ? 7 : 1;
        const int32_t t_first = into ? 1 : 5;
        const int32_t expected[] = {masked ? before : adds ? before + t_first : t_first, adds ? before_t + t : t};
        OWNED(tropic_matrix) *M = NULL;
        tropic_matrix *A = NULL, *C = NULL;
        const int32_t *found = NULL;
        assert_ok(context, tropic_matrix_from_coo(&A, context, 2, 2, 2, rows, cols, into ? TROPIC_BOOL : TROPIC_INT32,
                                                  into ? NULL : values, NULL));
        assert_ok(context, tropic_matrix_from_coo(&C, context, 2, 2, 2, rows, cols, into ? TROPIC_INT32 : TROPIC_BOOL,
                                                  into ? values : NULL, NULL));
        assert_ok(context, tropic_matrix_from_coo(&M, context, 2, 2, 1, mask_rows, mask_cols, TROPIC_BOOL, NULL, NULL));
        assert_ok(context, tropic_transpose(&C, context, masked ? M : NULL, adds ? plus : NULL, A, &as_is));
        assert_int_equal(tropic_matrix_type(C), TROPIC_INT32);
        assert_int_equal(tropic_matrix_count(C), 2);
        assert_ok(context, tropic_matrix_csr(C, context, NULL, NULL, (const void **)&found));
        assert_memory_equal(found, expected, sizeof expected);
        tropic_matrix_free(&A);
        tropic_matrix_free(&C);
    }
    /* A struct has no one. */
    const pair_of_ids ids[] = {{0, 1}, {0, 2}};
    tropic_matrix *A = NULL, *C = NULL;
    tropic_type type = TROPIC_BOOL;
    assert_ok(context, tropic_type_define(&type, context, &pair_of_ids_type));
    assert_ok(context, tropic_matrix_from_coo(&A, context, 2, 2, 2, rows, cols, TROPIC_BOOL, NULL, NULL));
    assert_ok(context, tropic_matrix_from_coo(&C, context, 2, 2, 2, rows, cols, type, ids, NULL));
    assert_status(context, TROPIC_TYPE_MISMATCH, tropic_transpose(&C, context, NULL, NULL, A, NULL));
    assert_status(context, TROPIC_TYPE_MISMATCH, tropic_transpose(&A, context, NULL, NULL, C, NULL));
    tropic_matrix_free(&A);
    tropic_matrix_free(&C);
}

static void test_labels(void **unused)
{
    OWNED(tropic_matrix) *A = NULL, *C = NULL;
    assert_ok(context, tropic_matrix_load(&A, context, "matrices/karate.mtx", NULL));
    assert_ok(context, tropic_transpose(&C, context, NULL, NULL, A, NULL));
    assert_int_equal(tropic_matrix_label(C, 0), 1);
    twin_compare_matrices(A, C, context, "an undirected graph");
}

static void test_refusals(void **unused)
{
    const tropic_operator *plus = tropic_operator_builtin(TROPIC_PLUS, TROPIC_FP64);
    const double values[2] = {3, 4};
    const tropic_index rows[2] = {0, 1}, cols[2] = {2, 0};
    OWNED(tropic_matrix) *A = NULL, *C = NULL;
    tropic_matrix *before;
    assert_ok(context, tropic_matrix_from_coo(&A, context, 2, 3, 2, rows, cols, TROPIC_FP64, values, NULL));
    assert_ok(context, tropic_matrix_from_coo(&C, context, 3, 2, 2, cols, rows, TROPIC_FP64, values, NULL));
    before = C;
    assert_int_equal(tropic_transpose(&C, NULL, NULL, NULL, A, NULL), TROPIC_INVALID_ARGUMENT);
#define REFUSED(status, ...)                                                                                           \
    assert_status(context, TROPIC_##status, tropic_transpose(__VA_ARGS__));                                            \
    assert_ptr_equal(C, before)
    REFUSED(INVALID_ARGUMENT, NULL, context, NULL, NULL, A, NULL);
    REFUSED(INVALID_ARGUMENT, &C, context, NULL, NULL, NULL, NULL);
    REFUSED(DIMENSION_MISMATCH, &C, context, A, NULL, A, NULL);
    REFUSED(DIMENSION_MISMATCH, &C, context, NULL, NULL, C, NULL);
    assert_ok(context, tropic_transpose(&C, context, NULL, plus, A, NULL));
    assert_ptr_not_equal(C, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_against_graphblas, operations_teardown),
        cmocka_unit_test(test_twice),
        cmocka_unit_test(test_bands),
        cmocka_unit_test(test_users),
        cmocka_unit_test(test_patterns),
        cmocka_unit_test(test_labels),
        cmocka_unit_test(test_refusals),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, context_open_cached, context_close_cached);
}
