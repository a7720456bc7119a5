/* SPDX-License-Identifier: Apache-2.0
 *
 * Betweenness of one source with path counts as integers of any size (GMP), and dependencies with a mantissa of
 * MANTISSA bits and any exponent. Levels from oracle_bfs; vertices are taken level by level.
 */
#include "reference/oracle_exact.h"

#include <gmp.h>
#include <math.h>
#include <stdlib.h>

/* Twice the bits of a long double: sums of a million terms still fill it. */
#define MANTISSA 128

typedef struct exact {
    int64_t *level, *order; /* order: by level, those that are reached */
    int64_t count;
    mpz_t *paths;
    mpf_t *dependency;
} exact;

/* By counting how many each level has. */
static bool sort_by_level(const oracle_graph *G, exact *e)
{
    int64_t *place = calloc((size_t)G->rows + 1, sizeof *place);
    if (!place) return false;
    for (int64_t v = 0; v < G->rows; v++)
        if (e->level[v] >= 0) place[e->level[v] + 1]++;
    for (int64_t d = 0; d < G->rows; d++) place[d + 1] += place[d];
    e->count = place[G->rows];
    for (int64_t v = 0; v < G->rows; v++)
        if (e->level[v] >= 0) e->order[place[e->level[v]]++] = v;
    free(place);
    return true;
}

static void count_paths(const oracle_graph *G, int64_t source, exact *e)
{
    mpz_set_ui(e->paths[source], 1);
    for (int64_t c = 0; c < e->count; c++) {
        const int64_t u = e->order[c];
        for (int64_t k = G->offset[u]; k < G->offset[u + 1]; k++) {
            const int64_t v = G->target[k];
            if (e->level[v] == e->level[u] + 1) mpz_add(e->paths[v], e->paths[v], e->paths[u]);
        }
    }
}

static void gather(const oracle_graph *G, exact *e)
{
    mpf_t share, paths;
    mpf_init2(share, MANTISSA);
    mpf_init2(paths, MANTISSA);
    for (int64_t c = e->count - 1; c >= 0; c--) {
        const int64_t u = e->order[c];
        for (int64_t k = G->offset[u]; k < G->offset[u + 1]; k++) {
            const int64_t v = G->target[k];
            if (e->level[v] != e->level[u] + 1) continue;
            mpf_set_z(share, e->paths[u]);
            mpf_set_z(paths, e->paths[v]);
            mpf_div(share, share, paths);
            mpf_add_ui(paths, e->dependency[v], 1);
            mpf_mul(share, share, paths);
            mpf_add(e->dependency[u], e->dependency[u], share);
        }
    }
    mpf_clear(share);
    mpf_clear(paths);
}

bool oracle_exact(const oracle_graph *G, int64_t source, long double *dependency)
{
    const size_t n = (size_t)G->rows;
    exact e = {.level = calloc(n, sizeof *e.level),
               .order = calloc(n, sizeof *e.order),
               .paths = calloc(n, sizeof *e.paths),
               .dependency = calloc(n, sizeof *e.dependency)};
    bool enough =
        e.level && e.order && e.paths && e.dependency && oracle_bfs(G, source, e.level) && sort_by_level(G, &e);
    if (enough) {
        for (size_t v = 0; v < n; v++) {
            mpz_init(e.paths[v]);
            mpf_init2(e.dependency[v], MANTISSA);
        }
        count_paths(G, source, &e);
        gather(G, &e);
        for (size_t v = 0; v < n; v++) {
            long exponent;
            const double part = mpf_get_d_2exp(&exponent, e.dependency[v]);
            dependency[v] = (int64_t)v == source ? 0 : ldexpl(part, (int)exponent);
            mpz_clear(e.paths[v]);
            mpf_clear(e.dependency[v]);
        }
    }
    free(e.level);
    free(e.order);
    free(e.paths);
    free(e.dependency);
    return enough;
}
