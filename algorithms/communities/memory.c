/* SPDX-License-Identifier: Apache-2.0
 *
 * The most memory that communities take on the CPU.
 */
#include "algorithms/communities/tally.h"

/* Bytes of a vertex: of the partition that a caller gives; of label propagation; of the arrays of levels. */
#define GIVEN_BYTES 5
#define LABELS_BYTES 5
#define LEVELS_BYTES 26
/* The same of a graph of communities, and of a graph whose arcs are in the lists of both ends. */
#define COARSE_BYTES 24
#define MERGED_BYTES 16
/* A tally has so many bytes a number. */
#define TALLY_BYTES 12
/* Bytes of an arc in a list that is not the matrix's. */
#define ARC_BYTES (sizeof(tropic_index) + sizeof(int64_t))
/* Of all arrays what does not depend on sizes. */
#define FIXED_BYTES 8192

/* Of a level there are its graph and, when that is made, the next: neither is larger than the first. */
static size_t levels_bytes(size_t n, size_t arcs, size_t sums)
{
    return n * LEVELS_BYTES + sums + 2 * (n * COARSE_BYTES + sums + arcs * ARC_BYTES);
}

tropic_status tp_cpu_communities_memory(tp_run *run, const tropic_communities_options *options, unsigned finds,
                                        const tp_community_graph *g, tp_communities_memory *memory)
{
    const bool communities = finds & TP_FINDS_COMMUNITIES, labels = options->method == TROPIC_COMMUNITIES_LABELS;
    const bool levels = communities && !labels, measures = options->report != NULL;
    const bool sizes = measures || finds & TP_FINDS_SIZES;
    const size_t n = (size_t)run->n, arcs = (g->directed ? 2 : 1) * (size_t)run->A->count;
    const size_t sums = (g->directed ? 2 : 1) * n * sizeof(int64_t);
    const size_t tallies = (size_t)run->context->threads * ((n + 1) * TALLY_BYTES + sizeof(tp_tally));
    memory->backend = n * sizeof(tropic_index) * (size_t)(1 + sizes + levels);
    memory->host = FIXED_BYTES;
    if (g->directed)
        memory->host += n * MERGED_BYTES + arcs * ARC_BYTES;
    else if (g->weighted)
        memory->host += arcs * sizeof(int64_t);
    if (!communities)
        memory->host += n * GIVEN_BYTES;
    else if (labels)
        memory->host += n * LABELS_BYTES + tallies;
    else
        memory->host += sums + levels_bytes(n, arcs, sums) + tallies;
    if (sizes) memory->host += n * sizeof(tropic_index);
    if (measures && !levels) memory->host += 2 * sums; /* of vertices, and of communities */
    return TROPIC_OK;
}
