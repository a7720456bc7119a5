/* SPDX-License-Identifier: Apache-2.0
 *
 * The end of an iteration of PageRank: what each vertex does beside the product, in one pass.
 */
#ifndef TP_PAGERANK_SETTLE_H
#define TP_PAGERANK_SETTLE_H

#include "runtime/backend.h"

TP_BEGIN_C

/* Sums over all vertices, added up in one order on all devices. */
typedef struct tp_pagerank_sums {
    double change; /* of |next rank - rank| */
    double sunk;   /* of the next ranks of vertices without an arc */
} tp_pagerank_sums;

/* Of the last iteration that was settled; in memory of the backend. */
typedef struct tp_pagerank_record {
    tp_pagerank_sums sums;
    int64_t iterations;
} tp_pagerank_record;

/* For each vertex: rank' = sum + jump p + sunk s q;  share = damped rank', where s is the record's sum. If the
 * record's change is below the tolerance, nothing is done, so that a host may ask for several iterations before it
 * looks at the record. Arrays in memory of the backend, FP32 where `single`, else FP64; p and q are FP64. */
typedef struct tp_pagerank_settle {
    tropic_index n;
    bool single;
    double tolerance;
    const void *sum;     /* A' share */
    const void *damped;  /* d / degree; 0: no arc */
    const double *p, *q; /* NULL: 1 / n */
    double jump, sunk;
    void *rank, *share;
    tp_pagerank_record *record;
} tp_pagerank_settle;

/* Vertices whose terms are added up first, in TP_SETTLE_LANES sums, of every TP_SETTLE_LANES-th each, and these in
 * pairs; then the sums of these groups are added up in the same way. So a thread of a CPU and a block of a GPU add in
 * one order. */
#define TP_SETTLE_LANES 256
#define TP_SETTLE_GROUP (8 * TP_SETTLE_LANES)

#define TP_PAGERANK_CALLS(X, prefix)                                                                                   \
    X(tropic_status, prefix, settle, (tropic_context * context, const tp_pagerank_settle *settle))

typedef struct tp_pagerank_calls {
    TP_PAGERANK_CALLS(TP_CALL_POINTER, )
} tp_pagerank_calls;

TP_PAGERANK_CALLS(TP_CALL_PROTOTYPE, tp_cpu_pagerank_)
TP_PAGERANK_CALLS(TP_CALL_PROTOTYPE, tp_cuda_pagerank_)
extern const tp_pagerank_calls tp_cpu_pagerank_calls, tp_cuda_pagerank_calls;

/* damped = part / the length of each list, 0 if that is 0; FP32 where `single`, else FP64. (A product that counts
 * entries, by which a GPU has the same, took as long as 1.4 iterations of lattice 1200.) */
void tp_cpu_pagerank_damped(tropic_context *context, const tropic_offset *offsets, tropic_index n, double part,
                            bool single, void *damped);

TP_END_C
#endif
