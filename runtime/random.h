/* SPDX-License-Identifier: Apache-2.0
 *
 * splitmix64, for random words and for hashes: the same on every machine. One text, compiled as C and as CUDA.
 *
 * Source: Steele, Lea and Flood, Fast Splittable Pseudorandom Number Generators, OOPSLA 2014.
 */
#ifndef TP_RANDOM_H
#define TP_RANDOM_H

#include <stdint.h>

#ifdef __CUDACC__
#define TP_RANDOM_FN static __host__ __device__ inline
#else
#define TP_RANDOM_FN static inline
#endif

/* 2^64 by the golden ratio: multiples of it spread evenly. */
#define TP_GOLDEN ((uint64_t)0x9e3779b97f4a7c15u)

#define TP_GOLDEN_32 0x9e3779b9u /* 2^32 by it */

/* The slot of a key, of 2^bits, bits > 0: the top bits of a multiple, which depend on all bits of the key, so that keys
 * a power of two apart spread as well as others. (Knuth, The Art of Computer Programming 3, 6.4: Fibonacci hashing.) */
TP_RANDOM_FN uint64_t tp_slot(uint64_t key, int bits)
{
    return key * TP_GOLDEN >> (64 - bits);
}
/* The same of ids of 32 bits. */
TP_RANDOM_FN uint32_t tp_slot_32(uint32_t key, int bits)
{
    return key * TP_GOLDEN_32 >> (32 - bits);
}

/* The finaliser: a bijection each bit of whose result depends on all. */
TP_RANDOM_FN uint64_t tp_mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* The k-th word of the sequence that a key begins. */
TP_RANDOM_FN uint64_t tp_word(uint64_t key, uint64_t k)
{
    return tp_mix(key + (k + 1) * TP_GOLDEN);
}

#endif
