/* SPDX-License-Identifier: Apache-2.0
 *
 * How the rows of a product are shared out: by their costs, with heavy rows in parts.
 */
#include "runtime/tuning.h"
#include "semiring/composed.h"
#include "spmv/mxm/cpu/mxm.h"
#include "spmv/tuning.h"

/* Entries that a thread counts before it tells of them, where T may have more than memory has room for. */
#define TOLD 65536

tp_product_extent tp_product_extent_of(const tp_product *p, tropic_index i)
{
    const tp_lists *a = &p->a, *b = &p->b;
    tp_product_extent e = {.last = p->cols, .flags = true};
    tropic_index first = p->cols, last = 0;
    for (tropic_offset k = a->offsets[i]; k < a->offsets[i + 1]; k++)
        e.bound += b->offsets[a->ids[k] + 1] - b->offsets[a->ids[k]];
    if (e.bound >= p->cols / TP_PRODUCT_DENSE || (e.bound <= TP_PRODUCT_FEW && p->by_column)) return e;
    if (p->way == TP_PRODUCT_MASKED && (size_t)p->cols * (p->size + 1) <= TP_PRODUCT_FLAGS_CACHE) return e;
    for (tropic_offset k = a->offsets[i]; k < a->offsets[i + 1]; k++) {
        const tropic_offset from = b->offsets[a->ids[k]], to = b->offsets[a->ids[k] + 1];
        if (from == to) continue;
        if (b->ids[from] < first) first = b->ids[from];
        if (b->ids[to - 1] >= last) last = b->ids[to - 1] + 1;
    }
    if (first >= last) first = last = 0;
    e.first = first;
    e.last = last;
    e.flags = e.bound >= (last - first) / TP_PRODUCT_FLAGS_SPAN ||
              (size_t)(last - first) * (p->size + 1) <= TP_PRODUCT_FLAGS_CACHE;
    return e;
}

/* The cost of row i, as offset i + 1, but for its products. */
static tropic_offset own_cost(const tp_product *p, tropic_index i)
{
    const tropic_offset a = p->a.offsets[i + 1] - p->a.offsets[i];
    return TP_PRODUCT_ROW_COST + a + (p->m.offsets ? p->m.offsets[i + 1] - p->m.offsets[i] : 0);
}

tp_product_extent tp_product_extent_planned(const tp_product *p, tropic_index i)
{
    const tropic_offset products = p->t.offsets[i + 1] - own_cost(p, i);
    if (!p->by_column || products > TP_PRODUCT_FEW) return tp_product_extent_of(p, i);
    return (tp_product_extent){.bound = products, .last = p->cols, .flags = true};
}

/* -- costs ------------------------------------------------------------------------------------- */

/* The maxima of rows, which threads raise, and the cost of all rows. */
typedef struct costing {
    tp_product *p;
    int64_t span, hashed, total;
} costing;

