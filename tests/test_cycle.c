/* SPDX-License-Identifier: Apache-2.0
 *
 * Cycles, by what defines them and against depth-first searches; and that orders and colours are there if they are not.
 */
#include "tests/context.h"
#include "tests/failing.h"
#include "tests/fixtures.h"
#include "tests/graphs.h"

#include "reference/reference.h"

/* Some kind of result, on `n` vertices; free() the values. */
typedef struct found {
    tropic_status status;
    int32_t *values, *other;
    tropic_cycle_report report;
} found;

static void found_free(found *f)
{
    free(f->values);
    free(f->other);
}

static void check_by_reference(const char *name, const reference_result *r)
{
    char message[REFERENCE_MESSAGE];
    if (reference_table.find(name)->check(r, message, sizeof message) != REFERENCE_MATCH)
        fail_msg("%s: %s", name, message);
}

static found order_of(tropic_context *c, const test_graph *G)
{
    OWNED(tropic_matrix) *A = test_matrix_of(c, G, TROPIC_BOOL, NULL);
    OWNED(tropic_vector) *order = NULL, *level = NULL;
    found f = {.values = test_room(G->rows, sizeof *f.values), .other = test_room(G->rows, sizeof *f.other)};
    assert_ok(c, tropic_vector_create(&order, c, TROPIC_INT32, G->rows));
    assert_ok(c, tropic_vector_create(&level, c, TROPIC_INT32, G->rows));
    f.status = tropic_topological(order, level, A, NULL);
    if (f.status != TROPIC_OK) return f;
    assert_ok(c, tropic_vector_get_dense(order, f.values, NULL));
    assert_ok(c, tropic_vector_get_dense(level, f.other, NULL));
    check_by_reference("topological", &(const reference_result){.values = {order, level}, .A = A, .context = c});
    return f;
}

static found cycle_of(tropic_context *c, const test_graph *G, tropic_cycle_kind kind)
{
    found f = {.values = test_room(G->rows, sizeof *f.values), .report = {.size = sizeof f.report}};
    const tropic_cycle_options options = {.size = sizeof options, .kind = kind, .report = &f.report};
    OWNED(tropic_matrix) *A = test_matrix_of(c, G, TROPIC_BOOL, NULL);
    OWNED(tropic_vector) *next = NULL;
    assert_ok(c, tropic_vector_create(&next, c, TROPIC_INT32, G->rows));
    assert_ok(c, tropic_cycle(next, c, A, &options, NULL));
    assert_ok(c, tropic_vector_get_dense(next, f.values, NULL));
    check_by_reference("cycles",
                       &(const reference_result){.values = {next}, .A = A, .context = c, .options = &options});
    return f;
}

static found colors_of(tropic_context *c, const test_graph *G)
{
    found f = {.values = test_room(G->rows, sizeof *f.values)};
    OWNED(tropic_matrix) *A = test_matrix_of(c, G, TROPIC_BOOL, NULL);
    OWNED(tropic_vector) *color = NULL;
    assert_ok(c, tropic_vector_create(&color, c, TROPIC_INT32, G->rows));
    f.status = tropic_bipartite(color, A, NULL);
    if (f.status != TROPIC_OK) return f;
    assert_ok(c, tropic_vector_get_dense(color, f.values, NULL));
    check_by_reference("bipartite", &(const reference_result){.values = {color}, .A = A, .context = c});
    return f;
}

/* All results on G agree with each other. */
static void check_all(const test_graph *G)
{
    OWNED(found) order = order_of(context, G), colors = colors_of(context, G);
    OWNED(found) directed = cycle_of(context, G, TROPIC_CYCLE_DIRECTED);
    OWNED(found) undirected = cycle_of(context, G, TROPIC_CYCLE_UNDIRECTED);
    OWNED(found) odd = cycle_of(context, G, TROPIC_CYCLE_ODD);
    assert_int_equal(order.status, directed.report.length > 0 ? TROPIC_INVALID_ARGUMENT : TROPIC_OK);
    assert_int_equal(colors.status, odd.report.length > 0 ? TROPIC_INVALID_ARGUMENT : TROPIC_OK);
    if (odd.report.length > 0) assert_true(undirected.report.length > 0);
    assert_int_equal(odd.report.length == 0, odd.report.first < 0);
}

static void equal_the_definitions(void **unused)
{
    test_graph G[] = {test_empty(0, 0),
                      test_empty(1, 1),
                      test_empty(2, 2),
                      test_path(2),
                      test_empty(5, 5),
                      test_star(test_sized(100000, 5000)),
                      test_path(test_sized(100000, 5000)),
                      test_directed_path(test_sized(100000, 5000)),
                      test_cycle(1001),
                      test_cycle(1000),
                      test_grid(40, 50),
                      test_tree(3000),
                      test_layers(50, 20),
                      test_complete(40),
                      test_disconnected(7, 5),
                      test_disconnected(7, 6)};
    for (size_t k = 0; k < sizeof G / sizeof *G; k++) {
        check_all(&G[k]);
        test_graph_free(&G[k]);
    }
}

