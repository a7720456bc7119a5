/* SPDX-License-Identifier: Apache-2.0
 *
 * Communities by all methods, on graphs of every kind: modularity by its definition, labels by sorted lists, connected
 * communities, moves of single vertices; and the same result whatever the number of threads. (test_labels has more of
 * label propagation.)
 */
#include "tests/communities.h"
#include "tests/failing.h"

#include <math.h>

static void are_right(void **unused)
{
    test_graph G[] = {test_empty(0, 0),
                      test_empty(1, 1),
                      test_empty(2, 2),
                      test_empty(5, 5),
                      test_star(test_sized(5000, 300)),
                      test_path(test_sized(3000, 300)),
                      test_directed_path(70),
                      test_cycle(test_sized(1000, 100)),
                      test_tree(test_sized(5000, 300)),
                      test_grid(test_sized(40, 12), test_sized(50, 15)),
                      test_complete(9),
                      test_complete(test_sized(100, 30)),
                      test_disconnected(7, 5),
                      test_layers(10, 20),
                      test_random_graph(1, 50, 50, 40), /* with loops and duplicates */
                      test_random_graph(2, 400, 400, 500),
                      test_random_graph(3, 400, 400, test_sized(6000, 2000)),
                      test_random_undirected(4, test_sized(5000, 500), test_sized(15000, 1500)),
                      test_random_undirected(5, test_sized(5000, 500), test_sized(4000, 400)),
                      test_kronecker(6, test_sized(11, 7), 16)};
    for (size_t k = 0; k < sizeof G / sizeof *G; k++) {
        for (int way = 0; way < 12; way++) {
            tropic_communities_report told;
            tropic_communities_options options = options_of((tropic_communities_method)(way % 3), &told);
            OWNED(tropic_matrix) *A = NULL;
            OWNED_MEMORY int32_t *found = NULL;
            options.weighted = way >= 6;
            options.directed = way % 6 >= 3;
            options.resolution = way == 7 ? 0.3 : way == 9 ? 2 : 0;
            if (way == 6) test_weigh(&G[k], 7, 0, 100, 8);
            A = test_matrix_of(context, &G[k], way >= 9 ? TROPIC_INT32 : way >= 6 ? TROPIC_FP64 : TROPIC_BOOL, NULL);
            found = communities_of(context, A, &options);
            check_report(&told, found, G[k].rows, options.method == TROPIC_COMMUNITIES_LABELS);
        }
        test_graph_free(&G[k]);
    }
}

/* Cliques of `size` vertices in a row, the last of each linked with the first of the next; loops, and repeated arcs. */
static test_graph cliques(int32_t count, int32_t size)
{
    const int32_t n = count * size;
    test_graph G = test_empty(n, n);
    free(G.row), free(G.col);
    G.row = test_room(2 * (int64_t)n * (size + 2), sizeof *G.row);
    G.col = test_room(2 * (int64_t)n * (size + 2), sizeof *G.col);
    for (int32_t u = 0; u < n; u++)
        for (int32_t v = u - size; v <= u + size; v++) {
            const int32_t low = u < v ? u : v, high = u < v ? v : u;
            const bool bridge = high == low + 1 && high % size == 0;
            if (v < 0 || v >= n || (u / size != v / size && !bridge)) continue;
            G.row[G.count] = u, G.col[G.count++] = v;
        }
    return G;
}

static void cliques_are_found(void **unused)
{
    for (int32_t count = 1; count <= 8; count++) {
        const int32_t size = 12, n = count * size;
        const tropic_build_options no_loops = {.size = sizeof no_loops, .loops = TROPIC_LOOPS_DROP};
        OWNED(test_graph) G = cliques(count, size);
        OWNED(tropic_matrix) *A = test_matrix_of(context, &G, TROPIC_BOOL, &no_loops);
        /* In each of them size (size - 1) arcs are within, and 2 leave but for the first and the last. */
        const double arcs = (double)count * size * (size - 1), all = arcs + 2 * (count - 1);
        const double each = (double)size * (size - 1);
        double chance = 0;
        for (int c = 0; c < count; c++) {
            const double degree = each + (c > 0) + (c < count - 1);
            chance += degree / all * (degree / all);
        }
        for (int method = 0; method < 2; method++) {
            tropic_communities_report told;
            const tropic_communities_options options = options_of((tropic_communities_method)method, &told);
            OWNED_MEMORY int32_t *found = communities_of(context, A, &options);
            for (int32_t v = 0; v < n; v++) {
                assert_int_equal(found[v], v / size * size);
                assert_int_equal(found[n + v], size);
            }
            assert_int_equal(told.communities, count);
            assert_true(fabs(told.modularity - (arcs / all - chance)) < 1e-12);
            assert_true(told.settled);
            assert_false(told.directed);
        }
    }
}

