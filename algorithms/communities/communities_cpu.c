/* SPDX-License-Identifier: Apache-2.0
 *
 * Communities on the CPU: sizes, and the table of calls.
 */
#include "algorithms/communities/communities.h"

tropic_status tp_cpu_communities_sizes(tp_run *run, const tropic_index *community, tropic_index *size,
                                       tropic_communities_report *report)
{
    const tropic_index n = run->n;
    tropic_index *count = tp_arena_zeros(&run->arena, n, sizeof *count);
    TP_TRY(tp_arena_check(&run->arena, "sizes of communities"));
    for (tropic_index v = 0; v < n; v++) count[community[v]]++;
    for (tropic_index c = 0; c < n; c++) {
        report->communities += count[c] > 0;
        report->single += count[c] == 1;
        if (count[c] <= report->largest_size) continue;
        report->largest = c;
        report->largest_size = count[c];
    }
    for (tropic_index v = 0; v < n; v++) size[v] = count[community[v]];
    return TROPIC_OK;
}

const tp_communities_calls tp_cpu_communities_calls = {TP_COMMUNITIES_CALLS(TP_CALL_ROW, tp_cpu_communities_)};
