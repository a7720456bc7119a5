/* SPDX-License-Identifier: Apache-2.0
 *
 * Passes over a graph until few vertices go, or none.
 */
#include "algorithms/communities/levels.h"
#include "algorithms/tuning.h"

/* Passes over a graph at most; and to the last, when vertices move once more in the end. (Graphs of up to ten thousand
 * vertices and all meshes and roads need less. On Kronecker 17 a hundred take as long as all before them, and do not
 * end, for each pass shifts sums by a little.) */
#define LAST_PASSES 32
#define PASSES 100
static tp_moving moving_in(const tp_levels *l, const tp_community_graph *g)
{
    return (tp_moving){.g = g, .factor = g->total > 0 ? l->options->resolution / (double)g->total : 0};
}

tropic_status tp_levels_move(tp_levels *l, const tp_community_graph *g, bool *optimal)
{
    const tp_levels_calls *calls = TP_BACKEND_PART(l->run->context, levels);
    const tropic_index few = tp_is_leiden(l) ? 0 : g->n / TP_LOUVAIN_FEW_MOVED;
    tp_moving m = moving_in(l, g);
    int64_t moved;
    bool all = true; /* are all looked at? */
    m.place = l->community;
    TP_TRY(calls->begin(l, g));
    for (int k = 0; k < (optimal ? LAST_PASSES : PASSES); k++) {
        TP_TRY(calls->pass(l, &m, &moved));
        if (optimal) *optimal = all && moved == 0;
        if (optimal ? all && moved == 0 : moved <= few) break;
        all = moved == 0;
        if (all) TP_TRY(calls->again(l, g));
    }
    return TROPIC_OK;
}

tropic_status tp_levels_refine(tp_levels *l, const tp_community_graph *g)
{
    const tp_levels_calls *calls = TP_BACKEND_PART(l->run->context, levels);
    tp_moving m = moving_in(l, g);
    int64_t moved;
    m.place = l->refined;
    m.within = l->community;
    TP_TRY(calls->identity(l, g->n, l->refined));
    TP_TRY(calls->sum(l, g, l->refined));
    TP_TRY(calls->begin(l, g));
    return calls->pass(l, &m, &moved);
}
