/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows merged in two passes: their lengths are counted, then they are filled. In each row, entries are chosen block
 * by block; then their values are copied or computed.
 */
#include "spmv/matrices/merge.h"

#include "runtime/types.h"
#include "spmv/vectors/mask_accum.h"

/* -- rows -------------------------------------------------------------------------------------- */

tropic_status tp_merge_rows_open(tropic_context *context, tp_merge_rows *rows, const tropic_matrix *A, bool transposed,
                                 bool read, tropic_type type)
{
    tp_lists lists = {0};
    if (A) TP_TRY(tp_matrix_open_lists(context, A, transposed ? TP_BY_COLUMN : TP_BY_ROW, &lists));
    if (!read) lists.size = 0;
    *rows = tp_merge_rows_of(&lists, lists.size > 0 ? A->type : type);
    return TROPIC_OK;
}

tp_merge_rows tp_merge_rows_of(const tp_lists *lists, tropic_type type)
{
    return (tp_merge_rows){.offsets = lists->offsets,
                           .ids = lists->ids,
                           .values = lists->size > 0 ? lists->values : NULL,
                           .one = tp_type_one(type),
                           .type = type,
                           .size = tropic_type_size(type)};
}

tropic_offset tp_merge_rows_count(const tp_merge_rows *rows, tropic_index lists)
{
    return rows->offsets ? rows->offsets[lists] : 0;
}

tropic_status tp_lists_fill(tropic_context *context, tp_lists *lists, tropic_type type, const void *value)
{
    const size_t size = tropic_type_size(type);
    char *values = tp_allocate(&context->memory, lists->count, size);
    if (!values) {
        tp_lists_free(&context->memory, lists);
        *lists = (tp_lists){0};
        return tp_out_of_memory(context, "the values of a matrix");
    }
    for (tropic_offset k = 0; k < lists->count; k++) tp_copy_value(values + (size_t)k * size, value, size);
    lists->values = values;
    lists->size = size;
    return TROPIC_OK;
}

void tp_each_row(tropic_context *context, tropic_index lists, tropic_offset work, tp_loop_body *body, const void *of)
{
    enum { CHUNKS = 64 };
    const int64_t chunk = lists / CHUNKS;
    tp_for(tp_team_for(context, work + lists), lists,
           chunk < 1               ? 1
           : chunk < TP_LIST_CHUNK ? chunk
                                   : TP_LIST_CHUNK,
           body, of);
}

static const void *value_at(const tp_merge_rows *r, tropic_offset k)
{
    return r->values ? (const char *)r->values + (size_t)k * r->size : r->one;
}

/* -- which entries ----------------------------------------------------------------------------- */

/* A row that is being merged: what is left of each of its lists. */
typedef struct cursor {
    tropic_offset x, x_end, y, y_end, m, m_end;
} cursor;

/* Entries of the result: where x and y have them, or -1. */
typedef struct picks {
    int count;
    tropic_offset x[TP_PACKED], y[TP_PACKED];
} picks;

static cursor begin_row(const tp_merge *g, tropic_index i)
{
    cursor c = {0};
    if (g->x.offsets) c.x = g->x.offsets[i], c.x_end = g->x.offsets[i + 1];
    if (g->y.offsets) c.y = g->y.offsets[i], c.y_end = g->y.offsets[i + 1];
    if (g->m.offsets) c.m = g->m.offsets[i], c.m_end = g->m.offsets[i + 1];
    return c;
}

/* Are x and y to be kept at (i, j), where they are as *x and *y say? */
static void write_at(const tp_merge *g, cursor *c, tropic_index i, tropic_index j, bool *x, bool *y)
{
    const bool inside = (!g->in_rows || g->in_rows[i]) && (!g->in_cols || g->in_cols[j]);
    bool allowed = !g->masked;
    if (g->masked) {
        while (c->m < c->m_end && g->m.ids[c->m] < j) c->m++;
        allowed = c->m < c->m_end && g->m.ids[c->m] == j ? tp_mask_allows(&g->mask, c->m) : g->others_allowed;
    }
    if (inside || !g->outside_stays) *x = *x && (allowed ? g->calls || !inside : !g->replaces);
    *y = *y && allowed;
}

