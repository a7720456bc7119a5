/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/graphblas/failing/objects.h"

failing_objects o;

void failing_plus(void *z, const void *x, const void *y)
{
    *(double *)z = *(const double *)x + *(const double *)y;
}

void failing_indexed(void *z, const void *x, GrB_Index ix, GrB_Index jx, const void *y, GrB_Index iy, GrB_Index jy,
                     const void *theta)
{
    *(double *)z = *(const double *)x + *(const double *)y + *(const double *)theta * (double)(ix + jx + iy + jy);
}

bool failing_odd_row(GrB_Index i, GrB_Index j, const void *x, const void *thunk)
{
    return i % 2 == 1;
}

/* Arrays of the library's. */
static void make_arrays(format_arrays *a, format f, GrB_Matrix like)
{
    GrB_Matrix copy;
    ok(GrB_Matrix_dup(&copy, like));
    if (f == FORMAT_FullC) ok(GrB_Matrix_assign_FP64(copy, NULL, NULL, 1, GrB_ALL, N, GrB_ALL, N, NULL));
    a->form = f;
    ok(format_export(&copy, &o.made_type, &o.size, &o.size, a));
    o.made_type = NULL;
}

/* The library has them again. */
static void free_arrays(format_arrays *a)
{
    GrB_Matrix A = NULL;
    if (!a->x) return;
    ok(format_import(&A, GrB_FP64, N, N, a, NULL));
    ok(GrB_Matrix_free(&A));
}

static void free_column(format_arrays *a)
{
    GrB_Vector v = NULL;
    if (!a->i) return;
    ok(GxB_Vector_import_CSC(&v, GrB_FP64, N, &a->i, &a->x, a->i_size, a->x_size, false, 0, false, NULL));
    ok(GrB_Vector_free(&v));
}

/* (One more id than those of large_out, and its dictionary grows.) */
static void make_large(void)
{
    ok(GrB_Matrix_new(&o.large, GrB_FP64, LARGE, LARGE));
    ok(GrB_Matrix_new(&o.far, GrB_INT32, LARGE, LARGE));
    ok(GrB_Matrix_new(&o.large_out, GrB_FP64, LARGE, LARGE));
    ok(GrB_Vector_new(&o.large_vector, GrB_FP64, LARGE));
    ok(GrB_Vector_new(&o.large_vector_out, GrB_FP64, LARGE));
    for (GrB_Index k = 0; k < N; k++) {
        ok(GrB_Matrix_setElement_FP64(o.large, 2, FAR(k), FAR((k + 1) % N)));
        ok(GrB_Matrix_setElement_INT32(o.far, 3, FAR(N - 1 - k), FAR(k)));
        ok(GrB_Matrix_setElement_INT32(o.far, 3, FAR(k), 1000 + k));
        ok(GrB_Matrix_setElement_FP64(o.large_out, 5, FAR(k), FAR(k)));
        ok(GrB_Vector_setElement_FP64(o.large_vector, 6, FAR(k)));
    }
    ok(GrB_Vector_setElement_FP64(o.large_vector_out, 7, FAR(2)));
    for (GrB_Index k = 0; k < 15 - N; k++) ok(GrB_Matrix_setElement_FP64(o.large_out, 5, 0, 500 + k));
    ok(GrB_Vector_new(&o.large_none, GrB_FP64, LARGE));
}

static void make_packed(void)
{
    GrB_Matrix copy;
    GrB_Vector column;
    make_arrays(&o.csr, FORMAT_CSR, o.A);
    make_arrays(&o.hyper, FORMAT_HyperCSC, o.A);
    make_arrays(&o.bitmap, FORMAT_BitmapR, o.A);
    make_arrays(&o.full, FORMAT_FullC, o.A);
    o.column.form = FORMAT_CSC;
    ok(GrB_Vector_dup(&column, o.u));
    ok(format_unpack_vector(column, &o.column));
    ok(GrB_Vector_free(&column));
    ok(GxB_Container_new(&o.filled));
    ok(GxB_Container_new(&o.empty));
    ok(GrB_Matrix_dup(&copy, o.A));
    ok(GxB_unload_Matrix_into_Container(copy, o.filled, NULL));
    ok(GrB_Matrix_free(&copy));
}

