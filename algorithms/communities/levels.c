/* SPDX-License-Identifier: Apache-2.0
 *
 * Louvain and Leiden, from level to level.
 */
#include "algorithms/communities/levels.h"

#include <string.h>

/* Leiden goes through all levels so often; the second time from the communities that it found. (Modularity grows by up
 * to a hundredth; by a third time, hardly.) */
#define LEIDEN_TURNS 2

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

/* Moves vertices of a graph from l->community on, and keeps that as the result if modularity, *best, grows. */
static tropic_status move_all(tp_levels *l, const tp_community_graph *g, const tropic_index *node, tropic_index n,
                              tp_communities *c, double *best, bool *grown)
{
    double now;
    tp_levels_sum(l, g, l->community);
    TP_TRY(tp_levels_move(l, g, NULL));
    TP_TRY(tp_cpu_communities_modularity(l->run, g, l->community, l->options->resolution, &now));
    *grown = now > *best;
    if (!*grown) return TROPIC_OK;
    *best = now;
    c->levels++;
    for (tropic_index v = 0; v < n; v++) c->community[v] = l->community[node[v]];
    return TROPIC_OK;
}

/* Moves vertices of one graph after another, from c->community on. node[v]: the vertex of the present graph that v is
 * in. graphs: room for the present one and the next. */
static tropic_status descend_through(tp_levels *l, const tp_community_graph *finest, tropic_index *node,
                                     tp_communities *c, double *best, tp_community_graph graphs[2])
{
    const tropic_index n = finest->n;
    const tp_community_graph *g = finest;
    bool grown;
    for (int at = 0; c->levels < l->options->levels; at = !at) {
        TP_TRY(move_all(l, g, node, n, c, best, &grown));
        if (!grown) break;
        if (is_leiden(l)) TP_TRY(tp_levels_refine(l, g));
        TP_TRY(next_graph(l, g, node, n, &graphs[at]));
        if (graphs[at].n == 0) break;
        g = &graphs[at];
        tp_community_graph_close(&graphs[!at]);
    }
    return TROPIC_OK;
}

static tropic_status descend(tp_levels *l, const tp_community_graph *finest, tropic_index *node, tp_communities *c,
                             double *best)
{
    const tropic_index n = finest->n;
    tp_community_graph graphs[2] = {{.n = 0}, {.n = 0}};
    tropic_status status;
    for (tropic_index v = 0; v < n; v++) node[v] = v;
    memcpy(l->community, c->community, (size_t)n * sizeof *l->community);
    tp_levels_number(l, n, l->community);
    status = descend_through(l, finest, node, c, best, graphs);
    for (int k = 0; k < 2; k++) tp_community_graph_close(&graphs[k]);
    return status;
}

/* numbers = the least vertex of each set. */
static void name_by_least(tp_levels *l, tropic_index n, tropic_index *numbers)
{
    const tropic_index count = tp_levels_number(l, n, numbers);
    for (tropic_index v = n - 1; v >= 0; v--) l->order[numbers[v]] = v;
    for (tropic_index v = 0; v < n && count > 0; v++) numbers[v] = l->order[numbers[v]];
}

/* Single vertices move once more, until none would go. */
static tropic_status polish(tp_levels *l, const tp_community_graph *g, tp_communities *c, double best)
{
    const size_t bytes = (size_t)g->n * sizeof *c->community;
    bool optimal = false;
    double now;
    memcpy(l->community, c->community, bytes);
    tp_levels_sum(l, g, l->community);
    TP_TRY(tp_levels_move(l, g, &optimal));
    if (memcmp(l->community, c->community, bytes) != 0) {
        TP_TRY(tp_cpu_communities_modularity(l->run, g, l->community, l->options->resolution, &now));
        optimal = optimal && now > best;
        if (now > best) memcpy(c->community, l->community, bytes);
    }
    c->settled = optimal;
    return TROPIC_OK;
}

tropic_status tp_cpu_communities_levels(tp_run *run, const tp_community_graph *g, tp_communities *c)
{
    tp_levels l = {.run = run, .options = c->options, .team = tp_team_for(run->context, g->n + run->A->count)};
    tropic_index *node = tp_arena_array(&run->arena, g->n, sizeof *node);
    const int turns = is_leiden(&l) ? LEIDEN_TURNS : 1;
    double best;
    TP_TRY(make(&l, g));
    for (tropic_index v = 0; v < g->n; v++) c->community[v] = v;
    TP_TRY(tp_cpu_communities_modularity(run, g, NULL, c->options->resolution, &best));
    for (int turn = 0; turn < turns; turn++) TP_TRY(descend(&l, g, node, c, &best));
    c->settled = c->levels < c->options->levels;
    if (c->settled && !is_leiden(&l)) TP_TRY(polish(&l, g, c, best));
    if (is_leiden(&l))
        tp_levels_connect(&l, g, c->community);
    else
        name_by_least(&l, g->n, c->community);
    return TROPIC_OK;
}
