/* SPDX-License-Identifier: Apache-2.0
 *
 * Arrays that are wrong are refused: they stay the caller's, and the object is as it was.
 */
#include "tests/graphblas/cases/formats.h"
#include "tests/graphblas/counting.h"

static GrB_Descriptor secure;

static int open_library(void **state)
{
    format_allocate = count_allocate;
    format_release = count_release;
    if (open_counting(state) != 0) return -1;
    ok(GrB_Descriptor_new(&secure));
    return GrB_Descriptor_set(secure, GxB_IMPORT, GxB_SECURE_IMPORT) == GrB_SUCCESS ? 0 : -1;
}

static void free_objects(void **state)
{
    ok(GrB_Descriptor_free(&secure));
}

/* A change of good arrays of a matrix of 3 x 4, and what it is with GxB_SECURE_IMPORT and without. */
typedef struct fault {
    format form;
    void (*make)(format_arrays *a);
    GrB_Info with, without;
} fault;

static void out_of_range(format_arrays *a)
{
    a->i[1] = 4;
}
static void negative(format_arrays *a)
{
    a->i[1] = (GrB_Index)-1;
}
static void unordered(format_arrays *a)
{
    a->i[0] = 1;
    a->i[1] = 0;
}
static void twice(format_arrays *a)
{
    a->i[1] = a->i[0];
}
static void twice_jumbled(format_arrays *a)
{
    a->i[1] = a->i[0];
    a->jumbled = true;
}
static void falls(format_arrays *a)
{
    a->p[1] = a->p[2] + 1;
}
static void begins_late(format_arrays *a)
{
    a->p[0] = 1;
}
static void huge(format_arrays *a)
{
    a->p[1] = UINT64_MAX;
}
static void short_p(format_arrays *a)
{
    a->p_size--;
}
static void short_i(format_arrays *a)
{
    a->i_size--;
}
static void short_x(format_arrays *a)
{
    a->x_size--;
}
static void short_h(format_arrays *a)
{
    a->h_size--;
}
static void short_b(format_arrays *a)
{
    a->b_size--;
}
static void long_end(format_arrays *a)
{
    a->p[3] = (GrB_Index)1 << 62;
}
static void h_falls(format_arrays *a)
{
    a->h[0] = 1;
    a->h[1] = 0;
}
static void h_out_of_range(format_arrays *a)
{
    a->h[1] = 3;
}
static void many_lines(format_arrays *a)
{
    a->nvec = 4;
}
static void wrong_count(format_arrays *a)
{
    a->nvals--;
}
static void too_many(format_arrays *a)
{
    a->nvals = 13;
}
static void two(format_arrays *a)
{
    a->b[0] = 2;
}

static const fault faults[] = {
    {FORMAT_CSR, out_of_range, GrB_INVALID_OBJECT, GrB_INVALID_OBJECT},
    {FORMAT_CSR, negative, GrB_INVALID_OBJECT, GrB_INVALID_OBJECT},
    {FORMAT_CSR, unordered, GrB_INDEX_OUT_OF_BOUNDS, GrB_SUCCESS},
    {FORMAT_CSR, twice, GrB_INDEX_OUT_OF_BOUNDS, GrB_INDEX_OUT_OF_BOUNDS},
    {FORMAT_CSR, twice_jumbled, GrB_INDEX_OUT_OF_BOUNDS, GrB_INDEX_OUT_OF_BOUNDS},
    {FORMAT_CSR, falls, GrB_INVALID_OBJECT, GrB_INVALID_OBJECT},
    {FORMAT_CSC, falls, GrB_INVALID_OBJECT, GrB_INVALID_OBJECT},
    {FORMAT_CSR, begins_late, GrB_INVALID_OBJECT, GrB_INVALID_OBJECT},
    {FORMAT_CSR, huge, GrB_INVALID_OBJECT, GrB_INVALID_OBJECT},
    {FORMAT_CSR, long_end, GrB_INVALID_VALUE, GrB_INVALID_VALUE},
    {FORMAT_CSR, short_p, GrB_INVALID_VALUE, GrB_INVALID_VALUE},
    {FORMAT_CSC, short_i, GrB_INVALID_VALUE, GrB_INVALID_VALUE},
    {FORMAT_CSR, short_x, GrB_INVALID_VALUE, GrB_INVALID_VALUE},
    {FORMAT_HyperCSR, out_of_range, GrB_INVALID_OBJECT, GrB_INVALID_OBJECT},
    {FORMAT_HyperCSR, unordered, GrB_INDEX_OUT_OF_BOUNDS, GrB_SUCCESS},
    {FORMAT_HyperCSR, twice, GrB_INDEX_OUT_OF_BOUNDS, GrB_INDEX_OUT_OF_BOUNDS},
    {FORMAT_HyperCSR, h_falls, GrB_INVALID_OBJECT, GrB_SUCCESS},
    {FORMAT_HyperCSR, h_out_of_range, GrB_INVALID_OBJECT, GrB_INVALID_OBJECT},
    {FORMAT_HyperCSR, many_lines, GrB_INVALID_VALUE, GrB_INVALID_VALUE},
    {FORMAT_HyperCSR, short_h, GrB_INVALID_VALUE, GrB_INVALID_VALUE},
    {FORMAT_HyperCSC, short_p, GrB_INVALID_VALUE, GrB_INVALID_VALUE},
    {FORMAT_BitmapR, wrong_count, GrB_INVALID_OBJECT, GrB_SUCCESS},
    {FORMAT_BitmapR, two, GrB_INVALID_OBJECT, GrB_SUCCESS},
    {FORMAT_BitmapC, too_many, GrB_INVALID_VALUE, GrB_INVALID_VALUE},
    {FORMAT_BitmapC, short_b, GrB_INVALID_VALUE, GrB_INVALID_VALUE},
    {FORMAT_BitmapC, short_x, GrB_INVALID_VALUE, GrB_INVALID_VALUE},
    {FORMAT_FullR, short_x, GrB_INVALID_VALUE, GrB_INVALID_VALUE},
};