/* From graphs of few arcs, which have cycles or have none, to those of many; with loops and duplicates. */
static void random_graphs(void **unused)
{
    for (uint64_t seed = 0; seed < 200; seed++) {
        const int32_t n = 1 + (int32_t)(seed * 7 % 40);
        test_graph G = test_random_graph(seed, n, n, (int64_t)(seed % 8) * n / 4);
        check_all(&G);
        test_make_acyclic(&G); /* of its arcs; duplicates stay */
        check_all(&G);
        OWNED(found) acyclic = order_of(context, &G);
        assert_int_equal(acyclic.status, TROPIC_OK);
        test_graph_free(&G);
    }
}

/* 5 -> 4 -> 3 -> 2 -> 1 -> 5 with a way across, 3 -> 5; 0 leads there, 6 leads from there. */
static void a_cycle_by_hand(void **unused)
{
    tropic_index row[] = {5, 4, 3, 2, 1, 3, 0, 1}, col[] = {4, 3, 2, 1, 5, 5, 5, 6};
    const test_graph G = {.rows = 7, .cols = 7, .count = 8, .row = row, .col = col};
    const int32_t around[] = {-1, 5, 1, 2, 3, 4, -1}, triangle[] = {-1, -1, -1, 4, 5, 3, -1};
    OWNED(found) directed = cycle_of(context, &G, TROPIC_CYCLE_DIRECTED);
    OWNED(found) undirected = cycle_of(context, &G, TROPIC_CYCLE_UNDIRECTED);
    assert_memory_equal(directed.values, around, sizeof around); /* the shortest through 1 */
    assert_int_equal(directed.report.first, 1);
    assert_int_equal(directed.report.length, 5);
    assert_memory_equal(undirected.values, triangle, sizeof triangle);
    assert_int_equal(undirected.report.length, 3);
}

