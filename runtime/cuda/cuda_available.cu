/* SPDX-License-Identifier: Apache-2.0
 *
 * How much memory of a device is left, that which its pools keep included.
 */
#include "runtime/cuda/cuda_need.h"
#include "runtime/cuda/cuda_pool.h"
#include "runtime/evict.h"
#include "runtime/tuning.h"

/* Bytes that a pool has reserved and not given out. */
static tropic_status kept_by(tropic_context *context, cudaMemPool_t pool, size_t *bytes)
{
    uint64_t reserved = 0, used = 0; /* CUDA: cuuint64_t */
    TP_TRY(tp_cuda_check(context, cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReservedMemCurrent, &reserved),
                         "asking for free memory"));
    TP_TRY(tp_cuda_check(context, cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used),
                         "asking for free memory"));
    *bytes += (size_t)(reserved - used);
    return TROPIC_OK;
}

static tropic_status look(tropic_context *context, size_t *left, size_t *all)
{
    return tp_cuda_check(context, cudaMemGetInfo(left, all), "asking for free memory");
}

tropic_status tp_cuda_find_room(tropic_context *context, size_t needed, size_t *left, size_t *all)
{
    TP_TRY(look(context, left, all));
    for (bool more = true; more && needed > *left && needed <= *all && tp_cuda_trim_all(context);) {
        TP_TRY(look(context, left, all));
        more = needed > *left && tp_evict(&context->memory, context->device_index, needed - *left);
    }
    return TROPIC_OK;
}

tropic_status tp_cuda_available(tropic_context *context, size_t *bytes)
{
    tp_cuda *cuda = tp_cuda_of(context);
    tp_cuda_source matrices;
    size_t all = 0;
    tp_cuda_use use(context);
    *bytes = SIZE_MAX;
    if (context->memory.device_allocate) return TROPIC_OK;
    TP_TRY(look(context, bytes, &all));
    TP_TRY(tp_cuda_source_of_matrices(context, &context->memory, &matrices));
    if (cuda->pool) TP_TRY(kept_by(context, cuda->pool, bytes));
    if (!matrices.pool) return TROPIC_OK;
    /* (Arrays that were given back count once nothing uses them any more.) */
    TP_TRY(tp_cuda_check(context, cudaStreamSynchronize(matrices.stream), "asking for free memory"));
    return kept_by(context, matrices.pool, bytes);
}

tropic_status tp_cuda_need_memory(tropic_context *context, size_t bytes, const char *what, tropic_index n)
{
    size_t left = 0, all = 0;
    tp_cuda_use use(context);
    if (context->memory.device_allocate || bytes < TP_ASKED_FROM) return TROPIC_OK;
    TP_TRY(tp_cuda_available(context, &left));
    if (bytes > left) {
        TP_TRY(tp_cuda_find_room(context, bytes, &left, &all));
        TP_TRY(tp_cuda_available(context, &left)); /* (Pools may still keep some.) */
    }
    if (bytes <= left) return TROPIC_OK;
    return tp_fail(context, TROPIC_OUT_OF_DEVICE_MEMORY,
                   "%s of %d vertices needs %zu bytes of device memory; %zu are available", what, n, bytes, left);
}
