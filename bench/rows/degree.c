/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows of degrees: of arcs out of each vertex, their number, and the sum of their weights; and of what follows from
 * them: the assortativity, and rich-club coefficients. (Sources have no meaning.)
 */
#include "bench/common.h"
#include "bench/rows.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Relative, of sums of positive terms. */
#define TOLERANCE 1e-12
/* Of a correlation, from -1 to 1, whose sums are added up in another order. */
#define TOLERANCE_OF_CORRELATION 1e-9

static tropic_status run_kind(const tropic_matrix *A, const bench_result *result, tropic_run_report *report,
                              bool weighted)
{
    const tropic_degree_options options = {
        .size = sizeof options, .kind = TROPIC_DEGREE_OUT, .weighted = weighted, .directed = true};
    return tropic_degree(result->values, A, &options, report);
}

static tropic_status run(const bench_point *point, const tropic_matrix *A, const tropic_index *sources,
                         const bench_result *result, tropic_run_report *report)
{
    (void)point, (void)sources;
    return run_kind(A, result, report, false);
}

static tropic_status run_weighted(const bench_point *point, const tropic_matrix *A, const tropic_index *sources,
                                  const bench_result *result, tropic_run_report *report)
{
    (void)point, (void)sources;
    return run_kind(A, result, report, true);
}

static double bytes(const bench_work *w)
{
    return w->n * (BENCH_OFFSET + BENCH_REAL);
}

static double bytes_weighted(const bench_work *w)
{
    return w->n * (BENCH_OFFSET + BENCH_REAL) + w->weight * w->arcs;
}

static double weight_of(const bench_arcs *arcs, tropic_offset k)
{
    if (arcs->type == TROPIC_BOOL) return 1;
    return arcs->type == TROPIC_FP32 ? (double)((const float *)arcs->weights)[k]
                                     : (double)((const int32_t *)arcs->weights)[k];
}

static bool check(const bench_arcs *arcs, const bench_answer *answer, bool *beyond, char *sentence)
{
    const double *got = answer->values;
    *beyond = false;
    *sentence = '\0';
    for (tropic_index v = 0; v < arcs->n; v++) {
        double due = 0;
        for (tropic_offset k = arcs->offsets[v]; k < arcs->offsets[v + 1]; k++) due += weight_of(arcs, k);
        if (fabs(got[v] - due) <= TOLERANCE * due) continue;
        snprintf(sentence, BENCH_SENTENCE, "vertex %d has degree %g, not %g", v, got[v], due);
        return false;
    }
    return true;
}

/* The assortativity in the first place, and 0 in others. */
static tropic_status run_assortativity(const bench_point *point, const tropic_matrix *A, const tropic_index *sources,
                                       const bench_result *result, tropic_run_report *report)
{
    tropic_degree_report told = {.size = sizeof told};
    const tropic_degree_options options = {.size = sizeof options, .assortativity = true, .report = &told};
    tropic_status status = tropic_degree(result->values, A, &options, report);
    (void)point, (void)sources;
    if (status == TROPIC_OK) status = tropic_vector_fill(result->values, &(double){0});
    if (status == TROPIC_OK) status = tropic_vector_set(result->values, 0, &told.assortativity);
    return status;
}

static tropic_status run_rich_club(const bench_point *point, const tropic_matrix *A, const tropic_index *sources,
                                   const bench_result *result, tropic_run_report *report)
{
    (void)point, (void)sources;
    return tropic_rich_club(result->values, A, report);
}

/* Each arc once, and of its other end the degree; of a vertex two offsets and the result. */
static double bytes_of_ends(const bench_work *w)
{
    return BENCH_ID * w->arcs + w->n * (2 * BENCH_OFFSET + w->result);
}

static double *degrees_into(const bench_arcs *arcs)
{
    double *into = bench_reserve((size_t)arcs->n * sizeof *into);
    memset(into, 0, (size_t)arcs->n * sizeof *into);
    for (tropic_offset k = 0; k < arcs->offsets[arcs->n]; k++) into[arcs->ids[k]]++;
    return into;
}

