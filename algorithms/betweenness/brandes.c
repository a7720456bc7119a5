/* SPDX-License-Identifier: Apache-2.0
 *
 * Brandes' sweeps on the CPU: a thread to a source.
 */
#include "algorithms/betweenness/brandes.h"

#include "algorithms/betweenness/brandes_cpu.h"

/* Places of the queue ahead of the one at hand: whose offset, whose list, and whose neighbours are asked for. With
 * these a lattice of 1200 x 1200 takes 0.85 of the time; twice and half as many are no better. */
#define OFFSETS_AHEAD 24
#define LISTS_AHEAD 16
#define NEIGHBOURS_AHEAD 8
/* Neighbours of each, at most: more than a road has. */
#define ASKED 8

/* How often the sweeps look at an entry, and how much longer it takes where none is in a cache. */
#define SWEEP_PASSES 8

/* Vertices and arcs from which memory is asked for ahead: fewer lie in the second cache, with all that is known of
 * them. */
#define ASKS 65536

/* Sources that a thread takes before it waits for the others, at most, and what they may take of memory: with one,
 * 1000 sources of 4elt took 1.4 times as long where two threads had other programs beside them. */
#define EACH 16
#define EACH_BYTES ((int64_t)32 << 20)

/* One source's part of it. */
typedef struct sweep {
    const tp_arcs *in, *out;
    bool both;
    const tp_brandes_multiplicity *classes;
    double ends;
    tp_brandes_state *places;
    tropic_index *order;
} sweep;

static void ask_neighbours(const sweep *s, const tp_arcs *arcs, tropic_index v)
{
    const tropic_offset begin = arcs->offsets[v], end = arcs->offsets[v + 1];
    for (tropic_offset k = begin; k < end && k < begin + ASKED; k++) __builtin_prefetch(&s->places[arcs->ids[k]], 1);
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

/* How a sweep is compiled. Constants of the functions below. */
typedef struct way {
    bool wide;    /* counts have a scale of their own; else they are doubles */
    bool asks;    /* memory is asked for ahead */
    bool classes; /* vertices stand for several */
} way;

TP_FN tp_brandes_multiplicity multiplicity_of(const sweep *s, tropic_index v, way way)
{
    return tp_brandes_multiplicity_of(way.classes ? s->classes : NULL, v);
}

/* *t += p's count, if p `is` of the sum. Counts that are doubles are added without a branch: on a graph that lies in
 * the second cache what a branch costs is to be wrong, which it is at every third or fourth neighbour. */
TP_FN void add_if(tp_wide *t, tp_brandes_state p, bool is, bool wide)
{
    tp_double_bits count = {.value = p.part};
    if (wide) {
        if (is) *t = tp_wide_add(*t, tp_brandes_count(p));
        return;
    }
    count.bits &= -(uint64_t)is;
    t->part += count.value;
}

/* The sum over the vertices of a list that are on `level`. */
TP_FN tp_wide sum_level(const sweep *s, const tp_arcs *arcs, tropic_index v, int32_t level, bool wide)
{
    const tropic_offset end = arcs->offsets[v + 1];
    tp_wide t = tp_wide_zero();
    for (tropic_offset k = arcs->offsets[v]; k < end; k++) {
        const tp_brandes_state p = s->places[arcs->ids[k]];
        add_if(&t, p, p.level == level, wide);
    }
    return t;
}

/* Counts the paths to v, on level d > 0, and appends those of its successors that are new; the queue's new end. */
TP_FN tropic_index take(const sweep *s, tropic_index v, int32_t d, tropic_index end, way way)
{
    const tropic_offset last = s->out->offsets[v + 1];
    tp_wide t = s->both || d == 0 ? tp_wide_zero() : sum_level(s, s->in, v, d - 1, way.wide);
    for (tropic_offset k = s->out->offsets[v]; k < last; k++) {
        const tropic_index w = s->out->ids[k];
        tp_brandes_state *p = &s->places[w];
        const int32_t level = p->level;
        /* Written at once, and kept if w is new: the queue has a place more than there are vertices. */
        s->order[end] = w;
        end += level < 0;
        p->level = level < 0 ? d + 1 : level;
        if (s->both) add_if(&t, *p, level == d - 1 && d > 0, way.wide);
    }
    if (d == 0) return end;
    if (way.wide)
        s->places[v] = tp_brandes_forward(t, d, multiplicity_of(s, v, way).copies);
    else
        s->places[v].part = t.part * multiplicity_of(s, v, way).copies;
    return end;
}

/* *fits: all counts are such that doubles have them. */
TP_FN tp_brandes_found forward(const sweep *s, tropic_index n, tropic_index source, way way, bool *fits)
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
            if (way.asks) ask_ahead(s, begin, end, 1);
            found.arcs += s->out->offsets[v + 1] - s->out->offsets[v];
            end = take(s, v, d, end, way);
            max = s->places[v].part > max ? s->places[v].part : max;
        }
        found.levels++;
    }
    found.reached = end;
    *fits = way.wide || max <= TP_DOUBLE_COUNT_MAX;
    return found;
}

