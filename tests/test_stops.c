/* SPDX-License-Identifier: Apache-2.0
 *
 * Runs that end early, at targets or at a depth. Their results equal those of a full run, as far as they go, and
 * they go far enough. Several sources at once.
 */
#include "tests/context.h"
#include "tests/fixtures.h"

enum { MAX_TARGETS = 4 };

static tropic_matrix *A;
static tropic_index n;
static tropic_vector *value, *parent; /* levels or distances */

static void open_graph(test_graph g, tropic_type type)
{
    n = g.rows;
    A = test_matrix_of(context, &g, type, NULL);
    test_graph_free(&g);
}

static void make_results(tropic_type type)
{
    value = test_vector_of(context, type, n, NULL);
    parent = test_vector_of(context, TROPIC_INT32, n, NULL);
}

static void close_graph(void)
{
    tropic_vector_free(&value);
    tropic_vector_free(&parent);
    tropic_matrix_free(&A);
}

/* Parents of reached vertices: their arcs make up the difference (length 1 in a search). */
static void check_tree(const double *found, bool search, tropic_index source)
{
    OWNED_MEMORY int32_t *tree = test_values_of(context, parent);
    const tropic_offset *offsets;
    const tropic_index *ids;
    const void *values;
    const tropic_type type = tropic_matrix_type(A);
    assert_ok(context, tropic_matrix_csr(A, context, &offsets, &ids, &values));
    assert_int_equal(tree[source], source);
    for (tropic_index v = 0; v < n; v++) {
        bool tight = v == source || isinf(found[v]);
        if (isinf(found[v])) assert_int_equal(tree[v], -1);
        if (tight) continue;
        assert_in_range(tree[v], 0, n - 1);
        for (tropic_offset k = offsets[tree[v]]; k < offsets[tree[v] + 1]; k++) {
            const double w = search || !values ? 1 : (double)test_value_load(type, values, k);
            tight = tight || (ids[k] == v && found[tree[v]] + w == found[v]);
        }
        if (!tight) fail_msg("vertex %d: no arc from its parent %d", v, tree[v]);
    }
}

/* Random targets, of which some may be one vertex, and the largest of their values in a full run. */
static tropic_index draw(uint64_t *seed, tropic_index *targets, const double *full, double *last)
{
    const tropic_index count = 1 + test_below(seed, MAX_TARGETS);
    *last = 0;
    for (tropic_index k = 0; k < count; k++) {
        targets[k] = test_below(seed, n);
        if (!(full[targets[k]] <= *last)) *last = full[targets[k]];
    }
    return count;
}

static tropic_run_options options_of(int strategy, const tropic_index *targets, tropic_index count)
{
    return (tropic_run_options){.size = sizeof(tropic_run_options),
                                .strategy = (tropic_strategy)strategy,
                                .targets = targets,
                                .target_count = count};
}

/* Exactly the levels up to `last` are there. */
static void check_levels(const double *full, double last, tropic_index source, const tropic_run_report *report)
{
    OWNED_MEMORY double *found = test_numbers_of(context, value);
    double deepest = 0;
    int64_t reached = 0;
    for (tropic_index v = 0; v < n; v++) {
        const double expected = full[v] <= last ? full[v] : (double)INFINITY;
        if (!(found[v] == expected)) fail_msg("vertex %d: expected level %g, got %g", v, expected, found[v]);
        reached += isfinite(expected);
        if (isfinite(expected) && expected > deepest) deepest = expected;
    }
    check_tree(found, true, source);
    assert_int_equal(report->reached, reached);
    assert_int_equal(report->settled, reached);
    assert_int_equal(report->levels, (int64_t)deepest + 1);
}

static test_graph kind(int k)
{
    switch (k) {
    case 0: return test_grid(15, 17);
    case 1: return test_random_graph(31, 300, 300, 900);
    case 2: return test_random_graph(32, 200, 200, 220); /* mostly unreached */
    case 3: return test_kronecker(33, 9, 8);
    case 4: return test_path(60);
    case 5: return test_random_graph(34, 1, 1, 2); /* a loop */
    case 6: return test_empty(5, 5);
    default: return test_empty(1, 1);
    }
}
#define KINDS 8

