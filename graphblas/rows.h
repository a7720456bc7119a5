/* SPDX-License-Identifier: Apache-2.0
 *
 * Matrices that are kept as vectors, one a row.
 */
#ifndef GRB_ROWS_H
#define GRB_ROWS_H

#include "graphblas/call.h"

/* Has the matrix as rows in the call's context; and has it ordinary. */
bool grb_have_rows(grb_call *c, GrB_Matrix A);
bool grb_have_matrix(grb_call *c, GrB_Matrix A);
/* Can a call still go row by row, which has just come to be alone? An iterator may have come first. */
bool grb_goes_by_row(const grb_call *c);
/* Waits until the rows are written, if the matrix has any. */
bool grb_wait_for_rows(grb_call *c, GrB_Matrix A);
/* Frees them, and their entries. */
void grb_free_rows(GrB_Matrix A);

#endif
