/* SPDX-License-Identifier: Apache-2.0
 *
 * Distances from many sources by lengths that are not negative: each thread searches from one source after another, by
 * Dijkstra's algorithm with a heap. Distances are those of tropic_sssp, bit by bit: there is one least sum along a path
 * from the source, whichever way it is found, for rounding is monotone.
 */
#include "algorithms/distances/distances.h"
#include "algorithms/tuning.h"
#include "formats/matrix/facts/facts.h"
#include "spmv/cpu_backend.h"

#include <float.h>

#define DOING "distances by searches"
/* Entries below each one of a heap: of four, few are in other lines of a cache. */
#define BELOW 4
/* Sources between two calls of tp_progress, of each thread. (Not measured.) */
#define SEARCHES_AT_ONCE 16

typedef struct entry {
    double distance;
    tropic_index vertex;
} entry;

/* What a thread has for a search. */
typedef struct heap {
    entry *entries;
    tropic_index count;
    double *distance;
    tropic_index *place; /* of each vertex in the heap; -1: it is not there */
} heap;

typedef struct heaps {
    const tp_distances *d;
    const tropic_offset *offsets;
    const tropic_index *ids;
    const double *length;
    bool single; /* sums are rounded to FP32 (in which FP64 rounds right) */
    heap *own;   /* of each thread */
    tropic_index first;
    tp_chunks_left left;
} heaps;

static void put(const heap *h, tropic_index at, entry e)
{
    h->entries[at] = e;
    h->place[e.vertex] = at;
}

static void rise(const heap *h, tropic_index at, entry e)
{
    for (tropic_index above; at > 0; at = above) {
        above = (at - 1) / BELOW;
        if (!(e.distance < h->entries[above].distance)) break;
        put(h, at, h->entries[above]);
    }
    put(h, at, e);
}

static void sink(const heap *h, tropic_index at, entry e)
{
    for (int64_t first = (int64_t)at * BELOW + 1; first < h->count; first = (int64_t)at * BELOW + 1) {
        const int64_t end = first + BELOW < h->count ? first + BELOW : h->count;
        int64_t least = first;
        for (int64_t k = first + 1; k < end; k++)
            if (h->entries[k].distance < h->entries[least].distance) least = k;
        if (!(h->entries[least].distance < e.distance)) break;
        put(h, at, h->entries[least]);
        at = (tropic_index)least;
    }
    put(h, at, e);
}

static tropic_index take_nearest(heap *h)
{
    const tropic_index v = h->entries[0].vertex;
    h->place[v] = -1;
    h->count--;
    if (h->count > 0) sink(h, 0, h->entries[h->count]);
    return v;
}

static void reach(heap *h, tropic_index v, double distance)
{
    h->distance[v] = distance;
    rise(h, h->place[v] < 0 ? h->count++ : h->place[v], (entry){distance, v});
}

static void search_row(const heaps *s, heap *h, tropic_index row)
{
    const tp_distances *d = s->d;
    for (tropic_index v = 0; v < d->n; v++) h->distance[v] = HUGE_VAL;
    reach(h, tp_distances_source(d, row), 0);
    while (h->count > 0) {
        const tropic_index v = take_nearest(h);
        for (tropic_offset k = s->offsets[v]; k < s->offsets[v + 1]; k++) {
            const double sum = h->distance[v] + s->length[k], distance = s->single ? (double)(float)sum : sum;
            if (distance < h->distance[s->ids[k]]) reach(h, s->ids[k], distance);
        }
    }
    for (tropic_index v = 0; v < d->n; v++)
        tp_distances_put(d->type, d->distance, (int64_t)row * d->n + v, h->distance[v]);
}

static void search_region(tp_worker *worker, void *of)
{
    heaps *s = of;
    int64_t begin, end;
    while (tp_take(worker, &s->left, &begin, &end))
        for (int64_t row = begin; row < end; row++)
            search_row(s, &s->own[worker->number], s->first + (tropic_index)row);
}

bool tp_distances_suit_heaps(const tp_run *run, const tp_distances *d)
{
    const tropic_type type = run->A->type;
    const bool single = type == TROPIC_FP32 || d->type == TROPIC_FP32;
    const double longest = d->greatest * d->n;
    return run->backend->location == TROPIC_HOST && d->least >= 0 && run->A->loops.negatives == 0 &&
           longest <= (single ? (double)FLT_MAX : DBL_MAX) && (tp_type_floating(type) || longest <= 0x1p53) &&
           d->count >= TP_DISTANCES_HEAPS && (double)d->n + (double)run->A->count <= TP_SEARCHES_CPU_MAX;
}

/* Of a thread, for a vertex: its distance, an entry of the heap, and its place there. */
#define HEAP_BYTES (sizeof(double) + sizeof(entry) + sizeof(tropic_index))

static tropic_status make_heaps(tp_run *run, const tp_distances *d, int threads, heaps *s)
{
    const int64_t n = d->n;
    double *distance = tp_arena_array(&run->arena, threads * n, sizeof *distance);
    entry *entries = tp_arena_array(&run->arena, threads * n, sizeof *entries);
    tropic_index *place = tp_arena_array(&run->arena, threads * n, sizeof *place);
    s->own = tp_arena_zeros(&run->arena, threads, sizeof *s->own);
    TP_TRY(tp_arena_check(&run->arena, DOING));
    for (int64_t k = 0; k < threads * n; k++) place[k] = -1;
    for (int t = 0; t < threads; t++) s->own[t] = (heap){entries + t * n, 0, distance + t * n, place + t * n};
    return TROPIC_OK;
}

tropic_status tp_distances_by_heaps(tp_run *run, const tp_distances *d)
{
    const tp_team team = tp_team_for(run->context, (int64_t)d->count * (d->n + run->A->count));
    const tropic_index step = SEARCHES_AT_ONCE * team.threads;
    heaps s = {.d = d, .single = run->A->type == TROPIC_FP32};
    const void *values;
    double *length;
    TP_TRY(tp_run_need_bytes(run, (size_t)run->A->count * sizeof *length +
                                      (size_t)team.threads * (size_t)d->n * HEAP_BYTES));
    length = tp_arena_array(&run->arena, run->A->count, sizeof *length);
    TP_TRY(tp_arena_check(&run->arena, DOING));
    TP_TRY(tropic_matrix_csr(run->A, run->context, &s.offsets, &s.ids, &values));
    TP_TRY(make_heaps(run, d, team.threads, &s));
    TP_TRY(tp_run_start(run));
    for (tropic_offset k = 0; k < run->A->count; k++) length[k] = tp_value_as_double(values, run->A->type, k);
    s.length = length;
    for (tropic_index some; s.first < d->count; s.first += some) {
        some = d->count - s.first < step ? d->count - s.first : step;
        TP_TRY(tp_progress(run->context, (double)s.first / d->count));
        tp_parallel(tp_chunks_begin(&s.left, team, some, 1), search_region, &s);
    }
    return TROPIC_OK;
}