static void test_searches(void **unused)
{
    uint64_t seed = 41;
    for (int k = 0; k < KINDS; k++) {
        open_graph(kind(k), TROPIC_BOOL);
        make_results(TROPIC_INT32);
        for (int round = 0; round < test_sized(6, 1); round++) {
            const tropic_index source = test_below(&seed, n);
            tropic_index targets[MAX_TARGETS], depth = 1 + test_below(&seed, 6);
            OWNED_MEMORY double *full = NULL;
            double last;
            assert_ok(context, tropic_bfs(value, NULL, A, source, NULL, NULL));
            full = test_numbers_of(context, value);
            const tropic_index count = draw(&seed, targets, full, &last);
            for (int s = 0; s < TROPIC_STRATEGIES; s++) {
                tropic_run_options options = options_of(s, targets, count);
                tropic_run_report report = {.size = sizeof report};
                if (!test_tries(s, n + source)) continue;
                options.queue = (tropic_queue)(round % TROPIC_QUEUES);
                assert_ok(context, tropic_bfs(value, parent, A, source, &options, &report));
                check_levels(full, last, source, &report);
                options.depth = depth;
                assert_ok(context, tropic_bfs(value, parent, A, source, &options, &report));
                check_levels(full, last < depth ? last : depth, source, &report);
                options.target_count = 0;
                assert_ok(context, tropic_bfs(value, parent, A, source, &options, &report));
                check_levels(full, depth, source, &report);
            }
        }
        close_graph();
    }
}

/* Every value that is there is right, and all vertices nearer than the last target are there. */
static void check_distances(const double *full, double last, tropic_index source, const tropic_run_report *report)
{
    OWNED_MEMORY double *found = test_numbers_of(context, value);
    int64_t settled = 0;
    for (tropic_index v = 0; v < n; v++) {
        const bool there = found[v] == full[v];
        if (!there && !(isinf(found[v]) && full[v] > last))
            fail_msg("vertex %d: expected distance %g, got %g", v, full[v], found[v]);
        settled += isfinite(found[v]);
    }
    check_tree(found, false, source);
    assert_int_equal(report->settled, settled);
    assert_true(report->reached >= settled);
}

static void check_paths(test_graph g, tropic_type type, uint64_t seed)
{
    int64_t early = 0;
    open_graph(g, type);
    make_results(type == TROPIC_FP64 ? TROPIC_FP64 : TROPIC_INT64);
    for (int round = 0; round < test_sized(6, 1); round++) {
        const tropic_index source = test_below(&seed, n);
        tropic_index targets[MAX_TARGETS];
        OWNED_MEMORY double *full = NULL;
        double last;
        assert_ok(context, tropic_sssp(value, NULL, A, source, NULL, NULL));
        full = test_numbers_of(context, value);
        const tropic_index count = draw(&seed, targets, full, &last);
        for (int s = 0; s < TROPIC_STRATEGIES; s++) {
            const tropic_run_options options = options_of(s, targets, count);
            tropic_run_report report = {.size = sizeof report};
            if (!test_tries(s, n + source)) continue;
            assert_ok(context, tropic_sssp(value, parent, A, source, &options, &report));
            check_distances(full, last, source, &report);
            early += report.settled < report.reached;
        }
    }
    /* (From one source, as in the small size, a GPU's bucket may have the last targets and all the rest.) */
    if (n > 1000 && (test_device() == TROPIC_DEVICE_CPU || test_sized(1, 0))) assert_true(early > 0);
    close_graph();
}

static void test_paths(void **unused)
{
    for (int k = 0; k < KINDS; k++)
        for (int t = 0; t < 3; t++) {
            test_graph g = kind(k);
            if (t > 0) test_weigh(&g, 51, 0, 40, t == 2 ? 4 : 1);
            check_paths(g, t == 2 ? TROPIC_FP64 : TROPIC_INT32, 52 + (uint64_t)k);
        }
    /* Large enough for several buckets. */
    test_graph g = test_grid(test_sized(120, 40), 100);
    test_weigh(&g, 53, 1, 1000, 1);
    check_paths(g, TROPIC_INT32, 54);
}

