/* SPDX-License-Identifier: Apache-2.0
 *
 * The graph of sets of vertices: an arc between two of them weighs as much as all those between their vertices. And
 * the connected parts of sets.
 */
#include "algorithms/communities/levels.h"
#include "algorithms/communities/tally.h"
#include "formats/matrix/facts/union_find.h"

/* Sets, and vertices, that a thread takes at a time. */
#define SETS_CHUNK 16
#define CONNECT_CHUNK 1024

tropic_status tp_cpu_levels_number(tp_levels *l, tropic_index n, tropic_index *numbers, tropic_index *count)
{
    tropic_index found = 0;
    for (tropic_index v = 0; v < n; v++) l->number[v] = -1;
    for (tropic_index v = 0; v < n; v++) {
        tropic_index *number = &l->number[numbers[v]];
        if (*number < 0) *number = found++;
        numbers[v] = *number;
    }
    *count = found;
    return TROPIC_OK;
}

tropic_status tp_cpu_levels_name(tp_levels *l, tropic_index n, tropic_index *numbers)
{
    for (tropic_index v = n - 1; v >= 0; v--) l->number[numbers[v]] = v;
    for (tropic_index v = 0; v < n; v++) numbers[v] = l->number[numbers[v]];
    return TROPIC_OK;
}

typedef struct coarsening {
    tp_levels *l;
    const tp_community_graph *g;
    const tropic_index *numbers;
    const tropic_offset *first; /* of each set, in `member`, and of one more */
    const tropic_index *member; /* vertices by set, ascending */
    const tropic_offset *begin;
    tropic_offset *end;
    tropic_index *ids;
    int64_t *weights, *out, *in, *between;
    tp_chunks_left left;
} coarsening;

static void coarsen_set(const coarsening *c, tropic_index s, tp_tally *t)
{
    const tp_community_graph *g = c->g;
    tropic_offset at = c->begin[s];
    int64_t out = 0, in = 0, between = 0;
    for (tropic_offset i = c->first[s]; i < c->first[s + 1]; i++) {
        const tropic_index v = c->member[i];
        out += g->out[v];
        in += g->in[v];
        tp_tally_list(t, g, g->weights, v, c->numbers, NULL);
    }
    for (tropic_index i = 0; i < t->count; i++) {
        if (t->seen[i] == s) continue;
        c->ids[at] = t->seen[i];
        c->weights[at] = t->weight[t->seen[i]];
        between += c->weights[at++];
    }
    tp_tally_clear(t);
    c->end[s] = at;
    c->out[s] = out;
    if (g->directed) c->in[s] = in;
    __atomic_fetch_add(c->between, between, __ATOMIC_RELAXED);
}

static void coarsen_region(tp_worker *worker, void *of)
{
    coarsening *c = of;
    int64_t begin, end;
    while (tp_take(worker, &c->left, &begin, &end))
        for (int64_t s = begin; s < end; s++) coarsen_set(c, (tropic_index)s, &c->l->tallies[worker->number]);
}

/* begin[s] = how many arcs all sets before s have: room for those between sets. */
static void list_members(tp_levels *l, const tp_community_graph *g, const tropic_index *numbers, tropic_index count,
                         tropic_offset *first, tropic_offset *begin)
{
    for (tropic_index s = 0; s <= count; s++) first[s] = begin[s] = 0;
    for (tropic_index v = 0; v < g->n; v++) {
        first[numbers[v] + 1]++;
        begin[numbers[v] + 1] += g->end[v] - g->begin[v];
    }
    for (tropic_index s = 0; s < count; s++) first[s + 1] += first[s], begin[s + 1] += begin[s];
    for (tropic_index v = 0; v < g->n; v++) l->order[first[numbers[v]]++] = v;
    for (tropic_index s = count; s > 0; s--) first[s] = first[s - 1];
    first[0] = 0;
}

tropic_status tp_cpu_levels_coarsen(tp_levels *l, const tp_community_graph *g, const tropic_index *numbers,
                                    tropic_index count, tp_community_graph *coarse)
{
    tp_arena *arena = &coarse->arena;
    coarsening c = {.l = l, .g = g, .numbers = numbers, .member = l->order};
    tropic_offset *first, *begin;
    int64_t between = 0, arcs;
    *coarse = (tp_community_graph){.arena = {.context = l->run->context}, .n = count, .directed = g->directed};
    begin = tp_arena_array(arena, (int64_t)count + 1, sizeof *begin);
    c.end = tp_arena_array(arena, count, sizeof *c.end);
    c.out = tp_arena_array(arena, count, sizeof *c.out);
    c.in = g->directed ? tp_arena_array(arena, count, sizeof *c.in) : c.out;
    first = tp_arena_array(arena, (int64_t)count + 1, sizeof *first);
    TP_TRY(tp_arena_check(arena, "communities as vertices"));
    list_members(l, g, numbers, count, first, begin);
    arcs = begin[count];
    c.ids = tp_arena_array(arena, arcs, sizeof *c.ids);
    c.weights = tp_arena_array(arena, arcs, sizeof *c.weights);
    TP_TRY(tp_arena_check(arena, "arcs between communities"));
    c.first = first;
    c.begin = begin;
    c.between = &between;
    tp_team team = tp_team_of(tp_team_for(l->run->context, 4 * (arcs + g->n)), l->team.threads);
    tp_parallel(tp_chunks_begin(&c.left, team, count, SETS_CHUNK), coarsen_region, &c);
    coarse->begin = begin;
    coarse->end = c.end;
    coarse->ids = c.ids;
    coarse->weights = c.weights;
    coarse->out = c.out;
    coarse->in = c.in;
    coarse->total = g->total;
    coarse->loops = g->total - (g->directed ? between / 2 : between);
    return TROPIC_OK;
}

/* ---- connected parts ---- */

typedef struct connecting {
    const tp_community_graph *g;
    const tropic_index *community;
    tropic_index *parent;
} connecting;

static void join(const void *of, int64_t begin, int64_t end)
{
    const connecting *c = of;
    const tp_community_graph *g = c->g;
    for (int64_t v = begin; v < end; v++)
        for (tropic_offset k = g->begin[v]; k < g->end[v]; k++)
            if (g->ids[k] < v && c->community[g->ids[k]] == c->community[v] && (!g->weights || g->weights[k] > 0))
                tp_join_trees(c->parent, (tropic_index)v, g->ids[k]);
}

tropic_status tp_cpu_levels_connect(tp_levels *l, const tp_community_graph *g, tropic_index *community)
{
    const connecting c = {.g = g, .community = community, .parent = l->target};
    for (tropic_index v = 0; v < g->n; v++) c.parent[v] = v;
    tp_for(tp_levels_team(l, g, g->n), g->n, CONNECT_CHUNK, join, &c);
    for (tropic_index v = 0; v < g->n; v++) community[v] = tp_find_root(c.parent, v);
    return TROPIC_OK;
}
