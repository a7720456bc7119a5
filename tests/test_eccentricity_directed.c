/* SPDX-License-Identifier: Apache-2.0
 *
 * Eccentricities of directed graphs, whose bounds are those of strong components; and runs by bounds that go on from a
 * checkpoint.
 */
#include "tests/context.h"
#include "tests/failing.h"
#include "tests/files.h"
#include "tests/fixtures.h"
#include "tests/graphs.h"

#include "algorithms/tuning.h"
#include "reference/reference.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Eccentricities of all vertices or the diameter, checked; free() them. Those that are not there are 0. */
static int32_t *values_in(tropic_context *c, const tropic_matrix *A, bool diameter, tropic_eccentricity_report *told)
{
    char message[REFERENCE_MESSAGE];
    const tropic_eccentricity_options options = {.size = sizeof options, .diameter = diameter, .report = told};
    OWNED(tropic_vector) *values = test_vector_of(c, TROPIC_INT32, tropic_matrix_rows(A), NULL);
    reference_result r = {.A = A, .context = c, .options = &options};
    *told = (tropic_eccentricity_report){.size = sizeof *told};
    assert_ok(c, tropic_eccentricity(values, A, &options, NULL));
    r.values[0] = values;
    if (reference_table.find("eccentricity")->check(&r, message, sizeof message) != REFERENCE_MATCH)
        fail_msg("%s", message);
    return test_values_of(c, values);
}

/* Does each vertex reach all? */
static bool reach_all(const tropic_matrix *A)
{
    tropic_components_report told = {.size = sizeof told};
    const tropic_components_options options = {.size = sizeof options, .strong = true, .report = &told};
    OWNED(tropic_vector) *component = test_vector_of(context, TROPIC_INT32, tropic_matrix_rows(A), NULL);
    assert_ok(context, tropic_components(component, NULL, A, &options, NULL));
    return told.components <= 1;
}

static void check(const test_graph *G)
{
    OWNED(tropic_matrix) *A = test_matrix_of(context, G, TROPIC_BOOL, NULL);
    tropic_eccentricity_report all, one;
    free(values_in(context, A, true, &one));
    if (test_sized(0, G->rows % 2)) return; /* in the small size half of them */
    free(values_in(context, A, false, &all));
    assert_true(all.diameter == one.diameter && one.bound == one.diameter && one.radius == -1);
    assert_int_equal(all.known, G->rows);
    assert_true(all.connected == reach_all(A) && one.connected == all.connected);
}

/* One arc of each edge, but both of each `both`-th. */
static test_graph one_way(test_graph G, uint64_t seed, int32_t both)
{
    int64_t kept = 0;
    for (int64_t k = 0; k < G.count; k++) {
        const int32_t i = G.row[k], j = G.col[k];
        uint64_t edge = seed << 60 ^ ((uint64_t)(i < j ? i : j) << 32 | (uint64_t)(i < j ? j : i));
        const bool up = test_below(&edge, 2);
        if (test_below(&edge, both) > 0 && up != (i < j)) continue;
        G.row[kept] = i;
        G.col[kept++] = j;
    }
    G.count = kept;
    return G;
}

/* Two graphs beside each other, and an arc from the first to the second. */
static test_graph joined(test_graph G, test_graph H)
{
    test_graph both = test_empty(G.rows + H.rows + 3, G.rows + H.rows + 3); /* three vertices alone */
    free(both.row), free(both.col);
    both.row = test_room(G.count + H.count + 1, sizeof *both.row);
    both.col = test_room(G.count + H.count + 1, sizeof *both.col);
    for (int64_t k = 0; k < G.count; k++) both.row[both.count] = G.row[k], both.col[both.count++] = G.col[k];
    for (int64_t k = 0; k < H.count; k++)
        both.row[both.count] = G.rows + H.row[k], both.col[both.count++] = G.rows + H.col[k];
    both.row[both.count] = 1, both.col[both.count++] = G.rows + 1;
    test_graph_free(&G);
    test_graph_free(&H);
    return both;
}

static test_graph cycle(int32_t n)
{
    test_graph G = test_random_graph(1, n, n, n);
    for (int32_t v = 0; v < n; v++) G.row[v] = v, G.col[v] = (v + 1) % n;
    return G;
}

