/* SPDX-License-Identifier: Apache-2.0
 *
 * Distances row by row, by searches. Where each arc is 1, 64 sources are searched from side by side; if levels are
 * many, each thread searches from one source after another. By lengths, all threads search from one, or as above
 * (distances_heaps.c).
 */
#include "algorithms/bfs/batch_search.h"
#include "algorithms/distances/distances.h"
#include "algorithms/sssp/sssp.h"
#include "algorithms/tuning.h"
#include "spmv/cpu_backend.h"

#include <float.h>

#define DOING "distances by searches"
/* Sources that threads search from between two calls of tp_progress, of each thread. (Not measured.) */
#define SOURCES_AT_ONCE 16

/* ---- each arc is 1: side by side ---- */

typedef struct rows {
    const tp_distances *d;
    const int32_t *level; /* n x columns */
    tropic_index first, columns, count;
} rows;

/* Vertices begin .. end - 1 of the rows. */
static void put_levels(const void *of, int64_t begin, int64_t end)
{
    const rows *r = of;
    for (tropic_index c = 0; c < r->count; c++)
        for (int64_t v = begin; v < end; v++) {
            const int32_t level = r->level[v * r->columns + c];
            tp_distances_put(r->d->type, r->d->distance, ((int64_t)r->first + c) * r->d->n + v,
                             level < 0 ? HUGE_VAL : level);
        }
}

/* Searches from `count` sources from number `first` on, whose ids are in b->sources, filled up with others. copy: of
 * levels, on the host; NULL: they are there. */
static tropic_status search_group(tp_run *run, const tp_distances *d, tp_batch *b, int32_t *copy, tropic_index first,
                                  tropic_index count)
{
    const int32_t none = -1;
    const int64_t places = (int64_t)d->n * b->count;
    const rows r = {d, copy ? copy : b->level, first, b->count, count};
    tp_run_part(run, (double)first / d->count, (double)count / d->count);
    TP_TRY(run->backend->fill(run->context, b->level, TROPIC_INT32, &none, places));
    b->first = 0;
    b->width = b->count;
    for (tropic_index c = 0; c < b->count; c++) b->reached[c] = b->sums[c] = 0; /* of the group before */
    TP_TRY(tp_batch_search(run, b));
    if (copy) TP_TRY(run->backend->download(run->context, copy, b->level, (size_t)places * sizeof *copy));
    tp_for(tp_team_for(run->context, places), d->n, TP_CHUNK_ANY, put_levels, &r);
    return TROPIC_OK;
}

/* Up to *done rows, as long as levels are few. */
static tropic_status search_groups(tp_run *run, const tp_distances *d, tp_batch *b, tropic_index *done)
{
    const tropic_index width = d->count < TROPIC_BFS_BATCH ? d->count : TROPIC_BFS_BATCH;
    tropic_index source[TROPIC_BFS_BATCH];
    int32_t *copy = NULL;
    TP_TRY(tp_run_need_bytes(run, tp_batch_bytes(run, width) + (size_t)d->n * (size_t)width * sizeof *b->level));
    if (run->backend->location != TROPIC_HOST) {
        copy = tp_arena_array(&run->arena, (int64_t)d->n * width, sizeof *copy);
        TP_TRY(tp_arena_check(&run->arena, DOING));
    }
    b->sources = source;
    b->count = width;
    TP_TRY(tp_batch_begin(run, b));
    TP_TRY(tp_run_array(run, &b->level, (int64_t)d->n * width, sizeof *b->level, DOING));
    for (bool deep = false; *done < d->count && !deep;) {
        const tropic_index count = d->count - *done < width ? d->count - *done : width;
        for (tropic_index c = 0; c < width; c++)
            source[c] = tp_distances_source(d, *done + (c < count ? c : count - 1));
        TP_TRY(search_group(run, d, b, copy, *done, count));
        *done += count;
        deep = b->depth > TP_DISTANCES_LEVELS;
    }
    return TROPIC_OK;
}

/* ---- each arc is 1: one source a thread ---- */

typedef struct queues {
    const tp_distances *d;
    const tropic_offset *offsets;
    const tropic_index *ids;
    int32_t *level; /* of each thread: -1 before and after */
    tropic_index *queue;
    tropic_index first;
    tp_chunks_left left;
} queues;

static void search_row(const queues *q, tropic_index row, int32_t *level, tropic_index *queue)
{
    const tp_distances *d = q->d;
    const int64_t begin = (int64_t)row * d->n;
    tropic_index end = 1;
    queue[0] = tp_distances_source(d, row);
    level[queue[0]] = 0;
    for (tropic_index at = 0; at < end; at++) {
        const tropic_index v = queue[at];
        for (tropic_offset k = q->offsets[v]; k < q->offsets[v + 1]; k++) {
            const tropic_index u = q->ids[k];
            if (level[u] >= 0) continue;
            level[u] = level[v] + 1;
            queue[end++] = u;
        }
    }
    for (tropic_index v = 0; v < d->n; v++) {
        tp_distances_put(d->type, d->distance, begin + v, level[v] < 0 ? HUGE_VAL : level[v]);
        level[v] = -1;
    }
}