/* Against the queue, so that levels come deepest first. */
TP_FN void backward(const sweep *s, tropic_index reached, double *delta, way way)
{
    for (tropic_index c = reached - 1; c > 0; c--) {
        const tropic_index v = s->order[c];
        const tp_brandes_state p = s->places[v];
        const tp_brandes_multiplicity of = multiplicity_of(s, v, way);
        tp_wide sum;
        double found;
        if (way.asks) ask_ahead(s, c, reached, -1);
        sum = sum_level(s, s->out, v, p.level + 1, way.wide);
        if (way.wide) {
            s->places[v] = tp_brandes_backward(p, sum, of, &found);
        } else {
            const double sigma = p.part / of.copies;
            found = sigma * sum.part;
            s->places[v].part = (of.ends + of.copies * found) / sigma;
        }
        delta[v] += found + s->ends;
    }
}

TP_FN tp_brandes_found both_sweeps(const sweep *s, tropic_index n, tropic_index source, double *delta, bool asks,
                                   bool classes)
{
    const way plain = {false, asks, classes}, wide = {true, asks, classes};
    bool fits;
    tp_brandes_found found = forward(s, n, source, plain, &fits);
    if (fits) {
        backward(s, (tropic_index)found.reached, delta, plain);
    } else {
        found = forward(s, n, source, wide, &fits);
        backward(s, (tropic_index)found.reached, delta, wide);
    }
    return found;
}

double *tp_cpu_brandes_delta(const tp_brandes *b, tropic_index k)
{
    const int64_t n = b->out.lists;
    double *delta = b->delta ? b->delta + k * n : b->total.centrality;
    for (tropic_index v = 0; b->delta && v < n; v++) delta[v] = 0;
    return delta;
}

/* With the memory of source k, or of a thread that takes one source after another. */
static sweep sweep_of(const tp_brandes *b, int64_t k)
{
    const int64_t n = b->out.lists;
    return (sweep){.in = &b->in,
                   .out = &b->out,
                   .both = tp_brandes_both(b),
                   .classes = b->classes,
                   .ends = b->total.ends,
                   .places = b->places + k * n,
                   .order = b->order + k * (n + 1)};
}

static void one_source(const void *brandes, tropic_index k, int64_t memory)
{
    const tp_brandes *b = brandes;
    const sweep s = sweep_of(b, memory);
    const tropic_index n = b->out.lists;
    double *delta = tp_cpu_brandes_delta(b, k);
    const bool asks = n + b->out.count >= ASKS;
    tp_brandes_found *found = &b->found[k];
    if (b->classes)
        *found = asks ? both_sweeps(&s, n, b->sources[k], delta, true, true)
                      : both_sweeps(&s, n, b->sources[k], delta, false, true);
    else
        *found = asks ? both_sweeps(&s, n, b->sources[k], delta, true, false)
                      : both_sweeps(&s, n, b->sources[k], delta, false, false);
}

/* -- one source, by several threads ------------------------------------------------------------ */

