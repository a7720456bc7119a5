/* SPDX-License-Identifier: Apache-2.0
 *
 * The working memory of a thread for the rows of a product.
 */
#include "semiring/evaluate.h"
#include "spmv/mxm/cpu/mxm.h"

/* Flags, and those of blocks, are read a word at a time. */
#define WORD 8

static int64_t blocks_of(const tp_product *p)
{
    return p->span / TP_PRODUCT_BLOCK + 1;
}

/* Room for the entries found of a column. */
static tropic_status open_met(const tp_product *p, tp_product_space *s)
{
    const tp_memory *memory = &p->context->memory;
    if (p->way != TP_PRODUCT_DOTS || p->met_max == 0) return TROPIC_OK;
    s->met = tp_allocate(memory, p->met_max, sizeof *s->met);
    if (s->row.arcs.values) s->met_values = tp_allocate(memory, p->met_max, p->b.size);
    if (!s->met || (s->row.arcs.values && !s->met_values)) return tp_out_of_memory(p->context, "a product");
    return TROPIC_OK;
}

static tropic_status open_space(tp_product *p, tp_product_space *s)
{
    const tp_memory *memory = &p->context->memory;
    const bool masked = p->m.offsets && p->way != TP_PRODUCT_DOTS, dots = p->way == TP_PRODUCT_DOTS;
    const bool reads = dots && p->a.size > 0 && p->semiring->uses_first;
    s->state = p->state;
    s->row = (tp_listed_product){.op = p->op,
                                 .semiring = p->semiring,
                                 .vxm = true,
                                 .push = !dots,
                                 .state = &s->state,
                                 .arcs = {.lists = p->b.lists,
                                          .count = p->b.count,
                                          .offsets = p->b.offsets,
                                          .ids = p->b.ids,
                                          .values = p->semiring->uses_second ? p->b.values : NULL},
                                 .places = p->cols};
    if (p->hashed > 0) TP_TRY(tp_table_open(p->context, &s->table, p->hashed, p->size));
    if (p->span > 0) {
        s->flags = tp_allocate(memory, blocks_of(p), TP_PRODUCT_BLOCK);
        s->blocks = tp_allocate(memory, blocks_of(p) + WORD, sizeof *s->blocks);
        s->sums = tp_allocate(memory, p->span, p->size);
        if (!s->flags || !s->blocks || !s->sums) return tp_out_of_memory(p->context, "a product");
    }
    if (masked) s->allow = tp_allocate(memory, p->cols, sizeof *s->allow);
    if (p->longest > 0) s->bounds = tp_allocate(memory, 2 * (int64_t)p->longest, sizeof *s->bounds);
    if (dots) s->has = tp_allocate(memory, p->inner, sizeof *s->has);
    if (reads) s->values = tp_allocate(memory, p->inner, p->a.size);
    TP_TRY(open_met(p, s));
    if ((masked && !s->allow) || (p->longest > 0 && !s->bounds) || (dots && !s->has) || (reads && !s->values))
        return tp_out_of_memory(p->context, "a product");
    if (masked) s->state.mask = (tp_mask){.has = s->allow, .structure = true, .complement = p->complement};
    if (dots) s->state.u_has = s->has;
    if (dots) s->state.u = s->values;
    return TROPIC_OK;
}

/* Nothing has a sum. */
static void clear_spaces(const void *of, int64_t begin, int64_t end)
{
    const tp_product *p = of;
    for (int64_t w = begin; w < end; w++) {
        const tp_product_space *s = &p->spaces[w];
        if (s->flags) memset(s->flags, 0, (size_t)blocks_of(p) * TP_PRODUCT_BLOCK);
        if (s->blocks) memset(s->blocks, 0, (size_t)blocks_of(p) + WORD);
        for (tropic_index j = 0; s->sums && j < p->span; j++)
            tp_copy_value(s->sums + (size_t)j * p->size, p->zero, p->size);
        if (s->allow) memset(s->allow, 0, (size_t)p->cols);
        if (s->has) memset(s->has, 0, (size_t)p->inner);
    }
}

tropic_status tp_product_spaces_open(tp_product *p)
{
    p->spaces = tp_allocate_zero(&p->context->memory, p->team.threads, sizeof *p->spaces);
    if (!p->spaces) return tp_out_of_memory(p->context, "a product");
    for (int w = 0; w < p->team.threads; w++) TP_TRY(open_space(p, &p->spaces[w]));
    tp_for(tp_team_for(p->context, p->team.threads * ((int64_t)p->span + p->cols)), p->team.threads, 1, clear_spaces,
           p);
    return TROPIC_OK;
}

void tp_product_spaces_close(tp_product *p)
{
    const tp_memory *memory = &p->context->memory;
    for (int w = 0; p->spaces && w < p->team.threads; w++) {
        tp_product_space *s = &p->spaces[w];
        tp_table_close(p->context, &s->table);
        tp_release(memory, s->allow);
        tp_release(memory, s->flags);
        tp_release(memory, s->blocks);
        tp_release(memory, s->sums);
        tp_release(memory, s->bounds);
        tp_release(memory, s->has);
        tp_release(memory, s->values);
        tp_release(memory, s->met);
        tp_release(memory, s->met_values);
    }
    tp_release(memory, p->spaces);
    p->spaces = NULL;
}

void tp_product_open_row(const tp_product *p, tp_product_space *space, tropic_index i, const tp_product_item *item)
{
    const tropic_offset at = p->a.offsets[i];
    tp_listed_product *row = &space->row;
    row->row = i;
    row->lists = p->a.ids + at;
    row->count = (tropic_index)(p->a.offsets[i + 1] - at);
    row->bounds = NULL;
    space->state.u = p->semiring->uses_first ? tp_value_at(p->a.values, p->a.size, at) : NULL;
    if (!item->part) return;
    for (tropic_index c = 0; c < row->count; c++) {
        const tropic_offset from = p->b.offsets[row->lists[c]], to = p->b.offsets[row->lists[c] + 1];
        space->bounds[2 * c] = tp_find_id(p->b.ids, from, to, item->first);
        space->bounds[2 * c + 1] = tp_find_id(p->b.ids, space->bounds[2 * c], to, item->last);
    }
    row->bounds = space->bounds;
}

void tp_product_mask_row(const tp_product *p, tropic_index i, const tp_product_item *item, tropic_offset *from,
                         tropic_offset *to)
{
    *from = *to = 0;
    if (!p->m.offsets) return;
    *from = p->m.offsets[i];
    *to = p->m.offsets[i + 1];
    if (!item->part) return;
    *from = tp_find_id(p->m.ids, *from, *to, item->first);
    *to = tp_find_id(p->m.ids, *from, *to, item->last);
}

void tp_product_allow(const tp_product *p, tp_product_space *space, tropic_offset from, tropic_offset to)
{
    for (tropic_offset k = from; k < to; k++) space->allow[p->m.ids[k]] = tp_mask_allows(&p->allows, k);
}

void tp_product_forbid(const tp_product *p, tp_product_space *space, tropic_offset from, tropic_offset to)
{
    for (tropic_offset k = from; k < to; k++) space->allow[p->m.ids[k]] = 0;
}
