/* SPDX-License-Identifier: Apache-2.0
 *
 * The lock of a matrix; and pending updates merged into its arrays, once somebody wants these. All that was made of the
 * old arrays on demand is dropped with them.
 */
#include "formats/matrix/finish_there.h"
#include "formats/matrix/forms/dense.h"
#include "formats/matrix/forms/evict.h"
#include "formats/matrix/given_lines.h"
#include "formats/matrix/pending.h"
#include "formats/matrix/stored.h"

#include <string.h>

/* -- the merge --------------------------------------------------------------------------------- */

typedef struct merging {
    const tp_lists *stored, *updates; /* an update's value is its position in `pending` */
    const tp_pending *pending;
    const tp_lists *out;
} merging;

static int64_t position(const merging *m, tropic_offset u)
{
    return ((const int64_t *)m->updates->values)[u];
}

/* offsets[l + 1] = the length of list l with its updates. */
static void count_some(const void *of, int64_t begin, int64_t end)
{
    const merging *m = of;
    const tp_pending *p = m->pending;
    for (int64_t l = begin; l < end; l++) {
        tropic_offset length = m->stored->offsets[l + 1] - m->stored->offsets[l];
        for (tropic_offset u = m->updates->offsets[l]; u < m->updates->offsets[l + 1]; u++)
            length += !p->removed[position(m, u)] - p->stored[position(m, u)];
        m->out->offsets[l + 1] = length;
    }
}

/* Stored entries, from k up to `end`, become those from `to` on. */
static void copy_entries(const merging *m, tropic_offset to, tropic_offset k, tropic_offset end)
{
    const tp_lists *stored = m->stored, *out = m->out;
    const size_t count = (size_t)(end - k), size = out->size;
    if (count == 0) return;
    memcpy(out->ids + to, stored->ids + k, count * sizeof *out->ids);
    if (size > 0) memcpy(tp_value_at(out->values, size, to), tp_value_at(stored->values, size, k), count * size);
}

static void merge_some(const void *of, int64_t begin, int64_t end)
{
    const merging *m = of;
    const tp_lists *updates = m->updates, *out = m->out;
    const tropic_index *ids = m->stored->ids;
    for (int64_t l = begin; l < end; l++) {
        const tropic_offset last = m->stored->offsets[l + 1];
        tropic_offset k = m->stored->offsets[l], to = out->offsets[l];
        for (tropic_offset u = updates->offsets[l]; u < updates->offsets[l + 1]; u++) {
            const tropic_offset first = k;
            const int64_t at = position(m, u);
            while (k < last && ids[k] < updates->ids[u]) k++;
            copy_entries(m, to, first, k);
            to += k - first;
            k += m->pending->stored[at];
            if (m->pending->removed[at]) continue;
            out->ids[to] = updates->ids[u];
            if (out->size > 0)
                tp_copy_value(tp_value_at(out->values, out->size, to), tp_value_at(m->pending->values, out->size, at),
                              out->size);
            to++;
        }
        copy_entries(m, to, k, last);
    }
}

static tropic_status merge(tropic_context *context, const tp_memory *memory, merging *m, tp_lists *out)
{
    const tp_lists *stored = m->stored;
    const tropic_offset most = stored->count + m->pending->count;
    const tp_team team = tp_team_for(context, most);
    TP_TRY(tp_need_memory(
        context, memory,
        ((size_t)stored->lists + 1) * sizeof *out->offsets + (size_t)most * (sizeof *out->ids + stored->size),
        "merging %lld updates into a matrix of %lld entries", (long long)m->pending->count, (long long)stored->count));
    TP_TRY(tp_lists_allocate_offsets(context, memory, out, stored->lists, stored->size));
    m->out = out;
    tp_for(team, out->lists, TP_LIST_CHUNK, count_some, m);
    TP_TRY(tp_lists_allocate_entries(context, memory, out));
    tp_for(team, out->lists, TP_LIST_CHUNK, merge_some, m);
    return TROPIC_OK;
}

/* -- of lists ---------------------------------------------------------------------------------- */

/* The lists with their updates. */
static tropic_status make(tropic_context *context, const tropic_matrix *A, const tp_lists *stored,
                          const tropic_index *list_of, const tropic_index *ids, tp_lists *made)
{
    tp_lists updates;
    merging m = {.stored = stored, .updates = &updates, .pending = A->pending};
    tropic_status status;
    TP_TRY(tp_pending_lists(context, list_of, ids, NULL, A->pending->count, stored->lists, &updates));
    status = merge(context, &A->memory, &m, made);
    tp_lists_free(&context->memory, &updates);
    return status;
}

