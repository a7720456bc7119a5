/* SPDX-License-Identifier: Apache-2.0
 *
 * An undirected graph from a symmetric Matrix Market file without values, by GraphBLAS alone.
 */
#ifndef READ_GRAPH_H
#define READ_GRAPH_H

#include <GraphBLAS.h>
#include <stdbool.h>
#include <stdio.h>

/* Entries A(i,j) and A(j,i) for each edge between i and j. */
static GrB_Info read_graph(GrB_Matrix *A, const char *name)
{
    unsigned long n = 0, count = 0, i, j;
    char line[1025] = "";
    FILE *file = fopen(name, "r");
    if (!file) return perror(name), GrB_INVALID_VALUE;
    while (fgets(line, sizeof line, file) && line[0] == '%') continue;
    GrB_Info e = sscanf(line, "%lu %*u %lu", &n, &count) == 2 ? GrB_Matrix_new(A, GrB_BOOL, n, n) : GrB_INVALID_VALUE;
    for (; !e && count > 0; count--) {
        if (fscanf(file, "%lu %lu", &i, &j) != 2) e = GrB_INVALID_VALUE;
        if (!e) e = GrB_Matrix_setElement(*A, true, i - 1, j - 1);
        if (!e) e = GrB_Matrix_setElement(*A, true, j - 1, i - 1);
    }
    fclose(file);
    return e;
}

#endif
