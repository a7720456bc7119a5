/* SPDX-License-Identifier: Apache-2.0
 *
 * Elementwise operations along a list, by operators of the user's own, become machine code.
 */
#include "tests/jit_operators.h"

#include "spmv/jit/user_source.h"

static void operations_along_lists_compile(void **state)
{
    OWNED(jit_operators) o;
    jit_operators_open(&o);
    jit_operators_compile(&o, true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(operations_along_lists_compile, test_cache_begin, test_cache_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
