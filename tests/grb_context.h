/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/context.h with SuiteSparse:GraphBLAS: cmocka_run_group_tests(tests, context_open_grb, context_close_grb).
 */
#ifndef TROPIC_TESTS_GRB_CONTEXT_H
#define TROPIC_TESTS_GRB_CONTEXT_H

#include "reference/grb.h"
#include "reference/reference.h"
#include "tests/context.h"

#define assert_grb(call) assert_int_equal(call, GrB_SUCCESS)

static inline int context_open_grb(void **state)
{
    context_open(state);
    assert_grb(grb_start());
    return 0;
}
static inline int context_close_grb(void **state)
{
    context_close(state);
    reference_finish();
    return 0;
}

#endif