/* Where weights are negative, targets are not looked at. */
static void test_negative(void **unused)
{
    const tropic_index target = 1;
    tropic_run_options options = options_of(0, &target, 1);
    tropic_run_report report = {.size = sizeof report};
    test_graph g = test_random_graph(61, 80, 80, 300);
    test_make_acyclic(&g);
    test_weigh(&g, 62, -5, 20, 1);
    open_graph(g, TROPIC_INT32);
    make_results(TROPIC_INT64);
    assert_ok(context, tropic_sssp(value, NULL, A, 0, NULL, NULL));
    double *full = test_numbers_of(context, value);
    assert_ok(context, tropic_sssp(value, parent, A, 0, &options, &report));
    double *found = test_numbers_of(context, value);
    assert_memory_equal(found, full, (size_t)n * sizeof *full);
    assert_int_equal(report.settled, report.reached);
    free(full);
    free(found);
    close_graph();
}

/* On a reproducible context parents are the smallest. */
static void test_smallest_parents(void **unused)
{
    const tropic_context_options wanted = {.size = sizeof wanted, .device = test_device(), .reproducible = true};
    tropic_context *before = context;
    assert_ok(NULL, tropic_context_create(&context, &wanted));
    for (int k = 0; k < KINDS; k++) {
        open_graph(kind(k), TROPIC_BOOL);
        make_results(TROPIC_INT32);
        const tropic_offset *offsets;
        const tropic_index *ids;
        assert_ok(context, tropic_bfs(value, parent, A, n / 2, NULL, NULL));
        double *level = test_numbers_of(context, value);
        int32_t *tree = test_values_of(context, parent);
        assert_ok(context, tropic_matrix_csc(A, context, &offsets, &ids, NULL));
        for (tropic_index v = 0; v < n; v++) {
            int32_t expected = v == n / 2 ? v : -1;
            for (tropic_offset e = offsets[v]; e < offsets[v + 1] && expected < 0; e++)
                if (isfinite(level[v]) && level[ids[e]] + 1 == level[v]) expected = ids[e];
            assert_int_equal(tree[v], expected);
        }
        free(level);
        free(tree);
        close_graph();
    }
    tropic_context_free(&context);
    context = before;
}

/* Each source's run ends at the target, with a potential (the same everywhere) or without. */
static void check_early_batch(tropic_vector *block, const tropic_index *sources, tropic_index count, const double *all)
{
    const tropic_index target = 5;
    tropic_run_options options = options_of(0, &target, 1);
    assert_ok(context, tropic_vector_fill(value, &(int64_t){0}));
    for (int way = 0; way < 2; way++) {
        options.potential = way ? value : NULL;
        assert_ok(context, tropic_sssp_batch(block, A, sources, count, &options, NULL));
        OWNED_MEMORY double *some = test_numbers_of(context, block);
        for (tropic_index k = 0; k < n * count; k++)
            if (!(some[k] == all[k])) assert_true(isinf(some[k]) && all[k] > all[target * count + k % count]);
    }
}

