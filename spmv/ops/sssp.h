/* SPDX-License-Identifier: Apache-2.0
 *
 * distance = min(distance, A' (min.plus) distance<frontier>)
 *
 * WEIGHT is the type of the matrix, DISTANCE that of the result. Where the backend keeps no buckets, what fell
 * to `high` or above waits for its bucket and is not emitted; a bucket's first step finds all that waited for
 * it by their distance.
 * Distances only fall, so a step may already use what the same step wrote: the fixed point is the same.
 */
#include "spmv/op.h"

#define OP_PULL_ONLY 0
#define OP_PREPARE 0
#define OP_FINISH 0
#define OP_TERMINAL 0
#define OP_TRAVERSES 1
#define OP_ONCE 0
#define OP_BUCKETS 1
#define OP_PULLS_ENTRIES 0

#include "spmv/ops/length.h"

typedef TP_C(DISTANCE) OP(value);

TP_FN bool OP(want)(const OP_STATE *s, tropic_index j)
{
    (void)s, (void)j;
    return true;
}
TP_FN OP(value) OP(held)(const OP_STATE *s, tropic_index i)
{
    return TP_JOIN2(tp_load, DISTANCE)((const OP(value) *)s->distance + i);
}
#ifndef __CUDACC__
TP_FN void OP(ask)(const OP_STATE *s, const void *values, tropic_offset k, tropic_index j)
{
    __builtin_prefetch((const OP(value) *)s->distance + j);
    if (values) __builtin_prefetch((const TP_C(WEIGHT) *)values + k);
}
#endif
TP_FN double OP(key)(OP(value) t)
{
    return (double)t;
}
TP_FN bool OP(source)(const OP_STATE *s, tropic_index i, tropic_index j)
{
    (void)j;
#ifdef __CUDACC__
    if (s->depth == s->first) {
        const OP(value) d = OP(held)(s, i);
        return d >= s->low.DISTANCE && d < s->high.DISTANCE;
    }
    return tp_load_int32(&s->round[i]) == s->depth - 1;
#else
    return tp_bit(s->bits.front, i);
#endif
}
TP_FN OP(value) OP(multiply)(const OP_STATE *s, const void *values, tropic_offset k, tropic_index i,
                             tropic_index j)
{
    OP(value) d = OP(held)(s, i);
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
/* What an improvement answers. */
TP_FN int OP(fell)(const OP_STATE *s, tropic_index j, OP(value) before, OP(value) t)
{
    const int reach = before == OP(identity)() ? TP_REACH : 0;
#ifdef __CUDACC__
    if (!(t < s->high.DISTANCE) || tp_exchange_int32(&s->round[j], s->depth) == s->depth)
        return reach;
#else
    (void)s, (void)j, (void)t;
#endif
    return reach | TP_EMIT;
}
TP_FN int OP(update)(const OP_STATE *s, tropic_index j, OP(value) t, bool hit)
{
    OP(value) *d = (OP(value) *)s->distance + j;
    const OP(value) before = *d;
    if (!hit || !(t < before)) return 0;
    TP_JOIN2(tp_store, DISTANCE)(d, t);
    return OP(fell)(s, j, before, t);
}
TP_FN int OP(push)(const OP_STATE *s, tropic_index j, OP(value) t)
{
    OP(value) before;
#ifndef __CUDACC__
    if (s->bits.alone) return OP(update)(s, j, t, true);
#endif
    before = TP_JOIN2(tp_fetch_min, DISTANCE)((OP(value) *)s->distance + j, t);
    return t < before ? OP(fell)(s, j, before, t) : 0;
}
