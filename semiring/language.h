/* SPDX-License-Identifier: Apache-2.0
 *
 * The few words that C and CUDA spell differently, for text that is compiled as both, and the pasting
 * of names.
 */
#ifndef TP_LANGUAGE_H
#define TP_LANGUAGE_H

#include <tropic.h>

#ifdef __CUDACC__
#define TP_FN static __device__ __forceinline__
#ifdef __CUDACC_RTC__
#include <math.h> /* which nvcc includes by itself */
/* Found by name in an image that was compiled at run time. */
#define TP_KERNEL extern "C" __global__
#else
#define TP_KERNEL static __global__
#endif
#define TP_ORDINARY(x) false
#else
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#define TP_FN static inline __attribute__((unused, always_inline))
/* Is x neither zero nor NaN? A processor tells by one comparison, and guesses that it is; on a GPU there is nothing
 * to gain, and nobody asks. */
#define TP_ORDINARY(x) __builtin_expect(__builtin_islessgreater(x, 0), 1)
#endif

#define TP_PASTE2(a, b) a##_##b
#define TP_PASTE3(a, b, c) a##_##b##_##c
#define TP_JOIN2(a, b) TP_PASTE2(a, b)
#define TP_JOIN3(a, b, c) TP_PASTE3(a, b, c)

#endif
