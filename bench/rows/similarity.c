/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows of similarities: of each vertex the ten best by Jaccard's coefficient, and by Adamic and Adar's index; and
 * Jaccard's coefficients of given pairs. (Sources have no meaning.) A run's answer is, of each vertex, the sum of these
 * scores.
 */
#include "bench/common.h"
#include "bench/place.h"
#include "bench/rows.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BEST 10
/* Vertices whose answer is checked, spread over all: each takes as many steps as two from it. */
#define CHECKED 256
/* Given pairs: each vertex is the first of as many of them, within one; the second is drawn. */
#define PAIRS (1 << 20)

static bool add(const tropic_index *from, const tropic_index *to, const double *score, int64_t count, void *user)
{
    double *sums = user;
    (void)to;
    for (int64_t k = 0; k < count; k++) sums[from[k]] += score[k];
    return true;
}

static tropic_status run_by(tropic_similarity_measure measure, const bench_point *point, const tropic_matrix *A,
                            const bench_result *result, tropic_run_report *report)
{
    const tropic_similarity_options options = {.size = sizeof options, .measure = measure, .best = BEST};
    const size_t bytes = (size_t)tropic_matrix_rows(A) * sizeof(double);
    double *sums = bench_reserve(bytes);
    tropic_status status;
    memset(sums, 0, bytes);
    status = tropic_similarity(add, sums, point->place->context, A, &options, report);
    if (status == TROPIC_OK) status = tropic_vector_put_dense(result->values, sums, NULL);
    free(sums);
    return status;
}

static tropic_status run_jaccard(const bench_point *point, const tropic_matrix *A, const tropic_index *sources,
                                 const bench_result *result, tropic_run_report *report)
{
    (void)sources;
    return run_by(TROPIC_SIMILARITY_JACCARD, point, A, result, report);
}

static tropic_status run_adamic_adar(const bench_point *point, const tropic_matrix *A, const tropic_index *sources,
                                     const bench_result *result, tropic_run_report *report)
{
    (void)sources;
    return run_by(TROPIC_SIMILARITY_ADAMIC_ADAR, point, A, result, report);
}

static tropic_index first_of(int64_t pair, tropic_index n)
{
    return (tropic_index)(pair % n);
}

/* Another vertex than the first. (The mixing is splitmix64's.) */
static tropic_index second_of(int64_t pair, tropic_index n)
{
    uint64_t z = ((uint64_t)pair + 1) * 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (tropic_index)((first_of(pair, n) + 1 + (int64_t)((z ^ (z >> 31)) % (uint64_t)(n - 1))) % n);
}

static tropic_status run_pairs(const bench_point *point, const tropic_matrix *A, const tropic_index *sources,
                               const bench_result *result, tropic_run_report *report)
{
    const tropic_similarity_options options = {.size = sizeof options, .measure = TROPIC_SIMILARITY_JACCARD};
    const tropic_index n = tropic_matrix_rows(A);
    const int64_t count = n > 1 ? PAIRS : 0;
    tropic_index *from = bench_reserve(PAIRS * sizeof *from), *to = bench_reserve(PAIRS * sizeof *to);
    double *score = bench_reserve(PAIRS * sizeof *score), *sums = bench_reserve((size_t)n * sizeof *sums);
    tropic_status status;
    (void)sources;
    for (int64_t k = 0; k < count; k++) from[k] = first_of(k, n), to[k] = second_of(k, n);
    status = tropic_similarity_pairs(score, point->place->context, A, from, to, count, &options, report);
    memset(sums, 0, (size_t)n * sizeof *sums);
    for (int64_t k = 0; k < count && status == TROPIC_OK; k++) sums[from[k]] += score[k];
    if (status == TROPIC_OK) status = tropic_vector_put_dense(result->values, sums, NULL);
    free(from);
    free(to);
    free(score);
    free(sums);
    return status;
}

/* Two lists of mean length for each pair, where they begin and end, and its score. */
static double bytes_of_pairs(const bench_work *w)
{
    return PAIRS * (2 * (BENCH_ID + 2 * BENCH_OFFSET + BENCH_ID * w->arcs / w->n) + BENCH_REAL);
}

/* Each arc, and its head's offset; what its head's list has is not known here. */
static double bytes_of(const bench_work *w)
{
    return w->n * (BENCH_OFFSET + w->result) + w->arcs * (BENCH_ID + BENCH_OFFSET);
}

static double degree_of(const bench_arcs *arcs, tropic_index v)
{
    double degree = 0;
    for (tropic_offset k = arcs->offsets[v]; k < arcs->offsets[v + 1]; k++) degree += arcs->ids[k] != v;
    return degree;
}

