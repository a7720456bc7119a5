/* SPDX-License-Identifier: Apache-2.0
 *
 * A slow, plain model of the stored entries of a matrix built from entries, and the comparison with it.
 */
#ifndef TROPIC_TESTS_MATRIX_MODEL_H
#define TROPIC_TESTS_MATRIX_MODEL_H

#include "tests/fixtures.h"

/* Entries as a caller has them; weights are whole numbers, so that every type holds them. */
typedef struct test_entries {
    tropic_index rows, cols;
    int64_t count;
    tropic_index *row, *col;
    int *weight;
} test_entries;

/* Weights of -TEST_WEIGHT_MAX .. TEST_WEIGHT_MAX. */
enum { TEST_WEIGHT_MAX = 9 };
test_entries test_entries_random(uint64_t *seed, tropic_index rows, tropic_index cols, int64_t count);
void test_entries_free(test_entries *e);
/* from_coo in this type. */
tropic_matrix *test_entries_build(tropic_context *context, const test_entries *e, tropic_type type,
                                  const tropic_build_options *options);

typedef struct test_place {
    tropic_index row, col;
    int64_t order; /* of the entry among all */
    double value;
} test_place;

/* Places in order of row, then column. */
typedef struct test_model {
    tropic_index rows, cols;
    int64_t count;
    test_place *place;
    tropic_type type;
} test_model;

/* `rule` is not REFUSE. */
test_model test_model_of(const test_entries *e, tropic_type type, tropic_duplicates rule, bool drop_loops,
                         bool undirected);
test_model test_model_transpose(const test_model *model);
void test_model_free(test_model *model);
/* A's two orientations, sizes and type are the model's. */
void test_model_check(tropic_context *context, const test_model *model, const tropic_matrix *A);

#endif
