/* SPDX-License-Identifier: Apache-2.0
 *
 * Operations whose result is a matrix: each as a new matrix, and, over itself, with a mask and an accumulator.
 */
#include "tests/failing.h"

static const int32_t TWO = 2;

static const tropic_operator *int32(tropic_builtin_operator name)
{
    return tropic_operator_builtin(name, TROPIC_INT32);
}

/* An operation of A, and of A again. */
typedef tropic_status output(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                             const tropic_operator *accum, const tropic_matrix *A);

static tropic_status transpose(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                               const tropic_operator *accum, const tropic_matrix *A)
{
    return tropic_transpose(C, context, mask, accum, A, NULL);
}

static tropic_status add(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                         const tropic_operator *accum, const tropic_matrix *A)
{
    const tropic_descriptor turned = {.size = sizeof turned, .transpose_second = true};
    return tropic_matrix_ewise_add(C, context, mask, accum, int32(TROPIC_PLUS), A, A, &turned);
}

static tropic_status apply(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                           const tropic_operator *accum, const tropic_matrix *A)
{
    return tropic_matrix_apply(C, context, mask, accum, int32(TROPIC_PLUS), A, &TWO, NULL);
}

static tropic_status select_some(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                                 const tropic_operator *accum, const tropic_matrix *A)
{
    return tropic_matrix_select(C, context, mask, accum, int32(TROPIC_GE), A, &TWO, NULL);
}

/* In its own place; a failure leaves it there. */
static tropic_status over(tropic_context *context, test_failing_objects *o, output *run)
{
    tropic_matrix *const before = o->A;
    const tropic_status status = run(&o->A, context, o->A, int32(TROPIC_PLUS), o->A);
    if (status != TROPIC_OK) assert_ptr_equal(o->A, before);
    return status;
}

#define EACH(X) X(transpose) X(add) X(apply) X(select_some)

#define ATTEMPTS(name)                                                                                                 \
    static tropic_status try_##name(tropic_context *context, test_failing_objects *o)                                  \
    {                                                                                                                  \
        return name(&o->made, context, NULL, NULL, o->A);                                                              \
    }                                                                                                                  \
    static tropic_status try_##name##_over(tropic_context *context, test_failing_objects *o)                           \
    {                                                                                                                  \
        return over(context, o, name);                                                                                 \
    }
EACH(ATTEMPTS)

#define CASES(name)                                                                                                    \
    {"matrix " #name, test_failing_make_matrix, try_##name, TROPIC_STRATEGY_AUTO},                                     \
        {"matrix " #name ", over itself", test_failing_make_matrix, try_##name##_over, TROPIC_STRATEGY_AUTO},

const test_failing_case test_failing_outputs[] = {EACH(CASES){NULL, NULL, NULL, TROPIC_STRATEGY_AUTO}};
