/* SPDX-License-Identifier: Apache-2.0
 *
 * sigma<level == depth> = A' (plus.first) sigma<level == depth - 1>      (the vector's value is first)
 *
 * Counts of even and of odd levels lie in two arrays, zero where nothing was counted. An arc into level
 * `depth` comes from level depth - 1 or deeper, and deeper levels of the same parity are still zero: so
 * a plain sum over `from` is the sum over the level above, without a look at any source's level.
 *
 * On the deepest level, where g is given, g = 1 / sigma, which a vertex without successors hands on in the backward
 * sweep.
 */
#include "algorithms/betweenness/ways/plus_levels.h"

TP_FN OP(value) OP(multiply)(const OP_STATE *s, const void *values, tropic_offset k, tropic_index i, tropic_index j)
{
    (void)values, (void)k, (void)j;
    return ((const OP(value) *)s->from)[i];
}
TP_FN int OP(update)(const OP_STATE *s, tropic_index j, OP(value) t, bool hit)
{
    (void)hit;
    ((OP(value) *)s->to)[j] = COUNT(stored)(t);
    if (s->g) ((OP(value) *)s->g)[j] = COUNT(over)(1, t);
    return 0;
}
#if !OP_WIDE
TP_FN int OP(push)(const OP_STATE *s, tropic_index j, double t)
{
    if (t != 0 && s->level[j] == s->depth) tp_merge_plus_fp64((double *)s->to + j, t);
    return 0;
}
TP_FN void OP(finish)(const OP_STATE *s, tropic_index j)
{
    if (s->g) ((double *)s->g)[j] = 1 / ((double *)s->to)[j];
}
#endif
