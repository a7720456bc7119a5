/* SPDX-License-Identifier: Apache-2.0
 *
 * Two matrices merged in device memory. Each entry looks for its place in the other matrix's row; what stays is counted
 * by two prefix sums, so that entry p of x goes behind those of x before it, and those of y before its place there.
 */
#include "spmv/matrices/merge.cuh"

#include "runtime/types.h"
#include "spmv/cuda_backend.h"
#include "spmv/matrices/working.cuh"
#include "spmv/vectors/mask_accum.h"

#define DOING "merging matrices"

/* What is found of the entries of one side. */
typedef struct side {
    tp_arcs arcs;
    const tropic_index *row_of;
    tropic_index *mate; /* the first entry of the other side's row with this id or more */
    uint8_t *keep;      /* does the result have an entry here? Of two, x's */
    uint8_t *takes;     /* what it is made of */
    int *before;        /* how many are kept before */
} side;
enum { TAKES_X = 1, TAKES_Y = 2 };

typedef struct merging {
    tp_merge_kind kind;
    side x, y;
    tp_arcs m;
    tp_mask mask;
    bool calls, masked, replaces, others_allowed;
} merging;

static __device__ tropic_offset find(const tp_arcs *in, tropic_index row, tropic_index id, bool *found)
{
    tropic_offset low, high;
    *found = false;
    if (!in->offsets) return 0;
    low = in->offsets[row];
    high = in->offsets[row + 1];
    const tropic_offset end = high;
    while (low < high) {
        const tropic_offset middle = low + (high - low) / 2;
        if (__ldg(in->ids + middle) < id)
            low = middle + 1;
        else
            high = middle;
    }
    *found = low < end && in->ids[low] == id;
    return low;
}

