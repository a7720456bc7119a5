/* SPDX-License-Identifier: Apache-2.0
 *
 * Distances by tiles and by searches: against a textbook search from each source, and against each other.
 */
#include "tests/context.h"
#include "tests/failing.h"
#include "tests/fixtures.h"
#include "tests/graphs.h"

#include "reference/reference.h"

#include <math.h>

/* A call's result, checked; free() both. */
typedef struct found {
    void *distance;
    tropic_index *parent;
} found;

static void found_free(found *f)
{
    free(f->distance), free(f->parent);
}
#define OWNED_FOUND __attribute__((cleanup(found_free))) found

static found find(tropic_context *c, const tropic_matrix *A, const tropic_distances_options *options, bool parents)
{
    const int64_t n = tropic_matrix_rows(A), count = options->sources ? options->source_count : n;
    const size_t size = tropic_type_size(options->type == TROPIC_FP32 ? TROPIC_FP32 : TROPIC_FP64);
    const found f = {test_room(count * n, size), parents ? test_room(count * n, sizeof *f.parent) : NULL};
    const reference_rows rows = {f.distance, f.parent, options->sources, (tropic_index)count};
    const reference_result r = {.other = &rows, .A = A, .context = c, .options = options};
    tropic_distances_options wanted = *options;
    tropic_distances_report told = {.size = sizeof told};
    char message[REFERENCE_MESSAGE];
    int64_t reached = 0;
    wanted.report = &told;
    assert_ok(c, tropic_distances(f.distance, f.parent, c, A, &wanted, NULL));
    if (reference_table.find("distances")->check(&r, message, sizeof message) != REFERENCE_MATCH)
        fail_msg("method %d, type %d: %s", (int)options->method, (int)options->type, message);
    for (int64_t k = 0; k < count * n; k++)
        reached += isfinite(size == sizeof(float) ? ((float *)f.distance)[k] : ((double *)f.distance)[k]);
    assert_int_equal(told.reached, reached);
    if (options->method != TROPIC_DISTANCES_AUTO) assert_int_equal(told.method, options->method);
    return f;
}

static void weigh(test_graph *G, uint64_t seed, int32_t least, int32_t greatest)
{
    test_weigh(G, seed, least, greatest, 1);
    test_deduplicate(G);
}

/* By both methods, in both types, with parents where tiles find them. exact: results are the same. */
static void check(tropic_context *c, const test_graph *G, tropic_type weights, bool exact, bool positive)
{
    const int32_t n = G->rows;
    OWNED(tropic_matrix) *A = test_matrix_of(c, G, weights, NULL);
    const tropic_index some[] = {n / 2, 0, n / 3, 0};
    for (int way = 0; way < 8; way += test_sized(1, n > 64 ? 6 : 3)) {
        const tropic_type type = way & 1 ? TROPIC_FP32 : TROPIC_BOOL;
        const bool weighted = way & 2, listed = way & 4, parents = !weighted || (exact && positive);
        const size_t size = type == TROPIC_FP32 ? sizeof(float) : sizeof(double);
        const size_t places = (size_t)n * (size_t)(listed ? 4 : n);
        tropic_distances_options options = {
            .size = sizeof options, .type = type, .weighted = weighted, .method = TROPIC_DISTANCES_TILES};
        if (listed && n == 0) continue;
        if (listed) options.sources = some, options.source_count = 4;
        OWNED_FOUND tiles = find(c, A, &options, parents);
        options.method = TROPIC_DISTANCES_SEARCHES;
        OWNED_FOUND searches = find(c, A, &options, true), alone = find(c, A, &options, false);
        assert_memory_equal(alone.distance, searches.distance, places * size);
        options.method = TROPIC_DISTANCES_AUTO;
        OWNED_FOUND either = find(c, A, &options, way % 3 == 0);
        if (weighted && !exact) continue;
        assert_memory_equal(tiles.distance, searches.distance, places * size);
        assert_memory_equal(tiles.distance, either.distance, places * size);
        if (parents) assert_memory_equal(tiles.parent, searches.parent, places * sizeof *tiles.parent);
    }
}

/* Sizes around those of tiles, panels and phases. */
static void all_sizes(void **unused)
{
    static const int32_t sizes[] = {0, 1, 2, 15, 16, 17, 127, 128, 129, 257};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k += (size_t)test_sized(1, 4)) {
        const int32_t n = sizes[k];
        OWNED(test_graph) G = test_random_graph(k + 1, n, n, n > 0 ? 3 * (int64_t)n : 0);
        weigh(&G, k, 1, 9);
        check(context, &G, TROPIC_INT32, true, true);
    }
}

