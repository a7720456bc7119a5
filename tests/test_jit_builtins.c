/* SPDX-License-Identifier: Apache-2.0
 *
 * Products over built-in semirings become machine code, which needs NVRTC but no GPU. (tests/full_jit_products.c has
 * every type and strategy.)
 */
#include "tests/jit_kernels.h"
#include "tests/jit_variants.h"

#include "semiring/semiring.h"
#include "spmv/jit/user_source.h"

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
    OWNED(tropic_context) *context = test_context();
    int turn = 0;
    if (!test_kernels_can_be(context)) {
        tropic_context_free(&context);
        test_skip("no NVRTC");
    }
    for (int name = TROPIC_BUILTINS_FIRST; name < TROPIC_BUILTINS; name++) {
        const tropic_semiring *semiring =
            tropic_semiring_builtin((tropic_builtin)name, any_type_of((tropic_builtin)name, name));
        const bool stops = tp_semiring_stops(semiring);
        while (!jit_variant_suits(turn % TP_VARIANTS, stops)) turn++;
        jit_variant_compile(context, semiring, false, turn++ % TP_VARIANTS);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_builtin_semiring_compiles, test_cache_begin, test_cache_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
