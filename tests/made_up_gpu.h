/* SPDX-License-Identifier: Apache-2.0
 *
 * A context of TROPIC_DEVICE_AUTO with a GPU that is made up. It computes as the CPU does, in memory of its own. A test
 * says if it opens, and how much memory it has.
 */
#ifndef TROPIC_TESTS_MADE_UP_GPU_H
#define TROPIC_TESTS_MADE_UP_GPU_H

#include "runtime/choice.h"
#include "spmv/cpu_backend.h"
#include "tests/common.h"

/* left: allocations that succeed; negative: all. */
static struct {
    tp_backend backend;
    tropic_status answer; /* to its opening */
    int opened, closed, left;
} gpu;

static inline tropic_status gpu_open(tropic_context *context, int index, void *stream)
{
    gpu.opened++;
    snprintf(context->device_name, sizeof context->device_name, "made up");
    return gpu.answer == TROPIC_OK ? TROPIC_OK : tp_fail(context, gpu.answer, "its memory is taken");
}

static inline void gpu_close(tropic_context *context)
{
    gpu.closed++;
}

static inline tropic_status gpu_allocate(tropic_context *context, void **pointer, size_t bytes, const char *what)
{
    if (gpu.left == 0) return tp_fail(context, TROPIC_OUT_OF_DEVICE_MEMORY, "no room for %s", what);
    if (gpu.left > 0) gpu.left--;
    return tp_cpu_backend.allocate(context, pointer, bytes, what);
}

static inline tropic_context *gpu_context_with(tropic_context_options options)
{
    tropic_context *context = NULL;
    gpu.backend = tp_cpu_backend;
    gpu.backend.device = TROPIC_DEVICE_CUDA;
    gpu.backend.open = gpu_open;
    gpu.backend.close = gpu_close;
    gpu.backend.allocate = gpu_allocate;
    gpu.answer = TROPIC_OK;
    gpu.opened = gpu.closed = 0;
    gpu.left = -1;
    options.size = sizeof options;
    options.threads = 2;
    assert_ok(NULL, tp_context_create(&context, &options, &tp_cpu_backend, &gpu.backend));
    assert_int_equal(gpu.opened, 0);
    return context;
}

static inline tropic_context *gpu_context(void)
{
    return gpu_context_with((tropic_context_options){.device = TROPIC_DEVICE_AUTO});
}

#endif
