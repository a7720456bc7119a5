/* SPDX-License-Identifier: Apache-2.0
 *
 * Arrays of the caller as vectors, with the caller's own memory, of which nothing leaks.
 */
#include "tests/graphblas/counting.h"

/* An array goes into a vector of another type and size, and comes out of it. */
static void load_and_unload(void **state)
{
    const float values[] = {1, 2.5F, -3};
    void *X = count_copy(values, sizeof values);
    GrB_Vector v;
    GrB_Type type = NULL;
    GrB_Index size;
    uint64_t n = 0, bytes = 0;
    int handling = 1;
    float value;
    ok(GrB_Vector_new(&v, GrB_INT8, 100));
    ok(GrB_Vector_setElement_INT8(v, 1, 50));
    fails(INVALID_OBJECT, GxB_Vector_unload(v, &X, &type, &n, &bytes, &handling, NULL));
    ok(GxB_Vector_load(v, &X, GrB_FP32, 3, sizeof values, GrB_DEFAULT, NULL));
    assert_null(X);
    ok(GxB_Vector_type(&type, v));
    assert_ptr_equal(type, GrB_FP32);
    ok(GrB_Vector_size(&size, v));
    assert_int_equal(size, 3);
    ok(GrB_Vector_apply(v, NULL, NULL, GrB_AINV_FP32, v, NULL));
    ok(GrB_Vector_extractElement_FP32(&value, v, 1));
    assert_true(value == -2.5F);
    ok(GxB_Vector_unload(v, &X, &type, &n, &bytes, &handling, NULL));
    assert_true(type == GrB_FP32 && n == 3 && bytes == sizeof values && handling == GrB_DEFAULT);
    assert_true(((float *)X)[2] == 3);
    ok(GrB_Vector_size(&size, v));
    assert_int_equal(size, 0);
    count_release(X);
    ok(GxB_Vector_unload(v, &X, &type, &n, &bytes, &handling, NULL)); /* it has no places */
    assert_true(!X && n == 0 && bytes == 0);
    ok(GxB_Vector_load(v, &X, GrB_FP64, 0, 0, GrB_DEFAULT, NULL));
    ok(GrB_Vector_free(&v));
}

/* The array stays the caller's, and the vector as it is. */
static void read_only(void **state)
{
    int64_t values[] = {5, 7};
    void *X = values, *got = NULL;
    GrB_Vector v, w;
    GrB_Type type;
    uint64_t n, bytes;
    int handling;
    const char *text;
    int64_t sum;
    ok(GrB_Vector_new(&v, GrB_INT64, 0));
    ok(GrB_Vector_new(&w, GrB_INT64, 2));
    ok(GxB_Vector_load(v, &X, GrB_INT64, 2, sizeof values, GxB_IS_READONLY, NULL));
    assert_ptr_equal(X, values);
    ok(GrB_Vector_reduce_INT64(&sum, NULL, GrB_PLUS_MONOID_INT64, v, NULL));
    assert_int_equal(sum, 12);
    ok(GrB_Vector_apply(w, NULL, NULL, GrB_IDENTITY_INT64, v, NULL));
    assert_int_equal(GrB_Vector_setElement_INT64(v, 1, 0), GxB_OUTPUT_IS_READONLY);
    assert_int_equal(GrB_Vector_apply(v, NULL, NULL, GrB_AINV_INT64, w, NULL), GxB_OUTPUT_IS_READONLY);
    assert_int_equal(GrB_Vector_clear(v), GxB_OUTPUT_IS_READONLY);
    assert_int_equal(GrB_Vector_resize(v, 9), GxB_OUTPUT_IS_READONLY);
    ok(GrB_Vector_error(&text, v));
    assert_non_null(strstr(text, "the caller's"));
    ok(GxB_Vector_unload(v, &got, &type, &n, &bytes, &handling, NULL));
    assert_true(got == values && n == 2 && bytes == sizeof values && handling == GxB_IS_READONLY);
    ok(GrB_Vector_resize(v, 1)); /* it may change again */
    ok(GrB_Vector_setElement_INT64(v, 1, 0));
    ok(GxB_Vector_load(v, &X, GrB_INT64, 2, sizeof values, GxB_IS_READONLY, NULL));
    ok(GxB_Vector_load(v, &X, GrB_INT64, 1, sizeof values, GxB_IS_READONLY, NULL));
    ok(GrB_Vector_free(&v));
    ok(GrB_Vector_free(&w));
    assert_int_equal(values[0] + values[1], 12);
}