static void free_packed(void)
{
    free_arrays(&o.csr);
    free_arrays(&o.hyper);
    free_arrays(&o.bitmap);
    free_arrays(&o.full);
    free_column(&o.column);
    ok(GxB_Container_free(&o.filled));
    ok(GxB_Container_free(&o.empty));
}

void failing_make_objects(void)
{
    memset(&o, 0, sizeof o);
    ok(GrB_Matrix_new(&o.A, GrB_FP64, N, N));
    ok(GrB_Matrix_new(&o.B, GrB_INT32, N, N));
    ok(GrB_Matrix_new(&o.C, GrB_FP64, N, N));
    ok(GrB_Vector_new(&o.u, GrB_FP64, N));
    ok(GrB_Vector_new(&o.v, GrB_INT32, N));
    ok(GrB_Vector_new(&o.w, GrB_FP64, N));
    ok(GrB_Scalar_new(&o.s, GrB_FP64));
    ok(GrB_Scalar_new(&o.one, GrB_FP64));
    ok(GrB_Scalar_setElement_FP64(o.one, 1));
    ok(GxB_SelectOp_new(&o.select, failing_odd_row, NULL, NULL));
    ok(GxB_IndexBinaryOp_new(&o.index_op, failing_indexed, GrB_FP64, GrB_FP64, GrB_FP64, GrB_FP64, NULL, NULL));
    ok(GxB_BinaryOp_new_IndexOp(&o.indexed, o.index_op, o.one));
    ok(GrB_Semiring_new(&o.of_indexed, GrB_PLUS_MONOID_FP64, o.indexed));
    ok(GrB_Vector_new(&o.many, GrB_FP64, MANY));
    for (GrB_Index k = 0; k < MANY; k++) {
        ok(GrB_Vector_setElement_FP64(o.many, (double)k, k));
        o.twos[k] = 2;
    }
    ok(GrB_Matrix_new(&o.none, GrB_FP64, N, N));
    ok(GrB_Vector_new(&o.none_of_vector, GrB_FP64, N));
    ok(GxB_Iterator_new(&o.walk));
    for (GrB_Index i = 0; i < N; i++) {
        ok(GrB_Matrix_setElement_FP64(o.A, (double)i + 0.5, i, (i + 1) % N));
        ok(GrB_Matrix_setElement_INT32(o.B, (int32_t)i, i, (i * i) % N));
        ok(GrB_Matrix_setElement_FP64(o.C, 2, i, i));
        if (i % 2) ok(GrB_Vector_setElement_FP64(o.u, (double)i, i));
        ok(GrB_Vector_setElement_INT32(o.v, (int32_t)i, i));
        if (i < 3) ok(GrB_Vector_setElement_FP64(o.w, 7, i));
        o.ids[i] = i;
        o.offsets[i] = i;
        o.values[i] = (double)i;
    }
    o.offsets[N] = N;
    ok(GrB_Matrix_wait(o.A, GrB_MATERIALIZE));
    ok(GrB_BinaryOp_new(&o.plus, failing_plus, GrB_FP64, GrB_FP64, GrB_FP64));
    ok(GrB_Monoid_new_FP64(&o.monoid, o.plus, 0));
    ok(GrB_Semiring_new(&o.semiring, o.monoid, GrB_TIMES_FP64));
    make_packed();
    make_large();
    o.size = sizeof o.bytes;
    ok(GrB_Matrix_serialize(o.bytes, &o.size, o.A));
    ok(GxB_Vector_serialize(&o.vector_bytes, &o.vector_size, o.u, NULL));
    ok(GrB_Scalar_new(&o.scalar, GrB_INT8));
    ok(GrB_Scalar_setElement_INT8(o.scalar, 3));
}

void failing_free_made(void)
{
    ok(GrB_Matrix_free(&o.made));
    ok(GrB_Vector_free(&o.made_vector));
    ok(GrB_Monoid_free(&o.made_monoid));
    ok(GrB_BinaryOp_free(&o.made_op));
    ok(GrB_Type_free(&o.made_type));
    ok(GxB_Iterator_free(&o.iterator));
    ok(GxB_SelectOp_free(&o.made_select));
    ok(GxB_IndexBinaryOp_free(&o.made_index_op));
    failing_release_bytes(&o.blob);
    ok(GxB_Context_free(&o.context));
    ok(GxB_Container_free(&o.container));
    free_arrays(&o.out);
    free_column(&o.out_of_vector);
}

