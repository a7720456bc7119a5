/* SPDX-License-Identifier: Apache-2.0
 *
 * Trussness of edges with edges in bins by their triangles, one after another taken from the first (Wang and Cheng,
 * Truss decomposition in massive networks, 2012).
 */
#include "reference/oracle.h"

#include <stdlib.h>

/* Edges, each by the place of its arc to the greater vertex, in the order of their triangles: those of t triangles from
 * bin[t] on. place[k]: where that of arc k is in the order; -1: it is the arc to the lesser vertex. */
typedef struct bins {
    const oracle_graph *E;
    int64_t count, *from, *triangles, *bin, *order, *place;
    int64_t now, at; /* the edge that is looked at, and its place in the order: those before it are gone */
} bins;

/* The place of the arc u -> v; -1: there is none. */
static int64_t find_arc(const oracle_graph *E, int64_t u, int64_t v)
{
    int64_t low = E->offset[u], high = E->offset[u + 1];
    while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        if (E->target[middle] == v) return middle;
        if (E->target[middle] < v)
            low = middle + 1;
        else
            high = middle;
    }
    return -1;
}

static int64_t degree_of(const oracle_graph *E, int64_t v)
{
    return E->offset[v + 1] - E->offset[v];
}

/* Calls what(b, f, g) for each triangle of b->now: f and g are its other edges. */
static void each_triangle(bins *b, void (*what)(bins *b, int64_t f, int64_t g))
{
    const oracle_graph *E = b->E;
    const int64_t k = b->now;
    const bool turn = degree_of(E, b->from[k]) > degree_of(E, E->target[k]);
    const int64_t u = turn ? E->target[k] : b->from[k], v = turn ? b->from[k] : E->target[k];
    for (int64_t a = E->offset[u]; a < E->offset[u + 1]; a++) {
        const int64_t w = E->target[a], other = w == v ? -1 : find_arc(E, v, w);
        if (other < 0) continue;
        what(b, w > u ? a : find_arc(E, w, u), w > v ? other : find_arc(E, w, v));
    }
}

/* The edge at place k moves to the front of its bin, and the bin begins behind it. */
static void lower(bins *b, int64_t k)
{
    const int64_t first = b->bin[b->triangles[k]]++, other = b->order[first], at = b->place[k];
    b->order[at] = other;
    b->place[other] = at;
    b->order[first] = k;
    b->place[k] = first;
    b->triangles[k]--;
}

static void count_one(bins *b, int64_t f, int64_t g)
{
    (void)f, (void)g;
    b->triangles[b->now]++;
}

static void break_one(bins *b, int64_t f, int64_t g)
{
    if (b->place[f] < b->at || b->place[g] < b->at) return;
    if (b->triangles[f] > b->triangles[b->now]) lower(b, f);
    if (b->triangles[g] > b->triangles[b->now]) lower(b, g);
}

static bool make_bins(bins *b)
{
    const oracle_graph *E = b->E;
    const int64_t arcs = E->offset[E->rows];
    int64_t most = 0;
    b->from = malloc(((size_t)arcs + 1) * sizeof *b->from);
    b->triangles = calloc((size_t)arcs + 1, sizeof *b->triangles);
    b->order = malloc(((size_t)arcs + 1) * sizeof *b->order);
    b->place = malloc(((size_t)arcs + 1) * sizeof *b->place);
    if (!b->from || !b->triangles || !b->order || !b->place) return false;
    for (int64_t u = 0; u < E->rows; u++)
        for (int64_t a = E->offset[u]; a < E->offset[u + 1]; a++) b->from[a] = u, b->place[a] = -1;
    for (int64_t k = 0; k < arcs; k++) {
        if (E->target[k] < b->from[k]) continue;
        b->now = k;
        each_triangle(b, count_one);
        if (b->triangles[k] > most) most = b->triangles[k];
        b->count++;
    }
    b->bin = calloc((size_t)most + 3, sizeof *b->bin);
    if (!b->bin) return false;
    for (int64_t k = 0; k < arcs; k++)
        if (E->target[k] > b->from[k]) b->bin[b->triangles[k] + 2]++;
    for (int64_t d = 0; d < most; d++) b->bin[d + 2] += b->bin[d + 1];
    for (int64_t k = 0; k < arcs; k++) {
        if (E->target[k] < b->from[k]) continue;
        b->place[k] = b->bin[b->triangles[k] + 1]++;
        b->order[b->place[k]] = k;
    }
    return true;
}

bool oracle_truss(const oracle_graph *E, int64_t *truss)
{
    bins b = {.E = E};
    const bool there = make_bins(&b);
    for (b.at = 0; there && b.at < b.count; b.at++) {
        b.now = b.order[b.at];
        each_triangle(&b, break_one);
    }
    for (int64_t k = 0; there && k < E->offset[E->rows]; k++) {
        const int64_t u = b.from[k], v = E->target[k];
        truss[k] = 2 + b.triangles[u < v ? k : find_arc(E, v, u)];
    }
    free(b.from);
    free(b.triangles);
    free(b.bin);
    free(b.order);
    free(b.place);
    return there;
}
