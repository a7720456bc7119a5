/* SPDX-License-Identifier: Apache-2.0
 *
 * What ends before what: a device that the caller resets while the library has nothing there, and a stream that goes
 * before vectors that were written on it.
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
    tropic_context *context = test_context();
    tropic_index rows[ARCS], cols[ARCS];
    int64_t values[ARCS];
    tropic_vector *level = NULL, *w = NULL;
    tropic_matrix *A = NULL, *C = NULL;
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
    tropic_matrix_free(&A);
    tropic_matrix_free(&C);
    tropic_vector_free(&level);
    tropic_vector_free(&w);
    tropic_context_free(&context);
    return found;
}

static void resets_between_contexts(void **state)
{
    const outcome expected = work(false);
    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        outcome found;
        assert_int_equal(cudaDeviceReset(), cudaSuccess);
        found = work(round % 2 == 0);
        assert_memory_equal(found.level, expected.level, sizeof found.level);
        assert_memory_equal(found.sum, expected.sum, sizeof found.sum);
    }
}

/* Their memory is free again. */
static void a_stream_may_go_before_vectors(void **state)
{
    enum { LARGE = 1 << 24 };
    const int64_t seven = 7;
    size_t before, after, all;
    (void)state;
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
    const struct CMUnitTest tests[] = {cmocka_unit_test(resets_between_contexts),
                                       cmocka_unit_test(a_stream_may_go_before_vectors)};
    test_need_device();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
