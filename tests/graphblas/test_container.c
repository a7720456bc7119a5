/* SPDX-License-Identifier: Apache-2.0
 *
 * Containers, with the caller's own memory, of which nothing leaks.
 */
#include "tests/graphblas/container_example.h"

/* ------------------------------------------------------------------------------------------------
 * Matrices
 */

static void unload_and_load(void **state)
{
    GxB_Container C = NULL;
    GrB_Matrix A = example(), B;
    GrB_Index n;
    ok(GxB_Container_new(&C));
    const GrB_Vector i = C->i;
    for (int round = 0; round < 3; round++) {
        ok(GrB_Matrix_set_INT32(A, round == 1 ? GrB_COLMAJOR : GrB_ROWMAJOR, GrB_STORAGE_ORIENTATION_HINT));
        ok(GxB_unload_Matrix_into_Container(A, C, NULL));
        ok(GrB_Matrix_nrows(&n, A));
        assert_int_equal(n, 0);
        ok(GrB_Matrix_ncols(&n, A));
        assert_int_equal(n, 0);
        assert_true(C->nrows == ROWS && C->ncols == COLS && C->nvals == COUNT && C->format == GxB_SPARSE);
        assert_int_equal(C->orientation, round == 1 ? GrB_COLMAJOR : GrB_ROWMAJOR);
        assert_false(C->iso || C->jumbled);
        assert_int_equal(size_of(C->p), (round == 1 ? COLS : ROWS) + 1);
        assert_int_equal(size_of(C->i), COUNT);
        assert_int_equal(size_of(C->x), COUNT);
        assert_ptr_equal(C->i, i); /* programs keep it */
        /* Into another matrix, of another type and size. */
        ok(GrB_Matrix_new(&B, GrB_BOOL, 9, 9));
        ok(GxB_load_Matrix_from_Container(B, C, NULL));
        assert_int_equal(size_of(C->p) + size_of(C->i) + size_of(C->x), 0);
        is_example(B);
        ok(GrB_Matrix_free(&A));
        A = B;
    }
    ok(GrB_free(&A));
    ok(GrB_free(&C));
    assert_null(C);
    ok(GxB_Container_free(&C));
    ok(GxB_Container_free(NULL));
}

/* The parts as C arrays of each type of integers, and back. */
static void by_arrays(void **state)
{
    static const uint32_t p32[] = {0, 2, 3, 5}, i32[] = {3, 1, 0, 1, 2};
    static const uint64_t p64[] = {0, 2, 3, 5}, i64[] = {3, 1, 0, 1, 2};
    static const int16_t x[] = {2, 1, 3, 4, 5};
    GxB_Container C;
    GrB_Matrix A;
    ok(GrB_Matrix_new(&A, GrB_FP64, 1, 1));
    ok(GxB_Container_new(&C));
    for (int k = 0; k < 16; k++) {
        const GrB_Type p_type[] = {GrB_UINT32, GrB_INT32, GrB_UINT64, GrB_INT64}, *i_type = p_type;
        const bool wide_p = k % 4 >= 2, wide_i = k / 4 >= 2;
        void *p = wide_p ? count_copy(p64, sizeof p64) : count_copy(p32, sizeof p32), *v = count_copy(x, sizeof x);
        void *i = wide_i ? count_copy(i64, sizeof i64) : count_copy(i32, sizeof i32);
        ok(GxB_Vector_load(C->p, &p, p_type[k % 4], 4, wide_p ? sizeof p64 : sizeof p32, GrB_DEFAULT, NULL));
        ok(GxB_Vector_load(C->i, &i, i_type[k / 4], 5, wide_i ? sizeof i64 : sizeof i32, GrB_DEFAULT, NULL));
        ok(GxB_Vector_load(C->x, &v, GrB_INT16, 5, sizeof x, GrB_DEFAULT, NULL));
        C->nrows = ROWS;
        C->ncols = COLS;
        C->nvals = COUNT;
        C->format = GxB_SPARSE;
        C->orientation = GrB_ROWMAJOR;
        C->iso = false;
        C->jumbled = true; /* the first row is */
        ok(GxB_load_Matrix_from_Container(A, C, NULL));
        is_example(A);
    }
    ok(GrB_Matrix_free(&A));
    ok(GxB_Container_free(&C));
}

