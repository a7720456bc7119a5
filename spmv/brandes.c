/* SPDX-License-Identifier: Apache-2.0
 *
 * Brandes' sweeps on the CPU: a thread to a source.
 */
#include "spmv/brandes.h"

#include "spmv/cpu.h"

#include <omp.h>

/* Places of the queue ahead of the one at hand: whose offset, whose list, and whose neighbours are asked for. With
 * these a lattice of 1200 x 1200 takes 0.85 of the time; twice and half as many are no better. */
#define OFFSETS_AHEAD 24
#define LISTS_AHEAD 16
#define NEIGHBOURS_AHEAD 8
/* Neighbours of each, at most: more than a road has. */
#define ASKED 8

/* How often the sweeps look at an entry, and how much longer it takes where none is in a cache. */
#define SWEEP_PASSES 8

/* Sources that a thread takes before it waits for the others, at most, and what they may take of memory: with one,
 * 1000 sources of 4elt took 1.4 times as long where two threads had other programs beside them. */
#define EACH 16
#define EACH_BYTES ((int64_t)32 << 20)

/* One source's part of it. */
typedef struct sweep {
    const tp_arcs *in, *out;
    bool both;
    const tp_brandes_class *classes;
    double ends;
    tp_brandes_place *places;
    tropic_index *order;
} sweep;

static void ask_neighbours(const sweep *s, const tp_arcs *arcs, tropic_index v)
{
    const tropic_offset begin = arcs->offsets[v], end = arcs->offsets[v + 1];
    for (tropic_offset k = begin; k < end && k < begin + ASKED; k++)
        __builtin_prefetch(&s->places[arcs->ids[k]], 1);
}

/* Of the queue, which goes from place 0 to end - 1, place c is at hand, and then c + step. */
static void ask_ahead(const sweep *s, int64_t c, int64_t end, int step)
{
    const int64_t offsets = c + step * OFFSETS_AHEAD, list = c + step * LISTS_AHEAD,
                  neighbours = c + step * NEIGHBOURS_AHEAD;
    if (offsets >= 0 && offsets < end) __builtin_prefetch(&s->out->offsets[s->order[offsets]]);
    if (list >= 0 && list < end) __builtin_prefetch(&s->out->ids[s->out->offsets[s->order[list]]]);
    if (neighbours >= 0 && neighbours < end) ask_neighbours(s, s->out, s->order[neighbours]);
}

/* The sum over the vertices of a list that are on `level`. */
static tp_wide sum_level(const sweep *s, const tp_arcs *arcs, tropic_index v, int32_t level)
{
    const tropic_offset end = arcs->offsets[v + 1];
    tp_wide t = tp_wide_zero();
    for (tropic_offset k = arcs->offsets[v]; k < end; k++) {
        const tp_brandes_place p = s->places[arcs->ids[k]];
        if (p.level == level) t = tp_wide_add(t, tp_brandes_count(p));
    }
    return t;
}

/* Counts the paths to v, on level d > 0, and appends those of its successors that are new; the queue's new end. */
static tropic_index take(const sweep *s, tropic_index v, int32_t d, tropic_index end)
{
    const tropic_offset last = s->out->offsets[v + 1];
    tp_wide t = s->both || d == 0 ? tp_wide_zero() : sum_level(s, s->in, v, d - 1);
    for (tropic_offset k = s->out->offsets[v]; k < last; k++) {
        const tropic_index w = s->out->ids[k];
        tp_brandes_place *p = &s->places[w];
        if (s->both && p->level == d - 1 && d > 0)
            t = tp_wide_add(t, tp_brandes_count(*p));
        else if (p->level < 0) {
            p->level = d + 1;
            s->order[end++] = w;
        }
    }
    if (d > 0) s->places[v] = tp_brandes_forth(t, d, tp_brandes_class_of(s->classes, v).copies);
    return end;
}

static tp_brandes_found forward(const sweep *s, tropic_index n, tropic_index source)
{
    tp_brandes_found found = {0};
    tropic_index begin = 0, end = 1;
    for (tropic_index v = 0; v < n; v++) s->places[v] = (tp_brandes_place){0, 0, -1};
    s->places[source] = (tp_brandes_place){1, 0, 0};
    s->order[0] = source;
    for (int32_t d = 0; begin < end; d++) {
        const tropic_index level_end = end;
        for (; begin < level_end; begin++) {
            const tropic_index v = s->order[begin];
            ask_ahead(s, begin, end, 1);
            found.arcs += s->out->offsets[v + 1] - s->out->offsets[v];
            end = take(s, v, d, end);
        }
        found.levels++;
    }
    found.reached = end;
    return found;
}

