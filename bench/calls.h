/* SPDX-License-Identifier: Apache-2.0
 *
 * Calls of the library as rows of data: which call, and which of some operands it takes.
 */
#ifndef BENCH_CALLS_H
#define BENCH_CALLS_H

#include "bench/bench.h"

/* Vectors of operands, by name. Those of searches: levels and parents are INT32, distances INT64, centralities FP64,
 * places of a layout FP32; the others are of the operands' type. */
typedef enum bench_vector_name {
    NO_VECTOR,
    U,
    V,
    W,
    FULL,  /* has an entry at each place */
    FLAGS, /* a mask */
    BLOCK,
    PRODUCT, /* of A and the block */
    FRONTIER,
    NEXT,
    LEVEL,
    PARENT,
    DISTANCE,
    DISTANCES, /* from several sources: a block */
    CENTRALITY,
    CENTRALITY_OF_ALL,
    PLACE_X,
    PLACE_Y,
    BENCH_VECTORS
} bench_vector_name;

#define BENCH_CALL_SOURCES 16

typedef struct bench_operands {
    tropic_context *context;
    tropic_type type; /* INT32 or FP64; of products alone any */
    tropic_matrix *A, *weighted;
    tropic_matrix *arcs;  /* their centralities */
    tropic_operator *own; /* a user's; likewise */
    tropic_semiring *semiring;
    const tropic_index *ids; /* as many as u has places, in any order */
    tropic_index sources[BENCH_CALL_SOURCES];
    uint64_t seed;
    tropic_vector *v[BENCH_VECTORS];
    union {
        int32_t whole;
        double real;
    } sum; /* of the last reduction */
} bench_operands;

/* tropic_NAME, but FROM_CSR: a copy of A. */
typedef enum bench_verb {
    OWN, /* the row's `run` */
    APPLY,
    SELECT,
    EWISE_ADD,
    EWISE_MULTIPLY,
    ASSIGN,
    ASSIGN_SCALAR,
    FILL,
    EXTRACT,
    REDUCE,
    REDUCE_MATRIX,
    MXV,
    VXM,
    MXV_BLOCK,
    TRANSPOSE,
    FROM_CSR,
    BFS,
    BFS_BATCH,
    SSSP,
    SSSP_BATCH,
    BC,
    BC_EDGES,
    LAYOUT
} bench_verb;

/* w<mask> (accum)= ..., or an algorithm. */
typedef struct bench_call bench_call;
struct bench_call {
    const char *name;
    bench_verb verb;
    tropic_status (*run)(bench_operands *o, const bench_call *c);
    bench_vector_name w, mask, u, v;
    tropic_builtin_operator op;
    tropic_builtin semiring;
    bool own;     /* by the user's operator, or semiring, instead */
    bool accum;   /* by op */
    double value; /* the scalar */
    tropic_descriptor descriptor;
    tropic_index count; /* of sources, of the list; 0: of betweenness all vertices, of others the first source */
    tropic_index samples;
    int times; /* of bfs: from each of so many vertices in turn; 0: once, from the first source */
    bool weighted;
    bool waits; /* for w */
    /* Of some modes: */
    tropic_index entries; /* that w then has */
    tropic_index most;    /* vertices of a graph; 0: any number */
    bool twice;           /* the second time the context and the matrix have the state that the first left */
};

#define BENCH_DESCRIPTOR(...) .descriptor = {.size = sizeof(tropic_descriptor), __VA_ARGS__}
#define BENCH_STRUCTURE BENCH_DESCRIPTOR(.structure = true)

/* The call, and its wait if the row says so. */
tropic_status bench_call_run(bench_operands *o, const bench_call *c);
/* Ends the program if it fails. */
void bench_call_check(bench_operands *o, const bench_call *c);

/* A row that is timed, so many times in a round: the data of a side. */
typedef struct bench_timed {
    bench_operands *o;
    const bench_call *row;
    int times;
} bench_timed;
/* Seconds of one call. */
double bench_timed_run(void *timed);

/* -- vectors, which bench_operands_close frees, and the matrices but A -- */
void bench_operands_vector(bench_operands *o, bench_vector_name name, tropic_index n, tropic_index columns);
void bench_operands_close(bench_operands *o);

#endif
