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

static tropic_status multiply(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                              const tropic_operator *accum, const tropic_matrix *A)
{
    const tropic_descriptor turned = {.size = sizeof turned, .transpose_second = true};
    return tropic_matrix_ewise_multiply(C, context, mask, accum, int32(TROPIC_MINUS), A, A, &turned);
}

static tropic_status unite(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                           const tropic_operator *accum, const tropic_matrix *A)
{
    const tropic_descriptor turned = {.size = sizeof turned, .transpose = true};
    return tropic_matrix_ewise_union(C, context, mask, accum, int32(TROPIC_MINUS), A, &TWO, A, &TWO, &turned);
}

static tropic_status apply(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                           const tropic_operator *accum, const tropic_matrix *A)
{
    return tropic_matrix_apply(C, context, mask, accum, int32(TROPIC_PLUS), A, &TWO, NULL);
}

static tropic_status apply_first(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                                 const tropic_operator *accum, const tropic_matrix *A)
{
    const tropic_descriptor turned = {.size = sizeof turned, .transpose = true};
    return tropic_matrix_apply_first(C, context, mask, accum, int32(TROPIC_MINUS), &TWO, A, &turned);
}

static tropic_status select_some(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                                 const tropic_operator *accum, const tropic_matrix *A)
{
    return tropic_matrix_select(C, context, mask, accum, int32(TROPIC_GE), A, &TWO, NULL);
}

