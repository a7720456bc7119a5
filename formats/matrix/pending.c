/* SPDX-License-Identifier: Apache-2.0
 *
 * Pending updates: a list of them, and a table with open addressing that finds a place's. Nothing is ever taken out of
 * it: a place that was set and removed again stays in the list.
 */
#include "formats/matrix/pending.h"
#include "formats/matrix/given_lines.h"

#include "runtime/random.h"

#include <string.h>

/* The first table has 2^5 slots, and room for half as many updates. */
#define UPDATES_FIRST_BITS 5

static uint64_t slot_of(const tp_pending *p, tropic_index i, tropic_index j)
{
    const uint64_t key = (uint64_t)(uint32_t)i << 32 | (uint32_t)j;
    return tp_slot(key ^ key >> 29, p->bits);
}

/* Where the place's update is, or would be. */
static int64_t *find_slot(const tp_pending *p, tropic_index i, tropic_index j)
{
    const uint64_t last = (UINT64_C(1) << p->bits) - 1;
    for (uint64_t s = slot_of(p, i, j);; s = (s + 1) & last) {
        const int64_t at = p->slots[s] - 1;
        if (at < 0 || (p->rows[at] == i && p->cols[at] == j)) return &p->slots[s];
    }
}

int64_t tp_pending_find(const tp_pending *p, tropic_index i, tropic_index j)
{
    return p ? *find_slot(p, i, j) - 1 : -1;
}

static void release_arrays(const tp_memory *memory, tp_pending *p)
{
    tp_release(memory, p->rows);
    tp_release(memory, p->cols);
    tp_release(memory, p->stored);
    tp_release(memory, p->removed);
    tp_release(memory, p->values);
    tp_release(memory, p->slots);
}

/* A list without updates, with 2^bits slots. */
static bool allocate_arrays(const tp_memory *memory, tp_pending *p, size_t size, int bits)
{
    const int64_t slots = INT64_C(1) << bits;
    *p = (tp_pending){.room = slots / 2, .size = size, .bits = bits};
    p->rows = tp_allocate(memory, p->room, sizeof *p->rows);
    p->cols = tp_allocate(memory, p->room, sizeof *p->cols);
    p->stored = tp_allocate(memory, p->room, sizeof *p->stored);
    p->removed = tp_allocate(memory, p->room, sizeof *p->removed);
    p->values = size > 0 ? tp_allocate(memory, p->room, size) : NULL;
    p->slots = tp_allocate_zero(memory, slots, sizeof *p->slots);
    if (p->rows && p->cols && p->stored && p->removed && p->slots && (size == 0 || p->values)) return true;
    release_arrays(memory, p);
    return false;
}

/* Room for as many updates as 2^bits slots have. */
static bool grow(const tp_memory *memory, tp_pending *p, int bits)
{
    const size_t count = (size_t)p->count;
    tp_pending larger;
    if (!allocate_arrays(memory, &larger, p->size, bits)) return false;
    memcpy(larger.rows, p->rows, count * sizeof *p->rows);
    memcpy(larger.cols, p->cols, count * sizeof *p->cols);
    memcpy(larger.stored, p->stored, count * sizeof *p->stored);
    memcpy(larger.removed, p->removed, count * sizeof *p->removed);
    if (p->size > 0) memcpy(larger.values, p->values, count * p->size);
    larger.count = p->count;
    larger.unknown = p->unknown;
    larger.lines = p->lines;
    for (int64_t at = 0; at < p->count; at++) *find_slot(&larger, p->rows[at], p->cols[at]) = at + 1;
    release_arrays(memory, p);
    *p = larger;
    return true;
}

void tp_pending_change(tp_pending *p, int64_t at, const void *value, bool removed)
{
    p->removed[at] = removed;
    if (p->size > 0 && !removed) memcpy((char *)p->values + (size_t)at * p->size, value, p->size);
}

tropic_status tp_pending_reserve(tropic_context *context, const tp_memory *memory, tp_pending **pending, size_t size,
                                 int64_t more)
{
    tp_pending *p = *pending;
    const int64_t count = (p ? p->count : 0) + more;
    int bits = p ? p->bits : UPDATES_FIRST_BITS;
    while (INT64_C(1) << bits < 2 * count) bits++;
    if (!p) {
        p = tp_allocate(memory, 1, sizeof *p);
        if (p && !allocate_arrays(memory, p, size, bits)) {
            tp_release(memory, p);
            p = NULL;
        }
    } else if (bits > p->bits && !grow(memory, p, bits)) {
        p = NULL;
    }
    if (!p) return tp_out_of_memory(context, "entries that were set or removed");
    *pending = p;
    return TROPIC_OK;
}

tropic_status tp_pending_add(tropic_context *context, const tp_memory *memory, tp_pending **pending, size_t size,
                             tropic_index i, tropic_index j, uint8_t stored, const void *value, bool removed)
{
    tp_pending *p;
    int64_t at;
    TP_TRY(tp_pending_reserve(context, memory, pending, size, 1));
    p = *pending;
    at = p->count++;
    p->rows[at] = i;
    p->cols[at] = j;
    p->stored[at] = stored;
    p->unknown += stored == TP_STORED_UNKNOWN;
    *find_slot(p, i, j) = at + 1;
    tp_pending_change(p, at, value, removed);
    return TROPIC_OK;
}

size_t tp_pending_bytes(const tp_pending *p)
{
    if (!p) return 0;
    return (p->lines ? tp_pending_bytes(p->lines->by_line) : 0) +
           (size_t)p->room * (sizeof *p->rows + sizeof *p->cols + sizeof *p->stored + sizeof *p->removed + p->size) +
           (sizeof *p->slots << p->bits);
}

void tp_pending_free(const tp_memory *memory, tp_pending **pending)
{
    if (!*pending) return;
    if ((*pending)->lines) {
        tp_given_release((*pending)->lines);
        tp_pending_free(memory, &(*pending)->lines->by_line);
        tp_release(memory, (*pending)->lines);
    }
    release_arrays(memory, *pending);
    tp_release(memory, *pending);
    *pending = NULL;
}