/* Nothing is copied while nobody looks into the vector, nor if it is only read; what changes it, takes a copy. */
static void the_array_itself(void **state)
{
    const int32_t values[] = {4, 5, 6, 0, 0};
    void *X = count_copy(values, sizeof values), *const array = X, *shared, *got;
    GrB_Vector v, w;
    GrB_Type type;
    uint64_t n, bytes;
    int handling;
    int32_t sum;
    ok(GrB_Vector_new(&v, GrB_BOOL, 1));
    ok(GrB_Vector_new(&w, GrB_BOOL, 1));
    ok(GxB_Vector_load(v, &X, GrB_INT32, 3, sizeof values, GrB_DEFAULT, NULL));
    ok(GxB_Vector_unload(v, &X, &type, &n, &bytes, &handling, NULL));
    assert_true(X == array && n == 3 && bytes == sizeof values);
    /* A part of it serves another vector, as long as the owner does not change. */
    shared = X;
    ok(GxB_Vector_load(v, &shared, GrB_INT32, 2, sizeof values, GxB_IS_READONLY, NULL));
    ok(GxB_Vector_load(w, &X, GrB_INT32, 3, bytes, handling, NULL));
    ok(GrB_Vector_reduce_INT32(&sum, NULL, GrB_PLUS_MONOID_INT32, w, NULL));
    assert_int_equal(sum, 15);
    ok(GrB_Vector_reduce_INT32(&sum, NULL, GrB_PLUS_MONOID_INT32, v, NULL));
    assert_int_equal(sum, 9);
    ok(GxB_Vector_unload(v, &got, &type, &n, &bytes, &handling, NULL));
    assert_true(got == array && n == 2 && handling == GxB_IS_READONLY);
    ok(GxB_Vector_unload(w, &got, &type, &n, &bytes, &handling, NULL));
    assert_true(got == array && n == 3 && handling == GrB_DEFAULT && ((int32_t *)got)[0] == 4);
    ok(GxB_Vector_load(w, &got, GrB_INT32, 3, bytes, handling, NULL));
    ok(GrB_Vector_setElement_INT32(w, 9, 0));
    ok(GxB_Vector_unload(w, &got, &type, &n, &bytes, &handling, NULL));
    assert_true(((int32_t *)got)[0] == 9 && ((int32_t *)got)[2] == 6);
    count_release(got);
    X = count_copy(values, sizeof values);
    ok(GxB_Vector_load(w, &X, GrB_INT32, 3, sizeof values, GrB_DEFAULT, NULL));
    ok(GrB_Vector_free(&w)); /* and the array with it */
    ok(GrB_Vector_free(&v));
}

static void wrong_loads(void **state)
{
    double value = 1;
    void *X = &value, *none = NULL;
    GrB_Vector v;
    GrB_Index size;
    uint64_t n;
    int handling;
    GrB_Type type;
    ok(GrB_Vector_new(&v, GrB_FP64, 7));
    fails(NULL_POINTER, GxB_Vector_load(NULL, &X, GrB_FP64, 1, 8, GrB_DEFAULT, NULL));
    fails(NULL_POINTER, GxB_Vector_load(v, NULL, GrB_FP64, 1, 8, GrB_DEFAULT, NULL));
    fails(NULL_POINTER, GxB_Vector_load(v, &none, GrB_FP64, 1, 8, GrB_DEFAULT, NULL));
    fails(NULL_POINTER, GxB_Vector_load(v, &X, NULL, 1, 8, GrB_DEFAULT, NULL));
    fails(INVALID_VALUE, GxB_Vector_load(v, &X, GrB_FP64, 1, 7, GrB_DEFAULT, NULL));
    fails(INVALID_VALUE, GxB_Vector_load(v, &X, GrB_FP64, (uint64_t)1 << 61, UINT64_MAX, GrB_DEFAULT, NULL));
    fails(INVALID_VALUE, GxB_Vector_load(v, &X, GrB_FP64, 1, 8, 5, NULL));
    fails(NULL_POINTER, GxB_Vector_unload(v, NULL, &type, &n, &n, &handling, NULL));
    fails(NULL_POINTER, GxB_Vector_unload(v, &X, &type, &n, NULL, &handling, NULL));
    fails(NULL_POINTER, GxB_Vector_unload(NULL, &X, &type, &n, &n, &handling, NULL));
    assert_ptr_equal(X, &value);
    ok(GrB_Vector_size(&size, v));
    assert_int_equal(size, 7);
    ok(GrB_Vector_free(&v));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(load_and_unload), cmocka_unit_test(read_only),
                                       cmocka_unit_test(the_array_itself), cmocka_unit_test(wrong_loads),
                                       cmocka_unit_test(nothing_is_left)};
    test_need_device();
    return cmocka_run_group_tests(tests, open_counting, NULL);
}
