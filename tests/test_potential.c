/* SPDX-License-Identifier: Apache-2.0
 *
 * Potentials: shortest paths are the same with one as without, found sooner by one towards the target; and
 * coordinates, which potentials are made of, out of files.
 */
#include "tests/context.h"
#include "tests/fixtures.h"

#include <float.h>

/* Vertices at places of a plane. */
typedef struct map {
    test_graph graph;
    tropic_type type;
    tropic_matrix *A;
    double *x, *y;
    tropic_vector *x_vector, *y_vector, *potential, *distance, *parent;
} map;

static tropic_type distance_type(tropic_type weights)
{
    return test_is_floating(weights) ? weights : TROPIC_INT64;
}

/* Takes the graph, its weights as they are. */
static map open_map(test_graph g, tropic_type type, const double *x, const double *y)
{
    const tropic_index n = g.rows;
    const tropic_build_options options = {.size = sizeof options, .duplicates = TROPIC_DUPLICATES_MIN};
    map m = {.graph = g, .type = type};
    m.A = test_matrix_of(context, &g, type, &options);
    m.x_vector = test_vector_of(context, TROPIC_FP64, n, x);
    m.y_vector = test_vector_of(context, TROPIC_FP64, n, y);
    m.potential = test_vector_of(context, distance_type(type), n, NULL);
    m.distance = test_vector_of(context, distance_type(type), n, NULL);
    m.parent = test_vector_of(context, TROPIC_INT32, n, NULL);
    return m;
}

static void map_free(map *m)
{
    test_graph_free(&m->graph);
    tropic_matrix_free(&m->A);
    tropic_vector *all[] = {m->x_vector, m->y_vector, m->potential, m->distance, m->parent};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) tropic_vector_free(&all[k]);
}

static double tolerance_of(tropic_type type)
{
    return type == TROPIC_FP32 ? 1e-4 : type == TROPIC_FP64 ? 1e-12 : 0;
}

/* Parents with arcs that make up the difference, and no cycles. */
static void check_tree(const map *m, const double *distance, tropic_index source)
{
    const tropic_index n = m->graph.rows;
    OWNED_MEMORY int32_t *tree = test_values_of(context, m->parent);
    OWNED_MEMORY bool *tight = calloc((size_t)n + 1, sizeof *tight);
    for (int64_t k = 0; k < m->graph.count; k++) {
        const tropic_index u = m->graph.row[k], v = m->graph.col[k];
        if (tree[v] == u && test_close(distance[u] + m->graph.weight[k], distance[v], 10 * tolerance_of(m->type)))
            tight[v] = true;
    }
    assert_true(tree[source] == source);
    for (tropic_index v = 0; v < n; v++) {
        tropic_index at = v, steps = 0;
        if (isinf(distance[v])) assert_true(tree[v] == -1);
        if (isinf(distance[v]) || v == source) continue;
        if (!tight[v]) fail_msg("vertex %d: no arc from its parent %d", v, tree[v]);
        while (at != source && ++steps < n) at = tree[at];
        assert_int_equal(at, source);
    }
}

/* With the map's potential in full, and with the target alone; adds the vertices that the latter settled. */
static void check_potential(map *m, tropic_index source, tropic_index target, int64_t *plain, int64_t *directed)
{
    const tropic_index n = m->graph.rows;
    tropic_run_options options = {.size = sizeof options};
    tropic_run_report report = {.size = sizeof report};
    assert_ok(context, tropic_sssp(m->distance, NULL, m->A, source, NULL, NULL));
    OWNED_MEMORY double *expected = test_numbers_of(context, m->distance);
    double *found;
    for (int s = 0; s < TROPIC_STRATEGIES; s++) {
        if (!test_tries(s, source + target)) continue;
        options =
            (tropic_run_options){.size = sizeof options, .strategy = (tropic_strategy)s, .potential = m->potential};
        assert_ok(context, tropic_sssp(m->distance, m->parent, m->A, source, &options, &report));
        found = test_numbers_of(context, m->distance);
        for (tropic_index v = 0; v < n; v++)
            if (!test_close(found[v], expected[v], tolerance_of(m->type)))
                fail_msg("vertex %d: expected %.17g, got %.17g", v, expected[v], found[v]);
        check_tree(m, found, source);
        free(found);
        options.targets = &target;
        options.target_count = 1;
        assert_ok(context, tropic_sssp(m->distance, m->parent, m->A, source, &options, &report));
        found = test_numbers_of(context, m->distance);
        for (tropic_index v = 0; v < n; v++)
            if (!test_close(found[v], expected[v], tolerance_of(m->type)) && (v == target || !isinf(found[v])))
                fail_msg("vertex %d: expected %.17g, got %.17g", v, expected[v], found[v]);
        check_tree(m, found, source);
        free(found);
    }
    *directed += report.settled;
    options.potential = NULL;
    assert_ok(context, tropic_sssp(m->distance, NULL, m->A, source, &options, &report));
    *plain += report.settled;
}

