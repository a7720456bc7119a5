/* SPDX-License-Identifier: Apache-2.0
 *
 * Shared by the test programs of GraphBLAS on Tropic.
 */
#ifndef TROPIC_TESTS_GRAPHBLAS_COMMON_H
#define TROPIC_TESTS_GRAPHBLAS_COMMON_H

#include "tests/common.h"

#include <GraphBLAS.h>

#define ok(call) assert_int_equal(call, GrB_SUCCESS)
#define fails(info, call) assert_int_equal(call, GrB_##info)

/* Has operations run on the device that the program was started for, from the next GrB_init on. */
static inline void choose_device(void)
{
    setenv("TROPIC_DEVICE", test_device() == TROPIC_DEVICE_CUDA ? "cuda" : "cpu", 1);
}

/* Of a group of tests. */
static inline int setup(void **state)
{
    choose_device();
    return GrB_init(GrB_NONBLOCKING) == GrB_SUCCESS ? 0 : -1;
}

static inline int teardown(void **state)
{
    return GrB_finalize() == GrB_SUCCESS ? 0 : -1;
}

#endif