static void all_kinds(void **unused)
{
    test_graph G[] = {test_star(test_sized(70, 20)),
                      test_path(test_sized(90, 20)),
                      test_directed_path(test_sized(60, 20)),
                      test_grid(test_sized(8, 3), 9),
                      test_complete(test_sized(40, 12)),
                      test_layers(4, 5),
                      test_disconnected(6, 5),
                      test_random_undirected(4, test_sized(140, 30), test_sized(400, 90)),
                      test_kronecker(6, test_sized(6, 5), 8),
                      test_tree(test_sized(60, 20))};
    for (size_t k = 0; k < sizeof G / sizeof *G; k++) {
        const int only = (int)k % 5; /* in the small size, of five kinds of lengths */
        weigh(&G[k], k, 1, 100);
        if (test_sized(0, only) == 0) check(context, &G[k], TROPIC_UINT8, true, true);
        if (test_sized(1, only) == 1) check(context, &G[k], TROPIC_FP32, true, true);
        weigh(&G[k], k, 0, 3); /* some of no length: tiles then leave parents to searches */
        if (test_sized(2, only) == 2) check(context, &G[k], TROPIC_INT64, true, false);
        weigh(&G[k], k, 0, 1000);
        for (int64_t e = 0; e < G[k].count; e++) G[k].weight[e] /= 7; /* rounded */
        if (test_sized(3, only) == 3) check(context, &G[k], TROPIC_FP64, false, false);
        test_make_acyclic(&G[k]);
        weigh(&G[k], k, -20, 20);
        if (test_sized(4, only) == 4) check(context, &G[k], TROPIC_INT16, true, false);
        test_graph_free(&G[k]);
    }
}

/* Levels are many: sources are taken one by one. */
static void deep_graphs(void **unused)
{
    const int32_t n = test_sized(700, 100);
    OWNED(test_graph) G = test_path(n);
    OWNED(tropic_matrix) *A = test_matrix_of(context, &G, TROPIC_BOOL, NULL);
    const tropic_distances_options options = {.size = sizeof options, .method = TROPIC_DISTANCES_SEARCHES};
    OWNED_FOUND f = find(context, A, &options, true);
    for (int32_t u = 0; u < n; u++)
        for (int32_t v = 0; v < n; v++) assert_true(((double *)f.distance)[u * n + v] == abs(u - v));
}

/* Arcs of infinite length are none; those of others may be of any type. */
static void by_hand(void **unused)
{
    tropic_index row[] = {0, 1, 2, 0, 3, 2}, col[] = {1, 2, 0, 2, 0, 3};
    double length[] = {5, -2, 4, 4, 0.5, INFINITY};
    const double expected[4][4] = {{0, 5, 3, INFINITY}, {2, 0, -2, INFINITY}, {4, 9, 0, INFINITY}, {0.5, 5.5, 3.5, 0}};
    const test_graph G = {.rows = 4, .cols = 4, .count = 6, .row = row, .col = col, .weight = length};
    OWNED(tropic_matrix) *A = test_matrix_of(context, &G, TROPIC_FP64, NULL);
    for (int method = 0; method < TROPIC_DISTANCES_METHODS; method++) {
        const tropic_distances_options options = {
            .size = sizeof options, .method = (tropic_distances_method)method, .weighted = true};
        OWNED_FOUND f = find(context, A, &options, false);
        assert_memory_equal(f.distance, expected, sizeof expected);
    }
}

static void threads_change_nothing(void **unused)
{
    static const int threads[] = {1, 2, 7};
#ifdef __x86_64__
    static const char oldest[] = "x86-64";
#else
    static const char oldest[] = "baseline";
#endif
    enum { N = 300 };
    OWNED(test_graph) G = test_random_graph(3, N, N, 6 * N);
    found first[2] = {{0}};
    weigh(&G, 5, 1, 1000);
    for (int64_t e = 0; e < G.count; e++) G.weight[e] /= 7;
    for (size_t t = 0; t < 6; t++) {
        const tropic_context_options options = {
            .size = sizeof options, .device = TROPIC_DEVICE_CPU, .threads = threads[t / 2]};
        OWNED(tropic_context) *c = NULL;
        OWNED(tropic_matrix) *A = NULL;
        if (t % 2) setenv("TROPIC_INSTRUCTION_SET", oldest, 1);
        assert_int_equal(tropic_context_create(&c, &options), TROPIC_OK);
        unsetenv("TROPIC_INSTRUCTION_SET");
        A = test_matrix_of(c, &G, TROPIC_FP64, NULL);
        for (int way = 0; way < 3; way++) {
            const tropic_distances_options wanted = {.size = sizeof wanted,
                                                     .method =
                                                         way == 0 ? TROPIC_DISTANCES_TILES : TROPIC_DISTANCES_SEARCHES,
                                                     .weighted = true};
            found *same = &first[way > 0]; /* with parents first */
            found f = find(c, A, &wanted, way == 1);
            if (!same->distance) {
                *same = f;
                continue;
            }
            assert_memory_equal(f.distance, same->distance, N * N * sizeof(double));
            if (f.parent) assert_memory_equal(f.parent, same->parent, N * N * sizeof *f.parent);
            found_free(&f);
        }
    }
    found_free(&first[0]), found_free(&first[1]);
}

