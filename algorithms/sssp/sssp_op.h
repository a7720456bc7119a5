/* SPDX-License-Identifier: Apache-2.0
 *
 * distance = min(distance, A' (min.plus) distance<frontier>)
 *
 * WEIGHT is the type of the matrix, DISTANCE that of the result.
 * Distances only fall, so a step may already use values that the same step wrote: the fixed point is the same.
 */
#include "spmv/ops/op.h"

#define OP_PULL_ONLY 0
#define OP_PREPARE 0
#define OP_FINISH 0
#define OP_TERMINAL 0
#define OP_VISITS_ONCE 0
#define OP_BUCKETS 1
#ifdef SSSP_NEGATIVE
#define OP_SIGNED_KEYS 1
#else
#define OP_SIGNED_KEYS 0
#endif
#define OP_PULLS_ENTRIES 0

#include "algorithms/sssp/arc_length.h"

typedef TP_C(DISTANCE) OP(value);

TP_FN OP(value) OP(current)(const OP_STATE *s, tropic_index i)
{
    return TP_JOIN2(tp_load, DISTANCE)((const OP(value) *)s->distance + i);
}
#ifndef __CUDACC__
TP_FN void OP(prefetch)(const OP_STATE *s, const void *values, tropic_offset k, tropic_index j)
{
    __builtin_prefetch((const OP(value) *)s->distance + j);
    if (values) __builtin_prefetch((const TP_C(WEIGHT) *)values + k);
}
TP_FN void OP(prefetch_write)(const OP_STATE *s, tropic_index j)
{
    tp_prefetch_write((const OP(value) *)s->distance + j);
}
#endif
/* The product of entry k and a source's value d. Arcs of negative length, which are not a search's, lead nowhere. (A
 * GPU's kernels that meet none do not look: with whole numbers, lattices took 1.05 times as long. H200.) */
TP_FN OP(value)
    OP(relax)(const OP_STATE *s, OP(value) d, const void *values, tropic_offset k, tropic_index i, tropic_index j)
{
    const OP(value) w = OP(length)(s->potential, values, k, i, j);
#if OP_SIGNED_KEYS || !defined __CUDACC__
    const OP(value) zero = 0;
    if (w < zero) return TP_JOIN2(TP_MAX, DISTANCE);
#endif
    return TP_JOIN2(tp_mul_plus, DISTANCE)(d, w, j, TP_JOIN2(TP_MAX, DISTANCE));
}
TP_FN OP(value) OP(identity)(void)
{
    return TP_JOIN2(TP_MAX, DISTANCE);
}
TP_FN OP(value) OP(add)(OP(value) a, OP(value) b)
{
    return a < b ? a : b;
}
/* d(j) = min(d(j), t); the value before */
TP_FN OP(value) OP(atomic_min)(const OP_STATE *s, tropic_index j, OP(value) t)
{
    return TP_JOIN2(tp_fetch_min, DISTANCE)((OP(value) *)s->distance + j, t);
}

#ifdef __CUDACC__
/* The value that any thread has written last. */
TP_FN OP(value) OP(load_volatile)(const OP_STATE *s, tropic_index i)
{
    return *((const volatile OP(value) *)s->distance + i);
}
/* low + width, more than low; the identity where that leaves the type, or rounding swallows it. */
TP_FN OP(value) OP(end)(OP(value) low, double width)
{
    const OP(value) all = OP(identity)();
    if (!(width < (double)(all - (OP_SIGNED_KEYS && low < 0 ? 0 : low))) || !(low + (OP(value))width > low)) return all;
    return low + (OP(value))width;
}
#else
TP_FN bool OP(want)(const OP_STATE *s, tropic_index j)
{
    (void)s, (void)j;
    return true;
}
TP_FN bool OP(lowers)(const OP_STATE *s, tropic_index j, OP(value) t)
{
    return t < OP(current)(s, j);
}
TP_FN double OP(key)(OP(value) t)
{
    return (double)t;
}
TP_FN bool OP(source)(const OP_STATE *s, tropic_index i, tropic_index j)
{
    (void)j;
    return tp_bit(s->bits.front, i);
}
TP_FN OP(value) OP(multiply)(const OP_STATE *s, const void *values, tropic_offset k, tropic_index i, tropic_index j)
{
    return OP(relax)(s, OP(current)(s, i), values, k, i, j);
}
TP_FN bool OP(terminal)(OP(value) t)
{
    (void)t;
    return false;
}
TP_FN int OP(update)(const OP_STATE *s, tropic_index j, OP(value) t, bool hit)
{
    OP(value) *d = (OP(value) *)s->distance + j;
    const OP(value) before = *d;
    if (!hit || !(t < before)) return 0;
    TP_JOIN2(tp_store, DISTANCE)(d, t);
    return before == OP(identity)() ? TP_REACH | TP_EMIT : TP_EMIT;
}
TP_FN int OP(push)(const OP_STATE *s, tropic_index j, OP(value) t)
{
    OP(value) before;
    if (s->bits.single_threaded) return OP(update)(s, j, t, true);
    before = OP(atomic_min)(s, j, t);
    if (!(t < before)) return 0;
    return before == OP(identity)() ? TP_REACH | TP_EMIT : TP_EMIT;
}
#endif