/* The arrays go from a container into a matrix and back, and are never copied. */
static void without_a_copy(void **state)
{
    const uint64_t p[] = {0, 2, 3, 5};
    const int32_t i[] = {1, 3, 0, 1, 2};
    void *P = count_copy(p, sizeof p), *Id = count_copy(i, sizeof i),
         *V = count_copy(X, sizeof X), *const wanted[] = {P, Id, V}, *got;
    GxB_Container C;
    GrB_Matrix A;
    GrB_Type type;
    uint64_t n, bytes;
    int handling;
    ok(GxB_Container_new(&C));
    ok(GrB_Matrix_new(&A, GrB_BOOL, 1, 1));
    ok(GxB_Vector_load(C->p, &P, GrB_UINT64, 4, sizeof p, GrB_DEFAULT, NULL));
    ok(GxB_Vector_load(C->i, &Id, GrB_INT32, COUNT, sizeof i, GrB_DEFAULT, NULL));
    ok(GxB_Vector_load(C->x, &V, GrB_INT16, COUNT, sizeof X, GrB_DEFAULT, NULL));
    C->nrows = ROWS;
    C->ncols = COLS;
    C->nvals = COUNT;
    C->format = GxB_SPARSE;
    for (int round = 0; round < 2; round++) {
        ok(GxB_load_Matrix_from_Container(A, C, NULL));
        is_example(A);
        ok(GxB_unload_Matrix_into_Container(A, C, NULL));
    }
    const GrB_Vector parts[] = {C->p, C->i, C->x};
    for (int k = 0; k < 3; k++) {
        ok(GxB_Vector_unload(parts[k], &got, &type, &n, &bytes, &handling, NULL));
        assert_ptr_equal(got, wanted[k]);
        assert_int_equal(handling, GrB_DEFAULT);
        count_release(got);
    }
    ok(GrB_Matrix_free(&A));
    ok(GxB_Container_free(&C));
}

/* Parts that are the caller's all the time. */
static void read_only_parts(void **state)
{
    uint64_t p[] = {0, 2, 3, 5};
    int32_t i[] = {1, 3, 0, 1, 2};
    int16_t x[] = {1, 2, 3, 4, 5};
    void *at[] = {p, i, x};
    GxB_Container C;
    GrB_Matrix A;
    ok(GxB_Container_new(&C));
    ok(GrB_Matrix_new(&A, GrB_BOOL, 1, 1));
    ok(GxB_Vector_load(C->p, &at[0], GrB_UINT64, 4, sizeof p, GxB_IS_READONLY, NULL));
    ok(GxB_Vector_load(C->i, &at[1], GrB_INT32, COUNT, sizeof i, GxB_IS_READONLY, NULL));
    ok(GxB_Vector_load(C->x, &at[2], GrB_INT16, COUNT, sizeof x, GxB_IS_READONLY, NULL));
    C->nrows = ROWS;
    C->ncols = COLS;
    C->nvals = COUNT;
    C->format = GxB_SPARSE;
    ok(GxB_load_Matrix_from_Container(A, C, NULL));
    assert_int_equal(size_of(C->i), 0);
    x[0] = 7;
    is_example(A);
    ok(GrB_Matrix_setElement_INT16(A, 9, 0, 0));
    ok(GrB_Matrix_free(&A));
    ok(GxB_Container_free(&C));
    assert_true(p[3] == 5 && i[0] == 1);
}

/* A matrix of 4 x n with one entry in each column, whose rows are a vector that lives on: as searches of components
 * have it, iteration by iteration. */
