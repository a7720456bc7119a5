/* SPDX-License-Identifier: Apache-2.0
 *
 * Parts that the ways to find shortest paths share.
 */
#ifndef TP_SSSP_H
#define TP_SSSP_H

#include "algorithms/run.h"
#include "algorithms/sssp/sssp_state.h"

#include <math.h>

/* Distances (a search); parents, and the arcs on shortest paths, once these are known; by type of the weights. */
extern const tp_op tp_op_sssp[TROPIC_TYPES], tp_op_sssp_parent[TROPIC_TYPES], tp_op_sssp_tight[TROPIC_TYPES];
/* Distances, where some are negative, by arcs that are not. */
extern const tp_op tp_op_sssp_negative[TROPIC_TYPES];
/* Distances of 32 bits, of weights that are whole numbers. */
extern const tp_op tp_op_sssp_narrow[TROPIC_TYPES];

TP_BEGIN_C

typedef struct tp_sssp_arrays {
    tropic_type type; /* of the distances: INT64, FP32 or FP64 */
    void *distance;
    tropic_index *parent;
    int32_t *scratch;      /* n places, once distances are known */
    const void *potential; /* NULL: none */
    bool tree;             /* parents are requested */
    bool against;          /* the run is reversed: arcs are followed from their heads to their tails */
    bool negative;         /* a weight is negative, and no potential makes up for it */
    bool long_paths;       /* a path might be too long for the type */
    bool narrow;           /* distances are to be tried in 32 bits first */
    double width;          /* of a bucket */
    double from, part;     /* progress: this source is `part` of the call's work, of which `from` is done */
} tp_sssp_arrays;

/* As tp_run_limit. */
tropic_status tp_sssp_limit(tp_run *run, const tropic_run_options *options);
/* Looks at A's weights and the potential: fills negative, long_paths, width and potential, or refuses. */
tropic_status tp_sssp_inspect(tp_run *run, tp_sssp_arrays *a);
/* The same, and makes the distances, of a->type. If there may be a negative cycle among the loops that were dropped, it
 * may lie behind the targets: these are then ignored, as where a weight is negative. */
tropic_status tp_sssp_prepare(tp_run *run, tp_sssp_arrays *a);
/* Finds the distances of one source, and its parents if requested. Adds to the report. Makes arrays when they are
 * needed. */
tropic_status tp_sssp_solve(tp_run *run, tp_sssp_arrays *a, tropic_index source);
/* The type of distances; TYPE_MISMATCH if weights are structs. */
tropic_status tp_sssp_type(tropic_context *context, const tropic_matrix *A, tropic_type *type);

/* The distance of an unreached vertex. */
static inline tp_value tp_sssp_infinity(tropic_type type)
{
    tp_value v = {.int64 = INT64_MAX};
    if (type == TROPIC_FP32) v.fp32 = HUGE_VALF;
    if (type == TROPIC_FP64) v.fp64 = HUGE_VAL;
    return v;
}

/* As tp_run_part, of this source's work. */
static inline void tp_sssp_part(tp_run *run, const tp_sssp_arrays *a, double from, double part)
{
    tp_run_part(run, a->from + a->part * from, a->part * part);
}

static inline bool tp_sssp_less(tropic_type type, tp_value a, tp_value b)
{
    if (type == TROPIC_FP32) return a.fp32 < b.fp32;
    if (type == TROPIC_FP64) return a.fp64 < b.fp64;
    return a.int64 < b.int64;
}

/* The n narrow distances (of UINT32) that `distance` begins with, each INT64 then: there is room. Returns the greatest
 * that is finite; -1: none is. */
int64_t tp_sssp_widen(tropic_context *context, void *distance, tropic_index n);
/* Finds distances bucket by bucket. Weights are not negative, as the potential leaves them. a->narrow
 * becomes false if a distance has not fitted in 32 bits. This is `part` of the
 * source's work. Distances below *low are final; it is infinite unless the run ended early, at its targets. */
tropic_status tp_sssp_buckets(tp_run *run, tp_sssp_arrays *a, tropic_index source, double part, tp_value *low);
/* distance<!(distance < low)> = infinity,  and report.settled counts the others. */
tropic_status tp_sssp_forget(tp_run *run, const tp_sssp_arrays *a, tp_value low);

/* Sets a->potential to the run's. INVALID_ARGUMENT unless it is full and of a->type, and leaves no arc negative;
 * OVERFLOW unless all absolute values are below `bound`. On the host; cost O(n + nnz). */
tropic_status tp_sssp_take_potential(tp_run *run, tp_sssp_arrays *a, double bound);
/* distance(v) += potential(source) - potential(v), for each v that was reached. */
tropic_status tp_sssp_restore(tp_run *run, const tp_sssp_arrays *a, tropic_index source);

