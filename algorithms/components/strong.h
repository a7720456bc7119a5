/* SPDX-License-Identifier: Apache-2.0
 *
 * Strongly connected components: two vertices are in one if each can be reached from the other.
 */
#ifndef TP_STRONG_H
#define TP_STRONG_H

#include "algorithms/run.h"

TP_BEGIN_C

/* component[v] = the least vertex of v's strongly connected component. `run` is as tp_run_begin left it; component has
 * n places in memory of the backend. Cancellable; component is anything after a failure.
 *
 * Memory: while it searches 4 bytes a vertex, and the search's own. Then on a CPU 16 a vertex, most of which only long
 * ways without a branch touch; on a GPU 8 a vertex, and 16 for each arc whose ends may be in one component after the
 * searches, which are few where there is a giant one. If the CPU ends a GPU's work, 20 a vertex and 12 for each arc
 * that is left then, on the host.
 *
 * Work: a search ahead and one back, and each arc of vertices that these do not settle. A CPU takes such an arc once. A
 * GPU takes them in rounds, of which random priorities need O(log n) as a rule, and in a round again and again; if that
 * turns out to be often, the CPU ends the work. */
tropic_status tp_components_strong(tp_run *run, int32_t *component);

/* What is to be divided into components. */
typedef struct tp_strong {
    tropic_index n;
    tp_arcs out, in;
    int32_t *component;
    tropic_index pivot; /* of the searches; -1: there were none, and component[] is not set */
} tp_strong;

/* Calls of a backend, each on arrays in its memory.
 *   pivot  *pivot = the vertex with the greatest min(arcs out, arcs in), the least of these; -1: it is 0 for all, or
 *          searches do not pay
 *   meet   sets component[v] by what levels v has. Vertices with both are the pivot's component; of others, no
 *          component has two that differ in which they have. `ahead` may be s->component
 *   rest   component[v] = the least vertex of v's component, by what `meet` has set if there is a pivot */
#define TP_STRONG_CALLS(X, prefix)                                                                                     \
    X(tropic_status, prefix, pivot, (tp_run * run, const tp_strong *s, tropic_index *pivot))                           \
    X(tropic_status, prefix, meet, (tp_run * run, const tp_strong *s, const int32_t *ahead, const int32_t *behind))    \
    X(tropic_status, prefix, rest, (tp_run * run, const tp_strong *s))

typedef struct tp_strong_calls {
    TP_STRONG_CALLS(TP_CALL_POINTER, )
} tp_strong_calls;

TP_STRONG_CALLS(TP_CALL_PROTOTYPE, tp_cpu_strong_)
TP_STRONG_CALLS(TP_CALL_PROTOTYPE, tp_cuda_strong_)
extern const tp_strong_calls tp_cpu_strong_calls, tp_cuda_strong_calls;

/* The components of vertices of which component[v] is TP_STRONG_NEW, by Pearce's form of Tarjan's search in depth;
 * those of others are known. All arrays in host memory. Status: OUT_OF_MEMORY, CANCELLED. */
#define TP_STRONG_NEW INT32_MAX
tropic_status tp_strong_walk(tropic_context *context, tropic_index n, const tropic_offset *offsets,
                             const tropic_index *ids, int32_t *component);

TP_END_C
#endif
