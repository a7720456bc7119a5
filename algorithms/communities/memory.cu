/* SPDX-License-Identifier: Apache-2.0
 *
 * The most memory that communities take on a GPU.
 */
#include "algorithms/communities/memory.cuh"
#include "spmv/cuda_backend.h"

/* What does not depend on sizes: some structs, and the least that CUB asks for. */
#define FIXED_BYTES ((size_t)64 << 10)

/* Of a level there are its graph and tables; or without these the next graph, too, and what that is made of. Neither
 * graph is larger than the first. */
static tropic_status add_levels(tp_run *run, bool leiden, bool directed, size_t arcs, size_t sums, size_t *bytes)
{
    const size_t n = (size_t)run->n, tables = tp_cuda_large_bytes((int64_t)arcs);
    size_t coarsening = 0;
    TP_TRY(tp_cuda_coarsen_bytes(run->context, (int64_t)arcs, &coarsening));
    *bytes += n * sizeof(tropic_index) + tp_cuda_levels_bytes(run->n, leiden, directed);
    *bytes += 2 * (n * sizeof(tropic_offset) + sums) + arcs * TP_COMMUNITIES_ARC_BYTES;
    *bytes += coarsening > tables ? coarsening : tables;
    return TROPIC_OK;
}

tropic_status tp_cuda_communities_memory(tp_run *run, const tropic_communities_options *options, unsigned finds,
                                         const tp_community_graph *g, tp_communities_memory *memory)
{
    const bool communities = finds & TP_FINDS_COMMUNITIES, labels = options->method == TROPIC_COMMUNITIES_LABELS;
    const bool levels = communities && !labels, measures = options->report != NULL;
    const bool sizes = measures || finds & TP_FINDS_SIZES;
    const size_t n = (size_t)run->n, arcs = tp_communities_arcs(run, g), sums = tp_communities_sums(run, g);
    size_t bytes = FIXED_BYTES + n * sizeof(tropic_index) * (size_t)(1 + sizes), working = 0;
    if (g->directed) bytes += n * sizeof(tropic_offset) + arcs * sizeof(tropic_index);
    if (g->weighted) bytes += arcs * sizeof(int64_t);
    if (levels) {
        bytes += sums;
        TP_TRY(add_levels(run, options->method == TROPIC_COMMUNITIES_LEIDEN, g->directed, arcs, sums, &bytes));
    } else {
        if (communities) TP_TRY(tp_cuda_labels_bytes(run, g, &working));
        bytes += working;
        /* Sums of vertices, and of communities; or members of each of these are counted, which takes less. */
        if (sizes) bytes += measures ? 2 * sums : n * sizeof(tropic_index);
    }
    memory->backend = bytes;
    memory->host = communities ? 0 : n * TP_COMMUNITIES_GIVEN_BYTES;
    return TROPIC_OK;
}
