/* SPDX-License-Identifier: Apache-2.0
 *
 * Closeness from a sample with a bound for its error: the bound holds, and is told.
 */
#include "tests/context.h"
#include "tests/failing.h"
#include "tests/files.h"
#include "tests/fixtures.h"
#include "tests/graphs.h"

#include <math.h>
#include <unistd.h>

/* The same length both ways, of low .. high quarters, or 1. */
static void weigh_both_ways(test_graph *G, int32_t low, int32_t high)
{
    test_weigh(G, 1, low, high, 4);
    for (int64_t k = 0; k < G->count; k++) {
        const uint64_t i = (uint64_t)G->row[k], j = (uint64_t)G->col[k];
        const uint64_t hash = (i < j ? i * 7919 + j : j * 7919 + i) * 2654435761U;
        G->weight[k] = (double)(low + (int64_t)((hash >> 8) % (uint64_t)(high - low + 1))) / 4;
    }
    test_deduplicate(G);
}

static tropic_status call(tropic_context *c, const tropic_matrix *A, tropic_closeness_options options,
                          tropic_closeness_report *report, double **values)
{
    OWNED(tropic_vector) *closeness = test_vector_of(c, TROPIC_FP64, tropic_matrix_rows(A), NULL);
    tropic_status status;
    options.size = sizeof options;
    options.report = report;
    *report = (tropic_closeness_report){.size = sizeof *report};
    status = tropic_closeness(closeness, A, &options, NULL);
    *values = status == TROPIC_OK || status == TROPIC_CANCELLED ? test_values_of(c, closeness) : NULL;
    return status;
}

static double *values_of(tropic_context *c, const tropic_matrix *A, tropic_closeness_options options,
                         tropic_closeness_report *report)
{
    double *values;
    assert_ok(c, call(c, A, options, report, &values));
    return values;
}

static double farthest_off(const double *got, const double *exact, tropic_index n)
{
    double most = 0;
    for (tropic_index v = 0; v < n; v++)
        if (!(fabs(got[v] - exact[v]) <= most)) most = fabs(got[v] - exact[v]);
    return most;
}

typedef struct tally {
    int runs, wrong, early, unmet;
} tally;

/* Runs that the error ends, and some that the number of sources does. */
static void check(const tropic_matrix *A, tropic_closeness_options options, double unit, tally *t)
{
    const tropic_index n = tropic_matrix_rows(A), some[] = {0, 64, n / 3};
    tropic_closeness_options exactly = options;
    tropic_closeness_report report;
    exactly.error = exactly.confidence = 0;
    OWNED_MEMORY double *exact = values_of(context, A, exactly, &report);
    for (int k = 0; k < 3; k++)
        for (uint64_t seed = 0; seed < (uint64_t)test_sized(8, 1); seed++) {
            options.samples = some[k] < n ? some[k] : 0;
            options.partial = options.samples == 0; /* (all vertices are no estimate) */
            options.seed = seed;
            OWNED_MEMORY double *got = values_of(context, A, options, &report);
            assert_true(report.error >= 0 && report.error <= 1);
            assert_true(report.sources <= (options.samples > 0 ? options.samples : n));
            if (report.error > options.error) {
                assert_true(options.samples > 0 && report.sources == options.samples);
                t->unmet++;
            }
            t->runs++;
            t->early += report.error > 0 && report.error <= options.error;
            t->wrong += !(farthest_off(got, exact, n) <= report.error * unit * (1 + 1e-9));
            if (report.sources == n) assert_true(report.error == 0 && farthest_off(got, exact, n) <= 1e-12 * unit);
        }
}

