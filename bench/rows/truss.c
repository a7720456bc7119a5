/* SPDX-License-Identifier: Apache-2.0
 *
 * Row of trussness. (Sources have no meaning.) A run's answer is the sum of the numbers of each vertex's edges; a
 * textbook algorithm has the same.
 */
#include "bench/common.h"
#include "bench/rows.h"
#include "bench/place.h"
#include "reference/oracle.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* v(i) = the sum of T(i,j) over j */
static tropic_status add_rows(tropic_vector *v, tropic_context *context, const tropic_matrix *T)
{
    const tropic_index n = tropic_matrix_rows(T);
    int64_t *sum = bench_reserve(((size_t)n + 1) * sizeof *sum);
    const tropic_offset *offsets;
    const void *truss;
    tropic_status status = tropic_matrix_csr(T, context, &offsets, NULL, &truss);
    for (tropic_index i = 0; status == TROPIC_OK && i < n; i++) {
        sum[i] = 0;
        for (tropic_offset k = offsets[i]; k < offsets[i + 1]; k++) sum[i] += ((const int32_t *)truss)[k];
    }
    if (status == TROPIC_OK) status = tropic_vector_put_dense(v, sum, NULL);
    free(sum);
    return status;
}

static tropic_status run(const bench_point *point, const tropic_matrix *A, const tropic_index *sources,
                         const bench_result *result, tropic_run_report *report)
{
    tropic_context *context = point->place->context;
    tropic_matrix *T = NULL;
    tropic_status status = tropic_truss(&T, context, A, NULL, report);
    (void)sources;
    if (status == TROPIC_OK) status = add_rows(result->values, context, T);
    tropic_matrix_free(&T);
    return status;
}

/* Each arc once, and its number; of a vertex its offset. */
static double bytes(const bench_work *w)
{
    return w->arcs * (BENCH_ID + sizeof(int32_t)) + w->n * BENCH_OFFSET;
}

static void expect(const bench_arcs *arcs, int64_t *sum)
{
    const size_t count = (size_t)arcs->offsets[arcs->n];
    tropic_index *row = bench_reserve((count + 1) * sizeof *row);
    int64_t *truss = bench_reserve((2 * count + 1) * sizeof *truss);
    oracle_graph G = {0}, E = {0};
    for (tropic_index u = 0; u < arcs->n; u++)
        for (tropic_offset k = arcs->offsets[u]; k < arcs->offsets[u + 1]; k++) row[k] = u;
    if (!oracle_graph_from_entries(&G, arcs->n, arcs->n, (int64_t)count, row, arcs->ids, NULL) ||
        !oracle_graph_edges(&E, &G, NULL) || !oracle_truss(&E, truss))
        bench_stop(BENCH_FAILED, "out of memory for trussness");
    for (tropic_index v = 0; v < arcs->n; v++) {
        tropic_offset arc = arcs->offsets[v]; /* of a directed graph, not each edge has an arc from v */
        sum[v] = 0;
        for (int64_t k = E.offset[v]; k < E.offset[v + 1]; k++) {
            while (arc < arcs->offsets[v + 1] && arcs->ids[arc] < E.target[k]) arc++;
            if (arc < arcs->offsets[v + 1] && arcs->ids[arc] == E.target[k]) sum[v] += truss[k];
        }
    }
    oracle_graph_free(&G);
    oracle_graph_free(&E);
    free(row);
    free(truss);
}

static bool check(const bench_arcs *arcs, const bench_answer *answer, bool *beyond, char *sentence)
{
    const int64_t *got = answer->values;
    int64_t *sum = bench_reserve(((size_t)arcs->n + 1) * sizeof *sum);
    *beyond = false;
    *sentence = '\0';
    expect(arcs, sum);
    for (tropic_index v = 0; v < arcs->n && !*sentence; v++)
        if (got[v] != sum[v])
            snprintf(sentence, BENCH_SENTENCE,
                     "the trussness of the edges at vertex %d is %" PRId64 " in all, not %" PRId64, v, got[v], sum[v]);
    free(sum);
    return !*sentence;
}

const bench_algorithm bench_truss[] = {
    {"truss", "truss", .type = TROPIC_INT64, .run = run, .bytes = bytes, .check = check},
    {NULL},
};
