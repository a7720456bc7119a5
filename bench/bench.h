/* SPDX-License-Identifier: Apache-2.0
 *
 * What the parts of the benchmark share.
 */
#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include "bench/generate.h"

typedef enum bench_algorithm { BENCH_BFS, BENCH_SSSP, BENCH_BC, BENCH_ALGORITHMS } bench_algorithm;
extern const char *const bench_names[BENCH_ALGORITHMS];

/* What the command line says. */
typedef struct bench_settings {
    const char *graphs, *algorithms, *strategies, *parts;
    tropic_device device;
    int sources, threads;
    bool graphblas, spmv, loops;
} bench_settings;
bench_settings bench_options(int argc, char **argv);

/* The type of the algorithm's result on a benchmark's matrix. */
tropic_type bench_type(bench_algorithm algorithm);
/* One run; seconds of the algorithm alone, NaN where path counts overflow. */
double bench_run(tropic_context *context, bench_algorithm algorithm, const tropic_matrix *A,
                 tropic_index source, tropic_strategy strategy, tropic_vector *result,
                 double *arcs);
/* Integers equal, floating values within 1e-9; NaN is never equal. */
bool bench_equal(const tropic_vector *a, const tropic_vector *b);
/* A row of the table; sorts `seconds`. arcs 0: not known. */
void bench_print(const char *graph, const char *algorithm, const char *who, double *seconds,
                 int count, double arcs, const char *note);
/* Which GraphBLAS there is, as a comment line. */
void bench_print_reference(void);
/* The same through SuiteSparse:GraphBLAS, checked against our answer; says so where the build has
 * none. */
void bench_graphblas(tropic_context *context, const char *graph, bench_algorithm algorithm,
                     const tropic_matrix *A, const tropic_index *sources, int count, int threads);

/* Loops of the user's own; 0 where all was right. */
int bench_loops(tropic_context *context);

#endif
