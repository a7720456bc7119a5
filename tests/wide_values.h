/* SPDX-License-Identifier: Apache-2.0
 *
 * Values of any number of bytes, operators of them, which are functions and find the size behind `self`, and a matrix
 * and a vector. Each byte of a result depends on the same byte of the operands, and on the place.
 */
#ifndef TROPIC_TESTS_WIDE_VALUES_H
#define TROPIC_TESTS_WIDE_VALUES_H

#include <tropic_host.h>

#include "tests/fixtures.h"

/* Places of a vector, of the rows and columns of a matrix, and entries of the matrix, some at one place. */
enum { N = 9, ARCS = 40 };

/* Functions, with the size of their values. */
typedef struct wide_functions {
    tropic_host_operator host;
    size_t size;
} wide_functions;

typedef struct wide_fixture {
    tropic_context *context;
    size_t size;
    tropic_type type;
    wide_functions plus_functions, times_functions, less_functions, shown_functions;
    tropic_operator *plus, *times, *less, *shown;
    tropic_semiring *semiring;
    tropic_matrix *A;
    bool a_has[N * N], u_has[N];
    uint8_t *a, *u; /* by place */
    tropic_vector *v;
} wide_fixture;

/* The operators, for one value. shown: of its first byte and its last. */
void wide_plus(size_t size, uint8_t *z, const uint8_t *x, const uint8_t *y);
void wide_times(size_t size, uint8_t *z, const uint8_t *x, const uint8_t *y, int i, int j);
bool wide_less(size_t size, const uint8_t *x, const uint8_t *y);
int64_t wide_shown(size_t size, const uint8_t *x);

void wide_open(wide_fixture *f, size_t size);
void wide_close(wide_fixture *f);
/* A random value. */
void wide_fill(const wide_fixture *f, uint8_t *value, uint64_t *random);
/* The k-th of an array. */
uint8_t *wide_at(const wide_fixture *f, uint8_t *values, int64_t k);
/* Adds x to a sum that there may be. */
void wide_add(const wide_fixture *f, bool *has, uint8_t *sum, const uint8_t *x);

/* An wide_expected result, by place. */
typedef struct wide_expected {
    bool has[N * N];
    uint8_t *value;
} wide_expected;

wide_expected wide_nothing(const wide_fixture *f);
void wide_expect_vector(const wide_fixture *f, const tropic_vector *w, const wide_expected *e, const char *what);
void wide_expect_matrix(const wide_fixture *f, const tropic_matrix *C, const wide_expected *e, const char *what);

/* The sizes that are tried. */
#define WIDE_SIZES                                                                                                     \
    {                                                                                                                  \
        129, 1000, 4097, TROPIC_TYPE_MAX                                                                               \
    }

#endif
