/* SPDX-License-Identifier: Apache-2.0
 *
 * What bc_count and bc_gather share: sums in double over all arcs of the destinations on level `depth`.
 */
#include "spmv/op.h"

#define OP_PULL_ONLY 0
#define OP_PREPARE 0
#define OP_FINISH 1
#define OP_TERMINAL 0
#define OP_TRAVERSES 0
#define OP_ONCE 0
#define OP_BUCKETS 0
#define OP_PULLS_ENTRIES 0

typedef double OP(value);

TP_FN bool OP(want)(const OP_STATE *s, tropic_index j)
{
    return s->level[j] == s->depth;
}
TP_FN bool OP(source)(const OP_STATE *s, tropic_index i, tropic_index j)
{
    (void)s, (void)i, (void)j;
    return true;
}
TP_FN double OP(identity)(void)
{
    return 0;
}
TP_FN double OP(add)(double a, double b)
{
    return a + b;
}
TP_FN bool OP(terminal)(double t)
{
    (void)t;
    return false;
}
