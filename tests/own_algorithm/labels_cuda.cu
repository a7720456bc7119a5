/* SPDX-License-Identifier: Apache-2.0
 *
 * What the algorithm brings to the CUDA backend.
 */
#include "tests/own_algorithm/labels.h"

#define OP_NAME labels
#define OP_STATE tp_labels_state
#include "tests/own_algorithm/labels_op.h"

#include "spmv/ops/instantiate.cuh"

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    count_roots(const int64_t *label, tropic_index n, unsigned long long *count)
{
    unsigned long long roots = 0; /* that this thread finds, then its warp */
    TP_FOR_EACH(v, n) roots += label[v] == v;
    roots = tp_warp_sum(roots);
    if (tp_lane() == 0 && roots > 0) atomicAdd(count, roots);
}

tropic_status tp_cuda_labels_roots(tropic_context *context, const int64_t *label, tropic_index n, int64_t *count)
{
    static char owner; /* whose address tells its memory from others' */
    const int64_t zero = 0;
    tp_cuda_kept *kept = NULL;
    tp_cuda_use use(context);
    TP_TRY(tp_cuda_keep(context, &owner, sizeof *kept, &kept));
    if (!kept->memory) TP_TRY(tp_cuda_allocate(context, &kept->memory, sizeof *count, "a count"));
    TP_TRY(tp_cuda_fill(context, kept->memory, TROPIC_INT64, &zero, 1));
    TP_TRY(tp_pass(context, "counting roots", n, count_roots, label, n, (unsigned long long *)kept->memory));
    return tp_cuda_download(context, count, kept->memory, sizeof *count);
}

const tp_labels_calls tp_cuda_labels_calls = {TP_LABELS_CALLS(TP_CALL_ROW, tp_cuda_labels_)};
