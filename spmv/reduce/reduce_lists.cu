/* SPDX-License-Identifier: Apache-2.0
 *
 * Sums of a matrix's lists under a monoid, on the GPU: a warp per list, whose lanes lie side by side in it, with
 * several values each on their way at once; then a sum over the lanes. The order of a sum depends on the list's
 * length alone. A user's monoid takes the kernels of products, over a semiring whose products are the entries.
 */
#include "spmv/cuda_backend.h"
#include "spmv/ewise/ewise_builtin.h"
#include "spmv/device/kernel.cuh"
#include "spmv/jit/user_source.h"

/* All lanes of a warp take part, with or without entries of their own. */
#define TOTALS_KERNEL(type)                                                                                            \
    static __global__ void __launch_bounds__(TP_STEP_BLOCK)                                                            \
        totals_##type(const __grid_constant__ tp_list_reduction r, tropic_builtin_operator op)                         \
    {                                                                                                                  \
        const TP_C(type) *values = (const TP_C(type) *)r.arcs.values;                                                  \
        for (int64_t j = tp_warp(); j < r.arcs.lists; j += tp_warps()) {                                               \
            if (!tp_mask_allows(&r.mask, j)) continue;                                                                 \
            const tropic_offset end = __ldg(r.arcs.offsets + j + 1);                                                   \
            TP_C(type) t = tp_neutral_##type(op);                                                                      \
            bool hit = false;                                                                                          \
            for (tropic_offset k = __ldg(r.arcs.offsets + j) + tp_lane(); k < end; k += TP_WARP * TP_FLIGHT) {         \
                TP_C(type) x[TP_FLIGHT];                                                                               \
                _Pragma("unroll") for (int f = 0; f < TP_FLIGHT; f++) x[f] =                                           \
                    values && k + f * TP_WARP < end ? values[k + f * TP_WARP] : 1;                                     \
                _Pragma("unroll") for (int f = 0; f < TP_FLIGHT; f++)                                                  \
                {                                                                                                      \
                    if (k + f * TP_WARP >= end) continue;                                                              \
                    t = hit ? tp_combine_##type(op, t, x[f]) : x[f];                                                   \
                    hit = true;                                                                                        \
                }                                                                                                      \
                if (tp_absorbs_##type(op, t)) break;                                                                   \
            }                                                                                                          \
            __syncwarp();                                                                                              \
            for (int other = TP_WARP / 2; other > 0; other /= 2) {                                                     \
                const TP_C(type) theirs = tp_shuffle_xor(t, other);                                                    \
                const bool their_hit = __shfl_xor_sync(TP_EVERY_LANE, (int)hit, other);                                \
                if (their_hit) t = hit ? tp_combine_##type(op, t, theirs) : theirs;                                    \
                hit = hit || their_hit;                                                                                \
            }                                                                                                          \
            if (tp_lane() == 0) tp_put_##type((TP_C(type) *)r.w, r.w_has, r.accum, j, j, t, hit);                      \
        }                                                                                                              \
    }
TP_EACH_TYPE(TOTALS_KERNEL)

static void (*kernel_of(tropic_type type))(const tp_list_reduction, tropic_builtin_operator)
{
#define CASE(type)                                                                                                     \
    case TP_TYPE_##type: return totals_##type;
    switch (type) {
        TP_EACH_TYPE(CASE)
    }
    return NULL;
}

static tropic_status reduce_user(tropic_context *context, const tp_list_reduction *r)
{
    tp_user user;
    tropic_semiring semiring;
    tp_mxv_state state = {};
    tp_step step = {};
    tp_user_sums(r->monoid, &user, &semiring);
    state.mask = r->mask;
    state.accum = r->accum;
    state.w = r->w;
    state.w_has = r->w_has;
    step.semiring = &semiring;
    step.strategy = TROPIC_STRATEGY_CSC_VECTOR;
    step.state = &state;
    step.gather = r->arcs;
    return tp_cuda_step(context, &step);
}

tropic_status tp_cuda_reduce_lists(tropic_context *context, const tp_list_reduction *r)
{
    const int64_t warps = TP_STEP_BLOCK / TP_WARP;
    const int64_t blocks = tp_quotient_up(r->arcs.lists, warps);
    tp_cuda_use use(context);
    if (r->monoid->user) return reduce_user(context, r);
    if (blocks == 0) return TROPIC_OK;
    return tp_cuda_launch(context, "adding up lists", {blocks, TP_STEP_BLOCK}, kernel_of(r->monoid->z), *r,
                          r->monoid->builtin);
}
