/* SPDX-License-Identifier: Apache-2.0
 *
 * The columns of a table by its line of names.
 */
#ifndef TP_NAME_COLUMNS_H
#define TP_NAME_COLUMNS_H

#include "formats/files/text/column_names.h"
#include "formats/matrix/notes.h"

typedef struct tp_name_columns {
    const tp_text *text;
    const char *at;         /* the line of names */
    const tp_field *fields; /* the names */
    int count;
    const tp_field *edge; /* the first edge; NULL: there is none */
    int edge_count;
    /* Found: */
    int of[TP_ROLES];
    bool placed[TP_ROLES]; /* by its place, which the name does not say */
    bool ends, ambiguous;  /* source and target were found; in more than one way */
    bool weights;          /* more than one column may be the weight */
    bool other_weights;    /* there are others with less sure names */
    bool unnamed_weight;   /* none is named so, and there are columns with other names */
    tp_column_name *names; /* `count`, the caller's */
    tp_meaning *meanings;  /* likewise */
} tp_name_columns;

/* Finds the columns: by names, and those without a telling name by place, of at most three columns. */
void tp_name_columns_find(tp_name_columns *n);
/* Do the names tell all that they must, or contradict each other? */
bool tp_name_columns_known(const tp_name_columns *n);
/* Does the line of the first edge look like one below these names? */
bool tp_name_columns_fit(const tp_name_columns *n);
/* FORMAT_ERROR, where the names do not say enough; else notes on the columns that were taken by their places. Status:
 * OUT_OF_MEMORY. */
tropic_status tp_name_columns_check(tropic_context *context, const tp_name_columns *n, bool weight, tp_notes *notes);

/* The names, in quotes, between commas, shortened to the length of the buffer. Returns `list`. */
#define TP_NAMES_LENGTH 256
const char *tp_list_names(char list[TP_NAMES_LENGTH], const tp_field *fields, int count);

#endif
