/* SPDX-License-Identifier: Apache-2.0
 *
 * Weakly connected components by searches with a stack, along arcs and against them.
 */
#include "reference/oracle.h"

#include <stdlib.h>

/* The neighbours of u are neighbour[offset[u]] .. neighbour[offset[u + 1] - 1]. */
static void list_neighbours(const oracle_graph *G, int64_t *offset, int64_t *neighbour)
{
    const int64_t n = G->rows;
    /* offset[u + 1] is first where the list of u begins, and then moves to its end. */
    for (int64_t u = 0; u < n; u++)
        for (int64_t k = G->offset[u]; k < G->offset[u + 1]; k++) {
            offset[u + 2]++;
            offset[G->target[k] + 2]++;
        }
    for (int64_t u = 1; u <= n; u++) offset[u + 1] += offset[u];
    for (int64_t u = 0; u < n; u++)
        for (int64_t k = G->offset[u]; k < G->offset[u + 1]; k++) {
            neighbour[offset[u + 1]++] = G->target[k];
            neighbour[offset[G->target[k] + 1]++] = u;
        }
}

bool oracle_weak(const oracle_graph *G, int64_t *component)
{
    const int64_t n = G->rows;
    int64_t *offset = calloc((size_t)n + 2, sizeof *offset), *stack = calloc((size_t)n + 1, sizeof *stack);
    int64_t *neighbour = calloc(2 * (size_t)G->offset[n] + 1, sizeof *neighbour);
    const bool there = offset && stack && neighbour;
    if (there) list_neighbours(G, offset, neighbour);
    for (int64_t v = 0; there && v < n; v++) component[v] = -1;
    for (int64_t start = 0; there && start < n; start++) {
        int64_t height = 0;
        if (component[start] >= 0) continue;
        component[start] = start;
        stack[height++] = start;
        while (height > 0) {
            const int64_t u = stack[--height];
            for (int64_t k = offset[u]; k < offset[u + 1]; k++) {
                if (component[neighbour[k]] >= 0) continue;
                component[neighbour[k]] = start;
                stack[height++] = neighbour[k];
            }
        }
    }
    free(offset);
    free(stack);
    free(neighbour);
    return there;
}
