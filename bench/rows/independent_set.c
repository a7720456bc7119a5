/* SPDX-License-Identifier: Apache-2.0
 *
 * Row of maximal independent sets. (Sources have no meaning.)
 */
#include "bench/common.h"
#include "bench/rows.h"

#include <stdio.h>

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

/* No two are neighbours, and each other vertex has a neighbour in the set. */
static bool check(const bench_arcs *arcs, const bench_answer *answer, bool *beyond, char *sentence)
{
    const int32_t *set = answer->values;
    *beyond = false;
    *sentence = '\0';
    for (tropic_index v = 0; v < arcs->n && !*sentence; v++) {
        int64_t inside = 0;
        for (tropic_offset k = arcs->offsets[v]; k < arcs->offsets[v + 1]; k++)
            inside += arcs->ids[k] != v && set[arcs->ids[k]] == 1;
        if (!(set[v] == 1 ? inside == 0 : set[v] == 0 && inside > 0))
            snprintf(sentence, BENCH_SENTENCE, "vertex %d has %d, and %lld neighbours are in the set", v, set[v],
                     (long long)inside);
    }
    return !*sentence;
}

const bench_algorithm bench_independent_set[] = {
    {"independent-set", "independent-set", .type = TROPIC_INT32, .run = run, .bytes = bytes_of, .check = check},
    {NULL},
};
