/* SPDX-License-Identifier: Apache-2.0
 *
 * parent<parent < 0> = A' (min.secondi) distance,  over the tight arcs: d(i) + w == d(j) < infinity
 *
 * Depth 0, always pulled, takes the arcs along which distance grows: no cycle has only such arcs. Zero
 * weights (and weights that rounding swallows) leave vertices without a parent; steps 1, 2, ... hang
 * these below vertices that got theirs in the step before, over any tight arc. `round` holds that
 * step, -1 where there is no parent yet. Each takes the smallest id of its step, in any order of work.
 */
#include "spmv/ops/op.h"

#define OP_PULL_ONLY 0
#define OP_PREPARE 0
#define OP_FINISH 0
#define OP_TERMINAL 1
#define OP_TRAVERSES 1
#define OP_VISITS_ONCE 0
#define OP_BUCKETS 0
#define OP_PULLS_ENTRIES 0

#include "algorithms/sssp/arc_length.h"

#include "spmv/ops/min_id.h"

TP_FN bool OP(want)(const OP_STATE *s, tropic_index j)
{
    const int32_t round = tp_load_int32(&s->round[j]);
    /* Also one that got a parent in this step: a smaller id may be merged yet. */
    return (round < 0 || round == s->depth) && ((const TP_C(DISTANCE) *)s->distance)[j] != TP_JOIN2(TP_MAX, DISTANCE);
}
TP_FN bool OP(source)(const OP_STATE *s, tropic_index i, tropic_index j)
{
    const TP_C(DISTANCE) *d = (const TP_C(DISTANCE) *)s->distance;
    return s->depth == 0 ? d[i] < d[j] : tp_load_int32(&s->round[i]) == s->depth - 1;
}
TP_FN tropic_index OP(multiply)(const OP_STATE *s, const void *values, tropic_offset k, tropic_index i, tropic_index j)
{
    const TP_C(DISTANCE) *d = (const TP_C(DISTANCE) *)s->distance;
    TP_C(DISTANCE) w = OP(length)(s->potential, values, k, i, j);
    TP_C(DISTANCE) sum = TP_JOIN2(tp_mul_plus, DISTANCE)(d[i], w, i, TP_JOIN2(TP_MAX, DISTANCE));
    return sum == d[j] && sum != TP_JOIN2(TP_MAX, DISTANCE) ? i : TROPIC_INDEX_MAX;
}
TP_FN bool OP(terminal)(tropic_index t)
{
    return t != TROPIC_INDEX_MAX;
}
TP_FN int OP(update)(const OP_STATE *s, tropic_index j, tropic_index t, bool hit)
{
    if (!hit || t == TROPIC_INDEX_MAX) return 0;
    s->parent[j] = t;
    tp_store_int32(&s->round[j], s->depth);
    return TP_EMIT;
}
TP_FN int OP(push)(const OP_STATE *s, tropic_index j, tropic_index t)
{
    int32_t round;
    if (t == TROPIC_INDEX_MAX) return 0;
    round = tp_load_int32(&s->round[j]);
    if (round < 0) round = tp_swap_if_int32(&s->round[j], -1, s->depth);
    if (round >= 0 && round != s->depth) return 0;
    tp_merge_id(&s->parent[j], t);
    return round < 0 ? TP_EMIT : 0;
}
