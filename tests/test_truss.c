/* SPDX-License-Identifier: Apache-2.0
 *
 * Trussness of edges against its definition: edges are removed as long as one is in few triangles.
 */
#include "tests/context.h"
#include "tests/failing.h"
#include "tests/fixtures.h"
#include "tests/graphs.h"

#include "reference/reference.h"

/* truss[u n + v] of G's edges, 0 where there is none; free() it. */
static int32_t *by_definition(const test_graph *G)
{
    const int32_t n = G->rows;
    int32_t *truss = test_room((int64_t)n * n, sizeof *truss);
    OWNED_MEMORY bool *there = test_room((int64_t)n * n, sizeof *there);
    int64_t left = 0;
    for (int64_t p = 0; p < (int64_t)n * n; p++) truss[p] = 0, there[p] = false;
    for (int64_t k = 0; k < G->count; k++)
        if (G->row[k] != G->col[k]) {
            there[(int64_t)G->row[k] * n + G->col[k]] = true;
            there[(int64_t)G->col[k] * n + G->row[k]] = true;
        }
    for (int64_t p = 0; p < (int64_t)n * n; p++) left += there[p];
    for (int32_t k = 2; left > 0; k++)
        for (bool again = true; again;) {
            again = false;
            for (int32_t u = 0; u < n; u++)
                for (int32_t v = 0; v < u; v++) {
                    int32_t triangles = 0;
                    if (!there[(int64_t)u * n + v]) continue;
                    for (int32_t w = 0; w < n; w++) triangles += there[(int64_t)u * n + w] && there[(int64_t)v * n + w];
                    if (triangles > k - 2) continue;
                    truss[(int64_t)u * n + v] = truss[(int64_t)v * n + u] = k;
                    there[(int64_t)u * n + v] = there[(int64_t)v * n + u] = false;
                    again = true;
                    left -= 2;
                }
        }
    return truss;
}

static void check_by_reference(tropic_context *c, const tropic_matrix *A, const tropic_matrix *T, bool right)
{
    char message[REFERENCE_MESSAGE];
    const reference_result r = {.arcs = T, .A = A, .context = c};
    const reference_verdict found = reference_table.find("truss")->check(&r, message, sizeof message);
    if (found != (right ? REFERENCE_MATCH : REFERENCE_MISMATCH)) fail_msg("verdict %d: %s", found, message);
}

static tropic_matrix *truss_of(tropic_context *c, const test_graph *G, tropic_truss_report *told)
{
    const tropic_truss_options options = {.size = sizeof options, .report = told};
    tropic_run_report report = {.size = sizeof report};
    OWNED(tropic_matrix) *A = test_matrix_of(c, G, TROPIC_BOOL, NULL);
    tropic_matrix *T = NULL;
    *told = (tropic_truss_report){.size = sizeof *told};
    assert_ok(c, tropic_truss(&T, c, A, &options, &report));
    return T;
}

static void check(tropic_context *c, const test_graph *G)
{
    tropic_truss_report told;
    OWNED(tropic_matrix) *T = truss_of(c, G, &told);
    OWNED_MEMORY int32_t *expected = by_definition(G);
    const tropic_offset *offsets;
    const tropic_index *ids;
    const void *values;
    int64_t edges = 0, members = 0;
    int32_t most = 0;
    assert_ok(c, tropic_matrix_csr(T, c, &offsets, &ids, &values));
    for (int32_t u = 0; u < G->rows; u++)
        for (tropic_offset k = offsets[u]; k < offsets[u + 1]; k++) {
            const int32_t want = expected[(int64_t)u * G->rows + ids[k]], got = ((const int32_t *)values)[k];
            if (got != want) fail_msg("edge %d %d: trussness %d, not %d", u, ids[k], got, want);
        }
    for (int32_t u = 0; u < G->rows; u++)
        for (int32_t v = 0; v < u; v++) {
            const int32_t truss = expected[(int64_t)u * G->rows + v];
            edges += truss > 0;
            if (truss > most) most = truss, members = 0;
            members += truss > 0 && truss == most;
        }
    assert_int_equal(told.edges, edges);
    assert_int_equal(told.truss, most);
    assert_int_equal(told.members, members);
}

