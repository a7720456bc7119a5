/* SPDX-License-Identifier: Apache-2.0
 *
 * Lists of indices and of entries that are vectors.
 */
#include "tests/graphblas/common.h"

enum { N = 6 };

static GrB_Vector vector_of(GrB_Type type, GrB_Index size, GrB_Index n, const GrB_Index *ids, const double *values)
{
    GrB_Vector v;
    ok(GrB_Vector_new(&v, type, size));
    ok(GrB_Vector_build_FP64(v, ids, values, n, NULL));
    return v;
}

static double at(GrB_Vector v, GrB_Index i)
{
    double x = -1;
    const GrB_Info info = GrB_Vector_extractElement_FP64(&x, v, i);
    assert_true(info == GrB_SUCCESS || info == GrB_NO_VALUE);
    return x;
}

static void is(GrB_Vector v, GrB_Index size, const double *values)
{
    GrB_Index n;
    ok(GrB_Vector_size(&n, v));
    assert_int_equal(n, size);
    for (GrB_Index i = 0; i < size; i++) assert_true(at(v, i) == values[i]);
}

static const GrB_Index up[N] = {0, 1, 2, 3, 4, 5};
static const double tens[N] = {0, 10, 20, 30, 40, 50};

/* The values of a list, its indices, a range, and all. */
static void what_a_list_is(void **state)
{
    GrB_Vector u = vector_of(GrB_FP64, N, N, up, tens), w;
    GrB_Vector ids = vector_of(GrB_INT32, 9, 3, (GrB_Index[]){2, 4, 7}, (double[]){5, 0, 3});
    GrB_Vector places = vector_of(GrB_BOOL, N, 3, (GrB_Index[]){1, 2, 5}, (double[]){1, 0, 1});
    GrB_Vector range = vector_of(GrB_INT64, 3, 3, up, (double[]){5, 1, -2});
    GrB_Descriptor desc;
    int32_t what = 7;
    ok(GrB_Descriptor_new(&desc));
    ok(GrB_Descriptor_get_INT32(desc, &what, GxB_ROWINDEX_LIST));
    assert_int_equal(what, GxB_USE_VALUES);
    ok(GrB_Vector_new(&w, GrB_FP64, 3));
    ok(GrB_extract(w, NULL, NULL, u, ids, NULL));
    is(w, 3, (double[]){50, 0, 30});
    ok(GrB_set(desc, GxB_USE_INDICES, GxB_ROWINDEX_LIST));
    ok(GrB_extract(w, NULL, NULL, u, places, desc));
    is(w, 3, (double[]){10, 20, 50});
    ok(GrB_set(desc, GxB_IS_STRIDE, GxB_ROWINDEX_LIST));
    ok(GrB_extract(w, NULL, NULL, u, range, desc));
    is(w, 3, (double[]){50, 30, 10});
    fails(INVALID_VALUE, GrB_set(desc, 1, GxB_ROWINDEX_LIST));
    fails(INVALID_VALUE, GrB_set(GrB_DESC_T0, GxB_USE_INDICES, GxB_ROWINDEX_LIST));
    ok(GrB_Vector_resize(w, N));
    ok(GrB_extract(w, NULL, NULL, u, (GrB_Vector)NULL, desc));
    is(w, N, tens);
    /* Operands may be lists: w = u(u). */
    ok(GrB_Vector_apply_BinaryOp2nd_FP64(u, NULL, NULL, GrB_DIV_FP64, u, 10, NULL));
    ok(GrB_Vector_setElement_FP64(u, 0, 5));
    ok(GrB_extract(u, NULL, GrB_PLUS_FP64, u, u, NULL));
    is(u, N, (double[]){0, 2, 4, 6, 8, 0});
    ok(GrB_free(&u));
    ok(GrB_free(&w));
    ok(GrB_free(&ids));
    ok(GrB_free(&places));
    ok(GrB_free(&range));
    ok(GrB_free(&desc));
}

