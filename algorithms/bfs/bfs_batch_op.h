/* SPDX-License-Identifier: Apache-2.0
 *
 * next<!seen> = A' (bor.first) front,  a word of bits for each vertex, a bit for each search
 *
 * Products come with the bits that their destination needs no more, so that a sum may stop once it has all.
 * Source: Then, Kaufmann and others, The More the Merrier, PVLDB 8 (2014).
 */
#include "spmv/ops/op.h"

#define OP_PULL_ONLY 0
#define OP_PREPARE 0
#define OP_FINISH 0
#define OP_TERMINAL 1
#define OP_VISITS_ONCE 0
#define OP_BUCKETS 0
#define OP_PULLS_ENTRIES 0
#define OP_IS_BITWISE_OR

typedef uint64_t OP(value);

/* The searches for which there is nothing to find at j. */
TP_FN uint64_t OP(known)(const OP_STATE *s, tropic_index j)
{
    return s->seen[j] | s->over;
}
TP_FN bool OP(want)(const OP_STATE *s, tropic_index j)
{
    return OP(known)(s, j) != UINT64_MAX;
}
TP_FN bool OP(source)(const OP_STATE *s, tropic_index i, tropic_index j)
{
    (void)j;
    return s->front[i] != 0;
}
TP_FN uint64_t OP(multiply)(const OP_STATE *s, const void *values, tropic_offset k, tropic_index i, tropic_index j)
{
    (void)values, (void)k;
    return s->front[i] | OP(known)(s, j);
}
TP_FN uint64_t OP(identity)(void)
{
    return 0;
}
TP_FN uint64_t OP(add)(uint64_t a, uint64_t b)
{
    return a | b;
}
TP_FN bool OP(terminal)(uint64_t t)
{
    return t == UINT64_MAX;
}
TP_FN int OP(update)(const OP_STATE *s, tropic_index j, uint64_t t, bool hit)
{
    if (hit) s->next[j] = t & ~OP(known)(s, j);
    return 0;
}
TP_FN int OP(push)(const OP_STATE *s, tropic_index j, uint64_t t)
{
    const uint64_t found = t & ~OP(known)(s, j);
    /* (Most arcs bring nothing new: a load is cheaper.) */
    if ((found & ~tp_load_uint64(&s->next[j])) == 0) return 0;
    if (tp_fetch_or_uint64(&s->next[j], found) != 0) return 0;
#ifdef __CUDACC__
    s->list[tp_take_place(s->listed)] = j;
    return 0;
#else
    return TP_EMIT;
#endif
}
