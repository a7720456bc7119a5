/* SPDX-License-Identifier: Apache-2.0
 *
 * Progress and cancelling of the algorithms.
 */
#include "tests/common.h"
#include "tests/graphs.h"

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

int main(void)
{
    test_need_device();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_progress),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