/* Each form does as that of arrays. */
static void forms(void **state)
{
    const GrB_Index two[] = {4, 1}, three[] = {0, 5, 2};
    GrB_Vector rows = vector_of(GrB_UINT64, 2, 2, up, (double[]){4, 1}),
               columns = vector_of(GrB_INT8, 3, 3, up, (double[]){0, 5, 2}),
               pair = vector_of(GrB_FP64, 2, 2, up, (double[]){7, 8}),
               triple = vector_of(GrB_FP64, 3, 3, up, (double[]){7, 8, 9}), got, want;
    GrB_Matrix A, part, C[2];
    GrB_Scalar s;
    bool same = false;
    ok(GrB_Matrix_new(&A, GrB_FP64, N, N));
    for (GrB_Index i = 0; i < N; i++)
        for (GrB_Index j = i % 2; j < N; j += 2) ok(GrB_Matrix_setElement_FP64(A, (double)(i * N + j), i, j));
    ok(GrB_Matrix_new(&part, GrB_FP64, 2, 3));
    ok(GrB_Scalar_new(&s, GrB_FP64));
    ok(GrB_Scalar_setElement_FP64(s, -4));
    ok(GrB_extract(part, NULL, NULL, A, rows, columns, NULL));
    ok(GrB_Vector_new(&got, GrB_FP64, 2));
    ok(GrB_Vector_new(&want, GrB_FP64, 2));
    ok(GrB_extract(got, NULL, NULL, A, rows, 2, NULL));
    ok(GrB_extract(want, NULL, NULL, A, two, 2, 2, NULL));
    is(got, 2, (double[]){at(want, 0), at(want, 1)});
#define ASSIGNS(k, name, R, S)                                                                                         \
    do {                                                                                                               \
        ok(GrB_Matrix_dup(&C[k], A));                                                                                  \
        ok(name(C[k], NULL, GrB_PLUS_FP64, part, R, S, NULL));                                                         \
        ok(name(C[k], NULL, GrB_PLUS_FP64, s, R, S, NULL));                                                            \
        ok(name(C[k], NULL, NULL, pair, R, 3, NULL));                                                                  \
        ok(name(C[k], NULL, NULL, triple, 2, S, NULL));                                                                \
    } while (0)
#define ARRAYS_R two, 2
#define ARRAYS_S three, 3
    for (int sub = 0; sub < 2; sub++) {
        if (sub) {
            ASSIGNS(0, GxB_subassign, rows, columns);
            ASSIGNS(1, GxB_subassign, ARRAYS_R, ARRAYS_S);
        } else {
            ASSIGNS(0, GrB_assign, rows, columns);
            ASSIGNS(1, GrB_assign, ARRAYS_R, ARRAYS_S);
        }
        GrB_Index n = 0, m = 0;
        ok(GrB_Matrix_nvals(&n, C[1]));
        ok(GrB_eWiseMult(C[0], NULL, NULL, GrB_EQ_FP64, C[0], C[1], NULL));
        ok(GrB_Matrix_nvals(&m, C[0]));
        ok(GrB_reduce(&same, NULL, GrB_LAND_MONOID_BOOL, C[0], NULL));
        assert_true(same && n == m && n > 18);
        for (int k = 0; k < 2; k++) ok(GrB_free(&C[k]));
    }
    GrB_Vector *const vectors[] = {&rows, &columns, &pair, &triple, &got, &want};
    for (int k = 0; k < 6; k++) ok(GrB_free(vectors[k]));
    ok(GrB_free(&A));
    ok(GrB_free(&part));
    ok(GrB_free(&s));
}

static void forms_of_vectors(void **state)
{
    GrB_Vector rows = vector_of(GrB_UINT64, 2, 2, up, (double[]){4, 1}),
               columns = vector_of(GrB_INT8, 3, 3, up, (double[]){0, 5, 2}), u = vector_of(GrB_FP64, N, N, up, tens),
               pair = vector_of(GrB_FP64, 2, 2, up, (double[]){7, 8}),
               triple = vector_of(GrB_FP64, 3, 3, up, (double[]){7, 8, 9});
    GrB_Matrix A;
    GrB_Scalar s;
    GrB_Descriptor by_place;
    double x = 0;
    ok(GrB_Matrix_new(&A, GrB_FP64, N, N));
    ok(GrB_Scalar_new(&s, GrB_FP64));
    ok(GrB_Scalar_setElement_FP64(s, -4));
    ok(GrB_Descriptor_new(&by_place));
    ok(GrB_set(by_place, GxB_USE_INDICES, GxB_COLINDEX_LIST));
    /* The list of a row's columns is that of columns. */
    ok(GrB_assign(A, NULL, NULL, triple, 0, columns, by_place));
    ok(GrB_Matrix_extractElement(&x, A, 0, 1));
    assert_true(x == 8);
    ok(GrB_assign(u, NULL, NULL, pair, rows, NULL));
    is(u, N, (double[]){0, 8, 20, 30, 7, 50});
    ok(GxB_subassign(u, NULL, GrB_PLUS_FP64, s, rows, NULL));
    is(u, N, (double[]){0, 4, 20, 30, 3, 50});
    ok(GxB_subassign(u, NULL, GrB_PLUS_FP64, pair, rows, NULL));
    ok(GrB_assign(u, NULL, NULL, s, columns, NULL));
    is(u, N, (double[]){-4, 12, -4, 30, 10, -4});
    GrB_Vector *const vectors[] = {&rows, &columns, &u, &pair, &triple};
    for (int k = 0; k < 5; k++) ok(GrB_free(vectors[k]));
    ok(GrB_free(&A));
    ok(GrB_free(&s));
    ok(GrB_free(&by_place));
}

