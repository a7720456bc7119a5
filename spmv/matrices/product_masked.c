/* SPDX-License-Identifier: Apache-2.0
 *
 * Products at the places of a mask alone: a sum for each of its entries, by Gustavson or by dot products; then those
 * that there are.
 */
#include "semiring/evaluate.h"
#include "spmv/matrices/product.h"

/* -- Gustavson --------------------------------------------------------------------------------- */

/* Sums and flags of the mask's entries from .. to - 1, which are then as they were before. */
static void take_by_flags(const tp_product *p, tp_product_space *s, tp_product_extent e, tropic_offset from,
                          tropic_offset to)
{
    uint8_t *flags = tp_product_from(s->flags, e.first, 1);
    char *sums = tp_product_from(s->sums, e.first, p->size);
    p->op->cpu->push_flags(&s->row, sums, flags);
    for (tropic_offset k = from; k < to; k++) {
        const tropic_index j = p->m.ids[k];
        char *sum = sums + (size_t)j * p->size;
        if (j < e.first || j >= e.last || !flags[j]) continue;
        p->has[k] = 1;
        tp_copy_value((char *)p->sums + (size_t)k * p->size, sum, p->size);
        if (p->zero) tp_copy_value(sum, p->zero, p->size);
        flags[j] = 0;
    }
}

static void take_by_table(const tp_product *p, tp_product_space *s, tropic_offset from, tropic_offset to)
{
    const tropic_host_table *table = &s->table.table;
    p->op->cpu->push_table(&s->row, &s->table.table);
    for (tropic_offset k = from; k < to && table->count > 0; k++) {
        const tropic_index j = p->m.ids[k];
        const uint32_t slot = tropic_host_slot(table, j);
        if (table->places[slot] != j) continue;
        p->has[k] = 1;
        tp_copy_value((char *)p->sums + (size_t)k * p->size, (const char *)table->sums + (size_t)slot * p->size,
                      p->size);
    }
    tp_table_clear(&s->table);
}

static void sum_row(tp_product *p, tp_product_space *s, tropic_index i, tp_product_item *part)
{
    tp_product_extent e;
    tropic_offset from, to;
    tp_product_mask_row(p, i, part, &from, &to);
    if (from == to) return;
    memset(p->has + from, 0, (size_t)(to - from));
    e = tp_product_extent_of(p, i);
    if (e.bound == 0) return;
    tp_product_open_row(p, s, i, part);
    tp_product_allow(p, s, from, to);
    if (e.flags) {
        take_by_flags(p, s, e, from, to);
    } else {
        const tropic_offset most = to - from < e.bound ? to - from : e.bound;
        tp_table_resize(&s->table, most);
        take_by_table(p, s, from, to);
    }
    tp_product_forbid(p, s, from, to);
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

/* Entries from .. to - 1 of the mask's row i: those that count are runs. */
static void dot_row(tp_product *p, tp_product_space *s, tropic_index i, tp_product_item *part)
{
    tp_listed_product *row = &s->row;
    tropic_offset from, to;
    tp_product_mask_row(p, i, part, &from, &to);
    if (from == to) return;
    memset(p->has + from, 0, (size_t)(to - from));
    if (p->a.offsets[i] == p->a.offsets[i + 1]) return;
    scatter(p, s, i, true);
    row->row = i;
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
    scatter(p, s, i, false);
}

/* -- those that there are ---------------------------------------------------------------------- */

static void count_hits(const void *of, int64_t begin, int64_t end)
{
    const tp_product *p = of;
    for (int64_t i = begin; i < end; i++) {
        tropic_offset count = 0;
        for (tropic_offset k = p->m.offsets[i]; k < p->m.offsets[i + 1]; k++) count += p->has[k];
        p->t.offsets[i + 1] = count;
    }
}

static void keep_hits(const void *of, int64_t begin, int64_t end)
{
    const tp_product *p = of;
    const size_t size = p->size;
    for (int64_t i = begin; i < end; i++) {
        tropic_offset at = p->t.offsets[i];
        for (tropic_offset k = p->m.offsets[i]; k < p->m.offsets[i + 1]; k++) {
            if (!p->has[k]) continue;
            p->t.ids[at] = p->m.ids[k];
            tp_copy_value((char *)p->t.values + (size_t)at++ * size, (const char *)p->sums + (size_t)k * size, size);
        }
    }
}

tropic_status tp_product_by_mask(tp_product *p)
{
    const tp_memory *memory = &p->context->memory;
    const tp_team team = tp_team_for(p->context, p->m.count + p->rows);
    p->sums = tp_allocate(memory, p->m.count, p->size);
    p->has = tp_allocate(memory, p->m.count, sizeof *p->has);
    if (!p->sums || !p->has) return tp_out_of_memory(p->context, "a product");
    tp_product_each(p, p->way == TP_PRODUCT_DOTS ? dot_row : sum_row);
    tp_for(team, p->rows, TP_LIST_CHUNK, count_hits, p);
    TP_TRY(tp_product_allocate(p));
    tp_for(team, p->rows, TP_LIST_CHUNK, keep_hits, p);
    return TROPIC_OK;
}
