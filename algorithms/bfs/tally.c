/* SPDX-License-Identifier: Apache-2.0
 *
 * Sums over searches, for each vertex, on the CPU.
 */
#include "algorithms/bfs/tally_one.h"
#include "runtime/threads.h"
#include "spmv/cpu_backend.h"

static void add_some(const void *of, int64_t begin, int64_t end)
{
    const tp_tally_level *l = of;
    for (int64_t c = begin; c < end; c++) {
        const tropic_index v = l->list ? l->list[c] : (tropic_index)c;
        if (l->words[v]) tp_tally_one(&l->to, v, l->depth, __builtin_popcountll(l->words[v]));
    }
}

tropic_status tp_cpu_tally_level(tropic_context *context, const tp_tally_level *l)
{
    const int64_t count = l->list ? *l->listed : l->n;
    tp_for(tp_team_for(context, count), count, TP_CHUNK_ANY, add_some, l);
    return TROPIC_OK;
}

const tp_tally_calls tp_cpu_tally_calls = {TP_TALLY_CALLS(TP_CALL_ROW, tp_cpu_tally_)};
