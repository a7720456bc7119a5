/* SPDX-License-Identifier: Apache-2.0
 *
 * The state of traversals: frontiers as bits and lists, buckets of distances; and the memory of that.
 */
#include "tests/algorithm_checks.h"

#include <math.h>

/* Bits lie in words of 32: sizes around one and two of them. */
static void sizes(void **unused)
{
    static const int32_t size[] = {1, 2, 31, 32, 33, 63, 64, 65, 1000};
    for (size_t k = 0; k < sizeof size / sizeof *size; k++) {
        const int32_t n = size[k];
        test_graph graphs[] = {test_empty(n, n), test_path(n), test_random_graph(k, n, n, 3 * n),
                               test_random_undirected(k, n, 12 * n)};
        for (size_t g = 0; g < sizeof graphs / sizeof *graphs; g++) {
            OWNED(run_fixture) f = run_open("a size", &graphs[g], TROPIC_BOOL);
            run_check_bfs(&f, 0);
            run_check_bfs(&f, n - 1);
            test_graph_free(&graphs[g]);
        }
    }
}

/* Frontiers of more than one in sixteen of the graph's vertices, all of whose arcs go on; of the largest graph level
 * after level is pushed, where that is asked for, that no list has room for. */
static void crowds(void **unused)
{
    static const int32_t size[] = {4000, 20000, 200000}, arcs[] = {2, 4, 8, 15};
    for (size_t k = 0; k < sizeof size / sizeof *size; k++)
        for (size_t a = 0; a < sizeof arcs / sizeof *arcs; a++) {
            const int32_t n = test_sized(size[k], size[k] / 8);
            OWNED(test_graph) G = test_random_graph(10 * k + a, n, n, arcs[a] * n);
            OWNED(run_fixture) f = run_open("a crowd", &G, TROPIC_BOOL);
            run_check_bfs(&f, 0);
        }
}

/* Without a promise of reproducible results parents are any; with it the smallest, by every strategy. */
static void smallest_parents(void **unused)
{
    const int32_t n = 6;
    const tropic_index row[] = {5, 4, 5, 3, 4, 2}, col[] = {4, 2, 3, 1, 1, 0};
    static const int32_t right[] = {2, 3, 4, 5, 5, 5};
    const tropic_context_options options = {.size = sizeof options, .device = test_device(), .reproducible = true};
    OWNED(tropic_context) *fixed = NULL;
    OWNED(tropic_matrix) *A = NULL;
    OWNED(tropic_vector) *level = NULL, *parent = NULL;
    int32_t found[6];
    assert_int_equal(tropic_context_create(&fixed, &options), TROPIC_OK);
    assert_ok(fixed, tropic_matrix_from_coo(&A, fixed, n, n, 6, row, col, TROPIC_BOOL, NULL, NULL));
    assert_ok(fixed, tropic_vector_create(&level, fixed, TROPIC_INT32, n));
    assert_ok(fixed, tropic_vector_create(&parent, fixed, TROPIC_INT32, n));
    for (int s = 0; s < TROPIC_STRATEGIES; s++) {
        const tropic_run_options run = {.size = sizeof run, .strategy = (tropic_strategy)s};
        assert_ok(fixed, tropic_bfs(level, parent, A, 5, &run, NULL));
        assert_ok(fixed, tropic_vector_get_dense(parent, found, NULL));
        assert_memory_equal(found, right, sizeof right);
    }
}

static void check(const char *name, const test_graph *graph, tropic_type type)
{
    OWNED(test_graph) copy = test_copy(graph);
    OWNED(run_fixture) f = run_open(name, &copy, type);
    run_check_sssp(&f, 0);
    run_check_sssp(&f, f.n / 2);
}

/* Weights that make few buckets and many, of all types: ids wait beyond those at hand, one by one or all
 * together, and widths grow while they do. */
