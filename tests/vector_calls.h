/* SPDX-License-Identifier: Apache-2.0
 *
 * Every public call that is given a vector, and its result.
 */
#ifndef TROPIC_TESTS_VECTOR_CALLS_H
#define TROPIC_TESTS_VECTOR_CALLS_H

#include "tests/matrix_outcome.h"

/* Places of the vector, of FP64. */
enum { VECTOR_CALLS_N = 40 };
/* Its part in a call (matrix_outcome.part): an input, the mask, the old result. */
enum { VECTOR_INPUT, VECTOR_MASK, VECTOR_RESULT, VECTOR_PARTS };

/* The objects that go along with it. */
typedef struct vector_arguments {
    matrix_outcome *o;
    const tropic_matrix *A;
    const tropic_operator *op, *accum;
    const tropic_semiring *semiring;
    double value;
} vector_arguments;

/* Calls whose result is a vector, or a matrix. */
typedef tropic_status vector_writes(const vector_arguments *a, tropic_vector *w, const tropic_vector *mask,
                                    const tropic_vector *u);
typedef tropic_status vector_makes(const vector_arguments *a, tropic_matrix **C, const tropic_vector *mask,
                                   const tropic_vector *u);

/* One of the three. */
typedef struct vector_call {
    const char *name;
    vector_writes *write;
    vector_makes *make;
    void (*run)(matrix_outcome *o, tropic_vector *v);
} vector_call;

/* The last has no name. */
extern const vector_call vector_calls[];
void vector_call_run(const vector_call *call, matrix_outcome *o, tropic_vector *v);

#endif