static void bounds_hold(void **unused)
{
    test_graph G[] = {test_random_undirected(1, 900, 4000),
                      test_kronecker(2, test_sized(10, 8), 16),
                      test_disconnected(9, test_sized(40, 4)),
                      test_random_undirected(3, test_sized(400, 40), test_sized(350, 35)),
                      test_grid(test_sized(12, 4), test_sized(40, 10)),
                      test_star(test_sized(500, 70)),
                      test_complete(test_sized(150, 30)),
                      test_path(test_sized(150, 70))};
    tally all = {0};
    for (size_t k = 0; k < sizeof G / sizeof *G; k++) {
        /* (By lengths a search from each source takes its turn.) */
        for (int weighted = 0; weighted <= (test_sized(0, G[k].rows) <= 40); weighted++) {
            const double unit = weighted ? 4. / 2 : 1;
            if (weighted) weigh_both_ways(&G[k], 2, 9);
            OWNED(tropic_matrix) *A = test_matrix_of(context, &G[k], weighted ? TROPIC_FP64 : TROPIC_BOOL, NULL);
            for (int kind = 0; kind < TROPIC_CLOSENESS_HARMONIC; kind++) {
                if (weighted && test_sized(kind, (int32_t)k % 2) != kind) continue;
                check(A,
                      (tropic_closeness_options){.kind = (tropic_closeness_kind)kind,
                                                 .weighted = weighted,
                                                 .outgoing = k % 2 == 1,
                                                 .error = 0.1,
                                                 .confidence = 0.5},
                      unit, &all);
            }
        }
        test_graph_free(&G[k]);
    }
    /* Half of them may be. */
    assert_true(2 * all.wrong <= all.runs);
    assert_true(all.early > 0 && all.unmet > 0);
}

/* Of all sources the result is exact, to the bit of whole numbers; and so it is for no vertices, one and two. */
static void all_sources_are_exact(void **unused)
{
    test_graph G[] = {test_empty(0, 0), test_empty(1, 1), test_empty(2, 2),        test_empty(70, 70), test_path(2),
                      test_path(3),     test_star(90),    test_disconnected(7, 5), test_grid(9, 20)};
    for (size_t k = 0; k < sizeof G / sizeof *G; k++) {
        OWNED(tropic_matrix) *A = test_matrix_of(context, &G[k], TROPIC_BOOL, NULL);
        for (int kind = 0; kind < TROPIC_CLOSENESS_HARMONIC; kind++) {
            tropic_closeness_options options = {.kind = (tropic_closeness_kind)kind};
            tropic_closeness_report report;
            OWNED_MEMORY double *exact = values_of(context, A, options, &report), *got = NULL;
            options.error = 1e-9;
            options.partial = true; /* by sources */
            got = values_of(context, A, options, &report);
            assert_true(report.error == 0);
            assert_memory_equal(got, exact, (size_t)G[k].rows * sizeof *exact);
        }
        test_graph_free(&G[k]);
    }
}

/* Where no fewer sources do, values are those of all vertices, to the bit; and after a checkpoint, too. Of more
 * vertices sources are drawn. */
static void all_vertices_if_that_is_sooner(void **unused)
{
    int left = -1;
    OWNED_MEMORY char *path = test_file_name("closeness_exact");
    OWNED(tropic_context) *c = test_stoppable(&left);
    OWNED(test_graph) G = test_random_undirected(8, test_sized(300, 40), test_sized(900, 120));
    OWNED(test_graph) many = test_grid(test_sized(60, 50), 60);
    OWNED(tropic_matrix) *B = test_matrix_of(c, &many, TROPIC_BOOL, NULL);
    tropic_closeness_report report;
    weigh_both_ways(&G, 2, 9);
    OWNED(tropic_matrix) *A = test_matrix_of(c, &G, TROPIC_FP64, NULL);
    for (int kind = 0; kind <= TROPIC_CLOSENESS_HARMONIC; kind++) {
        const bool weighted = kind > 0; /* in the order of the vertices, sums are the same */
        tropic_closeness_options options = {
            .kind = (tropic_closeness_kind)kind, .weighted = weighted, .outgoing = kind == 1};
        OWNED_MEMORY double *exact = values_of(c, A, options, &report), *got = NULL, *resumed = NULL;
        int stop = 0;
        options.error = 0.1;
        got = values_of(c, A, options, &report);
        assert_true(report.error == 0 && report.sources == G.rows);
        assert_memory_equal(got, exact, (size_t)G.rows * sizeof *exact);
        unlink(path);
        options.checkpoint = path;
        for (tropic_status status = TROPIC_CANCELLED; status != TROPIC_OK;) {
            free(resumed);
            left = stop += test_sized(60, 90);
            status = call(c, A, options, &report, &resumed);
            left = -1;
            if (status != TROPIC_OK) assert_int_equal(status, TROPIC_CANCELLED);
        }
        assert_true(report.error == 0 && report.sources == G.rows);
        assert_memory_equal(resumed, exact, (size_t)G.rows * sizeof *exact);
        unlink(path);
    }
    free(values_of(c, B, (tropic_closeness_options){.error = 0.2}, &report));
    assert_true(report.error > 0 && report.error <= 0.2 && report.sources < many.rows / 2);
}

