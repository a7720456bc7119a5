/* SPDX-License-Identifier: Apache-2.0
 *
 * Closeness and harmonic centrality against searches of the textbook, on graphs of every kind, and by their laws.
 */
#include "tests/context.h"
#include "tests/failing.h"
#include "tests/files.h"
#include "tests/fixtures.h"
#include "tests/graphs.h"

#include "reference/reference.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

/* The values of A, checked; free() them. */
static double *values_in(tropic_context *c, const tropic_matrix *A, tropic_closeness_options options)
{
    char message[REFERENCE_MESSAGE];
    const tropic_index n = tropic_matrix_rows(A);
    tropic_closeness_report report = {.size = sizeof report};
    OWNED(tropic_vector) *closeness = NULL;
    double *found = test_room(n, sizeof *found);
    reference_result r = {.A = A, .context = c, .options = &options};
    options.size = sizeof options;
    options.report = &report;
    assert_ok(c, tropic_vector_create(&closeness, c, TROPIC_FP64, n));
    assert_ok(c, tropic_closeness(closeness, A, &options, NULL));
    assert_ok(c, tropic_vector_get_dense(closeness, found, NULL));
    options.error = report.error;
    r.values[0] = closeness;
    if (reference_table.find("closeness")->check(&r, message, sizeof message) != REFERENCE_MATCH)
        fail_msg("%s", message);
    return found;
}

static double *values_of(const tropic_matrix *A, tropic_closeness_options options)
{
    return values_in(context, A, options);
}

/* Every kind and direction, of all vertices, of some, from some, and from a sample. */
static void check_all(const test_graph *G, tropic_type type, bool weighted)
{
    OWNED(tropic_matrix) *A = test_matrix_of(context, G, type, NULL);
    const tropic_index n = tropic_matrix_rows(A), some = n / 3;
    OWNED_MEMORY tropic_index *chosen = test_permutation_of(7, n);
    for (int kind = 0; kind <= TROPIC_CLOSENESS_HARMONIC; kind++)
        for (int outgoing = 0; outgoing < 2; outgoing++)
            for (int how = 0; how < 4; how++) {
                if (test_sized(how, (kind + outgoing) % 4) != how) continue;
                tropic_closeness_options options = {.kind = (tropic_closeness_kind)kind,
                                                    .outgoing = outgoing == 1,
                                                    .weighted = weighted,
                                                    .normalize = kind == TROPIC_CLOSENESS_HARMONIC && how % 2 == 1,
                                                    .seed = 3};
                if (how == 1) options.vertices = chosen, options.vertex_count = some;
                if (how == 2 && some > 0) options.sources = chosen, options.source_count = some;
                if (how == 3) options.samples = some;
                free(values_of(A, options));
            }
}

static void equal_the_textbook(void **unused)
{
    test_graph G[] = {test_empty(0, 0),
                      test_empty(1, 1),
                      test_empty(2, 2),
                      test_empty(5, 5),
                      test_star(test_sized(300, 20)),
                      test_directed_path(test_sized(70, 12)),
                      test_path(test_sized(150, 16)),
                      test_complete(9),
                      test_disconnected(test_sized(7, 3), 5),
                      test_random_graph(1, test_sized(50, 20), test_sized(50, 20), test_sized(40, 16)), /* with loops */
                      test_random_graph(2, test_sized(300, 20), test_sized(300, 20), test_sized(900, 60)),
                      test_grid(test_sized(20, 3), test_sized(15, 7)),
                      test_kronecker(3, test_sized(9, 5), 8)};
    for (size_t k = 0; k < sizeof G / sizeof *G; k++) {
        check_all(&G[k], TROPIC_BOOL, false);
        test_weigh(&G[k], k, 0, 20, 4);
        test_deduplicate(&G[k]);
        check_all(&G[k], k % 2 ? TROPIC_FP64 : TROPIC_FP32, true);
        if (test_sized(0, (int32_t)k % 3) == 0) check_all(&G[k], TROPIC_INT32, true);
        test_graph_free(&G[k]);
    }
}

static tropic_context *context_with(int threads)
{
    const tropic_context_options options = {.size = sizeof options, .device = test_device(), .threads = threads};
    tropic_context *made = NULL;
    assert_int_equal(tropic_context_create(&made, &options), TROPIC_OK);
    return made;
}