static void equal_the_textbook(void **unused)
{
    const int32_t n = test_sized(600, 100);
    test_graph G[] = {cycle(3),
                      cycle(65), /* large enough for bounds */
                      cycle(n),  /* more levels than are kept */
                      test_random_graph(1, n, n, n),
                      test_random_graph(2, n, n, 2 * n),
                      test_random_graph(3, n, n, 5 * n),
                      test_random_graph(4, n, n, 30 * n),
                      one_way(test_grid(12, n / 10), 5, 3),
                      one_way(test_grid(12, n / 10), 6, 1000),
                      one_way(test_random_undirected(7, 2 * n, 5 * n), 7, 3),
                      one_way(test_kronecker(8, test_sized(10, 8), 8), 8, 4),
                      joined(cycle(70), cycle(90)),
                      joined(test_random_graph(9, n, n, 3 * n), test_random_graph(10, n, n, 4 * n)),
                      joined(one_way(test_grid(9, n / 10), 11, 2), test_directed_path(40)),
                      joined(test_directed_path(60), one_way(test_grid(10, 9), 12, 2)),
                      test_random_graph(13, n, n, 3 * n)};
    test_make_acyclic(&G[sizeof G / sizeof *G - 1]);
    for (size_t k = 0; k < sizeof G / sizeof *G; k++) {
        OWNED_MEMORY tropic_index *id = test_permutation_of(k, G[k].rows);
        test_permute(&G[k], id);
        if (test_sized(1, 0) || k % 4 == 3) check(&G[k]);
        test_graph_free(&G[k]);
    }
}

static void equal_the_textbook_at_random(void **unused)
{
    uint64_t state = 5;
    for (int turn = 0; turn < test_sized(60, 2); turn++) {
        const int32_t n = 66 + test_below(&state, 200);
        OWNED(test_graph) G = test_random_graph(test_random(&state), n, n, (int64_t)n * (1 + test_below(&state, 8)));
        if (turn % 3 == 0) G = one_way(G, (uint64_t)turn, 2);
        check(&G);
    }
}

/* Streets, many of them one-way, and a random graph with a cycle through all vertices. Of a cycle alone bounds tell
 * little, and are given up soon. */
static void bounds_save_searches(void **unused)
{
    const int32_t n = test_sized(3000, 300), side = test_sized(60, 15);
    test_graph G[] = {cycle(n), one_way(test_grid(side, side), 3, 3), test_random_graph(5, 3 * n, 3 * n, 12 * n)};
    for (int32_t v = 0; v < 3 * n; v++) G[2].row[v] = v, G[2].col[v] = (v + 1) % (3 * n);
    for (int k = 0; k < 3; k++) {
        OWNED(tropic_matrix) *A = test_matrix_of(context, &G[k], TROPIC_BOOL, NULL);
        tropic_eccentricity_report all, one;
        free(values_in(context, A, false, &all));
        free(values_in(context, A, true, &one));
        if (k == 0) assert_true(all.diameter == n - 1 && all.radius == n - 1 && all.connected);
        /* (Four rounds of 64 sources, each with two searches, before bounds are given up.) */
        assert_true(all.searches <= G[k].rows + 4 * TROPIC_BFS_BATCH);
        if (k > 0) assert_true(test_sized(5, 2) * one.searches < G[k].rows);
        if (k == 1) assert_true(all.searches < G[k].rows);
        test_graph_free(&G[k]);
    }
}