static void equal_the_definition(void **unused)
{
    test_graph G[] = {test_empty(0, 0),
                      test_empty(1, 1),
                      test_empty(2, 2),
                      test_path(2),
                      test_empty(5, 5),
                      test_star(50),
                      test_path(40),
                      test_cycle(3),
                      test_complete(9),
                      test_disconnected(7, 5),
                      test_random_graph(1, 50, 50, 40), /* with loops and duplicates */
                      test_random_graph(2, 60, 60, 500),
                      test_random_graph(3, 90, 90, 3000),
                      test_random_undirected(4, 150, 1500),
                      test_kronecker(6, 7, 8)};
    for (size_t k = 0; k < sizeof G / sizeof *G; k++) {
        check(context, &G[k]);
        test_graph_free(&G[k]);
    }
}

/* A clique of 4, 0 to 3, and a triangle 3 4 5. */
static void by_hand(void **unused)
{
    tropic_index row[] = {0, 0, 0, 1, 1, 2, 3, 3, 4}, col[] = {1, 2, 3, 2, 3, 3, 4, 5, 5};
    const test_graph G = {.rows = 6, .cols = 6, .count = 9, .row = row, .col = col};
    const int32_t truss[] = {4, 4, 4, 4, 4, 4, 3, 3, 3};
    tropic_truss_report told;
    OWNED(tropic_matrix) *T = truss_of(context, &G, &told);
    for (int k = 0; k < 9; k++) {
        int32_t found = 0;
        assert_ok(context, tropic_matrix_get(T, context, row[k], col[k], &found, NULL));
        assert_int_equal(found, truss[k]);
    }
    assert_int_equal(told.truss, 4);
    assert_int_equal(told.members, 6);
    assert_int_equal(told.edges, 9);
}

/* Beyond the sizes that the definition can be tried on. */
static void equal_the_bins(void **unused)
{
    test_graph G[] = {test_star(test_sized(100000, 5000)),
                      test_path(test_sized(100000, 5000)),
                      test_complete(test_sized(120, 40)),
                      test_grid(40, 50),
                      test_random_graph(11, test_sized(3000, 300), test_sized(3000, 300), test_sized(90000, 6000)),
                      test_random_undirected(12, test_sized(4000, 400), test_sized(30000, 3000)),
                      test_kronecker(13, test_sized(12, 9), 12)};
    for (size_t k = 0; k < sizeof G / sizeof *G; k++) {
        tropic_truss_report told;
        OWNED(tropic_matrix) *T = truss_of(context, &G[k], &told),
                             *A = test_matrix_of(context, &G[k], TROPIC_BOOL, NULL);
        check_by_reference(context, A, T, true);
        test_graph_free(&G[k]);
    }
}

/* Values and what is told, in a context of the CPU and in the one at hand. */
static void agree(tropic_context *cpu, const test_graph *G)
{
    tropic_truss_report told, expected;
    OWNED(tropic_matrix) *T = truss_of(context, G, &told), *C = truss_of(cpu, G, &expected);
    const tropic_offset *offsets, *expected_offsets;
    const tropic_index *ids, *expected_ids;
    const void *values, *expected_values;
    assert_memory_equal(&told, &expected, sizeof told);
    assert_ok(context, tropic_matrix_csr(T, context, &offsets, &ids, &values));
    assert_ok(cpu, tropic_matrix_csr(C, cpu, &expected_offsets, &expected_ids, &expected_values));
    assert_memory_equal(offsets, expected_offsets, (size_t)(G->rows + 1) * sizeof *offsets);
    assert_memory_equal(ids, expected_ids, (size_t)offsets[G->rows] * sizeof *ids);
    assert_memory_equal(values, expected_values, (size_t)offsets[G->rows] * sizeof(int32_t));
}

