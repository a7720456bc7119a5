/* SPDX-License-Identifier: Apache-2.0
 *
 * How the rows of a product are shared out: by their costs, with heavy rows in parts.
 */
#include "spmv/matrices/product.h"

/* A row is summed by flags if it has a product for so many columns between its first and last one, else in a table,
 * whose sums are then sorted. */
#define FLAGS_SPAN 1024
/* It is not asked where the first and last one are if it has one for so many of all columns. */
#define DENSE 8
/* Under a mask nothing is scanned: by flags also where these and the sums stay in half of a core's second-level
 * cache. */
#define FLAGS_CACHE ((size_t)1 << 20)
/* The cost of a row beside its products, and how many columns are scanned at the cost of one product. */
#define ROW_COST 8
#define SCAN_COST 16
/* Items for each thread, so that they end together, and the least that one is worth. */
#define ITEMS 32
#define ITEM_COST 4096
/* A row is in parts if it costs so many times as much as an item; at most in so many. */
#define HEAVY 2
#define PARTS_MAX 64

tp_product_extent tp_product_extent_of(const tp_product *p, tropic_index i)
{
    const tp_lists *a = &p->a, *b = &p->b;
    tp_product_extent e = {.last = p->cols, .flags = true};
    tropic_index first = p->cols, last = 0;
    for (tropic_offset k = a->offsets[i]; k < a->offsets[i + 1]; k++)
        e.bound += b->offsets[a->ids[k] + 1] - b->offsets[a->ids[k]];
    if (e.bound >= p->cols / DENSE) return e;
    if (p->way == TP_PRODUCT_MASKED && (size_t)p->cols * (p->size + 1) <= FLAGS_CACHE) return e;
    for (tropic_offset k = a->offsets[i]; k < a->offsets[i + 1]; k++) {
        const tropic_offset from = b->offsets[a->ids[k]], to = b->offsets[a->ids[k] + 1];
        if (from == to) continue;
        if (b->ids[from] < first) first = b->ids[from];
        if (b->ids[to - 1] >= last) last = b->ids[to - 1] + 1;
    }
    if (first >= last) first = last = 0;
    e.first = first;
    e.last = last;
    e.flags = e.bound >= (last - first) / FLAGS_SPAN || (size_t)(last - first) * (p->size + 1) <= FLAGS_CACHE;
    return e;
}

/* -- costs ------------------------------------------------------------------------------------- */

/* The maxima of rows, which threads raise. */
typedef struct costing {
    tp_product *p;
    int64_t span, hashed;
} costing;

