/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows of closeness and harmonic centrality: of all of --sources, exactly.
 */
#include "bench/common.h"
#include "bench/rows.h"

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
    const tropic_closeness_options options = {
        .size = sizeof options, .kind = kind, .vertices = sources, .vertex_count = bench_width(point)};
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
    {NULL},
};
const bench_algorithm bench_harmonic[] = {
    {"harmonic", "harmonic", ROW, .run = run_harmonic, .bytes = bytes, .check_many = check_harmonic},
    {NULL},
};