/* The scores of u and all others are added up in `common`, and the greatest taken from it. */
static double expect(const bench_arcs *arcs, bool jaccard, tropic_index u, double *common)
{
    double sum = 0, best[BEST] = {0};
    memset(common, 0, (size_t)arcs->n * sizeof *common);
    for (tropic_offset k = arcs->offsets[u]; k < arcs->offsets[u + 1]; k++) {
        const tropic_index w = arcs->ids[k];
        const double weight = jaccard ? 1 : 1 / log(degree_of(arcs, w));
        for (tropic_offset j = arcs->offsets[w]; j < arcs->offsets[w + 1] && w != u; j++)
            if (arcs->ids[j] != w && arcs->ids[j] != u) common[arcs->ids[j]] += weight;
    }
    for (tropic_index v = 0; v < arcs->n; v++) {
        double score = common[v];
        if (score == 0) continue;
        if (jaccard) score /= degree_of(arcs, u) + degree_of(arcs, v) - score;
        for (int b = 0; b < BEST; b++)
            if (score > best[b]) {
                const double other = best[b];
                best[b] = score;
                score = other;
            }
    }
    for (int b = 0; b < BEST; b++) sum += best[b];
    return sum;
}

static bool check_by(bool jaccard, const bench_arcs *arcs, const bench_answer *answer, bool *beyond, char *sentence)
{
    const double *got = answer->values;
    double *common = bench_reserve((size_t)arcs->n * sizeof *common);
    const tropic_index step = arcs->n / CHECKED + 1;
    *beyond = false;
    *sentence = '\0';
    for (tropic_index u = 0; u < arcs->n - step && !*sentence; u += step) {
        const double expected = expect(arcs, jaccard, u, common);
        if (!(fabs(got[u] - expected) <= 1e-9 * (expected > 1 ? expected : 1))) /* added up in another order */
            snprintf(sentence, BENCH_SENTENCE, "the best scores of vertex %d add up to %.9g, should be %.9g", u, got[u],
                     expected);
    }
    free(common);
    return !*sentence;
}

static bool check_jaccard(const bench_arcs *arcs, const bench_answer *answer, bool *beyond, char *sentence)
{
    return check_by(true, arcs, answer, beyond, sentence);
}

static bool check_adamic_adar(const bench_arcs *arcs, const bench_answer *answer, bool *beyond, char *sentence)
{
    return check_by(false, arcs, answer, beyond, sentence);
}

/* Neighbours of u are marked, and those of each second vertex looked up. mark: cleared, and left so. */
static double expect_pairs(const bench_arcs *arcs, tropic_index u, bool *mark)
{
    double sum = 0;
    for (tropic_offset k = arcs->offsets[u]; k < arcs->offsets[u + 1]; k++) mark[arcs->ids[k]] = arcs->ids[k] != u;
    for (int64_t pair = u; pair < PAIRS && arcs->n > 1; pair += arcs->n) {
        const tropic_index v = second_of(pair, arcs->n);
        double common = 0, either;
        for (tropic_offset k = arcs->offsets[v]; k < arcs->offsets[v + 1]; k++)
            common += arcs->ids[k] != v && mark[arcs->ids[k]];
        either = degree_of(arcs, u) + degree_of(arcs, v) - common;
        if (either > 0) sum += common / either;
    }
    for (tropic_offset k = arcs->offsets[u]; k < arcs->offsets[u + 1]; k++) mark[arcs->ids[k]] = false;
    return sum;
}

static bool check_pairs(const bench_arcs *arcs, const bench_answer *answer, bool *beyond, char *sentence)
{
    const double *got = answer->values;
    bool *mark = bench_reserve((size_t)arcs->n * sizeof *mark);
    const tropic_index step = arcs->n / CHECKED + 1;
    *beyond = false;
    *sentence = '\0';
    memset(mark, 0, (size_t)arcs->n * sizeof *mark);
    for (tropic_index u = 0; u < arcs->n - step && !*sentence; u += step) {
        const double expected = expect_pairs(arcs, u, mark);
        if (!(fabs(got[u] - expected) <= 1e-9 * (expected > 1 ? expected : 1))) /* divided in another way */
            snprintf(sentence, BENCH_SENTENCE, "the scores of vertex %d add up to %.9g, should be %.9g", u, got[u],
                     expected);
    }
    free(mark);
    return !*sentence;
}

const bench_algorithm bench_similarity[] = {
    {"similarity", "similarity", .type = TROPIC_FP64, .run = run_jaccard, .bytes = bytes_of, .check = check_jaccard},
    {"similarity-adamic-adar", "similarity", .type = TROPIC_FP64, .run = run_adamic_adar, .bytes = bytes_of,
     .check = check_adamic_adar},
    {"similarity-pairs", "similarity", .type = TROPIC_FP64, .run = run_pairs, .bytes = bytes_of_pairs,
     .check = check_pairs},
    {NULL},
};
