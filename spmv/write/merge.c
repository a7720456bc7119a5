/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows merged. Each chunk of rows is merged into room for the most entries that it can have, then all chunks move
 * together. In a chunk, entries are chosen block by block; then their values are copied or computed. Where rows are
 * those of one matrix, as they are, they are copied by runs.
 */
#include "spmv/write/merge.h"

#include "runtime/types.h"
#include "spmv/tuning.h"
#include "spmv/write/mask_accum.h"

static const void *value_at(const tp_merge_rows *r, tropic_offset k)
{
    return r->values ? (const char *)r->values + (size_t)k * r->size : r->one;
}

/* -- which entries ----------------------------------------------------------------------------- */

#define INLINE static inline __attribute__((always_inline))

/* A row that is being merged: the rest of each of its lists. */
typedef struct cursor {
    tropic_offset x, x_end, y, y_end, m, m_end;
} cursor;

/* Entries of the result, of one row after the other: their places, and where x and y have them, or -1. */
typedef struct picks {
    int count;
    tropic_index i[TP_PACKED], j[TP_PACKED];
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

/* Does the mask let column j through, which is beyond those that were asked for before? */
INLINE bool allowed_at(const tp_merge *g, cursor *c, tropic_index j)
{
    while (c->m < c->m_end && g->m.ids[c->m] < j) c->m++;
    return c->m < c->m_end && g->m.ids[c->m] == j ? tp_mask_allows(&g->mask, c->m) : g->others_allowed;
}

/* Are x and y to be kept at (i, j), where they are as *x and *y say? */
INLINE void write_at(const tp_merge *g, bool masked, cursor *c, tropic_index i, tropic_index j, bool *x, bool *y)
{
    const bool in_row = !g->in_rows || g->in_rows[i], in_col = !g->in_cols || g->in_cols[j], inside = in_row && in_col;
    const bool allowed = !masked || allowed_at(g, c, j);
    if ((in_row || !g->rows_stay) && (in_col || !g->cols_stay))
        *x = *x && (allowed ? g->calls || !inside : !g->replaces);
    *y = *y && allowed;
}

/* A position, or -1 if it is not to be had: no branch, which would be guessed wrong wherever entries meet by chance. */
INLINE tropic_offset position(tropic_offset at, bool had)
{
    return at | ((tropic_offset)had - 1);
}

/* Column j, where x or y or both are; p->count grows if the result has an entry there. */
INLINE void pick_one(const tp_merge *g, tp_merge_kind kind, bool masked, tropic_index i, tropic_index j, bool at_x,
                     bool at_y, cursor *c, picks *p)
{
    bool x = at_x, y = at_y, keep = kind != TP_MERGE_INTERSECTION || (at_x & at_y);
    if (kind == TP_MERGE_WRITE) {
        write_at(g, masked, c, i, j, &x, &y);
        keep = x | y;
    } else if (masked) {
        keep = keep && allowed_at(g, c, j);
    }
    p->i[p->count] = i;
    p->j[p->count] = j;
    p->x[p->count] = kind == TP_MERGE_INTERSECTION ? c->x : position(c->x, x);
    p->y[p->count] = kind == TP_MERGE_INTERSECTION ? c->y : position(c->y, y);
    p->count += keep;
    c->x += at_x;
    c->y += at_y;
}

/* The next entries of row i, until the block is full. */
INLINE void pick(const tp_merge *g, tp_merge_kind kind, bool masked, tropic_index i, cursor *left, int limit, picks *p)
{
    const tropic_index *x_ids = g->x.ids, *y_ids = g->y.ids;
    cursor c = *left;
    while (c.x < c.x_end && c.y < c.y_end && p->count < limit) {
        const tropic_index a = x_ids[c.x], b = y_ids[c.y];
        pick_one(g, kind, masked, i, a < b ? a : b, a <= b, b <= a, &c, p);
    }
    if (kind != TP_MERGE_INTERSECTION) {
        while (c.x < c.x_end && p->count < limit) pick_one(g, kind, masked, i, x_ids[c.x], true, false, &c, p);
        while (c.y < c.y_end && p->count < limit) pick_one(g, kind, masked, i, y_ids[c.y], false, true, &c, p);
    }
    *left = c;
}

/* -- rows that need no merge ------------------------------------------------------------------- */

typedef enum source { MERGED, ROW_OF_X, ROW_OF_Y } source;

/* Is row i that of x, or of y, as it is? */
static source source_of(const tp_merge *g, tropic_index i)
{
    const cursor c = begin_row(g, i);
    const bool x = c.x < c.x_end, y = c.y < c.y_end, stays = !g->masked || !g->replaces;
    if (g->kind == TP_MERGE_UNION && !g->masked) return !y ? ROW_OF_X : !x ? ROW_OF_Y : MERGED;
    if (g->kind != TP_MERGE_WRITE) return MERGED;
    if (g->in_rows && !g->in_rows[i]) return stays || g->rows_stay ? ROW_OF_X : MERGED;
    if (stays && ((!y && g->calls) || (g->masked && !g->others_allowed && c.m == c.m_end))) return ROW_OF_X;
    return !g->masked && (!x || (!g->calls && !g->in_cols)) ? ROW_OF_Y : MERGED;
}

/* The row after those from i to end - 1 that have one source. *from: that, or MERGED if they have too few entries. */
static tropic_index rows_alike(const tp_merge *g, tropic_index i, tropic_index end, source *from)
{
    const tp_merge_rows *r;
    tropic_index after = i + 1;
    *from = source_of(g, i);
    if (*from == MERGED) return after;
    r = *from == ROW_OF_X ? &g->x : &g->y;
    while (after < end && source_of(g, after) == *from) after++;
    if (!r->offsets || r->offsets[after] - r->offsets[i] < TP_MERGE_COPIED) *from = MERGED;
    return after;
}

/* May a row be that of one matrix, and have entries? */
static bool any_alike(const tp_merge *g)
{
    return g->kind == TP_MERGE_UNION ? !g->masked
                                     : g->kind == TP_MERGE_WRITE && (g->x.offsets || (!g->masked && g->y.offsets));
}

/* The same, where rows to be merged go on as long as there are any. */
static tropic_index next_run(const tp_merge *g, tropic_index i, tropic_index end, source *from)
{
    tropic_index after;
    *from = MERGED;
    if (!any_alike(g)) return end;
    after = rows_alike(g, i, end, from);
    while (*from == MERGED && after < end) {
        source next;
        const tropic_index to = rows_alike(g, after, end, &next);
        if (next != MERGED) break;
        after = to;
    }
    return after;
}

/* -- values ------------------------------------------------------------------------------------ */

typedef struct merging {
    const tp_merge *g;
    tropic_index rows;          /* of a chunk */
    const tp_merge_rows *bound; /* no row has more entries than here; NULL: than x and y have together */
    tp_lists staged;            /* entries of chunks, each from the most that those before it may have */
    tp_lists *out;
    /* Casts on the way: operands to op's types, op's result to the type of the merge's; and to that the values that are
     * kept. */
    tp_cast *x, *y, *z, *x_alone, *y_alone;
    size_t x_size, y_size, z_size; /* of op's operands and result */
    int packed;                    /* entries that are computed at a time */
} merging;

/* Operands that wait for the operator, and where its results go. */
typedef struct packed {
    int count;
    int to[TP_PACKED];
    tropic_index i[TP_PACKED], j[TP_PACKED];
    tp_packed_room x, y, z;
} packed;

INLINE void copy(void *to, const void *from, size_t size)
{
    memcpy(to, from, size);
}

/* Each entry's value of y, or of x if y has none; of those that both have, later its result. (Which of them is chosen
 * without a branch, too.) */
INLINE void put_copies(const tp_merge *g, const picks *p, packed *k, char *to, size_t size)
{
    const uintptr_t xs = (uintptr_t)(g->x.values ? g->x.values : g->x.one);
    const uintptr_t ys = (uintptr_t)(g->y.values ? g->y.values : g->y.one);
    const size_t x_step = g->x.values ? size : 0, y_step = g->y.values ? size : 0;
    const int entries = p->count;
    int both = 0;
    for (int e = 0; e < entries; e++) {
        const tropic_offset x = p->x[e], y = p->y[e];
        const uintptr_t of_x = xs + (size_t)x * x_step, of_y = ys + (size_t)y * y_step;
        const uintptr_t from = of_x ^ ((of_x ^ of_y) & ((uintptr_t)(y < 0) - 1));
        copy(to + (size_t)e * size, (const void *)from, size);
        k->to[both] = e;
        both += (x | y) >= 0;
    }
    k->count = both;
}

/* The same where a value that is kept has another type than the result. */
static void cast_copies(const merging *m, const picks *p, packed *k, char *to)
{
    const tp_merge *g = m->g;
    const size_t size = m->out->size;
    for (int e = 0; e < p->count; e++) {
        const tropic_offset x = p->x[e], y = p->y[e];
        tp_cast_value(to + (size_t)e * size, y >= 0 ? value_at(&g->y, y) : value_at(&g->x, x), size,
                      y >= 0 ? m->y_alone : m->x_alone);
        k->to[k->count] = e;
        k->count += (x | y) >= 0;
    }
}

INLINE void gather(const tp_merge_rows *r, const tropic_offset *at, const packed *k, const void *without, void *to,
                   size_t size)
{
    const char *values = r->values ? r->values : r->one;
    const size_t step = r->values ? size : 0;
    for (int e = 0; e < k->count; e++) {
        const tropic_offset from = at[k->to[e]];
        copy((char *)to + (size_t)e * size, from >= 0 ? values + (size_t)from * step : without, size);
    }
}

/* The same as values of op's type, of `size` bytes; `without`, for a missing value, has that type. */
static void cast_gather(const tp_merge_rows *r, const tropic_offset *at, const packed *k, const void *without, char *to,
                        size_t size, tp_cast *cast)
{
    for (int e = 0; e < k->count; e++) {
        const tropic_offset from = at[k->to[e]];
        tp_cast_value(to + (size_t)e * size, from >= 0 ? value_at(r, from) : without, size, from >= 0 ? cast : NULL);
    }
}

INLINE void scatter(const packed *k, char *to, size_t size)
{
    for (int e = 0; e < k->count; e++) copy(to + (size_t)k->to[e] * size, k->z.byte + (size_t)e * size, size);
}

/* The values of the block's entries, of which f computes those that it is called for. */
static void put_values(const merging *m, const picks *p, packed *k, char *to)
{
    const tp_merge *g = m->g;
    const size_t size = m->out->size;
    const bool all = g->kind == TP_MERGE_FILLED || g->kind == TP_MERGE_INTERSECTION;
    const bool places = g->f.op && g->f.reads_places;
    k->count = all ? p->count : 0;
#define PUT(size) put_copies(g, p, k, to, size)
#define GATHER_X(size) gather(&g->x, p->x, k, g->alpha, k->x.byte, size)
#define GATHER_Y(size) gather(&g->y, p->y, k, g->beta, k->y.byte, size)
#define SCATTER(size) scatter(k, to, size)
    if (!all && (m->x_alone || m->y_alone))
        cast_copies(m, p, k, to);
    else if (!all)
        TP_BY_SIZE(size, PUT)
    if (!g->calls || k->count == 0) return;
    for (int e = 0; all && e < k->count; e++) k->to[e] = e;
    for (int e = 0; places && e < k->count; e++) k->i[e] = p->i[k->to[e]], k->j[e] = p->j[k->to[e]];
    if (m->x)
        cast_gather(&g->x, p->x, k, g->alpha, k->x.byte, m->x_size, m->x);
    else
        TP_BY_SIZE(m->x_size, GATHER_X)
    if (m->y)
        cast_gather(&g->y, p->y, k, g->beta, k->y.byte, m->y_size, m->y);
    else
        TP_BY_SIZE(m->y_size, GATHER_Y)
    tp_evaluate(&g->f, all && !m->z ? to : k->z.byte, k->x.byte, k->y.byte, k->i, k->j, k->count);
    if (m->z)
        for (int e = 0; e < k->count; e++) m->z(to + (size_t)k->to[e] * size, k->z.byte + (size_t)e * m->z_size, 1);
    else if (!all)
        TP_BY_SIZE(size, SCATTER)
}

/* -- chunks of rows ---------------------------------------------------------------------------- */

/* The most entries that rows before row i may have. */
static tropic_offset room_before(const merging *m, tropic_index i)
{
    const tp_merge_rows *x = &m->g->x, *y = &m->g->y;
    if (m->bound) return m->bound->offsets ? m->bound->offsets[i] : 0;
    return (x->offsets ? x->offsets[i] : 0) + (y->offsets ? y->offsets[i] : 0);
}

static void choose_bound(merging *m)
{
    const tp_merge *g = m->g;
    const tropic_index n = g->lists;
    if (g->kind == TP_MERGE_INTERSECTION)
        m->bound = tp_merge_rows_count(&g->x, n) < tp_merge_rows_count(&g->y, n) ? &g->x : &g->y;
    if (g->kind != TP_MERGE_WRITE && g->masked && !g->others_allowed &&
        tp_merge_rows_count(&g->m, n) < room_before(m, n))
        m->bound = &g->m;
}

/* A block of entries, which go to `at` of those staged. */
typedef struct block {
    tropic_offset at;
    picks p;
    packed k;
} block;

static void flush(const merging *m, block *b)
{
    const tp_lists *to = &m->staged;
    if (b->p.count == 0) return;
    memcpy(to->ids + b->at, b->p.j, (size_t)b->p.count * sizeof *to->ids);
    if (to->size > 0) put_values(m, &b->p, &b->k, tp_value_at(to->values, to->size, b->at));
    b->at += b->p.count;
    b->p.count = 0;
}

/* Row i; its length is offset i + 1. */
INLINE void merge_row(const merging *m, tp_merge_kind kind, bool masked, tropic_index i, block *b)
{
    const tropic_offset start = b->at + b->p.count;
    cursor c = begin_row(m->g, i);
    for (;;) {
        pick(m->g, kind, masked, i, &c, m->packed, &b->p);
        if (b->p.count < m->packed) break;
        flush(m, b);
    }
    m->out->offsets[i + 1] = b->at + b->p.count - start;
}

INLINE void merge_rows(const merging *m, tp_merge_kind kind, bool masked, tropic_index begin, tropic_index end,
                       block *b)
{
    source from;
    b->at = room_before(m, begin);
    b->p.count = 0;
    for (tropic_index i = begin, after; i < end; i = after) {
        const tropic_offset *offsets;
        after = next_run(m->g, i, end, &from);
        offsets = from == ROW_OF_X ? m->g->x.offsets : m->g->y.offsets;
        if (from == MERGED)
            for (tropic_index r = i; r < after; r++) merge_row(m, kind, masked, r, b);
        else
            for (tropic_index r = i; r < after; r++) m->out->offsets[r + 1] = offsets[r + 1] - offsets[r];
    }
    flush(m, b);
}

static tropic_index chunk_end(const merging *m, int64_t chunk)
{
    return (chunk + 1) * m->rows < m->g->lists ? (tropic_index)((chunk + 1) * m->rows) : m->g->lists;
}

static void merge_chunks(const void *of, int64_t first, int64_t last)
{
    const merging *m = of;
    const tp_merge_kind kind = m->g->kind;
    const bool masked = m->g->masked;
    block b; /* one for all calls: it is large */
    for (int64_t chunk = first; chunk < last; chunk++) {
        const tropic_index begin = (tropic_index)(chunk * m->rows), end = chunk_end(m, chunk);
        if (kind == TP_MERGE_INTERSECTION && masked)
            merge_rows(m, TP_MERGE_INTERSECTION, true, begin, end, &b);
        else if (kind == TP_MERGE_INTERSECTION)
            merge_rows(m, TP_MERGE_INTERSECTION, false, begin, end, &b);
        else if (kind == TP_MERGE_WRITE && masked)
            merge_rows(m, TP_MERGE_WRITE, true, begin, end, &b);
        else if (kind == TP_MERGE_WRITE)
            merge_rows(m, TP_MERGE_WRITE, false, begin, end, &b);
        else if (masked)
            merge_rows(m, TP_MERGE_UNION, true, begin, end, &b);
        else
            merge_rows(m, TP_MERGE_UNION, false, begin, end, &b);
    }
}

/* `count` entries of r from the k-th, to those of the result from `at`. */
static void copy_entries(const tp_lists *out, tropic_offset at, const tp_merge_rows *r, tropic_offset k,
                         tropic_offset count, tp_cast *cast)
{
    const size_t size = out->size;
    char *to = tp_value_at(out->values, size, at);
    if (count == 0) return;
    memcpy(out->ids + at, r->ids + k, (size_t)count * sizeof *r->ids);
    if (size == 0) return;
    if (r->values && cast)
        cast(to, value_at(r, k), count);
    else if (r->values)
        memcpy(to, value_at(r, k), (size_t)count * size);
    else
        for (tropic_offset e = 0; e < count; e++) tp_cast_value(to + (size_t)e * size, r->one, size, cast);
}

static void move_chunks(const void *of, int64_t first, int64_t last)
{
    const merging *m = of;
    const tp_lists *out = m->out;
    const tp_merge_rows staged = tp_merge_rows_of(&m->staged, m->g->type);
    for (int64_t chunk = first; chunk < last; chunk++) {
        const tropic_index begin = (tropic_index)(chunk * m->rows), end = chunk_end(m, chunk);
        tropic_offset k = room_before(m, begin);
        for (tropic_index i = begin, after; i < end; i = after) {
            source from;
            const tropic_offset at = out->offsets[i];
            after = next_run(m->g, i, end, &from);
            if (from == MERGED) {
                copy_entries(out, at, &staged, k, out->offsets[after] - at, NULL);
                k += out->offsets[after] - at;
            } else {
                const tp_merge_rows *r = from == ROW_OF_X ? &m->g->x : &m->g->y;
                copy_entries(out, at, r, r->offsets[i], out->offsets[after] - at,
                             from == ROW_OF_X ? m->x_alone : m->y_alone);
            }
        }
    }
}

static void open_casts(merging *m)
{
    const tp_merge *g = m->g;
    m->x_alone = tp_cast_of(g->type, g->x.type);
    m->y_alone = tp_cast_of(g->type, g->y.type);
    if (!g->calls) return;
    m->x = tp_cast_of(g->f.op->x, g->x.type);
    m->y = tp_cast_of(g->f.op->y, g->y.type);
    m->z = tp_cast_of(g->type, g->f.op->z);
    m->x_size = tropic_type_size(g->f.op->x);
    m->y_size = tropic_type_size(g->f.op->y);
    m->z_size = tropic_type_size(g->f.op->z);
    m->packed = tp_packed_of(m->x_size > m->y_size ? m->x_size : m->y_size);
    if (m->packed > tp_packed_of(m->z_size)) m->packed = tp_packed_of(m->z_size);
}

tropic_status tp_merge_run(const tp_merge *g, tp_lists *out)
{
    const size_t size = g->pattern ? 0 : tropic_type_size(g->type);
    const tropic_offset work = tp_merge_rows_count(&g->x, g->lists) + tp_merge_rows_count(&g->y, g->lists);
    const tp_team team = tp_team_for(g->context, work + g->lists);
    const tp_memory *memory = &g->context->memory;
    merging m = {.g = g, .rows = tp_rows_of_chunk(g->lists), .out = out, .packed = TP_PACKED};
    const int64_t chunks = ((int64_t)g->lists + m.rows - 1) / m.rows;
    tropic_status status;
    choose_bound(&m);
    open_casts(&m);
    TP_TRY(tp_lists_allocate(g->context, memory, &m.staged, 0, room_before(&m, g->lists), size));
    status = tp_lists_allocate_offsets(g->context, memory, out, g->lists, size);
    if (status == TROPIC_OK) {
        tp_for(team, chunks, 1, merge_chunks, &m);
        status = tp_lists_allocate_entries(g->context, memory, out);
    }
    if (status == TROPIC_OK) tp_for(team, chunks, 1, move_chunks, &m);
    tp_lists_free(memory, &m.staged);
    return status;
}
