/* SPDX-License-Identifier: Apache-2.0
 *
 * Ends in unusual order: a device that the caller resets, while the library has something there or not, and a stream
 * that goes before vectors that were written on it.
 */
#include "tests/fixtures.h"

#include <cuda_runtime_api.h>

enum { N = 200, ARCS = 4 * N, ROUNDS = 3 };

typedef struct outcome {
    int32_t level[N];
    int64_t sum[N];
} outcome;

/* `vector_last`: the context goes before its vectors, and the matrix before them. */
static outcome work(bool vector_last)
{
    const tropic_semiring *semiring = tropic_semiring_builtin(TROPIC_PLUS_TIMES, TROPIC_INT64);
    OWNED(tropic_context) *context = test_context();
    tropic_index rows[ARCS], cols[ARCS];
    int64_t values[ARCS];
    OWNED(tropic_vector) *level = NULL, *w = NULL;
    OWNED(tropic_matrix) *A = NULL, *C = NULL;
    outcome found;
    for (int k = 0; k < ARCS; k++) {
        rows[k] = k % N;
        cols[k] = (7 * k + k / N) % N;
        values[k] = 1 + k % 3;
    }
    assert_ok(context, tropic_matrix_from_coo(&A, context, N, N, ARCS, rows, cols, TROPIC_INT64, values, NULL));
    assert_ok(context, tropic_mxm(&C, context, NULL, NULL, semiring, A, A, NULL));
    assert_ok(context, tropic_vector_create(&level, context, TROPIC_INT32, N));
    assert_ok(context, tropic_vector_create(&w, context, TROPIC_INT64, N));
    assert_ok(context, tropic_bfs(level, NULL, A, 0, NULL, NULL));
    assert_ok(context, tropic_vector_fill(w, &values[1]));
    assert_ok(context, tropic_mxv(w, NULL, NULL, semiring, C, w, NULL));
    assert_ok(context, tropic_vector_get_dense(level, found.level, NULL));
    assert_ok(context, tropic_vector_get_dense(w, found.sum, NULL));
    if (vector_last) tropic_context_free(&context);
    return found;
}

static void resets_between_contexts(void **state)
{
    const outcome expected = work(false);
    for (int round = 0; round < ROUNDS; round++) {
        outcome found;
        assert_int_equal(cudaDeviceReset(), cudaSuccess);
        found = work(round % 2 == 0);
        assert_memory_equal(found.level, expected.level, sizeof found.level);
        assert_memory_equal(found.sum, expected.sum, sizeof found.sum);
    }
}

/* The objects of a program on a device that is reset: a matrix of the host's with its copy there, one that is there
 * alone, as products are, a vector, and one whose number of entries nobody has asked for. */
typedef struct belongings {
    tropic_context *context;
    tropic_matrix *A, *C;
    tropic_vector *level, *unasked;
} belongings;

static belongings acquire(void)
{
    const tropic_index rows[] = {0, 1, 2}, cols[] = {1, 2, 3};
    const int64_t values[] = {1, 1, 1};
    const tropic_semiring *semiring = tropic_semiring_builtin(TROPIC_PLUS_TIMES, TROPIC_INT64);
    belongings b = {.context = test_context()};
    assert_ok(b.context, tropic_matrix_from_coo(&b.A, b.context, 4, 4, 3, rows, cols, TROPIC_INT64, values, NULL));
    assert_ok(b.context, tropic_mxm(&b.C, b.context, NULL, NULL, semiring, b.A, b.A, NULL));
    assert_ok(b.context, tropic_vector_create(&b.level, b.context, TROPIC_INT32, 4));
    assert_ok(b.context, tropic_bfs(b.level, NULL, b.A, 0, NULL, NULL));
    assert_ok(b.context, tropic_vector_create(&b.unasked, b.context, TROPIC_INT64, 4));
    assert_ok(b.context, tropic_vector_set(b.unasked, 0, values));
    assert_ok(b.context, tropic_vxm(b.unasked, NULL, NULL, semiring, b.unasked, b.A, NULL));
    return b;
}

static void drop(belongings *b, bool context_first)
{
    if (context_first) tropic_context_free(&b->context);
    tropic_matrix_free(&b->C);
    tropic_vector_free(&b->level);
    tropic_vector_free(&b->unasked);
    tropic_matrix_free(&b->A);
    tropic_context_free(&b->context);
}