/* Small components take no sources of the improved closeness; the classic one is in doubt where none was drawn. */
static void small_components(void **unused)
{
    const int32_t big = 3000, pairs = 40;
    OWNED(test_graph) G = test_random_undirected(4, big, 8 * big);
    G.rows = G.cols = big + 2 * pairs;
    for (int32_t k = 0; k < 2 * pairs; k++) { /* the first arcs become the pairs': two for each edge */
        G.row[k] = big + k;
        G.col[k] = big + (k ^ 1);
    }
    OWNED(tropic_matrix) *A = test_matrix_of(context, &G, TROPIC_BOOL, NULL);
    tropic_closeness_options options = {.error = 0.1, .samples = 1500};
    tropic_closeness_report report;
    free(values_of(context, A, options, &report));
    assert_true(report.error > 0 && report.error <= 0.1 && report.sources < 1500);
    options.kind = TROPIC_CLOSENESS_CLASSIC;
    free(values_of(context, A, options, &report));
    assert_true(report.error == 1 && report.sources == 1500);
}

/* Threads and devices give the same bits, after the same sources. */
static void bits_are_the_same(void **unused)
{
    OWNED(test_graph) G = test_kronecker(5, 10, 8);
    const tropic_closeness_options options = {.error = 0.2, .samples = G.rows - 1, .seed = 7};
    OWNED_MEMORY double *first = NULL;
    tropic_closeness_report told;
    for (int threads = 1; threads <= 7; threads += threads == 1 ? 1 : 5) {
        const tropic_context_options how = {.size = sizeof how, .device = test_device(), .threads = threads};
        OWNED(tropic_context) *c = NULL;
        tropic_closeness_report report;
        assert_int_equal(tropic_context_create(&c, &how), TROPIC_OK);
        OWNED(tropic_matrix) *A = test_matrix_of(c, &G, TROPIC_BOOL, NULL);
        OWNED_MEMORY double *values = values_of(c, A, options, &report);
        if (!first) {
            first = values;
            values = NULL;
            told = report;
            continue;
        }
        assert_memory_equal(values, first, (size_t)G.rows * sizeof *first);
        assert_true(report.error == told.error && report.sources == told.sources);
    }
}

/* A run that is cancelled and goes on has the bits, the sources and the error of one that is not. */
static void checkpoints_go_on(void **unused)
{
    int left = -1;
    OWNED_MEMORY char *path = test_file_name("closeness_error");
    OWNED(tropic_context) *c = test_stoppable(&left);
    OWNED(test_graph) G = test_random_undirected(6, test_sized(500, 50), test_sized(3000, 300));
    weigh_both_ways(&G, 3, 8);
    OWNED(tropic_matrix) *A = test_matrix_of(c, &G, TROPIC_FP32, NULL);
    for (int how = 0; how < 4; how++) {
        tropic_closeness_options options = {.weighted = how % 2 == 1,
                                            .kind = how / 2 ? TROPIC_CLOSENESS_CLASSIC : TROPIC_CLOSENESS_IMPROVED,
                                            .error = 0.2,
                                            .samples = G.rows * 4 / 5,
                                            .partial = how == 2};
        tropic_closeness_report told, report;
        OWNED_MEMORY double *whole = values_of(c, A, options, &told), *resumed = NULL;
        int breaks = 0;
        unlink(path);
        options.checkpoint = path;
        for (tropic_status status = TROPIC_CANCELLED; status != TROPIC_OK; breaks++) {
            free(resumed);
            left = test_sized(5, 20) * breaks;
            status = call(c, A, options, &report, &resumed);
            left = -1;
            if (status != TROPIC_OK) assert_int_equal(status, TROPIC_CANCELLED);
        }
        assert_memory_equal(resumed, whole, (size_t)G.rows * sizeof *whole);
        assert_true(report.sources == told.sources && report.error == told.error);
        options.kind = TROPIC_CLOSENESS_HARMONIC; /* another run: other squares */
        options.samples = 0;
        options.size = sizeof options;
        OWNED(tropic_vector) *closeness = test_vector_of(c, TROPIC_FP64, G.rows, NULL);
        assert_status(c, TROPIC_INVALID_ARGUMENT, tropic_closeness(closeness, A, &options, NULL));
        unlink(path);
    }
}

