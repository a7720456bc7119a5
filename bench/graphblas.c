/* SPDX-License-Identifier: Apache-2.0
 *
 * The reference through SuiteSparse:GraphBLAS, timed beside the library.
 */
#define _POSIX_C_SOURCE 199309L
#include "bench/bench.h"

#include <stdio.h>

#ifdef TROPIC_HAVE_REFERENCE

#include <stdlib.h>
#include <time.h>

#include "reference/grb.h"
#include "reference/reference.h"

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static GrB_Info run(GrB_Vector *result, const grb_graph *G, bench_algorithm algorithm,
                    GrB_Index source)
{
    bool negative;
    switch (algorithm) {
    case BENCH_BFS: return grb_bfs(result, NULL, G, source);
    case BENCH_SSSP: return grb_sssp(result, &negative, G, TROPIC_INT64, source);
    default: return grb_bc(result, G, &source, 1);
    }
}

void bench_print_reference(void)
{
    printf("# %s\n", reference_name());
}

/* Our own answer from the first source, held against GraphBLAS's. */
static const char *verdict(tropic_context *context, bench_algorithm algorithm,
                           const tropic_matrix *A, tropic_index source)
{
    static char message[REFERENCE_MESSAGE];
    const tropic_bc_options one = {.size = sizeof one, .sources = &source, .source_count = 1};
    tropic_vector *result = NULL;
    reference_verdict found = REFERENCE_FAILED;
    double arcs;
    if (tropic_vector_create(&result, context, bench_type(algorithm), tropic_matrix_rows(A)) !=
        TROPIC_OK)
        return "not compared: out of memory";
    bench_run(context, algorithm, A, source, TROPIC_STRATEGY_AUTO, result, &arcs);
    switch (algorithm) {
    case BENCH_BFS:
        found = reference_verify_bfs(result, NULL, A, context, source, message, sizeof message);
        break;
    case BENCH_SSSP:
        found = reference_verify_sssp(result, NULL, A, context, source, 0, message, sizeof message);
        break;
    default:
        found = reference_verify_bc(result, A, context, &one, 0, message, sizeof message);
        break;
    }
    tropic_vector_free(&result);
    return found == REFERENCE_MATCH ? "equals ours" : message;
}

void bench_graphblas(tropic_context *context, const char *graph, bench_algorithm algorithm,
                     const tropic_matrix *A, const tropic_index *sources, int count, int threads)
{
    double *seconds = malloc((size_t)count * sizeof *seconds);
    grb_graph G;
    GrB_Info info;
    if (!seconds) exit(1);
    reference_set_threads(threads);
    info = grb_graph_new(&G, A, context, algorithm == BENCH_SSSP ? TROPIC_INT64 : TROPIC_BOOL);
    for (int k = -1; k < count && info == GrB_SUCCESS; k++) {
        GrB_Vector result = NULL;
        const double start = now();
        info = run(&result, &G, algorithm, (GrB_Index)sources[k < 0 ? 0 : k]);
        if (k >= 0) seconds[k] = now() - start;
        GrB_Vector_free(&result);
    }
    if (info == GrB_SUCCESS)
        bench_print(graph, bench_names[algorithm], "GraphBLAS", seconds, count, 0,
                    verdict(context, algorithm, A, sources[0]));
    else
        printf("# GraphBLAS failed: %d\n", (int)info);
    grb_graph_free(&G);
    free(seconds);
}

#else

void bench_print_reference(void)
{
    printf("# built without SuiteSparse:GraphBLAS\n");
}

void bench_graphblas(tropic_context *context, const char *graph, bench_algorithm algorithm,
                     const tropic_matrix *A, const tropic_index *sources, int count, int threads)
{
    (void)context, (void)graph, (void)algorithm, (void)A, (void)sources, (void)count, (void)threads;
}

#endif
