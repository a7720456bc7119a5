/* SPDX-License-Identifier: Apache-2.0
 *
 * Breadth-first search with GraphBLAS alone:  level<f> = depth;  f<!level> = f or.and A, until f is empty.
 * bfs_levels GRAPH.mtx [SOURCE]: a symmetric Matrix Market file without values, and a vertex by its number from 1.
 */
#include "read_graph.h"
#include <stdlib.h>

/* A vertex that cannot be reached has no entry in level. */
static GrB_Info bfs_levels(GrB_Vector *level, GrB_Matrix A, GrB_Index source)
{
    GrB_Vector f = NULL;
    GrB_Index n = 0, found = 1;
    GrB_Info e = GrB_Matrix_nrows(&n, A);
    if (!e) e = GrB_Vector_new(&f, GrB_BOOL, n);
    if (!e) e = GrB_Vector_new(level, GrB_INT32, n);
    if (!e) e = GrB_Vector_setElement(f, true, source);
    for (int32_t depth = 0; !e && found > 0; depth++) {
        e = GrB_assign(*level, f, NULL, depth, GrB_ALL, n, GrB_DESC_S);
        if (!e) e = GrB_vxm(f, *level, NULL, GrB_LOR_LAND_SEMIRING_BOOL, f, A, GrB_DESC_RSC);
        if (!e) e = GrB_Vector_nvals(&found, f);
    }
    GrB_free(&f);
    return e;
}

int main(int argc, char **argv)
{
    GrB_Matrix A = NULL;
    GrB_Vector level = NULL;
    GrB_Index n = 0;
    if (argc < 2 || argc > 3) return fprintf(stderr, "usage: bfs_levels GRAPH.mtx [SOURCE]\n"), 2;
    GrB_Info e = GrB_init(GrB_NONBLOCKING);
    if (!e) e = read_graph(&A, argv[1]);
    if (!e) e = bfs_levels(&level, A, argc > 2 ? strtoul(argv[2], NULL, 10) - 1 : 0);
    if (!e) e = GrB_Matrix_nrows(&n, A);
    for (GrB_Index v = 0; !e && v < n; v++) {
        int32_t at = -1;
        if (!GrB_Vector_extractElement(&at, level, v)) printf("%d %d\n", (int)v + 1, at);
    }
    if (e) fprintf(stderr, "GraphBLAS answers %d\n", (int)e);
    GrB_free(&A), GrB_free(&level), GrB_finalize();
    return e != GrB_SUCCESS;
}
