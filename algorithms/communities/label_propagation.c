/* SPDX-License-Identifier: Apache-2.0
 *
 * Label propagation in rounds: all vertices take, at once, the label that most of their neighbours have. A vertex none
 * of whose neighbours has another label than in the round before keeps what it took then, and is not looked at.
 */
#include "algorithms/communities/tally.h"
#include "algorithms/tuning.h"

#include <string.h>

/* Vertices that a thread takes at a time. */
#define LABELS_CHUNK 512

typedef struct propagation {
    const tp_community_graph *g;
    tropic_index *label, *next;
    uint8_t *active;
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

/* The same of a list of up to `width` arcs, a constant, by comparing all labels: without a branch, for lengths are hard
 * to foretell. */
static inline tropic_index take_of_few(const propagation *p, tropic_index v, int width)
{
    const tropic_index *ids = p->g->ids + p->g->begin[v];
    const int last = (int)(p->g->end[v] - p->g->begin[v]) - 1;
    tropic_index labels[TP_LABELS_FEW];
    int32_t often[TP_LABELS_FEW] = {0};
    int64_t best = 0; /* how often, and the label from INT32_MAX down */
    if (last < 0) return p->label[v];
    for (int k = 0; k < width; k++) {
        const tropic_index u = ids[k < last ? k : last], label = p->label[u];
        labels[k] = k > last || u == v ? -1 : label;
    }
    for (int i = 0; i < width; i++)
        for (int k = 0; k < width; k++) often[k] += labels[k] == labels[i];
    for (int k = 0; k < width; k++) {
        const int64_t place = (int64_t)often[k] << 32 | (INT32_MAX - (labels[k] & INT32_MAX)),
                      counts = labels[k] < 0 ? 0 : place;
        best = counts > best ? counts : best;
    }
    return best > 0 ? INT32_MAX - (tropic_index)(best & INT32_MAX) : p->label[v];
}

static tropic_index take(const propagation *p, tropic_index v, tp_tally *t)
{
    const tp_community_graph *g = p->g;
    tropic_index found;
    if (!g->weights) {
        const tropic_offset arcs = g->end[v] - g->begin[v];
        if (arcs <= TP_LABELS_FEW / 4) return take_of_few(p, v, TP_LABELS_FEW / 4);
        if (arcs <= TP_LABELS_FEW / 2) return take_of_few(p, v, TP_LABELS_FEW / 2);
        if (arcs <= TP_LABELS_FEW) return take_of_few(p, v, TP_LABELS_FEW);
    }
    tp_tally_list(t, g, g->weights, v, p->label, NULL);
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
    int64_t begin, end, changed = 0;
    while (tp_take(worker, &p->left, &begin, &end))
        for (int64_t v = begin; v < end; v++) {
            p->next[v] = p->active[v] ? take(p, (tropic_index)v, t) : p->label[v];
            changed += p->next[v] != p->label[v];
        }
    __atomic_fetch_add(&p->changed, changed, __ATOMIC_RELAXED);
}

/* Wakes the neighbours of those whose label is another one. */
static void wake_region(tp_worker *worker, void *of)
{
    propagation *p = of;
    const tp_community_graph *g = p->g;
    int64_t begin, end;
    while (tp_take(worker, &p->left, &begin, &end))
        for (int64_t v = begin; v < end; v++) {
            if (p->next[v] == p->label[v]) continue;
            for (tropic_offset k = g->begin[v]; k < g->end[v]; k++)
                __atomic_store_n(&p->active[g->ids[k]], 1, __ATOMIC_RELAXED);
        }
}

static void run_region(tp_team team, propagation *p, tp_region *region)
{
    team = tp_chunks_begin(&p->left, team, p->g->n, LABELS_CHUNK);
    tp_parallel(team, region, p);
}

/* next = the labels of the next round; `changed` of them are others. Chooses who is looked at in the one after. */
static void go_round(tp_team team, propagation *p, bool first)
{
    const int64_t n = p->g->n;
    p->changed = 0;
    if (first && !p->g->weights) {
        tp_for(team, n, LABELS_CHUNK, first_round, p);
        p->changed = n;
    } else {
        run_region(team, p, round_region);
    }
    if (p->changed > n / TP_LABELS_ALL) {
        memset(p->active, 1, (size_t)n);
    } else {
        memset(p->active, 0, (size_t)n);
        if (p->changed > 0) run_region(team, p, wake_region);
    }
}

tropic_status tp_cpu_communities_labels(tp_run *run, const tp_community_graph *g, tp_communities *c)
{
    const int64_t n = g->n;
    const tp_team team = tp_team_for(run->context, n + run->A->count);
    tropic_index *label = c->community;
    propagation p = {.g = g};
    p.next = tp_arena_array(&run->arena, n, sizeof *p.next);
    p.active = tp_arena_array(&run->arena, n, sizeof *p.active);
    p.tallies = tp_tallies(&run->arena, team, g->n);
    TP_TRY(tp_arena_check(&run->arena, "label propagation"));
    memset(p.active, 1, (size_t)n);
    for (int64_t v = 0; v < n; v++) label[v] = (tropic_index)v;
    while (c->levels < c->options->rounds && !c->settled) {
        TP_TRY(tp_progress(run->context, (double)c->levels / c->options->rounds));
        p.label = label;
        go_round(team, &p, c->levels == 0);
        label = p.next;
        p.next = p.label;
        c->settled = p.changed == 0;
        c->levels++;
    }
    if (label != c->community) memcpy(c->community, label, (size_t)n * sizeof *label);
    return TROPIC_OK;
}
