/* SPDX-License-Identifier: Apache-2.0
 *
 * Topological orders and cycles on the CPU.
 */
#include "algorithms/cycles/cycles.h"

tropic_status tp_cpu_cycles_begin(tp_run *run, const tropic_matrix *A, size_t bytes)
{
    tp_arcs out;
    TP_TRY(tp_run_begin_host(run, A, bytes));
    return tp_run_host_arcs(run, true, &out);
}

tropic_status tp_cpu_cycles_remove(tp_run *run, tp_kahn *l)
{
    TP_TRY(tp_run_host_arcs(run, true, &l->out));
    return tp_remove_levels(run, l);
}

tropic_status tp_cpu_cycles_cycle(tp_run *run, tp_kahn *l, tp_cycle *cycle)
{
    return tp_directed_cycle(run, l, cycle);
}

/* A counting sort. */
tropic_status tp_cpu_cycles_order(tp_run *run, const tp_kahn *l, tropic_index *order)
{
    tropic_index *next = tp_arena_zeros(&run->arena, (int64_t)l->levels + 1, sizeof *next);
    TP_TRY(tp_arena_check(&run->arena, "places of levels"));
    for (tropic_index v = 0; v < l->n; v++) next[l->level[v] + 1]++;
    for (tropic_index d = 1; d < l->levels; d++) next[d] += next[d - 1];
    for (tropic_index v = 0; v < l->n; v++) order[next[l->level[v]]++] = v;
    return TROPIC_OK;
}

tropic_status tp_cpu_cycles_search(tp_run *run, tp_search *s, tropic_index *color, tp_cycle *cycle)
{
    TP_TRY(tp_search_cycle(run, s, cycle));
    for (tropic_index v = 0; color && cycle->length == 0 && v < run->n; v++) color[v] = s->level[v] & 1;
    return TROPIC_OK;
}

const tp_cycles_calls tp_cpu_cycles_calls = {TP_CYCLES_CALLS(TP_CALL_ROW, tp_cpu_cycles_)};
