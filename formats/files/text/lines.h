/* SPDX-License-Identifier: Apache-2.0
 *
 * Lines of `from to [value]`, the body of most formats, and columns of values.
 */
#ifndef TP_LINES_H
#define TP_LINES_H

#include "formats/files/text/body.h"
#include "formats/files/text/columns.h"
#include "formats/matrix/build/compact.h"

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
    bool real;             /* the cells are real, so far */
    tp_cell *cells;
    int64_t capacity; /* entries that there is room for, also of ids */
} tp_values;

/* The column that a file has, or none, as the caller's options want it read. */
static inline tp_column tp_column_wanted(tp_column column, const tropic_load_options *options)
{
    return column != TP_COLUMN_NONE && options->ignore_values ? TP_COLUMN_SKIP : column;
}
/* Reads the value at p into cells[k]; the chunk's values begin at `first`. Returns the place after
 * it, or NULL after noting the cause. */
const char *tp_read_value(tp_chunk *chunk, const char *p, const tp_values *values, int64_t first, int64_t k);
/* Makes room for the values and ids of the entries that chunks have counted, of `expected` in the file, -1: any number.
 * Status: OUT_OF_MEMORY. */
tropic_status tp_entries_reserve(tropic_context *context, tp_entries *entries, tp_values *values,
                                 const tp_chunks *chunks, int64_t expected);
/* The same of values alone. It is the caller who sets values->capacity, to `capacity`. */
tropic_status tp_values_reserve(tropic_context *context, tp_values *values, int64_t used, int64_t capacity);
/* Once chunks have been read: makes all cells up to there real if one is. */
void tp_values_settle(tp_values *values, tp_chunks *chunks);
/* Ends reading, which went so far as `status` says, and returns that. If it is OK, the cells become entries->values,
 * packed in place into the narrowest type that holds all; else they are released. */
tropic_status tp_values_close(tropic_context *context, tp_values *values, tp_entries *entries, tropic_status status);

typedef struct tp_lines {
    /* Where the fields of a line stand; NULL: `from to [value]`, by blanks, or by `commas`. */
    const tp_columns *columns;
    char comment[2];
    char letter;          /* every line begins with it; 0: with an id */
    bool commas;          /* may separate, besides blanks */
    bool changes;         /* a column of 1 and -1 stands behind the ids, which becomes `change` */
    bool trailing;        /* one more column is there and not looked at */
    const char *names[2]; /* of the ids, for messages */
    /* Ids are 1 .. limit, and become ids from 0; both 0: any 64-bit integers, for tp_compact. */
    tropic_index limits[2];
    int64_t expected; /* how many lines; -1: any number */
    bool traced;      /* tp_body_line will be asked; then body is to be freed */
    tp_values values;
    tp_file_ids file_ids; /* out: ids without limits */
    int8_t *change;       /* out: of the context's memory; of each line */
    bool *
        lonely; /* out: the same; rows of a table with a source and no target, both of whose ids are that; NULL: none */
    tp_body body; /* out */
} tp_lines;

/* Reads the rest of the text, from p in its window, into entries->count, row_ids, col_ids (or lines->file_ids), type
 * and values. On failure nothing is left allocated but the arrays that tp_entries_free releases,
 * lines->file_ids.isolated and lines->body. */
tropic_status tp_lines_read(tropic_context *context, tp_text *text, const char *p, tp_lines *lines,
                            tp_entries *entries);

#endif
