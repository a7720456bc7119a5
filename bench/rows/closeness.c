/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows of closeness and harmonic centrality: of all of --sources, exactly. Closeness is also timed by lengths of arcs.
 */
#include "bench/common.h"
#include "bench/rows.h"
#include "reference/oracle.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Relative. */
#define TOLERANCE 1e-12
/* Vertices whose value is checked. */
#define CHECKED 4

static tropic_status run_kind(const bench_point *point, const tropic_matrix *A, const tropic_index *sources,
                              const bench_result *result, tropic_run_report *report, tropic_closeness_kind kind)
{
    const tropic_closeness_options options = {.size = sizeof options,
                                              .kind = kind,
                                              .weighted = point->algorithm->weighted,
                                              .vertices = sources,
                                              .vertex_count = bench_width(point)};
    return tropic_closeness(result->values, A, &options, report);
}

static tropic_status run(const bench_point *point, const tropic_matrix *A, const tropic_index *sources,
                         const bench_result *result, tropic_run_report *report)
{
    return run_kind(point, A, sources, result, report, TROPIC_CLOSENESS_IMPROVED);
}

static tropic_status run_harmonic(const bench_point *point, const tropic_matrix *A, const tropic_index *sources,
                                  const bench_result *result, tropic_run_report *report)
{
    return run_kind(point, A, sources, result, report, TROPIC_CLOSENESS_HARMONIC);
}

/* Three words of bits a vertex, and ids once for all sources of a batch. */
static double bytes(const bench_work *w)
{
    const double batches = ceil(w->width / TROPIC_BFS_BATCH);
    return batches * (3 * BENCH_WORD * w->n + BENCH_OFFSET * w->reached + BENCH_ID * w->arcs);
}

/* A search for each source. */
static double bytes_weighted(const bench_work *w)
{
    return w->width * bench_search_bytes(w);
}

/* The arcs against their direction, as lists. */
typedef struct reversed {
    tropic_offset *offsets;
    tropic_index *tails;
} reversed;

static reversed reverse(const bench_arcs *arcs)
{
    const size_t n = (size_t)arcs->n;
    const tropic_offset count = arcs->offsets[n];
    reversed r = {bench_reserve((n + 2) * sizeof *r.offsets), bench_reserve((size_t)count * sizeof *r.tails)};
    for (size_t v = 0; v < n + 2; v++) r.offsets[v] = 0;
    for (tropic_offset k = 0; k < count; k++) r.offsets[arcs->ids[k] + 2]++;
    for (size_t v = 2; v < n + 2; v++) r.offsets[v] += r.offsets[v - 1];
    for (tropic_index u = 0; u < arcs->n; u++)
        for (tropic_offset k = arcs->offsets[u]; k < arcs->offsets[u + 1]; k++)
            r.tails[r.offsets[arcs->ids[k] + 1]++] = u;
    return r;
}

/* The value of v, by a queue. */
static double value_of(const reversed *r, tropic_index n, tropic_index v, bool harmonic)
{
    tropic_index *queue = bench_reserve((size_t)n * sizeof *queue), *level = bench_reserve((size_t)n * sizeof *level);
    tropic_index end = 1;
    double sum = 0, inverse = 0, reached;
    for (tropic_index u = 0; u < n; u++) level[u] = -1;
    queue[0] = v;
    level[v] = 0;
    for (tropic_index at = 0; at < end; at++) {
        const tropic_index u = queue[at];
        sum += level[u];
        if (level[u] > 0) inverse += 1.0 / level[u];
        for (tropic_offset k = r->offsets[u]; k < r->offsets[u + 1]; k++)
            if (level[r->tails[k]] < 0) {
                level[r->tails[k]] = level[u] + 1;
                queue[end++] = r->tails[k];
            }
    }
    free(queue);
    free(level);
    reached = end - 1;
    if (harmonic) return inverse;
    return sum > 0 ? reached / sum * (reached / (n - 1)) : 0;
}

