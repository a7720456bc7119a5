/* SPDX-License-Identifier: Apache-2.0
 *
 * The library with memory of the test's, of which nothing may be left in the end.
 */
#ifndef TROPIC_TESTS_GRAPHBLAS_COUNTING_H
#define TROPIC_TESTS_GRAPHBLAS_COUNTING_H

#include "tests/graphblas/common.h"

static long live; /* arrays that are not freed */

static inline void *count_allocate(size_t bytes)
{
    __atomic_fetch_add(&live, 1, __ATOMIC_RELAXED);
    return malloc(bytes);
}

static inline void count_release(void *pointer)
{
    assert_non_null(pointer);
    __atomic_fetch_sub(&live, 1, __ATOMIC_RELAXED);
    free(pointer);
}

/* Bytes in memory of their own. */
static inline void *count_copy(const void *from, size_t bytes)
{
    return memcpy(count_allocate(bytes + 1), from, bytes);
}

static inline int open_counting(void **state)
{
    choose_device();
    return GxB_init(GrB_NONBLOCKING, count_allocate, NULL, NULL, count_release) == GrB_SUCCESS ? 0 : -1;
}

/* The last test (what a group's teardown finds does not fail a program). */
static inline void nothing_is_left(void **state)
{
    ok(GrB_finalize());
    assert_int_equal(live, 0);
}

#endif
