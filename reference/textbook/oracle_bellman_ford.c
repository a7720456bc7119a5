/* SPDX-License-Identifier: Apache-2.0
 *
 * The algorithm of Bellman and Ford as textbooks have it: relax every arc until nothing changes, at
 * most n - 1 times. If an arc can still be relaxed then, a negative cycle is reachable.
 */
#include "reference/oracle.h"

#include <math.h>

static bool relax_all(const oracle_graph *G, long double *distance)
{
    bool changed = false;
    for (int64_t u = 0; u < G->rows; u++) {
        if (isinf(distance[u])) continue;
        for (int64_t k = G->offset[u]; k < G->offset[u + 1]; k++) {
            int64_t v = G->target[k];
            const long double sum = oracle_sum(G, distance[u], G->weight[k]);
            if (!(sum < distance[v])) continue;
            distance[v] = sum;
            changed = true;
        }
    }
    return changed;
}

bool oracle_bellman_ford(const oracle_graph *G, int64_t source, long double *distance, bool *negative_cycle)
{
    for (int64_t v = 0; v < G->rows; v++) distance[v] = (long double)INFINITY;
    distance[source] = 0;

    bool changed = true;
    for (int64_t round = 0; round < G->rows && changed; round++) changed = relax_all(G, distance);
    *negative_cycle = changed;
    return true;
}