void failing_free_objects(void)
{
    failing_free_made();
    free_packed();
    ok(GrB_Matrix_free(&o.large));
    ok(GrB_Matrix_free(&o.far));
    ok(GrB_Matrix_free(&o.large_out));
    ok(GrB_Vector_free(&o.large_vector));
    ok(GrB_Vector_free(&o.large_vector_out));
    ok(GrB_Vector_free(&o.large_none));
    ok(GrB_Matrix_free(&o.A));
    ok(GrB_Matrix_free(&o.B));
    ok(GrB_Matrix_free(&o.C));
    ok(GrB_Matrix_free(&o.none));
    ok(GrB_Vector_free(&o.none_of_vector));
    ok(GxB_Iterator_free(&o.walk));
    ok(GrB_Vector_free(&o.u));
    ok(GrB_Vector_free(&o.v));
    ok(GrB_Vector_free(&o.w));
    ok(GrB_Vector_free(&o.many));
    ok(GrB_Scalar_free(&o.s));
    ok(GrB_Scalar_free(&o.one));
    ok(GxB_SelectOp_free(&o.select));
    ok(GxB_IndexBinaryOp_free(&o.index_op));
    ok(GrB_Semiring_free(&o.of_indexed));
    ok(GrB_BinaryOp_free(&o.indexed));
    ok(GrB_Scalar_free(&o.scalar));
    failing_release_bytes(&o.vector_bytes);
    ok(GrB_Semiring_free(&o.semiring));
    ok(GrB_Monoid_free(&o.monoid));
    ok(GrB_BinaryOp_free(&o.plus));
}

failing_picture failing_look(void)
{
    failing_picture p;
    memset(&p, 0, sizeof p);
    for (GrB_Index i = 0; i < N; i++) {
        GrB_Index n;
        ok(GrB_Vector_size(&n, o.w));
        p.has_w[i] = i < n && GrB_Vector_extractElement_FP64(&p.w[i], o.w, i) == GrB_SUCCESS;
        for (GrB_Index j = 0; j < N; j++)
            p.has_C[i][j] = GrB_Matrix_extractElement_FP64(&p.C[i][j], o.C, i, j) == GrB_SUCCESS;
    }
    for (GrB_Index i = 0; i < N; i++) {
        p.has_large_vector[i] =
            GrB_Vector_extractElement_FP64(&p.large_vector[i], o.large_vector_out, FAR(i)) == GrB_SUCCESS;
        for (GrB_Index j = 0; j < N; j++)
            p.has_large[i][j] =
                GrB_Matrix_extractElement_FP64(&p.large[i][j], o.large_out, FAR(i), FAR(j)) == GrB_SUCCESS;
    }
    ok(GrB_Matrix_nvals(&p.in_large, o.large_out));
    ok(GrB_Vector_nvals(&p.in_large_vector, o.large_vector_out));
    ok(GrB_Vector_nvals(&p.in_large_none, o.large_none));
    ok(GrB_Matrix_nvals(&p.in_none, o.none));
    ok(GrB_Vector_nvals(&p.in_none_of_vector, o.none_of_vector));
    if (o.made) ok(GrB_Matrix_nvals(&p.made, o.made));
    if (o.made_vector) ok(GrB_Vector_nvals(&p.made_in_vector, o.made_vector));
    const void *const packed[] = {o.csr.x,    o.hyper.x, o.bitmap.x, o.full.x,
                                  o.column.x, o.out.p,   o.out.x,    o.out_of_vector.x};
    for (size_t k = 0; k < sizeof packed / sizeof *packed; k++) p.packed[k] = packed[k];
    memcpy(p.ids, o.ids, sizeof p.ids);
    memcpy(p.values, o.values, sizeof p.values);
    memcpy(p.bytes, o.bytes, sizeof p.bytes);
    return p;
}
