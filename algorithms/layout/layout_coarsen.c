/* SPDX-License-Identifier: Apache-2.0
 *
 * Coarser graphs: vertices far enough apart, each with its neighbours, become one vertex, and what is left over joins
 * the one that it is linked to most. Springs between two add up, and so do the counts of vertices, so that a coarse
 * graph is one of clusters that repel and attract as their members would.
 *
 * Source: aggregation as of Vanek, Mandel and Brezina, Computing 56 (1996); in drawing, Hu, The Mathematica Journal 10
 * (2005).
 */
#include "algorithms/layout/layout.h"

#include <string.h>

/* Vertices that a thread takes at a time. */
#define VERTEX_CHUNK 1024

/* A vertex and its neighbours, where none of them is taken. */
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

/* The others join what the strongest of their springs leads to; all of them have one. */
static void join_rest(const tp_springs *s, tropic_index *parent, const tropic_index *root)
{
    for (tropic_index v = 0; v < s->n; v++) {
        float most = -1;
        if (root[v] >= 0) continue;
        for (tropic_offset k = s->offsets[v]; k < s->offsets[v + 1]; k++) {
            const float strength = s->strength ? s->strength[k] : 1;
            if (root[s->ids[k]] < 0 || !(strength > most)) continue;
            most = strength;
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

/* What a coarse graph is made in. */
typedef struct making {
    tropic_offset *offsets, *place; /* place[c]: where the arc to c is, if it is the row's at hand */
    tropic_index *ids, *begin, *member;
    float *strength;
} making;

/* Arcs between coarse vertices, each once. Room: an arc of a coarse vertex stands for one or more. */
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
        /* Without a spring, one of no strength to itself, so that each vertex has a sum of them. */
        if (end == row) {
            m->ids[end] = c;
            m->strength[end++] = 0;
        }
        m->offsets[c + 1] = end;
    }
}

/* How many vertices of A each stands for, and where components begin. */
static void count_members(const tp_springs *s, const tropic_index *parent, tropic_index coarse, tropic_index *count,
                          tropic_index *start)
{
    memset(count, 0, (size_t)coarse * sizeof *count);
    for (tropic_index v = 0; v < s->n; v++) count[parent[v]] += s->count ? s->count[v] : 1;
    if (!s->start) return;
    /* (Roots are taken in the order of vertices, component by component.) */
    for (tropic_index c = 0; c < s->components; c++) start[c] = parent[s->start[c]];
    start[s->components] = coarse;
}

/* Arcs sorted by their ends, as matrices have them. */
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
    const tp_memory *memory = &context->memory;
    const tropic_index n = coarse->n;
    const tropic_offset arcs = s->offsets[s->n];
    tropic_index *count = tp_allocate(memory, n, sizeof *count);
    tropic_index *start = tp_allocate(memory, (int64_t)s->components + 1, sizeof *start);
    making m = {.offsets = tp_allocate(memory, (int64_t)n + 1, sizeof *m.offsets),
                .place = tp_allocate(memory, n, sizeof *m.place),
                .ids = tp_allocate(memory, arcs, sizeof *m.ids),
                .begin = tp_allocate(memory, (int64_t)n + 1, sizeof *m.begin),
                .member = tp_allocate(memory, s->n, sizeof *m.member),
                .strength = tp_allocate(memory, arcs, sizeof *m.strength)};
    tropic_status status;
    coarse->memory[0] = count;
    coarse->memory[1] = start;
    if (count && start && m.offsets && m.place && m.ids && m.begin && m.member && m.strength) {
        list_members(parent, s->n, n, m.begin, m.member);
        add_arcs(s, parent, n, &m);
        count_members(s, parent, n, count, start);
        coarse->count = count;
        coarse->start = s->start ? start : NULL;
        coarse->components = s->components;
        status = sort_arcs(coarse, context, &m);
    } else {
        status = tp_out_of_memory(context, "a coarser graph");
    }
    tp_release(memory, m.offsets);
    tp_release(memory, m.place);
    tp_release(memory, m.ids);
    tp_release(memory, m.begin);
    tp_release(memory, m.member);
    tp_release(memory, m.strength);
    return status;
}

tropic_status tp_springs_coarsen(tp_springs *coarse, tropic_index **parent, tropic_context *context,
                                 const tp_springs *s)
{
    const tp_memory *memory = &context->memory;
    tropic_index *root = tp_allocate(memory, s->n, sizeof *root);
    tropic_status status = TROPIC_OK;
    *coarse = (tp_springs){0};
    *parent = tp_allocate(memory, s->n, sizeof **parent);
    if (root && *parent) {
        coarse->n = take_roots(s, *parent);
        memcpy(root, *parent, (size_t)s->n * sizeof *root);
        join_rest(s, *parent, root);
        status = make(coarse, context, s, *parent);
    } else {
        status = tp_out_of_memory(context, "a coarser graph");
    }
    tp_release(memory, root);
    if (status == TROPIC_OK) return TROPIC_OK;
    tp_springs_free(context, coarse);
    tp_release(memory, *parent);
    *parent = NULL;
    return status;
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
    tp_for(team, s->n, VERTEX_CHUNK, refine, &of);
}