/* A community that Louvain leaves apart is whole by Leiden; both are checked. Seeds differ, and each repeats itself. */
static void seeds_repeat(void **unused)
{
    OWNED(test_graph) G = test_kronecker(11, test_sized(9, 7), 8);
    OWNED(tropic_matrix) *A = test_matrix_of(context, &G, TROPIC_BOOL, NULL);
    const size_t bytes = 2 * (size_t)G.rows * sizeof(int32_t);
    for (int method = 0; method < 2; method++) {
        tropic_communities_report told;
        tropic_communities_options options = options_of((tropic_communities_method)method, &told);
        OWNED_MEMORY int32_t *first = communities_of(context, A, &options), *other = NULL;
        for (int run = 0; run < test_sized(100, 2); run++) {
            OWNED_MEMORY int32_t *again = communities_of(context, A, &options);
            assert_memory_equal(again, first, bytes);
        }
        options.seed = 2;
        other = communities_of(context, A, &options);
        assert_true(memcmp(other, first, bytes) != 0);
    }
}

static void threads_change_nothing(void **unused)
{
    static const int threads[] = {1, 2, 7};
    test_graph graph[] = {
        test_kronecker(5, test_sized(12, 10), 8),
        test_random_graph(6, test_sized(6000, 3000), test_sized(6000, 3000), test_sized(40000, 20000)),
        test_grid(test_sized(150, 80), 90)};
    for (int way = 0; way < 9; way++) {
        OWNED_MEMORY int32_t *first = NULL;
        double modularity = 0;
        for (size_t t = 0; t < sizeof threads / sizeof *threads; t++) {
            const tropic_context_options of = {.size = sizeof of, .device = TROPIC_DEVICE_CPU, .threads = threads[t]};
            tropic_communities_report told;
            tropic_communities_options options = options_of((tropic_communities_method)(way % 3), &told);
            OWNED(tropic_context) *c = NULL;
            OWNED(tropic_matrix) *A = NULL;
            OWNED_MEMORY int32_t *found = NULL;
            assert_int_equal(tropic_context_create(&c, &of), TROPIC_OK);
            if (t == 0) test_weigh(&graph[way / 3], 3, 1, 9, 1);
            options.weighted = way % 2;
            A = test_matrix_of(c, &graph[way / 3], TROPIC_FP32, NULL);
            found = communities_of(c, A, &options);
            if (t == 0) modularity = told.modularity;
            assert_true(told.modularity == modularity);
            if (first)
                assert_memory_equal(found, first, 2 * (size_t)graph[way / 3].rows * sizeof *first);
            else
                first = found, found = NULL;
        }
    }
    for (size_t k = 0; k < sizeof graph / sizeof *graph; k++) test_graph_free(&graph[k]);
}

/* A star and a path: each is as large as it is, and ends. */
static void stars_and_paths(void **unused)
{
    test_graph graph[] = {test_star(test_sized(100000, 3000)), test_path(test_sized(100000, 1000))};
    for (int way = 0; way < 6; way++) {
        tropic_communities_report told;
        const tropic_communities_options options = options_of((tropic_communities_method)(way % 3), &told);
        OWNED(tropic_matrix) *A = test_matrix_of(context, &graph[way / 3], TROPIC_BOOL, NULL);
        OWNED_MEMORY int32_t *found = communities_of(context, A, &options);
        if (way < 2) assert_int_equal(told.largest_size, graph[0].rows);
        if (way / 3 == 1 && way % 3 < 2) assert_true(told.modularity > 1 - 4 / sqrt(graph[1].rows));
    }
    for (int k = 0; k < 2; k++) test_graph_free(&graph[k]);
}

