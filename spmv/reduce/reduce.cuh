/* SPDX-License-Identifier: Apache-2.0
 *
 * Sums of entries under a monoid: a sum for each block, and then the sum of these by one block.
 */
#ifndef TP_REDUCE_CUH
#define TP_REDUCE_CUH

#include "semiring/coded.h"
#include "runtime/pass.cuh"

/* The terms of a kernel's sum; and the arrays for the blocks' sums, with flags for those that are sums of entries. */
typedef struct tp_total {
    tropic_builtin_operator op;
    const void *values;
    const uint8_t *has;
    int64_t n;
    void *sums;
    uint8_t *found;
} tp_total;

/* A thread stops at a terminal value of its own. */
#define TP_TOTAL_KERNEL(type)                                                                                          \
    TP_KERNEL void __launch_bounds__(TP_PASS_BLOCK) total_##type(const __grid_constant__ tp_total a)                   \
    {                                                                                                                  \
        __shared__ TP_C(type) sums[TP_PASS_BLOCK];                                                                     \
        __shared__ bool found[TP_PASS_BLOCK];                                                                          \
        const unsigned me = threadIdx.x;                                                                               \
        TP_C(type) t = tp_neutral_##type(a.op);                                                                        \
        bool hit = false;                                                                                              \
        TP_FOR_EACH(i, a.n)                                                                                            \
        {                                                                                                              \
            if (a.has && !a.has[i]) continue;                                                                          \
            const TP_C(type) x = ((const TP_C(type) *)a.values)[i];                                                    \
            t = hit ? tp_combine_##type(a.op, t, x) : x;                                                               \
            hit = true;                                                                                                \
            if (tp_absorbs_##type(a.op, t)) break;                                                                     \
        }                                                                                                              \
        sums[me] = t;                                                                                                  \
        found[me] = hit;                                                                                               \
        for (unsigned half = TP_PASS_BLOCK / 2; half > 0; half /= 2) {                                                 \
            __syncthreads();                                                                                           \
            if (me < half && found[me + half]) {                                                                       \
                sums[me] = found[me] ? tp_combine_##type(a.op, sums[me], sums[me + half]) : sums[me + half];           \
                found[me] = true;                                                                                      \
            }                                                                                                          \
        }                                                                                                              \
        if (me == 0) {                                                                                                 \
            ((TP_C(type) *)a.sums)[blockIdx.x] = sums[0];                                                              \
            a.found[blockIdx.x] = found[0];                                                                            \
        }                                                                                                              \
    }

#endif