static void widths(void **unused)
{
    static const tropic_type type[] = {TROPIC_INT32,  TROPIC_INT64, TROPIC_UINT32,
                                       TROPIC_UINT64, TROPIC_FP32,  TROPIC_FP64};
    const int32_t n = test_sized(600, 60);
    for (size_t t = 0; t < sizeof type / sizeof *type; t++) {
        OWNED(test_graph) G = test_random_undirected(t, n, 4 * n), path = test_path(n);
        test_weigh(&G, 1, 0, 0, 1);
        check("zero weights", &G, type[t]);
        test_weigh(&G, 2, 1, 2, 1);
        check("two weights", &G, type[t]);
        test_weigh(&G, 3, 0, 1 << 20, 1);
        check("wide weights", &G, type[t]);
        for (int64_t k = 0; k < G.count; k++) G.weight[k] = (double)(1 << (k % 22));
        check("weights of all sizes", &G, type[t]);
        test_weigh(&G, 4, 0, 9, 1);
        G.weight[0] = 1 << 24;
        check("one huge weight", &G, type[t]);
        test_weigh(&path, 5, 1, 1 << 14, 1);
        check("a long path", &path, type[t]);
    }
}

/* A hub whose far leaves lie each in a bucket of its own, at distances that no window of buckets holds. */
static void far_leaves(void **unused)
{
    const int32_t n = test_sized(20000, 200);
    OWNED(test_graph) star = test_star(n - 1);
    star.weight = calloc((size_t)star.count, sizeof *star.weight);
    assert_non_null(star.weight);
    for (int64_t k = 0; k < star.count; k++) {
        const int32_t leaf = star.row[k] > star.col[k] ? star.row[k] : star.col[k];
        star.weight[k] = leaf % 20 ? 1 : 1000.0 * leaf;
    }
    check("far leaves", &star, TROPIC_INT64);
    check("far leaves", &star, TROPIC_FP64);
}

/* Distances near the end of their types. */
static void far_ends(void **unused)
{
    const tropic_index row[] = {0, 1, 2, 0}, col[] = {1, 2, 3, 3};
    const int64_t whole[] = {INT64_MAX / 2, INT64_MAX / 4, 3, INT64_MAX - 1};
    const double real[] = {1e308, 1e-308, 5e307, 1.7e308};
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_matrix) *A = NULL;
    OWNED(tropic_vector) *d = NULL;
    int64_t i[4];
    double x[4];
    assert_ok(context, tropic_matrix_from_coo(&A, context, 4, 4, 4, row, col, TROPIC_INT64, whole, NULL));
    assert_ok(context, tropic_vector_create(&d, context, TROPIC_INT64, 4));
    assert_ok(context, tropic_sssp(d, NULL, A, 0, NULL, NULL));
    assert_ok(context, tropic_vector_get_dense(d, i, NULL));
    assert_true(i[3] == whole[0] + whole[1] + whole[2]);
    tropic_matrix_free(&A);
    tropic_vector_free(&d);
    assert_ok(context, tropic_matrix_from_coo(&A, context, 4, 4, 4, row, col, TROPIC_FP64, real, NULL));
    assert_ok(context, tropic_vector_create(&d, context, TROPIC_FP64, 4));
    assert_ok(context, tropic_sssp(d, NULL, A, 0, NULL, NULL));
    assert_ok(context, tropic_vector_get_dense(d, x, NULL));
    assert_true(x[3] == real[0] + real[1] + real[2]);
}

/* Targets where distances differ by less than their keys do: a path of huge lengths, and beside each of its
 * vertices one that is farther by 1. */
static void far_targets(void **unused)
{
    enum { STEPS = 100, N = 2 * STEPS };
    const int64_t length = ((int64_t)1 << 54) + 1;
    tropic_index row[N], col[N];
    int64_t weight[N], distance[N], found[N];
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_matrix) *A = NULL;
    OWNED(tropic_vector) *d = NULL;
    for (tropic_index k = 0; k < STEPS; k++) {
        row[k] = k, col[k] = k + 1 < STEPS ? k + 1 : k, weight[k] = length;
        row[STEPS + k] = k, col[STEPS + k] = STEPS + k, weight[STEPS + k] = 1;
        distance[k] = length * k, distance[STEPS + k] = length * k + 1;
    }
    assert_ok(context, tropic_matrix_from_coo(&A, context, N, N, N, row, col, TROPIC_INT64, weight, NULL));
    assert_ok(context, tropic_vector_create(&d, context, TROPIC_INT64, N));
    for (tropic_index target = 0; target < N; target++) {
        const tropic_run_options options = {.size = sizeof options, .targets = &target, .target_count = 1};
        tropic_run_report report = {.size = sizeof report};
        int64_t settled = 0;
        assert_ok(context, tropic_sssp(d, NULL, A, 0, &options, &report));
        assert_ok(context, tropic_vector_get_dense(d, found, NULL));
        for (tropic_index v = 0; v < N; v++) {
            settled += found[v] < INT64_MAX;
            if (found[v] == distance[v]) continue;
            assert_true(found[v] == INT64_MAX && distance[v] > distance[target]);
        }
        assert_int_equal(report.settled, settled);
    }
}

