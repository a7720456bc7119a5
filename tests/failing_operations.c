/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/failing.h"

enum { N = TEST_FAILING_N };

static const int32_t VALUES[N] = {1, 2, 3, 4, 5, 6, 7, 8};

static tropic_status create_vector(tropic_context *context, test_failing_objects *o)
{
    return tropic_vector_create(&o->made_vector, context, TROPIC_FP64, N);
}

/* v[0] full, v[1] bitmap, v[2] and v[3] sparse. */
static void make_vectors(tropic_context *context, test_failing_objects *o)
{
    const tropic_index ids[] = {2, 5, 7};
    for (int k = 0; k < TEST_FAILING_VECTORS; k++)
        assert_ok(context, tropic_vector_create(&o->v[k], context, TROPIC_INT32, N));
    assert_ok(context, tropic_vector_put_dense(o->v[0], VALUES, NULL));
    for (int k = 1; k < TEST_FAILING_VECTORS; k++)
        assert_ok(context, tropic_vector_put_entries(o->v[k], 3, ids, VALUES));
    assert_ok(context, tropic_vector_set_form(o->v[1], TROPIC_BITMAP));
}

static tropic_status to_bitmap(tropic_context *context, test_failing_objects *o)
{
    return tropic_vector_set_form(o->v[2], TROPIC_BITMAP);
}

static tropic_status to_sparse(tropic_context *context, test_failing_objects *o)
{
    return tropic_vector_set_form(o->v[1], TROPIC_SPARSE);
}

static tropic_status full_to_sparse(tropic_context *context, test_failing_objects *o)
{
    return tropic_vector_set_form(o->v[0], TROPIC_SPARSE);
}

static tropic_status set_new(tropic_context *context, test_failing_objects *o)
{
    const int32_t value = 40;
    return tropic_vector_set(o->v[2], 3, &value);
}

static tropic_status fill(tropic_context *context, test_failing_objects *o)
{
    const int32_t value = 40;
    return tropic_vector_fill(o->v[2], &value);
}

static tropic_status put_dense(tropic_context *context, test_failing_objects *o)
{
    const bool present[N] = {true, false, true};
    return tropic_vector_put_dense(o->v[2], VALUES, present);
}

static tropic_status put_entries(tropic_context *context, test_failing_objects *o)
{
    const tropic_index ids[] = {6, 1, 3};
    return tropic_vector_put_entries(o->v[1], 3, ids, VALUES);
}

static tropic_status build(tropic_context *context, test_failing_objects *o)
{
    const tropic_index ids[] = {6, 1, 6, 3};
    return tropic_vector_build(o->v[1], 4, ids, VALUES, tropic_operator_builtin(TROPIC_MINUS, TROPIC_INT32));
}

static tropic_status remove_sparse(tropic_context *context, test_failing_objects *o)
{
    return tropic_vector_remove(o->v[2], 5);
}

static tropic_status remove_full(tropic_context *context, test_failing_objects *o)
{
    return tropic_vector_remove(o->v[0], 1);
}

static tropic_status get_bitmap(tropic_context *context, test_failing_objects *o)
{
    int32_t values[N];
    tropic_index ids[N];
    const tropic_status status = tropic_vector_get_dense(o->v[1], values, NULL);
    return status == TROPIC_OK ? tropic_vector_get_entries(o->v[1], ids, values) : status;
}

static tropic_status get_sparse(tropic_context *context, test_failing_objects *o)
{
    int32_t values[N];
    return tropic_vector_get_dense(o->v[2], values, NULL);
}

static tropic_status grow_full(tropic_context *context, test_failing_objects *o)
{
    return tropic_vector_resize(o->v[0], 2 * N);
}

static tropic_status grow_bitmap(tropic_context *context, test_failing_objects *o)
{
    return tropic_vector_resize(o->v[1], 2 * N);
}

static tropic_status shrink_bitmap(tropic_context *context, test_failing_objects *o)
{
    return tropic_vector_resize(o->v[1], N / 2);
}

