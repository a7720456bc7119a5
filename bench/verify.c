/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/verify.h"

#include "bench/common.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Rows that a thread takes at a time: few, for hubs lie together in some graphs. */
#define CHUNK 128

void bench_arcs_of(bench_arcs *arcs, const tropic_matrix *A, tropic_context *context)
{
    arcs->A = A;
    arcs->n = tropic_matrix_rows(A);
    arcs->type = tropic_matrix_type(A);
    bench_check(tropic_matrix_csr(A, context, &arcs->offsets, &arcs->ids, &arcs->weights), context, "the matrix");
}

static double length_of(const bench_arcs *arcs, tropic_offset k)
{
    switch (arcs->type) {
    case TROPIC_INT32: return ((const int32_t *)arcs->weights)[k];
    case TROPIC_FP32: return (double)((const float *)arcs->weights)[k];
    default: return 1;
    }
}

/* As a double, which holds levels and the distances here exactly; +inf where unreached. */
static double distance_of(tropic_type type, const void *distance, tropic_index v)
{
    if (type == TROPIC_INT32) {
        const int32_t level = ((const int32_t *)distance)[v];
        return level == -1 ? (double)INFINITY : level;
    }
    if (type == TROPIC_INT64) {
        const int64_t d = ((const int64_t *)distance)[v];
        return d == INT64_MAX ? (double)INFINITY : (double)d;
    }
    return (double)((const float *)distance)[v];
}

/* Keeps the first sentence. */
__attribute__((format(printf, 2, 3))) static void say(char *sentence, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
#pragma omp critical(bench_verify)
    if (!*sentence) vsnprintf(sentence, BENCH_SENTENCE, format, arguments);
    va_end(arguments);
}

/* from[v]: a u with d(v) = d(u) + w, the parent alone where parents are given; n where there is none. Says where
 * an arc shows that d(v) is too much. */
static void look_at_arcs(const bench_arcs *arcs, const double *d, bool single, const tropic_index *parent,
                         tropic_index *from, char *sentence)
{
#pragma omp parallel for schedule(dynamic, CHUNK)
    for (tropic_index u = 0; u < arcs->n; u++) {
        if (d[u] == INFINITY) continue;
        for (tropic_offset k = arcs->offsets[u]; k < arcs->offsets[u + 1]; k++) {
            const tropic_index v = arcs->ids[k];
            double due = d[u] + length_of(arcs, k);
            /* The sum of two floats, rounded to a double and then to a float, is their sum as floats. */
            if (single) due = (double)(float)due;
            if (!(d[v] <= due))
                say(sentence, "vertex %d has distance %g, and vertex %d reaches it in %g", v, d[v], u, due);
            if (!(d[v] == due)) continue;
            if (!parent || parent[v] == u) __atomic_store_n(&from[v], u, __ATOMIC_RELAXED);
        }
    }
}

bool bench_verify_search(const bench_arcs *arcs, tropic_index source, tropic_type type, const void *distance,
                         const tropic_index *parent, int64_t reached, char *sentence)
{
    const tropic_index n = arcs->n;
    double *d = bench_reserve((size_t)n * sizeof *d);
    tropic_index *from = bench_reserve((size_t)n * sizeof *from);
    int64_t found = 0;
    *sentence = '\0';
    for (tropic_index v = 0; v < n; v++) {
        d[v] = distance_of(type, distance, v);
        found += !(d[v] == INFINITY);
        from[v] = n;
    }
    if (!(d[source] == 0)) say(sentence, "the source has distance %g, not 0", d[source]);
    if (reached >= 0 && found != reached)
        say(sentence, "%lld vertices are reached, not %lld", (long long)found, (long long)reached);
    look_at_arcs(arcs, d, type == TROPIC_FP32, parent, from, sentence);
    for (tropic_index v = 0; v < n && !*sentence; v++) {
        const bool unreached = d[v] == INFINITY;
        const bool explained = v == source || unreached || from[v] < n;
        const tropic_index due = v == source ? source : unreached ? -1 : from[v];
        if (!explained && !parent)
            say(sentence, "vertex %d has distance %g, which no arc explains", v, d[v]);
        else if (parent && (!explained || parent[v] != due))
            say(sentence, "vertex %d has distance %g, which no arc from its parent %d explains", v, d[v], parent[v]);
    }
    free(d);
    free(from);
    return !*sentence;
}

