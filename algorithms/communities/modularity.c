/* SPDX-License-Identifier: Apache-2.0
 *
 * The modularity of a partition, of exact sums.
 */
#include "algorithms/communities/modularity.h"
#include "spmv/cpu_backend.h"
#include "formats/matrix/lists.h"

#include <string.h>

typedef struct measure {
    const tp_community_graph *g;
    const tropic_index *community;
    int64_t *within;
} measure;

static void add_within(const void *of, int64_t begin, int64_t end)
{
    const measure *m = of;
    const tp_community_graph *g = m->g;
    int64_t within = 0;
    for (int64_t v = begin; v < end; v++) {
        const tropic_index c = m->community[v];
        for (tropic_offset k = g->begin[v]; k < g->end[v]; k++) {
            const tropic_index u = g->ids[k];
            if (u != v && m->community[u] == c) within += g->weights ? g->weights[k] : 1;
        }
    }
    __atomic_fetch_add(m->within, within, __ATOMIC_RELAXED);
}

/* The sum over sets of the products of their sums: by one thread, for a few large sets would have all wait. */
static tp_wide add_squares(const tp_community_graph *g, const tropic_index *community, int64_t *out, int64_t *in)
{
    tp_wide squares = 0;
    for (tropic_index v = 0; v < g->n; v++) {
        const tropic_index c = community ? community[v] : v;
        out[c] += g->out[v];
        if (g->directed) in[c] += g->in[v];
    }
    for (tropic_index c = 0; c < g->n; c++) squares += (tp_wide)out[c] * (tp_wide)in[c];
    return squares;
}

tropic_status tp_cpu_communities_modularity(tp_run *run, const tp_community_graph *g, const tropic_index *community,
                                            double resolution, double *modularity)
{
    const int first = run->arena.count;
    const int64_t n = g->n;
    int64_t within = 0, *out, *in;
    tp_wide squares;
    out = tp_arena_zeros(&run->arena, n, sizeof *out);
    in = g->directed ? tp_arena_zeros(&run->arena, n, sizeof *in) : out;
    TP_TRY(tp_arena_check(&run->arena, "sums of communities"));
    if (community)
        tp_for(tp_team_for(run->context, n + run->A->count), n, TP_LIST_CHUNK, add_within,
               &(measure){g, community, &within});
    squares = add_squares(g, community, out, in);
    *modularity = tp_modularity_of(g, within, squares, resolution);
    tp_arena_release_since(&run->arena, first);
    return TROPIC_OK;
}
