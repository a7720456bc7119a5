/* SPDX-License-Identifier: Apache-2.0
 *
 * The numbers of patterns, by which products of matrices know those that they have seen.
 */
#include "formats/matrix/matrix.h"

/* (Of all contexts. 64 bits do not come to an end.) */
static uint64_t last_number;

static tropic_status give_number(tropic_context *context, tropic_matrix *A, void *number)
{
    (void)context;
    if (A->pattern_number == 0) A->pattern_number = __atomic_add_fetch(&last_number, 1, __ATOMIC_RELAXED);
    *(uint64_t *)number = A->pattern_number;
    return TROPIC_OK;
}

tropic_status tp_matrix_pattern_number(tropic_context *context, const tropic_matrix *A, uint64_t *number)
{
    return tp_matrix_with(context, A, give_number, number);
}
