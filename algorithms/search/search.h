/* SPDX-License-Identifier: Apache-2.0
 *
 * A traversal: steps of one op from frontier to frontier, on either backend.
 */
#ifndef TP_SEARCH_H
#define TP_SEARCH_H

#include "runtime/backend.h"

#ifdef __cplusplus
extern "C" {
#endif

/* As tp_traversal.first: frontier 0 is every vertex that the op's source() accepts. */
#define TP_EVERY (-1)

/* Steps until the frontier is empty. Step d (state.depth = depth + d; d = 1, 2, ...) takes the frontier of
 * step d - 1 and appends what its updates emit. Frontier 0 is order[0 .. first - 1].
 * An op whose source() looks at the destination cannot be pushed.
 *   order       NULL: the backend keeps frontiers, and frontier 0 is `source`. It may do so with an op that emits
 *               once (spmv/ops/op.h), and does with one that has buckets, whose next frontier is what lies in the first
 *               bucket that is not empty.
 *   keep_levels  the frontiers lie one after another in `order` (n places), and level d is
 *               order[starts[d] .. starts[d+1] - 1]: right where a vertex is emitted once.
 *               Else `order` has 2n places, used in turn.
 * Of an op that emits once, it ends early after depth_limit steps, or once all targets are reached (asked before the
 * first step and after each); levels, reached and starts then count the frontier that was not taken any more.
 * Of an op with buckets, it ends early once all targets lie below the bucket at hand. */
typedef struct tp_traversal {
    const tp_op *op;
    tropic_strategy strategy; /* AUTO: per level */
    tropic_strategy pull;     /* under AUTO: how to pull, where a level pulls; a GPU's search has its own way */
    void *state;
    tp_arcs gather, scatter;
    tropic_index *order;
    tropic_index first;
    tropic_index source;   /* the one vertex of frontier 0, where order is NULL */
    int32_t depth;         /* of frontier 0; out: of the last step taken */
    tropic_strategy start; /* under AUTO and TP_EVERY: the first step's strategy */
    int64_t alpha;         /* under AUTO: of tp_should_pull; 0: other steps push */
    bool terminal;         /* a pull stops early, and what is reached is not wanted any more */
    bool last;             /* the run's clock may stop behind its last kernel, unless a step follows */
    bool keep_levels;
    const tropic_index *targets; /* host memory; NULL: none */
    tropic_index target_count;
    int64_t depth_limit; /* 0: none */
    tropic_queue queue;  /* how a GPU's push is to fill the next frontier */
    /* Of an op with buckets. In `waits`: the op's identity; out, where targets ended it early: the least
     * value of those that wait, so that lesser ones are final. */
    double width; /* 0: one bucket has all */
    tp_value waits;
    /* out */
    tropic_index *starts;       /* host memory, tp_release() it; levels + 1 members; NULL unless kept */
    int64_t levels;             /* frontiers that were not empty, frontier 0 included */
    tropic_index reached;       /* first + all that were reached for the first time */
    tropic_offset reached_arcs; /* entries of their scatter lists */
    int64_t steps[TROPIC_STRATEGIES];
} tp_traversal;

#define TP_SEARCH_CALLS(X, prefix)                                                                                     \
    X(tropic_status, prefix, traverse, (tropic_context * context, tp_traversal * traversal))

typedef struct tp_search_calls {
    TP_SEARCH_CALLS(TP_CALL_POINTER, )
    /* The width of a bucket to begin with, in typical keys over the mean degree: wide enough that a bucket has work for
     * the whole device, narrow enough that few values in it are improved twice. */
    double bucket_factor;
} tp_search_calls;

TP_SEARCH_CALLS(TP_CALL_PROTOTYPE, tp_cpu_)
TP_SEARCH_CALLS(TP_CALL_PROTOTYPE, tp_cuda_)
/* search.cu: `traverse` by an op that visits each vertex once, or has buckets. */
tropic_status tp_cuda_search(tropic_context *context, tp_traversal *traversal);
extern const tp_search_calls tp_cpu_search_calls, tp_cuda_search_calls;

/* Capacity for t->starts[0 .. wanted - 1], of which the first `kept` stay; *capacity: so far, 0 at first. */
tropic_status tp_starts_reserve(tropic_context *context, tp_traversal *t, int64_t *capacity, int64_t kept,
                                int64_t wanted);

#ifdef __cplusplus
}
#endif
#endif
