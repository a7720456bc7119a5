/* SPDX-License-Identifier: Apache-2.0
 *
 * Where calls work by `auto`. Without a GPU a second context of the CPU stands for it.
 */
#define _GNU_SOURCE /* RTLD_NEXT */
#include "tests/graphblas/common.h"

#include <dlfcn.h>

/* A graph whose products are the GPU's, and so many of them at most until that is opened. */
#define N 100000
#define DEGREE 12
#define MANY 20000
#define SMALL 50

static int opened;
static bool refuses;

typedef tropic_status context_create(tropic_context **context, const tropic_context_options *options);

/* These two are called by the library in place of those of libtropic. */
tropic_status tropic_context_create(tropic_context **context, const tropic_context_options *options)
{
    context_create *create = NULL;
    tropic_context_options mine = *options;
    *(void **)&create = dlsym(RTLD_NEXT, "tropic_context_create");
    assert_non_null(create);
    if (options->device == TROPIC_DEVICE_CUDA) {
        opened++;
        if (refuses) return TROPIC_OUT_OF_DEVICE_MEMORY;
        mine.device = test_device();
    }
    return create(context, &mine);
}

bool tropic_built_with_cuda(void)
{
    return true;
}

static void begin(bool refuse)
{
    opened = 0;
    refuses = refuse;
    ok(GrB_init(GrB_NONBLOCKING));
    assert_int_equal(opened, 0);
}

/* Entries at i, i * 7 + 1, i * 7 + 8, ... of row i. */
static GrB_Matrix make(GrB_Index n, GrB_Index degree)
{
    OWNED_MEMORY GrB_Index *rows = malloc(n * degree * sizeof *rows), *cols = malloc(n * degree * sizeof *cols);
    OWNED_MEMORY double *values = malloc(n * degree * sizeof *values);
    GrB_Matrix A = NULL;
    for (GrB_Index k = 0; k < n * degree; k++) {
        rows[k] = k / degree;
        cols[k] = (rows[k] + k % degree * 7 + (k % degree > 0)) % n;
        values[k] = (double)(k % 5);
    }
    ok(GrB_Matrix_new(&A, GrB_FP64, n, n));
    ok(GrB_Matrix_build_FP64(A, rows, cols, values, n * degree, GrB_PLUS_FP64));
    return A;
}

/* w = A u for u of ones. */
static double product(GrB_Matrix A, GrB_Vector w, GrB_Vector u)
{
    double sum = 0;
    ok(GrB_Vector_assign_FP64(u, NULL, NULL, 1, GrB_ALL, 0, NULL));
    ok(GrB_mxv(w, NULL, NULL, GrB_PLUS_TIMES_SEMIRING_FP64, A, u, NULL));
    ok(GrB_Vector_reduce_FP64(&sum, NULL, GrB_PLUS_MONOID_FP64, w, NULL));
    return sum;
}

static double entries_of(GrB_Index n, GrB_Index degree)
{
    double sum = 0;
    for (GrB_Index k = 0; k < n * degree; k++) sum += (double)(k % 5);
    return sum;
}

static void vectors(GrB_Vector *w, GrB_Vector *u, GrB_Index n)
{
    ok(GrB_Vector_new(w, GrB_FP64, n));
    ok(GrB_Vector_new(u, GrB_FP64, n));
}

static void small_calls_open_nothing(void **state)
{
    GrB_Matrix A, B = NULL;
    GrB_Vector w = NULL, u = NULL;
    int32_t device;
    begin(false);
    ok(GrB_get(GrB_GLOBAL, &device, TROPIC_GRAPHBLAS_DEVICE));
    assert_int_equal(device, TROPIC_DEVICE_AUTO);
    A = make(SMALL, 3);
    vectors(&w, &u, SMALL);
    ok(GrB_Matrix_new(&B, GrB_FP64, SMALL, SMALL));
    for (int k = 0; k < 1000; k++) {
        assert_true(product(A, w, u) == entries_of(SMALL, 3));
        ok(GrB_mxm(B, NULL, NULL, GrB_PLUS_TIMES_SEMIRING_FP64, A, A, NULL));
    }
    assert_int_equal(opened, 0);
    ok(GrB_free(&A));
    ok(GrB_free(&B));
    ok(GrB_free(&w));
    ok(GrB_free(&u));
    ok(GrB_finalize());
}

