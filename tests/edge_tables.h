/* SPDX-License-Identifier: Apache-2.0
 *
 * Graphs as a file of edges should be read, and the entries read: shared by tests of tables and of lines of sizes.
 */
#ifndef TROPIC_TESTS_EDGE_TABLES_H
#define TROPIC_TESTS_EDGE_TABLES_H

#include "tests/common.h"

#define TEST_MAX_EDGES 64

typedef struct test_edge {
    int64_t from, to;
    double weight; /* 1 where there are none */
} test_edge;

/* Draws `count` edges between different ids; no pair of ids comes twice, in either direction. */
void test_draw_edges(test_edge *edges, int count, int64_t ids, bool weights, uint64_t *random);
/* A file with this text is read as these edges, and nothing else; `undirected`: each also the other way round. It has
 * so many notes. `vertices`: how many it has; -1: those of the edges. */
void test_expect_edges(const char *text, const tropic_load_options *options, const test_edge *edges, int count,
                       bool undirected, int64_t vertices, int notes);
/* It is refused, with this in the message. */
void test_expect_refusal(const char *text, const tropic_load_options *options, const char *words);

#endif
