/* SPDX-License-Identifier: Apache-2.0
 *
 * Louvain and Leiden, from level to level.
 */
#include "algorithms/communities/levels.h"

#include <string.h>

/* ---- arrays ---- */

static tropic_status make(tp_levels *l, const tp_community_graph *g)
{
    tp_arena *arena = &l->run->arena;
    const int64_t n = g->n;
    l->community = tp_arena_array(arena, n, sizeof *l->community);
    l->out = tp_arena_array(arena, n, sizeof *l->out);
    l->in = g->directed ? tp_arena_array(arena, n, sizeof *l->in) : l->out;
    l->size = tp_arena_array(arena, n, sizeof *l->size);
    l->refined = tp_arena_array(arena, n, sizeof *l->refined);
    l->number = tp_arena_array(arena, n, sizeof *l->number);
    l->order = tp_arena_array(arena, n, sizeof *l->order);
    l->target = tp_arena_array(arena, n, sizeof *l->target);
    l->active = tp_arena_array(arena, n, sizeof *l->active);
    l->group = tp_arena_array(arena, n, sizeof *l->group);
    l->tallies = tp_tallies(arena, l->team, g->n);
    return tp_arena_check(arena, "moving vertices");
}

static bool is_leiden(const tp_levels *l)
{
    return l->options->method == TROPIC_COMMUNITIES_LEIDEN;
}

/* ---- a level ---- */

/* The vertices of the next graph, and the communities in which they begin. */
static tropic_status next_graph(tp_levels *l, const tp_community_graph *g, tropic_index *node, tropic_index n,
                                tp_community_graph *coarse)
{
    tropic_index *parts = is_leiden(l) ? l->refined : l->community;
    const tropic_index count = tp_levels_number(l, g->n, parts);
    for (tropic_index v = 0; v < n; v++) node[v] = parts[node[v]];
    if (count == g->n) return TROPIC_OK;
    TP_TRY(tp_levels_coarsen(l, g, parts, count, coarse));
    if (is_leiden(l)) {
        for (tropic_index v = 0; v < g->n; v++) l->target[parts[v]] = l->community[v];
        memcpy(l->community, l->target, (size_t)count * sizeof *l->community);
        tp_levels_number(l, count, l->community);
    } else {
        for (tropic_index v = 0; v < count; v++) l->community[v] = v;
    }
    return TROPIC_OK;
}

/* Moves vertices of one graph after another. node[v]: the vertex of the present graph that v is in. */
static tropic_status descend(tp_levels *l, const tp_community_graph *finest, tropic_index *node, tp_communities *c,
                             tp_community_graph *graphs)
{
    const tropic_index n = finest->n;
    const double resolution = l->options->resolution;
    const tp_community_graph *g = finest;
    double before, now;
    TP_TRY(tp_community_modularity(l->run, g, l->community, resolution, &before));
    while (c->levels < l->options->levels) {
        tp_community_graph *coarse = &graphs[c->levels % 2];
        tp_levels_sum(l, g, l->community);
        TP_TRY(tp_levels_move(l, g));
        TP_TRY(tp_community_modularity(l->run, g, l->community, resolution, &now));
        c->settled = !(now > before);
        if (c->settled) break;
        before = now;
        c->levels++;
        for (tropic_index v = 0; v < n; v++) c->community[v] = l->community[node[v]];
        if (is_leiden(l)) TP_TRY(tp_levels_refine(l, g));
        TP_TRY(next_graph(l, g, node, n, coarse));
        if (coarse->n == 0) break;
        if (g != finest) tp_community_graph_close(&graphs[(c->levels) % 2]);
        g = coarse;
    }
    return TROPIC_OK;
}

/* numbers = the least vertex of each set. */
static void name_by_least(tp_levels *l, tropic_index n, tropic_index *numbers)
{
    const tropic_index count = tp_levels_number(l, n, numbers);
    for (tropic_index v = n - 1; v >= 0; v--) l->order[numbers[v]] = v;
    for (tropic_index v = 0; v < n && count > 0; v++) numbers[v] = l->order[numbers[v]];
}

tropic_status tp_communities_levels(tp_run *run, tp_community_graph *g, tp_communities *c)
{
    tp_levels l = {.run = run, .options = c->options, .team = tp_team_for(run->context, g->n + run->A->count)};
    tp_community_graph graphs[2] = {{.n = 0}, {.n = 0}};
    tropic_index *node = tp_arena_array(&run->arena, g->n, sizeof *node);
    tropic_status status;
    TP_TRY(make(&l, g));
    for (tropic_index v = 0; v < g->n; v++) node[v] = c->community[v] = l.community[v] = v;
    status = descend(&l, g, node, c, graphs);
    for (int k = 0; k < 2; k++) tp_community_graph_close(&graphs[k]);
    if (status == TROPIC_OK) name_by_least(&l, g->n, c->community);
    return status;
}
