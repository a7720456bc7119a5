/* SPDX-License-Identifier: Apache-2.0
 *
 * Checks masked products of the library against the oracle and GraphBLAS: one graph in every type,
 * and one product at a time, of any kind, by every strategy.
 */
#ifndef TROPIC_TESTS_PRODUCTS_H
#define TROPIC_TESTS_PRODUCTS_H

#include "tests/common.h"

#include "reference/grb.h"
#include "reference/oracle.h"
#include "tests/graphs.h"

/* A graph as the library, GraphBLAS and the oracle see it, by type of its values. */
typedef struct product_fixture {
    tropic_context *context;
    tropic_index rows, cols;
    double divisor; /* of floating values: 4 keeps sums exact, 3 does not */
    tropic_matrix *A[TROPIC_TYPES];
    GrB_Matrix G[TROPIC_TYPES]; /* NULL where rows or cols is 0 */
    oracle_graph oracle[TROPIC_TYPES];
} product_fixture;

/* Takes the graph's entries, once each; weights are whole numbers, NULL for a pattern. */
void product_fixture_open(product_fixture *f, test_graph *graph, double divisor);
void product_fixture_free(product_fixture *f);

typedef enum product_mask {
    MASK_NONE,
    MASK_NONE_COMPLEMENT, /* lets nothing through */
    MASK_VALUE,
    MASK_VALUE_COMPLEMENT,
    MASK_STRUCTURE,
    MASK_STRUCTURE_COMPLEMENT,
    MASKS
} product_mask;

typedef enum product_alias { ALIAS_NONE, ALIAS_W_U, ALIAS_W_MASK, ALIAS_ALL, ALIASES } product_alias;

typedef struct product_case {
    tropic_builtin builtin;
    tropic_type type;
    bool vxm, transpose, replace;
    product_mask mask;
    int accum;           /* a tropic_builtin_operator, or GRB_NO_ACCUM */
    product_alias alias; /* all but ALIAS_NONE: square matrices; a mask for the last two */
    uint64_t seed;       /* of the vectors, their forms, and of types that nobody looks at */
} product_case;

/* Whether the table has this semiring and type. */
bool product_exists(tropic_builtin builtin, tropic_type type);
/* Whether w and t of this type combine under it, in the same way in the library, the oracle and GraphBLAS. */
bool product_accumulates(int accum, tropic_type type);
/* A random case that exists. */
product_case product_draw(uint64_t *random, bool square);
/* Fails the test where GraphBLAS or any strategy differs from the oracle. */
void product_check(const product_fixture *f, const product_case *c);

#endif
