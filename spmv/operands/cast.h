/* SPDX-License-Identifier: Apache-2.0
 *
 * Values of matrices as those of another type, by several threads.
 */
#ifndef TP_MATRIX_CAST_H
#define TP_MATRIX_CAST_H

#include "formats/matrix/lists.h"
#include "semiring/cast.h"

/* *made = a copy of the values of `from` as values of `to`, which the caller releases; NULL where the types are one. */
tropic_status tp_cast_values(tropic_context *context, tropic_type to, tropic_type from, const void *values,
                             tropic_offset count, void **made);
/* The lists of A, with values of `type`, *made if they had to be cast. A pattern stays one. */
tropic_status tp_matrix_open_cast(tropic_context *context, const tropic_matrix *A, tp_orientation orientation,
                                  tropic_type type, tp_lists *lists, void **made);

#endif
