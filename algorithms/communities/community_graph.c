/* SPDX-License-Identifier: Apache-2.0
 *
 * A matrix as the graph of communities on the host: arcs without directions, sums.
 */
#include "algorithms/communities/tally.h"
#include "algorithms/communities/weights.h"
#include "formats/matrix/facts/facts.h"

#include <math.h>

typedef struct source {
    tp_arcs out, in;
    tp_community_weights w;
} source;

static int64_t weight_of(const source *s, const tp_arcs *arcs, tropic_offset k)
{
    return arcs->values ? llrint(tp_value_as_double(arcs->values, s->w.type, k) * s->w.scale * s->w.more) : 1;
}

/* ---- arcs of an undirected graph: the matrix's ---- */

typedef struct fill {
    const source *from;
    int64_t *weights;
} fill;

static void fill_weights(const void *of, int64_t begin, int64_t end)
{
    const fill *f = of;
    for (int64_t k = begin; k < end; k++) f->weights[k] = weight_of(f->from, &f->from->out, k);
}

static tropic_status take_arcs(tp_run *run, const source *s, tp_community_graph *g)
{
    g->begin = s->out.offsets;
    g->end = s->out.offsets + 1;
    g->ids = s->out.ids;
    if (!s->out.values) return TROPIC_OK;
    int64_t *weights = tp_arena_array(&g->arena, s->out.count, sizeof *weights);
    TP_TRY(tp_arena_check(&g->arena, "weights of arcs"));
    tp_for(tp_team_for(run->context, s->out.count), s->out.count, TP_CHUNK_ANY, fill_weights, &(fill){s, weights});
    g->weights = weights;
    return TROPIC_OK;
}

/* ---- arcs of a directed graph: out of a vertex and into it ---- */

typedef struct merge {
    const source *from;
    const tropic_offset *begin; /* of each vertex: room for all its arcs */
    tropic_offset *end;
    tropic_index *ids;
    int64_t *weights;
} merge;

static void merge_lists(const void *of, int64_t first, int64_t last)
{
    const merge *m = of;
    const tp_arcs *out = &m->from->out, *in = &m->from->in;
    for (int64_t v = first; v < last; v++) {
        tropic_offset at = m->begin[v], j = out->offsets[v], k = in->offsets[v];
        while (j < out->offsets[v + 1] || k < in->offsets[v + 1]) {
            const tropic_index to = j < out->offsets[v + 1] ? out->ids[j] : INT32_MAX;
            const tropic_index from = k < in->offsets[v + 1] ? in->ids[k] : INT32_MAX;
            int64_t weight = 0;
            const tropic_index u = to < from ? to : from;
            if (to == u) weight += weight_of(m->from, out, j++);
            if (from == u) weight += weight_of(m->from, in, k++);
            if (u == v) continue;
            m->ids[at] = u;
            m->weights[at++] = weight;
        }
        m->end[v] = at;
    }
}

static tropic_status merge_arcs(tp_run *run, const source *s, tp_community_graph *g)
{
    const int64_t n = run->n, most = s->out.count + s->in.count;
    tropic_offset *begin = tp_arena_array(&g->arena, n + 1, sizeof *begin);
    merge m = {.from = s, .begin = begin};
    m.end = tp_arena_array(&g->arena, n + 1, sizeof *m.end);
    m.ids = tp_arena_array(&g->arena, most, sizeof *m.ids);
    m.weights = tp_arena_array(&g->arena, most, sizeof *m.weights);
    TP_TRY(tp_arena_check(&g->arena, "arcs in both directions"));
    for (int64_t v = 0; v < n; v++) begin[v] = s->out.offsets[v] + s->in.offsets[v];
    tp_for(tp_team_for(run->context, most), n, TP_LIST_CHUNK, merge_lists, &m);
    g->begin = begin;
    g->end = m.end;
    g->ids = m.ids;
    g->weights = m.weights;
    return TROPIC_OK;
}

/* ---- sums ---- */

typedef struct sums {
    const source *from;
    tp_community_graph *g;
} sums;

