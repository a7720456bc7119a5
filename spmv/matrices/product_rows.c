/* SPDX-License-Identifier: Apache-2.0
 *
 * Gustavson's product, row by row, in two passes: the rows' lengths, then their entries. Under a complemented mask its
 * columns are left out.
 */
#include "spmv/matrices/product.h"

static tropic_offset count_by_table(tp_product_space *s)
{
    const tp_listed_product *row = &s->row;
    const tropic_index *ids = row->arcs.ids;
    tropic_host_table *table = &s->table.table;
    tropic_offset count;
    for (tropic_index c = 0; c < row->count; c++) {
        const tropic_offset to = tp_pushed_to(row, c);
        for (tropic_offset k = tp_pushed_from(row, c); k < to; k++) {
            const tropic_index j = ids[k];
            uint32_t slot;
            if (s->allow && s->allow[j]) continue;
            slot = tropic_host_slot(table, j);
            if (table->places[slot] == j) continue;
            table->places[slot] = j;
            table->slots[table->count++] = (tropic_index)slot;
        }
    }
    count = table->count;
    tp_table_clear(&s->table);
    return count;
}

/* What both passes begin with; false: the row has no product. */
static bool open_row(const tp_product *p, tp_product_space *s, tropic_index i, const tp_product_item *part,
                     tp_product_extent *e)
{
    *e = tp_product_extent_of(p, i);
    if (e->bound == 0) return false;
    tp_product_open_row(p, s, i, part);
    if (part && part->first > e->first) e->first = part->first;
    if (part && part->last < e->last) e->last = part->last;
    if (e->first >= e->last) return false;
    if (!e->flags) tp_table_resize(&s->table, e->bound < p->cols ? e->bound : p->cols);
    return true;
}

static void count_row(tp_product *p, tp_product_space *s, tropic_index i, tp_product_item *part)
{
    tropic_offset count = 0, from, to;
    tp_product_extent e;
    if (open_row(p, s, i, part, &e)) {
        tp_product_mask_row(p, i, part, &from, &to);
        tp_product_allow(p, s, from, to);
        count = e.flags ? tp_product_count_flags(s, e, p->m.ids + from, p->m.ids + to) : count_by_table(s);
        tp_product_forbid(p, s, from, to);
    }
    if (part)
        part->count = count;
    else
        p->t.offsets[i + 1] = count;
}

/* -- entries ----------------------------------------------------------------------------------- */

static void fill_row(tp_product *p, tp_product_space *s, tropic_index i, tp_product_item *part)
{
    const tropic_offset at = part ? part->at : p->t.offsets[i];
    tropic_index *ids = p->t.ids + at;
    char *values = (char *)p->t.values + (size_t)at * p->size;
    tropic_offset from, to;
    tp_product_extent e;
    if ((part ? part->count : p->t.offsets[i + 1] - at) == 0) return;
    if (!open_row(p, s, i, part, &e)) return;
    tp_product_mask_row(p, i, part, &from, &to);
    tp_product_allow(p, s, from, to);
    if (e.flags) {
        tp_product_fill_flags(p, s, e, ids, values);
    } else {
        p->op->cpu->push_table(&s->row, &s->table.table);
        tp_table_list(&s->table, p->cols, ids, values);
        tp_table_clear(&s->table);
    }
    tp_product_forbid(p, s, from, to);
}

/* Rows in parts are as long as these together. */
static void join_parts(tp_product *p)
{
    for (tropic_index k = 0; k < p->item_count; k++) {
        tp_product_item *item = &p->items[k];
        if (!item->part) continue;
        if (k == 0 || !item[-1].part || item[-1].begin != item->begin) p->t.offsets[item->begin + 1] = 0;
        item->at = p->t.offsets[item->begin + 1];
        p->t.offsets[item->begin + 1] += item->count;
    }
}

tropic_status tp_product_by_rows(tp_product *p)
{
    tp_product_each(p, count_row);
    join_parts(p);
    TP_TRY(tp_product_allocate(p));
    for (tropic_index k = 0; k < p->item_count; k++) p->items[k].at += p->t.offsets[p->items[k].begin];
    tp_product_each(p, fill_row);
    return TROPIC_OK;
}
