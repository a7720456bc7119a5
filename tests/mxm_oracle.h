/* SPDX-License-Identifier: Apache-2.0
 *
 * Products of matrices by the definition, over INT64, and random matrices to multiply. Knows nothing of how the library
 * does it.
 */
#ifndef TROPIC_TESTS_MXM_ORACLE_H
#define TROPIC_TESTS_MXM_ORACLE_H

#include "tests/graphs.h"
#include "tests/operation_matrices.h"

/* The product of A(r,i) = x and B(i,j) = y. */
typedef int64_t mxm_multiply(int64_t x, int64_t y, tropic_index i, tropic_index j, tropic_index r);

/* From a graph's places, each once, with small values from its seed. */
tropic_matrix *mxm_matrix(tropic_context *context, test_graph *g, uint64_t seed);
/* A * B with sums that wrap; allowed: of the result's places, row by row, those alone (NULL: all). */
tropic_matrix *mxm_oracle(tropic_context *context, const tropic_matrix *A, const tropic_matrix *B, mxm_multiply *f,
                          const bool *allowed);

#endif