static void a_parent_matrix(void **state)
{
    enum { N = 70000 };
    GxB_Container C;
    GrB_Matrix A;
    GrB_Vector u, w;
    int32_t sum;
    ok(GxB_Container_new(&C));
    ok(GrB_Vector_free(&C->p));
    ok(GrB_Vector_new(&C->p, GrB_UINT64, N + 1));
    ok(GrB_Vector_assign_UINT64(C->p, NULL, NULL, 0, GrB_ALL, N + 1, NULL));
    ok(GrB_Vector_apply_IndexOp_INT64(C->p, NULL, NULL, GrB_ROWINDEX_INT64, C->p, 0, NULL));
    ok(GrB_Vector_free(&C->x));
    ok(GrB_Vector_new(&C->x, GrB_BOOL, 1));
    ok(GrB_Vector_setElement_BOOL(C->x, false, 0));
    ok(GrB_Vector_free(&C->i));
    ok(GrB_Vector_new(&C->i, GrB_INT32, N));
    const GrB_Vector parent = C->i;
    ok(GrB_Vector_assign_INT32(parent, NULL, NULL, 2, GrB_ALL, N, NULL));
    C->nrows = 4;
    C->ncols = C->nvals = N;
    C->format = GxB_SPARSE;
    C->orientation = GrB_COLMAJOR;
    C->iso = true;
    ok(GrB_Matrix_new(&A, GrB_BOOL, 4, N));
    ok(GrB_Vector_new(&u, GrB_INT32, N));
    ok(GrB_Vector_new(&w, GrB_INT32, 4));
    ok(GrB_Vector_assign_INT32(u, NULL, NULL, 1, GrB_ALL, N, NULL));
    for (int32_t round = 2; round < 4; round++) {
        GrB_Index count;
        ok(GxB_load_Matrix_from_Container(A, C, NULL));
        ok(GrB_mxv(w, NULL, NULL, GrB_MIN_SECOND_SEMIRING_INT32, A, u, NULL));
        ok(GrB_Vector_nvals(&count, w));
        assert_int_equal(count, 1);
        ok(GrB_Vector_extractElement_INT32(&sum, w, (GrB_Index)round));
        ok(GxB_unload_Matrix_into_Container(A, C, NULL));
        assert_int_equal(C->orientation, GrB_COLMAJOR);
        assert_int_equal(C->format, GxB_SPARSE);
        assert_ptr_equal(C->i, parent);
        assert_int_equal(size_of(parent), N);
        ok(GrB_Vector_apply_BinaryOp2nd_INT32(parent, NULL, NULL, GrB_PLUS_INT32, parent, 1, NULL));
    }
    ok(GrB_Matrix_free(&A));
    ok(GrB_Vector_free(&u));
    ok(GrB_Vector_free(&w));
    ok(GxB_Container_free(&C));
}

/* Most rows have no entry. */
static void hypersparse(void **state)
{
    const GrB_Index n = INT32_MAX;
    GxB_Container C;
    GrB_Matrix A;
    ok(GxB_Container_new(&C));
    ok(GrB_Matrix_new(&A, GrB_INT16, n, n));
    ok(GrB_Matrix_setElement_INT16(A, 8, n - 1, 3));
    ok(GxB_unload_Matrix_into_Container(A, C, NULL));
    assert_int_equal(C->format, GxB_HYPERSPARSE);
    assert_int_equal(size_of(C->h), 1);
    assert_int_equal(size_of(C->p), 2);
    ok(GxB_load_Matrix_from_Container(A, C, NULL));
    int16_t value;
    ok(GrB_Matrix_extractElement_INT16(&value, A, n - 1, 3));
    assert_int_equal(value, 8);
    ok(GrB_Matrix_free(&A));
    ok(GxB_Container_free(&C));
}

