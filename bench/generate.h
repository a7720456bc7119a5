/* SPDX-License-Identifier: Apache-2.0
 *
 * The benchmark graphs, the same by seed on every machine.
 */
#ifndef BENCH_GENERATE_H
#define BENCH_GENERATE_H

#include <tropic.h>

typedef struct bench_graph {
    char name[64];
    tropic_index n;
    tropic_offset count;
    tropic_index *from, *to; /* each undirected edge once or more, either way round */
} bench_graph;

/* Makes a graph from text such as "kron:21:16", "urand:21:16", "mycielskian:17", "lattice:1200:0.62",
 * "path:1000", "star:1000". Returns false where it cannot.
 *   kron SCALE EF       Graph500: R-MAT 0.57 0.19 0.19 0.05, vertices permuted
 *   urand SCALE EF      uniform random end points
 *   mycielskian K       the collection's construction, exactly
 *   lattice SIDE P      SIDE x SIDE, an edge kept with probability P; every 64th row and column whole
 *   mesh SIDE           SIDE x SIDE triangles: 6 neighbours
 *   band N WIDTH        WIDTH neighbours, those next to it
 *   path N, star N */
bool bench_generate(bench_graph *graph, const char *text);
void bench_graph_free(bench_graph *graph);

/* Weights 1 to 255, the same both ways along an edge. */
int32_t bench_weight(tropic_index i, tropic_index j);

#endif