/* Arrays of a matrix of 3 x 4 whose first row, or column, has the most entries. */
static format_arrays good_arrays(format f)
{
    dense d = dense_new(3, 4, sizeof(double));
    for (GrB_Index k = 0; k < 12; k++) {
        d.has[k] = format_is_full(f) || k % 4 == 0 || k < 4;
        if (f == FORMAT_HyperCSR) d.has[k] = k < 8;
        d.values[k * sizeof(double)] = (char)k;
    }
    format_arrays a = format_of(&d, f, false, false, false);
    dense_free(&d);
    return a;
}

static void each_fault(void **state)
{
    for (size_t k = 0; k < sizeof faults / sizeof *faults; k++)
        for (int is_secure = 0; is_secure < 2; is_secure++) {
            const fault *f = &faults[k];
            const GrB_Info wanted = is_secure ? f->with : f->without;
            const char *text = NULL;
            GrB_Index count;
            GrB_Matrix A = NULL, B;
            ok(GrB_Matrix_new(&B, GrB_FP64, 3, 4));
            ok(GrB_Matrix_setElement_FP64(B, 7, 2, 3));
            format_arrays a = good_arrays(f->form);
            f->make(&a);
            const format_arrays before = a;
            GrB_Info info = format_import(&A, GrB_FP64, 3, 4, &a, is_secure ? secure : NULL);
            if (info != wanted) fail_msg("fault %zu, secure %d: %d in place of %d", k, is_secure, info, wanted);
            if (wanted == GrB_SUCCESS) {
                ok(GrB_transpose(A, NULL, NULL, A, GrB_DESC_T0));
                ok(GrB_Matrix_free(&A));
                ok(GrB_Matrix_free(&B));
                continue;
            }
            assert_null(A);
            assert_memory_equal(&before, &a, sizeof a);
            assert_int_equal(format_pack(B, &a, is_secure ? secure : NULL), wanted);
            assert_memory_equal(&before, &a, sizeof a);
            ok(GrB_Matrix_error(&text, B));
            assert_true(strlen(text) > 0);
            ok(GrB_Matrix_nvals(&count, B));
            assert_int_equal(count, 1);
            format_free(&a);
            ok(GrB_Matrix_free(&B));
        }
}

static void wrong_vectors(void **state)
{
    GrB_Index *i = format_allocate(3 * sizeof *i);
    double *x = format_allocate(3 * sizeof *x);
    int8_t *b = format_allocate(3);
    GrB_Vector v = NULL;
    memcpy(i, (GrB_Index[]){2, 0, 1}, 3 * sizeof *i);
    memcpy(x, (double[]){1, 2, 3}, 3 * sizeof *x);
    memcpy(b, (int8_t[]){1, 0, 1}, 3);
    void **at = (void **)&x;
    fails(INDEX_OUT_OF_BOUNDS, GxB_Vector_import_CSC(&v, GrB_FP64, 3, &i, at, 24, 24, false, 3, false, secure));
    fails(INVALID_OBJECT, GxB_Vector_import_CSC(&v, GrB_FP64, 2, &i, at, 24, 24, false, 2, false, secure));
    fails(INDEX_OUT_OF_BOUNDS, GxB_Vector_import_CSC(&v, GrB_FP64, 2, &i, at, 24, 24, false, 3, true, NULL));
    fails(INVALID_VALUE, GxB_Vector_import_CSC(&v, GrB_FP64, 3, &i, at, 16, 24, false, 3, true, NULL));
    fails(INVALID_VALUE, GxB_Vector_import_CSC(&v, GrB_FP64, 3, &i, at, 24, 23, false, 3, true, NULL));
    fails(INVALID_VALUE, GxB_Vector_import_CSC(&v, GrB_FP64, (GrB_Index)1 << 61, &i, at, 24, 24, false, 3, true, NULL));
    fails(INVALID_OBJECT, GxB_Vector_import_Bitmap(&v, GrB_FP64, 3, &b, at, 3, 24, false, 3, secure));
    fails(INVALID_VALUE, GxB_Vector_import_Bitmap(&v, GrB_FP64, 3, &b, at, 2, 24, false, 2, NULL));
    fails(INVALID_VALUE, GxB_Vector_import_Bitmap(&v, GrB_FP64, 3, &b, at, 3, 24, false, 4, NULL));
    fails(INVALID_VALUE, GxB_Vector_import_Full(&v, GrB_FP64, 4, at, 24, false, NULL));
    fails(INVALID_VALUE, GxB_Vector_import_Full(&v, GrB_FP64, 4, at, 7, true, NULL));
    fails(NULL_POINTER, GxB_Vector_import_Full(NULL, GrB_FP64, 3, at, 24, false, NULL));
    fails(NULL_POINTER, GxB_Vector_import_Full(&v, NULL, 3, at, 24, false, NULL));
    fails(NULL_POINTER, GxB_Vector_import_Full(&v, GrB_FP64, 3, NULL, 24, false, NULL));
    fails(NULL_POINTER, GxB_Vector_import_Full(&v, GrB_FP64, 3, &(void *){NULL}, 24, false, NULL));
    assert_true(i && x && b && !v);
    ok(GxB_Vector_import_CSC(&v, GrB_FP64, 3, &i, at, 24, 24, false, 3, false, NULL)); /* it is put in order */
    ok(GxB_Vector_unpack_CSC(v, &i, at, &(GrB_Index){0}, &(GrB_Index){0}, NULL, &(GrB_Index){0}, NULL, NULL));
    assert_int_equal(i[2], 2);
    assert_true(x[2] == 1 && x[0] == 2);
    format_release(i);
    format_release(x);
    format_release(b);
    ok(GrB_Vector_free(&v));
}