/* On any number of threads the same searches are made. */
static void searches_are_the_same(void **unused)
{
    const int32_t n = test_sized(500, 50);
    test_graph G[] = {one_way(test_grid(10, n / 5), 3, 2), test_random_graph(6, 2 * n, 2 * n, 6 * n)};
    for (size_t k = 0; k < 2; k++)
        for (int diameter = 0; diameter < 2; diameter++) {
            OWNED_MEMORY int32_t *first = NULL;
            tropic_eccentricity_report before = {0}, told;
            for (int threads = 1; threads <= 7; threads += test_sized(3, 6)) {
                const tropic_context_options wanted = {
                    .size = sizeof wanted, .device = test_device(), .threads = threads};
                OWNED(tropic_context) *c = NULL;
                OWNED(tropic_matrix) *A = NULL;
                assert_int_equal(tropic_context_create(&c, &wanted), TROPIC_OK);
                A = test_matrix_of(c, &G[k], TROPIC_BOOL, NULL);
                OWNED_MEMORY int32_t *values = values_in(c, A, diameter, &told);
                if (first) {
                    assert_memory_equal(values, first, (size_t)G[k].rows * sizeof *first);
                    assert_memory_equal(&told, &before, sizeof told);
                    continue;
                }
                first = values;
                values = NULL;
                before = told;
            }
        }
    for (size_t k = 0; k < 2; k++) test_graph_free(&G[k]);
}

/* ---- memory ---- */

/* A cycle through all vertices, and other arcs. */
static void prepare_arcs(tropic_context *c, test_failing_objects *o, int32_t others)
{
    const int32_t n = TEST_FAILING_PLACES;
    OWNED(test_graph) G = test_random_graph(8, n, n, n + others);
    assert_true(n > TP_BOUNDS_SMALL);
    for (int32_t v = 0; v < n; v++) G.row[v] = v, G.col[v] = (v + 1) % n;
    o->A = test_matrix_of(c, &G, TROPIC_BOOL, NULL);
    assert_ok(c, tropic_vector_create(&o->v[0], c, TROPIC_INT32, n));
}

static void prepare_cycle(tropic_context *c, test_failing_objects *o)
{
    prepare_arcs(c, o, 0);
}

static void prepare_near(tropic_context *c, test_failing_objects *o)
{
    prepare_arcs(c, o, 3 * TEST_FAILING_PLACES);
}

static tropic_status find(tropic_context *c, test_failing_objects *o)
{
    (void)c;
    return tropic_eccentricity(o->v[0], o->A, NULL, NULL);
}

