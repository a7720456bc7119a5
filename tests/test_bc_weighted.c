/* SPDX-License-Identifier: Apache-2.0
 *
 * Betweenness by the lengths of arcs, by hand, in closed forms, and against the oracle and GraphBLAS.
 */
#include "tests/bc_weighted.h"

static const tropic_type ALL_TYPES[] = {TROPIC_BOOL,   TROPIC_INT8,  TROPIC_INT16,  TROPIC_INT32,
                                        TROPIC_INT64,  TROPIC_UINT8, TROPIC_UINT16, TROPIC_UINT32,
                                        TROPIC_UINT64, TROPIC_FP32,  TROPIC_FP64};

static double *expected_of(const run_fixture *f, const tropic_bc_options *options)
{
    int64_t sources[WEIGHTED_SOURCES] = {0};
    long double *exact = calloc((size_t)f->n + 1, sizeof *exact);
    double *expected = calloc((size_t)f->n + 1, sizeof *expected);
    assert_true(exact && expected);
    for (tropic_index k = 0; options->sources && k < options->source_count; k++) sources[k] = options->sources[k];
    assert_true(oracle_brandes_weighted(&f->oracle, options->sources ? sources : NULL, options->source_count, exact));
    for (tropic_index v = 0; v < f->n; v++) expected[v] = (double)exact[v];
    free(exact);
    return expected;
}

/* The report on the last source, and on all. */
static void check_report(const run_fixture *f, const tropic_bc_options *options, const tropic_run_report *report)
{
    long double *distance = test_room(f->n, sizeof *distance);
    int64_t reached = 0, arcs = 0;
    for (tropic_index k = 0; k < options->source_count; k++) {
        reached = 0;
        assert_true(oracle_dijkstra(&f->oracle, options->sources[k], distance));
        for (tropic_index v = 0; v < f->n; v++) {
            if (isinf(distance[v])) continue;
            reached++;
            arcs += f->oracle.offset[v + 1] - f->oracle.offset[v];
        }
    }
    assert_int_equal(report->reached, reached);
    assert_int_equal(report->settled, reached);
    assert_int_equal(report->reached_arcs, arcs);
    assert_true(report->levels >= 1 && report->levels <= reached);
    assert_string_equal(report->phase[1].name, "sweeps");
    free(distance);
}

static void check_by_graphblas(const run_fixture *f, const tropic_bc_options *options, const double *got)
{
    char message[REFERENCE_MESSAGE] = "";
    OWNED(tropic_vector) *centrality = NULL;
    centrality = test_vector_of(f->context, TROPIC_FP64, f->n, got);
    if (reference_verify_bc(centrality, f->A, f->context, options, 0, message, sizeof message) != REFERENCE_MATCH)
        fail_msg("%s: GraphBLAS: %s", f->name, message);
}

/* Takes the graph, its weights as this type. */
static void check(const char *name, test_graph g, tropic_type type)
{
    tropic_index sources[WEIGHTED_SOURCES];
    tropic_bc_options options = weighted_from(sources, weighted_list(g.rows, sources));
    tropic_run_report report = {.size = sizeof report};
    OWNED(run_fixture) f = run_open(name, &g, type);
    double *expected = expected_of(&f, &options);
    OWNED_MEMORY double *got = run_centralities(&f, &options, &report);
    double *again = run_centralities(&f, &options, NULL);
    OWNED_MEMORY double *single = test_centralities(f.context, f.A, TROPIC_FP32, &options, TROPIC_OK, NULL);
    test_centralities_near(name, got, expected, f.n, 1e-10, 0);
    test_centralities_near(name, single, expected, f.n, 1e-6, 0);
    assert_memory_equal(again, got, (size_t)f.n * sizeof *got);
    check_report(&f, &options, &report);
    if (f.n <= 300) {
        const tropic_bc_options all = {.size = sizeof all, .weighted = true};
        check_by_graphblas(&f, &options, got);
        free(expected);
        free(again);
        expected = expected_of(&f, &all);
        again = run_centralities(&f, &all, NULL);
        test_centralities_near(name, again, expected, f.n, 1e-10, 0);
    }
    free(expected);
    free(again);
}

