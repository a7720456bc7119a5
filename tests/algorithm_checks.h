/* SPDX-License-Identifier: Apache-2.0
 *
 * Checks runs of the three algorithms against the oracle, GraphBLAS and the properties that results
 * have, by every strategy.
 */
#ifndef TROPIC_TESTS_ALGORITHM_CHECKS_H
#define TROPIC_TESTS_ALGORITHM_CHECKS_H

#include "reference/oracle_exact.h"
#include "reference/reference.h"
#include "tests/fixtures.h"

/* A graph as the library and as the oracle see it. */
typedef struct run_fixture {
    const char *name; /* for messages */
    tropic_context *context;
    tropic_index n;
    tropic_matrix *A;
    oracle_graph oracle;
    bool exact; /* every distance is exact in A's type */
    bool alone; /* without GraphBLAS, which takes too long on some */
} run_fixture;

/* Takes a square graph's entries, those at one place added up; a pattern where it has no weights,
 * of which type is then BOOL. */
run_fixture run_open(const char *name, test_graph *graph, tropic_type type);
/* From a file. */
run_fixture run_open_file(tropic_context *context, const char *path, tropic_matrix *A);
void run_fixture_free(run_fixture *f);
/* The centrality of every vertex, in FP64; free() them. */
double *run_centralities(const run_fixture *f, const tropic_bc_options *options, tropic_run_report *report);

/* Strategies that walk the whole matrix each level are left out where levels times entries are too
 * many; GraphBLAS checks every strategy on small graphs, and `auto` alone on others.
 *
 * Level = the oracle's; parent = a neighbour one level nearer; and the report. */
void run_check_bfs(const run_fixture *f, tropic_index source);
/* Distance = the oracle's, d(v) <= d(u) + w on every arc, and a tree of parents; or, where the
 * oracle finds a negative cycle, that status. */
void run_check_sssp(const run_fixture *f, tropic_index source);
/* Centrality = the oracle's, scaled, and 0 <= it <= (n-1)(n-2) before. */
void run_check_bc(const run_fixture *f, const tropic_bc_options *options);
/* The same of one source, against path counts as integers of any size, in both types. */
void run_check_exact(const run_fixture *f, tropic_index source);
/* All of that from a few vertices. */
void run_check_all(const run_fixture *f);
/* The same, of a graph that it takes and frees. */
void run_check_graph(const char *name, test_graph g, tropic_type type);
/* All of that on each square graph of a folder that has at most `max` entries; how many there
 * were. -1: no such folder. */
int run_check_folder(const char *folder, tropic_offset max);

#endif
