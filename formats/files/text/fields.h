/* SPDX-License-Identifier: Apache-2.0
 *
 * Lines of a table, split into fields as CSV is (RFC 4180, but with any separator and with blanks around fields). A
 * field in double quotes may hold separators, and a quote as two; it ends in the line that it begins in.
 */
#ifndef TP_FIELDS_H
#define TP_FIELDS_H

#include "formats/files/text/chunks.h"

/* Separates fields: any number of blanks and tabs. Other separators stand once between two fields. */
#define TP_BLANKS ' '
/* Columns of a line of names; more are an error. */
#define TP_MAX_COLUMNS 256

typedef struct tp_field {
    const char *begin, *end; /* the text inside the quotes, or between blanks */
    const char *next;        /* the next field; NULL: it is the last */
} tp_field;

/* Where the line of p begins, which stands behind its leading blanks: a tab there may separate fields. */
const char *tp_line_begin(const tp_chunk *chunk, const char *p);
/* Reads the field at p. Returns the place behind it, of a separator or the end of the line. NULL after noting why it is
 * no field. */
const char *tp_read_field(tp_chunk *chunk, const char *p, char separator, tp_field *field);
/* The fields of a line, as many as there is room for; -1 after noting why it is no line. */
int tp_read_fields(tp_chunk *chunk, const char *p, char separator, tp_field *fields, int room);

/* The separator of the fields of this line: the first comma, semicolon or tab outside quotes, or TP_BLANKS. A tab only
 * if it makes `columns` fields, for tabs may also stand among blanks. */
char tp_find_separator(const char *p, const char *end, int columns);

/* Is the whole field an integer, or a number? */
bool tp_field_integer(const tp_field *field, int64_t *value);
bool tp_field_number(const tp_field *field);
/* Is it an integer with any number of digits? */
bool tp_field_digits(const tp_field *field);
/* Does it begin as a word does? */
bool tp_field_word(const tp_field *field);
/* Is it a number with a comma in the place of the decimal point? */
bool tp_field_decimal_comma(const tp_field *field);
/* The field in quotes for a message, shortened as tp_quote does; "nothing" for an empty one. `buffer` has
 * TP_QUOTE_LENGTH. */
const char *tp_quote_field(char *buffer, const tp_field *field);

/* ---- lines of numbers, between which any of blanks, commas and semicolons may stand ---- */

/* The columns of the line at p. */
int tp_count_columns(const char *p, const char *end, bool commas);
/* The next field of a line: past blanks and, where they separate, at most one comma or semicolon. */
const char *tp_next_field(const char *p, bool commas);

#endif
