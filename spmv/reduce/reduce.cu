/* SPDX-License-Identifier: Apache-2.0
 *
 * Sums under a monoid on the GPU: a sum for each block, then the sum of these by one block. Which thread adds which
 * values depends on the number of places alone, so the result is the same from run to run.
 */
#include "semiring/operator.h"
#include "spmv/cuda_backend.h"
#include "spmv/ewise/ewise_builtin.h"
#include "spmv/reduce/reduce.cuh"

/* One wave of blocks, whose sums are few enough for one more. */
#define TOTAL_BLOCKS 1024

TP_EACH_TYPE(TP_TOTAL_KERNEL)

static tropic_status find_kernel(tropic_context *context, const tropic_operator *monoid, const void **kernel)
{
    if (monoid->user) return tp_cuda_user_total(context, monoid, kernel);
#define CASE(type)                                                                                                     \
    case TP_TYPE_##type: *kernel = (const void *)total_##type; break;
    switch (monoid->z) {
        TP_EACH_TYPE(CASE)
    }
    return TROPIC_OK;
}

static tropic_status launch(tropic_context *context, const void *kernel, int64_t blocks, const tp_total *a)
{
    void *arguments[] = {(void *)a};
    return tp_cuda_launch_at(context, "adding up", {blocks, TP_PASS_BLOCK}, kernel, arguments);
}

/* memory: TOTAL_BLOCKS sums, and a flag for each, and for the total, which the last kernel writes to pinned memory: a
 * copy of its own would take 7 us. */
static tropic_status add(tropic_context *context, const void *kernel, void *value, const tp_reduction *r, char *memory)
{
    const size_t size = tropic_type_size(r->monoid->z);
    const int64_t blocks = tp_pass_blocks(r->n) < TOTAL_BLOCKS ? tp_pass_blocks(r->n) : TOTAL_BLOCKS;
    const tp_cuda *cuda = tp_cuda_of(context);
    char *const result = cuda->pinned;
    uint8_t *const flags = (uint8_t *)(memory + TOTAL_BLOCKS * size);
    const tp_total entries = {r->monoid->builtin, r->values, r->has, r->n, memory, flags};
    const tp_total all = {r->monoid->builtin, r->values, r->has, r->n, result, flags + TOTAL_BLOCKS};
    const tp_total sums = {r->monoid->builtin, memory, flags, blocks, result, flags + TOTAL_BLOCKS};
    TP_TRY(tp_cuda_refuse_waiting(context));
    if (blocks > 1) TP_TRY(launch(context, kernel, blocks, &entries));
    TP_TRY(launch(context, kernel, 1, blocks > 1 ? &sums : &all));
    TP_TRY(tp_cuda_check(context, cudaStreamSynchronize(cuda->stream), "work on the device"));
    memcpy(value, result, size);
    return TROPIC_OK;
}

tropic_status tp_cuda_reduce(tropic_context *context, void *value, const tp_reduction *r)
{
    const size_t bytes = TOTAL_BLOCKS * tropic_type_size(r->monoid->z) + TOTAL_BLOCKS + 1;
    const void *kernel = NULL;
    tp_device_buffer *memory = &tp_cuda_of(context)->scratch.sums;
    tp_cuda_use use(context);
    TP_TRY(find_kernel(context, r->monoid, &kernel));
    TP_TRY(tp_cuda_need(context, memory, bytes, "a sum", false));
    return add(context, kernel, value, r, (char *)memory->memory);
}
