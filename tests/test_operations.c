/* SPDX-License-Identifier: Apache-2.0
 *
 * Elementwise operations that can be checked by hand, on five places, and those that GraphBLAS, with
 * which tests/test_random_operations.c compares, does not have.
 */
#include "tests/context.h"
#include "tests/fixtures.h"

enum { N = 5, NONE = -99 };

static const tropic_operator *op(tropic_builtin_operator name)
{
    return tropic_operator_builtin(name, TROPIC_INT32);
}

/* In each form that it can have: NONE for no entry. */
static tropic_vector *vector(const int32_t values[N], tropic_vector_form form)
{
    tropic_vector *v = NULL;
    bool has[N];
    for (int i = 0; i < N; i++) has[i] = values[i] != NONE;
    assert_ok(context, tropic_vector_create(&v, context, TROPIC_INT32, N));
    assert_ok(context, tropic_vector_put_dense(v, values, has));
    if (form != TROPIC_FULL || tropic_vector_count(v) == N) assert_ok(context, tropic_vector_set_form(v, form));
    return v;
}

static void assert_values(const tropic_vector *v, const int32_t expected[N])
{
    int32_t values[N];
    bool has[N];
    assert_ok(context, tropic_vector_get_dense(v, values, has));
    for (int i = 0; i < N; i++)
        if ((has[i] ? values[i] : NONE) != expected[i])
            fail_msg("place %d: %d, not %d", i, has[i] ? values[i] : NONE, expected[i]);
}

static const int32_t U[N] = {1, NONE, 3, NONE, 5}, V[N] = {10, 20, NONE, NONE, 50};
static const int32_t W[N] = {7, 7, NONE, 7, 7}, MASK[N] = {1, 1, 1, 0, NONE};

/* The expected result of an operation on u, v, w and the mask. */
typedef tropic_status (*call)(tropic_vector *w, const tropic_vector *mask, const tropic_operator *accum,
                              tropic_vector *u, tropic_vector *v, const tropic_descriptor *d);

/* In all forms: without mask; under the mask; with accumulator; with both, and replace. */
static void check(call run, const int32_t plain[N], const int32_t masked[N], const int32_t accumulated[N],
                  const int32_t replaced[N])
{
    const tropic_descriptor replace = {.size = sizeof replace, .replace = true};
    const int32_t *expected[4] = {plain, masked, accumulated, replaced};
    for (int how = 0; how < 4; how++)
        for (int forms = 0; forms < 16; forms++) {
            OWNED(tropic_vector) *u = vector(U, forms & 1 ? TROPIC_SPARSE : TROPIC_BITMAP);
            OWNED(tropic_vector) *v = vector(V, forms & 2 ? TROPIC_SPARSE : TROPIC_BITMAP);
            OWNED(tropic_vector) *w = vector(W, forms & 4 ? TROPIC_SPARSE : TROPIC_BITMAP);
            OWNED(tropic_vector) *mask = vector(MASK, forms & 8 ? TROPIC_SPARSE : TROPIC_BITMAP);
            assert_ok(context, run(w, how & 1 ? mask : NULL, how & 2 ? op(TROPIC_PLUS) : NULL, u, v,
                                   how == 3 ? &replace : NULL));
            assert_values(w, expected[how]);
            assert_values(u, U);
            assert_values(v, V);
            assert_values(mask, MASK);
        }
}

static tropic_status add(tropic_vector *w, const tropic_vector *mask, const tropic_operator *accum, tropic_vector *u,
                         tropic_vector *v, const tropic_descriptor *d)
{
    return tropic_ewise_add(w, mask, accum, op(TROPIC_MINUS), u, v, d);
}

static void test_add(void **unused)
{
    check(add, (int32_t[N]){-9, 20, 3, NONE, -45}, (int32_t[N]){-9, 20, 3, 7, 7}, (int32_t[N]){-2, 27, 3, 7, -38},
          (int32_t[N]){-2, 27, 3, NONE, NONE});
}

static tropic_status multiply(tropic_vector *w, const tropic_vector *mask, const tropic_operator *accum,
                              tropic_vector *u, tropic_vector *v, const tropic_descriptor *d)
{
    return tropic_ewise_multiply(w, mask, accum, op(TROPIC_MINUS), u, v, d);
}

static void test_multiply(void **unused)
{
    check(multiply, (int32_t[N]){-9, NONE, NONE, NONE, -45}, (int32_t[N]){-9, NONE, NONE, 7, 7},
          (int32_t[N]){-2, 7, NONE, 7, -38}, (int32_t[N]){-2, 7, NONE, NONE, NONE});
}

