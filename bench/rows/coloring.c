/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows of greedy colourings, by degree and by onion layers. (Sources have no meaning.)
 */
#include "bench/common.h"
#include "bench/rows.h"

#include <stdio.h>
#include <stdlib.h>

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

/* Neighbours differ, and a vertex has neighbours of all lesser colours. */
static bool check(const bench_arcs *arcs, const bench_answer *answer, bool *beyond, char *sentence)
{
    const int32_t *colors = answer->values;
    tropic_index *seen = bench_reserve(((size_t)arcs->n + 1) * sizeof *seen);
    *beyond = false;
    *sentence = '\0';
    for (tropic_index v = 0; v < arcs->n; v++) seen[v] = -1;
    for (tropic_index v = 0; v < arcs->n && !*sentence; v++) {
        int64_t lesser = 0;
        for (tropic_offset k = arcs->offsets[v]; k < arcs->offsets[v + 1] && !*sentence; k++) {
            const tropic_index u = arcs->ids[k];
            if (u == v) continue;
            if (colors[u] < 0 || colors[u] >= arcs->n || colors[u] == colors[v])
                snprintf(sentence, BENCH_SENTENCE, "vertices %d and %d, neighbours, have the colours %d and %d", v, u,
                         colors[v], colors[u]);
            else if (colors[u] < colors[v] && seen[colors[u]] != v)
                seen[colors[u]] = v, lesser++;
        }
        if (!*sentence && lesser != colors[v])
            snprintf(sentence, BENCH_SENTENCE, "vertex %d has the colour %d, and its neighbours %lld lesser ones", v,
                     colors[v], (long long)lesser);
    }
    free(seen);
    return !*sentence;
}

const bench_algorithm bench_coloring[] = {
    {"coloring", "coloring", .type = TROPIC_INT32, .run = run, .bytes = bytes_of, .check = check},
    {"coloring-smallest-last", "coloring", .type = TROPIC_INT32, .run = run_last, .bytes = bytes_of, .check = check},
    {NULL},
};
