/* SPDX-License-Identifier: Apache-2.0
 *
 * A greedy colouring, in an order of the vertices:
 *
 *     color(v) = the least number that is not color(u) of a neighbour u before v
 *
 * Threads take the vertices in their order, few at a time. Where a neighbour before v has no colour yet, another thread
 * is at it, and is waited for: the first vertex without a colour waits for none.
 */
#include "algorithms/core/core.h"
#include "algorithms/sets/order.h"
#include "runtime/backend.h"

#include <tropic_coloring.h>

#include <sched.h>

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
/* Of the calls for SMALLEST_LAST, the part that onion layers take. (Not measured.) */
#define LAYERS_PART 0.5

/* Of a vertex: its place in the order << 32 | its colour + 1, or 0 while it has none. */
typedef uint64_t word;

typedef struct painting {
    const tp_set_graph *g;
    tp_set_order order;
    word *words;
    uint64_t *used;    /* of each thread: the colours of a vertex's neighbours, a bit each */
    int64_t used_room; /* words of a thread */
    int64_t next;      /* place in the order */
    int64_t arcs;      /* looked at since tp_progress was called */
    int32_t *values;   /* colours */
    int32_t *colors;   /* how many there are */
} painting;

/* ---- the order ---- */

/* The onion layer of each vertex, on the host. */
static tropic_status find_layers(tp_run *run, tp_set_order *order)
{
    tp_core c = {.n = run->n, .out = run->out, .in = run->in, .each = 1};
    tp_core_found found = {.layers = 0};
    int32_t *layer;
    TP_TRY(tp_set_array(run, &layer, run->n, sizeof *layer, "onion layers"));
    TP_TRY(tp_run_array(run, &c.core, run->n, sizeof *c.core, "core numbers"));
    TP_TRY(tp_run_array(run, &c.layer, run->n, sizeof *c.layer, "onion layers"));
    tp_run_part(run, 0, LAYERS_PART);
    if (run->n > 0) TP_TRY(TP_BACKEND_PART(run->context, core)->peel(run, &c, &found));
    if (run->n > 0) TP_TRY(run->backend->download(run->context, layer, c.layer, (size_t)run->n * sizeof *layer));
    tp_run_part(run, LAYERS_PART, 1 - LAYERS_PART);
    order->layer = layer;
    order->layers = found.layers;
    return TROPIC_OK;
}

static void place(const void *of, int64_t begin, int64_t end)
{
    const painting *p = of;
    for (int64_t i = begin; i < end; i++) p->words[tp_set_vertex(p->order.items[i])] = (word)i << 32;
}

/* Vertices without an arc are in no order. */
static void paint_isolated(const void *of, int64_t begin, int64_t end)
{
    const painting *p = of;
    for (int64_t v = begin; v < end; v++)
        if (p->g->offsets[v] == p->g->offsets[v + 1]) p->words[v] = 1;
}

/* ---- colours ---- */

static word load(const painting *p, tropic_index v)
{
    return __atomic_load_n(&p->words[v], __ATOMIC_RELAXED);
}

static word wait_for(const painting *p, tropic_index v)
{
    word found = load(p, v);
    for (int looks = 1; (uint32_t)found == 0; looks++) {
        if (looks % COLORING_LOOKS == 0) sched_yield();
        found = load(p, v);
    }
    return found;
}

/* v, in place `rank`, takes its colour. Returns its neighbours. */
static int64_t paint(const painting *p, uint64_t *used, tropic_index v, word rank)
{
    const tropic_offset begin = p->g->offsets[v], end = p->g->offsets[v + 1];
    const int64_t words = ((end - begin) >> 6) + 1; /* one of the first end - begin + 1 colours is free */
    int64_t at = 0;
    for (int64_t w = 0; w < words; w++) used[w] = 0;
    for (tropic_offset k = begin; k < end; k++) {
        const tropic_index u = p->g->ids[k];
        word found = load(p, u);
        uint32_t color;
        if (found >> 32 >= rank) continue; /* v itself, too */
        if ((uint32_t)found == 0) found = wait_for(p, u);
        color = (uint32_t)found - 1;
        if (color >> 6 < words) used[color >> 6] |= (uint64_t)1 << (color & 63);
    }
    while (~used[at] == 0) at++;
    __atomic_store_n(&p->words[v], rank << 32 | (word)(64 * at + __builtin_ctzll(~used[at]) + 1), __ATOMIC_RELAXED);
    return end - begin;
}

/* Memory for the vertices that follow in the order. */
static void prefetch(const painting *p, int64_t i)
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

