/* SPDX-License-Identifier: Apache-2.0
 *
 * Products over a semiring of structs whose multiply sees indices and the old value become machine code by every
 * strategy, which needs NVRTC but no GPU.
 */
#include <tropic_define.h>

#include "tests/jit_kernels.h"
#include "tests/jit_variants.h"

#include "spmv/jit/variants.h" /* which links the library with its inside */

/* clang-format off */
TROPIC_STRUCT(sums, double d[4];);
TROPIC_SEMIRING(placed, sums, sums, sums, ((sums){{a.d[0] + b.d[0], a.d[1], b.d[2], a.d[3]}}),
                ((sums){{x.d[0] * y.d[0], (double)i, (double)j, w.d[3]}}), ((sums){{0, 0, 0, 0}}));
/* clang-format on */

static void every_strategy_compiles(void **state)
{
    OWNED(tropic_context) *context = test_context();
    tropic_type type;
    if (!test_kernels_can_be(context)) {
        tropic_context_free(&context);
        test_skip("no NVRTC");
    }
    assert_ok(context, tropic_type_define(&type, context, &sums_type));
    jit_variants_compile(context, &placed, true, 0, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_strategy_compiles, test_cache_begin, test_cache_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
