/* SPDX-License-Identifier: Apache-2.0
 *
 * Shared by tests, also those without the library: types and random numbers.
 */
#ifndef TROPIC_TESTS_BASICS_H
#define TROPIC_TESTS_BASICS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

/* CMocka gives each test a state, and the library each callback its user's data and places: few of them look. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

/* A variable whose object is freed at the end of its block, the last declared first; what `return` gives is computed
 * before. For types with a TYPE_free that takes a pointer: OWNED(tropic_matrix) *A = NULL, *B = NULL; and for memory of
 * malloc: OWNED_MEMORY int32_t *levels = NULL. It is set before the block can be left; a failed assertion leaves it. */
#define OWNED(type) __attribute__((cleanup(type##_free))) type
#define OWNED_MEMORY __attribute__((cleanup(test_memory_free)))

static inline void test_memory_free(void *pointer)
{
    free(*(void **)pointer);
}

/* X(NAME, C type) for each built-in type. */
#define TEST_EACH_TYPE(X)                                                                                              \
    X(BOOL, bool)                                                                                                      \
    X(INT8, int8_t)                                                                                                    \
    X(INT16, int16_t)                                                                                                  \
    X(INT32, int32_t)                                                                                                  \
    X(INT64, int64_t)                                                                                                  \
    X(UINT8, uint8_t)                                                                                                  \
    X(UINT16, uint16_t)                                                                                                \
    X(UINT32, uint32_t)                                                                                                \
    X(UINT64, uint64_t)                                                                                                \
    X(FP32, float)                                                                                                     \
    X(FP64, double)

#define TEST_SKIPPED 77

/* splitmix64: the same stream everywhere. */
static inline uint64_t test_random(uint64_t *state)
{
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}
/* Uniform on 0 .. n - 1. */
static inline int32_t test_below(uint64_t *state, int32_t n)
{
    return (int32_t)(test_random(state) % (uint64_t)n);
}

#endif