static void paint_region(tp_worker *worker, void *of)
{
    painting *p = of;
    const int64_t count = p->order.count;
    uint64_t *used = p->used + worker->number * p->used_room;
    while (!tp_pauses(worker) && __atomic_load_n(&p->arcs, __ATOMIC_RELAXED) < COLORING_PROGRESS) {
        int64_t at = __atomic_load_n(&p->next, __ATOMIC_RELAXED), some = 1, arcs = 0;
        if (at < count) {
            const tropic_index v = tp_set_vertex(p->order.items[at]);
            some += COLORING_CHUNK_ARCS / (p->g->offsets[v + 1] - p->g->offsets[v]);
        }
        at = __atomic_fetch_add(&p->next, some < COLORING_CHUNK ? some : COLORING_CHUNK, __ATOMIC_RELAXED);
        if (at >= count) return;
        some = some < COLORING_CHUNK ? some : COLORING_CHUNK;
        for (int64_t i = at; i < at + some && i < count; i++) {
            prefetch(p, i);
            arcs += paint(p, used, tp_set_vertex(p->order.items[i]), (word)i);
        }
        __atomic_fetch_add(&p->arcs, arcs, __ATOMIC_RELAXED);
    }
}

static void show(const void *of, int64_t begin, int64_t end)
{
    const painting *p = of;
    int32_t most = 0;
    for (int64_t v = begin; v < end; v++) {
        const int32_t colors = (int32_t)(uint32_t)p->words[v];
        p->values[v] = colors - 1;
        most = colors > most ? colors : most;
    }
    for (int32_t known = __atomic_load_n(p->colors, __ATOMIC_RELAXED); known < most;)
        if (__atomic_compare_exchange_n(p->colors, &known, most, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) break;
}

/* ---- the call ---- */

static tropic_status paint_all(tp_run *run, painting *p)
{
    const int64_t n = p->g->n;
    const tp_team team = tp_team_for(run->context, 4 * n + 2 * p->g->count);
    TP_TRY(tp_set_sort(run, p->g, &p->order));
    tp_for(team, p->order.count, TP_CHUNK_ANY, place, p);
    if (p->order.count < n) tp_for(team, n, TP_CHUNK_ANY, paint_isolated, p);
    p->used_room = (p->g->longest >> 6) + 1 + TP_LINE / (int64_t)sizeof *p->used;
    TP_TRY(tp_set_array(run, &p->used, team.threads * p->used_room, sizeof *p->used, DOING));
    while (p->next < p->order.count) {
        p->arcs = 0;
        tp_parallel(team, paint_region, p);
        TP_TRY(tp_progress(run->context, p->next < n ? (double)p->next / (double)n : 1));
    }
    tp_for(team, n, TP_CHUNK_ANY, show, p);
    return TROPIC_OK;
}

static tropic_status coloring(tp_run *run, tropic_vector *color, const tropic_matrix *A,
                              const tropic_coloring_options *given)
{
    tropic_context *context = run->context;
    tropic_coloring_options options;
    tropic_coloring_report report = {.size = sizeof report};
    tp_set_graph graph = {.n = 0};
    painting p = {.g = &graph, .colors = &report.colors};
    TP_TRY(tp_options_copy(context, &options, sizeof options, given, "options of colourings"));
    if (options.report) TP_TRY(tp_options_check_size(context, options.report->size, "report of colourings"));
    if (options.order != TROPIC_COLORING_LARGEST_FIRST && options.order != TROPIC_COLORING_SMALLEST_LAST)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "no order %d of colourings", (int)options.order);
    TP_TRY(tp_set_begin(run, A, false, &graph));
    TP_TRY(tp_vector_check_typed(context, color, "color", run->n, TROPIC_INT32));
    graph.seed = options.seed;
    TP_TRY(tp_run_need_memory(run, sizeof *p.values + sizeof *p.words + sizeof *p.order.items));
    TP_TRY(tp_set_array(run, &p.values, run->n, sizeof *p.values, DOING));
    TP_TRY(tp_set_array(run, &p.words, run->n, sizeof *p.words, DOING));
    TP_TRY(tp_run_start(run));
    TP_TRY(tp_progress(context, 0));
    if (options.order == TROPIC_COLORING_SMALLEST_LAST) TP_TRY(find_layers(run, &p.order));
    TP_TRY(paint_all(run, &p));
    run->report.levels = report.colors;
    TP_TRY(tp_set_end(run, color, p.values));
    if (options.report) tp_report_copy(options.report, &report, sizeof report);
    return TROPIC_OK;
}

tropic_status tropic_coloring(tropic_vector *color, const tropic_matrix *A, const tropic_coloring_options *options,
                              tropic_run_report *report)
{
    tp_run run;
    TP_CALL(color ? color->context : NULL);
    if (!color) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "color is NULL");
    run = tp_run_in(color->context, report);
    return tp_run_end(&run, coloring(&run, color, A, options));
}
