/* SPDX-License-Identifier: Apache-2.0
 *
 * Products of two matrices that are large in one way or another: wide, with hubs, local, or with many more products
 * than entries; on one thread and on two, against the definition.
 */
#include <tropic_define.h>

#include "tests/jit.h"
#include "tests/mxm_oracle.h"

/* clang-format off */
TROPIC_SEMIRING(placed, int64_t, int64_t, int64_t, a + b, x * 5 - y * 3 + i * 7 + j * 11 + r * 13, 0);
/* clang-format on */

static int64_t by_place(int64_t x, int64_t y, tropic_index i, tropic_index j, tropic_index r)
{
    return x * 5 - y * 3 + i * 7 + j * 11 + r * 13;
}

static int64_t times(int64_t x, int64_t y, tropic_index i, tropic_index j, tropic_index r)
{
    return x * y;
}

/* -- matrices ---------------------------------------------------------------------------------- */

/* `each` entries in each row, `wide` columns about the diagonal or anywhere (0), and a row that has `hub`. */
typedef struct shape {
    tropic_index rows, cols;
    int32_t each, wide, hub;
} shape;

static tropic_matrix *shaped(tropic_context *context, const shape *s, uint64_t seed)
{
    test_graph g = test_empty(s->rows, s->cols);
    tropic_matrix *A;
    int64_t k = 0;
    g.count = (int64_t)s->rows * s->each + s->hub;
    g.row = realloc(g.row, ((size_t)g.count + 1) * sizeof *g.row);
    g.col = realloc(g.col, ((size_t)g.count + 1) * sizeof *g.col);
    for (tropic_index i = 0; i < s->rows; i++)
        for (int32_t e = 0; e < s->each; e++) {
            const int32_t at = test_below(&seed, s->wide > 0 ? s->wide : s->cols);
            g.row[k] = i;
            g.col[k++] = s->wide > 0 ? (int32_t)(((int64_t)i * s->cols / s->rows + at) % s->cols) : at;
        }
    for (int32_t e = 0; e < s->hub; e++) {
        g.row[k] = s->rows / 2;
        g.col[k++] = (int32_t)((int64_t)e * s->cols / s->hub);
    }
    A = mxm_matrix(context, &g, seed);
    return A;
}

/* -- products ---------------------------------------------------------------------------------- */

/* C<M> = AB, and of the complement, on one thread and on two. NULL: no mask. */
static void check(tropic_context *const context[2], const tropic_matrix *A, const tropic_matrix *B,
                  const tropic_matrix *M, const char *text)
{
    OWNED(tropic_semiring) *own = NULL;
    assert_ok(context[0], tropic_semiring_create(&own, context[0], &placed));
    for (int way = 0; way < (M ? 8 : 4); way++) {
        const bool users = way & 1, two = way & 2, complement = way & 4;
        const tropic_descriptor d = {.size = sizeof d, .complement = complement, .structure = true};
        const tropic_index rows = tropic_matrix_rows(A), cols = tropic_matrix_cols(B);
        const tropic_semiring *semiring = users ? own : tropic_semiring_builtin(TROPIC_PLUS_TIMES, TROPIC_INT64);
        OWNED_MEMORY bool *allowed = M ? calloc((size_t)rows * (size_t)cols, 1) : NULL;
        OWNED(tropic_matrix) *C = NULL, *expected = NULL;
        const tropic_offset *offsets;
        const tropic_index *ids;
        if (M) {
            memset(allowed, complement, (size_t)rows * (size_t)cols);
            assert_ok(context[0], tropic_matrix_csr(M, context[0], &offsets, &ids, NULL));
            for (tropic_index r = 0; r < rows; r++)
                for (tropic_offset k = offsets[r]; k < offsets[r + 1]; k++)
                    allowed[(size_t)r * (size_t)cols + (size_t)ids[k]] = !complement;
        }
        assert_ok(context[two], tropic_mxm(&C, context[two], M, NULL, semiring, A, B, &d));
        expected = mxm_oracle(context[0], A, B, users ? by_place : times, allowed);
        twin_compare_matrices(C, expected, context[0], text);
    }
}