/* The sum of a list's weights. *loop: its part of a loop. */
static int64_t sum_list(const sums *s, const tp_arcs *arcs, tropic_index v, int64_t *loop)
{
    const tropic_offset begin = arcs->offsets[v], end = arcs->offsets[v + 1];
    int64_t sum = end - begin;
    *loop = 0;
    if (s->g->has_loops) {
        const tropic_offset at = tp_find_id(arcs->ids, begin, end, v);
        if (at < end && arcs->ids[at] == v) *loop = weight_of(s->from, arcs, at);
    }
    if (!arcs->values) return sum;
    sum = 0;
    for (tropic_offset k = begin; k < end; k++) sum += weight_of(s->from, arcs, k);
    return sum;
}

static void sum_lists(const void *of, int64_t begin, int64_t end)
{
    const sums *s = of;
    tp_community_graph *g = s->g;
    int64_t total = 0, loops = 0, loop;
    for (int64_t v = begin; v < end; v++) {
        g->out[v] = sum_list(s, &s->from->out, (tropic_index)v, &loop);
        if (!g->directed) {
            g->out[v] += loop;
            loop *= 2;
        } else {
            g->in[v] = sum_list(s, &s->from->in, (tropic_index)v, &loop);
        }
        total += g->out[v];
        loops += loop;
    }
    __atomic_fetch_add(&g->total, total, __ATOMIC_RELAXED);
    __atomic_fetch_add(&g->loops, loops, __ATOMIC_RELAXED);
}

/* ---- the graph ---- */

/* A's arcs in host memory, and its graph without arrays. */
static tropic_status open_source(tp_run *run, const tropic_communities_options *options, tp_community_graph *g,
                                 source *s)
{
    tropic_context *context = run->context;
    const void **out, **in;
    *s = (source){.out.count = run->A->count, .in.count = run->A->count};
    TP_TRY(tp_community_weights_open(run, options, g, &s->w));
    out = g->weighted ? &s->out.values : NULL;
    in = g->weighted ? &s->in.values : NULL;
    TP_TRY(tropic_matrix_csr(run->A, context, &s->out.offsets, &s->out.ids, out));
    return tropic_matrix_csc(run->A, context, &s->in.offsets, &s->in.ids, in);
}

tropic_status tp_cpu_communities_open(tp_run *run, const tropic_communities_options *options, unsigned finds,
                                      tp_community_graph *g)
{
    tp_communities_memory memory;
    source s;
    TP_TRY(open_source(run, options, g, &s));
    TP_TRY(tp_cpu_communities_memory(run, options, finds, g, &memory));
    TP_TRY(tp_need_memory(run->context, &run->context->work, memory.host + memory.backend, "communities of %d vertices",
                          run->n));
    return g->directed ? merge_arcs(run, &s, g) : take_arcs(run, &s, g);
}

tropic_status tp_cpu_communities_sum(tp_run *run, const tropic_communities_options *options, tp_community_graph *g)
{
    const int64_t n = run->n;
    tp_community_graph same;
    source s;
    if (g->out) return TROPIC_OK;
    TP_TRY(open_source(run, options, &same, &s));
    g->out = tp_arena_array(&g->arena, n, sizeof *g->out);
    g->in = g->directed ? tp_arena_array(&g->arena, n, sizeof *g->in) : g->out;
    TP_TRY(tp_arena_check(&g->arena, "sums of weights"));
    tp_for(tp_team_for(run->context, n + s.out.count), n, TP_LIST_CHUNK, sum_lists, &(sums){&s, g});
    return TROPIC_OK;
}

tp_tally *tp_tallies(tp_arena *arena, tp_team team, tropic_index n)
{
    tp_tally *tallies = tp_arena_array(arena, team.threads, sizeof *tallies);
    int64_t *weights = tp_arena_zeros(arena, (int64_t)team.threads * n, sizeof *weights);
    tropic_index *seen = tp_arena_array(arena, (int64_t)team.threads * (n + 1), sizeof *seen);
    if (!seen) return NULL;
    for (int k = 0; k < team.threads; k++)
        tallies[k] = (tp_tally){weights + (int64_t)k * n, seen + (int64_t)k * (n + 1), 0};
    return tallies;
}