/* A matrix with all entries, and one by its bitmap. */
static void dense_formats(void **state)
{
    GxB_Container C;
    GrB_Matrix A;
    GrB_Index count;
    double value;
    ok(GxB_Container_new(&C));
    ok(GrB_Matrix_new(&A, GrB_FP64, 2, 3));
    ok(GrB_Matrix_assign_FP64(A, NULL, NULL, 1, GrB_ALL, 2, GrB_ALL, 3, NULL));
    ok(GrB_Matrix_setElement_FP64(A, 4, 0, 2));
    ok(GxB_unload_Matrix_into_Container(A, C, NULL));
    assert_int_equal(C->format, GxB_FULL);
    assert_int_equal(size_of(C->x), 6);
    C->format = GxB_BITMAP;
    ok(GrB_Vector_resize(C->b, 6));
    ok(GrB_Vector_assign_INT8(C->b, NULL, NULL, 0, GrB_ALL, 6, NULL));
    ok(GrB_Vector_setElement_INT8(C->b, 1, 2));
    C->nvals = 1;
    ok(GxB_load_Matrix_from_Container(A, C, NULL));
    ok(GrB_Matrix_nvals(&count, A));
    assert_int_equal(count, 1);
    ok(GrB_Matrix_extractElement_FP64(&value, A, 0, 2));
    assert_true(value == 4);
    ok(GrB_Matrix_free(&A));
    ok(GxB_Container_free(&C));
}

/* GxB_SPARSITY_CONTROL chooses the format, also where all entries are there. */
static void by_sparsity_control(void **state)
{
    static const int32_t controls[] = {GxB_SPARSE, GxB_BITMAP, GxB_FULL, GxB_HYPERSPARSE, GxB_BITMAP | GxB_FULL};
    GxB_Container C;
    GrB_Index count;
    ok(GxB_Container_new(&C));
    for (size_t k = 0; k < sizeof controls / sizeof *controls; k++)
        for (int full = 0; full < 2; full++) {
            const int32_t control = controls[k], wanted = !full && (control & GxB_FULL) ? control & ~GxB_FULL : control;
            GrB_Matrix A;
            GrB_Vector v;
            ok(GrB_Matrix_new(&A, GrB_FP64, 2, 2));
            ok(GrB_Vector_new(&v, GrB_FP64, 2));
            for (GrB_Index i = 0; i < (full ? 4 : 1); i++) ok(GrB_Matrix_setElement_FP64(A, 1, i / 2, i % 2));
            for (GrB_Index i = 0; i < (full ? 2 : 1); i++) ok(GrB_Vector_setElement_FP64(v, 1, i));
            ok(GxB_Matrix_Option_set(A, GxB_SPARSITY_CONTROL, control));
            ok(GxB_unload_Matrix_into_Container(A, C, NULL));
            if (wanted == GxB_BITMAP || wanted == GxB_SPARSE || wanted == GxB_HYPERSPARSE || wanted == GxB_FULL)
                assert_int_equal(C->format, wanted);
            ok(GxB_load_Matrix_from_Container(A, C, NULL));
            ok(GrB_Matrix_nvals(&count, A));
            assert_int_equal(count, full ? 4 : 1);
            ok(GrB_Matrix_free(&A));
            if (control != GxB_HYPERSPARSE) ok(GxB_Vector_Option_set(v, GxB_SPARSITY_CONTROL, control));
            ok(GxB_unload_Vector_into_Container(v, C, NULL));
            if (wanted == GxB_BITMAP || wanted == GxB_SPARSE || wanted == GxB_FULL) assert_int_equal(C->format, wanted);
            ok(GxB_load_Vector_from_Container(v, C, NULL));
            ok(GrB_Vector_nvals(&count, v));
            assert_int_equal(count, full ? 2 : 1);
            ok(GrB_Vector_free(&v));
        }
    ok(GxB_Container_free(&C));
}

