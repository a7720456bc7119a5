/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows of maximal matchings, and of heavy ones. (Sources have no meaning.)
 */
#include "bench/common.h"
#include "bench/rows.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static tropic_status match(const tropic_matrix *A, bool weighted, const bench_result *result, tropic_run_report *report)
{
    const tropic_matching_options options = {.size = sizeof options, .weighted = weighted};
    return tropic_matching(result->values, A, &options, report);
}

static tropic_status run(const bench_point *point, const tropic_matrix *A, const tropic_index *sources,
                         const bench_result *result, tropic_run_report *report)
{
    (void)point, (void)sources;
    return match(A, false, result, report);
}

static tropic_status run_heavy(const bench_point *point, const tropic_matrix *A, const tropic_index *sources,
                               const bench_result *result, tropic_run_report *report)
{
    (void)point, (void)sources;
    return match(A, true, result, report);
}

/* Each arc once, and its weight; of a vertex two offsets and the result. */
static double bytes_of(const bench_work *w)
{
    return (BENCH_ID + w->weight) * w->arcs + w->n * (2 * BENCH_OFFSET + w->result);
}

static double weight_at(const bench_arcs *arcs, tropic_offset k)
{
    if (arcs->type == TROPIC_FP32) return (double)((const float *)arcs->weights)[k];
    return arcs->type == TROPIC_INT32 ? (double)((const int32_t *)arcs->weights)[k] : 1;
}

/* What v's edge weighs; 0 if it has none, NaN if the graph has none to its mate. */
static double weight_of(const bench_arcs *arcs, const int32_t *mate, tropic_index v)
{
    tropic_offset low = arcs->offsets[v], high = arcs->offsets[v + 1];
    const tropic_offset end = high;
    if (mate[v] == -1) return 0;
    while (low < high) {
        const tropic_offset middle = low + (high - low) / 2;
        if (arcs->ids[middle] < mate[v])
            low = middle + 1;
        else
            high = middle;
    }
    return low < end && arcs->ids[low] == mate[v] ? weight_at(arcs, low) : (double)NAN;
}

/* Mates have an edge and are each other's; other edges share a vertex with one that is no lighter. */
static bool check(const bench_arcs *arcs, const bench_answer *answer, bool *beyond, char *sentence)
{
    const int32_t *mate = answer->values;
    double *best = bench_reserve(((size_t)arcs->n + 1) * sizeof *best);
    *beyond = false;
    *sentence = '\0';
    for (tropic_index v = 0; v < arcs->n && !*sentence; v++) {
        const int32_t u = mate[v];
        best[v] = weight_of(arcs, mate, v);
        if (u != -1 && (u < 0 || u >= arcs->n || u == v || mate[u] != v || !(best[v] > 0)))
            snprintf(sentence, BENCH_SENTENCE, "vertex %d has the mate %d, and no edge to it or another's", v, u);
    }
    for (tropic_index v = 0; v < arcs->n && !*sentence; v++)
        for (tropic_offset k = arcs->offsets[v]; k < arcs->offsets[v + 1] && !*sentence; k++) {
            const tropic_index u = arcs->ids[k];
            const double weight = weight_at(arcs, k);
            if (u != v && !(best[v] >= weight || best[u] >= weight))
                snprintf(sentence, BENCH_SENTENCE, "the edge %d - %d weighs %.9g, those of its ends %.9g and %.9g", v,
                         u, weight, best[v], best[u]);
        }
    free(best);
    return !*sentence;
}

const bench_algorithm bench_matching[] = {
    {"matching", "matching", .type = TROPIC_INT32, .run = run, .bytes = bytes_of, .check = check},
    {"matching-weighted", "matching", .weighted = true, .type = TROPIC_INT32, .run = run_heavy, .bytes = bytes_of,
     .check = check},
    {NULL},
};
