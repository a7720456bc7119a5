/* SPDX-License-Identifier: Apache-2.0
 *
 * parent<parent < 0> = A' (min.secondi) distance,  over tight arcs: d(i) + w == d(j) < infinity
 *
 * Without levels, over those along which distance grows: no cycle has only such arcs. Zero weights (and weights that
 * rounding swallows) leave reached vertices without a parent. These get theirs over the tight arcs that climb one
 * level, where levels are those of a breadth-first search over all tight arcs.
 *
 * Lists are ascending, so the first such arc has the smallest id and the sum stops there.
 */
#include "spmv/ops/op.h"

#define OP_PULL_ONLY 1
#define OP_PREPARE 0
#define OP_FINISH 0
#define OP_TERMINAL 1
#define OP_VISITS_ONCE 0
#define OP_BUCKETS 0
#define OP_PULLS_ENTRIES 0

#include "algorithms/sssp/arc_length.h"
#include "spmv/ops/min_id.h"

TP_FN bool OP(want)(const OP_STATE *s, tropic_index j)
{
    return s->parent[j] < 0 && OP(is_reached)(s, j);
}
TP_FN bool OP(source)(const OP_STATE *s, tropic_index i, tropic_index j)
{
    const TP_C(DISTANCE) *d = (const TP_C(DISTANCE) *)s->distance;
    return s->level ? s->level[i] == s->level[j] - 1 : d[i] < d[j];
}
TP_FN tropic_index OP(multiply)(const OP_STATE *s, const void *values, tropic_offset k, tropic_index i, tropic_index j)
{
    return OP(is_tight)(s, values, k, i, j) ? i : TROPIC_INDEX_MAX;
}
TP_FN bool OP(terminal)(tropic_index t)
{
    return t != TROPIC_INDEX_MAX;
}
TP_FN int OP(update)(const OP_STATE *s, tropic_index j, tropic_index t, bool hit)
{
    if (hit && t != TROPIC_INDEX_MAX)
        s->parent[j] = t;
    else
        tp_store_int32(s->orphaned, 1);
    return 0;
}
