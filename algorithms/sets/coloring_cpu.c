/* SPDX-License-Identifier: Apache-2.0
 *
 * A greedy colouring on the CPU. Threads take the vertices in their order, few at a time. Where a neighbour before v
 * has no colour yet, another thread is at it, and is waited for: the first vertex without a colour waits for none.
 */
#include "algorithms/sets/coloring.h"

#include <math.h>
#include <sched.h>
#include <string.h>

#define DOING "a colouring"
/* Neighbours of the vertices that a thread takes at a time, about, and the most vertices. (Not measured.) */
#define COLORING_CHUNK_ARCS 256
#define COLORING_CHUNK 64
/* Vertices ahead, for which memory is prefetched, and their neighbours. */
#define COLORING_AHEAD 8
#define COLORING_AHEAD_ARCS 8
/* Looks at a vertex that another thread is at, before this one lets others have its core. */
#define COLORING_LOOKS 256
/* Neighbours between two calls of tp_progress: tens of milliseconds. */
#define COLORING_PROGRESS ((int64_t)1 << 24)
/* Of a vertex: the leading bits of its place in the order, then its colour, counted from 1, or 0 while it has none. A
 * greedy colouring of k colours needs k (k - 1) / 2 edges, so that mostly 16 bits are enough for colours. */
typedef uint32_t word;

typedef struct greedy {
    const tp_set_graph *g;
    tp_set_order order;
    word *words;
    int color_bits, shift; /* of a word; of a place, left out */
    uint32_t *mark;    /* of each thread: by colour, the place of the last vertex that had it beside it, from 1 on */
    int64_t mark_room; /* of a thread */
    int64_t next;      /* place in the order */
    int64_t arcs;      /* looked at since tp_progress was called */
    int32_t *values;   /* colours, from 0 on */
    int32_t *colors;   /* how many there are */
} greedy;

static void place(const void *of, int64_t begin, int64_t end)
{
    const greedy *p = of;
    for (int64_t i = begin; i < end; i++)
        p->words[tp_set_vertex(p->order.items[i])] = (word)(i >> p->shift) << p->color_bits;
}

/* Vertices without an arc are in no order. */
static void color_isolated(const void *of, int64_t begin, int64_t end)
{
    const greedy *p = of;
    for (int64_t v = begin; v < end; v++)
        if (p->g->offsets[v] == p->g->offsets[v + 1]) p->words[v] = 1;
}

/* ---- colours ---- */

static word load(const greedy *p, tropic_index v)
{
    return __atomic_load_n(&p->words[v], __ATOMIC_RELAXED);
}

static word color_in(const greedy *p, word found)
{
    return found & (((word)1 << p->color_bits) - 1);
}

/* Is v before this place, which has the same leading bits? */
static bool is_near_before(const greedy *p, tropic_index v, int64_t place)
{
    for (int64_t i = place >> p->shift << p->shift; i < place; i++)
        if (tp_set_vertex(p->order.items[i]) == v) return true;
    return false;
}

static bool is_before(const greedy *p, tropic_index v, word found, int64_t place)
{
    const word bits = found >> p->color_bits, own = (word)(place >> p->shift);
    return __builtin_expect(bits == own, false) ? is_near_before(p, v, place) : bits < own;
}

/* Marks the colours of neighbours that another thread is at, when they have one. */
static void wait_for_all(const greedy *p, uint32_t *mark, tropic_index v, int64_t place)
{
    for (tropic_offset k = p->g->offsets[v]; k < p->g->offsets[v + 1]; k++) {
        const tropic_index u = p->g->ids[k];
        word color = 0;
        if (!is_before(p, u, load(p, u), place)) continue;
        for (int looks = 1; (color = color_in(p, load(p, u))) == 0; looks++)
            if (looks % COLORING_LOOKS == 0) sched_yield();
        mark[color] = (uint32_t)place + 1;
    }
}

/* v takes its colour. Which neighbours are before it is a matter of chance: nothing branches on that. */
static void color_vertex(const greedy *p, uint32_t *mark, tropic_index v, int64_t place)
{
    const tropic_offset end = p->g->offsets[v + 1];
    const uint32_t stamp = (uint32_t)place + 1;
    bool waits = false;
    word color = 1;
    for (tropic_offset k = p->g->offsets[v]; k < end; k++) {
        const word found = load(p, p->g->ids[k]), other = color_in(p, found);
        const bool before = is_before(p, p->g->ids[k], found, place);
        waits |= before & (other == 0);
        mark[before ? other : 0] = stamp;
    }
    if (waits) wait_for_all(p, mark, v, place);
    while (mark[color] == stamp) color++;
    __atomic_store_n(&p->words[v], (word)(place >> p->shift) << p->color_bits | color, __ATOMIC_RELAXED);
}