static tropic_status place(tropic_vector *w, const tropic_vector *mask, const tropic_operator *accum, tropic_vector *u,
                           tropic_vector *v, const tropic_descriptor *d)
{
    return tropic_ewise_multiply(w, mask, accum, op(TROPIC_INDEX), u, v, d);
}

/* Which GraphBLAS has not. */
static void test_index(void **unused)
{
    check(place, (int32_t[N]){0, NONE, NONE, NONE, 4}, (int32_t[N]){0, NONE, NONE, 7, 7},
          (int32_t[N]){7, 7, NONE, 7, 11}, (int32_t[N]){7, 7, NONE, NONE, NONE});
}

static tropic_status apply(tropic_vector *w, const tropic_vector *mask, const tropic_operator *accum, tropic_vector *u,
                           tropic_vector *v, const tropic_descriptor *d)
{
    const int32_t ten = 10;
    return tropic_apply(w, mask, accum, op(TROPIC_TIMES), u, &ten, d);
}

static tropic_status apply_first(tropic_vector *w, const tropic_vector *mask, const tropic_operator *accum,
                                 tropic_vector *u, tropic_vector *v, const tropic_descriptor *d)
{
    const int32_t ten = 10;
    return tropic_apply_first(w, mask, accum, op(TROPIC_MINUS), &ten, u, d);
}

static void test_apply_first(void **unused)
{
    check(apply_first, (int32_t[N]){9, NONE, 7, NONE, 5}, (int32_t[N]){9, NONE, 7, 7, 7}, (int32_t[N]){16, 7, 7, 7, 12},
          (int32_t[N]){16, 7, 7, NONE, NONE});
}

static void test_apply(void **unused)
{
    check(apply, (int32_t[N]){10, NONE, 30, NONE, 50}, (int32_t[N]){10, NONE, 30, 7, 7}, (int32_t[N]){17, 7, 30, 7, 57},
          (int32_t[N]){17, 7, 30, NONE, NONE});
}

static tropic_status select_large(tropic_vector *w, const tropic_vector *mask, const tropic_operator *accum,
                                  tropic_vector *u, tropic_vector *v, const tropic_descriptor *d)
{
    const int32_t two = 2;
    return tropic_select(w, mask, accum, op(TROPIC_GT), u, &two, d);
}

static void test_select(void **unused)
{
    check(select_large, (int32_t[N]){NONE, NONE, 3, NONE, 5}, (int32_t[N]){NONE, NONE, 3, 7, 7},
          (int32_t[N]){7, 7, 3, 7, 12}, (int32_t[N]){7, 7, 3, NONE, NONE});
}

/* w({4, 1, 0, 3, 2}) = u */
static tropic_status assign(tropic_vector *w, const tropic_vector *mask, const tropic_operator *accum, tropic_vector *u,
                            tropic_vector *v, const tropic_descriptor *d)
{
    const tropic_index ids[N] = {4, 1, 0, 3, 2};
    return tropic_assign(w, mask, accum, u, ids, N, d);
}

static void test_assign(void **unused)
{
    check(assign, (int32_t[N]){3, NONE, 5, NONE, 1}, (int32_t[N]){3, NONE, 5, 7, 7}, (int32_t[N]){10, 7, 5, 7, 8},
          (int32_t[N]){10, 7, 5, NONE, NONE});
}

/* w({3, 0}) = 2 */
static tropic_status assign_scalar(tropic_vector *w, const tropic_vector *mask, const tropic_operator *accum,
                                   tropic_vector *u, tropic_vector *v, const tropic_descriptor *d)
{
    const tropic_index ids[] = {3, 0};
    const int32_t two = 2;
    return tropic_assign_scalar(w, mask, accum, &two, ids, 2, d);
}

static void test_assign_scalar(void **unused)
{
    check(assign_scalar, (int32_t[N]){2, 7, NONE, 2, 7}, (int32_t[N]){2, 7, NONE, 7, 7}, (int32_t[N]){9, 7, NONE, 9, 7},
          (int32_t[N]){9, 7, NONE, NONE, NONE});
}

/* Place 4 twice. */
static tropic_status extract(tropic_vector *w, const tropic_vector *mask, const tropic_operator *accum,
                             tropic_vector *u, tropic_vector *v, const tropic_descriptor *d)
{
    const tropic_index ids[N] = {4, 4, 1, 0, 2};
    return tropic_extract(w, mask, accum, u, ids, N, d);
}