/* Each arc u -> v gets p(v) - p(u) more: the lengths of cycles stay as they are. */
static void shift(test_graph *G, uint64_t seed)
{
    OWNED_MEMORY double *p = test_room(G->rows, sizeof *p);
    for (int32_t v = 0; v < G->rows; v++) p[v] = test_below(&seed, 1000) / 7.0;
    for (int64_t k = 0; k < G->count; k++) G->weight[k] += p[G->col[k]] - p[G->row[k]] + 1e-9;
}

/* Bit for bit, by tiles, of what is rounded and what is not, in a context of the CPU and in the one at hand. */
static void agree(tropic_context *cpu, const test_graph *G, tropic_type weights, bool parents, int ways)
{
    OWNED(tropic_matrix) *A = test_matrix_of(context, G, weights, NULL), *B = test_matrix_of(cpu, G, weights, NULL);
    const int64_t n = G->rows;
    const tropic_index some[] = {(tropic_index)n - 1, 0, (tropic_index)n / 2};
    for (int way = 0; way < ways; way++) {
        const bool single = way % 2 == 0, listed = way / 2;
        const size_t places = (size_t)n * (listed ? 3 : (size_t)n), size = single ? sizeof(float) : sizeof(double);
        const tropic_distances_options options = {.size = sizeof options,
                                                  .method = TROPIC_DISTANCES_TILES,
                                                  .type = single ? TROPIC_FP32 : TROPIC_FP64,
                                                  .weighted = true,
                                                  .sources = listed ? some : NULL,
                                                  .source_count = listed ? 3 : 0};
        OWNED_MEMORY char *one = test_room((int64_t)places, size), *other = test_room((int64_t)places, size);
        OWNED_MEMORY tropic_index *up = test_room((int64_t)places, sizeof *up),
                                  *other_up = test_room((int64_t)places, sizeof *other_up);
        const tropic_status status = tropic_distances(one, parents ? up : NULL, context, A, &options, NULL);
        assert_int_equal(tropic_distances(other, parents ? other_up : NULL, cpu, B, &options, NULL), status);
        if (status == TROPIC_OK) {
            assert_memory_equal(one, other, places * size);
            if (parents) assert_memory_equal(up, other_up, places * sizeof *up);
        } else {
            assert_string_equal(tropic_context_error(context), tropic_context_error(cpu));
        }
    }
}

/* (Where there is one device, nothing is to be seen.) */
static void devices_agree(void **unused)
{
    const tropic_context_options options = {.size = sizeof options, .device = TROPIC_DEVICE_CPU};
    const int32_t sizes[] = {1, 2, 127, 128, 129, 300, test_sized(1000, 200), test_sized(1025, 260)};
    OWNED(tropic_context) *cpu = NULL;
    if (tropic_context_device(context) == TROPIC_DEVICE_CPU) return;
    assert_int_equal(tropic_context_create(&cpu, &options), TROPIC_OK);
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k += (size_t)test_sized(1, 6)) {
        const int32_t n = sizes[k];
        OWNED(test_graph) G = test_random_graph(k + 1, n, n, 4 * (int64_t)n);
        weigh(&G, k, 1, 100);
        agree(cpu, &G, TROPIC_INT32, true, 4);
        for (int64_t e = 0; e < G.count; e++) G.weight[e] /= 7;
        agree(cpu, &G, TROPIC_FP64, false, 4);
        agree(cpu, &G, TROPIC_FP32, false, 4);
        shift(&G, k);
        agree(cpu, &G, TROPIC_FP64, false, 4);
        for (int64_t e = 0; e < G.count; e++)
            if (G.row[e] > n / 2) G.weight[e] -= 3; /* some cycle is negative: the same vertex is named */
        agree(cpu, &G, TROPIC_FP64, false, 4);
    }
}

