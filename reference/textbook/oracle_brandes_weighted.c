/* SPDX-License-Identifier: Apache-2.0
 *
 * Betweenness by lengths of arcs, after Brandes (2001): paths are counted in the order in which Dijkstra's algorithm
 * settles vertices, and dependencies gathered in the opposite one.
 */
#include "reference/oracle.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

typedef struct settled {
    long double distance;
    int64_t vertex;
} settled;

typedef struct scratch {
    settled *order; /* the reached vertices, nearest first */
    long double *distance, *paths, *dependency;
} scratch;

static int nearer(const void *left, const void *right)
{
    const settled *a = left, *b = right;
    return (a->distance > b->distance) - (a->distance < b->distance);
}

static long double tolerance(const oracle_graph *G, long double d)
{
    const long double epsilon = G->precision == ORACLE_SINGLE ? FLT_EPSILON : DBL_EPSILON;
    return fminl(G->tie * d, fmaxl(G->tie_most, ORACLE_ROUNDED * epsilon * d));
}

/* Is arc k, out of u, on a shortest path: d(u) < d(v) and d(u) + w - d(v) <= the tolerance, and <= w / 2? None is on
 * the way to an unreached vertex. */
static bool is_tight(const oracle_graph *G, const scratch *s, int64_t u, int64_t k)
{
    const long double to = s->distance[G->target[k]], w = G->weight[k];
    if (isinf(w) || !(s->distance[u] < to)) return false;
    return oracle_sum(G, s->distance[u], w) - to <= fminl(tolerance(G, to), w / 2);
}

static bool from_source(const oracle_graph *G, int64_t source, scratch *s, long double *centrality, long double *arcs)
{
    int64_t reached = 0;
    if (!oracle_dijkstra(G, source, s->distance)) return false;
    for (int64_t v = 0; v < G->rows; v++) {
        s->paths[v] = v == source;
        s->dependency[v] = 0;
        if (!isinf(s->distance[v])) s->order[reached++] = (settled){s->distance[v], v};
    }
    qsort(s->order, (size_t)reached, sizeof *s->order, nearer);
    for (int64_t c = 0; c < reached; c++) {
        int64_t u = s->order[c].vertex;
        for (int64_t k = G->offset[u]; k < G->offset[u + 1]; k++)
            if (is_tight(G, s, u, k)) s->paths[G->target[k]] += s->paths[u];
    }
    for (int64_t c = reached - 1; c >= 0; c--) {
        int64_t u = s->order[c].vertex;
        /* Rounding absorbs the length on its only way. */
        if (s->paths[u] == 0) s->dependency[u] = NAN;
        for (int64_t k = G->offset[u]; k < G->offset[u + 1]; k++) {
            int64_t v = G->target[k];
            if (!is_tight(G, s, u, k)) continue;
            const long double carried = s->paths[u] / s->paths[v] * (1 + s->dependency[v]);
            s->dependency[u] += carried;
            if (arcs) arcs[k] += carried;
        }
        if (u != source) centrality[u] += s->dependency[u];
    }
    return true;
}

bool oracle_brandes_weighted_arcs(const oracle_graph *G, const int64_t *sources, int64_t count, long double *centrality,
                                  long double *arcs)
{
    size_t n = (size_t)G->rows;
    scratch s = {.order = calloc(n + 1, sizeof *s.order),
                 .distance = calloc(n + 1, sizeof *s.distance),
                 .paths = calloc(n + 1, sizeof *s.paths),
                 .dependency = calloc(n + 1, sizeof *s.dependency)};
    bool enough = s.order && s.distance && s.paths && s.dependency;
    if (enough)
        for (int64_t v = 0; v < G->rows; v++) centrality[v] = 0;
    for (int64_t k = 0; enough && arcs && k < G->offset[G->rows]; k++) arcs[k] = 0;
    if (!sources) count = G->rows;
    for (int64_t k = 0; enough && k < count; k++)
        enough = from_source(G, sources ? sources[k] : k, &s, centrality, arcs);
    free(s.order);
    free(s.distance);
    free(s.paths);
    free(s.dependency);
    return enough;
}

bool oracle_brandes_weighted(const oracle_graph *G, const int64_t *sources, int64_t count, long double *centrality)
{
    return oracle_brandes_weighted_arcs(G, sources, count, centrality, NULL);
}
