/* SPDX-License-Identifier: Apache-2.0
 *
 * Triangles by merging the lists of the two ends of each edge; all vertices alike, in no order.
 */
#include "reference/oracle.h"

#include <stdlib.h>

bool oracle_graph_edges(oracle_graph *E, const oracle_graph *G, const double *arc)
{
    const int64_t count = G->offset[G->rows];
    int32_t *row = malloc((size_t)(2 * count + 1) * sizeof *row), *col = malloc((size_t)(2 * count + 1) * sizeof *col);
    double *weight = malloc((size_t)(2 * count + 1) * sizeof *weight);
    int64_t k = 0;
    bool made = false;
    for (int64_t u = 0; row && col && weight && u < G->rows; u++)
        for (int64_t a = G->offset[u]; a < G->offset[u + 1]; a++) {
            if (G->target[a] == u) continue;
            row[k] = col[k + 1] = (int32_t)u;
            col[k] = row[k + 1] = (int32_t)G->target[a];
            weight[k] = weight[k + 1] = arc ? arc[a] : 1;
            k += 2;
        }
    if (row && col && weight) made = oracle_graph_from_entries(E, G->rows, G->rows, k, row, col, weight);
    free(row);
    free(col);
    free(weight);
    return made;
}

/* Calls what(of, i, j) for the places i and j of each vertex that is in both lists: u's of E, and v's of G. */
typedef void both(void *of, int64_t i, int64_t j);
static void merge(const oracle_graph *E, int64_t u, const oracle_graph *G, int64_t v, both *what, void *of)
{
    for (int64_t i = E->offset[u], j = G->offset[v]; i < E->offset[u + 1] && j < G->offset[v + 1];) {
        const int64_t left = E->target[i], right = G->target[j];
        if (left == right) what(of, i, j);
        i += left <= right;
        j += right <= left;
    }
}

static void count(void *of, int64_t i, int64_t j)
{
    (void)i, (void)j;
    ++*(int64_t *)of;
}

void oracle_triangles(const oracle_graph *E, int64_t *triangles)
{
    for (int64_t v = 0; v < E->rows; v++) {
        int64_t pairs = 0;
        for (int64_t a = E->offset[v]; a < E->offset[v + 1]; a++) merge(E, v, E, E->target[a], count, &pairs);
        triangles[v] = pairs / 2;
    }
}

typedef struct walking {
    const oracle_graph *E;
    long double sum;
} walking;

static void walk(void *of, int64_t i, int64_t j)
{
    walking *w = of;
    w->sum += w->E->weight[i] * w->E->weight[j];
}

void oracle_closed_walks(const oracle_graph *E, long double *walks)
{
    for (int64_t v = 0; v < E->rows; v++) {
        walks[v] = 0;
        for (int64_t a = E->offset[v]; a < E->offset[v + 1]; a++) {
            walking w = {.E = E};
            merge(E, v, E, E->target[a], walk, &w);
            walks[v] += E->weight[a] * w.sum;
        }
    }
}

typedef struct counting {
    const oracle_graph *G;
    int64_t u, count;
} counting;

static void count_others(void *of, int64_t i, int64_t j)
{
    counting *c = of;
    (void)i;
    c->count += c->G->target[j] != c->u;
}

void oracle_arcs_between(const oracle_graph *E, const oracle_graph *G, int64_t *arcs)
{
    for (int64_t v = 0; v < E->rows; v++) {
        arcs[v] = 0;
        for (int64_t a = E->offset[v]; a < E->offset[v + 1]; a++) {
            counting c = {.G = G, .u = E->target[a]};
            merge(E, v, G, c.u, count_others, &c);
            arcs[v] += c.count;
        }
    }
}

/* v and x are opposite corners of as many squares as there are pairs of neighbours that both have. */
bool oracle_squares(const oracle_graph *E, int64_t *squares)
{
    int64_t *common = calloc((size_t)E->rows + 1, sizeof *common);
    if (!common) return false;
    for (int64_t v = 0; v < E->rows; v++) {
        squares[v] = 0;
        for (int64_t a = E->offset[v]; a < E->offset[v + 1]; a++)
            for (int64_t b = E->offset[E->target[a]]; b < E->offset[E->target[a] + 1]; b++)
                if (E->target[b] != v) squares[v] += common[E->target[b]]++;
        for (int64_t a = E->offset[v]; a < E->offset[v + 1]; a++)
            for (int64_t b = E->offset[E->target[a]]; b < E->offset[E->target[a] + 1]; b++) common[E->target[b]] = 0;
    }
    free(common);
    return true;
}
