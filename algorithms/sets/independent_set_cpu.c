/* SPDX-License-Identifier: Apache-2.0
 *
 * A maximal independent set on the CPU: passes over the vertices that are undecided, of which each thread takes some.
 */
#include "algorithms/sets/independent_set.h"

#include <string.h>

#define DOING "an independent set"
/* Undecided vertices that a thread keeps before it appends them to the list of all. */
#define KEPT 512
/* Vertices ahead, whose lists are prefetched. */
#define AHEAD 16

typedef struct choice {
    const tp_set_graph *g;
    uint16_t *state;             /* of each vertex */
    tropic_index *list, *others; /* vertices to look at, NULL: all; and those that stay undecided */
    int64_t left;                /* of others */
    tp_chunks_left chunks;
} choice;

static uint16_t load(const uint16_t *state, tropic_index v)
{
    return __atomic_load_n(&state[v], __ATOMIC_RELAXED);
}

static void store(uint16_t *state, tropic_index v, uint16_t value)
{
    __atomic_store_n(&state[v], value, __ATOMIC_RELAXED);
}

static void place(const void *of, int64_t begin, int64_t end)
{
    const choice *c = of;
    for (int64_t v = begin; v < end; v++) {
        if (v + AHEAD < end) __builtin_prefetch(c->g->ids + c->g->offsets[v + AHEAD]);
        c->state[v] = tp_set_place(c->g, (tropic_index)v);
    }
}

/* Decides about v. False: a neighbour before it is undecided. */
static bool decide(const choice *c, tropic_index v)
{
    const tp_set_graph *g = c->g;
    const tropic_offset begin = g->offsets[v], end = g->offsets[v + 1];
    const uint16_t own = load(c->state, v);
    if (own == TP_SET_OUT) return true;
    for (tropic_offset k = begin; k < end; k++) {
        const tropic_index u = g->ids[k];
        const uint16_t other = load(c->state, u);
        if (other < own || u == v) continue;
        if (other == TP_SET_IN) {
            store(c->state, v, TP_SET_OUT);
            return true;
        }
        if (other > own || tp_set_is_first(g, u, v)) return false;
    }
    store(c->state, v, TP_SET_IN);
    for (tropic_offset k = begin; k < end; k++)
        if (g->ids[k] != v && load(c->state, g->ids[k]) != TP_SET_OUT) store(c->state, g->ids[k], TP_SET_OUT);
    return true;
}

static void append(choice *c, const tropic_index *kept, int64_t count)
{
    const int64_t at = __atomic_fetch_add(&c->left, count, __ATOMIC_RELAXED);
    if (count > 0) memcpy(c->others + at, kept, (size_t)count * sizeof *kept);
}

static void decide_region(tp_worker *worker, void *of)
{
    choice *c = of;
    tropic_index kept[KEPT];
    int64_t begin, end, count = 0;
    while (tp_take(worker, &c->chunks, &begin, &end))
        for (int64_t i = begin; i < end; i++) {
            const tropic_index v = c->list ? c->list[i] : (tropic_index)i;
            if (decide(c, v)) continue;
            kept[count++] = v;
            if (count < KEPT) continue;
            append(c, kept, count);
            count = 0;
        }
    append(c, kept, count);
}

tropic_status tp_cpu_independent_set_choose(tp_run *run, const tp_set_graph *graph, int32_t *set,
                                            tp_independent_set_found *found)
{
    choice c = {.g = graph};
    tropic_index *lists[2];
    int64_t looked = graph->n;
    TP_TRY(tp_run_need_memory(run, 2 * sizeof *lists[0] + sizeof *c.state));
    for (int k = 0; k < 2; k++) TP_TRY(tp_set_array(run, &lists[k], graph->n, sizeof *lists[k], DOING));
    TP_TRY(tp_set_array(run, &c.state, graph->n, sizeof *c.state, DOING));
    TP_TRY(tp_run_start(run));
    TP_TRY(tp_progress(run->context, 0));
    tp_for(tp_team_for(run->context, graph->n + graph->count), graph->n, TP_CHUNK_ANY, place, &c);
    for (int pass = 0; looked > 0; pass++) {
        const int64_t arcs = pass == 0 ? graph->count : 0;
        c.list = pass == 0 ? NULL : lists[pass & 1];
        c.others = lists[~pass & 1];
        c.left = 0;
        tp_parallel(tp_chunks_begin(&c.chunks, tp_team_for(run->context, looked + arcs), looked, TP_CHUNK_ANY),
                    decide_region, &c);
        looked = c.left;
        found->passes++;
        TP_TRY(tp_progress(run->context, 1 - (double)looked / graph->n));
    }
    for (tropic_index v = 0; v < graph->n; v++) {
        set[v] = c.state[v] == TP_SET_IN;
        found->members += set[v];
    }
    return TROPIC_OK;
}

const tp_independent_set_calls tp_cpu_independent_set_calls = {
    TP_INDEPENDENT_SET_CALLS(TP_CALL_ROW, tp_cpu_independent_set_)};
