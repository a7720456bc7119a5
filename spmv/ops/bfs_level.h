/* SPDX-License-Identifier: Apache-2.0
 *
 * level<level < 0> = depth  where  A' (any.pair) frontier
 */
#include "spmv/op.h"

#define OP_PULL_ONLY 0
#define OP_PREPARE 0
#define OP_FINISH 0
#define OP_TERMINAL 1
#define OP_TRAVERSES 1
#define OP_PULLS_ENTRIES 0

typedef bool OP(value);

TP_FN bool OP(want)(const OP_STATE *s, tropic_index j)
{
    return tp_load_int32(&s->level[j]) < 0;
}
TP_FN bool OP(settled)(const OP_STATE *s, tropic_index j)
{
    return tp_load_int32(&s->level[j]) >= 0;
}
TP_FN bool OP(source)(const OP_STATE *s, tropic_index i, tropic_index j)
{
    (void)j;
    return tp_load_int32(&s->level[i]) == s->depth - 1;
}
TP_FN bool OP(multiply)(const OP_STATE *s, const void *values, tropic_offset k, tropic_index i,
                        tropic_index j)
{
    (void)s, (void)values, (void)k, (void)i, (void)j;
    return true;
}
TP_FN bool OP(identity)(void)
{
    return false;
}
TP_FN bool OP(add)(bool a, bool b)
{
    return a || b;
}
TP_FN bool OP(terminal)(bool t)
{
    return t;
}
TP_FN int OP(update)(const OP_STATE *s, tropic_index j, bool t, bool hit)
{
    (void)t;
    if (!hit) return 0;
    tp_store_int32(&s->level[j], s->depth);
    return TP_EMIT | TP_REACH;
}
TP_FN int OP(push)(const OP_STATE *s, tropic_index j, bool t)
{
    (void)t;
    if (tp_load_int32(&s->level[j]) >= 0) return 0;
    return tp_swap_if_int32(&s->level[j], -1, s->depth) < 0 ? TP_EMIT | TP_REACH : 0;
}