/* Helpers start once there was some work. */
static void open_contexts(tropic_context *context[2])
{
    enum { PLACES = 1 << 22 };
    OWNED(tropic_vector) *w = NULL;
    const int32_t one = 1;
    context[0] = test_context_of(1);
    context[1] = test_context_of(2);
    assert_ok(context[1], tropic_vector_create(&w, context[1], TROPIC_INT32, PLACES));
    assert_ok(context[1], tropic_vector_fill(w, &one));
    assert_ok(context[1],
              tropic_apply(w, NULL, NULL, tropic_operator_builtin(TROPIC_FIRST, TROPIC_INT32), w, NULL, NULL));
}

static void close_contexts(tropic_context *context[2])
{
    tropic_context_free(&context[0]);
    tropic_context_free(&context[1]);
}

static void test_shapes(void **unused)
{
    static const struct {
        const char *text;
        shape A, B, M;
    } cases[] = {
        {"square", {900, 900, 5, 0, 0}, {900, 900, 5, 0, 0}, {900, 900, 3, 0, 0}},
        {"wide", {700, 600, 3, 0, 0}, {600, 9000, 3, 0, 0}, {700, 9000, 4, 0, 0}},
        {"local", {3000, 3000, 4, 9, 0}, {3000, 3000, 4, 9, 0}, {3000, 3000, 3, 30, 0}},
        {"a hub of A", {40, 3000, 2, 0, 3000}, {3000, 2500, 20, 0, 0}, {40, 2500, 3, 0, 900}},
        {"a hub of B", {300, 200, 4, 0, 200}, {200, 30000, 2, 0, 30000}, {300, 30000, 2, 0, 10000}},
        {"a wide hub", {3, 12000, 1, 0, 12000}, {12000, 4000000, 1, 0, 0}, {3, 4000000, 5, 0, 50000}},
        {"one column", {50, 5000, 3, 0, 5000}, {5000, 1, 1, 0, 0}, {50, 1, 1, 0, 0}},
        {"one row", {1, 3000, 1, 0, 3000}, {3000, 3000, 30, 0, 0}, {1, 3000, 7, 0, 500}},
    };
    tropic_context *context[2];
    open_contexts(context);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        tropic_matrix *A = shaped(context[0], &cases[k].A, k), *B = shaped(context[0], &cases[k].B, k + 100);
        tropic_matrix *M = shaped(context[0], &cases[k].M, k + 200);
        check(context, A, B, NULL, cases[k].text);
        check(context, A, B, M, cases[k].text);
        tropic_matrix_free(&A);
        tropic_matrix_free(&B);
        tropic_matrix_free(&M);
    }
    close_contexts(context);
}

/* Of A, of B and of the result. */
static void test_million(void **unused)
{
    enum { MILLION = 1000000 };
    const shape a = {5, MILLION, 3, 0, MILLION}, b = {MILLION, 40, 1, 0, 0}, c = {40, MILLION, 1, 0, MILLION},
                d = {10, 40, 9, 0, 40};
    tropic_context *context[2];
    open_contexts(context);
    tropic_matrix *A = shaped(context[0], &a, 1), *B = shaped(context[0], &b, 2), *C = shaped(context[0], &c, 3),
                  *D = shaped(context[0], &d, 4);
    check(context, A, B, NULL, "a million entries of A");
    check(context, D, C, NULL, "a million entries of B");
    tropic_matrix_free(&A);
    tropic_matrix_free(&B);
    tropic_matrix_free(&C);
    tropic_matrix_free(&D);
    close_contexts(context);
}

/* -- memory ------------------------------------------------------------------------------------ */

/* So many bytes, and so many allocations. */
typedef struct limited {
    size_t left;
    int64_t calls;
    size_t held;
} limited;

static void *allocate_limited(size_t bytes, void *user)
{
    limited *memory = user;
    size_t *block = bytes <= memory->left && memory->calls > 0 ? malloc(bytes + 2 * sizeof *block) : NULL;
    memory->calls--;
    if (!block) return NULL;
    memory->left -= bytes;
    memory->held += bytes;
    *block = bytes;
    return block + 2;
}

static void release_limited(void *pointer, void *user)
{
    size_t *block = pointer;
    if (!pointer) return;
    block -= 2;
    ((limited *)user)->left += *block;
    ((limited *)user)->held -= *block;
    free(block);
}

static tropic_context *limited_context(limited *memory)
{
    const tropic_context_options options = {.size = sizeof options,
                                            .device = TROPIC_DEVICE_CPU,
                                            .threads = 2,
                                            .allocate = allocate_limited,
                                            .release = release_limited,
                                            .memory_user = memory};
    tropic_context *context = NULL;
    assert_int_equal(tropic_context_create(&context, &options), TROPIC_OK);
    return context;
}

