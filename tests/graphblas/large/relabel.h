/* SPDX-License-Identifier: Apache-2.0
 *
 * Pairs of objects of the GraphBLAS C API: a large one, with ids up to 2^60, and one with few places, which has the
 * same entries where ids are numbered in their order. Calls on both have the same results.
 */
#ifndef TROPIC_TESTS_GRAPHBLAS_LARGE_RELABEL_H
#define TROPIC_TESTS_GRAPHBLAS_LARGE_RELABEL_H

#include "tests/graphblas/common.h"

/* Places of the small objects: of a dimension that is large in the other, and of one that is not. */
enum { MANY = 9, FEW = 6 };
#define LARGE ((GrB_Index)1 << 60)

/* A dimension: is it large? */
typedef enum dim { PLAIN, WIDE } dim;

static const GrB_Index wide_ids[MANY] = {0,
                                         1,
                                         77,
                                         UINT64_C(0x7fffffff),
                                         UINT64_C(0x80000000),
                                         UINT64_C(0x100000000),
                                         UINT64_C(0x123456789abcdef),
                                         LARGE / 2,
                                         LARGE - 1};

static inline GrB_Index small_size(dim d)
{
    return d == WIDE ? MANY : FEW;
}
static inline GrB_Index large_size(dim d)
{
    return d == WIDE ? LARGE : FEW;
}
static inline GrB_Index large_id(dim d, GrB_Index k)
{
    return d == WIDE ? wide_ids[k] : k;
}

typedef struct matrices {
    GrB_Matrix large, small;
    dim rows, columns;
} matrices;

typedef struct vectors {
    GrB_Vector large, small;
    dim size;
} vectors;

/* Entries come in a random order, so that codes do. */
static inline matrices new_matrices(uint64_t *random, GrB_Type type, dim rows, dim columns, int most)
{
    matrices a = {.rows = rows, .columns = columns};
    ok(GrB_Matrix_new(&a.large, type, large_size(rows), large_size(columns)));
    ok(GrB_Matrix_new(&a.small, type, small_size(rows), small_size(columns)));
    for (int k = 0; k < most; k++) {
        const GrB_Index i = (GrB_Index)test_below(random, (int)small_size(rows)),
                        j = (GrB_Index)test_below(random, (int)small_size(columns));
        const int x = test_below(random, 9) - 2;
        ok(GrB_Matrix_setElement(a.large, x, large_id(rows, i), large_id(columns, j)));
        ok(GrB_Matrix_setElement(a.small, x, i, j));
    }
    return a;
}

static inline vectors new_vectors(uint64_t *random, GrB_Type type, dim size, int most)
{
    vectors v = {.size = size};
    ok(GrB_Vector_new(&v.large, type, large_size(size)));
    ok(GrB_Vector_new(&v.small, type, small_size(size)));
    for (int k = 0; k < most; k++) {
        const GrB_Index i = (GrB_Index)test_below(random, (int)small_size(size));
        const int x = test_below(random, 9) - 2;
        ok(GrB_Vector_setElement(v.large, x, large_id(size, i)));
        ok(GrB_Vector_setElement(v.small, x, i));
    }
    return v;
}

static inline void free_matrices(matrices *a)
{
    ok(GrB_free(&a->large));
    ok(GrB_free(&a->small));
}

static inline void free_vectors(vectors *v)
{
    ok(GrB_free(&v->large));
    ok(GrB_free(&v->small));
}

/* The value that a place of a dimension has, counted from 0 or 1. */
static inline double large_value(const dim *of, int from, double x)
{
    return of ? (double)(large_id(*of, (GrB_Index)x - (GrB_Index)from) + (GrB_Index)from) : x;
}

/* Have both the same entries? Values that are places of a dimension, from 0 or 1, are ids in the large one. */
static inline void same_matrices(const matrices *a, const dim *of, int from)
{
    enum { ALL = MANY * MANY };
    GrB_Index i[ALL], j[ALL], k[ALL], l[ALL], m = ALL, n = ALL;
    double x[ALL], y[ALL];
    ok(GrB_Matrix_extractTuples(i, j, x, &m, a->large));
    ok(GrB_Matrix_extractTuples(k, l, y, &n, a->small));
    assert_int_equal(m, n);
    for (GrB_Index e = 0; e < n; e++) {
        assert_int_equal(i[e], large_id(a->rows, k[e]));
        assert_int_equal(j[e], large_id(a->columns, l[e]));
        assert_true(x[e] == large_value(of, from, y[e]));
    }
    ok(GrB_Matrix_nrows(&m, a->large));
    assert_int_equal(m, large_size(a->rows));
    ok(GrB_Matrix_ncols(&m, a->large));
    assert_int_equal(m, large_size(a->columns));
}

static inline void same_vectors(const vectors *v, const dim *of, int from)
{
    GrB_Index i[MANY], k[MANY], m = MANY, n = MANY;
    double x[MANY], y[MANY];
    ok(GrB_Vector_extractTuples(i, x, &m, v->large));
    ok(GrB_Vector_extractTuples(k, y, &n, v->small));
    assert_int_equal(m, n);
    for (GrB_Index e = 0; e < n; e++) {
        assert_int_equal(i[e], large_id(v->size, k[e]));
        assert_true(x[e] == large_value(of, from, y[e]));
    }
    ok(GrB_Vector_size(&m, v->large));
    assert_int_equal(m, large_size(v->size));
}

static inline dim any_dim(uint64_t *random)
{
    return test_below(random, 3) ? WIDE : PLAIN;
}

enum { MOST = MANY * MANY };

/* All entries of a large matrix. */
typedef struct entries {
    GrB_Index i[MOST], j[MOST], n;
    int64_t x[MOST];
} entries;

static inline entries entries_of(GrB_Matrix A)
{
    entries e = {.n = MOST};
    ok(GrB_Matrix_extractTuples(e.i, e.j, e.x, &e.n, A));
    return e;
}

static inline entries entries_of_vector(GrB_Vector v)
{
    entries e = {.n = MOST};
    ok(GrB_Vector_extractTuples(e.i, e.x, &e.n, v));
    return e;
}

/* A matrix whose transpose, if that is taken, has this shape. */
static inline matrices input(uint64_t *random, bool transposed, dim rows, dim columns)
{
    return new_matrices(random, GrB_FP64, transposed ? columns : rows, transposed ? rows : columns,
                        test_below(random, 30));
}

#endif
