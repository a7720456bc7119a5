/* SPDX-License-Identifier: Apache-2.0
 *
 * Gustavson's product, row by row, in two passes: the rows' lengths, then their entries; short rows are made in the
 * first pass. Under a complemented mask its columns are left out.
 */
#include "spmv/mxm/cpu/mxm.h"

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

/* The beginning of both passes; false: the row has no product. */
static bool open_row(const tp_product *p, tp_product_space *s, tropic_index i, const tp_product_item *item,
                     tp_product_extent *e)
{
    if (e->bound == 0) return false;
    tp_product_open_row(p, s, i, item);
    if (item->part && item->first > e->first) e->first = item->first;
    if (item->part && item->last < e->last) e->last = item->last;
    if (e->first >= e->last) return false;
    if (!e->flags) tp_table_resize(&s->table, e->bound < p->cols ? e->bound : p->cols);
    return true;
}

/* The entries of the row that is open; returns how many. */
static tropic_offset fill(tp_product *p, tp_product_space *s, tropic_index i, const tp_product_item *item,
                          tp_product_extent e, tropic_index *ids, char *values)
{
    tropic_offset from, to, count;
    tp_product_mask_row(p, i, item, &from, &to);
    tp_product_allow(p, s, from, to);
    if (e.flags) {
        count = tp_product_fill_flags(p, s, e, ids, values);
    } else {
        p->op->cpu->push_table(&s->row, &s->table.table);
        count = s->table.table.count;
        tp_table_list(&s->table, p->cols, ids, values);
        tp_table_clear(&s->table);
    }
    tp_product_forbid(p, s, from, to);
    return count;
}

/* Short rows are made, others counted. */
static void begin_row(tp_product *p, tp_product_space *s, tropic_index i, tp_product_item *item)
{
    const tropic_offset at = item->from + item->count;
    tropic_offset count = 0, from, to;
    tp_product_extent e = tp_product_extent_planned(p, i);
    if (open_row(p, s, i, item, &e)) {
        if (item->staged) {
            count = fill(p, s, i, item, e, p->ids + at, (char *)p->sums + (size_t)at * p->size);
        } else {
            tp_product_mask_row(p, i, item, &from, &to);
            tp_product_allow(p, s, from, to);
            count = e.flags ? tp_product_count_flags(s, e, p->m.ids + from, p->m.ids + to) : count_by_table(s);
            tp_product_forbid(p, s, from, to);
        }
    }
    tp_product_put_count(p, i, item, count);
    tp_product_tell(p, s, item, count);
}

static void end_row(tp_product *p, tp_product_space *s, tropic_index i, tp_product_item *item)
{
    const tropic_offset at = item->part ? item->at : p->t.offsets[i];
    tp_product_extent e;
    if (item->staged || (item->part ? item->count : p->t.offsets[i + 1] - at) == 0) return;
    e = tp_product_extent_of(p, i);
    if (open_row(p, s, i, item, &e)) fill(p, s, i, item, e, p->t.ids + at, (char *)p->t.values + (size_t)at * p->size);
}

tropic_status tp_product_by_rows(tp_product *p)
{
    TP_TRY(tp_product_stage(p));
    tp_product_each(p, begin_row);
    TP_TRY(tp_product_check_room(p));
    TP_TRY(tp_product_gather(p));
    tp_product_each(p, end_row);
    return TROPIC_OK;
}