static tropic_status select_lower(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                                  const tropic_operator *accum, const tropic_matrix *A)
{
    return tropic_matrix_select(C, context, mask, accum, int32(TROPIC_TRIL), A, &TWO, NULL);
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

/* Rows and columns that are there more than once. */
static tropic_status extract_repeats(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                                     const tropic_operator *accum, const tropic_matrix *A)
{
    static const tropic_index twice[TEST_FAILING_N] = {7, 1, 7, 3, 3, 5, 6, 0};
    const tropic_indices all = {.ids = twice, .count = TEST_FAILING_N};
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

/* By one tile. */
static tropic_status concat(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                            const tropic_operator *accum, const tropic_matrix *A)
{
    return tropic_matrix_concat(C, context, mask, accum, &A, 1, 1, NULL);
}

static tropic_status duplicate(tropic_context *context, test_failing_objects *o)
{
    return tropic_matrix_duplicate(&o->made, context, o->A);
}

static tropic_status without_loops(tropic_context *context, test_failing_objects *o)
{
    return tropic_matrix_without(&o->made, context, o->A, true, false);
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

/* By one entry, so that the result has A's shape. */
static tropic_status kronecker_over(tropic_context *context, test_failing_objects *o)
{
    static const tropic_index zero = 0;
    OWNED(tropic_matrix) *one = NULL;
    tropic_matrix *const before = o->A;
    tropic_status status = tropic_matrix_from_coo(&one, context, 1, 1, 1, &zero, &zero, TROPIC_INT32, &TWO, NULL);
    if (status == TROPIC_OK)
        status = tropic_kronecker(&o->A, context, o->A, int32(TROPIC_PLUS), int32(TROPIC_TIMES), o->A, one, NULL);
    if (status != TROPIC_OK) assert_ptr_equal(o->A, before);
    return status;
}

/* Under a mask, its complement, and none. */
static tropic_status subassign_scalar(tropic_context *context, test_failing_objects *o, bool masked, bool complement)
{
    const tropic_descriptor d = {.size = sizeof d, .complement = complement};
    const tropic_indices all = {.ids = ALL, .count = TEST_FAILING_N};
    tropic_matrix *const before = o->A;
    const tropic_status status = tropic_matrix_subassign_scalar(&o->A, context, masked ? o->A : NULL, NULL, &TWO, &all,
                                                                &all, complement ? &d : NULL);
    if (status != TROPIC_OK) assert_ptr_equal(o->A, before);
    return status;
}

static tropic_status subassign_scalar_all(tropic_context *context, test_failing_objects *o)
{
    return subassign_scalar(context, o, false, false);
}

static tropic_status subassign_scalar_masked(tropic_context *context, test_failing_objects *o)
{
    return subassign_scalar(context, o, true, false);
}

static tropic_status subassign_scalar_complement(tropic_context *context, test_failing_objects *o)
{
    return subassign_scalar(context, o, true, true);
}

/* At some rows and columns, where the mask has an entry that is not 0. */
static tropic_status assign_scalar_masked(tropic_context *context, test_failing_objects *o)
{
    const tropic_indices some = {.ids = SOME, .count = 3};
    tropic_matrix *const before = o->A;
    const tropic_status status =
        tropic_matrix_assign_scalar(&o->A, context, o->A, int32(TROPIC_PLUS), &TWO, &some, &some, NULL);
    if (status != TROPIC_OK) assert_ptr_equal(o->A, before);
    return status;
}

static tropic_status concat_four(tropic_context *context, test_failing_objects *o)
{
    const tropic_matrix *const tiles[] = {o->A, o->A, o->A, o->A};
    return tropic_matrix_concat(&o->made, context, NULL, NULL, tiles, 2, 2, NULL);
}

static tropic_status split(tropic_context *context, test_failing_objects *o)
{
    enum { FOUR = 4 };
    static const tropic_index heights[] = {3, TEST_FAILING_N - 3}, widths[] = {5, TEST_FAILING_N - 5};
    const tropic_descriptor turned = {.size = sizeof turned, .transpose = true};
    tropic_matrix *tiles[FOUR] = {NULL};
    const tropic_status status = tropic_matrix_split(tiles, context, o->A, heights, 2, widths, 2, &turned);
    for (int k = 0; k < FOUR; k++) {
        assert_true((tiles[k] != NULL) == (status == TROPIC_OK));
        tropic_matrix_free(&tiles[k]);
    }
    return status;
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
    OWNED(tropic_matrix) *C = NULL;
    tropic_matrix *before;
    tropic_status status =
        tropic_matrix_create(&C, context, TROPIC_FP64, tropic_matrix_rows(o->A), tropic_matrix_cols(o->A));
    before = C;
    if (status == TROPIC_OK) status = tropic_matrix_apply(&C, context, NULL, NULL, plus, o->A, &TWO, NULL);
    if (status != TROPIC_OK) assert_ptr_equal(C, before);
    before = C;
    if (status == TROPIC_OK) status = tropic_matrix_apply(&C, context, o->A, plus, plus, o->A, &TWO, NULL);
    if (status != TROPIC_OK) assert_ptr_equal(C, before);
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
    OWNED(tropic_vector) *w = NULL;
    tropic_status status = tropic_vector_create(&w, context, TROPIC_INT32, TEST_FAILING_N);
    if (status == TROPIC_OK) status = tropic_matrix_extract_column(w, NULL, NULL, o->A, &all, 2, NULL);
    return status;
}

/* -- with vectors ------------------------------------------------------------------------------ */

/* And two vectors of its length: values, and a mask. */
static void make_vectors(tropic_context *context, test_failing_objects *o)
{
    static const int32_t values[] = {4, -1, 3};
    static const bool flags[] = {true, false, true};
    test_failing_make_matrix(context, o);
    assert_ok(context, tropic_vector_create(&o->v[0], context, TROPIC_INT32, TEST_FAILING_N));
    assert_ok(context, tropic_vector_put_entries(o->v[0], 3, SOME, values));
    assert_ok(context, tropic_vector_create(&o->v[1], context, TROPIC_BOOL, TEST_FAILING_N));
    assert_ok(context, tropic_vector_put_entries(o->v[1], 3, SOME, flags));
}

static tropic_status extract_row(tropic_context *context, test_failing_objects *o)
{
    const tropic_indices all = {.ids = ALL, .count = TEST_FAILING_N};
    return tropic_matrix_extract_row(o->v[0], o->v[1], int32(TROPIC_PLUS), o->A, 2, &all, NULL);
}

static tropic_status extract_diagonal(tropic_context *context, test_failing_objects *o)
{
    return tropic_matrix_extract_diagonal(o->v[0], o->v[1], int32(TROPIC_PLUS), o->A, 0, NULL);
}

static tropic_status diagonal(tropic_context *context, test_failing_objects *o)
{
    return tropic_matrix_diagonal(&o->made, context, NULL, NULL, o->v[0], -2, NULL);
}

static tropic_status diagonal_over(tropic_context *context, test_failing_objects *o)
{
    tropic_matrix *const before = o->A;
    const tropic_status status = tropic_matrix_diagonal(&o->A, context, o->A, int32(TROPIC_PLUS), o->v[0], 0, NULL);
    if (status != TROPIC_OK) assert_ptr_equal(o->A, before);
    return status;
}

static tropic_status assign_line(tropic_context *context, test_failing_objects *o, bool row, bool bounded)
{
    const tropic_indices all = {.ids = ALL, .count = TEST_FAILING_N};
    const tropic_operator *plus = int32(TROPIC_PLUS);
    tropic_matrix *const before = o->A;
    tropic_status status;
    if (row && bounded)
        status = tropic_matrix_subassign_row(&o->A, context, o->v[1], plus, o->v[0], 2, &all, NULL);
    else if (row)
        status = tropic_matrix_assign_row(&o->A, context, o->v[1], plus, o->v[0], 2, &all, NULL);
    else if (bounded)
        status = tropic_matrix_subassign_column(&o->A, context, o->v[1], plus, o->v[0], &all, 2, NULL);
    else
        status = tropic_matrix_assign_column(&o->A, context, o->v[1], plus, o->v[0], &all, 2, NULL);
    if (status != TROPIC_OK) assert_ptr_equal(o->A, before);
    return status;
}

static tropic_status assign_row(tropic_context *context, test_failing_objects *o)
{
    return assign_line(context, o, true, false);
}

static tropic_status assign_column(tropic_context *context, test_failing_objects *o)
{
    return assign_line(context, o, false, false);
}

static tropic_status subassign_row(tropic_context *context, test_failing_objects *o)
{
    return assign_line(context, o, true, true);
}

static tropic_status subassign_column(tropic_context *context, test_failing_objects *o)
{
    return assign_line(context, o, false, true);
}

/* -- the cases --------------------------------------------------------------------------------- */

/* In its own place; a failure leaves it there. */
static tropic_status over(tropic_context *context, test_failing_objects *o, output *run)
{
    tropic_matrix *const before = o->A;
    const tropic_status status = run(&o->A, context, o->A, int32(TROPIC_PLUS), o->A);
    if (status != TROPIC_OK) assert_ptr_equal(o->A, before);
    return status;
}

#define EACH(X)                                                                                                        \
    X(transpose)                                                                                                       \
    X(add)                                                                                                             \
    X(multiply)                                                                                                        \
    X(unite)                                                                                                           \
    X(apply)                                                                                                           \
    X(apply_first)                                                                                                     \
    X(select_some)                                                                                                     \
    X(select_lower)                                                                                                    \
    X(extract)                                                                                                         \
    X(extract_repeats)                                                                                                 \
    X(extract_ascending)                                                                                               \
    X(assign)                                                                                                          \
    X(concat)

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
    {"matrix without loops", test_failing_make_matrix, without_loops, TROPIC_STRATEGY_AUTO},
    {"matrix resize", test_failing_make_matrix, resize, TROPIC_STRATEGY_AUTO},
    {"kronecker", test_failing_make_matrix, kronecker, TROPIC_STRATEGY_AUTO},
    {"kronecker, over itself", test_failing_make_matrix, kronecker_over, TROPIC_STRATEGY_AUTO},
    {"matrix subassign_scalar", test_failing_make_matrix, subassign_scalar_all, TROPIC_STRATEGY_AUTO},
    {"matrix subassign_scalar, mask", test_failing_make_matrix, subassign_scalar_masked, TROPIC_STRATEGY_AUTO},
    {"matrix subassign_scalar, complement", test_failing_make_matrix, subassign_scalar_complement,
     TROPIC_STRATEGY_AUTO},
    {"matrix assign_scalar, mask", test_failing_make_matrix, assign_scalar_masked, TROPIC_STRATEGY_AUTO},
    {"matrix concat, four", test_failing_make_matrix, concat_four, TROPIC_STRATEGY_AUTO},
    {"matrix split", test_failing_make_matrix, split, TROPIC_STRATEGY_AUTO},
    {"matrix extract_row", make_vectors, extract_row, TROPIC_STRATEGY_AUTO},
    {"matrix extract_diagonal", make_vectors, extract_diagonal, TROPIC_STRATEGY_AUTO},
    {"matrix diagonal", make_vectors, diagonal, TROPIC_STRATEGY_AUTO},
    {"matrix diagonal, over itself", make_vectors, diagonal_over, TROPIC_STRATEGY_AUTO},
    {"matrix assign_row", make_vectors, assign_row, TROPIC_STRATEGY_AUTO},
    {"matrix assign_column", make_vectors, assign_column, TROPIC_STRATEGY_AUTO},
    {"matrix subassign_row", make_vectors, subassign_row, TROPIC_STRATEGY_AUTO},
    {"matrix subassign_column", make_vectors, subassign_column, TROPIC_STRATEGY_AUTO},
    {"matrix clear", test_failing_make_matrix, clear, TROPIC_STRATEGY_AUTO},
    {"matrix extract_column", test_failing_make_matrix, extract_column, TROPIC_STRATEGY_AUTO},
    {NULL, NULL, NULL, TROPIC_STRATEGY_AUTO}};
