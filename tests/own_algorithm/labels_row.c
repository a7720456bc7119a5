/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows of labels. (Sources have no meaning.)
 */
#include "bench/common.h"
#include "bench/rows.h"

#include <stdio.h>
#include <stdlib.h>

static tropic_status run(const bench_point *point, const tropic_matrix *A, const tropic_index *sources,
                         const bench_result *result, tropic_run_report *report)
{
    const tropic_run_options options = bench_run_options(point);
    (void)sources;
    return tropic_labels(result->values, NULL, A, &options, report);
}

/* In each round ids and offsets are read, and each label is read and written. */
static double bytes(const bench_work *w)
{
    return BENCH_ID * w->arcs + w->levels * w->n * (BENCH_OFFSET + 2 * w->result);
}

/* No arc leads to a larger label, and a label is its own, or that of a vertex from which an arc leads here. */
static bool check(const bench_arcs *arcs, const bench_answer *answer, bool *beyond, char *sentence)
{
    const int64_t *label = answer->values;
    bool *met = bench_reserve((size_t)arcs->n * sizeof *met);
    *beyond = false;
    *sentence = '\0';
    for (tropic_index v = 0; v < arcs->n; v++) met[v] = label[v] == v;
    for (tropic_index u = 0; u < arcs->n; u++)
        for (tropic_offset k = arcs->offsets[u]; k < arcs->offsets[u + 1]; k++) {
            const tropic_index v = arcs->ids[k];
            if (label[v] == label[u]) met[v] = true;
            if (label[v] > label[u]) snprintf(sentence, BENCH_SENTENCE, "vertex %d has a label that is too large", v);
        }
    for (tropic_index v = 0; v < arcs->n; v++)
        if (!met[v]) snprintf(sentence, BENCH_SENTENCE, "vertex %d has the label of no neighbour", v);
    free(met);
    return !*sentence;
}

const bench_algorithm bench_labels[] = {
    {"labels", "labels", .type = TROPIC_INT64, .run = run, .bytes = bytes, .check = check},
    {NULL},
};