/* Entries go out as vectors, and come back. */
static void all_entries(void **state)
{
    GrB_Matrix A, C;
    GrB_Vector rows, columns, values;
    GrB_Scalar s;
    GrB_Type type;
    double sum = 0;
    GrB_Index n = 0;
    ok(GrB_Matrix_new(&A, GrB_FP32, 4, 9));
    ok(GrB_Matrix_new(&C, GrB_FP64, 4, 9));
    GrB_Vector *const made[] = {&rows, &columns, &values};
    for (int k = 0; k < 3; k++) ok(GrB_Vector_new(made[k], GrB_BOOL, 2));
    ok(GrB_Matrix_extractTuples(rows, columns, values, A, NULL)); /* none */
    ok(GrB_Vector_size(&n, rows));
    assert_int_equal(n, 0);
    ok(GrB_Matrix_build(C, rows, columns, values, NULL, NULL));
    for (GrB_Index k = 0; k < 4; k++) ok(GrB_Matrix_setElement_FP32(A, (float)k + 0.5F, k, 2 * k + 1));
    ok(GrB_Matrix_extractTuples(rows, columns, values, A, NULL));
    ok(GxB_Vector_type(&type, columns));
    assert_ptr_equal(type, GrB_UINT64);
    ok(GxB_Vector_type(&type, values));
    assert_ptr_equal(type, GrB_FP32);
    ok(GrB_Matrix_build(C, rows, columns, values, GrB_PLUS_FP64, NULL));
    ok(GrB_eWiseAdd(C, NULL, NULL, GrB_MINUS_FP64, C, A, NULL));
    ok(GrB_reduce(&sum, NULL, GrB_PLUS_MONOID_FP64, C, NULL));
    ok(GrB_Matrix_nvals(&n, C));
    assert_true(sum == 0 && n == 4);
    fails(OUTPUT_NOT_EMPTY, GrB_Matrix_build(C, rows, columns, values, NULL, NULL));
    ok(GrB_Matrix_clear(C));
    ok(GrB_Scalar_new(&s, GrB_FP64));
    ok(GrB_Scalar_setElement_FP64(s, 3));
    ok(GrB_Matrix_build(C, rows, columns, s, NULL));
    ok(GrB_reduce(&sum, NULL, GrB_PLUS_MONOID_FP64, C, NULL));
    assert_true(sum == 12);
    for (int k = 0; k < 3; k++) ok(GrB_free(made[k]));
    ok(GrB_free(&s));
    ok(GrB_free(&A));
    ok(GrB_free(&C));
}

