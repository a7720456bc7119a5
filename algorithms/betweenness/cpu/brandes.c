/* SPDX-License-Identifier: Apache-2.0
 *
 * Brandes' sweeps on the CPU: a thread to a source.
 */
#include "algorithms/betweenness/cpu/brandes_queue.h"
#include "algorithms/tuning.h"

/* How often the sweeps look at an entry, and how much longer it takes where none is in a cache. */
#define SWEEP_PASSES 8

/* *fits: all counts are such that doubles have them. */
TP_FN tp_brandes_found forward(const tp_sweep *s, tropic_index n, tropic_index source, tp_sweep_way way, bool *fits)
{
    tp_brandes_found found = {0};
    tropic_index begin = 0, end = 1;
    double max = 0;
    for (tropic_index v = 0; v < n; v++) s->places[v] = (tp_brandes_state){0, 0, -1};
    s->places[source] = (tp_brandes_state){1, 0, 0};
    s->order[0] = source;
    for (int32_t d = 0; begin < end; d++) {
        const tropic_index level_end = end;
        for (; begin < level_end; begin++) {
            const tropic_index v = s->order[begin];
            if (way.prefetches) tp_sweep_prefetch(s, begin, end, 1);
            found.arcs += s->out->offsets[v + 1] - s->out->offsets[v];
            end = tp_sweep_take(s, v, d, end, way);
            max = s->places[v].part > max ? s->places[v].part : max;
        }
        found.levels++;
    }
    found.reached = end;
    *fits = way.wide || max <= TP_DOUBLE_COUNT_MAX;
    return found;
}

/* Adds the dependencies of the arcs from v, on a level, as tp_brandes_on_arc: sigma(v) times g of each successor. */
TP_FN void add_to_arcs(const tp_sweep *s, tropic_index v, int32_t level, double sigma)
{
    const tropic_offset end = s->out->offsets[v + 1];
    for (tropic_offset k = s->out->offsets[v]; k < end; k++) {
        const tp_brandes_state p = s->places[s->out->ids[k]];
        tp_double_bits x = {.value = s->factor * (sigma * p.part)};
        x.bits &= -(uint64_t)(p.level == level + 1);
        s->arcs[k] += x.value;
    }
}

/* Against the queue, so that levels come deepest first. */
TP_FN void backward(const tp_sweep *s, tropic_index reached, double *delta, tp_sweep_way way)
{
    for (tropic_index c = reached - 1; c > 0; c--) {
        const tropic_index v = s->order[c];
        const int32_t d = s->places[v].level;
        double found;
        if (way.prefetches) tp_sweep_prefetch(s, c, reached, -1);
        if (way.prefetches && c > NEIGHBOURS_AHEAD) __builtin_prefetch(&delta[s->order[c - NEIGHBOURS_AHEAD]], 1);
        found = tp_sweep_gather(s, v, d, way);
        if (way.arcs) add_to_arcs(s, v, d, (1 + found) / s->places[v].part);
        delta[v] += found + s->ends;
    }
    if (way.arcs) add_to_arcs(s, s->order[0], 0, 1);
}

/* *fits: counts are doubles; else nothing is added to arcs. */
TP_FN tp_brandes_found both_sweeps(const tp_sweep *s, tropic_index n, tropic_index source, double *delta,
                                   tp_sweep_way plain, bool *fits)
{
    const tp_sweep_way wide = {true, plain.prefetches, plain.classes, false, false};
    tp_brandes_found found = forward(s, n, source, plain, fits);
    if (*fits) {
        backward(s, (tropic_index)found.reached, delta, plain);
    } else {
        bool fit;
        found = forward(s, n, source, wide, &fit);
        backward(s, (tropic_index)found.reached, delta, wide);
    }
    return found;
}

static bool prefetches(const tp_brandes *b)
{
    return b->out.lists + b->out.count >= TP_BRANDES_PREFETCH_FROM;
}

static tp_brandes_found sweep_source(const tp_brandes *b, const tp_sweep *s, tropic_index source, double *delta)
{
    const tropic_index n = b->out.lists;
    bool fits;
    if (b->classes)
        return prefetches(b)
                   ? both_sweeps(s, n, source, delta, (tp_sweep_way){false, true, true, false, false}, &fits)
                   : both_sweeps(s, n, source, delta, (tp_sweep_way){false, false, true, false, false}, &fits);
    return prefetches(b) ? both_sweeps(s, n, source, delta, (tp_sweep_way){false, true, false, false, false}, &fits)
                         : both_sweeps(s, n, source, delta, (tp_sweep_way){false, false, false, false, false}, &fits);
}

static void one_source(const void *brandes, tropic_index k, int64_t memory, int thread)
{
    const tp_brandes *b = brandes;
    const tp_sweep s = tp_sweep_of(b, memory);
    (void)thread;
    b->found[k] = sweep_source(b, &s, b->sources[k], tp_cpu_brandes_delta(b, k));
}

