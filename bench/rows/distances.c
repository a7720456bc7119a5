/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows of distances between all pairs, by tiles of FP32 and of FP64. (Sources have no meaning.) A run's answer is, of
 * each vertex, the sum of its distances to those that it reaches.
 */
#include "bench/common.h"
#include "bench/place.h"
#include "bench/rows.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Vertices whose sums are checked, by a search from each. */
#define CHECKED 64

static tropic_status run_in(tropic_type type, const bench_point *point, const tropic_matrix *A,
                            const bench_result *result, tropic_run_report *report)
{
    const size_t n = (size_t)tropic_matrix_rows(A);
    const tropic_distances_options options = {
        .size = sizeof options, .method = TROPIC_DISTANCES_TILES, .type = type, .weighted = true};
    void *distance = bench_reserve(n * n * tropic_type_size(type));
    double *sums = bench_reserve(n * sizeof *sums);
    tropic_status status = tropic_distances(distance, NULL, point->place->context, A, &options, report);
    for (size_t v = 0; v < n; v++) {
        sums[v] = 0;
        for (size_t k = v * n; k < (v + 1) * n && status == TROPIC_OK; k++) {
            const double d = type == TROPIC_FP32 ? (double)((const float *)distance)[k] : ((const double *)distance)[k];
            if (isfinite(d)) sums[v] += d;
        }
    }
    if (status == TROPIC_OK) status = tropic_vector_put_dense(result->values, sums, NULL);
    free(sums);
    free(distance);
    return status;
}

static tropic_status run_fp32(const bench_point *point, const tropic_matrix *A, const tropic_index *sources,
                              const bench_result *result, tropic_run_report *report)
{
    (void)sources;
    return run_in(TROPIC_FP32, point, A, result, report);
}

static tropic_status run_fp64(const bench_point *point, const tropic_matrix *A, const tropic_index *sources,
                              const bench_result *result, tropic_run_report *report)
{
    (void)sources;
    return run_in(TROPIC_FP64, point, A, result, report);
}

/* The matrix, read and written in each phase of 256 vertices (algorithms/distances/tiles.c). */
static double bytes_fp32(const bench_work *w)
{
    return w->n * w->n * sizeof(float) * 2 * ceil(w->n / 256);
}

static double bytes_fp64(const bench_work *w)
{
    return w->n * w->n * sizeof(double) * 2 * ceil(w->n / 256);
}

static double length_at(const bench_arcs *arcs, tropic_offset k)
{
    if (arcs->type == TROPIC_FP32) return (double)((const float *)arcs->weights)[k];
    return arcs->type == TROPIC_INT32 ? (double)((const int32_t *)arcs->weights)[k] : 1;
}

/* The sum by rounds over all arcs (Bellman and Ford), until nothing changes. */
static double expect(const bench_arcs *arcs, tropic_index source, double *distance)
{
    double sum = 0;
    for (tropic_index v = 0; v < arcs->n; v++) distance[v] = v == source ? 0 : HUGE_VAL;
    for (bool again = true; again;) {
        again = false;
        for (tropic_index v = 0; v < arcs->n; v++)
            for (tropic_offset k = arcs->offsets[v]; k < arcs->offsets[v + 1] && distance[v] < HUGE_VAL; k++)
                if (distance[v] + length_at(arcs, k) < distance[arcs->ids[k]]) {
                    distance[arcs->ids[k]] = distance[v] + length_at(arcs, k);
                    again = true;
                }
    }
    for (tropic_index v = 0; v < arcs->n; v++) sum += distance[v] < HUGE_VAL ? distance[v] : 0;
    return sum;
}

static bool check(const bench_arcs *arcs, const bench_answer *answer, bool *beyond, char *sentence)
{
    const double *got = answer->values;
    double *distance = bench_reserve((size_t)arcs->n * sizeof *distance);
    const tropic_index step = arcs->n / CHECKED + 1;
    *beyond = false;
    *sentence = '\0';
    for (tropic_index v = 0; v < arcs->n - step && !*sentence; v += step) {
        const double expected = expect(arcs, v, distance);
        if (!(fabs(got[v] - expected) <= 1e-5 * expected)) /* of FP32, added up in another order */
            snprintf(sentence, BENCH_SENTENCE, "the distances of vertex %d add up to %.9g, should be %.9g", v, got[v],
                     expected);
    }
    free(distance);
    return !*sentence;
}

const bench_algorithm bench_distances[] = {
    {"distances", "distances", .weighted = true, .type = TROPIC_FP64, .run = run_fp32, .bytes = bytes_fp32,
     .check = check},
    {"distances-fp64", "distances", .weighted = true, .type = TROPIC_FP64, .run = run_fp64, .bytes = bytes_fp64,
     .check = check},
    {NULL},
};
