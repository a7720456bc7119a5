/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows of components. (Sources have no meaning.) The strong ones are of the graph with one arc of each edge,
 * by a hash, since of an undirected graph they are the weak ones.
 */
#include "bench/common.h"
#include "bench/rows.h"

#include <stdio.h>
#include <stdlib.h>

static tropic_status run_weak(const bench_point *point, const tropic_matrix *A, const tropic_index *sources,
                              const bench_result *result, tropic_run_report *report)
{
    (void)point, (void)sources;
    return tropic_components(result->values, NULL, A, NULL, report);
}

static tropic_status run_strong(const bench_point *point, const tropic_matrix *A, const tropic_index *sources,
                                const bench_result *result, tropic_run_report *report)
{
    const tropic_components_options options = {.size = sizeof options, .strong = true};
    (void)point, (void)sources;
    return tropic_components(result->values, NULL, A, &options, report);
}

/* Of each vertex that has arcs: its offset, one id of a line, and its component, which is written and read. */
static double bytes_of_weak(const bench_work *w)
{
    return w->n * (BENCH_OFFSET + BENCH_ID + 2 * w->result);
}

/* Each arc both ways, and each component written. */
static double bytes_of_strong(const bench_work *w)
{
    return 2 * BENCH_ID * w->arcs + w->n * (2 * BENCH_OFFSET + w->result);
}

static int32_t root_of(int32_t *parent, int32_t v)
{
    while (parent[v] != v) v = parent[v] = parent[parent[v]];
    return v;
}

/* By union-find over all arcs. */
static bool check_weak(const bench_arcs *arcs, const bench_answer *answer, bool *beyond, char *sentence)
{
    const int32_t *component = answer->values;
    int32_t *parent = bench_reserve((size_t)arcs->n * sizeof *parent);
    *beyond = false;
    *sentence = '\0';
    for (tropic_index v = 0; v < arcs->n; v++) parent[v] = v;
    for (tropic_index u = 0; u < arcs->n; u++)
        for (tropic_offset k = arcs->offsets[u]; k < arcs->offsets[u + 1]; k++) {
            const int32_t a = root_of(parent, u), b = root_of(parent, arcs->ids[k]);
            parent[a > b ? a : b] = a > b ? b : a;
        }
    for (tropic_index v = 0; v < arcs->n && !*sentence; v++)
        if (component[v] != root_of(parent, v))
            snprintf(sentence, BENCH_SENTENCE, "vertex %d has the component %d, not %d", v, component[v],
                     root_of(parent, v));
    free(parent);
    return !*sentence;
}

/* The same arcs, backwards; free() both arrays. */
static bench_arcs reverse_of(const bench_arcs *arcs)
{
    const tropic_index n = arcs->n;
    tropic_offset *offsets = bench_reserve(((size_t)n + 2) * sizeof *offsets);
    tropic_index *ids = bench_reserve(((size_t)arcs->offsets[n] + 1) * sizeof *ids);
    for (int64_t v = 0; v < (int64_t)n + 2; v++) offsets[v] = 0;
    for (tropic_offset k = 0; k < arcs->offsets[n]; k++) offsets[(int64_t)arcs->ids[k] + 2]++;
    for (int64_t v = 1; v <= n; v++) offsets[v + 1] += offsets[v];
    for (tropic_index u = 0; u < n; u++)
        for (tropic_offset k = arcs->offsets[u]; k < arcs->offsets[u + 1]; k++)
            ids[offsets[(int64_t)arcs->ids[k] + 1]++] = u;
    return (bench_arcs){.n = n, .offsets = offsets, .ids = ids};
}

/* How many vertices are reached from the first ones of their components along arcs within these. */
static tropic_index reached_within(const bench_arcs *arcs, const int32_t *component, tropic_index *queue)
{
    bool *seen = bench_reserve((size_t)arcs->n * sizeof *seen);
    tropic_index count = 0;
    for (tropic_index v = 0; v < arcs->n; v++) {
        seen[v] = component[v] == v;
        if (seen[v]) queue[count++] = v;
    }
    for (tropic_index at = 0; at < count; at++)
        for (tropic_offset k = arcs->offsets[queue[at]]; k < arcs->offsets[queue[at] + 1]; k++) {
            const tropic_index v = arcs->ids[k];
            if (seen[v] || component[v] != component[queue[at]]) continue;
            seen[v] = true;
            queue[count++] = v;
        }
    free(seen);
    return count;
}

/* Are there no cycles of arcs between components? All are taken away, one after another without an arc into it. */
static bool is_acyclic(const bench_arcs *arcs, const int32_t *component, tropic_index *queue)
{
    /* Vertices of one component follow each other in a list. */
    tropic_index *next = bench_reserve((size_t)arcs->n * sizeof *next), found = 0, all = 0;
    int64_t *into = bench_reserve((size_t)arcs->n * sizeof *into);
    for (tropic_index v = 0; v < arcs->n; v++) into[v] = 0, next[v] = -1;
    for (tropic_index v = 0; v < arcs->n; v++) {
        if (component[v] != v) next[v] = next[component[v]], next[component[v]] = v;
        for (tropic_offset k = arcs->offsets[v]; k < arcs->offsets[v + 1]; k++)
            into[component[arcs->ids[k]]] += component[arcs->ids[k]] != component[v];
    }
    for (tropic_index c = 0; c < arcs->n; c++) {
        all += component[c] == c;
        if (component[c] == c && into[c] == 0) queue[found++] = c;
    }
    for (tropic_index at = 0; at < found; at++)
        for (tropic_index u = queue[at]; u >= 0; u = next[u])
            for (tropic_offset k = arcs->offsets[u]; k < arcs->offsets[u + 1]; k++) {
                const tropic_index c = component[arcs->ids[k]];
                if (c != queue[at] && --into[c] == 0) queue[found++] = c;
            }
    free(next);
    free(into);
    return found == all;
}

/* Each vertex is reached from the first of its component within it, and reaches that; and arcs between components make
 * no cycle. */
static bool check_strong(const bench_arcs *arcs, const bench_answer *answer, bool *beyond, char *sentence)
{
    const int32_t *component = answer->values;
    tropic_index *queue = bench_reserve(((size_t)arcs->n + 1) * sizeof *queue);
    bench_arcs reverse = reverse_of(arcs);
    *beyond = false;
    *sentence = '\0';
    for (tropic_index v = 0; v < arcs->n; v++)
        if (component[v] < 0 || component[v] > v || component[component[v]] != component[v])
            snprintf(sentence, BENCH_SENTENCE, "vertex %d has the component %d, which is none", v, component[v]);
    if (!*sentence &&
        (reached_within(arcs, component, queue) < arcs->n || reached_within(&reverse, component, queue) < arcs->n))
        snprintf(sentence, BENCH_SENTENCE, "a component is not strongly connected");
    if (!*sentence && !is_acyclic(arcs, component, queue))
        snprintf(sentence, BENCH_SENTENCE, "a cycle leads through several components");
    free((void *)reverse.offsets);
    free((void *)reverse.ids);
    free(queue);
    return !*sentence;
}

const bench_algorithm bench_components[] = {
    {"components", "components", .type = TROPIC_INT32, .run = run_weak, .bytes = bytes_of_weak, .check = check_weak},
    {"components-strong", "components", .type = TROPIC_INT32, .run = run_strong, .kept = BENCH_KEPT_ONE_WAY,
     .bytes = bytes_of_strong, .check = check_strong},
    {NULL},
};