/* Directed, with loops and duplicates; hubs whose lists become short; one edge alone; none. */
static void devices_agree(void **unused)
{
    OWNED(tropic_context) *cpu = test_context_of(2);
    test_graph G[] = {test_random_graph(31, 0, 0, 0),
                      test_random_graph(32, 1, 1, 1),
                      test_path(2),
                      test_random_graph(33, 40, 40, 4000),
                      test_random_graph(34, test_sized(2000, 300), test_sized(2000, 300), test_sized(400000, 9000)),
                      test_random_undirected(35, test_sized(20000, 500), test_sized(300000, 4000)),
                      test_kronecker(36, test_sized(14, 9), 16),
                      test_complete(test_sized(600, 60)),
                      test_star(test_sized(1000000, 5000)),
                      test_path(test_sized(1000000, 5000))};
    for (size_t k = 0; k < sizeof G / sizeof *G; k++) {
        agree(cpu, &G[k]);
        test_graph_free(&G[k]);
    }
}

/* Two sides, each vertex of one beside all of the other, and one edge within a side: lists longer than the tables of a
 * GPU. (Where there is none, the graph takes too long.) */
static void long_lists(void **unused)
{
    enum { SIDE = 4100 };
    const int32_t side = test_sized(SIDE, 40);
    test_graph G = {.rows = 2 * side, .cols = 2 * side, .count = 2 * (int64_t)side * side + 2};
    tropic_truss_report told;
    if (tropic_context_device(context) == TROPIC_DEVICE_CPU) return;
    G.row = test_room(G.count, sizeof *G.row);
    G.col = test_room(G.count, sizeof *G.col);
    for (int64_t k = 0; k + 2 < G.count; k += 2) {
        G.row[k] = G.col[k + 1] = (int32_t)(k / 2 / side);
        G.col[k] = G.row[k + 1] = (int32_t)(side + k / 2 % side);
    }
    G.row[G.count - 2] = G.col[G.count - 1] = side / 3;
    G.col[G.count - 2] = G.row[G.count - 1] = side / 2;
    OWNED(tropic_matrix) *T = truss_of(context, &G, &told);
    assert_int_equal(told.edges, (int64_t)side * side + 1);
    assert_int_equal(told.truss, 3);
    assert_int_equal(told.members, 2 * side + 1);
    test_graph_free(&G);
}

/* Vertices under other numbers. */
static void permuted_vertices_change_nothing(void **unused)
{
    OWNED(test_graph) G = test_random_undirected(21, 300, 4000), moved = test_copy(&G);
    OWNED_MEMORY int32_t *by = test_permutation_of(22, G.rows);
    tropic_truss_report told, told_moved;
    test_permute(&moved, by);
    OWNED(tropic_matrix) *T = truss_of(context, &G, &told), *P = truss_of(context, &moved, &told_moved);
    for (int64_t k = 0; k < G.count; k++) {
        int32_t one = -1, other = -2;
        assert_ok(context, tropic_matrix_get(T, context, G.row[k], G.col[k], &one, NULL));
        assert_ok(context, tropic_matrix_get(P, context, by[G.row[k]], by[G.col[k]], &other, NULL));
        assert_int_equal(one, other);
    }
    assert_memory_equal(&told, &told_moved, sizeof told);
}

/* A number that is too large, an edge without one, an edge that is none. */
static void wrong_results_are_found(void **unused)
{
    OWNED(test_graph) G = test_complete(6);
    OWNED(tropic_matrix) *A = test_matrix_of(context, &G, TROPIC_BOOL, NULL), *T = NULL;
    const int32_t right = 6, wrong = 7;
    assert_ok(context, tropic_truss(&T, context, A, NULL, NULL));
    assert_ok(context, tropic_matrix_set(T, context, 2, 4, &wrong));
    check_by_reference(context, A, T, false);
    assert_ok(context, tropic_matrix_set(T, context, 2, 4, &right));
    check_by_reference(context, A, T, true);
    assert_ok(context, tropic_matrix_remove(T, context, 2, 4));
    check_by_reference(context, A, T, true); /* 4 2 is there */
    assert_ok(context, tropic_matrix_remove(T, context, 4, 2));
    check_by_reference(context, A, T, false);
    assert_ok(context, tropic_matrix_set(T, context, 4, 2, &right));
    assert_ok(context, tropic_matrix_remove(A, context, 5, 0));
    assert_ok(context, tropic_matrix_remove(A, context, 0, 5));
    check_by_reference(context, A, T, false);
}

