/* SPDX-License-Identifier: Apache-2.0
 *
 * The sources' dependencies of arcs, on the CPU: a pass over the arcs when their sweeps are over.
 */
#include "algorithms/betweenness/brandes_weighted.h"
#include "algorithms/betweenness/cpu/brandes_cpu.h"

typedef struct arcs {
    const tp_brandes *brandes;
    const tp_brandes_weighted *weighted;
} arcs;

static void add_arcs(const void *of, int64_t begin, int64_t end)
{
    const arcs *a = of;
    const tp_brandes *b = a->brandes;
    for (tropic_offset k = begin; k < end; k++) b->total.arcs[k] = tp_brandes_arc(b, a->weighted, k);
}

tropic_status tp_cpu_brandes_arcs(tropic_context *context, const tp_brandes *b, const tp_brandes_weighted *weighted)
{
    if (*b->arcs_added) return TROPIC_OK;
    return tp_cpu_brandes_pass_arcs(context, b, weighted);
}

tropic_status tp_cpu_brandes_pass_arcs(tropic_context *context, const tp_brandes *b,
                                       const tp_brandes_weighted *weighted)
{
    const arcs a = {b, weighted};
    tp_for(tp_team_for(context, b->out.count), b->out.count, TP_CHUNK_ANY, add_arcs, &a);
    return TROPIC_OK;
}

static void add_batch_arcs(const void *of, int64_t begin, int64_t end)
{
    const tp_brandes_batch_arcs *a = of;
    for (tropic_offset k = begin; k < end; k++) a->total.arcs[k] = tp_brandes_batch_arc(a, k);
}

tropic_status tp_cpu_brandes_batch_arcs(tropic_context *context, const tp_brandes_batch_arcs *a)
{
    tp_for(tp_team_for(context, a->out.count), a->out.count, TP_CHUNK_ANY, add_batch_arcs, a);
    return TROPIC_OK;
}
