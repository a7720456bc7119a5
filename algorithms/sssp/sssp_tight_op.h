/* SPDX-License-Identifier: Apache-2.0
 *
 * heads(k) = j where entry k = A(i,j) is tight, else i:  the arcs on shortest paths, each in its place in A. To a
 * search, the other entries are loops, which lead nowhere.
 *
 * A pull from the arcs out of each i that was reached, which looks at each of them once. Its sums are not used.
 */
#include "spmv/ops/op.h"

#define OP_PULL_ONLY 1
#define OP_PREPARE 0
#define OP_FINISH 0
#define OP_TERMINAL 0
#define OP_VISITS_ONCE 0
#define OP_BUCKETS 0
#define OP_PULLS_ENTRIES 0

#include "algorithms/sssp/arc_length.h"
#include "spmv/ops/min_id.h"

TP_FN bool OP(want)(const OP_STATE *s, tropic_index i)
{
    return OP(is_reached)(s, i);
}
TP_FN bool OP(source)(const OP_STATE *s, tropic_index j, tropic_index i)
{
    (void)s, (void)j, (void)i;
    return true;
}
TP_FN tropic_index OP(multiply)(const OP_STATE *s, const void *values, tropic_offset k, tropic_index j, tropic_index i)
{
    s->heads[k] = OP(is_tight)(s, values, k, i, j) ? j : i;
    return j;
}
TP_FN bool OP(terminal)(tropic_index t)
{
    (void)t;
    return false;
}
TP_FN int OP(update)(const OP_STATE *s, tropic_index i, tropic_index t, bool hit)
{
    (void)s, (void)i, (void)t, (void)hit;
    return 0;
}