static tropic_status duplicate(test_failing_objects *o, int k)
{
    return tropic_vector_duplicate(&o->made_vector, o->v[k]);
}

static tropic_status duplicate_full(tropic_context *context, test_failing_objects *o)
{
    return duplicate(o, 0);
}

static tropic_status duplicate_bitmap(tropic_context *context, test_failing_objects *o)
{
    return duplicate(o, 1);
}

static tropic_status duplicate_sparse(tropic_context *context, test_failing_objects *o)
{
    return duplicate(o, 2);
}

static void make_all(tropic_context *context, test_failing_objects *o)
{
    test_failing_make_matrix(context, o);
    make_vectors(context, o);
}

/* w, mask and u all sparse: each must be spread. */
static tropic_status multiply(tropic_context *context, test_failing_objects *o)
{
    const tropic_descriptor descriptor = {.size = sizeof descriptor, .strategy = o->strategy, .complement = true};
    return tropic_mxv(o->v[2], o->v[1], tropic_operator_builtin(TROPIC_PLUS, TROPIC_INT32),
                      tropic_semiring_builtin(TROPIC_PLUS_TIMES, TROPIC_INT32), o->A, o->v[3], &descriptor);
}

static tropic_status multiply_left(tropic_context *context, test_failing_objects *o)
{
    const tropic_descriptor descriptor = {.size = sizeof descriptor, .strategy = o->strategy};
    return tropic_vxm(o->v[3], o->v[3], NULL, tropic_semiring_builtin(TROPIC_MIN_PLUS, TROPIC_INT32), o->v[3], o->A,
                      &descriptor);
}

static const tropic_operator *int32(tropic_builtin_operator name)
{
    return tropic_operator_builtin(name, TROPIC_INT32);
}

/* Of bitmaps, in place where it can be: nothing may fail once that is written. */
static tropic_status add(tropic_context *context, test_failing_objects *o)
{
    const tropic_descriptor descriptor = {.size = sizeof descriptor, .replace = true};
    return tropic_ewise_add(o->v[1], o->v[1], NULL, int32(TROPIC_PLUS), o->v[2], o->v[1], &descriptor);
}

static tropic_status multiply_lists(tropic_context *context, test_failing_objects *o)
{
    return tropic_ewise_multiply(o->v[2], NULL, NULL, int32(TROPIC_PLUS), o->v[2], o->v[3], NULL);
}

static tropic_status apply(tropic_context *context, test_failing_objects *o)
{
    const int32_t two = 2;
    return tropic_apply(o->v[2], o->v[3], int32(TROPIC_PLUS), int32(TROPIC_TIMES), o->v[2], &two, NULL);
}

static tropic_status apply_first(tropic_context *context, test_failing_objects *o)
{
    const int32_t two = 2;
    return tropic_apply_first(o->v[1], o->v[3], NULL, int32(TROPIC_MINUS), &two, o->v[2], NULL);
}

/* Operands, accumulators and results of other types. */
static tropic_status apply_cast(tropic_context *context, test_failing_objects *o)
{
    const tropic_operator *accum = tropic_operator_builtin(TROPIC_PLUS, TROPIC_FP64);
    const int16_t two = 2;
    return tropic_apply(o->v[2], o->v[1], accum, tropic_operator_builtin(TROPIC_TIMES, TROPIC_INT16), o->v[0], &two,
                        NULL);
}

static tropic_status select_cast(tropic_context *context, test_failing_objects *o)
{
    const double two = 2;
    return tropic_select(o->v[2], NULL, NULL, tropic_operator_builtin(TROPIC_GT, TROPIC_FP64), o->v[1], &two, NULL);
}

static tropic_status multiply_cast(tropic_context *context, test_failing_objects *o)
{
    const tropic_descriptor descriptor = {.size = sizeof descriptor, .strategy = TROPIC_STRATEGY_CSC_VECTOR};
    return tropic_mxv(o->v[2], NULL, NULL, tropic_semiring_builtin(TROPIC_PLUS_TIMES, TROPIC_FP64), o->A, o->v[0],
                      &descriptor);
}

