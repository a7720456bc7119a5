/* SPDX-License-Identifier: Apache-2.0
 *
 * Every built-in semiring becomes GPU kernels, over every type that it has and in every variant of a product: what a
 * GPU compiles on first use. Needs NVRTC, and no GPU.
 */
#include "semiring/semiring.h"
#include "spmv/jit/user_source.h"
#include "tests/jit_kernels.h"
#include "tests/jit_variants.h"

static void compile_variants(tropic_context *context, tropic_builtin name, const tropic_semiring *semiring)
{
    for (size_t m = 0; m < jit_variant_count; m++) {
        tp_source_text text = {.memory = &context->memory};
        if (!jit_variant_suits(jit_variants[m].variant, tp_semiring_stops(semiring))) continue;
        tp_source_add(&text, "#define TP_VARIANT %d\n", jit_variants[m].variant);
        tp_builtin_source(&text, name, semiring->type, jit_variants[m].headers);
        test_kernels_are(context, &text, semiring->name, jit_variants[m].kernels, JIT_VARIANT_KERNELS);
    }
}

static void every_builtin_product_compiles(void **state)
{
    tropic_context *context = test_context();
    (void)state;
    if (!test_kernels_can_be(context)) {
        tropic_context_free(&context);
        test_skip("no NVRTC");
    }
    for (int name = TROPIC_BUILTINS_FIRST; name < TROPIC_BUILTINS; name++)
        for (int type = 0; type < (int)TROPIC_TYPES; type++) {
            const tropic_semiring *semiring = tropic_semiring_builtin((tropic_builtin)name, (tropic_type)type);
            if (semiring) compile_variants(context, (tropic_builtin)name, semiring);
        }
    tropic_context_free(&context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_builtin_product_compiles, test_cache_begin, test_cache_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
