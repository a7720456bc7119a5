/* SPDX-License-Identifier: Apache-2.0
 *
 * t<allow> = A (ADD.MUL) u over TYPE: tropic_mxv's product, before accumulator and replace
 * (tp_backend.assign). t_has must be zero before; for a push also t the identity.
 */
#include "spmv/op.h"

#define OP_PULL_ONLY 0
#define OP_FINISH 0
#define OP_TERMINAL TP_JOIN2(TP_TERMINAL, ADD)
#define OP_TRAVERSES 0

typedef TP_C(TYPE) OP(value);

TP_FN OP(value) OP(identity)(void)
{
    return TP_JOIN3(tp_identity, ADD, TYPE)();
}
TP_FN OP(value) OP(add)(OP(value) a, OP(value) b)
{
    return TP_JOIN3(tp_add, ADD, TYPE)(a, b);
}
TP_FN bool OP(terminal)(OP(value) t)
{
    return TP_JOIN3(tp_terminal, ADD, TYPE)(t);
}
TP_FN bool OP(want)(const OP_STATE *s, tropic_index j)
{
    return !s->allow || s->allow[j];
}
TP_FN bool OP(source)(const OP_STATE *s, tropic_index i, tropic_index j)
{
    (void)j;
    return !s->u_has || s->u_has[i];
}
/* values or u NULL: ones (a pattern, or an operand that MUL does not look at). */
TP_FN OP(value) OP(multiply)(const OP_STATE *s, const void *values, tropic_offset k, tropic_index i,
                             tropic_index j)
{
    OP(value) x = values ? ((const OP(value) *)values)[k] : 1;
    OP(value) y = s->u ? ((const OP(value) *)s->u)[i] : 1;
    (void)j;
    return TP_JOIN3(tp_mul, MUL, TYPE)(x, y, i, OP(identity)());
}
TP_FN int OP(update)(const OP_STATE *s, tropic_index j, OP(value) t, bool hit)
{
    if (!hit) return 0;
    ((OP(value) *)s->t)[j] = t;
    s->t_has[j] = 1;
    return 0;
}
TP_FN int OP(push)(const OP_STATE *s, tropic_index j, OP(value) t)
{
    if (s->allow && !s->allow[j]) return 0;
    TP_JOIN3(tp_merge, ADD, TYPE)((OP(value) *)s->t + j, t);
    tp_store_bool8((bool *)&s->t_has[j], true);
    return 0;
}