/* Forty million products, of which a thousandth is left; and a result that does not fit. */
static void test_memory(void **unused)
{
    enum { N = 2000, FEW = 10 };
    const tropic_semiring *plus = tropic_semiring_builtin(TROPIC_PLUS_PAIR, TROPIC_INT64);
    limited memory = {.left = (size_t)64 << 20, .calls = INT64_MAX};
    OWNED(tropic_context) *context = limited_context(&memory);
    OWNED(tropic_matrix) *A = NULL, *B = NULL, *C = NULL;
    tropic_matrix *D = NULL;
    OWNED_MEMORY tropic_offset *offsets = calloc(N + 1, sizeof *offsets);
    OWNED_MEMORY tropic_index *ids = calloc((size_t)N * N, sizeof *ids);
    const void *values;
    for (tropic_index i = 0; i <= N; i++) offsets[i] = (tropic_offset)i * N;
    for (size_t k = 0; k < (size_t)N * N; k++) ids[k] = (tropic_index)(k % N);
    assert_ok(context, tropic_matrix_from_csr(&A, context, N, N, offsets, ids, TROPIC_BOOL, NULL, NULL));
    for (tropic_index i = 0; i <= N; i++) offsets[i] = (tropic_offset)i * FEW;
    for (size_t k = 0; k < (size_t)N * FEW; k++) ids[k] = (tropic_index)(k % FEW);
    assert_ok(context, tropic_matrix_from_csr(&B, context, N, FEW, offsets, ids, TROPIC_BOOL, NULL, NULL));
    memory.left = (size_t)2 << 20;
    assert_ok(context, tropic_mxm(&C, context, NULL, NULL, plus, A, B, NULL));
    assert_int_equal(tropic_matrix_count(C), (int64_t)N * FEW);
    assert_ok(context, tropic_matrix_csr(C, context, NULL, NULL, &values));
    for (int64_t k = 0; k < (int64_t)N * FEW; k++) assert_int_equal(((const int64_t *)values)[k], N);
    assert_status(context, TROPIC_OUT_OF_MEMORY, tropic_mxm(&D, context, NULL, NULL, plus, A, A, NULL));
    assert_non_null(strstr(tropic_context_error(context), "at row"));
    assert_null(D);
}

/* Each allocation of a product with tables and a row in parts fails once: nothing is left over, C is as it was. */
static void test_failing(void **unused)
{
    const shape a = {3, 12000, 1, 0, 12000}, b = {12000, 4000000, 1, 0, 0}, m = {3, 4000000, 5, 0, 50000};
    limited memory = {.left = SIZE_MAX / 2, .calls = INT64_MAX};
    tropic_context *context = limited_context(&memory);
    tropic_matrix *A = shaped(context, &a, 1), *B = shaped(context, &b, 2), *M = shaped(context, &m, 3);
    const tropic_semiring *plus = tropic_semiring_builtin(TROPIC_PLUS_TIMES, TROPIC_INT64);
    for (int way = 0; way < 3; way++) {
        const tropic_descriptor d = {.size = sizeof d, .complement = way == 2};
        tropic_matrix *C = NULL;
        tropic_status status = TROPIC_OUT_OF_MEMORY;
        const size_t held = memory.held;
        int calls = 0;
        for (; status != TROPIC_OK; calls++) {
            memory.calls = calls;
            status = tropic_mxm(&C, context, way > 0 ? M : NULL, NULL, plus, A, B, &d);
            if (status == TROPIC_OK) break;
            assert_int_equal(status, TROPIC_OUT_OF_MEMORY);
            assert_null(C);
            assert_int_equal(memory.held, held);
        }
        assert_true(calls > 5);
        memory.calls = INT64_MAX;
        tropic_matrix_free(&C);
        assert_int_equal(memory.held, held);
    }
    tropic_matrix_free(&A);
    tropic_matrix_free(&B);
    tropic_matrix_free(&M);
    tropic_context_free(&context);
    assert_int_equal(memory.held, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_million),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_failing),
    };
    int failed;
    if (test_cache_begin(NULL) != 0) return 1;
    failed = cmocka_run_group_tests(tests, NULL, NULL);
    return test_cache_end(NULL) != 0 ? 1 : failed;
}
