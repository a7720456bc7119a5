/* SPDX-License-Identifier: Apache-2.0
 *
 * Products along a list on the CPU: a push into a hash table whose sums are then sorted, or a pull of listed
 * destinations.
 */
#include "semiring/composed.h"
#include "spmv/cpu_backend.h"
#include "spmv/strategies/table.h"

#include <string.h>

static tropic_status allocate_list(tropic_context *context, tp_entry_list *t, tropic_index count, size_t size)
{
    t->count = tp_count_known(count);
    TP_TRY(context->backend->allocate(context, &t->ids, (size_t)count * sizeof(tropic_index), "a product"));
    return context->backend->allocate(context, &t->values, (size_t)count * size, "a product");
}

static tropic_status push(tropic_context *context, const tp_listed_product *product, tp_entry_list *t)
{
    const size_t size = tropic_type_size(product->semiring->type);
    const int64_t most = product->work < product->places ? product->work : product->places;
    tp_table sums;
    tropic_status status = tp_table_open(context, &sums, most, size);
    if (status == TROPIC_OK) {
        product->op->cpu->push_table(product, &sums.table);
        status = allocate_list(context, t, sums.table.count, size);
    }
    if (status == TROPIC_OK) tp_table_list(&sums, product->places, t->ids, t->values);
    tp_table_close(context, &sums);
    return status;
}

/* *t = those of the pulled sums that there are. */
static tropic_status keep_hits(tropic_context *context, const tp_listed_product *product, size_t size, tp_entry_list *t)
{
    tropic_index *ids, kept = 0;
    TP_TRY(allocate_list(context, t, product->count, size));
    ids = t->ids;
    for (tropic_index c = 0; c < product->count; c++) {
        if (!product->has[c]) continue;
        ids[kept] = product->lists[c];
        memcpy((char *)t->values + (size_t)kept++ * size, (const char *)product->t + (size_t)c * size, size);
    }
    t->count = tp_count_known(kept);
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
        tp_team team = tp_team_for(context, product->work);
        if (tp_semiring_alone(product->semiring)) team = tp_team_of(team, 1);
        tp_for(team, product->count, TP_CHUNK_ANY, product->op->cpu->pull_listed, product);
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
