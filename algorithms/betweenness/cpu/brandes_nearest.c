/* SPDX-License-Identifier: Apache-2.0
 *
 * A source's sweeps by lengths, nearest vertices first.
 */
#include "algorithms/betweenness/cpu/brandes_nearest.h"

#include "algorithms/betweenness/cpu/brandes_cpu.h"

#include <math.h>

#define SET_WORD 64
#define WORDS (TP_NEAREST_BUCKETS / SET_WORD)

/* Vertices that wait. Those of the bucket at hand lie in a heap, the others in the lists of theirs. */
typedef struct queue {
    tp_nearest_waiting *waiting, *heap;
    double per_width;
    int64_t bucket; /* at hand */
    int32_t heaped, listed, unused;
    uint64_t full[WORDS]; /* buckets that have any */
    int32_t first[TP_NEAREST_BUCKETS];
} queue;

TP_FN void heap_put(queue *q, double distance, tropic_index id)
{
    int32_t at = q->heaped++;
    while (at > 0) {
        const int32_t up = (at - 1) / 2;
        if (!(distance < q->heap[up].distance)) break;
        q->heap[at] = q->heap[up];
        at = up;
    }
    q->heap[at].distance = distance;
    q->heap[at].id = id;
}

TP_FN tp_nearest_waiting heap_take(queue *q)
{
    const tp_nearest_waiting least = q->heap[0], last = q->heap[--q->heaped];
    int32_t at = 0;
    for (;;) {
        int32_t down = 2 * at + 1;
        if (down >= q->heaped) break;
        down += down + 1 < q->heaped && q->heap[down + 1].distance < q->heap[down].distance;
        if (!(q->heap[down].distance < last.distance)) break;
        q->heap[at] = q->heap[down];
        at = down;
    }
    q->heap[at] = last;
    return least;
}

TP_FN void put(queue *q, double distance, tropic_index id)
{
    const int64_t at = (int64_t)(distance * q->per_width) & (TP_NEAREST_BUCKETS - 1);
    const int32_t place = q->unused;
    tp_nearest_waiting *w = &q->waiting[place];
    q->unused = w->next;
    *w = (tp_nearest_waiting){distance, id, q->first[at]};
    q->first[at] = place;
    q->full[at / SET_WORD] |= (uint64_t)1 << at % SET_WORD;
    q->listed++;
}

TP_FN uint64_t bits(double x)
{
    const tp_double_bits of = {.value = x};
    return of.bits;
}

/* Moves the vertices that wait in a bucket to the heap. */
TP_FN void to_heap(queue *q, int64_t at, const tp_nearest_place *places)
{
    int32_t k = q->first[at], last = -1;
    q->full[at / SET_WORD] &= ~((uint64_t)1 << at % SET_WORD);
    q->first[at] = -1;
    for (int32_t next = k; next >= 0; next = q->waiting[next].next) {
        const tp_nearest_waiting w = q->waiting[next];
        if (bits(places[w.id].distance) == bits(w.distance)) heap_put(q, w.distance, w.id);
        q->listed--;
        last = next;
    }
    q->waiting[last].next = q->unused;
    q->unused = k;
}

/* Goes on to the next bucket that has any, of which there is one. */
TP_FN void next_bucket(queue *q, const tp_nearest_place *places)
{
    int64_t word = q->bucket / SET_WORD;
    uint64_t left = q->full[word] & ~(uint64_t)0 << q->bucket % SET_WORD;
    while (!left) left = q->full[word = (word + 1) % WORDS];
    q->bucket = word * SET_WORD + __builtin_ctzll(left);
    to_heap(q, q->bucket, places);
}

/* One source's part of it. */
typedef struct sweep {
    const tp_nearest *graph;
    const tropic_offset *offsets;
    tp_nearest_room *room;
    tropic_index *order;
    double *arcs; /* of each entry; not looked at unless the way back adds to them */
    double factor;
    tp_tolerance tie;
} sweep;

/* How a sweep is compiled. */
typedef struct way {
    bool floats; /* distances are rounded to float */
    bool arcs;   /* the source's dependencies of arcs are added on the way back */
    bool near;   /* distances might tie that are not equal: the search finds out */
    bool ties;   /* they do; else tight arcs are those whose sums are equal */
} way;

TP_FN double length_of(double distance, double length, way way)
{
    return way.floats ? (double)(float)(distance + length) : distance + length;
}

/* Is an arc from a vertex at distance `from` to one at distance `to` tight? */
TP_FN bool is_tight(const sweep *s, double from, double length, double to, way way)
{
    if (!way.ties) return bits(length_of(from, length, way)) == bits(to);
    return way.floats ? tp_ties_fp32(s->tie, (float)from, (float)length, (float)to, false)
                      : tp_ties_fp64(s->tie, from, length, to, false);
}

