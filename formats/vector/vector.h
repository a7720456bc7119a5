/* SPDX-License-Identifier: Apache-2.0
 *
 * A vector lives in memory of its context's backend, in one of three forms:
 *   FULL    values[n]
 *   BITMAP  values[n], has[n]; values without an entry are anything
 *   SPARSE  ids[count] ascending, values[count]
 * A block of columns is a vector whose places lie row by row; only tropic_mxv_block distinguishes them.
 */
#ifndef TP_VECTOR_H
#define TP_VECTOR_H

#include "runtime/backend.h"

TP_BEGIN_C

struct tp_pending;

struct tropic_vector {
    tropic_context *context;
    tp_memory memory; /* that the struct itself came from: the vector may have moved to another context */
    tropic_type type;
    tropic_index n;       /* places */
    tropic_index columns; /* of a block: place (i, c) is i * columns + c. 1: a vector */
    tropic_vector_form form;
    tp_count count;    /* runtime/count.h says who must wait for it */
    tropic_index room; /* entries that the arrays of a list have room for */
    bool view;         /* values are the caller's; the form stays FULL */
    void *values;
    uint8_t *has;
    tropic_index *ids;
    uint8_t *ones;              /* of a GPU's full vector: the flags that it had as a bitmap, all set; NULL: none */
    struct tp_pending *pending; /* of a list: updates since (vector_pending.c); NULL: none */
    int64_t merged;             /* cost of merges of short lists into this long one since it became a list */
    /* In the list of a context that has not chosen its device; link NULL: in none. */
    tropic_vector *next, **link;
};

/* Enters that list, where there is one; leaves it, where it is in one. */
void tp_vector_enter(tropic_vector *v);
void tp_vector_leave(tropic_vector *v);
/* tp_choice.follow (runtime/runtime.h). */
tropic_status tp_vectors_follow(tropic_context *context, tropic_vector *vectors, const tp_backend *from);

/* Gives back the flags that a full vector keeps. */
void tp_vector_drop_ones(tropic_vector *v);
/* Pending updates come into the list, where there are any. The content stays. Whatever reads a vector's form, count or
 * arrays comes after this, by tp_vector_check or alone; new content drops them (tp_vector_replace). */
tropic_status tp_vector_merge(const tropic_vector *v);
/* Asks for the count; the form follows it. */
tropic_status tp_vector_get_count(const tropic_vector *v);
static inline tropic_status tp_vector_have_count(const tropic_vector *v)
{
    return tp_count_is_known(&v->count) ? TROPIC_OK : tp_vector_get_count(v);
}
static inline tropic_status tp_vector_finish(const tropic_vector *v)
{
    TP_TRY(tp_vector_have_count(v));
    return v->pending ? tp_vector_merge(v) : TROPIC_OK;
}
/* An entry of a list is set, or with NULL removed: that is pending then. On failure nothing changes: OUT_OF_MEMORY. */
tropic_status tp_vector_update(tropic_vector *v, tropic_index i, const void *value);
/* Is an update of this place pending? *value is the entry's; NULL: it has none any more. */
bool tp_vector_updated(const tropic_vector *v, tropic_index i, const void **value);
/* How many entries it has, also where there is no memory to merge. */
tropic_index tp_vector_entries(const tropic_vector *v);
/* Is its memory the caller's, who may read or change it once a call has returned? */
static inline bool tp_is_view(const tropic_vector *v)
{
    return v && v->view;
}
/* tropic_vector_set_form, within a loop's body too. */
tropic_status tp_vector_set_form(tropic_vector *v, tropic_vector_form form);
/* Values as n places: changes SPARSE into BITMAP; a BITMAP with every entry into FULL. */
tropic_status tp_vector_densify(tropic_vector *v);
/* A write has changed v's count by so much: its form follows, once that is known. */
tropic_status tp_vector_changed(tropic_vector *v, tp_count change);
/* After v was written: a bitmap of few entries becomes a list, and a list of many a bitmap, if there is memory. */
void tp_vector_settle(tropic_vector *v);
/* *at = how many entries of a sparse vector are below i; *found: entry *at is i itself. */
tropic_status tp_vector_search(const tropic_vector *v, tropic_index i, tropic_index *at, bool *found);
/* Gives v arrays that hold its new content, and releases the old ones, except those that stay. */
void tp_vector_replace(tropic_vector *v, tropic_vector_form form, tropic_index count, void *values, void *has,
                       void *ids);
/* values[n] and has[n] = v's entries by place, in memory of the backend. Where there is no entry, values
 * stay as they are. */
tropic_status tp_vector_spread(const tropic_vector *v, void *values, uint8_t *has);
/* The entries of a BITMAP vector as a list, in new backend memory, freed by the caller. */
tropic_status tp_vector_list(const tropic_vector *v, void **ids, void **values);
/* While a loop's body is recorded, vectors are bitmaps or full: makes it one, now. */
tropic_status tp_vector_make_bitmap(const tropic_vector *v);
/* After the loop: the vectors that it wrote know their counts again. */
tropic_status tp_vectors_count(tropic_context *context);
/* DIMENSION_MISMATCH, TYPE_MISMATCH or INVALID_ARGUMENT (NULL, another context's), with `name`. Nothing is pending
 * afterwards. */
tropic_status tp_vector_check(tropic_context *context, const tropic_vector *v, const char *name, int64_t n);
/* The same, but the count of a vector that is no list may stay pinned. */
tropic_status tp_vector_check_arrays(tropic_context *context, const tropic_vector *v, const char *name, int64_t n);
tropic_status tp_vector_check_type(tropic_context *context, const tropic_vector *v, const char *name, tropic_type type);
tropic_status tp_vector_check_typed(tropic_context *context, const tropic_vector *v, const char *name, int64_t n,
                                    tropic_type type);
/* Gives a vector a full content. It takes the values over and sets *values to NULL; a view copies them, and they stay
 * the caller's to release. */
tropic_status tp_vector_adopt(tropic_vector *v, void **values);

/* A vector while an operation writes it by place: in its own arrays where it can, else in new ones. */
typedef struct tp_output {
    tropic_vector *w;
    void *values;
    uint8_t *has; /* NULL: full, and stays so */
    bool new_values, new_has;
} tp_output;

/* Opens w. `full`: every place will have an entry. Unless `keep`, values and flags are anything at first, and
 * all flags will be written; `full` and `keep` go together only where w is full. w is as it was until tp_output_close,
 * but for values and flags written in its own arrays. */
tropic_status tp_output_open(tp_output *out, tropic_vector *w, bool full, bool keep);
/* Counts the entries, and gives w its content. A view is waited for, since its values are the caller's to read; others
 * come in the stream's order. NOT_SUPPORTED where a view would not stay full. */
tropic_status tp_output_close(tp_output *out);
/* Releases the arrays that close did not hand over; after it, or instead. */
void tp_output_drop(tp_output *out);

TP_END_C
#endif
