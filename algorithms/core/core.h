/* SPDX-License-Identifier: Apache-2.0
 *
 * Core numbers: what the two devices do for them.
 */
#ifndef TP_CORE_H
#define TP_CORE_H

#include "algorithms/run.h"

TP_BEGIN_C

/* Arrays in memory of the backend, a place for each of n > 0 vertices. */
typedef struct tp_core {
    tropic_index n;
    tp_arcs out, in; /* arcs of a vertex: those of `out`, and if `both` those of `in`, too */
    bool both;
    int32_t each;          /* an arc counts so often: core numbers are multiplied by it in the end */
    int32_t *core, *layer; /* results; layer may be NULL */
} tp_core;

typedef struct tp_core_found {
    int32_t core, layers; /* the greatest; layers: where there is an array for them */
    tropic_index members; /* vertices with that core number */
    int64_t levels;       /* different core numbers */
} tp_core_found;

/*   compare  *equal = do the arcs into each vertex come from where those out of it lead? n > 0
 *   peel     core numbers, and layers
 *
 * A vertex is taken when no more than k of its arcs lead to vertices that are left: k is its core number. Those taken
 * at first in a layer are known; each arc of theirs takes 1 from the degree of its other end, and the one that takes a
 * degree from k + 1 to k has found a vertex of the next layer. Degrees of vertices that are taken may fall further, but
 * not below 0: an arc takes 1 once. They are unsigned: in and out there may be nearly 2^32. */
#define TP_CORE_CALLS(X, prefix)                                                                                       \
    X(tropic_status, prefix, compare, (tp_run * run, bool *equal))                                                     \
    X(tropic_status, prefix, peel, (tp_run * run, const tp_core *c, tp_core_found *found))

typedef struct tp_core_calls {
    TP_CORE_CALLS(TP_CALL_POINTER, )
} tp_core_calls;

TP_CORE_CALLS(TP_CALL_PROTOTYPE, tp_cpu_core_)
TP_CORE_CALLS(TP_CALL_PROTOTYPE, tp_cuda_core_)
extern const tp_core_calls tp_cpu_core_calls, tp_cuda_core_calls;

TP_END_C
#endif
