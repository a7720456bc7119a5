/* SPDX-License-Identifier: Apache-2.0
 *
 * The result of a call, as bytes.
 */
#ifndef TROPIC_TESTS_MATRIX_OUTCOME_H
#define TROPIC_TESTS_MATRIX_OUTCOME_H

#include "tests/common.h"

/* Equal bytes, if the matrices are equal. */
typedef struct matrix_outcome {
    tropic_context *context;
    tropic_type type; /* of the matrix; distances are INT64 */
    int part;         /* the part of the matrix in the call: an input, the mask, the old result */
    char *bytes;      /* free() them */
    size_t count;
} matrix_outcome;

/* Each appends something to the bytes. */
void note(matrix_outcome *o, const void *bytes, size_t count);
void note_number(matrix_outcome *o, int64_t number);
void note_matrix(matrix_outcome *o, const tropic_matrix *A);
void note_vector(matrix_outcome *o, const tropic_vector *v);
/* The same, and frees the result. */
void note_made(matrix_outcome *o, tropic_matrix *made);
void note_result(matrix_outcome *o, tropic_vector *v);

#endif
