/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows of eccentricities: all, and the diameter alone. (Sources have no meaning.)
 */
#include "bench/common.h"
#include "bench/rows.h"

#include <stdio.h>
#include <stdlib.h>

static tropic_status run_diameter(const bench_point *point, const tropic_matrix *A, const tropic_index *sources,
                                  const bench_result *result, tropic_run_report *report)
{
    const tropic_eccentricity_options options = {.size = sizeof options, .diameter = true};
    (void)point, (void)sources;
    return tropic_eccentricity(result->values, A, &options, report);
}

static tropic_status run(const bench_point *point, const tropic_matrix *A, const tropic_index *sources,
                         const bench_result *result, tropic_run_report *report)
{
    (void)point, (void)sources;
    return tropic_eccentricity(result->values, A, NULL, report);
}

static double bytes(const bench_work *w)
{
    return BENCH_ID * w->arcs;
}

/* How far the farthest vertex is, by a queue. */
static tropic_index eccentricity_of(const bench_arcs *arcs, tropic_index v)
{
    const tropic_index n = arcs->n;
    tropic_index *queue = bench_reserve((size_t)n * sizeof *queue), *level = bench_reserve((size_t)n * sizeof *level);
    tropic_index end = 1, most;
    for (tropic_index u = 0; u < n; u++) level[u] = -1;
    queue[0] = v;
    level[v] = 0;
    for (tropic_index at = 0; at < end; at++)
        for (tropic_offset k = arcs->offsets[queue[at]]; k < arcs->offsets[queue[at] + 1]; k++)
            if (level[arcs->ids[k]] < 0) {
                level[arcs->ids[k]] = level[queue[at]] + 1;
                queue[end++] = arcs->ids[k];
            }
    most = level[queue[end - 1]];
    free(queue);
    free(level);
    return most;
}

/* The greatest is right, and no less than that of the source. */
static bool check(const bench_arcs *arcs, const bench_answer *answer, bool *beyond, char *sentence)
{
    const int32_t *values = answer->values;
    tropic_index end = 0, expected;
    *beyond = false;
    for (tropic_index v = 0; v < arcs->n; v++)
        if (values[v] > values[end]) end = v;
    expected = eccentricity_of(arcs, end);
    if (values[end] != expected) {
        snprintf(sentence, BENCH_SENTENCE, "vertex %d has %d, not %d", end, expected, values[end]);
        return false;
    }
    expected = eccentricity_of(arcs, answer->source);
    if (expected <= values[end] && (values[answer->source] == expected || values[answer->source] == 0)) return true;
    snprintf(sentence, BENCH_SENTENCE, "its eccentricity is %d, not %d", expected, values[answer->source]);
    return false;
}

const bench_algorithm bench_eccentricity[] = {
    {"eccentricity", "eccentricity", .type = TROPIC_INT32, .run = run, .bytes = bytes, .check = check},
    {"diameter", "eccentricity", .type = TROPIC_INT32, .run = run_diameter, .bytes = bytes, .check = check},
    {NULL},
};
