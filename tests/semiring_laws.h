/* SPDX-License-Identifier: Apache-2.0
 *
 * Semirings over which algebra is exact on small whole numbers, on graphs of all shapes and by each strategy. Shared by
 * tests of the laws.
 */
#ifndef TROPIC_TESTS_SEMIRING_LAWS_H
#define TROPIC_TESTS_SEMIRING_LAWS_H

#include "tests/common.h"
#include "tests/graphs.h"

/* A semiring; its add; an operator that scales, with which its multiply associates; and the semiring whose multiply
 * has the operands exchanged. */
typedef struct exact_semiring {
    tropic_builtin semiring, turned;
    tropic_type type;
    tropic_builtin_operator add, scale;
} exact_semiring;

/* One graph over one semiring, by one strategy. Weights and factors are at most LAW_LARGEST. */
enum { LAW_LARGEST = 4 };
typedef struct law_fixture {
    tropic_context *context;
    const exact_semiring *over;
    bool first; /* of the semirings */
    const test_graph *graph;
    tropic_matrix *A;
    tropic_strategy strategy;
    uint64_t random;
} law_fixture;

/* Tries the law on each graph, over each semiring, by each strategy. */
typedef void law_check(law_fixture *f);
void law_on_graphs(law_check *holds);

tropic_index law_rows(const law_fixture *f);
tropic_index law_cols(const law_fixture *f);
const tropic_operator *law_adds(const law_fixture *f);
const tropic_operator *law_scales(const law_fixture *f);
const tropic_semiring *law_semiring(const law_fixture *f);

/* The graph with its rows and columns renamed (NULL: as they are) and each weight times `factor`. */
tropic_matrix *law_matrix(law_fixture *f, const int32_t *row_to, const int32_t *col_to, int factor);
/* Small whole numbers at some of the places, in any form; a block where there are columns. */
tropic_vector *law_draw(law_fixture *f, tropic_type type, tropic_index n, tropic_index columns);
/* Without entries, for a result. */
tropic_vector *law_blank(const law_fixture *f, tropic_index n);
/* w<mask> = A u, or A' u where `turned`: by mxv, or as the product u' A' by vxm. */
void law_multiply(const law_fixture *f, tropic_vector *w, const tropic_vector *mask, const tropic_matrix *A,
                  const tropic_vector *u, bool turned, bool vxm, tropic_descriptor d);

typedef struct law_contents {
    tropic_index n;
    tropic_type type;
    void *values;
    bool *has;
} law_contents;
law_contents law_read(const law_fixture *f, const tropic_vector *v);
void law_contents_free(law_contents *c);
/* Is the value at place i of a that at place j of b? A NaN is not. */
bool law_same(const law_contents *a, tropic_index i, const law_contents *b, tropic_index j);
void law_fail(const law_fixture *f, const char *law, tropic_index place);
/* Place i of a is place by[i] of b. Frees both. */
void law_expect_renamed(const law_fixture *f, tropic_vector *a, tropic_vector *b, const int32_t *by, const char *law);
void law_expect_equal(const law_fixture *f, tropic_vector *a, tropic_vector *b, const char *law);

/* Defines the test test_NAME, which tries law_NAME. */
#define LAW_TEST(name)                                                                                                 \
    static void test_##name(void **unused)                                                                             \
    {                                                                                                                  \
        law_on_graphs(law_##name);                                                                                     \
    }

#endif
