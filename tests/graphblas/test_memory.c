/* SPDX-License-Identifier: Apache-2.0
 *
 * Memory of the host that runs out, and objects that are left over.
 */
#include "tests/graphblas/failing/calls.h"

static GrB_Info init_over_failing(GrB_Mode mode)
{
    return GxB_init(mode, failing_allocate, NULL, NULL, failing_release);
}

static const failing_memory memory = {malloc, free, init_over_failing};

static void each_call(void **state)
{
    assert_true(failing_calls_run(&memory) > 0);
}

static void init(void **state)
{
    assert_true(failing_init_run(&memory) > 0);
    assert_int_equal(GxB_init(GrB_BLOCKING, NULL, NULL, NULL, free), GrB_NULL_POINTER);
}

/* An object that outlives GrB_finalize is of no use, and there is no GrB_init after it: the last test. */
static void object_left_over(void **state)
{
    static GrB_Scalar left, freed;
    static GxB_Iterator iterator, none;
    ok(GrB_init(GrB_BLOCKING));
    ok(GrB_Scalar_new(&left, GrB_INT8));
    ok(GrB_Scalar_new(&freed, GrB_INT8));
    ok(GrB_Scalar_free(&freed));
    ok(GxB_Iterator_new(&iterator));
    ok(GrB_finalize());
    fails(INVALID_VALUE, GrB_init(GrB_BLOCKING));
    fails(PANIC, GrB_Scalar_free(&left));
    fails(PANIC, GxB_Iterator_free(&iterator));
    ok(GxB_Iterator_free(&none));
    assert_non_null(left);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(init), cmocka_unit_test(each_call),
                                       cmocka_unit_test(object_left_over)};
    test_need_device();
    choose_device();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
