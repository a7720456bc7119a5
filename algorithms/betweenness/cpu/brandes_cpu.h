/* SPDX-License-Identifier: Apache-2.0
 *
 * The parts of Brandes' sweeps on the CPU.
 */
#ifndef TP_BRANDES_CPU_H
#define TP_BRANDES_CPU_H

#include "algorithms/betweenness/brandes_calls.h"
#include "runtime/threads.h"

/* The sweeps of source k, in the places and the queue (n + 1 places) of source `memory`, on this thread. */
typedef void tp_brandes_sweeps(const void *of, tropic_index k, int64_t memory, int thread);
/* Those of each source, a thread to each; */
void tp_cpu_brandes_each(tropic_context *context, const tp_brandes *brandes, tp_brandes_sweeps *sweeps, const void *of);
/* and the array that these add source k's delta to. */
TP_FN double *tp_cpu_brandes_delta(const tp_brandes *b, tropic_index k)
{
    const int64_t n = b->out.lists;
    double *delta = b->delta ? b->delta + k * n : b->total.centrality;
    for (tropic_index v = 0; b->delta && v < n; v++) delta[v] = 0;
    return delta;
}
/* brandes_shared.c: the sweeps of one source, by several threads. */
void tp_cpu_brandes_shared(const tp_brandes *brandes, tp_team team);
/* Do weighted sweeps add to arcs themselves? Those of one source at a time by one thread. */
TP_FN bool tp_cpu_brandes_fuses(const tropic_context *context, const tp_brandes *b)
{
    return b->total.arcs && b->count == 1 && context->threads == 1 && !b->classes;
}
/* Adds the sources' dependencies of arcs, by a pass over the arcs. */
tropic_status tp_cpu_brandes_pass_arcs(tropic_context *context, const tp_brandes *brandes,
                                       const tp_brandes_weighted *weighted);

#endif