/* Of 1, 2 and 7 threads, by groups, apart and side by side, the bits are the same. */
static void bits_are_the_same(void **unused)
{
    const int32_t n = test_sized(1000, 120);
    test_graph G[] = {test_grid(test_sized(40, 4), 30), test_path(n * 3 / 2), test_random_graph(5, n, n, 5 * n),
                      test_tree(n * 9 / 10)};
    for (size_t k = 0; k < sizeof G / sizeof *G; k++) {
        OWNED_MEMORY double *first = NULL;
        for (int threads = 1; threads <= 7; threads += threads == 1 ? 1 : 5) {
            OWNED(tropic_context) *c = context_with(threads);
            OWNED(tropic_matrix) *A = test_matrix_of(c, &G[k], TROPIC_BOOL, NULL);
            const tropic_closeness_options all = {.kind = TROPIC_CLOSENESS_HARMONIC};
            OWNED_MEMORY double *values = values_in(c, A, all);
            if (!first) {
                first = values;
                values = NULL;
                continue;
            }
            assert_memory_equal(values, first, (size_t)G[k].rows * sizeof *first);
            for (tropic_index v = 0; v < G[k].rows; v += G[k].rows / test_sized(5, 2)) {
                const tropic_index two[] = {v, (v + 7) % G[k].rows};
                const tropic_closeness_options few = {
                    .kind = TROPIC_CLOSENESS_HARMONIC, .vertices = two, .vertex_count = 2};
                OWNED_MEMORY double *some = values_in(c, A, few);
                assert_true(some[two[0]] == first[two[0]] && some[two[1]] == first[two[1]]);
            }
        }
        test_graph_free(&G[k]);
    }
}

/* From all sources, one after another, the closeness is that of a search from each vertex. */
static void sources_and_vertices_agree(void **unused)
{
    const int32_t N = test_sized(400, 150);
    OWNED(test_graph) G = test_random_graph(8, N, N, 4 * N);
    OWNED(tropic_matrix) *A = test_matrix_of(context, &G, TROPIC_BOOL, NULL);
    OWNED_MEMORY tropic_index *all = test_permutation_of(9, N);
    for (int kind = 0; kind <= TROPIC_CLOSENESS_HARMONIC; kind++) {
        tropic_closeness_options options = {.kind = (tropic_closeness_kind)kind};
        OWNED_MEMORY double *by_vertices = values_of(A, options), *by_sources = NULL, *drawn = NULL;
        options.sources = all;
        options.source_count = N;
        by_sources = values_of(A, options);
        options = (tropic_closeness_options){.kind = (tropic_closeness_kind)kind, .samples = N, .seed = 4};
        drawn = values_of(A, options);
        for (int v = 0; v < N; v++) {
            assert_true(fabs(by_sources[v] - by_vertices[v]) <= 1e-13 * by_vertices[v]);
            assert_true(fabs(drawn[v] - by_vertices[v]) <= 1e-13 * by_vertices[v]);
            if (kind != TROPIC_CLOSENESS_HARMONIC) assert_true(by_sources[v] == by_vertices[v]);
        }
    }
}

static void permuted_vertices_permute_values(void **unused)
{
    enum { N = 300 };
    OWNED(test_graph) G = test_random_graph(5, N, N, 900);
    OWNED_MEMORY tropic_index *id = test_permutation_of(6, N);
    OWNED(tropic_matrix) *A = test_matrix_of(context, &G, TROPIC_BOOL, NULL), *B = NULL;
    const tropic_closeness_options options = {.kind = TROPIC_CLOSENESS_HARMONIC};
    OWNED_MEMORY double *values = values_of(A, options), *permuted = NULL;
    test_permute(&G, id);
    B = test_matrix_of(context, &G, TROPIC_BOOL, NULL);
    permuted = values_of(B, options);
    for (int v = 0; v < N; v++) assert_true(permuted[id[v]] == values[v]);
}