/* `n` places, arcs between near ones both ways, of the length of the way and up to a fifth more. */
static map draw_map(uint64_t seed, int32_t side, tropic_type type)
{
    test_graph g = test_grid(side, side);
    OWNED_MEMORY double *x = test_room(g.rows, sizeof(double)), *y = test_room(g.rows, sizeof(double));
    map m;
    test_weigh(&g, seed, 0, 199, 1);
    for (tropic_index v = 0; v < g.rows; v++) {
        /* Units differ by axis, and are not those of the weights. */
        x[v] = 1e3 * (v % side + 0.4e-3 * test_below(&seed, 1000));
        y[v] = -3 + 0.25 * (v / side + 0.4e-3 * test_below(&seed, 1000));
    }
    for (int64_t k = 0; k < g.count; k++) {
        const tropic_index u = g.row[k], v = g.col[k];
        const double way = 100 * hypot((x[u] - x[v]) / 1e3, (y[u] - y[v]) / 0.25);
        g.weight[k] = ceil(way * (1 + g.weight[k] / 1000));
        if (test_is_floating(type)) g.weight[k] /= 7;
        if (type == TROPIC_FP32) g.weight[k] = (double)(float)g.weight[k];
    }
    m = open_map(g, type, x, y);
    return m;
}

static void test_maps(void **unused)
{
    static const tropic_type types[] = {TROPIC_INT32, TROPIC_UINT64, TROPIC_FP32, TROPIC_FP64, TROPIC_INT16};
    for (int t = 0; t < 5; t++) {
        OWNED(map) m = draw_map(11 + (uint64_t)t, test_sized(110, 24), types[t]);
        const tropic_index n = m.graph.rows;
        int64_t plain = 0, directed = 0;
        uint64_t seed = 21;
        for (int round = 0; round < test_sized(3, 1); round++) {
            const tropic_index target = test_below(&seed, n);
            assert_ok(context, tropic_potential(m.potential, m.A, m.x_vector, m.y_vector, target));
            check_potential(&m, test_below(&seed, n), target, &plain, &directed);
        }
        if (n > 10000 && !(directed < plain))
            fail_msg("%s: settles %lld, without a potential %lld", tropic_type_name(types[t]), (long long)directed,
                     (long long)plain);
    }
}

/* Coordinates that have nothing to do with the graph, and weights of zero. */
static void test_any_coordinates(void **unused)
{
    static const tropic_type types[] = {TROPIC_INT32, TROPIC_FP32, TROPIC_FP64};
    uint64_t seed = 31;
    for (int k = 0; k < test_sized(24, 3); k++) {
        const tropic_index n = 1 + test_below(&seed, 150);
        test_graph g = test_random_graph(seed, n, n, 4 * n);
        OWNED_MEMORY double *x = test_room(n, sizeof(double)), *y = test_room(n, sizeof(double));
        int64_t plain = 0, directed = 0;
        test_weigh(&g, seed, k % 2, 1000, 8);
        if (types[k % 3] == TROPIC_INT32)
            for (int64_t e = 0; e < g.count; e++) g.weight[e] = floor(g.weight[e]);
        test_deduplicate(&g);
        for (tropic_index v = 0; v < n; v++) {
            x[v] = k % 4 == 3 ? 5 : 1e9 * test_below(&seed, 50); /* all in a line */
            y[v] = test_below(&seed, 1000) * (k % 5 ? 1e-3 : 1e300);
        }
        OWNED(map) m = open_map(g, types[k % 3], x, y);
        const tropic_index target = test_below(&seed, n);
        assert_ok(context, tropic_potential(m.potential, m.A, m.x_vector, m.y_vector, target));
        check_potential(&m, test_below(&seed, n), target, &plain, &directed);
    }
}

