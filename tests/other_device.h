/* SPDX-License-Identifier: Apache-2.0
 *
 * Matrices of which one device alone has something, and every call of a context that has another device, or none.
 */
#ifndef TROPIC_TESTS_OTHER_DEVICE_H
#define TROPIC_TESTS_OTHER_DEVICE_H

#include "tests/common.h"

/* The forms on the device. */
typedef enum other_form {
    OTHER_ROWS,
    OTHER_COLUMNS,
    OTHER_BOTH,
    OTHER_DENSE,  /* and rows */
    OTHER_NAMED,  /* the rows of a hypersparse matrix's core */
    OTHER_PRIMED, /* whatever calls make on demand: orientations, casts, facts */
    OTHER_FORMS
} other_form;

/* Gives the device that form of A, which the host has by rows. */
typedef void other_give(void *of, tropic_matrix *A, other_form form);

/* Takes all away that A has on the host. */
void other_forget_host(tropic_matrix *A);
/* Every call by the reader, which is reproducible, gives the result of a matrix from the host. */
void other_check_calls(tropic_context *reader, other_give *give, void *of);
/* The same of calls of two readers at once. */
void other_check_threads(tropic_context *const readers[2], other_give *give, void *of);

#endif