static void test_extract(void **unused)
{
    check(extract, (int32_t[N]){5, 5, NONE, 1, 3}, (int32_t[N]){5, 5, NONE, 7, 7}, (int32_t[N]){12, 12, NONE, 8, 10},
          (int32_t[N]){12, 12, NONE, NONE, NONE});
}

/* w is every argument at once. */
static void test_one_vector(void **unused)
{
    const tropic_index turn[N] = {1, 2, 3, 4, 0};
    const tropic_descriptor d = {.size = sizeof d, .complement = true, .replace = true};
    for (int form = TROPIC_BITMAP; form <= TROPIC_SPARSE; form++) {
        OWNED(tropic_vector) *w = vector(U, (tropic_vector_form)form);
        assert_ok(context, tropic_ewise_add(w, w, op(TROPIC_PLUS), op(TROPIC_PLUS), w, w, NULL));
        assert_values(w, (int32_t[N]){3, NONE, 9, NONE, 15});
        assert_ok(context, tropic_assign(w, NULL, NULL, w, turn, N, NULL));
        assert_values(w, (int32_t[N]){15, 3, NONE, 9, NONE});
        assert_ok(context, tropic_extract(w, NULL, NULL, w, turn, N, NULL));
        assert_values(w, (int32_t[N]){3, NONE, 9, NONE, 15});
        assert_ok(context, tropic_apply(w, w, NULL, op(TROPIC_INDEX), w, NULL, &d));
        assert_int_equal(tropic_vector_count(w), 0);
    }
}

/* Lists in, lists out. */
static void test_lists_stay(void **unused)
{
    const int32_t two = 2;
    OWNED(tropic_vector) *u = vector(U, TROPIC_SPARSE), *v = vector(V, TROPIC_SPARSE);
    OWNED(tropic_vector) *w = vector(W, TROPIC_BITMAP);
    assert_ok(context, tropic_apply(w, NULL, NULL, op(TROPIC_TIMES), u, &two, NULL));
    assert_int_equal(tropic_vector_get_form(w), TROPIC_SPARSE);
    assert_ok(context, tropic_select(u, NULL, NULL, op(TROPIC_NE), u, &two, NULL));
    assert_int_equal(tropic_vector_get_form(u), TROPIC_SPARSE);
    assert_values(u, U);
    assert_ok(context, tropic_ewise_multiply(w, NULL, NULL, op(TROPIC_PLUS), u, v, NULL));
    assert_int_equal(tropic_vector_get_form(w), TROPIC_SPARSE);
    assert_values(w, (int32_t[N]){11, NONE, NONE, NONE, 55});
}

/* In host memory; a view stays full. */
static void test_views(void **unused)
{
    int32_t mine[N] = {1, 2, 3, 4, 5};
    const int32_t three = 3;
    OWNED(tropic_vector) *w = NULL, *u = NULL;
    if (test_device() == TROPIC_DEVICE_CUDA) test_skip("views of host memory are the CPU's");
    u = vector(U, TROPIC_SPARSE);
    assert_ok(context, tropic_vector_view(&w, context, TROPIC_INT32, N, mine, TROPIC_HOST));
    assert_ok(context, tropic_ewise_add(w, NULL, NULL, op(TROPIC_PLUS), w, u, NULL));
    assert_memory_equal(mine, ((int32_t[N]){2, 2, 6, 4, 10}), sizeof mine);
    assert_status(context, TROPIC_NOT_SUPPORTED, tropic_select(w, NULL, NULL, op(TROPIC_GT), w, &three, NULL));
    assert_status(context, TROPIC_NOT_SUPPORTED, tropic_apply(w, NULL, NULL, op(TROPIC_PLUS), u, &three, NULL));
    assert_memory_equal(mine, ((int32_t[N]){2, 2, 6, 4, 10}), sizeof mine);
    assert_ok(context, tropic_select(w, NULL, op(TROPIC_PLUS), op(TROPIC_GT), w, &three, NULL));
    assert_memory_equal(mine, ((int32_t[N]){2, 2, 12, 8, 20}), sizeof mine);
    assert_ok(context, tropic_assign_scalar(w, u, NULL, &three, NULL, N, NULL));
    assert_memory_equal(mine, ((int32_t[N]){3, 2, 3, 8, 3}), sizeof mine);
}

