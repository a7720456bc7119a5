/* SPDX-License-Identifier: Apache-2.0
 *
 * Brandes' sweeps of one source on the CPU, by several threads: each level is shared out. Counts are doubles until one
 * is none. (Two threads, lattice 1200: 72 ms with wide counts throughout, 50 with doubles; roads
 * of New York 12 and 7.)
 */
#include "algorithms/betweenness/cpu/brandes_queue.h"
#include "algorithms/tuning.h"

/* Vertices that a thread finds before it appends them to the queue. */
#define FOUND 256

/* State that the threads of a source share. */
typedef struct shared_source {
    tp_sweep sweep;
    int32_t depth; /* the level at hand, whose places in the queue are first .. first + left.count - 1 */
    tropic_index first;
    tp_chunks_left left;
    tropic_index end; /* of the queue */
    int64_t arcs;
    bool is_wide; /* counts are, for one was no double */
    double *delta;
} shared_source;

/* The findings of one of them. */
typedef struct finder {
    shared_source *shared_source;
    double max; /* of the counts */
    tropic_index found[FOUND], founds;
} finder;

static const tp_sweep_way plain = {.prefetches = true, .classes = true, .shared = true},
                          wide = {.wide = true, .prefetches = true, .classes = true, .shared = true};

/* Claims the vertices found, and appends those that no other thread has claimed. */
static void append(finder *h)
{
    shared_source *c = h->shared_source;
    tropic_index at, claimed = 0;
    for (tropic_index k = 0; k < h->founds; k++) {
        const tropic_index w = h->found[k];
        int32_t level = -1;
        h->found[claimed] = w;
        claimed += __atomic_compare_exchange_n(&c->sweep.places[w].level, &level, c->depth + 1, false, __ATOMIC_RELAXED,
                                               __ATOMIC_RELAXED);
    }
    at = __atomic_fetch_add(&c->end, claimed, __ATOMIC_RELAXED);
    for (tropic_index k = 0; k < claimed; k++) c->sweep.order[at + k] = h->found[k];
    h->founds = 0;
}

/* As tp_sweep_take, where several claim vertices. Only places of level d - 1 count, and nobody writes those. */
TP_FN void take_shared(finder *h, tropic_index v, int32_t d, tp_sweep_way way)
{
    const tp_sweep *s = &h->shared_source->sweep;
    const tropic_offset last = s->out->offsets[v + 1];
    tp_sweep_total both = tp_sweep_nothing();
    for (tropic_offset k = s->out->offsets[v]; k < last; k++) {
        const tropic_index w = s->out->ids[k];
        const tp_brandes_state *p = &s->places[w];
        const int32_t level = tp_sweep_level(p, way);
        if (h->founds == FOUND) append(h);
        h->found[h->founds] = w;
        h->founds += level < 0;
        if (s->both) tp_sweep_add(&both, tp_sweep_read(p, level, way), level == d - 1, way.wide);
    }
    if (d > 0) tp_sweep_count(s, v, d, s->both ? &both : NULL, way);
    h->max = s->places[v].part > h->max ? s->places[v].part : h->max;
}

TP_FN void forward_part(tp_worker *worker, shared_source *c, tp_sweep_way way)
{
    const tp_sweep *s = &c->sweep;
    finder h = {.shared_source = c};
    int64_t begin, end, arcs = 0;
    while (tp_take(worker, &c->left, &begin, &end))
        for (int64_t k = c->first + begin; k < c->first + end; k++) {
            const tropic_index v = s->order[k];
            tp_sweep_prefetch(s, k, c->first + end, 1);
            arcs += s->out->offsets[v + 1] - s->out->offsets[v];
            take_shared(&h, v, c->depth, way);
        }
    append(&h);
    __atomic_fetch_add(&c->arcs, arcs, __ATOMIC_RELAXED);
    if (!way.wide && h.max > TP_DOUBLE_COUNT_MAX) __atomic_store_n(&c->is_wide, true, __ATOMIC_RELAXED);
}
static void forward_plain(tp_worker *worker, void *of)
{
    forward_part(worker, of, plain);
}
static void forward_wide(tp_worker *worker, void *of)
{
    forward_part(worker, of, wide);
}

