/* SPDX-License-Identifier: Apache-2.0
 *
 * Checks runs of the three algorithms by every strategy.
 */
#include "tests/algorithm_checks.h"

run_fixture run_open(const char *name, test_graph *g, tropic_type type)
{
    run_fixture f = {.name = name, .context = test_context(), .n = g->rows, .exact = true};
    f.A = test_matrix_of(f.context, g, type, NULL);
    assert_true(oracle_graph_from_entries(&f.oracle, g->rows, g->cols, g->count, g->row, g->col, g->weight));
    test_graph_free(g);
    return f;
}

run_fixture run_open_file(tropic_context *context, const char *path, tropic_matrix *A)
{
    const tropic_type type = tropic_matrix_type(A);
    run_fixture f = {.name = path, .context = context, .n = tropic_matrix_rows(A), .A = A};
    f.exact = type != TROPIC_FP32 && type != TROPIC_FP64;
    assert_true(oracle_graph_from_matrix(&f.oracle, A, context));
    return f;
}

void run_fixture_free(run_fixture *f)
{
    tropic_matrix_free(&f->A);
    oracle_graph_free(&f->oracle);
    tropic_context_free(&f->context);
}

static void *values_of(const run_fixture *f, const tropic_vector *v)
{
    assert_int_equal(tropic_vector_count(v), f->n);
    return test_values_of(f->context, v);
}

double *run_centralities(const run_fixture *f, const tropic_bc_options *options, tropic_run_report *report)
{
    return test_centralities(f->context, f->A, TROPIC_FP64, options, TROPIC_OK, report);
}

/* Levels times entries that a strategy may walk: some tenths of a second. */
#define MAX_WORK 300000000
/* Graphs up to this size are checked by GraphBLAS after every strategy. */
#define SMALL 300

static bool affords(const run_fixture *f, int strategy, int64_t depth)
{
    bool fits;
    if (strategy == TROPIC_STRATEGY_AUTO || strategy == TROPIC_STRATEGY_CSR_PUSH) return true;
    fits = (depth + 1) * (f->oracle.offset[f->n] + f->n) <= MAX_WORK;
    assert_true(fits || f->n > SMALL);
    return fits;
}

static int64_t depth_from(const run_fixture *f, int64_t source)
{
    OWNED_MEMORY int64_t *level = test_room(f->n, sizeof *level);
    int64_t deepest = 0;
    assert_true(oracle_bfs(&f->oracle, source, level));
    for (tropic_index v = 0; v < f->n; v++)
        if (level[v] > deepest) deepest = level[v];
    return deepest;
}

static bool asks_graphblas(const run_fixture *f, int strategy)
{
    return !f->alone && (strategy == TROPIC_STRATEGY_AUTO || f->n <= SMALL);
}

#define differs(f, strategy, v, ...)                                                                                   \
    do {                                                                                                               \
        char differs_text[256];                                                                                        \
        snprintf(differs_text, sizeof differs_text, __VA_ARGS__);                                                      \
        fail_msg("%s by %s: vertex %d: %s", (f)->name, tropic_strategy_name((tropic_strategy)(strategy)), (int)(v),    \
                 differs_text);                                                                                        \
    } while (0)

static void assert_verdict(const run_fixture *f, int strategy, reference_verdict verdict, const char *message)
{
    if (verdict == REFERENCE_MATCH) {
        assert_string_equal(message, "");
        return;
    }
    fail_msg("%s by %s: GraphBLAS: %s", f->name, tropic_strategy_name((tropic_strategy)strategy), message);
}

/* Vertices that are reached, and arcs that leave them; met[v]: is v one? */
static void check_report(const run_fixture *f, const tropic_run_report *report, const bool *met)
{
    int64_t reached = 0, arcs = 0;
    for (tropic_index v = 0; v < f->n; v++) {
        if (!met[v]) continue;
        reached++;
        arcs += f->oracle.offset[v + 1] - f->oracle.offset[v];
    }
    assert_int_equal(report->reached, reached);
    assert_int_equal(report->settled, reached);
    assert_int_equal(report->reached_arcs, arcs);
    assert_true(report->seconds > 0 && report->run_seconds >= 0);
    assert_true(report->run_seconds <= report->seconds);
    assert_non_null(report->phase[0].name);
}

