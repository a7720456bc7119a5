/* SPDX-License-Identifier: Apache-2.0
 *
 * Local moving: the vertices of a group choose a community at once, and then all of them go. The next group sees where
 * they are. Whoever has a neighbour that went is looked at again in the next pass.
 *
 * Leiden's refinement is the same of parts within communities, each a vertex at first. A vertex that is still alone
 * joins a part that stays where it is while it does so: parts are connected.
 *
 * Vertex v goes from its community, without it, to a neighbour's where
 *     w(v, c) - resolution * (out(v) in(c) + in(v) out(c)) / W
 * is greatest: modularity grows with it. (Undirected: out(v) out(c).)
 */
#include "algorithms/communities/growth.h"
#include "algorithms/communities/levels.h"
#include "algorithms/communities/tally.h"

/* Vertices that a thread takes at a time. */
#define MOVE_CHUNK 64

typedef struct moving {
    tp_levels *l;
    const tp_community_graph *g;
    const tp_moving *how;
    tropic_index *place;
    const tropic_index *within;
    const tropic_index *order; /* the vertices of the group */
    int64_t *moved;            /* vertices of this pass */
    tp_chunks_left left;
} moving;

/* ---- a vertex ---- */

static tp_mover mover_of(const moving *m, tropic_index v)
{
    const tp_levels *l = m->l;
    const tropic_index own = m->place[v];
    return (tp_mover){.factor = m->how->factor,
                      .directed = m->g->directed,
                      .refining = m->within != NULL,
                      .alone = l->size[own] == 1,
                      .group = l->group[own],
                      .own = own,
                      .out = m->g->out[v],
                      .in = m->g->in[v]};
}

static tropic_index choose(const moving *m, tropic_index v, tp_tally *t)
{
    const tp_levels *l = m->l;
    const tp_mover mover = mover_of(m, v);
    const tropic_index own = mover.own;
    tropic_index best = -1;
    double most;
    if (m->within && !mover.alone) return own;
    if (m->within)
        tp_tally_list(t, m->g, m->g->weights, v, m->place, m->within);
    else if (m->g->weights)
        tp_tally_list(t, m->g, m->g->weights, v, m->place, NULL);
    else
        tp_tally_list(t, m->g, NULL, v, m->place, NULL);
    most = tp_growth(&mover, t->weight[own], l->out[own] - mover.out, l->in[own] - mover.in);
    for (tropic_index i = 0; i < t->count; i++) {
        const tropic_index c = t->seen[i];
        double growth;
        if (c == own) continue;
        growth = tp_growth(&mover, t->weight[c], l->out[c], l->in[c]);
        if (!tp_is_better(growth, c, most, best)) continue;
        if (tp_may_be_barred(&mover, c) && tp_is_barred(&mover, l->size[c], l->group[c])) continue;
        most = growth;
        best = c;
    }
    tp_tally_clear(t);
    return best < 0 ? own : best;
}

/* ---- a group ---- */

static void choose_region(tp_worker *worker, void *of)
{
    moving *m = of;
    tp_levels *l = m->l;
    tp_tally *t = &l->tallies[worker->number];
    int64_t begin, end;
    while (tp_take(worker, &m->left, &begin, &end))
        for (int64_t i = begin; i < end; i++) {
            const tropic_index v = m->order[i];
            l->active[v] = 0;
            l->target[i] = choose(m, v, t);
        }
}

static void change(int64_t *sum, tropic_index from, tropic_index to, int64_t by)
{
    __atomic_fetch_sub(&sum[from], by, __ATOMIC_RELAXED);
    __atomic_fetch_add(&sum[to], by, __ATOMIC_RELAXED);
}

/* target[i] becomes -1 of those that stay. */
static void go(const void *of, int64_t begin, int64_t end)
{
    const moving *m = of;
    tp_levels *l = m->l;
    int64_t moved = 0;
    for (int64_t i = begin; i < end; i++) {
        const tropic_index v = m->order[i], from = m->place[v], to = l->target[i];
        if (from == to) {
            l->target[i] = -1;
            continue;
        }
        m->place[v] = to;
        change(l->out, from, to, m->g->out[v]);
        if (m->g->directed) change(l->in, from, to, m->g->in[v]);
        __atomic_fetch_sub(&l->size[from], 1, __ATOMIC_RELAXED);
        __atomic_fetch_add(&l->size[to], 1, __ATOMIC_RELAXED);
        moved++;
    }
    __atomic_fetch_add(m->moved, moved, __ATOMIC_RELAXED);
}

static void wake(const void *of, int64_t begin, int64_t end)
{
    const moving *m = of;
    const tp_community_graph *g = m->g;
    tp_levels *l = m->l;
    for (int64_t i = begin; i < end; i++) {
        const tropic_index v = m->order[i], to = l->target[i];
        if (to < 0) continue;
        for (tropic_offset k = g->begin[v]; k < g->end[v]; k++)
            if (m->place[g->ids[k]] != to) __atomic_store_n(&l->active[g->ids[k]], 1, __ATOMIC_RELAXED);
    }
}

static void move_group(moving *m, const tropic_index *order, int64_t count)
{
    const tp_team team = tp_levels_team(m->l, m->g, count);
    m->order = order;
    tp_parallel(tp_chunks_begin(&m->left, team, count, MOVE_CHUNK), choose_region, m);
    tp_for(team, count, MOVE_CHUNK, go, m);
    if (!m->within) tp_for(team, count, MOVE_CHUNK, wake, m);
}

tropic_status tp_cpu_levels_pass(tp_levels *l, const tp_moving *how, int64_t *moved)
{
    moving m = {.l = l, .g = how->g, .how = how, .place = how->place, .within = how->within, .moved = moved};
    tp_groups groups;
    *moved = 0;
    tp_levels_draw(l, m.g->n, &groups);
    for (int k = 0; k < groups.count; k++) {
        const int64_t first = groups.first[k], count = groups.first[k + 1] - first;
        TP_TRY(tp_levels_progress(l));
        if (count > 0) move_group(&m, l->order + first, count);
    }
    return TROPIC_OK;
}
