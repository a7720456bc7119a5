/* SPDX-License-Identifier: Apache-2.0
 *
 * Read after an op's header: its GPU kernels under every strategy, as tp_cuda_<OP_NAME>. No include
 * guard, by intention.
 */
#include "spmv/device/kernel.cuh"
#include "spmv/device/levels.cuh"
#ifndef __CUDACC_RTC__
#include "spmv/cuda_backend.h"
#endif

#include "spmv/strategies/pull_list.cuh"

#include "spmv/strategies/csc_scalar.cuh"
#if OP_PULLS_ENTRIES && !OP_TERMINAL
#include "spmv/strategies/csc_subwarp.cuh"
#else
#include "spmv/strategies/csc_vector.cuh"
#endif
#if OP_PULLS_ENTRIES
#include "spmv/strategies/cooc_segmented.cuh"
#endif

#if !OP_PULL_ONLY
#if !OP_PULLS_ENTRIES
#include "spmv/strategies/cooc_push.cuh"
#endif
#include "spmv/strategies/csr_push.cuh"
#endif

#if OP_PREPARE
#include "spmv/strategies/prepare.cuh"
#endif

#if OP_FINISH
/* After the last push: one call per destination that was to be computed. */
TP_KERNEL void __launch_bounds__(TP_STEP_BLOCK)
    OP(finish_all)(const OP_STATE s, const __grid_constant__ tp_arcs in, const tropic_index *targets,
                   tropic_index count, const tp_hub_queue hubs)
{
    (void)in, (void)hubs;
    for (int64_t c = tp_thread(); c < count; c += tp_threads()) {
        const tropic_index j = targets ? targets[c] : (tropic_index)c;
        if (OP(want)(&s, j)) OP(finish)(&s, j);
    }
}
#endif

#if OP_TRAVERSES
#include "spmv/device/traverse.cuh"
#endif

#ifndef __CUDACC_RTC__ /* the table is the host's */
extern const tp_cuda_kernels TP_JOIN2(tp_cuda, OP_NAME);
const tp_cuda_kernels TP_JOIN2(tp_cuda, OP_NAME) = {
    .csc_scalar = (const void *)OP(csc_scalar),
#if OP_PULLS_ENTRIES
    .csc_scalar_dense = (const void *)OP(csc_scalar_dense),
#endif
#if OP_PULLS_ENTRIES && !OP_TERMINAL
    .csc_subwarp = (const void *)OP(csc_subwarp),
    .csc_subwarp_dense = (const void *)OP(csc_subwarp_dense),
    .csc_quads = {(const void *)OP(csc_quads_1), (const void *)OP(csc_quads_2), (const void *)OP(csc_quads_4),
                  (const void *)OP(csc_quads_8)},
    .csc_pieces = (const void *)OP(csc_pieces),
    .csc_pieces_dense = (const void *)OP(csc_pieces_dense),
#else
    .csc_vector = (const void *)OP(csc_vector),
    .csc_vector_hubs = (const void *)OP(csc_vector_hubs),
#endif
#if OP_PULLS_ENTRIES
    .cooc_segmented = (const void *)OP(cooc_segmented),
    .cooc_segmented_dense = (const void *)OP(cooc_segmented_dense),
    .cooc_join = (const void *)OP(cooc_join),
    .value_size = sizeof(OP(value)),
#endif
#if !OP_PULL_ONLY
#if !OP_PULLS_ENTRIES
    .cooc_scalar = (const void *)OP(cooc_scalar),
#endif
    .csr_push = (const void *)OP(csr_push),
    .csr_push_hubs = (const void *)OP(csr_push_hubs),
#endif
#if OP_PREPARE
    .prepare = (const void *)OP(prepare_all),
#endif
#if OP_FINISH
    .finish = (const void *)OP(finish_all),
#endif
#if OP_TRAVERSES
    .levels = (const void *)OP(levels),
#endif
};
#endif

#include "spmv/ops/op_end.h"