/* Parents one level nearer, along arcs; the source's is itself, and unreached vertices have none. */
static void check_parents(const run_fixture *f, int strategy, tropic_index source, const int64_t *level,
                          const tropic_index *parent)
{
    OWNED_MEMORY bool *held = test_room(f->n, sizeof *held);
    held[source] = parent[source] == source;
    for (tropic_index u = 0; u < f->n; u++)
        for (int64_t k = f->oracle.offset[u]; k < f->oracle.offset[u + 1]; k++) {
            const int64_t v = f->oracle.target[k];
            if (v != source && parent[v] == u && level[u] >= 0 && level[v] == level[u] + 1) held[v] = true;
        }
    for (tropic_index v = 0; v < f->n; v++)
        if (level[v] < 0 ? parent[v] != -1 : !held[v])
            differs(f, strategy, v, "level %d, and parent %d", (int)level[v], parent[v]);
}

void run_check_bfs(const run_fixture *f, tropic_index source)
{
    OWNED_MEMORY int64_t *expected = test_room(f->n, sizeof *expected);
    char message[REFERENCE_MESSAGE] = "?";
    assert_true(oracle_bfs(&f->oracle, source, expected));
    OWNED_MEMORY bool *met = test_room(f->n, sizeof *met);
    for (tropic_index v = 0; v < f->n; v++) met[v] = expected[v] >= 0;
    int64_t depth = depth_from(f, source);
    OWNED(tropic_vector) *level = test_vector_of(f->context, TROPIC_INT32, f->n, NULL),
                         *parent = test_vector_of(f->context, TROPIC_INT32, f->n, NULL);
    for (int strategy = 0; strategy < TROPIC_STRATEGIES; strategy++) {
        const tropic_run_options options = {.size = sizeof options, .strategy = (tropic_strategy)strategy};
        tropic_run_report report = {.size = sizeof report};
        if (!affords(f, strategy, depth) || !test_tries(strategy, f->n + source)) continue;
        assert_ok(f->context, tropic_bfs(level, parent, f->A, source, &options, &report));
        OWNED_MEMORY int32_t *got = values_of(f, level);
        OWNED_MEMORY tropic_index *tree = values_of(f, parent);
        for (tropic_index v = 0; v < f->n; v++) {
            if (got[v] != expected[v]) differs(f, strategy, v, "expected level %d, got %d", (int)expected[v], got[v]);
        }
        check_parents(f, strategy, source, expected, tree);
        check_report(f, &report, met);
        if (asks_graphblas(f, strategy))
            assert_verdict(f, strategy,
                           reference_verify_bfs(level, parent, f->A, f->context, source, message, sizeof message),
                           message);
        /* Without parents and a report. */
        assert_ok(f->context, tropic_bfs(level, NULL, f->A, source, &options, NULL));
        OWNED_MEMORY int32_t *again = values_of(f, level);
        assert_memory_equal(again, got, (size_t)f->n * sizeof *got);
    }
}

/* -- shortest paths ---------------------------------------------------------------------------- */

/* The relative error of a path of n sums: some ulps. */
static double tolerance_of(const run_fixture *f)
{
    if (f->exact) return 0;
    return tropic_matrix_type(f->A) == TROPIC_FP32 ? 1e-5 : 1e-12;
}

/* Distances as long double, INFINITY where unreached. */
static long double *distances_of(const run_fixture *f, const tropic_vector *v)
{
    OWNED_MEMORY void *raw = values_of(f, v);
    long double *distance = test_room(f->n, sizeof *distance);
    for (tropic_index k = 0; k < f->n; k++) distance[k] = test_distance_load(tropic_vector_type(v), raw, k);
    return distance;
}

static bool is_near(long double got, long double expected, double tolerance)
{
    if (isinf(expected) || isinf(got)) return got == expected;
    return fabsl(got - expected) <= (long double)tolerance * fmaxl(1, fabsl(expected));
}

static void check_distances(const run_fixture *f, int strategy, const long double *got, const long double *expected)
{
    double tolerance = tolerance_of(f);
    for (tropic_index v = 0; v < f->n; v++)
        if (!is_near(got[v], expected[v], tolerance))
            differs(f, strategy, v, "expected distance %.17Lg, got %.17Lg", expected[v], got[v]);
    /* d(v) <= d(u) + w */
    for (tropic_index u = 0; u < f->n; u++)
        for (int64_t k = f->oracle.offset[u]; k < f->oracle.offset[u + 1]; k++) {
            long double through = got[u] + f->oracle.weight[k];
            long double slack = isinf(through) ? 0 : (long double)tolerance * fabsl(through);
            if (!(got[f->oracle.target[k]] <= through + slack))
                differs(f, strategy, f->oracle.target[k], "an arc from %d is shorter", (int)u);
        }
}

