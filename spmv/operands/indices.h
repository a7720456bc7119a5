/* SPDX-License-Identifier: Apache-2.0
 *
 * Lists of rows and columns that callers give, and rows and columns taken by them.
 */
#ifndef TP_INDICES_H
#define TP_INDICES_H

#include "formats/matrix/forms/hypersparse.h"

TP_BEGIN_C

/* So many rows or columns: ids that ascend, or (NULL) first, first + stride, ...; without a stride, too: none is
 * meant. */
typedef struct tp_ascending {
    const tropic_index *ids; /* in host memory */
    tropic_index first, stride, count;
} tp_ascending;

/* A caller's tropic_indices of n rows or columns, as it is, and the other way round. */
typedef struct tp_indices {
    const tp_memory *memory;
    const char *name; /* of the argument */
    tropic_index n, count;
    const tropic_index *ids; /* NULL: all, in order, or a range */
    bool ascending;          /* strictly */
    bool unchecked;          /* the ids are yet to be looked at */
    bool range;              /* first, first + stride, first + 2 stride, ..., as long as nobody needs ids */
    tropic_index first, stride;
    tropic_index *made; /* memory of ids, where they were a range */
    /* Made for those who assign. */
    bool *in;               /* which of the n occur; NULL: all */
    tropic_index *place_of; /* where in the list; -1: nowhere. NULL: all, in order */
} tp_indices;

/* Checks the ids; `name` is the argument's. `distinct`: no id occurs twice, and ids, in and place_of are made. On
 * failure there is nothing to close.
 * Status: INVALID_ARGUMENT, INDEX_OUT_OF_RANGE, OUT_OF_MEMORY. */
tropic_status tp_indices_open(tropic_context *context, tp_indices *list, const tropic_indices *given, const char *name,
                              tropic_index n, bool distinct);
/* The same, not distinct, without a look at the ids: tp_indices_check does that, unless it was done. Until then they
 * may be any, and count as not ascending. (While a device works on them, the look costs no time.) */
tropic_status tp_indices_open_unchecked(tropic_context *context, tp_indices *list, const tropic_indices *given,
                                        const char *name, tropic_index n);
tropic_status tp_indices_check(tropic_context *context, tp_indices *list);
/* Is it anything but all, in order? */
static inline bool tp_indices_listed(const tp_indices *list)
{
    const bool all = !list->ids && list->first == 0 && list->stride <= 1 && list->count == list->n;
    return !all;
}
/* *list, opened but not as distinct, and not listed since, becomes one that is listed and distinct, of n rows or
 * columns; these have names that its ids are among, or NULL. `ascending`: one that ascends, and is not by names, stays
 * as it is, for tp_indices_ascending. On failure there is nothing to close. */
tropic_status tp_indices_open_named(tropic_context *context, tp_indices *list, const char *name, tropic_index n,
                                    const tropic_index *names, bool ascending);
static inline bool tp_is_none(const tp_ascending *a)
{
    return !a->ids && a->stride == 0;
}
/* A list that tp_indices_open_named left as it was; else none. */
static inline tp_ascending tp_indices_ascending(const tp_indices *list)
{
    const tp_ascending stays = {list->ids, list->first, list->stride, list->count}, none = {NULL, 0, 0, 0};
    return !list->in && (list->ids || list->range) ? stays : none;
}
/* *names = the ids of such a list. INVALID_ARGUMENT: one occurs twice. */
tropic_status tp_indices_hyperlist(tropic_context *context, const tp_indices *list, const char *name,
                                   tp_hyperlist *names);
/* One row or column alone. */
tropic_status tp_indices_open_one(tropic_context *context, tp_indices *list, tropic_index id, const char *name,
                                  tropic_index n, bool distinct);
/* Makes the ids of a range. */
tropic_status tp_indices_list(tropic_context *context, tp_indices *list, const char *name);
/* Of one that was never opened: nothing. */
void tp_indices_close(tp_indices *list);

/* Which rows and columns of a matrix a new one has. Lists are in host memory. */
typedef struct tp_extraction {
    tropic_index rows, cols; /* of the new matrix */
    const tropic_index *row; /* its row i is the old row row[i], -1: empty. NULL: first_row + i * row_step */
    tp_indices *to_check;    /* NULL, or the list that `row` is of: whoever takes is to check it */
    tropic_index first_row, row_step;
    /* Its columns; without any of these, they are the old ones. */
    const tropic_index *col; /* likewise */
    bool ascending;          /* col, but for -1, is so, and has no column twice; else columns cost a sort */
    const tropic_index *to;  /* the new column of old column j, -1: dropped; ascends if `ascending`. NULL: col tells */
    tropic_index first_col, col_step; /* instead, if col_step > 0: column j is the old first_col + j * col_step */
    /* Instead of these, on a device: the old rows become these of the new, in order, and other rows are empty; and
     * likewise the columns, without ids. */
    tp_ascending to_rows, to_cols;
    /* Of a mask: the entries that let their place through, by their values (structure: all), without these. */
    bool as_mask, structure;
} tp_extraction;

/* Row r of the placed matrix becomes row rows->ids[r], or that of the range, and likewise its columns. The lists are
 * distinct. */
tp_extraction tp_placing(const tp_indices *rows, const tp_indices *cols);

TP_END_C

#endif
