/* SPDX-License-Identifier: Apache-2.0
 *
 * Relaxed atomics, in one vocabulary for C and CUDA. <type> is any built-in numeric type (or bool8), if nothing else is
 * said.
 *
 *     T    tp_load_<type>(p)            T tp_exchange_<type>(p, v)      (int32)
 *     void tp_store_<type>(p, v)        T tp_swap_if_<type>(p, expected, v): the value before (int32)
 *     T    tp_fetch_min_<type>(p, v): the value before (int64, uint32, fp32, fp64)
 *     uint64_t tp_fetch_or_uint64(p, v): the value before
 *     int64_t tp_take_place(p): *p += 1; the value before (GPU: a warp adds once)
 *     void tp_merge_<add>_<type>(p, v): *p = add(*p, v)
 *     void tp_merge_id(p, v): the smaller of two ids, where -1 is none
 *     T    tp_constant(p): a value of any type that nothing writes while the kernel runs
 *     bool tp_bit(words, j): bit j of an array of words, bit j % 32 of word j / 32
 *     bool tp_bit_take(words, j, alone): sets it; was it clear? `alone`: no other thread writes
 */
#ifndef TP_ATOMICS_H
#define TP_ATOMICS_H

#include "semiring/operators.h"

#ifdef __CUDACC__

/* Through the path for constants where there is one: kernels then need fewer registers. */
template <typename T> TP_FN T tp_constant(const T *p)
{
    return *p;
}
#define TP_CONSTANT(type)                                                                                              \
    TP_FN TP_C(type) tp_constant(const TP_C(type) * p)                                                                 \
    {                                                                                                                  \
        return __ldg(p);                                                                                               \
    }
TP_EACH_NUMERIC(TP_CONSTANT)

/* Plain loads, which the L1 cache may answer: within a kernel a value may be stale, and every op is
 * right with a stale one (a level that is still -1, a distance that has fallen since). */
#define TP_ATOMICS_LOAD_STORE(type)                                                                                    \
    TP_FN TP_C(type) tp_load_##type(const TP_C(type) * p)                                                              \
    {                                                                                                                  \
        return *p;                                                                                                     \
    }                                                                                                                  \
    TP_FN void tp_store_##type(TP_C(type) * p, TP_C(type) v)                                                           \
    {                                                                                                                  \
        *p = v;                                                                                                        \
    }

TP_FN int32_t tp_exchange_int32(int32_t *p, int32_t v)
{
    return atomicExch(p, v);
}
TP_FN int32_t tp_swap_if_int32(int32_t *p, int32_t expected, int32_t v)
{
    return atomicCAS(p, expected, v);
}
#define TP_BITS_int8 unsigned char
#define TP_BITS_int16 unsigned short
#define TP_BITS_uint8 unsigned char
#define TP_BITS_uint16 unsigned short
#define TP_BITS_int32 unsigned int
#define TP_BITS_uint32 unsigned int
#define TP_BITS_fp32 unsigned int
#define TP_BITS_int64 unsigned long long
#define TP_BITS_uint64 unsigned long long
#define TP_BITS_fp64 unsigned long long
/* As atomicCAS, of 1 or 2 bytes: by the aligned word that they are part of, whose other bytes stay. (The word ends
 * within the array, or within the padding of the allocation.) */
