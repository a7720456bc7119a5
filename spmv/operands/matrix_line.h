/* SPDX-License-Identifier: Apache-2.0
 *
 * A vector as a line of a matrix (a row, a column or a diagonal), and a line as a vector.
 */
#ifndef TP_MATRIX_LINE_H
#define TP_MATRIX_LINE_H

#include "formats/matrix/lists.h"
#include "formats/vector/vector.h"

/* Place k of a vector is place (row + k, col), (row, col + k) or both: (row + k, col + k). */
typedef struct tp_matrix_line {
    tropic_index row, col;
    bool down, right; /* does the row, or the column, grow with k? */
} tp_matrix_line;

/* The vector's entries on this line, which fits, as rows of a matrix that has so many, in memory of the backend
 * (spmv/matrix_calls.h). */
tropic_status tp_matrix_line_lists(tropic_context *context, const tropic_vector *v, tp_matrix_line line,
                                   tropic_index rows, tp_lists *T);

/* w<mask> (accum)= t, where t has n places, and its entries are all of T, by ascending id; or (`ids`) places ids[k] of
 * it. Takes over T, whatever comes, which is in memory of the backend; its values are of type `made`, or it is a
 * pattern. */
tropic_status tp_matrix_line_write(tropic_vector *w, const tropic_vector *mask, const tropic_operator *accum,
                                   tp_lists *T, tropic_type made, const tropic_index *ids, tropic_index n,
                                   const tropic_descriptor *descriptor);
/* The same of all places of t, where T is in host memory. */
tropic_status tp_matrix_line_write_host(tropic_vector *w, const tropic_vector *mask, const tropic_operator *accum,
                                        tp_lists *T, tropic_type made, const tropic_descriptor *descriptor);

#endif
