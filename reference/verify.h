/* SPDX-License-Identifier: Apache-2.0
 *
 * Shared by verifications: the message, and results as plain arrays.
 */
#ifndef TROPIC_REFERENCE_VERIFY_H
#define TROPIC_REFERENCE_VERIFY_H

#include "reference/reference.h"

/* Where a verdict and its sentence are kept. */
typedef struct verify_report {
    const tropic_matrix *A;
    char *message;
    size_t length;
} verify_report;

/* Starts with an empty message. */
verify_report verify_begin(const tropic_matrix *A, char *message, size_t length);
/* REFERENCE_FAILED and why. */
__attribute__((format(printf, 2, 3))) reference_verdict verify_failed(const verify_report *report, const char *format,
                                                                      ...);
/* REFERENCE_MISMATCH: "vertex 12 (index 11): " and the rest. */
__attribute__((format(printf, 3, 4))) reference_verdict verify_differs(const verify_report *report, tropic_index vertex,
                                                                       const char *format, ...);

/* REFERENCE_MISMATCH, of a figure that the run's report has. */
__attribute__((format(printf, 2, 3))) reference_verdict verify_told(const verify_report *report, const char *format,
                                                                    ...);

/* The n values of a full vector of this type, malloc()ed; NULL where it is none, or memory runs
 * out, with the message. `name` is the vector's in the message. */
void *verify_values(const verify_report *report, const tropic_vector *v, tropic_type type, const char *name);
/* The same of FP64 or FP32, as doubles. */
double *verify_reals(const verify_report *report, const tropic_vector *v, const char *name);
/* Checks that A is square and not empty of vertices, and the source in range. */
bool verify_arguments(const verify_report *report, tropic_index source);

/* Value k of an array of a built-in type; 1 where values is NULL. */
long double verify_value_at(const void *values, tropic_type type, int64_t k);

/* The weight that is told of so many edges: `integer`, if exact, and `real`. size: the sum of the weights' sizes. */
reference_verdict verify_weight(const verify_report *report, bool exact, int64_t integer, double real, int64_t edges,
                                long double weight, long double size);

/* Host arrays of a matrix by rows. */
typedef struct verify_arcs {
    const tropic_matrix *A;
    tropic_index n;
    const tropic_offset *offsets;
    const tropic_index *ids;
    tropic_type type;
    const void *weights; /* NULL: there are none */
} verify_arcs;
/* False with the message where A cannot be read. */
bool verify_arcs_of(const verify_report *report, verify_arcs *arcs, tropic_context *context);

/* -- of sets (verify_sets.c): a message names the first vertex that is wrong -------------------- */

/* No two vertices with 1 are neighbours; each other has 0, and a neighbour with 1. */
reference_verdict verify_independent_set(const verify_report *report, const verify_arcs *arcs, const int32_t *set);
/* Neighbours have different colours, and each vertex has neighbours of all lesser ones, from 0 on. */
reference_verdict verify_coloring(const verify_report *report, const verify_arcs *arcs, const int32_t *color);
/* Mates have an edge and are each other's; other edges, but of negative weight, share a vertex with one that is no
 * lighter. *weight = the matching's. */
reference_verdict verify_matching(const verify_report *report, const verify_arcs *arcs, bool weighted,
                                  const int32_t *mate, long double *weight);

/* -- of what a command writes or tells beside its values ---------------------------------------- */

/* Rich-club coefficients of a graph that is undirected and has no loops (verify/rich_club.c). *count: how many. */
reference_verdict verify_rich_club(const verify_report *report, const verify_arcs *arcs,
                                   const tropic_vector *coefficient, int64_t *count);
/* How alike two partitions of n vertices, of numbers from 0 to n - 1, are told to be (verify/partition.c). */
reference_verdict verify_partition(const verify_report *report, const int32_t *a, const int32_t *b, int64_t n,
                                   const tropic_partition_report *told);

/* -- of betweenness (verify_bc.c) -------------------------------------------------------------- */

/* The caller's struct, which may be an older, shorter one. */
tropic_bc_options verify_bc_options(const tropic_bc_options *given);
/* The sources of the run, malloc()ed; NULL with the message where one is out of range, or memory runs out. */
tropic_index *verify_bc_sources(const verify_report *report, const tropic_bc_options *options, tropic_context *context,
                                tropic_index n, int64_t *count);
/* The factor that the options put before the sum over `count` sources. max: the divisor of NORMALIZE_FULL, or 0 if all
 * are zero anyway. ends: sources count for themselves. Then sums over drawn ones are scaled alike. */
double verify_bc_scaling(const tropic_bc_options *options, tropic_index n, int64_t count, double max, bool ends);
/* By which tolerance A's values tie as lengths, unless they are decimals; of whole numbers it is not looked at. */
double verify_bc_tie(const tropic_matrix *A, const tropic_bc_options *options);
/* And by how much at most, if that is more than rounding does; `least`: the least length. */
double verify_bc_tie_most(const tropic_bc_options *options, double least);

#endif
