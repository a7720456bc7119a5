/* SPDX-License-Identifier: Apache-2.0
 *
 * One entry of a matrix: tropic_matrix_set, get and remove. Entries that are set or removed become pending; another
 * value is written where it lies, unless that is in arrays of the caller's, or of a hypersparse matrix.
 */
#include "formats/matrix/forms/dense.h"
#include "formats/matrix/forms/evict.h"
#include "formats/matrix/pending.h"
#include "formats/matrix/stored.h"

#include "runtime/types.h"

static tropic_status check_place(const tropic_matrix *A, tropic_context *context, tropic_index i, tropic_index j,
                                 const char *what)
{
    if (!context) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "context is NULL");
    TP_TRY(tp_outside_loops(context, what));
    if (!A) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "A is NULL");
    if (i < 0 || i >= A->rows)
        return tp_fail(context, TROPIC_INDEX_OUT_OF_RANGE, "i is %d, but A has %d rows", i, A->rows);
    if (j < 0 || j >= A->cols)
        return tp_fail(context, TROPIC_INDEX_OUT_OF_RANGE, "j is %d, but A has %d columns", j, A->cols);
    return TROPIC_OK;
}

/* A call for one entry is as short as it can be, and begins only where arrays may have to be made, or are the core's,
 * which has another lock. A's lock is held. */
static tropic_context *unless_at_hand(tropic_context *context, const tropic_matrix *A)
{
    if (A->hypersparse) return context;
    return A->host.dense.present || A->host.sides[tp_matrix_here(A)].present || tp_stored_is_there(context, A)
               ? NULL
               : context;
}

/* A place, and the value that an update gives it (NULL: a pattern's). */
typedef struct place {
    tropic_index i, j;
    const void *value;
    bool removes;
} place;

/* Writes it where it lies, or is to lie, among the stored entries; k: its position, or -1. false: it cannot be. */
static bool put_stored(tropic_matrix *A, const tp_stored *stored, tropic_offset k, const place *p)
{
    const bool other = k < 0 || p->removes; /* entries come or go */
    if (other && !(stored->dense && tp_dense_is_open(A))) return false;
    switch (tp_stored_claim(stored, other)) {
    case TP_CLAIM_ENTRIES:
        tp_dense_put(A, p->i, p->j, p->value, p->removes);
        A->count += p->removes ? -1 : 1;
        return true;
    case TP_CLAIM_VALUES: tp_stored_put(stored, k, p->value, tp_matrix_value_size(A)); return true;
    default: return false;
    }
}

/* The lock is held. */
static tropic_status update(tropic_context *context, tropic_matrix *A, void *of)
{
    const place *p = of;
    const tropic_index i = p->i, j = p->j;
    const size_t size = tp_matrix_value_size(A);
    int64_t at;
    bool had;
    TP_HOLDING(A->pending && A->pending->lines ? context : unless_at_hand(context, A));
    if (A->pending && A->pending->lines) TP_TRY(tp_matrix_finish(context, A));
    at = tp_pending_find(A->pending, i, j);
    if (at >= 0) {
        had = !A->pending->removed[at];
        tp_pending_change(A->pending, at, p->value, p->removes);
    } else if (tp_stored_is_there(context, A)) {
        had = false;
        TP_TRY(tp_pending_add(context, &A->memory, &A->pending, size, i, j, TP_STORED_UNKNOWN, p->value, p->removes));
    } else {
        tp_stored stored;
        tropic_offset k;
        TP_TRY(tp_stored_open(context, A, tp_matrix_here(A), &stored));
        k = tp_stored_find(&stored, i, j);
        had = k >= 0;
        if (p->removes && !had) return TROPIC_OK;
        if (put_stored(A, &stored, k, p)) return TROPIC_OK;
        TP_TRY(tp_pending_add(context, &A->memory, &A->pending, size, i, j, had, p->value, p->removes));
    }
    A->count += (p->removes ? 0 : 1) - (had ? 1 : 0);
    return TROPIC_OK;
}

tropic_status tropic_matrix_set(tropic_matrix *A, tropic_context *context, tropic_index i, tropic_index j,
                                const void *value)
{
    TP_ENTER(context);
    TP_TRY(check_place(A, context, i, j, "set entries"));
    if (A->pattern && value) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "value is there, but A is a pattern");
    if (!A->pattern && !value) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "value is NULL");
    return tp_matrix_with_pending(context, A, update, &(place){i, j, value, false});
}

tropic_status tropic_matrix_remove(tropic_matrix *A, tropic_context *context, tropic_index i, tropic_index j)
{
    TP_ENTER(context);
    TP_TRY(check_place(A, context, i, j, "remove entries"));
    return tp_matrix_with_pending(context, A, update, &(place){i, j, NULL, true});
}

typedef struct wanted_entry {
    tropic_index i, j;
    void *value; /* may be NULL */
    bool present;
} wanted_entry;

/* *found: the entry's value, of a pattern a 1; NULL: there is no entry. The lock is held. */
static tropic_status find(tropic_context *context, tropic_matrix *A, tropic_index i, tropic_index j, const void **found)
{
    const size_t size = tp_matrix_value_size(A);
    const void *values;
    tp_stored stored;
    tropic_offset k;
    int64_t at;
    *found = NULL;
    if (A->pending && A->pending->lines) TP_TRY(tp_matrix_finish(context, A));
    at = tp_pending_find(A->pending, i, j);
    if (at >= 0) {
        if (A->pending->removed[at]) return TROPIC_OK;
        k = at;
        values = A->pending->values;
    } else {
        TP_TRY(tp_stored_open_host(context, A, tp_matrix_here(A), &stored));
        k = tp_stored_find(&stored, i, j);
        values = stored.values;
        if (k < 0) return TROPIC_OK;
    }
    *found = size > 0 ? (const char *)values + (size_t)k * size : tp_type_one(TROPIC_BOOL);
    return TROPIC_OK;
}

static tropic_status get(tropic_context *context, tropic_matrix *A, void *of)
{
    wanted_entry *w = of;
    const void *found;
    TP_HOLDING(tp_stored_is_there(context, A) ? context : unless_at_hand(context, A));
    TP_TRY(find(context, A, w->i, w->j, &found));
    if (found && w->value) tp_copy_value(w->value, found, tropic_type_size(A->type));
    w->present = found != NULL;
    return TROPIC_OK;
}

tropic_status tropic_matrix_get(const tropic_matrix *A, tropic_context *context, tropic_index i, tropic_index j,
                                void *value, bool *present)
{
    wanted_entry w = {i, j, value, false};
    TP_ENTER(context);
    TP_TRY(check_place(A, context, i, j, "get entries"));
    TP_TRY(tp_matrix_with_pending(context, A, get, &w));
    if (present) *present = w.present;
    return TROPIC_OK;
}
