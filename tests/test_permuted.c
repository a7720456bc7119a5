/* SPDX-License-Identifier: Apache-2.0
 *
 * Vertices numbered otherwise: results are those of the same vertices.
 */
#include "tests/context.h"
#include "tests/vertex_algorithms.h"

/* Relative: sums of real values have another order. */
#define NEAR_BY 1e-9

/* ids[v] is the new number of v; values before and after. */
typedef struct renumbered {
    const char *name;
    const test_graph *G;
    const int32_t *ids;
    const double *before, *after;
} renumbered;

static void values_go(const renumbered *r, vertex_law law)
{
    for (int32_t v = 0; v < r->G->rows; v++) {
        const double got = r->after[law == STAYS ? v : r->ids[v]], expected = r->before[v];
        if (!(fabs(got - expected) <= (law == NEAR ? NEAR_BY * fmax(1, fabs(expected)) : 0)) && got != expected)
            fail_msg("%s: vertex %d had %.17g, and now %.17g", r->name, (int)v, expected, got);
    }
}

/* A set is named by its least vertex, by the new numbers too. */
static void sets_go(const renumbered *r)
{
    OWNED_MEMORY int32_t *least = test_room(r->G->rows, sizeof *least);
    for (int32_t v = 0; v < r->G->rows; v++) least[v] = INT32_MAX;
    for (int32_t v = 0; v < r->G->rows; v++) {
        int32_t *of = &least[(int32_t)r->before[v]];
        if (r->ids[v] < *of) *of = r->ids[v];
    }
    for (int32_t v = 0; v < r->G->rows; v++)
        if ((int32_t)r->after[r->ids[v]] != least[(int32_t)r->before[v]])
            fail_msg("%s: vertex %d is in another set", r->name, (int)v);
}

static void sides_differ(const renumbered *r)
{
    for (int64_t k = 0; k < r->G->count; k++) {
        const int32_t i = r->G->row[k], j = r->G->col[k];
        assert_true(r->before[i] + r->before[j] == 1);
        assert_true(r->after[r->ids[i]] + r->after[r->ids[j]] == 1);
    }
}

static double *run_one(const vertex_algorithm *a, const test_graph *G, int k)
{
    OWNED(tropic_matrix) *A = test_matrix_of(context, G, TROPIC_FP64, NULL);
    OWNED(vertex_results) r = vertex_results_of(context, a, G->rows);
    assert_ok(context, a->run(&r, context, A));
    return test_numbers_of(context, r.v[k]);
}

static void check_one(const vertex_algorithm *a, const test_graph *G, const test_graph *P, const int32_t *ids)
{
    for (int k = 0; k < a->vectors; k++) {
        if (a->laws[k] == ANY) continue;
        OWNED_MEMORY double *before = run_one(a, G, k), *after = run_one(a, P, k);
        const renumbered r = {a->name, G, ids, before, after};
        if (a->laws[k] == NAMES)
            sets_go(&r);
        else if (a->laws[k] == SIDES)
            sides_differ(&r);
        else
            values_go(&r, a->laws[k]);
    }
}

static test_graph graph_of(vertex_graph kind, int number)
{
    const int32_t n = 30 + 60 * number, edges = n * (1 + 2 * number);
    const uint64_t seed = (uint64_t)number + 5;
    test_graph G = kind >= UNDIRECTED ? test_random_undirected(seed, n, edges) : test_random_graph(seed, n, n, edges);
    vertex_make_kind(&G, kind);
    return G;
}

static void results_go_with_vertices(void **unused)
{
    for (int number = 0; number < test_sized(3, 1); number++)
        for (int a = 0; a < VERTEX_ALGORITHMS; a++) {
            OWNED(test_graph) G = graph_of(vertex_algorithms[a].graph, number);
            OWNED(test_graph) P = test_copy(&G);
            OWNED_MEMORY int32_t *ids = test_permutation_of((uint64_t)number + 9, G.rows);
            test_permute(&P, ids);
            check_one(&vertex_algorithms[a], &G, &P, ids);
        }
}

/* Lengths are whole, so that both methods have the same sums. */
static void distances_go_with_pairs(void **unused)
{
    for (int number = 0; number < 2; number++) {
        OWNED(test_graph) G = graph_of(DIRECTED, number);
        OWNED(test_graph) P = test_copy(&G);
        OWNED_MEMORY int32_t *ids = test_permutation_of(4, G.rows);
        test_permute(&P, ids);
        OWNED(tropic_matrix) *A = test_matrix_of(context, &G, TROPIC_FP64, NULL);
        OWNED(tropic_matrix) *B = test_matrix_of(context, &P, TROPIC_FP64, NULL);
        const int32_t n = G.rows;
        OWNED_MEMORY double *before = test_room(n * n, sizeof *before), *after = test_room(n * n, sizeof *after);
        for (int method = TROPIC_DISTANCES_TILES; method <= TROPIC_DISTANCES_SEARCHES; method++) {
            const tropic_distances_options options = {
                .size = sizeof options, .method = (tropic_distances_method)method, .weighted = true};
            assert_ok(context, tropic_distances(before, NULL, context, A, &options, NULL));
            assert_ok(context, tropic_distances(after, NULL, context, B, &options, NULL));
            for (int32_t u = 0; u < n; u++)
                for (int32_t v = 0; v < n; v++) assert_true(before[u * n + v] == after[ids[u] * n + ids[v]]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_go_with_vertices),
        cmocka_unit_test(distances_go_with_pairs),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, context_open, context_close);
}
