/* SPDX-License-Identifier: Apache-2.0
 *
 * Parts that bc_count and bc_gather share: sums of counts over all arcs of the destinations on level `depth`. With
 * OP_WIDE counts have any size and are pulled; else they are doubles.
 */
#include "spmv/ops/op.h"
#include "algorithms/betweenness/wide_count.h"

#if OP_WIDE
#define OP_COUNT tp_wide
#else
#define OP_COUNT tp_double
#endif
#define COUNT(part) TP_JOIN2(OP_COUNT, part)

#define OP_PULL_ONLY OP_WIDE
#define OP_PREPARE 0
#define OP_FINISH (!OP_WIDE)
#define OP_TERMINAL 0
#define OP_VISITS_ONCE 0
#define OP_BUCKETS 0
#define OP_PULLS_ENTRIES 0

typedef OP_COUNT OP(value);

TP_FN bool OP(want)(const OP_STATE *s, tropic_index j)
{
    return s->level[j] == s->depth;
}
TP_FN bool OP(source)(const OP_STATE *s, tropic_index i, tropic_index j)
{
    (void)s, (void)i, (void)j;
    return true;
}
TP_FN OP(value) OP(identity)(void)
{
    return COUNT(zero)();
}
TP_FN OP(value) OP(add)(OP(value) a, OP(value) b)
{
    return COUNT(add)(a, b);
}
TP_FN bool OP(terminal)(OP(value) t)
{
    (void)t;
    return false;
}
