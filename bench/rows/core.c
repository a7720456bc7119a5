/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows of core numbers, without onion layers and with them. (Sources have no meaning.)
 */
#include "bench/common.h"
#include "bench/rows.h"

#include <stdio.h>
#include <stdlib.h>

/* Layers stand in for parents. */
static tropic_status run(const bench_point *point, const tropic_matrix *A, const tropic_index *sources,
                         const bench_result *result, tropic_run_report *report)
{
    (void)point, (void)sources;
    return tropic_core(result->values, result->parents, A, NULL, report);
}

/* Each arc once, and of its other end the degree; of a vertex two offsets and the result. */
static double bytes_of(const bench_work *w)
{
    return BENCH_ID * w->arcs + w->n * (2 * BENCH_OFFSET + w->result);
}

/* Is u another vertex, which counts for the core of v? */
static bool is_in_core(const int32_t *core, tropic_index v, tropic_index u)
{
    return u != v && core[u] >= core[v];
}

/* The sentence, if a vertex has less than core[v] neighbours in its core: then its number is too large. */
static void check_least(const bench_arcs *arcs, const int32_t *core, char *sentence)
{
    for (tropic_index v = 0; v < arcs->n && !*sentence; v++) {
        int64_t neighbours = 0;
        for (tropic_offset k = arcs->offsets[v]; k < arcs->offsets[v + 1]; k++)
            neighbours += is_in_core(core, v, arcs->ids[k]);
        if (core[v] < 0 || neighbours < core[v])
            snprintf(sentence, BENCH_SENTENCE, "vertex %d has the core number %d, but %lld neighbours in that core", v,
                     core[v], (long long)neighbours);
    }
}

/* Vertices are taken away that have no more neighbours than their number says among those that are left: none is left
 * in the end, unless a number is too small. */
static void check_most(const bench_arcs *arcs, const int32_t *core, char *sentence)
{
    tropic_index *queue = bench_reserve(((size_t)arcs->n + 1) * sizeof *queue), count = 0;
    int64_t *left = bench_reserve(((size_t)arcs->n + 1) * sizeof *left);
    for (tropic_index v = 0; v < arcs->n; v++) {
        left[v] = 0;
        for (tropic_offset k = arcs->offsets[v]; k < arcs->offsets[v + 1]; k++) left[v] += arcs->ids[k] != v;
        if (left[v] <= core[v]) queue[count++] = v;
    }
    for (tropic_index at = 0; at < count; at++)
        for (tropic_offset k = arcs->offsets[queue[at]]; k < arcs->offsets[queue[at] + 1]; k++) {
            const tropic_index u = arcs->ids[k];
            if (u != queue[at] && left[u]-- == (int64_t)core[u] + 1) queue[count++] = u;
        }
    if (count < arcs->n)
        snprintf(sentence, BENCH_SENTENCE, "%d vertices are in larger cores than their numbers say", arcs->n - count);
    free(queue);
    free(left);
}

static bool check(const bench_arcs *arcs, const bench_answer *answer, bool *beyond, char *sentence)
{
    *beyond = false;
    *sentence = '\0';
    check_least(arcs, answer->values, sentence);
    if (!*sentence) check_most(arcs, answer->values, sentence);
    return !*sentence;
}

const bench_algorithm bench_core[] = {
    {"core", "core", .type = TROPIC_INT32, .run = run, .bytes = bytes_of, .check = check},
    {"core-layers", "core", .type = TROPIC_INT32, .parents = true, .run = run, .bytes = bytes_of, .check = check},
    {NULL},
};
