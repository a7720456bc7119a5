/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic-bench --spmv: single products, beside cuSPARSE's or GraphBLAS's.
 */
#ifndef BENCH_SPMV_H
#define BENCH_SPMV_H

#include "bench/bench.h"

typedef struct bench_spmv {
    tropic_context *context, *cpu; /* where products run; for what is expected */
    const bench_settings *set;
    double bandwidth; /* of a copy; 0: not known */
    int *wrong;       /* results */
} bench_spmv;

/* A graph's matrix in one type, with random values, and a full vector. Vertices without neighbours have a loop, so
 * that the product is full. Arrays are the matrix's, or the case's. */
typedef struct bench_case {
    const char *graph;
    tropic_type type; /* FP32 or FP64 */
    tropic_index n;
    tropic_offset count;
    const tropic_offset *offsets;
    const tropic_index *ids;
    void *values, *x;
    tropic_matrix *A;
    tropic_vector *u;            /* of the context */
    tropic_vector *expected;     /* plus_times, of the CPU */
    tropic_vector *expected_min; /* min_plus */
} bench_case;

/* One way to multiply. */
typedef struct bench_way {
    const tropic_semiring *semiring;
    bool min; /* it is min_plus; else plus_times */
    tropic_strategy strategy;
    const tropic_vector *mask;
    const bool *allowed; /* what the mask lets through; NULL: all */
    bool structure;
} bench_way;

/* Seconds of the device (wall clock on the CPU), the median; how far the slowest was from the fastest, as a part of it;
 * and wall clock per call. */
typedef struct bench_product {
    double device, spread, wall;
    const char *note; /* "", or what is wrong */
    bool wrong;
} bench_product;

/* -- spmv_case.c -- */
/* Of the pattern of a graph, each arc both ways. */
void bench_case_open(bench_case *c, const bench_spmv *set, const tropic_matrix *pattern, const char *graph,
                     tropic_type type);
void bench_case_close(bench_case *c);
tropic_matrix *bench_pattern(const bench_spmv *set, const bench_input *in);
/* Notes it if the product is wrong; has NULL: all places have a value. */
void bench_case_check(bench_product *t, const bench_spmv *set, const bench_case *c, const bench_way *way,
                      const void *values, const bool *has);
/* Times it, and checks its result. */
bench_product bench_multiply(const bench_spmv *set, const bench_case *c, const bench_way *way);

/* -- spmv_user.c -- */
/* plus_times or min_plus, made by the user's macros. */
const tropic_semiring_source *bench_user_source(tropic_type type, bool min);
/* How long a user's semiring takes when it is first used, then from the cache on disk, then from memory. */
void bench_first_use(const bench_spmv *set);

/* -- graphblas.c -- */
/* GrB_mxv's seconds per product; 0: there is none. */
double bench_grb_mxv(const bench_spmv *set, const bench_case *c, bool min);

#endif
