/* SPDX-License-Identifier: Apache-2.0
 *
 * The arcs of negative length of a run's matrix, which searches leave out.
 */
#ifndef TP_NEGATIVE_ARCS_H
#define TP_NEGATIVE_ARCS_H

#include "algorithms/run.h"

TP_BEGIN_C

struct tp_bellman_ford;
struct tp_sssp_arrays;

/* Arrays are memory of the backend. */
typedef struct tp_negative_arcs {
    tp_run *run;
    tropic_type type; /* of distances */
    void *distance;
    tropic_index source;
    tropic_offset count;
    double mean;        /* length of the other arcs */
    tropic_index *tail; /* of each */
    tropic_offset *arc; /* its place in A */
    /* The vertices that came nearer, `head_count`. On a GPU some may be there twice, and `least` is the least of their
     * distances. */
    tropic_index *heads;
    int64_t head_count;
    tp_value least;
    /* A GPU leaves all to the CPU: the source lies on a negative cycle, a distance is below its type, or more searches
     * are needed than it makes. */
    bool left;
    /* The CPU's, whose queue has the heads, too; NULL on a GPU. */
    struct tp_bellman_ford *search;
    void *found; /* a GPU's counters */
} tp_negative_arcs;

/* Once distances are set for the source alone:
 *   list     fills count, mean, tail and arc, in arrays of the run's arena. OUT_OF_MEMORY, OUT_OF_DEVICE_MEMORY
 *   relax    d(j) = min(d(j), d(i) + w) for all these arcs; heads = those j that came nearer. Status: NEGATIVE_CYCLE
 *            and OVERFLOW (downwards) on the CPU; on a GPU left becomes true instead
 *   turn     After so many searches, more of which are needed. The CPU relaxes arcs by Bellman-Ford, as many as A has;
 *            heads = those that came nearer. A GPU looks for negative cycles now and then. Status: as relax, CANCELLED
 *   hang     Once distances are final, and parents as tp_sssp_hang leaves them: those without one hang below the
 *            smallest id with a tight arc of these to it. *tree: all that were reached have a parent, and are below the
 *            source. n places of scratch
 *   reached  *vertices, *arcs = how many have a finite distance, and entries of their lists */
#define TP_NEGATIVE_CALLS(X, prefix)                                                                                   \
    X(tropic_status, prefix, list_negative, (tp_negative_arcs * g))                                                    \
    X(tropic_status, prefix, relax_negative, (tp_negative_arcs * g))                                                   \
    X(tropic_status, prefix, turn_negative,                                                                            \
      (tp_negative_arcs * g, const struct tp_sssp_arrays *a, tropic_offset searches))                                  \
    X(tropic_status, prefix, hang_negative,                                                                            \
      (tp_negative_arcs * g, tropic_index * parent, tropic_index * scratch, bool *tree))                               \
    X(tropic_status, prefix, count_reached, (tp_negative_arcs * g, tropic_index * vertices, tropic_offset * arcs))

typedef struct tp_negative_calls {
    TP_NEGATIVE_CALLS(TP_CALL_POINTER, )
} tp_negative_calls;

TP_NEGATIVE_CALLS(TP_CALL_PROTOTYPE, tp_cpu_)
TP_NEGATIVE_CALLS(TP_CALL_PROTOTYPE, tp_cuda_)
extern const tp_negative_calls tp_cpu_negative_calls, tp_cuda_negative_calls;

TP_END_C
#endif