/* The arrays of a host's orientation, as they were before the updates. */
static tp_lists stored_lists(const tropic_matrix *A, tp_orientation o)
{
    const tp_side *side = &A->host.sides[o];
    return (tp_lists){.lists = tp_matrix_lists(A, o),
                      .count = side->offsets[tp_matrix_lists(A, o)],
                      .offsets = side->offsets,
                      .ids = side->ids,
                      .values = side->values,
                      .size = tp_matrix_value_size(A)};
}

static tropic_status finish_lists(tropic_context *context, tropic_matrix *A)
{
    const tp_orientation o = tp_matrix_here(A);
    const tp_pending *p = A->pending;
    const tp_lists stored = stored_lists(A, o);
    tp_lists made;
    TP_TRY(make(context, A, &stored, o == TP_BY_ROW ? p->rows : p->cols, o == TP_BY_ROW ? p->cols : p->rows, &made));
    tp_matrix_drop(A);
    A->host.sides[o] = tp_side_of(&made);
    return TROPIC_OK;
}

/* -- of a hypersparse matrix: its core with names for entries set ------------------------------- */

typedef struct naming {
    tp_hyperlist names[2]; /* by row, and column */
    tropic_index *to[2];   /* from the old names */
    tropic_index *ids[2];  /* of the updates */
    tp_lists made;
    tropic_matrix *core;
    tp_hypersparse *form;
    tp_orientation o;
    tp_lists ordinary; /* instead of a form, by o */
} naming;

static tropic_status find_names(tropic_context *context, const tp_hyperlist *before, const tropic_index *ids,
                                int64_t count, naming *n, int k)
{
    tp_hyperlist added;
    tropic_status status;
    TP_TRY(tp_hyperlist_of(context, before->n, ids, NULL, count, &added));
    status = tp_hyperlist_unite(context, before, &added, &n->names[k]);
    tp_hyperlist_free(&context->memory, &added);
    if (status == TROPIC_OK) status = tp_hyperlist_positions(context, before, &n->names[k], &n->to[k]);
    TP_TRY(status);
    n->ids[k] = tp_allocate(&context->memory, count, sizeof *n->ids[k]);
    if (!n->ids[k]) return tp_out_of_memory(context, "entries that were set or removed");
    tp_hyperlist_find_all(context, &n->names[k], ids, count, n->ids[k]);
    return TROPIC_OK;
}

/* Forgets the rows and columns that the updates emptied. */
static tropic_status trim(tropic_context *context, naming *n)
{
    const tp_hypersparse *form = n->form;
    const tp_lists core = stored_lists(form->core, n->o);
    tp_hypersparse *trimmed;
    TP_TRY(tp_hypersparse_trim(context, form->core, n->o, &core, &form->rows, &form->cols, false, &trimmed));
    tp_hypersparse_free(&n->form);
    n->form = trimmed;
    return TROPIC_OK;
}

/* The new form; if it does not pay any more, an orientation of A. */
static tropic_status renew(tropic_context *context, tropic_matrix *A, naming *n)
{
    const tp_orientation o = n->o;
    tp_entries shape = {
        .rows = n->names[TP_BY_ROW].count, .cols = n->names[TP_BY_COLUMN].count, .count = A->count, .type = A->type};
    if (!tp_hypersparse_stays(A->rows, A->cols, A->count))
        return tp_lists_relabel(context, &A->memory, &n->made, n->names[o].ids, n->names[o].n, n->names[!o].ids, NULL,
                                &n->ordinary);
    n->core = tp_matrix_new_in(&A->memory, &shape);
    if (!n->core) return tp_out_of_memory(context, "a matrix");
    n->core->pattern = A->pattern;
    n->core->bipartite = A->bipartite;
    n->core->host.sides[o] = tp_side_of(&n->made);
    n->made = (tp_lists){0};
    TP_TRY(tp_hypersparse_new(context, &n->core, &n->names[TP_BY_ROW], &n->names[TP_BY_COLUMN], &n->form));
    return tp_hypersparse_is_loose(n->form) ? trim(context, n) : TROPIC_OK;
}