/* Against the queue, so that levels come deepest first. */
static void backward(const sweep *s, tropic_index reached, double *delta)
{
    for (tropic_index c = reached - 1; c > 0; c--) {
        const tropic_index v = s->order[c];
        double found;
        ask_ahead(s, c, reached, -1);
        s->places[v] =
            tp_brandes_back(s->places[v], sum_level(s, s->out, v, s->places[v].level + 1),
                            tp_brandes_class_of(s->classes, v), &found);
        delta[v] += found + s->ends;
    }
}

double *tp_cpu_brandes_delta(const tp_brandes *b, tropic_index k)
{
    const int64_t n = b->out.lists;
    double *delta = b->delta ? b->delta + k * n : b->total.centrality;
    for (tropic_index v = 0; b->delta && v < n; v++) delta[v] = 0;
    return delta;
}

static sweep sweep_of(const tp_brandes *b, tropic_index k)
{
    const int64_t n = b->out.lists;
    return (sweep){.in = &b->in,
                   .out = &b->out,
                   .both = tp_brandes_both(b),
                   .classes = b->classes,
                   .ends = b->total.ends,
                   .places = b->places + k * n,
                   .order = b->order + k * n};
}

static void one_source(const void *brandes, tropic_index k)
{
    const tp_brandes *b = brandes;
    const sweep s = sweep_of(b, k);
    const int64_t n = b->out.lists;
    b->found[k] = forward(&s, (tropic_index)n, b->sources[k]);
    backward(&s, (tropic_index)b->found[k].reached, tp_cpu_brandes_delta(b, k));
}

/* -- one source, by several threads ------------------------------------------------------------ */

/* Vertices that a thread finds before it appends them to the queue. */
#define FOUND 256
/* Vertices and arcs from which threads share one source. */
#define SHARED 200000

/* What the threads of a source have in common. */
typedef struct crew {
    sweep sweep;
    tropic_index source, n;
    tropic_index *starts;
    tropic_index end; /* of the queue */
    int64_t arcs;
    double *delta;
    int32_t levels;
} crew;

/* What one of them has: its part of a level, and what it found. */
typedef struct hand {
    crew *crew;
    int number, count;
    tropic_index begin, end;
    tropic_index found[FOUND], founds;
} hand;

static void take_part(hand *h, int64_t begin, int64_t end)
{
    h->begin = (tropic_index)(begin + (end - begin) * h->number / h->count);
    h->end = (tropic_index)(begin + (end - begin) * (h->number + 1) / h->count);
}

static void append(hand *h)
{
    crew *c = h->crew;
    const tropic_index at = __atomic_fetch_add(&c->end, h->founds, __ATOMIC_RELAXED);
    for (tropic_index k = 0; k < h->founds; k++) c->sweep.order[at + k] = h->found[k];
    h->founds = 0;
}

/* As `take`, where several claim vertices. What others write meanwhile is levels that were -1, and places with the
 * level that they had. */
