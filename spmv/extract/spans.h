/* SPDX-License-Identifier: Apache-2.0
 *
 * A span of each row: the part of a matrix that is taken where the columns that stay lie side by side in each row, as
 * in a block of rows and columns, a triangle, or a band.
 */
#ifndef TP_SPANS_H
#define TP_SPANS_H

#include "formats/matrix/lists.h"

TP_BEGIN_C

/* Row i of the new lists has the entries of an old row at columns first + i * slope up to last + i * slope - 1. */
typedef struct tp_spans {
    const tp_lists *from;
    tropic_index rows;       /* of the new lists */
    const tropic_index *row; /* the old row is row[i], NULL: first_row + i * row_step */
    int64_t first_row, row_step;
    int64_t row_begin, row_end; /* other old rows count as empty */
    bool whole;                 /* all columns: a span is not looked at */
    int64_t first, last;
    int slope;
    tropic_index less; /* column j becomes j - less */
} tp_spans;

/* The new lists, which the caller frees; `size` is that of the old ones' values, or 0: they are left out. On failure
 * there are none. O(rows + entries of the result), and for each row longer than some ten entries a search.
 * Status: OUT_OF_MEMORY. */
tropic_status tp_spans_extract(tropic_context *context, const tp_spans *s, size_t size, tp_lists *out);

/* Sets the spans of lists, of s->from on the host, whose entries op is true for. False: op is no such operator. */
bool tp_spans_of(tp_spans *s, tropic_index lists, const tropic_operator *op, const void *value);

TP_END_C

#endif
