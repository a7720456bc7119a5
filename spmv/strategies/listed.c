/* SPDX-License-Identifier: Apache-2.0
 *
 * Products along a list on the CPU: a push into a hash table whose sums are then sorted, or a pull of listed
 * destinations.
 */
#include "formats/matrix/compact.h"
#include "semiring/semiring.h"
#include "spmv/cpu_backend.h"

#include <string.h>

/* A hash table has at most one sum in so many of its slots, so that a place is found at about the second look. */
#define SLOTS_PER_SUM 2
#define MIN_SLOT_BITS 4
/* Knuth's multiplicative hash: 2^32 over the golden ratio. It spreads ids that lie a power of two apart. */
#define MULTIPLIER 2654435769u
/* A key to sort by is a place, above the bits of its slot. */
#define SLOT_BITS 32
/* So few are sorted by insertion. */
#define FEW 32

/* What a push takes on the way. */
typedef struct pushing {
    tropic_context *context;
    tropic_host_table table;
    int64_t *keys, *spare;
    size_t size;
} pushing;

static tropic_status open_table(pushing *p, tropic_offset work, tropic_index places)
{
    const tp_memory *memory = &p->context->memory;
    const int64_t most = work < places ? work : places;
    int bits = MIN_SLOT_BITS;
    int64_t slots;
    while (((int64_t)1 << bits) < most * SLOTS_PER_SUM) bits++;
    slots = (int64_t)1 << bits;
    p->table = (tropic_host_table){.places = tp_allocate(memory, slots, sizeof(tropic_index)),
                                   .sums = tp_allocate(memory, slots, p->size),
                                   .slots = tp_allocate(memory, most, sizeof(tropic_index)),
                                   .multiplier = MULTIPLIER,
                                   .shift = 32 - bits,
                                   .last = (uint32_t)(slots - 1)};
    if (!p->table.places || !p->table.sums || !p->table.slots) return tp_out_of_memory(p->context, "a product");
    memset(p->table.places, 0xff, (size_t)slots * sizeof(tropic_index)); /* TROPIC_HOST_FREE */
    return TROPIC_OK;
}

/* The places and slots of the sums as keys, sorted by place. NULL: no memory. */
static const int64_t *sort_sums(pushing *p, tropic_index places)
{
    const tropic_host_table *table = &p->table;
    const tropic_index count = table->count;
    p->keys = tp_allocate(&p->context->memory, count, sizeof *p->keys);
    if (!p->keys) return NULL;
    for (tropic_index k = 0; k < count; k++) {
        const tropic_index slot = table->slots[k];
        const int64_t key = (int64_t)table->places[slot] << SLOT_BITS | slot;
        tropic_index at = k;
        if (count <= FEW)
            for (; at > 0 && p->keys[at - 1] > key; at--) p->keys[at] = p->keys[at - 1];
        p->keys[at] = key;
    }
    if (count <= FEW) return p->keys;
    p->spare = tp_allocate(&p->context->memory, count, sizeof *p->spare);
    if (!p->spare) return NULL;
    return tp_sort_keys(p->keys, p->spare, count, SLOT_BITS, 0, (int64_t)places << SLOT_BITS);
}

static tropic_status allocate_list(tropic_context *context, tp_entry_list *t, tropic_index count, size_t size)
{
    t->count = count;
    TP_TRY(context->backend->allocate(context, &t->ids, (size_t)count * sizeof(tropic_index), "a product"));
    return context->backend->allocate(context, &t->values, (size_t)count * size, "a product");
}

/* *t = the sums, by ascending place. */
static tropic_status list_sums(pushing *p, tropic_index places, tp_entry_list *t)
{
    const tropic_index count = p->table.count;
    const int64_t *keys = sort_sums(p, places);
    tropic_index *ids;
    if (!keys) return tp_out_of_memory(p->context, "a product");
    TP_TRY(allocate_list(p->context, t, count, p->size));
    ids = t->ids;
    for (tropic_index k = 0; k < count; k++) {
        const size_t slot = (size_t)(uint32_t)keys[k];
        ids[k] = (tropic_index)(keys[k] >> SLOT_BITS);
        memcpy((char *)t->values + (size_t)k * p->size, (const char *)p->table.sums + slot * p->size, p->size);
    }
    return TROPIC_OK;
}

static tropic_status push(tropic_context *context, const tp_listed_product *product, tp_entry_list *t)
{
    pushing p = {.context = context, .size = tropic_type_size(product->semiring->type)};
    const tp_memory *memory = &context->memory;
    tropic_status status = open_table(&p, product->work, product->places);
    if (status == TROPIC_OK) {
        product->op->cpu->push_table(product, &p.table);
        status = list_sums(&p, product->places, t);
    }
    tp_release(memory, p.table.places);
    tp_release(memory, p.table.sums);
    tp_release(memory, p.table.slots);
    tp_release(memory, p.keys);
    tp_release(memory, p.spare);
    return status;
}

/* *t = those of the pulled sums that there are. */
static tropic_status keep_hits(tropic_context *context, const tp_listed_product *product, size_t size,
                               tp_entry_list *t)
{
    tropic_index *ids, kept = 0;
    TP_TRY(allocate_list(context, t, product->count, size));
    ids = t->ids;
    for (tropic_index c = 0; c < product->count; c++) {
        if (!product->has[c]) continue;
        ids[kept] = product->lists[c];
        memcpy((char *)t->values + (size_t)kept++ * size, (const char *)product->t + (size_t)c * size, size);
    }
    t->count = kept;
    return TROPIC_OK;
}

static tropic_status pull(tropic_context *context, tp_listed_product *product, tp_entry_list *t)
{
    const tp_memory *memory = &context->memory;
    const size_t size = tropic_type_size(product->semiring->type);
    tropic_status status = TROPIC_OK;
    product->t = tp_allocate(memory, product->count, size);
    product->has = tp_allocate(memory, product->count, sizeof *product->has);
    if (product->t && product->has) {
        tp_for(tp_team_for(context, product->work), product->count, TP_CHUNK_ANY, product->op->cpu->pull_listed,
               product);
        status = keep_hits(context, product, size, t);
    } else {
        status = tp_out_of_memory(context, "a product");
    }
    tp_release(memory, product->t);
    tp_release(memory, product->has);
    return status;
}

tropic_status tp_cpu_multiply_listed(tropic_context *context, const tp_listed_product *product, tp_entry_list *t)
{
    tp_listed_product specialised = *product;
    if (product->semiring->user)
        TP_TRY(tp_cpu_specialise(context, product->semiring, product->vxm, product->state, &specialised.op));
    return product->push ? push(context, &specialised, t) : pull(context, &specialised, t);
}
