/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/generate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SEED 20211121u
/* R-MAT quadrants as parts of 2^32: 0.57, 0.57 + 0.19, 0.57 + 0.19 + 0.19 */
#define QUADRANT_A 2448131359u
#define QUADRANT_B 3264175145u
#define QUADRANT_C 4080218931u
#define WHOLE_LINE 64
#define LARGEST_WEIGHT 255

/* A random word that is a function of its arguments alone, so that threads need no shared stream. */
static uint64_t random_at(uint64_t stream, uint64_t k)
{
    uint64_t z = (stream * 0xd1342543de82ef95u) ^ (k + SEED) * 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

int32_t bench_weight(tropic_index i, tropic_index j)
{
    const tropic_index low = i < j ? i : j, high = i < j ? j : i;
    return (int32_t)(random_at((uint64_t)low + 1000, (uint64_t)high) % LARGEST_WEIGHT) + 1;
}

/* A bijection of 0 .. 2^scale - 1: multiplying by an odd number and folding the high bits down can
 * each be undone. */
static tropic_index permute(uint64_t v, int scale)
{
    const uint64_t mask = ((uint64_t)1 << scale) - 1;
    for (uint64_t round = 0; round < 3; round++) {
        v = (v * (random_at(7, round) | 1)) & mask;
        v ^= v >> (scale / 2 + 1);
        v = (v + random_at(8, round)) & mask;
    }
    return (tropic_index)v;
}

static bool reserve(bench_graph *g, int64_t n, int64_t count)
{
    if (n <= 0 || n > TROPIC_INDEX_MAX || count < 0) return false;
    g->n = (tropic_index)n;
    g->count = count;
    g->from = malloc((size_t)(count + 1) * sizeof *g->from);
    g->to = malloc((size_t)(count + 1) * sizeof *g->to);
    return g->from && g->to;
}

static bool kron(bench_graph *g, int scale, int64_t factor)
{
    if (scale < 1 || scale > 30 || !reserve(g, (int64_t)1 << scale, factor << scale)) return false;
#pragma omp parallel for
    for (tropic_offset k = 0; k < g->count; k++) {
        uint64_t i = 0, j = 0;
        for (int level = 0; level < scale; level++) {
            const uint32_t r = (uint32_t)(random_at((uint64_t)level + 100, (uint64_t)k) >> 32);
            i = 2 * i + (r >= QUADRANT_B);
            j = 2 * j + ((r >= QUADRANT_A && r < QUADRANT_B) || r >= QUADRANT_C);
        }
        g->from[k] = permute(i, scale);
        g->to[k] = permute(j, scale);
    }
    return true;
}

static bool urand(bench_graph *g, int scale, int64_t factor)
{
    if (scale < 1 || scale > 30 || !reserve(g, (int64_t)1 << scale, factor << scale)) return false;
#pragma omp parallel for
    for (tropic_offset k = 0; k < g->count; k++) {
        g->from[k] = (tropic_index)(random_at(1, (uint64_t)k) >> (64 - scale));
        g->to[k] = (tropic_index)(random_at(2, (uint64_t)k) >> (64 - scale));
    }
    return true;
}

/* M(2) is one edge. M(k + 1) has v, a copy u of v, and w: the edges of M(k), each also from the copy of
 * one end to the other end, and w to every copy. */
static bool mycielskian(bench_graph *g, int k)
{
    int64_t n = 2, edges = 1;
    if (k < 2 || k > 20) return false;
    for (int step = 2; step < k; step++) {
        edges = 3 * edges + n;
        n = 2 * n + 1;
    }
    if (!reserve(g, n, edges)) return false;
    g->from[0] = 0;
    g->to[0] = 1;
    n = 2;
    edges = 1;
    for (int step = 2; step < k; step++) {
        int64_t at = edges;
        for (int64_t e = 0; e < edges; e++) {
            g->from[at] = (tropic_index)(g->from[e] + n);
            g->to[at++] = g->to[e];
            g->from[at] = g->from[e];
            g->to[at++] = (tropic_index)(g->to[e] + n);
        }
        for (int64_t v = 0; v < n; v++) {
            g->from[at] = (tropic_index)(n + v);
            g->to[at++] = (tropic_index)(2 * n);
        }
        edges = at;
        n = 2 * n + 1;
    }
    return true;
}

static bool lattice(bench_graph *g, int64_t side, double kept)
{
    const uint64_t bound = (uint64_t)(kept * 4294967296.0);
    int64_t at = 0;
    if (side < 1 || side > 46340 || !reserve(g, side * side, 2 * side * side)) return false;
    for (int64_t row = 0; row < side; row++)
        for (int64_t col = 0; col < side; col++) {
            const int64_t v = row * side + col;
            if (col + 1 < side &&
                (row % WHOLE_LINE == 0 || random_at(3, (uint64_t)v) >> 32 < bound)) {
                g->from[at] = (tropic_index)v;
                g->to[at++] = (tropic_index)(v + 1);
            }
            if (row + 1 < side &&
                (col % WHOLE_LINE == 0 || random_at(4, (uint64_t)v) >> 32 < bound)) {
                g->from[at] = (tropic_index)v;
                g->to[at++] = (tropic_index)(v + side);
            }
        }
    g->count = at;
    return true;
}

/* SIDE x SIDE, each with the next in its row, in its column, and down both at once: 6 neighbours. */
static bool mesh(bench_graph *g, int64_t side)
{
    int64_t at = 0;
    if (side < 1 || side > 26754 || !reserve(g, side * side, 3 * side * side)) return false;
    for (int64_t row = 0; row < side; row++)
        for (int64_t col = 0; col < side; col++) {
            const int64_t v = row * side + col;
            const bool right = col + 1 < side, down = row + 1 < side;
            if (right) g->from[at] = (tropic_index)v, g->to[at++] = (tropic_index)(v + 1);
            if (down) g->from[at] = (tropic_index)v, g->to[at++] = (tropic_index)(v + side);
            if (right && down)
                g->from[at] = (tropic_index)v, g->to[at++] = (tropic_index)(v + side + 1);
        }
    g->count = at;
    return true;
}

/* Each with the `width` / 2 that follow it. */
static bool band(bench_graph *g, int64_t n, int64_t width)
{
    const int64_t half = width / 2;
    int64_t at = 0;
    if (half < 1 || half >= n || !reserve(g, n, n * half)) return false;
    for (int64_t v = 0; v < n; v++)
        for (int64_t k = 1; k <= half && v + k < n; k++) {
            g->from[at] = (tropic_index)v;
            g->to[at++] = (tropic_index)(v + k);
        }
    g->count = at;
    return true;
}

static bool path(bench_graph *g, int64_t n, bool star)
{
    if (!reserve(g, n, n - 1)) return false;
    for (tropic_offset k = 0; k < g->count; k++) {
        g->from[k] = star ? 0 : (tropic_index)k;
        g->to[k] = (tropic_index)(k + 1);
    }
    return true;
}

bool bench_generate(bench_graph *g, const char *text)
{
    char kind[32] = "";
    double a = 0, b = 0;
    const int fields = sscanf(text, "%31[^:]:%lf:%lf", kind, &a, &b);
    bool made = false;
    memset(g, 0, sizeof *g);
    snprintf(g->name, sizeof g->name, "%s", text);
    if (fields >= 2) {
        if (strcmp(kind, "kron") == 0) made = kron(g, (int)a, fields > 2 ? (int64_t)b : 16);
        if (strcmp(kind, "urand") == 0) made = urand(g, (int)a, fields > 2 ? (int64_t)b : 16);
        if (strcmp(kind, "mycielskian") == 0) made = mycielskian(g, (int)a);
        if (strcmp(kind, "lattice") == 0) made = lattice(g, (int64_t)a, fields > 2 ? b : 0.62);
        if (strcmp(kind, "mesh") == 0) made = mesh(g, (int64_t)a);
        if (strcmp(kind, "band") == 0) made = band(g, (int64_t)a, fields > 2 ? (int64_t)b : 16);
        if (strcmp(kind, "path") == 0) made = path(g, (int64_t)a, false);
        if (strcmp(kind, "star") == 0) made = path(g, (int64_t)a, true);
    }
    if (!made) bench_graph_free(g);
    return made;
}

void bench_graph_free(bench_graph *g)
{
    free(g->from);
    free(g->to);
    g->from = g->to = NULL;
}