static void test_batch(void **unused)
{
    const tropic_index sources[] = {3, 0, 7, 3}, count = 4;
    for (int t = 0; t < 2; t++) {
        test_graph g = test_random_graph(71, 90, 90, 400);
        const tropic_type type = t ? TROPIC_FP64 : TROPIC_INT64;
        tropic_vector *block = NULL;
        tropic_run_report report = {.size = sizeof report}, one = {.size = sizeof one};
        int64_t arcs = 0;
        test_weigh(&g, 72, 0, 50, 2);
        open_graph(g, t ? TROPIC_FP64 : TROPIC_INT32);
        make_results(type);
        assert_ok(context, tropic_vector_create_block(&block, context, type, n, count));
        assert_ok(context, tropic_sssp_batch(block, A, sources, count, NULL, &report));
        double *all = test_numbers_of(context, block);
        for (tropic_index c = 0; c < count; c++) {
            assert_ok(context, tropic_sssp(value, NULL, A, sources[c], NULL, &one));
            OWNED_MEMORY double *found = test_numbers_of(context, value);
            for (tropic_index v = 0; v < n; v++) assert_true(all[v * count + c] == found[v]);
            arcs += one.reached_arcs;
        }
        assert_int_equal(report.reached, one.reached);
        assert_int_equal(report.reached_arcs, arcs);
        check_early_batch(block, sources, count, all);
        free(all);
        assert_int_equal(tropic_sssp_batch(NULL, A, sources, count, NULL, NULL), TROPIC_INVALID_ARGUMENT);
        assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_sssp_batch(block, A, NULL, count, NULL, NULL));
        assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_sssp_batch(block, A, sources, 0, NULL, NULL));
        assert_status(context, TROPIC_DIMENSION_MISMATCH, tropic_sssp_batch(block, A, sources, 2, NULL, NULL));
        assert_status(context, TROPIC_DIMENSION_MISMATCH, tropic_sssp_batch(value, A, sources, count, NULL, NULL));
        assert_status(context, TROPIC_INDEX_OUT_OF_RANGE, tropic_sssp_batch(block, A, &n, 1, NULL, NULL));
        tropic_vector_free(&block);
        close_graph();
    }
}

static void test_refused(void **unused)
{
    const tropic_index targets[] = {0, 5}, below[] = {-1};
    open_graph(test_path(5), TROPIC_BOOL);
    make_results(TROPIC_INT32);
    tropic_vector *distance = test_vector_of(context, TROPIC_INT64, n, NULL);
#define refused(status, ...)                                                                                           \
    do {                                                                                                               \
        const tropic_run_options options = {.size = sizeof options, __VA_ARGS__};                                      \
        assert_status(context, TROPIC_##status, tropic_bfs(value, parent, A, 0, &options, NULL));                      \
        assert_status(context, TROPIC_##status, tropic_sssp(distance, parent, A, 0, &options, NULL));                  \
        assert_int_equal(tropic_vector_count(value), 0);                                                               \
        assert_int_equal(tropic_vector_count(distance), 0);                                                            \
    } while (0)
    refused(INDEX_OUT_OF_RANGE, .targets = targets, .target_count = 2);
    refused(INDEX_OUT_OF_RANGE, .targets = below, .target_count = 1);
    refused(INVALID_ARGUMENT, .targets = targets, .target_count = -1);
    refused(INVALID_ARGUMENT, .target_count = 1);
    refused(INVALID_ARGUMENT, .depth = -1);
    refused(INVALID_ARGUMENT, .queue = (tropic_queue)TROPIC_QUEUES);
    const tropic_run_options deep = {.size = sizeof deep, .depth = 1};
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_sssp(distance, NULL, A, 0, &deep, NULL));
    /* No target is none, with a list or without. */
    const tropic_run_options none = {.size = sizeof none, .targets = targets};
    assert_ok(context, tropic_bfs(value, parent, A, 0, &none, NULL));
    assert_int_equal(tropic_vector_count(value), n);
    tropic_vector_free(&distance);
    close_graph();
}

static bool cancel_at_once(double done, void *user)
{
    return false;
}

static void test_cancelled(void **unused)
{
    const tropic_context_options wanted = {.size = sizeof wanted, .device = test_device(), .progress = cancel_at_once};
    const tropic_index target = 40;
    const tropic_run_options options = options_of(0, &target, 1);
    tropic_context *before = context;
    assert_ok(NULL, tropic_context_create(&context, &wanted));
    open_graph(test_path(60), TROPIC_BOOL);
    make_results(TROPIC_INT32);
    assert_status(context, TROPIC_CANCELLED, tropic_bfs(value, parent, A, 0, &options, NULL));
    assert_int_equal(tropic_vector_count(value), 0);
    close_graph();
    tropic_context_free(&context);
    context = before;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_searches),         cmocka_unit_test(test_paths), cmocka_unit_test(test_negative),
        cmocka_unit_test(test_smallest_parents), cmocka_unit_test(test_batch), cmocka_unit_test(test_refused),
        cmocka_unit_test(test_cancelled),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, context_open, context_close);
}
