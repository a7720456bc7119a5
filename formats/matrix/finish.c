/* SPDX-License-Identifier: Apache-2.0
 *
 * The lock of a matrix; and pending updates merged into its arrays, once somebody wants these. All that was made of the
 * old arrays on demand is dropped with them.
 */
#include "formats/matrix/lists.h"
#include "formats/matrix/pending.h"

#include <string.h>

typedef struct merging {
    const tp_lists *stored, *updates; /* an update's value is its position in `pending` */
    const tp_pending *pending;
    const tp_lists *out; /* without ids: lists are counted, offsets[l + 1] = the length of list l */
} merging;

/* Entry `to` of the merged lists is that of an update, or a stored one. */
static void put(const merging *m, tropic_offset to, const tp_lists *from, tropic_offset k)
{
    const size_t size = m->out->size;
    const void *value = tp_value_at(from->values, size, k);
    m->out->ids[to] = from->ids[k];
    if (size == 0) return;
    if (from == m->updates) value = tp_value_at(m->pending->values, size, ((const int64_t *)from->values)[k]);
    tp_copy_value(tp_value_at(m->out->values, size, to), value, size);
}

/* List l with its updates: returns its length, and puts it where there are ids. */
static tropic_offset merge_list(const merging *m, tropic_index l)
{
    const tp_lists *stored = m->stored, *updates = m->updates;
    const tropic_offset stored_end = stored->offsets[l + 1], updates_end = updates->offsets[l + 1];
    const tropic_offset first = m->out->ids ? m->out->offsets[l] : 0;
    tropic_offset k = stored->offsets[l], u = updates->offsets[l], to = first;
    while (k < stored_end || u < updates_end) {
        const bool updated = u < updates_end && (k == stored_end || updates->ids[u] <= stored->ids[k]);
        const bool is_stored = k < stored_end && (!updated || stored->ids[k] == updates->ids[u]);
        const bool stays = !updated || !m->pending->removed[((const int64_t *)updates->values)[u]];
        if (stays && m->out->ids) put(m, to, updated ? updates : stored, updated ? u : k);
        to += stays;
        k += is_stored;
        u += updated;
    }
    return to - first;
}

/* A list without updates. */
static void copy_list(const merging *m, tropic_index l)
{
    const tp_lists *stored = m->stored, *out = m->out;
    const tropic_offset from = stored->offsets[l], to = out->offsets[l];
    const size_t length = (size_t)(stored->offsets[l + 1] - from), size = out->size;
    if (length == 0) return;
    memcpy(out->ids + to, stored->ids + from, length * sizeof *out->ids);
    if (size > 0) memcpy(tp_value_at(out->values, size, to), tp_value_at(stored->values, size, from), length * size);
}

static void merge_some(const void *of, int64_t begin, int64_t end)
{
    const merging *m = of;
    for (tropic_index l = (tropic_index)begin; l < end; l++) {
        const bool updated = m->updates->offsets[l] < m->updates->offsets[l + 1];
        if (m->out->ids && updated)
            merge_list(m, l);
        else if (m->out->ids)
            copy_list(m, l);
        else
            m->out->offsets[l + 1] = updated ? merge_list(m, l) : m->stored->offsets[l + 1] - m->stored->offsets[l];
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
    *out = (tp_lists){.lists = stored->lists, .size = stored->size};
    out->offsets = tp_allocate(memory, (int64_t)out->lists + 1, sizeof *out->offsets);
    if (!out->offsets) return tp_out_of_memory(context, "a matrix");
    m->out = out;
    tp_for(team, out->lists, TP_LIST_CHUNK, merge_some, m);
    TP_TRY(tp_lists_allocate_entries(context, memory, out));
    tp_for(team, out->lists, TP_LIST_CHUNK, merge_some, m);
    return TROPIC_OK;
}

/* The positions of updates as lists of this orientation, ascending. */
static tropic_status sort_updates(tropic_context *context, const tropic_matrix *A, tp_orientation o, tp_lists *out)
{
    const tp_memory *memory = &context->memory;
    const tp_pending *p = A->pending;
    const bool by_row = o == TP_BY_ROW;
    int64_t *positions = tp_allocate(memory, p->count, sizeof *positions);
    const tp_pairs pairs = {.count = p->count,
                            .keys = by_row ? p->cols : p->rows,
                            .ids = by_row ? p->rows : p->cols,
                            .values = positions,
                            .size = sizeof *positions};
    tp_buckets buckets;
    tp_lists other;
    tropic_status status;
    if (!positions) return tp_out_of_memory(context, "sorting entries that were set or removed");
    for (int64_t k = 0; k < p->count; k++) positions[k] = k;
    status = tp_partition(context, memory, tp_matrix_lists(A, by_row ? TP_BY_COLUMN : TP_BY_ROW), &pairs, &buckets);
    tp_release(memory, positions);
    TP_TRY(status);
    TP_TRY(tp_scatter_buckets(context, memory, &buckets, &other));
    return tp_transpose_consume(context, memory, &other, tp_matrix_lists(A, o), out);
}

/* The lock is held. The host has arrays: see formats/matrix/element.c. */
static tropic_status finish(tropic_context *context, tropic_matrix *A)
{
    const tp_orientation o = tp_matrix_here(A);
    const tp_side *side = &A->host[o];
    const tp_lists stored = {.lists = tp_matrix_lists(A, o),
                             .count = side->offsets[tp_matrix_lists(A, o)],
                             .offsets = side->offsets,
                             .ids = side->ids,
                             .values = side->values,
                             .size = A->pending->size};
    tp_lists updates, made;
    merging m = {.stored = &stored, .updates = &updates, .pending = A->pending};
    tropic_status status;
    TP_TRY(sort_updates(context, A, o, &updates));
    status = merge(context, &A->memory, &m, &made);
    tp_lists_free(&context->memory, &updates);
    TP_TRY(status);
    tp_matrix_drop(A);
    tp_pending_free(&A->memory, &A->pending);
    A->host[o] = tp_side_of(&made);
    return TROPIC_OK;
}

tropic_status tp_matrix_lock(tropic_context *context, const tropic_matrix *matrix)
{
    tropic_matrix *A = (tropic_matrix *)matrix; /* what is made on demand is no change */
    tropic_status status = TROPIC_OK;
    pthread_mutex_lock(&A->lock);
    if (A->pending) status = finish(context, A);
    if (status != TROPIC_OK) pthread_mutex_unlock(&A->lock);
    return status;
}

void tp_matrix_unlock(const tropic_matrix *A)
{
    pthread_mutex_unlock(&((tropic_matrix *)A)->lock);
}