/* Goes on, by arcs that are not negative, from distances of which only those of g->heads, which are finite, may improve
 * others; NULL: of the source. */
struct tp_negative_arcs;
tropic_status tp_sssp_go_on(tp_run *run, const tp_sssp_arrays *a, const struct tp_negative_arcs *g);
/* Distances, and parents if a->tree, where weights may be negative. Status: NEGATIVE_CYCLE, OVERFLOW (downwards),
 * CANCELLED, OUT_OF_MEMORY, OUT_OF_DEVICE_MEMORY. Cost of k negative arcs: at most k + 1 searches. *left: a GPU has
 * left all to the CPU. */
tropic_status tp_sssp_negative(tp_run *run, tp_sssp_arrays *a, tropic_index source, bool *left);
/* Searches that the GPU leaves: the same by a context of the CPU, which takes A's arcs to the host if they are not
 * there. */
tropic_status tp_sssp_on_host(tp_run *run, tp_sssp_arrays *a, tropic_index source);
/* The width of a bucket where arcs have this mean length. */
double tp_sssp_width(const tp_run *run, double mean);

/* Distances take about this part of the time, the tree the rest. */
#define TP_SSSP_DISTANCES_PART 0.75

/* Makes the arrays besides distances, once for all sources. */
tropic_status tp_sssp_add_arrays(tp_run *run, tp_sssp_arrays *a);
/* level(v) = how many arcs a shortest path to v has, the fewest; -1: unreached. *all: such paths lead to all of the
 * `reached` vertices of finite distance. While distances may still fall, arcs count that lead to no more than these: it
 * is false only where there is a negative cycle. */
tropic_status tp_sssp_levels(tp_run *run, const tp_sssp_arrays *a, tropic_index source, int32_t *level, int64_t reached,
                             bool *all);
/* NEGATIVE_CYCLE, on the CPU: no such path leads to a vertex that was reached; its distance is by a cycle that only
 * rounding makes negative, or ends. */
tropic_status tp_sssp_unlevelled(tp_run *run, const tp_sssp_arrays *a, const int32_t *level);
/* A tree of shortest paths, once distances are known, of arcs that are not negative (sssp_parents.c). */
tropic_status tp_sssp_parents(tp_run *run, const tp_sssp_arrays *a, tropic_index source);
/* Its first part: each vertex hangs below the smallest id of those with a tight arc to it and a smaller distance. One
 * place: *orphaned = is there a vertex, reached, without one? Its parent is -1. */
tropic_status tp_sssp_hang(tp_run *run, const tp_sssp_arrays *a, tropic_index source, tropic_index *parent,
                           int32_t *orphaned);
/* And by levels alone, which are in a->scratch. */
tropic_status tp_sssp_hang_by_levels(tp_run *run, const tp_sssp_arrays *a, tropic_index source);

/* OVERFLOW if a weight is too large for the type of distances: of UINT64 alone. On the host; cost O(nnz) if `largest`,
 * the largest weight, may be too large. */
tropic_status tp_sssp_check_weights(tp_run *run, double largest);
/* OVERFLOW if a distance is too large for its type. On the host; cost O(n + nnz). */
tropic_status tp_sssp_check_overflow(tp_run *run, const tp_sssp_arrays *arrays);
/* Is the distance of v, in host memory, finite? */
bool tp_sssp_is_reached(tropic_type type, const void *distance, tropic_index v);
/* NEGATIVE_CYCLE if a vertex was reached whose loop, of negative length, was dropped when A was made. */
tropic_status tp_sssp_check_loops(tp_run *run, const tp_sssp_arrays *arrays);
/* OVERFLOW, with a text that names the vertex and the type of the distances. */
tropic_status tp_sssp_overflow(tp_run *run, tropic_type type, tropic_index v);

/* Weight k of a matrix of type `type`, as a distance, which it fits (tp_sssp_check_weights). */
static inline int64_t tp_weight_int64(tropic_type type, const void *values, tropic_offset k)
{
    if (!values) return 1;
    switch (type) {
    case TROPIC_BOOL: return ((const bool *)values)[k];
    case TROPIC_INT32: return ((const int32_t *)values)[k];
    case TROPIC_UINT32: return ((const uint32_t *)values)[k];
    case TROPIC_UINT64: return (int64_t)((const uint64_t *)values)[k];
    default: return ((const int64_t *)values)[k];
    }
}
static inline float tp_weight_fp32(tropic_type type, const void *values, tropic_offset k)
{
    (void)type;
    return ((const float *)values)[k];
}
static inline double tp_weight_fp64(tropic_type type, const void *values, tropic_offset k)
{
    (void)type;
    return ((const double *)values)[k];
}

TP_END_C
#endif
