/* SPDX-License-Identifier: Apache-2.0
 *
 * distance = min(distance, A' (min.plus) distance<round == depth - 1>);  round = depth where it fell
 *
 * WEIGHT is the type of the matrix, DISTANCE that of the result. What fell to `high` or above waits for
 * its bucket and is not emitted; a bucket's first step finds all that waited for it by their distance.
 * Distances only fall, so a step may already use what the same step wrote: the fixed point is the same.
 */
#include "spmv/op.h"

#define OP_PULL_ONLY 0
#define OP_PREPARE 0
#define OP_FINISH 0
#define OP_TERMINAL 0
#define OP_TRAVERSES 1
#define OP_ONCE 0
#define OP_BUCKETS 0
#define OP_PULLS_ENTRIES 0

#include "spmv/ops/length.h"

typedef TP_C(DISTANCE) OP(value);

TP_FN bool OP(want)(const OP_STATE *s, tropic_index j)
{
    (void)s, (void)j;
    return true;
}
TP_FN bool OP(settled)(const OP_STATE *s, tropic_index j)
{
    return TP_JOIN2(tp_load, DISTANCE)((const OP(value) *)s->distance + j) < s->high.DISTANCE;
}
TP_FN bool OP(source)(const OP_STATE *s, tropic_index i, tropic_index j)
{
    (void)j;
    if (s->depth == s->first) {
        const OP(value) d = TP_JOIN2(tp_load, DISTANCE)((const OP(value) *)s->distance + i);
        return d >= s->low.DISTANCE && d < s->high.DISTANCE;
    }
    return tp_load_int32(&s->round[i]) == s->depth - 1;
}
TP_FN OP(value) OP(multiply)(const OP_STATE *s, const void *values, tropic_offset k, tropic_index i,
                             tropic_index j)
{
    OP(value) d = TP_JOIN2(tp_load, DISTANCE)((const OP(value) *)s->distance + i);
    OP(value) w = OP(length)(s->potential, values, k, i, j);
    return TP_JOIN2(tp_mul_plus, DISTANCE)(d, w, j, TP_JOIN2(TP_MAX, DISTANCE));
}
TP_FN OP(value) OP(identity)(void)
{
    return TP_JOIN2(TP_MAX, DISTANCE);
}
TP_FN OP(value) OP(add)(OP(value) a, OP(value) b)
{
    return a < b ? a : b;
}
TP_FN bool OP(terminal)(OP(value) t)
{
    (void)t;
    return false;
}
TP_FN int OP(update)(const OP_STATE *s, tropic_index j, OP(value) t, bool hit)
{
    OP(value) *d = (OP(value) *)s->distance + j;
    OP(value) before;
    int answer = 0;
    if (!hit) return 0;
    before = *d;
    if (!(t < before)) return 0;
    TP_JOIN2(tp_store, DISTANCE)(d, t);
    if (t < s->high.DISTANCE) {
        tp_store_int32(&s->round[j], s->depth);
        answer = TP_EMIT;
    }
    return answer | (before == OP(identity)() ? TP_REACH : 0);
}
TP_FN int OP(push)(const OP_STATE *s, tropic_index j, OP(value) t)
{
    OP(value) before = TP_JOIN2(tp_fetch_min, DISTANCE)((OP(value) *)s->distance + j, t);
    if (!(t < before)) return 0;
    return (before == OP(identity)() ? TP_REACH : 0) |
           (t < s->high.DISTANCE && tp_exchange_int32(&s->round[j], s->depth) != s->depth ? TP_EMIT
                                                                                          : 0);
}
