/* SPDX-License-Identifier: Apache-2.0
 *
 * Other values of a matrix, from the device and again from the host: of a matrix of host arrays, of a view of the
 * device's, and of a result.
 */
#include "tests/fixtures.h"

#include <cuda_runtime_api.h>

#define assert_cuda(call) assert_int_equal(call, cudaSuccess)

enum { N = 4, COUNT = 6, KINDS = 3 };
static const tropic_offset OFFSETS[N + 1] = {0, 2, 3, 3, 6};
static const tropic_index IDS[COUNT] = {1, 3, 0, 0, 1, 2};
static const int32_t FIRST[COUNT] = {1, 1, 1, 1, 1, 1}, SECOND[COUNT] = {1, 2, 3, 4, 5, 6},
                     THIRD[COUNT] = {7, 7, 8, 8, 9, 9};

static void *device_copy(const void *from, size_t bytes)
{
    void *to = NULL;
    assert_cuda(cudaMalloc(&to, bytes));
    assert_cuda(cudaMemcpy(to, from, bytes, cudaMemcpyHostToDevice));
    return to;
}

/* The values, and products with both orientations. */
static void check(tropic_context *context, const tropic_matrix *A, const int32_t *due)
{
    const tropic_semiring *plus_times = tropic_semiring_builtin(TROPIC_PLUS_TIMES, TROPIC_INT32);
    int32_t found[COUNT], ones[N] = {1, 1, 1, 1};
    OWNED(tropic_vector) *u = test_vector_of(context, TROPIC_INT32, N, ones), *w = NULL;
    assert_ok(context, tropic_vector_create(&w, context, TROPIC_INT32, N));
    for (int t = 0; t < 2; t++) {
        const tropic_descriptor d = {.size = sizeof d, .transpose = t, .strategy = TROPIC_STRATEGY_CSC_SCALAR};
        int32_t sums[N] = {0}, got[N];
        for (tropic_index i = 0; i < N; i++)
            for (tropic_offset k = OFFSETS[i]; k < OFFSETS[i + 1]; k++) sums[t ? IDS[k] : i] += due[k];
        assert_ok(context, tropic_mxv(w, NULL, NULL, plus_times, A, u, &d));
        memset(got, 0, sizeof got);
        assert_ok(context, tropic_vector_get_dense(w, got, NULL));
        assert_memory_equal(got, sums, sizeof sums);
    }
    assert_ok(context, tropic_matrix_get_entries(A, context, NULL, NULL, found));
    assert_memory_equal(found, due, sizeof found);
}

static void from_either_side(void **state)
{
    const tropic_build_options view = {.size = sizeof view, .location = TROPIC_DEVICE, .view = true};
    const tropic_operator *plus = tropic_operator_builtin(TROPIC_PLUS, TROPIC_INT32);
    const int32_t zero = 0;
    tropic_context *context = test_context();
    void *offsets = device_copy(OFFSETS, sizeof OFFSETS), *ids = device_copy(IDS, sizeof IDS);
    void *first = device_copy(FIRST, sizeof FIRST), *second = device_copy(SECOND, sizeof SECOND);
    int32_t found[COUNT];
    for (int kind = 0; kind < KINDS; kind++)
        for (int used = 0; used < 2; used++) {
            OWNED(tropic_matrix) *A = NULL;
            assert_ok(context,
                      kind == 1 ? tropic_matrix_from_csr(&A, context, N, N, offsets, ids, TROPIC_INT32, first, &view)
                                : tropic_matrix_from_csr(&A, context, N, N, OFFSETS, IDS, TROPIC_INT32, FIRST, NULL));
            if (kind == 2) assert_ok(context, tropic_matrix_apply(&A, context, NULL, NULL, plus, A, &zero, NULL));
            if (used) check(context, A, FIRST);
            assert_ok(context, tropic_matrix_update_values(A, context, second, TROPIC_DEVICE));
            check(context, A, SECOND);
            assert_ok(context, tropic_matrix_update_values(A, context, THIRD, TROPIC_HOST));
            check(context, A, THIRD);
            assert_ok(context, tropic_matrix_update_values(A, context, second, TROPIC_DEVICE));
            check(context, A, SECOND);
        }
    assert_cuda(cudaMemcpy(found, first, sizeof found, cudaMemcpyDeviceToHost));
    assert_memory_equal(found, FIRST, sizeof found); /* the caller's, still */
    tropic_context_free(&context);
    assert_cuda(cudaFree(offsets));
    assert_cuda(cudaFree(ids));
    assert_cuda(cudaFree(first));
    assert_cuda(cudaFree(second));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(from_either_side),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
