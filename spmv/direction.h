/* SPDX-License-Identifier: Apache-2.0
 *
 * When a traversal pulls and when it pushes.
 *
 * A push costs the frontier's out-arcs. A pull costs the in-arcs of what is not yet reached, cut
 * short by a terminal monoid, and a look at every vertex. So pull while
 *
 *     frontier arcs * gain > arcs of unreached vertices   and   frontier vertices * few > n
 *
 * (Beamer, Asanovic and Patterson, SC12, where gain is 14 and few is 24.)
 */
#ifndef TP_DIRECTION_H
#define TP_DIRECTION_H

#include "spmv/op.h"

/* BFS: a pull stops at the first parent that it meets, which is after a few entries. */
#define TP_PULL_GAIN_TERMINAL 14
/* Shortest paths: a pull looks at every in-arc of every vertex, a push at few and with an atomic. */
#define TP_PULL_GAIN_FULL 1
#define TP_PULL_FEW 24
/* tropic_mxv: what an atomic merge costs, in pulled entries. */
#define TP_PUSH_COST 4

TP_FN bool tp_pull_pays(int64_t frontier, int64_t frontier_arcs, int64_t n, int64_t unreached_arcs,
                        int64_t gain)
{
    return frontier_arcs * gain > unreached_arcs && frontier * TP_PULL_FEW > n;
}

#endif
