/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows of greedy colourings, by degree and by onion layers. (Sources have no meaning.)
 */
#include "bench/common.h"
#include "bench/rows.h"

static tropic_status color(const tropic_matrix *A, tropic_coloring_order order, const bench_result *result,
                           tropic_run_report *report)
{
    const tropic_coloring_options options = {.size = sizeof options, .order = order};
    return tropic_coloring(result->values, A, &options, report);
}

static tropic_status run(const bench_point *point, const tropic_matrix *A, const tropic_index *sources,
                         const bench_result *result, tropic_run_report *report)
{
    (void)point, (void)sources;
    return color(A, TROPIC_COLORING_LARGEST_FIRST, result, report);
}

static tropic_status run_last(const bench_point *point, const tropic_matrix *A, const tropic_index *sources,
                              const bench_result *result, tropic_run_report *report)
{
    (void)point, (void)sources;
    return color(A, TROPIC_COLORING_SMALLEST_LAST, result, report);
}

/* Each arc once, and of its other end the colour; of a vertex two offsets and the result. */
static double bytes_of(const bench_work *w)
{
    return BENCH_ID * w->arcs + w->n * (2 * BENCH_OFFSET + w->result);
}

static bool check(const bench_arcs *arcs, const bench_answer *answer, bool *beyond, char *sentence)
{
    const verify_report report = verify_begin(arcs->A, sentence, BENCH_SENTENCE);
    *beyond = false;
    return verify_coloring(&report, arcs, answer->values) == REFERENCE_MATCH;
}

const bench_algorithm bench_coloring[] = {
    {"coloring", "coloring", .type = TROPIC_INT32, .run = run, .bytes = bytes_of, .check = check},
    {"coloring-smallest-last", "coloring", .type = TROPIC_INT32, .run = run_last, .bytes = bytes_of, .check = check},
    {NULL},
};