static void wrong_pointers(void **state)
{
    GrB_Index *p = NULL, *i = NULL, size = 0, *h = NULL;
    GrB_Matrix A, none = NULL, Y = (GrB_Matrix)&size;
    GrB_Type type;
    GrB_Vector v, no_vector = NULL;
    void *x = NULL;
    ok(GrB_Matrix_new(&A, GrB_FP64, 2, 2));
    ok(GrB_Vector_new(&v, GrB_FP64, 2));
    fails(NULL_POINTER, GxB_Matrix_unpack_CSR(A, NULL, &i, &x, &size, &size, &size, NULL, NULL, NULL));
    fails(NULL_POINTER, GxB_Matrix_unpack_CSC(A, &p, &i, &x, &size, &size, NULL, NULL, NULL, NULL));
    fails(NULL_POINTER, GxB_Matrix_unpack_CSC(NULL, &p, &i, &x, &size, &size, &size, NULL, NULL, NULL));
    fails(NULL_POINTER,
          GxB_Matrix_unpack_HyperCSR(A, &p, &h, &i, &x, &size, &size, &size, &size, NULL, NULL, NULL, NULL));
    fails(NULL_POINTER, GxB_Matrix_export_FullR(NULL, &type, &size, &size, &x, &size, NULL, NULL));
    fails(NULL_POINTER, GxB_Matrix_export_FullR(&none, &type, &size, &size, &x, &size, NULL, NULL));
    fails(NULL_POINTER, GxB_Matrix_export_FullR(&A, NULL, &size, &size, &x, &size, NULL, NULL));
    fails(NULL_POINTER, GxB_Matrix_pack_CSR(A, &p, NULL, &x, 24, 0, 0, false, false, NULL));
    fails(NULL_POINTER, GxB_Matrix_pack_CSR(A, &p, &i, &x, 24, 0, 0, false, false, NULL));
    fails(NULL_POINTER, GxB_Matrix_pack_CSR(NULL, &p, &i, &x, 24, 0, 0, false, false, NULL));
    fails(NULL_POINTER, GxB_Vector_unpack_CSC(v, &i, &x, &size, &size, NULL, NULL, NULL, NULL));
    fails(NULL_POINTER, GxB_Vector_export_Full(&no_vector, &type, &size, &x, &size, NULL, NULL));
    fails(INVALID_VALUE,
          GxB_Matrix_import_CSR(&none, GrB_FP64, (GrB_Index)1 << 61, 1, &p, &i, &x, 0, 0, 0, false, false, NULL));
    ok(GxB_unpack_HyperHash(A, &Y, NULL));
    assert_null(Y);
    ok(GxB_pack_HyperHash(A, &Y, NULL));
    fails(NULL_POINTER, GxB_unpack_HyperHash(A, NULL, NULL));
    Y = A;
    fails(INVALID_OBJECT, GxB_pack_HyperHash(A, &Y, NULL));
    assert_true(!p && !i && !h && !x && !none);
    ok(GrB_Matrix_free(&A));
    ok(GrB_Vector_free(&v));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_fault), cmocka_unit_test(wrong_vectors),
                                       cmocka_unit_test(wrong_pointers), cmocka_unit_test(free_objects),
                                       cmocka_unit_test(nothing_is_left)};
    test_need_device();
    return cmocka_run_group_tests(tests, open_library, NULL);
}