/* One bucket, in which the same few vertices fall again and again: a frontier then has each of them several times. */
static void falls(void **unused)
{
    enum { HUBS = 64, LEAVES = 1000, HEAVY = 100 };
    const int32_t n = 2 + HUBS + LEAVES;
    OWNED(test_graph) G = test_random_graph(5, LEAVES, LEAVES, (int64_t)HEAVY * LEAVES);
    /* (For its arrays, which are written anew.) */
    OWNED(test_graph) all = test_random_graph(6, n, n, G.count + (int64_t)HUBS * (LEAVES + 1) + 1);
    uint64_t draw = 7;
    int64_t k = 0;
    all.weight = calloc((size_t)all.count, sizeof *all.weight);
    assert_non_null(all.weight);
    all.row[k] = 0, all.col[k] = 1, all.weight[k++] = 1;
    for (int32_t hub = 2; hub < 2 + HUBS; hub++) {
        all.row[k] = 1, all.col[k] = hub, all.weight[k++] = 1 + (double)test_below(&draw, 100);
        for (int32_t leaf = 2 + HUBS; leaf < n; leaf++) {
            all.row[k] = hub, all.col[k] = leaf;
            all.weight[k++] = 1 + (double)test_below(&draw, 100);
        }
    }
    for (int64_t e = 0; e < G.count; e++) {
        all.row[k] = 2 + HUBS + G.row[e], all.col[k] = 2 + HUBS + G.col[e];
        all.weight[k++] = 1e6;
    }
    assert_int_equal(k, all.count);
    check("falls", &all, TROPIC_INT64);
    check("falls", &all, TROPIC_FP32);
}

/* A path of hubs, each with leaves far beyond the next: they wait, more of them than one block of a narrow
 * launch holds back. Then all come at once, or one after another; and most are words that one block looks at. */
static void check_hubs(int32_t hubs, int32_t length, int32_t spread)
{
    enum { LEAVES = 2000, SIDE = 65536, FIRST = 16, LAST = 4096 };
    const int32_t sides = 3, n = sides * SIDE, chain = SIDE - hubs;
    const int64_t light = 3 * (int64_t)hubs * LEAVES;
    OWNED(test_graph) G = test_random_graph(8, n, n, (int64_t)hubs * (LEAVES + 1) + light);
    uint64_t draw = 9;
    int64_t k = 0;
    int32_t leaf = FIRST;
    assert_in_range(chain, LAST, SIDE - 1);
    G.weight = calloc((size_t)G.count, sizeof *G.weight);
    assert_non_null(G.weight);
    for (int32_t hub = chain; hub < chain + hubs; hub++) {
        G.row[k] = hub, G.col[k] = hub + 1, G.weight[k++] = 1;
        for (int l = 0; l < LEAVES; l++) {
            G.row[k] = hub, G.col[k] = leaf;
            G.weight[k++] = (double)(length + test_below(&draw, spread));
            leaf += leaf % SIDE == LAST - 1 ? SIDE - LAST + 1 + FIRST : 1;
            if (leaf >= n) leaf = FIRST;
        }
    }
    /* Nobody of these is reached: they make short weights typical. */
    for (int64_t e = 0; e < light; e++) {
        G.row[k] = SIDE + LAST + (int32_t)(e / 4), G.col[k] = G.row[k] + 1 + (int32_t)(e % 4);
        G.weight[k++] = 1;
    }
    assert_int_equal(k, G.count);
    OWNED(run_fixture) f = run_open("hubs", &G, TROPIC_INT32);
    run_check_sssp(&f, chain);
}

static void hubs(void **unused)
{
    check_hubs(5, 1000, 1);
    check_hubs(5, 1000000000, 1);
    check_hubs(test_sized(5, 2), 1000, 100000);
    check_hubs(test_sized(40, 3), 1000, 1);
    check_hubs(test_sized(40, 3), 1000, 100000);
}