/* What an entry is made of, where x and y are as told: none, one or both of TAKES_X and TAKES_Y. */
static __device__ int decide(const merging *g, tropic_index row, tropic_index id, bool x, bool y)
{
    bool allowed = true, listed;
    if (g->masked) {
        const tropic_offset at = find(&g->m, row, id, &listed);
        allowed = listed ? tp_mask_allows(&g->mask, at) : g->others_allowed;
    }
    if (g->kind == TP_MERGE_WRITE) {
        x = x && (allowed ? g->calls : !g->replaces);
        y = y && allowed;
    } else if (!allowed || (g->kind == TP_MERGE_INTERSECTION && !(x && y))) {
        x = y = false;
    }
    return (x ? TAKES_X : 0) | (y ? TAKES_Y : 0);
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK) look_kernel(const __grid_constant__ merging g, bool of_x)
{
    const side *mine = of_x ? &g.x : &g.y, *other = of_x ? &g.y : &g.x;
    TP_FOR_EACH(p, mine->arcs.count)
    {
        const tropic_index row = mine->row_of[p], id = mine->arcs.ids[p];
        bool both;
        const tropic_offset at = find(&other->arcs, row, id, &both);
        const int takes = both && !of_x ? 0 : decide(&g, row, id, of_x || both, !of_x || both);
        mine->mate[p] = (tropic_index)at;
        mine->takes[p] = (uint8_t)takes;
        mine->keep[p] = takes != 0;
    }
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    offsets_kernel(const __grid_constant__ merging g, tropic_index lists, tropic_offset *offsets)
{
    TP_FOR_EACH(l, (int64_t)lists + 1)
    {
        const tropic_offset x = g.x.arcs.offsets ? g.x.arcs.offsets[l] : 0;
        const tropic_offset y = g.y.arcs.offsets ? g.y.arcs.offsets[l] : 0;
        offsets[l] = (tropic_offset)g.x.before[x] + g.y.before[y];
    }
}

/* Ids of the result, and where its values lie: in x and y at x_at and y_at, which may be negative, for none. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    place_kernel(const __grid_constant__ merging g, bool of_x, tropic_index *ids, tropic_index *x_at,
                 tropic_index *y_at)
{
    const side *mine = of_x ? &g.x : &g.y, *other = of_x ? &g.y : &g.x;
    TP_FOR_EACH(p, mine->arcs.count)
    {
        const tropic_index at = mine->mate[p];
        const int takes = mine->takes[p];
        if (takes == 0) continue;
        const int to = mine->before[p] + other->before[at];
        ids[to] = mine->arcs.ids[p];
        if (!x_at) continue;
        x_at[to] = takes & TAKES_X ? of_x ? (tropic_index)p : at : -1;
        y_at[to] = takes & TAKES_Y ? of_x ? at : (tropic_index)p : -1;
    }
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    fill_missing_kernel(tropic_index *at, int64_t count, tropic_index filled)
{
    TP_FOR_EACH(c, count) if (at[c] < 0) at[c] = filled;
}

/* ---- the passes ---- */

bool tp_cuda_merge_fits(const tp_arcs *x, const tp_arcs *y)
{
    return x->count + y->count < TROPIC_INDEX_MAX;
}

static tropic_status open_side(tropic_context *context, tp_working *w, const tp_arcs *arcs, side *s)
{
    tropic_index *rows = NULL;
    s->arcs = *arcs;
    if (!arcs->offsets) s->arcs.count = 0;
    s->row_of = arcs->row_of;
    TP_TRY(w->make(&s->mate, s->arcs.count));
    TP_TRY(w->make(&s->takes, s->arcs.count));
    TP_TRY(w->make(&s->keep, s->arcs.count));
    if (s->row_of || s->arcs.count == 0) return TROPIC_OK;
    TP_TRY(w->make(&rows, s->arcs.count));
    s->row_of = rows;
    return tp_cuda_row_of(context, &s->arcs, rows);
}

static tropic_status count_side(tropic_context *context, tp_working *w, merging *g, bool of_x)
{
    side *s = of_x ? &g->x : &g->y;
    TP_TRY(tp_pass(context, DOING, s->arcs.count, look_kernel, *g, of_x));
    return w->count_before(s->keep, s->arcs.count, &s->before);
}

/* An operand's values of a type: its own, or ones; behind them `filled`, unless that is NULL. */
static tropic_status open_values(tropic_context *context, tp_working *w, const tp_arcs *arcs, tropic_type type,
                                 const void *filled, const void **values)
{
    const size_t size = tropic_type_size(type), bytes = (size_t)arcs->count * size;
    char *made = NULL;
    *values = arcs->values;
    if (arcs->values && !filled) return TROPIC_OK;
    TP_TRY(w->make(&made, (int64_t)(bytes + size)));
    *values = made;
    if (arcs->values)
        TP_TRY(tp_cuda_copy(context, made, arcs->values, bytes));
    else
        TP_TRY(tp_cuda_fill(context, made, type, tp_type_one(type), arcs->count));
    return filled ? tp_cuda_fill(context, made + bytes, type, filled, 1) : TROPIC_OK;
}

/* The values of the result, whose entries are made of entries x_at and y_at. */
static tropic_status make_values(tropic_context *context, tp_working *w, const tp_device_merge *m, const merging *g,
                                 tropic_index *x_at, tropic_index *y_at, tp_device_lists *out)
{
    const tropic_operator *op = m->op;
    const bool fills = m->kind == TP_MERGE_FILLED;
    tropic_index *rows = NULL;
    tp_elementwise e = {};
    tp_arcs made = {};
    e.kind = TP_UNION;
    e.op = op;
    e.op_code = op ? op->builtin : (tropic_builtin_operator)0;
    e.user = op && (op->user || tp_operator_reads_places(op->builtin));
    e.type = op ? op->x : m->type;
    e.result = m->type;
    e.accum_code = TP_ACCUM_NONE;
    e.mask.structure = true;
    e.n = out->count;
    e.w = out->values.data;
    e.x.at = x_at;
    e.y.at = y_at;
    TP_TRY(open_values(context, w, &g->x.arcs, e.type, fills ? m->alpha : NULL, &e.x.values));
    TP_TRY(open_values(context, w, &g->y.arcs, op ? op->y : m->type, fills ? m->beta : NULL, &e.y.values));
    if (fills) {
        TP_TRY(tp_pass(context, DOING, e.n, fill_missing_kernel, x_at, e.n, (tropic_index)g->x.arcs.count));
        TP_TRY(tp_pass(context, DOING, e.n, fill_missing_kernel, y_at, e.n, (tropic_index)g->y.arcs.count));
    }
    if (e.user) {
        made.lists = m->lists;
        made.count = out->count;
        made.offsets = out->offsets.data;
        TP_TRY(w->make(&rows, e.n));
        TP_TRY(tp_cuda_row_of(context, &made, rows));
        e.places = rows;
        e.cols = out->ids.data;
        e.w_listed = true;
    }
    TP_TRY(tp_cuda_elementwise(context, &e));
    if (op || !tp_type_struct(m->type)) return TROPIC_OK;
    e.x = e.y; /* the bytes of structs are copied from one operand at a time */
    return tp_cuda_elementwise(context, &e);
}

tropic_status tp_cuda_merge(tropic_context *context, const tp_device_merge *m, tp_device_lists *out)
{
    tp_working w(context, DOING);
    merging g = {};
    tropic_index *x_at = NULL, *y_at = NULL;
    tp_cuda_use use(context);
    g.kind = m->kind;
    g.m = m->m;
    g.mask = m->mask;
    g.calls = m->op != NULL;
    g.masked = m->masked;
    g.replaces = m->replaces;
    g.others_allowed = m->others_allowed;
    TP_TRY(open_side(context, &w, &m->x, &g.x));
    TP_TRY(open_side(context, &w, &m->y, &g.y));
    TP_TRY(count_side(context, &w, &g, true));
    TP_TRY(count_side(context, &w, &g, false));
    TP_TRY(out->offsets.make(context, (int64_t)m->lists + 1, "a matrix"));
    TP_TRY(tp_pass(context, DOING, (int64_t)m->lists + 1, offsets_kernel, g, m->lists, out->offsets.data));
    TP_TRY(tp_cuda_download(context, &out->count, out->offsets.data + m->lists, sizeof out->count));
    TP_TRY(out->ids.make(context, out->count, "a matrix"));
    if (!m->pattern) {
        TP_TRY(out->values.make(context, out->count * (int64_t)tropic_type_size(m->type), "a matrix"));
        TP_TRY(w.make(&x_at, out->count));
        TP_TRY(w.make(&y_at, out->count));
    }
    TP_TRY(tp_pass(context, DOING, g.x.arcs.count, place_kernel, g, true, out->ids.data, x_at, y_at));
    TP_TRY(tp_pass(context, DOING, g.y.arcs.count, place_kernel, g, false, out->ids.data, x_at, y_at));
    if (!m->pattern) TP_TRY(make_values(context, &w, m, &g, x_at, y_at, out));
    return tp_cuda_wait(context);
}
