/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "bench/input.h"

#include "bench/common.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FILE_PREFIX "file:"
/* A fp32 weight is an int32 one by this, the largest: most sums are then rounded, as those of measured lengths are. */
#define WEIGHT_UNIT 255.0f
/* Of the sources, so that they are the same on every machine. */
#define SEED 1

/* NULL where the text means no file. */
static const char *path_of(const char *text)
{
    if (strncmp(text, FILE_PREFIX, strlen(FILE_PREFIX)) == 0) return text + strlen(FILE_PREFIX);
    return access(text, F_OK) == 0 ? text : NULL;
}

/* A file's entries: of a symmetric pattern those of one triangle, so that all graphs are built in one way. */
static double load(bench_graph *g, tropic_context *cpu, const char *path, bool *directed)
{
    const tropic_load_options options = {
        .size = sizeof options, .loops = TROPIC_LOOPS_DROP, .ignore_values = true};
    const char *slash = strrchr(path, '/');
    tropic_matrix_facts facts = {.size = sizeof facts};
    const tropic_offset *offsets;
    const tropic_index *ids;
    tropic_matrix *A = NULL;
    double seconds = -bench_now();
    bench_check(tropic_matrix_load(&A, cpu, path, &options), cpu, "reading");
    seconds += bench_now();
    bench_check(tropic_matrix_describe(A, cpu, &facts), cpu, path);
    bench_check(tropic_matrix_csr(A, cpu, &offsets, &ids, NULL), cpu, path);
    if (facts.rows != facts.cols)
        bench_stop(BENCH_UNREADABLE, "%s is not a graph: the matrix is %d x %d, not square", path,
                   facts.rows, facts.cols);
    *g = (bench_graph){.n = facts.rows};
    snprintf(g->name, sizeof g->name, "%s", slash ? slash + 1 : path);
    g->from = bench_reserve((size_t)facts.count * sizeof *g->from);
    g->to = bench_reserve((size_t)facts.count * sizeof *g->to);
    for (tropic_index u = 0; u < g->n; u++)
        for (tropic_offset k = offsets[u]; k < offsets[u + 1]; k++) {
            if (facts.symmetric_pattern && ids[k] < u) continue;
            g->from[g->count] = u;
            g->to[g->count++] = ids[k];
        }
    *directed = !facts.symmetric_pattern;
    tropic_matrix_free(&A);
    return seconds;
}

static double generate(bench_graph *g, const char *text)
{
    const double start = bench_now();
    if (!bench_generate(g, text))
        bench_stop(BENCH_USAGE,
                   "--graphs takes a list of files, file:PATH and what can be generated "
                   "(--help lists it), not '%s'; see 'tropic bench --help'",
                   text);
    return bench_now() - start;
}

double bench_entries_open(bench_graph *g, tropic_context *cpu, const char *text, bool *directed)
{
    const char *path = path_of(text);
    bool either;
    double seconds;
    if (!directed) directed = &either;
    *directed = false;
    seconds = path ? load(g, cpu, path, directed) : generate(g, text);
    if (g->n == 0) bench_stop(BENCH_UNREADABLE, "%s has no vertices", text);
    return seconds;
}

/* The vertex that stands for v's set; paths are halved on the way. */
static tropic_index find(tropic_index *above, tropic_index v)
{
    while (above[v] != v) {
        above[v] = above[above[v]];
        v = above[v];
    }
    return v;
}

/* Weakly connected components by union and find, of which *largest has the most vertices. */
static tropic_index *components(const bench_graph *g, tropic_index *largest, tropic_index *vertices)
{
    tropic_index *above = bench_reserve((size_t)g->n * sizeof *above);
    tropic_index *size = bench_reserve((size_t)g->n * sizeof *size);
    for (tropic_index v = 0; v < g->n; v++) above[v] = v, size[v] = 0;
    for (tropic_offset k = 0; k < g->count; k++) {
        const tropic_index a = find(above, g->from[k]), b = find(above, g->to[k]);
        if (a < b) above[b] = a;
        if (b < a) above[a] = b;
    }
    *largest = 0;
    for (tropic_index v = 0; v < g->n; v++) {
        above[v] = find(above, v);
        size[above[v]]++;
    }
    for (tropic_index v = 1; v < g->n; v++)
        if (size[v] > size[*largest]) *largest = v;
    *vertices = size[*largest];
    free(size);
    return above;
}

