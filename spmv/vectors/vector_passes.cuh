/* SPDX-License-Identifier: Apache-2.0
 *
 * What passes over n places share.
 */
#ifndef TP_VECTOR_PASSES_CUH
#define TP_VECTOR_PASSES_CUH

#include "runtime/cuda.h"
#include "spmv/vectors/elementwise.cuh"

#include <cuda_runtime.h>

/* Enough blocks to fill any GPU, each of whose threads then takes several places. */
#define TP_PASS_BLOCKS 8192

static inline unsigned tp_blocks(int64_t n)
{
    const int64_t blocks = (n + TP_PASS_BLOCK - 1) / TP_PASS_BLOCK;
    return (unsigned)(blocks < TP_PASS_BLOCKS ? blocks : TP_PASS_BLOCKS);
}

template <typename T> struct tp_same {
    using type = T;
};

/* kernel(arguments...) over n places. (A <<<launch>>> and cudaGetLastError would take an error that the
 * caller left behind for one of ours.) */
template <typename... T>
static tropic_status tp_pass(tropic_context *context, const char *doing, int64_t n, void (*kernel)(T...),
                             typename tp_same<T>::type... arguments)
{
    cudaLaunchConfig_t config = {};
    if (n == 0) return TROPIC_OK;
    config.gridDim = dim3(tp_blocks(n));
    config.blockDim = dim3(TP_PASS_BLOCK);
    config.stream = tp_cuda_of(context)->stream;
    return tp_cuda_check(context, cudaLaunchKernelEx(&config, kernel, arguments...), doing);
}

/* One case, which returns, per size of a built-in type's values, where T is an unsigned type of that size. */
#define TP_SWITCH_SIZE(type, CASE)                                                                                     \
    switch (tropic_type_size(type)) {                                                                                  \
    case sizeof(uint8_t): CASE(uint8_t);                                                                               \
    case sizeof(uint32_t): CASE(uint32_t);                                                                             \
    case sizeof(uint64_t): CASE(uint64_t);                                                                             \
    }

#endif