/* Have all vertices that arcs leave the same degree, and all that arcs enter? */
static bool all_alike(const bench_arcs *arcs, const double *into)
{
    double out = 0, in = 0;
    bool outs = true, ins = true;
    for (tropic_index v = 0; v < arcs->n; v++) {
        const double leave = (double)(arcs->offsets[v + 1] - arcs->offsets[v]);
        if (leave > 0) outs &= out == 0 || leave == out, out = leave;
        if (into[v] > 0) ins &= in == 0 || into[v] == in, in = into[v];
    }
    return outs || ins;
}

/* The correlation over all arcs of the degree out of the tail and that into the head: first the means, then the
 * deviations from them. NaN: there is none. */
static double correlation_of(const bench_arcs *arcs)
{
    const double count = (double)arcs->offsets[arcs->n];
    double *into = degrees_into(arcs), tails = 0, heads = 0, both = 0, tail = 0, head = 0;
    const bool none = all_alike(arcs, into);
    for (tropic_index v = 0; v < arcs->n; v++) {
        const double out = (double)(arcs->offsets[v + 1] - arcs->offsets[v]);
        tails += out * out / count;
        heads += into[v] * into[v] / count;
    }
    for (tropic_index u = 0; u < arcs->n; u++) {
        const double x = (double)(arcs->offsets[u + 1] - arcs->offsets[u]) - tails;
        for (tropic_offset k = arcs->offsets[u]; k < arcs->offsets[u + 1]; k++) {
            const double y = into[arcs->ids[k]] - heads;
            both += x * y;
            tail += x * x;
            head += y * y;
        }
    }
    free(into);
    return none ? (double)NAN : both / sqrt(tail * head);
}

static bool check_assortativity(const bench_arcs *arcs, const bench_answer *answer, bool *beyond, char *sentence)
{
    const double got = ((const double *)answer->values)[0], due = correlation_of(arcs);
    *beyond = false;
    *sentence = '\0';
    if (isnan(due) ? isnan(got) : fabs(got - due) <= TOLERANCE_OF_CORRELATION) return true;
    snprintf(sentence, BENCH_SENTENCE, "the assortativity is %.12g, not %.12g", due, got);
    return false;
}

/* Of an undirected graph without loops. vertices, arcs_of[k]: those of degree k, and those whose lesser end has that;
 * then, added up from the greatest degree, those of degree above k. */
static bool check_rich_club(const bench_arcs *arcs, const bench_answer *answer, bool *beyond, char *sentence)
{
    const double *got = answer->values;
    const size_t bytes = ((size_t)arcs->n + 1) * sizeof(double);
    double *vertices = bench_reserve(bytes), *arcs_of = bench_reserve(bytes), above = 0, between = 0;
    *beyond = false;
    *sentence = '\0';
    memset(vertices, 0, bytes);
    memset(arcs_of, 0, bytes);
    for (tropic_index u = 0; u < arcs->n; u++) {
        const tropic_offset degree = arcs->offsets[u + 1] - arcs->offsets[u];
        vertices[degree]++;
        for (tropic_offset k = arcs->offsets[u]; k < arcs->offsets[u + 1]; k++) {
            const tropic_offset other = arcs->offsets[arcs->ids[k] + 1] - arcs->offsets[arcs->ids[k]];
            arcs_of[other < degree ? other : degree]++;
        }
    }
    for (tropic_index k = arcs->n - 1; k >= 0 && !*sentence; k--) {
        double due;
        above += vertices[k + 1];
        between += arcs_of[k + 1];
        due = above > 1 ? between / (above * (above - 1)) : 0;
        if (!(fabs(got[k] - due) <= TOLERANCE * due))
            snprintf(sentence, BENCH_SENTENCE, "the coefficient above degree %d is %.12g, not %.12g", k, due, got[k]);
    }
    free(vertices);
    free(arcs_of);
    return !*sentence;
}

const bench_algorithm bench_degree[] = {
    {"degree", "degree", .type = TROPIC_FP64, .run = run, .bytes = bytes, .check = check},
    {"strength", "degree", .weighted = true, .type = TROPIC_FP64, .run = run_weighted, .bytes = bytes_weighted,
     .check = check},
    {"assortativity", "degree", .type = TROPIC_FP64, .run = run_assortativity, .bytes = bytes_of_ends,
     .check = check_assortativity},
    {"rich-club", "degree", .type = TROPIC_FP64, .run = run_rich_club, .bytes = bytes_of_ends,
     .check = check_rich_club},
    {NULL},
};
