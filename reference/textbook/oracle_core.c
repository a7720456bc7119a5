/* SPDX-License-Identifier: Apache-2.0
 *
 * Core numbers with vertices in bins by their degrees, one after another taken from the first (Batagelj and Zaversnik);
 * and whether layers are those of the onion, by what each vertex's neighbours have.
 */
#include "reference/oracle.h"

#include <stdlib.h>

/* Neighbours of u, one for each arc out of u or into it, loops left out, at offset[u] .. offset[u + 1] - 1. */
typedef struct neighbours {
    int64_t n, *offset, *id;
} neighbours;

static bool counts(const oracle_graph *G, int64_t u, int64_t a, bool back)
{
    return G->target[a] != u && (!back || G->target[a] < G->rows);
}

/* Adds the arcs out of each vertex, or those into it. With id NULL they are counted, in offset[v + 2]; else they are
 * placed at offset[v + 1], which moves on. */
static void add_arcs(const oracle_graph *G, bool back, neighbours *N)
{
    for (int64_t u = 0; u < G->rows; u++)
        for (int64_t a = G->offset[u]; a < G->offset[u + 1]; a++) {
            const int64_t v = back ? G->target[a] : u;
            if (!counts(G, u, a, back)) continue;
            if (N->id)
                N->id[N->offset[v + 1]++] = back ? u : G->target[a];
            else
                N->offset[v + 2]++;
        }
}

static void free_neighbours(neighbours *N)
{
    free(N->offset);
    free(N->id);
}

static bool make_neighbours(const oracle_graph *G, bool out, bool back, neighbours *N)
{
    int64_t *id = malloc((2 * (size_t)G->offset[G->rows] + 1) * sizeof *id);
    *N = (neighbours){.n = G->rows, .offset = calloc((size_t)G->rows + 3, sizeof *N->offset)};
    if (!id || !N->offset) {
        free(id);
        return false;
    }
    for (int pass = 0; pass < 2; pass++) {
        if (out) add_arcs(G, false, N);
        if (back) add_arcs(G, true, N);
        if (pass == 0)
            for (int64_t v = 0; v < N->n; v++) N->offset[v + 2] += N->offset[v + 1];
        N->id = id;
    }
    return true;
}

/* Has each arc its opposite? Lists ascend. */
static bool is_symmetric(const neighbours *out, const neighbours *back)
{
    for (int64_t v = 0; v <= out->n; v++)
        if (out->offset[v] != back->offset[v]) return false;
    for (int64_t a = 0; a < out->offset[out->n]; a++)
        if (out->id[a] != back->id[a]) return false;
    return true;
}

/* Those that the definition looks at. */
static bool find_neighbours(const oracle_graph *G, bool directed, neighbours *N)
{
    neighbours out = {0}, back = {0};
    bool there = make_neighbours(G, true, false, &out) && make_neighbours(G, false, true, &back);
    const bool once = there && !directed && is_symmetric(&out, &back);
    *N = (neighbours){0};
    free_neighbours(&out);
    free_neighbours(&back);
    return there && make_neighbours(G, true, !once, N);
}

/* Vertices in the order of their degrees: those of degree d from bin[d] on. place[v]: where v is in the order. */
typedef struct bins {
    int64_t *degree, *bin, *order, *place;
} bins;

static bool make_bins(const neighbours *N, bins *b)
{
    int64_t most = 0;
    b->degree = malloc(((size_t)N->n + 1) * sizeof *b->degree);
    b->order = malloc(((size_t)N->n + 1) * sizeof *b->order);
    b->place = malloc(((size_t)N->n + 1) * sizeof *b->place);
    if (!b->degree || !b->order || !b->place) return false;
    for (int64_t v = 0; v < N->n; v++) {
        b->degree[v] = N->offset[v + 1] - N->offset[v];
        if (b->degree[v] > most) most = b->degree[v];
    }
    b->bin = calloc((size_t)most + 3, sizeof *b->bin);
    if (!b->bin) return false;
    for (int64_t v = 0; v < N->n; v++) b->bin[b->degree[v] + 2]++;
    for (int64_t d = 0; d < most; d++) b->bin[d + 2] += b->bin[d + 1];
    for (int64_t v = 0; v < N->n; v++) {
        b->place[v] = b->bin[b->degree[v] + 1]++;
        b->order[b->place[v]] = v;
    }
    return true;
}

