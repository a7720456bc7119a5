/* SPDX-License-Identifier: Apache-2.0
 *
 * Products over semirings of the user's own become machine code by every strategy, which needs NVRTC but no
 * GPU: values of 1 and 4 bytes, and sums that may stop. (tests/test_jit_structs.c has larger values, and j;
 * tests/test_jit_composed.c has semirings of two operators.)
 */
#include <tropic_define.h>

#include "tests/jit_kernels.h"
#include "tests/jit_variants.h"

#include "spmv/jit/variants.h" /* which links the library with its inside */

/* clang-format off */
TROPIC_SEMIRING(plain_sum, float, float, float, a + b, x * y, 0);
TROPIC_SEMIRING_STOP(either, bool, bool, bool, a || b, x && y, false, a);
/* clang-format on */

/* (A compilation takes a quarter of a second: each has every second variant.) */
static void every_strategy_compiles(void **state)
{
    OWNED(tropic_context) *context = test_context();
    if (!test_kernels_can_be(context)) {
        tropic_context_free(&context);
        test_skip("no NVRTC");
    }
    jit_variants_compile(context, &plain_sum, false, 0, 2);
    jit_variants_compile(context, &either, false, 1, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_strategy_compiles, test_cache_begin, test_cache_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
