/* SPDX-License-Identifier: Apache-2.0
 *
 * Breadth-first search with a queue.
 */
#include "reference/oracle.h"

#include <stdlib.h>

bool oracle_bfs(const oracle_graph *G, int64_t source, int64_t *level)
{
    int64_t *queue = malloc((size_t)G->rows * sizeof *queue);
    if (!queue) return false;

    for (int64_t v = 0; v < G->rows; v++) level[v] = -1;
    level[source] = 0;
    int64_t head = 0, tail = 0;
    queue[tail++] = source;
    while (head < tail) {
        int64_t u = queue[head++];
        for (int64_t k = G->offset[u]; k < G->offset[u + 1]; k++) {
            int64_t v = G->target[k];
            if (level[v] >= 0) continue;
            level[v] = level[u] + 1;
            queue[tail++] = v;
        }
    }
    free(queue);
    return true;
}
