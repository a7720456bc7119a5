/* SPDX-License-Identifier: Apache-2.0
 *
 * Triangles of an undirected graph with GraphBLAS alone:  C<L> = L plus.times L', where L is below the diagonal of A;
 * the sum of C. triangle_count GRAPH.mtx: a symmetric Matrix Market file without values.
 */
#include "read_graph.h"

static GrB_Info triangle_count(int64_t *triangles, GrB_Matrix A)
{
    GrB_Matrix L = NULL, C = NULL;
    GrB_Index n = 0;
    GrB_Info e = GrB_Matrix_nrows(&n, A);
    if (!e) e = GrB_Matrix_new(&L, GrB_BOOL, n, n);
    if (!e) e = GrB_Matrix_new(&C, GrB_INT64, n, n);
    if (!e) e = GrB_select(L, NULL, NULL, GrB_TRIL, A, (int64_t)-1, NULL);
    if (!e) e = GrB_mxm(C, L, NULL, GrB_PLUS_TIMES_SEMIRING_INT64, L, L, GrB_DESC_ST1);
    if (!e) e = GrB_reduce(triangles, NULL, GrB_PLUS_MONOID_INT64, C, NULL);
    GrB_free(&L), GrB_free(&C);
    return e;
}

int main(int argc, char **argv)
{
    GrB_Matrix A = NULL;
    int64_t triangles = -1;
    if (argc != 2) return fprintf(stderr, "usage: triangle_count GRAPH.mtx\n"), 2;
    GrB_Info e = GrB_init(GrB_NONBLOCKING);
    if (!e) e = read_graph(&A, argv[1]);
    if (!e) e = triangle_count(&triangles, A);
    if (e)
        fprintf(stderr, "GraphBLAS answers %d\n", (int)e);
    else
        printf("%lld triangles\n", (long long)triangles);
    GrB_free(&A), GrB_finalize();
    return e != GrB_SUCCESS;
}
