/* SPDX-License-Identifier: Apache-2.0
 *
 * Generators of graphs for tests.
 */
#include "tests/fixtures.h"

/* Room for at most `max` entries. */
static test_graph new_graph(int32_t rows, int32_t cols, int64_t max)
{
    return (test_graph){
        .rows = rows, .cols = cols, .row = test_room(max, sizeof(int32_t)), .col = test_room(max, sizeof(int32_t))};
}

void test_graph_free(test_graph *G)
{
    free(G->row);
    free(G->col);
    free(G->weight);
    *G = (test_graph){0};
}

test_graph test_copy(const test_graph *G)
{
    test_graph copy = new_graph(G->rows, G->cols, G->count);
    copy.count = G->count;
    memcpy(copy.row, G->row, (size_t)G->count * sizeof *G->row);
    memcpy(copy.col, G->col, (size_t)G->count * sizeof *G->col);
    if (G->weight) {
        copy.weight = test_room(G->count, sizeof *G->weight);
        memcpy(copy.weight, G->weight, (size_t)G->count * sizeof *G->weight);
    }
    return copy;
}

static void arc(test_graph *G, int32_t i, int32_t j)
{
    G->row[G->count] = i;
    G->col[G->count++] = j;
}

static void edge(test_graph *G, int32_t i, int32_t j)
{
    arc(G, i, j);
    arc(G, j, i);
}

test_graph test_star(int32_t leaves)
{
    test_graph G = new_graph(leaves + 1, leaves + 1, 2 * (int64_t)leaves);
    for (int32_t v = 1; v <= leaves; v++) edge(&G, 0, v);
    return G;
}

test_graph test_path(int32_t n)
{
    test_graph G = new_graph(n, n, 2 * (int64_t)n);
    for (int32_t v = 1; v < n; v++) edge(&G, v - 1, v);
    return G;
}

test_graph test_cycle(int32_t n)
{
    test_graph G = new_graph(n, n, 2 * (int64_t)n);
    for (int32_t v = 0; v < n; v++) edge(&G, v, (v + 1) % n);
    return G;
}

test_graph test_grid(int32_t rows, int32_t cols)
{
    int32_t n = rows * cols;
    test_graph G = new_graph(n, n, 4 * (int64_t)n);
    for (int32_t r = 0; r < rows; r++)
        for (int32_t c = 0; c < cols; c++) {
            if (c > 0) edge(&G, r * cols + c - 1, r * cols + c);
            if (r > 0) edge(&G, (r - 1) * cols + c, r * cols + c);
        }
    return G;
}

test_graph test_complete(int32_t n)
{
    test_graph G = new_graph(n, n, (int64_t)n * n);
    for (int32_t i = 0; i < n; i++)
        for (int32_t j = 0; j < i; j++) edge(&G, i, j);
    return G;
}

test_graph test_tree(int32_t n)
{
    test_graph G = new_graph(n, n, 2 * (int64_t)n);
    for (int32_t v = 1; v < n; v++) edge(&G, (v - 1) / 2, v);
    return G;
}

test_graph test_layers(int32_t width, int32_t depth)
{
    int32_t last = 1 + width * depth;
    test_graph G = new_graph(last + 1, last + 1, (int64_t)width * width * depth + 2 * width);
    for (int32_t k = 0; k < width; k++) {
        arc(&G, 0, 1 + k);
        arc(&G, last - width + k, last);
    }
    for (int32_t layer = 1; layer < depth; layer++)
        for (int32_t i = 0; i < width; i++)
            for (int32_t j = 0; j < width; j++) arc(&G, 1 + (layer - 1) * width + i, 1 + layer * width + j);
    return G;
}

test_graph test_directed_path(int32_t n)
{
    test_graph G = new_graph(n, n, n);
    for (int32_t v = 1; v < n; v++) arc(&G, v - 1, v);
    return G;
}

test_graph test_disconnected(int32_t parts, int32_t size)
{
    int32_t n = parts * size + parts;
    test_graph G = new_graph(n, n, 2 * (int64_t)n);
    for (int32_t p = 0; p < parts; p++)
        for (int32_t v = 0; v < size; v++) edge(&G, p * size + v, p * size + (v + 1) % size);
    return G;
}