/* Of more vertices phases are deeper. */
static void devices_agree_on_many(void **unused)
{
    const tropic_context_options options = {.size = sizeof options, .device = TROPIC_DEVICE_CPU};
    const int32_t n = test_sized(4200, 300);
    OWNED(tropic_context) *cpu = NULL;
    OWNED(test_graph) G = test_random_graph(8, n, n, 3 * (int64_t)n);
    if (tropic_context_device(context) == TROPIC_DEVICE_CPU) return;
    assert_int_equal(tropic_context_create(&cpu, &options), TROPIC_OK);
    weigh(&G, 9, 1, 1000);
    for (int64_t e = 0; e < G.count; e++) G.weight[e] /= 7;
    agree(cpu, &G, TROPIC_FP32, false, 2);
}

static void negative_cycles_are_named(void **unused)
{
    tropic_index row[] = {0, 1, 2, 3, 4}, col[] = {1, 2, 0, 4, 3};
    double length[] = {5, -2, 4, 2, -3};
    const test_graph G = {.rows = 5, .cols = 5, .count = 5, .row = row, .col = col, .weight = length};
    OWNED(tropic_matrix) *A = test_matrix_of(context, &G, TROPIC_INT32, NULL);
    double distance[25];
    const tropic_index apart[] = {0, 1};
    tropic_distances_options options = {.size = sizeof options, .weighted = true};
    for (int method = 0; method < TROPIC_DISTANCES_METHODS; method++) {
        options.method = (tropic_distances_method)method;
        assert_status(context, TROPIC_NEGATIVE_CYCLE, tropic_distances(distance, NULL, context, A, &options, NULL));
        assert_non_null(strstr(tropic_context_error(context), "a negative cycle "));
        assert_non_null(strstr(tropic_context_error(context), " vertex "));
    }
    options.sources = apart; /* searches from these do not come there */
    options.source_count = 2;
    assert_ok(context, tropic_distances(distance, NULL, context, A, &options, NULL));
    assert_true(distance[0] == 0 && distance[1] == 5 && distance[2] == 3 && distance[5] == 2 && isinf(distance[9]));
}

/* A path of four gets a way back. */
static void updates_are_seen(void **unused)
{
    OWNED(test_graph) G = test_directed_path(4);
    OWNED(tropic_matrix) *A = test_matrix_of(context, &G, TROPIC_BOOL, NULL);
    double distance[16];
    assert_ok(context, tropic_distances(distance, NULL, context, A, NULL, NULL));
    assert_true(distance[3] == 3 && isinf(distance[12]));
    assert_ok(context, tropic_matrix_set(A, context, 3, 0, NULL));
    assert_ok(context, tropic_matrix_remove(A, context, 0, 1));
    assert_ok(context, tropic_distances(distance, NULL, context, A, NULL, NULL));
    assert_true(isinf(distance[3]) && distance[12] == 1);
}

