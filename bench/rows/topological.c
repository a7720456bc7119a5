/* SPDX-License-Identifier: Apache-2.0
 *
 * Row of topological orders, of the arcs to greater vertices. (Sources have no meaning.) Levels stand in for parents.
 */
#include "bench/common.h"
#include "bench/rows.h"

#include <stdio.h>
#include <stdlib.h>

static tropic_status run(const bench_point *point, const tropic_matrix *A, const tropic_index *sources,
                         const bench_result *result, tropic_run_report *report)
{
    (void)point, (void)sources;
    return tropic_topological(result->values, result->parents, A, report);
}

/* Each arc twice, to be counted and to be removed; of a vertex two offsets and both results. */
static double bytes_of(const bench_work *w)
{
    return 2 * BENCH_ID * w->arcs + w->n * (2 * BENCH_OFFSET + 2 * w->result);
}

/* Levels are the least that arcs allow, and the order goes by them, then by number. */
static bool check(const bench_arcs *arcs, const bench_answer *answer, bool *beyond, char *sentence)
{
    const tropic_index *order = answer->values, *level = answer->parents;
    tropic_index *least = bench_reserve(((size_t)arcs->n + 1) * sizeof *least);
    *beyond = false;
    *sentence = '\0';
    for (tropic_index v = 0; v < arcs->n; v++) least[v] = 0;
    for (tropic_index v = 0; v < arcs->n; v++)
        for (tropic_offset k = arcs->offsets[v]; k < arcs->offsets[v + 1]; k++)
            if (least[arcs->ids[k]] <= level[v]) least[arcs->ids[k]] = level[v] + 1;
    for (tropic_index v = 0; v < arcs->n && !*sentence; v++)
        if (level[v] != least[v])
            snprintf(sentence, BENCH_SENTENCE, "vertex %d is on level %d, should be on %d", v, level[v], least[v]);
    for (tropic_index k = 1; k < arcs->n && !*sentence; k++) {
        const tropic_index u = order[k - 1], v = order[k];
        if (level[u] > level[v] || (level[u] == level[v] && u >= v))
            snprintf(sentence, BENCH_SENTENCE, "vertex %d is behind vertex %d", v, u);
    }
    free(least);
    return !*sentence;
}

const bench_algorithm bench_topological[] = {
    {"topological", "topological", .type = TROPIC_INT32, .parents = true, .kept = BENCH_KEPT_UPWARD, .run = run,
     .bytes = bytes_of, .check = check},
    {NULL},
};