/* State of a search. */
typedef struct search {
    queue q;
    tropic_index end; /* of the order */
    int32_t rank;     /* the greatest */
    double max;       /* of path counts */
    bool absorbed;    /* rounding absorbs a length of an arc that paths might take */
    bool ties;        /* sums that are not equal might tie: paths are to be counted again */
} search;

/* Takes a vertex, whose distance and paths are final: relaxes its arcs, where the new path is no longer than the
 * shortest so far. */
TP_FN void take(const sweep *s, search *f, tropic_index v, way way)
{
    const tp_nearest *g = s->graph;
    const tp_nearest_place from = s->room->places[v];
    const int32_t rank = s->room->rank[v] + 1;
    bool ties = false;
    s->order[f->end++] = v;
    f->max = from.part > f->max ? from.part : f->max;
    f->rank = rank > f->rank ? rank : f->rank;
    for (tropic_offset k = s->offsets[v]; k < s->offsets[v + 1]; k++) {
        const tropic_index w = g->arcs[k].id;
        const double sum = length_of(from.distance, g->arcs[k].length, way);
        tp_nearest_place *to = &s->room->places[w];
        const uint64_t before = bits(to->distance);
        const bool less = bits(sum) < before;
        if (bits(sum) > before) {
            if (way.near) ties |= bits(sum) - before <= g->near;
            continue;
        }
        if (way.near) ties |= less && before - bits(sum) <= g->near;
        f->absorbed |= bits(sum) == bits(from.distance);
        *to = (tp_nearest_place){sum, less ? from.part : to->part + from.part};
        if (less || rank > s->room->rank[w]) s->room->rank[w] = rank;
        if (less) put(&f->q, sum, w);
    }
    f->ties |= ties;
}

/* Counts the paths again, once all distances are known: each vertex comes behind its predecessors. */
TP_FN void count_again(const sweep *s, search *f, way way)
{
    tp_nearest_place *places = s->room->places;
    f->max = 0;
    f->rank = 0;
    for (tropic_index c = 0; c < f->end; c++) {
        places[s->order[c]].part = c == 0;
        s->room->rank[s->order[c]] = 0;
    }
    for (tropic_index c = 0; c < f->end; c++) {
        const tropic_index v = s->order[c];
        const tp_nearest_place from = places[v];
        const int32_t rank = s->room->rank[v] + 1;
        f->max = from.part > f->max ? from.part : f->max;
        f->rank = rank > f->rank ? rank : f->rank;
        for (tropic_offset k = s->offsets[v]; k < s->offsets[v + 1]; k++) {
            const tropic_index w = s->graph->arcs[k].id;
            if (!is_tight(s, from.distance, s->graph->arcs[k].length, places[w].distance, way)) continue;
            places[w].part += from.part;
            if (rank > s->room->rank[w]) s->room->rank[w] = rank;
        }
    }
}

/* Counts the paths to the vertices that the source reaches, nearest first. *ties: arcs are tight whose sums are not
 * equal. *fits: all counts are such that doubles have them, and rounding absorbs no length. */
TP_FN tp_brandes_found forward(const sweep *s, tropic_index n, tropic_index source, way way, bool *ties, bool *fits)
{
    tp_nearest_place *places = s->room->places;
    search f = {.q = {.waiting = s->room->waiting,
                      .heap = s->room->heap,
                      .per_width = s->graph->per_width,
                      .unused = s->room->unused}};
    for (tropic_index v = 0; v < n; v++) places[v] = (tp_nearest_place){HUGE_VAL, 0};
    for (int k = 0; k < TP_NEAREST_BUCKETS; k++) f.q.first[k] = -1;
    places[source] = (tp_nearest_place){0, 1};
    s->room->rank[source] = 0;
    put(&f.q, 0, source);
    while (f.q.listed > 0) {
        next_bucket(&f.q, places);
        while (f.q.heaped > 0) {
            const tp_nearest_waiting w = heap_take(&f.q);
            if (bits(places[w.id].distance) != bits(w.distance)) continue;
            take(s, &f, w.id, way);
            if (f.q.full[f.q.bucket / SET_WORD] >> f.q.bucket % SET_WORD & 1) to_heap(&f.q, f.q.bucket, places);
        }
    }
    s->room->unused = f.q.unused;
    *ties = f.ties && !f.absorbed;
    if (way.near && *ties) count_again(s, &f, (struct way){way.floats, way.arcs, true, true});
    *fits = !f.absorbed && f.max <= TP_DOUBLE_COUNT_MAX;
    return (tp_brandes_found){.levels = f.rank, .reached = f.end};
}

/* Adds the dependencies of the arcs from a vertex, as tp_brandes_on_arc. */
TP_FN void add_to_arcs(const sweep *s, tropic_index v, double distance, double sigma, way way)
{
    const tp_nearest *g = s->graph;
    for (tropic_offset k = s->offsets[v]; k < s->offsets[v + 1]; k++) {
        const tp_nearest_arc a = g->arcs[k];
        const tp_nearest_place to = s->room->places[a.id];
        tp_double_bits x = {.value = s->factor * (sigma * to.part)};
        x.bits &= -(uint64_t)is_tight(s, distance, a.length, to.distance, way);
        s->arcs[k] += x.value;
    }
}

