/* SPDX-License-Identifier: Apache-2.0
 *
 * Products over semirings of the user's own become machine code by every strategy, which needs NVRTC but no
 * GPU: values of 1, 4 and 32 bytes, with and without j, and sums that may stop.
 */
#include <tropic_define.h>

#include "tests/jit_kernels.h"

#include "semiring/semiring.h"
#include "spmv/forms.h"
#include "spmv/user_script.h"

/* clang-format off */
TROPIC_SEMIRING(plain_sum, float, float, float, a + b, x * y, 0);
TROPIC_SEMIRING_STOP(either, bool, bool, bool, a || b, x && y, false, a);
TROPIC_STRUCT(sums, double d[4];);
TROPIC_SEMIRING(placed, sums, sums, sums, ((sums){{a.d[0] + b.d[0], a.d[1], b.d[2], a.d[3]}}),
                ((sums){{x.d[0] * y.d[0], (double)i, (double)j, w.d[3]}}), ((sums){{0, 0, 0, 0}}));
/* clang-format on */

/* As spmv/user.cu names them, by form. */
#define SCALAR "#include \"spmv/gather.cuh\"\n#include \"spmv/csc_scalar.cuh\"\n"
#define LANES "#include \"spmv/gather.cuh\"\n#include \"spmv/lanes.cuh\"\n"
#define WALK "#include \"spmv/gather.cuh\"\n#include \"spmv/entries.cuh\"\n"
static const struct {
    int form;
    const char *headers, *kernels[3];
} made[] = {
    {TP_FORM_COLUMNS, "#include \"spmv/csc_columns.cuh\"\n", {"user_csc_columns"}},
    {TP_FORM_SCALAR, SCALAR, {"user_csc_scalar"}},
    {TP_FORM_SCALAR_PLAIN, SCALAR, {"user_csc_scalar_plain"}},
    {TP_FORM_LANES, LANES, {"user_csc_lanes", "user_csc_pieces"}},
    {TP_FORM_LANES_PLAIN, LANES, {"user_csc_lanes_plain", "user_csc_pieces_plain"}},
    {TP_FORM_QUADS, LANES, {"user_csc_quads_1"}},
    {TP_FORM_QUADS + 3, LANES, {"user_csc_quads_8"}},
    {TP_FORM_WALK, WALK, {"user_cooc_walk", "user_cooc_join"}},
    {TP_FORM_WALK_PLAIN, WALK, {"user_cooc_walk_plain", "user_cooc_join"}},
    {TP_FORM_VECTOR,
     "#include \"spmv/gather.cuh\"\n#include \"spmv/csc_vector.cuh\"\n",
     {"user_csc_vector", "user_csc_vector_hubs"}},
    {TP_FORM_PUSH,
     "#include \"spmv/prepare.cuh\"\n#include \"spmv/csr_push.cuh\"\n",
     {"user_prepare_all", "user_csr_push", "user_csr_push_hubs"}},
};

/* The forms that are compiled of a semiring: all, or every second. (A compilation takes a quarter of a second.) */
typedef enum forms { ALL_FORMS, EVEN_FORMS, ODD_FORMS } forms;

static void compile(tropic_context *context, const tropic_semiring_source *source, bool vxm, forms which)
{
    const size_t first = which == ODD_FORMS, step = which == ALL_FORMS ? 1 : 2;
    tropic_semiring *semiring = NULL;
    assert_ok(context, tropic_semiring_create(&semiring, context, source));
    for (size_t m = first; m < sizeof made / sizeof *made; m += step) {
        tp_script text = {.memory = &context->memory};
        tp_script_add(&text, "#define TP_FORM %d\n", made[m].form);
        tp_user_script(&text, semiring, vxm, made[m].headers);
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
    compile(context, &plain_sum, false, EVEN_FORMS);
    compile(context, &either, false, ODD_FORMS);
    compile(context, &placed, true, ALL_FORMS);
    tropic_context_free(&context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_strategy_compiles, test_cache_begin, test_cache_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