/* The same arcs with their lengths. Of FP32, sums are rounded as in the library's searches against the arcs. */
static oracle_graph lengths_of(const bench_arcs *arcs)
{
    const size_t count = (size_t)arcs->offsets[arcs->n];
    tropic_index *tails = bench_reserve((count + 1) * sizeof *tails);
    double *lengths = bench_reserve((count + 1) * sizeof *lengths);
    oracle_graph back = {0};
    for (tropic_index u = 0; u < arcs->n; u++)
        for (tropic_offset k = arcs->offsets[u]; k < arcs->offsets[u + 1]; k++) tails[k] = u;
    for (size_t k = 0; k < count; k++) lengths[k] = (double)verify_value_at(arcs->weights, arcs->type, (int64_t)k);
    if (!oracle_graph_from_entries(&back, arcs->n, arcs->n, (int64_t)count, arcs->ids, tails, lengths))
        bench_stop(BENCH_FAILED, "out of memory for distances");
    if (arcs->type == TROPIC_FP32) back.precision = ORACLE_SINGLE;
    free(tails);
    free(lengths);
    return back;
}

/* The closeness of v, by Dijkstra's algorithm. */
static double value_by_lengths(const oracle_graph *back, tropic_index v, long double *distance)
{
    double sum = 0, reached = 0;
    if (!oracle_dijkstra(back, v, distance)) bench_stop(BENCH_FAILED, "out of memory for distances");
    for (int64_t u = 0; u < back->rows; u++) {
        if (u == v || isinf(distance[u])) continue;
        sum += (double)distance[u];
        reached++;
    }
    return sum > 0 ? reached / sum * (reached / (double)(back->rows - 1)) : 0;
}

static bool check_weighted(const bench_arcs *arcs, const tropic_index *vertices, tropic_index count,
                           const double *values, char *sentence)
{
    const tropic_index checked = count < CHECKED ? count : CHECKED;
    oracle_graph back = lengths_of(arcs);
    long double *distance = bench_reserve((size_t)arcs->n * sizeof *distance);
    bool right = true;
    for (tropic_index k = 0; right && k < checked; k++) {
        const tropic_index v = vertices[(int64_t)k * count / checked];
        const double expected = value_by_lengths(&back, v, distance);
        right = fabs(values[v] - expected) <= TOLERANCE * arcs->n * expected;
        if (!right) snprintf(sentence, BENCH_SENTENCE, "vertex %d has %.17g, not %.17g", v, values[v], expected);
    }
    oracle_graph_free(&back);
    free(distance);
    return right;
}

static bool check(const bench_arcs *arcs, const tropic_index *vertices, tropic_index count, const double *values,
                  bool harmonic, char *sentence)
{
    const tropic_index checked = count < CHECKED ? count : CHECKED;
    reversed r = reverse(arcs);
    bool right = true;
    for (tropic_index k = 0; right && k < checked; k++) {
        const tropic_index v = vertices[(int64_t)k * count / checked];
        const double expected = value_of(&r, arcs->n, v, harmonic);
        right = fabs(values[v] - expected) <= TOLERANCE * arcs->n * expected;
        if (!right) snprintf(sentence, BENCH_SENTENCE, "vertex %d has %.17g, not %.17g", v, values[v], expected);
    }
    free(r.offsets);
    free(r.tails);
    return right;
}

static bool check_closeness(const bench_arcs *arcs, const tropic_index *vertices, tropic_index count,
                            const double *values, char *sentence)
{
    return check(arcs, vertices, count, values, false, sentence);
}

static bool check_harmonic(const bench_arcs *arcs, const tropic_index *vertices, tropic_index count,
                           const double *values, char *sentence)
{
    return check(arcs, vertices, count, values, true, sentence);
}

#define ROW .many = true, .type = TROPIC_FP64

const bench_algorithm bench_closeness[] = {
    {"closeness", "closeness", ROW, .run = run, .bytes = bytes, .check_many = check_closeness},
    {"closeness-weighted", "closeness", ROW, .weighted = true, .run = run, .bytes = bytes_weighted,
     .check_many = check_weighted},
    {NULL},
};
const bench_algorithm bench_harmonic[] = {
    {"harmonic", "harmonic", ROW, .run = run_harmonic, .bytes = bytes, .check_many = check_harmonic},
    {NULL},
};
