/* SPDX-License-Identifier: Apache-2.0
 *
 * A graph, whose results the tests of a program verify, and where the verifications write what is wrong.
 */
#ifndef TROPIC_TESTS_VERIFY_CONTEXT_H
#define TROPIC_TESTS_VERIFY_CONTEXT_H

#include "tests/context.h"

#include "reference/reference.h"

static tropic_matrix *A;
static char message[REFERENCE_MESSAGE];

static inline int verify_open(void **state, tropic_index n, tropic_offset arcs, const tropic_index *row,
                              const tropic_index *col, const double *weight)
{
    context_open(state);
    assert_ok(context, tropic_matrix_from_coo(&A, context, n, n, arcs, row, col, TROPIC_FP64, weight, NULL));
    return 0;
}
static inline int verify_close(void **state)
{
    tropic_matrix_free(&A);
    context_close(state);
    reference_finish();
    return 0;
}

#endif
