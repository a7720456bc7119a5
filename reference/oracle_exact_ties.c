/* SPDX-License-Identifier: Apache-2.0
 *
 * Betweenness by lengths that are added up as fractions (GMP), with a tolerance for ties. Dijkstra's algorithm without
 * a heap; the vertices it has settled count paths in that order, and gather dependencies in the opposite one.
 */
#include "reference/oracle_exact.h"

#include <float.h>
#include <gmp.h>
#include <math.h>
#include <stdlib.h>

/* A comparison is in doubt where its bound is missed by less than this factor, or by the rounding to doubles. */
#define DOUBT 1.5
#define ROUNDING 0x1p-48

typedef struct ties {
    const oracle_graph *G;
    mpq_t *distance;
    mpq_t sum, bound, half, most, slack; /* of the arc at hand */
    bool *reached, *settled;
    int64_t *order, count;
    long double *paths, *dependency;
    bool *tight; /* of each arc, from the source at hand */
    int64_t doubtful;
} ties;

static void settle_all(ties *t, int64_t source)
{
    const oracle_graph *G = t->G;
    for (int64_t v = 0; v < G->rows; v++) t->reached[v] = t->settled[v] = false;
    mpq_set_ui(t->distance[source], 0, 1);
    t->reached[source] = true;
    for (t->count = 0;; t->count++) {
        int64_t u = -1;
        for (int64_t v = 0; v < G->rows; v++)
            if (t->reached[v] && !t->settled[v] && (u < 0 || mpq_cmp(t->distance[v], t->distance[u]) < 0)) u = v;
        if (u < 0) return;
        t->settled[u] = true;
        t->order[t->count] = u;
        for (int64_t k = G->offset[u]; k < G->offset[u + 1]; k++) {
            const int64_t v = G->target[k];
            mpq_set_d(t->half, (double)G->weight[k]);
            mpq_add(t->sum, t->distance[u], t->half);
            if (t->reached[v] && mpq_cmp(t->sum, t->distance[v]) >= 0) continue;
            mpq_set(t->distance[v], t->sum);
            t->reached[v] = true;
        }
    }
}

/* d(u) < d(v) and d(u) + w - d(v) <= min(tie d(v), w / 2, max(tie_most, 32 epsilon d(v))) */
static bool is_tight(ties *t, int64_t u, int64_t k)
{
    const int64_t v = t->G->target[k];
    double slack, bound, error;
    if (mpq_cmp(t->distance[u], t->distance[v]) >= 0) return false;
    mpq_set_d(t->half, (double)t->G->weight[k]);
    mpq_add(t->sum, t->distance[u], t->half);
    mpq_sub(t->slack, t->sum, t->distance[v]);
    mpq_div_2exp(t->half, t->half, 1);
    mpq_set_d(t->bound, t->G->tie);
    mpq_mul(t->bound, t->bound, t->distance[v]);
    mpq_set_d(t->most, ORACLE_ROUNDED * (t->G->precision == ORACLE_SINGLE ? FLT_EPSILON : DBL_EPSILON));
    mpq_mul(t->most, t->most, t->distance[v]);
    if (mpq_get_d(t->most) < t->G->tie_most) mpq_set_d(t->most, fmin(t->G->tie_most, DBL_MAX));
    if (mpq_cmp(t->most, t->bound) < 0) mpq_set(t->bound, t->most);
    if (mpq_cmp(t->half, t->bound) < 0) mpq_set(t->bound, t->half);
    slack = mpq_get_d(t->slack);
    bound = mpq_get_d(t->bound);
    error = ROUNDING * mpq_get_d(t->distance[v]);
    t->doubtful += slack > 0 && slack + error > bound / DOUBT && slack - error < bound * DOUBT;
    return mpq_cmp(t->slack, t->bound) <= 0;
}

static void from_source(ties *t, int64_t source, long double *centrality, long double *arcs)
{
    const oracle_graph *G = t->G;
    settle_all(t, source);
    for (int64_t v = 0; v < G->rows; v++) {
        t->paths[v] = v == source;
        t->dependency[v] = 0;
    }
    for (int64_t c = 0; c < t->count; c++) {
        const int64_t u = t->order[c];
        for (int64_t k = G->offset[u]; k < G->offset[u + 1]; k++) {
            t->tight[k] = is_tight(t, u, k);
            if (t->tight[k]) t->paths[G->target[k]] += t->paths[u];
        }
    }
    for (int64_t c = t->count - 1; c >= 0; c--) {
        const int64_t u = t->order[c];
        for (int64_t k = G->offset[u]; k < G->offset[u + 1]; k++) {
            const int64_t v = G->target[k];
            if (!t->tight[k]) continue;
            arcs[k] += t->paths[u] / t->paths[v] * (1 + t->dependency[v]);
            t->dependency[u] += t->paths[u] / t->paths[v] * (1 + t->dependency[v]);
        }
        if (u != source) centrality[u] += t->dependency[u];
    }
}

bool oracle_brandes_ties(const oracle_graph *G, long double *centrality, long double *arcs, int64_t *doubtful)
{
    const size_t n = (size_t)G->rows, entries = (size_t)G->offset[G->rows];
    ties t = {.G = G,
              .distance = calloc(n + 1, sizeof *t.distance),
              .reached = calloc(n + 1, sizeof *t.reached),
              .settled = calloc(n + 1, sizeof *t.settled),
              .order = calloc(n + 1, sizeof *t.order),
              .paths = calloc(n + 1, sizeof *t.paths),
              .dependency = calloc(n + 1, sizeof *t.dependency),
              .tight = calloc(entries + 1, sizeof *t.tight)};
    const bool enough = t.distance && t.reached && t.settled && t.order && t.paths && t.dependency && t.tight;
    if (enough) {
        for (size_t v = 0; v < n; v++) mpq_init(t.distance[v]);
        mpq_inits(t.sum, t.bound, t.half, t.most, t.slack, NULL);
        for (size_t v = 0; v < n; v++) centrality[v] = 0;
        for (size_t k = 0; k < entries; k++) arcs[k] = 0;
        for (size_t s = 0; s < n; s++) from_source(&t, (int64_t)s, centrality, arcs);
        for (size_t v = 0; v < n; v++) mpq_clear(t.distance[v]);
        mpq_clears(t.sum, t.bound, t.half, t.most, t.slack, NULL);
        *doubtful = t.doubtful;
    }
    free(t.distance);
    free(t.reached);
    free(t.settled);
    free(t.order);
    free(t.paths);
    free(t.dependency);
    free(t.tight);
    return enough;
}
