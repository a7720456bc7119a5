/* SPDX-License-Identifier: Apache-2.0
 *
 * Vectors of random operations: drawn, compared between the library and GraphBLAS, and freed.
 */
#ifndef TROPIC_TESTS_OPERATION_VECTORS_H
#define TROPIC_TESTS_OPERATION_VECTORS_H

#include "tests/operations.h"

/* A random value: small, a quarter of a whole number where it has fractions; sometimes an end of its type, an
 * infinity or a NaN. */
typedef enum operand_values {
    VALUES_ANY,
    VALUES_UNITS, /* 1 or -1 instead of small numbers, so that products stay exact */
    VALUES_TAME   /* no ends, infinities and NaN, of which not all sums are defined alike */
} operand_values;
void operand_draw_value(void *value, tropic_type type, operand_values values, uint64_t *random);
/* A vector of them, of any density and form. */
void operand_draw(operand *x, tropic_context *context, tropic_type type, tropic_index n, operand_values values,
                  uint64_t *random);
/* A block of so many columns of n places. */
void operand_draw_block(operand *x, tropic_context *context, tropic_type type, tropic_index n, tropic_index columns,
                        operand_values values, uint64_t *random);
void operand_free(operand *x);

/* Equal, both NaN, or zeros of either sign. */
bool operand_equal(tropic_type type, const void *a, const void *b);
/* Has it such an entry; or, of a floating type, one that is no NaN? */
bool operand_contains(const operand *x, const void *value);
bool operand_has_number(const operand *x);
/* Fails the test, with the text, unless library and GraphBLAS have the same entries. */
void operand_compare(const operand *x, tropic_context *context, const char *text);
/* Gives GraphBLAS the library's entries, without the signs of zeros; with `random`, gives the library's vector
 * another form first. */
void operand_renew(operand *x, tropic_context *context, uint64_t *random);

#endif
