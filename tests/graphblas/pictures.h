/* SPDX-License-Identifier: Apache-2.0
 *
 * Small matrices as arrays, with which those of the GraphBLAS C API on Tropic are compared.
 */
#ifndef TROPIC_TESTS_GRAPHBLAS_PICTURES_H
#define TROPIC_TESTS_GRAPHBLAS_PICTURES_H

#include "tests/graphblas/common.h"

enum { MOST = 12 };

/* 0 is no entry. */
typedef struct picture {
    int m, n;
    int at[MOST * MOST];
} picture;

static inline picture draw(uint64_t *random, int m, int n)
{
    picture p = {.m = m, .n = n};
    for (int k = 0; k < m * n; k++)
        if (test_below(random, 3) == 0) p.at[k] = 1 + test_below(random, 9);
    return p;
}

static inline GrB_Matrix matrix_of(const picture *p, GrB_Type type)
{
    GrB_Matrix A = NULL;
    ok(GrB_Matrix_new(&A, type, (GrB_Index)p->m, (GrB_Index)p->n));
    for (int k = 0; k < p->m * p->n; k++)
        if (p->at[k] != 0) ok(GrB_Matrix_setElement(A, p->at[k], (GrB_Index)(k / p->n), (GrB_Index)(k % p->n)));
    return A;
}

static inline void check(GrB_Matrix A, const picture *p)
{
    GrB_Index m = 0, n = 0, count = 0, expected = 0;
    ok(GrB_Matrix_nrows(&m, A));
    ok(GrB_Matrix_ncols(&n, A));
    ok(GrB_Matrix_nvals(&count, A));
    assert_int_equal(m, p->m);
    assert_int_equal(n, p->n);
    for (int k = 0; k < p->m * p->n; k++) {
        int value = 0;
        const GrB_Info info = GrB_Matrix_extractElement(&value, A, (GrB_Index)(k / p->n), (GrB_Index)(k % p->n));
        assert_int_equal(info, p->at[k] ? GrB_SUCCESS : GrB_NO_VALUE);
        assert_int_equal(value, p->at[k]);
        expected += p->at[k] != 0;
    }
    assert_int_equal(count, expected);
}

#endif