/* Weights of 1 .. 4 have many ties; reals in eighths. */
static void check_types(const char *name, test_graph (*make)(uint64_t seed))
{
    for (size_t k = 0; k < sizeof ALL_TYPES / sizeof *ALL_TYPES; k++) {
        const tropic_type type = ALL_TYPES[k];
        const bool real = type == TROPIC_FP32 || type == TROPIC_FP64;
        test_graph g = make(k + 1);
        if (k % 2)
            test_weigh(&g, k, 1, type == TROPIC_BOOL ? 1 : 4, real ? 8 : 1);
        else
            weighted_weigh(&g, k, type == TROPIC_BOOL ? 1 : 4, real ? 8 : 1);
        test_deduplicate(&g);
        check(name, g, type);
    }
}

static test_graph lattice(uint64_t seed)
{
    return test_grid(test_sized(30, 6), test_sized(30, 7) + (int32_t)(seed % 3));
}
static test_graph directed(uint64_t seed)
{
    return test_random_graph(seed, test_sized(280, 50), test_sized(280, 50), test_sized(1500, 200));
}
static test_graph parts(uint64_t seed)
{
    return test_disconnected(5, 9 + (int32_t)seed);
}
static test_graph dense(uint64_t seed)
{
    return test_complete(test_sized(90, 20) + (int32_t)seed);
}

static void random_graphs(void **unused)
{
    check_types("kron", weighted_kron);
    check_types("urand", weighted_urand);
    check_types("lattice", lattice);
    check_types("directed", directed);
    check_types("parts", parts);
    check_types("dense", dense);
}

/* Lengths from 1 to 2^greatest, powers of two: few are long, so that most vertices wait side by side, and sums tie. */
static void check_spread(const char *name, test_graph g, tropic_type type, int32_t greatest)
{
    weighted_weigh(&g, 11, greatest + 1, 1);
    for (int64_t k = 0; k < g.count; k++) g.weight[k] = ldexp(1, (int)g.weight[k] - 1);
    test_deduplicate(&g);
    check(name, g, type);
}

static void spread_lengths(void **unused)
{
    check_spread("spread urand", weighted_urand(3), TROPIC_FP64, 40);
    check_spread("spread directed", directed(4), TROPIC_INT64, 40);
    check_spread("spread kron", weighted_kron(5), TROPIC_FP32, 10);
    check_spread("spread lattice", lattice(6), TROPIC_UINT32, 30);
    /* Sums are beyond the whole numbers that doubles have. */
    check_spread("long lattice", lattice(7), TROPIC_UINT64, 52);
    check_spread("long urand", weighted_urand(8), TROPIC_INT64, 50);
}

/* 0 -> 1 -> 3 and 0 -> 2 -> 3 tie at 3; 0 -> 3 is longer; 3 -> 4 is the only way to 4, and 4 -> 0 leads back. */
static void by_hand(void **unused)
{
    static const tropic_index row[] = {0, 1, 0, 2, 0, 3, 4, 1}, col[] = {1, 3, 2, 3, 3, 4, 0, 1};
    static const int32_t weight[] = {1, 2, 2, 1, 4, 1, 1, 5};
    /* The shares of the others: sources 1, 2, 3, 4 to vertex 0, and so on. */
    static const double expected[] = {1 + 1 + 2 + 3, 1 + .5, 1 + .5, 1 + 3 + 3, 2 + 2 + 3};
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_matrix) *A = NULL;
    OWNED(tropic_vector) *centrality = NULL;
    tropic_bc_options options = {.size = sizeof options, .weighted = true};
    double got[5];
    assert_ok(context, tropic_matrix_from_coo(&A, context, 5, 5, 8, row, col, TROPIC_INT32, weight, NULL));
    assert_ok(context, tropic_vector_create(&centrality, context, TROPIC_FP64, 5));
    assert_ok(context, tropic_bc(centrality, A, &options, NULL));
    assert_ok(context, tropic_vector_get_dense(centrality, got, NULL));
    for (int v = 0; v < 5; v++) assert_true(got[v] == expected[v]);
    options.normalize = TROPIC_NORMALIZE_FULL;
    assert_ok(context, tropic_bc(centrality, A, &options, NULL));
    assert_ok(context, tropic_vector_get_dense(centrality, got, NULL));
    for (int v = 0; v < 5; v++) assert_true(test_close(got[v], expected[v] / 12, 1e-15));
    /* Sources 0 and 4 for all five: times 5/2. */
    options.normalize = TROPIC_NORMALIZE_PAIRS;
    options.sources = (const tropic_index[]){0, 4};
    options.source_count = 2;
    options.extrapolate = true;
    assert_ok(context, tropic_bc(centrality, A, &options, NULL));
    assert_ok(context, tropic_vector_get_dense(centrality, got, NULL));
    assert_true(got[0] == 3.75 && got[1] == 1.875 && got[2] == 1.875 && got[3] == 1.25 && got[4] == 0);
}

