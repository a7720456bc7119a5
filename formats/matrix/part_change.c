/* SPDX-License-Identifier: Apache-2.0
 *
 * What a part of a matrix becomes is compared with what it is: differences become pending, or are written where the
 * entries lie.
 */
#include "formats/matrix/build/loops.h"
#include "formats/matrix/forms/dense.h"
#include "formats/matrix/forms/evict.h"
#include "formats/matrix/part_look.h"
#include "formats/matrix/pending.h"
#include "formats/tuning.h"

/* ---- differences ---- */

/* Where the entries before and those after differ: before.ids[x] or after.ids[y], or both, if they are at one place;
 * -1: there is none. */
typedef struct difference {
    tropic_offset x, y;
} difference;

static inline bool differ(const void *a, const void *b, size_t size)
{
    switch (size) {
    case 4: return memcmp(a, b, 4) != 0;
    case 8: return memcmp(a, b, 8) != 0;
    default: return memcmp(a, b, size) != 0;
    }
}

/* The next one of a list whose rest this is; false: there is none. */
static bool next_difference(const tp_lists *before, const tp_lists *after, tropic_index l, difference *rest,
                            difference *d)
{
    const tropic_offset x_end = before->offsets[l + 1], y_end = after->offsets[l + 1];
    const size_t size = before->size;
    while (rest->x < x_end || rest->y < y_end) {
        const tropic_index x = rest->x < x_end ? before->ids[rest->x] : TROPIC_INDEX_MAX;
        const tropic_index y = rest->y < y_end ? after->ids[rest->y] : TROPIC_INDEX_MAX;
        *d = (difference){x <= y ? rest->x++ : -1, y <= x ? rest->y++ : -1};
        if (x != y) return true;
        if (size > 0 && differ(tp_value_at(before->values, size, d->x), tp_value_at(after->values, size, d->y), size))
            return true;
    }
    return false;
}

/* What is to be done. */
typedef struct differences {
    int64_t all;
    int64_t places; /* where an entry comes or goes */
    int64_t values; /* other values of stored entries */
} differences;

static differences count(const tp_part_look *w, const tp_lists *after)
{
    differences n = {0, 0, 0};
    for (tropic_index l = 0; l < after->lists; l++) {
        difference rest = {w->found.offsets[l], after->offsets[l]}, d;
        for (; next_difference(&w->found, after, l, &rest, &d); n.all++) {
            n.places += d.x < 0 || d.y < 0;
            n.values += d.x >= 0 && d.y >= 0 && w->at[d.x] >= 0;
        }
    }
    return n;
}

/* ---- in the dense form ---- */

/* Are so many updates more so many that A's dense form, where they cost nothing later, is worth to be made? */
static bool wants_dense(const tropic_matrix *A, int64_t updates)
{
    const int64_t places = (int64_t)A->rows * A->cols;
    if (A->hypersparse || !tp_dense_fits(A->rows, A->cols)) return false;
    if ((A->pending ? A->pending->count : 0) + updates <= TP_PENDING_FEW) return false;
    return tp_dense_pays(A->rows, A->cols, A->count) ||
           (A->count >= places / TP_DENSE_WRITTEN &&
            places * (int64_t)tp_matrix_value_size(A) <= TP_DENSE_WRITTEN_MOST);
}

/* Empties the part's rows, all of them, and gives them the entries after. */
static void write_rows(tp_part_look *w, const tp_lists *after)
{
    tropic_matrix *A = w->A;
    for (tropic_index l = 0; l < after->lists; l++) {
        A->count += after->offsets[l + 1] - after->offsets[l] - tp_dense_clear_row(A, w->part->lines[l]);
        for (tropic_offset k = after->offsets[l]; k < after->offsets[l + 1]; k++)
            tp_dense_put(A, w->part->lines[l], after->ids[k], tp_value_at(after->values, after->size, k), false);
    }
}

/* ---- one difference, at a place of line l ---- */

/* There is room for it among the pending updates. */
static tropic_status put(tp_part_look *w, const tp_lists *after, tropic_index l, const difference *d, tp_claim claim)
{
    tropic_matrix *A = w->A;
    const size_t size = after->size;
    const tropic_index line = w->part->lines[l], id = d->x >= 0 ? w->found.ids[d->x] : after->ids[d->y];
    const tropic_index i = w->part->by_column ? id : line, j = w->part->by_column ? line : id;
    const bool had = d->x >= 0, removed = d->y < 0, stored = had && w->at[d->x] >= 0;
    const void *value = removed ? NULL : tp_value_at(after->values, size, d->y);
    int64_t at;
    A->count += !removed - had;
    if (claim == TP_CLAIM_ENTRIES) {
        tp_dense_put(A, i, j, value, removed);
        return TROPIC_OK;
    }
    if (stored && !removed && claim == TP_CLAIM_VALUES) {
        tp_stored_put(&w->stored, w->at[d->x], value, size);
        return TROPIC_OK;
    }
    at = stored ? -1 : had ? ~w->at[d->x] : tp_pending_find(A->pending, i, j);
    if (at < 0) return tp_pending_add(w->context, &A->memory, &A->pending, size, i, j, stored, value, removed);
    tp_pending_change(A->pending, at, value, removed);
    return TROPIC_OK;
}

/* The part's entries become those after. */
static tropic_status write_part(tp_part_look *w, const tp_lists *after, const differences *n)
{
    tropic_matrix *A = w->A;
    const tp_claim claim = tp_stored_claim(&w->stored, n->places > 0);
    const int64_t updates = claim == TP_CLAIM_ENTRIES ? 0 : n->places + (claim == TP_CLAIM_VALUES ? 0 : n->values);
    if (updates > 0) TP_TRY(tp_pending_reserve(w->context, &A->memory, &A->pending, tp_matrix_value_size(A), updates));
    for (tropic_index l = 0; l < after->lists; l++) {
        difference rest = {w->found.offsets[l], after->offsets[l]}, d;
        while (next_difference(&w->found, after, l, &rest, &d)) TP_TRY(put(w, after, l, &d, claim));
    }
    return TROPIC_OK;
}