/* Source 0, with its dependencies of arcs. */
static tropic_status one_source_fused(tropic_context *context, const tp_brandes *b)
{
    const tropic_index n = b->out.lists;
    double *delta = tp_cpu_brandes_delta(b, 0);
    tp_sweep s = tp_sweep_of(b, 0);
    bool fits;
    s.arcs = b->total.arcs;
    s.factor = b->total.factor ? b->total.factor[0] : 1;
    b->found[0] =
        prefetches(b)
            ? both_sweeps(&s, n, b->sources[0], delta, (tp_sweep_way){false, true, false, true, false}, &fits)
            : both_sweeps(&s, n, b->sources[0], delta, (tp_sweep_way){false, false, false, true, false}, &fits);
    if (b->delta) TP_TRY(tp_cpu_brandes_add(context, b));
    return fits ? TROPIC_OK : tp_cpu_brandes_pass_arcs(context, b, NULL);
}

/* One source after the other, with their dependencies of arcs. */
static tropic_status sources_fused(tropic_context *context, const tp_brandes *b)
{
    const int64_t n = b->out.lists;
    for (tropic_index k = 0; k < b->count; k++) {
        tp_brandes one = *b;
        one.count = 1;
        one.sources += k;
        one.places += k * n;
        one.order += k * (n + 1);
        one.starts += k * (n + 1);
        one.found += k;
        one.delta += k * n;
        if (one.total.factor) one.total.factor += k;
        TP_TRY(one_source_fused(context, &one));
    }
    return TROPIC_OK;
}

typedef struct sources {
    const tp_brandes *brandes;
    tp_brandes_sweeps *sweeps;
    const void *of;
    tp_chunks_left left;
} sources;

/* A thread takes all its sources in the same memory, which its caches then have; unless arcs need that of each. */
static void sweep_sources(tp_worker *worker, void *of)
{
    sources *s = of;
    int64_t begin, end;
    while (tp_take(worker, &s->left, &begin, &end))
        for (int64_t k = begin; k < end; k++)
            s->sweeps(s->of, (tropic_index)k, s->brandes->total.arcs ? k : worker->number, worker->number);
}

void tp_cpu_brandes_each(tropic_context *context, const tp_brandes *b, tp_brandes_sweeps *sweeps, const void *of)
{
    const tropic_index n = b->out.lists;
    const tp_team team = tp_team_for(context, SWEEP_PASSES * b->count * (n + b->out.count));
    sources s = {.brandes = b, .sweeps = sweeps, .of = of};
    tp_parallel(tp_chunks_begin(&s.left, tp_team_of(team, b->count), b->count, 1), sweep_sources, &s);
}

static void add_some(const void *of, int64_t begin, int64_t end)
{
    const tp_brandes *b = of;
    for (int64_t v = begin; v < end; v++) {
        double sum = b->total.centrality[v], squares = b->total.squares ? b->total.squares[v] : 0;
        for (tropic_index k = 0; k < b->count; k++)
            tp_brandes_add(&b->total, k, tp_brandes_share(b, k, v), &sum, &squares);
        b->total.centrality[v] = sum;
        if (b->total.squares) b->total.squares[v] = squares;
    }
}

tropic_status tp_cpu_brandes_add(tropic_context *context, const tp_brandes *b)
{
    tp_for(tp_team_for(context, b->out.lists), b->out.lists, TP_CHUNK_ANY, add_some, b);
    return TROPIC_OK;
}

static void each_source(tropic_context *context, const tp_brandes *b)
{
    tp_cpu_brandes_each(context, b, one_source, b);
    if (b->delta) tp_cpu_brandes_add(context, b);
}

tropic_status tp_cpu_brandes_sweeps(tropic_context *context, const tp_brandes *b)
{
    const int64_t work = (int64_t)b->out.lists + b->out.count;
    const tp_team team = tp_team_for(context, work);
    /* A thread that works alone adds to arcs on the way back, which takes less than a pass. */
    const bool fuses = b->total.arcs && !b->entries && !b->classes && tp_threads_alone(context);
    if (b->total.arcs) *b->arcs_added = b->entries || fuses;
    if (b->entries) {
        if (tp_cpu_brandes_groups(context, b, sweep_source)) return TROPIC_OK;
        each_source(context, b);
        return tp_cpu_brandes_pass_arcs(context, b, NULL);
    }
    if (fuses) return sources_fused(context, b);
    if (b->count > 1 || work < TP_BRANDES_SHARED || team.threads == 1) {
        each_source(context, b);
        return TROPIC_OK;
    }
    tp_cpu_brandes_shared(b, team);
    return b->delta ? tp_cpu_brandes_add(context, b) : TROPIC_OK;
}

tropic_status tp_cpu_brandes_room(tropic_context *context, tropic_index n, bool arcs, tropic_index *sources)
{
    const int64_t bytes = (n + (int64_t)1) * (int64_t)TP_BRANDES_EACH;
    const int64_t fit = TP_BRANDES_AT_ONCE_BYTES / bytes;
    const int64_t each = fit < 1 || context->threads == 1 || arcs ? 1
                         : fit > TP_BRANDES_AT_ONCE               ? TP_BRANDES_AT_ONCE
                                                                  : fit;
    if (*sources > each * context->threads) *sources = (tropic_index)(each * context->threads);
    return TROPIC_OK;
}
