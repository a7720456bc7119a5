/* SPDX-License-Identifier: Apache-2.0
 *
 * Parts of a call, drawn.
 */
#ifndef TROPIC_TESTS_GRAPHBLAS_DRAW_H
#define TROPIC_TESTS_GRAPHBLAS_DRAW_H

#include "tests/graphblas/cases/call.h"

const unary_op *draw_unary(world *w);
const index_op *draw_index(world *w);
/* For values of a type. (SuiteSparse 7.4 does not cast the values for a function of the user's.) */
const select_op *draw_select_op(world *w, value_type type);
const monoid *draw_monoid(world *w);
const semiring *draw_semiring(world *w);
/* same: x and y can be cast to z, too. */
const binary_op *draw_binary(world *w, bool same);

/* An accumulator, or NULL. Not a division: libraries may differ in the sign of a sum that is 0, which it shows. */
const binary_op *draw_accum(world *w, value_type out, value_type result);

/* One id below size, or more: with repetitions, or distinct and so many at most. */
id_list draw_ids(world *w, GrB_Index size, bool distinct);
/* In place of the one there is. */
void draw_descriptor(world *w, call *c);

/* A matrix of that shape, or of the transposed one where the call's descriptor has that bit. */
object *draw_matrix(world *w, const call *c, int bit, value_type type, GrB_Index rows, GrB_Index cols);
/* A matrix, or a vector of that many rows, as the call is of. */
object *draw_operand(world *w, const call *c, int bit, value_type type, GrB_Index rows, GrB_Index cols);
/* The output, the mask and the accumulator for results of some type. */
void draw_output(world *w, call *c, object_kind kind, value_type result, GrB_Index rows, GrB_Index cols);
void draw_value(world *w, call *c, value_type type);

#endif
