/* SPDX-License-Identifier: Apache-2.0
 *
 * Every built-in semiring becomes GPU kernels, over every type that it has and in every variant of a product that a
 * GPU compiles on first use. Needs NVRTC, and no GPU.
 */
#include "semiring/semiring.h"
#include "spmv/jit/user_source.h"
#include "tests/jit_kernels.h"
#include "tests/jit_variants.h"

static void every_builtin_product_compiles(void **state)
{
    OWNED(tropic_context) *context = test_context();
    if (!test_kernels_can_be(context)) {
        tropic_context_free(&context);
        test_skip("no NVRTC");
    }
    for (int name = TROPIC_BUILTINS_FIRST; name < TROPIC_BUILTINS; name++)
        for (int type = 0; type < (int)TROPIC_TYPES; type++) {
            const tropic_semiring *semiring = tropic_semiring_builtin((tropic_builtin)name, (tropic_type)type);
            for (int variant = 0; semiring && variant < TP_VARIANTS; variant++)
                if (jit_variant_suits(variant, tp_semiring_stops(semiring)))
                    jit_variant_compile(context, semiring, false, variant);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_builtin_product_compiles, test_cache_begin, test_cache_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
