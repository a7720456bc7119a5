/* SPDX-License-Identifier: Apache-2.0
 *
 * How kernels are launched. (A <<<launch>>> and cudaGetLastError would take an error that the caller left behind for
 * one of ours.)
 */
#ifndef TP_CUDA_LAUNCH_CUH
#define TP_CUDA_LAUNCH_CUH

#include "runtime/cuda/cuda.h"
#include "runtime/pass.cuh"

/* Enough blocks to fill any GPU, each of whose threads then takes several places. */
#define TP_PASS_BLOCKS 8192
/* In place of a cluster's blocks: all are resident at once, and may wait for each other. */
#define TP_COOPERATIVE 0

/* The sizes of a launch. */
typedef struct tp_cuda_grid {
    int64_t blocks;    /* as far as CUDA launches so many */
    int threads;       /* of a block */
    int cluster = 1;   /* blocks of a cluster; or TP_COOPERATIVE */
    size_t shared = 0; /* bytes of dynamic memory that a block has */
} tp_cuda_grid;

/* On the context's stream; `doing` is for the error's text. arguments[k]: the address of the kernel's k-th. */
tropic_status tp_cuda_launch_at(tropic_context *context, const char *doing, const tp_cuda_grid &grid,
                                const void *kernel, void **arguments);

/* *blocks: the most that a cluster may have; out, how many it has, a power of two, so that so many clusters are
 * resident at once; 1 where there are none. */
tropic_status tp_cuda_fit_cluster(tropic_context *context, const void *kernel, int threads, size_t shared,
                                  int64_t clusters, int *blocks);

template <typename T> struct tp_same {
    using type = T;
};

/* kernel(arguments...) */
template <typename... T>
static tropic_status tp_cuda_launch(tropic_context *context, const char *doing, const tp_cuda_grid &grid,
                                    void (*kernel)(T...), typename tp_same<T>::type... arguments)
{
    void *addresses[] = {(void *)&arguments...};
    return tp_cuda_launch_at(context, doing, grid, (const void *)kernel, addresses);
}

static inline int64_t tp_quotient_up(int64_t a, int64_t b)
{
    return (a + b - 1) / b;
}

static inline int64_t tp_pass_blocks(int64_t n)
{
    const int64_t blocks = tp_quotient_up(n, TP_PASS_BLOCK);
    return blocks < TP_PASS_BLOCKS ? blocks : TP_PASS_BLOCKS;
}

/* kernel(arguments...) over n places. */
template <typename... T>
static tropic_status tp_pass(tropic_context *context, const char *doing, int64_t n, void (*kernel)(T...),
                             typename tp_same<T>::type... arguments)
{
    if (n == 0) return TROPIC_OK;
    return tp_cuda_launch(context, doing, {tp_pass_blocks(n), TP_PASS_BLOCK}, kernel, arguments...);
}

/* Runs call(), one of CUB's, and returns its status. CUB asks for the last error, too, so one that the caller left
 * behind is cleared first. */
template <typename CALL> static tropic_status tp_cuda_cub(tropic_context *context, const char *doing, const CALL &call)
{
    cudaGetLastError();
    return tp_cuda_check(context, call(), doing);
}

#endif
