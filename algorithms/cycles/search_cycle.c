/* SPDX-License-Identifier: Apache-2.0
 *
 * A cycle of edges: a search by levels closes one where it comes to a vertex that it has found already, and an odd one
 * where that is on the same level.
 */
#include "algorithms/cycles/cycles.h"

/* Vertices between two calls of tp_progress. */
#define SEARCH_PROGRESS (1 << 16)

/* Looks at the arcs of u. Returns a vertex with which it has an edge that closes a cycle; -1: there is none. */
static tropic_index look_from(tp_search *s, const tp_arcs *arcs, tropic_index u, int64_t *count)
{
    const tropic_index level = s->level[u], parent = s->parent[u];
    for (tropic_offset k = arcs->offsets[u]; k < arcs->offsets[u + 1]; k++) {
        const tropic_index v = arcs->ids[k];
        if (s->level[v] < 0) {
            s->level[v] = level + 1;
            s->parent[v] = u;
            s->queue[(*count)++] = v;
        } else if (v != u && (s->odd ? s->level[v] == level : v != parent && s->parent[v] != u)) {
            return v;
        }
    }
    return -1;
}

/* Searches the component of `start`. *v >= 0: an edge from *u to *v closes a cycle. Status: CANCELLED. */
static tropic_status search_component(tp_run *run, tp_search *s, tropic_index start, int64_t *count, tropic_index *u,
                                      tropic_index *v)
{
    int64_t i = *count;
    s->level[start] = 0;
    s->parent[start] = -1;
    s->queue[(*count)++] = start;
    for (; i < *count; i++) {
        if (i % SEARCH_PROGRESS == 0) TP_TRY(tp_progress(run->context, (double)i / run->n));
        *u = s->queue[i];
        for (int list = 0; list < s->lists; list++)
            if ((*v = look_from(s, &s->arcs[list], *u, count)) >= 0) return TROPIC_OK;
    }
    if (s->level[*u] >= s->levels) s->levels = s->level[*u] + 1;
    return TROPIC_OK;
}

/* The cycle of the edge and the ways from both its ends up to where they meet; in s->queue. */
static tp_cycle cycle_of(tp_search *s, tropic_index u, tropic_index v)
{
    tropic_index *vertex = s->queue, length = 0, meet = u, other = v;
    while (meet != other)
        if (s->level[meet] >= s->level[other])
            meet = s->parent[meet];
        else
            other = s->parent[other];
    for (; u != meet; u = s->parent[u]) vertex[length++] = u;
    vertex[length++] = meet;
    for (tropic_index begin = 0, end = length - 1; begin < end; begin++, end--) {
        const tropic_index moved = vertex[begin];
        vertex[begin] = vertex[end];
        vertex[end] = moved;
    }
    for (; v != meet; v = s->parent[v]) vertex[length++] = v;
    tp_cycle_begin_least(vertex, length, true);
    return (tp_cycle){length, vertex};
}

/* The loop of the least vertex that has one. */
static tropic_status take_loop(tp_run *run, tropic_index loop, tp_cycle *cycle)
{
    tropic_index *vertex = tp_arena_array(&run->arena, 1, sizeof *vertex);
    TP_TRY(tp_arena_check(&run->arena, "a loop"));
    *vertex = loop;
    *cycle = (tp_cycle){1, vertex};
    return TROPIC_OK;
}

tropic_status tp_search_cycle(tp_run *run, tp_search *s, tp_cycle *cycle)
{
    const tropic_index n = run->n;
    int64_t count = 0;
    tropic_index u, v = -1, loop;
    TP_TRY(tp_run_host_arcs(run, true, &s->arcs[0]));
    loop = tp_first_loop(&s->arcs[0]);
    if (loop >= 0) return take_loop(run, loop, cycle);
    TP_TRY(tp_run_host_arcs(run, false, &s->arcs[1]));
    s->lists = s->arcs[1].offsets == s->arcs[0].offsets && s->arcs[1].ids == s->arcs[0].ids ? 1 : 2;
    s->level = tp_arena_array(&run->arena, n, sizeof *s->level);
    s->parent = tp_arena_array(&run->arena, n, sizeof *s->parent);
    s->queue = tp_arena_array(&run->arena, n, sizeof *s->queue);
    TP_TRY(tp_arena_check(&run->arena, "a search for a cycle"));
    *cycle = (tp_cycle){0, NULL};
    s->levels = 0;
    for (tropic_index start = 0; start < n; start++) s->level[start] = -1;
    for (tropic_index start = 0; start < n; start++) {
        if (s->level[start] >= 0) continue;
        TP_TRY(search_component(run, s, start, &count, &u, &v));
        if (v < 0) continue;
        *cycle = cycle_of(s, u, v);
        return TROPIC_OK;
    }
    return TROPIC_OK;
}
