/* SPDX-License-Identifier: Apache-2.0
 *
 * A star and a path of a million vertices: one list of all, and as many levels as there are vertices. What algorithms
 * of about linear time find there is known in closed form.
 */
#include "tests/context.h"
#include "tests/fixtures.h"

#define OPTIONS(of, ...) (&(const tropic_##of##_options){.size = sizeof(tropic_##of##_options), __VA_ARGS__})
#define REPORT(of)                                                                                                     \
    {                                                                                                                  \
        .size = sizeof(tropic_##of##_report)                                                                           \
    }

typedef enum shape { STAR, PATH, SHAPES } shape;

static tropic_matrix *graph[SHAPES], *directed[SHAPES]; /* of undirected edges; with arcs to higher vertices alone */
static tropic_index n;
static tropic_vector *first, *second, *real, *other; /* INT32 and FP64 */
static double *values[2];

static int open_graphs(void **state)
{
    const bool watched = test_addresses_sanitized() || test_threads_sanitized();
    n = test_sized(watched ? 100000 : 1000000, 3000);
    context_open(state);
    for (int s = 0; s < SHAPES; s++) {
        OWNED(test_graph) both = s == STAR ? test_star(n - 1) : test_path(n);
        OWNED(test_graph) one = test_copy(&both);
        test_make_acyclic(&one);
        graph[s] = test_matrix_of(context, &both, TROPIC_BOOL, NULL);
        directed[s] = test_matrix_of(context, &one, TROPIC_BOOL, NULL);
    }
    first = test_vector_of(context, TROPIC_INT32, n, NULL);
    second = test_vector_of(context, TROPIC_INT32, n, NULL);
    real = test_vector_of(context, TROPIC_FP64, n, NULL);
    other = test_vector_of(context, TROPIC_FP64, n, NULL);
    return 0;
}

static int close_graphs(void **state)
{
    for (int s = 0; s < SHAPES; s++) {
        tropic_matrix_free(&graph[s]);
        tropic_matrix_free(&directed[s]);
    }
    tropic_vector_free(&first);
    tropic_vector_free(&second);
    tropic_vector_free(&real);
    tropic_vector_free(&other);
    for (int k = 0; k < 2; k++) free(values[k]);
    return context_close(state);
}

/* The values of a vector, valid until the next call with this k. */
static const double *look(int k, const tropic_vector *v)
{
    free(values[k]);
    return values[k] = test_numbers_of(context, v);
}

#define FOR_EACH_VERTEX for (tropic_index v = 0; v < n; v++)
#define FOR_EACH_SHAPE for (shape s = STAR; s < SHAPES; s++)

/* got(v), in a loop over all v, is what it should be, or so near. */
#define expect(got, expected) assert_true((got) == (double)(expected))
#define expect_near(got, expected) assert_true(fabs((got) - (expected)) <= 1e-8 * fabs((double)(expected)))

static void components_and_cores(void **unused)
{
    FOR_EACH_SHAPE
    {
        for (int strong = 0; strong < 2; strong++) {
            /* Directed, each vertex is strongly connected with itself alone. */
            tropic_components_report told = REPORT(components);
            assert_ok(context, tropic_components(first, second, strong ? directed[s] : graph[s],
                                                 OPTIONS(components, .strong = strong, .report = &told), NULL));
            const double *component = look(0, first), *size = look(1, second);
            FOR_EACH_VERTEX expect(component[v], strong ? v : 0);
            FOR_EACH_VERTEX expect(size[v], strong ? 1 : n);
            assert_int_equal(told.components, strong ? n : 1);
        }
        tropic_core_report told = REPORT(core);
        assert_ok(context, tropic_core(first, second, graph[s], OPTIONS(core, .report = &told), NULL));
        const double *core = look(0, first), *layer = look(1, second);
        FOR_EACH_VERTEX expect(core[v], 1);
        FOR_EACH_VERTEX expect(layer[v], s == STAR ? 1 + (v == 0) : 1 + (v < n - 1 - v ? v : n - 1 - v));
        assert_int_equal(told.members, n);
        OWNED(tropic_matrix) *T = NULL;
        tropic_truss_report truss = REPORT(truss);
        assert_ok(context, tropic_truss(&T, context, graph[s], OPTIONS(truss, .report = &truss), NULL));
        assert_int_equal(truss.truss, 2);
        assert_int_equal(truss.members, n - 1);
    }
}

static void degrees_and_triangles(void **unused)
{
    FOR_EACH_SHAPE
    {
        tropic_degree_report degree = REPORT(degree);
        assert_ok(context, tropic_degree(real, graph[s], OPTIONS(degree, .report = &degree), NULL));
        const double *found = look(0, real);
        FOR_EACH_VERTEX expect(found[v], s == STAR ? v == 0 ? n - 1 : 1 : 2 - (v == 0 || v == n - 1));
        expect_near(degree.mean, 2.0 * (n - 1) / n);
        assert_ok(context, tropic_rich_club(real, graph[s], NULL));
        found = look(0, real);
        assert_int_equal(tropic_vector_count(real), s == STAR ? 1 : 2);
        expect_near(found[0], 2.0 / n);
        if (s == PATH) expect_near(found[1], 2.0 / (n - 2));
        int64_t triangles = -1;
        assert_ok(context, tropic_triangles(NULL, &triangles, context, graph[s], NULL, NULL));
        assert_int_equal(triangles, 0);
        for (int method = 0; method <= TROPIC_CLUSTERING_LDBC; method++) {
            tropic_clustering_report told = REPORT(clustering);
            assert_ok(context,
                      tropic_clustering(
                          real, context, graph[s],
                          OPTIONS(clustering, .method = (tropic_clustering_method)method, .report = &told), NULL));
            found = look(0, real);
            FOR_EACH_VERTEX expect(found[v], 0);
            expect(told.average, 0);
            expect(told.transitivity, 0);
        }
    }
}

/* Of a path's edges or vertices a maximal set has a third to a half; of a star's, all leaves, or one edge. */
static void sets_and_forests(void **unused)
{
    FOR_EACH_SHAPE
    {
        OWNED(tropic_matrix) *F = NULL;
        tropic_mst_report forest = REPORT(mst);
        tropic_independent_set_report set = REPORT(independent_set);
        tropic_coloring_report coloring = REPORT(coloring);
        tropic_matching_report matching = REPORT(matching);
        assert_ok(context, tropic_mst(&F, context, graph[s], OPTIONS(mst, .report = &forest), NULL));
        assert_int_equal(tropic_matrix_count(F), 2 * (n - 1));
        assert_int_equal(forest.trees, 1);
        assert_int_equal(forest.integer_weight, n - 1);
        assert_ok(context, tropic_independent_set(first, graph[s], OPTIONS(independent_set, .report = &set), NULL));
        assert_in_range(set.members, s == STAR ? n - 1 : n / 3, s == STAR ? n - 1 : (n + 1) / 2);
        const double *found = look(0, first);
        double members = 0;
        FOR_EACH_VERTEX members += found[v];
        expect(members, set.members);
        assert_ok(context, tropic_coloring(first, graph[s], OPTIONS(coloring, .report = &coloring), NULL));
        assert_in_range(coloring.colors, 2, s == STAR ? 2 : 3);
        found = look(0, first);
        for (tropic_index v = 1; v < n; v++) assert_true(found[v] != found[s == STAR ? 0 : v - 1]);
        assert_ok(context, tropic_matching(first, graph[s], OPTIONS(matching, .report = &matching), NULL));
        assert_in_range(matching.edges, s == STAR ? 1 : (n - 1) / 3, s == STAR ? 1 : n / 2);
        found = look(0, first);
        FOR_EACH_VERTEX if (isfinite(found[v])) expect(found[(tropic_index)found[v]], v);
    }
}

static void orders_and_colours(void **unused)
{
    FOR_EACH_SHAPE
    {
        assert_ok(context, tropic_bipartite(first, graph[s], NULL));
        const double *found = look(0, first);
        FOR_EACH_VERTEX expect(found[v], s == STAR ? v > 0 : v % 2);
        assert_ok(context, tropic_topological(first, second, directed[s], NULL));
        const double *order = look(0, first), *level = look(1, second);
        FOR_EACH_VERTEX expect(order[v], v);
        FOR_EACH_VERTEX expect(level[v], s == STAR ? v > 0 : v);
        for (int kind = TROPIC_CYCLE_DIRECTED; kind <= TROPIC_CYCLE_ODD; kind++) {
            tropic_cycle_report told = REPORT(cycle);
            const bool one_way = kind == TROPIC_CYCLE_DIRECTED;
            assert_ok(context, tropic_cycle(NULL, context, one_way ? directed[s] : graph[s],
                                            OPTIONS(cycle, .kind = (tropic_cycle_kind)kind, .report = &told), NULL));
            assert_int_equal(told.length, 0);
        }
    }
}

static double sum_of(const double *x)
{
    double sum = 0;
    FOR_EACH_VERTEX sum += x[v];
    return sum;
}

/* Of a star each measure has two values, which are solutions of two equations; far from the ends of a path it is that
 * of a long ring. */
static void power_iterations(void **unused)
{
    const double damping = 0.5, many = n - 1;
    const double alpha[SHAPES] = {0.1 / sqrt(many), 0.1};
    FOR_EACH_SHAPE
    {
        assert_ok(context,
                  tropic_pagerank(real, graph[s], OPTIONS(pagerank, .damping = damping, .tolerance = 1e-12), NULL));
        const double *x = look(0, real);
        const double center = (1 - damping) / n * (1 + damping * many) / (1 - damping * damping);
        expect_near(sum_of(x), 1);
        expect_near(x[0], s == STAR ? center : x[n - 1]);
        expect_near(x[n / 2], s == STAR ? (1 - center) / many : 1.0 / n);
        assert_ok(context,
                  tropic_katz(real, graph[s], OPTIONS(katz, .alpha = alpha[s], .tolerance = 1e-14, .raw = true), NULL));
        x = look(0, real);
        const double hub = (1 + alpha[STAR] * many) / (1 - alpha[STAR] * alpha[STAR] * many);
        expect_near(x[0], s == STAR ? hub : 1 + alpha[PATH] * x[1]);
        expect_near(x[n / 2], s == STAR ? 1 + alpha[STAR] * hub : 1 / (1 - 2 * alpha[PATH]));
        assert_ok(context, tropic_hits(real, other, graph[s], OPTIONS(hits, .iterations = 20), NULL));
        const double *hubs = look(0, real), *authorities = look(1, other);
        expect_near(sum_of(hubs), 1);
        expect_near(sum_of(authorities), 1);
        expect_near(hubs[0], s == STAR ? 0.5 : hubs[n - 1]);
        expect_near(authorities[0], authorities[n - 1]);
    }
}

/* Leaf 1, or the end, is as far from all others as: */
static double far_sum(shape s, tropic_index v)
{
    const double before = v, after = n - 1 - v;
    if (s == STAR) return v == 0 ? n - 1 : 1 + 2.0 * (n - 2);
    return before * (before + 1) / 2 + after * (after + 1) / 2;
}

/* (A GPU goes level by level, and takes minutes for a million of them.) */
static void distances_of_few(void **unused)
{
    const tropic_index few[] = {0, 1, n / 2};
    FOR_EACH_SHAPE
    {
        if (s == PATH && test_sized(1, 0) && test_device() == TROPIC_DEVICE_CUDA) continue;
        OWNED_MEMORY double *row = test_room(n, sizeof *row);
        assert_ok(context,
                  tropic_closeness(real, graph[s], OPTIONS(closeness, .vertices = few, .vertex_count = 3), NULL));
        const double *closeness = look(0, real);
        for (int k = 0; k < 3; k++) expect_near(closeness[few[k]], (n - 1) / far_sum(s, few[k]));
        tropic_eccentricity_report told = REPORT(eccentricity);
        assert_ok(context,
                  tropic_eccentricity(first, graph[s], OPTIONS(eccentricity, .diameter = true, .report = &told), NULL));
        expect(told.diameter, s == STAR ? 2 : n - 1);
        assert_true(told.connected);
        assert_ok(context, tropic_distances(row, NULL, context, graph[s],
                                            OPTIONS(distances, .sources = few, .source_count = 1), NULL));
        FOR_EACH_VERTEX expect(row[v], s == STAR ? v > 0 : v);
    }
}

/* A path's best partition has sqrt(n - 1) parts about. */
static void communities(void **unused)
{
    enum { ROUNDS = 6 };
    const double edges = n - 1, best[SHAPES] = {0, 1 - 2 / sqrt(edges) + 1 / edges};
    FOR_EACH_SHAPE
    {
        assert_ok(context, tropic_communities(
                               first, NULL, graph[s],
                               OPTIONS(communities, .method = TROPIC_COMMUNITIES_LABELS, .rounds = ROUNDS), NULL));
        const double *label = look(0, first);
        for (tropic_index v = ROUNDS; v < n; v++) expect(label[v], s == STAR ? 1 : v - ROUNDS);
        for (int method = 0; method <= TROPIC_COMMUNITIES_LOUVAIN; method++) {
            tropic_communities_report told = REPORT(communities), given = REPORT(communities);
            assert_ok(context,
                      tropic_communities(
                          first, second, graph[s],
                          OPTIONS(communities, .method = (tropic_communities_method)method, .report = &told), NULL));
            assert_true(told.modularity <= best[s] + 1e-9);
            assert_true(told.modularity >= 0.99 * best[s] - 1e-9);
            assert_ok(context, tropic_modularity(first, NULL, graph[s], OPTIONS(communities, .report = &given), NULL));
            expect(given.modularity, told.modularity);
            assert_int_equal(given.communities, told.communities);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(components_and_cores), cmocka_unit_test(degrees_and_triangles),
        cmocka_unit_test(sets_and_forests),     cmocka_unit_test(orders_and_colours),
        cmocka_unit_test(power_iterations),     cmocka_unit_test(distances_of_few),
        cmocka_unit_test(communities),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, open_graphs, close_graphs);
}
