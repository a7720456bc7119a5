/* SPDX-License-Identifier: Apache-2.0
 *
 * Louvain and Leiden, from level to level.
 */
#include "algorithms/communities/levels.h"

/* Leiden goes through all levels so often; the second time from the communities that it found. (Modularity grows by up
 * to a hundredth; by a third time, hardly.) */
#define LEIDEN_TURNS 2

static const tp_levels_calls *calls_of(const tp_levels *l)
{
    return TP_BACKEND_PART(l->run->context, levels);
}

static tropic_status copy(const tp_levels *l, tropic_index n, tropic_index *to, const tropic_index *from)
{
    return l->run->backend->copy(l->run->context, to, from, (size_t)n * sizeof *to);
}

static tropic_status measure(const tp_levels *l, const tp_community_graph *g, const tropic_index *community,
                             double *modularity)
{
    return TP_BACKEND_PART(l->run->context, communities)
        ->modularity(l->run, g, community, l->options->resolution, modularity);
}

/* ---- a level ---- */

/* The vertices of the next graph, and the communities in which they begin. */
static tropic_status next_graph(tp_levels *l, const tp_community_graph *g, tropic_index *node, tropic_index n,
                                tp_community_graph *coarse)
{
    const tp_levels_calls *calls = calls_of(l);
    tropic_index *parts = tp_is_leiden(l) ? l->refined : l->community;
    tropic_index count, communities;
    TP_TRY(calls->number(l, g->n, parts, &count));
    TP_TRY(calls->look_up(l, n, node, parts, node));
    if (count == g->n) return TROPIC_OK;
    TP_TRY(calls->coarsen(l, g, parts, count, coarse));
    if (!tp_is_leiden(l)) return calls->identity(l, count, l->community);
    /* (Numbers of communities may be above those of the parts. In the order of their least vertices come their parts,
     * too.) */
    TP_TRY(calls->number(l, g->n, l->community, &communities));
    TP_TRY(calls->place(l, g->n, l->target, parts, l->community));
    return copy(l, count, l->community, l->target);
}

/* Moves vertices of a graph from l->community on, and keeps that as the result if modularity, *best, grows. */
static tropic_status move_all(tp_levels *l, const tp_community_graph *g, const tropic_index *node, tropic_index n,
                              tp_communities *c, double *best, bool *grown)
{
    double now;
    TP_TRY(calls_of(l)->sum(l, g, l->community));
    TP_TRY(tp_levels_move(l, g, NULL));
    TP_TRY(measure(l, g, l->community, &now));
    *grown = now > *best;
    if (!*grown) return TROPIC_OK;
    *best = now;
    c->levels++;
    return calls_of(l)->look_up(l, n, c->community, l->community, node);
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
        if (tp_is_leiden(l)) TP_TRY(tp_levels_refine(l, g));
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
    tropic_index count;
    tropic_status status;
    TP_TRY(calls_of(l)->identity(l, n, node));
    TP_TRY(copy(l, n, l->community, c->community));
    TP_TRY(calls_of(l)->number(l, n, l->community, &count));
    status = descend_through(l, finest, node, c, best, graphs);
    for (int k = 0; k < 2; k++) tp_community_graph_close(&graphs[k]);
    return status;
}

/* Single vertices move once more, until none would go. */
static tropic_status polish(tp_levels *l, const tp_community_graph *g, tp_communities *c, double best)
{
    bool optimal = false, equal;
    double now;
    TP_TRY(copy(l, g->n, l->community, c->community));
    TP_TRY(calls_of(l)->sum(l, g, l->community));
    TP_TRY(tp_levels_move(l, g, &optimal));
    TP_TRY(calls_of(l)->equal(l, g->n, l->community, c->community, &equal));
    if (!equal) {
        TP_TRY(measure(l, g, l->community, &now));
        optimal = optimal && now > best;
        if (now > best) TP_TRY(copy(l, g->n, c->community, l->community));
    }
    c->settled = optimal;
    return TROPIC_OK;
}

static tropic_status find(tp_levels *l, const tp_community_graph *g, tp_communities *c)
{
    const int turns = tp_is_leiden(l) ? LEIDEN_TURNS : 1;
    tropic_index *node;
    double best;
    TP_TRY(tp_arena_device_array(&l->run->arena, &node, g->n, sizeof *node, "communities of vertices"));
    TP_TRY(calls_of(l)->make(l, g));
    TP_TRY(calls_of(l)->identity(l, g->n, c->community));
    TP_TRY(measure(l, g, NULL, &best));
    for (int turn = 0; turn < turns; turn++) TP_TRY(descend(l, g, node, c, &best));
    c->settled = c->levels < c->options->levels;
    if (c->settled && !tp_is_leiden(l)) TP_TRY(polish(l, g, c, best));
    return tp_is_leiden(l) ? calls_of(l)->connect(l, g, c->community) : calls_of(l)->name(l, g->n, c->community);
}

tropic_status tp_communities_levels(tp_run *run, const tp_community_graph *g, tp_communities *c)
{
    tp_levels l = {.run = run, .options = c->options, .arena = {.context = run->context}};
    const tropic_status status = find(&l, g, c);
    tp_arena_release(&l.arena);
    return status;
}
