/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows of triangles: all of the graph, or of each vertex. (Sources have no meaning.)
 */
#include "bench/common.h"
#include "bench/rows.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* The total in the first place, and 0 in others. (A graph without vertices has no sources, and no run.) */
static tropic_status run_total(const bench_point *point, const tropic_matrix *A, const tropic_index *sources,
                               const bench_result *result, tropic_run_report *report)
{
    int64_t total;
    tropic_status status = tropic_triangles(NULL, &total, point->place->context, A, NULL, report);
    (void)sources;
    if (status == TROPIC_OK) status = tropic_vector_fill(result->values, &(int64_t){0});
    if (status == TROPIC_OK) status = tropic_vector_set(result->values, 0, &total);
    return status;
}

static tropic_status run_each(const bench_point *point, const tropic_matrix *A, const tropic_index *sources,
                              const bench_result *result, tropic_run_report *report)
{
    (void)sources;
    return tropic_triangles(result->values, NULL, point->place->context, A, NULL, report);
}

/* Offsets and ids, once. */
static double bytes_of_total(const bench_work *w)
{
    return BENCH_ID * w->arcs + BENCH_OFFSET * w->n;
}
static double bytes_of_each(const bench_work *w)
{
    return bytes_of_total(w) + w->result * w->n;
}

/* Each vertex's neighbours of higher degree, of the same degree and a higher number. */
typedef struct oriented {
    tropic_offset *offsets;
    tropic_index *ids;
} oriented;

static tropic_offset degree(const bench_arcs *arcs, tropic_index v)
{
    return arcs->offsets[v + 1] - arcs->offsets[v];
}

static oriented orient(const bench_arcs *arcs)
{
    const tropic_offset count = arcs->offsets[arcs->n];
    oriented o = {bench_reserve(((size_t)arcs->n + 1) * sizeof *o.offsets),
                  bench_reserve((size_t)count * sizeof *o.ids)};
    tropic_offset to = 0;
    for (tropic_index u = 0; u < arcs->n; u++) {
        o.offsets[u] = to;
        for (tropic_offset k = arcs->offsets[u]; k < arcs->offsets[u + 1]; k++) {
            const tropic_index v = arcs->ids[k];
            const tropic_offset more = degree(arcs, v) - degree(arcs, u);
            if (more > 0 || (more == 0 && v > u)) o.ids[to++] = v;
        }
    }
    o.offsets[arcs->n] = to;
    return o;
}

/* Of a graph that has the opposite of each arc. */
static int64_t count_triangles(const bench_arcs *arcs)
{
    oriented o = orient(arcs);
    uint8_t *mark = bench_reserve((size_t)arcs->n);
    int64_t total = 0;
    for (tropic_index v = 0; v < arcs->n; v++) mark[v] = 0;
    for (tropic_index u = 0; u < arcs->n; u++) {
        for (tropic_offset k = o.offsets[u]; k < o.offsets[u + 1]; k++) mark[o.ids[k]] = 1;
        for (tropic_offset k = o.offsets[u]; k < o.offsets[u + 1]; k++) {
            const tropic_index v = o.ids[k];
            for (tropic_offset l = o.offsets[v]; l < o.offsets[v + 1]; l++) total += mark[o.ids[l]];
        }
        for (tropic_offset k = o.offsets[u]; k < o.offsets[u + 1]; k++) mark[o.ids[k]] = 0;
    }
    free(mark);
    free(o.offsets);
    free(o.ids);
    return total;
}

/* The same; a graph that is asked for again, as by each of several runs, is known by a sum over its arcs. */
static int64_t expected_total(const bench_arcs *arcs)
{
    static uint64_t known;
    static int64_t total = -1;
    uint64_t sum = (uint64_t)arcs->n;
    for (tropic_offset k = 0; k < arcs->offsets[arcs->n]; k++)
        sum = (sum ^ (uint64_t)arcs->ids[k]) * UINT64_C(0x9e3779b97f4a7c15);
    if (total < 0 || sum != known) total = count_triangles(arcs);
    known = sum;
    return total;
}

static bool check_total(const bench_arcs *arcs, const bench_answer *answer, bool *beyond, char *sentence)
{
    const int64_t *values = answer->values, expected = expected_total(arcs);
    *beyond = false;
    *sentence = '\0';
    if (values[0] == expected) return true;
    snprintf(sentence, BENCH_SENTENCE, "%" PRId64 " triangles, not %" PRId64, expected, values[0]);
    return false;
}

/* Those of one vertex: pairs of its neighbours that are neighbours. mark: cleared, and left so. */
static int64_t count_at(const bench_arcs *arcs, tropic_index v, uint8_t *mark)
{
    int64_t pairs = 0;
    for (tropic_offset k = arcs->offsets[v]; k < arcs->offsets[v + 1]; k++) mark[arcs->ids[k]] = 1;
    for (tropic_offset k = arcs->offsets[v]; k < arcs->offsets[v + 1]; k++) {
        const tropic_index u = arcs->ids[k];
        for (tropic_offset l = arcs->offsets[u]; l < arcs->offsets[u + 1]; l++) pairs += mark[arcs->ids[l]];
    }
    for (tropic_offset k = arcs->offsets[v]; k < arcs->offsets[v + 1]; k++) mark[arcs->ids[k]] = 0;
    return pairs / 2;
}

/* All together, and those of the source. */
static bool check_each(const bench_arcs *arcs, const bench_answer *answer, bool *beyond, char *sentence)
{
    const int64_t *values = answer->values, expected = expected_total(arcs);
    uint8_t *mark = calloc((size_t)arcs->n + 1, 1);
    int64_t sum = 0, own;
    *beyond = false;
    *sentence = '\0';
    if (!mark) bench_stop(BENCH_FAILED, "out of memory for marks");
    own = count_at(arcs, answer->source, mark);
    free(mark);
    for (tropic_index v = 0; v < arcs->n; v++) sum += values[v];
    if (sum == 3 * expected && values[answer->source] == own) return true;
    snprintf(sentence, BENCH_SENTENCE,
             "%" PRId64 " triangles in all, not %" PRId64 " / 3; there %" PRId64 ", not %" PRId64, expected, sum, own,
             values[answer->source]);
    return false;
}

#define ROW .type = TROPIC_INT64
const bench_algorithm bench_triangles[] = {
    {"triangles", "triangles", ROW, .run = run_total, .bytes = bytes_of_total, .check = check_total},
    {"triangles-each", "triangles", ROW, .run = run_each, .bytes = bytes_of_each, .check = check_each},
    {NULL},
};
