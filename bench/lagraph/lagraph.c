/* SPDX-License-Identifier: Apache-2.0
 *
 * Times LAGraph's algorithms on whatever GraphBLAS it is linked to: scripts/lagraph-bench builds and runs it.
 *
 *     lagraph [--algorithms "NAME ..."] RUNS GRAPH...    GRAPH: KIND:PARAMETER[:PARAMETER], as for `tropic bench`
 *
 * Tropic generates the graphs, on the CPU. Each algorithm gets a line: median, least and greatest milliseconds, and a
 * number that identifies the result. bfs_calls is LAGraph's search by levels. It also lists the time of each call of a
 * level, by the size of the frontier.
 */
#include <LAGraph.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tropic.h>

#define SOURCES 4
#define SEED 1
#define WEIGHTS 255
#define MAX_RUNS 64

static char message[LAGRAPH_MSG_LEN];

static void check(int status, const char *what)
{
    if (status >= 0) return;
    fprintf(stderr, "lagraph: %s returned %d: %s\n", what, status, message);
    exit(1);
}
#define CHECK(call) check(call, #call)

static void check_tropic(tropic_status status, const tropic_context *context)
{
    if (status == TROPIC_OK) return;
    fprintf(stderr, "lagraph: %s\n", tropic_context_error(context));
    exit(1);
}

/* ------------------------------------------------------------------------------------------------
 * Graphs
 */

static tropic_generator_options options_of(const char *spec, int32_t weights)
{
    tropic_generator_options o = {.size = sizeof o, .seed = SEED, .weights = weights};
    char name[64];
    if (sscanf(spec, "%63[a-z]:%lf:%lf", name, &o.parameter[0], &o.parameter[1]) >= 2)
        for (int kind = 0; kind < TROPIC_GENERATORS; kind++)
            if (strcmp(name, tropic_generator_name((tropic_generator)kind)) == 0) {
                o.kind = (tropic_generator)kind;
                return o;
            }
    fprintf(stderr, "lagraph: there is no graph %s\n", spec);
    exit(2);
}

/* The graph as GraphBLAS's arrays: BOOL, or INT32 if it has weights. */
static GrB_Matrix import(tropic_context *context, const tropic_matrix *A, bool weighted)
{
    const tropic_offset *offsets;
    const tropic_index *ids;
    const void *values;
    check_tropic(tropic_matrix_csr(A, context, &offsets, &ids, &values), context);
    const GrB_Index n = (GrB_Index)tropic_matrix_rows(A), count = (GrB_Index)tropic_matrix_count(A);
    GrB_Index *wide = malloc((count + 1) * sizeof *wide);
    bool *ones = malloc(count + 1);
    if (!wide || !ones) exit(1);
    for (GrB_Index k = 0; k < count; k++) wide[k] = (GrB_Index)ids[k];
    memset(ones, 1, count);
    GrB_Matrix G = NULL;
    const GrB_Index *starts = (const GrB_Index *)offsets;
    if (weighted)
        CHECK(GrB_Matrix_import_INT32(&G, GrB_INT32, n, n, starts, wide, values, n + 1, count, count, GrB_CSR_FORMAT));
    else
        CHECK(GrB_Matrix_import_BOOL(&G, GrB_BOOL, n, n, starts, wide, ones, n + 1, count, count, GrB_CSR_FORMAT));
    free(wide);
    free(ones);
    return G;
}

static LAGraph_Graph graph_of(const char *spec, int32_t weights)
{
    const tropic_context_options cpu = {.size = sizeof cpu, .device = TROPIC_DEVICE_CPU};
    const tropic_generator_options options = options_of(spec, weights);
    tropic_context *context = NULL;
    tropic_matrix *A = NULL;
    check_tropic(tropic_context_create(&context, &cpu), NULL);
    check_tropic(tropic_matrix_generate(&A, context, &options), context);
    GrB_Matrix G = import(context, A, weights > 0);
    tropic_matrix_free(&A);
    tropic_context_free(&context);
    LAGraph_Graph graph;
    CHECK(LAGraph_New(&graph, &G, LAGraph_ADJACENCY_UNDIRECTED, message));
    CHECK(LAGraph_Cached_OutDegree(graph, message));
    CHECK(LAGraph_Cached_NSelfEdges(graph, message));
    CHECK(LAGraph_Cached_EMin(graph, message));
    return graph;
}