static void test_reduce(void **unused)
{
    OWNED(tropic_vector) *u = vector(U, TROPIC_SPARSE), *none = NULL;
    int32_t sum = 0;
    double min = 0;
    for (int form = TROPIC_BITMAP; form <= TROPIC_SPARSE; form++) {
        assert_ok(context, tropic_vector_set_form(u, (tropic_vector_form)form));
        assert_ok(context, tropic_reduce(&sum, op(TROPIC_PLUS), u));
        assert_int_equal(sum, 9);
        assert_ok(context, tropic_reduce(&sum, op(TROPIC_TIMES), u));
        assert_int_equal(sum, 15);
        assert_ok(context, tropic_reduce(&sum, op(TROPIC_MAX), u));
        assert_int_equal(sum, 5);
    }
    assert_ok(context, tropic_vector_clear(u));
    assert_ok(context, tropic_reduce(&sum, op(TROPIC_MIN), u));
    assert_int_equal(sum, INT32_MAX);
    assert_ok(context, tropic_vector_create(&none, context, TROPIC_FP64, N));
    assert_ok(context, tropic_reduce(&min, tropic_operator_builtin(TROPIC_MIN, TROPIC_FP64), none));
    assert_true(isnan(min)); /* min ignores NaN */
}

/* The terms' order is fixed, and so are the last bits. */
static void test_reduce_repeats(void **unused)
{
    enum { MANY = 100003, TIMES = 5 };
    OWNED_MEMORY double *values = calloc(MANY, sizeof *values);
    double first = 0, again = 0;
    OWNED(tropic_vector) *u = NULL;
    uint64_t random = 1;
    for (int i = 0; i < MANY; i++) values[i] = 1.0 / (1 + test_below(&random, 1000));
    u = test_vector_of(context, TROPIC_FP64, MANY, values);
    for (int k = 0; k < TIMES; k++) {
        assert_ok(context,
                  tropic_reduce(k == 0 ? &first : &again, tropic_operator_builtin(TROPIC_PLUS, TROPIC_FP64), u));
        if (k > 0) assert_memory_equal(&first, &again, sizeof first);
    }
}

/* No place, and one. */
static void test_tiny(void **unused)
{
    const int32_t two = 2;
    const tropic_index zero = 0, *const nowhere = &zero;
    for (tropic_index n = 0; n <= 1; n++)
        for (int form = TROPIC_FULL; form <= TROPIC_SPARSE; form++) {
            OWNED(tropic_vector) *w = NULL, *u = NULL;
            int32_t sum = 1, value[1] = {0};
            assert_ok(context, tropic_vector_create(&u, context, TROPIC_INT32, n));
            assert_ok(context, tropic_vector_create(&w, context, TROPIC_INT32, n));
            assert_ok(context, tropic_vector_fill(u, &two));
            assert_ok(context, tropic_vector_set_form(u, (tropic_vector_form)form));
            assert_ok(context, tropic_apply(w, NULL, NULL, op(TROPIC_TIMES), u, &two, NULL));
            assert_ok(context, tropic_ewise_add(w, u, NULL, op(TROPIC_PLUS), u, w, NULL));
            assert_ok(context, tropic_ewise_multiply(w, NULL, NULL, op(TROPIC_PLUS), u, w, NULL));
            assert_ok(context, tropic_select(w, NULL, NULL, op(TROPIC_GT), w, &two, NULL));
            assert_ok(context, tropic_assign(w, NULL, op(TROPIC_PLUS), u, NULL, n, NULL));
            assert_ok(context, tropic_assign(w, NULL, op(TROPIC_PLUS), u, nowhere, n, NULL));
            assert_ok(context, tropic_assign_scalar(w, u, op(TROPIC_PLUS), &two, nowhere, n, NULL));
            assert_ok(context, tropic_assign_scalar(w, NULL, NULL, &two, nowhere, 0, NULL));
            assert_ok(context, tropic_extract(w, NULL, NULL, w, nowhere, n, NULL));
            assert_ok(context, tropic_reduce(&sum, op(TROPIC_PLUS), w));
            assert_ok(context, tropic_vector_get_dense(w, value, NULL));
            assert_int_equal(tropic_vector_count(w), n);
            assert_int_equal(sum, n * 14);
            assert_int_equal(value[0], n * 14);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_add),        cmocka_unit_test(test_multiply),       cmocka_unit_test(test_index),
        cmocka_unit_test(test_apply),      cmocka_unit_test(test_apply_first),    cmocka_unit_test(test_select),
        cmocka_unit_test(test_assign),     cmocka_unit_test(test_assign_scalar),  cmocka_unit_test(test_extract),
        cmocka_unit_test(test_one_vector), cmocka_unit_test(test_lists_stay),     cmocka_unit_test(test_views),
        cmocka_unit_test(test_reduce),     cmocka_unit_test(test_reduce_repeats), cmocka_unit_test(test_tiny),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, context_open, context_close);
}
