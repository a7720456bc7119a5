/* SPDX-License-Identifier: Apache-2.0
 *
 * Coarser graphs, by aggregation. Roots, no two of which have a common neighbour, become a coarse vertex each, together
 * with their neighbours. Every other vertex joins the coarse vertex of its strongest spring. Springs between two coarse
 * vertices add up, and so do counts of vertices: clusters repel and attract as their members would.
 *
 * Source: aggregation as of Vanek, Mandel and Brezina, Computing 56 (1996); in drawing, Hu, The Mathematica Journal 10
 * (2005).
 */
#include "algorithms/layout/layout.h"

#include <string.h>

/* Vertices that a thread takes at a time. */
#define REFINED_CHUNK 1024

/* parent(v) = the coarse vertex of each root and its neighbours, -1 for the others. A vertex becomes a root if it and
 * all its neighbours are free. Returns how many roots there are. */
static tropic_index take_roots(const tp_springs *s, tropic_index *parent)
{
    tropic_index made = 0;
    for (tropic_index v = 0; v < s->n; v++) parent[v] = -1;
    for (tropic_index v = 0; v < s->n; v++) {
        bool free = parent[v] < 0;
        for (tropic_offset k = s->offsets[v]; free && k < s->offsets[v + 1]; k++) free = parent[s->ids[k]] < 0;
        if (!free) continue;
        parent[v] = made;
        for (tropic_offset k = s->offsets[v]; k < s->offsets[v + 1]; k++) parent[s->ids[k]] = made;
        made++;
    }
    return made;
}

/* parent(v) = the coarse vertex of v's strongest spring, for the vertices that are not in `root`. Each has one: v was
 * not free to be a root because a neighbour had a parent. */
static void join_rest(const tp_springs *s, tropic_index *parent, const tropic_index *root)
{
    for (tropic_index v = 0; v < s->n; v++) {
        float strongest = -1;
        if (root[v] >= 0) continue;
        for (tropic_offset k = s->offsets[v]; k < s->offsets[v + 1]; k++) {
            const float strength = s->strength ? s->strength[k] : 1;
            if (root[s->ids[k]] < 0 || !(strength > strongest)) continue;
            strongest = strength;
            parent[v] = root[s->ids[k]];
        }
    }
}

/* member[begin[c] .. begin[c + 1] - 1]: the vertices of coarse vertex c. */
static void list_members(const tropic_index *parent, tropic_index n, tropic_index coarse, tropic_index *begin,
                         tropic_index *member)
{
    memset(begin, 0, ((size_t)coarse + 1) * sizeof *begin);
    for (tropic_index v = 0; v < n; v++) begin[parent[v]]++;
    for (tropic_index c = 0, sum = 0; c <= coarse; c++) {
        const tropic_index here = c < coarse ? begin[c] : 0;
        begin[c] = sum;
        sum += here;
    }
    for (tropic_index v = 0; v < n; v++) member[begin[parent[v]]++] = v;
    for (tropic_index c = coarse; c > 0; c--) begin[c] = begin[c - 1];
    begin[0] = 0;
}

/* The coarse graph while it is made. */
typedef struct making {
    tropic_offset *offsets;
    tropic_index *ids;
    float *strength;
    tropic_offset *place;         /* of each coarse vertex: its arc in the current row, or an earlier place */
    tropic_index *begin, *member; /* list_members() */
} making;

/* Lists the arcs between coarse vertices, each once. They are no more than the arcs of the fine graph and one for each
 * coarse vertex without any. */
static void add_arcs(const tp_springs *s, const tropic_index *parent, tropic_index coarse, making *m)
{
    tropic_offset end = 0;
    for (tropic_index c = 0; c < coarse; c++) m->place[c] = -1;
    m->offsets[0] = 0;
    for (tropic_index c = 0; c < coarse; c++) {
        const tropic_offset row = end;
        for (tropic_index i = m->begin[c]; i < m->begin[c + 1]; i++)
            for (tropic_offset k = s->offsets[m->member[i]]; k < s->offsets[m->member[i] + 1]; k++) {
                const tropic_index to = parent[s->ids[k]];
                if (to == c) continue;
                if (m->place[to] < row) {
                    m->place[to] = end;
                    m->ids[end] = to;
                    m->strength[end++] = 0;
                }
                m->strength[m->place[to]] += s->strength ? s->strength[k] : 1;
            }
        /* A vertex without springs gets one of strength 0 to itself, so that it has a sum of forces. */
        if (end == row) {
            m->ids[end] = c;
            m->strength[end++] = 0;
        }
        m->offsets[c + 1] = end;
    }
}

