/* SPDX-License-Identifier: Apache-2.0
 *
 * w<mask> (accum)= A (add.mul) u: tropic_mxv's product.
 *
 * A row of the table of built-in semirings names TYPE, ADD and MUL. A semiring of the user's own
 * (spmv/jit/user_product.cuh) defines MULTIPLY and the macros that go with it, too: (s, a, u, i, j, p), where p is the
 * result's place, j unless the vectors are blocks of columns.
 */
#include "semiring/branchless.h"
#include "spmv/write/mask_accum.h"
#include "spmv/ops/op.h"

#define OP_PULL_ONLY 0
#define OP_PREPARE 1
#define OP_FINISH 0
#define OP_TERMINAL TP_JOIN2(TP_TERMINAL, ADD)
#define OP_VISITS_ONCE 0
#define OP_BUCKETS 0
#define OP_PULLS_ENTRIES 1
#define OP_COLUMNS

#ifdef MUL
#define OP_PLACED 0
#ifndef OP_LOOKS_AT_ENTRIES
#define OP_LOOKS_AT_ENTRIES (TP_JOIN2(TP_LOOKS_AT, MUL) & TP_FIRST)
#endif
#define ENTRY TP_C(TYPE)  /* of A */
#define SOURCE TP_C(TYPE) /* of u */
#define ONE_ENTRY 1
#define ONE_SOURCE 1 /* an operand that is not looked at, or of a pattern */
#ifndef MULTIPLY
#define MULTIPLY(s, a, u, i, j, p) TP_JOIN3(tp_mul, MUL, TYPE)(a, u, i, OP(identity)())
#endif
#define MERGE(s, j, t)                                                                                                 \
    TP_JOIN3(tp_merge, ADD, TYPE)((OP(value) *)(s)->w + (j), t);                                                       \
    tp_store_bool8((bool *)&(s)->w_has[j], true)
#define PUT TP_JOIN2(tp_put, TYPE)
#endif

typedef TP_C(TYPE) OP(value);
typedef ENTRY OP(entry);
typedef SOURCE OP(taken);

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
    return tp_mask_allows(&s->mask, j);
}
TP_FN bool OP(source)(const OP_STATE *s, tropic_index i, tropic_index j)
{
    (void)j;
    return !s->u_has || s->u_has[i];
}
TP_FN OP(entry) OP(one)(void)
{
    return ONE_ENTRY;
}
TP_FN OP(taken) OP(take_source)(const OP_STATE *s, tropic_index i)
{
#ifdef OP_SOURCES_CHANGE
    /* Another step of the loop may have written it. */
    return s->u ? ((const SOURCE *)s->u)[i] : ONE_SOURCE;
#else
    return s->u ? tp_constant((const SOURCE *)s->u + i) : ONE_SOURCE;
#endif
}
TP_FN OP(value) OP(times)(const OP_STATE *s, ENTRY a, SOURCE u, tropic_index i, tropic_index j)
{
    (void)s, (void)i, (void)j;
    return MULTIPLY(s, a, u, i, j, j);
}
/* The same for loops over neighbours, without branches if there are such operators. */
TP_FN OP(value) OP(branchless_add)(OP(value) a, OP(value) b)
{
#if TP_JOIN2(TP_BRANCHLESS_ADD, ADD) & TP_JOIN2(TP_BRANCHLESS, TYPE)
    return TP_JOIN3(tp_branchless_add, ADD, TYPE)(a, b);
#else
    return OP(add)(a, b);
#endif
}
TP_FN OP(value) OP(branchless_times)(const OP_STATE *s, ENTRY a, SOURCE u, tropic_index i, tropic_index j)
{
#if TP_JOIN2(TP_BRANCHLESS_MUL, MUL) & TP_JOIN2(TP_BRANCHLESS, TYPE)
    (void)s, (void)i, (void)j;
    return TP_JOIN3(tp_branchless_mul, MUL, TYPE)(a, u, OP(identity)());
#else
    return OP(times)(s, a, u, i, j);
#endif
}
#if TP_JOIN2(TP_BRANCHLESS_NONE, ADD) & TP_JOIN2(TP_BRANCHLESS_NONE, TYPE)
#define OP_SHORT_LISTS
TP_FN OP(value) OP(value_or_none)(bool is, OP(value) a)
{
    return TP_JOIN3(tp_branchless_or_none, ADD, TYPE)(is, a);
}
#endif
TP_FN OP(value) OP(product)(const OP_STATE *s, ENTRY a, tropic_index i, tropic_index j)
{
    return OP(times)(s, a, OP(take_source)(s, i), i, j);
}
TP_FN OP(value) OP(multiply)(const OP_STATE *s, const void *values, tropic_offset k, tropic_index i, tropic_index j)
{
    return OP(product)(s, values ? tp_constant((const ENTRY *)values + k) : ONE_ENTRY, i, j);
}
TP_FN int OP(update)(const OP_STATE *s, tropic_index j, OP(value) t, bool hit)
{
#ifndef __CUDACC__
    if (s->accum == TP_ACCUM_ADD) {
        OP(value) *w = (OP(value) *)s->w + j;
        if (!hit) return 0;
        *w = !s->w_has || s->w_has[j] ? OP(add)(*w, t) : t;
        if (s->w_has) s->w_has[j] = 1;
        return 0;
    }
#endif
    PUT((OP(value) *)s->w, s->w_has, s->accum, j, j, t, hit);
    return 0;
}
TP_FN void OP(prepare)(const OP_STATE *s, tropic_index j)
{
    ((OP(value) *)s->w)[j] = OP(identity)();
    s->w_has[j] = 0;
}
TP_FN int OP(push)(const OP_STATE *s, tropic_index j, OP(value) t)
{
    if (!tp_mask_allows(&s->mask, j)) return 0;
    MERGE(s, j, t);
    return 0;
}

/* The state, where `simple` says that there is no mask, no accumulator (but, on the CPU, the add), and every source has
 * a value: then the compiler leaves out the tests. */
TP_FN OP_STATE OP(simple)(const OP_STATE *given, bool simple)
{
    OP_STATE s = *given;
    if (simple) {
        s.u_has = NULL;
#ifdef __CUDACC__
        s.accum = TP_ACCUM_NONE;
#else
        s.accum = given->accum == TP_ACCUM_ADD ? TP_ACCUM_ADD : TP_ACCUM_NONE;
#endif
        s.mask.has = NULL;
        s.mask.structure = true;
        s.mask.complement = false;
        if (!s.u) __builtin_unreachable();
    }
    return s;
}
