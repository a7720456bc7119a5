/* SPDX-License-Identifier: Apache-2.0
 *
 * The matrix of the tests of containers, with the caller's own memory, of which nothing leaks.
 */
#ifndef TROPIC_TESTS_GRAPHBLAS_CONTAINER_EXAMPLE_H
#define TROPIC_TESTS_GRAPHBLAS_CONTAINER_EXAMPLE_H

#include "tests/graphblas/counting.h"

/*  . 1 . 2
 *  3 . . .
 *  . 4 5 .
 */
enum { ROWS = 3, COLS = 4, COUNT = 5 };
static const GrB_Index I[] = {0, 0, 1, 2, 2}, J[] = {1, 3, 0, 1, 2};
static const int16_t X[] = {1, 2, 3, 4, 5};

static inline GrB_Matrix example(void)
{
    GrB_Matrix A;
    ok(GrB_Matrix_new(&A, GrB_INT16, ROWS, COLS));
    ok(GrB_Matrix_build_INT16(A, I, J, X, COUNT, NULL));
    return A;
}

static inline void is_example(GrB_Matrix A)
{
    GrB_Index i[COUNT], j[COUNT], count = COUNT, rows, cols;
    int16_t x[COUNT];
    GrB_Type type;
    ok(GxB_Matrix_type(&type, A));
    assert_ptr_equal(type, GrB_INT16);
    ok(GrB_Matrix_nrows(&rows, A));
    ok(GrB_Matrix_ncols(&cols, A));
    assert_true(rows == ROWS && cols == COLS);
    ok(GrB_Matrix_extractTuples_INT16(i, j, x, &count, A));
    assert_int_equal(count, COUNT);
    assert_memory_equal(i, I, sizeof I);
    assert_memory_equal(j, J, sizeof J);
    assert_memory_equal(x, X, sizeof X);
}

static inline GrB_Index size_of(GrB_Vector v)
{
    GrB_Index n;
    ok(GrB_Vector_size(&n, v));
    return n;
}

#endif
