/* SPDX-License-Identifier: Apache-2.0
 *
 * Betweenness by the lengths of arcs, for the programs that test it.
 */
#ifndef TROPIC_TESTS_BC_WEIGHTED_H
#define TROPIC_TESTS_BC_WEIGHTED_H

#include "tests/algorithm_checks.h"

enum { WEIGHTED_SOURCES = 5 };

/* An edge's weight the same both ways, whole numbers of 1 .. most over `divisor`. */
static inline void weighted_weigh(test_graph *g, uint64_t seed, int32_t max, double divisor)
{
    g->weight = calloc((size_t)g->count + 1, sizeof *g->weight);
    assert_non_null(g->weight);
    for (int64_t k = 0; k < g->count; k++) {
        const int32_t low = g->row[k] < g->col[k] ? g->row[k] : g->col[k];
        uint64_t state = seed + (uint64_t)low * 0x10001 + (uint64_t)(g->row[k] + g->col[k]);
        g->weight[k] = (1 + test_below(&state, max)) / divisor;
    }
}

/* Every weight times `factor`, or, where `value` is positive, that. */
static inline void weighted_change(test_graph *g, double factor, double value)
{
    if (!g->weight) weighted_weigh(g, 1, 1, 1);
    for (int64_t k = 0; k < g->count; k++) g->weight[k] = value > 0 ? value : g->weight[k] * factor;
}

static inline tropic_bc_options weighted_from(const tropic_index *sources, tropic_index count)
{
    return (tropic_bc_options){
        .size = sizeof(tropic_bc_options), .sources = sources, .source_count = count, .weighted = true};
}

/* From WEIGHTED_SOURCES of them, or few. */
static inline tropic_index weighted_list(tropic_index n, tropic_index *sources)
{
    return test_spread(n, test_sized(WEIGHTED_SOURCES, 2), sources);
}

static inline test_graph weighted_kron(uint64_t seed)
{
    return test_kronecker(seed, test_sized(10, 6), 8);
}

static inline test_graph weighted_urand(uint64_t seed)
{
    return test_random_undirected(seed, test_sized(900, 60), test_sized(4000, 200));
}

#endif