static bool has_negative(const oracle_graph *G)
{
    for (int64_t k = 0; k < G->offset[G->rows]; k++)
        if (G->weight[k] < 0) return true;
    return false;
}

void run_check_sssp(const run_fixture *f, tropic_index source)
{
    long double *expected = test_room(f->n, sizeof *expected);
    char message[REFERENCE_MESSAGE] = "?";
    bool cycle = false, negative = has_negative(&f->oracle);
    assert_true(negative ? oracle_bellman_ford(&f->oracle, source, expected, &cycle)
                         : oracle_dijkstra(&f->oracle, source, expected));
    OWNED_MEMORY bool *met = test_room(f->n, sizeof *met);
    for (tropic_index v = 0; v < f->n; v++) met[v] = !isinf(expected[v]);
    tropic_type type = tropic_matrix_type(f->A);
    if (type != TROPIC_FP32 && type != TROPIC_FP64) type = TROPIC_INT64;
    int64_t depth = depth_from(f, source);
    OWNED(tropic_vector) *distance = test_vector_of(f->context, type, f->n, NULL),
                         *parent = test_vector_of(f->context, TROPIC_INT32, f->n, NULL);
    for (int strategy = 0; strategy < TROPIC_STRATEGIES; strategy++) {
        const tropic_run_options options = {.size = sizeof options, .strategy = (tropic_strategy)strategy};
        tropic_run_report report = {.size = sizeof report};
        if (!affords(f, strategy, depth) || !test_tries(strategy, f->n + source)) continue;
        if (cycle) {
            assert_status(f->context, TROPIC_NEGATIVE_CYCLE,
                          tropic_sssp(distance, parent, f->A, source, &options, &report));
            assert_int_equal(tropic_vector_count(distance), 0);
            continue;
        }
        assert_ok(f->context, tropic_sssp(distance, parent, f->A, source, &options, &report));
        long double *got = distances_of(f, distance);
        check_distances(f, strategy, got, expected);
        check_report(f, &report, met);
        if (asks_graphblas(f, strategy))
            assert_verdict(f, strategy,
                           reference_verify_sssp(distance, parent, f->A, f->context, source,
                                                 negative ? tolerance_of(f) : 0, message, sizeof message),
                           message);
        assert_ok(f->context, tropic_sssp(distance, NULL, f->A, source, &options, NULL));
        long double *again = distances_of(f, distance);
        for (tropic_index v = 0; v < f->n; v++) assert_true(again[v] == got[v]);
        free(again);
        free(got);
    }
    free(expected);
}

/* -- betweenness ------------------------------------------------------------------------------- */

/* The ways to centralities: by each strategy, and by each method but AUTO, which the first is. */
#define WAYS (TROPIC_STRATEGIES + TROPIC_BC_METHODS - 1)

/* Takes a way into the options; the strategy that it is most like, for messages and costs. */
static int take_way(int way, tropic_bc_options *options)
{
    options->strategy = way < TROPIC_STRATEGIES ? (tropic_strategy)way : TROPIC_STRATEGY_AUTO;
    if (way < TROPIC_STRATEGIES) return way;
    options->method = (tropic_bc_method)(way - TROPIC_STRATEGIES + 1);
    return options->method == TROPIC_BC_BATCHED ? TROPIC_STRATEGY_COOC_SCALAR : TROPIC_STRATEGY_CSR_PUSH;
}

/* A path's ends: of each source as many as others are reached, and of each of these. */
static void add_ends(const run_fixture *f, const int64_t *sources, tropic_index count, long double *centrality)
{
    OWNED_MEMORY int64_t *level = test_room(f->n, sizeof *level);
    for (tropic_index k = 0; k < count; k++) {
        assert_true(oracle_bfs(&f->oracle, sources[k], level));
        for (tropic_index v = 0; v < f->n; v++)
            if (level[v] > 0) {
                centrality[v]++;
                centrality[sources[k]]++;
            }
    }
}