static void vectors(void **state)
{
    GxB_Container C;
    GrB_Vector v;
    GrB_Index count;
    ok(GxB_Container_new(&C));
    for (int entries = 0; entries <= 4; entries += 2) {
        ok(GrB_Vector_new(&v, GrB_UINT8, 4));
        for (int k = 0; k < entries; k++) ok(GrB_Vector_setElement_UINT8(v, (uint8_t)k, (GrB_Index)k));
        ok(GxB_unload_Vector_into_Container(v, C, NULL));
        assert_int_equal(size_of(v), 0);
        assert_true(C->nrows == 4 && C->ncols == 1 && C->nvals == (uint64_t)entries);
        assert_int_equal(C->orientation, GrB_COLMAJOR);
        if (entries == 4) assert_int_equal(C->format, GxB_FULL);
        fails(INVALID_OBJECT, GxB_load_Vector_from_Container(C->x, C, NULL)); /* a part is no vector of its own */
        fails(INVALID_OBJECT, GxB_unload_Vector_into_Container(C->x, C, NULL));
        ok(GxB_load_Vector_from_Container(v, C, NULL));
        assert_int_equal(size_of(v), 4);
        ok(GrB_Vector_nvals(&count, v));
        assert_int_equal(count, entries);
        ok(GrB_Vector_free(&v));
    }
    ok(GxB_Container_free(&C));
}

/* The array of ids keeps its room, which programs fill up. One value for all entries stays one. */
static void the_same_arrays(void **state)
{
    GxB_Container C = NULL;
    GrB_Matrix A = example();
    GrB_Type type;
    void *ids = NULL, *wide;
    uint64_t n, bytes, room;
    int handling;
    ok(GxB_Container_new(&C));
    ok(GxB_unload_Matrix_into_Container(A, C, NULL));
    ok(GxB_Vector_unload(C->i, &ids, &type, &n, &bytes, &handling, NULL));
    assert_int_equal(n, COUNT);
    room = 3 * bytes;
    wide = count_allocate(room);
    memcpy(wide, ids, bytes);
    count_release(ids);
    ok(GxB_Vector_load(C->i, &wide, type, n, room, GrB_DEFAULT, NULL));
    ok(GxB_load_Matrix_from_Container(A, C, NULL));
    ok(GxB_unload_Matrix_into_Container(A, C, NULL));
    ok(GxB_Vector_unload(C->i, &ids, &type, &n, &bytes, &handling, NULL));
    assert_true(n == COUNT && bytes == room);
    memset((char *)ids + n * 4, 7, room - n * 4);
    ok(GxB_Vector_load(C->i, &ids, type, n, room, GrB_DEFAULT, NULL));
    ok(GxB_load_Matrix_from_Container(A, C, NULL));
    is_example(A);
    /* So does a value that all entries have, until they have several. */
    ok(GrB_Matrix_apply_BinaryOp2nd_INT16(A, NULL, NULL, GrB_SECOND_INT16, A, 9, NULL));
    ok(GxB_unload_Matrix_into_Container(A, C, NULL));
    assert_true(!C->iso && size_of(C->x) == COUNT);
    ok(GrB_Vector_resize(C->x, 1));
    C->iso = true;
    ok(GxB_load_Matrix_from_Container(A, C, NULL));
    ok(GxB_unload_Matrix_into_Container(A, C, NULL));
    assert_true(C->iso && size_of(C->x) == 1);
    ok(GxB_load_Matrix_from_Container(A, C, NULL));
    ok(GrB_Matrix_setElement_INT16(A, 8, 1, 0));
    ok(GxB_unload_Matrix_into_Container(A, C, NULL));
    assert_true(!C->iso && size_of(C->x) == COUNT);
    ok(GxB_Container_free(&C));
    ok(GrB_Matrix_free(&A));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unload_and_load),     cmocka_unit_test(the_same_arrays), cmocka_unit_test(by_arrays),
        cmocka_unit_test(without_a_copy),      cmocka_unit_test(read_only_parts), cmocka_unit_test(a_parent_matrix),
        cmocka_unit_test(hypersparse),         cmocka_unit_test(dense_formats),   cmocka_unit_test(vectors),
        cmocka_unit_test(by_sparsity_control), cmocka_unit_test(nothing_is_left)};
    test_need_device();
    return cmocka_run_group_tests(tests, open_counting, NULL);
}
