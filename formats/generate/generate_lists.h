/* SPDX-License-Identifier: Apache-2.0
 *
 * The kinds whose neighbours follow from a vertex's number, in order: entries are written where they
 * belong, any part of a list by itself, without a sort. One text, compiled as C and as CUDA.
 */
#ifndef TP_GENERATE_LISTS_H
#define TP_GENERATE_LISTS_H

#include "formats/generate/generate_edges.h"
#include "formats/matrix/list_at.h"

/* Every so many rows and columns of the lattice are whole, so that it is connected where P is small. */
#define TP_WHOLE_LINE 64
/* Bits of a place within a cell of rgg: squares of two cells' distance fit 64. */
#define TP_RGG_BITS 28

/* Neighbours in ascending order: those with a rank of from .. to - 1 are written to ids. */
typedef struct tp_put {
    int64_t from, to, rank;
    tropic_index above; /* others are left out */
    tropic_index *ids;
} tp_put;

/* All of first .. last - 1. */
TP_FN void tp_put_range(tp_put *put, int64_t first, int64_t last)
{
    int64_t at, end;
    if (first <= put->above) first = (int64_t)put->above + 1;
    if (first >= last) return;
    at = put->from > put->rank ? put->from : put->rank;
    end = put->rank + (last - first) < put->to ? put->rank + (last - first) : put->to;
    for (; at < end; at++) put->ids[at - put->from] = (tropic_index)(first + (at - put->rank));
    put->rank += last - first;
}

TP_FN void tp_put_one(tp_put *put, int64_t id)
{
    tp_put_range(put, id, id + 1);
}

/* Is the lattice's edge from v to the next of its line there? `line`: v's row or column. */
TP_FN bool tp_lattice_keeps(const tp_generator *g, tp_sequence stream, int64_t line, int64_t v)
{
    return line % TP_WHOLE_LINE == 0 || tp_word(g->keys[stream], (uint64_t)v) >> 32 < g->threshold;
}

TP_FN void tp_list_lattice(const tp_generator *g, int64_t v, tp_put *put)
{
    const int64_t side = g->side, row = v / side, col = v % side;
    if (row > 0 && tp_lattice_keeps(g, TP_STREAM_DOWN, col, v - side)) tp_put_one(put, v - side);
    if (col > 0 && tp_lattice_keeps(g, TP_STREAM_ACROSS, row, v - 1)) tp_put_one(put, v - 1);
    if (col + 1 < side && tp_lattice_keeps(g, TP_STREAM_ACROSS, row, v)) tp_put_one(put, v + 1);
    if (row + 1 < side && tp_lattice_keeps(g, TP_STREAM_DOWN, col, v)) tp_put_one(put, v + side);
}

/* In its row, in its column, and down or up both at once. */
TP_FN void tp_list_mesh(const tp_generator *g, int64_t v, tp_put *put)
{
    const int64_t side = g->side, row = v / side, col = v % side;
    if (row > 0) tp_put_range(put, v - side - (col > 0), v - side + 1);
    if (col > 0) tp_put_one(put, v - 1);
    if (col + 1 < side) tp_put_one(put, v + 1);
    if (row + 1 < side) tp_put_range(put, v + side, v + side + 1 + (col + 1 < side));
}

/* Vertices of M(k). */
TP_FN int64_t tp_mycielskian_size(int k)
{
    return ((int64_t)3 << (k - 2)) - 1;
}

/* M(k + 1) has each v of M(k), with the neighbours of v and their copies; a copy of each v, with the
 * neighbours of v and the last vertex; and the last vertex, with the copies. */
typedef struct tp_mycielskian {
    int top, base;      /* v is, or is the copy of, ... of M(base): base 2, or its last vertex */
    int64_t v;          /* that vertex */
    uint32_t copy;      /* bit k: in M(k) it is a copy */
    int64_t degree[32]; /* in M(k) */
} tp_mycielskian;

TP_FN void tp_mycielskian_find(tp_mycielskian *m, int k, int64_t v)
{
    m->top = k;
    m->copy = 0;
    for (; k > 2; k--) {
        const int64_t n = tp_mycielskian_size(k - 1);
        if (v == 2 * n) break;
        if (v < n) continue;
        m->copy |= (uint32_t)1 << k;
        v -= n;
    }
    m->base = k;
    m->v = v;
    m->degree[k] = k > 2 ? tp_mycielskian_size(k - 1) : 1;
    for (k++; k <= m->top; k++) m->degree[k] = m->copy >> k & 1 ? m->degree[k - 1] + 1 : 2 * m->degree[k - 1];
}

/* Its p-th neighbour. */
TP_FN int64_t tp_mycielskian_at(const tp_mycielskian *m, int64_t p)
{
    int64_t add = 0;
    for (int k = m->top; k > m->base; k--) {
        const int64_t n = tp_mycielskian_size(k - 1);
        if (p < m->degree[k - 1]) continue;
        if (m->copy >> k & 1) return add + 2 * n;
        p -= m->degree[k - 1];
        add += n;
    }
    return add + (m->base > 2 ? tp_mycielskian_size(m->base - 1) + p : 1 - m->v);
}

