/* SPDX-License-Identifier: Apache-2.0
 *
 * parent<level > 0> = A' (min.secondi) level,  over the arcs that climb one level
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

#include "spmv/ops/min_id.h"

TP_FN bool OP(want)(const OP_STATE *s, tropic_index j)
{
    return s->level[j] > 0;
}
TP_FN bool OP(source)(const OP_STATE *s, tropic_index i, tropic_index j)
{
    return s->level[i] == s->level[j] - 1;
}
TP_FN tropic_index OP(multiply)(const OP_STATE *s, const void *values, tropic_offset k, tropic_index i, tropic_index j)
{
    (void)s, (void)values, (void)k, (void)j;
    return i;
}
TP_FN bool OP(terminal)(tropic_index t)
{
    (void)t;
    return true;
}
TP_FN int OP(update)(const OP_STATE *s, tropic_index j, tropic_index t, bool hit)
{
    if (hit) s->parent[j] = t;
    return 0;
}