/* Sources with neighbours, spread over the vertices. */
static void sources_of(const LAGraph_Graph graph, GrB_Index *sources)
{
    GrB_Index n;
    CHECK(GrB_Matrix_nrows(&n, graph->A));
    for (GrB_Index k = 0, v = 0; k < SOURCES; k++) {
        int64_t degree = 0;
        for (v = k * (n / SOURCES); v < n && degree == 0; v++)
            if (GrB_Vector_extractElement_INT64(&degree, graph->out_degree, v) != GrB_SUCCESS) degree = 0;
        sources[k] = v > 0 ? v - 1 : 0;
    }
}

/* ------------------------------------------------------------------------------------------------
 * Algorithms: each returns a number that identifies its result
 */

static double sum_of(GrB_Vector v)
{
    double sum = 0;
    CHECK(GrB_Vector_reduce_FP64(&sum, NULL, GrB_PLUS_MONOID_FP64, v, NULL));
    return sum;
}

/* The calls of a level; and levels of less than 4, 16, 64, ... vertices, the last of any more. */
enum { ASSIGN, VXM, NVALS, CALLS };
static const char *const call_names[CALLS] = {"assign", "vxm", "nvals"};
#define SIZES 8
typedef struct levels {
    int64_t count;
    double seconds[CALLS];
} levels;

typedef struct work {
    LAGraph_Graph graph, weighted;
    GrB_Index sources[SOURCES];
    int run;
    GrB_Vector result;
    double number, divide; /* the result, and the divisor of the time */
    levels sizes[SIZES];   /* of "bfs by call" */
} work;

static void bfs(work *w)
{
    CHECK(LAGr_BreadthFirstSearch(&w->result, NULL, w->graph, w->sources[w->run % SOURCES], message));
}

#define TIMED(level, what, call)                                                                                       \
    do {                                                                                                               \
        (level)->seconds[what] -= LAGraph_WallClockTime();                                                             \
        CHECK(call);                                                                                                   \
        (level)->seconds[what] += LAGraph_WallClockTime();                                                             \
    } while (0)

static void bfs_by_call(work *w)
{
    const GrB_Matrix A = w->graph->A;
    GrB_Vector frontier;
    GrB_Index n, found = 1;
    CHECK(GrB_Matrix_nrows(&n, A));
    CHECK(GrB_Vector_new(&w->result, GrB_INT32, n));
    CHECK(GrB_Vector_new(&frontier, GrB_BOOL, n));
    CHECK(GrB_Vector_setElement_BOOL(frontier, true, w->sources[w->run % SOURCES]));
    for (int32_t depth = 0; found > 0; depth++) {
        int size = 0;
        for (GrB_Index most = 4; size < SIZES - 1 && found >= most; most *= 4) size++;
        levels *level = &w->sizes[size];
        level->count++;
        TIMED(level, ASSIGN, GrB_Vector_assign_INT32(w->result, frontier, NULL, depth, GrB_ALL, n, GrB_DESC_S));
        TIMED(level, VXM, GrB_vxm(frontier, w->result, NULL, LAGraph_any_one_bool, frontier, A, GrB_DESC_RSC));
        TIMED(level, NVALS, GrB_Vector_nvals(&found, frontier));
    }
    CHECK(GrB_Vector_free(&frontier));
}

/* Microseconds a level. */
static void print_levels(const char *spec, const work *w)
{
    levels all = {0};
    for (int size = 0; size <= SIZES; size++) {
        const levels *level = size < SIZES ? &w->sizes[size] : &all;
        double sum = 0;
        if (level->count == 0) continue;
        printf("%-14s %8lld levels of %s", spec, (long long)level->count, size < SIZES ? "" : "any size  ");
        if (size < SIZES)
            printf("%s %6d", size < SIZES - 1 ? "<  " : ">= ", 1 << 2 * (size < SIZES - 1 ? size + 1 : size));
        for (int k = 0; k < CALLS; k++) {
            printf("  %s %7.2f", call_names[k], 1e6 * level->seconds[k] / (double)level->count);
            sum += level->seconds[k];
            if (size < SIZES) all.seconds[k] += level->seconds[k];
        }
        printf("  all %7.2f us\n", 1e6 * sum / (double)level->count);
        if (size < SIZES) all.count += level->count;
    }
}

static void pagerank(work *w)
{
    int iterations = 1;
    CHECK(LAGr_PageRank(&w->result, &iterations, w->graph, 0.85f, 1e-4f, 100, message));
    w->divide = iterations;
}

