/* SPDX-License-Identifier: Apache-2.0
 *
 * What a context of TROPIC_DEVICE_AUTO takes for work before it has chosen its device. The GPU is made up: it computes
 * as the CPU does.
 */
#define _GNU_SOURCE
#include "runtime/choice.h"
#include "spmv/cpu_backend.h"
#include "tests/common.h"

static tp_backend made_up;
static int opened;

static tropic_status made_up_open(tropic_context *context, int index, void *stream)
{
    (void)context, (void)index, (void)stream;
    opened++;
    return TROPIC_OK;
}

static void made_up_close(tropic_context *context)
{
    (void)context;
}

static tropic_context *create(void)
{
    const tropic_context_options options = {.size = sizeof options, .threads = 1};
    tropic_context *context = NULL;
    made_up = tp_cpu_backend;
    made_up.device = TROPIC_DEVICE_CUDA;
    made_up.open = made_up_open;
    made_up.close = made_up_close;
    opened = 0;
    assert_ok(NULL, tp_context_create(&context, &options, &tp_cpu_backend, &made_up));
    return context;
}

/* A union passes over the longer vector, and a complemented mask lets through what it lacks; an intersection, a mask
 * and a list of places do not pass over all. */
static void what_is_passed_over_counts(void **state)
{
    enum { WIDE = 1 << 20 };
    const tropic_operator *plus = tropic_operator_builtin(TROPIC_PLUS, TROPIC_INT32);
    const tropic_descriptor outside = {.size = sizeof outside, .complement = true, .structure = true};
    const int32_t one = 1;
    const tropic_index place = 5;
    (void)state;
    for (int kind = 0; kind < 6; kind++) {
        tropic_context *context = create();
        tropic_vector *full = NULL, *few = NULL, *w = NULL;
        assert_ok(context, tropic_vector_create(&full, context, TROPIC_INT32, WIDE));
        assert_ok(context, tropic_vector_fill(full, &one));
        assert_ok(context, tropic_vector_create(&few, context, TROPIC_INT32, WIDE));
        assert_ok(context, tropic_vector_set(few, place, &one));
        assert_ok(context, tropic_vector_create(&w, context, TROPIC_INT32, WIDE));
        switch (kind) {
        case 0: assert_ok(context, tropic_ewise_add(w, NULL, NULL, plus, few, full, NULL)); break;
        case 1: assert_ok(context, tropic_ewise_multiply(w, few, NULL, plus, full, full, &outside)); break;
        case 2: assert_ok(context, tropic_assign_scalar(w, few, NULL, &one, NULL, WIDE, &outside)); break;
        case 3: assert_ok(context, tropic_ewise_multiply(w, NULL, NULL, plus, few, full, NULL)); break;
        case 4: assert_ok(context, tropic_ewise_multiply(w, few, NULL, plus, full, full, NULL)); break;
        default: assert_ok(context, tropic_assign_scalar(w, NULL, NULL, &one, &place, 1, NULL));
        }
        assert_true((context->choice.seconds > 0) == (kind < 3));
        tropic_vector_free(&full);
        tropic_vector_free(&few);
        tropic_vector_free(&w);
        tropic_context_free(&context);
    }
}

/* An operator that is text alone is for the GPU where there is no C compiler. */
static void text_needs_a_compiler(void **state)
{
    const tropic_operator_source text = {
        .size = sizeof text, .name = "twice", .z = "int32_t", .x = "int32_t", .y = "int32_t", .expression = "x + x"};
    (void)state;
    for (int with = 0; with < 2; with++) {
        tropic_context *context = create();
        tropic_operator *op = NULL;
        setenv("TROPIC_CC", with ? "sh" : "/no/such/cc", 1);
        assert_ok(context, tropic_operator_create(&op, context, &text));
        assert_int_equal(opened, !with);
        unsetenv("TROPIC_CC");
        tropic_operator_free(&op);
        tropic_context_free(&context);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_passed_over_counts),
        cmocka_unit_test(text_needs_a_compiler),
    };
    unsetenv("TROPIC_DEVICE");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
