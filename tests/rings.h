/* SPDX-License-Identifier: Apache-2.0
 *
 * Semirings over which algebra is exact on small whole numbers, on graphs of all shapes and by every strategy: what
 * tests of its laws share.
 */
#ifndef TROPIC_TESTS_RINGS_H
#define TROPIC_TESTS_RINGS_H

#include "tests/common.h"
#include "tests/graphs.h"

/* A semiring; its add; an operator that scales, with which its multiply associates; and the semiring whose multiply
 * has the operands exchanged. */
typedef struct ring {
    tropic_builtin semiring, turned;
    tropic_type type;
    tropic_builtin_operator add, scale;
} ring;

/* One graph over one ring, by one strategy. Weights and factors are at most RING_LARGEST. */
enum { RING_LARGEST = 4 };
typedef struct ring_fixture {
    tropic_context *context;
    const ring *ring;
    bool first; /* of the rings */
    const test_graph *graph;
    tropic_matrix *A;
    tropic_strategy strategy;
    uint64_t random;
} ring_fixture;

/* Tries the law on each graph, over each ring, by each strategy. */
typedef void ring_law(ring_fixture *f);
void ring_on_graphs(ring_law *holds);

tropic_index ring_rows(const ring_fixture *f);
tropic_index ring_cols(const ring_fixture *f);
const tropic_operator *ring_adds(const ring_fixture *f);
const tropic_operator *ring_scales(const ring_fixture *f);
const tropic_semiring *ring_semiring(const ring_fixture *f);

/* The graph with its rows and columns renamed (NULL: as they are) and each weight times `factor`. */
tropic_matrix *ring_matrix(ring_fixture *f, const int32_t *row_to, const int32_t *col_to, int factor);
/* Small whole numbers at some of the places, in any form; a block where there are columns. */
tropic_vector *ring_draw(ring_fixture *f, tropic_type type, tropic_index n, tropic_index columns);
/* Without entries, for a result. */
tropic_vector *ring_blank(const ring_fixture *f, tropic_index n);
/* w<mask> = A u, or A' u where `turned`: by mxv, or as the product u' A' by vxm. */
void ring_multiply(const ring_fixture *f, tropic_vector *w, const tropic_vector *mask, const tropic_matrix *A,
                   const tropic_vector *u, bool turned, bool vxm, tropic_descriptor d);

typedef struct ring_contents {
    tropic_index n;
    tropic_type type;
    void *values;
    bool *has;
} ring_contents;
ring_contents ring_read(const ring_fixture *f, const tropic_vector *v);
void ring_forget(ring_contents *c);
/* Is the value at place i of a that at place j of b? A NaN is not. */
bool ring_same(const ring_contents *a, tropic_index i, const ring_contents *b, tropic_index j);
void ring_fail(const ring_fixture *f, const char *law, tropic_index place);
/* Place i of a is place by[i] of b. Frees both. */
void ring_expect_renamed(const ring_fixture *f, tropic_vector *a, tropic_vector *b, const int32_t *by, const char *law);
void ring_expect_equal(const ring_fixture *f, tropic_vector *a, tropic_vector *b, const char *law);

/* Defines the test test_NAME, which tries law_NAME. */
#define RING_TEST(name)                                                                                                \
    static void test_##name(void **unused)                                                                             \
    {                                                                                                                  \
        (void)unused;                                                                                                  \
        ring_on_graphs(law_##name);                                                                                    \
    }

#endif
