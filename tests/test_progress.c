/* SPDX-License-Identifier: Apache-2.0
 *
 * Progress and cancelling of the algorithms.
 */
#include "tests/graphs.h"
#include "tests/vertex_algorithms.h"

typedef struct watch {
    int calls, stop_at; /* 0: never */
    double done;
} watch;

static bool look(double done, void *user)
{
    watch *w = user;
    assert_true(done >= w->done && done <= 1);
    w->done = done;
    return ++w->calls != w->stop_at;
}

typedef tropic_status algorithm(tropic_vector *result, tropic_vector *parent, const tropic_matrix *A);
static tropic_status search(tropic_vector *result, tropic_vector *parent, const tropic_matrix *A)
{
    return tropic_bfs(result, parent, A, 0, NULL, NULL);
}
static tropic_status distances(tropic_vector *result, tropic_vector *parent, const tropic_matrix *A)
{
    return tropic_sssp(result, parent, A, 0, NULL, NULL);
}
static tropic_status betweenness(tropic_vector *result, tropic_vector *parent, const tropic_matrix *A)
{
    const tropic_index sources[] = {0, 1};
    tropic_bc_options options = {.size = sizeof options, .sources = sources, .source_count = 2};
    return tropic_bc(result, A, &options, NULL);
}

/* Reported progress never falls; a run that is stopped at any call leaves its results alone. */
static void watch_algorithm(algorithm *run, tropic_type type, const test_graph *g, bool weighed)
{
    const int tried = test_sized(40, 4);
    watch w = {0};
    tropic_context_options options = {
        .size = sizeof options, .device = test_device(), .progress = look, .progress_user = &w};
    OWNED(tropic_context) *watched = NULL;
    OWNED(tropic_matrix) *A = NULL;
    OWNED(tropic_vector) *result = NULL, *parent = NULL;
    int calls;
    if (tropic_context_create(&watched, &options) != TROPIC_OK) fail_msg("no context");
    assert_ok(watched, tropic_matrix_from_coo(&A, watched, g->rows, g->cols, g->count, g->row, g->col,
                                              weighed ? TROPIC_FP64 : TROPIC_BOOL, weighed ? g->weight : NULL, NULL));
    assert_ok(watched, tropic_vector_create(&result, watched, type, g->rows));
    assert_ok(watched, tropic_vector_create(&parent, watched, TROPIC_INT32, g->rows));
    assert_ok(watched, run(result, parent, A));
    calls = w.calls;
    assert_true(calls > 0);
    for (int k = 1; k <= calls; k += calls / tried + 1) {
        assert_ok(watched, tropic_vector_clear(result));
        assert_ok(watched, tropic_vector_clear(parent));
        w = (watch){.stop_at = k};
        const tropic_status status = run(result, parent, A);
        /* Threads that use each other's distances at once may take fewer steps than before. */
        if (w.calls < k) assert_ok(watched, status);
        if (w.calls < k) continue;
        assert_int_equal(status, TROPIC_CANCELLED);
        assert_int_equal(w.calls, k);
        assert_int_equal(tropic_vector_count(result), 0);
        assert_int_equal(tropic_vector_count(parent), 0);
    }
    w = (watch){0};
    assert_ok(watched, run(result, parent, A));
}

static void test_progress(void **unused)
{
    const int32_t n = test_sized(5000, 100);
    OWNED(test_graph) negative;
    test_graph path = test_path(n);
    test_weigh(&path, 1, 0, 9, 2);
    watch_algorithm(search, TROPIC_INT32, &path, false);
    watch_algorithm(distances, TROPIC_INT64, &path, false);
    watch_algorithm(distances, TROPIC_FP64, &path, true);
    watch_algorithm(betweenness, TROPIC_FP64, &path, false);
    test_graph_free(&path);
    negative = test_directed_path(n);
    test_weigh(&negative, 1, -4, 4, 1);
    watch_algorithm(distances, TROPIC_FP64, &negative, true);
}

static void assert_untouched(const vertex_algorithm *a, tropic_context *of, const vertex_results *r, tropic_index n)
{
    assert_null(r->made);
    for (int k = 0; k < a->vectors; k++) {
        OWNED_MEMORY double *values = test_numbers_of(of, r->v[k]);
        assert_int_equal(tropic_vector_count(r->v[k]), n);
        for (tropic_index v = 0; v < n; v++) assert_true(values[v] == 7);
    }
}

