/* SPDX-License-Identifier: Apache-2.0
 *
 * Lists of rows and columns that callers give, and rows and columns taken by them.
 */
#ifndef TP_INDICES_H
#define TP_INDICES_H

#include "formats/matrix/hypersparse.h"

/* A caller's tropic_indices of n rows or columns, as it is, and the other way round. */
typedef struct tp_indices {
    const tp_memory *memory;
    tropic_index n, count;
    const tropic_index *ids;    /* NULL: all, in order, or a range */
    tropic_index first, stride; /* of a range that is not listed; stride 0: it is no range */
    bool ascending;             /* strictly */
    tropic_index *made;         /* memory of ids, where they were a range */
    /* Made for those who assign. */
    bool *in;               /* which of the n occur; NULL: all */
    tropic_index *place_of; /* where in the list; -1: nowhere. NULL: all, in order */
} tp_indices;

/* Checks the ids, and lists nothing: a range stays one. There is nothing to close. */
tropic_status tp_indices_check(tropic_context *context, tp_indices *list, const tropic_indices *given, const char *name,
                               tropic_index n);
/* The same, and lists the ids; `name` is the argument's. `distinct`: no id occurs twice, and in and place_of are made.
 * On failure there is nothing to close.
 * Status: INVALID_ARGUMENT, INDEX_OUT_OF_RANGE, OUT_OF_MEMORY. */
tropic_status tp_indices_open(tropic_context *context, tp_indices *list, const tropic_indices *given, const char *name,
                              tropic_index n, bool distinct);
/* Is it anything but all, in order? */
static inline bool tp_indices_listed(const tp_indices *list)
{
    const bool all = !list->ids && list->first == 0 && list->stride <= 1 && list->count == list->n;
    return !all;
}
/* *list, which was checked alone, becomes one that is listed and distinct, of n rows or columns; these have names that
 * its ids are among, or NULL. On failure there is nothing to close. */
tropic_status tp_indices_open_named(tropic_context *context, tp_indices *list, const char *name, tropic_index n,
                                    const tropic_index *names);
/* *names = the ids of a list that was checked alone. INVALID_ARGUMENT: one occurs twice. */
tropic_status tp_indices_names(tropic_context *context, const tp_indices *list, const char *name, tp_names *names);
/* One row or column alone. */
tropic_status tp_indices_open_one(tropic_context *context, tp_indices *list, tropic_index id, const char *name,
                                  tropic_index n, bool distinct);
/* Of one that was never opened: nothing. */
void tp_indices_close(tp_indices *list);

/* Which rows and columns of a matrix a new one has. */
typedef struct tp_taking {
    tropic_index rows, cols; /* of the new matrix */
    const tropic_index *row; /* its row i is the old row row[i], -1: empty. NULL: first_row + i */
    tropic_index first_row;
    /* Its columns; without any of these, they are the old ones. */
    const tropic_index *col; /* likewise; column by column, at the cost of two transposes */
    const tropic_index *to;  /* instead, if that does not fall: what old column j becomes, -1: it is dropped */
    bool span;               /* instead: column j is the old column first_col + j */
    tropic_index first_col;
} tp_taking;

/* Makes those rows, which the caller frees. */
tropic_status tp_take_lists(tropic_context *context, const tp_lists *from, const tp_taking *t, tp_lists *out);
/* The other way round: row r of `from` becomes row rows->ids[r], and likewise its columns. The lists are distinct. */
tropic_status tp_place_lists(tropic_context *context, const tp_lists *from, const tp_indices *rows,
                             const tp_indices *cols, tp_lists *out);

#endif