static void threads_change_nothing(void **unused)
{
    static const int threads[] = {1, 2, 7};
    OWNED(test_graph) G = test_kronecker(5, test_sized(11, 8), 16);
    OWNED_MEMORY int32_t *first = NULL;
    for (size_t t = 0; t < sizeof threads / sizeof *threads; t++) {
        const tropic_context_options options = {
            .size = sizeof options, .device = TROPIC_DEVICE_CPU, .threads = threads[t]};
        OWNED(tropic_context) *c = NULL;
        assert_int_equal(tropic_context_create(&c, &options), TROPIC_OK);
        for (int run = 0; run < 3; run++) {
            tropic_truss_report told;
            OWNED(tropic_matrix) *T = truss_of(c, &G, &told);
            const tropic_offset *offsets;
            const tropic_index *ids;
            const void *values;
            assert_ok(c, tropic_matrix_csr(T, c, &offsets, &ids, &values));
            if (!first) {
                first = test_room(offsets[G.rows], sizeof *first);
                memcpy(first, values, (size_t)offsets[G.rows] * sizeof *first);
            }
            assert_memory_equal(values, first, (size_t)offsets[G.rows] * sizeof *first);
        }
    }
}

/* A path becomes a triangle with a tail, and one arc of the tail alone is left. */
static void updates_are_seen(void **unused)
{
    OWNED(tropic_matrix) *A = test_path_matrix(context, 4), *T = NULL;
    int32_t side = 0, tail = 0, gone = 9;
    bool there = true;
    assert_ok(context, tropic_matrix_set(A, context, 2, 0, NULL));
    assert_ok(context, tropic_matrix_remove(A, context, 3, 2));
    assert_ok(context, tropic_truss(&T, context, A, NULL, NULL));
    assert_ok(context, tropic_matrix_get(T, context, 2, 0, &side, NULL));
    assert_ok(context, tropic_matrix_get(T, context, 2, 3, &tail, NULL));
    assert_ok(context, tropic_matrix_get(T, context, 3, 2, &gone, &there));
    assert_int_equal(side, 3);
    assert_int_equal(tail, 2);
    assert_false(there);
}

static void bad_arguments_are_refused(void **unused)
{
    tropic_truss_report told = {.size = 3};
    const tropic_truss_options unsized = {.size = sizeof unsized, .report = &told};
    OWNED(tropic_matrix) *A = test_path_matrix(context, 5), *wide = NULL;
    tropic_matrix *T = NULL;
    assert_ok(context, tropic_matrix_create(&wide, context, TROPIC_BOOL, 5, 6));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_truss(NULL, context, A, NULL, NULL));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_truss(&T, context, NULL, NULL, NULL));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_truss(&T, context, A, &unsized, NULL));
    assert_status(context, TROPIC_DIMENSION_MISMATCH, tropic_truss(&T, context, wide, NULL, NULL));
    assert_null(T);
}

static tropic_status once(tropic_context *c, test_failing_objects *o)
{
    return tropic_truss(&o->made, c, o->A, NULL, NULL);
}

static void allocations_that_fail_are_told(void **unused)
{
    static const test_failing_case truss = {"trussness", test_failing_make_matrix, once, TROPIC_STRATEGY_AUTO};
    assert_true(test_failing_run(&test_failing_host, &truss) > 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_the_definition),
        cmocka_unit_test(by_hand),
        cmocka_unit_test(equal_the_bins),
        cmocka_unit_test(devices_agree),
        cmocka_unit_test(long_lists),
        cmocka_unit_test(permuted_vertices_change_nothing),
        cmocka_unit_test(wrong_results_are_found),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(updates_are_seen),
        cmocka_unit_test(bad_arguments_are_refused),
        cmocka_unit_test(allocations_that_fail_are_told),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, context_open, context_close);
}
