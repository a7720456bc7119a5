/* SPDX-License-Identifier: Apache-2.0
 *
 * Sums over searches, for each vertex, on the GPU: a thread takes a vertex. Moves per vertex 8 bytes, and where it was
 * found 48 more (64 with squares).
 */
#include "algorithms/bfs/tally_one.h"
#include "spmv/cuda_backend.h"
#include "spmv/device/kernel.cuh"

static __global__ void __launch_bounds__(TP_PASS_BLOCK) add_level(const __grid_constant__ tp_tally_level l)
{
    const int64_t count = l.list ? *l.listed : l.n;
    TP_FOR_EACH(c, count)
    {
        const tropic_index v = l.list ? l.list[c] : (tropic_index)c;
        const uint64_t word = l.words[v];
        if (word) tp_tally_one(&l.to, v, l.depth, __popcll(word));
    }
}

tropic_status tp_cuda_tally_level(tropic_context *context, const tp_tally_level *l)
{
    tp_cuda_use use(context);
    return tp_pass(context, "sums of a level", l->n, add_level, *l);
}

const tp_tally_calls tp_cuda_tally_calls = {TP_TALLY_CALLS(TP_CALL_ROW, tp_cuda_tally_)};
