/* SPDX-License-Identifier: Apache-2.0
 *
 * Random graphs in the library and in SuiteSparse:GraphBLAS, with whole weights, and vectors and matrices of INT64
 * there.
 */
#ifndef TROPIC_TESTS_GRB_GRAPHS_H
#define TROPIC_TESTS_GRB_GRAPHS_H

#include "tests/fixtures.h"
#include "tests/grb_context.h"

typedef struct both {
    tropic_matrix *A; /* FP64 */
    grb_graph G;
    GrB_Index n;
} both;

static inline void both_free(both *b)
{
    grb_graph_free(&b->G);
    tropic_matrix_free(&b->A);
}

/* With whole weights, those of an edge's arcs the same; without loops. */
static inline both both_of(test_graph g)
{
    both b = {.A = NULL};
    int64_t kept = 0;
    test_weigh(&g, 1, 1, 1, 1);
    for (int64_t k = 0; k < g.count; k++) {
        const int32_t i = g.row[k], j = g.col[k];
        if (i == j) continue;
        g.row[kept] = i;
        g.col[kept] = j;
        g.weight[kept++] = 1 + (i + j + 5 * abs(i - j)) % 23;
    }
    g.count = kept;
    test_deduplicate(&g);
    b.n = (GrB_Index)g.rows;
    b.A = test_matrix_of(context, &g, TROPIC_FP64, NULL);
    assert_grb(grb_graph_new(&b.G, b.A, context, TROPIC_INT64));
    test_graph_free(&g);
    return b;
}

#define RANDOM 3
static inline both undirected(int k)
{
    return both_of(k == 0   ? test_random_undirected(1, 90, 80)
                   : k == 1 ? test_random_undirected(2, 120, 900)
                            : test_kronecker(3, test_sized(8, 6), 6));
}

static inline both directed(int k)
{
    return both_of(test_random_graph((uint64_t)k + 4, 90, 90, k == 0 ? 80 : k == 1 ? 140 : 700));
}

/* Without entries. */
static inline GrB_Vector vector_new(GrB_Index n)
{
    GrB_Vector v = NULL;
    assert_grb(GrB_Vector_new(&v, GrB_INT64, n));
    return v;
}

static inline GrB_Matrix matrix_new(GrB_Index n)
{
    GrB_Matrix M = NULL;
    assert_grb(GrB_Matrix_new(&M, GrB_INT64, n, n));
    return M;
}

static inline GrB_Matrix copy_of(GrB_Matrix A)
{
    GrB_Matrix M = NULL;
    assert_grb(GrB_Matrix_dup(&M, A));
    return M;
}

/* v(i) = i */
static inline GrB_Vector numbers(GrB_Index n)
{
    GrB_Vector v = vector_new(n);
    for (GrB_Index i = 0; i < n; i++) assert_grb(GrB_Vector_setElement_INT64(v, (int64_t)i, i));
    return v;
}

/* 1 at all places but those whose value is `none`, or not finite. */
static inline GrB_Vector members(const double *values, GrB_Index n, double none)
{
    GrB_Vector v = vector_new(n);
    for (GrB_Index i = 0; i < n; i++)
        if (values[i] != none && isfinite(values[i])) assert_grb(GrB_Vector_setElement_INT64(v, 1, i));
    return v;
}

static inline GrB_Index count(GrB_Vector v)
{
    GrB_Index entries;
    assert_grb(GrB_Vector_nvals(&entries, v));
    return entries;
}

static inline GrB_Index count_matrix(GrB_Matrix M)
{
    GrB_Index entries;
    assert_grb(GrB_Matrix_nvals(&entries, M));
    return entries;
}

static inline int64_t sum(GrB_Vector v)
{
    int64_t found = 0;
    assert_grb(GrB_Vector_reduce_INT64(&found, NULL, GrB_PLUS_MONOID_INT64, v, NULL));
    return found;
}

/* 0 where there is no entry. */
static inline int64_t at(GrB_Vector v, GrB_Index i)
{
    int64_t value = 0;
    const GrB_Info info = GrB_Vector_extractElement_INT64(&value, v, i);
    assert_true(info == GrB_SUCCESS || info == GrB_NO_VALUE);
    return value;
}

static inline void assert_same(const tropic_vector *got, GrB_Vector expected, const char *name)
{
    OWNED_MEMORY double *values = test_numbers_of(context, got);
    for (tropic_index v = 0; v < tropic_vector_size(got); v++)
        if (!(values[v] == (double)at(expected, (GrB_Index)v)))
            fail_msg("%s of vertex %d: %g, expected %lld", name, (int)v, values[v],
                     (long long)at(expected, (GrB_Index)v));
}

static inline tropic_vector *result(const both *b, tropic_type type)
{
    return test_vector_of(context, type, (tropic_index)b->n, NULL);
}

/* *v = *v op u. It is a new one, because 7.4 writes past the end of a result that is full of one value. */
static inline void join(GrB_Vector *v, GrB_BinaryOp op, GrB_Vector u)
{
    GrB_Index n;
    assert_grb(GrB_Vector_size(&n, u));
    GrB_Vector both = vector_new(n);
    assert_grb(GrB_Vector_eWiseAdd_BinaryOp(both, NULL, NULL, op, *v, u, NULL));
    GrB_Vector_free(v);
    *v = both;
}

#endif
