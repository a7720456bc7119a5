/* SPDX-License-Identifier: Apache-2.0
 *
 * Row of maximal independent sets. (Sources have no meaning.)
 */
#include "bench/common.h"
#include "bench/rows.h"

static tropic_status run(const bench_point *point, const tropic_matrix *A, const tropic_index *sources,
                         const bench_result *result, tropic_run_report *report)
{
    (void)point, (void)sources;
    return tropic_independent_set(result->values, A, NULL, report);
}

/* Of a vertex two offsets and the result. (Which arcs must be looked at depends on the graph: those of the set's
 * vertices, and one of each other.) */
static double bytes_of(const bench_work *w)
{
    return w->n * (2 * BENCH_OFFSET + BENCH_ID + w->result);
}

static bool check(const bench_arcs *arcs, const bench_answer *answer, bool *beyond, char *sentence)
{
    const verify_report report = verify_begin(arcs->A, sentence, BENCH_SENTENCE);
    *beyond = false;
    return verify_independent_set(&report, arcs, answer->values) == REFERENCE_MATCH;
}

const bench_algorithm bench_independent_set[] = {
    {"independent-set", "independent-set", .type = TROPIC_INT32, .run = run, .bytes = bytes_of, .check = check},
    {NULL},
};
