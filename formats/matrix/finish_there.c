/* SPDX-License-Identifier: Apache-2.0
 *
 * Pending updates merged into the lists that a device has. They are looked up there, sorted; if all of them are other
 * values of entries, these are written by that. Else new lists are made.
 */
#include "formats/matrix/finish_there.h"

#include "formats/matrix/build/compact.h"
#include "formats/matrix/forms/evict.h"
#include "formats/matrix/given_lines.h"
#include "formats/matrix/pending.h"
#include "formats/matrix/places.h"
#include "formats/matrix/stored.h"

#include <string.h>

/* ---- sorted ---- */

/* A key to sort by is a list or an id, above the bits of a position. */
#define POSITION_BITS 32

/* The updates by list, then id. */
typedef struct sorted {
    int64_t count;
    int64_t *order; /* where each is among the pending ones */
    tropic_index *list, *id;
    tropic_offset *at, *shift;
    uint8_t *removed;
    char *values;
} sorted;

static void release(const tp_memory *memory, sorted *s)
{
    void *const arrays[] = {s->order, s->list, s->id, s->at, s->shift, s->removed, s->values};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) tp_release(memory, arrays[k]);
}

static bool allocate(const tp_memory *memory, sorted *s, size_t size)
{
    s->order = tp_allocate(memory, s->count, sizeof *s->order);
    s->list = tp_allocate(memory, s->count, sizeof *s->list);
    s->id = tp_allocate(memory, s->count, sizeof *s->id);
    s->at = tp_allocate(memory, s->count, sizeof *s->at);
    s->shift = tp_allocate(memory, s->count + 1, sizeof *s->shift);
    s->removed = tp_allocate(memory, s->count, sizeof *s->removed);
    s->values = size > 0 ? tp_allocate(memory, s->count, size) : NULL;
    return s->order && s->list && s->id && s->at && s->shift && s->removed && (size == 0 || s->values);
}

/* order = positions by id, then those by list. keys and spare are as long. */
static void sort(sorted *s, const tropic_index *list, const tropic_index *id, int64_t *keys, int64_t *spare)
{
    const int64_t *by_id, *by_list;
    for (int64_t k = 0; k < s->count; k++) keys[k] = (int64_t)id[k] << POSITION_BITS | k;
    by_id = tp_sort_keys(keys, spare, s->count, POSITION_BITS, 0, INT64_MAX);
    for (int64_t k = 0; k < s->count; k++) s->order[k] = (uint32_t)by_id[k];
    for (int64_t k = 0; k < s->count; k++) keys[k] = (int64_t)list[s->order[k]] << POSITION_BITS | s->order[k];
    by_list = tp_sort_keys(keys, spare, s->count, POSITION_BITS, 0, INT64_MAX);
    for (int64_t k = 0; k < s->count; k++) s->order[k] = (uint32_t)by_list[k];
}

static tropic_status open(tropic_context *context, const tp_pending *p, tp_orientation o, sorted *s)
{
    const tp_memory *memory = &context->memory;
    const tropic_index *list = o == TP_BY_ROW ? p->rows : p->cols, *id = o == TP_BY_ROW ? p->cols : p->rows;
    int64_t *keys = tp_allocate(memory, p->count, sizeof *keys), *spare = tp_allocate(memory, p->count, sizeof *spare);
    bool room;
    *s = (sorted){.count = p->count};
    room = allocate(memory, s, p->size) && keys && spare;
    if (room) sort(s, list, id, keys, spare);
    tp_release(memory, keys);
    tp_release(memory, spare);
    if (!room) return tp_out_of_memory(context, "entries that were set or removed");
    for (int64_t k = 0; k < s->count; k++) {
        const int64_t from = s->order[k];
        s->list[k] = list[from];
        s->id[k] = id[from];
        s->removed[k] = p->removed[from];
        if (p->size > 0) tp_copy_value(s->values + (size_t)k * p->size, tp_value_at(p->values, p->size, from), p->size);
    }
    return TROPIC_OK;
}

/* ---- merged ---- */

static bool removes_any(const sorted *s)
{
    bool any = false;
    for (int64_t k = 0; k < s->count; k++) any = any || s->removed[k];
    return any;
}

/* Notes which updates have an entry, and how many more entries there are in front of each. True: all have one. */
static bool note(tropic_matrix *A, sorted *s)
{
    tp_pending *p = A->pending;
    bool all = true;
    s->shift[0] = 0;
    for (int64_t k = 0; k < s->count; k++) {
        const bool found = s->at[k] >= 0;
        uint8_t *stored = &p->stored[s->order[k]];
        A->count -= *stored == TP_STORED_UNKNOWN && found;
        *stored = found ? TP_STORED : TP_STORED_NONE;
        all = all && found;
        s->shift[k + 1] = s->shift[k] + !s->removed[k] - found;
    }
    p->unknown = 0;
    return all;
}

/* (Values that are put are those of updates that stay pending, if the merge then fails.) */
static tropic_status merge(tropic_context *context, tropic_matrix *A, tp_side *side, tp_orientation o, sorted *s)
{
    const tp_lists lists = tp_stored_lists(A, side, o);
    const bool values = !removes_any(s);
    const bool puts = values && lists.size > 0 && lists.size <= TP_PLACES_PUT && !(side->borrowed & TP_BORROWED_VALUES);
    const tp_places_calls *calls = tp_places_of(side);
    const tp_sorted_updates updates = {s->count, s->list, s->id, s->at, s->shift, s->removed, s->values};
    tp_forms *forms;
    tp_side made;
    TP_TRY(calls->find(context, context->device_index, &lists, s->list, s->id, s->count, s->at, NULL,
                       puts ? s->values : NULL));
    if (note(A, s) && values && (puts || lists.size == 0)) {
        if (!puts) return TROPIC_OK;
        tp_matrix_drop_forms(A, side, NULL);
        A->symmetric = A->facts_known = A->components_known = false;
        return TROPIC_OK;
    }
    TP_TRY(calls->merge(context, &lists, &updates, A->count, &made));
    tp_matrix_drop(A);
    (void)tp_matrix_make_forms(context, A, &forms); /* (They are there.) */
    forms->sides[o] = made;
    return TROPIC_OK;
}

tropic_status tp_finish_there(tropic_context *context, tropic_matrix *A, tp_side *side, tp_orientation o)
{
    sorted s;
    tropic_status status;
    tp_matrix_hold(context, A, side);
    if (A->pending->lines) return tp_given_finish_there(context, A, side, o);
    if (A->pending->count == 0) return TROPIC_OK;
    status = open(context, A->pending, o, &s);
    if (status == TROPIC_OK) status = merge(context, A, side, o, &s);
    release(&context->memory, &s);
    return status;
}
