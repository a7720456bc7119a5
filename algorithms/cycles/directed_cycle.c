/* SPDX-License-Identifier: Apache-2.0
 *
 * A directed cycle among the vertices that are left when levels are removed. A depth-first search finds one; it may be
 * long. So a search by levels then finds the shortest through its least vertex.
 */
#include "algorithms/cycles/cycles.h"

/* Of vertices that are left, l->left is positive; of those on the path of the search it is ON_PATH, and 0 of those that
 * lead to no cycle. */
#define ON_PATH (-1)

/* Arcs, or vertices of a search by levels, between two calls of tp_progress: some milliseconds. */
#define CYCLE_PROGRESS (1 << 16)

/* The least vertex of a cycle whose last arc leads from the end of the path to v. l->queue is the path. */
static tropic_index least_since(const tp_kahn *l, int64_t depth, tropic_index v)
{
    tropic_index least = v;
    while (l->queue[--depth] != v)
        if (l->queue[depth] < least) least = l->queue[depth];
    return least;
}

/* *first = the least vertex of the cycle that a depth-first search closes. l->queue is the path, place[i] where the
 * search goes on in the list of its vertex i. Status: CANCELLED. */
static tropic_status close_cycle(tp_run *run, const tp_kahn *l, tropic_offset *place, tropic_index *first)
{
    const tropic_offset *offsets = l->out.offsets;
    int64_t depth = 0, steps = 0;
    for (tropic_index root = 0; root < l->n; root++) {
        if (l->left[root] <= 0) continue;
        l->queue[depth] = root;
        place[depth++] = offsets[root];
        l->left[root] = ON_PATH;
        while (depth > 0) {
            const tropic_index u = l->queue[depth - 1];
            if (steps++ % CYCLE_PROGRESS == 0) TP_TRY(tp_progress(run->context, 0));
            if (place[depth - 1] == offsets[u + 1]) {
                l->left[u] = 0;
                depth--;
                continue;
            }
            const tropic_index v = l->out.ids[place[depth - 1]++];
            if (l->left[v] == ON_PATH) {
                *first = least_since(l, depth, v);
                return TROPIC_OK;
            }
            if (l->left[v] == 0) continue;
            l->queue[depth] = v;
            place[depth++] = offsets[v];
            l->left[v] = ON_PATH;
        }
    }
    return TROPIC_OK;
}

/* *last = the last vertex of the shortest cycle from `first`. l->level has the vertices before. Status: CANCELLED. */
static tropic_status search_from(tp_run *run, const tp_kahn *l, tropic_index first, tropic_index *last)
{
    tropic_index *before = l->level;
    int64_t count = 1;
    for (tropic_index v = 0; v < l->n; v++) before[v] = -1;
    l->queue[0] = first;
    for (int64_t i = 0; i < count; i++) {
        const tropic_index u = l->queue[i];
        *last = u;
        if (i % CYCLE_PROGRESS == 0) TP_TRY(tp_progress(run->context, 0));
        for (tropic_offset k = l->out.offsets[u]; k < l->out.offsets[u + 1]; k++) {
            const tropic_index v = l->out.ids[k];
            if (v == first) return TROPIC_OK;
            if (l->left[v] == 0 || before[v] >= 0) continue;
            before[v] = u;
            l->queue[count++] = v;
        }
    }
    return TROPIC_OK;
}

tropic_status tp_directed_cycle(tp_run *run, tp_kahn *l, tp_cycle *cycle)
{
    tropic_index first = tp_first_loop(&l->out), last = first;
    tropic_index length = 1;
    if (first < 0) {
        tropic_offset *place = tp_arena_array(&run->arena, l->n, sizeof *place);
        TP_TRY(tp_arena_check(&run->arena, "a path to a cycle"));
        TP_TRY(close_cycle(run, l, place, &first));
    }
    TP_TRY(search_from(run, l, first, &last));
    for (tropic_index v = last; v != first; v = l->level[v]) length++;
    for (tropic_index v = last, k = length; k > 0; v = l->level[v]) l->queue[--k] = v;
    tp_cycle_begin_least(l->queue, length, false);
    *cycle = (tp_cycle){length, l->queue};
    return TROPIC_OK;
}
