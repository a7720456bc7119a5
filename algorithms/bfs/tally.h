/* SPDX-License-Identifier: Apache-2.0
 *
 * Sums over searches, for each vertex.
 */
#ifndef TP_TALLY_H
#define TP_TALLY_H

#include "runtime/backend.h"

TP_BEGIN_C

/* Arrays in memory of the backend, n places each. Level d > 0 of some searches, c of which have the vertex on it, adds
 * to them c, c d, c / d, and c / d^2 or c d^2: in order, so that a vertex gets the same bits on each device. */
typedef struct tp_tally {
    int64_t *reached, *sums;
    double *inverse;
    double *squares;       /* NULL: not requested */
    bool squared_distance; /* they are c d^2 */
} tp_tally;

/* The end of a level of a batch, after commit_level.
 *   words  of the vertices that the level has found: bit k is search k's
 *   list   their ids, *listed of them; NULL: all of n, and words may be 0 */
typedef struct tp_tally_level {
    tp_tally to;
    const uint64_t *words;
    const tropic_index *list;
    const int64_t *listed;
    tropic_index n;
    int32_t depth;
} tp_tally_level;

#define TP_TALLY_CALLS(X, prefix)                                                                                      \
    X(tropic_status, prefix, level, (tropic_context * context, const tp_tally_level *level))

typedef struct tp_tally_calls {
    TP_TALLY_CALLS(TP_CALL_POINTER, )
} tp_tally_calls;

TP_TALLY_CALLS(TP_CALL_PROTOTYPE, tp_cpu_tally_)
TP_TALLY_CALLS(TP_CALL_PROTOTYPE, tp_cuda_tally_)
extern const tp_tally_calls tp_cpu_tally_calls, tp_cuda_tally_calls;

TP_END_C
#endif
