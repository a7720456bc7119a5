/* SPDX-License-Identifier: Apache-2.0
 *
 * Checks results of the library against SuiteSparse:GraphBLAS, or in a build without it against textbook algorithms.
 * Neither shares code with the library.
 *
 *     reference/oracle.h         textbook algorithms on plain arrays
 *     reference/grb.h            the same through GraphBLAS
 *     reference/answers.h        whichever of the two the build has
 *     reference/reference.h      verification, for `tropic --verify` and the tests
 *
 * This folder sees the library's public header and the list of algorithms alone. The first call starts GraphBLAS.
 */
#ifndef TROPIC_REFERENCE_H
#define TROPIC_REFERENCE_H

#include "algorithms/names.h"

#include <tropic.h>

typedef enum reference_verdict {
    REFERENCE_MATCH,
    REFERENCE_MISMATCH, /* the message names the first vertex that differs, expected and got */
    REFERENCE_FAILED    /* not compared: out of memory, the reference failed, ...; the message says why */
} reference_verdict;

/* A message of this many bytes is never cut short. */
#define REFERENCE_MESSAGE 512

/* Threads that GraphBLAS may use; 0: as OpenMP would choose. Textbook algorithms use one. */
void reference_set_threads(int threads);
/* "SuiteSparse:GraphBLAS 7.4.0", or who else answers; static storage. */
const char *reference_name(void);
/* Ends GraphBLAS and returns its memory; optional, once, and the last call of this folder. */
void reference_finish(void);

/* A breadth-first search from `source`.
 *   level   INT32, full, as tropic_bfs gives it: must equal the reference's at every vertex
 *   parent  INT32, full, or NULL. Checked by properties, as any tree is right:
 *             parent(source) = source; parent(v) = -1 where level(v) = -1;
 *             else A(parent(v), v) is stored and level(parent(v)) + 1 = level(v)
 *   context any that A and the vectors can be read with
 *   message out, `length` bytes; "" where the verdict is REFERENCE_MATCH
 */
reference_verdict reference_verify_bfs(const tropic_vector *level, const tropic_vector *parent, const tropic_matrix *A,
                                       tropic_context *context, tropic_index source, char *message, size_t length);

/* Shortest paths from `source`.
 *   distance  as tropic_sssp gives it, of the type that it prescribes for A
 *   parent    INT32, full, or NULL. Checked by properties: parent(source) = source; parent(v) = -1
 *             where v is unreached; else A(parent(v), v) is stored, distance(parent(v)) +
 *             A(parent(v), v) = distance(v), and following parents from v ends at the source
 *   tolerance relative, for floating distances: |got - expected| <= tolerance * max(1, |expected|).
 *             0 means equal, which every algorithm that adds along the path from the source is, for
 *             rounding is monotone. Integers are always compared exactly.
 * A negative cycle that the reference finds is a mismatch.
 */
reference_verdict reference_verify_sssp(const tropic_vector *distance, const tropic_vector *parent,
                                        const tropic_matrix *A, tropic_context *context, tropic_index source,
                                        double tolerance, char *message, size_t length);

/* Betweenness centrality.
 *   centrality FP64 or FP32, as tropic_bc gives it
 *   options    those of the run, or NULL: sources, normalisation, extrapolation, whether it is weighted, and the
 *              tolerance by which lengths tie are looked at. Where rounding absorbs a length, REFERENCE_FAILED
 *   tolerance  relative: |got - expected| <= tolerance * |expected|, for no term is negative, so
 *              that nothing cancels. 0: the default of the type, as below
 * Costs a run of the reference over the same sources.
 */
#define REFERENCE_BC_FP64 1e-9
#define REFERENCE_BC_FP32 1e-6
reference_verdict reference_verify_bc(const tropic_vector *centrality, const tropic_matrix *A, tropic_context *context,
                                      const tropic_bc_options *options, double tolerance, char *message, size_t length);
/* Betweenness of arcs: the same of C, as tropic_bc_edges gives it, entry by entry; C must have A's pattern. A mismatch
 * names the arc. Takes sources one by one. */
reference_verdict reference_verify_bc_edges(const tropic_matrix *C, const tropic_matrix *A, tropic_context *context,
                                            const tropic_bc_options *options, double tolerance, char *message,
                                            size_t length);

/* Pairs of vertices, with a score each. */
typedef struct reference_pairs {
    const tropic_index *from, *to;
    const double *score;
    int64_t count;
    bool given;  /* these were asked for; else they are all that the options want */
    int64_t top; /* of these, so many with the highest scores; 0: all */
} reference_pairs;

/* Distances from some sources, a row each, and parents or NULL. */
typedef struct reference_rows {
    const void *distance; /* FP32 or FP64, count x n */
    const tropic_index *parent;
    const tropic_index *sources; /* NULL: all vertices in order */
    tropic_index count;
} reference_rows;

/* Another partition that communities were compared with, and what is told of it. */
typedef struct reference_partition {
    const tropic_vector *other; /* INT32, full */
    const tropic_partition_report *told;
} reference_partition;

/* A result of any algorithm, and where it comes from; each check names the members it reads. */
#define REFERENCE_RESULTS 2
typedef struct reference_result {
    const tropic_vector *values[REFERENCE_RESULTS]; /* as the algorithm gives them; those that are not there: NULL */
    const tropic_matrix *arcs;                      /* or a value for each arc */
    const void *other;                              /* or a struct of its own, such as reference_pairs */
    const tropic_matrix *A;
    tropic_context *context;
    tropic_index source;          /* of a search */
    const void *options;          /* the algorithm's own, such as tropic_bc_options, of the run; NULL: the defaults */
    const tropic_run_report *run; /* of the run; NULL: not known */
} reference_result;

/* Checks a result. message: `length` bytes; the part found equal, if it matches. */
typedef reference_verdict reference_check(const reference_result *result, char *message, size_t length);
/* Who checks: reference_NAME, in verify/NAME.c, for each of the algorithms (algorithms/names.h). */
typedef struct reference_row {
    reference_check *check;
    bool textbook; /* by a textbook algorithm in every build */
} reference_row;
/* They look at A and at
 *   bfs   values: levels, and parents or NULL; source
 *   sssp  values: distances, and parents or NULL; source. Equal, without a tolerance
 *   bc    values: centralities, or arcs; options. By the tolerance of the type; where the options ask for an error,
 *         within that of the betweenness from all vertices
 * Other rows say so in their file. */
#define REFERENCE_ROW(name) extern const reference_row reference_##name;
TP_ALGORITHMS(REFERENCE_ROW)
#undef REFERENCE_ROW
/* Who answers in a build without GraphBLAS, and for rows that say so. */
#define REFERENCE_TEXTBOOK "a textbook algorithm"

/* All of this as one table. A program loads the reference, and GraphBLAS with it, only if it is asked to verify, since
 * GraphBLAS alone makes a program start 5 ms later. */
typedef struct reference_calls {
    bool has_graphblas; /* else textbook algorithms answer */
    __typeof__(reference_name) *name;
    __typeof__(reference_set_threads) *set_threads;
    const reference_row *(*find)(const char *algorithm); /* NULL: there is no such algorithm */
} reference_calls;
#define REFERENCE_TABLE "reference_table" /* its symbol */
extern const reference_calls reference_table;

#endif
