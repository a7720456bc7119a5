/* SPDX-License-Identifier: Apache-2.0
 *
 * Graphs for tests: generators that give the same entries for the same arguments everywhere. Plain
 * arrays that know nothing of the library.
 */
#ifndef TROPIC_TESTS_GRAPHS_H
#define TROPIC_TESTS_GRAPHS_H

#include <stdbool.h>
#include <stdint.h>

/* Entry k is (row[k], col[k]), in any order, perhaps several at one place. */
typedef struct test_graph {
    int32_t rows, cols;
    int64_t count;
    int32_t *row, *col;
    double *weight; /* NULL: all 1 */
} test_graph;

void test_graph_free(test_graph *G);
test_graph test_copy(const test_graph *G);

/* Both arcs of each edge, without weights. */
test_graph test_star(int32_t leaves);             /* vertex 0 is the centre */
test_graph test_path(int32_t n);                  /* 0 - 1 - ... - n-1 */
test_graph test_cycle(int32_t n);                 /* n >= 3 */
test_graph test_grid(int32_t rows, int32_t cols); /* vertex (r, c) is r * cols + c */
test_graph test_complete(int32_t n);
test_graph test_tree(int32_t n); /* vertex v > 0 hangs on (v - 1) / 2 */

/* One arc from vertex 0 to each vertex of layer 0, from each vertex of a layer to each of the next,
 * and from each of the last to vertex 1 + width * depth: width^depth shortest paths in all. */
test_graph test_layers(int32_t width, int32_t depth);
/* 0 -> 1 -> ... -> n-1. */
test_graph test_directed_path(int32_t n);
/* `parts` cycles of `size` vertices each, and as many isolated vertices. */
test_graph test_disconnected(int32_t parts, int32_t size);

/* `count` entries at random places: loops and duplicates occur. */
test_graph test_random_graph(uint64_t seed, int32_t rows, int32_t cols, int64_t count);
/* `edges` random edges, both arcs of each. */
test_graph test_random_undirected(uint64_t seed, int32_t n, int64_t edges);
/* 2^scale vertices, edge_factor * 2^scale edges, both arcs of each, after Leskovec and others'
 * Kronecker graphs with the probabilities of Graph500. Loops and duplicates occur. */
test_graph test_kronecker(uint64_t seed, int scale, int32_t edge_factor);
/* No entries at all. */
test_graph test_empty(int32_t rows, int32_t cols);

/* Gives every entry a random whole weight of lowest .. highest, divided by `divisor`, a power of
 * two, so that sums are exact in every type that can hold them. Mates (i, j) and (j, i) may
 * differ. */
void test_weigh(test_graph *G, uint64_t seed, int32_t lowest, int32_t highest, double divisor);
/* Keeps the lightest entry of each place, in order of row and column. */
void test_deduplicate(test_graph *G);
/* Turns every arc to its higher vertex and drops loops: no cycle is left. */
void test_make_acyclic(test_graph *G);
/* A random permutation of 0 .. n-1, n values; free() it. */
int32_t *test_permutation_of(uint64_t seed, int32_t n);
/* Entry (i, j) moves to (by[i], by[j]). */
void test_permute(test_graph *G, const int32_t *by);

#endif