/* Those of the largest component from which an arc leaves for another vertex; where there is none, its vertices. */
static tropic_index candidates(const bench_input *in, const tropic_index *component,
                               tropic_index largest, tropic_index *list)
{
    const bench_graph *g = &in->graph;
    bool *leaves = bench_reserve((size_t)g->n);
    tropic_index count = 0;
    memset(leaves, 0, (size_t)g->n);
    for (tropic_offset k = 0; k < g->count; k++) {
        if (g->from[k] == g->to[k]) continue;
        leaves[g->from[k]] = true;
        if (!in->directed) leaves[g->to[k]] = true;
    }
    for (tropic_index v = 0; v < g->n; v++)
        if (component[v] == largest && leaves[v]) list[count++] = v;
    if (count == 0) list[count++] = largest;
    free(leaves);
    return count;
}

/* Without repetition: more than there are, and it is all. */
static void draw_sources(bench_input *in, int wanted)
{
    tropic_index largest;
    tropic_index *component = components(&in->graph, &largest, &in->component);
    tropic_index *list = bench_reserve((size_t)in->graph.n * sizeof *list);
    const tropic_index count = candidates(in, component, largest, list);
    uint64_t state = SEED;
    in->source_count = count < wanted ? count : wanted;
    in->sources = bench_reserve((size_t)in->source_count * sizeof *in->sources);
    for (tropic_index k = 0; k < in->source_count; k++) {
        tropic_index at;
        state = state * 6364136223846793005u + 1442695040888963407u; /* Knuth, MMIX */
        at = k + (tropic_index)((state >> 33) % (uint64_t)(count - k));
        in->sources[k] = list[at];
        list[at] = list[k];
    }
    free(component);
    free(list);
}

void bench_input_open(bench_input *in, tropic_context *cpu, const char *text, int sources)
{
    *in = (bench_input){.directed = false};
    in->read_seconds = bench_entries_open(&in->graph, cpu, text, &in->directed);
    draw_sources(in, sources);
}

void bench_input_close(bench_input *in)
{
    bench_graph_free(&in->graph);
    free(in->sources);
    in->sources = NULL;
}

tropic_matrix *bench_input_matrix(const bench_input *in, tropic_context *cpu, tropic_type weights,
                                  double *seconds)
{
    const tropic_build_options options = {.size = sizeof options,
                                          .duplicates = TROPIC_DUPLICATES_MIN,
                                          .loops = TROPIC_LOOPS_DROP,
                                          .direction = in->directed ? TROPIC_DIRECTION_DIRECTED
                                                                    : TROPIC_DIRECTION_UNDIRECTED};
    const bench_graph *g = &in->graph;
    void *values = NULL;
    tropic_matrix *A = NULL;
    if (weights != TROPIC_BOOL)
        values = bench_reserve((size_t)g->count * tropic_type_size(weights));
#pragma omp parallel for if (values)
    for (tropic_offset k = 0; k < (values ? g->count : 0); k++)
        if (weights == TROPIC_FP32)
            ((float *)values)[k] = (float)bench_weight(g->from[k], g->to[k]) / WEIGHT_UNIT;
        else
            ((int32_t *)values)[k] = bench_weight(g->from[k], g->to[k]);
    *seconds = -bench_now();
    bench_check(tropic_matrix_from_coo(&A, cpu, g->n, g->n, g->count, g->from, g->to, weights,
                                       values, &options),
                cpu, "building the matrix");
    *seconds += bench_now();
    free(values);
    return A;
}
