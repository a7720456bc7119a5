/* SPDX-License-Identifier: Apache-2.0
 *
 * Elementwise operations by operators of the user's own, and loops of them and of products, become machine code.
 */
#include <tropic_define.h>

#include "tests/jit_kernels.h"

#include "semiring/semiring.h"
#include "spmv/loop/loop_source.h"
#include "spmv/jit/user_source.h"

/* clang-format off */
TROPIC_STRUCT(sums, double d[4];);
TROPIC_SEMIRING(added, sums, sums, sums, ((sums){{a.d[0] + b.d[0], a.d[1], b.d[2], a.d[3]}}),
                ((sums){{x.d[0] * y.d[0], (double)i, (double)j, w.d[3]}}), ((sums){{0, 0, 0, 0}}));
TROPIC_OPERATOR(halved, float, float, float, x + y / 2);
TROPIC_OPERATOR(first_of, sums, sums, sums, ((sums){{x.d[0], y.d[1], i, 0}}));
TROPIC_OPERATOR(below, bool, sums, float, x.d[0] < y && j < i);
TROPIC_OPERATOR(length_of, float, sums, sums, (float)(x.d[0] * y.d[0]));
/* clang-format on */

/* Operator and accumulator: a user's, built in, or none; values of a built-in type, or a struct. */
static void elementwise_operations_and_loops_compile(void **state)
{
    static const char *const kernel[] = {"elementwise_user", "listed_user"}, *const loop[] = {"loop_kernel"};
    tropic_context *context = test_context();
    const tropic_operator *plus = tropic_operator_builtin(TROPIC_PLUS, TROPIC_FP32);
    tropic_operator *half = NULL, *first = NULL, *length = NULL;
    tropic_semiring *sum = NULL;
    tropic_type type;
    (void)state;
    if (!test_kernels_can_be(context)) {
        tropic_context_free(&context);
        test_skip("no NVRTC");
    }
    assert_ok(context, tropic_type_define(&type, context, &sums_type));
    assert_ok(context, tropic_operator_create(&half, context, &halved));
    assert_ok(context, tropic_operator_create(&first, context, &first_of));
    assert_ok(context, tropic_operator_create(&length, context, &length_of));
    assert_ok(context, tropic_semiring_create(&sum, context, &added));
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
        for (int along = 0; along < 2; along++) {
            tp_source_text text = {.memory = &context->memory};
            tp_elementwise_source(&text, &e, along);
            test_kernels_are(context, &text, result->name, &kernel[along], 1);
        }
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
    test_kernels_are(context, &text, "loop", loop, 1);
    tropic_semiring_free(&sum);
    tropic_operator_free(&half);
    tropic_operator_free(&first);
    tropic_operator_free(&length);
    tropic_context_free(&context);
}

/* Operators of the entries of matrices: what they make, and which they keep. */
static void operators_of_entries_compile(void **state)
{
    static const char *const chosen[] = {"chosen_user"}, *const test[] = {"test_user"};
    tropic_context *context = test_context();
    tropic_operator *op[4] = {NULL};
    tropic_type type;
    (void)state;
    if (!test_kernels_can_be(context)) {
        tropic_context_free(&context);
        test_skip("no NVRTC");
    }
    assert_ok(context, tropic_type_define(&type, context, &sums_type));
    assert_ok(context, tropic_operator_create(&op[0], context, &halved));
    assert_ok(context, tropic_operator_create(&op[1], context, &first_of));
    assert_ok(context, tropic_operator_create(&op[2], context, &length_of));
    assert_ok(context, tropic_operator_create(&op[3], context, &below));
    for (int k = 0; k < 4; k++) {
        const bool tests = op[k]->z == TROPIC_BOOL;
        tp_source_text text = {.memory = &context->memory};
        tp_entries_source(&text, op[k], tests);
        test_kernels_are(context, &text, op[k]->name, tests ? test : chosen, 1);
        tropic_operator_free(&op[k]);
    }
    tropic_context_free(&context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(operators_of_entries_compile, test_cache_begin, test_cache_end),
        cmocka_unit_test_setup_teardown(elementwise_operations_and_loops_compile, test_cache_begin, test_cache_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