static tropic_status merge_named(tropic_context *context, tropic_matrix *A, naming *n)
{
    const tp_hypersparse *before = A->hypersparse;
    const tp_pending *p = A->pending;
    const tp_orientation o = tp_matrix_here(before->core);
    const tp_lists core = stored_lists(before->core, o);
    tp_lists stored;
    tropic_status status;
    n->o = o;
    TP_TRY(find_names(context, &before->rows, p->rows, p->count, n, TP_BY_ROW));
    TP_TRY(find_names(context, &before->cols, p->cols, p->count, n, TP_BY_COLUMN));
    TP_TRY(tp_lists_relabel(context, &context->memory, &core, n->to[o], n->names[o].count, n->to[!o], NULL, &stored));
    status = make(context, A, &stored, n->ids[o], n->ids[!o], &n->made);
    tp_lists_free(&context->memory, &stored);
    return status == TROPIC_OK ? renew(context, A, n) : status;
}

static tropic_status finish_named(tropic_context *context, tropic_matrix *A)
{
    naming n = {0};
    const tropic_status status = merge_named(context, A, &n);
    tropic_matrix_free(&n.core);
    tp_lists_free(&A->memory, &n.made);
    for (int k = 0; k < 2; k++) {
        tp_hyperlist_free(&context->memory, &n.names[k]);
        tp_release(&context->memory, n.to[k]);
        tp_release(&context->memory, n.ids[k]);
    }
    if (status != TROPIC_OK) tp_hypersparse_free(&n.form);
    TP_TRY(status);
    tp_matrix_drop(A);
    A->hypersparse = n.form;
    if (!n.form) A->host.sides[n.o] = tp_side_of(&n.ordinary);
    return TROPIC_OK;
}

/* Have the updates other values alone? */
static bool keep_pattern(const tp_pending *p)
{
    for (int64_t k = 0; k < p->count; k++)
        if (p->removed[k] == p->stored[k]) return false;
    return true;
}

/* The host's lists, made of what there is without the updates. */
static tropic_status need_host(tropic_context *context, tropic_matrix *A)
{
    const tropic_offset count = A->count;
    tropic_status status;
    if (A->hypersparse || A->host.sides[tp_matrix_here(A)].present) return TROPIC_OK;
    if (A->host.dense.present) {
        status = tp_dense_unpack(context, A);
    } else {
        A->count = tp_matrix_merged_count(A);
        status = tp_matrix_download(context, A);
        A->count = count;
    }
    /* (Where memory is short, the dense form goes.) */
    if (status == TROPIC_OK) tp_matrix_hold(context, A, &A->host.sides[tp_matrix_here(A)]);
    return status;
}

/* Rows that were given anew on a device. (Another one's arrays may have come, by column.) */
static tropic_status finish_given(tropic_context *context, tropic_matrix *A)
{
    const bool rows = A->host.sides[TP_BY_ROW].present;
    const tp_lists here = stored_lists(A, rows ? TP_BY_ROW : TP_BY_COLUMN);
    tp_lists stored = {0}, made;
    tropic_status status = TROPIC_OK;
    if (!rows) status = tp_transpose(context, &context->memory, &here, A->rows, &stored);
    if (status == TROPIC_OK) status = tp_given_finish_here(context, A, rows ? &here : &stored, &made);
    tp_lists_free(&context->memory, &stored);
    TP_TRY(status);
    tp_matrix_drop(A);
    A->host.sides[TP_BY_ROW] = tp_side_of(&made);
    return TROPIC_OK;
}

static tropic_status finish_here(tropic_context *context, tropic_matrix *A)
{
    TP_TRY(tp_stored_resolve(context, A));
    TP_TRY(need_host(context, A));
    if (A->pending->lines) return finish_given(context, A);
    return A->hypersparse ? finish_named(context, A) : finish_lists(context, A);
}

tropic_status tp_matrix_finish(tropic_context *context, tropic_matrix *A)
{
    tp_orientation o = TP_BY_ROW;
    tp_side *there = tp_stored_there(context, A, &o);
    tropic_status status = there ? tp_finish_there(context, A, there, o) : TROPIC_OUT_OF_DEVICE_MEMORY;
    /* (The host's memory may be enough where the device's is not.) */
    if (status == TROPIC_OUT_OF_DEVICE_MEMORY) status = finish_here(context, A);
    TP_TRY(status);
    if (A->pending->lines || !keep_pattern(A->pending)) A->pattern_number = 0;
    tp_pending_free(&A->memory, &A->pending);
    return TROPIC_OK;
}
