/* SPDX-License-Identifier: Apache-2.0
 *
 * Random operations against GraphBLAS, a few thousand.
 */
#include "tests/operations.h"

static void test_random_operations(void **unused)
{
    (void)unused;
    enum { CASES = 2000, SMALL = 60 };
    operations_check(1, test_sized(CASES, SMALL));
}

int main(void)
{
    test_need_device();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_random_operations, operations_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
