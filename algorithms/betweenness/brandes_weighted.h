/* SPDX-License-Identifier: Apache-2.0
 *
 * Brandes' two sweeps along tight arcs, where distances are known: u -> v is tight where
 *
 *     d(u) + A(u,v) == d(v) < infinity
 *
 * in the distances' own arithmetic, as shortest paths were found (algorithms/sssp/sssp_op.h). With T, the pattern of
 * these:
 *
 *     rank      rank(source) = 0;  rank(v) = 1 + max rank(u), T(u,v)
 *     forward   sigma<rank == r> = T' (plus.first) sigma
 *     backward  delta<rank == r> = sigma * (T (plus.second) g);  g = (1 + delta) / sigma
 *
 * Lengths are positive, so T has no cycle, unless rounding absorbs a length: d(u) + A(u,v) == d(u). Ranks come from
 * peeling: a vertex waits for its tight predecessors, and is of the next rank once the last of them is taken. Those of
 * a cycle wait for ever, so that fewer are taken than were reached.
 *
 * Source: Brandes, J. Math. Sociology 25 (2001); peeling: Kahn, Comm. ACM 5 (1962).
 */
#ifndef TP_BRANDES_WEIGHTED_H
#define TP_BRANDES_WEIGHTED_H

#include "semiring/operators.h"
#include "algorithms/betweenness/brandes.h"

/* centrality += delta of each source. The sweeps' arcs have values; a place's level counts the predecessors that it
 * waits for, and a rank is a level of what was found. */
typedef struct tp_brandes_weighted {
    tp_brandes sweeps;
    tropic_type weights;
    void *distance; /* n for each source, of tropic_sssp's type */
    /* Of a CPU: the sweeps find the distances themselves (brandes_nearest.h); NULL: they are known. */
    const struct tp_nearest *nearest;
} tp_brandes_weighted;

#define TP_TIGHT(weight, length)                                                                                       \
    TP_FN bool tp_reached_##weight(const void *distance, tropic_index v)                                               \
    {                                                                                                                  \
        return ((const TP_C(length) *)distance)[v] != TP_MAX_##length;                                                 \
    }                                                                                                                  \
    TP_FN bool tp_tight_##weight(const void *distance, const void *values, tropic_offset k, tropic_index u,            \
                                 tropic_index v)                                                                       \
    {                                                                                                                  \
        const TP_C(length) *d = (const TP_C(length) *)distance;                                                        \
        const TP_C(length) w = values ? (TP_C(length))((const TP_C(weight) *)values)[k] : (TP_C(length))1;             \
        const TP_C(length) sum = tp_mul_plus_##length(d[u], w, u, TP_MAX_##length);                                    \
        return sum == d[v] && sum != TP_MAX_##length;                                                                  \
    }
TP_TIGHT(bool8, int64)
TP_TIGHT(int32, int64)
TP_TIGHT(int64, int64)
TP_TIGHT(uint32, int64)
TP_TIGHT(uint64, int64)
TP_TIGHT(fp32, fp32)
TP_TIGHT(fp64, fp64)

/* Is entry k, A(u,v) of type `weights`, tight? */
TP_FN bool tp_tight(tropic_type weights, const void *distance, const void *values, tropic_offset k, tropic_index u,
                    tropic_index v)
{
    switch (weights) {
    case TROPIC_BOOL: return tp_tight_bool8(distance, values, k, u, v);
    case TROPIC_INT32: return tp_tight_int32(distance, values, k, u, v);
    case TROPIC_INT64: return tp_tight_int64(distance, values, k, u, v);
    case TROPIC_UINT32: return tp_tight_uint32(distance, values, k, u, v);
    case TROPIC_UINT64: return tp_tight_uint64(distance, values, k, u, v);
    case TROPIC_FP32: return tp_tight_fp32(distance, values, k, u, v);
    default: return tp_tight_fp64(distance, values, k, u, v);
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

/* What the sources add to the k-th arc, from what it has, in their order: where levels grow along it, or, with
 * `weighted` (else NULL), where it is tight. */
TP_FN double tp_brandes_arc(const tp_brandes *b, const tp_brandes_weighted *weighted, tropic_offset k)
{
    const tropic_index i = b->out.row_of[k], j = b->out.ids[k];
    double sum = b->total.arcs[k];
    for (int64_t s = 0; s < b->count; s++) {
        double x;
        if (weighted ? !tp_tight(weighted->weights, tp_brandes_distance(weighted, s), b->out.values, k, i, j)
                     : !tp_brandes_grows(b, s, i, j))
            continue;
        x = tp_brandes_on_arc(b, s, i, j);
        sum += b->total.factor ? b->total.factor[s] * x : x;
    }
    return sum;
}

#endif