static void check_lost(belongings *b)
{
    const tropic_semiring *semiring = tropic_semiring_builtin(TROPIC_PLUS_TIMES, TROPIC_INT64);
    const int32_t three = 3;
    int32_t level[4];
    tropic_matrix_facts facts = {.size = sizeof facts};
    tropic_vector *more = NULL;
    tropic_matrix *D = NULL;
    assert_status(b->context, TROPIC_DEVICE_ERROR, tropic_bfs(b->level, NULL, b->A, 0, NULL, NULL));
    assert_non_null(strstr(tropic_context_error(b->context), "reset"));
    assert_status(b->context, TROPIC_DEVICE_ERROR, tropic_vector_get_dense(b->level, level, NULL));
    assert_status(b->context, TROPIC_DEVICE_ERROR, tropic_vector_fill(b->level, &three));
    assert_status(b->context, TROPIC_DEVICE_ERROR, tropic_vector_create(&more, b->context, TROPIC_INT32, 4));
    assert_status(b->context, TROPIC_DEVICE_ERROR, tropic_mxm(&D, b->context, NULL, NULL, semiring, b->A, b->A, NULL));
    assert_status(b->context, TROPIC_DEVICE_ERROR, tropic_vector_duplicate(&more, b->level));
    assert_status(b->context, TROPIC_DEVICE_ERROR, tropic_matrix_describe(b->C, b->context, &facts));
    assert_status(b->context, TROPIC_DEVICE_ERROR, tropic_matrix_csr(b->C, b->context, NULL, NULL, NULL));
    assert_null(more);
    assert_null(D);
}

/* The host's matrix is as it was; data that the device alone had is lost, and another context says so. */
static void check_others(const belongings *b, tropic_context *context)
{
    const tropic_offset *offsets;
    OWNED(tropic_vector) *level = NULL;
    int32_t found[4];
    assert_ok(context, tropic_vector_create(&level, context, TROPIC_INT32, 4));
    assert_ok(context, tropic_bfs(level, NULL, b->A, 0, NULL, NULL));
    assert_ok(context, tropic_vector_get_dense(level, found, NULL));
    for (int k = 0; k < 4; k++) assert_int_equal(found[k], k);
    assert_status(context, TROPIC_DEVICE_ERROR, tropic_matrix_csr(b->C, context, &offsets, NULL, NULL));
}

static void a_reset_under_a_context_is_an_error_there_alone(void **state)
{
    enum { RESETS = 2 * 16 };
    const outcome expected = work(false);
    for (int round = 0; round < RESETS; round++) {
        belongings b = acquire();
        tropic_context *after, *host = test_context_of(1);
        outcome found;
        assert_int_equal(cudaDeviceReset(), cudaSuccess);
        if (round % 2) check_lost(&b);
        after = test_context();
        check_others(&b, after);
        check_others(&b, host);
        check_lost(&b);
        found = work(true);
        assert_memory_equal(found.level, expected.level, sizeof found.level);
        assert_memory_equal(found.sum, expected.sum, sizeof found.sum);
        if (round % 3 == 0) tropic_context_free(&after);
        drop(&b, round % 2);
        tropic_context_free(&after);
        tropic_context_free(&host);
        assert_int_equal(cudaGetLastError(), cudaSuccess);
    }
}

/* Three resets, each under live objects, all of which are freed at the end. */
static void what_several_resets_left_is_freed_later(void **state)
{
    belongings b[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
        b[round] = acquire();
        assert_int_equal(cudaDeviceReset(), cudaSuccess);
    }
    for (int round = 0; round < ROUNDS; round++) check_lost(&b[round]);
    for (int round = 0; round < ROUNDS; round++) drop(&b[round], round % 2);
    resets_between_contexts(state);
}

/* Their memory is free again. */
static void a_stream_may_go_before_vectors(void **state)
{
    enum { LARGE = 1 << 24 };
    const int64_t seven = 7;
    size_t before, after, all;
    for (int round = 0; round < ROUNDS; round++) {
        tropic_context_options options = {.size = sizeof options, .device = TROPIC_DEVICE_CUDA};
        tropic_context *context = NULL;
        tropic_vector *v[2] = {NULL};
        cudaStream_t stream;
        assert_int_equal(cudaStreamCreate(&stream), cudaSuccess);
        assert_int_equal(cudaMemGetInfo(&before, &all), cudaSuccess);
        options.stream = stream;
        assert_ok(NULL, tropic_context_create(&context, &options));
        for (int k = 0; k < 2; k++) {
            assert_ok(context, tropic_vector_create(&v[k], context, TROPIC_INT64, LARGE));
            assert_ok(context, tropic_vector_fill(v[k], &seven));
        }
        tropic_context_free(&context);
        assert_int_equal(cudaStreamDestroy(stream), cudaSuccess);
        for (int k = 0; k < 2; k++) tropic_vector_free(&v[k]);
        assert_int_equal(cudaGetLastError(), cudaSuccess);
        assert_int_equal(cudaMemGetInfo(&after, &all), cudaSuccess);
        assert_true(after + LARGE * sizeof seven > before);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(resets_between_contexts), cmocka_unit_test(a_reset_under_a_context_is_an_error_there_alone),
        cmocka_unit_test(what_several_resets_left_is_freed_later), cmocka_unit_test(a_stream_may_go_before_vectors)};
    test_need_device();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
