/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows of degrees: of arcs out of each vertex, their number, and the sum of their weights. (Sources have no meaning.)
 */
#include "bench/common.h"
#include "bench/rows.h"

#include <math.h>
#include <stdio.h>

/* Relative, of sums of positive terms. */
#define TOLERANCE 1e-12

static tropic_status run_kind(const tropic_matrix *A, const bench_result *result, tropic_run_report *report,
                              bool weighted)
{
    const tropic_degree_options options = {
        .size = sizeof options, .kind = TROPIC_DEGREE_OUT, .weighted = weighted, .directed = true};
    return tropic_degree(result->values, A, &options, report);
}

static tropic_status run(const bench_point *point, const tropic_matrix *A, const tropic_index *sources,
                         const bench_result *result, tropic_run_report *report)
{
    (void)point, (void)sources;
    return run_kind(A, result, report, false);
}

static tropic_status run_weighted(const bench_point *point, const tropic_matrix *A, const tropic_index *sources,
                                  const bench_result *result, tropic_run_report *report)
{
    (void)point, (void)sources;
    return run_kind(A, result, report, true);
}

static double bytes(const bench_work *w)
{
    return w->n * (BENCH_OFFSET + BENCH_REAL);
}

static double bytes_weighted(const bench_work *w)
{
    return w->n * (BENCH_OFFSET + BENCH_REAL) + w->weight * w->arcs;
}

static double weight_of(const bench_arcs *arcs, tropic_offset k)
{
    if (arcs->type == TROPIC_BOOL) return 1;
    return arcs->type == TROPIC_FP32 ? (double)((const float *)arcs->weights)[k]
                                     : (double)((const int32_t *)arcs->weights)[k];
}

static bool check(const bench_arcs *arcs, const bench_answer *answer, bool *beyond, char *sentence)
{
    const double *got = answer->values;
    *beyond = false;
    *sentence = '\0';
    for (tropic_index v = 0; v < arcs->n; v++) {
        double due = 0;
        for (tropic_offset k = arcs->offsets[v]; k < arcs->offsets[v + 1]; k++) due += weight_of(arcs, k);
        if (fabs(got[v] - due) <= TOLERANCE * due) continue;
        snprintf(sentence, BENCH_SENTENCE, "vertex %d has degree %g, not %g", v, got[v], due);
        return false;
    }
    return true;
}

const bench_algorithm bench_degree[] = {
    {"degree", "degree", .type = TROPIC_FP64, .run = run, .bytes = bytes, .check = check},
    {"strength", "degree", .weighted = true, .type = TROPIC_FP64, .run = run_weighted, .bytes = bytes_weighted,
     .check = check},
    {NULL},
};