/* u moves to the front of its bin, and the bin begins behind it. */
static void lower(bins *b, int64_t u)
{
    const int64_t first = b->bin[b->degree[u]]++, other = b->order[first], at = b->place[u];
    b->order[at] = other;
    b->place[other] = at;
    b->order[first] = u;
    b->place[u] = first;
    b->degree[u]--;
}

bool oracle_core(const oracle_graph *G, bool directed, int64_t *core)
{
    neighbours N;
    bins b = {0};
    const bool there = find_neighbours(G, directed, &N) && make_bins(&N, &b);
    for (int64_t i = 0; there && i < N.n; i++) {
        const int64_t v = b.order[i];
        core[v] = b.degree[v];
        for (int64_t a = N.offset[v]; a < N.offset[v + 1]; a++)
            if (b.degree[N.id[a]] > b.degree[v]) lower(&b, N.id[a]);
    }
    free(b.degree);
    free(b.bin);
    free(b.order);
    free(b.place);
    free_neighbours(&N);
    return there;
}

static int ascending(const void *a, const void *b)
{
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return x < y ? -1 : x > y;
}

/* The layer of v in its shell, from 1 on, where those of its neighbours in the shell are right. It goes at once if it
 * has no more than core[v] arcs into the core; else when as many neighbours as it has more are gone. */
static int64_t layer_by_neighbours(const neighbours *N, const int64_t *core, const int64_t *layer, const int64_t *first,
                                   int64_t v, int64_t *room)
{
    int64_t in_core = 0, in_shell = 0, more;
    for (int64_t a = N->offset[v]; a < N->offset[v + 1]; a++) {
        const int64_t u = N->id[a];
        in_core += core[u] >= core[v];
        if (core[u] == core[v]) room[in_shell++] = layer[u] - first[core[v]] + 1;
    }
    more = in_core - core[v];
    if (more <= 0) return 1;
    if (more > in_shell) return -1;
    qsort(room, (size_t)in_shell, sizeof *room, ascending);
    return room[more - 1] + 1;
}

bool oracle_onion(const oracle_graph *G, bool directed, const int64_t *core, const int64_t *layer, int64_t *wrong,
                  int64_t *expected)
{
    neighbours N;
    const int64_t n = G->rows;
    /* Of each core number the first and the last layer. */
    int64_t *first = NULL, *last = NULL, *room = NULL, most = 0;
    bool there = find_neighbours(G, directed, &N);
    for (int64_t v = 0; v < n; v++)
        if (core[v] > most) most = core[v];
    first = malloc(((size_t)most + 1) * sizeof *first);
    last = malloc(((size_t)most + 1) * sizeof *last);
    room = malloc((there ? (size_t)N.offset[n] + 1 : 1) * sizeof *room);
    there = there && first && last && room;
    *wrong = -1;
    for (int64_t k = 0; there && k <= most; k++) first[k] = INT64_MAX, last[k] = 0;
    for (int64_t v = 0; there && v < n; v++) {
        if (layer[v] < first[core[v]]) first[core[v]] = layer[v];
        if (layer[v] > last[core[v]]) last[core[v]] = layer[v];
    }
    /* Shells follow each other. */
    for (int64_t k = 0, next = 1; there && k <= most; k++) {
        if (last[k] == 0) continue;
        first[k] = next;
        next = last[k] + 1;
    }
    for (int64_t v = 0; there && v < n && *wrong < 0; v++) {
        *expected = first[core[v]] - 1 + layer_by_neighbours(&N, core, layer, first, v, room);
        if (layer[v] != *expected) *wrong = v;
    }
    free(first);
    free(last);
    free(room);
    free_neighbours(&N);
    return there;
}
