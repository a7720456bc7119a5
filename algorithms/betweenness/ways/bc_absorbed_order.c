/* SPDX-License-Identifier: Apache-2.0
 *
 * Dijkstra's algorithm inside groups of vertices at one distance.
 */
#include "algorithms/betweenness/ways/bc_absorbed.h"

#include "algorithms/betweenness/brandes_weighted.h"
#include "formats/matrix/facts/facts.h"

#include <stdlib.h>

static const tp_tolerance exact = {0, 0};

static void heap_put(tp_absorbed_place *heap, int64_t *size, tp_absorbed_place p)
{
    int64_t at = (*size)++;
    for (; at > 0 && p.distance < heap[(at - 1) / 2].distance; at = (at - 1) / 2) heap[at] = heap[(at - 1) / 2];
    heap[at] = p;
}

static tp_absorbed_place heap_take(tp_absorbed_place *heap, int64_t *size)
{
    const tp_absorbed_place least = heap[0], last = heap[--*size];
    int64_t at = 0;
    for (int64_t down = 1; down < *size; down = 2 * at + 1) {
        down += down + 1 < *size && heap[down + 1].distance < heap[down].distance;
        if (!(heap[down].distance < last.distance)) break;
        heap[at] = heap[down];
        at = down;
    }
    heap[at] = last;
    return least;
}

static int nearer(const void *left, const void *right)
{
    const tp_absorbed_place *a = left, *b = right;
    if (a->distance != b->distance) return a->distance < b->distance ? -1 : 1;
    return (a->id > b->id) - (a->id < b->id);
}

static double length_of(const tp_absorbed *s, tropic_offset k)
{
    return tp_value_as_double(s->values, s->A->type, k);
}

/* How the arcs of a group are told: within `number`, by lengths that rounding absorbs at distance `base`. Distances
 * from the source are of the type of the lengths, those inside groups are doubles. */
typedef struct level {
    tropic_index number;
    double base;
    bool single; /* distances are floats */
} level;

/* Does entry k, from a vertex of the group, lead on inside it? */
static bool is_inside(const tp_absorbed *s, const level *g, tropic_offset k)
{
    const double sum = g->base + length_of(s, k);
    return s->group[s->ids[k]] == g->number && (g->single ? (double)(float)sum : sum) == g->base;
}

/* The distances inside a group, order[begin] to before order[end], each from its own entry. False: a conflict. */
static bool find_distances(tp_absorbed *s, const level *g, tropic_index begin, tropic_index end)
{
    int64_t waiting = 0;
    for (tropic_index c = begin; c < end; c++) {
        const tropic_index v = s->order[c].id;
        s->distance[v] = s->entered[v] ? 0 : HUGE_VAL;
        s->entry[v] = s->entered[v] ? v : -1;
        if (s->entered[v]) heap_put(s->heap, &waiting, (tp_absorbed_place){0, v});
    }
    while (waiting > 0) {
        const tp_absorbed_place p = heap_take(s->heap, &waiting);
        if (p.distance != s->distance[p.id]) continue;
        for (tropic_offset k = s->offsets[p.id]; k < s->offsets[p.id + 1]; k++) {
            const tropic_index w = s->ids[k];
            const double sum = p.distance + length_of(s, k);
            if (!is_inside(s, g, k)) continue;
            if (s->entry[w] >= 0 && s->entry[w] != s->entry[p.id]) {
                s->conflict = k;
                s->from = p.id;
                return false;
            }
            if (!(sum < s->distance[w])) continue;
            s->distance[w] = sum;
            s->entry[w] = s->entry[p.id];
            heap_put(s->heap, &waiting, (tp_absorbed_place){sum, w});
        }
    }
    return true;
}

static bool settle_groups(tp_absorbed *s, tropic_index begin, tropic_index end, bool single);

/* Orders a group, finds its tight arcs, and goes on to the groups inside, whose distances are less by the factor by
 * which rounding absorbs: so there are a few dozen one inside the other, at most. */
static bool settle_group(tp_absorbed *s, const level *g, tropic_index begin, tropic_index end)
{
    for (tropic_index c = begin; c < end; c++) s->group[s->order[c].id] = g->number;
    if (!find_distances(s, g, begin, end)) return false;
    for (tropic_index c = begin; c < end; c++) {
        const tropic_index u = s->order[c].id;
        s->order[c].distance = s->distance[u];
        for (tropic_offset k = s->offsets[u]; k < s->offsets[u + 1]; k++) {
            const double length = length_of(s, k), to = s->distance[s->ids[k]];
            if (!is_inside(s, g, k)) continue;
            s->tight[k] = tp_ties_fp64(s->tie, s->distance[u], length, to, false);
            if (tp_ties_fp64(exact, s->distance[u], length, to, false)) s->entered[s->ids[k]] = true;
        }
    }
    qsort(s->order + begin, (size_t)(end - begin), sizeof *s->order, nearer);
    return settle_groups(s, begin, end, false);
}

/* Of a part of the order, which is sorted. (At distance 0 nothing is absorbed.) */
static bool settle_groups(tp_absorbed *s, tropic_index begin, tropic_index end, bool single)
{
    for (tropic_index next; begin < end; begin = next) {
        const level g = {s->groups + 1, s->order[begin].distance, single};
        for (next = begin + 1; next < end && s->order[next].distance == g.base;) next++;
        if (next - begin == 1 || g.base == 0) continue;
        s->groups++;
        if (!settle_group(s, &g, begin, next)) return false;
    }
    return true;
}

/* Is entry k, from u, tight by a tolerance, and not absorbed? */
static bool is_tight(const tp_absorbed *s, tp_tolerance tie, tropic_index u, tropic_offset k)
{
    const double from = s->distance[u], to = s->distance[s->ids[k]], w = length_of(s, k);
    return s->A->type == TROPIC_FP32 ? tp_ties_fp32(tie, (float)from, (float)w, (float)to, false)
                                     : tp_ties_fp64(tie, from, w, to, false);
}

bool tp_absorbed_settle(tp_absorbed *s, tropic_index source)
{
    s->reached = 0;
    s->conflict = -1;
    s->entered[source] = true;
    for (tropic_index u = 0; u < s->A->rows; u++) {
        if (s->distance[u] == HUGE_VAL) continue;
        s->order[s->reached++] = (tp_absorbed_place){s->distance[u], u};
        for (tropic_offset k = s->offsets[u]; k < s->offsets[u + 1]; k++) {
            s->tight[k] = is_tight(s, s->tie, u, k);
            if (is_tight(s, exact, u, k)) s->entered[s->ids[k]] = true;
        }
    }
    qsort(s->order, (size_t)s->reached, sizeof *s->order, nearer);
    return settle_groups(s, 0, s->reached, s->A->type == TROPIC_FP32);
}