/* BFS and shortest paths from the first vertex by every queue of a push, as by none in particular. */
static void check_queues(const char *name, const test_graph *graph)
{
    OWNED(test_graph) copy = test_copy(graph);
    OWNED(run_fixture) f = run_open(name, &copy, TROPIC_INT32);
    const size_t n = (size_t)f.n;
    OWNED_MEMORY int32_t *level = calloc(2 * n, sizeof *level);
    OWNED_MEMORY int64_t *distance = calloc(2 * n, sizeof *distance);
    OWNED(tropic_vector) *found = NULL, *near = NULL;
    assert_true(level && distance);
    assert_ok(f.context, tropic_vector_create(&found, f.context, TROPIC_INT32, f.n));
    assert_ok(f.context, tropic_vector_create(&near, f.context, TROPIC_INT64, f.n));
    for (int queue = 0; queue < TROPIC_QUEUES; queue++) {
        const tropic_run_options options = {.size = sizeof options, .queue = (tropic_queue)queue};
        const size_t at = queue == TROPIC_QUEUE_AUTO ? 0 : n;
        assert_ok(f.context, tropic_bfs(found, NULL, f.A, 0, &options, NULL));
        assert_ok(f.context, tropic_vector_get_dense(found, level + at, NULL));
        assert_ok(f.context, tropic_sssp(near, NULL, f.A, 0, &options, NULL));
        assert_ok(f.context, tropic_vector_get_dense(near, distance + at, NULL));
        if (at == 0) continue;
        assert_memory_equal(level, level + n, n * sizeof *level);
        assert_memory_equal(distance, distance + n, n * sizeof *distance);
    }
}

/* On a GPU the star's leaves are more than the queues of all blocks hold. */
static void queues(void **unused)
{
    const int32_t n = test_sized(20000, 500);
    const int32_t leaves = test_device() == TROPIC_DEVICE_CPU ? n : test_sized(3000000, n);
    OWNED(test_graph) star = test_star(leaves), path = test_path(n);
    OWNED(test_graph) G = test_random_undirected(7, n, 6 * n);
    test_weigh(&star, 1, 1, 1, 1);
    test_weigh(&path, 2, 1, 9, 1);
    test_weigh(&G, 3, 1, 255, 1);
    check_queues("a star", &star);
    check_queues("a path", &path);
    check_queues("a random graph", &G);
}

/* Bytes a vertex beside the graph, results included: those of a search, and of shortest paths. */
#define SEARCH_BYTES 9
#define PATHS_BYTES 20
/* And beside that, however small the graph: bins of each thread, or lists of short frontiers. */
#define FIXED_BYTES (1 << 22)

static void memory(void **unused)
{
    const bool host = test_device() == TROPIC_DEVICE_CPU;
    const int32_t n = test_sized(host ? 1 << 16 : 1 << 20, 1 << 12);
    const tropic_index target = 0; /* the source: the first bucket will do */
    const tropic_run_options early = {.size = sizeof early, .targets = &target, .target_count = 1};
    tropic_run_report report = {.size = sizeof report};
    OWNED(test_graph) G = test_random_undirected(1, n, 8 * n);
    test_weigh(&G, 1, 1, 255, 1);
    OWNED(run_fixture) f = run_open("memory", &G, TROPIC_INT32);
    OWNED(tropic_vector) *level = NULL, *distance = NULL, *parent = NULL;
    assert_ok(f.context, tropic_vector_create(&level, f.context, TROPIC_INT32, n));
    assert_ok(f.context, tropic_vector_create(&distance, f.context, TROPIC_INT64, n));
    assert_ok(f.context, tropic_vector_create(&parent, f.context, TROPIC_INT32, n));
    assert_ok(f.context, tropic_bfs(level, parent, f.A, 0, NULL, &report));
    assert_true(report.memory <= SEARCH_BYTES * (size_t)n + FIXED_BYTES);
    assert_ok(f.context, tropic_sssp(distance, parent, f.A, 0, NULL, &report));
    assert_true(report.memory <= PATHS_BYTES * (size_t)n + FIXED_BYTES);
    assert_ok(f.context, tropic_sssp(distance, parent, f.A, 0, &early, &report));
    assert_true(report.memory <= PATHS_BYTES * (size_t)n + FIXED_BYTES);
    assert_true(report.settled < report.reached);
}

int main(void)
{
    test_need_device();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes),       cmocka_unit_test(crowds),     cmocka_unit_test(smallest_parents),
        cmocka_unit_test(widths),      cmocka_unit_test(far_leaves), cmocka_unit_test(far_ends),
        cmocka_unit_test(far_targets), cmocka_unit_test(falls),      cmocka_unit_test(hubs),
        cmocka_unit_test(queues),      cmocka_unit_test(memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