/* A frontier of one entry is little work, however large the graph. */
static void few_entries_are_small(void **state)
{
    GrB_Matrix A;
    GrB_Vector w = NULL, u = NULL;
    GrB_Index count;
    begin(false);
    A = make(N, DEGREE);
    vectors(&w, &u, N);
    ok(GrB_Vector_setElement_FP64(u, 1, 7));
    for (int k = 0; k < 3000; k++) ok(GrB_vxm(w, NULL, NULL, GrB_PLUS_TIMES_SEMIRING_FP64, u, A, NULL));
    ok(GrB_Vector_nvals(&count, w));
    assert_int_equal(count, DEGREE);
    assert_int_equal(opened, 0);
    ok(GrB_free(&A));
    ok(GrB_free(&w));
    ok(GrB_free(&u));
    ok(GrB_finalize());
}

/* Operands here and there meet, and all calls that follow are right. */
static void mix(GrB_Vector w, GrB_Matrix A, double sum)
{
    GrB_Vector here = NULL, both = NULL;
    GrB_Matrix T = NULL;
    GrB_Index count;
    double x = 0, found = 0;
    ok(GrB_Vector_new(&here, GrB_FP64, N));
    ok(GrB_Vector_setElement_FP64(here, 1000, 5));
    ok(GrB_Vector_dup(&both, here));
    ok(GrB_eWiseAdd(both, NULL, NULL, GrB_PLUS_FP64, here, w, NULL));
    ok(GrB_Vector_extractElement_FP64(&x, both, 5));
    ok(GrB_Vector_extractElement_FP64(&found, w, 5));
    assert_true(x == found + 1000);
    ok(GrB_Vector_reduce_FP64(&x, NULL, GrB_PLUS_MONOID_FP64, both, NULL));
    assert_true(x == sum + 1000);
    ok(GrB_Matrix_new(&T, GrB_FP64, N, N));
    ok(GrB_transpose(T, NULL, NULL, A, NULL));
    ok(GrB_Matrix_setElement_FP64(T, 3, N - 1, 2));
    ok(GrB_Matrix_nvals(&count, T));
    assert_true(count >= (GrB_Index)N * DEGREE);
    ok(GrB_Matrix_extractElement_FP64(&x, T, N - 1, 2));
    assert_true(x == 3);
    ok(GrB_free(&T));
    ok(GrB_free(&here));
    ok(GrB_free(&both));
}

static void large_calls(bool refuse)
{
    const double sum = entries_of(N, DEGREE);
    GrB_Matrix A;
    GrB_Vector w = NULL, u = NULL;
    int32_t device;
    int calls = 0;
    begin(refuse);
    A = make(N, DEGREE);
    vectors(&w, &u, N);
    while (opened == 0 && calls++ < MANY) assert_true(product(A, w, u) == sum);
    assert_int_equal(opened, 1);
    for (int k = 0; k < 3; k++) assert_true(product(A, w, u) == sum);
    mix(w, A, sum);
    assert_int_equal(opened, 1); /* and nobody asks again */
    ok(GrB_get(GrB_GLOBAL, &device, TROPIC_GRAPHBLAS_DEVICE));
    assert_int_equal(device, refuse ? TROPIC_DEVICE_CPU : TROPIC_DEVICE_AUTO);
    ok(GrB_set(GrB_GLOBAL, TROPIC_DEVICE_CPU, TROPIC_GRAPHBLAS_DEVICE));
    assert_true(product(A, w, u) == sum);
    ok(GrB_set(GrB_GLOBAL, TROPIC_DEVICE_AUTO, TROPIC_GRAPHBLAS_DEVICE));
    assert_true(product(A, w, u) == sum);
    ok(GrB_free(&A));
    ok(GrB_free(&w));
    ok(GrB_free(&u));
    ok(GrB_finalize());
}

static void large_calls_open_the_gpu(void **state)
{
    large_calls(false);
}

static void a_gpu_that_is_not_to_be_had_is_done_without(void **state)
{
    large_calls(true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_calls_open_nothing), cmocka_unit_test(few_entries_are_small),
        cmocka_unit_test(large_calls_open_the_gpu), cmocka_unit_test(a_gpu_that_is_not_to_be_had_is_done_without)};
    test_need_device();
    setenv("TROPIC_DEVICE", "auto", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