/* One vector, and which rows it has: C(i,v(i)) = v(i). */
static void entries_of_vectors(void **state)
{
    GrB_Matrix C;
    GrB_Vector rows, values, w;
    GrB_Scalar s;
    GrB_Descriptor places;
    double sum = 0;
    ok(GrB_Matrix_new(&C, GrB_FP64, 4, 9));
    ok(GrB_Vector_new(&rows, GrB_BOOL, 2));
    ok(GrB_Vector_new(&values, GrB_BOOL, 2));
    ok(GrB_Scalar_new(&s, GrB_FP64));
    ok(GrB_Scalar_setElement_FP64(s, 3));
    ok(GrB_Descriptor_new(&places));
    ok(GrB_set(places, GxB_USE_INDICES, GxB_ROWINDEX_LIST));
    ok(GrB_Vector_new(&w, GrB_INT64, 4));
    ok(GrB_Vector_setElement_INT64(w, 8, 1));
    ok(GrB_Vector_setElement_INT64(w, 2, 3));
    ok(GrB_Matrix_clear(C));
    ok(GrB_Matrix_build(C, w, w, w, GxB_IGNORE_DUP, places));
    ok(GrB_Matrix_extractElement(&sum, C, 1, 8));
    assert_true(sum == 8);
    ok(GrB_Vector_extractTuples(rows, values, w, NULL));
    is(rows, 2, (double[]){1, 3});
    is(values, 2, (double[]){8, 2});
    ok(GrB_Vector_clear(w));
    ok(GrB_Vector_build(w, rows, values, NULL, NULL));
    is(w, 4, (double[]){-1, 8, -1, 2});
    ok(GrB_Vector_clear(w));
    ok(GrB_Vector_build(w, rows, s, NULL));
    is(w, 4, (double[]){-1, 3, -1, 3});
    ok(GrB_set(places, GxB_USE_INDICES, GxB_VALUE_LIST));
    ok(GrB_Vector_clear(w));
    ok(GrB_Vector_build(w, rows, rows, NULL, places)); /* w(0) = 0, w(1) = 1 */
    is(w, 4, (double[]){0, 1, -1, -1});
    ok(GrB_Vector_extractTuples(w, NULL, w, NULL)); /* (its own indices) */
    is(w, 2, (double[]){0, 1});
    ok(GrB_free(&rows));
    ok(GrB_free(&values));
    ok(GrB_free(&w));
    ok(GrB_free(&s));
    ok(GrB_free(&C));
    ok(GrB_free(&places));
}

/* Of no entries, too: a vector without places has an array when it is unpacked. */
static void no_entries(void **state)
{
    GrB_Vector w;
    GrB_Matrix A;
    void *X = NULL;
    GrB_Index bytes = 0;
    ok(GrB_Vector_new(&w, GrB_UINT64, 0));
    ok(GxB_Vector_unpack_Full(w, &X, &bytes, NULL, NULL));
    assert_non_null(X);
    ok(GrB_Matrix_new(&A, GrB_FP64, 2, 2));
    ok(GrB_Matrix_build_UINT64(A, X, X, X, 0, NULL));
    free(X);
    ok(GrB_free(&w));
    ok(GrB_free(&A));
}

/* GxB_IGNORE_DUP: the last value stays, also of a user's type. */
static void last_values(void **state)
{
    const GrB_Index ids[] = {1, 2, 1};
    const double values[] = {5, 6, 7.5};
    GrB_Type type;
    GrB_Vector w;
    GrB_Matrix A;
    double x = 0;
    ok(GrB_Type_new(&type, 8));
    ok(GrB_Vector_new(&w, type, 3));
    ok(GrB_Matrix_new(&A, type, 3, 4));
    ok(GrB_Vector_build_UDT(w, ids, values, 3, GxB_IGNORE_DUP));
    ok(GrB_Matrix_build_UDT(A, ids, ids, values, 3, GxB_IGNORE_DUP));
    for (GrB_Index k = 1; k < 3; k++) {
        ok(GrB_Vector_extractElement_UDT(&x, w, k));
        assert_true(x == (k == 1 ? 7.5 : 6));
        ok(GrB_Matrix_extractElement_UDT(&x, A, k, k));
        assert_true(x == (k == 1 ? 7.5 : 6));
    }
    ok(GrB_free(&w));
    ok(GrB_free(&A));
    ok(GrB_free(&type));
}

