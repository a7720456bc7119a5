/* SPDX-License-Identifier: Apache-2.0
 *
 * Label propagation in rounds: all vertices take, at once, the label that most of their neighbours have. A vertex none
 * of whose neighbours has another label than in the round before keeps what it took then, and is not looked at.
 */
#include "algorithms/communities/communities.h"

#include <string.h>

/* Vertices that a thread takes at a time. */
#define CHUNK 512

typedef struct propagation {
    const tp_community_graph *g;
    const tropic_index *label;
    tropic_index *next;
    uint8_t *active, *active_next;
    tp_tally *tallies; /* of each thread */
    int64_t changed;
    tp_chunks_left left;
} propagation;

/* ---- a vertex ---- */

static tropic_index most_frequent(const tp_tally *t, tropic_index otherwise)
{
    tropic_index best = otherwise;
    int64_t most = 0;
    for (tropic_index i = 0; i < t->count; i++) {
        const tropic_index label = t->seen[i];
        const int64_t weight = t->weight[label];
        if (weight < most || (weight == most && label > best)) continue;
        most = weight;
        best = label;
    }
    return best;
}

static tropic_index take(const propagation *p, tropic_index v, tp_tally *t)
{
    const tp_community_graph *g = p->g;
    tropic_index found;
    if (g->weights) {
        for (tropic_offset k = g->begin[v]; k < g->end[v]; k++)
            if (g->ids[k] != v) tp_tally_add(t, p->label[g->ids[k]], g->weights[k]);
    } else {
        for (tropic_offset k = g->begin[v]; k < g->end[v]; k++)
            if (g->ids[k] != v) tp_tally_add(t, p->label[g->ids[k]], 1);
    }
    found = most_frequent(t, p->label[v]);
    tp_tally_clear(t);
    return found;
}

/* ---- rounds ---- */

/* Labels are still the vertices themselves, arcs weigh 1 and their ends ascend: the first is the least. */
static void first_round(const void *of, int64_t begin, int64_t end)
{
    const propagation *p = of;
    const tp_community_graph *g = p->g;
    for (int64_t v = begin; v < end; v++) {
        tropic_offset k = g->begin[v];
        if (k < g->end[v] && g->ids[k] == v) k++;
        p->next[v] = k < g->end[v] ? g->ids[k] : (tropic_index)v;
    }
}

static void round_region(tp_worker *worker, void *of)
{
    propagation *p = of;
    tp_tally *t = &p->tallies[worker->number];
    int64_t begin, end;
    while (tp_take(worker, &p->left, &begin, &end))
        for (int64_t v = begin; v < end; v++) p->next[v] = p->active[v] ? take(p, (tropic_index)v, t) : p->label[v];
}

/* Wakes the neighbours of those whose label is another one, and counts these. */
static void wake_region(tp_worker *worker, void *of)
{
    propagation *p = of;
    const tp_community_graph *g = p->g;
    int64_t begin, end, changed = 0;
    while (tp_take(worker, &p->left, &begin, &end))
        for (int64_t v = begin; v < end; v++) {
            if (p->next[v] == p->label[v]) continue;
            changed++;
            for (tropic_offset k = g->begin[v]; k < g->end[v]; k++)
                __atomic_store_n(&p->active_next[g->ids[k]], 1, __ATOMIC_RELAXED);
        }
    __atomic_fetch_add(&p->changed, changed, __ATOMIC_RELAXED);
}

static void run_region(tp_team team, propagation *p, tp_region *region)
{
    team = tp_chunks_begin(&p->left, team, p->g->n, CHUNK);
    tp_parallel(team, region, p);
}

tropic_status tp_communities_labels(tp_run *run, const tp_community_graph *g, tp_communities *c)
{
    const int64_t n = g->n;
    const tp_team team = tp_team_for(run->context, n + run->A->count);
    tropic_index *label = c->community;
    propagation p = {.g = g};
    p.next = tp_arena_array(&run->arena, n, sizeof *p.next);
    p.active = tp_arena_array(&run->arena, n, sizeof *p.active);
    p.active_next = tp_arena_zeros(&run->arena, n, sizeof *p.active_next);
    p.tallies = tp_tallies(&run->arena, team, g->n);
    TP_TRY(tp_arena_check(&run->arena, "label propagation"));
    memset(p.active, 1, (size_t)n);
    for (int64_t v = 0; v < n; v++) label[v] = (tropic_index)v;
    while (c->levels < c->options->rounds && !c->settled) {
        TP_TRY(tp_progress(run->context, (double)c->levels / c->options->rounds));
        p.label = label;
        p.changed = 0;
        if (c->levels == 0 && !g->weights)
            tp_for(team, n, CHUNK, first_round, &p);
        else
            run_region(team, &p, round_region);
        run_region(team, &p, wake_region);
        uint8_t *const before = p.active;
        p.active = p.active_next;
        p.active_next = memset(before, 0, (size_t)n);
        tropic_index *const old = label;
        label = p.next;
        p.next = old;
        c->settled = p.changed == 0;
        c->levels++;
    }
    if (label != c->community) memcpy(c->community, label, (size_t)n * sizeof *label);
    return TROPIC_OK;
}
