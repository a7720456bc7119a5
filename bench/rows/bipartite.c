/* SPDX-License-Identifier: Apache-2.0
 *
 * Row of two colours, of the edges between vertices with odd and with even numbers. (Sources have no meaning.)
 */
#include "bench/common.h"
#include "bench/rows.h"

#include <stdio.h>

static tropic_status run(const bench_point *point, const tropic_matrix *A, const tropic_index *sources,
                         const bench_result *result, tropic_run_report *report)
{
    (void)point, (void)sources;
    return tropic_bipartite(result->values, A, report);
}

/* Each arc; of a vertex two offsets and the result. */
static double bytes_of(const bench_work *w)
{
    return BENCH_ID * w->arcs + w->n * (2 * BENCH_OFFSET + w->result);
}

static bool check(const bench_arcs *arcs, const bench_answer *answer, bool *beyond, char *sentence)
{
    const int32_t *color = answer->values;
    *beyond = false;
    *sentence = '\0';
    for (tropic_index v = 0; v < arcs->n && !*sentence; v++)
        for (tropic_offset k = arcs->offsets[v]; k < arcs->offsets[v + 1]; k++)
            if (color[v] + color[arcs->ids[k]] != 1 || color[v] * color[arcs->ids[k]] != 0)
                snprintf(sentence, BENCH_SENTENCE, "vertices %d and %d have the colours %d and %d", v, arcs->ids[k],
                         color[v], color[arcs->ids[k]]);
    return !*sentence;
}

const bench_algorithm bench_bipartite[] = {
    {"bipartite", "bipartite", .type = TROPIC_INT32, .kept = BENCH_KEPT_BETWEEN, .run = run, .bytes = bytes_of,
     .check = check},
    {NULL},
};
