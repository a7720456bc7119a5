/* SPDX-License-Identifier: Apache-2.0
 *
 * Read after the header of an algorithm's op: its GPU kernels under every strategy, as tp_cuda_<OP_NAME>. No include
 * guard, by intention. (Those of products over semirings are compiled when first asked for: spmv/jit.)
 */
#include "spmv/cuda_backend.h"
#include "spmv/device/kernel.cuh"

#include "spmv/strategies/pull_list.cuh"

#include "spmv/strategies/csc_scalar.cuh"
#include "spmv/strategies/csc_vector.cuh"
#if !OP_PULL_ONLY
#include "spmv/strategies/cooc_push.cuh"
#include "spmv/strategies/csr_push.cuh"
#endif

#if OP_PREPARE
#include "spmv/strategies/prepare.cuh"
#endif

#if OP_FINISH
/* After the last push: one call per destination that was to be computed. */
TP_KERNEL void __launch_bounds__(TP_STEP_BLOCK) OP(finish_all)(TP_STEP_PARAMETERS)
{
    (void)arcs, (void)hubs;
    for (int64_t c = tp_thread(); c < count; c += tp_threads()) {
        const tropic_index j = list ? list[c] : (tropic_index)c;
        if (OP(want)(&state, j)) OP(finish)(&state, j);
    }
}
#endif

extern const tp_cuda_kernels TP_JOIN2(tp_cuda, OP_NAME);
const tp_cuda_kernels TP_JOIN2(tp_cuda, OP_NAME) = {
    .csc_scalar = (const void *)OP(csc_scalar),
    .csc_vector = (const void *)OP(csc_vector),
    .csc_vector_hubs = (const void *)OP(csc_vector_hubs),
#if !OP_PULL_ONLY
    .cooc_scalar = (const void *)OP(cooc_scalar),
    .csr_push = (const void *)OP(csr_push),
    .csr_push_hubs = (const void *)OP(csr_push_hubs),
#endif
#if OP_PREPARE
    .prepare = (const void *)OP(prepare_all),
#endif
#if OP_FINISH
    .finish = (const void *)OP(finish_all),
#endif
};

#include "spmv/ops/op_end.h"