/* A star and a path, known by their formulas; a path is as deep as can be. */
static void known_values(void **unused)
{
    const int32_t n = test_sized(1 << 20, 1 << 8);
    OWNED(test_graph) star = test_star(n), path = test_path(n);
    OWNED(tropic_matrix) *S = test_matrix_of(context, &star, TROPIC_BOOL, NULL);
    OWNED(tropic_matrix) *P = test_matrix_of(context, &path, TROPIC_BOOL, NULL);
    const tropic_index ends[] = {0, n - 1};
    OWNED(tropic_vector) *closeness = NULL;
    const tropic_closeness_options options = {.size = sizeof options, .vertices = ends, .vertex_count = 2};
    bool present;
    double value;
    assert_ok(context, tropic_vector_create(&closeness, context, TROPIC_FP64, n + 1));
    assert_ok(context, tropic_closeness(closeness, S, &options, NULL));
    assert_ok(context, tropic_vector_get(closeness, 0, &value, &present));
    assert_true(present && value == 1);
    assert_ok(context, tropic_vector_get(closeness, n - 1, &value, &present));
    assert_true(present && value == n / (2.0 * n - 1));
    assert_ok(context, tropic_vector_get(closeness, 1, &value, &present));
    assert_false(present);
    assert_ok(context, tropic_vector_resize(closeness, n));
    assert_ok(context, tropic_closeness(closeness, P, &options, NULL));
    assert_ok(context, tropic_vector_get(closeness, 0, &value, &present));
    assert_true(present && fabs(value - 2.0 / n) <= 1e-15);
    assert_int_equal(tropic_vector_count(closeness), 2);
}

/* An estimate is within its error; more confidence takes more sources, and a small error all of them. */
static void errors_hold(void **unused)
{
    OWNED(test_graph) G = test_kronecker(3, test_sized(12, 11), 8);
    OWNED(tropic_matrix) *A = test_matrix_of(context, &G, TROPIC_BOOL, NULL);
    tropic_closeness_report report = {.size = sizeof report};
    tropic_closeness_options options = {
        .size = sizeof options, .kind = TROPIC_CLOSENESS_HARMONIC, .error = 0.15, .seed = 5, .report = &report};
    OWNED(tropic_vector) *h = NULL;
    int64_t few;
    assert_ok(context, tropic_vector_create(&h, context, TROPIC_FP64, G.rows));
    free(values_of(A, options)); /* which the reference checks */
    assert_ok(context, tropic_closeness(h, A, &options, NULL));
    assert_true(report.error > 0 && report.error <= 0.15 && report.sources < G.rows);
    few = report.sources;
    options.confidence = 0.9999;
    assert_ok(context, tropic_closeness(h, A, &options, NULL));
    assert_true(report.sources >= few);
    options.error = 1e-9;
    assert_ok(context, tropic_closeness(h, A, &options, NULL));
    assert_true(report.error == 0 && report.sources == G.rows);
    options.samples = 64;
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_closeness(h, A, &options, NULL));
}

/* A run that is cancelled again and again, and goes on from its checkpoint, has the values of one that is not. */
static void checkpoints_go_on(void **unused)
{
    int left = -1;
    OWNED_MEMORY char *path = test_file_name("closeness");
    OWNED(tropic_context) *c = test_stoppable(&left);
    OWNED(test_graph) G = test_grid(test_sized(20, 5), test_sized(30, 9));
    test_weigh(&G, 4, 1, 9, 1);
    OWNED(tropic_matrix) *A = test_matrix_of(c, &G, TROPIC_INT32, NULL);
    for (int how = 0; how < 6; how++) {
        tropic_closeness_options options = {.size = sizeof options,
                                            .kind = TROPIC_CLOSENESS_HARMONIC,
                                            .weighted = how % 2 == 1,
                                            .samples = how / 2 == 1 ? G.rows / 3 : 0,
                                            .error = how / 2 == 2 ? 0.3 : 0,
                                            .partial = how / 2 == 2};
        OWNED_MEMORY double *whole = NULL, *resumed = NULL;
        OWNED(tropic_vector) *h = test_vector_of(c, TROPIC_FP64, G.rows, NULL);
        int breaks = 0;
        if (options.weighted && options.error > 0) options.error = 0.4;
        assert_ok(c, tropic_closeness(h, A, &options, NULL));
        whole = test_values_of(c, h);
        unlink(path);
        options.checkpoint = path;
        for (tropic_status status = TROPIC_CANCELLED; status != TROPIC_OK; breaks++) {
            left = test_sized(7, 40) * breaks;
            status = tropic_closeness(h, A, &options, NULL);
            left = -1;
            if (status != TROPIC_OK) assert_int_equal(status, TROPIC_CANCELLED);
        }
        resumed = test_values_of(c, h);
        assert_memory_equal(resumed, whole, (size_t)G.rows * sizeof *whole);
        options.outgoing = true; /* another run */
        assert_status(c, TROPIC_INVALID_ARGUMENT, tropic_closeness(h, A, &options, NULL));
        unlink(path);
    }
}

