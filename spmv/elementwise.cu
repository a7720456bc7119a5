/* SPDX-License-Identifier: Apache-2.0
 *
 * The elementwise passes around a product, on the GPU. Those with a result for the host are in
 * reduce.cu.
 */
#include "spmv/accum.h"
#include "spmv/cuda.h"
#include "spmv/elementwise.cuh"

#include <string.h>

template <typename T> static __global__ void fill_kernel(T *to, T value, int64_t n)
{
    TP_FOR_EACH(i, n) to[i] = value;
}

static __global__ void mask_kernel(uint8_t *allow, const tp_mask mask, int64_t n)
{
    TP_FOR_EACH(i, n) allow[i] = tp_mask_allows(&mask, i);
}

template <typename T>
static __global__ void scatter_kernel(T *dense, uint8_t *has, const tropic_index *ids,
                                      const T *values, int64_t n)
{
    TP_FOR_EACH(i, n)
    {
        dense[ids[i]] = values[i];
        has[ids[i]] = 1;
    }
}

template <typename T>
static __global__ void gather_kernel(T *values, const tropic_index *ids, const T *dense, int64_t n)
{
    TP_FOR_EACH(i, n) values[i] = dense[ids[i]];
}

template <typename T>
static __global__ void scale_kernel(T *to, const double *from, double factor, int64_t n)
{
    TP_FOR_EACH(i, n) to[i] = (T)(factor * from[i]);
}

/* All bytes of the value are alike. */
static bool is_one_byte(const void *value, size_t size)
{
    const unsigned char *bytes = (const unsigned char *)value;
    for (size_t k = 1; k < size; k++)
        if (bytes[k] != bytes[0]) return false;
    return true;
}

tropic_status tp_cuda_fill(tropic_context *context, void *to, tropic_type type, const void *value,
                           int64_t n)
{
    const cudaStream_t stream = tp_cuda_of(context)->stream;
    const size_t size = tropic_type_size(type);
    uint64_t wide = 0;
    uint32_t narrow = 0;
    tp_cuda_use use(context);
    if (n == 0) return TROPIC_OK;
    if (is_one_byte(value, size))
        return tp_cuda_check(
            context, cudaMemsetAsync(to, *(const unsigned char *)value, (size_t)n * size, stream),
            "filling memory");
    if (size == sizeof wide) {
        memcpy(&wide, value, size);
        fill_kernel<<<tp_blocks(n), TP_PASS_BLOCK, 0, stream>>>((uint64_t *)to, wide, n);
    } else {
        memcpy(&narrow, value, size);
        fill_kernel<<<tp_blocks(n), TP_PASS_BLOCK, 0, stream>>>((uint32_t *)to, narrow, n);
    }
    return tp_cuda_check(context, cudaGetLastError(), "filling memory");
}

tropic_status tp_cuda_mask(tropic_context *context, uint8_t *allow, const tp_mask *mask, int64_t n)
{
    tp_cuda_use use(context);
    if (n == 0) return TROPIC_OK;
    mask_kernel<<<tp_blocks(n), TP_PASS_BLOCK, 0, tp_cuda_of(context)->stream>>>(allow, *mask, n);
    return tp_cuda_check(context, cudaGetLastError(), "applying a mask");
}

tropic_status tp_cuda_scatter(tropic_context *context, void *dense, uint8_t *has, tropic_type type,
                              const tropic_index *ids, const void *values, int64_t count)
{
    const cudaStream_t stream = tp_cuda_of(context)->stream;
    tp_cuda_use use(context);
    if (count == 0) return TROPIC_OK;
#define SCATTER(T)                                                                                 \
    scatter_kernel<<<tp_blocks(count), TP_PASS_BLOCK, 0, stream>>>((T *)dense, has, ids,           \
                                                                   (const T *)values, count)
    TP_SWITCH_SIZE(type, SCATTER)
    return tp_cuda_check(context, cudaGetLastError(), "scattering a vector");
}

tropic_status tp_cuda_gather(tropic_context *context, void *values, tropic_type type,
                             const tropic_index *ids, const void *dense, int64_t count)
{
    const cudaStream_t stream = tp_cuda_of(context)->stream;
    tp_cuda_use use(context);
    if (count == 0) return TROPIC_OK;
#define GATHER(T)                                                                                  \
    gather_kernel<<<tp_blocks(count), TP_PASS_BLOCK, 0, stream>>>((T *)values, ids,                \
                                                                  (const T *)dense, count)
    TP_SWITCH_SIZE(type, GATHER)
    return tp_cuda_check(context, cudaGetLastError(), "gathering a vector");
}

tropic_status tp_cuda_scale(tropic_context *context, void *to, tropic_type type, const double *from,
                            double factor, int64_t n)
{
    const cudaStream_t stream = tp_cuda_of(context)->stream;
    tp_cuda_use use(context);
    if (n == 0) return TROPIC_OK;
    if (type == TROPIC_FP32)
        scale_kernel<<<tp_blocks(n), TP_PASS_BLOCK, 0, stream>>>((float *)to, from, factor, n);
    else
        scale_kernel<<<tp_blocks(n), TP_PASS_BLOCK, 0, stream>>>((double *)to, from, factor, n);
    return tp_cuda_check(context, cudaGetLastError(), "scaling a vector");
}
