/* SPDX-License-Identifier: Apache-2.0
 *
 * Random operations against GraphBLAS, a few thousand.
 */
#include "tests/jit.h"
#include "tests/operations.h"

static void test_random_operations(void **unused)
{
    (void)unused;
    enum { CASES = 2000, SMALL = 60 };
    operations_check(1, test_sized(CASES, SMALL), OPERATIONS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_random_operations, operations_teardown),
    };
    test_need_device();
    if (test_cache_begin(NULL) != 0) return 1;
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return test_cache_end(NULL) != 0 ? 1 : failed;
}