TP_FN void tp_list_mycielskian(const tp_generator *g, int64_t v, tp_put *put)
{
    tp_mycielskian m;
    int64_t low = 0, high, degree;
    tp_mycielskian_find(&m, g->scale, v);
    high = degree = m.degree[m.top];
    while (low < high) { /* the first that is to be put */
        const int64_t middle = low + (high - low) / 2;
        if (tp_mycielskian_at(&m, middle) <= put->above)
            low = middle + 1;
        else
            high = middle;
    }
    put->rank = degree - low;
    for (int64_t at = put->from; at < put->to && at < put->rank; at++)
        put->ids[at - put->from] = (tropic_index)tp_mycielskian_at(&m, low + at);
}

/* Where in its cell, in units of 2^-TP_RGG_BITS cells; rows and columns of cells added. */
TP_FN void tp_rgg_place(const tp_generator *g, int64_t v, int64_t row, int64_t col, int64_t *y, int64_t *x)
{
    const uint64_t word = tp_word(g->keys[TP_STREAM_DOWN], (uint64_t)v);
    *y = row << TP_RGG_BITS | (int64_t)(word >> (64 - TP_RGG_BITS));
    *x = col << TP_RGG_BITS | (int64_t)((uint32_t)word >> (32 - TP_RGG_BITS));
}

/* Those of the cells around whose distance is below the reach. */
TP_FN void tp_list_rgg(const tp_generator *g, int64_t v, tp_put *put)
{
    const int64_t side = g->side, cell = tp_list_at_int32(g->cells, side * side, v);
    const int64_t row = cell / side, col = cell % side;
    const int64_t left = col > 0 ? col - 1 : 0, right = col + 1 < side ? col + 1 : col;
    int64_t y, x;
    tp_rgg_place(g, v, row, col, &y, &x);
    for (int64_t r = row > 0 ? row - 1 : 0; r <= row + 1 && r < side; r++)
        for (int64_t c = left; c <= right; c++)
            for (int64_t u = g->cells[r * side + c]; u < g->cells[r * side + c + 1]; u++) {
                int64_t b, a;
                tp_rgg_place(g, u, r, c, &b, &a);
                if (u != v && (uint64_t)((b - y) * (b - y) + (a - x) * (a - x)) < g->threshold) tp_put_one(put, u);
            }
}

/* The neighbours of v with a rank of from .. to - 1, ascending, to `ids`. Returns how many there are in
 * all. Directed, those above v alone count. */
TP_FN int64_t tp_list(const tp_generator *g, tropic_index v, int64_t from, int64_t to, tropic_index *ids)
{
    tp_put put = {from, to, 0, g->directed ? v : -1, ids};
    const int64_t n = g->n, side = g->side;
    switch (g->kind) {
    case TROPIC_GENERATE_LATTICE: tp_list_lattice(g, v, &put); break;
    case TROPIC_GENERATE_MESH: tp_list_mesh(g, v, &put); break;
    case TROPIC_GENERATE_RGG: tp_list_rgg(g, v, &put); break;
    case TROPIC_GENERATE_MYCIELSKIAN: tp_list_mycielskian(g, v, &put); break;
    case TROPIC_GENERATE_LAYERS: {
        const int64_t first = v - v % side; /* of its layer */
        if (first > 0) tp_put_range(&put, first - side, first);
        if (first + side < n) tp_put_range(&put, first + side, first + 2 * side);
        break;
    }
    case TROPIC_GENERATE_STAR:
        if (v == 0)
            tp_put_range(&put, 1, n);
        else
            tp_put_one(&put, 0);
        break;
    case TROPIC_GENERATE_PATH:
        if (v > 0) tp_put_one(&put, (int64_t)v - 1);
        if (v + 1 < n) tp_put_one(&put, (int64_t)v + 1);
        break;
    case TROPIC_GENERATE_COMPLETE:
        tp_put_range(&put, 0, v);
        tp_put_range(&put, (int64_t)v + 1, n);
        break;
    case TROPIC_GENERATE_BAND:
        tp_put_range(&put, v > side ? v - side : 0, v);
        tp_put_range(&put, (int64_t)v + 1, v + side + 1 < n ? v + side + 1 : n);
        break;
    default: break; /* drawn */
    }
    return put.rank;
}

/* ids[begin .. end - 1] of all lists, one after the other. */
TP_FN void tp_lists_fill(const tp_generator *g, const tropic_offset *offsets, tropic_offset begin, tropic_offset end,
                         tropic_index *ids)
{
    for (int64_t v = tp_list_at(offsets, g->n, begin); begin < end; v++) {
        const tropic_offset beyond = offsets[v + 1] < end ? offsets[v + 1] : end;
        if (begin < beyond) tp_list(g, (tropic_index)v, begin - offsets[v], beyond - offsets[v], ids + begin);
        begin = beyond;
    }
}

/* values[begin .. end - 1] = the weights of these entries. */
TP_FN void tp_lists_weigh(const tp_generator *g, const tropic_offset *offsets, tropic_offset begin, tropic_offset end,
                          const tropic_index *ids, int32_t *values)
{
    for (int64_t v = tp_list_at(offsets, g->n, begin); begin < end; begin++) {
        while (begin >= offsets[v + 1]) v++;
        values[begin] = tp_weight(g, (tropic_index)v, ids[begin]);
    }
}

#endif
