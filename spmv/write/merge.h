/* SPDX-License-Identifier: Apache-2.0
 *
 * Two matrices merged row by row, with an operator where they meet: the loop under ewise_add, ewise_multiply,
 * ewise_union and every write to a matrix.
 */
#ifndef TP_MERGE_H
#define TP_MERGE_H

#include "formats/matrix/lists.h"
#include "semiring/evaluate.h"

TP_BEGIN_C

/* Rows of one matrix, on the host. */
typedef struct tp_merge_rows {
    const tropic_offset *offsets; /* NULL: there is no entry */
    const tropic_index *ids;
    const void *values; /* NULL: all are `one` */
    const void *one;
    tropic_type type; /* of the values */
    size_t size;      /* of one */
} tp_merge_rows;

/* Which entries the result has, and of what. */
typedef enum tp_merge_kind {
    TP_MERGE_UNION,        /* x and y; op where both have an entry */
    TP_MERGE_INTERSECTION, /* op where both have an entry */
    TP_MERGE_FILLED,       /* as UNION, with op(x, beta) or op(alpha, y) where one of them alone has an entry */
    TP_MERGE_WRITE         /* x is the old matrix, y the new one: see below */
} tp_merge_kind;

/* TP_MERGE_WRITE: at a place that the mask lets through, y replaces x (op: is accumulated into it); elsewhere x stays
 * unless it is `replaced`. Places outside of a region keep x where the mask lets them through, too.
 * Values are cast where types differ: operands to those of op, its results and values that are kept to `type`. */
typedef struct tp_merge {
    tropic_context *context;
    tp_merge_kind kind;
    tropic_index lists;
    tp_merge_rows x, y;
    bool calls; /* f is called; if not, a WRITE takes y */
    tp_evaluator f;
    tropic_type type;         /* of the result's values */
    bool pattern;             /* it has none */
    const void *alpha, *beta; /* of op's types */
    /* The mask. Other kinds than WRITE have entries alone where it lets them through. */
    bool masked;
    tp_merge_rows m; /* no offsets: there is none */
    tp_mask mask;
    bool others_allowed; /* places at which the mask has no entry */
    /* TP_MERGE_WRITE */
    bool replaces;
    const bool *in_rows, *in_cols; /* the region; NULL: all of them */
    bool rows_stay, cols_stay;     /* outside of it, x stays whatever the mask says there */
} tp_merge;

/* The rows of A (`transposed`: its columns); NULL: none. Where they have no values, or these are not to be `read`, all
 * are a one of `type`. */
tropic_status tp_merge_rows_open(tropic_context *context, tp_merge_rows *rows, const tropic_matrix *A, bool transposed,
                                 bool read, tropic_type type);
/* Those of lists, which stay the caller's, with values of `type`. */
tp_merge_rows tp_merge_rows_of(const tp_lists *lists, tropic_type type);
/* Number of entries of so many rows. */
tropic_offset tp_merge_rows_count(const tp_merge_rows *rows, tropic_index lists);
/* Gives each of the entries this value; the lists had no values. On failure they are freed. */
tropic_status tp_lists_fill(tropic_context *context, tp_lists *lists, tropic_type type, const void *value);
/* How many of so many rows a thread takes at a time. */
tropic_index tp_rows_of_chunk(tropic_index lists);
/* Calls body for all rows; `work`: entries that they touch. */
void tp_each_row(tropic_context *context, tropic_index lists, tropic_offset work, tp_loop_body *body, const void *of);
/* Makes the merged rows, which the caller frees; on failure there are none. */
tropic_status tp_merge_run(const tp_merge *m, tp_lists *out);

TP_END_C

#endif
