/* SPDX-License-Identifier: Apache-2.0
 *
 * Pending updates of a vector that is a list: entries that were set or removed are kept in a hash table in host memory,
 * and merged into the list once somebody wants that. So one costs the same on both devices, however long the list is.
 * A bitmap and a full vector are written at once.
 */
#include "formats/matrix/build/compact.h"
#include "formats/matrix/pending.h"
#include "formats/tuning.h"
#include "formats/vector/vector.h"

#include <string.h>

/* A key to sort by is a place, above the bits of the update's position. */
#define POSITION_BITS 32

/* The vector's updates are those of row 0. */
enum { ROW = 0 };

tropic_status tp_vector_update(tropic_vector *v, tropic_index i, const void *value)
{
    const tp_memory *memory = &v->context->memory;
    const int64_t at = tp_pending_find(v->pending, ROW, i);
    if (at < 0)
        return tp_pending_add(v->context, memory, &v->pending, tropic_type_size(v->type), ROW, i, TP_STORED_NONE, value,
                              !value);
    tp_pending_change(v->pending, at, value, !value);
    return TROPIC_OK;
}

bool tp_vector_updated(const tropic_vector *v, tropic_index i, const void **value)
{
    const tp_pending *p = v->pending;
    const int64_t at = tp_pending_find(p, ROW, i);
    *value = NULL;
    if (at >= 0 && !p->removed[at]) *value = (const char *)p->values + (size_t)at * p->size;
    return at >= 0;
}

/* ---- the updates as a list ---- */

enum { IDS, VALUES, HAS, ALL, ALL_VALUES, ARRAYS };

typedef struct merging {
    tropic_vector *v;
    int64_t count; /* of updates */
    bool removes;
    void *arrays[ARRAYS]; /* in memory of the backend */
} merging;

static tropic_status make(merging *m, int what, int64_t count, size_t size)
{
    tropic_context *context = m->v->context;
    return context->backend->allocate(context, &m->arrays[what], (size_t)count * size, "a vector's updates");
}

static tropic_status bring(merging *m, int what, const void *host, size_t size)
{
    TP_TRY(make(m, what, m->count, size));
    return m->v->context->backend->upload(m->v->context, m->arrays[what], host, (size_t)m->count * size);
}

/* By ascending place; removals from an empty list are left out. */
static void sort_updates(merging *m, int64_t *keys, int64_t *spare, tropic_index *ids, char *values, uint8_t *has)
{
    const tropic_vector *v = m->v;
    const tp_pending *p = v->pending;
    const int64_t *sorted;
    for (int64_t k = 0; k < p->count; k++) keys[k] = (int64_t)p->cols[k] << POSITION_BITS | k;
    sorted = tp_sort_keys(keys, spare, p->count, POSITION_BITS, 0, INT64_MAX);
    for (int64_t k = 0; k < p->count; k++) {
        const size_t at = (size_t)(uint32_t)sorted[k], to = (size_t)m->count;
        if (p->removed[at] && v->count.entries == 0) continue;
        ids[to] = (tropic_index)(sorted[k] >> POSITION_BITS);
        has[to] = !p->removed[at];
        m->removes = m->removes || p->removed[at];
        if (has[to]) memcpy(values + to * p->size, (const char *)p->values + at * p->size, p->size);
        m->count++;
    }
}

static tropic_status bring_updates(merging *m)
{
    tropic_context *context = m->v->context;
    const tp_memory *memory = &context->memory;
    const int64_t count = m->v->pending->count;
    const size_t size = m->v->pending->size;
    int64_t *keys = tp_allocate(memory, count, sizeof *keys), *spare = tp_allocate(memory, count, sizeof *spare);
    tropic_index *ids = tp_allocate(memory, count, sizeof *ids);
    char *values = tp_allocate_zero(memory, count, size);
    uint8_t *has = tp_allocate(memory, count, sizeof *has);
    tropic_status status = TROPIC_OK;
    if (keys && spare && ids && values && has) {
        sort_updates(m, keys, spare, ids, values, has);
        status = bring(m, IDS, ids, sizeof *ids);
        if (status == TROPIC_OK) status = bring(m, VALUES, values, size);
        if (status == TROPIC_OK && m->removes) status = bring(m, HAS, has, sizeof *has);
        if (status == TROPIC_OK) status = context->backend->wait(context);
    } else {
        status = tp_out_of_memory(context, "a vector's updates");
    }
    tp_release(memory, keys);
    tp_release(memory, spare);
    tp_release(memory, ids);
    tp_release(memory, values);
    tp_release(memory, has);
    return status;
}

/* ---- the merge ---- */

/* The list's entries, and over them the updates. */
static tropic_status unite(merging *m, tp_count *all)
{
    const tropic_vector *v = m->v;
    const tp_elementwise copy = {.kind = TP_COPY,
                                 .op_code = TROPIC_FIRST,
                                 .accum_code = TP_ACCUM_NONE,
                                 .type = v->type,
                                 .result = v->type,
                                 .mask = {.structure = true},
                                 .x = {.values = m->arrays[VALUES], .has = m->arrays[HAS], .listed = true}};
    tp_listed l = {
        .e = copy, .places = {m->arrays[IDS], m->count}, .old = {v->ids, v->count.entries}, .old_values = v->values};
    TP_TRY(make(m, ALL, l.places.count + l.old.count, sizeof *v->ids));
    TP_TRY(make(m, ALL_VALUES, l.places.count + l.old.count, tropic_type_size(v->type)));
    l.ids = m->arrays[ALL];
    l.values = m->arrays[ALL_VALUES];
    return v->context->backend->listed(v->context, &l, TP_WAIT_NOW, all);
}

/* v gets these two of the arrays. */
static void hand_over(merging *m, int64_t count, int ids, int values)
{
    tp_vector_replace(m->v, TROPIC_SPARSE, (tropic_index)count, m->arrays[values], NULL, m->arrays[ids]);
    m->arrays[ids] = m->arrays[values] = NULL;
}

static tropic_status merge(merging *m)
{
    tp_count all = tp_count_known(0);
    TP_TRY(bring_updates(m));
    if (m->v->count.entries == 0) {
        hand_over(m, m->count, IDS, VALUES);
        return TROPIC_OK;
    }
    TP_TRY(unite(m, &all));
    hand_over(m, all.entries, ALL, ALL_VALUES);
    return TROPIC_OK;
}

/* A list that had become long becomes a bitmap, or full, if there is memory. */
static void settle(tropic_vector *v, tropic_index before)
{
    if (before > TP_UPDATED_FEW) v->merged += before;
    tp_vector_settle(v);
    if (v->count.entries == v->n || v->merged > v->n / TP_UPDATED_PART) (void)tp_vector_densify(v);
}

tropic_status tp_vector_merge(const tropic_vector *vector)
{
    tropic_vector *v = (tropic_vector *)vector; /* the content stays, so this is no change */
    tropic_context *context = v->context;
    const tropic_index before = v->count.entries;
    const tp_backend *recorder = tp_recording_suspend(context);
    merging m = {.v = v};
    const tropic_status status = merge(&m);
    for (int k = 0; k < ARRAYS; k++) context->backend->release(context, m.arrays[k]);
    if (status == TROPIC_OK) settle(v, before);
    tp_recording_resume(context, recorder);
    if (context->recorded) context->reformed = true;
    return status;
}