bool bench_verify_sums(const int32_t *level, tropic_index n, int64_t count, int64_t sum, char *sentence)
{
    int64_t reached = 0, levels = 0;
    *sentence = '\0';
    for (tropic_index v = 0; v < n; v++) {
        if (level[v] < 0) continue;
        reached++;
        levels += level[v];
    }
    if (count != reached) say(sentence, "%lld vertices are counted, not %lld", (long long)count, (long long)reached);
    if (sum != levels) say(sentence, "the sum of levels is %lld, not %lld", (long long)sum, (long long)levels);
    return !*sentence;
}

/* Levels and counts of shortest paths, level by level. Counts are added in any order: their last bits do not matter.
 * false: some are more than a double counts. */
static bool count_paths(const bench_arcs *arcs, tropic_index source, tropic_index *level, double *sigma)
{
    tropic_index *queue = bench_reserve((size_t)arcs->n * sizeof *queue), last = 1, end;
    for (tropic_index v = 0; v < arcs->n; v++) level[v] = -1, sigma[v] = 0;
    queue[0] = source;
    level[source] = 0;
    sigma[source] = 1;
    for (tropic_index begin = 0; begin < last; begin = end) {
        const tropic_index next = level[queue[begin]] + 1;
        end = last;
#pragma omp parallel for schedule(dynamic, CHUNK) if (end - begin > CHUNK)
        for (tropic_index at = begin; at < end; at++) {
            const tropic_index u = queue[at];
            for (tropic_offset k = arcs->offsets[u]; k < arcs->offsets[u + 1]; k++) {
                const tropic_index v = arcs->ids[k];
                tropic_index known = __atomic_load_n(&level[v], __ATOMIC_RELAXED);
                if (known < 0 &&
                    __atomic_compare_exchange_n(&level[v], &known, next, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
                    queue[__atomic_fetch_add(&last, 1, __ATOMIC_RELAXED)] = v;
                    known = next;
                }
                if (known != next) continue;
#pragma omp atomic
                sigma[v] += sigma[u];
            }
        }
    }
    free(queue);
    for (tropic_index v = 0; v < arcs->n; v++)
        if (!isfinite(sigma[v])) return false;
    return true;
}

bool bench_verify_centrality(const bench_arcs *arcs, tropic_index source, const double *centrality, double tolerance,
                             bool *beyond, char *sentence)
{
    const size_t n = (size_t)arcs->n;
    tropic_index *level = bench_reserve(n * sizeof *level);
    double *sigma = bench_reserve(n * sizeof *sigma);
    *sentence = '\0';
    *beyond = !count_paths(arcs, source, level, sigma);
    const tropic_index checked = *beyond ? 0 : arcs->n;
#pragma omp parallel for schedule(dynamic, CHUNK)
    for (tropic_index v = 0; v < checked; v++) {
        double due = 0;
        if (v != source && level[v] >= 0)
            for (tropic_offset k = arcs->offsets[v]; k < arcs->offsets[v + 1]; k++) {
                const tropic_index w = arcs->ids[k];
                if (level[w] == level[v] + 1) due += sigma[v] / sigma[w] * (1 + centrality[w]);
            }
        if (!(fabs(centrality[v] - due) <= tolerance * due))
            say(sentence, "vertex %d has centrality %.12g, not %.12g", v, centrality[v], due);
    }
    free(level);
    free(sigma);
    return !*sentence;
}
