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

/* The first that the semiring has, from this one on, which is a number modulo that of types. */
static tropic_type any_type_of(tropic_builtin name, int from)
{
    for (int k = 0; k < TROPIC_TYPES; k++) {
        const tropic_type type = (tropic_type)((from + k) % TROPIC_TYPES);
        if (tropic_semiring_builtin(name, type)) return type;
    }
    fail_msg("a semiring without types");
    return TROPIC_BOOL;
}

/* A type and a variant of each, in turn; csc_vector's only if sums stop early, some lanes per list only elsewhere. */
static void every_builtin_semiring_compiles(void **state)
{
    const size_t variants = jit_variant_count;
    tropic_context *context = test_context();
    size_t turn = 0;
    (void)state;
    if (!test_kernels_can_be(context)) {
        tropic_context_free(&context);
        test_skip("no NVRTC");
    }
    for (int name = 0; name < TROPIC_BUILTINS; name++) {
        const tropic_semiring *semiring =
            tropic_semiring_builtin((tropic_builtin)name, any_type_of((tropic_builtin)name, name));
        const bool stops = tp_semiring_stops(semiring);
        tp_source_text text = {.memory = &context->memory};
        while (!jit_variant_suits(jit_variants[turn % variants].variant, stops)) turn++;
        tp_source_add(&text, "#define TP_VARIANT %d\n", jit_variants[turn % variants].variant);
        tp_builtin_source(&text, (tropic_builtin)name, semiring->type, jit_variants[turn % variants].headers);
        test_kernels_are(context, &text, semiring->name, jit_variants[turn % variants].kernels, JIT_VARIANT_KERNELS);
        turn++;
    }
    tropic_context_free(&context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_strategy_compiles, test_cache_begin, test_cache_end),
        cmocka_unit_test_setup_teardown(every_builtin_semiring_compiles, test_cache_begin, test_cache_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
