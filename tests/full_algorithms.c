/* SPDX-License-Identifier: Apache-2.0
 *
 * BFS, SSSP and BC on larger graphs: generated ones, and those of the folder that the environment
 * variable TROPIC_GRAPHS, or else the definition TROPIC_SHARED_GRAPHS, names.
 */
#include "tests/algorithm_checks.h"

#ifndef TROPIC_SHARED_GRAPHS
#define TROPIC_SHARED_GRAPHS ""
#endif

enum { MILLION = 1000000 };

static void check_weighed(const char *name, test_graph g, tropic_type type, int32_t lowest, int32_t highest)
{
    test_weigh(&g, 1, lowest, highest, test_is_floating(type) ? 4 : 1);
    OWNED(run_fixture) f = run_open(name, &g, type);
    for (tropic_index source = 0; source < f.n; source += f.n / 2) run_check_sssp(&f, source);
}

static void test_leaves(void **unused)
{
    run_check_graph("a million leaves", test_star(MILLION), TROPIC_BOOL);
}

/* A million levels of one vertex each, which GraphBLAS would take minutes for. */
static void test_long_path(void **unused)
{
    test_graph g = test_directed_path(MILLION);
    OWNED(run_fixture) f = run_open("a path of a million", &g, TROPIC_BOOL);
    f.alone = true;
    const tropic_index sources[] = {0};
    const tropic_bc_options options = {.size = sizeof options, .sources = sources, .source_count = 1};
    run_check_bfs(&f, 0);
    run_check_sssp(&f, 0);
    run_check_bc(&f, &options);
}

/* Up to C(1998, 999) = 2^1993 paths, and 10^400. */
static void test_many_paths(void **unused)
{
    test_graph graphs[] = {test_grid(1000, 1000), test_grid(700, 900), test_layers(10, 400)};
    for (size_t k = 0; k < sizeof graphs / sizeof *graphs; k++) {
        OWNED(run_fixture) f = run_open("many paths", &graphs[k], TROPIC_BOOL);
        run_check_exact(&f, 0);
        run_check_exact(&f, f.n / 2 + 3);
    }
}

static void test_large_random(void **unused)
{
    enum { N = 100000 };
    run_check_graph("directed", test_random_graph(1, N, N, 10 * N), TROPIC_BOOL);
    run_check_graph("undirected", test_random_undirected(2, N, 5 * N), TROPIC_BOOL);
    run_check_graph("mostly unreached", test_random_graph(3, N, N, N), TROPIC_BOOL);
    run_check_graph("grid", test_grid(300, 400), TROPIC_BOOL);
    run_check_graph("many parts", test_disconnected(1000, 100), TROPIC_BOOL);
}

static void test_kron(void **unused)
{
    run_check_graph("kronecker 14", test_kronecker(4, 14, 16), TROPIC_BOOL);
}

static void test_weights(void **unused)
{
    enum { N = 20000 };
    for (tropic_type type = TROPIC_INT32; type <= TROPIC_FP64; type++) {
        if (tropic_type_size(type) < sizeof(int32_t)) continue; /* which do not hold these weights */
        check_weighed("kronecker", test_kronecker(5, 12, 16), type, 1, 255);
        check_weighed("grid", test_grid(80, 80), type, 1, 1000);
        check_weighed("zeros", test_random_graph(6, N, N, 4 * N), type, 0, 3);
        check_weighed("zeros, grid", test_grid(80, 80), type, 0, 1);
    }
    test_graph acyclic = test_random_graph(7, 5000, 5000, 20000);
    test_make_acyclic(&acyclic);
    check_weighed("negative", acyclic, TROPIC_INT64, -100, 100);
}

static void test_shared(void **unused)
{
    enum { MAX_ENTRIES = 5 * MILLION };
    const char *folder = getenv("TROPIC_GRAPHS");
    if (!folder) folder = TROPIC_SHARED_GRAPHS;
    int checked = folder[0] ? run_check_folder(folder, MAX_ENTRIES) : -1;
    if (checked < 0) test_skip("no folder of graphs in TROPIC_GRAPHS");
    assert_true(checked > 0);
    print_message("%d graphs\n", checked);
}

/* Roads with coordinates: between random vertices the distance with a potential, and with a target alone, is the
 * full run's, and the potential settles less. */
static void test_roads(void **unused)
{
    enum { ROUNDS = 20 };
    const char *folder = getenv("TROPIC_GRAPHS");
    char graph[1024], places[1024];
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_matrix) *A = NULL;
    OWNED(tropic_vector) *x = NULL, *y = NULL, *distance = NULL, *potential = NULL;
    int64_t settled[3] = {0};
    uint64_t seed = 1;
    if (!folder) folder = TROPIC_SHARED_GRAPHS;
    snprintf(graph, sizeof graph, "%s/USA-road-d.NY.gr.gz", folder);
    snprintf(places, sizeof places, "%s/USA-road-d.NY.co.gz", folder);
    if (tropic_matrix_load(&A, context, graph, NULL) != TROPIC_OK ||
        tropic_coordinates_load(&x, &y, context, places) != TROPIC_OK) {
        tropic_matrix_free(&A);
        tropic_context_free(&context);
        test_skip("no USA-road-d.NY.gr.gz and .co.gz in TROPIC_GRAPHS");
    }
    const tropic_index n = tropic_matrix_rows(A);
    assert_ok(context, tropic_vector_create(&distance, context, TROPIC_INT64, n));
    assert_ok(context, tropic_vector_create(&potential, context, TROPIC_INT64, n));
    for (int round = 0; round < ROUNDS; round++) {
        const tropic_index source = test_below(&seed, n), target = test_below(&seed, n);
        int64_t found[3] = {0};
        bool present;
        assert_ok(context, tropic_potential(potential, A, x, y, target));
        for (int way = 0; way < 3; way++) {
            const tropic_run_options options = {.size = sizeof options,
                                                .targets = &target,
                                                .target_count = way > 0,
                                                .potential = way > 1 ? potential : NULL};
            tropic_run_report report = {.size = sizeof report};
            assert_ok(context, tropic_sssp(distance, NULL, A, source, &options, &report));
            assert_ok(context, tropic_vector_get(distance, target, &found[way], &present));
            settled[way] += report.settled;
        }
        assert_true(found[1] == found[0] && found[2] == found[0]);
    }
    print_message("settled: all %lld, to the target %lld, directed %lld\n", (long long)settled[0] / ROUNDS,
                  (long long)settled[1] / ROUNDS, (long long)settled[2] / ROUNDS);
    assert_true(settled[1] < settled[0] && 2 * settled[2] < settled[1]);
}

int main(void)
{
    test_need_device();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_leaves),       cmocka_unit_test(test_long_path), cmocka_unit_test(test_many_paths),
        cmocka_unit_test(test_large_random), cmocka_unit_test(test_kron),      cmocka_unit_test(test_weights),
        cmocka_unit_test(test_shared),       cmocka_unit_test(test_roads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
