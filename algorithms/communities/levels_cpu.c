/* SPDX-License-Identifier: Apache-2.0
 *
 * Levels on the CPU: their arrays, small passes over these, and the table of calls.
 */
#include "algorithms/communities/levels.h"
#include "algorithms/communities/tally.h"

#include <string.h>

tropic_status tp_cpu_levels_make(tp_levels *l, const tp_community_graph *g)
{
    tp_arena *arena = &l->run->arena;
    const int64_t n = g->n;
    l->team = tp_team_for(l->run->context, n + l->run->A->count);
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

tropic_status tp_cpu_levels_begin(tp_levels *l, const tp_community_graph *g)
{
    memset(l->active, 1, (size_t)g->n);
    return TROPIC_OK;
}

tropic_status tp_cpu_levels_again(tp_levels *l, const tp_community_graph *g)
{
    return tp_cpu_levels_begin(l, g);
}

tropic_status tp_cpu_levels_identity(tp_levels *l, tropic_index n, tropic_index *to)
{
    (void)l;
    for (tropic_index v = 0; v < n; v++) to[v] = v;
    return TROPIC_OK;
}

tropic_status tp_cpu_levels_look_up(tp_levels *l, tropic_index n, tropic_index *to, const tropic_index *table,
                                    const tropic_index *at)
{
    (void)l;
    for (tropic_index v = 0; v < n; v++) to[v] = table[at[v]];
    return TROPIC_OK;
}

tropic_status tp_cpu_levels_place(tp_levels *l, tropic_index n, tropic_index *to, const tropic_index *at,
                                  const tropic_index *from)
{
    (void)l;
    for (tropic_index v = 0; v < n; v++) to[at[v]] = from[v];
    return TROPIC_OK;
}

tropic_status tp_cpu_levels_equal(tp_levels *l, tropic_index n, const tropic_index *a, const tropic_index *b,
                                  bool *equal)
{
    (void)l;
    *equal = memcmp(a, b, (size_t)n * sizeof *a) == 0;
    return TROPIC_OK;
}

const tp_levels_calls tp_cpu_levels_calls = {TP_LEVELS_CALLS(TP_CALL_ROW, tp_cpu_levels_)};
