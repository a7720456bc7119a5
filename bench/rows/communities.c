/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows of communities: label propagation, Louvain, Leiden. (Sources have no meaning.)
 */
#include "bench/common.h"
#include "bench/rows.h"

#include <stdio.h>
#include <stdlib.h>

static tropic_status run(const tropic_matrix *A, tropic_communities_method method, const bench_result *result,
                         tropic_run_report *report)
{
    const tropic_communities_options options = {.size = sizeof options, .method = method, .seed = 1};
    return tropic_communities(result->values, NULL, A, &options, report);
}

static tropic_status run_labels(const bench_point *point, const tropic_matrix *A, const tropic_index *sources,
                                const bench_result *result, tropic_run_report *report)
{
    (void)point, (void)sources;
    return run(A, TROPIC_COMMUNITIES_LABELS, result, report);
}

static tropic_status run_louvain(const bench_point *point, const tropic_matrix *A, const tropic_index *sources,
                                 const bench_result *result, tropic_run_report *report)
{
    (void)point, (void)sources;
    return run(A, TROPIC_COMMUNITIES_LOUVAIN, result, report);
}

static tropic_status run_leiden(const bench_point *point, const tropic_matrix *A, const tropic_index *sources,
                                const bench_result *result, tropic_run_report *report)
{
    (void)point, (void)sources;
    return run(A, TROPIC_COMMUNITIES_LEIDEN, result, report);
}

/* In each round each arc, and of its other end the label; of a vertex two offsets and its label. */
static double bytes_of_labels(const bench_work *w)
{
    return w->levels * (BENCH_ID * w->arcs + w->n * (2 * BENCH_OFFSET + 2 * w->result));
}

/* The graph once. */
static double bytes_of_levels(const bench_work *w)
{
    return BENCH_ID * w->arcs + w->n * (BENCH_OFFSET + w->result);
}

/* ---- checks ---- */

static int32_t most_frequent(const bench_arcs *arcs, tropic_index v, const int32_t *label, int64_t *count)
{
    int32_t best = label[v];
    int64_t most = 0;
    for (tropic_offset k = arcs->offsets[v]; k < arcs->offsets[v + 1]; k++)
        if (arcs->ids[k] != v) count[label[arcs->ids[k]]]++;
    for (tropic_offset k = arcs->offsets[v]; k < arcs->offsets[v + 1]; k++) {
        const int32_t other = label[arcs->ids[k]];
        if (arcs->ids[k] == v || count[other] < most || (count[other] == most && other > best)) continue;
        best = other;
        most = count[other];
    }
    for (tropic_offset k = arcs->offsets[v]; k < arcs->offsets[v + 1]; k++) count[label[arcs->ids[k]]] = 0;
    return best;
}

/* The same rounds, of all vertices. */
static bool check_labels(const bench_arcs *arcs, const bench_answer *answer, bool *beyond, char *sentence)
{
    const int32_t *got = answer->values;
    const size_t n = (size_t)arcs->n;
    int32_t *label = bench_reserve((n + 1) * sizeof *label), *next = bench_reserve((n + 1) * sizeof *next);
    int64_t *count = bench_reserve((n + 1) * sizeof *count);
    *beyond = false;
    *sentence = '\0';
    for (tropic_index v = 0; v < arcs->n; v++) label[v] = v, count[v] = 0;
    for (int round = 0; round < TROPIC_COMMUNITIES_ROUNDS; round++) {
        int32_t *const old = label;
        for (tropic_index v = 0; v < arcs->n; v++) next[v] = most_frequent(arcs, v, label, count);
        label = next;
        next = old;
    }
    for (tropic_index v = 0; v < arcs->n && !*sentence; v++)
        if (got[v] != label[v])
            snprintf(sentence, BENCH_SENTENCE, "vertex %d has the label %d in place of %d", v, got[v], label[v]);
    free(label);
    free(next);
    free(count);
    return !*sentence;
}

/* Communities are named by their least vertices, and an arc in two lies in one more often than by chance. */
static bool check_levels(const bench_arcs *arcs, const bench_answer *answer, bool *beyond, char *sentence)
{
    const int32_t *community = answer->values;
    double *degree = bench_reserve(((size_t)arcs->n + 1) * sizeof *degree), within = 0, chance = 0;
    const double all = (double)arcs->offsets[arcs->n];
    *beyond = false;
    *sentence = '\0';
    for (tropic_index v = 0; v < arcs->n; v++) degree[v] = 0;
    for (tropic_index v = 0; v < arcs->n && !*sentence; v++) {
        if (community[v] < 0 || community[v] > v || community[community[v]] != community[v]) {
            snprintf(sentence, BENCH_SENTENCE, "vertex %d has the community %d, which is none", v, community[v]);
            break;
        }
        degree[community[v]] += (double)(arcs->offsets[v + 1] - arcs->offsets[v]);
        for (tropic_offset k = arcs->offsets[v]; k < arcs->offsets[v + 1]; k++)
            within += community[arcs->ids[k]] == community[v];
    }
    for (tropic_index c = 0; c < arcs->n; c++) chance += degree[c] / all * degree[c];
    if (!*sentence && all > 0 && !(within > chance))
        snprintf(sentence, BENCH_SENTENCE, "modularity is %g", (within - chance) / all);
    free(degree);
    return !*sentence;
}

const bench_algorithm bench_communities[] = {
    {"labels", "communities", .type = TROPIC_INT32, .run = run_labels, .bytes = bytes_of_labels, .check = check_labels},
    {"louvain", "communities", .type = TROPIC_INT32, .run = run_louvain, .bytes = bytes_of_levels,
     .check = check_levels},
    {"leiden", "communities", .type = TROPIC_INT32, .run = run_leiden, .bytes = bytes_of_levels, .check = check_levels},
    {NULL},
};
