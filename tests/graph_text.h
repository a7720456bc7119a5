/* SPDX-License-Identifier: Apache-2.0
 *
 * Graph files as texts, and the entries that should be read, as a dense table of places.
 */
#ifndef TROPIC_TESTS_GRAPH_TEXT_H
#define TROPIC_TESTS_GRAPH_TEXT_H

#include "tests/fixtures.h"

/* A line of a file: from, to, value; ids count from 1. */
typedef struct test_line {
    int i, j;
    double value;
} test_line;

/* The entry at (i, j), by labels from 1 to TEST_LABELS. */
enum { TEST_LABELS = 9 };
typedef struct test_places {
    bool has[TEST_LABELS + 1][TEST_LABELS + 1];
    double value[TEST_LABELS + 1][TEST_LABELS + 1];
} test_places;

/* The values of several lines, in their order, by a rule that is neither DEFAULT nor REFUSE. */
double test_fold(tropic_duplicates rule, const double *values, int count);
/* A sum, or the smallest, and so on of all lines at a place, or with `both` of all at it and at its transpose. */
void test_place_lines(test_places *p, const test_line *lines, int count, tropic_duplicates rule, bool both);

/* Loads a file of this name and text; *A stays as it is where that fails. Frees the text. */
tropic_status test_load_text(tropic_matrix **A, tropic_context *context, const char *name, char *text,
                             const tropic_load_options *options);
/* Such a file is refused, with this text in the message. */
void test_refuse_text(tropic_context *context, const char *name, const char *text, const char *message);
/* A has these places, by its labels, and unless it is to be a pattern, these values. `text` is for a message. */
void test_check_places(tropic_context *context, const tropic_matrix *A, const test_places *p, bool pattern,
                       const char *text);
/* Has A a note with this text in it? */
bool test_has_note(const tropic_matrix *A, const char *text);

#endif