/* Any potential that leaves no arc negative will do, also where weights are: 0 <= w' = w - pi(u) + pi(v). */
static void test_negative_weights(void **unused)
{
    uint64_t seed = 41;
    for (int k = 0; k < test_sized(12, 2); k++) {
        const tropic_index n = 60;
        test_graph g = test_random_graph(seed + (uint64_t)k, n, n, 240);
        OWNED_MEMORY double *x = test_room(n, sizeof(double));
        OWNED_MEMORY int64_t *pi = calloc((size_t)n, sizeof *pi);
        tropic_run_options options = {.size = sizeof options};
        test_weigh(&g, seed, 0, 30, 1);
        test_deduplicate(&g);
        for (tropic_index v = 0; v < n; v++) pi[v] = test_below(&seed, 100) - 50;
        for (int64_t e = 0; e < g.count; e++) g.weight[e] += (double)(pi[g.row[e]] - pi[g.col[e]]);
        OWNED(map) m = open_map(g, TROPIC_INT32, x, x);
        assert_ok(context, tropic_vector_put_dense(m.potential, pi, NULL));
        options.potential = m.potential;
        assert_ok(context, tropic_sssp(m.distance, NULL, m.A, 0, NULL, NULL)); /* Bellman-Ford */
        OWNED_MEMORY double *expected = test_numbers_of(context, m.distance);
        assert_ok(context, tropic_sssp(m.distance, m.parent, m.A, 0, &options, NULL));
        OWNED_MEMORY double *found = test_numbers_of(context, m.distance);
        for (tropic_index v = 0; v < n; v++) assert_true(found[v] == expected[v]);
        check_tree(&m, found, 0);
    }
}

/* Along a line each arc is as long as it looks, but the last is shorter: all potentials are too large, and lowering
 * them takes a pass for each vertex. */
static void test_short_cut(void **unused)
{
    static const tropic_type types[] = {TROPIC_INT32, TROPIC_FP32, TROPIC_FP64};
    enum { N = 300 };
    double x[N], y[N] = {0};
    for (int t = 0; t < 3; t++) {
        test_graph g = test_directed_path(N);
        int64_t plain = 0, directed = 0;
        test_weigh(&g, 1, 100, 100, 1);
        for (int v = 0; v < N; v++) x[v] = 100 * v;
        for (int64_t k = 0; k < g.count; k++)
            if (g.col[k] == N - 1) g.weight[k] = 3;
        OWNED(map) m = open_map(g, types[t], x, y);
        assert_ok(context, tropic_potential(m.potential, m.A, m.x_vector, m.y_vector, N - 1));
        check_potential(&m, 0, N - 1, &plain, &directed);
    }
}

/* 0 -3-> 1 -4-> 2, at 0, 3 and 7 of a line: the potential is the rest, and all is reached at d' = 0. */
static void test_by_hand(void **unused)
{
    const double x[] = {0, 3, 7}, y[3] = {0};
    const int64_t expected[] = {7, 4, 0};
    int64_t found[3];
    test_graph g = test_directed_path(3);
    test_weigh(&g, 1, 1, 1, 1);
    g.weight[0] = 3;
    g.weight[1] = 4;
    OWNED(map) m = open_map(g, TROPIC_INT32, x, y);
    assert_ok(context, tropic_potential(m.potential, m.A, m.x_vector, m.y_vector, 2));
    assert_ok(context, tropic_vector_get_dense(m.potential, found, NULL));
    assert_memory_equal(found, expected, sizeof found);
}

/* 0 -> 1 -> 2, with lengths whose sum fits and whose sum with the potential does not. */
static void test_overflow(void **unused)
{
    static const tropic_type types[] = {TROPIC_FP32, TROPIC_FP64};
    static const double max[] = {FLT_MAX, DBL_MAX}, x[3] = {0};
    for (int t = 0; t < 2; t++) {
        const double pi[] = {-0.24 * max[t], 0, 0.24 * max[t]};
        const float narrow[] = {(float)pi[0], 0, (float)pi[2]};
        tropic_run_options options = {.size = sizeof options};
        test_graph g = test_directed_path(3);
        test_weigh(&g, 1, 1, 1, 1);
        for (int64_t k = 0; k < g.count; k++) g.weight[k] = 0.33 * max[t];
        OWNED(map) m = open_map(g, types[t], x, x);
        OWNED(tropic_vector) *potential = test_vector_of(context, types[t], 3, t == 0 ? (const void *)narrow : pi);
        assert_ok(context, tropic_sssp(m.distance, NULL, m.A, 0, &options, NULL));
        options.potential = potential;
        assert_status(context, TROPIC_OVERFLOW, tropic_sssp(m.distance, NULL, m.A, 0, &options, NULL));
        assert_non_null(strstr(tropic_context_error(context), "vertex 2"));
    }
}

