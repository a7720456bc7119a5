/* SPDX-License-Identifier: Apache-2.0
 *
 * sigma<level == depth> = A' (plus.first) sigma<level == depth - 1>      (the vector's value is first)
 * g<level == depth>     = 1 / sigma
 *
 * g is what a vertex without successors hands on in the backward sweep, so that the deepest level needs
 * no product there. Pushing expects sigma to be zero on the level that it fills.
 */
#include "spmv/op.h"

#define OP_PULL_ONLY 0
#define OP_FINISH 1
#define OP_TERMINAL 0
#define OP_TRAVERSES 0

typedef double OP(value);

TP_FN bool OP(want)(const OP_STATE * s, tropic_index j) { return s->level[j] == s->depth; }
TP_FN bool OP(source)(const OP_STATE * s, tropic_index i, tropic_index j)
{
    (void)j;
    return s->level[i] == s->depth - 1;
}
TP_FN double OP(multiply)(const OP_STATE * s, const void *values, tropic_offset k, tropic_index i,
                          tropic_index j)
{
    (void)values, (void)k, (void)j;
    return s->sigma[i];
}
TP_FN double OP(identity)(void) { return 0; }
TP_FN double OP(add)(double a, double b) { return a + b; }
TP_FN bool OP(terminal)(double t)
{
    (void)t;
    return false;
}
TP_FN int OP(update)(const OP_STATE * s, tropic_index j, double t, bool hit)
{
    (void)hit;
    s->sigma[j] = t;
    s->g[j] = 1 / t;
    return 0;
}
TP_FN int OP(push)(const OP_STATE * s, tropic_index j, double t)
{
    if (s->level[j] == s->depth) tp_merge_plus_fp64(&s->sigma[j], t);
    return 0;
}
TP_FN int OP(finish)(const OP_STATE *s, tropic_index j)
{
    s->g[j] = 1 / s->sigma[j];
    return 0;
}
