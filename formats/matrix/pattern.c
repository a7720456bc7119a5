/* SPDX-License-Identifier: Apache-2.0
 *
 * The numbers of patterns, by which products of matrices know those that they have seen.
 */
#include "formats/matrix/matrix.h"

/* (Of all contexts. 64 bits do not come to an end.) */
static uint64_t last_number;

tropic_status tp_matrix_pattern_number(tropic_context *context, const tropic_matrix *matrix, uint64_t *number)
{
    tropic_matrix *A = (tropic_matrix *)matrix; /* a form made on demand is no change */
    TP_TRY(tp_matrix_lock(context, A));
    if (A->pattern_number == 0) A->pattern_number = __atomic_add_fetch(&last_number, 1, __ATOMIC_RELAXED);
    *number = A->pattern_number;
    tp_matrix_unlock(A);
    return TROPIC_OK;
}