static void test_refused(void **unused)
{
    const double x[] = {0, 3, 7}, hole[] = {0, NAN, 7};
    const int64_t steep[] = {9, 3, 0};
    const int64_t huge[] = {INT64_MAX / 2, 0, 0};
    tropic_run_options options = {.size = sizeof options};
    test_graph g = test_directed_path(3);
    test_weigh(&g, 1, 4, 4, 1);
    map m = open_map(g, TROPIC_INT32, x, x);
    tropic_vector *p = m.potential, *longer = test_vector_of(context, TROPIC_INT64, 4, NULL),
                  *bad = test_vector_of(context, TROPIC_FP64, 3, hole),
                  *levels = test_vector_of(context, TROPIC_INT32, 3, NULL);
    options.potential = p;
    /* not full; makes arc 0 -> 1 negative; too large; of another type; of another length; of a search */
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_sssp(m.distance, NULL, m.A, 0, &options, NULL));
    assert_ok(context, tropic_vector_put_dense(p, steep, NULL));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_sssp(m.distance, NULL, m.A, 0, &options, NULL));
    assert_non_null(strstr(tropic_context_error(context), "from vertex 0 to 1"));
    assert_ok(context, tropic_vector_put_dense(p, huge, NULL));
    assert_status(context, TROPIC_OVERFLOW, tropic_sssp(m.distance, NULL, m.A, 0, &options, NULL));
    options.potential = m.x_vector;
    assert_status(context, TROPIC_TYPE_MISMATCH, tropic_sssp(m.distance, NULL, m.A, 0, &options, NULL));
    options.potential = longer;
    assert_status(context, TROPIC_DIMENSION_MISMATCH, tropic_sssp(m.distance, NULL, m.A, 0, &options, NULL));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_bfs(levels, NULL, m.A, 0, &options, NULL));
    assert_int_equal(tropic_vector_count(m.distance), 0);
    /* tropic_potential's own */
    assert_int_equal(tropic_potential(NULL, m.A, m.x_vector, m.y_vector, 0), TROPIC_INVALID_ARGUMENT);
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_potential(p, NULL, m.x_vector, m.y_vector, 0));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_potential(p, m.A, NULL, m.y_vector, 0));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_potential(p, m.A, m.x_vector, bad, 0));
    assert_status(context, TROPIC_TYPE_MISMATCH, tropic_potential(p, m.A, p, m.y_vector, 0));
    assert_status(context, TROPIC_TYPE_MISMATCH, tropic_potential(bad, m.A, m.x_vector, m.y_vector, 0));
    assert_status(context, TROPIC_DIMENSION_MISMATCH, tropic_potential(longer, m.A, m.x_vector, m.y_vector, 0));
    assert_status(context, TROPIC_INDEX_OUT_OF_RANGE, tropic_potential(p, m.A, m.x_vector, m.y_vector, 3));
    assert_status(context, TROPIC_INDEX_OUT_OF_RANGE, tropic_potential(p, m.A, m.x_vector, m.y_vector, -1));
    assert_ok(context, tropic_vector_clear(bad));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_potential(p, m.A, m.x_vector, bad, 0));
    tropic_vector_free(&longer);
    tropic_vector_free(&bad);
    tropic_vector_free(&levels);
    map_free(&m);
    g = test_directed_path(3);
    test_weigh(&g, 1, -4, -4, 1);
    m = open_map(g, TROPIC_INT32, x, x);
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_potential(m.potential, m.A, m.x_vector, m.y_vector, 0));
    assert_non_null(strstr(tropic_context_error(context), "is negative: coordinates cannot"));
    map_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_maps),
        cmocka_unit_test(test_any_coordinates),
        cmocka_unit_test(test_negative_weights),
        cmocka_unit_test(test_short_cut),
        cmocka_unit_test(test_by_hand),
        cmocka_unit_test(test_overflow),
        cmocka_unit_test(test_refused),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, context_open, context_close);
}
