/* SPDX-License-Identifier: Apache-2.0
 *
 * Products over semirings of the user's own become machine code by every strategy, which needs NVRTC but no
 * GPU: values of 1, 4 and 32 bytes, with and without j, and sums that may stop.
 */
#include <tropic_define.h>

#include "tests/jit_kernels.h"
#include "tests/jit_variants.h"

#include "semiring/semiring.h"
#include "spmv/jit/variants.h"
#include "spmv/jit/user_source.h"

/* clang-format off */
TROPIC_SEMIRING(plain_sum, float, float, float, a + b, x * y, 0);
TROPIC_SEMIRING_STOP(either, bool, bool, bool, a || b, x && y, false, a);
TROPIC_STRUCT(sums, double d[4];);
TROPIC_SEMIRING(placed, sums, sums, sums, ((sums){{a.d[0] + b.d[0], a.d[1], b.d[2], a.d[3]}}),
                ((sums){{x.d[0] * y.d[0], (double)i, (double)j, w.d[3]}}), ((sums){{0, 0, 0, 0}}));
/* clang-format on */

/* The variants that are compiled of a semiring: all, or every second. (A compilation takes a quarter of a second.) */
typedef enum variants { ALL_VARIANTS, EVEN_VARIANTS, ODD_VARIANTS } variants;

static void compile(tropic_context *context, const tropic_semiring_source *source, bool vxm, variants which)
{
    const size_t first = which == ODD_VARIANTS, step = which == ALL_VARIANTS ? 1 : 2;
    tropic_semiring *semiring = NULL;
    assert_ok(context, tropic_semiring_create(&semiring, context, source));
    for (size_t m = first; m < jit_variant_count; m += step) {
        tp_source_text text = {.memory = &context->memory};
        tp_source_add(&text, "#define TP_VARIANT %d\n", jit_variants[m].variant);
        tp_user_source(&text, semiring, vxm, jit_variants[m].headers);
        test_kernels_are(context, &text, source->name, jit_variants[m].kernels, JIT_VARIANT_KERNELS);
    }
    tropic_semiring_free(&semiring);
}

static void every_strategy_compiles(void **state)
{
    tropic_context *context = test_context();
    tropic_type type;
    (void)state;
    if (!test_kernels_can_be(context)) {
        tropic_context_free(&context);
        test_skip("no NVRTC");
    }
    assert_ok(context, tropic_type_define(&type, context, &sums_type));
    compile(context, &plain_sum, false, EVEN_VARIANTS);
    compile(context, &either, false, ODD_VARIANTS);
    compile(context, &placed, true, ALL_VARIANTS);
    tropic_context_free(&context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_strategy_compiles, test_cache_begin, test_cache_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