/* Against the order: a vertex's successors come before it. */
TP_FN void backward(const sweep *s, tropic_index reached, double ends, double *delta, way way)
{
    const tp_nearest *g = s->graph;
    tp_nearest_place *places = s->room->places;
    for (tropic_index c = reached - 1; c > 0; c--) {
        const tropic_index v = s->order[c];
        const tp_nearest_place p = places[v];
        double sum = 0, found;
        for (tropic_offset k = s->offsets[v]; k < s->offsets[v + 1]; k++) {
            const tp_nearest_place to = places[g->arcs[k].id];
            tp_double_bits part = {.value = to.part};
            part.bits &= -(uint64_t)is_tight(s, p.distance, g->arcs[k].length, to.distance, way);
            sum += part.value;
        }
        found = p.part * sum;
        places[v].part = (1 + found) / p.part;
        if (way.arcs) add_to_arcs(s, v, p.distance, (1 + found) / places[v].part, way);
        delta[v] += found + ends;
    }
    if (way.arcs) add_to_arcs(s, s->order[0], 0, 1, way);
}

/* *fits as in `forward`; else nothing is added to anything. */
TP_FN tp_brandes_found both_sweeps(const sweep *s, const tp_brandes *b, tropic_index k, way way, bool *fits)
{
    bool ties;
    const tp_brandes_found found = forward(s, b->out.lists, b->sources[k], way, &ties, fits);
    double *delta = *fits ? tp_cpu_brandes_delta(b, k) : NULL;
    if (*fits && way.near && ties)
        backward(s, (tropic_index)found.reached, b->total.ends, delta, (struct way){way.floats, way.arcs, true, true});
    else if (*fits)
        backward(s, (tropic_index)found.reached, b->total.ends, delta, way);
    return found;
}

static tp_brandes_found sweeps(const sweep *s, const tp_brandes *b, tropic_index k, bool arcs, bool *fits)
{
    const tp_nearest *g = s->graph;
    if (g->floats && g->near > 0)
        return arcs ? both_sweeps(s, b, k, (way){true, true, true, false}, fits)
                    : both_sweeps(s, b, k, (way){true, false, true, false}, fits);
    if (g->near > 0)
        return arcs ? both_sweeps(s, b, k, (way){false, true, true, false}, fits)
                    : both_sweeps(s, b, k, (way){false, false, true, false}, fits);
    if (g->floats)
        return arcs ? both_sweeps(s, b, k, (way){true, true, false, false}, fits)
                    : both_sweeps(s, b, k, (way){true, false, false, false}, fits);
    return arcs ? both_sweeps(s, b, k, (way){false, true, false, false}, fits)
                : both_sweeps(s, b, k, (way){false, false, false, false}, fits);
}

/* The distances, where other sweeps look for them. */
static void put_distances(const tp_brandes_weighted *t, const tp_nearest_place *places, tropic_index k)
{
    const tropic_index n = t->sweeps.out.lists;
    void *column = (void *)tp_brandes_distance(t, k);
    for (tropic_index v = 0; v < n; v++) {
        const double d = places[v].distance;
        if (t->weights == TROPIC_FP32)
            ((float *)column)[v] = (float)d;
        else if (t->weights == TROPIC_FP64)
            ((double *)column)[v] = d;
        else
            ((int64_t *)column)[v] = d == HUGE_VAL ? INT64_MAX : (int64_t)d;
    }
}

static int64_t arcs_of(const tp_arcs *out, const tropic_index *order, int64_t reached)
{
    int64_t arcs = 0;
    if (reached == out->lists) return out->count;
    for (int64_t c = 0; c < reached; c++) arcs += out->offsets[order[c] + 1] - out->offsets[order[c]];
    return arcs;
}

bool tp_cpu_brandes_nearest(const tp_brandes_weighted *t, tropic_index k, int64_t memory, int thread, bool fused)
{
    const tp_brandes *b = &t->sweeps;
    const int64_t n = b->out.lists;
    const sweep s = {.graph = t->nearest,
                     .offsets = b->out.offsets,
                     .room = &t->nearest->rooms[thread],
                     .order = b->order + memory * (n + 1),
                     .arcs = b->total.arcs,
                     .factor = b->total.factor ? b->total.factor[k] : 1,
                     .tie = t->tie};
    bool fits;
    b->found[k] = sweeps(&s, b, k, fused, &fits);
    b->found[k].arcs = arcs_of(&b->out, s.order, b->found[k].reached);
    t->reached[k] = b->found[k].reached;
    if (fits && (fused || !b->total.arcs)) return true;
    put_distances(t, s.room->places, k);
    if (fits)
        for (int64_t v = 0; v < n; v++)
            b->places[memory * n + v] = tp_brandes_stored(tp_wide_of(s.room->places[v].part, 0), 0);
    return fits;
}
