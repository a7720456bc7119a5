/* SPDX-License-Identifier: Apache-2.0
 *
 * A run keeps so many working arrays and no more: the next is refused, and memory behind their list stays.
 */
#include "algorithms/run.h"
#include "tests/common.h"

static void one_too_many_is_refused(void **state)
{
    OWNED(tropic_context) *context = test_context();
    tp_run run = tp_run_in(context, NULL);
    void *array[TP_ARENA_ARRAYS], *more = NULL;
    for (int k = 0; k < TP_ARENA_ARRAYS; k++)
        assert_ok(context, tp_run_array(&run, &array[k], 4, sizeof(int32_t), "an array"));
    assert_status(context, TROPIC_NOT_SUPPORTED, tp_run_array(&run, &more, 4, sizeof(int32_t), "one more"));
    assert_non_null(strstr(tropic_context_error(context), "one more"));
    assert_null(more);
    assert_int_equal(run.arena.count, TP_ARENA_ARRAYS);
    /* One that goes makes room. */
    tp_run_release(&run, array[3]);
    assert_ok(context, tp_run_array(&run, &more, 4, sizeof(int32_t), "one more"));
    assert_int_equal(tp_run_end(&run, TROPIC_OK), TROPIC_OK);
    assert_int_equal(context->working, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(one_too_many_is_refused)};
    test_need_device();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