test_graph test_random_graph(uint64_t seed, int32_t rows, int32_t cols, int64_t count)
{
    test_graph G = new_graph(rows, cols, count);
    for (int64_t k = 0; k < count && rows > 0 && cols > 0; k++) {
        int32_t i = test_below(&seed, rows);
        arc(&G, i, test_below(&seed, cols));
    }
    return G;
}

test_graph test_random_undirected(uint64_t seed, int32_t n, int64_t edges)
{
    test_graph G = new_graph(n, n, 2 * edges);
    for (int64_t k = 0; k < edges && n > 0; k++) {
        int32_t i = test_below(&seed, n);
        edge(&G, i, test_below(&seed, n));
    }
    return G;
}

test_graph test_kronecker(uint64_t seed, int scale, int32_t edge_factor)
{
    /* Graph500: a quarter of the matrix is taken with chance 0.57, 0.19, 0.19 or 0.05. */
    enum { A = 57, B = 19, C = 19, WHOLE = 100 };
    int32_t n = 1 << scale;
    int64_t edges = (int64_t)edge_factor * n;
    test_graph G = new_graph(n, n, 2 * edges);
    for (int64_t k = 0; k < edges; k++) {
        int32_t i = 0, j = 0;
        for (int bit = 0; bit < scale; bit++) {
            int32_t chance = test_below(&seed, WHOLE);
            i = 2 * i + (chance >= A + B);
            j = 2 * j + ((chance >= A && chance < A + B) || chance >= A + B + C);
        }
        edge(&G, i, j);
    }
    return G;
}

test_graph test_empty(int32_t rows, int32_t cols)
{
    return new_graph(rows, cols, 0);
}

void test_weigh(test_graph *G, uint64_t seed, int32_t lowest, int32_t highest, double divisor)
{
    if (!G->weight) G->weight = test_room(G->count, sizeof *G->weight);
    for (int64_t k = 0; k < G->count; k++) G->weight[k] = (lowest + test_below(&seed, highest - lowest + 1)) / divisor;
}

typedef struct entry {
    int32_t row, col;
    double weight;
} entry;

static int compare(const void *left, const void *right)
{
    const entry *a = left, *b = right;
    if (a->row != b->row) return a->row < b->row ? -1 : 1;
    if (a->col != b->col) return a->col < b->col ? -1 : 1;
    return (a->weight > b->weight) - (a->weight < b->weight);
}

void test_deduplicate(test_graph *G)
{
    OWNED_MEMORY entry *entries = test_room(G->count, sizeof *entries);
    for (int64_t k = 0; k < G->count; k++) entries[k] = (entry){G->row[k], G->col[k], G->weight ? G->weight[k] : 1};
    qsort(entries, (size_t)G->count, sizeof *entries, compare);
    int64_t kept = 0;
    for (int64_t k = 0; k < G->count; k++) {
        if (k > 0 && entries[k - 1].row == entries[k].row && entries[k - 1].col == entries[k].col) continue;
        G->row[kept] = entries[k].row;
        G->col[kept] = entries[k].col;
        if (G->weight) G->weight[kept] = entries[k].weight;
        kept++;
    }
    G->count = kept;
}

void test_make_acyclic(test_graph *G)
{
    int64_t kept = 0;
    for (int64_t k = 0; k < G->count; k++) {
        int32_t i = G->row[k], j = G->col[k];
        if (i == j) continue;
        G->row[kept] = i < j ? i : j;
        G->col[kept] = i < j ? j : i;
        if (G->weight) G->weight[kept] = G->weight[k];
        kept++;
    }
    G->count = kept;
}

int32_t *test_permutation_of(uint64_t seed, int32_t n)
{
    int32_t *to = test_room(n, sizeof *to);
    for (int32_t v = 0; v < n; v++) {
        int32_t at = test_below(&seed, v + 1);
        to[v] = to[at];
        to[at] = v;
    }
    return to;
}

void test_permute(test_graph *G, const int32_t *by)
{
    for (int64_t k = 0; k < G->count; k++) {
        G->row[k] = by[G->row[k]];
        G->col[k] = by[G->col[k]];
    }
}