static void sssp(work *w)
{
    GrB_Scalar delta;
    CHECK(GrB_Scalar_new(&delta, GrB_INT32));
    CHECK(GrB_Scalar_setElement_INT32(delta, 64));
    CHECK(LAGr_SingleSourceShortestPath(&w->result, w->weighted, w->sources[w->run % SOURCES], delta, message));
    CHECK(GrB_Scalar_free(&delta));
}

static void betweenness(work *w)
{
    CHECK(LAGr_Betweenness(&w->result, w->graph, w->sources, SOURCES, message));
}

static void triangles(work *w)
{
    uint64_t count;
    CHECK(LAGr_TriangleCount(&count, w->graph, NULL, NULL, message));
    w->number = (double)count;
}

static void components(work *w)
{
    CHECK(LAGr_ConnectedComponents(&w->result, w->graph, message));
}

static const struct {
    const char *name, *shown;
    void (*run)(work *w);
} algorithms[] = {{"bfs", "bfs", bfs},
                  {"bfs_calls", "bfs by call", bfs_by_call},
                  {"pagerank", "pagerank/iteration", pagerank},
                  {"sssp", "sssp", sssp},
                  {"bc", "bc of 4", betweenness},
                  {"triangles", "triangles", triangles},
                  {"components", "components", components}};
#define ALGORITHMS (int)(sizeof algorithms / sizeof *algorithms)

/* The algorithms of a list of names, as bits. */
static unsigned chosen_by(const char *names)
{
    char name[32];
    unsigned chosen = 0;
    for (int length; sscanf(names, "%31s%n", name, &length) == 1; names += length) {
        int k = 0;
        while (k < ALGORITHMS && strcmp(name, algorithms[k].name) != 0) k++;
        if (k == ALGORITHMS) {
            fprintf(stderr, "lagraph: there is no algorithm %s, but", name);
            for (k = 0; k < ALGORITHMS; k++) fprintf(stderr, " %s", algorithms[k].name);
            fprintf(stderr, "\n");
            exit(2);
        }
        chosen |= 1u << k;
    }
    return chosen;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* One run to warm up, from the first source; the others go over the sources. */
static void measure(const char *spec, int k, work *w, int runs)
{
    double times[MAX_RUNS], number = 0;
    for (int run = -1; run < runs; run++) {
        w->run = run < 0 ? 0 : run;
        if (run <= 0) memset(w->sizes, 0, sizeof w->sizes);
        w->divide = 1;
        const double start = LAGraph_WallClockTime();
        algorithms[k].run(w);
        if (w->result) CHECK(GrB_Vector_wait(w->result, GrB_MATERIALIZE));
        const double ms = 1e3 * (LAGraph_WallClockTime() - start) / w->divide;
        if (run >= 0) times[run] = ms;
        if (run < 0) number = w->result ? sum_of(w->result) : w->number;
        CHECK(GrB_Vector_free(&w->result));
    }
    qsort(times, (size_t)runs, sizeof *times, compare);
    printf("%-14s %-20s %12.3f %12.3f %12.3f  %.9g\n", spec, algorithms[k].shown, times[runs / 2], times[0],
           times[runs - 1], number);
    print_levels(spec, w);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    const bool some = argc > 2 && strcmp(argv[1], "--algorithms") == 0;
    const unsigned chosen = some ? chosen_by(argv[2]) : ~0u;
    const int first = some ? 3 : 1, runs = argc > first + 1 ? atoi(argv[first]) : 0;
    if (chosen == 0 || runs < 1 || runs > MAX_RUNS) {
        fprintf(stderr, "usage: lagraph [--algorithms \"NAME ...\"] RUNS GRAPH...    1 to %d runs\n", MAX_RUNS);
        return 2;
    }
    CHECK(LAGraph_Init(message));
    for (int g = first + 1; g < argc; g++) {
        work w = {.graph = graph_of(argv[g], 0), .weighted = graph_of(argv[g], WEIGHTS)};
        sources_of(w.graph, w.sources);
        for (int k = 0; k < ALGORITHMS; k++)
            if (chosen & 1u << k) measure(argv[g], k, &w, runs);
        CHECK(LAGraph_Delete(&w.graph, message));
        CHECK(LAGraph_Delete(&w.weighted, message));
    }
    CHECK(LAGraph_Finalize(message));
    return 0;
}