/* width^depth shortest paths, whatever the weights between layers: of a layer all have the same. */
static void layers(void **unused)
{
    static const int32_t sizes[][2] = {{2, 1200}, {10, 320}, {3, 5000}, {40, 250}};
    const int count = test_sized(4, 1);
    for (int k = 0; k < count; k++) {
        const int32_t width = sizes[k][0], depth = sizes[k][1];
        const tropic_index source = 0;
        const tropic_bc_options options = weighted_from(&source, 1);
        test_graph g = test_layers(width, depth);
        weighted_change(&g, 1, 1);
        for (int64_t e = 0; e < g.count; e++) {
            const int32_t layer = g.row[e] ? 1 + (g.row[e] - 1) / width : 0;
            g.weight[e] = (1 + layer % 3) / 4.;
        }
        OWNED(run_fixture) f = run_open("layers", &g, TROPIC_FP64);
        OWNED_MEMORY double *got = run_centralities(&f, &options, NULL);
        for (tropic_index v = 1; v <= width * depth; v++) {
            const int32_t layer = 1 + (v - 1) / width;
            const double behind = (double)(depth - layer) * width + 1;
            assert_true(fabs(got[v] - behind / width) <= 1e-10 * behind / width);
        }
    }
}

/* Lists of many entries: from one end to the other by m vertices, of which the even ones are on a shortest path. */
static void hubs(void **unused)
{
    const int32_t m = test_sized(100000, 3000);
    const tropic_index ends[] = {0, m + 1};
    tropic_bc_options options = weighted_from(ends, 2);
    test_graph g = test_empty(m + 2, m + 2);
    g.count = 4 * (int64_t)m;
    g.row = realloc(g.row, (size_t)g.count * sizeof *g.row);
    g.col = realloc(g.col, (size_t)g.count * sizeof *g.col);
    g.weight = realloc(g.weight, (size_t)g.count * sizeof *g.weight);
    assert_true(g.row && g.col && g.weight);
    for (int32_t k = 0; k < 4 * m; k++) {
        const int32_t v = 1 + k / 4, end = k & 1 ? m + 1 : 0;
        g.row[k] = k & 2 ? v : end;
        g.col[k] = k & 2 ? end : v;
        g.weight[k] = end == 0 ? 1 + v % 2 : 2;
    }
    run_fixture f = run_open("hubs", &g, TROPIC_UINT32);
    double *got = run_centralities(&f, &options, NULL);
    for (int32_t v = 1; v <= m; v++)
        if (!(fabs(got[v] - (v % 2 ? 0 : 2. / (m / 2))) <= 1e-10 / m)) fail_msg("vertex %d: got %.17g", v, got[v]);
    assert_true(got[0] == 0 && got[m + 1] == 0);
    free(got);
    run_fixture_free(&f);
    /* A star by its leaves. */
    g = test_star(m);
    weighted_weigh(&g, 3, 4, 1);
    f = run_open("star", &g, TROPIC_INT64);
    options = weighted_from((const tropic_index[]){1, 0}, 2);
    got = run_centralities(&f, &options, NULL);
    assert_true(got[0] == m - 1);
    for (int32_t v = 1; v <= m; v++) assert_true(got[v] == 0);
    free(got);
    run_fixture_free(&f);
}

