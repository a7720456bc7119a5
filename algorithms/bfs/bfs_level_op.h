/* SPDX-License-Identifier: Apache-2.0
 *
 * level<level < 0> = depth  where  parent = A' (any.secondi) frontier
 *
 * Any parent will do: the one that a pull meets first, or that a push came from.
 */
#include "spmv/ops/op.h"

#define OP_PULL_ONLY 0
#define OP_PREPARE 0
#define OP_FINISH 0
#define OP_TERMINAL 1
#define OP_VISITS_ONCE 1
#define OP_BUCKETS 0
#define OP_PULLS_ENTRIES 0

#include "spmv/ops/min_id.h"

TP_FN bool OP(want)(const OP_STATE *s, tropic_index j)
{
    return !tp_bit(s->bits.seen, j);
}
TP_FN bool OP(settled)(const OP_STATE *s, tropic_index j)
{
    return tp_load_int32(&s->level[j]) >= 0;
}
TP_FN bool OP(source)(const OP_STATE *s, tropic_index i, tropic_index j)
{
    (void)j;
    return tp_bit(s->bits.front, i);
}
TP_FN tropic_index OP(multiply)(const OP_STATE *s, const void *values, tropic_offset k, tropic_index i, tropic_index j)
{
    (void)s, (void)values, (void)k, (void)j;
    return i;
}
TP_FN bool OP(terminal)(tropic_index t)
{
    return t != TROPIC_INDEX_MAX;
}
#ifndef __CUDACC__
TP_FN void OP(prefetch)(const OP_STATE *s, const void *values, tropic_offset k, tropic_index j)
{
    (void)values, (void)k;
    __builtin_prefetch(&s->level[j]);
    if (s->parent) __builtin_prefetch(&s->parent[j]);
}
TP_FN void OP(prefetch_write)(const OP_STATE *s, tropic_index j)
{
    tp_prefetch_write(&s->level[j]);
    if (s->parent) tp_prefetch_write(&s->parent[j]);
}
TP_FN bool OP(claim)(const OP_STATE *s, tropic_index j, tropic_index t)
{
    int32_t none = -1;
    if (!tp_try_int32(&s->level[j], &none, s->depth)) return false;
    if (s->parent) tp_store_int32(&s->parent[j], t);
    return true;
}
#endif
TP_FN int OP(update)(const OP_STATE *s, tropic_index j, tropic_index t, bool hit)
{
    if (!hit) return 0;
    tp_store_int32(&s->level[j], s->depth);
    if (s->parent) tp_store_int32(&s->parent[j], t);
    return TP_EMIT | TP_REACH;
}
TP_FN int OP(push)(const OP_STATE *s, tropic_index j, tropic_index t)
{
    if (tp_bit(s->bits.seen, j) || !tp_bit_take(s->bits.seen, j, s->bits.single_threaded)) return 0;
    return OP(update)(s, j, t, true);
}