TP_FN void backward_part(const shared_source *c, int64_t begin, int64_t end, tp_sweep_way way)
{
    const tp_sweep *s = &c->sweep;
    const int64_t first = c->first + begin;
    for (int64_t k = c->first + end; k-- > first;) {
        const tropic_index v = s->order[k];
        tp_sweep_prefetch(s, k, c->first + end, -1);
        if (k > NEIGHBOURS_AHEAD) __builtin_prefetch(&c->delta[s->order[k - NEIGHBOURS_AHEAD]], 1);
        c->delta[v] += tp_sweep_gather(s, v, c->depth, way) + s->ends;
    }
}
static void backward_plain(const void *of, int64_t begin, int64_t end)
{
    backward_part(of, begin, end, plain);
}
static void backward_wide(const void *of, int64_t begin, int64_t end)
{
    backward_part(of, begin, end, wide);
}

static void clear_places(const void *of, int64_t begin, int64_t end)
{
    const shared_source *c = of;
    for (int64_t v = begin; v < end; v++) c->sweep.places[v] = (tp_brandes_state){0, 0, -1};
}

static int64_t shared_chunk(tp_team team, int64_t count)
{
    const int64_t part = (count - 1) / team.threads + 1;
    if (part < TP_BRANDES_SHARED_MIN) return TP_BRANDES_SHARED_MIN;
    return part < TP_BRANDES_SHARED_MAX ? part : TP_BRANDES_SHARED_MAX;
}

/* A level that one thread takes is taken without claims. */
TP_FN void forward_narrow(shared_source *c, int64_t count, tp_sweep_way way)
{
    const tp_sweep *s = &c->sweep;
    double max = 0;
    for (tropic_index k = c->first; k < c->first + count; k++) {
        const tropic_index v = s->order[k];
        tp_sweep_prefetch(s, k, c->end, 1);
        c->arcs += s->out->offsets[v + 1] - s->out->offsets[v];
        c->end = tp_sweep_take(s, v, c->depth, c->end, way);
        max = s->places[v].part > max ? s->places[v].part : max;
    }
    c->is_wide |= max > TP_DOUBLE_COUNT_MAX;
}

/* Counts of the levels before the one at hand get the form that wide ones have, and this level's are made again. */
static void widen_some(const void *of, int64_t begin, int64_t end)
{
    const shared_source *c = of;
    const tp_sweep *s = &c->sweep;
    for (int64_t k = begin; k < end; k++) {
        tp_brandes_state *p = &s->places[s->order[k]];
        *p = tp_brandes_stored(tp_wide_stored(tp_brandes_count(*p)), p->level);
    }
}
static void count_again(const void *of, int64_t begin, int64_t end)
{
    const shared_source *c = of;
    for (int64_t k = c->first + begin; k < c->first + end; k++)
        tp_sweep_count(&c->sweep, c->sweep.order[k], c->depth, NULL, wide);
}

/* From the level whose counts are no doubles on, counts are wide. */
static void forward(shared_source *c, tp_team team, tropic_index source, tropic_index *starts)
{
    tp_for(team, c->sweep.out->lists, TP_CHUNK_ANY, clear_places, c);
    c->sweep.places[source] = (tp_brandes_state){1, 0, 0};
    c->sweep.order[0] = source;
    starts[0] = 0;
    starts[1] = c->end = 1;
    for (c->depth = 0; starts[c->depth] < starts[c->depth + 1]; c->depth++) {
        const int64_t count = starts[c->depth + 1] - (c->first = starts[c->depth]);
        const bool was_wide = c->is_wide;
        if (count >= TP_BRANDES_SHARED_LEVEL)
            tp_parallel(tp_chunks_begin(&c->left, team, count, shared_chunk(team, count)),
                        was_wide ? forward_wide : forward_plain, c);
        else if (was_wide)
            forward_narrow(c, count, wide);
        else
            forward_narrow(c, count, plain);
        starts[c->depth + 2] = c->end;
        if (was_wide || !c->is_wide) continue;
        tp_for(team, c->first, TP_CHUNK_ANY, widen_some, c);
        tp_for(team, count, TP_CHUNK_ANY, count_again, c);
    }
}

static void backward(shared_source *c, tp_team team, const tropic_index *starts)
{
    while (--c->depth > 0) {
        const int64_t count = starts[c->depth + 1] - (c->first = starts[c->depth]);
        const tp_team level = count < TP_BRANDES_SHARED_LEVEL ? tp_team_of(team, 1) : team;
        tp_for(level, count, shared_chunk(team, count), c->is_wide ? backward_wide : backward_plain, c);
    }
}

void tp_cpu_brandes_shared(const tp_brandes *b, tp_team team)
{
    shared_source c = {.sweep = tp_sweep_of(b, 0), .delta = tp_cpu_brandes_delta(b, 0)};
    forward(&c, team, b->sources[0], b->starts);
    b->found[0] = (tp_brandes_found){.levels = c.depth, .reached = c.end, .arcs = c.arcs};
    backward(&c, team, b->starts);
}
