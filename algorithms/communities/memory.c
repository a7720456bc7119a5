/* SPDX-License-Identifier: Apache-2.0
 *
 * The most memory that communities take on the CPU.
 */
#include "algorithms/communities/tally.h"

/* Bytes of a vertex in label propagation: `next` and `active`. */
#define LABELS_BYTES (sizeof(tropic_index) + sizeof(uint8_t))
/* In levels: `community`, `size`, `refined`, `number`, `order` and `target`; `active` and `group`. */
#define LEVELS_BYTES (6 * sizeof(tropic_index) + 2 * sizeof(uint8_t))
/* In a graph of communities: `begin`, `end` and `first`. */
#define COARSE_BYTES (3 * sizeof(tropic_offset))
/* In a graph whose arcs are in the lists of both ends: `begin` and `end`. */
#define MERGED_BYTES (2 * sizeof(tropic_offset))
/* Of a number in a tally: `weight` and `seen`. */
#define TALLY_BYTES (sizeof(int64_t) + sizeof(tropic_index))
/* Of all arrays what does not depend on sizes. */
#define FIXED_BYTES 8192

/* Of a level there are its graph and, when that is made, the next: neither is larger than the first. */
static size_t levels_bytes(size_t n, size_t arcs, size_t sums)
{
    return n * LEVELS_BYTES + sums + 2 * (n * COARSE_BYTES + sums + arcs * TP_COMMUNITIES_ARC_BYTES);
}

tropic_status tp_cpu_communities_memory(tp_run *run, const tropic_communities_options *options, unsigned finds,
                                        const tp_community_graph *g, tp_communities_memory *memory)
{
    const bool communities = finds & TP_FINDS_COMMUNITIES, labels = options->method == TROPIC_COMMUNITIES_LABELS;
    const bool levels = communities && !labels, measures = options->report != NULL;
    const bool sizes = measures || finds & TP_FINDS_SIZES;
    const size_t n = (size_t)run->n, arcs = tp_communities_arcs(run, g), sums = tp_communities_sums(run, g);
    const size_t tallies = (size_t)run->context->threads * ((n + 1) * TALLY_BYTES + sizeof(tp_tally));
    memory->backend = n * sizeof(tropic_index) * (size_t)(1 + sizes + levels);
    memory->host = FIXED_BYTES;
    if (g->directed)
        memory->host += n * MERGED_BYTES + arcs * TP_COMMUNITIES_ARC_BYTES;
    else if (g->weighted)
        memory->host += arcs * sizeof(int64_t);
    if (!communities)
        memory->host += n * TP_COMMUNITIES_GIVEN_BYTES;
    else if (labels)
        memory->host += n * LABELS_BYTES + tallies;
    else
        memory->host += sums + levels_bytes(n, arcs, sums) + tallies;
    if (sizes) memory->host += n * sizeof(tropic_index);
    if (measures && !levels) memory->host += 2 * sums; /* of vertices, and of communities */
    return TROPIC_OK;
}
