/* SPDX-License-Identifier: Apache-2.0
 *
 * What the reductions of a graph (algorithms/betweenness/bc_reduce.h) hand to each other.
 */
#ifndef TP_BC_PARTS_H
#define TP_BC_PARTS_H

#include "algorithms/betweenness/bc_reduce.h"

/* No vertex, no block; in `discovery`, not discovered yet. */
#define TP_BC_NONE ((tropic_index)-1)
/* In `discovery`, of a vertex that was removed: later than all others. */
#define TP_BC_FOLDED TROPIC_INDEX_MAX

/* The original, and what was found of it. An arc belongs to the block of that of its ends that was discovered later. */
typedef struct tp_bc_parts {
    tropic_context *context;
    tp_bc_graph graph;
    const tropic_index *times; /* NULL: each once */
    double *closed_form;
    tropic_index *component, components; /* by vertex */
    /* By component, and by vertex: itself, and what has been cut off at it. */
    double *all_sources, *all_targets, *sources, *targets;
    tropic_index *discovery; /* when a vertex was discovered; all that stay at once, without SPLIT */
    tropic_index *block_of;  /* the block below whose root it lies; NONE: of less than three vertices */
    /* By block: the articulation point at which it hangs, or NONE; what lies behind the others of its vertices. */
    tropic_index blocks, *root;
    double *below_sources, *below_targets;
} tp_bc_parts;

/* The blocks side by side, each vertex in each of its own. */
typedef struct tp_bc_blocks {
    tropic_index n;
    tropic_offset *offsets;
    tropic_index *ids;
    tropic_index *original, *block; /* of a copy */
    double *sources, *targets;      /* that it stands for */
    /* The lowest copy with the same neighbours; the copy itself where there is no other. */
    tropic_index *twin;
} tp_bc_blocks;

/* Whatever they hold. */
void tp_bc_parts_free(tp_bc_parts *parts);
void tp_bc_blocks_free(tropic_context *context, tp_bc_blocks *blocks);

/* Sources that v is itself. */
static inline double tp_bc_times(const tp_bc_parts *p, tropic_index v)
{
    return p->times ? p->times[v] : 1;
}

/* A branch of so many sources and targets is cut off at v. */
static inline void tp_bc_join(tp_bc_parts *p, tropic_index v, double sources, double targets)
{
    p->closed_form[v] += sources * (p->targets[v] - 1) + (p->sources[v] - tp_bc_times(p, v)) * targets;
    p->sources[v] += sources;
    p->targets[v] += targets;
}

/* Removes vertices of degree 1: discovery(v) = FOLDED. *folded of them. */
tropic_status tp_bc_fold(tp_bc_parts *parts, tropic_index *folded);
/* Finds discovery, block_of and the blocks of what is left; *found of them, single arcs too. */
tropic_status tp_bc_split(tp_bc_parts *parts, tropic_index *found);
/* The same without looking for articulation points: components. */
tropic_status tp_bc_whole(tp_bc_parts *parts, tropic_index *found);
/* Makes the blocks. */
tropic_status tp_bc_copy(tp_bc_blocks *blocks, const tp_bc_parts *parts);
/* Finds blocks->twin, and adds the pairs that are twins to their neighbours' closed_form. */
tropic_status tp_bc_twins(tropic_context *context, tp_bc_blocks *blocks, double *closed_form);
/* Makes the reduced graph, of those blocks that need a search. */
tropic_status tp_bc_merge(tp_bc_reduced *reduced, tropic_context *context, const tp_bc_blocks *blocks);

#endif
