/* SPDX-License-Identifier: Apache-2.0
 *
 * Sums under a monoid on the GPU: a sum for each block, then the sum of these by one block. Who adds what
 * depends on the number of places alone, so the result is the same from run to run.
 */
#include "spmv/cuda.h"
#include "spmv/elementwise.h"
#include "spmv/elementwise.cuh"

extern "C" {
#include "semiring/operator.h"
}

/* One wave of blocks, whose sums are few enough for one more. */
#define TOTAL_BLOCKS 1024

/* What a kernel adds; and where the blocks' sums go, with flags for those that are sums of entries. */
typedef struct total {
    tropic_builtin_operator op;
    const void *values;
    const uint8_t *has;
    int64_t n;
    void *sums;
    uint8_t *found;
} total;

/* A thread stops at a terminal value of its own. */
#define TOTAL_KERNEL(type)                                                                         \
    static __global__ void __launch_bounds__(TP_PASS_BLOCK)                                        \
        total_##type(const __grid_constant__ total a)                                              \
    {                                                                                              \
        __shared__ TP_C(type) sums[TP_PASS_BLOCK];                                                 \
        __shared__ bool found[TP_PASS_BLOCK];                                                      \
        const unsigned me = threadIdx.x;                                                           \
        TP_C(type) t = tp_neutral_##type(a.op);                                                    \
        bool hit = false;                                                                          \
        TP_FOR_EACH(i, a.n)                                                                        \
        {                                                                                          \
            if (a.has && !a.has[i]) continue;                                                      \
            const TP_C(type) x = ((const TP_C(type) *)a.values)[i];                                \
            t = hit ? tp_operate_##type(a.op, t, x, 0) : x;                                        \
            hit = true;                                                                            \
            if (tp_absorbs_##type(a.op, t)) break;                                                 \
        }                                                                                          \
        sums[me] = t;                                                                              \
        found[me] = hit;                                                                           \
        for (unsigned half = TP_PASS_BLOCK / 2; half > 0; half /= 2) {                             \
            __syncthreads();                                                                       \
            if (me < half && found[me + half]) {                                                   \
                sums[me] = found[me] ? tp_operate_##type(a.op, sums[me], sums[me + half], 0)       \
                                     : sums[me + half];                                            \
                found[me] = true;                                                                  \
            }                                                                                      \
        }                                                                                          \
        if (me == 0) {                                                                             \
            ((TP_C(type) *)a.sums)[blockIdx.x] = sums[0];                                          \
            a.found[blockIdx.x] = found[0];                                                        \
        }                                                                                          \
    }
TOTAL_KERNEL(bool8)
TP_EACH_NUMERIC(TOTAL_KERNEL)

static void (*kernel_of(tropic_type type))(const total)
{
#define CASE(type)                                                                                 \
    case TP_TYPE_##type: {                                                                         \
        return total_##type;                                                                       \
    }
    switch (type) {
        CASE(bool8)
        TP_EACH_NUMERIC(CASE)
    }
    return NULL;
}

static tropic_status launch(tropic_context *context, tropic_type type, unsigned blocks,
                            const total *a)
{
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(blocks);
    config.blockDim = dim3(TP_PASS_BLOCK);
    config.stream = tp_cuda_of(context)->stream;
    return tp_cuda_check(context, cudaLaunchKernelEx(&config, kernel_of(type), *a), "adding up");
}

/* memory: TOTAL_BLOCKS sums, the total, and a flag for each of these. */
static tropic_status add(tropic_context *context, void *value, const tp_reduction *r, char *memory)
{
    const tropic_type type = r->monoid->z;
    const size_t size = tropic_type_size(type);
    const unsigned blocks = tp_blocks(r->n) < TOTAL_BLOCKS ? tp_blocks(r->n) : TOTAL_BLOCKS;
    char *const result = memory + TOTAL_BLOCKS * size;
    uint8_t *const flags = (uint8_t *)(result + size);
    const total entries = {r->monoid->builtin, r->values, r->has, r->n, memory, flags};
    const total sums = {r->monoid->builtin, memory, flags, blocks, result, flags + TOTAL_BLOCKS};
    if (blocks > 0) TP_TRY(launch(context, type, blocks, &entries));
    TP_TRY(launch(context, type, 1, &sums));
    return tp_cuda_download(context, value, result, size);
}

tropic_status tp_cuda_reduce(tropic_context *context, void *value, const tp_reduction *r)
{
    const size_t bytes = (TOTAL_BLOCKS + 1) * (tropic_type_size(r->monoid->z) + 1);
    void *memory = NULL;
    tropic_status status;
    tp_cuda_use use(context);
    if (r->monoid->user) return tp_cuda_reduce_user(context, value, r);
    TP_TRY(tp_cuda_allocate(context, &memory, bytes, "a sum"));
    status = add(context, value, r, (char *)memory);
    tp_cuda_release(context, memory);
    return status;
}