static void search_region(tp_worker *worker, void *of)
{
    queues *q = of;
    int64_t begin, end;
    const int64_t own = (int64_t)worker->number * q->d->n;
    while (tp_take(worker, &q->left, &begin, &end))
        for (int64_t row = begin; row < end; row++)
            search_row(q, q->first + (tropic_index)row, q->level + own, q->queue + own);
}

static tropic_status search_by_queues(tp_run *run, const tp_distances *d, tropic_index done)
{
    const tp_team team = tp_team_for(run->context, (int64_t)d->count * (d->n + run->A->count));
    const tropic_index step = SOURCES_AT_ONCE * team.threads;
    queues q = {.d = d, .first = done};
    TP_TRY(tropic_matrix_csr(run->A, run->context, &q.offsets, &q.ids, NULL));
    TP_TRY(tp_run_need_memory(run, (size_t)team.threads * (sizeof *q.level + sizeof *q.queue)));
    q.level = tp_arena_array(&run->arena, (int64_t)team.threads * d->n, sizeof *q.level);
    q.queue = tp_arena_array(&run->arena, (int64_t)team.threads * d->n, sizeof *q.queue);
    TP_TRY(tp_arena_check(&run->arena, DOING));
    for (int64_t k = 0; k < (int64_t)team.threads * d->n; k++) q.level[k] = -1;
    for (tropic_index some; q.first < d->count; q.first += some) {
        some = d->count - q.first < step ? d->count - q.first : step;
        TP_TRY(tp_progress(run->context, (double)q.first / d->count));
        tp_parallel(tp_chunks_begin(&q.left, team, some, 1), search_region, &q);
    }
    return TROPIC_OK;
}

static tropic_status by_levels(tp_run *run, const tp_distances *d)
{
    tropic_index done = 0;
    tp_batch b = {.count = 0};
    tropic_status status;
    TP_TRY(tp_run_start(run));
    status = search_groups(run, d, &b, &done);
    tp_batch_end(run, &b);
    TP_TRY(status);
    tp_run_part(run, 0, 1);
    return done < d->count ? search_by_queues(run, d, done) : TROPIC_OK;
}

/* ---- by lengths ---- */

/* The distances of a source, on the host, in a row. */
static tropic_status put_row(const tp_run *run, const tp_distances *d, tropic_type type, const void *found,
                             tropic_index row)
{
    const int64_t begin = (int64_t)row * d->n;
    for (tropic_index v = 0; v < d->n; v++) {
        const double distance = tp_type_floating(type)                     ? tp_distances_get(type, found, v)
                                : ((const int64_t *)found)[v] == INT64_MAX ? HUGE_VAL
                                                                           : (double)((const int64_t *)found)[v];
        if (d->type == TROPIC_FP32 && distance < HUGE_VAL && !(fabs(distance) <= (double)FLT_MAX))
            return tp_fail(run->context, TROPIC_OVERFLOW, "the distance %g of vertex %lld is too large for the type %s",
                           distance, (long long)tropic_matrix_label(run->A, v), tropic_type_name(d->type));
        tp_distances_put(d->type, d->distance, begin + v, distance);
    }
    return TROPIC_OK;
}

/* Bytes of a vertex for parents: its own, and what finds them. */
#define TREE_BYTES (2 * sizeof(tropic_index))

static tropic_status by_lengths(tp_run *run, const tp_distances *d, bool tree)
{
    tp_sssp_arrays a = {.tree = tree};
    const size_t n = (size_t)d->n;
    void *found;
    TP_TRY(tp_sssp_type(run->context, run->A, &a.type));
    TP_TRY(tp_run_need_memory(run, 2 * tropic_type_size(a.type) + TP_BUCKETS_BYTES + (tree ? TREE_BYTES : 0)));
    TP_TRY(tp_sssp_prepare(run, &a));
    found = tp_arena_array(&run->arena, d->n, tropic_type_size(a.type));
    TP_TRY(tp_arena_check(&run->arena, DOING));
    TP_TRY(tp_run_start(run));
    for (tropic_index row = 0; row < d->count; row++) {
        a.from = (double)row / d->count;
        a.part = 1.0 / d->count;
        TP_TRY(tp_sssp_solve(run, &a, tp_distances_source(d, row)));
        TP_TRY(tp_sssp_check_loops(run, &a));
        TP_TRY(run->backend->download(run->context, found, a.distance, n * tropic_type_size(a.type)));
        TP_TRY(put_row(run, d, a.type, found, row));
        if (tree)
            TP_TRY(
                run->backend->download(run->context, d->parent + (int64_t)row * d->n, a.parent, n * sizeof *a.parent));
    }
    tp_run_part(run, 0, 1);
    return TROPIC_OK;
}

tropic_status tp_distances_by_searches(tp_run *run, const tp_distances *d)
{
    const bool exact = tp_distances_exact(d), tree = d->parent && !exact;
    if (!d->weighted)
        TP_TRY(by_levels(run, d));
    else if (!tree && tp_distances_suit_heaps(run, d))
        TP_TRY(tp_distances_by_heaps(run, d));
    else
        TP_TRY(by_lengths(run, d, tree));
    return d->parent && exact ? tp_distances_hang(run, d) : TROPIC_OK;
}