/* Memory for the vertices that follow in the order. */
static void prefetch(const greedy *p, int64_t i)
{
    const tp_set_item *items = p->order.items;
    const tropic_offset *offsets = p->g->offsets;
    tropic_index v;
    if (i + 3 * COLORING_AHEAD >= p->order.count) return;
    __builtin_prefetch(&offsets[tp_set_vertex(items[i + 3 * COLORING_AHEAD])]);
    __builtin_prefetch(&p->g->ids[offsets[tp_set_vertex(items[i + 2 * COLORING_AHEAD])]]);
    v = tp_set_vertex(items[i + COLORING_AHEAD]);
    for (tropic_offset k = offsets[v]; k < offsets[v + 1] && k < offsets[v] + COLORING_AHEAD_ARCS; k++)
        __builtin_prefetch(&p->words[p->g->ids[k]]);
}

static void color_region(tp_worker *worker, void *of)
{
    greedy *p = of;
    const int64_t count = p->order.count;
    uint32_t *mark = p->mark + worker->number * p->mark_room;
    while (!tp_pauses(worker) && __atomic_load_n(&p->arcs, __ATOMIC_RELAXED) < COLORING_PROGRESS) {
        int64_t at = __atomic_load_n(&p->next, __ATOMIC_RELAXED), end = 1, arcs = 0;
        if (at < count) {
            const tropic_index v = tp_set_vertex(p->order.items[at]);
            end += COLORING_CHUNK_ARCS / (p->g->offsets[v + 1] - p->g->offsets[v]);
        }
        if (end > COLORING_CHUNK) end = COLORING_CHUNK;
        at = __atomic_fetch_add(&p->next, end, __ATOMIC_RELAXED);
        end = at + end < count ? at + end : count;
        for (int64_t i = at; i < end; i++) {
            const tropic_index v = tp_set_vertex(p->order.items[i]);
            prefetch(p, i);
            color_vertex(p, mark, v, i);
            arcs += p->g->offsets[v + 1] - p->g->offsets[v];
        }
        if (at >= count) return;
        __atomic_fetch_add(&p->arcs, arcs, __ATOMIC_RELAXED);
    }
}

static void show(const void *of, int64_t begin, int64_t end)
{
    const greedy *p = of;
    int32_t most = 0;
    for (int64_t v = begin; v < end; v++) {
        const int32_t colors = (int32_t)color_in(p, p->words[v]);
        p->values[v] = colors - 1;
        most = colors > most ? colors : most;
    }
    for (int32_t known = __atomic_load_n(p->colors, __ATOMIC_RELAXED); known < most;)
        if (__atomic_compare_exchange_n(p->colors, &known, most, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) break;
}

/* ---- all vertices ---- */

/* How a word is divided. */
static void divide(greedy *p)
{
    const int64_t by_edges = (int64_t)((1 + sqrt(1 + 4 * (double)p->g->count)) / 2) + 1;
    const int64_t most = by_edges < p->g->longest ? by_edges : (int64_t)p->g->longest + 1;
    while (most >> p->color_bits > 0) p->color_bits++;
    while (((int64_t)p->g->n >> p->shift) >> (32 - p->color_bits) > 0) p->shift++;
    p->mark_room = most + 2 + TP_LINE / (int64_t)sizeof *p->mark;
}

tropic_status tp_cpu_coloring_paint(tp_run *run, const tp_set_graph *graph, const tp_set_kinds *kinds, int32_t *values,
                                    int32_t *colors)
{
    const int64_t n = graph->n;
    const tp_team team = tp_team_for(run->context, 4 * n + 2 * graph->count);
    greedy p = {.g = graph, .order.kinds = *kinds, .values = values, .colors = colors};
    TP_TRY(tp_run_need_memory(run, sizeof *p.words + sizeof *p.order.items));
    TP_TRY(tp_set_array(run, &p.words, n, sizeof *p.words, DOING));
    TP_TRY(tp_set_sort(run, graph, &p.order));
    divide(&p);
    tp_for(team, p.order.count, TP_CHUNK_ANY, place, &p);
    if (p.order.count < n) tp_for(team, n, TP_CHUNK_ANY, color_isolated, &p);
    TP_TRY(tp_set_array(run, &p.mark, team.threads * p.mark_room, sizeof *p.mark, DOING));
    memset(p.mark, 0, (size_t)(team.threads * p.mark_room) * sizeof *p.mark);
    while (p.next < p.order.count) {
        p.arcs = 0;
        tp_parallel(team, color_region, &p);
        TP_TRY(tp_progress(run->context, p.next < n ? (double)p.next / (double)n : 1));
    }
    tp_for(team, n, TP_CHUNK_ANY, show, &p);
    return TROPIC_OK;
}

const tp_coloring_calls tp_cpu_coloring_calls = {TP_COLORING_CALLS(TP_CALL_ROW, tp_cpu_coloring_)};
