/* SPDX-License-Identifier: Apache-2.0
 *
 * The answer of a case, in types that no library's header defines: the calls in words, their return values, and the
 * contents of each object after it. The program compares the answers of two plugins, item by item.
 */
#ifndef TROPIC_TESTS_GRAPHBLAS_ANSWER_H
#define TROPIC_TESTS_GRAPHBLAS_ANSWER_H

#include "tests/basics.h"

#include <stddef.h>

/* The user's own type, with so many bytes behind it that a program may ask for: each pair has the same ones. */
typedef struct pair {
    double re, im;
#ifdef TEST_PAIR_REST
    unsigned char rest[TEST_PAIR_REST];
#endif
} pair;
static inline pair new_pair(double re, double im)
{
    pair made = {.re = re, .im = im};
    for (size_t k = 2 * sizeof re; k < sizeof made; k++) ((unsigned char *)&made)[k] = (unsigned char)(7 * k + 1);
    return made;
}

#define ANSWER_TYPE(NAME, C_TYPE) TYPE_##NAME,
typedef enum value_type {
    TEST_EACH_TYPE(ANSWER_TYPE) TYPE_PAIR,
    BUILTIN_TYPES = TYPE_PAIR,
    VALUE_TYPES,
    TYPE_NONE
} value_type;

#define ANSWER_MEMBER(NAME, C_TYPE) C_TYPE NAME;
typedef union value {
    TEST_EACH_TYPE(ANSWER_MEMBER)
    pair PAIR;
} value;

size_t value_size(value_type type);
const char *value_type_name(value_type type);
/* Of type, at place k of an array. */
const void *value_at(value_type type, const void *values, uint64_t k);

/* A call: words and info alone. An object: also its shape, and its entries in the order of rows, then columns. An
 * array, or a value: of one column, i and j are NULL. */
typedef struct answer_item {
    char *words;
    int32_t info;
    int32_t expected; /* the info that the specification asks for, where the reference may depart from it; or 0 */
    value_type type;
    uint64_t rows, cols, count;
    uint64_t *i, *j;
    char *values;
} answer_item;

typedef struct answer {
    answer_item *items;
    size_t count, room;
} answer;

answer_item *answer_add(answer *a, int32_t info, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Room for so many entries of that type: i, j and values. */
void answer_reserve(answer_item *item, value_type type, uint64_t count);
/* One value. */
void answer_value(answer_item *item, value_type type, const void *v);
/* Puts entries in order. */
void answer_sort(answer_item *item);
/* Frees the contents of an item. */
void answer_drop(answer_item *item);
void answer_clear(answer *a);

bool answer_same_contents(const answer_item *a, const answer_item *b);
/* How many items there are before the library had no memory for something: its objects may be anything after that. */
size_t answer_end(const answer *a);
/* The first item in which they differ, or -1; b is the reference's, which counts as far as its memory went. */
ptrdiff_t answer_differs(const answer *a, const answer *b);
/* One item, as a person reads it. */
void answer_print(const answer_item *item);

#endif
