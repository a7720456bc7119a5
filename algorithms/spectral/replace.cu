/* SPDX-License-Identifier: Apache-2.0
 *
 * The end of an iteration for an eigenvector on a GPU, in two passes that the host does not wait for. Greatest values
 * do not depend on an order; of values that are not negative they are those of their words. And sums of blocks.
 */
#include "algorithms/spectral/spectral.h"
#include "spmv/cuda_backend.h"
#include "spmv/device/warp.cuh"
#include "spmv/device/working.cuh"

#define DOING "an iteration"

/* The greatest of all threads' values to *to, which has the word of one. */
static __device__ void tell_greatest(uint64_t *to, double value)
{
    __shared__ unsigned long long warps[TP_PASS_BLOCK / TP_WARP];
    unsigned long long word = (unsigned long long)__double_as_longlong(value);
    word = ~tp_warp_min(~word);
    if (tp_lane() == 0) warps[threadIdx.x / TP_WARP] = word;
    __syncthreads();
    if (threadIdx.x > 0) return;
    for (int k = 1; k < TP_PASS_BLOCK / TP_WARP; k++)
        if (warps[k] > word) word = warps[k];
    if (word > 0) atomicMax((unsigned long long *)to, word);
}

/* next += x, if it adds; its greatest value. */
template <class REAL>
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    find_greatest(REAL *next, const REAL *x, int64_t n, bool adds, tp_spectral_progress *now)
{
    REAL greatest = 0;
    if (now->ended) return;
    TP_FOR_EACH(v, n)
    {
        REAL value = next[v];
        if (adds) next[v] = value = value + x[v];
        if (value > greatest) greatest = value;
    }
    tell_greatest(&now->max, (double)greatest);
}

/* next /= its greatest value, and by how much that differs from x, at most; or next = x. */
template <class REAL>
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    divide(REAL *next, const REAL *x, int64_t n, double tolerance, tp_spectral_progress *now)
{
    const uint64_t ended = now->ended;
    const double greatest = __longlong_as_double((long long)now->max);
    const REAL by = (REAL)greatest;
    REAL change = 0;
    TP_FOR_EACH(v, n)
    {
        const REAL before = x[v], value = ended || by == 0 ? before : next[v] / by;
        const REAL difference = value < before ? before - value : value - before;
        if (difference > change) change = difference;
        next[v] = value;
    }
    if (ended) return;
    tell_greatest(&now->change, (double)change);
    if (threadIdx.x > 0) return;
    __threadfence();
    if (atomicAdd((unsigned long long *)&now->met, 1ull) < gridDim.x - 1) return;
    __threadfence();
    now->residual = __longlong_as_double((long long)*(volatile uint64_t *)&now->change);
    now->greatest = greatest;
    now->iterations++;
    now->ended = greatest == 0 || now->residual < tolerance;
    now->max = now->change = now->met = 0;
}

template <class REAL> static tropic_status replace(tropic_context *context, const tp_spectral_iteration *i)
{
    const int64_t n = i->power->run.n;
    REAL *next = (REAL *)i->next->values;
    const REAL *x = (const REAL *)i->x->values;
    TP_TRY(tp_pass(context, DOING, n, find_greatest<REAL>, next, x, n, i->adds, i->progress));
    return tp_pass(context, DOING, n, divide<REAL>, next, x, n, i->tolerance, i->progress);
}

tropic_status tp_cuda_spectral_replace(tp_spectral_iteration *i)
{
    tropic_context *context = i->power->run.context;
    tropic_vector *before = i->x;
    tp_cuda_use use(context);
    TP_TRY(i->power->type == TROPIC_FP32 ? replace<float>(context, i) : replace<double>(context, i));
    i->x = i->next;
    i->next = before;
    return TROPIC_OK;
}

/* By a thread each, in order. */
template <class REAL>
static __global__ void __launch_bounds__(TP_WARP)
    sum_some(const REAL *x, int64_t n, double greatest, bool squares, double *sums)
{
    TP_FOR_EACH(b, (n + TP_SPECTRAL_BLOCK - 1) / TP_SPECTRAL_BLOCK)
    {
        const int64_t first = b * TP_SPECTRAL_BLOCK;
        const int count = n - first < TP_SPECTRAL_BLOCK ? (int)(n - first) : TP_SPECTRAL_BLOCK;
        double sum = 0;
#pragma unroll 8
        for (int i = 0; i < count; i++) {
            const double part = __ddiv_rn((double)__ldg(x + first + i), greatest);
            sum = __dadd_rn(sum, squares ? __dmul_rn(part, part) : part);
        }
        sums[b] = sum;
    }
}

tropic_status tp_cuda_spectral_sum_blocks(const tp_power *p, const tropic_vector *x, double greatest, bool squares,
                                          double *sums)
{
    tropic_context *context = p->run.context;
    const int64_t n = p->run.n, blocks = tp_quotient_up(n, TP_SPECTRAL_BLOCK);
    const tp_cuda_grid grid = {tp_quotient_up(blocks, TP_WARP), TP_WARP};
    double *there;
    tp_cuda_use use(context);
    tp_working w(context, DOING);
    TP_TRY(w.make(&there, blocks));
    TP_TRY(p->type == TROPIC_FP32 ? tp_cuda_launch(context, DOING, grid, sum_some<float>, (const float *)x->values, n,
                                                   greatest, squares, there)
                                  : tp_cuda_launch(context, DOING, grid, sum_some<double>, (const double *)x->values, n,
                                                   greatest, squares, there));
    return tp_cuda_download(context, sums, there, (size_t)blocks * sizeof *sums);
}

const tp_spectral_calls tp_cuda_spectral_calls = {TP_SPECTRAL_CALLS(TP_CALL_ROW, tp_cuda_spectral_)};
