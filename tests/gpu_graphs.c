/* SPDX-License-Identifier: Apache-2.0
 *
 * The GPU against the CPU, bit by bit, on graphs that take its ways apart: hubs that are split over
 * blocks, frontiers that go from narrow to wide and back, searches of many levels.
 */
#include "tests/fixtures.h"

typedef struct pair {
    const char *name;
    tropic_context *cpu, *gpu, *fixed; /* the first and the last are reproducible */
    tropic_matrix *A;                  /* shared */
    tropic_index n;
} pair;

static void pair_open(pair *p, const char *name, test_graph *graph, tropic_type type)
{
    tropic_context_options options = {.size = sizeof options, .device = TROPIC_DEVICE_CPU, .reproducible = true};
    const tropic_build_options build = {.size = sizeof build, .duplicates = TROPIC_DUPLICATES_MIN};
    *p = (pair){.name = name, .n = graph->rows, .gpu = test_context()};
    assert_int_equal(tropic_context_create(&p->cpu, &options), TROPIC_OK);
    options.device = TROPIC_DEVICE_CUDA;
    assert_int_equal(tropic_context_create(&p->fixed, &options), TROPIC_OK);
    p->A = test_matrix_of(p->cpu, graph, type, &build);
    test_graph_free(graph);
}

static void pair_free(pair *p)
{
    tropic_matrix_free(&p->A);
    tropic_context_free(&p->cpu);
    tropic_context_free(&p->gpu);
    tropic_context_free(&p->fixed);
}

typedef enum what { BFS, SSSP, BC } what;
static const char *const WHAT[] = {"bfs", "sssp", "bc"};

/* Runs on one device; values of the result, and int32 parents behind them. The caller frees. */
static char *run(const pair *p, tropic_context *context, what algorithm, tropic_strategy strategy, tropic_index source,
                 size_t *size, tropic_run_report *report)
{
    const tropic_run_options options = {.size = sizeof options, .strategy = strategy};
    const tropic_bc_options bc = {.size = sizeof bc, .strategy = strategy, .sources = &source, .source_count = 1};
    const tropic_type weights = tropic_matrix_type(p->A);
    const tropic_type type = algorithm == BFS            ? TROPIC_INT32
                             : algorithm == BC           ? TROPIC_FP64
                             : test_is_floating(weights) ? weights
                                                         : TROPIC_INT64;
    const size_t bytes = (size_t)p->n * tropic_type_size(type);
    OWNED(tropic_vector) *result = NULL, *parent = NULL;
    char *out = calloc(1, bytes + (size_t)p->n * sizeof(int32_t));
    *size = bytes;
    report->size = sizeof *report;
    assert_ok(context, tropic_vector_create(&result, context, type, p->n));
    assert_ok(context, tropic_vector_create(&parent, context, TROPIC_INT32, p->n));
    if (algorithm == BFS)
        assert_ok(context, tropic_bfs(result, parent, p->A, source, &options, report));
    else if (algorithm == SSSP)
        assert_ok(context, tropic_sssp(result, parent, p->A, source, &options, report));
    else
        assert_ok(context, tropic_bc(result, p->A, &bc, report));
    assert_ok(context, tropic_vector_get_dense(result, out, NULL));
    if (algorithm != BC) {
        assert_ok(context, tropic_vector_get_dense(parent, out + bytes, NULL));
        *size += (size_t)p->n * sizeof(int32_t);
    }
    return out;
}

/* Levels, distances, parents: equal by any strategy, a search's parents on a reproducible context. Centralities: equal
 * where both sum in list order, close otherwise. */
static void compare(const pair *p, what algorithm, tropic_index source, bool every_strategy)
{
    const tropic_strategy reference = algorithm == BC ? TROPIC_STRATEGY_CSC_SCALAR : TROPIC_STRATEGY_AUTO;
    tropic_run_report expected = {0}, report = {0};
    size_t size;
    OWNED_MEMORY char *right = run(p, p->cpu, algorithm, reference, source, &size, &expected);
    for (int s = 0; s < TROPIC_STRATEGIES; s++) {
        OWNED_MEMORY char *found = NULL;
        if (!every_strategy && s != TROPIC_STRATEGY_AUTO && s != TROPIC_STRATEGY_CSR_PUSH) continue;
        if (!test_tries(s, p->n + source)) continue;
        found = run(p, p->gpu, algorithm, (tropic_strategy)s, source, &size, &report);
        if (algorithm == BFS) {
            if (memcmp(found, right, (size_t)p->n * sizeof(int32_t)) != 0)
                fail_msg("%s, bfs from %d by %s: other levels than the CPU's", p->name, source,
                         tropic_strategy_name((tropic_strategy)s));
            free(found);
            found = run(p, p->fixed, algorithm, (tropic_strategy)s, source, &size, &report);
        }
        if (algorithm == BC && s != TROPIC_STRATEGY_CSC_SCALAR) {
            for (tropic_index v = 0; v < p->n; v++)
                if (!test_close(((double *)(void *)found)[v], ((double *)(void *)right)[v], 1e-12))
                    fail_msg("%s, %s from %d by %s: vertex %d has %.17g, not %.17g", p->name, WHAT[algorithm], source,
                             tropic_strategy_name((tropic_strategy)s), v, ((double *)(void *)found)[v],
                             ((double *)(void *)right)[v]);
        } else if (memcmp(found, right, size) != 0) {
            fail_msg("%s, %s from %d by %s: not what the CPU says", p->name, WHAT[algorithm], source,
                     tropic_strategy_name((tropic_strategy)s));
        }
        assert_int_equal(report.reached, expected.reached);
        assert_int_equal(report.reached_arcs, expected.reached_arcs);
        if (algorithm != SSSP) assert_int_equal(report.levels, expected.levels);
    }
}