/* Vertices that a thread finds before it appends them to the queue. */
#define FOUND 256
/* Vertices and arcs from which threads share one source. */
#define SHARED 200000
/* Vertices of a level from which they share it: a vertex takes about 50 ns, to begin and end a loop about 1 us. */
#define SHARED_LEVEL 256
/* Vertices of it that a thread takes at a time, at least and at most: its part of a narrow level at once. (A lattice of
 * 1200 x 1200, 16 threads: 38 ms, with 32 at a time 41, with 64 44.) */
#define SHARED_CHUNK_MIN 24
#define SHARED_CHUNK_MAX 256

/* What the threads of a source have in common. */
typedef struct shared_source {
    sweep sweep;
    int32_t depth; /* the level at hand, whose places in the queue are first .. first + left.count - 1 */
    tropic_index first;
    tp_chunks_left left;
    tropic_index end; /* of the queue */
    int64_t arcs;
    double *delta;
} shared_source;

/* What one of them has found. */
typedef struct finder {
    shared_source *shared_source;
    tropic_index found[FOUND], founds;
} finder;

static void append(finder *h)
{
    shared_source *c = h->shared_source;
    const tropic_index at = __atomic_fetch_add(&c->end, h->founds, __ATOMIC_RELAXED);
    for (tropic_index k = 0; k < h->founds; k++) c->sweep.order[at + k] = h->found[k];
    h->founds = 0;
}

/* As `take`, where several claim vertices. What others write meanwhile is levels that were -1, and places with the
 * level that they had. */
static void take_shared(finder *h, tropic_index v, int32_t d)
{
    const sweep *s = &h->shared_source->sweep;
    const tropic_offset last = s->out->offsets[v + 1];
    tp_wide t = s->both || d == 0 ? tp_wide_zero() : sum_level(s, s->in, v, d - 1, true);
    for (tropic_offset k = s->out->offsets[v]; k < last; k++) {
        const tropic_index w = s->out->ids[k];
        tp_brandes_state *p = &s->places[w];
        int32_t level = __atomic_load_n(&p->level, __ATOMIC_RELAXED);
        if (s->both && level == d - 1 && d > 0)
            t = tp_wide_add(t, tp_brandes_count(*p));
        else if (level < 0 &&
                 __atomic_compare_exchange_n(&p->level, &level, d + 1, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
            if (h->founds == FOUND) append(h);
            h->found[h->founds++] = w;
        }
    }
    if (d > 0) s->places[v] = tp_brandes_forward(t, d, tp_brandes_multiplicity_of(s->classes, v).copies);
}

static void forward_level(tp_worker *worker, void *of)
{
    shared_source *c = of;
    const sweep *s = &c->sweep;
    finder h = {.shared_source = c};
    int64_t begin, end, arcs = 0;
    while (tp_take(worker, &c->left, &begin, &end))
        for (int64_t k = c->first + begin; k < c->first + end; k++) {
            const tropic_index v = s->order[k];
            ask_ahead(s, k, c->first + end, 1);
            arcs += s->out->offsets[v + 1] - s->out->offsets[v];
            take_shared(&h, v, c->depth);
        }
    append(&h);
    __atomic_fetch_add(&c->arcs, arcs, __ATOMIC_RELAXED);
}

static void backward_level(const void *of, int64_t begin, int64_t end)
{
    const shared_source *c = of;
    const sweep *s = &c->sweep;
    const int64_t first = c->first + begin;
    for (int64_t k = c->first + end; k-- > first;) {
        const tropic_index v = s->order[k];
        double found;
        ask_ahead(s, k, c->first + end, -1);
        s->places[v] = tp_brandes_backward(s->places[v], sum_level(s, s->out, v, c->depth + 1, true),
                                           tp_brandes_multiplicity_of(s->classes, v), &found);
        c->delta[v] += found + s->ends;
    }
}

static void clear_places(const void *of, int64_t begin, int64_t end)
{
    const shared_source *c = of;
    for (int64_t v = begin; v < end; v++) c->sweep.places[v] = (tp_brandes_state){0, 0, -1};
}

static int64_t shared_chunk(tp_team team, int64_t count)
{
    const int64_t part = (count - 1) / team.threads + 1;
    if (part < SHARED_CHUNK_MIN) return SHARED_CHUNK_MIN;
    return part < SHARED_CHUNK_MAX ? part : SHARED_CHUNK_MAX;
}

/* A level that one thread takes is taken without claims. */
static void forward_shared(shared_source *c, tp_team team, tropic_index *starts)
{
    static const way shared = {true, true, true};
    const sweep *s = &c->sweep;
    for (c->depth = 0; starts[c->depth] < starts[c->depth + 1]; c->depth++) {
        const int64_t count = starts[c->depth + 1] - (c->first = starts[c->depth]);
        if (count < SHARED_LEVEL) {
            for (tropic_index k = c->first; k < c->first + count; k++) {
                const tropic_index v = s->order[k];
                ask_ahead(s, k, c->end, 1);
                c->arcs += s->out->offsets[v + 1] - s->out->offsets[v];
                c->end = take(s, v, c->depth, c->end, shared);
            }
        } else {
            tp_parallel(tp_chunks_begin(&c->left, team, count, shared_chunk(team, count)), forward_level, c);
        }
        starts[c->depth + 2] = c->end;
    }
}

static void backward_shared(shared_source *c, tp_team team, const tropic_index *starts)
{
    while (--c->depth > 0) {
        const int64_t count = starts[c->depth + 1] - (c->first = starts[c->depth]);
        const tp_team level = count < SHARED_LEVEL ? tp_team_of(team, 1) : team;
        tp_for(level, count, shared_chunk(team, count), backward_level, c);
    }
}

static void one_source_shared(const tp_brandes *b, tp_team team)
{
    const tropic_index source = b->sources[0];
    shared_source c = {.sweep = sweep_of(b, 0), .end = 1, .delta = tp_cpu_brandes_delta(b, 0)};
    tp_for(team, b->out.lists, TP_CHUNK_ANY, clear_places, &c);
    c.sweep.places[source] = (tp_brandes_state){1, 0, 0};
    c.sweep.order[0] = source;
    b->starts[0] = 0;
    b->starts[1] = 1;
    forward_shared(&c, team, b->starts);
    b->found[0] = (tp_brandes_found){.levels = c.depth, .reached = c.end, .arcs = c.arcs};
    backward_shared(&c, team, b->starts);
}

/* -- several ----------------------------------------------------------------------------------- */

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
            s->sweeps(s->of, (tropic_index)k, s->brandes->total.arcs ? k : worker->number);
}

