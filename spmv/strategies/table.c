/* SPDX-License-Identifier: Apache-2.0
 *
 * Hash tables of sums.
 */
#include "spmv/strategies/table.h"

#include "formats/matrix/build/compact.h"
#include "formats/matrix/lists.h"
#include "runtime/random.h"
#include "spmv/tuning.h"

#include <string.h>

/* A hash table has at most one sum in so many of its slots, so that a place is found at about the second look. (The
 * hash is tp_slot_32.) */
#define SLOTS_PER_SUM 2
#define MIN_SLOT_BITS 4
/* A key to sort by is a place, above the bits of its slot. */
#define SLOT_BITS 32

static int slot_bits(int64_t sums)
{
    int bits = MIN_SLOT_BITS;
    while (((int64_t)1 << bits) < sums * SLOTS_PER_SUM) bits++;
    return bits;
}

void tp_table_resize(tp_table *t, int64_t sums)
{
    const int bits = slot_bits(sums);
    t->table.shift = 32 - bits;
    t->table.last = (uint32_t)(((int64_t)1 << bits) - 1);
}

tropic_status tp_table_open(tropic_context *context, tp_table *t, int64_t sums, size_t size)
{
    const tp_memory *memory = &context->memory;
    const int64_t slots = (int64_t)1 << slot_bits(sums);
    *t = (tp_table){.size = size};
    t->table = (tropic_host_table){.places = tp_allocate(memory, slots, sizeof(tropic_index)),
                                   .sums = tp_allocate(memory, slots, size),
                                   .slots = tp_allocate(memory, sums, sizeof(tropic_index)),
                                   .multiplier = TP_GOLDEN_32};
    t->keys = tp_allocate(memory, sums, sizeof *t->keys);
    t->spare = tp_allocate(memory, sums, sizeof *t->spare);
    if (!t->table.places || !t->table.sums || !t->table.slots || !t->keys || !t->spare)
        return tp_out_of_memory(context, "a product");
    memset(t->table.places, 0xff, (size_t)slots * sizeof(tropic_index)); /* TROPIC_HOST_FREE */
    tp_table_resize(t, sums);
    return TROPIC_OK;
}

void tp_table_close(tropic_context *context, tp_table *t)
{
    const tp_memory *memory = &context->memory;
    tp_release(memory, t->table.places);
    tp_release(memory, t->table.sums);
    tp_release(memory, t->table.slots);
    tp_release(memory, t->keys);
    tp_release(memory, t->spare);
    *t = (tp_table){0};
}

/* The places and slots of the sums as keys, sorted by place. */
static const int64_t *sort_sums(tp_table *t, tropic_index places)
{
    const tropic_host_table *table = &t->table;
    const tropic_index count = table->count;
    for (tropic_index k = 0; k < count; k++) {
        const tropic_index slot = table->slots[k];
        const int64_t key = (int64_t)table->places[slot] << SLOT_BITS | slot;
        tropic_index at = k;
        if (count <= TP_TABLE_SORT_FEW)
            for (; at > 0 && t->keys[at - 1] > key; at--) t->keys[at] = t->keys[at - 1];
        t->keys[at] = key;
    }
    if (count <= TP_TABLE_SORT_FEW) return t->keys;
    return tp_sort_keys(t->keys, t->spare, count, SLOT_BITS, 0, (int64_t)places << SLOT_BITS);
}

#define INLINE static inline __attribute__((always_inline))

INLINE void list_values(const tp_table *t, const int64_t *keys, char *values, size_t size)
{
    const char *sums = t->table.sums;
    for (tropic_index k = 0; k < t->table.count; k++)
        memcpy(values + (size_t)k * size, sums + (size_t)(uint32_t)keys[k] * size, size);
}

void tp_table_list(tp_table *t, tropic_index places, tropic_index *ids, void *values)
{
    const int64_t *keys = sort_sums(t, places);
    for (tropic_index k = 0; k < t->table.count; k++) ids[k] = (tropic_index)(keys[k] >> SLOT_BITS);
    TP_WITH_SIZE(t->size, list_values, t, keys, values)
}

void tp_table_clear(tp_table *t)
{
    tropic_host_table *table = &t->table;
    for (tropic_index k = 0; k < table->count; k++) table->places[table->slots[k]] = TROPIC_HOST_FREE;
    table->count = 0;
}
