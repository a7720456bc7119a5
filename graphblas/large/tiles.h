/* SPDX-License-Identifier: Apache-2.0
 *
 * Tiles, diagonals and shapes of large objects: their entries move to other places.
 */
#ifndef GRB_LARGE_TILES_H
#define GRB_LARGE_TILES_H

#include "graphblas/large.h"

/* C = the tiles, m x n of them, whose sizes and types are right. */
bool grb_concat_large(grb_call *c, GrB_Matrix C, const GrB_Matrix *tiles, GrB_Index m, GrB_Index n);
/* made[k] = the tiles of A, whose heights and widths add up to its sizes. */
bool grb_split_large(grb_call *c, GrB_Matrix *made, const GrB_Index *heights, GrB_Index m, const GrB_Index *widths,
                     GrB_Index n, GrB_Matrix A);
/* The size of a matrix with v on diagonal k; 0: it is no size. */
GrB_Index grb_diagonal_size(GrB_Index n, int64_t k);
/* The entries of that matrix, and those of a diagonal of A, as of a vector. */
bool grb_tuples_on_diagonal(grb_call *c, grb_tuples *t, GrB_Vector v, int64_t k);
bool grb_tuples_of_diagonal(grb_call *c, grb_tuples *t, GrB_Matrix A, int64_t k);
/* Those of A in another shape, of as many places. */
bool grb_tuples_reshaped(grb_call *c, grb_tuples *t, GrB_Matrix A, bool by_column, GrB_Index nrows, GrB_Index ncols);

#endif