/* Of bounds by one search at a time, as levels are many, and by 64. */
static void allocations_that_fail_are_told(void **unused)
{
    static const test_failing_case cases[] = {
        {"eccentricity, a directed cycle", prepare_cycle, find, TROPIC_STRATEGY_AUTO},
        {"eccentricity, directed", prepare_near, find, TROPIC_STRATEGY_AUTO}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        assert_true(test_failing_run(&test_failing_host, &cases[k]) > 20);
}

/* ---- checkpoints ---- */

/* What a run that is cancelled on the way, and goes on, has and tells, with the searches of all of it. It is cancelled
 * when it has asked `first` times, then twice as often, and so on. */
static void go_on(tropic_context *c, int *left, const tropic_matrix *A, tropic_eccentricity_options options,
                  tropic_vector *values, int first, tropic_eccentricity_report *told, int *breaks)
{
    tropic_status status = TROPIC_CANCELLED;
    int64_t made = 0;
    options.report = told;
    options.partial = true;
    *breaks = 0;
    for (int stop = first; status != TROPIC_OK; stop += first) {
        *told = (tropic_eccentricity_report){.size = sizeof *told};
        *left = stop;
        status = tropic_eccentricity(values, A, &options, NULL);
        *left = -1;
        if (status != TROPIC_OK) assert_int_equal(status, TROPIC_CANCELLED);
        *breaks += status != TROPIC_OK;
        made += told->searches;
    }
    told->searches = made;
}

/* Of a run that was broken off so many times as of one that was not. */
static void assert_told_the_same(const tropic_eccentricity_report *told, const tropic_eccentricity_report *whole,
                                 bool one_way, int breaks)
{
    const int64_t again = told->searches - whole->searches;
    assert_true(told->diameter == whole->diameter && told->bound == whole->bound && told->radius == whole->radius);
    assert_int_equal(told->end, whole->end);
    assert_int_equal(told->center, whole->center);
    assert_int_equal(told->periphery, whole->periphery);
    assert_int_equal(told->known, whole->known);
    assert_int_equal(told->connected, whole->connected);
    /* None is made twice, but where arcs do not go both ways those along the arcs whose opposites are cancelled. */
    assert_in_range(again, 0, one_way ? breaks * TROPIC_BFS_BATCH : 0);
}

/* Undirected, directed, and by lengths; all values, and the diameter. */
static void bounds_go_on(void **unused)
{
    int left = -1, interrupted = 0;
    OWNED_MEMORY char *path = test_file_name("eccentricity");
    OWNED(tropic_context) *c = test_stoppable(&left);
    const int32_t side = test_sized(30, 6);
    test_graph G[] = {test_random_undirected(3, 20 * side, 22 * side), test_grid(side, 2 * side),
                      one_way(test_random_undirected(4, 20 * side, 60 * side), 4, 3),
                      one_way(test_grid(side, 2 * side), 5, 3), test_grid(5, side / 2)};
    for (int k = 0; k < 10; k++) {
        const bool weighted = k / 2 == 4;
        if (test_sized(0, k % 2 != k / 2 % 2)) continue; /* in the small size five */
        test_graph *g = &G[k / 2];
        if (weighted) test_weigh(g, 4, 3, 3, 1);
        OWNED(tropic_matrix) *A = test_matrix_of(c, g, weighted ? TROPIC_INT32 : TROPIC_BOOL, NULL);
        const tropic_type type = weighted ? TROPIC_INT64 : TROPIC_INT32;
        OWNED(tropic_vector) *whole = test_vector_of(c, type, g->rows, NULL),
                             *resumed = test_vector_of(c, type, g->rows, NULL);
        tropic_eccentricity_report told = {.size = sizeof told}, broken_off;
        tropic_eccentricity_options options = {
            .size = sizeof options, .diameter = k % 2, .weighted = weighted, .report = &told};
        int breaks;
        assert_ok(c, tropic_eccentricity(whole, A, &options, NULL));
        unlink(path);
        options.checkpoint = path;
        options.checkpoint_seconds = 1e-9; /* after each round */
        go_on(c, &left, A, options, resumed, test_sized(9, 15), &broken_off, &breaks);
        interrupted += breaks;
        OWNED_MEMORY double *a = test_numbers_of(c, whole), *b = test_numbers_of(c, resumed);
        assert_memory_equal(a, b, (size_t)g->rows * sizeof *a);
        assert_told_the_same(&broken_off, &told, k / 2 == 2 || k / 2 == 3, breaks);
        /* All of it is in the file. */
        assert_ok(c, tropic_eccentricity(resumed, A, &options, NULL));
        assert_int_equal(told.searches, 0);
        options.diameter = !options.diameter; /* another run */
        assert_status(c, TROPIC_INVALID_ARGUMENT, tropic_eccentricity(resumed, A, &options, NULL));
        unlink(path);
    }
    assert_true(interrupted > 0);
    for (size_t k = 0; k < sizeof G / sizeof *G; k++) test_graph_free(&G[k]);
}

/* The file of an earlier version, whose sources were others, is named so. */
static void older_checkpoints_are_refused(void **unused)
{
    enum { VERSION_AT = 8 }; /* behind 8 letters */
    OWNED_MEMORY char *path = test_file_name("eccentricity");
    OWNED(tropic_matrix) *A = test_path_matrix(context, 9);
    OWNED(tropic_vector) *values = test_vector_of(context, TROPIC_INT32, 9, NULL);
    const tropic_eccentricity_options options = {.size = sizeof options, .checkpoint = path};
    const uint32_t older = 1;
    FILE *file;
    unlink(path);
    assert_ok(context, tropic_eccentricity(values, A, &options, NULL));
    file = fopen(path, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, VERSION_AT, SEEK_SET), 0);
    assert_int_equal(fwrite(&older, sizeof older, 1, file), 1);
    assert_int_equal(fclose(file), 0);
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_eccentricity(values, A, &options, NULL));
    assert_non_null(strstr(tropic_context_error(context), "a checkpoint of version 1; this is version 2"));
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_the_textbook),
        cmocka_unit_test(equal_the_textbook_at_random),
        cmocka_unit_test(bounds_save_searches),
        cmocka_unit_test(searches_are_the_same),
        cmocka_unit_test(bounds_go_on),
        cmocka_unit_test(older_checkpoints_are_refused),
        cmocka_unit_test(allocations_that_fail_are_told),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, context_open, context_close);
}
