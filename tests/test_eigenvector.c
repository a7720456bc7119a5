/* SPDX-License-Identifier: Apache-2.0
 *
 * Eigenvector centrality, and the others, of graphs whose values are known. (tests/test_spectral.c has the rest.)
 */
#include "tests/context.h"
#include "tests/graphs.h"
#include "tests/spectral.h"

#include <math.h>

static const spectral_wanted exact = {.alpha = 0.02, .tolerance = 1e-14, .iterations = 5000};

/* Two cliques of `size` vertices each, with an edge between their first ones. */
static test_graph bridged(int32_t size)
{
    test_graph G = test_complete(2 * size);
    int64_t kept = 0;
    for (int64_t k = 0; k < G.count; k++) {
        const int32_t u = G.row[k], v = G.col[k];
        if (u / size != v / size && (u % size != 0 || v % size != 0)) continue;
        G.row[kept] = u;
        G.col[kept++] = v;
    }
    G.count = kept;
    return G;
}

/* Of a star of m leaves the eigenvalue is root m, and the centre has root m times a leaf's value. Cliques that are
 * bridged have the same values each, their ends of the bridge the greatest. */
static void known_graphs(void **unused)
{
    enum { LEAVES = 16, SIZE = 12 };
    OWNED(test_graph) star = test_star(LEAVES), cliques = bridged(SIZE);
    OWNED(tropic_matrix) *A = test_matrix_of(context, &star, TROPIC_BOOL, NULL);
    OWNED(tropic_matrix) *C = test_matrix_of(context, &cliques, TROPIC_BOOL, NULL);
    OWNED_MEMORY double *x = spectral_values(EIGENVECTOR, context, A, TROPIC_FP64, &exact, NULL, NULL);
    OWNED_MEMORY double *katz = spectral_values(KATZ, context, A, TROPIC_FP64, &exact, NULL, NULL);
    for (int v = 1; v <= LEAVES; v++) {
        assert_true(fabs(x[0] - sqrt(LEAVES) * x[v]) <= 1e-12);
        assert_true(fabs(x[v] - sqrt(0.5 / LEAVES)) <= 1e-12);
        assert_true(fabs(katz[0] / katz[v] - (1 + exact.alpha * LEAVES) / (1 + exact.alpha)) <= 1e-10);
    }
    for (int k = 0; k < KINDS; k++) {
        OWNED_MEMORY double *both = spectral_values((spectral_kind)k, context, C, TROPIC_FP64, &exact, NULL, NULL);
        for (int v = 1; v < SIZE; v++) {
            assert_true(fabs(both[v] - both[SIZE + v]) <= 1e-12 && both[v] < both[0]);
            assert_true(fabs(both[v] - both[1]) <= 1e-12);
        }
        assert_true(fabs(both[0] - both[SIZE]) <= 1e-12);
    }
}

static void updates_are_seen(void **unused)
{
    spectral_check_updates(EIGENVECTOR, context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(known_graphs), cmocka_unit_test(updates_are_seen)};
    test_need_device();
    return cmocka_run_group_tests(tests, context_open, context_close);
}