/* A call that is stopped at any of its questions leaves its results as they were. It asks so often at least. */
static void cancel_one(const vertex_algorithm *a, const test_graph *g, int asks)
{
    const int tried = test_sized(20, 3);
    watch w = {0};
    const tropic_context_options options = {
        .size = sizeof options, .device = test_device(), .threads = 2, .progress = look, .progress_user = &w};
    OWNED(tropic_context) *watched = NULL;
    OWNED(tropic_matrix) *A = NULL;
    int calls;
    assert_ok(NULL, tropic_context_create(&watched, &options));
    A = test_matrix_of(watched, g, TROPIC_FP64, NULL);
    for (int round = 0; round < 2; round++) { /* the second finds what A keeps from the first */
        OWNED(vertex_results) r = vertex_results_of(watched, a, g->rows);
        w = (watch){0};
        assert_ok(watched, a->run(&r, watched, A));
    }
    calls = w.calls;
    if (calls < asks) fail_msg("%s asks %d times, not %d", a->name, calls, asks);
    for (int k = 1; k <= calls; k += calls / tried + 1) {
        OWNED(vertex_results) r = vertex_results_of(watched, a, g->rows);
        w = (watch){.stop_at = k};
        const tropic_status status = a->run(&r, watched, A);
        if (status == TROPIC_OK && w.calls < k) continue; /* (threads may take fewer steps) */
        if (status != TROPIC_CANCELLED || w.calls != k) fail_msg("%s: goes on after question %d", a->name, k);
        assert_untouched(a, watched, &r, g->rows);
    }
}

static void all_can_be_cancelled(void **unused)
{
    for (int a = 0; a < VERTEX_ALGORITHMS; a++) {
        const vertex_graph kind = vertex_algorithms[a].graph;
        OWNED(test_graph)
        g = kind >= UNDIRECTED ? test_random_undirected(3, 300, 1500) : test_random_graph(3, 300, 300, 1500);
        vertex_make_kind(&g, kind);
        cancel_one(&vertex_algorithms[a], &g, 1);
    }
}

/* Arcs 0 -> 1 -> ... -> n-1, and -> 0 if it is closed; both arcs of each, if `both`. */
static test_graph long_way(int32_t n, bool closed, bool both)
{
    test_graph g = both ? test_path(n) : test_directed_path(closed ? n + 1 : n);
    if (closed) {
        g.rows = g.cols = n;
        for (int64_t k = 0; k < g.count; k++) g.col[k] %= n;
    }
    return g;
}

/* Loops over many vertices, of which a CPU looks at one after another: they ask on the way. */
static void long_loops_ask(void **unused)
{
    static const struct {
        const char *name;
        bool closed, both;
        int32_t n;
        int asks;
    } loops[] = {{"weak", false, true, (1 << 20) + 9, 4}, {"core", false, true, 1 << 18, 2},
                 {"rich_club", false, true, 1 << 18, 1},  {"topological", false, false, 1 << 18, 4},
                 {"cycle", true, false, 1 << 18, 9},      {"cycle_edges", false, true, 1 << 18, 4},
                 {"cycle_odd", false, true, 1 << 18, 4},  {"bipartite", false, true, 1 << 18, 4},
                 {"truss", false, true, 1 << 18, 4},      {"strong", true, false, 1 << 18, 4}};
    const bool quick = test_sized(1, 0) && !test_addresses_sanitized() && !test_threads_sanitized();
    for (size_t k = 0; k < sizeof loops / sizeof *loops; k++) {
        OWNED(test_graph) g = long_way(quick ? loops[k].n : 1000, loops[k].closed, loops[k].both);
        for (int a = 0; a < VERTEX_ALGORITHMS; a++)
            if (strcmp(vertex_algorithms[a].name, loops[k].name) == 0) {
                cancel_one(&vertex_algorithms[a], &g, quick && test_device() == TROPIC_DEVICE_CPU ? loops[k].asks : 1);
                break;
            }
    }
}

int main(void)
{
    test_need_device();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_progress),
        cmocka_unit_test(all_can_be_cancelled),
        cmocka_unit_test(long_loops_ask),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
