/* SPDX-License-Identifier: Apache-2.0
 *
 * The stored entries of a part whose matrix lies on a device: brought to the host.
 */
#include "formats/matrix/part_look.h"
#include "formats/matrix/places.h"

#include <string.h>

/* Lines of which all entries are brought, at most: each is two copies. */
enum { LINES = 16 };

/* Places that are looked up. */
typedef struct looking {
    int64_t count;
    tropic_index *list, *id;
    tropic_offset *at;
    char *values;
} looking;

static void release(const tp_memory *memory, looking *q)
{
    tp_release(memory, q->list);
    tp_release(memory, q->id);
    tp_release(memory, q->at);
    tp_release(memory, q->values);
}

static tropic_status allocate(const tp_part_look *w, looking *q, int64_t count, size_t size)
{
    const tp_memory *memory = &w->context->memory;
    *q = (looking){.count = count};
    q->list = tp_allocate(memory, count, sizeof *q->list);
    q->id = tp_allocate(memory, count, sizeof *q->id);
    q->at = tp_allocate(memory, count, sizeof *q->at);
    q->values = size > 0 ? tp_allocate(memory, count, size) : NULL;
    if (q->list && q->id && q->at && (size == 0 || q->values)) return TROPIC_OK;
    return tp_out_of_memory(w->context, "entries of some rows");
}

static tropic_status find(const tp_part_look *w, const looking *q)
{
    const tp_stored *s = &w->stored;
    return tp_places_of(s->there)->find(w->context, s->device, &s->lists, q->list, q->id, q->count, q->at, q->values,
                                        NULL);
}

/* ---- at some places ---- */

/* Those that were found, as lists by line. */
static tropic_status take_found(tp_part_look *w, const looking *q)
{
    const tp_matrix_part *part = w->part;
    const size_t size = tp_matrix_value_size(w->A);
    tropic_offset to = 0;
    int64_t k = 0;
    TP_TRY(tp_lists_allocate(w->context, &w->context->memory, &w->there, part->count, q->count, size));
    w->there.offsets[0] = 0;
    for (tropic_index l = 0; l < part->count; l++) {
        for (tropic_index c = 0; c < part->id_count; c++, k++) {
            if (q->at[k] < 0) continue;
            w->there.ids[to] = part->ids[c];
            if (size > 0) tp_copy_value(tp_value_at(w->there.values, size, to), q->values + (size_t)k * size, size);
            to++;
        }
        w->there.offsets[l + 1] = to;
    }
    w->there.count = to;
    return TROPIC_OK;
}

static tropic_status bring_places(tp_part_look *w)
{
    const tp_matrix_part *part = w->part;
    const bool along = w->stored.o == w->by;
    looking q;
    int64_t k = 0;
    tropic_status status = allocate(w, &q, (int64_t)part->count * part->id_count, tp_matrix_value_size(w->A));
    for (tropic_index l = 0; status == TROPIC_OK && l < part->count; l++)
        for (tropic_index c = 0; c < part->id_count; c++, k++) {
            q.list[k] = along ? part->lines[l] : part->ids[c];
            q.id[k] = along ? part->ids[c] : part->lines[l];
        }
    if (status == TROPIC_OK) status = find(w, &q);
    if (status == TROPIC_OK) status = take_found(w, &q);
    release(&w->context->memory, &q);
    return status;
}

/* ---- all of some lines ---- */

/* Where line l's entries begin, or (end 1) end: an id that is there, or where it would be. */
static tropic_offset bound(const looking *q, tropic_index l, int end)
{
    const tropic_offset at = q->at[2 * (int64_t)l + end];
    return at < 0 ? ~at : at;
}

static tropic_status copy_lines(tp_part_look *w, const looking *bounds)
{
    const tp_stored *s = &w->stored;
    const tp_backend *owner = s->there->owner;
    tp_lists *to = &w->there;
    for (tropic_index l = 0; l < to->lists; l++) {
        const tropic_offset from = bound(bounds, l, 0), at = to->offsets[l], count = to->offsets[l + 1] - at;
        if (count == 0) continue;
        TP_TRY(owner->mirror_download(w->context, s->device, to->ids + at, s->lists.ids + from,
                                      (size_t)count * sizeof *to->ids));
        if (to->size > 0)
            TP_TRY(owner->mirror_download(w->context, s->device, tp_value_at(to->values, to->size, at),
                                          tp_value_at(s->lists.values, to->size, from), (size_t)count * to->size));
    }
    return TROPIC_OK;
}

static tropic_status take_lines(tp_part_look *w, const looking *bounds, tropic_offset most, bool *fits)
{
    tropic_offset count = 0;
    for (tropic_index l = 0; l < w->part->count; l++) count += bound(bounds, l, 1) - bound(bounds, l, 0);
    *fits = count <= most;
    if (!*fits) return TROPIC_OK;
    TP_TRY(tp_lists_allocate(w->context, &w->context->memory, &w->there, w->part->count, count,
                             tp_matrix_value_size(w->A)));
    w->there.offsets[0] = 0;
    for (tropic_index l = 0; l < w->part->count; l++)
        w->there.offsets[l + 1] = w->there.offsets[l] + bound(bounds, l, 1) - bound(bounds, l, 0);
    return copy_lines(w, bounds);
}

static tropic_status bring_lines(tp_part_look *w, tropic_offset most, bool *fits)
{
    looking q;
    tropic_status status = allocate(w, &q, 2 * (int64_t)w->part->count, 0);
    for (tropic_index l = 0; status == TROPIC_OK && l < w->part->count; l++) {
        q.list[2 * l] = q.list[2 * l + 1] = w->part->lines[l];
        q.id[2 * l] = 0;
        q.id[2 * l + 1] = TROPIC_INDEX_MAX;
    }
    if (status == TROPIC_OK) status = find(w, &q);
    if (status == TROPIC_OK) status = take_lines(w, &q, most, fits);
    release(&w->context->memory, &q);
    return status;
}

/* (Of lines across all lists, the backend's own assignment makes a matrix in less time.) */
tropic_status tp_part_bring(tp_part_look *w, tropic_offset most, bool *fits)
{
    const tp_matrix_part *part = w->part;
    tropic_status status = TROPIC_OK;
    if (tp_matrix_value_size(w->A) > TP_PLACES_VALUE)
        *fits = false;
    else if (part->ids)
        *fits = (int64_t)part->count * part->id_count <= most;
    else
        *fits = w->stored.o == w->by && part->count <= LINES;
    if (!*fits) return TROPIC_OK;
    status = part->ids ? bring_places(w) : bring_lines(w, most, fits);
    if (status == TROPIC_OK && *fits) w->stored.values = w->there.values;
    return status;
}
