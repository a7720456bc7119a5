/* SPDX-License-Identifier: Apache-2.0
 *
 * Primitives of a thread, a warp and the grid. Includes no header of the CUDA toolkit.
 */
#ifndef TP_WARP_CUH
#define TP_WARP_CUH

#include "semiring/language.h"
#include "runtime/pass.cuh"
#include "spmv/step.h"

/* Entries that a thread has in flight, to hide the latency of the gathers. */
#define TP_FLIGHT 4

TP_FN int tp_lane(void)
{
    return (int)(threadIdx.x % TP_WARP);
}
TP_FN int64_t tp_thread(void)
{
    return (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
}
TP_FN int64_t tp_threads(void)
{
    return (int64_t)gridDim.x * blockDim.x;
}
TP_FN int64_t tp_warp(void)
{
    return tp_thread() / TP_WARP;
}
TP_FN int64_t tp_warps(void)
{
    return tp_threads() / TP_WARP;
}

/* How many of `count` things each warp of the grid takes at a time, at most `max`. */
TP_FN int tp_items_per_warp(tropic_index count, int max)
{
    const int64_t share = (count + tp_warps() - 1) / tp_warps();
    return share < max ? (int)share : max;
}

/* A pointer into device memory, which the compiler may not know for one. */
template <class T> TP_FN T *tp_global(T *pointer)
{
    __builtin_assume(__isGlobal(pointer));
    return pointer;
}
/* The same, as a base that the compiler knows nothing of: it adds an index to the base as the code says. Where it knows
 * how a pointer was made, it adds up all indices first, in 64 bits each. */
template <class T> TP_FN T *tp_base(T *pointer)
{
    const void *base = pointer; /* (NVRTC 13.0 breaks off at a pointer to a struct of one byte.) */
    asm("" : "+l"(base));
    return (T *)tp_global(base);
}

/* The same of an index, which is multiplied and added in one instruction then. */
TP_FN unsigned tp_index(unsigned index)
{
    asm("" : "+r"(index));
    return index;
}

/* A value that is read once, and not kept in the L1 cache, which is the sources'. */
template <class T> TP_FN T tp_stream(const T *from)
{
    union {
        unsigned word;
        unsigned long long words;
        T value;
    } read;
    if (sizeof(T) == 4 && alignof(T) == 4)
        asm("ld.global.nc.L1::no_allocate.u32 %0, [%1];" : "=r"(read.word) : "l"(from));
    else if (sizeof(T) == 8 && alignof(T) == 8)
        asm("ld.global.nc.L1::no_allocate.u64 %0, [%1];" : "=l"(read.words) : "l"(from));
    else
        return *from;
    return read.value;
}

/* Four values that follow one another, aligned to 16 bytes at least where they have four or more; STREAM: not kept
 * in the L1 cache. */
template <bool STREAM, class T> TP_FN void tp_load4(const T *from, T *to)
{
    enum { WORDS = sizeof(T) % 4 == 0 ? (int)sizeof(T) : 0 };
    union {
        unsigned words[WORDS > 0 ? WORDS : 4];
        T values[4];
    } read;
#define LOAD(instruction)                                                                                              \
    asm(instruction " {%0, %1, %2, %3}, [%4];"                                                                         \
        : "=r"(read.words[w]), "=r"(read.words[w + 1]), "=r"(read.words[w + 2]), "=r"(read.words[w + 3])               \
        : "l"((const char *)from + 4 * w))
#pragma unroll
    for (int w = 0; w < WORDS; w += 4)
        if (STREAM)
            LOAD("ld.global.nc.L1::no_allocate.v4.u32");
        else
            LOAD("ld.global.nc.v4.u32");
#undef LOAD
#pragma unroll
    for (int k = 0; k < 4; k++) to[k] = WORDS > 0 ? read.values[k] : from[k];
}

TP_FN unsigned long long tp_warp_sum(unsigned long long v)
{
#pragma unroll
    for (int other = TP_WARP / 2; other > 0; other /= 2) v += __shfl_xor_sync(TP_EVERY_LANE, v, other);
    return v;
}

TP_FN unsigned tp_warp_total(unsigned v)
{
#if __CUDA_ARCH__ >= 800
    return __reduce_add_sync(TP_EVERY_LANE, v);
#else
    return (unsigned)tp_warp_sum(v);
#endif
}
TP_FN unsigned tp_warp_max(unsigned v)
{
#if __CUDA_ARCH__ >= 800
    return __reduce_max_sync(TP_EVERY_LANE, v);
#else
#pragma unroll
    for (int other = TP_WARP / 2; other > 0; other /= 2) {
        const unsigned theirs = __shfl_xor_sync(TP_EVERY_LANE, v, other);
        if (theirs > v) v = theirs;
    }
    return v;
#endif
}

TP_FN unsigned long long tp_warp_min(unsigned long long v)
{
#if __CUDA_ARCH__ >= 800
    const unsigned high = __reduce_min_sync(TP_EVERY_LANE, (unsigned)(v >> 32));
    const unsigned low = (unsigned)(v >> 32) == high ? (unsigned)v : ~0u;
    return (unsigned long long)high << 32 | __reduce_min_sync(TP_EVERY_LANE, low);
#else
#pragma unroll
    for (int other = TP_WARP / 2; other > 0; other /= 2) {
        const unsigned long long theirs = __shfl_xor_sync(TP_EVERY_LANE, v, other);
        if (theirs < v) v = theirs;
    }
    return v;
#endif
}

/* The sum of v over this lane and those before it. */
TP_FN unsigned tp_warp_ends(unsigned v)
{
#pragma unroll
    for (int back = 1; back < TP_WARP; back *= 2) {
        const unsigned before = __shfl_up_sync(TP_EVERY_LANE, v, back);
        if (tp_lane() >= back) v += before;
    }
    return v;
}

/* Whose is place e, if lane l's places end at its `ends` (as tp_warp_ends has them)? The first lane with ends > e. */
TP_FN int tp_warp_owner(int ends, int e)
{
    int owner = 0;
#pragma unroll
    for (int step = TP_WARP / 2; step > 0; step /= 2)
        if (__shfl_sync(TP_EVERY_LANE, ends, owner + step - 1) <= e) owner += step;
    return owner;
}

/* Has the first cache line of a list fetched, for whoever reads it next on this multiprocessor. */
TP_FN void tp_ask_line(const tropic_index *ids, tropic_index entries)
{
    if (entries > 0) asm volatile("prefetch.global.L1 [%0];" ::"l"(ids));
}

/* The list from `min` up to `max` that entry k lies in. */
TP_FN tropic_index tp_list_of(const tropic_offset *offsets, tropic_index min, tropic_index max, tropic_offset k)
{
    while (min + 1 < max) {
        const tropic_index middle = min + (max - min) / 2;
        if (__ldg(offsets + middle) <= k)
            min = middle;
        else
            max = middle;
    }
    return min;
}

/* A barrier of all blocks of a cooperative launch. After it, all threads see whatever any thread wrote before. */
TP_FN void tp_grid_barrier(unsigned *barrier)
{
    __syncthreads();
    if (gridDim.x > 1 && threadIdx.x == 0) {
        /* Block 0 adds the rest to 2^31, so that the top bit flips when the last block arrives. */
        const unsigned top = 0x80000000u;
        const unsigned mine = blockIdx.x == 0 ? top - (gridDim.x - 1) : 1;
        unsigned before;
        __threadfence();
        before = atomicAdd(barrier, mine);
        while (((before ^ *(volatile unsigned *)barrier) & top) == 0) {
        }
        __threadfence();
    }
    __syncthreads();
}

/* Another lane's value, of any type: word by word. */
#define TP_SHUFFLE(name, instruction)                                                                                  \
    template <typename T> TP_FN T name(T v, int other)                                                                 \
    {                                                                                                                  \
        enum { WORDS = (sizeof(T) + sizeof(unsigned) - 1) / sizeof(unsigned) };                                        \
        unsigned words[WORDS] = {};                                                                                    \
        memcpy(words, &v, sizeof v);                                                                                   \
        _Pragma("unroll") for (int k = 0; k < WORDS; k++) words[k] = instruction(TP_EVERY_LANE, words[k], other);      \
        memcpy(&v, words, sizeof v);                                                                                   \
        return v;                                                                                                      \
    }
TP_SHUFFLE(tp_shuffle_xor, __shfl_xor_sync)
TP_SHUFFLE(tp_shuffle_up, __shfl_up_sync)
TP_SHUFFLE(tp_shuffle_from, __shfl_sync)

#endif