static tropic_status reduce_cast(tropic_context *context, test_failing_objects *o)
{
    double sum;
    return tropic_reduce(&sum, tropic_operator_builtin(TROPIC_PLUS, TROPIC_FP64), o->v[1]);
}

static tropic_status reduce_matrix_cast(tropic_context *context, test_failing_objects *o)
{
    return tropic_reduce_matrix(o->v[2], o->v[1], NULL, tropic_operator_builtin(TROPIC_PLUS, TROPIC_FP32), o->A, NULL);
}

static tropic_status apply_list(tropic_context *context, test_failing_objects *o)
{
    const int32_t two = 2;
    return tropic_apply(o->v[1], NULL, NULL, int32(TROPIC_TIMES), o->v[2], &two, NULL);
}

static tropic_status select_some(tropic_context *context, test_failing_objects *o)
{
    const int32_t two = 2;
    return tropic_select(o->v[0], NULL, NULL, int32(TROPIC_GE), o->v[0], &two, NULL);
}

static tropic_status select_list(tropic_context *context, test_failing_objects *o)
{
    const int32_t two = 2;
    return tropic_select(o->v[3], NULL, NULL, int32(TROPIC_GE), o->v[3], &two, NULL);
}

static const tropic_index TURN[N] = {1, 2, 3, 4, 5, 6, 7, 0};

static tropic_status assign(tropic_context *context, test_failing_objects *o)
{
    const tropic_descriptor descriptor = {.size = sizeof descriptor, .structure = true};
    return tropic_assign(o->v[1], o->v[2], NULL, o->v[1], TURN, N, &descriptor);
}

static tropic_status assign_scalar(tropic_context *context, test_failing_objects *o)
{
    const int32_t two = 2;
    return tropic_assign_scalar(o->v[2], NULL, NULL, &two, TURN + N - 2, 2, NULL);
}

static tropic_status extract(tropic_context *context, test_failing_objects *o)
{
    return tropic_extract(o->v[0], NULL, int32(TROPIC_PLUS), o->v[2], TURN, N, NULL);
}

static tropic_status reduce(tropic_context *context, test_failing_objects *o)
{
    int32_t sum;
    return tropic_reduce(&sum, int32(TROPIC_PLUS), o->v[1]);
}

static tropic_status reduce_matrix(tropic_context *context, test_failing_objects *o)
{
    const tropic_descriptor descriptor = {
        .size = sizeof descriptor, .transpose = true, .complement = true, .replace = true};
    return tropic_reduce_matrix(o->v[2], o->v[2], tropic_operator_builtin(TROPIC_MIN, TROPIC_INT32),
                                tropic_operator_builtin(TROPIC_PLUS, TROPIC_INT32), o->A, &descriptor);
}

/* v[2] and v[3] are blocks without entries. */
static void make_blocks(tropic_context *context, test_failing_objects *o)
{
    enum { COLUMNS = 3 };
    make_all(context, o);
    for (int k = 2; k < TEST_FAILING_VECTORS; k++) {
        tropic_vector_free(&o->v[k]);
        assert_ok(context, tropic_vector_create_block(&o->v[k], context, TROPIC_INT32, N, COLUMNS));
    }
    assert_ok(context, tropic_vector_set(o->v[3], N, &VALUES[0]));
}

static tropic_status create_block(tropic_context *context, test_failing_objects *o)
{
    return tropic_vector_create_block(&o->made_vector, context, TROPIC_FP64, N, 2);
}

static tropic_status multiply_block(tropic_context *context, test_failing_objects *o)
{
    const tropic_descriptor descriptor = {.size = sizeof descriptor, .complement = true};
    return tropic_mxv_block(o->v[2], o->v[2], NULL, tropic_semiring_builtin(TROPIC_PLUS_TIMES, TROPIC_INT32), o->A,
                            o->v[3], &descriptor);
}