static void compare_all(pair *p, tropic_index source, bool every_strategy)
{
    compare(p, BFS, source, every_strategy);
    compare(p, SSSP, source, every_strategy);
    compare(p, BC, source, every_strategy);
}

/* The centre's list is cut into items, 490 of them, or summed by one block. */
static void stars(void **state)
{
    const int32_t leaves[] = {test_sized(1000000, 62500), 2049, 2048, 2047, 5000};
    const int count = test_sized((int32_t)(sizeof leaves / sizeof *leaves), 2);
    for (int k = 0; k < count; k++) {
        test_graph graph = test_star(leaves[k]);
        OWNED(pair) p;
        test_weigh(&graph, (uint64_t)k, 0, 20, 1);
        pair_open(&p, "star", &graph, TROPIC_INT32);
        compare_all(&p, 0, true);
        compare_all(&p, leaves[k] / 2, true);
    }
}

static void kronecker_graphs(void **state)
{
    enum { TYPES = 8, SIZES = 4 };
    static const tropic_type types[TYPES] = {TROPIC_INT32,  TROPIC_INT64,  TROPIC_FP32,  TROPIC_FP64,
                                             TROPIC_UINT32, TROPIC_UINT64, TROPIC_INT16, TROPIC_UINT16};
    for (int k = test_sized(0, 3); k < TYPES; k++) {
        const bool floating = types[k] == TROPIC_FP32 || types[k] == TROPIC_FP64;
        test_graph graph = test_kronecker((uint64_t)k, test_sized(10 + 2 * (k % SIZES), 9), 16);
        OWNED(pair) p;
        test_weigh(&graph, (uint64_t)k, 1, 255, floating ? 4 : 1);
        pair_open(&p, "kronecker", &graph, types[k]);
        compare_all(&p, 0, true);
        compare_all(&p, p.n / 3, true);
    }
}

static void random_graphs(void **state)
{
    uint64_t random = 7;
    for (int k = 0; k < test_sized(12, 2); k++) {
        const int32_t n = 1 + test_below(&random, test_sized(3000, 500));
        test_graph graph = test_random_graph((uint64_t)k, n, n, (int64_t)n * (1 + test_below(&random, 8)));
        OWNED(pair) p;
        if (k % 3 != 0) test_weigh(&graph, (uint64_t)k, 0, 3, 1); /* zeros: ties and cycles */
        pair_open(&p, "random", &graph, k % 2 ? TROPIC_INT32 : TROPIC_FP32);
        compare_all(&p, test_below(&random, n), true);
    }
}

/* Frontiers that stay narrow, in more levels than one look of the host takes. */
static void long_searches(void **state)
{
    test_graph graph = test_path(test_sized(150000, 300));
    pair p;
    pair_open(&p, "path", &graph, TROPIC_BOOL);
    compare(&p, BFS, 0, false);
    compare(&p, BFS, test_sized(70000, 100), false);
    pair_free(&p);

    graph = test_grid(test_sized(700, 10), test_sized(900, 30));
    test_weigh(&graph, 5, 1, 20, 1);
    pair_open(&p, "grid", &graph, TROPIC_INT32);
    compare(&p, BFS, 0, true);
    compare(&p, SSSP, p.n / 1400, false);
    pair_free(&p);

    graph = test_grid(test_sized(60, 12), test_sized(70, 14));
    pair_open(&p, "small grid", &graph, TROPIC_BOOL);
    compare_all(&p, 0, true);
    pair_free(&p);
}

/* Each level twice as wide as the one before, past every threshold, or half. */
static void frontiers_grow_and_shrink(void **state)
{
    test_graph graph = test_tree(test_sized(1 << 20, 1 << 16));
    OWNED(pair) p;
    test_weigh(&graph, 3, 1, 9, 1);
    pair_open(&p, "tree", &graph, TROPIC_INT64);
    compare_all(&p, 0, true);
    compare_all(&p, p.n - 1, true);
}

/* From run to run, where the context asks for it and where auto chooses. */
static void results_are_reproducible(void **state)
{
    test_graph graph = test_kronecker(9, test_sized(14, 9), 16);
    tropic_run_report report;
    size_t size;
    OWNED(pair) p;
    OWNED_MEMORY char *first = NULL;
    pair_open(&p, "kronecker", &graph, TROPIC_BOOL);
    first = run(&p, p.gpu, BC, TROPIC_STRATEGY_AUTO, 1, &size, &report);
    for (int k = 0; k < test_sized(5, 2); k++) {
        OWNED_MEMORY char *again = run(&p, p.gpu, BC, TROPIC_STRATEGY_AUTO, 1, &size, &report);
        assert_memory_equal(first, again, size);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stars),
        cmocka_unit_test(kronecker_graphs),
        cmocka_unit_test(random_graphs),
        cmocka_unit_test(long_searches),
        cmocka_unit_test(frontiers_grow_and_shrink),
        cmocka_unit_test(results_are_reproducible),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