/* ---- all of them ---- */

typedef struct change {
    const tp_matrix_part *part;
    bool anew;
    tp_part_make *make;
    void *of;
    bool *fits;
    bool tried; /* to make the dense form */
} change;

/* What the part becomes, whatever it was. */
static tropic_status make_anew(const change *c, tp_part_look *w, tp_lists *after)
{
    const tp_memory *memory = &w->context->memory;
    tp_lists none = {.lists = c->part->count, .size = tp_matrix_value_size(w->A)};
    tropic_status status;
    none.offsets = tp_allocate_zero(memory, (int64_t)c->part->count + 1, sizeof *none.offsets);
    status = none.offsets ? c->make(w->context, &none, c->of, after) : tp_out_of_memory(w->context, "rows");
    tp_lists_free(memory, &none);
    return status;
}

/* Where rows are made anew, in a dense form, what they had is not looked at. */
static tropic_status change_rows(const change *c, tp_part_look *w, tp_lists *after)
{
    TP_TRY(make_anew(c, w, after));
    write_rows(w, after);
    return TROPIC_OK;
}

/* A place gets the value (NULL and removed: none), whatever it had: nobody looks. There is room for it. */
static tropic_status put_unseen(tp_part_look *w, tropic_index line, tropic_index id, const void *value, bool removed)
{
    tropic_matrix *A = w->A;
    const tropic_index i = w->part->by_column ? id : line, j = w->part->by_column ? line : id;
    const int64_t at = tp_pending_find(A->pending, i, j);
    A->count += !removed - (at >= 0 && !A->pending->removed[at]);
    if (at < 0)
        return tp_pending_add(w->context, &A->memory, &A->pending, tp_matrix_value_size(A), i, j, TP_STORED_UNKNOWN,
                              value, removed);
    tp_pending_change(A->pending, at, value, removed);
    return TROPIC_OK;
}

/* Places that are made anew, of a matrix on a device, are not looked at either. */
static tropic_status change_places(const change *c, tp_part_look *w, tp_lists *after)
{
    const tp_matrix_part *part = c->part;
    TP_TRY(make_anew(c, w, after));
    TP_TRY(tp_pending_reserve(w->context, &w->A->memory, &w->A->pending, after->size,
                              (int64_t)part->count * part->id_count));
    for (tropic_index l = 0; l < part->count; l++) {
        tropic_offset k = after->offsets[l];
        for (tropic_index n = 0; n < part->id_count; n++) {
            const bool has = k < after->offsets[l + 1] && after->ids[k] == part->ids[n];
            TP_TRY(put_unseen(w, part->lines[l], part->ids[n], has ? tp_value_at(after->values, after->size, k) : NULL,
                              !has));
            k += has;
        }
    }
    return TROPIC_OK;
}

/* *again: the dense form has been made for it, if it can be. */
static tropic_status change_found(change *c, tp_part_look *w, tp_lists *after, bool *again)
{
    tropic_status status = tp_part_find(w, c->fits);
    differences n;
    if (status != TROPIC_OK || !*c->fits) return status;
    TP_TRY(c->make(w->context, &w->found, c->of, after));
    n = count(w, after);
    *again = !c->tried && !w->stored.there && !w->stored.mirrored && !(w->stored.dense && tp_dense_is_open(w->A)) &&
             n.places > 0 && wants_dense(w->A, n.places);
    return *again || n.all == 0 ? TROPIC_OK : write_part(w, after, &n);
}

static tropic_status change_once(tropic_context *context, tropic_matrix *A, change *c, bool *again)
{
    tp_lists after = {0};
    tropic_status status;
    tp_part_look w;
    *again = false;
    TP_TRY(tp_part_open(context, A, c->part, &w));
    *c->fits = true;
    if (c->anew && !c->part->by_column && !c->part->ids && w.stored.dense && tp_dense_is_open(A) &&
        tp_stored_claim(&w.stored, true) == TP_CLAIM_ENTRIES)
        status = change_rows(c, &w, &after);
    else if (c->anew && c->part->ids && w.stored.there &&
             (int64_t)c->part->count * c->part->id_count <= tp_part_most(A))
        status = change_places(c, &w, &after);
    else
        status = change_found(c, &w, &after, again);
    tp_lists_free(&context->memory, &after);
    tp_part_close(&w);
    return status;
}

static tropic_status change_part(tropic_context *context, tropic_matrix *A, void *of)
{
    change *c = of;
    bool again;
    TP_TRY(change_once(context, A, c, &again));
    if (!again) return TROPIC_OK;
    c->tried = true;
    if (A->pending) TP_TRY(tp_matrix_finish(context, A));
    (void)tp_dense_open(context, A); /* (without memory for it, they are pending) */
    return change_once(context, A, c, &again);
}

tropic_status tp_part_change(tropic_context *context, tropic_matrix *A, const tp_matrix_part *part, bool anew,
                             tp_part_make *make, void *of, bool *fits)
{
    return tp_matrix_with_pending(context, A, change_part, &(change){part, anew, make, of, fits, false});
}

void tp_matrix_forget_file(tropic_matrix *A)
{
    A->bipartite = A->multiplicities = false;
    A->format = TROPIC_FORMAT_AUTO;
    A->file_direction = TROPIC_FILE_SILENT;
    tp_loops_forget(A);
    tp_notes_free(&A->memory, &A->notes);
}