static void bad_arguments_are_refused(void **unused)
{
    static double far[] = {1, 2, NAN, 4};
    tropic_distances_report told = {.size = 3};
    tropic_distances_options options = {.size = sizeof options};
    const tropic_index outside[] = {0, 5};
    OWNED(test_graph) G = test_directed_path(5);
    OWNED(tropic_matrix) *A = NULL, *B = NULL, *wide = NULL;
    double distance[25];
    tropic_index parent[25];
    A = test_matrix_of(context, &G, TROPIC_BOOL, NULL);
    G.weight = far;
    B = test_matrix_of(context, &G, TROPIC_FP64, NULL);
    G.weight = NULL;
    assert_ok(context, tropic_matrix_create(&wide, context, TROPIC_BOOL, 5, 6));
#define CALL(A) tropic_distances(distance, parent, context, A, &options, NULL)
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_distances(NULL, NULL, context, A, NULL, NULL));
    assert_status(context, TROPIC_INVALID_ARGUMENT, CALL(NULL));
    assert_status(context, TROPIC_DIMENSION_MISMATCH, CALL(wide));
    options.report = &told;
    assert_status(context, TROPIC_INVALID_ARGUMENT, CALL(A));
    options = (tropic_distances_options){.size = sizeof options, .type = TROPIC_INT32};
    assert_status(context, TROPIC_INVALID_ARGUMENT, CALL(A));
    options = (tropic_distances_options){.size = sizeof options, .method = TROPIC_DISTANCES_METHODS};
    assert_status(context, TROPIC_INVALID_ARGUMENT, CALL(A));
    options = (tropic_distances_options){.size = sizeof options, .sources = outside, .source_count = 2};
    assert_status(context, TROPIC_INDEX_OUT_OF_RANGE, CALL(A));
    options = (tropic_distances_options){.size = sizeof options, .sources = outside};
    assert_status(context, TROPIC_INVALID_ARGUMENT, CALL(A));
    options = (tropic_distances_options){.size = sizeof options, .weighted = true};
    assert_status(context, TROPIC_INVALID_ARGUMENT, CALL(B));
    assert_non_null(strstr(tropic_context_error(context), "from vertex 2 to 3 is not a number"));
    far[2] = -INFINITY;
    assert_ok(context, tropic_matrix_set(B, context, 2, 3, &far[2]));
    assert_status(context, TROPIC_INVALID_ARGUMENT, CALL(B));
    far[2] = 0.5;
    assert_ok(context, tropic_matrix_set(B, context, 2, 3, &far[2]));
    assert_ok(context, CALL(B));
    options.method = TROPIC_DISTANCES_TILES;
    assert_status(context, TROPIC_NOT_SUPPORTED, CALL(B));
    far[2] = 1e300;
    assert_ok(context, tropic_matrix_set(B, context, 2, 3, &far[2]));
    options.type = TROPIC_FP32;
    assert_status(context, TROPIC_OVERFLOW, tropic_distances(distance, NULL, context, B, &options, NULL));
    options.method = TROPIC_DISTANCES_SEARCHES;
    assert_status(context, TROPIC_OVERFLOW, tropic_distances(distance, NULL, context, B, &options, NULL));
    far[2] = NAN;
}

static tropic_status once(tropic_context *c, test_failing_objects *o)
{
    double distance[TEST_FAILING_N * TEST_FAILING_N];
    tropic_index parent[TEST_FAILING_N * TEST_FAILING_N];
    tropic_distances_options options = {.size = sizeof options, .weighted = true};
    tropic_status status = TROPIC_OK;
    for (int method = TROPIC_DISTANCES_TILES; method < TROPIC_DISTANCES_METHODS && status == TROPIC_OK; method++) {
        options.method = (tropic_distances_method)method;
        status = tropic_distances(distance, parent, c, o->A, &options, NULL);
    }
    options.weighted = false;
    return status == TROPIC_OK ? tropic_distances(distance, parent, c, o->A, &options, NULL) : status;
}

static void allocations_that_fail_are_told(void **unused)
{
    static const test_failing_case distances = {"distances", test_failing_make_matrix, once, TROPIC_STRATEGY_AUTO};
    assert_true(test_failing_run(&test_failing_host, &distances) > 10);
}

/* Whenever it asks, until it has ended. */
static void can_be_cancelled(void **unused)
{
    const int32_t N = test_sized(200, 40);
    OWNED(test_graph) G = test_path(N);
    OWNED_MEMORY double *distance = test_room(N * N, sizeof *distance);
    OWNED_MEMORY tropic_index *parent = test_room(N * N, sizeof *parent);
    for (int method = TROPIC_DISTANCES_TILES; method < TROPIC_DISTANCES_METHODS; method++) {
        tropic_status status = TROPIC_CANCELLED;
        int times = 0;
        for (; status == TROPIC_CANCELLED; times += 1 + times / test_sized(8, 3)) {
            const tropic_distances_options options = {.size = sizeof options,
                                                      .method = (tropic_distances_method)method};
            int left = -1;
            OWNED(tropic_context) *c = test_stoppable(&left);
            OWNED(tropic_matrix) *A = test_matrix_of(c, &G, TROPIC_BOOL, NULL);
            left = times;
            status = tropic_distances(distance, parent, c, A, &options, NULL);
        }
        assert_int_equal(status, TROPIC_OK);
        assert_true(times > 3);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_sizes),
        cmocka_unit_test(all_kinds),
        cmocka_unit_test(deep_graphs),
        cmocka_unit_test(by_hand),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(devices_agree),
        cmocka_unit_test(devices_agree_on_many),
        cmocka_unit_test(negative_cycles_are_named),
        cmocka_unit_test(updates_are_seen),
        cmocka_unit_test(bad_arguments_are_refused),
        cmocka_unit_test(can_be_cancelled),
        cmocka_unit_test(allocations_that_fail_are_told),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, context_open, context_close);
}
