/* SPDX-License-Identifier: Apache-2.0
 *
 * Machine code made at run time, loaded and run on the GPU.
 */
#include "tests/common.h"
#include "tests/jit.h"

#include <cuda_runtime_api.h>

#include "runtime/jit/jit.h"
#include "tests/jit_kernels.h"

#define assert_cuda(call) assert_int_equal(call, cudaSuccess)

static const char text[] = "#include \"semiring/operators.h\"\n"
                           "TP_KERNEL void add_to(int32_t *p, int32_t by)\n"
                           "{\n"
                           "    p[threadIdx.x] = tp_add_plus_int32(p[threadIdx.x], by);\n"
                           "}\n"
                           "TP_KERNEL void multiply_with(int32_t *p, int32_t by)\n"
                           "{\n"
                           "    p[threadIdx.x] = tp_mul_times_int32(p[threadIdx.x], by, 0, 0);\n"
                           "}\n";

/* NULL where there is no NVRTC. */
static void *compile(tropic_context *context, size_t *bytes)
{
    int architecture = 0;
    void *image = NULL;
    tropic_status status;
    assert_ok(context, tp_cuda_architecture(context, &architecture));
    status = test_cubin(context, architecture, "text", text, &image, bytes);
    if (status != TROPIC_NOT_SUPPORTED) assert_ok(context, status);
    return image;
}

static void kernels_run(void **state)
{
    enum { N = 32, ADDED = 5, FACTOR = 3 };
    static const char *const names[] = {"multiply_with", "add_to"};
    OWNED(tropic_context) *context = test_context();
    const void *kernels[2] = {NULL, NULL};
    int32_t found[N], by[] = {FACTOR, ADDED}, *p = NULL;
    void *library = NULL, *image;
    size_t bytes;
    image = compile(context, &bytes);
    if (!image) test_skip("no NVRTC");
    assert_ok(context, tp_cuda_load(context, image, bytes, names, 2, kernels, &library));
    memset(image, 0, bytes); /* it was copied */
    tp_release(&context->memory, image);
    assert_cuda(cudaMalloc((void **)&p, sizeof found));
    for (int32_t k = 0; k < N; k++) found[k] = k;
    assert_cuda(cudaMemcpy(p, found, sizeof found, cudaMemcpyHostToDevice));
    for (int k = 0; k < 2; k++) {
        void *arguments[] = {&p, &by[k]};
        const dim3 one = {1, 1, 1}, block = {N, 1, 1};
        assert_cuda(cudaLaunchKernel(kernels[k], one, block, arguments, 0, NULL));
    }
    assert_cuda(cudaMemcpy(found, p, sizeof found, cudaMemcpyDeviceToHost));
    for (int32_t k = 0; k < N; k++) assert_int_equal(found[k], k * FACTOR + ADDED);
    assert_cuda(cudaFree(p));
    tp_cuda_unload(library);
}

static void what_is_not_there_is_refused(void **state)
{
    static const char *const names[] = {"add_to", "subtract_from"};
    OWNED(tropic_context) *context = test_context();
    const void *kernels[2];
    void *library = context, *image;
    size_t bytes;
    image = compile(context, &bytes);
    if (!image) test_skip("no NVRTC");
    assert_status(context, TROPIC_DEVICE_ERROR, tp_cuda_load(context, image, bytes, names, 2, kernels, &library));
    assert_null(library);
    assert_status(context, TROPIC_DEVICE_ERROR, tp_cuda_load(context, "no image", 0, names, 1, kernels, &library));
    assert_null(library);
    tp_cuda_unload(NULL);
    /* And the next is none the worse. */
    assert_ok(context, tp_cuda_load(context, image, bytes, names, 1, kernels, &library));
    tp_cuda_unload(library);
    tp_release(&context->memory, image);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, test_cache_begin, test_cache_end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(kernels_run),
        TEST(what_is_not_there_is_refused),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