static void long_path(void **unused)
{
    const int32_t n = test_sized(100000, 2000);
    const tropic_index sources[] = {0};
    const tropic_bc_options options = weighted_from(sources, 1);
    tropic_run_report report = {.size = sizeof report};
    test_graph g = test_path(n);
    weighted_weigh(&g, 1, 4, 1);
    OWNED(run_fixture) f = run_open("path", &g, TROPIC_INT32);
    OWNED_MEMORY double *got = run_centralities(&f, &options, &report);
    assert_int_equal(report.levels, n);
    for (int32_t v = 1; v < n; v++) assert_true(got[v] == n - 1 - v);
    assert_true(got[0] == 0);
}

static void empty(void **unused)
{
    for (tropic_index n = 0; n <= 4; n++)
        for (int loop = 0; loop < 2 && loop <= n; loop++) {
            test_graph g = test_random_graph(1, n ? n : 1, n ? n : 1, loop);
            tropic_bc_options options = weighted_from((const tropic_index[]){0}, 0);
            g.rows = g.cols = n;
            if (loop) g.col[0] = g.row[0];
            if (loop) weighted_change(&g, 1, 3);
            OWNED(run_fixture) f = run_open("no arcs", &g, loop ? TROPIC_FP64 : TROPIC_BOOL);
            for (int all = 0; all < 2; all++) {
                double *got = run_centralities(&f, &options, NULL);
                for (tropic_index v = 0; v < n; v++) assert_true(got[v] == 0);
                free(got);
                options.sources = NULL;
            }
        }
}

/* Two chains of the same lengths in different orders, one length far below the rounding error of their sums, join
 * where they begin and end: from either end, the other is reached by both. */
static void long_chains(void **unused)
{
    enum { LENGTHS = 1000 };
    static const tropic_index ends[] = {0, LENGTHS};
    for (uint64_t seed = 1; seed <= (uint64_t)test_sized(20, 2); seed++)
        for (int t = 0; t < 2; t++) {
            const tropic_bc_options options = {
                .size = sizeof options, .weighted = true, .sources = ends, .source_count = 2};
            OWNED_MEMORY int32_t *order = test_permutation_of(seed, LENGTHS);
            test_graph g = test_cycle(2 * LENGTHS);
            OWNED_MEMORY double *got = NULL;
            double lengths[LENGTHS];
            uint64_t state = seed;
            for (int k = 0; k < LENGTHS; k++) lengths[k] = (float)pow(10, test_below(&state, 1000000) * 1e-6 - .5);
            lengths[LENGTHS / 2] = t ? 1.2345678e-4f : 1.2345678901234567e-13;
            weighted_weigh(&g, 1, 1, 1);
            for (int64_t e = 0; e < g.count; e++) {
                const int32_t low = g.row[e] < g.col[e] ? g.row[e] : g.col[e];
                const int32_t edge = low == 0 && g.row[e] + g.col[e] > 1 ? 2 * LENGTHS - 1 : low;
                g.weight[e] = lengths[edge < LENGTHS ? edge : order[edge - LENGTHS]];
            }
            OWNED(run_fixture) f = run_open("long chains", &g, t ? TROPIC_FP32 : TROPIC_FP64);
            got = run_centralities(&f, &options, NULL);
            for (int side = -1; side <= 1; side += 2)
                for (int end = 0; end < 2; end++)
                    assert_true(got[(ends[end] + side + 2 * LENGTHS) % (2 * LENGTHS)] == LENGTHS - 1);
        }
}

int main(void)
{
    test_need_device();
    reference_set_threads(1); /* graphs are small */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand), cmocka_unit_test(random_graphs), cmocka_unit_test(spread_lengths),
        cmocka_unit_test(layers),  cmocka_unit_test(hubs),          cmocka_unit_test(long_path),
        cmocka_unit_test(empty),   cmocka_unit_test(long_chains),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