/* The next entries of row i, with their ids: as many as fit a block. */
static inline __attribute__((always_inline)) void pick(const tp_merge *g, tp_merge_kind kind, tropic_index i, cursor *c,
                                                       tropic_index *ids, picks *p)
{
    int count = 0;
    while ((c->x < c->x_end || c->y < c->y_end) && count < TP_PACKED) {
        const bool at_x = c->x < c->x_end && (c->y == c->y_end || g->x.ids[c->x] <= g->y.ids[c->y]);
        const bool at_y = c->y < c->y_end && (!at_x || g->x.ids[c->x] == g->y.ids[c->y]);
        bool x = at_x, y = at_y;
        ids[count] = at_x ? g->x.ids[c->x] : g->y.ids[c->y];
        if (kind == TP_MERGE_WRITE) write_at(g, c, i, ids[count], &x, &y);
        p->x[count] = x ? c->x : -1;
        p->y[count] = y ? c->y : -1;
        count += kind == TP_MERGE_INTERSECTION ? x && y : x || y;
        c->x += at_x;
        c->y += at_y;
    }
    p->count = count;
}

static void pick_any(const tp_merge *g, tropic_index i, cursor *c, tropic_index *ids, picks *p)
{
    switch (g->kind) {
    case TP_MERGE_INTERSECTION: pick(g, TP_MERGE_INTERSECTION, i, c, ids, p); break;
    case TP_MERGE_WRITE: pick(g, TP_MERGE_WRITE, i, c, ids, p); break;
    default: pick(g, TP_MERGE_UNION, i, c, ids, p);
    }
}

/* How many entries x and y have in common, in one row; without a branch that depends on them. */
static tropic_offset meet(const tp_merge *g, tropic_index i)
{
    cursor c = begin_row(g, i);
    tropic_offset common = 0;
    while (c.x < c.x_end && c.y < c.y_end) {
        const tropic_index a = g->x.ids[c.x], b = g->y.ids[c.y];
        common += a == b;
        c.x += a <= b;
        c.y += b <= a;
    }
    return common;
}

typedef struct merging {
    const tp_merge *g;
    tp_lists *out;
    bool casts;                    /* one of these is not NULL */
    tp_cast *x, *y, *z;            /* operands to op's types, and its result to that of the merge's */
    tp_cast *x_alone, *y_alone;    /* values that are kept */
    size_t x_size, y_size, z_size; /* of op's operands and result */
} merging;

/* The length of row i as offset i + 1. */
static void count_rows(const void *of, int64_t begin, int64_t end)
{
    const merging *m = of;
    const tp_merge *g = m->g;
    tropic_index ids[TP_PACKED];
    picks p;
    for (tropic_index i = (tropic_index)begin; i < end; i++) {
        cursor c = begin_row(g, i);
        tropic_offset length = 0;
        if (g->kind == TP_MERGE_INTERSECTION) {
            length = meet(g, i);
        } else if (g->kind != TP_MERGE_WRITE) {
            length = c.x_end - c.x + c.y_end - c.y - meet(g, i);
        } else {
            while (c.x < c.x_end || c.y < c.y_end) {
                pick(g, TP_MERGE_WRITE, i, &c, ids, &p);
                length += p.count;
            }
        }
        m->out->offsets[i + 1] = length;
    }
}

/* -- their values ------------------------------------------------------------------------------ */

/* Operands that wait for the operator, and where its results go. */
typedef struct packed {
    int count;
    int to[TP_PACKED];
    tropic_index i[TP_PACKED], j[TP_PACKED];
    tp_any x[TP_PACKED], y[TP_PACKED], z[TP_PACKED]; /* room for any type */
} packed;

/* The values of the block's entries, of which f computes those that it is called for. `casts`, which the compiler
 * knows: some may have to be cast. */
