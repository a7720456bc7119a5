/* SPDX-License-Identifier: Apache-2.0
 *
 * Brandes' two sweeps along tight arcs, where distances are known: u -> v is tight where
 *
 *     d(u) < d(v) < infinity
 *     d(u) + A(u,v) - d(v) <= min(relative d(v), A(u,v) / 2, max(absolute, 32 epsilon d(v)))
 *
 * in the distances' own arithmetic, in which shortest paths were found (algorithms/sssp/sssp_op.h): so d(v) is at most
 * that sum, and equal to one of them. Of whole numbers `relative` is 0. The second bound keeps tight arcs from leading
 * back: over an arc shorter than the tolerance, only paths tie whose lengths agree as far as that arc is long. The
 * third is that of tp_tolerance. With T, the pattern of these:
 *
 *     rank      rank(source) = 0;  rank(v) = 1 + max rank(u), T(u,v)
 *     forward   sigma<rank == r> = T' (plus.first) sigma
 *     backward  delta<rank == r> = sigma * (T (plus.second) g);  g = (1 + delta) / sigma
 *
 * Ranks come from peeling: a vertex waits for its tight predecessors, and is of the next rank once the last of them is
 * taken. It also waits for those from which rounding absorbs the length: d(u) + A(u,v) == d(u) == d(v). These arcs are
 * not tight, so it waits for ever, and fewer are taken than were reached. Such a source has no way back, and is left to
 * algorithms/betweenness/ways/bc_absorbed.c.
 *
 * Source: Brandes, J. Math. Sociology 25 (2001); peeling: Kahn, Comm. ACM 5 (1962).
 */
#ifndef TP_BRANDES_WEIGHTED_H
#define TP_BRANDES_WEIGHTED_H

#include "semiring/operators.h"
#include "algorithms/betweenness/brandes.h"
#include "algorithms/betweenness/ways/tolerance.h"

#include <float.h>

/* delta of each source, or where there is none, centrality += it. The sweeps' arcs have values; a place's level counts
 * the predecessors that it waits for, and a rank counts as a level in `found`. */
typedef struct tp_brandes_weighted {
    tp_brandes sweeps;
    tropic_type weights;
    tp_tolerance tie; /* of whole numbers always 0 */
    void *distance;   /* n for each source, of tropic_sssp's type */
    int64_t *reached; /* of each source: how many vertices have a distance */
    /* Of a CPU: the sweeps find the distances themselves (brandes_nearest.h); NULL: they are known. */
    const struct tp_nearest *nearest;
} tp_brandes_weighted;

/* Is u -> v of length w tight, where d(u) = from and d(v) = to? `waits`: or does rounding absorb w? */
#define TP_TIES(length, epsilon)                                                                                       \
    TP_FN bool tp_ties_##length(tp_tolerance tie, TP_C(length) from, TP_C(length) w, TP_C(length) to, bool waits)      \
    {                                                                                                                  \
        const TP_C(length) more = from + w - to; /* a NaN where both are infinite */                                   \
        return more <= (TP_C(length))tie.relative * to && more <= w / 2 &&                                             \
               (more <= (TP_C(length))tie.absolute || more <= TP_ROUNDED * epsilon * to) &&                            \
               (waits ? from <= to : from < to);                                                                       \
    }
TP_TIES(fp32, FLT_EPSILON)
TP_TIES(fp64, DBL_EPSILON)
TP_FN bool tp_ties_int64(tp_tolerance tie, int64_t from, int64_t w, int64_t to, bool waits)
{
    const int64_t sum = tp_mul_plus_int64(from, w, 0, TP_MAX_int64);
    (void)tie, (void)waits;
    return sum == to && sum != TP_MAX_int64;
}

#define TP_TIGHT(weight, length)                                                                                       \
    TP_FN bool tp_reached_##weight(const void *distance, tropic_index v)                                               \
    {                                                                                                                  \
        return ((const TP_C(length) *)distance)[v] != TP_MAX_##length;                                                 \
    }                                                                                                                  \
    TP_FN bool tp_tight_##weight(tp_tolerance tie, const void *distance, const void *values, tropic_offset k,          \
                                 tropic_index u, tropic_index v, bool waits)                                           \
    {                                                                                                                  \
        const TP_C(length) *d = (const TP_C(length) *)distance;                                                        \
        const TP_C(length) w = values ? (TP_C(length))((const TP_C(weight) *)values)[k] : (TP_C(length))1;             \
        return tp_ties_##length(tie, d[u], w, d[v], waits);                                                            \
    }
TP_TIGHT(bool8, int64)
TP_TIGHT(int32, int64)
TP_TIGHT(int64, int64)
TP_TIGHT(uint32, int64)
TP_TIGHT(uint64, int64)
TP_TIGHT(fp32, fp32)
TP_TIGHT(fp64, fp64)

/* Is entry k, A(u,v) of type `weights`, tight? `waits`: or does v wait for u? */
TP_FN bool tp_tight(tropic_type weights, tp_tolerance tie, const void *distance, const void *values, tropic_offset k,
                    tropic_index u, tropic_index v, bool waits)
{
    switch (weights) {
    case TROPIC_BOOL: return tp_tight_bool8(tie, distance, values, k, u, v, waits);
    case TROPIC_INT32: return tp_tight_int32(tie, distance, values, k, u, v, waits);
    case TROPIC_INT64: return tp_tight_int64(tie, distance, values, k, u, v, waits);
    case TROPIC_UINT32: return tp_tight_uint32(tie, distance, values, k, u, v, waits);
    case TROPIC_UINT64: return tp_tight_uint64(tie, distance, values, k, u, v, waits);
    case TROPIC_FP32: return tp_tight_fp32(tie, distance, values, k, u, v, waits);
    default: return tp_tight_fp64(tie, distance, values, k, u, v, waits);
    }
}
/* Has v a distance? */
TP_FN bool tp_reached(tropic_type weights, const void *distance, tropic_index v)
{
    switch (weights) {
    case TROPIC_FP32: return tp_reached_fp32(distance, v);
    case TROPIC_FP64: return tp_reached_fp64(distance, v);
    default: return tp_reached_int64(distance, v);
    }
}

/* Where source k's distances are. */
TP_FN const void *tp_brandes_distance(const tp_brandes_weighted *t, int64_t k)
{
    const int64_t size = t->weights == TROPIC_FP32 ? (int64_t)sizeof(float) : (int64_t)sizeof(double);
    return (const char *)t->distance + k * t->sweeps.out.lists * size;
}

/* The k-th arc's total after the sources have been added to it, in their order: where levels grow along it, or, with
 * `weighted` (else NULL), where it is tight. */
TP_FN double tp_brandes_arc(const tp_brandes *b, const tp_brandes_weighted *weighted, tropic_offset k)
{
    const tropic_index i = b->out.row_of[k], j = b->out.ids[k];
    double sum = b->total.arcs[k];
    for (int64_t s = 0; s < b->count; s++) {
        double x;
        if (weighted ? !tp_tight(weighted->weights, weighted->tie, tp_brandes_distance(weighted, s), b->out.values, k,
                                 i, j, false)
                     : !tp_brandes_grows(b, s, i, j))
            continue;
        x = tp_brandes_on_arc(b, s, i, j);
        sum += b->total.factor ? b->total.factor[s] * x : x;
    }
    return sum;
}

#endif