/* A run that is cancelled has an estimate by the sources that are done. */
static void partial_results_are_estimates(void **unused)
{
    int left = -1, some = 0;
    OWNED(tropic_context) *c = test_stoppable(&left);
    OWNED(test_graph) G = test_kronecker(2, test_sized(10, 8), 8);
    OWNED(tropic_matrix) *A = test_matrix_of(c, &G, TROPIC_BOOL, NULL);
    for (int stop = 0; stop < 100; stop += test_sized(3, 7)) {
        tropic_closeness_report report = {.size = sizeof report};
        const tropic_closeness_options options = {
            .size = sizeof options, .kind = TROPIC_CLOSENESS_HARMONIC, .partial = true, .report = &report};
        OWNED(tropic_vector) *h = test_vector_of(c, TROPIC_FP64, G.rows, NULL);
        left = stop;
        tropic_status status = tropic_closeness(h, A, &options, NULL);
        left = -1;
        if (status == TROPIC_OK || report.sources == 0) continue;
        assert_int_equal(status, TROPIC_CANCELLED);
        const tropic_closeness_options same = {
            .size = sizeof same, .kind = TROPIC_CLOSENESS_HARMONIC, .samples = (tropic_index)report.sources};
        OWNED_MEMORY double *partial = test_values_of(c, h), *sampled = values_in(c, A, same);
        assert_memory_equal(partial, sampled, (size_t)G.rows * sizeof *partial);
        some++;
    }
    assert_true(some > 0);
}

/* Entries of A, and of the result, that are set and removed before the call. */
static void updates_are_seen(void **unused)
{
    OWNED(test_graph) G = test_random_graph(7, 60, 60, 200);
    OWNED(tropic_matrix) *A = NULL, *B = NULL;
    test_deduplicate(&G);
    A = test_matrix_of(context, &G, TROPIC_BOOL, NULL);
    assert_ok(context, tropic_matrix_remove(A, context, G.row[5], G.col[5]));
    assert_ok(context, tropic_matrix_remove(A, context, G.row[6], G.col[6]));
    assert_ok(context, tropic_matrix_set(A, context, G.row[5], G.col[5], NULL));
    G.row[6] = G.row[0], G.col[6] = G.col[0]; /* one arc twice */
    test_deduplicate(&G);
    B = test_matrix_of(context, &G, TROPIC_BOOL, NULL);
    OWNED_MEMORY double *a = values_of(A, (tropic_closeness_options){0}),
                        *b = values_of(B, (tropic_closeness_options){0});
    assert_memory_equal(a, b, 60 * sizeof *a);
}

static void bad_arguments_are_refused(void **unused)
{
    const tropic_index twice[] = {1, 1}, beyond[] = {5};
    const tropic_closeness_options bad[] = {
        {.kind = (tropic_closeness_kind)3},
        {.kind = (tropic_closeness_kind)-1},
        {.normalize = true},
        {.kind = TROPIC_CLOSENESS_HARMONIC, .error = 1},
        {.kind = TROPIC_CLOSENESS_HARMONIC, .error = NAN},
        {.kind = TROPIC_CLOSENESS_HARMONIC, .error = -0.1},
        {.kind = TROPIC_CLOSENESS_HARMONIC, .error = 0.5, .confidence = 1},
        {.confidence = 0.5},
        {.samples = 6},
        {.samples = -1},
        {.sources = twice, .source_count = 2},
        {.sources = twice, .source_count = 0},
        {.vertices = twice, .vertex_count = 2},
        {.vertices = twice, .vertex_count = -1},
        {.vertices = beyond, .sources = beyond, .source_count = 1},
        {.vertices = beyond, .partial = true},
        {.sources = beyond, .source_count = 1, .samples = 2},
        {.checkpoint_seconds = -1},
    };
    OWNED(tropic_matrix) *A = test_path_matrix(context, 5), *wide = NULL, *negative = NULL;
    OWNED(tropic_vector) *closeness = NULL, *level = NULL, *longer = NULL;
    const double kept[5] = {9, 8, 7, 6, 5};
    const tropic_index tails[] = {0, 1}, heads[] = {1, 2};
    const double lengths[] = {1, -1};
    double found[5];
    tropic_closeness_options options = {.size = sizeof options, .sources = beyond, .source_count = 1};
    assert_ok(context, tropic_vector_create(&closeness, context, TROPIC_FP64, 5));
    assert_ok(context, tropic_vector_put_dense(closeness, kept, NULL));
    assert_ok(context, tropic_vector_create(&level, context, TROPIC_INT32, 5));
    assert_ok(context, tropic_vector_create(&longer, context, TROPIC_FP64, 6));
    assert_ok(context, tropic_matrix_create(&wide, context, TROPIC_BOOL, 5, 6));
    assert_ok(context, tropic_matrix_from_coo(&negative, context, 5, 5, 2, tails, heads, TROPIC_FP64, lengths, NULL));
    assert_status(context, TROPIC_INDEX_OUT_OF_RANGE, tropic_closeness(closeness, A, &options, NULL));
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        options = bad[k];
        options.size = sizeof options;
        assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_closeness(closeness, A, &options, NULL));
    }
    options = (tropic_closeness_options){.size = sizeof options, .weighted = true};
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_closeness(closeness, negative, &options, NULL));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_closeness(NULL, A, NULL, NULL));
    assert_status(context, TROPIC_TYPE_MISMATCH, tropic_closeness(level, A, NULL, NULL));
    assert_status(context, TROPIC_DIMENSION_MISMATCH, tropic_closeness(longer, A, NULL, NULL));
    assert_status(context, TROPIC_DIMENSION_MISMATCH, tropic_closeness(closeness, wide, NULL, NULL));
    assert_ok(context, tropic_vector_get_dense(closeness, found, NULL));
    assert_memory_equal(found, kept, sizeof kept);
}