static long double *expected_centrality(const run_fixture *f, const tropic_bc_options *options)
{
    const tropic_bc_options none = {.size = sizeof none};
    if (!options) options = &none;
    tropic_index count = options->sources ? options->source_count : f->n;
    OWNED_MEMORY int64_t *sources = test_room(count, sizeof *sources);
    long double *centrality = test_room(f->n, sizeof *centrality), n = f->n, factor = 1;
    for (tropic_index k = 0; k < count; k++) sources[k] = options->sources ? options->sources[k] : k;
    assert_true(oracle_brandes(&f->oracle, sources, count, centrality));
    for (tropic_index v = 0; v < f->n && !options->sources; v++)
        assert_true(centrality[v] >= 0 && centrality[v] <= (n - 1) * (n - 2));
    if (options->endpoints) add_ends(f, sources, count, centrality);
    if (options->normalize == TROPIC_NORMALIZE_PAIRS) factor = 0.5L;
    if (options->normalize == TROPIC_NORMALIZE_FULL && options->endpoints && f->n > 1)
        factor /= n * (n - 1);
    else if (options->normalize == TROPIC_NORMALIZE_FULL && f->n > 2)
        factor /= (n - 1) * (n - 2);
    if (options->sources && options->extrapolate) factor *= n / count;
    for (tropic_index v = 0; v < f->n; v++) centrality[v] *= factor;
    return centrality;
}

static void check_centrality(const run_fixture *f, int strategy, const tropic_vector *centrality,
                             const long double *expected)
{
    const tropic_type type = tropic_vector_type(centrality);
    long double tolerance = type == TROPIC_FP32 ? 1e-6L : 1e-11L;
    OWNED_MEMORY void *values = values_of(f, centrality);
    for (tropic_index v = 0; v < f->n; v++) {
        long double got = test_value_load(type, values, v);
        if (!(got >= 0 && fabsl(got - expected[v]) <= tolerance * expected[v]))
            differs(f, strategy, v, "expected centrality %.17Lg, got %.17Lg", expected[v], got);
    }
}

void run_check_bc(const run_fixture *f, const tropic_bc_options *given)
{
    long double *expected = expected_centrality(f, given);
    char message[REFERENCE_MESSAGE] = "?";
    int64_t depth = 0;
    for (tropic_index k = 0; given && k < given->source_count; k++) {
        int64_t deep = depth_from(f, given->sources[k]);
        if (deep > depth) depth = deep;
    }
    for (int way = 0; way < WAYS; way++) {
        tropic_bc_options options = {.size = sizeof options};
        if (given) options = *given;
        const int strategy = take_way(way, &options);
        if (!affords(f, strategy, depth) || !test_tries(strategy, f->n + (given ? given->source_count : 0))) continue;
        tropic_run_report report = {.size = sizeof report};
        OWNED(tropic_vector) *centrality = test_vector_of(f->context, way % 2 ? TROPIC_FP32 : TROPIC_FP64, f->n, NULL);
        assert_ok(f->context, tropic_bc(centrality, f->A, &options, &report));
        check_centrality(f, strategy, centrality, expected);
        if (asks_graphblas(f, strategy))
            assert_verdict(f, strategy,
                           reference_verify_bc(centrality, f->A, f->context, &options, 0, message, sizeof message),
                           message);
    }
    free(expected);
}

void run_check_exact(const run_fixture *f, tropic_index source)
{
    const int64_t depth = depth_from(f, source);
    long double *expected = test_room(f->n, sizeof *expected);
    assert_true(oracle_exact(&f->oracle, source, expected));
    for (int way = 0; way < WAYS; way++) {
        tropic_bc_options options = {.size = sizeof options, .sources = &source, .source_count = 1};
        const int strategy = take_way(way, &options);
        /* Only products take a strategy. */
        if (options.method == TROPIC_BC_PRODUCTS) continue;
        if (!test_tries(strategy, f->n + source) || !affords(f, strategy, depth)) continue;
        for (int single = 0; single < 2; single++) {
            OWNED(tropic_vector) *centrality =
                test_vector_of(f->context, single ? TROPIC_FP32 : TROPIC_FP64, f->n, NULL);
            assert_ok(f->context, tropic_bc(centrality, f->A, &options, NULL));
            check_centrality(f, strategy, centrality, expected);
        }
    }
    free(expected);
}

void run_check_all(const run_fixture *f)
{
    /* The first, the last and one between; betweenness from all while that takes no time. */
    const tropic_index sources[] = {0, f->n / 3, f->n - 1};
    const int count = test_sized(3, 1);
    for (int k = 0; k < count && f->n > 0; k++) {
        run_check_bfs(f, sources[k]);
        run_check_sssp(f, sources[k]);
    }
    /* (No source twice.) */
    tropic_bc_options options = {
        .size = sizeof options, .sources = sources, .source_count = f->n < 4 ? 1 : count, .endpoints = f->n % 2 != 0};
    if (f->n > 0) run_check_bc(f, &options);
    if (f->n <= test_sized(SMALL, 5)) run_check_bc(f, NULL);
}

void run_check_graph(const char *name, test_graph g, tropic_type type)
{
    OWNED(run_fixture) f = run_open(name, &g, type);
    run_check_all(&f);
}
