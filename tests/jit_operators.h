/* SPDX-License-Identifier: Apache-2.0
 *
 * Elementwise operations by operators of the user's own, whose compilation is tested. Operator and accumulator are a
 * user's, built in, or none. Values are of a built-in type, or a struct.
 */
#ifndef TROPIC_TESTS_JIT_OPERATORS_H
#define TROPIC_TESTS_JIT_OPERATORS_H

#include <tropic_define.h>

#include "semiring/semiring.h"
#include "spmv/jit/user_source.h"
#include "tests/jit_kernels.h"

/* clang-format off */
TROPIC_STRUCT(sums, double d[4];);
TROPIC_OPERATOR(halved, float, float, float, x + y / 2);
TROPIC_OPERATOR(first_of, sums, sums, sums, ((sums){{x.d[0], y.d[1], i, 0}}));
TROPIC_OPERATOR(length_of, float, sums, sums, (float)(x.d[0] * y.d[0]));
/* clang-format on */

enum { JIT_CASES = 8 };

typedef struct jit_operators {
    tropic_context *context;
    tropic_operator *half, *first, *length;
    tp_elementwise cases[JIT_CASES];
} jit_operators;

static inline void jit_operators_free(jit_operators *o)
{
    tropic_operator_free(&o->half);
    tropic_operator_free(&o->first);
    tropic_operator_free(&o->length);
    tropic_context_free(&o->context);
}

/* Skips the test where nothing can be compiled. */
static inline void jit_operators_open(jit_operators *o)
{
    const tropic_operator *plus = tropic_operator_builtin(TROPIC_PLUS, TROPIC_FP32);
    tropic_type type;
    *o = (jit_operators){.context = test_context()};
    if (!test_kernels_can_be(o->context)) {
        jit_operators_free(o);
        test_skip("no NVRTC");
    }
    assert_ok(o->context, tropic_type_define(&type, o->context, &sums_type));
    assert_ok(o->context, tropic_operator_create(&o->half, o->context, &halved));
    assert_ok(o->context, tropic_operator_create(&o->first, o->context, &first_of));
    assert_ok(o->context, tropic_operator_create(&o->length, o->context, &length_of));
    const struct {
        const tropic_operator *op, *accum;
        tp_kind kind;
    } cases[JIT_CASES] = {{o->half, o->half, TP_UNION},          {o->half, plus, TP_UNION},
                          {plus, o->half, TP_INTERSECTION},      {o->length, NULL, TP_INTERSECTION},
                          {o->length, o->half, TP_INTERSECTION}, {o->first, NULL, TP_UNION},
                          {o->first, o->first, TP_UNION},        {NULL, o->first, TP_COPY}};
    for (int k = 0; k < JIT_CASES; k++) {
        const tropic_operator *result = cases[k].op ? cases[k].op : cases[k].accum;
        o->cases[k] = (tp_elementwise){.kind = cases[k].kind,
                                       .op = cases[k].op,
                                       .accum = cases[k].accum,
                                       .type = result->x,
                                       .result = result->z,
                                       .n = 9,
                                       .user = true};
    }
}

/* The kernels of each, at all places or along a list. */
static inline void jit_operators_compile(const jit_operators *o, bool along)
{
    const char *kernel = along ? "listed_user" : "elementwise_user";
    for (int k = 0; k < JIT_CASES; k++) {
        const tp_elementwise *e = &o->cases[k];
        tp_source_text text = {.memory = &o->context->memory};
        tp_elementwise_source(&text, e, along);
        test_kernels_are(o->context, &text, (e->op ? e->op : e->accum)->name, &kernel, 1);
    }
}

#endif