/* Sums and distances that leave their type. */
static void overflows_are_told(void **unused)
{
    const tropic_index tails[] = {0, 1, 0}, heads[] = {1, 2, 2};
    const int64_t lengths[] = {INT64_MAX / 2 + 2, INT64_MAX / 2 + 2, 1};
    const int64_t far[] = {INT64_MAX - 1, 2, INT64_MAX - 1};
    OWNED(tropic_vector) *closeness = test_vector_of(context, TROPIC_FP64, 3, NULL);
    const int64_t *of[] = {lengths, far};
    for (int k = 0; k < 2; k++)
        for (int outgoing = 0; outgoing < 2; outgoing++) {
            OWNED(tropic_matrix) *A = NULL;
            const tropic_closeness_options options = {
                .size = sizeof options, .weighted = true, .outgoing = outgoing == 1};
            assert_ok(context, tropic_matrix_from_coo(&A, context, 3, 3, k == 0 ? 2 : 3, tails, heads, TROPIC_INT64,
                                                      of[k], NULL));
            assert_status(context, TROPIC_OVERFLOW, tropic_closeness(closeness, A, &options, NULL));
        }
}

static void make_values(tropic_context *c, test_failing_objects *o)
{
    test_failing_make_matrix(c, o);
    assert_ok(c, tropic_vector_create(&o->v[0], c, TROPIC_FP64, TEST_FAILING_N));
}

static tropic_status by_vertices(tropic_context *c, test_failing_objects *o)
{
    return tropic_closeness(o->v[0], o->A, NULL, NULL);
}

static tropic_status by_sources(tropic_context *c, test_failing_objects *o)
{
    const tropic_closeness_options options = {
        .size = sizeof options, .kind = TROPIC_CLOSENESS_HARMONIC, .error = 0.9, .confidence = 0.01};
    return tropic_closeness(o->v[0], o->A, &options, NULL);
}

static tropic_status by_lengths(tropic_context *c, test_failing_objects *o)
{
    const tropic_index some[] = {1, 3};
    const tropic_closeness_options options = {
        .size = sizeof options, .weighted = true, .vertices = some, .vertex_count = 2};
    return tropic_closeness(o->v[0], o->A, &options, NULL);
}

static void allocations_that_fail_are_told(void **unused)
{
    static const test_failing_case cases[] = {{"closeness", make_values, by_vertices, TROPIC_STRATEGY_AUTO},
                                              {"harmonic, error", make_values, by_sources, TROPIC_STRATEGY_AUTO},
                                              {"closeness, lengths", make_values, by_lengths, TROPIC_STRATEGY_AUTO}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        assert_true(test_failing_run(&test_failing_host, &cases[k]) > 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_the_textbook),
        cmocka_unit_test(bits_are_the_same),
        cmocka_unit_test(sources_and_vertices_agree),
        cmocka_unit_test(permuted_vertices_permute_values),
        cmocka_unit_test(known_values),
        cmocka_unit_test(errors_hold),
        cmocka_unit_test(checkpoints_go_on),
        cmocka_unit_test(partial_results_are_estimates),
        cmocka_unit_test(updates_are_seen),
        cmocka_unit_test(bad_arguments_are_refused),
        cmocka_unit_test(overflows_are_told),
        cmocka_unit_test(allocations_that_fail_are_told),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, context_open, context_close);
}
