/* SPDX-License-Identifier: Apache-2.0
 *
 * Operators that see the place, of two operands or as accumulators: GraphBLAS has none, so their results are computed
 * here, from GraphBLAS's results with FIRST and SECOND.
 */
#ifndef TROPIC_TESTS_OPERATION_PLACES_H
#define TROPIC_TESTS_OPERATION_PLACES_H

#include "tests/operations.h"

/* A vector, or a matrix; the other is NULL. */
typedef struct placed {
    GrB_Vector v;
    GrB_Matrix M;
} placed;

/* T = op(X, Y), where X and Y have the same entries, of `type`; with `meets`, X itself where this has no entry. The old
 * T is lost. */
GrB_Info places_combine(placed T, int op, tropic_type type, placed X, placed Y, placed meets);
/* The operation by GraphBLAS, with an accumulator that sees the place and is of the result's type. */
GrB_Info places_accumulate(const operation *o);

#endif
