/* SPDX-License-Identifier: Apache-2.0
 *
 * Products over semirings of the user's own become machine code by every strategy, which needs NVRTC but no
 * GPU: values of 1, 4 and 32 bytes, with and without j, and sums that may stop. So do elementwise operations, and
 * loops of both.
 */
#include <tropic_define.h>

#include "tests/jit.h"

#include "runtime/jit/jit.h"
#include "semiring/semiring.h"
#include "spmv/jit/variants.h"
#include "spmv/loop/loop_source.h"
#include "spmv/jit/user_source.h"

#define ARCHITECTURE 90

/* clang-format off */
TROPIC_SEMIRING(plain_sum, float, float, float, a + b, x * y, 0);
TROPIC_SEMIRING_STOP(either, bool, bool, bool, a || b, x && y, false, a);
TROPIC_STRUCT(sums, double d[4];);
TROPIC_SEMIRING(placed, sums, sums, sums, ((sums){{a.d[0] + b.d[0], a.d[1], b.d[2], a.d[3]}}),
                ((sums){{x.d[0] * y.d[0], (double)i, (double)j, w.d[3]}}), ((sums){{0, 0, 0, 0}}));
TROPIC_OPERATOR(halved, float, float, float, x + y / 2);
TROPIC_OPERATOR(first_of, sums, sums, sums, ((sums){{x.d[0], y.d[1], i, 0}}));
TROPIC_OPERATOR(length_of, float, sums, sums, (float)(x.d[0] * y.d[0]));
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

/* Frees the text, in which there are these kernels. */
static void check(tropic_context *context, tp_source_text *text, const char *name, const char *const *kernels,
                  int count)
{
    void *image = NULL;
    size_t bytes = 0;
    tropic_status status;
    assert_false(text->failed);
    status = tp_jit_cubin(context, ARCHITECTURE, name, text->text, &image, &bytes);
    tp_source_free(text);
    assert_ok(context, status);
    for (int k = 0; k < count && kernels[k]; k++) {
        const size_t length = strlen(kernels[k]);
        bool found = false;
        for (size_t at = 0; !found && at + length < bytes; at++)
            found = memcmp((char *)image + at, kernels[k], length + 1) == 0;
        if (!found) fail_msg("%s: no %s", name, kernels[k]);
    }
    tp_release(&context->memory, image);
}

static bool is_there(tropic_context *context)
{
    void *image = NULL;
    size_t bytes = 0;
    const tropic_status status = tp_jit_cubin(context, ARCHITECTURE, "none", "", &image, &bytes);
    tp_release(&context->memory, image);
    return status != TROPIC_NOT_SUPPORTED;
}

static void compile(tropic_context *context, const tropic_semiring_source *source, bool vxm)
{
    tropic_semiring *semiring = NULL;
    assert_ok(context, tropic_semiring_create(&semiring, context, source));
    for (size_t m = 0; m < sizeof made / sizeof *made; m++) {
        tp_source_text text = {.memory = &context->memory};
        tp_source_add(&text, "#define TP_VARIANT %d\n", made[m].variant);
        tp_user_source(&text, semiring, vxm, made[m].headers);
        check(context, &text, source->name, made[m].kernels, 3);
    }
    tropic_semiring_free(&semiring);
}

static void every_strategy_compiles(void **state)
{
    tropic_context *context = test_context();
    tropic_type type;
    (void)state;
    if (!is_there(context)) {
        tropic_context_free(&context);
        test_skip("no NVRTC");
    }
    assert_ok(context, tropic_type_define(&type, context, &sums_type));
    compile(context, &plain_sum, false);
    compile(context, &either, false);
    compile(context, &placed, true);
    tropic_context_free(&context);
}

/* Operator and accumulator: a user's, built in, or none; values of a built-in type, or a struct. */
static void elementwise_operations_and_loops_compile(void **state)
{
    static const char *const kernel[] = {"elementwise_user"}, *const loop[] = {"loop_kernel"};
    tropic_context *context = test_context();
    const tropic_operator *plus = tropic_operator_builtin(TROPIC_PLUS, TROPIC_FP32);
    tropic_operator *half = NULL, *first = NULL, *length = NULL;
    tropic_semiring *sum = NULL;
    tropic_type type;
    (void)state;
    if (!is_there(context)) {
        tropic_context_free(&context);
        test_skip("no NVRTC");
    }
    assert_ok(context, tropic_type_define(&type, context, &sums_type));
    assert_ok(context, tropic_operator_create(&half, context, &halved));
    assert_ok(context, tropic_operator_create(&first, context, &first_of));
    assert_ok(context, tropic_operator_create(&length, context, &length_of));
    assert_ok(context, tropic_semiring_create(&sum, context, &placed));
    const struct {
        const tropic_operator *op, *accum;
        tp_kind kind;
    } cases[] = {{half, half, TP_UNION},          {half, plus, TP_UNION},          {plus, half, TP_INTERSECTION},
                 {length, NULL, TP_INTERSECTION}, {length, half, TP_INTERSECTION}, {first, NULL, TP_UNION},
                 {first, first, TP_UNION},        {NULL, first, TP_COPY}};
    enum { CASES = sizeof cases / sizeof *cases };
    tp_loop_item items[CASES + 2];
    memset(items, 0, sizeof items);
    for (int k = 0; k < CASES; k++) {
        const tropic_operator *result = cases[k].op ? cases[k].op : cases[k].accum;
        const tp_elementwise e = {.kind = cases[k].kind,
                                  .op = cases[k].op,
                                  .accum = cases[k].accum,
                                  .type = result->x,
                                  .result = result->z,
                                  .n = 9,
                                  .user = true};
        tp_source_text text = {.memory = &context->memory};
        tp_elementwise_source(&text, &e);
        check(context, &text, result->name, kernel, 1);
        items[k].kind = TP_ITEM_ELEMENTWISE;
        items[k].e = e;
        items[k].n = e.n;
    }
    for (int k = CASES; k < CASES + 2; k++) {
        items[k].kind = k == CASES ? TP_ITEM_PUSH : TP_ITEM_PULL_VECTOR;
        items[k].semiring = sum;
        items[k].n = items[k].arcs.lists = 9;
    }
    const tp_mask all = {.structure = true};
    tp_source_text text = {.memory = &context->memory};
    tp_loop_source(&text, items, CASES + 2, &all, 9, 1024);
    check(context, &text, "loop", loop, 1);
    tropic_semiring_free(&sum);
    tropic_operator_free(&half);
    tropic_operator_free(&first);
    tropic_operator_free(&length);
    tropic_context_free(&context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_strategy_compiles, test_cache_begin, test_cache_end),
        cmocka_unit_test_setup_teardown(elementwise_operations_and_loops_compile, test_cache_begin, test_cache_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