/* A loop, an edge both ways, a square. */
static void kinds_of_cycles(void **unused)
{
    static const struct {
        int32_t count;
        tropic_index row[4], col[4];
        int32_t length[3]; /* by kind */
    } cases[] = {{1, {1}, {1}, {1, 1, 1}},
                 {2, {0, 1}, {1, 0}, {2, 0, 0}},
                 {4, {0, 1, 2, 3}, {1, 2, 3, 0}, {4, 4, 0}},
                 {4, {0, 1, 3, 0}, {1, 2, 2, 3}, {0, 4, 0}},
                 {3, {0, 1, 0}, {1, 2, 2}, {0, 3, 3}}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        for (int kind = 0; kind < 3; kind++) {
            const test_graph G = {.rows = 4,
                                  .cols = 4,
                                  .count = cases[k].count,
                                  .row = (int32_t *)cases[k].row,
                                  .col = (int32_t *)cases[k].col};
            OWNED(found) f = cycle_of(context, &G, (tropic_cycle_kind)kind);
            assert_int_equal(f.report.length, cases[k].length[kind]);
        }
}

/* Is this `next` of A refused by the check? */
static void refused(const tropic_matrix *A, tropic_cycle_kind kind, const int32_t *next)
{
    char message[REFERENCE_MESSAGE];
    const tropic_cycle_options options = {.size = sizeof options, .kind = kind};
    OWNED(tropic_vector) *v = NULL;
    assert_ok(context, tropic_vector_create(&v, context, TROPIC_INT32, tropic_matrix_rows(A)));
    assert_ok(context, tropic_vector_put_dense(v, next, NULL));
    const reference_result r = {.values = {v}, .A = A, .context = context, .options = &options};
    assert_int_equal(reference_table.find("cycles")->check(&r, message, sizeof message), REFERENCE_MISMATCH);
}

/* 0 -> 1 -> 2 -> 3 -> 0, and 0 -> 2. */
static void wrong_results_are_found(void **unused)
{
    tropic_index row[] = {0, 1, 2, 3, 0}, col[] = {1, 2, 3, 0, 2};
    const test_graph G = {.rows = 4, .cols = 4, .count = 5, .row = row, .col = col};
    OWNED(tropic_matrix) *A = test_matrix_of(context, &G, TROPIC_BOOL, NULL);
    refused(A, TROPIC_CYCLE_DIRECTED, (const int32_t[]){-1, -1, -1, -1});
    refused(A, TROPIC_CYCLE_UNDIRECTED, (const int32_t[]){-1, -1, -1, -1});
    refused(A, TROPIC_CYCLE_ODD, (const int32_t[]){-1, -1, -1, -1});
    refused(A, TROPIC_CYCLE_DIRECTED, (const int32_t[]){1, 2, 0, -1});    /* there is no 2 -> 0 */
    refused(A, TROPIC_CYCLE_UNDIRECTED, (const int32_t[]){1, 0, -1, -1}); /* an edge */
    refused(A, TROPIC_CYCLE_ODD, (const int32_t[]){1, 2, 3, 0});          /* four of them */
    refused(A, TROPIC_CYCLE_DIRECTED, (const int32_t[]){1, 2, 3, 9});
    refused(A, TROPIC_CYCLE_DIRECTED, (const int32_t[]){1, 2, -1, -1}); /* no end */
    refused(A, TROPIC_CYCLE_DIRECTED, (const int32_t[]){2, 2, 3, 0});   /* and 1 beside it */
}

/* A directed path is closed, and opened again. */
static void updates_are_seen(void **unused)
{
    OWNED(test_graph) G = test_directed_path(5);
    OWNED(tropic_matrix) *A = test_matrix_of(context, &G, TROPIC_BOOL, NULL);
    tropic_cycle_report report = {.size = sizeof report};
    const tropic_cycle_options options = {.size = sizeof options, .report = &report};
    assert_ok(context, tropic_matrix_set(A, context, 3, 1, NULL));
    assert_ok(context, tropic_cycle(NULL, context, A, &options, NULL));
    assert_int_equal(report.first, 1);
    assert_int_equal(report.length, 3);
    assert_ok(context, tropic_matrix_remove(A, context, 1, 2));
    assert_ok(context, tropic_cycle(NULL, context, A, &options, NULL));
    assert_int_equal(report.first, -1);
    assert_int_equal(report.length, 0);
}

static void threads_change_nothing(void **unused)
{
    static const int threads[] = {1, 2, 7};
    const int32_t n = test_sized(60000, 4000);
    OWNED(test_graph) G = test_random_graph(31, n, n, 5 * (int64_t)n);
    for (int kind = 0; kind < 3; kind++) {
        OWNED(found) cycle = cycle_of(context, &G, (tropic_cycle_kind)kind);
        for (size_t t = 0; t < sizeof threads / sizeof *threads; t++) {
            const tropic_context_options options = {
                .size = sizeof options, .device = TROPIC_DEVICE_CPU, .threads = threads[t]};
            OWNED(tropic_context) *c = NULL;
            assert_int_equal(tropic_context_create(&c, &options), TROPIC_OK);
            for (int run = 0; run < 3; run++) {
                OWNED(found) same = cycle_of(c, &G, (tropic_cycle_kind)kind);
                assert_memory_equal(same.values, cycle.values, (size_t)n * sizeof *same.values);
            }
        }
    }
}

static void bad_arguments_are_refused(void **unused)
{
    tropic_cycle_report told = {.size = 3};
    const tropic_cycle_options no_kind = {.size = sizeof no_kind, .kind = (tropic_cycle_kind)3};
    const tropic_cycle_options unsized = {.size = sizeof unsized, .report = &told};
    OWNED(tropic_matrix) *A = test_path_matrix(context, 5), *wide = NULL;
    OWNED(tropic_vector) *next = NULL, *narrow = NULL, *real = NULL;
    assert_ok(context, tropic_matrix_create(&wide, context, TROPIC_BOOL, 5, 6));
    assert_ok(context, tropic_vector_create(&next, context, TROPIC_INT32, 5));
    assert_ok(context, tropic_vector_create(&narrow, context, TROPIC_INT32, 4));
    assert_ok(context, tropic_vector_create(&real, context, TROPIC_FP64, 5));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_cycle(next, context, NULL, NULL, NULL));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_cycle(next, context, A, &no_kind, NULL));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_cycle(next, context, A, &unsized, NULL));
    assert_status(context, TROPIC_DIMENSION_MISMATCH, tropic_cycle(next, context, wide, NULL, NULL));
    assert_status(context, TROPIC_DIMENSION_MISMATCH, tropic_cycle(narrow, context, A, NULL, NULL));
    assert_status(context, TROPIC_TYPE_MISMATCH, tropic_cycle(real, context, A, NULL, NULL));
    assert_int_equal(tropic_cycle(next, NULL, A, NULL, NULL), TROPIC_INVALID_ARGUMENT);
    assert_ok(context, tropic_cycle(NULL, context, A, NULL, NULL)); /* its report alone */
}

static tropic_status search_all(tropic_context *c, test_failing_objects *o)
{
    tropic_status status = TROPIC_OK;
    for (int kind = 0; kind < 3 && status == TROPIC_OK; kind++) {
        const tropic_cycle_options options = {.size = sizeof options, .kind = (tropic_cycle_kind)kind};
        status = tropic_cycle(NULL, c, o->A, &options, NULL);
    }
    return status;
}

static void allocations_that_fail_are_told(void **unused)
{
    static const test_failing_case cycles = {"cycles", test_failing_make_matrix, search_all, TROPIC_STRATEGY_AUTO};
    assert_true(test_failing_run(&test_failing_host, &cycles) > 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_the_definitions),
        cmocka_unit_test(random_graphs),
        cmocka_unit_test(a_cycle_by_hand),
        cmocka_unit_test(kinds_of_cycles),
        cmocka_unit_test(wrong_results_are_found),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(updates_are_seen),
        cmocka_unit_test(bad_arguments_are_refused),
        cmocka_unit_test(allocations_that_fail_are_told),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, context_open, context_close);
}
