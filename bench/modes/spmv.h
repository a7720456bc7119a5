/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic-bench --spmv: single products, beside cuSPARSE's or GraphBLAS's.
 */
#ifndef BENCH_SPMV_H
#define BENCH_SPMV_H

#include "bench/calls.h"

/* Products run on the place; expected results are those of the session's CPU. */
typedef struct bench_spmv {
    bench_session *s;
    const bench_place *place;
} bench_spmv;

/* A graph's matrix in one type, with random values, and a full vector U. Vertices without neighbours have a loop, so
 * that the product is full. Arrays are the matrix's, or the case's. */
typedef struct bench_case {
    const char *graph;
    bench_operands o; /* of FP32 or FP64 */
    tropic_index n;
    tropic_offset count;
    const tropic_offset *offsets;
    const tropic_index *ids;
    void *values, *x;
    tropic_vector *expected[2]; /* over plus_times and min_plus, of the CPU */
    const bool *allowed;        /* the places that the mask lets through; NULL: all */
} bench_case;

/* Seconds of the device (wall clock on the CPU), the median; how far the slowest was from the fastest, as a part of it;
 * and wall clock per call. */
typedef struct bench_product {
    double device, spread, wall;
    const char *note; /* "", or the error */
    bool wrong;
} bench_product;

/* -- spmv_case.c -- */
/* The pattern of a graph, each arc both ways, and a loop at each vertex without neighbours. */
tropic_matrix *bench_pattern(const bench_spmv *set, const bench_input *in);
void bench_case_open(bench_case *c, const bench_spmv *set, const tropic_matrix *pattern, const char *graph,
                     tropic_type type);
void bench_case_close(bench_case *c);
/* v[name], with U's values, of a context's type and places. */
void bench_case_vector(const bench_case *c, bench_operands *o, bench_vector_name name);
/* Notes it if a product over that semiring is wrong; has NULL: all places have a value. */
void bench_case_check(bench_product *t, const bench_spmv *set, const bench_case *c, tropic_builtin semiring,
                      const void *values, const bool *has);
/* Times w = A u, and checks it. */
bench_product bench_multiply(const bench_spmv *set, bench_case *c, const bench_call *row);

/* -- spmv_user.c -- */
/* plus_times or min_plus, made by the user's macros. */
const tropic_semiring_source *bench_user_source(tropic_type type, bool min);
/* How long a user's semiring takes when it is first used, then from the cache on disk, then from memory. */
void bench_first_use(const bench_spmv *set);

/* -- graphblas.c -- */
/* GrB_mxv's seconds per product; 0: there is none. */
double bench_grb_mxv(const bench_spmv *set, const bench_case *c, tropic_builtin semiring);

#endif
