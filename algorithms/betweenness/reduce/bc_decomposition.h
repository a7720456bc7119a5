/* SPDX-License-Identifier: Apache-2.0
 *
 * Data that the reductions of a graph (algorithms/betweenness/reduce/bc_reduce.h) hand to each other: its decomposition
 * into trees, components and blocks, and the graph of all blocks.
 */
#ifndef TP_BC_DECOMPOSITION_H
#define TP_BC_DECOMPOSITION_H

#include "algorithms/betweenness/reduce/bc_reduce.h"

/* No vertex, no block; in `discovery`: not discovered yet. */
#define TP_BC_NONE ((tropic_index)-1)
/* In `discovery`: FOLD has removed the vertex. Later than every discovery. */
#define TP_BC_FOLDED TROPIC_INDEX_MAX

/* The original graph, and the facts found about it. An arc belongs to the block of its end that was discovered
 * later. */
typedef struct tp_bc_decomposition {
    tropic_context *context;
    tp_bc_graph graph;
    const tropic_index *times; /* how often each vertex is listed as a source; NULL: once */
    tp_arena arena;            /* all arrays below but closed_form */
    double *closed_form;       /* tp_bc_reduced.closed_form */
    tropic_index components;
    tropic_index *component; /* of each vertex */
    /* The sources and targets of each component. */
    double *all_sources, *all_targets;
    /* The sources and targets of each vertex: itself, and those of all that has been cut off at it. */
    double *sources, *targets;
    /* When each vertex was discovered. Without SPLIT: 0 for every vertex that FOLD leaves. */
    tropic_index *discovery;
    /* The block of each vertex below the block's root; NONE if the block has fewer than three vertices. */
    tropic_index *block_of;
    tropic_index blocks;
    tropic_index *root; /* of each block: the articulation point at which it hangs, or NONE */
    /* Of each block: the sources and targets of its vertices but the root, and of all that lies behind them. */
    double *below_sources, *below_targets;
} tp_bc_decomposition;

/* The graph of all blocks side by side. A vertex of the original has one copy in each of its blocks. */
typedef struct tp_bc_blocks {
    tp_arena arena; /* all arrays below */
    bool directed;  /* the original graph is; then all is one block, and each vertex has one copy */
    tropic_index n; /* copies */
    tropic_offset *offsets;
    tropic_index *ids;
    tropic_index *original; /* of each copy: its vertex in the original */
    tropic_index *block;    /* of each copy */
    /* The sources and targets that each copy stands for. */
    double *sources, *targets;
    /* Of each copy: the lowest copy with the same neighbours; itself if there is no other. */
    tropic_index *twin;
} tp_bc_blocks;

/* How often v is itself a source. */
static inline double tp_bc_times(const tp_bc_decomposition *d, tropic_index v)
{
    return d->times ? d->times[v] : 1;
}

/* Cuts a branch with so many sources and targets off at v. v lies between the branch and all that was cut off before:
 *     closed_form(v) += S_branch (T(v) - 1) + (S(v) - times(v)) T_branch
 *     S(v) += S_branch;  T(v) += T_branch */
static inline void tp_bc_cut_branch(tp_bc_decomposition *d, tropic_index v, double sources, double targets)
{
    d->closed_form[v] += sources * (d->targets[v] - 1) + (d->sources[v] - tp_bc_times(d, v)) * targets;
    d->sources[v] += sources;
    d->targets[v] += targets;
}

/* OUT_OF_MEMORY, if less is available than reducing the graph takes; CANCELLED. */
tropic_status tp_bc_reduction_room(tropic_context *context, const tp_bc_graph *graph);
/* Removes vertices of degree 1: discovery(v) = FOLDED. *folded: how many. */
tropic_status tp_bc_fold_leaves(tp_bc_decomposition *d, tropic_index *folded);
/* Finds discovery, block_of and the blocks of the vertices that are left. *found: how many, single arcs included. */
tropic_status tp_bc_split_blocks(tp_bc_decomposition *d, tropic_index *found);
/* The same with each component as one block: articulation points are not looked for. */
tropic_status tp_bc_keep_components(tp_bc_decomposition *d, tropic_index *found);
/* Makes the graph of all blocks. */
tropic_status tp_bc_copy_blocks(tp_bc_blocks *blocks, const tp_bc_decomposition *d);
/* Finds blocks->twin, and adds the pairs of twins to the closed_form of their neighbours; of a directed graph there are
 * no such pairs, and closed_form is not looked at. */
tropic_status tp_bc_find_twins(tropic_context *context, tp_bc_blocks *blocks, double *closed_form);
/* Makes the reduced graph, from the blocks that need a search. */
tropic_status tp_bc_merge_twins(tp_bc_reduced *reduced, tropic_context *context, const tp_bc_blocks *blocks);

#endif
