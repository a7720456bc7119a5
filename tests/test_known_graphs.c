/* SPDX-License-Identifier: Apache-2.0
 *
 * BFS, SSSP and BC on the real graphs of matrices/, against the oracle and GraphBLAS.
 */
#include "tests/algorithm_checks.h"

/* Tests run in the root of the sources. */
#ifndef TROPIC_SOURCE_DIR
#define TROPIC_SOURCE_DIR "."
#endif

static void test_matrices(void **unused)
{
    const tropic_offset max = test_sized(200000, 200);
    assert_true(run_check_folder(TROPIC_SOURCE_DIR "/matrices", max) > 0);
}

int main(void)
{
    test_need_device();
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_matrices)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
