/* SPDX-License-Identifier: Apache-2.0
 *
 * An order of the vertices in which near ones are side by side: that of breadth-first searches.
 */
#include "algorithms/bfs/near.h"

tropic_status tp_near_order(tropic_context *context, const tp_arcs *out, tropic_index *order, tropic_index *rank)
{
    tropic_index begin = 0, end = 0;
    for (tropic_index v = 0; v < out->lists; v++) rank[v] = -1;
    for (tropic_index first = 0; first < out->lists; first++) {
        if (rank[first] >= 0) continue;
        rank[first] = end;
        order[end++] = first;
        for (; begin < end; begin++) {
            const tropic_index v = order[begin];
            for (tropic_offset k = out->offsets[v]; k < out->offsets[v + 1]; k++) {
                const tropic_index w = out->ids[k];
                if (rank[w] >= 0) continue;
                rank[w] = end;
                order[end++] = w;
            }
        }
    }
    return tp_progress(context, 0);
}

tropic_status tp_near_sort(tp_run *run, tropic_index *list, tropic_index count)
{
    const int arrays = run->arena.count;
    const void *values;
    bool *listed = tp_arena_zeros(&run->arena, run->n, sizeof *listed);
    tropic_index *order = tp_arena_array(&run->arena, run->n, sizeof *order);
    tropic_index *rank = tp_arena_array(&run->arena, run->n, sizeof *rank);
    tp_arcs rows = {.lists = run->n, .count = run->A->count};
    TP_TRY(tp_arena_check(&run->arena, "an order of the vertices"));
    TP_TRY(tropic_matrix_csr(run->A, run->context, &rows.offsets, &rows.ids, &values));
    TP_TRY(tp_near_order(run->context, &rows, order, rank));
    for (tropic_index k = 0; k < count; k++) listed[list[k]] = true;
    for (tropic_index at = 0, k = 0; at < run->n; at++)
        if (listed[order[at]]) list[k++] = order[at];
    tp_arena_release_since(&run->arena, arrays);
    return TROPIC_OK;
}
