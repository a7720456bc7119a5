/* SPDX-License-Identifier: Apache-2.0
 *
 * The places that an operation along a list goes to.
 */
#include "spmv/ewise/ewise_places.h"

#include "formats/matrix/build/compact.h"

/* A key to sort by is a place, above the bits of its position. */
#define POSITION_BITS 32

tropic_status tp_input_open(const tp_operation *o, tp_input *in, tp_operand *operand, const tropic_vector *v, bool used)
{
    if (!v) return TROPIC_OK;
    /* A vector that is read at other places than it is written must not be w itself. */
    TP_TRY(tp_operand_open(operand, v, v == o->w && o->ids));
    *in = (tp_input){.values = used ? operand->values : NULL, .has = operand->has, .listed = o->ids != NULL};
    if (o->ids) in->at = o->listed[TP_LISTED_X];
    return TROPIC_OK;
}

tropic_status tp_places_make(tp_operation *o, tp_listed_array what, int64_t count, size_t size)
{
    return o->context->backend->allocate(o->context, &o->listed[what], (size_t)count * size, "the result");
}

static tropic_status upload(tp_operation *o, tp_listed_array what, const tropic_index *ids, int64_t count)
{
    const size_t bytes = (size_t)count * sizeof *ids;
    TP_TRY(tp_places_make(o, what, count, sizeof *ids));
    return bytes > 0 ? o->context->backend->upload(o->context, o->listed[what], ids, bytes) : TROPIC_OK;
}

/* The caller's ids, `ascending` if asked for; then LISTED_X has where each of them stood, unless they were so. */
static tropic_status open_ids(tp_operation *o, bool ascending)
{
    const tp_memory *memory = &o->context->memory;
    const tropic_index count = o->count;
    tropic_index k = 1;
    int64_t *keys, *spare;
    tropic_index *ids, *positions;
    tropic_status status = TROPIC_OK;
    o->places.count = count;
    while (ascending && k < count && o->ids[k - 1] < o->ids[k]) k++;
    if (!ascending || k >= count) {
        status = upload(o, TP_LISTED_PLACES, o->ids, count);
        o->places.ids = o->listed[TP_LISTED_PLACES];
        return status;
    }
    keys = tp_allocate(memory, count, sizeof *keys);
    spare = tp_allocate(memory, count, sizeof *spare);
    ids = tp_allocate(memory, count, sizeof *ids);
    positions = tp_allocate(memory, count, sizeof *positions);
    if (keys && spare && ids && positions) {
        const int64_t *sorted;
        for (k = 0; k < count; k++) keys[k] = (int64_t)o->ids[k] << POSITION_BITS | k;
        sorted = tp_sort_keys(keys, spare, count, POSITION_BITS, 0, INT64_MAX);
        for (k = 0; k < count; k++) {
            ids[k] = (tropic_index)(sorted[k] >> POSITION_BITS);
            positions[k] = (tropic_index)sorted[k];
        }
        status = upload(o, TP_LISTED_PLACES, ids, count);
        if (status == TROPIC_OK) status = upload(o, TP_LISTED_X, positions, count);
        if (status == TROPIC_OK) status = o->context->backend->wait(o->context); /* (It may be pinned memory.) */
        o->places.ids = o->listed[TP_LISTED_PLACES];
    } else {
        status = tp_out_of_memory(o->context, "the places of ids");
    }
    tp_release(memory, keys);
    tp_release(memory, spare);
    tp_release(memory, ids);
    tp_release(memory, positions);
    return status;
}

/* The cost of merges into this list begins again at 0: they have paid, for the list saves a pass over all places. */
static tp_places go_along(const tropic_vector *v)
{
    if (v) ((tropic_vector *)v)->merged = 0;
    return tp_places_of(v);
}

/* The places of a bitmap's entries. */
static tropic_status list_bitmap(tp_operation *o, const tropic_vector *v)
{
    TP_TRY(tp_places_make(o, TP_LISTED_PLACES, v->count.entries, sizeof *o->ids));
    o->places = (tp_places){o->listed[TP_LISTED_PLACES], v->count.entries};
    return o->context->backend->compact(o->context, o->listed[TP_LISTED_PLACES], v->has, v->n, NULL);
}

tropic_status tp_places_open(tp_operation *o, tp_along along, bool ascending)
{
    const bool u = tp_is_sparse(o->u), v = tp_is_sparse(o->v);
    switch (along) {
    case TP_ALONG_IDS: return open_ids(o, ascending);
    case TP_ALONG_MASK:
        if (o->mask && o->mask->form == TROPIC_BITMAP) return list_bitmap(o, o->mask);
        o->places = go_along(o->mask);
        return TROPIC_OK;
    default: break;
    }
    o->places = go_along(!v || (u && tp_count_peek(&o->u->count) <= tp_count_peek(&o->v->count)) ? o->u : o->v);
    return TROPIC_OK;
}