/* What is partial has the error of what is done. */
static void partial_results_tell_their_error(void **unused)
{
    int left = -1, some = 0;
    OWNED(tropic_context) *c = test_stoppable(&left);
    OWNED(test_graph) G = test_kronecker(2, test_sized(10, 8), 8);
    OWNED(tropic_matrix) *A = test_matrix_of(c, &G, TROPIC_BOOL, NULL);
    const tropic_closeness_options options = {.error = 0.01, .partial = true};
    tropic_closeness_report report;
    OWNED_MEMORY double *exact = values_of(c, A, (tropic_closeness_options){0}, &report);
    for (int stop = 0; stop < 100; stop += 9) {
        double *partial;
        left = stop;
        const tropic_status status = call(c, A, options, &report, &partial);
        left = -1;
        if (status == TROPIC_CANCELLED && report.sources > 0) {
            assert_true(farthest_off(partial, exact, G.rows) <= report.error);
            some++;
        }
        free(partial);
    }
    assert_true(some > 0);
}

/* Matrices without a bound, of which small ones are exact unless a part was asked for; and one that has no opposites of
 * its lengths, but of its arcs. */
static void unbounded_distances_are_refused(void **unused)
{
    const tropic_index tails[] = {0, 1, 1, 2}, heads[] = {1, 0, 2, 1};
    const double lengths[][4] = {{1, 2, 1, 1}, {1, 1, 0, 0}, {1, 1, INFINITY, INFINITY}, {1, 1, 2, 2}};
    tropic_closeness_options options = {.error = 0.5};
    tropic_closeness_report report;
    double *values;
    for (int k = 0; k < 4; k++) {
        OWNED(tropic_matrix) *A = NULL;
        assert_ok(context, tropic_matrix_from_coo(&A, context, 3, 3, 4, tails, heads, TROPIC_FP64, lengths[k], NULL));
        options.weighted = options.partial = true;
        assert_int_equal(call(context, A, options, &report, &values), k < 3 ? TROPIC_INVALID_ARGUMENT : TROPIC_OK);
        free(values);
        options.partial = false;
        assert_ok(context, call(context, A, options, &report, &values));
        assert_true(report.error <= (k < 3 ? 0 : options.error));
        free(values);
        options.weighted = false;
        assert_ok(context, call(context, A, options, &report, &values));
        free(values);
    }
    OWNED(test_graph) path = test_directed_path(9);
    OWNED(tropic_matrix) *A = test_matrix_of(context, &path, TROPIC_BOOL, NULL);
    options.partial = true;
    assert_status(context, TROPIC_INVALID_ARGUMENT, call(context, A, options, &report, &values));
    assert_non_null(strstr(tropic_context_error(context), "directed"));
    options.partial = false;
    assert_ok(context, call(context, A, options, &report, &values));
    assert_true(report.error == 0);
    free(values);
}

static void make_grid(tropic_context *c, test_failing_objects *o)
{
    OWNED(test_graph) G = test_grid(5, test_sized(6, 2));
    weigh_both_ways(&G, 4, 4);
    o->A = test_matrix_of(c, &G, TROPIC_FP64, NULL);
    assert_ok(c, tropic_vector_create(&o->v[0], c, TROPIC_FP64, G.rows));
}

static tropic_status by_levels(tropic_context *c, test_failing_objects *o)
{
    const tropic_closeness_options options = {.size = sizeof options, .error = 0.5};
    return tropic_closeness(o->v[0], o->A, &options, NULL);
}

static tropic_status by_lengths(tropic_context *c, test_failing_objects *o)
{
    const tropic_closeness_options options = {.size = sizeof options, .error = 0.5, .weighted = true};
    return tropic_closeness(o->v[0], o->A, &options, NULL);
}

static void allocations_that_fail_are_told(void **unused)
{
    static const test_failing_case cases[] = {{"closeness, error", make_grid, by_levels, TROPIC_STRATEGY_AUTO},
                                              {"closeness, lengths", make_grid, by_lengths, TROPIC_STRATEGY_AUTO}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        assert_true(test_failing_run(&test_failing_host, &cases[k]) > 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_hold),
        cmocka_unit_test(all_sources_are_exact),
        cmocka_unit_test(all_vertices_if_that_is_sooner),
        cmocka_unit_test(small_components),
        cmocka_unit_test(bits_are_the_same),
        cmocka_unit_test(checkpoints_go_on),
        cmocka_unit_test(partial_results_tell_their_error),
        cmocka_unit_test(unbounded_distances_are_refused),
        cmocka_unit_test(allocations_that_fail_are_told),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, context_open, context_close);
}
