/* SPDX-License-Identifier: Apache-2.0
 *
 * Brandes' sweeps of one source on the CPU, by several threads: each level is shared out.
 */
#include "algorithms/betweenness/brandes_queue.h"

/* Vertices that a thread finds before it appends them to the queue. */
#define FOUND 256
/* Vertices of a level from which they share it: a vertex takes about 50 ns, to begin and end a loop about 1 us. */
#define SHARED_LEVEL 256
/* Vertices of it that a thread takes at a time, at least and at most: its part of a narrow level at once. (A lattice of
 * 1200 x 1200, 16 threads: 38 ms, with 32 at a time 41, with 64 44.) */
#define SHARED_CHUNK_MIN 24
#define SHARED_CHUNK_MAX 256

/* What the threads of a source have in common. */
typedef struct shared_source {
    tp_sweep sweep;
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
    const tp_sweep *s = &h->shared_source->sweep;
    const tropic_offset last = s->out->offsets[v + 1];
    tp_wide t = s->both || d == 0 ? tp_wide_zero() : tp_sweep_sum(s, s->in, v, d - 1, true);
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
    const tp_sweep *s = &c->sweep;
    finder h = {.shared_source = c};
    int64_t begin, end, arcs = 0;
    while (tp_take(worker, &c->left, &begin, &end))
        for (int64_t k = c->first + begin; k < c->first + end; k++) {
            const tropic_index v = s->order[k];
            tp_sweep_prefetch(s, k, c->first + end, 1);
            arcs += s->out->offsets[v + 1] - s->out->offsets[v];
            take_shared(&h, v, c->depth);
        }
    append(&h);
    __atomic_fetch_add(&c->arcs, arcs, __ATOMIC_RELAXED);
}

static void backward_level(const void *of, int64_t begin, int64_t end)
{
    const shared_source *c = of;
    const tp_sweep *s = &c->sweep;
    const int64_t first = c->first + begin;
    for (int64_t k = c->first + end; k-- > first;) {
        const tropic_index v = s->order[k];
        double found;
        tp_sweep_prefetch(s, k, c->first + end, -1);
        s->places[v] = tp_brandes_backward(s->places[v], tp_sweep_sum(s, s->out, v, c->depth + 1, true),
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
    static const tp_sweep_way shared = {true, true, true, false};
    const tp_sweep *s = &c->sweep;
    for (c->depth = 0; starts[c->depth] < starts[c->depth + 1]; c->depth++) {
        const int64_t count = starts[c->depth + 1] - (c->first = starts[c->depth]);
        if (count < SHARED_LEVEL) {
            for (tropic_index k = c->first; k < c->first + count; k++) {
                const tropic_index v = s->order[k];
                tp_sweep_prefetch(s, k, c->end, 1);
                c->arcs += s->out->offsets[v + 1] - s->out->offsets[v];
                c->end = tp_sweep_take(s, v, c->depth, c->end, shared);
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

void tp_cpu_brandes_shared(const tp_brandes *b, tp_team team)
{
    const tropic_index source = b->sources[0];
    shared_source c = {.sweep = tp_sweep_of(b, 0), .end = 1, .delta = tp_cpu_brandes_delta(b, 0)};
    tp_for(team, b->out.lists, TP_CHUNK_ANY, clear_places, &c);
    c.sweep.places[source] = (tp_brandes_state){1, 0, 0};
    c.sweep.order[0] = source;
    b->starts[0] = 0;
    b->starts[1] = 1;
    forward_shared(&c, team, b->starts);
    b->found[0] = (tp_brandes_found){.levels = c.depth, .reached = c.end, .arcs = c.arcs};
    backward_shared(&c, team, b->starts);
}
