/* SPDX-License-Identifier: Apache-2.0
 *
 * Betweenness centrality: the run over its sources, and the ways to take them (algorithms/betweenness/README.md).
 */
#ifndef TP_BC_H
#define TP_BC_H

#include "algorithms/bfs/bfs.h"
#include "algorithms/checkpoint.h"
#include "algorithms/betweenness/ways/bc_state.h"
#include "algorithms/betweenness/brandes_calls.h"
#include "algorithms/betweenness/ways/tolerance.h"

/* Path counts of a level, and dependencies; of counts that a double holds, and of any (wide_count.h). */
extern const tp_op tp_op_bc_count, tp_op_bc_count_wide, tp_op_bc_gather, tp_op_bc_gather_wide;

typedef struct tp_bc {
    const tropic_index *sources; /* host memory */
    tropic_index count;          /* of the sources */
    tp_brandes_total total;      /* dependencies are added to it */
    /* The vertices that each one stands for, in memory of the backend. NULL: each vertex is one. */
    const tp_brandes_multiplicity *classes;
    double copies_max;  /* the maximum of classes[v].copies; 0 without classes */
    int64_t *reached;   /* host: how many vertices each source reaches, itself included; NULL: not requested */
    bool weighted;      /* A's values are lengths */
    tp_tolerance tie;   /* of real lengths */
    bool any_order;     /* sources may be added up in any order, as the run chooses */
    bool near;          /* sources near each other are side by side: tp_bc_near's */
    bool floats;        /* floats may be used. (Whether they are depends on all sources of a batch.) */
    tropic_index batch; /* the maximum of sources side by side; 0: any */
    /* By tp_identify(), for a checkpoint: of A and the requested sources. A run on a reduced graph has in the high 32
     * bits of `run` which reductions were made (TROPIC_BC_FOLD, ...). */
    tp_identity identity;
    tropic_bc_report *report; /* the call's */
    double from, part;        /* progress: this run is `part` of the call's work, of which `from` is done */
} tp_bc;

/* `count` of the sources, from number `first` on. */
static inline tp_bc tp_bc_some(const tp_bc *bc, tropic_index first, tropic_index count)
{
    tp_bc some = *bc;
    some.sources += first;
    some.count = count;
    some.any_order = false;
    if (bc->total.factor) some.total.factor += first;
    if (bc->reached) some.reached += first;
    some.from += bc->part * first / bc->count;
    some.part *= (double)count / bc->count;
    return some;
}

/* Is each dependency added to the centrality as it is, and to nothing else? */
static inline bool tp_bc_plain(const tp_bc *bc)
{
    return !bc->classes && !bc->total.factor && !bc->total.squares && !bc->total.arcs;
}

/* -- the run ----------------------------------------------------------------------------------- */

/* INVALID_ARGUMENT if an option has no such value or does not go with another. Sources, error and confidence are
 * checked later. */
tropic_status tp_bc_check(tp_run *run, const tropic_bc_options *options);

/* total.centrality = the sum over all sources, by options->method. If options ask for an error, a checkpoint or partial
 * results, the sources are taken in chunks, and the sums come to the host after each. *done: the sources that the total
 * has. They are fewer than all if the error was met, options->samples were taken, or the run was cancelled; then
 * run->partial is set. */
tropic_status tp_bc_run(tp_run *run, const tp_bc *bc, const tropic_bc_options *options, tropic_index *done);

/* Which reductions the run takes (algorithms/betweenness/reduce/bc_reduce.h); 0: none. INVALID_ARGUMENT if options ask
 * for reductions that do not go with others. */
tropic_status tp_bc_choose_reductions(tp_run *run, const tp_bc *bc, const tropic_bc_options *options, unsigned *which);
/* As tp_bc_run on the reduced graph, but total.centrality includes end points if options ask for them, and a cancelled
 * run gives the estimate. *part: how much of the sources the total has. It is 0, and nothing was done, if the choice is
 * open and reductions gain little. */
tropic_status tp_bc_reduced_run(tp_run *run, const tp_bc *bc, const tropic_bc_options *options, unsigned which,
                                double *part);

/* -- the ways: each adds the dependencies of all sources to the total -------------------------- */

/* Several sources side by side, each with a queue of its own, or in groups that share one (tp_brandes.entries). */
tropic_status tp_bc_queue_batches(tp_run *run, const tp_bc *bc);
/* Are sources to be taken in groups? */
bool tp_bc_suits_groups(const tp_run *run, const tp_bc *bc);
/* Takes them so, by tp_bc_queue_batches. */
tropic_status tp_bc_near(tp_run *run, const tp_bc *bc);
/* The same along shortest paths by weights, which are positive. */
tropic_status tp_bc_weighted(tp_run *run, const tp_bc *bc);
/* Up to 64 sources side by side, with one product for each level. */
tropic_status tp_bc_batched(tp_run *run, const tp_bc *bc);
/* One source after another, with one product for each level by the run's strategy. */
tropic_status tp_bc_products(tp_run *run, const tp_bc *bc);
/* One source after another, with levels as bitmaps; tp_bc_plain() must hold. A source whose search has more than
 * `levels_max` levels is taken with a queue. */
tropic_status tp_bc_single_source(tp_run *run, const tp_bc *bc, tropic_index levels_max);

/* NOT_SUPPORTED if the context is reproducible and products by the run's strategy are not. */
tropic_status tp_bc_products_check(tp_run *run);
/* INVALID_ARGUMENT, with an arc, unless all weights are positive; other statuses as tp_sssp_type. */
tropic_status tp_bc_weighted_check(tp_run *run);
/* With options->weighted, sets bc->weighted and bc->tie, and takes decimal lengths as whole numbers, if there is no
 * tolerance for them; the report says so. */
tropic_status tp_bc_lengths(tp_run *run, const tropic_bc_options *options, tp_bc *bc);
/* Adds the dependencies of a source whose shortest paths lead over lengths that rounding absorbs to the total;
 * `distance`, of the backend, has its distances. *ranks: how many there are. OVERFLOW, with an arc, if vertices at the
 * same distance that such arcs join were reached independently. On the host; cost O((n + nnz) log(n)). */
tropic_status tp_bc_absorbed(tp_run *run, const tp_bc *bc, tropic_index source, const void *distance, int64_t *ranks);

/* Takes all sources in batches of `size`, and releases the memory that they took. If each source takes so many bytes a
 * vertex, batches are as few as possible and of equal size. OUT_OF_MEMORY, with `what`, if there is no memory for one
 * source. */
tropic_status tp_bc_source_batches(tp_run *run, const tp_bc *bc, size_t each, const char *what,
                                   tropic_status (*take)(tp_run *run, const tp_bc *bc, tropic_index size));
/* Makes the arrays of a source batch, and *sources, to be filled, in memory of the backend. */
tropic_status tp_bc_source_batch_arrays(tp_run *run, const tp_bc *bc, tp_brandes *b, tropic_index **sources,
                                        tropic_index size);

#endif
