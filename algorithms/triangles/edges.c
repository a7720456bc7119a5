/* SPDX-License-Identifier: Apache-2.0
 *
 * The edges of a directed graph on the CPU: each vertex's arcs out of it and into it, merged.
 */
#include "algorithms/triangles/arc_term.h"
#include "algorithms/triangles/triangles.h"
#include "formats/matrix/lists.h"

typedef struct merging {
    const tp_both_ways *G;
    const tp_edges *edges;
    tropic_offset *lengths; /* first: of list v at v + 1; else NULL */
} merging;

/* Merges v's lists to position `to` on. Returns the position behind. */
static tropic_offset merge(const merging *m, tropic_index v, tropic_offset to)
{
    const tp_arcs *out = &m->G->out, *in = &m->G->in;
    const tropic_offset end_out = out->offsets[v + 1], end_in = m->G->symmetric ? 0 : in->offsets[v + 1];
    tropic_offset i = out->offsets[v], j = m->G->symmetric ? 0 : in->offsets[v];
    while (i < end_out || j < end_in) {
        const tropic_index a = i < end_out ? out->ids[i] : TROPIC_INDEX_MAX;
        const tropic_index b = j < end_in ? in->ids[j] : TROPIC_INDEX_MAX;
        const bool left = i < end_out && (j == end_in || a <= b), right = j < end_in && (i == end_out || b <= a);
        const tropic_index id = left ? a : b;
        if (id != v) {
            if (!m->lengths) m->edges->ids[to] = id;
            if (!m->lengths && m->edges->values) {
                const double there = left ? tp_arc_term(out, i, m->G->greatest) : 0;
                const double back = right ? tp_arc_term(in, j, m->G->greatest) : 0;
                m->edges->values[to] = m->G->symmetric ? there + there : there + back;
            }
            to++;
        }
        i += left;
        j += right;
    }
    return to;
}

static void merge_some(const void *of, int64_t begin, int64_t end)
{
    const merging *m = of;
    for (int64_t v = begin; v < end; v++)
        if (m->lengths)
            m->lengths[v + 1] = merge(m, (tropic_index)v, 0);
        else
            merge(m, (tropic_index)v, m->edges->offsets[v]);
}

tropic_status tp_cpu_triangles_edge_offsets(tropic_context *context, const tp_both_ways *G, tp_edges *edges)
{
    const merging m = {G, edges, edges->offsets};
    tp_for(tp_team_for(context, G->out.count), G->out.lists, TP_LIST_CHUNK, merge_some, &m);
    edges->count = tp_sum_lengths(context, edges->offsets, G->out.lists);
    return TROPIC_OK;
}

tropic_status tp_cpu_triangles_edge_ids(tropic_context *context, const tp_both_ways *G, const tp_edges *edges)
{
    const merging m = {G, edges, NULL};
    tp_for(tp_team_for(context, G->out.count), G->out.lists, TP_LIST_CHUNK, merge_some, &m);
    return TROPIC_OK;
}

const tp_triangles_calls tp_cpu_triangles_calls = {TP_TRIANGLES_CALLS(TP_CALL_ROW, tp_cpu_triangles_)};
