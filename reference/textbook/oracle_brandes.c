/* SPDX-License-Identifier: Apache-2.0
 *
 * Betweenness centrality after Brandes (2001): from each source a search that stacks the vertices
 * as it meets them, then dependencies as the stack unwinds. Predecessors are not listed: u precedes
 * v where u -> v is an arc and level(u) + 1 = level(v). An arc's share is its term in the
 * dependency of its tail.
 */
#include "reference/oracle.h"

#include <stdlib.h>

typedef struct scratch {
    int64_t *stack, *level;
    long double *paths, *dependency;
} scratch;

static void from_source(const oracle_graph *G, int64_t source, scratch *s, long double *centrality, long double *arcs)
{
    for (int64_t v = 0; v < G->rows; v++) {
        s->level[v] = -1;
        s->paths[v] = 0;
        s->dependency[v] = 0;
    }
    s->level[source] = 0;
    s->paths[source] = 1;

    int64_t head = 0, tail = 0;
    s->stack[tail++] = source;
    while (head < tail) {
        int64_t u = s->stack[head++];
        for (int64_t k = G->offset[u]; k < G->offset[u + 1]; k++) {
            int64_t v = G->target[k];
            if (s->level[v] < 0) {
                s->level[v] = s->level[u] + 1;
                s->stack[tail++] = v;
            }
            if (s->level[v] == s->level[u] + 1) s->paths[v] += s->paths[u];
        }
    }
    while (tail > 0) {
        int64_t u = s->stack[--tail];
        for (int64_t k = G->offset[u]; k < G->offset[u + 1]; k++) {
            int64_t v = G->target[k];
            if (s->level[v] != s->level[u] + 1) continue;
            const long double carried = s->paths[u] / s->paths[v] * (1 + s->dependency[v]);
            s->dependency[u] += carried;
            if (arcs) arcs[k] += carried;
        }
        if (u != source) centrality[u] += s->dependency[u];
    }
}

bool oracle_brandes_arcs(const oracle_graph *G, const int64_t *sources, int64_t count, long double *centrality,
                         long double *arcs)
{
    size_t n = (size_t)G->rows;
    scratch s = {.stack = calloc(n + 1, sizeof *s.stack),
                 .level = calloc(n + 1, sizeof *s.level),
                 .paths = calloc(n + 1, sizeof *s.paths),
                 .dependency = calloc(n + 1, sizeof *s.dependency)};
    bool enough = s.stack && s.level && s.paths && s.dependency;
    if (enough) {
        for (int64_t v = 0; v < G->rows; v++) centrality[v] = 0;
        for (int64_t k = 0; arcs && k < G->offset[G->rows]; k++) arcs[k] = 0;
        if (!sources) count = G->rows;
        for (int64_t k = 0; k < count; k++) from_source(G, sources ? sources[k] : k, &s, centrality, arcs);
    }
    free(s.stack);
    free(s.level);
    free(s.paths);
    free(s.dependency);
    return enough;
}

bool oracle_brandes(const oracle_graph *G, const int64_t *sources, int64_t count, long double *centrality)
{
    return oracle_brandes_arcs(G, sources, count, centrality, NULL);
}
