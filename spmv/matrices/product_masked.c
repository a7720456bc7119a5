/* SPDX-License-Identifier: Apache-2.0
 *
 * Products at the places of a mask alone, by Gustavson or by dot products: sums are staged, at most as many as the mask
 * has entries.
 */
#include "semiring/evaluate.h"
#include "spmv/matrices/product.h"

/* -- Gustavson --------------------------------------------------------------------------------- */

/* Puts the sum at column j behind the item's others. */
static inline void put(tp_product *p, const tp_product_item *item, tropic_offset *count, tropic_index j,
                       const void *sum)
{
    const tropic_offset at = item->from + item->count + (*count)++;
    p->ids[at] = j;
    tp_copy_value((char *)p->sums + (size_t)at * p->size, sum, p->size);
}

/* Sums at the mask's entries from .. to - 1; flags and sums are then as they were before. */
static tropic_offset take_by_flags(tp_product *p, tp_product_space *s, tp_product_extent e, const tp_product_item *item,
                                   tropic_offset from, tropic_offset to)
{
    uint8_t *flags = tp_product_from(s->flags, e.first, 1);
    char *sums = tp_product_from(s->sums, e.first, p->size);
    tropic_offset count = 0;
    p->op->cpu->push_flags(&s->row, sums, flags);
    for (tropic_offset k = from; k < to; k++) {
        const tropic_index j = p->m.ids[k];
        char *sum = sums + (size_t)j * p->size;
        if (j < e.first || j >= e.last || !flags[j]) continue;
        put(p, item, &count, j, sum);
        tp_copy_value(sum, p->zero, p->size);
        flags[j] = 0;
    }
    return count;
}

static tropic_offset take_by_table(tp_product *p, tp_product_space *s, const tp_product_item *item, tropic_offset from,
                                   tropic_offset to)
{
    const tropic_host_table *table = &s->table.table;
    tropic_offset count = 0;
    p->op->cpu->push_table(&s->row, &s->table.table);
    for (tropic_offset k = from; k < to && table->count > 0; k++) {
        const tropic_index j = p->m.ids[k];
        const uint32_t slot = tropic_host_slot(table, j);
        if (table->places[slot] == j) put(p, item, &count, j, (const char *)table->sums + (size_t)slot * p->size);
    }
    tp_table_clear(&s->table);
    return count;
}

static void sum_row(tp_product *p, tp_product_space *s, tropic_index i, tp_product_item *item)
{
    tp_product_extent e = {.bound = 0};
    tropic_offset from, to, count = 0;
    tp_product_mask_row(p, i, item, &from, &to);
    if (from < to) e = tp_product_extent_planned(p, i);
    if (e.bound > 0) {
        tp_product_open_row(p, s, i, item);
        tp_product_allow(p, s, from, to);
        if (e.flags) {
            count = take_by_flags(p, s, e, item, from, to);
        } else {
            tp_table_resize(&s->table, to - from < e.bound ? to - from : e.bound);
            count = take_by_table(p, s, item, from, to);
        }
        tp_product_forbid(p, s, from, to);
    }
    tp_product_put_count(p, i, item, count);
}

/* -- dot products ------------------------------------------------------------------------------ */

/* A's row by place, or its flags cleared. */
static void scatter(const tp_product *p, tp_product_space *s, tropic_index i, bool has)
{
    const size_t size = p->a.size;
    for (tropic_offset k = p->a.offsets[i]; k < p->a.offsets[i + 1]; k++) {
        const size_t at = (size_t)p->a.ids[k];
        s->has[at] = has;
        if (has && s->values) tp_copy_value(s->values + at * size, (const char *)p->a.values + (size_t)k * size, size);
    }
}

/* Dots at the mask's entries from .. to - 1 of row i: those that count are runs. */
static void dot_runs(tp_product *p, tp_listed_product *row, tropic_offset from, tropic_offset to)
{
    memset(p->has + from, 0, (size_t)(to - from));
    while (from < to) {
        tropic_offset end = from;
        while (end < to && tp_mask_allows(&p->allows, end)) end++;
        row->lists = p->m.ids + from;
        row->count = (tropic_index)(end - from);
        row->t = (char *)p->sums + (size_t)from * p->size;
        row->has = p->has + from;
        if (end > from) p->op->cpu->pull_listed(row, 0, end - from);
        from = end + 1;
    }
}

/* (The sums that there are move towards the item's first.) */
static void dot_row(tp_product *p, tp_product_space *s, tropic_index i, tp_product_item *item)
{
    tropic_offset from, to, count = 0;
    tp_product_mask_row(p, i, item, &from, &to);
    if (from < to && p->a.offsets[i] < p->a.offsets[i + 1]) {
        scatter(p, s, i, true);
        s->row.row = i;
        dot_runs(p, &s->row, from, to);
        scatter(p, s, i, false);
        for (tropic_offset k = from; k < to; k++)
            if (p->has[k]) put(p, item, &count, p->m.ids[k], (const char *)p->sums + (size_t)k * p->size);
    }
    tp_product_put_count(p, i, item, count);
}

tropic_status tp_product_by_mask(tp_product *p)
{
    const bool dots = p->way == TP_PRODUCT_DOTS;
    TP_TRY(tp_product_stage(p));
    if (dots) p->has = tp_allocate(&p->context->memory, p->m.count, sizeof *p->has);
    if (dots && !p->has) return tp_out_of_memory(p->context, "a product");
    tp_product_each(p, dots ? dot_row : sum_row);
    return tp_product_gather(p);
}