static inline __attribute__((always_inline)) void
put_values(const merging *m, bool casts, tropic_index i, const tropic_index *ids, const picks *p, packed *k, char *to)
{
    tp_cast *const cast_x = casts ? m->x : NULL, *const cast_y = casts ? m->y : NULL,
                   *const cast_z = casts ? m->z : NULL;
    const tp_merge *g = m->g;
    const bool filled = g->kind == TP_MERGE_FILLED;
    const size_t size = m->out->size;
    k->count = 0;
    for (int e = 0; e < p->count; e++) {
        const tropic_offset x = p->x[e], y = p->y[e];
        if (g->calls && (filled || (x >= 0 && y >= 0))) {
            const int at = k->count++;
            k->to[at] = e;
            k->i[at] = i;
            k->j[at] = ids[e];
            tp_put_value((char *)k->x + (size_t)at * m->x_size, x >= 0 ? value_at(&g->x, x) : g->alpha, m->x_size,
                         x >= 0 ? cast_x : NULL);
            tp_put_value((char *)k->y + (size_t)at * m->y_size, y >= 0 ? value_at(&g->y, y) : g->beta, m->y_size,
                         y >= 0 ? cast_y : NULL);
        } else if (y >= 0) {
            tp_put_value(to + (size_t)e * size, value_at(&g->y, y), size, casts ? m->y_alone : NULL);
        } else {
            tp_put_value(to + (size_t)e * size, value_at(&g->x, x), size, casts ? m->x_alone : NULL);
        }
    }
    if (k->count == p->count && !cast_z) {
        tp_evaluate(&g->f, to, k->x, k->y, k->i, k->j, k->count);
        return;
    }
    tp_evaluate(&g->f, k->z, k->x, k->y, k->i, k->j, k->count);
    for (int e = 0; e < k->count; e++)
        tp_put_value(to + (size_t)k->to[e] * size, (char *)k->z + (size_t)e * m->z_size, size, cast_z);
}

static void fill_rows(const void *of, int64_t begin, int64_t end)
{
    const merging *m = of;
    const tp_lists *out = m->out;
    packed k;
    picks p;
    for (tropic_index i = (tropic_index)begin; i < end; i++) {
        cursor c = begin_row(m->g, i);
        tropic_offset at = out->offsets[i];
        while (at < out->offsets[i + 1]) {
            tropic_index ids[TP_PACKED];
            pick_any(m->g, i, &c, ids, &p);
            memcpy(out->ids + at, ids, (size_t)p.count * sizeof *ids);
            if (out->size > 0 && m->casts)
                put_values(m, true, i, ids, &p, &k, (char *)out->values + (size_t)at * out->size);
            else if (out->size > 0)
                put_values(m, false, i, ids, &p, &k, (char *)out->values + (size_t)at * out->size);
            at += p.count;
        }
    }
}

/* What is cast on the way. */
static void open_casts(merging *m)
{
    const tp_merge *g = m->g;
    m->x_alone = tp_cast_of(g->type, g->x.type);
    m->y_alone = tp_cast_of(g->type, g->y.type);
    m->casts = m->x_alone || m->y_alone;
    if (!g->calls) return;
    m->x = tp_cast_of(g->f.op->x, g->x.type);
    m->y = tp_cast_of(g->f.op->y, g->y.type);
    m->z = tp_cast_of(g->type, g->f.op->z);
    m->x_size = tropic_type_size(g->f.op->x);
    m->y_size = tropic_type_size(g->f.op->y);
    m->z_size = tropic_type_size(g->f.op->z);
    m->casts = m->casts || m->x || m->y || m->z;
}

tropic_status tp_merge_run(const tp_merge *g, tp_lists *out)
{
    const tropic_offset work = tp_merge_rows_count(&g->x, g->lists) + tp_merge_rows_count(&g->y, g->lists);
    const tp_memory *memory = &g->context->memory;
    merging m = {.g = g, .out = out};
    *out = (tp_lists){.lists = g->lists, .size = g->pattern ? 0 : tropic_type_size(g->type)};
    open_casts(&m);
    out->offsets = tp_allocate(memory, (int64_t)g->lists + 1, sizeof *out->offsets);
    if (!out->offsets) return tp_out_of_memory(g->context, "a matrix");
    tp_each_row(g->context, g->lists, work, count_rows, &m);
    TP_TRY(tp_lists_allocate_entries(g->context, memory, out));
    tp_each_row(g->context, g->lists, work, fill_rows, &m);
    return TROPIC_OK;
}
