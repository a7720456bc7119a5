/* SPDX-License-Identifier: Apache-2.0
 *
 * The most memory that parts of communities take on a GPU, each beside the arrays that it describes.
 */
#ifndef TP_COMMUNITIES_MEMORY_CUH
#define TP_COMMUNITIES_MEMORY_CUH

#include "algorithms/communities/communities.h"

/* *bytes: of label propagation, but the result (label_propagation.cu). */
tropic_status tp_cuda_labels_bytes(const tp_run *run, const tp_community_graph *g, size_t *bytes);
/* Of the arrays of levels (levels.cu). */
size_t tp_cuda_levels_bytes(int64_t n, bool leiden, bool directed);
/* Of tables for lists of many arcs, of a graph with so many (move.cu). */
size_t tp_cuda_large_bytes(int64_t arcs);
/* *bytes: to make the graph of communities, and its arcs, of a graph with so many (coarsen.cu). */
tropic_status tp_cuda_coarsen_bytes(tropic_context *context, int64_t arcs, size_t *bytes);

#endif
