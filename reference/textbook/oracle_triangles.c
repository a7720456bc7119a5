/* SPDX-License-Identifier: Apache-2.0
 *
 * Triangles by merging the lists of the two ends of each edge, of vertices as they are numbered.
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

/* Calls what(of, u, a, i, j) for each triangle u < v < w, once: a is the place of v in u's list, i that of w there, and
 * j that of w in v's list. It merges the lists of u and v from the ends down as far as v. */
typedef void triangle(void *of, int64_t u, int64_t a, int64_t i, int64_t j);
static inline void each_triangle(const oracle_graph *E, triangle *what, void *of)
{
    for (int64_t u = 0; u < E->rows; u++)
        for (int64_t a = E->offset[u + 1] - 1; a >= E->offset[u] && E->target[a] > u; a--) {
            const int64_t v = E->target[a];
            int64_t i = E->offset[u + 1] - 1, j = E->offset[v + 1] - 1;
            while (i > a && j >= E->offset[v] && E->target[j] > v) {
                const int64_t left = E->target[i], right = E->target[j];
                if (left == right) what(of, u, a, i, j);
                i -= left >= right;
                j -= right >= left;
            }
        }
}

/* A sum over the triangles of each vertex. */
typedef struct summing {
    const oracle_graph *E;
    int64_t *counts;
    long double *walks;
} summing;

static void count(void *of, int64_t u, int64_t a, int64_t i, int64_t j)
{
    const summing *s = of;
    (void)j;
    s->counts[u]++;
    s->counts[s->E->target[a]]++;
    s->counts[s->E->target[i]]++;
}

void oracle_triangles(const oracle_graph *E, int64_t *triangles)
{
    summing s = {.E = E, .counts = triangles};
    for (int64_t v = 0; v < E->rows; v++) triangles[v] = 0;
    each_triangle(E, count, &s);
}

/* A triangle is two closed walks of each of its vertices. */
static void walk(void *of, int64_t u, int64_t a, int64_t i, int64_t j)
{
    const summing *s = of;
    const long double both = 2 * s->E->weight[a] * s->E->weight[i] * s->E->weight[j];
    s->walks[u] += both;
    s->walks[s->E->target[a]] += both;
    s->walks[s->E->target[i]] += both;
}

void oracle_closed_walks(const oracle_graph *E, long double *walks)
{
    summing s = {.E = E, .walks = walks};
    for (int64_t v = 0; v < E->rows; v++) walks[v] = 0;
    each_triangle(E, walk, &s);
}

/* One or two. (Conversions of so many long doubles take most of the time.) */
static int64_t arcs_of(const oracle_graph *E, int64_t k)
{
    return E->weight[k] > 1 ? 2 : 1;
}

/* The arcs of the edge that is opposite to each vertex. */
static void count_opposite(void *of, int64_t u, int64_t a, int64_t i, int64_t j)
{
    const summing *s = of;
    s->counts[u] += arcs_of(s->E, j);
    s->counts[s->E->target[a]] += arcs_of(s->E, i);
    s->counts[s->E->target[i]] += arcs_of(s->E, a);
}

void oracle_arcs_between(const oracle_graph *E, int64_t *arcs)
{
    summing s = {.E = E, .counts = arcs};
    for (int64_t v = 0; v < E->rows; v++) arcs[v] = 0;
    each_triangle(E, count_opposite, &s);
}

/* v and x > v are opposite corners of as many squares as there are pairs of neighbours that both have. (A vertex with
 * one neighbour is a corner of none; that may be a hub, whose list is long.) */
bool oracle_squares(const oracle_graph *E, int64_t *squares)
{
    const int64_t *offset = E->offset;
    int64_t *common = calloc((size_t)E->rows + 1, sizeof *common);
    if (!common) return false;
    for (int64_t v = 0; v < E->rows; v++) squares[v] = 0;
    for (int64_t v = 0; v < E->rows; v++) {
        if (offset[v + 1] - offset[v] < 2) continue;
        for (int64_t a = offset[v]; a < offset[v + 1]; a++)
            for (int64_t b = offset[E->target[a] + 1] - 1; E->target[b] > v; b--) {
                const int64_t x = E->target[b], others = common[x]++;
                squares[v] += others;
                squares[x] += others;
            }
        for (int64_t a = offset[v]; a < offset[v + 1]; a++)
            for (int64_t b = offset[E->target[a] + 1] - 1; E->target[b] > v; b--) common[E->target[b]] = 0;
    }
    free(common);
    return true;
}
