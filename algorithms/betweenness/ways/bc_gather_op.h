/* SPDX-License-Identifier: Apache-2.0
 *
 * With g = (1 + delta) / sigma on the level below:
 *
 *     delta<level == depth> = sigma * (A (plus.second) g<level == depth + 1>);  centrality += delta
 *
 * The destination is the arc's tail here, so that the lists to gather from are the rows of A. As in
 * bc_count, g of even and of odd levels lie in two arrays that are zero where nothing was computed: an
 * arc leads at most one level down, and levels further up are still zero. Pushing sums into delta, which
 * must be zero before.
 */
#include "algorithms/betweenness/ways/plus_levels.h"

TP_FN OP(value) OP(multiply)(const OP_STATE *s, const void *values, tropic_offset k, tropic_index i, tropic_index j)
{
    (void)values, (void)k, (void)j;
    return ((const OP(value) *)s->below)[i];
}
TP_FN int OP(update)(const OP_STATE *s, tropic_index j, OP(value) t, bool hit)
{
    const OP(value) sigma = ((const OP(value) *)s->sigma)[j];
    const double delta = COUNT(times)(sigma, t);
    (void)hit;
    ((OP(value) *)s->g)[j] = COUNT(over)(1 + delta, sigma);
    s->centrality[j] += delta;
    return 0;
}
#if !OP_WIDE
TP_FN int OP(push)(const OP_STATE *s, tropic_index j, double t)
{
    if (t != 0 && s->level[j] == s->depth) tp_merge_plus_fp64(&s->delta[j], t);
    return 0;
}
TP_FN void OP(finish)(const OP_STATE *s, tropic_index j)
{
    OP(update)(s, j, s->delta[j], true);
}
#endif
