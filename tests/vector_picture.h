/* SPDX-License-Identifier: Apache-2.0
 *
 * Small vectors of any type, and all that one is and has, to be compared by bytes.
 */
#ifndef TROPIC_TESTS_VECTOR_PICTURE_H
#define TROPIC_TESTS_VECTOR_PICTURE_H

#include "tests/common.h"

enum { PICTURE_PLACES = 6, PICTURE_FILLED = 3, PICTURE_VALUE = 8, PICTURE_TYPES = TROPIC_TYPES + 1 };

/* Where those that picture_make makes have entries, unless they are full. */
extern const tropic_index PICTURE_IDS[PICTURE_FILLED];

/* The built-in types, and a struct of five bytes. */
void picture_types(tropic_context *context, tropic_type *types);
/* Values of any type, told apart by their bytes; a bool is 0 or 1. */
void picture_values(tropic_type type, char *values);
tropic_vector *picture_make(tropic_context *context, tropic_type type, tropic_vector_form form);

/* A vector's form and entries. */
typedef struct picture {
    tropic_type type;
    tropic_index n, columns, count;
    tropic_vector_form form;
    char values[PICTURE_PLACES * PICTURE_VALUE];
    bool present[PICTURE_VALUE]; /* so many that nothing pads the struct, which is compared by bytes */
} picture;

/* Of one with PICTURE_PLACES places at most. */
picture picture_look(tropic_context *context, const tropic_vector *v);
void picture_same(const picture *a, const picture *b);

#endif
