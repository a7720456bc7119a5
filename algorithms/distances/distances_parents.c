/* SPDX-License-Identifier: Apache-2.0
 *
 * Trees of shortest paths from distances alone, where lengths are above 0 and their sums exact: then an arc is tight
 * if it lies on a shortest path, and its tail is nearer to the source.
 */
#include "algorithms/distances/distances.h"
#include "formats/matrix/facts/facts.h"
#include "spmv/cpu_backend.h"

/* Rows between two calls of tp_progress. (Not measured.) */
#define TREES_AT_ONCE 64

typedef struct hanging {
    const tp_distances *d;
    const tropic_offset *offsets; /* of arcs into each vertex */
    const tropic_index *tails;
    const double *length; /* NULL: each is 1 */
    tropic_index first;
} hanging;

static void hang_row(const hanging *h, tropic_index row)
{
    const tp_distances *d = h->d;
    const int64_t begin = (int64_t)row * d->n;
    tropic_index *parent = d->parent + begin;
    for (tropic_index v = 0; v < d->n; v++) {
        const double distance = tp_distances_get(d->type, d->distance, begin + v);
        parent[v] = -1;
        if (!(distance < HUGE_VAL)) continue;
        for (tropic_offset k = h->offsets[v]; k < h->offsets[v + 1] && parent[v] < 0; k++) {
            const double before = tp_distances_get(d->type, d->distance, begin + h->tails[k]);
            if (before + (h->length ? h->length[k] : 1) == distance) parent[v] = h->tails[k];
        }
    }
    parent[tp_distances_source(d, row)] = tp_distances_source(d, row);
}

static void hang_some(const void *of, int64_t begin, int64_t end)
{
    const hanging *h = of;
    for (int64_t k = begin; k < end; k++) hang_row(h, h->first + (tropic_index)k);
}

tropic_status tp_distances_hang(tp_run *run, const tp_distances *d)
{
    hanging h = {.d = d};
    const void *values = NULL;
    TP_TRY(tropic_matrix_csc(run->A, run->context, &h.offsets, &h.tails, d->weighted ? &values : NULL));
    if (values) {
        double *length = tp_arena_array(&run->arena, run->A->count, sizeof *length);
        TP_TRY(tp_arena_check(&run->arena, "lengths of arcs"));
        for (tropic_offset k = 0; k < run->A->count; k++) length[k] = tp_value_as_double(values, run->A->type, k);
        h.length = length;
    }
    for (tropic_index some; h.first < d->count; h.first += some) {
        some = d->count - h.first < TREES_AT_ONCE ? d->count - h.first : TREES_AT_ONCE;
        TP_TRY(tp_progress(run->context, (double)h.first / d->count));
        tp_for(tp_team_for(run->context, (d->n + run->A->count) * some), some, 1, hang_some, &h);
    }
    return TROPIC_OK;
}
