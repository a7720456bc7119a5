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

static const tropic_index SOME[] = {5, 2, 6};
static const tropic_index ALL[TEST_FAILING_N] = {7, 1, 2, 3, 4, 5, 6, 0};

/* Of A's shape again, by lists that do not ascend. */
static tropic_status extract(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                             const tropic_operator *accum, const tropic_matrix *A)
{
    const tropic_indices all = {.ids = ALL, .count = TEST_FAILING_N};
    return tropic_matrix_extract(C, context, mask, accum, A, &all, &all, NULL);
}

static tropic_status extract_ascending(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                                       const tropic_operator *accum, const tropic_matrix *A)
{
    const tropic_indices all = {.count = TEST_FAILING_N};
    return tropic_matrix_extract(C, context, mask, accum, A, &all, &all, NULL);
}

/* Into a new matrix of A's shape, or over itself. */
static tropic_status assign(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                            const tropic_operator *accum, const tropic_matrix *A)
{
    const tropic_indices all = {.ids = ALL, .count = TEST_FAILING_N}, some = {.ids = SOME, .count = 3};
    tropic_matrix *made = *C;
    tropic_status status = TROPIC_OK;
    if (!made) status = tropic_matrix_create(&made, context, TROPIC_INT32, TEST_FAILING_N, TEST_FAILING_N);
    if (status == TROPIC_OK && made != *C)
        status = tropic_matrix_assign_scalar(&made, context, mask, accum, &TWO, &some, &some, NULL);
    if (status == TROPIC_OK) status = tropic_matrix_subassign(&made, context, mask, accum, A, &all, &all, NULL);
    if (status == TROPIC_OK)
        *C = made;
    else if (made != *C)
        tropic_matrix_free(&made);
    return status;
}

static tropic_status duplicate(tropic_context *context, test_failing_objects *o)
{
    return tropic_matrix_duplicate(&o->made, context, o->A);
}

static tropic_status resize(tropic_context *context, test_failing_objects *o)
{
    tropic_matrix *const before = o->A;
    const tropic_status status = tropic_matrix_resize(&o->A, context, 3, 3);
    if (status != TROPIC_OK) assert_ptr_equal(o->A, before);
    return status;
}

static tropic_status kronecker(tropic_context *context, test_failing_objects *o)
{
    return tropic_kronecker(&o->made, context, NULL, NULL, int32(TROPIC_TIMES), o->A, o->A, NULL);
}

static tropic_status reduce(tropic_context *context, test_failing_objects *o)
{
    int32_t sum;
    return tropic_matrix_reduce(&sum, context, int32(TROPIC_PLUS), o->A);
}

static tropic_status reduce_cast(tropic_context *context, test_failing_objects *o)
{
    double sum;
    return tropic_matrix_reduce(&sum, context, tropic_operator_builtin(TROPIC_PLUS, TROPIC_FP64), o->A);
}

static tropic_status multiply_cast(tropic_context *context, test_failing_objects *o)
{
    const tropic_semiring *plus_times = tropic_semiring_builtin(TROPIC_PLUS_TIMES, TROPIC_FP64);
    return tropic_mxm(&o->made, context, NULL, NULL, plus_times, o->A, o->A, NULL);
}

/* The result becomes one of reals, as it is and by a merge. */
static tropic_status write_cast(tropic_context *context, test_failing_objects *o)
{
    const tropic_operator *plus = int32(TROPIC_PLUS);
    tropic_matrix *C = NULL, *before;
    tropic_status status =
        tropic_matrix_create(&C, context, TROPIC_FP64, tropic_matrix_rows(o->A), tropic_matrix_cols(o->A));
    before = C;
    if (status == TROPIC_OK) status = tropic_matrix_apply(&C, context, NULL, NULL, plus, o->A, &TWO, NULL);
    if (status != TROPIC_OK) assert_ptr_equal(C, before);
    before = C;
    if (status == TROPIC_OK) status = tropic_matrix_apply(&C, context, o->A, plus, plus, o->A, &TWO, NULL);
    if (status != TROPIC_OK) assert_ptr_equal(C, before);
    tropic_matrix_free(&C);
    return status;
}

static tropic_status clear(tropic_context *context, test_failing_objects *o)
{
    tropic_matrix *const before = o->A;
    const tropic_status status = tropic_matrix_clear(&o->A, context);
    if (status != TROPIC_OK) assert_ptr_equal(o->A, before);
    return status;
}

static tropic_status extract_column(tropic_context *context, test_failing_objects *o)
{
    const tropic_indices all = {.ids = ALL, .count = TEST_FAILING_N};
    tropic_vector *w = NULL;
    tropic_status status = tropic_vector_create(&w, context, TROPIC_INT32, TEST_FAILING_N);
    if (status == TROPIC_OK) status = tropic_matrix_extract_column(w, NULL, NULL, o->A, &all, 2, NULL);
    tropic_vector_free(&w);
    return status;
}

/* In its own place; a failure leaves it there. */
static tropic_status over(tropic_context *context, test_failing_objects *o, output *run)
{
    tropic_matrix *const before = o->A;
    const tropic_status status = run(&o->A, context, o->A, int32(TROPIC_PLUS), o->A);
    if (status != TROPIC_OK) assert_ptr_equal(o->A, before);
    return status;
}

#define EACH(X) X(transpose) X(add) X(apply) X(select_some) X(extract) X(extract_ascending) X(assign)

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

const test_failing_case test_failing_outputs[] = {
    EACH(CASES){"matrix reduce", test_failing_make_matrix, reduce, TROPIC_STRATEGY_AUTO},
    {"matrix reduce, cast", test_failing_make_matrix, reduce_cast, TROPIC_STRATEGY_AUTO},
    {"mxm, cast", test_failing_make_matrix, multiply_cast, TROPIC_STRATEGY_AUTO},
    {"matrix apply, cast", test_failing_make_matrix, write_cast, TROPIC_STRATEGY_AUTO},
    {"matrix duplicate", test_failing_make_matrix, duplicate, TROPIC_STRATEGY_AUTO},
    {"matrix resize", test_failing_make_matrix, resize, TROPIC_STRATEGY_AUTO},
    {"kronecker", test_failing_make_matrix, kronecker, TROPIC_STRATEGY_AUTO},
    {"matrix clear", test_failing_make_matrix, clear, TROPIC_STRATEGY_AUTO},
    {"matrix extract_column", test_failing_make_matrix, extract_column, TROPIC_STRATEGY_AUTO},
    {NULL, NULL, NULL, TROPIC_STRATEGY_AUTO}};