static void raise(int64_t *max, int64_t value)
{
    int64_t seen = __atomic_load_n(max, __ATOMIC_RELAXED);
    while (value > seen && !__atomic_compare_exchange_n(max, &seen, value, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
}

static tropic_offset entries_of(const tp_lists *lists, tropic_index l)
{
    return lists->offsets ? lists->offsets[l + 1] - lists->offsets[l] : 0;
}

static int64_t cost_of_dots(const tp_product *p, tropic_index i)
{
    int64_t cost = ROW_COST + entries_of(&p->a, i) + entries_of(&p->m, i);
    if (entries_of(&p->a, i) == 0) return ROW_COST;
    for (tropic_offset k = p->m.offsets[i]; k < p->m.offsets[i + 1]; k++) cost += entries_of(&p->b, p->m.ids[k]);
    return cost;
}

/* The cost of row i as offset i + 1. */
static void cost_rows(const void *of, int64_t begin, int64_t end)
{
    costing *c = (costing *)of;
    const tp_product *p = c->p;
    int64_t span = 0, hashed = 0;
    for (tropic_index i = (tropic_index)begin; i < end; i++) {
        tp_product_extent e = {0};
        if (p->way == TP_PRODUCT_DOTS) {
            p->t.offsets[i + 1] = cost_of_dots(p, i);
            continue;
        }
        if (p->way == TP_PRODUCT_ROWS || entries_of(&p->m, i) > 0) e = tp_product_extent_of(p, i);
        if (e.flags && e.last - e.first > span) span = e.last - e.first;
        if (!e.flags && e.bound > hashed) hashed = e.bound;
        p->t.offsets[i + 1] = ROW_COST + e.bound + entries_of(&p->m, i) +
                              (e.flags && p->way == TP_PRODUCT_ROWS ? (e.last - e.first) / SCAN_COST : 0);
    }
    raise(&c->span, span);
    raise(&c->hashed, hashed);
}

/* -- items ------------------------------------------------------------------------------------- */

/* Where the columns of row i are cut: its longest list has as many entries before each cut. */
static void cut(const tp_product *p, tropic_index i, int parts, tp_product_item *items)
{
    const tp_lists *b = &p->b;
    const tropic_index *ids = NULL;
    tropic_offset length = 0;
    if (p->way == TP_PRODUCT_DOTS) {
        ids = p->m.ids + p->m.offsets[i];
        length = entries_of(&p->m, i);
    }
    for (tropic_offset k = p->a.offsets[i]; p->way != TP_PRODUCT_DOTS && k < p->a.offsets[i + 1]; k++)
        if (entries_of(b, p->a.ids[k]) > length) {
            length = entries_of(b, p->a.ids[k]);
            ids = b->ids + b->offsets[p->a.ids[k]];
        }
    for (int k = 0; k < parts; k++) {
        const tropic_index first = k == 0 || length == 0 ? 0 : ids[tp_part(length, k, parts)];
        const tropic_index last = k + 1 == parts ? p->cols : length == 0 ? 0 : ids[tp_part(length, k + 1, parts)];
        items[k] = (tp_product_item){.begin = i, .end = i + 1, .part = true, .first = first, .last = last};
    }
}

/* Rows of about `each` together; with `items` NULL counts them. Costs are sums of rows up to each. */
static tropic_index make_items(tp_product *p, int64_t each, tp_product_item *items)
{
    const tropic_offset *costs = p->t.offsets;
    tropic_index count = 0, begin = 0;
    for (tropic_index i = 0; i < p->rows; i++) {
        const int64_t cost = costs[i + 1] - costs[i];
        const bool heavy = p->team.threads > 1 && cost > HEAVY * each;
        if (heavy) {
            const int parts = cost / each < PARTS_MAX ? (int)(cost / each) : PARTS_MAX;
            if (begin < i && items) items[count] = (tp_product_item){.begin = begin, .end = i};
            count += begin < i;
            if (items) cut(p, i, parts, items + count);
            count += parts;
            if (entries_of(&p->a, i) > p->longest) p->longest = (tropic_index)entries_of(&p->a, i);
            begin = i + 1;
        } else if (costs[i + 1] - costs[begin] >= each || i + 1 == p->rows) {
            if (items) items[count] = (tp_product_item){.begin = begin, .end = i + 1};
            count++;
            begin = i + 1;
        }
    }
    return count;
}

/* The last rows may have followed a heavy one: then they are an item already. */
tropic_status tp_product_plan(tp_product *p)
{
    costing c = {.p = p};
    const int64_t work = p->a.count + p->rows;
    int64_t each, total;
    tp_for(tp_team_for(p->context, work), p->rows, TP_CHUNK_ANY, cost_rows, &c);
    p->span = (tropic_index)c.span;
    p->hashed = c.hashed < p->cols ? c.hashed : p->cols;
    p->t.offsets[0] = 0;
    for (tropic_index i = 0; i < p->rows; i++)
        if (__builtin_add_overflow(p->t.offsets[i], p->t.offsets[i + 1], &p->t.offsets[i + 1]))
            return tp_fail(p->context, TROPIC_OUT_OF_MEMORY,
                           "out of memory for a product: the products of rows 0 to %d are more than 2^63", i);
    total = p->t.offsets[p->rows];
    p->team = tp_team_for(p->context, total);
    each = total / ((int64_t)ITEMS * p->team.threads);
    if (each < ITEM_COST) each = ITEM_COST;
    p->item_count = make_items(p, each, NULL);
    p->items = tp_allocate(&p->context->memory, p->item_count, sizeof *p->items);
    if (!p->items) return tp_out_of_memory(p->context, "a product");
    make_items(p, each, p->items);
    return TROPIC_OK;
}

/* -- the loop over them ------------------------------------------------------------------------ */

typedef struct rows_left {
    tp_product *p;
    tp_product_row *row;
    tp_chunks_left left;
} rows_left;

static void take_items(tp_worker *worker, void *of)
{
    rows_left *r = of;
    int64_t begin, end;
    while (tp_take(worker, &r->left, &begin, &end))
        for (int64_t k = begin; k < end; k++) {
            tp_product_item *item = &r->p->items[k];
            for (tropic_index i = item->begin; i < item->end; i++)
                r->row(r->p, &r->p->spaces[worker->number], i, item->part ? item : NULL);
        }
}

void tp_product_each(tp_product *p, tp_product_row *row)
{
    rows_left r = {.p = p, .row = row};
    tp_parallel(tp_chunks_begin(&r.left, p->team, p->item_count, 1), take_items, &r);
}

/* -- room for T ------------------------------------------------------------------------------ */

/* The first row whose entries are not in memory, of which so many bytes are there. */
static tropic_index row_beyond(const tp_product *p, size_t bytes)
{
    tropic_index i = 0;
    while (i + 1 < p->rows && (uint64_t)p->t.offsets[i + 1] <= bytes / (sizeof(tropic_index) + p->size)) i++;
    return i;
}

tropic_status tp_product_allocate(tp_product *p)
{
    tropic_context *context = p->context;
    const tp_memory *memory = &context->memory;
    tp_lists *t = &p->t;
    size_t bytes;
    t->offsets[0] = 0;
    for (tropic_index i = 0; i < p->rows; i++) t->offsets[i + 1] += t->offsets[i]; /* at most 2^62 */
    t->count = t->offsets[p->rows];
    if (__builtin_mul_overflow((size_t)t->count, sizeof(tropic_index) + p->size, &bytes)) bytes = SIZE_MAX;
    if (!memory->allocate && bytes >= TP_ASKED_FROM && bytes > tp_available_memory())
        return tp_fail(context, TROPIC_OUT_OF_MEMORY, "out of memory for a product of %lld entries, at row %d",
                       (long long)t->count, row_beyond(p, tp_available_memory()));
    t->ids = tp_allocate(memory, t->count, sizeof *t->ids);
    t->values = tp_allocate(memory, t->count, p->size);
    if (t->ids && t->values) return TROPIC_OK;
    return tp_fail(context, TROPIC_OUT_OF_MEMORY, "out of memory for a product of %lld entries, at row %d",
                   (long long)t->count, row_beyond(p, bytes));
}
