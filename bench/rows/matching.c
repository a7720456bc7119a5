/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows of maximal matchings, and of heavy ones. (Sources have no meaning.)
 */
#include "bench/common.h"
#include "bench/rows.h"

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

static bool check(const bench_arcs *arcs, const bench_answer *answer, bool *beyond, char *sentence)
{
    const verify_report report = verify_begin(arcs->A, sentence, BENCH_SENTENCE);
    long double weight;
    *beyond = false;
    return verify_matching(&report, arcs, arcs->type != TROPIC_BOOL, answer->values, &weight) == REFERENCE_MATCH;
}

const bench_algorithm bench_matching[] = {
    {"matching", "matching", .type = TROPIC_INT32, .run = run, .bytes = bytes_of, .check = check},
    {"matching-weighted", "matching", .weighted = true, .type = TROPIC_INT32, .run = run_heavy, .bytes = bytes_of,
     .check = check},
    {NULL},
};
