/* SPDX-License-Identifier: Apache-2.0
 *
 * Contexts of TROPIC_DEVICE_AUTO on a machine with a GPU. Small calls leave the GPU alone. Large ones use it, with the
 * vectors of before, and so do all that need it.
 */
#include "tests/fixtures.h"

#include <tropic_cuda.h>

#define SMALL 100
/* So many vertices as sources are more than a GPU's start, on any number of threads that a context takes. */
#define LARGE 30000

static tropic_context *create(void)
{
    const tropic_context_options options = {.size = sizeof options, .threads = 2};
    tropic_context *context = NULL;
    assert_ok(NULL, tropic_context_create(&context, &options));
    return context;
}

/* The vertex in the middle lies between all that are left and all that are right of it. */
static void between(tropic_context *context, tropic_index n)
{
    OWNED(tropic_matrix) *A = test_path_matrix(context, n);
    OWNED(tropic_vector) *centrality = NULL;
    double middle;
    assert_ok(context, tropic_vector_create(&centrality, context, TROPIC_FP64, n));
    assert_ok(context, tropic_bc(centrality, A, NULL, NULL));
    assert_ok(context, tropic_vector_get(centrality, n / 2, &middle, NULL));
    assert_true(middle == 2.0 * (n / 2) * (n - 1 - n / 2));
}

static void small_work_stays_on_the_cpu(void **state)
{
    OWNED(tropic_context) *context = create();
    between(context, SMALL);
    assert_int_equal(tropic_context_device(context), TROPIC_DEVICE_CPU);
    assert_true(strlen(tropic_context_device_reason(context)) > 0);
    assert_null(tropic_cuda_stream(context));
}

static void large_work_goes_to_the_gpu(void **state)
{
    OWNED(tropic_context) *context = create();
    OWNED(tropic_vector) *few = NULL, *full = NULL, *sum = NULL;
    const tropic_operator *plus = tropic_operator_builtin(TROPIC_PLUS, TROPIC_INT32);
    const int32_t one = 1, two = 2;
    int32_t values[SMALL];
    assert_ok(context, tropic_vector_create(&few, context, TROPIC_INT32, SMALL));
    assert_ok(context, tropic_vector_create(&full, context, TROPIC_INT32, SMALL));
    assert_ok(context, tropic_vector_create(&sum, context, TROPIC_INT32, SMALL));
    assert_ok(context, tropic_vector_set(few, 3, &two));
    assert_ok(context, tropic_vector_fill(full, &one));
    between(context, SMALL);
    between(context, LARGE);
    assert_ok(context, tropic_ewise_add(sum, NULL, NULL, plus, few, full, NULL));
    assert_ok(context, tropic_vector_get_dense(sum, values, NULL));
    for (int i = 0; i < SMALL; i++) assert_int_equal(values[i], i == 3 ? 3 : 1);
    assert_int_equal(tropic_context_device(context), TROPIC_DEVICE_CUDA);
    assert_string_equal(tropic_context_device_reason(context), "");
    between(context, SMALL);
}

static void the_device_is_ready_for_what_needs_it(void **state)
{
    const double one = 1;
    void *values = NULL;
    tropic_vector *v = NULL, *view = NULL, *moved = NULL;
    OWNED(tropic_context) *context = create();
    tropic_context *gpu = test_context();
    double x = 0;
    /* Its own vector's values, also after small work. */
    between(context, SMALL);
    assert_ok(context, tropic_vector_create(&v, context, TROPIC_FP64, SMALL));
    assert_ok(context, tropic_vector_fill(v, &one));
    assert_ok(context, tropic_cuda_vector_values(v, &values));
    assert_int_equal(tropic_context_device(context), TROPIC_DEVICE_CUDA);
    tropic_context_free(&context);

    context = create();
    assert_non_null(tropic_cuda_stream(context));
    tropic_context_free(&context);

    context = create();
    between(context, SMALL);
    assert_ok(context, tropic_vector_view(&view, context, TROPIC_FP64, SMALL, values, TROPIC_DEVICE));
    assert_ok(context, tropic_vector_get(view, SMALL - 1, &x, NULL));
    assert_true(x == 1);
    tropic_vector_free(&view);
    tropic_context_free(&context);
    tropic_vector_free(&v);

    context = create();
    assert_ok(gpu, tropic_vector_create(&moved, gpu, TROPIC_FP64, SMALL));
    assert_ok(gpu, tropic_vector_fill(moved, &one));
    assert_ok(context, tropic_vector_move(moved, context));
    assert_int_equal(tropic_context_device(context), TROPIC_DEVICE_CUDA);
    tropic_vector_free(&moved);
    tropic_context_free(&context);
    tropic_context_free(&gpu);

    context = create();
    assert_int_equal(tropic_context_device(context), TROPIC_DEVICE_CUDA);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(small_work_stays_on_the_cpu),
                                       cmocka_unit_test(large_work_goes_to_the_gpu),
                                       cmocka_unit_test(the_device_is_ready_for_what_needs_it)};
    test_need_device();
    unsetenv("TROPIC_DEVICE");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
