/* SPDX-License-Identifier: Apache-2.0
 *
 * Options are as expected.
 */
#ifndef TROPIC_TESTS_GRAPHBLAS_OPTIONS_H
#define TROPIC_TESTS_GRAPHBLAS_OPTIONS_H

#include "tests/graphblas/common.h"

#define gives(expected, ...)                                                                                           \
    do {                                                                                                               \
        int number = -77;                                                                                              \
        ok(GxB_get(__VA_ARGS__, &number));                                                                             \
        assert_int_equal(number, expected);                                                                            \
    } while (0)
#define gives_real(expected, ...)                                                                                      \
    do {                                                                                                               \
        double real = -77;                                                                                             \
        ok(GxB_get(__VA_ARGS__, &real));                                                                               \
        assert_true(real == (expected));                                                                               \
    } while (0)

#endif
