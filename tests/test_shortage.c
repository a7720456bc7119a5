/* SPDX-License-Identifier: Apache-2.0
 *
 * Host memory that runs short beside forms of matrices that can be made again.
 */
#include "tests/shortage.h"

static void host_memory(void **state)
{
    const test_shortage memory = {malloc, free, TROPIC_OUT_OF_MEMORY, false};
    (void)state;
    test_shortage_run(&memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(host_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
