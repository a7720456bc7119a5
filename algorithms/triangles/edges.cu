/* SPDX-License-Identifier: Apache-2.0
 *
 * The edges of a directed graph on a GPU. An arc into a vertex without one back is `single`; its place among the merged
 * ids is the number of arcs out before it, found by a bisection, and of single ones, by prefix sums; likewise that of
 * an arc out.
 */
#include "algorithms/triangles/arc_term.h"
#include "algorithms/triangles/triangles.h"
#include "formats/matrix/device.cuh"
#include "spmv/device/working.cuh"

#define DOING "finding edges"

typedef struct tp_merging {
    tp_both_ways G;
    tp_edges edges;
    const tropic_offset *single; /* before each arc of G.in; NULL if G is symmetric */
} tp_merging;

/* Where the first id of v's list is that is `id` or more. */
TP_FN tropic_offset tp_find_in(const tp_arcs *arcs, tropic_index v, tropic_index id)
{
    return tp_find_id(arcs->ids, arcs->offsets[v], arcs->offsets[v + 1], id);
}
TP_FN bool tp_is_at(const tp_arcs *arcs, tropic_index v, tropic_index id, tropic_offset k)
{
    return k < arcs->offsets[v + 1] && arcs->ids[k] == id;
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    mark_single(const __grid_constant__ tp_both_ways G, tropic_offset *single)
{
    TP_FOR_EACH_PART(part, G.in)
    {
        tp_each_with_list(&G.in, part, [&](int64_t k, int64_t list) {
            const tropic_index v = (tropic_index)list, u = G.in.ids[k];
            single[k] = u != v && !tp_is_at(&G.out, v, u, tp_find_in(&G.out, v, u));
        });
    }
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    edge_lengths(const __grid_constant__ tp_merging m, tropic_offset *lengths)
{
    TP_FOR_EACH(place, m.G.out.lists)
    {
        const tropic_index v = (tropic_index)place;
        const bool loop = tp_is_at(&m.G.out, v, v, tp_find_in(&m.G.out, v, v));
        tropic_offset length = m.G.out.offsets[v + 1] - m.G.out.offsets[v] - loop;
        if (m.single) length += m.single[m.G.in.offsets[v + 1]] - m.single[m.G.in.offsets[v]];
        lengths[v] = length;
    }
}

/* Is a loop of v before the position? */
TP_FN bool tp_loop_before(const tp_arcs *out, tropic_index v, tropic_offset k)
{
    const tropic_offset loop = tp_find_in(out, v, v);
    return loop < k && out->ids[loop] == v;
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK) put_out(const __grid_constant__ tp_merging m)
{
    const tp_arcs *out = &m.G.out, *in = &m.G.in;
    TP_FOR_EACH_PART(part, m.G.out)
    {
        tp_each_with_list(out, part, [&](int64_t k, int64_t list) {
            const tropic_index v = (tropic_index)list, u = out->ids[k];
            if (u == v) return;
            const tropic_offset back = m.single ? tp_find_in(in, v, u) : 0;
            tropic_offset to = m.edges.offsets[v] + k - out->offsets[v] - (u > v && tp_loop_before(out, v, k));
            if (m.single) to += m.single[back] - m.single[in->offsets[v]];
            m.edges.ids[to] = u;
            if (!m.edges.values) return;
            const double there = tp_arc_term(out, k, m.G.greatest);
            const bool both = m.single && tp_is_at(in, v, u, back);
            m.edges.values[to] = there + (!m.single ? there : both ? tp_arc_term(in, back, m.G.greatest) : 0);
        });
    }
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK) put_single(const __grid_constant__ tp_merging m)
{
    const tp_arcs *out = &m.G.out, *in = &m.G.in;
    TP_FOR_EACH_PART(part, m.G.in)
    {
        tp_each_with_list(in, part, [&](int64_t k, int64_t list) {
            const tropic_index v = (tropic_index)list, u = in->ids[k];
            if (m.single[k + 1] == m.single[k]) return;
            const tropic_offset before = tp_find_in(out, v, u);
            const tropic_offset to = m.edges.offsets[v] + before - out->offsets[v] -
                                     (u > v && tp_loop_before(out, v, before)) + m.single[k] - m.single[in->offsets[v]];
            m.edges.ids[to] = u;
            if (m.edges.values) m.edges.values[to] = tp_arc_term(in, k, m.G.greatest);
        });
    }
}

static tropic_status find_single(tropic_context *context, tp_working *w, tp_merging *m)
{
    tropic_offset *marks = NULL, *before = NULL;
    if (m->G.symmetric) return TROPIC_OK;
    TP_TRY(w->make(&marks, m->G.in.count));
    TP_TRY(tp_pass_with_lists(context, DOING, &m->G.in, mark_single, m->G, marks));
    TP_TRY(w->sum_before(marks, m->G.in.count, &before));
    m->single = before;
    return TROPIC_OK;
}

tropic_status tp_cuda_triangles_edge_offsets(tropic_context *context, const tp_both_ways *G, tp_edges *edges)
{
    const int64_t n = G->out.lists;
    tp_cuda_use use(context);
    tp_working w(context, DOING);
    tp_merging m = {*G, *edges, NULL};
    tropic_offset *lengths = NULL, *before = NULL;
    TP_TRY(tp_cuda_refuse_capture(context));
    TP_TRY(find_single(context, &w, &m));
    TP_TRY(w.make(&lengths, n));
    TP_TRY(tp_pass(context, DOING, n, edge_lengths, m, lengths));
    TP_TRY(w.sum_before(lengths, n, &before));
    TP_TRY(tp_cuda_copy(context, edges->offsets, before, (size_t)(n + 1) * sizeof *before));
    return tp_cuda_download(context, &edges->count, before + n, sizeof edges->count);
}

tropic_status tp_cuda_triangles_edge_ids(tropic_context *context, const tp_both_ways *G, const tp_edges *edges)
{
    tp_cuda_use use(context);
    tp_working w(context, DOING);
    tp_merging m = {*G, *edges, NULL};
    TP_TRY(find_single(context, &w, &m));
    TP_TRY(tp_pass_with_lists(context, DOING, &m.G.out, put_out, m));
    if (m.single) TP_TRY(tp_pass_with_lists(context, DOING, &m.G.in, put_single, m));
    return TROPIC_OK;
}

const tp_triangles_calls tp_cuda_triangles_calls = {TP_TRIANGLES_CALLS(TP_CALL_ROW, tp_cuda_triangles_)};
