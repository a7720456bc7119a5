/* SPDX-License-Identifier: Apache-2.0
 *
 * Products at the places of a mask alone, by Gustavson or by dot products: sums are staged, at most as many as the mask
 * has entries.
 */
#include "semiring/evaluate.h"
#include "spmv/extract/lanes.h"
#include "spmv/mxm/cpu/mxm.h"

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

/* Ids of lanes that are left over: of a row of A, and of a column of B. */
#define NO_ROW (-1)
#define NO_COLUMN (-2)

/* A row of A in lanes, if it is short. */
typedef struct short_row {
    bool is_short;
    tp_lanes ids;
} short_row;

static inline short_row open_short(const tp_product *p, tropic_index i)
{
    const tropic_offset from = p->a.offsets[i], count = p->a.offsets[i + 1] - from;
    short_row r = {.is_short = count <= TP_ID_LANES && from + TP_ID_LANES <= p->a.count};
    if (r.is_short) r.ids = tp_lanes_load(p->a.ids + from) | (NO_ROW & (tp_lanes_left((tropic_index)count) <= 0));
    return r;
}

/* May the row and B's column j have an id in common? Of short ones all are compared with all. */
static inline bool may_meet(const tp_product *p, const short_row *r, tropic_index j)
{
    const tropic_offset from = p->b.offsets[j], count = p->b.offsets[j + 1] - from;
    tp_lanes ids, there, meet = {0};
    if (!r->is_short || count > TP_ID_LANES || from + TP_ID_LANES > p->b.count) return count > 0;
    there = tp_lanes_left((tropic_index)count) > 0;
    ids = (tp_lanes_load(p->b.ids + from) & there) | (NO_COLUMN & ~there);
    for (int k = 0; k < TP_ID_LANES; k++) meet |= r->ids == ids[k];
    return tp_lanes_sum(meet) < 0;
}

/* Columns of row i, of the mask's entries from .. to - 1, at which there may be a sum. */
static tropic_index list_dots(const tp_product *p, tropic_index i, tropic_offset from, tropic_offset to,
                              tropic_index *ids)
{
    const short_row r = open_short(p, i);
    const bool all = p->allows.structure;
    tropic_index count = 0;
    for (tropic_offset k = from; k < to; k++) {
        const tropic_index j = p->m.ids[k], allowed = all || tp_mask_allows(&p->allows, k);
        ids[count] = j;
        count += allowed & may_meet(p, &r, j);
    }
    return count;
}

/* The entries of B's column j that A's row i has, too: how many. */
static tropic_offset look_up(const tp_product *p, tp_product_space *s, tropic_index i, tropic_index j)
{
    const tropic_offset to = p->b.offsets[j + 1];
    const size_t size = p->b.size;
    tropic_offset at = p->b.offsets[j], count = 0;
    for (tropic_offset k = p->a.offsets[i]; k < p->a.offsets[i + 1] && at < to; k++) {
        at = tp_find_id(p->b.ids, at, to, p->a.ids[k]);
        if (at == to || p->b.ids[at] != p->a.ids[k]) continue;
        s->met[count] = p->a.ids[k];
        if (s->met_values)
            tp_copy_value(s->met_values + (size_t)count * size, (const char *)p->b.values + (size_t)at * size, size);
        count++;
        at++;
    }
    return count;
}

/* The row's c-th dot product, from the entries found of the column. */
static void pull_met(const tp_product *p, tp_product_space *s, tropic_index c)
{
    const tropic_index j = s->row.lists[c];
    const tropic_offset range[2] = {0, look_up(p, s, s->row.row, j)};
    tp_listed_product met = s->row;
    met.arcs.offsets = tp_product_from((void *)range, j, sizeof *range);
    met.arcs.ids = s->met;
    met.arcs.values = s->met_values;
    p->op->cpu->pull_listed(&met, c, c + 1);
}

static void pull_all(const tp_product *p, tp_product_space *s)
{
    const tp_listed_product *row = &s->row;
    const tropic_offset length = p->a.offsets[row->row + 1] - p->a.offsets[row->row];
    tropic_index from = 0;
    for (tropic_index c = 0; length <= p->met_max && c < row->count; c++) {
        const tropic_index j = row->lists[c];
        const tropic_offset column = p->b.offsets[j + 1] - p->b.offsets[j];
        if (tp_product_search_cost(length, column) >= column) continue;
        if (from < c) p->op->cpu->pull_listed(row, from, c);
        pull_met(p, s, c);
        from = c + 1;
    }
    if (from < row->count) p->op->cpu->pull_listed(row, from, row->count);
}

/* Dots at `count` columns, which are staged from `at` on; those that have a sum stay. */
static tropic_offset sum_dots(tp_product *p, tp_product_space *s, tropic_index i, tropic_offset at, tropic_index count)
{
    tp_listed_product *row = &s->row;
    tropic_index *ids = p->ids + at;
    char *sums = (char *)p->sums + (size_t)at * p->size;
    tropic_offset kept = 0;
    row->row = i;
    row->lists = ids;
    row->count = count;
    row->t = sums;
    row->has = p->has + at;
    scatter(p, s, i, true);
    pull_all(p, s);
    scatter(p, s, i, false);
    for (tropic_index c = 0; c < count; c++) {
        ids[kept] = ids[c];
        if (kept < c) tp_copy_value(sums + (size_t)kept * p->size, sums + (size_t)c * p->size, p->size);
        kept += row->has[c];
    }
    return kept;
}

/* (Columns are listed where their sums will be: no further than the mask has them.) */
static void dot_row(tp_product *p, tp_product_space *s, tropic_index i, tp_product_item *item)
{
    const tropic_offset at = item->from + item->count;
    tropic_offset from, to, count = 0;
    tp_product_mask_row(p, i, item, &from, &to);
    if (from < to && p->a.offsets[i] < p->a.offsets[i + 1]) {
        const tropic_index listed = list_dots(p, i, from, to, p->ids + at);
        if (listed > 0) count = sum_dots(p, s, i, at, listed);
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
