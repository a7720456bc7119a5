/* SPDX-License-Identifier: Apache-2.0
 *
 * Products over semirings of two operators become machine code, as those of tests/test_jit_products.c do.
 */
#include <tropic_define.h>

#include "tests/jit_kernels.h"
#include "tests/jit_variants.h"

#include "spmv/jit/variants.h" /* which links the library with its inside */

/* clang-format off */
TROPIC_MONOID(most_of, int16_t, a > b ? a : b, INT16_MIN);
/* clang-format on */

/* Of two operators: built-in ones whose sums may stop, and one of the user's with one that looks at places. */
static void composed_semirings_compile(void **state)
{
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_operator) *most = NULL;
    OWNED(tropic_semiring) *first = NULL, *second = NULL;
    if (!test_kernels_can_be(context)) {
        tropic_context_free(&context);
        test_skip("no NVRTC");
    }
    assert_ok(context, tropic_operator_create(&most, context, &most_of));
    assert_ok(context, tropic_semiring_from_operators(&first, context, tropic_operator_builtin(TROPIC_LOR, TROPIC_BOOL),
                                                      tropic_operator_builtin(TROPIC_EQ, TROPIC_FP32)));
    assert_ok(context, tropic_semiring_from_operators(&second, context, most,
                                                      tropic_operator_builtin(TROPIC_DIAGONAL_INDEX, TROPIC_INT16)));
    jit_variants_compile_of(context, first, false, 1, 4);
    jit_variants_compile_of(context, second, true, 2, 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(composed_semirings_compile, test_cache_begin, test_cache_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
