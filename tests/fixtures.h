/* SPDX-License-Identifier: Apache-2.0
 *
 * Objects of many tests: values of any built-in type, matrices and vectors of them, and centralities. An object
 * made or returned here is the caller's; a call that fails ends the test.
 */
#ifndef TROPIC_TESTS_FIXTURES_H
#define TROPIC_TESTS_FIXTURES_H

#include "tests/common.h"
#include "tests/graphs.h"

/* Zeros, and room for one more; free() it. */
void *test_room(int64_t count, size_t size);

/* -- values ------------------------------------------------------------------------------------ */

bool test_is_floating(tropic_type type);
bool test_is_unsigned(tropic_type type);
/* The largest value of an integer type; INFINITY of others. */
double test_value_max(tropic_type type);
/* A whole number as the type has it: a truth value, its magnitude where there is no sign, or itself. */
double test_value_as(tropic_type type, double value);
/* Stores that, and loads the value there. (long double holds every INT64 and UINT64.) */
void test_value_store(tropic_type type, void *values, int64_t k, long double value);
long double test_value_load(tropic_type type, const void *values, int64_t k);
/* A distance, or a level in INT32; INFINITY where nothing is reached. */
long double test_distance_load(tropic_type type, const void *values, int64_t k);

/* -- matrices and vectors ---------------------------------------------------------------------- */

/* A graph's entries, their weights in this type; a pattern where it has none. Options may be NULL. */
tropic_matrix *test_matrix_of(tropic_context *context, const test_graph *graph, tropic_type type,
                              const tropic_build_options *options);
/* Of test_path(n), a pattern. */
tropic_matrix *test_path_matrix(tropic_context *context, tropic_index n);
/* With these values of its type at all places; NULL: without an entry. */
tropic_vector *test_vector_of(tropic_context *context, tropic_type type, tropic_index n, const void *values);
/* A vector's values in its own type, 0 where there is no entry; free() them. */
void *test_values_of(tropic_context *context, const tropic_vector *v);
/* The same as double, where a distance or a level that is not reached is INFINITY. */
double *test_numbers_of(tropic_context *context, const tropic_vector *v);

/* Both, each in its context, have the same shape, type, places and values. */
void test_matrices_same(tropic_context *a_context, const tropic_matrix *A, tropic_context *b_context,
                        const tropic_matrix *B);
/* Vertices spread over the graph, none twice: `max` of them, or all; how many. */
tropic_index test_spread(tropic_index n, tropic_index max, tropic_index *vertices);

/* -- calls that are cancelled ------------------------------------------------------------------ */

/* A reproducible context on the device of the test, whose calls go on until they have asked *left times; always, if
 * that is negative. */
tropic_context *test_stoppable(int *left);

/* -- betweenness ------------------------------------------------------------------------------- */

/* A pointer to the options with a report. */
#define test_reporting(options, report) ((tropic_bc_options[]){test_bc_reporting(options, report)})
tropic_bc_options test_bc_reporting(const tropic_bc_options *options, tropic_bc_report *report);
/* Of every vertex, in FP64 or FP32; `wanted` is the status. free() them. */
double *test_centralities(tropic_context *context, const tropic_matrix *A, tropic_type type,
                          const tropic_bc_options *options, tropic_status wanted, tropic_run_report *report);
/* A run with a checkpoint that is cancelled again and again, by *left of test_stoppable, and gone on with to its end.
 * Returns how often it was cancelled. */
int test_resume_bc(const tropic_matrix *A, const tropic_bc_options *options, tropic_context *context, int *left);
/* |got - expected| <= relative * expected + slack, and none is negative. */
void test_centralities_near(const char *name, const double *got, const double *expected, tropic_index n,
                            double relative, double slack);

#endif