static void take_shared(hand *h, tropic_index v, int32_t d)
{
    const sweep *s = &h->crew->sweep;
    const tropic_offset last = s->out->offsets[v + 1];
    tp_wide t = s->both || d == 0 ? tp_wide_zero() : sum_level(s, s->in, v, d - 1);
    for (tropic_offset k = s->out->offsets[v]; k < last; k++) {
        const tropic_index w = s->out->ids[k];
        tp_brandes_place *p = &s->places[w];
        int32_t level = __atomic_load_n(&p->level, __ATOMIC_RELAXED);
        if (s->both && level == d - 1 && d > 0)
            t = tp_wide_add(t, tp_brandes_count(*p));
        else if (level < 0 && __atomic_compare_exchange_n(&p->level, &level, d + 1, false,
                                                          __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
            if (h->founds == FOUND) append(h);
            h->found[h->founds++] = w;
        }
    }
    if (d > 0) s->places[v] = tp_brandes_forth(t, d, tp_brandes_class_of(s->classes, v).copies);
}

static void forward_shared(hand *h)
{
    crew *c = h->crew;
    const sweep *s = &c->sweep;
    int64_t arcs = 0;
    int32_t d = 0;
    take_part(h, 0, c->n);
    for (tropic_index v = h->begin; v < h->end; v++)
        s->places[v] = (tp_brandes_place){v == c->source, 0, v == c->source ? 0 : -1};
#pragma omp barrier
    for (; c->starts[d] < c->starts[d + 1]; d++) {
        take_part(h, c->starts[d], c->starts[d + 1]);
        for (tropic_index k = h->begin; k < h->end; k++) {
            const tropic_index v = s->order[k];
            ask_ahead(s, k, h->end, 1);
            arcs += s->out->offsets[v + 1] - s->out->offsets[v];
            take_shared(h, v, d);
        }
        append(h);
#pragma omp barrier
#pragma omp single
        c->starts[d + 2] = c->end;
    }
#pragma omp atomic
    c->arcs += arcs;
#pragma omp single
    c->levels = d;
}

static void backward_shared(hand *h)
{
    crew *c = h->crew;
    const sweep *s = &c->sweep;
    for (int32_t d = c->levels - 1; d > 0; d--) {
        take_part(h, c->starts[d], c->starts[d + 1]);
        for (tropic_index k = h->end; k-- > h->begin;) {
            const tropic_index v = s->order[k];
            double found;
            ask_ahead(s, k, h->end, -1);
            s->places[v] = tp_brandes_back(s->places[v], sum_level(s, s->out, v, d + 1),
                                           tp_brandes_class_of(s->classes, v), &found);
            c->delta[v] += found + s->ends;
        }
#pragma omp barrier
    }
}

static void one_source_shared(const tp_brandes *b, int threads)
{
    crew c = {.sweep = sweep_of(b, 0),
              .source = b->sources[0],
              .n = b->out.lists,
              .starts = b->starts,
              .end = 1,
              .delta = tp_cpu_brandes_delta(b, 0)};
    c.sweep.order[0] = c.source;
    c.starts[0] = 0;
    c.starts[1] = 1;
#pragma omp parallel num_threads(threads)
    {
        hand h = {.crew = &c, .number = omp_get_thread_num(), .count = omp_get_num_threads()};
        forward_shared(&h);
        backward_shared(&h);
    }
    b->found[0] = (tp_brandes_found){.levels = c.levels, .reached = c.end, .arcs = c.arcs};
}

/* -- several ----------------------------------------------------------------------------------- */

void tp_cpu_brandes_each(tropic_context *context, const tp_brandes *b,
                         void (*sweeps)(const void *, tropic_index), const void *of)
{
    const tropic_index n = b->out.lists;
    const int64_t work = SWEEP_PASSES * b->count * (n + b->out.count);
    const int most = tp_threads(context, work), threads = b->count < most ? b->count : most;
    const double started = tp_now();
#pragma omp parallel for num_threads(threads) if (threads > 1) schedule(dynamic, 1)
    for (tropic_index k = 0; k < b->count; k++) sweeps(of, k);
    if (threads > 1) tp_cpu_ended(context, started, work);
    if (b->delta) tp_cpu_brandes_add(context, b);
}

tropic_status tp_cpu_brandes_add(tropic_context *context, const tp_brandes *b)
{
    const int64_t n = b->out.lists;
    const int threads = tp_threads(context, n);
#pragma omp parallel for num_threads(threads) if (threads > 1) schedule(static)
    for (int64_t v = 0; v < n; v++) {
        double sum = b->total.centrality[v], squares = b->total.squares ? b->total.squares[v] : 0;
        for (tropic_index k = 0; k < b->count; k++)
            tp_brandes_add(&b->total, k, tp_brandes_share(b, k, v), &sum, &squares);
        b->total.centrality[v] = sum;
        if (b->total.squares) b->total.squares[v] = squares;
    }
    return TROPIC_OK;
}

tropic_status tp_cpu_brandes(tropic_context *context, const tp_brandes *b)
{
    const int64_t work = (int64_t)b->out.lists + b->out.count;
    const int threads = work < SHARED ? 1 : tp_threads(context, work);
    const double started = tp_now();
    if (b->count > 1 || threads == 1) {
        tp_cpu_brandes_each(context, b, one_source, b);
        return TROPIC_OK;
    }
    one_source_shared(b, threads);
    tp_cpu_ended(context, started, SWEEP_PASSES * work);
    return b->delta ? tp_cpu_brandes_add(context, b) : TROPIC_OK;
}

tropic_status tp_cpu_brandes_room(tropic_context *context, tropic_index n, tropic_index *sources)
{
    const int64_t bytes = (n + (int64_t)1) * (int64_t)TP_BRANDES_EACH;
    const int64_t fit = EACH_BYTES / bytes, each = fit < 1 ? 1 : fit > EACH ? EACH : fit;
    if (*sources > each * context->threads) *sources = (tropic_index)(each * context->threads);
    return TROPIC_OK;
}