void tp_cpu_brandes_each(tropic_context *context, const tp_brandes *b, tp_brandes_sweeps *sweeps, const void *of)
{
    const tropic_index n = b->out.lists;
    const tp_team team = tp_team_for(context, SWEEP_PASSES * b->count * (n + b->out.count));
    sources s = {.brandes = b, .sweeps = sweeps, .of = of};
    tp_parallel(tp_chunks_begin(&s.left, tp_team_of(team, b->count), b->count, 1), sweep_sources, &s);
    if (b->delta) tp_cpu_brandes_add(context, b);
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

tropic_status tp_cpu_brandes_sweeps(tropic_context *context, const tp_brandes *b)
{
    const int64_t work = (int64_t)b->out.lists + b->out.count;
    const tp_team team = tp_team_for(context, work);
    if (b->count > 1 || work < SHARED || team.threads == 1) {
        tp_cpu_brandes_each(context, b, one_source, b);
        return TROPIC_OK;
    }
    one_source_shared(b, team);
    return b->delta ? tp_cpu_brandes_add(context, b) : TROPIC_OK;
}

tropic_status tp_cpu_brandes_room(tropic_context *context, tropic_index n, tropic_index *sources)
{
    const int64_t bytes = (n + (int64_t)1) * (int64_t)TP_BRANDES_EACH;
    const int64_t fit = EACH_BYTES / bytes, each = fit < 1 ? 1 : fit > EACH ? EACH : fit;
    if (*sources > each * context->threads) *sources = (tropic_index)(each * context->threads);
    return TROPIC_OK;
}
