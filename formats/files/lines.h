/* SPDX-License-Identifier: Apache-2.0
 *
 * Lines of `from to [value]`, the body of most formats, and columns of values.
 */
#ifndef TP_LINES_H
#define TP_LINES_H

#include "formats/files/chunks.h"
#include "formats/files/columns.h"
#include "formats/matrix/compact.h"

/* A value while its column is being read: an integer until a real number is met. */
typedef union tp_cell {
    int64_t integer;
    double real;
} tp_cell;

typedef enum tp_column {
    TP_COLUMN_NONE, /* no values */
    TP_COLUMN_SKIP, /* there, and not looked at */
    TP_COLUMN_INTEGER,
    TP_COLUMN_REAL,
    TP_COLUMN_ANY /* integers if all are */
} tp_column;

typedef struct tp_values {
    tp_column column;
    const char *name;      /* for messages: "weight" */
    tropic_type real_type; /* FP32 or FP64 */
    bool special;          /* infinities and NaN are let through */
    bool negated;          /* each also stands with its sign changed, which must fit */
    tp_cell *cells;
} tp_values;

/* The column that a file has, or none, as the caller's options want it read. */
static inline tp_column tp_column_wanted(tp_column column, const tropic_load_options *options)
{
    return column != TP_COLUMN_NONE && options->ignore_values ? TP_COLUMN_SKIP : column;
}
/* Reads the value at p into cells[k]; the chunk's values begin at `first`. Returns the place after
 * it, or NULL after noting the cause. */
const char *tp_read_value(tp_chunk *chunk, const char *p, const tp_values *values, int64_t first, int64_t k);
/* Allocates cells for `count` values, unless the column is skipped. Status: OUT_OF_MEMORY. */
tropic_status tp_values_allocate(tropic_context *context, tp_values *values, int64_t count);
/* Ends reading, which went so far as `status` says, and returns that. If it is OK, the cells become entries->values,
 * packed in place into the narrowest type that holds all; else they are released. */
tropic_status tp_values_close(tropic_context *context, tp_values *values, tp_chunks *chunks, tp_entries *entries,
                              tropic_status status);

typedef struct tp_lines {
    const tp_columns
        *columns; /* where the fields of a line stand; NULL: `from to [value]`, by blanks, or by `commas` */
    char comment[2];
    char letter;            /* every line begins with it; 0: with an id */
    bool commas;            /* may separate, besides blanks */
    bool changes;           /* a column of 1 and -1 stands behind the ids, which becomes `change` */
    bool trailing;          /* one more column is there and not looked at */
    const char *names[2];   /* of the ids, for messages */
    tropic_index limits[2]; /* ids are 1 .. limit, and become ids from 0; both 0: any 64-bit
                               integers, for tp_compact */
    int64_t expected;       /* how many lines; -1: any number */
    tp_values values;
    tp_file_ids file_ids; /* out: ids without limits */
    int8_t *change;       /* out: of the context's memory; of each line */
} tp_lines;

/* Reads the rest of the text, from `body`, into entries->count, row_ids, col_ids (or lines->file_ids),
 * type and values. On failure nothing is left allocated but what tp_entries_free releases, and
 * lines->file_ids.isolated. */
tropic_status tp_lines_read(tropic_context *context, const tp_text *text, const char *body, tp_lines *lines,
                            tp_entries *entries);

#endif
