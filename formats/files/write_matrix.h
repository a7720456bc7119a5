/* SPDX-License-Identifier: Apache-2.0
 *
 * Parts that the writers of matrices share: checks that their formats can hold a matrix, and lines of entries.
 */
#ifndef TP_WRITE_MATRIX_H
#define TP_WRITE_MATRIX_H

#include "formats/files/read.h"
#include "formats/files/writer.h"
#include "formats/matrix/forms/hypersparse.h"

/* Advice where a format cannot hold a matrix that another can. */
#define TP_INSTEAD ": write a Matrix Market file (.mtx)"

/* The matrix to be written, by rows. */
typedef struct tp_rows {
    const tropic_matrix *A;
    tropic_index rows, cols;
    tropic_offset count;
    tropic_type type;
    const tropic_offset *offsets;
    const tropic_index *ids;
    const void *values; /* NULL: a pattern */
    /* Of a hypersparse matrix `lists` rows, with these names, and ids are positions in those of the columns; else lists
     * is rows, and there are none. */
    tropic_index lists;
    const tropic_index *row_names, *col_names;
} tp_rows;

tropic_status tp_rows_open(tropic_context *context, const tropic_matrix *A, tp_rows *of);
/* The row of list l, and the column of entry k. */
static inline tropic_index tp_row_at(const tp_rows *of, tropic_index l)
{
    return of->row_names ? of->row_names[l] : l;
}
static inline tropic_index tp_col_at(const tp_rows *of, tropic_offset k)
{
    return of->col_names ? of->col_names[of->ids[k]] : of->ids[k];
}

/* Are A and its transpose the same, values included? */
tropic_status tp_is_symmetric(tropic_context *context, const tropic_matrix *A, bool *symmetric);
/* Entries on and below the diagonal. */
tropic_offset tp_count_lower(const tp_rows *of);
/* The vertices without any arc: those without a name, and some with one. */
typedef struct tp_isolated {
    tropic_index count;
    tp_hyperlist names;
    bool *alone; /* by name */
} tp_isolated;

tropic_status tp_find_isolated(tropic_context *context, const tp_rows *of, tp_isolated *found);
bool tp_is_isolated(const tp_isolated *of, tropic_index vertex);
void tp_isolated_free(tropic_context *context, tp_isolated *of);

/* NOT_SUPPORTED where values are a user's structs. */
tropic_status tp_refuse_structs(tropic_context *context, tropic_type type);
/* These name the format with its article. NOT_SUPPORTED where A is not square, is bipartite, or has no vertex. */
tropic_status tp_refuse_shape(tropic_context *context, const tropic_matrix *A, const char *format);
/* NOT_SUPPORTED where a value is infinite or NaN: no reader takes it. */
tropic_status tp_refuse_special(tropic_context *context, const tp_rows *of, const char *format);
/* NOT_SUPPORTED where a value is no integer from `min` to INT64_MAX. */
tropic_status tp_refuse_fractions(tropic_context *context, const tp_rows *of, int64_t min, const char *format);
/* Value k, such an integer of any type; 1 of a pattern. */
int64_t tp_integer_value(const tp_rows *of, int64_t k);

/* How a format writes values. */
typedef enum tp_value_form {
    TP_VALUE_SHORT,  /* the shortest text that reads back as the same number */
    TP_VALUE_TYPED,  /* the same, but a real number always looks like one: 3.0, not 3 */
    TP_VALUE_INTEGER /* tp_integer_value, of a pattern too */
} tp_value_form;

/* A line for each entry: "LETTER ROW COLUMN VALUE". */
typedef struct tp_entry_lines {
    char letter;    /* 0: none */
    char separator; /* of columns */
    bool lower;     /* entries on and below the diagonal alone */
    bool labels;    /* the file's own ids; else they count from 1 */
    tp_value_form form;
} tp_entry_lines;

void tp_write_entries(tp_writer *out, const tp_rows *of, const tp_entry_lines *lines);

#endif
