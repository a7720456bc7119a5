/* SPDX-License-Identifier: Apache-2.0
 *
 * Row of minimum spanning forests. (Sources have no meaning.) Since edges of equal weight have an order, there is one
 * such forest: a run's answer is the weight that it has at each vertex.
 */
#include "bench/common.h"
#include "bench/place.h"
#include "bench/rows.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Weights are from 1 to this, or that divided by it. */
#define WEIGHT_MAX 255

static double weight_at(const void *weights, tropic_type type, tropic_offset k)
{
    if (type == TROPIC_FP32) return (double)((const float *)weights)[k];
    return type == TROPIC_INT32 ? (double)((const int32_t *)weights)[k] : 1;
}

/* v(i) = the sum of F(i,j) over j */
static tropic_status add_rows(tropic_vector *v, tropic_context *context, const tropic_matrix *F)
{
    const tropic_index n = tropic_matrix_rows(F);
    double *sums = bench_reserve((size_t)n * sizeof *sums);
    const tropic_offset *offsets;
    const tropic_index *ids;
    const void *weights;
    tropic_status status = tropic_matrix_csr(F, context, &offsets, &ids, &weights);
    for (tropic_index i = 0; status == TROPIC_OK && i < n; i++) {
        sums[i] = 0;
        for (tropic_offset k = offsets[i]; k < offsets[i + 1]; k++)
            sums[i] += weight_at(weights, tropic_matrix_type(F), k);
    }
    if (status == TROPIC_OK) status = tropic_vector_put_dense(v, sums, NULL);
    free(sums);
    return status;
}

static tropic_status run(const bench_point *point, const tropic_matrix *A, const tropic_index *sources,
                         const bench_result *result, tropic_run_report *report)
{
    tropic_context *context = point->place->context;
    tropic_matrix *F = NULL;
    tropic_status status = tropic_mst(&F, context, A, NULL, report);
    (void)sources;
    if (status == TROPIC_OK) status = add_rows(result->values, context, F);
    tropic_matrix_free(&F);
    return status;
}

/* Each offset, and each arc and its weight; of each vertex an edge. */
static double bytes(const bench_work *w)
{
    return w->n * (BENCH_OFFSET + 2 * BENCH_ID + w->weight) + w->arcs * (BENCH_ID + w->weight);
}

static tropic_index root_of(tropic_index *parent, tropic_index v)
{
    while (parent[v] != v) v = parent[v] = parent[parent[v]];
    return v;
}

/* Kruskal: edges by weight, of equal weights in order of rows. */
static void expect(const bench_arcs *arcs, double *sums)
{
    tropic_index *parent = bench_reserve((size_t)arcs->n * sizeof *parent);
    tropic_index *ends = bench_reserve(((size_t)arcs->offsets[arcs->n] + 1) * sizeof *ends);
    double *weight = bench_reserve(((size_t)arcs->offsets[arcs->n] / 2 + 1) * sizeof *weight);
    int64_t next[WEIGHT_MAX + 2] = {0};
    for (int pass = 0; pass < 2; pass++) {
        for (tropic_index u = 0; u < arcs->n; u++)
            for (tropic_offset k = arcs->offsets[u]; k < arcs->offsets[u + 1]; k++) {
                const double w = weight_at(arcs->weights, arcs->type, k);
                const int bin = (int)lround(arcs->type == TROPIC_FP32 ? WEIGHT_MAX * w : w);
                if (arcs->ids[k] <= u) continue;
                if (pass == 0) {
                    next[bin + 1]++;
                    continue;
                }
                ends[2 * next[bin]] = u;
                ends[2 * next[bin] + 1] = arcs->ids[k];
                weight[next[bin]++] = w;
            }
        for (int bin = 0; pass == 0 && bin < WEIGHT_MAX; bin++) next[bin + 1] += next[bin];
    }
    for (tropic_index v = 0; v < arcs->n; v++) parent[v] = v, sums[v] = 0;
    for (int64_t e = 0; e < next[WEIGHT_MAX]; e++) {
        const tropic_index u = root_of(parent, ends[2 * e]), v = root_of(parent, ends[2 * e + 1]);
        if (u == v) continue;
        parent[u] = v;
        sums[ends[2 * e]] += weight[e];
        sums[ends[2 * e + 1]] += weight[e];
    }
    free(parent);
    free(ends);
    free(weight);
}

static bool check(const bench_arcs *arcs, const bench_answer *answer, bool *beyond, char *sentence)
{
    const double *got = answer->values;
    double *sums = bench_reserve((size_t)arcs->n * sizeof *sums);
    *beyond = false;
    *sentence = '\0';
    expect(arcs, sums);
    for (tropic_index v = 0; v < arcs->n && !*sentence; v++)
        if (!(fabs(got[v] - sums[v]) <= 1e-9 * sums[v])) /* added up in another order */
            snprintf(sentence, BENCH_SENTENCE, "the edges at vertex %d weigh %.9g, should be %.9g", v, got[v], sums[v]);
    free(sums);
    return !*sentence;
}

const bench_algorithm bench_mst[] = {
    {"mst", "mst", .weighted = true, .type = TROPIC_FP64, .run = run, .bytes = bytes, .check = check},
    {NULL},
};
