/* SPDX-License-Identifier: Apache-2.0
 *
 * Elementwise operations, operations on entries of matrices, and loops of operations and products, by operators of the
 * user's own, become machine code. (test_jit_lists.c: along a list.)
 */
#include "tests/jit_operators.h"

#include "spmv/jit/user_source.h"
#include "spmv/loop/loop_source.h"

/* clang-format off */
TROPIC_SEMIRING(added, sums, sums, sums, ((sums){{a.d[0] + b.d[0], a.d[1], b.d[2], a.d[3]}}),
                ((sums){{x.d[0] * y.d[0], (double)i, (double)j, w.d[3]}}), ((sums){{0, 0, 0, 0}}));
TROPIC_OPERATOR(below, bool, sums, float, x.d[0] < y && j < i);
/* clang-format on */

static void elementwise_operations_compile(void **state)
{
    OWNED(jit_operators) o;
    jit_operators_open(&o);
    jit_operators_compile(&o, false);
}

/* Operators of the entries of matrices: those that make values, and those that choose entries. */
static void operators_of_entries_compile(void **state)
{
    static const char *const chosen[] = {"chosen_user"}, *const test[] = {"test_user"};
    OWNED(tropic_context) *context = test_context();
    tropic_operator *op[4] = {NULL};
    tropic_type type;
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
}

static void loops_compile(void **state)
{
    static const char *const loop[] = {"loop_kernel"};
    const tp_mask all = {.structure = true};
    tp_loop_item items[JIT_CASES + 2];
    OWNED(jit_operators) o;
    OWNED(tropic_semiring) *sum = NULL;
    jit_operators_open(&o);
    assert_ok(o.context, tropic_semiring_create(&sum, o.context, &added));
    memset(items, 0, sizeof items);
    for (int k = 0; k < JIT_CASES; k++) {
        items[k].kind = TP_ITEM_ELEMENTWISE;
        items[k].e = o.cases[k];
        items[k].n = o.cases[k].n;
    }
    for (int k = JIT_CASES; k < JIT_CASES + 2; k++) {
        items[k].kind = k == JIT_CASES ? TP_ITEM_PUSH : TP_ITEM_PULL_VECTOR;
        items[k].semiring = sum;
        items[k].n = items[k].arcs.lists = 9;
    }
    tp_source_text text = {.memory = &o.context->memory};
    tp_loop_source(&text, items, JIT_CASES + 2, &all, 9, 1024);
    test_kernels_are(o.context, &text, "loop", loop, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(operators_of_entries_compile, test_cache_begin, test_cache_end),
        cmocka_unit_test_setup_teardown(loops_compile, test_cache_begin, test_cache_end),
        cmocka_unit_test_setup_teardown(elementwise_operations_compile, test_cache_begin, test_cache_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
