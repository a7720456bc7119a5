/* SPDX-License-Identifier: Apache-2.0
 *
 * The parts of betweenness centrality.
 */
#ifndef TP_BC_H
#define TP_BC_H

#include "algorithms/bfs/bfs.h"
#include "algorithms/betweenness/bc_state.h"
#include "algorithms/betweenness/brandes_calls.h"

/* Path counts of a level, and dependencies; of counts that a double holds, and of any (wide_count.h). */
extern const tp_op tp_op_bc_count, tp_op_bc_count_wide, tp_op_bc_gather, tp_op_bc_gather_wide;

/* What a checkpoint belongs to: checksums of 32 bits of the graph, and of the sources. For a run on a reduced graph the
 * upper half of `run` has the reductions. */
typedef struct tp_bc_identity {
    uint64_t graph, run;
} tp_bc_identity;

typedef struct tp_bc {
    const tropic_index *sources; /* host memory */
    tropic_index count;
    tp_brandes_total total;                 /* to be added to */
    const tp_brandes_multiplicity *classes; /* memory of the backend; NULL: each vertex is one */
    double copies;                          /* the most that one has; 0: classes are not given */
    int64_t *reached;                       /* host: vertices reached from each source, itself included; NULL */
    bool weighted;                          /* the run's values are lengths */
    bool single;                            /* floats will do, whose use depends on all sources of a batch */
    tropic_index batch;                     /* the most sources side by side; 0: any */
    tp_bc_identity identity;                /* of what was asked for, where there is to be a checkpoint */
    double from, part;                      /* this is `part` of the call's work, of which `from` is done */
} tp_bc;

/* `count` of the sources, from the first-th on. */
static inline tp_bc tp_bc_some(const tp_bc *bc, tropic_index first, tropic_index count)
{
    tp_bc some = *bc;
    some.sources += first;
    some.count = count;
    if (bc->total.factor) some.total.factor += first;
    if (bc->reached) some.reached += first;
    some.from += bc->part * first / bc->count;
    some.part *= (double)count / bc->count;
    return some;
}

/* Is a dependency added as it is? */
static inline bool tp_bc_plain(const tp_bc *bc)
{
    return !bc->classes && !bc->total.factor && !bc->total.squares && !bc->total.arcs;
}

/* Adds the dependencies of every source to the total, by: */
/* a queue for each source, several side by side; */
tropic_status tp_bc_queues(tp_run *run, const tp_bc *bc);
/* the same by weights, which are positive; */
tropic_status tp_bc_weighted(tp_run *run, const tp_bc *bc);
/* a product for each level of up to 64 sources side by side; */
tropic_status tp_bc_batched(tp_run *run, const tp_bc *bc);
/* a product for each level, source after source. */
tropic_status tp_bc_products(tp_run *run, const tp_bc *bc);
/* The same of sets of vertices, without a choice of the product: where tp_bc_plain holds. Those whose searches have
 * more levels than `most` by queues. */
tropic_status tp_bc_single_source(tp_run *run, const tp_bc *bc, tropic_index most);

/* INVALID_ARGUMENT, with an arc, unless all weights are positive; other statuses as tp_sssp_type. */
tropic_status tp_bc_weighted_check(tp_run *run);
/* Sources that the backend's sweeps take at once, in waves of equal size, as few as can be: *most of them, where each
 * needs so many bytes a vertex. OUT_OF_MEMORY, with `what`, where there is not room for one. */
tropic_status tp_bc_wave(tp_run *run, const tp_bc *bc, size_t each, const char *what, tropic_index *most);
/* What so many need, and *sources, to be filled, in memory of the backend. */
tropic_status tp_bc_wave_arrays(tp_run *run, const tp_bc *bc, tp_brandes *b, tropic_index **sources, tropic_index most);

/* INVALID_ARGUMENT where an option is none, or does not go with others; but of sources and errors. */
tropic_status tp_bc_check(tp_run *run, const tropic_bc_options *options);
/* Whether a reproducible context may take the run's strategy by products. */
tropic_status tp_bc_products_check(tp_run *run);

#endif
