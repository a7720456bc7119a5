/* SPDX-License-Identifier: Apache-2.0
 *
 * Products over semirings of the user's own become machine code by every strategy, which needs NVRTC but no
 * GPU: values of 1, 4 and 32 bytes, with and without j, and sums that may stop.
 */
#include <tropic_define.h>

#include "tests/jit_kernels.h"

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

/* As spmv/jit/user_product.cu names them, by variant. */
#define SCALAR "#include \"spmv/strategies/pull_list.cuh\"\n#include \"spmv/strategies/csc_scalar.cuh\"\n"
#define LANES "#include \"spmv/strategies/pull_list.cuh\"\n#include \"spmv/strategies/csc_subwarp.cuh\"\n"
#define WALK "#include \"spmv/strategies/pull_list.cuh\"\n#include \"spmv/strategies/cooc_segmented.cuh\"\n"
static const struct {
    int variant;
    const char *headers, *kernels[3];
} made[] = {
    {TP_VARIANT_COLUMNS, "#include \"spmv/strategies/csc_columns.cuh\"\n", {"user_csc_columns"}},
    {TP_VARIANT_SCALAR, SCALAR, {"user_csc_scalar"}},
    {TP_VARIANT_SCALAR_DENSE, SCALAR, {"user_csc_scalar_dense"}},
    {TP_VARIANT_SUBWARP, LANES, {"user_csc_subwarp", "user_csc_pieces"}},
    {TP_VARIANT_SUBWARP_DENSE, LANES, {"user_csc_subwarp_dense", "user_csc_pieces_dense"}},
    {TP_VARIANT_QUADS, LANES, {"user_csc_quads_1"}},
    {TP_VARIANT_QUADS + 3, LANES, {"user_csc_quads_8"}},
    {TP_VARIANT_SEGMENTED, WALK, {"user_cooc_segmented", "user_cooc_join"}},
    {TP_VARIANT_SEGMENTED_DENSE, WALK, {"user_cooc_segmented_dense", "user_cooc_join"}},
    {TP_VARIANT_VECTOR,
     "#include \"spmv/strategies/pull_list.cuh\"\n#include \"spmv/strategies/csc_vector.cuh\"\n",
     {"user_csc_vector", "user_csc_vector_hubs"}},
    {TP_VARIANT_PUSH,
     "#include \"spmv/strategies/prepare.cuh\"\n#include \"spmv/strategies/csr_push.cuh\"\n",
     {"user_prepare_all", "user_csr_push", "user_csr_push_hubs"}},
};

/* The variants that are compiled of a semiring: all, or every second. (A compilation takes a quarter of a second.) */
typedef enum variants { ALL_VARIANTS, EVEN_VARIANTS, ODD_VARIANTS } variants;

static void compile(tropic_context *context, const tropic_semiring_source *source, bool vxm, variants which)
{
    const size_t first = which == ODD_VARIANTS, step = which == ALL_VARIANTS ? 1 : 2;
    tropic_semiring *semiring = NULL;
    assert_ok(context, tropic_semiring_create(&semiring, context, source));
    for (size_t m = first; m < sizeof made / sizeof *made; m += step) {
        tp_source_text text = {.memory = &context->memory};
        tp_source_add(&text, "#define TP_VARIANT %d\n", made[m].variant);
        tp_user_source(&text, semiring, vxm, made[m].headers);
        test_kernels_are(context, &text, source->name, made[m].kernels, 3);
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

static tropic_type any_type_of(tropic_builtin name)
{
    for (int type = TROPIC_TYPES - 1; type >= 0; type--)
        if (tropic_semiring_builtin(name, (tropic_type)type)) return (tropic_type)type;
    fail_msg("a semiring without types");
    return TROPIC_BOOL;
}

static bool suits(int variant, bool stops)
{
    if (variant == TP_VARIANT_VECTOR) return stops;
    return !stops || variant < TP_VARIANT_SUBWARP || variant > TP_VARIANT_QUADS + 3;
}

/* A variant of each, in turn; csc_vector's only where sums stop early, some lanes per list only elsewhere. */
static void every_builtin_semiring_compiles(void **state)
{
    const size_t variants = sizeof made / sizeof *made;
    tropic_context *context = test_context();
    size_t turn = 0;
    (void)state;
    if (!test_kernels_can_be(context)) {
        tropic_context_free(&context);
        test_skip("no NVRTC");
    }
    for (int name = 0; name < TROPIC_BUILTINS; name++) {
        const tropic_semiring *semiring =
            tropic_semiring_builtin((tropic_builtin)name, any_type_of((tropic_builtin)name));
        const bool stops = tp_semiring_stops(semiring);
        tp_source_text text = {.memory = &context->memory};
        while (!suits(made[turn % variants].variant, stops)) turn++;
        tp_source_add(&text, "#define TP_VARIANT %d\n", made[turn % variants].variant);
        tp_builtin_source(&text, (tropic_builtin)name, semiring->type, made[turn % variants].headers);
        test_kernels_are(context, &text, semiring->name, made[turn % variants].kernels, 3);
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
