/* SPDX-License-Identifier: Apache-2.0
 *
 * Containers that are half filled, and parts that the caller took out or put in twice: nothing is changed.
 */
#include "tests/graphblas/container_example.h"

static void half_filled(void **state)
{
    GxB_Container C;
    GrB_Matrix A, B = example();
    GrB_Vector v, x;
    const char *text;
    ok(GxB_Container_new(&C));
    ok(GrB_Matrix_new(&A, GrB_INT8, 2, 2));
    ok(GrB_Vector_new(&v, GrB_INT8, 2));
    ok(GxB_load_Matrix_from_Container(A, C, NULL)); /* 0 x 0 */
    C->nrows = C->ncols = 2;
    fails(INVALID_VALUE, GxB_load_Matrix_from_Container(A, C, NULL));
    C->format = GxB_SPARSE;
    fails(INVALID_VALUE, GxB_load_Matrix_from_Container(A, C, NULL));
    C->format = 3;
    fails(INVALID_VALUE, GxB_load_Matrix_from_Container(A, C, NULL));
    ok(GrB_Matrix_error(&text, A));
    assert_non_null(strstr(text, "format 3"));
    ok(GxB_unload_Matrix_into_Container(B, C, NULL));
    C->orientation = GrB_BOTH;
    fails(INVALID_VALUE, GxB_load_Matrix_from_Container(A, C, NULL));
    C->orientation = GrB_ROWMAJOR;
    C->nrows = ROWS + 1;
    fails(INVALID_VALUE, GxB_load_Matrix_from_Container(A, C, NULL));
    C->nrows = ROWS;
    C->ncols = 1;
    fails(INVALID_OBJECT, GxB_load_Matrix_from_Container(A, C, NULL));
    C->ncols = (uint64_t)1 << 61;
    fails(INVALID_VALUE, GxB_load_Matrix_from_Container(A, C, NULL));
    C->ncols = COLS;
    ok(GrB_Vector_removeElement(C->i, 2));
    fails(INVALID_OBJECT, GxB_load_Matrix_from_Container(A, C, NULL));
    ok(GrB_Vector_setElement_INT32(C->i, 0, 2));
    x = C->x;
    C->x = NULL;
    fails(NULL_POINTER, GxB_load_Matrix_from_Container(A, C, NULL));
    C->x = x;
    x = C->p;
    C->p = v; /* of INT8 */
    fails(DOMAIN_MISMATCH, GxB_load_Matrix_from_Container(A, C, NULL));
    C->p = x;
    fails(NULL_POINTER, GxB_load_Matrix_from_Container(A, NULL, NULL));
    fails(NULL_POINTER, GxB_load_Matrix_from_Container(NULL, C, NULL));
    fails(NULL_POINTER, GxB_unload_Matrix_into_Container(A, NULL, NULL));
    fails(NULL_POINTER, GxB_Container_new(NULL));
    C->format = GxB_HYPERSPARSE;
    fails(INVALID_VALUE, GxB_load_Vector_from_Container(v, C, NULL));
    /* None of these has changed it. */
    C->format = GxB_SPARSE;
    ok(GxB_load_Matrix_from_Container(A, C, NULL));
    is_example(A);
    ok(GrB_Matrix_free(&A));
    ok(GrB_Matrix_free(&B));
    ok(GrB_Vector_free(&v));
    ok(GxB_Container_free(&C));
}

/* Parts that the caller took out, or put in twice. */
static void other_parts(void **state)
{
    GxB_Container C;
    GrB_Matrix A = example();
    GrB_Vector b;
    ok(GxB_Container_new(&C));
    b = C->b;
    C->b = NULL;
    ok(GrB_Vector_free(&C->x));
    ok(GxB_unload_Matrix_into_Container(A, C, NULL));
    assert_true(C->b && C->x);
    ok(GxB_load_Matrix_from_Container(A, C, NULL));
    is_example(A);
    ok(GrB_Vector_free(&C->h));
    C->h = C->p;
    fails(INVALID_OBJECT, GxB_unload_Matrix_into_Container(A, C, NULL));
    fails(INVALID_OBJECT, GxB_load_Matrix_from_Container(A, C, NULL));
    is_example(A);
    C->h = NULL;
    ok(GrB_Vector_resize(C->x, 3));
    fails(INVALID_OBJECT, GxB_unload_Vector_into_Container(C->x, C, NULL));
    fails(INVALID_OBJECT, GxB_load_Vector_from_Container(C->x, C, NULL));
    assert_int_equal(size_of(C->x), 3);
    ok(GxB_Container_free(&C));
    ok(GrB_Vector_free(&b));
    ok(GrB_Matrix_free(&A));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(half_filled), cmocka_unit_test(other_parts),
                                       cmocka_unit_test(nothing_is_left)};
    test_need_device();
    return cmocka_run_group_tests(tests, open_counting, NULL);
}
