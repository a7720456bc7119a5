/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/context.h with GraphBLAS and the operators of random operations.
 */
#ifndef TROPIC_TESTS_ALGEBRA_CONTEXT_H
#define TROPIC_TESTS_ALGEBRA_CONTEXT_H

#include "tests/context.h"
#include "tests/operation_algebra.h"

static inline int context_open_algebra(void **state)
{
    context_open(state);
    assert_int_equal(grb_start(), GrB_SUCCESS);
    algebra_open(context);
    return 0;
}
static inline int context_close_algebra(void **state)
{
    algebra_close();
    return context_close(state);
}

#endif
