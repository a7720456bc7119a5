/* SPDX-License-Identifier: Apache-2.0
 *
 * Each public call that is given a matrix, and its result.
 */
#ifndef TROPIC_TESTS_MATRIX_CALLS_H
#define TROPIC_TESTS_MATRIX_CALLS_H

#include <pthread.h>

#include "tests/matrix_outcome.h"

/* Matrices are square, of so many rows, with positive values of an integer type with a sign. */
enum { MATRIX_CALLS_N = 40 };

/* The part of the matrix in a call: an input, the mask, the old result. */
#define MATRIX_PARTS 3

typedef struct matrix_call {
    const char *name;
    void (*run)(matrix_outcome *o, tropic_matrix **A); /* may replace A */
} matrix_call;

/* The last has no name. */
extern const matrix_call matrix_calls[];

/* A thread that makes a call once all that wait at `start` are there: pthread_create(&t, NULL, matrix_use, &user). */
typedef struct matrix_user {
    tropic_matrix *A;
    const matrix_call *call;
    matrix_outcome found;
    pthread_barrier_t *start;
} matrix_user;

static inline void *matrix_use(void *of)
{
    matrix_user *u = of;
    pthread_barrier_wait(u->start);
    u->call->run(&u->found, &u->A);
    return NULL;
}

/* Calls that make the kept forms of a matrix on demand: orientations, mirrors, facts, weights. */
void matrix_calls_prime(tropic_context *context, tropic_matrix *A);

#endif
