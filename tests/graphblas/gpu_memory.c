/* SPDX-License-Identifier: Apache-2.0
 *
 * Memory of the device that runs out.
 */
#define _GNU_SOURCE /* RTLD_NEXT */
#include "tests/graphblas/failing/calls.h"

#include <cuda_runtime_api.h>
#include <dlfcn.h>

static void *device_allocate(size_t bytes)
{
    void *pointer = NULL;
    return cudaMalloc(&pointer, bytes) == cudaSuccess ? pointer : NULL;
}

static void device_release(void *pointer)
{
    assert_int_equal(cudaFree(pointer), cudaSuccess);
}

static void *allocate(size_t bytes, void *user)
{
    return failing_allocate(bytes);
}

static void release(void *pointer, void *user)
{
    failing_release(pointer);
}

typedef tropic_status context_create(tropic_context **context, const tropic_context_options *options);

/* Called by the library in place of the one of libtropic: its contexts have device memory of this program's. */
tropic_status tropic_context_create(tropic_context **context, const tropic_context_options *options)
{
    context_create *create = NULL;
    tropic_context_options mine = *options;
    *(void **)&create = dlsym(RTLD_NEXT, "tropic_context_create");
    assert_non_null(create);
    mine.device_allocate = allocate;
    mine.device_release = release;
    return create(context, &mine);
}

static const failing_memory memory = {device_allocate, device_release, GrB_init};

static void each_call(void **state)
{
    assert_true(failing_calls_run(&memory) > 0);
}

static void each_call_by_rows(void **state)
{
    setenv("TROPIC_GRAPHBLAS_LONG_ROW", "1", 1);
    assert_true(failing_calls_run(&memory) > 0);
    unsetenv("TROPIC_GRAPHBLAS_LONG_ROW");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_call), cmocka_unit_test(each_call_by_rows)};
    test_need_device();
    choose_device();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
