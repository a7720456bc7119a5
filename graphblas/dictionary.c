/* SPDX-License-Identifier: Apache-2.0
 *
 * Dictionaries of 64-bit ids.
 */
#include "graphblas/dictionary.h"

#include <string.h>

#define FIRST_ROOM 16

/* Where the search for an id begins: all its bits count, so that ids in steps of a power of two do not meet. */
static size_t slot_of(const grb_dictionary *d, GrB_Index id)
{
    uint64_t x = id;
    x = (x ^ (x >> 32)) * UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ (x >> 29)) * UINT64_C(0xd6e8feb86659fd93);
    return (size_t)(x >> 32) & d->last_slot;
}

/* The slot that has the id, or the free one where it goes. */
static tropic_index *find(const grb_dictionary *d, GrB_Index id)
{
    size_t k = slot_of(d, id);
    while (d->slots[k] != 0 && d->ids[d->slots[k]] != id) k = (k + 1) & d->last_slot;
    return &d->slots[k];
}

/* Room for so many lines; false: memory is short, and all is as it was. */
static bool make_room(grb_dictionary *d, tropic_index room)
{
    size_t slots = 2 * FIRST_ROOM;
    while (slots < 2 * (size_t)room) slots *= 2;
    GrB_Index *ids = grb_allocate((size_t)room * sizeof *ids);
    tropic_index *table = grb_allocate_zero(slots, sizeof *table);
    if (!ids || !table) {
        grb_release(ids);
        grb_release(table);
        return false;
    }
    ids[0] = 0;
    if (d->count > 0) memcpy(ids + 1, d->ids + 1, (size_t)d->count * sizeof *ids);
    /* (All is there before it is the dictionary's: a child that another thread forks meanwhile may look into it.) */
    const grb_dictionary was = *d;
    grb_dictionary larger = was;
    larger.ids = ids;
    larger.slots = table;
    larger.last_slot = slots - 1;
    larger.room = room;
    for (tropic_index code = 1; code <= d->count; code++) *find(&larger, ids[code]) = code;
    *d = larger;
    grb_release(was.ids);
    grb_release(was.slots);
    return true;
}

grb_dictionary *grb_dictionary_new(void)
{
    grb_dictionary *d = grb_allocate_zero(1, sizeof *d);
    if (!d) return NULL;
    d->owners = 1;
    if (make_room(d, FIRST_ROOM)) return d;
    grb_release(d);
    return NULL;
}

grb_dictionary *grb_dictionary_share(grb_dictionary *d)
{
    if (d) d->owners++;
    return d;
}

void grb_dictionary_leave(grb_dictionary *d)
{
    if (!d || --d->owners > 0) return;
    grb_release(d->ids);
    grb_release(d->slots);
    grb_release(d);
}

tropic_index grb_dictionary_find(const grb_dictionary *d, GrB_Index id)
{
    return *find(d, id);
}

bool grb_dictionary_full(const grb_dictionary *d)
{
    return d->count == TROPIC_INDEX_MAX - 1;
}

tropic_index grb_dictionary_add(grb_dictionary *d, GrB_Index id)
{
    tropic_index *slot = find(d, id);
    if (*slot != 0) return *slot;
    if (grb_dictionary_full(d)) return 0;
    if (d->count + 1 == d->room) {
        if (!make_room(d, d->room > TROPIC_INDEX_MAX / 2 ? TROPIC_INDEX_MAX : 2 * d->room)) return 0;
        slot = find(d, id);
    }
    *slot = ++d->count;
    d->ids[d->count] = id;
    return d->count;
}
