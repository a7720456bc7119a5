/* SPDX-License-Identifier: Apache-2.0
 *
 * Sources of the largest component, found by searches where the graph is, so that no copy of it has to come to the
 * host.
 */
#include "bench/input.h"

#include "bench/common.h"

#include <stdlib.h>

/* Vertices at random whose components are looked at; a component of a fifth of the graph is then missed once in
 * 1260 times, and there is none larger where one has half of it. */
#define TRIES 32

/* From 0 to below - 1. */
static tropic_index random_below(uint64_t *state, tropic_index below)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u; /* Knuth, MMIX */
    return (tropic_index)((*state >> 33) % (uint64_t)below);
}

/* The levels from a vertex; returns how many vertices it reaches. */
static int64_t search(tropic_vector *level, const tropic_matrix *A, tropic_context *context, tropic_index from)
{
    tropic_run_report report = {.size = sizeof report};
    bench_check(tropic_bfs(level, NULL, A, from, NULL, &report), context, "the component");
    return report.reached;
}

/* Those of the component whose levels these are from which an arc leaves for another vertex; where there is none, the
 * first one. Of an undirected component of two vertices and more that is each. */
static tropic_index candidates(const bench_input *in, tropic_context *context, const int32_t *level, tropic_index first,
                               tropic_index *list)
{
    const tropic_offset *offsets = NULL;
    tropic_index count = 0;
    if (in->directed) bench_check(tropic_matrix_csr(in->file, context, &offsets, NULL, NULL), context, in->name);
    for (tropic_index v = 0; v < in->n; v++)
        if (level[v] >= 0 && (!offsets || offsets[v + 1] > offsets[v])) list[count++] = v;
    if (count == 0) list[count++] = first;
    return count;
}

/* Without repetition: more than there are, and it is all. */
static void draw(bench_input *in, uint64_t *state, tropic_index *list, tropic_index count, int wanted)
{
    in->source_count = count < wanted ? count : wanted;
    in->sources = bench_reserve((size_t)in->source_count * sizeof *in->sources);
    for (tropic_index k = 0; k < in->source_count; k++) {
        const tropic_index at = k + random_below(state, count - k);
        in->sources[k] = list[at];
        list[at] = list[k];
    }
}

void bench_input_sources(bench_input *in, tropic_context *context, int wanted)
{
    tropic_matrix *A = bench_input_undirected(in, context);
    tropic_vector *level = NULL;
    tropic_index first = 0, *list;
    int32_t *levels;
    uint64_t state = in->seed;
    in->n = tropic_matrix_rows(A);
    in->component = 0;
    bench_check(tropic_vector_create(&level, context, TROPIC_INT32, in->n), context, "levels");
    for (int k = 0; k < TRIES && in->component <= in->n / 2; k++) {
        const tropic_index from = random_below(&state, in->n);
        const int64_t reached = search(level, A, context, from);
        if (reached <= in->component) continue;
        in->component = (tropic_index)reached;
        first = from;
    }
    search(level, A, context, first);
    levels = bench_reserve((size_t)in->n * sizeof *levels);
    bench_check(tropic_vector_get_dense(level, levels, NULL), context, "levels");
    tropic_vector_free(&level);
    tropic_matrix_free(&A);
    list = bench_reserve((size_t)in->n * sizeof *list);
    draw(in, &state, list, candidates(in, context, levels, first, list), wanted);
    free(levels);
    free(list);
}