/* One level's communities are parts of all levels'; modularity grows. */
static void levels_may_be_few(void **unused)
{
    OWNED(test_graph) G = test_grid(test_sized(60, 30), test_sized(60, 30));
    OWNED(tropic_matrix) *A = test_matrix_of(context, &G, TROPIC_BOOL, NULL);
    for (int method = 0; method < 2; method++) {
        tropic_communities_report told, all;
        tropic_communities_options options = options_of((tropic_communities_method)method, &told);
        OWNED_MEMORY int32_t *one = NULL, *every = NULL;
        options.levels = 1;
        one = communities_of(context, A, &options);
        assert_int_equal(told.levels, 1);
        assert_false(told.settled);
        options.levels = 0;
        options.report = &all;
        all = told;
        every = communities_of(context, A, &options);
        assert_true(all.communities < told.communities);
        assert_true(all.modularity > told.modularity && all.modularity > 0.8);
    }
}

/* ---- arguments ---- */

/* Entries of A that are set and removed before the call: a path falls into two. */
static void updates_are_seen(void **unused)
{
    enum { N = 6 };
    const int32_t halves[] = {0, 0, 0, 3, 3, 3};
    for (int method = 0; method < 3; method++) {
        OWNED(tropic_matrix) *A = test_path_matrix(context, N);
        tropic_communities_report told;
        const tropic_communities_options options = options_of((tropic_communities_method)method, &told);
        OWNED_MEMORY int32_t *found = NULL;
        assert_ok(context, tropic_matrix_remove(A, context, 2, 3));
        assert_ok(context, tropic_matrix_remove(A, context, 3, 2));
        for (int v = 0; v < N; v += 3) {
            assert_ok(context, tropic_matrix_set(A, context, v, v + 2, NULL));
            assert_ok(context, tropic_matrix_set(A, context, v + 2, v, NULL));
        }
        found = communities_of(context, A, &options);
        assert_memory_equal(found, halves, sizeof halves);
    }
}

static void weights_are_refused(void **unused)
{
    static const struct {
        double weight;
        const char *message;
    } wrong[] = {{-2, "the weight -2 from vertex 0 to 1 is negative"},
                 {NAN, "the weight nan from vertex 0 to 1 is not a number"},
                 {INFINITY, "the weight inf from vertex 0 to 1 is infinite"}};
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        tropic_index row[] = {0, 1}, col[] = {1, 2};
        double weight[] = {wrong[k].weight, 1};
        const test_graph G = {.rows = 3, .cols = 3, .count = 2, .row = row, .col = col, .weight = weight};
        OWNED(tropic_matrix) *A = test_matrix_of(context, &G, TROPIC_FP64, NULL);
        OWNED(tropic_vector) *community = NULL;
        tropic_communities_options options = {.size = sizeof options, .weighted = true};
        assert_ok(context, tropic_vector_create(&community, context, TROPIC_INT32, 3));
        assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_communities(community, NULL, A, &options, NULL));
        assert_string_equal(tropic_context_error(context), wrong[k].message);
        options.weighted = false;
        assert_ok(context, tropic_communities(community, NULL, A, &options, NULL));
    }
}

/* Weights next to the ends of double and of INT64 are scaled. */
static void weights_may_be_extreme(void **unused)
{
    static const double scale[] = {0x1p-1060, 0x1p-500, 0x1p60, 0x1p1000};
    for (size_t k = 0; k < sizeof scale / sizeof *scale; k++) {
        OWNED(test_graph) G = test_grid(10, 10);
        OWNED(tropic_matrix) *A = NULL;
        tropic_communities_report told, plain;
        tropic_communities_options options = options_of(TROPIC_COMMUNITIES_LOUVAIN, &plain);
        OWNED_MEMORY int32_t *same = NULL, *found = NULL;
        G.weight = test_room(G.count, sizeof *G.weight);
        for (int64_t a = 0; a < G.count; a++) G.weight[a] = scale[k];
        A = test_matrix_of(context, &G, k == 2 ? TROPIC_INT64 : TROPIC_FP64, NULL);
        same = communities_of(context, A, &options);
        options = options_of(TROPIC_COMMUNITIES_LOUVAIN, &told);
        options.weighted = true;
        found = communities_of(context, A, &options);
        assert_memory_equal(found, same, 200 * sizeof *found);
        assert_true(told.modularity == plain.modularity);
    }
}

