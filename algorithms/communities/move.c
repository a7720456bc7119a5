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
#include "algorithms/communities/levels.h"

#include <string.h>

/* Vertices that a thread takes at a time. */
#define MOVE_CHUNK 64
/* Passes over a graph at most; and to the last, when vertices move once more in the end. (Graphs of up to ten thousand
 * vertices and all meshes and roads need less. On Kronecker 17 a hundred take as long as all before them, and do not
 * end, for each pass shifts sums by a little.) */
#define LAST_PASSES 32
#define PASSES 100
/* Louvain: where no more than one in so many vertices went, the next graph begins; the rest is moved with it, or in the
 * end. (At 100 or 50 time and modularity are the same; all to the last take a tenth longer. Leiden, which has no last
 * moves, would lose up to 0.3 % of modularity.) */
#define FEW_MOVED 200
/* How fast progress is told: half of it after so many passes, 1 by this. */
#define PASS_PROGRESS 0.1

typedef struct moving {
    tp_levels *l;
    const tp_community_graph *g;
    double factor;              /* resolution / W */
    tropic_index *place;        /* of each vertex, its community, or the part that is refined */
    const tropic_index *within; /* Leiden's refinement: of each vertex, the community that it stays in; else NULL */
    const tropic_index *order;  /* the vertices of the group */
    int64_t *moved;             /* vertices of this pass */
    tp_chunks_left left;
} moving;

/* ---- a vertex ---- */

/* What community c, without v if it is v's, has of the chance. */
static double chance(const moving *m, tropic_index v, tropic_index c, bool own)
{
    const tp_levels *l = m->l;
    const tp_community_graph *g = m->g;
    const int64_t out = l->out[c] - (own ? g->out[v] : 0);
    const double to = m->factor * (double)g->out[v];
    if (!g->directed) return to * (double)out;
    return to * (double)(l->in[c] - (own ? g->in[v] : 0)) + m->factor * (double)g->in[v] * (double)out;
}

/* Two vertices of a group, each alone, are not to change places. No part may lose the vertex that it is, when others
 * join it. */
static bool is_barred(const moving *m, tropic_index own, tropic_index c)
{
    const tp_levels *l = m->l;
    if (l->size[c] != 1 || l->group[own] != l->group[c]) return false;
    return m->within || (c > own && l->size[own] == 1);
}

static tropic_index choose(const moving *m, tropic_index v, tp_tally *t)
{
    const tp_levels *l = m->l;
    const tropic_index own = m->place[v];
    tropic_index best = own;
    double most;
    if (m->within && l->size[own] > 1) return own;
    if (m->within)
        tp_tally_list(t, m->g, m->g->weights, v, m->place, m->within);
    else if (m->g->weights)
        tp_tally_list(t, m->g, m->g->weights, v, m->place, NULL);
    else
        tp_tally_list(t, m->g, NULL, v, m->place, NULL);
    most = (double)t->weight[own] - chance(m, v, own, true);
    for (tropic_index i = 0; i < t->count; i++) {
        const tropic_index c = t->seen[i];
        double growth;
        if (c == own) continue;
        growth = (double)t->weight[c] - chance(m, v, c, false);
        if (growth < most || (growth == most && (best == own || c > best)) || is_barred(m, own, c)) continue;
        most = growth;
        best = c;
    }
    tp_tally_clear(t);
    return best;
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

/* A pass over the active vertices. *moved: how many went. */
static tropic_status pass(moving *m, int64_t *moved)
{
    tp_levels *l = m->l;
    tp_groups groups;
    *moved = 0;
    m->moved = moved;
    tp_levels_draw(l, m->g->n, &groups);
    for (int k = 0; k < groups.count; k++) {
        const int64_t first = groups.first[k], count = groups.first[k + 1] - first;
        TP_TRY(tp_progress(l->run->context, 1 - 1 / (1 + PASS_PROGRESS * l->pass)));
        if (count > 0) move_group(m, l->order + first, count);
    }
    return TROPIC_OK;
}

static moving begin(tp_levels *l, const tp_community_graph *g)
{
    memset(l->active, 1, (size_t)g->n);
    return (moving){.l = l, .g = g, .factor = g->total > 0 ? l->options->resolution / (double)g->total : 0};
}

tropic_status tp_levels_move(tp_levels *l, const tp_community_graph *g, bool *optimal)
{
    moving m = begin(l, g);
    int64_t moved;
    bool all = true; /* are all looked at? */
    const tropic_index few = l->options->method == TROPIC_COMMUNITIES_LOUVAIN ? g->n / FEW_MOVED : 0;
    m.place = l->community;
    for (int k = 0; k < (optimal ? LAST_PASSES : PASSES); k++) {
        TP_TRY(pass(&m, &moved));
        if (optimal) *optimal = all && moved == 0;
        if (optimal ? all && moved == 0 : moved <= few) break;
        all = moved == 0;
        if (all) memset(l->active, 1, (size_t)g->n);
    }
    return TROPIC_OK;
}

tropic_status tp_levels_refine(tp_levels *l, const tp_community_graph *g)
{
    moving m = begin(l, g);
    int64_t moved;
    m.place = l->refined;
    m.within = l->community;
    for (tropic_index v = 0; v < g->n; v++) l->refined[v] = v;
    tp_levels_sum(l, g, l->refined);
    return pass(&m, &moved);
}
