/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows of cycles: a directed one; none, of the arcs to greater vertices; one of edges. (Sources have no meaning.)
 */
#include "bench/common.h"
#include "bench/place.h"
#include "bench/rows.h"
#include "reference/oracle.h"

#include <stdio.h>
#include <stdlib.h>

static tropic_status run_kind(const bench_point *point, const tropic_matrix *A, const bench_result *result,
                              tropic_cycle_kind kind, tropic_run_report *report)
{
    const tropic_cycle_options options = {.size = sizeof options, .kind = kind};
    return tropic_cycle(result->values, point->place->context, A, &options, report);
}

static tropic_status run(const bench_point *point, const tropic_matrix *A, const tropic_index *sources,
                         const bench_result *result, tropic_run_report *report)
{
    (void)sources;
    return run_kind(point, A, result, TROPIC_CYCLE_DIRECTED, report);
}

static tropic_status run_edges(const bench_point *point, const tropic_matrix *A, const tropic_index *sources,
                               const bench_result *result, tropic_run_report *report)
{
    (void)sources;
    return run_kind(point, A, result, TROPIC_CYCLE_UNDIRECTED, report);
}

/* Each arc twice, to be counted and to be removed; of a vertex two offsets and the result. */
static double bytes_of(const bench_work *w)
{
    return 2 * BENCH_ID * w->arcs + w->n * (2 * BENCH_OFFSET + w->result);
}

/* Of a vertex its level and its result; of the search as much as it takes. */
static double bytes_of_edges(const bench_work *w)
{
    return w->n * (BENCH_ID + w->result);
}

static bool has_arc(const bench_arcs *arcs, tropic_index u, tropic_index v)
{
    for (tropic_offset k = arcs->offsets[u]; k < arcs->offsets[u + 1]; k++)
        if (arcs->ids[k] == v) return true;
    return false;
}

/* Is there no cycle of arcs, or of edges? By textbook algorithms. */
static bool is_none(const bench_arcs *arcs, bool edges)
{
    const size_t count = (size_t)arcs->offsets[arcs->n];
    tropic_index *row = bench_reserve((count + 1) * sizeof *row);
    int64_t *component = bench_reserve(((size_t)arcs->n + 1) * sizeof *component), trees = 0;
    oracle_graph G = {0}, E = {0};
    bool none;
    for (tropic_index u = 0; u < arcs->n; u++)
        for (tropic_offset k = arcs->offsets[u]; k < arcs->offsets[u + 1]; k++) row[k] = u;
    if (!oracle_graph_from_entries(&G, arcs->n, arcs->n, (int64_t)count, row, arcs->ids, NULL) ||
        !oracle_graph_edges(&E, &G, NULL) || !oracle_weak(&E, component) || !oracle_acyclic(&G, &none))
        bench_stop(BENCH_FAILED, "out of memory for a search for cycles");
    for (tropic_index v = 0; v < arcs->n; v++) trees += component[v] == v;
    if (edges) none = E.offset[E.rows] / 2 == arcs->n - trees;
    oracle_graph_free(&G);
    oracle_graph_free(&E);
    free(row);
    free(component);
    return none;
}

/* The vertices on it make one cycle of so many or more, of arcs, or of edges if these are three. */
static bool check_cycle(const bench_arcs *arcs, const tropic_index *next, tropic_index least, char *sentence)
{
    tropic_index first = 0, on_it = 0, length = 0, v;
    for (v = 0; v < arcs->n; v++) on_it += next[v] >= 0;
    while (first < arcs->n && next[first] < 0) first++;
    if (first < arcs->n)
        for (v = first; length <= on_it; v = next[v]) {
            if (next[v] < 0 || (!has_arc(arcs, v, next[v]) && (least < 3 || !has_arc(arcs, next[v], v)))) break;
            length++;
            if (next[v] == first) break;
        }
    if (on_it == 0 && is_none(arcs, least == 3)) return true;
    if (on_it < least || length != on_it)
        snprintf(sentence, BENCH_SENTENCE, "%d vertices have a next one, and %d are on a cycle", on_it, length);
    return !*sentence;
}

static bool check(const bench_arcs *arcs, const bench_answer *answer, bool *beyond, char *sentence)
{
    *beyond = false;
    *sentence = '\0';
    return check_cycle(arcs, answer->values, 1, sentence);
}

static bool check_edges(const bench_arcs *arcs, const bench_answer *answer, bool *beyond, char *sentence)
{
    *beyond = false;
    *sentence = '\0';
    return check_cycle(arcs, answer->values, 3, sentence);
}

static bool check_none(const bench_arcs *arcs, const bench_answer *answer, bool *beyond, char *sentence)
{
    const tropic_index *next = answer->values;
    *beyond = false;
    *sentence = '\0';
    for (tropic_index v = 0; v < arcs->n && !*sentence; v++)
        if (next[v] >= 0) snprintf(sentence, BENCH_SENTENCE, "vertex %d is on a cycle, but there is none", v);
    return !*sentence;
}

#define ROW .type = TROPIC_INT32
const bench_algorithm bench_cycles[] = {
    {"cycles", "cycles", ROW, .kept = BENCH_KEPT_ONE_WAY, .run = run, .bytes = bytes_of, .check = check},
    {"cycles-none", "cycles", ROW, .kept = BENCH_KEPT_UPWARD, .run = run, .bytes = bytes_of, .check = check_none},
    {"cycles-edges", "cycles", ROW, .run = run_edges, .bytes = bytes_of_edges, .check = check_edges},
    {NULL},
};
