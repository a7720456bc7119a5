/* SPDX-License-Identifier: Apache-2.0
 *
 * The header of a Matrix Market file, for the readers of matrices and of vectors.
 */
#ifndef TP_MATRIX_MARKET_H
#define TP_MATRIX_MARKET_H

#include "formats/files/text/lines.h"

/* For messages. */
#define TP_NO_OPPOSITE "the opposite of %lld, which a skew-symmetric matrix also holds, does not fit a 64-bit integer"

typedef enum tp_mm_symmetry { TP_MM_GENERAL, TP_MM_SYMMETRIC, TP_MM_SKEW } tp_mm_symmetry;

typedef struct tp_mm_header {
    bool array;            /* every entry, by columns; else coordinates */
    bool pattern;          /* no values */
    bool integer;          /* else real */
    bool complex;          /* pairs of reals, which nobody may want */
    bool unsigned_integer; /* says so of its integers, which the format does not know */
    bool one_sign;         /* its banner begins with one % */
    bool bipartite;        /* says that rows and columns are two sets of vertices */
    tp_mm_symmetry symmetry;
    tropic_index rows, cols;
    int64_t count;    /* entries in the file; of an array, values */
    int64_t line;     /* of the sizes: its number */
    const char *body; /* the place behind it, in the text's window */
} tp_mm_header;

/* Banner, comments and sizes. Status: FORMAT_ERROR. */
tropic_status tp_mm_read_header(tropic_context *context, tp_text *text, tp_mm_header *header);
/* The entries. `options` has real_type, ignore_values and zeros; `special` lets infinities and NaN pass.
 * Status: FORMAT_ERROR, NOT_SUPPORTED (complex values that are to be read). */
tropic_status tp_mm_read_body(tropic_context *context, tp_text *text, const tp_mm_header *header,
                              const tropic_load_options *options, bool special, tp_entries *entries);
/* Values of the array format in the columns before j. */
int64_t tp_mm_array_values(const tp_mm_header *header, int64_t j);
/* The entries of the array format, zeros too. */
tropic_status tp_mm_read_array(tropic_context *context, tp_text *text, const tp_mm_header *header, tp_lines *lines,
                               tp_entries *entries);

#endif
