/* SPDX-License-Identifier: Apache-2.0
 *
 * A traversal: steps of one op from frontier to frontier, on either backend.
 */
#ifndef TP_SEARCH_H
#define TP_SEARCH_H

#include "runtime/backend.h"
#include "spmv/step.h"

TP_BEGIN_C

/* Bytes of a vertex in a search on the CPU, at most: three bits, and short lists. */
#define TP_SEARCH_BYTES 1
/* Bytes of a vertex in the buckets of a search by lengths, about: it waits, and it may do so twice. */
#define TP_BUCKETS_BYTES (2 * sizeof(tropic_index))

/* Steps of an op that visits each vertex once, or has buckets (spmv/ops/op.h), from {source} (or `heads`) until the
 * frontier is empty. Step d (state.depth = d; d = 1, 2, ...) takes frontier d - 1, and the vertices that its updates
 * emit are frontier d; by buckets, a frontier is the vertices in the first one that is not empty. The caller has given
 * these vertices their values.
 *   order       NULL, or room for n vertices, for an op that visits once: the frontiers, one after another. Frontier d
 *               is order[starts[d] .. starts[d+1] - 1].
 * Visiting once, it ends early after depth_limit steps, or once all targets are reached (asked before the first step
 * and after each); levels, reached and starts then count the frontier that was not taken any more. By buckets, it ends
 * early once all targets lie below the bucket at hand. */
typedef struct tp_traversal {
    const tp_op *op;
    tropic_strategy strategy; /* AUTO: per level */
    tropic_strategy pull;     /* under AUTO: how to pull, where a level pulls; a GPU's search has its own way */
    void *state;
    tp_arcs gather, scatter;
    tropic_index *order;
    tropic_index source; /* the one vertex of frontier 0 */
    /* By buckets: the vertices of frontier 0, in memory of the backend, on the CPU each once; NULL: the source. */
    const tropic_index *heads;
    tropic_index head_count;
    tp_value least;              /* on a GPU: of the heads' values */
    bool last;                   /* the run's clock may stop behind its last kernel, unless a step follows */
    const tropic_index *targets; /* host memory; NULL: none */
    tropic_index target_count;
    int64_t depth_limit; /* 0: none */
    tropic_queue queue;  /* how a GPU's push is to fill the next frontier */
    /* Of an op with buckets. In `waits`: the op's identity; out, where targets ended it early: the least
     * value of those that wait, so that lesser ones are final. */
    double width; /* 0: one bucket has all */
    tp_value waits;
    /* out */
    tropic_index *starts;       /* host memory, tp_release() it; levels + 1 members; NULL without `order` */
    int64_t levels;             /* frontiers that were not empty, frontier 0 included */
    tropic_index reached;       /* all that were reached for the first time */
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
    /* Of graphs of a lower mean degree, buckets are as many times wider; 0: of none. */
    double sparse_degree;
} tp_search_calls;

TP_SEARCH_CALLS(TP_CALL_PROTOTYPE, tp_cpu_)
TP_SEARCH_CALLS(TP_CALL_PROTOTYPE, tp_cuda_)
extern const tp_search_calls tp_cpu_search_calls, tp_cuda_search_calls;

/* Capacity for t->starts[0 .. wanted - 1], of which the first `kept` stay; *capacity: so far, 0 at first. */
tropic_status tp_starts_reserve(tropic_context *context, tp_traversal *t, int64_t *capacity, int64_t kept,
                                int64_t wanted);

TP_END_C
#endif