/* Outputs stay as they are. */
static void wrong(void **state)
{
    GrB_Vector u = vector_of(GrB_FP64, N, N, up, tens), ids = vector_of(GrB_INT32, 2, 2, up, (double[]){5, N}),
               negative = vector_of(GrB_INT32, 2, 2, up, (double[]){5, -1}), w, bytes;
    GrB_Matrix A;
    GrB_Type type;
    GrB_Descriptor range;
    ok(GrB_Vector_new(&w, GrB_FP64, 2));
    ok(GrB_Vector_setElement_FP64(w, 7, 1));
    ok(GrB_Type_new(&type, 12));
    ok(GrB_Vector_new(&bytes, type, 2));
    ok(GrB_Matrix_new(&A, GrB_FP64, N, N));
    ok(GrB_Descriptor_new(&range));
    ok(GrB_set(range, GxB_IS_STRIDE, GxB_ROWINDEX_LIST));
    fails(INDEX_OUT_OF_BOUNDS, GrB_extract(w, NULL, NULL, u, ids, NULL));
    fails(INDEX_OUT_OF_BOUNDS, GrB_extract(w, NULL, NULL, u, negative, NULL));
    fails(DOMAIN_MISMATCH, GrB_extract(w, NULL, NULL, u, bytes, NULL));
    fails(INVALID_VALUE, GrB_extract(w, NULL, NULL, u, ids, range));
    fails(DIMENSION_MISMATCH, GrB_extract(w, NULL, NULL, u, (GrB_Vector)NULL, GrB_DESC_R));
    fails(NULL_POINTER, GrB_extract((GrB_Vector)NULL, NULL, NULL, u, ids, NULL));
    is(w, 2, (double[]){-1, 7});
    fails(NULL_POINTER, GrB_Matrix_build(A, ids, (GrB_Vector)NULL, ids, NULL, NULL));
    fails(INVALID_VALUE, GrB_Matrix_build(A, ids, u, ids, NULL, NULL));
    fails(INVALID_VALUE, GrB_Matrix_build(A, ids, ids, u, NULL, NULL));
    fails(INVALID_VALUE, GrB_Matrix_build(A, ids, ids, ids, NULL, range));
    fails(INDEX_OUT_OF_BOUNDS, GrB_Matrix_build(A, ids, ids, ids, NULL, NULL));
    fails(INVALID_VALUE, GrB_Matrix_extractTuples(w, w, (GrB_Vector)NULL, A, NULL));
    fails(NULL_POINTER, GrB_Matrix_extractTuples(w, u, bytes, (GrB_Matrix)NULL, NULL));
    is(w, 2, (double[]){-1, 7});
    GrB_Vector *const vectors[] = {&u, &ids, &negative, &w, &bytes};
    for (int k = 0; k < 5; k++) ok(GrB_free(vectors[k]));
    ok(GrB_free(&A));
    ok(GrB_free(&type));
    ok(GrB_free(&range));
}

/* Of GxB_init, and hints about integers. */
static void *twice(size_t bytes)
{
    return malloc(2 * bytes);
}

static void functions_of_memory(void **state)
{
    GrB_Vector w;
    void *(*got)(size_t) = NULL;
    void *(*zeroed)(size_t, size_t) = calloc;
    int32_t bits = 7;
    ok(GrB_Global_get_VOID(GrB_GLOBAL, (void *)&got, GxB_MALLOC_FUNCTION));
    assert_true(got == malloc);
    ok(GrB_finalize());
    ok(GrB_finalize()); /* there is nothing to do */
    ok(GxB_init(GxB_NONBLOCKING_GPU, NULL, NULL, NULL, NULL));
    ok(GrB_Global_get_INT32(GrB_GLOBAL, &bits, GrB_BLOCKING_MODE));
    assert_int_equal(bits, GrB_NONBLOCKING);
    ok(GrB_finalize());
    ok(GxB_init(GrB_NONBLOCKING, twice, NULL, NULL, free));
    ok(GrB_Global_get_VOID(GrB_GLOBAL, (void *)&got, GxB_MALLOC_FUNCTION));
    ok(GrB_Global_get_VOID(GrB_GLOBAL, (void *)&zeroed, GxB_CALLOC_FUNCTION));
    assert_true(got == twice && !zeroed);
    fails(INVALID_VALUE, GxB_Global_Option_set_FUNCTION(GxB_MALLOC_FUNCTION, NULL));
    ok(GrB_Vector_new(&w, GrB_BOOL, 3));
    ok(GrB_Vector_set_INT32(w, 32, GxB_ROWINDEX_INTEGER_HINT));
    ok(GrB_Vector_get_INT32(w, &bits, GxB_ROWINDEX_INTEGER_HINT));
    assert_int_equal(bits, 32);
    fails(INVALID_VALUE, GrB_Vector_set_INT32(w, 33, GxB_OFFSET_INTEGER_HINT));
    ok(GrB_Global_set_INT32(GrB_GLOBAL, 64, GxB_COLINDEX_INTEGER_HINT));
    ok(GrB_Global_get_INT32(GrB_GLOBAL, &bits, GxB_COLINDEX_INTEGER_HINT));
    assert_int_equal(bits, 64);
    ok(GrB_Vector_free(&w));
    ok(GrB_finalize());
    ok(GrB_init(GrB_NONBLOCKING));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_list_is),     cmocka_unit_test(forms),       cmocka_unit_test(forms_of_vectors),
        cmocka_unit_test(entries_of_vectors), cmocka_unit_test(last_values), cmocka_unit_test(all_entries),
        cmocka_unit_test(no_entries),         cmocka_unit_test(wrong),       cmocka_unit_test(functions_of_memory)};
    test_need_device();
    return cmocka_run_group_tests(tests, setup, teardown);
}