const test_failing_case test_failing_operations[] = {
    {"vector_create", NULL, create_vector, TROPIC_STRATEGY_AUTO},
    {"sparse to bitmap", make_vectors, to_bitmap, TROPIC_STRATEGY_AUTO},
    {"bitmap to sparse", make_vectors, to_sparse, TROPIC_STRATEGY_AUTO},
    {"full to sparse", make_vectors, full_to_sparse, TROPIC_STRATEGY_AUTO},
    {"vector_set", make_vectors, set_new, TROPIC_STRATEGY_AUTO},
    {"vector_fill", make_vectors, fill, TROPIC_STRATEGY_AUTO},
    {"vector_put_dense", make_vectors, put_dense, TROPIC_STRATEGY_AUTO},
    {"vector_put_entries", make_vectors, put_entries, TROPIC_STRATEGY_AUTO},
    {"vector_build", make_vectors, build, TROPIC_STRATEGY_AUTO},
    {"vector_remove, sparse", make_vectors, remove_sparse, TROPIC_STRATEGY_AUTO},
    {"vector_remove, full", make_vectors, remove_full, TROPIC_STRATEGY_AUTO},
    {"vector_get, bitmap", make_vectors, get_bitmap, TROPIC_STRATEGY_AUTO},
    {"vector_get, sparse", make_vectors, get_sparse, TROPIC_STRATEGY_AUTO},
    {"vector_resize, full", make_vectors, grow_full, TROPIC_STRATEGY_AUTO},
    {"vector_resize, bitmap", make_vectors, grow_bitmap, TROPIC_STRATEGY_AUTO},
    {"vector_resize, fewer places", make_vectors, shrink_bitmap, TROPIC_STRATEGY_AUTO},
    {"vector_duplicate, full", make_vectors, duplicate_full, TROPIC_STRATEGY_AUTO},
    {"vector_duplicate, bitmap", make_vectors, duplicate_bitmap, TROPIC_STRATEGY_AUTO},
    {"vector_duplicate, sparse", make_vectors, duplicate_sparse, TROPIC_STRATEGY_AUTO},
    TEST_FAILING_EACH_STRATEGY("mxv", make_all, multiply),
    TEST_FAILING_EACH_STRATEGY("vxm", make_all, multiply_left),
    {"ewise_add", make_vectors, add, TROPIC_STRATEGY_AUTO},
    {"ewise_multiply, lists", make_vectors, multiply_lists, TROPIC_STRATEGY_AUTO},
    {"apply", make_vectors, apply, TROPIC_STRATEGY_AUTO},
    {"apply, a list", make_vectors, apply_list, TROPIC_STRATEGY_AUTO},
    {"apply_first", make_vectors, apply_first, TROPIC_STRATEGY_AUTO},
    {"apply, cast", make_vectors, apply_cast, TROPIC_STRATEGY_AUTO},
    {"select, cast", make_vectors, select_cast, TROPIC_STRATEGY_AUTO},
    {"mxv, cast", make_all, multiply_cast, TROPIC_STRATEGY_AUTO},
    {"reduce, cast", make_vectors, reduce_cast, TROPIC_STRATEGY_AUTO},
    {"reduce_matrix, cast", make_all, reduce_matrix_cast, TROPIC_STRATEGY_AUTO},
    {"select", make_vectors, select_some, TROPIC_STRATEGY_AUTO},
    {"select, a list", make_vectors, select_list, TROPIC_STRATEGY_AUTO},
    {"assign", make_vectors, assign, TROPIC_STRATEGY_AUTO},
    {"assign_scalar", make_vectors, assign_scalar, TROPIC_STRATEGY_AUTO},
    {"extract", make_vectors, extract, TROPIC_STRATEGY_AUTO},
    {"reduce", make_vectors, reduce, TROPIC_STRATEGY_AUTO},
    {"reduce_matrix", make_all, reduce_matrix, TROPIC_STRATEGY_AUTO},
    {"vector_create_block", NULL, create_block, TROPIC_STRATEGY_AUTO},
    {"mxv_block", make_blocks, multiply_block, TROPIC_STRATEGY_AUTO},
    {NULL, NULL, NULL, TROPIC_STRATEGY_AUTO},
};