static void bad_arguments_are_refused(void **unused)
{
    tropic_communities_report told = {.size = 3};
    const tropic_communities_options unsized = {.size = sizeof unsized, .report = &told};
    const tropic_communities_options wrong[] = {{.size = sizeof *wrong, .resolution = -1},
                                                {.size = sizeof *wrong, .resolution = NAN},
                                                {.size = sizeof *wrong, .resolution = INFINITY},
                                                {.size = sizeof *wrong, .levels = -1},
                                                {.size = sizeof *wrong, .rounds = -1},
                                                {.size = sizeof *wrong, .method = (tropic_communities_method)7}};
    OWNED(tropic_matrix) *A = test_path_matrix(context, 5), *wide = NULL;
    OWNED(tropic_vector) *community = NULL, *real = NULL, *longer = NULL;
    const int32_t kept[5] = {9, 8, 7, 6, 5};
    int32_t found[5];
    assert_ok(context, tropic_vector_create(&community, context, TROPIC_INT32, 5));
    assert_ok(context, tropic_vector_put_dense(community, kept, NULL));
    assert_ok(context, tropic_vector_create(&real, context, TROPIC_FP64, 5));
    assert_ok(context, tropic_vector_create(&longer, context, TROPIC_INT32, 6));
    assert_ok(context, tropic_matrix_create(&wide, context, TROPIC_BOOL, 5, 6));
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++)
        assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_communities(community, NULL, A, &wrong[k], NULL));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_communities(NULL, NULL, A, NULL, NULL));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_communities(community, NULL, NULL, NULL, NULL));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_communities(community, community, A, NULL, NULL));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_communities(community, NULL, A, &unsized, NULL));
    assert_status(context, TROPIC_TYPE_MISMATCH, tropic_communities(real, NULL, A, NULL, NULL));
    assert_status(context, TROPIC_TYPE_MISMATCH, tropic_communities(community, real, A, NULL, NULL));
    assert_status(context, TROPIC_DIMENSION_MISMATCH, tropic_communities(longer, NULL, A, NULL, NULL));
    assert_status(context, TROPIC_DIMENSION_MISMATCH, tropic_communities(community, NULL, wide, NULL, NULL));
    assert_ok(context, tropic_vector_get_dense(community, found, NULL));
    assert_memory_equal(found, kept, sizeof kept);
}

/* ---- memory and cancelling ---- */

static tropic_communities_method failing_method;

static void make_vectors(tropic_context *c, test_failing_objects *o)
{
    test_failing_make_matrix(c, o);
    for (int k = 0; k < 2; k++) assert_ok(c, tropic_vector_create(&o->v[k], c, TROPIC_INT32, TEST_FAILING_N));
}

static tropic_status once(tropic_context *c, test_failing_objects *o)
{
    tropic_communities_report told = {.size = sizeof told};
    const tropic_communities_options options = {
        .size = sizeof options, .method = failing_method, .weighted = true, .report = &told};
    return tropic_communities(o->v[0], o->v[1], o->A, &options, NULL);
}

static void allocations_that_fail_are_told(void **unused)
{
    static const test_failing_case attempt = {"communities", make_vectors, once, TROPIC_STRATEGY_AUTO};
    for (int method = 0; method < 3; method++) {
        failing_method = (tropic_communities_method)method;
        assert_true(test_failing_run(&test_failing_host, &attempt) > 2);
    }
}

static void are_cancelled(void **unused)
{
    int left = -1;
    OWNED(tropic_context) *c = test_stoppable(&left);
    OWNED(test_graph) G = test_grid(30, test_sized(30, 8));
    OWNED(tropic_matrix) *A = test_matrix_of(c, &G, TROPIC_BOOL, NULL);
    OWNED(tropic_vector) *community = NULL;
    assert_ok(c, tropic_vector_create(&community, c, TROPIC_INT32, G.rows));
    for (int method = 0; method < 3; method++) {
        const tropic_communities_options options = {.size = sizeof options,
                                                    .method = (tropic_communities_method)method};
        tropic_status status = TROPIC_CANCELLED;
        int cancelled = 0;
        for (; status == TROPIC_CANCELLED; cancelled++) {
            left = cancelled;
            status = tropic_communities(community, NULL, A, &options, NULL);
        }
        assert_ok(c, status);
        assert_true(cancelled > 3);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(are_right),
        cmocka_unit_test(cliques_are_found),
        cmocka_unit_test(seeds_repeat),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(stars_and_paths),
        cmocka_unit_test(levels_may_be_few),
        cmocka_unit_test(updates_are_seen),
        cmocka_unit_test(weights_are_refused),
        cmocka_unit_test(weights_may_be_extreme),
        cmocka_unit_test(bad_arguments_are_refused),
        cmocka_unit_test(allocations_that_fail_are_told),
        cmocka_unit_test(are_cancelled),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, context_open, context_close);
}