static void raise(int64_t *max, int64_t value)
{
    int64_t seen = __atomic_load_n(max, __ATOMIC_RELAXED);
    while (value > seen && !__atomic_compare_exchange_n(max, &seen, value, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
}

/* a + b, or more than any product can cost. */
static int64_t add_costs(int64_t a, int64_t b)
{
    int64_t sum;
    return __builtin_add_overflow(a, b, &sum) ? INT64_MAX : sum;
}

static void add_to_total(int64_t *total, int64_t value)
{
    int64_t seen = __atomic_load_n(total, __ATOMIC_RELAXED);
    while (
        !__atomic_compare_exchange_n(total, &seen, add_costs(seen, value), true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
}

static tropic_offset entries_of(const tp_lists *lists, tropic_index l)
{
    return lists->offsets ? lists->offsets[l + 1] - lists->offsets[l] : 0;
}

/* The extent of row i, whose products may be known already. */
static tp_product_extent extent_to_cost(const tp_product *p, tropic_index i)
{
    const tropic_offset known = p->named && p->by_column && p->way == TP_PRODUCT_MASKED
                                    ? p->t.offsets[i + 1] - entries_of(&p->a, i)
                                    : INT64_MAX;
    if (known > TP_PRODUCT_FEW) return tp_product_extent_of(p, i);
    return (tp_product_extent){.bound = known, .last = p->cols, .flags = true};
}

/* The cost of row i as offset i + 1, which has the number of entries that the dot products read. */
static void cost_rows(const void *of, int64_t begin, int64_t end)
{
    costing *c = (costing *)of;
    const tp_product *p = c->p;
    int64_t span = 0, hashed = 0, total = 0;
    for (tropic_index i = (tropic_index)begin; i < end; i++) {
        int64_t cost = own_cost(p, i);
        if (p->way == TP_PRODUCT_DOTS) cost += p->t.offsets[i + 1];
        if (p->way == TP_PRODUCT_ROWS || (p->way == TP_PRODUCT_MASKED && entries_of(&p->m, i) > 0)) {
            const tp_product_extent e = extent_to_cost(p, i);
            if (e.flags && e.last - e.first > span) span = e.last - e.first;
            if (!e.flags && e.bound > hashed) hashed = e.bound;
            if (e.flags && p->way == TP_PRODUCT_ROWS && e.bound > TP_PRODUCT_FEW)
                cost += (e.last - e.first) / TP_PRODUCT_SCAN_COST;
            cost += e.bound;
        }
        p->t.offsets[i + 1] = cost;
        total = add_costs(total, cost);
    }
    raise(&c->span, span);
    raise(&c->hashed, hashed);
    add_to_total(&c->total, total);
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
        tropic_offset to;
        const tropic_index first = k == 0 || length == 0 ? 0 : ids[tp_part(length, k, parts)];
        const tropic_index last = k + 1 == parts ? p->cols : length == 0 ? 0 : ids[tp_part(length, k + 1, parts)];
        items[k] = (tp_product_item){.begin = i, .end = i + 1, .part = true, .first = first, .last = last};
        items[k].staged = p->way != TP_PRODUCT_ROWS;
        if (items[k].staged) tp_product_mask_row(p, i, &items[k], &items[k].from, &to);
    }
}

/* Rows begin .. end - 1. Under a mask they are staged at its positions; if not, where all of them are short, and memory
 * has room for all products. */
static tp_product_item rows_item(tp_product *p, tropic_index begin, tropic_index end)
{
    const tropic_offset *costs = p->t.offsets + 1;
    tp_product_item item = {.begin = begin, .end = end, .staged = true};
    tropic_offset room = 0;
    if (p->way != TP_PRODUCT_ROWS) {
        item.from = p->m.offsets[begin];
        return item;
    }
    item.staged = p->room_max == INT64_MAX;
    for (tropic_index i = begin; i < end && item.staged; i++) {
        const tropic_offset products = costs[i] - own_cost(p, i);
        item.staged = products <= TP_PRODUCT_SHORT;
        room += products;
    }
    item.from = p->room;
    if (item.staged) p->room += room;
    return item;
}

/* Rows of about `each` together. */
static void make_items(tp_product *p, int64_t each)
{
    const tropic_offset *costs = p->t.offsets + 1;
    tropic_index count = 0, begin = 0;
    int64_t sum = 0;
    for (tropic_index i = 0; i < p->rows; i++) {
        const bool heavy = p->team.threads > 1 && costs[i] > TP_PRODUCT_HEAVY * each;
        sum += costs[i];
        if (heavy) {
            const int parts = costs[i] / each < TP_PRODUCT_PARTS_MAX ? (int)(costs[i] / each) : TP_PRODUCT_PARTS_MAX;
            if (begin < i) p->items[count++] = rows_item(p, begin, i);
            cut(p, i, parts, p->items + count);
            count += parts;
            if (entries_of(&p->a, i) > p->longest) p->longest = (tropic_index)entries_of(&p->a, i);
        } else if (sum >= each || i + 1 == p->rows) {
            p->items[count++] = rows_item(p, begin, i + 1);
        } else {
            continue;
        }
        begin = i + 1;
        sum = 0;
    }
    p->item_count = count;
}

/* Bytes of so many entries of T. */
static size_t bytes_of(const tp_product *p, tropic_offset entries)
{
    size_t bytes;
    return __builtin_mul_overflow((size_t)entries, sizeof(tropic_index) + p->size, &bytes) ? SIZE_MAX : bytes;
}

/* Bytes that memory has for entries; SIZE_MAX: for `needed`, or a caller's functions are asked, and believed. */
static size_t memory_for(const tp_product *p, size_t needed)
{
    return p->context->memory.allocate || needed < TP_ASKED_FROM ? SIZE_MAX : tp_available_memory();
}

/* So many products are the most that T may have as entries. */
static void limit_room(tp_product *p, int64_t products)
{
    const size_t needed = bytes_of(p, products), left = memory_for(p, needed);
    p->room_max = needed <= left ? INT64_MAX : (tropic_offset)(left / (sizeof(tropic_index) + p->size));
}

tropic_status tp_product_plan(tp_product *p)
{
    costing c = {.p = p};
    const int64_t work = p->a.count + p->m.count + p->rows;
    int64_t each, most;
    p->by_column = p->cols <= p->a.count + p->b.count;
    tp_for(tp_team_for(p->context, work), p->rows, TP_CHUNK_ANY, cost_rows, &c);
    if (c.total == INT64_MAX)
        return tp_fail(p->context, TROPIC_OUT_OF_MEMORY,
                       "out of memory for a product: rows 0 to %d have more than 2^63", p->rows - 1);
    p->span = (tropic_index)c.span;
    p->hashed = c.hashed < p->cols ? c.hashed : p->cols;
    p->team = tp_team_for(p->context, c.total);
    if (tp_semiring_alone(p->semiring)) p->team = tp_team_of(p->team, 1);
    each = c.total / ((int64_t)TP_PRODUCT_ITEMS * p->team.threads);
    if (each < TP_PRODUCT_ITEM_COST) each = TP_PRODUCT_ITEM_COST;
    /* Each heavy row ends an item and is at most as many parts as its cost has room for. */
    most = 3 * (c.total / each) + 2;
    p->items = tp_allocate(&p->context->memory, most, sizeof *p->items);
    if (!p->items) return tp_out_of_memory(p->context, "a product");
    p->room = p->way == TP_PRODUCT_ROWS ? 0 : p->m.count;
    limit_room(p, c.total);
    make_items(p, each);
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
            for (tropic_index i = item->begin; i < item->end; i++) {
                if (tp_product_is_beyond(r->p)) return;
                r->row(r->p, &r->p->spaces[worker->number], i, item);
            }
        }
}

void tp_product_tell(tp_product *p, tp_product_space *space, const tp_product_item *item, tropic_offset count)
{
    if (p->room_max == INT64_MAX) return;
    space->found += count;
    space->rows_found += !item->part || item->first == 0;
    if (space->found < TOLD) return;
    __atomic_fetch_add(&p->rows_found, space->rows_found, __ATOMIC_RELAXED);
    __atomic_fetch_add(&p->found, space->found, __ATOMIC_RELAXED);
    space->found = space->rows_found = 0;
}

tropic_status tp_product_check_room(const tp_product *p)
{
    if (!tp_product_is_beyond(p)) return TROPIC_OK;
    return tp_fail(p->context, TROPIC_OUT_OF_MEMORY,
                   "out of memory for a product: %lld of its %d rows have %lld entries of %zu bytes; there is room for "
                   "%lld",
                   (long long)p->rows_found, p->rows, (long long)p->found, sizeof(tropic_index) + p->size,
                   (long long)p->room_max);
}

void tp_product_each(tp_product *p, tp_product_row *row)
{
    rows_left r = {.p = p, .row = row};
    tp_parallel(tp_chunks_begin(&r.left, p->team, p->item_count, 1), take_items, &r);
}

/* -- room for T -------------------------------------------------------------------------------- */

/* The first row whose entries are not in memory, of which so many bytes are there. */
static tropic_index row_beyond(const tp_product *p, size_t bytes)
{
    tropic_index i = 0;
    while (i + 1 < p->rows && (uint64_t)p->t.offsets[i + 1] <= bytes / (sizeof(tropic_index) + p->size)) i++;
    return i;
}

static tropic_status allocate(tp_product *p)
{
    tropic_context *context = p->context;
    const tp_memory *memory = &context->memory;
    tp_lists *t = &p->t;
    const size_t bytes = bytes_of(p, t->count), left = memory_for(p, bytes);
    if (bytes > left)
        return tp_fail(context, TROPIC_OUT_OF_MEMORY, "out of memory for a product of %lld entries, at row %d",
                       (long long)t->count, row_beyond(p, left));
    t->ids = tp_allocate(memory, t->count, sizeof *t->ids);
    t->values = tp_allocate(memory, t->count, p->size);
    if (t->ids && t->values) return TROPIC_OK;
    return tp_fail(context, TROPIC_OUT_OF_MEMORY, "out of memory for a product of %lld entries, at row %d",
                   (long long)t->count, row_beyond(p, bytes));
}

tropic_status tp_product_allocate(tp_product *p)
{
    p->t.count = tp_sum_lengths(p->context, p->t.offsets, p->rows); /* at most 2^62 */
    return allocate(p);
}

/* -- staged entries ---------------------------------------------------------------------------- */

tropic_status tp_product_stage(tp_product *p)
{
    const tp_memory *memory = &p->context->memory;
    p->ids = tp_allocate(memory, p->room, sizeof *p->ids);
    p->sums = tp_allocate(memory, p->room, p->size);
    return p->ids && p->sums ? TROPIC_OK : tp_out_of_memory(p->context, "a product");
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

static void move_items(const void *of, int64_t begin, int64_t end)
{
    const tp_product *p = of;
    for (int64_t k = begin; k < end; k++) {
        const tp_product_item *item = &p->items[k];
        const size_t count = (size_t)item->count;
        if (!item->staged || count == 0) continue;
        memcpy(p->t.ids + item->at, p->ids + item->from, count * sizeof *p->ids);
        memcpy((char *)p->t.values + (size_t)item->at * p->size, (char *)p->sums + (size_t)item->from * p->size,
               count * p->size);
    }
}

/* Sets where each item's entries go. Returns whether all are there already. */
static bool place_items(tp_product *p)
{
    bool there = true;
    for (tropic_index k = 0; k < p->item_count; k++) {
        tp_product_item *item = &p->items[k];
        item->at += p->t.offsets[item->begin];
        there &= item->count == 0 || (item->staged && item->at == item->from);
    }
    return there && p->t.count > 0 && p->t.count == p->room;
}

tropic_status tp_product_gather(tp_product *p)
{
    join_parts(p);
    p->t.count = tp_sum_lengths(p->context, p->t.offsets, p->rows); /* at most 2^62 */
    if (place_items(p)) {
        p->t.ids = p->ids;
        p->t.values = p->sums;
        p->ids = NULL;
        p->sums = NULL;
        return TROPIC_OK;
    }
    TP_TRY(allocate(p));
    tp_for(p->team, p->item_count, 1, move_items, p);
    return TROPIC_OK;
}