template <typename BITS> TP_FN BITS tp_swap_part(BITS *p, BITS expected, BITS v)
{
    const uintptr_t at = (uintptr_t)p, in_word = at % sizeof(unsigned);
    unsigned *word = (unsigned *)(at - in_word);
    const int shift = (int)(8 * in_word);
    const unsigned part = (unsigned)(BITS)~0u << shift;
    unsigned seen = *(const volatile unsigned *)word;
    while ((BITS)(seen >> shift) == expected) {
        const unsigned now = atomicCAS(word, seen, (seen & ~part) | (unsigned)v << shift);
        if (now == seen) break;
        seen = now;
    }
    return (BITS)(seen >> shift);
}
TP_FN unsigned char tp_swap_bits(unsigned char *p, unsigned char expected, unsigned char v)
{
    return tp_swap_part(p, expected, v);
}
TP_FN unsigned short tp_swap_bits(unsigned short *p, unsigned short expected, unsigned short v)
{
    return tp_swap_part(p, expected, v);
}
TP_FN unsigned tp_swap_bits(unsigned *p, unsigned expected, unsigned v)
{
    return atomicCAS(p, expected, v);
}
TP_FN unsigned long long tp_swap_bits(unsigned long long *p, unsigned long long expected, unsigned long long v)
{
    return atomicCAS(p, expected, v);
}
/* One try to replace `seen` by `v`, compared as bits; refreshes *seen. */
#define TP_ATOMICS_TRY(type)                                                                                           \
    TP_FN bool tp_try_##type(TP_C(type) * p, TP_C(type) * seen, TP_C(type) v)                                          \
    {                                                                                                                  \
        TP_BITS_##type old, next, now;                                                                                 \
        memcpy(&old, seen, sizeof old);                                                                                \
        memcpy(&next, &v, sizeof next);                                                                                \
        now = tp_swap_bits((TP_BITS_##type *)p, old, next);                                                            \
        memcpy(seen, &now, sizeof now);                                                                                \
        return now == old;                                                                                             \
    }

#else

#define tp_constant(p) (*(p))

#define TP_BITS_bool8 uint8_t
#define TP_BITS_int8 uint8_t
#define TP_BITS_int16 uint16_t
#define TP_BITS_uint8 uint8_t
#define TP_BITS_uint16 uint16_t
#define TP_BITS_int32 uint32_t
#define TP_BITS_uint32 uint32_t
#define TP_BITS_fp32 uint32_t
#define TP_BITS_int64 uint64_t
#define TP_BITS_uint64 uint64_t
#define TP_BITS_fp64 uint64_t
#define TP_ATOMICS_LOAD_STORE(type)                                                                                    \
    TP_FN TP_C(type) tp_load_##type(const TP_C(type) * p)                                                              \
    {                                                                                                                  \
        TP_C(type) v;                                                                                                  \
        __atomic_load(p, &v, __ATOMIC_RELAXED);                                                                        \
        return v;                                                                                                      \
    }                                                                                                                  \
    TP_FN void tp_store_##type(TP_C(type) * p, TP_C(type) v)                                                           \
    {                                                                                                                  \
        __atomic_store(p, &v, __ATOMIC_RELAXED);                                                                       \
    }

TP_FN int32_t tp_exchange_int32(int32_t *p, int32_t v)
{
    return __atomic_exchange_n(p, v, __ATOMIC_RELAXED);
}
TP_FN int32_t tp_swap_if_int32(int32_t *p, int32_t expected, int32_t v)
{
    __atomic_compare_exchange_n(p, &expected, v, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    return expected;
}
#define TP_ATOMICS_TRY(type)                                                                                           \
    TP_FN bool tp_try_##type(TP_C(type) * p, TP_C(type) * seen, TP_C(type) v)                                          \
    {                                                                                                                  \
        TP_BITS_##type old, next;                                                                                      \
        bool done;                                                                                                     \
        memcpy(&old, seen, sizeof old);                                                                                \
        memcpy(&next, &v, sizeof next);                                                                                \
        done = __atomic_compare_exchange_n((TP_BITS_##type *)(void *)p, &old, next, true, __ATOMIC_RELAXED,            \
                                           __ATOMIC_RELAXED);                                                          \
        memcpy(seen, &old, sizeof old);                                                                                \
        return done;                                                                                                   \
    }

#endif

TP_EACH_TYPE(TP_ATOMICS_LOAD_STORE)
TP_EACH_NUMERIC(TP_ATOMICS_TRY)

#ifdef __CUDACC__
/* Reals are ordered as their bits are: those without a sign as whole numbers, those with one the other way round, above
 * all others if they are taken without. */
#define TP_ATOMICS_MIN(type, signed_bits)                                                                              \
    TP_FN TP_C(type) tp_fetch_min_##type(TP_C(type) * p, TP_C(type) v)                                                 \
    {                                                                                                                  \
        signed_bits bits;                                                                                              \
        TP_BITS_##type before;                                                                                         \
        TP_C(type) seen;                                                                                               \
        memcpy(&bits, &v, sizeof bits);                                                                                \
        if (bits < 0 && TP_ATOMICS_REAL_##type)                                                                        \
            before = atomicMax((TP_BITS_##type *)p, (TP_BITS_##type)bits);                                             \
        else                                                                                                           \
            before = (TP_BITS_##type)atomicMin((signed_bits *)p, bits);                                                \
        memcpy(&seen, &before, sizeof seen);                                                                           \
        return seen;                                                                                                   \
    }
#define TP_ATOMICS_REAL_int64 0
#define TP_ATOMICS_REAL_fp32 1
#define TP_ATOMICS_REAL_fp64 1
TP_ATOMICS_MIN(int64, long long)
TP_ATOMICS_MIN(fp32, int)
TP_ATOMICS_MIN(fp64, long long)
#else
#define TP_ATOMICS_MIN(type)                                                                                           \
    TP_FN TP_C(type) tp_fetch_min_##type(TP_C(type) * p, TP_C(type) v)                                                 \
    {                                                                                                                  \
        TP_C(type) seen = tp_load_##type(p);                                                                           \
        while (v < seen && !tp_try_##type(p, &seen, v)) {                                                              \
        }                                                                                                              \
        return seen;                                                                                                   \
    }
TP_ATOMICS_MIN(int64)
TP_ATOMICS_MIN(uint32)
TP_ATOMICS_MIN(fp32)
TP_ATOMICS_MIN(fp64)
#endif

TP_FN void tp_merge_id(tropic_index *p, tropic_index v)
{
    int32_t seen = tp_load_int32(p);
    while ((seen < 0 || v < seen) && !tp_try_int32(p, &seen, v)) {
    }
}

/* Equal bit by bit? */
#define TP_ATOMICS_SAME(type)                                                                                          \
    TP_FN bool tp_same_##type(TP_C(type) a, TP_C(type) b)                                                              \
    {                                                                                                                  \
        TP_BITS_##type x, y;                                                                                           \
        memcpy(&x, &a, sizeof x);                                                                                      \
        memcpy(&y, &b, sizeof y);                                                                                      \
        return x == y;                                                                                                 \
    }
TP_EACH_NUMERIC(TP_ATOMICS_SAME)

/* Merging under a monoid: tries until the sum of the old value and the new one is in place. Nothing is stored where
 * that sum is the old value, bit by bit. */
#define TP_ATOMICS_MERGE(type, add)                                                                                    \
    TP_FN void tp_merge_##add##_##type(TP_C(type) * p, TP_C(type) v)                                                   \
    {                                                                                                                  \
        TP_C(type) seen = tp_load_##type(p);                                                                           \
        TP_C(type) sum = tp_add_##add##_##type(seen, v);                                                               \
        while (!tp_same_##type(sum, seen) && !tp_try_##type(p, &seen, sum)) sum = tp_add_##add##_##type(seen, v);      \
    }
/* Any value will do, so the last to come stays. */
#define TP_ATOMICS_MERGE_ANY(type)                                                                                     \
    TP_FN void tp_merge_any_##type(TP_C(type) * p, TP_C(type) v)                                                       \
    {                                                                                                                  \
        tp_store_##type(p, v);                                                                                         \
    }

TP_EACH_TYPE(TP_ATOMICS_MERGE_ANY)
TP_FN void tp_merge_lor_bool8(bool *p, bool v)
{
    if (v) tp_store_bool8(p, true);
}
TP_TYPES_NUMERIC(TP_ATOMICS_MERGE, min)
TP_TYPES_NUMERIC(TP_ATOMICS_MERGE, max)
#ifdef __CUDACC__
#define TP_ATOMICS_ADD(type, as)                                                                                       \
    TP_FN void tp_merge_plus_##type(TP_C(type) * p, TP_C(type) v)                                                      \
    {                                                                                                                  \
        atomicAdd((as *)p, (as)v);                                                                                     \
    }
TP_TYPES_SHORT(TP_ATOMICS_MERGE, plus)
TP_ATOMICS_ADD(int32, int)
TP_ATOMICS_ADD(int64, unsigned long long)
TP_ATOMICS_ADD(uint32, unsigned)
TP_ATOMICS_ADD(uint64, unsigned long long)
TP_ATOMICS_ADD(fp32, float)
TP_ATOMICS_ADD(fp64, double)
#else
TP_TYPES_NUMERIC(TP_ATOMICS_MERGE, plus)
#endif

#ifdef __CUDACC__
TP_FN uint64_t tp_fetch_or_uint64(uint64_t *p, uint64_t v)
{
    return atomicOr((unsigned long long *)p, (unsigned long long)v);
}
/* One addition for all threads of the warp that are here. */
TP_FN int64_t tp_take_place(int64_t *p)
{
    const unsigned here = __activemask(), lane = threadIdx.x % 32;
    const int first = __ffs((int)here) - 1;
    unsigned long long at = 0;
    if ((int)lane == first) at = atomicAdd((unsigned long long *)p, (unsigned long long)__popc(here));
    at = __shfl_sync(here, at, first);
    return (int64_t)at + __popc(here & ((1u << lane) - 1));
}
#else
TP_FN uint64_t tp_fetch_or_uint64(uint64_t *p, uint64_t v)
{
    return __atomic_fetch_or(p, v, __ATOMIC_RELAXED);
}
#endif

#ifndef __CUDACC__
/* Asks for the cache line, to write: other cores then lose it. (GCC makes an instruction for reading of
 * __builtin_prefetch unless it compiles for newer processors; older ones take this one for none.) */
TP_FN void tp_prefetch_write(const void *p)
{
#ifdef __x86_64__
    __asm__ volatile("prefetchw %0" : : "m"(*(const char *)p));
#else
    __builtin_prefetch(p, 1);
#endif
}
#endif

/* Arrays of bits, one for each vertex. */
#define TP_WORD 32
#define TP_WORDS(n) (((int64_t)(n) + TP_WORD - 1) / TP_WORD)

TP_FN bool tp_bit(const uint32_t *words, tropic_index j)
{
    return tp_load_uint32(&words[(uint32_t)j / TP_WORD]) >> (uint32_t)j % TP_WORD & 1;
}
TP_FN bool tp_bit_take(uint32_t *words, tropic_index j, bool alone)
{
    uint32_t *word = &words[(uint32_t)j / TP_WORD];
    const uint32_t bit = (uint32_t)1 << (uint32_t)j % TP_WORD;
    if (alone) {
        const uint32_t before = *word;
        *word = before | bit;
        return !(before & bit);
    }
#ifdef __CUDACC__
    return !(atomicOr(word, bit) & bit);
#else
    return !(__atomic_fetch_or(word, bit, __ATOMIC_RELAXED) & bit);
#endif
}

#endif