/* count(c) = how many vertices of A the coarse vertex stands for. start: where components begin. */
static void count_members(const tp_springs *s, const tropic_index *parent, tropic_index coarse, tropic_index *count,
                          tropic_index *start)
{
    memset(count, 0, (size_t)coarse * sizeof *count);
    for (tropic_index v = 0; v < s->n; v++) count[parent[v]] += s->count ? s->count[v] : 1;
    if (!s->start) return;
    /* Roots are taken in the order of vertices, and so component by component. */
    for (tropic_index c = 0; c < s->components; c++) start[c] = parent[s->start[c]];
    start[s->components] = coarse;
}

/* Makes a matrix of the arcs, which sorts the lists. */
static tropic_status sort_arcs(tp_springs *coarse, tropic_context *context, const making *m)
{
    const void *values = NULL;
    tropic_status status = tropic_matrix_from_csr(&coarse->owned, context, coarse->n, coarse->n, m->offsets, m->ids,
                                                  TROPIC_FP32, m->strength, NULL);
    if (status == TROPIC_OK)
        status = tropic_matrix_csr(coarse->owned, context, &coarse->offsets, &coarse->ids, &values);
    coarse->strength = values;
    return status;
}

static tropic_status make(tp_springs *coarse, tropic_context *context, const tp_springs *s, const tropic_index *parent)
{
    tp_arena arena = {.context = context};
    const tropic_index n = coarse->n;
    const tropic_offset arcs = s->offsets[s->n];
    tropic_index *count = tp_arena_array(&coarse->arena, n, sizeof *count);
    tropic_index *start = tp_arena_array(&coarse->arena, (int64_t)s->components + 1, sizeof *start);
    making m = {.offsets = tp_arena_array(&arena, (int64_t)n + 1, sizeof *m.offsets),
                .place = tp_arena_array(&arena, n, sizeof *m.place),
                .ids = tp_arena_array(&arena, arcs, sizeof *m.ids),
                .begin = tp_arena_array(&arena, (int64_t)n + 1, sizeof *m.begin),
                .member = tp_arena_array(&arena, s->n, sizeof *m.member),
                .strength = tp_arena_array(&arena, arcs, sizeof *m.strength)};
    tropic_status status = tp_arena_check(&coarse->arena, "a coarser graph");
    if (status == TROPIC_OK) status = tp_arena_check(&arena, "a coarser graph");
    if (status == TROPIC_OK) {
        list_members(parent, s->n, n, m.begin, m.member);
        add_arcs(s, parent, n, &m);
        count_members(s, parent, n, count, start);
        coarse->count = count;
        coarse->start = s->start ? start : NULL;
        coarse->components = s->components;
        status = sort_arcs(coarse, context, &m);
    }
    tp_arena_release(&arena);
    return status;
}

tropic_status tp_springs_coarsen(tp_springs *coarse, tropic_index **parent, tropic_context *context,
                                 const tp_springs *s)
{
    tropic_index *root;
    *coarse = (tp_springs){.arena = {.context = context}};
    *parent = tp_arena_array(&coarse->arena, s->n, sizeof **parent);
    root = tp_arena_array(&coarse->arena, s->n, sizeof *root);
    TP_TRY(tp_arena_check(&coarse->arena, "a coarser graph"));
    coarse->n = take_roots(s, *parent);
    memcpy(root, *parent, (size_t)s->n * sizeof *root);
    join_rest(s, *parent, root);
    tp_arena_release_since(&coarse->arena, 1); /* but *parent */
    return make(coarse, context, s, *parent);
}

typedef struct refining {
    float *place;
    const float *coarse;
    const tropic_index *parent;
    const tp_springs *springs;
    int dimensions;
    float jitter;
    uint64_t seed;
} refining;

static void refine(const void *of, int64_t begin, int64_t end)
{
    const refining *r = of;
    const tp_springs *s = r->springs;
    const tropic_index *parent = r->parent;
    const float *coarse = r->coarse;
    float *place = r->place;
    const int dimensions = r->dimensions;
    const float jitter = r->jitter;
    for (int64_t v = begin; v < end; v++) {
        const tropic_offset from = s->offsets[v], to = s->offsets[v + 1];
        for (int c = 0; c < dimensions; c++) {
            const float own = coarse[(int64_t)parent[v] * dimensions + c];
            float sum = 0;
            for (tropic_offset k = from; k < to; k++) sum += coarse[(int64_t)parent[s->ids[k]] * dimensions + c];
            place[v * dimensions + c] = (to > from ? (own + sum / (float)(to - from)) / 2 : own) +
                                        jitter * tp_layout_jitter(r->seed, (uint64_t)(v * dimensions + c));
        }
    }
}

void tp_springs_refine(float *place, const float *coarse, const tropic_index *parent, const tp_springs *s,
                       int dimensions, float jitter, uint64_t seed, tp_team team)
{
    const refining of = {place, coarse, parent, s, dimensions, jitter, seed};
    tp_for(team, s->n, REFINED_CHUNK, refine, &of);
}
