/* SPDX-License-Identifier: Apache-2.0
 *
 * Searches side by side: as searches one by one and the oracle have them, by every strategy.
 */
#include "tests/algorithm_checks.h"

/* More than two words of bits. */
enum { MOST = 130, WORD = 64 };

/* The wanted results: levels by column, as the oracle has them. They are cut off at a depth (0: not), or for each
 * source at the level at which it has all targets. */
static int32_t *expect(const run_fixture *f, const tropic_index *sources, tropic_index count,
                       const tropic_run_options *options)
{
    int32_t *level = test_room((int64_t)f->n * count, sizeof(int32_t));
    OWNED_MEMORY int64_t *found = test_room(f->n, sizeof *found);
    for (tropic_index c = 0; c < count; c++) {
        int64_t last = options->depth > 0 ? options->depth : f->n, farthest = 0;
        assert_true(oracle_bfs(&f->oracle, sources[c], found));
        for (tropic_index k = 0; k < options->target_count; k++) {
            const int64_t t = found[options->targets[k]];
            farthest = t < 0 || farthest < 0 ? -1 : t > farthest ? t : farthest;
        }
        if (options->target_count > 0 && farthest >= 0 && farthest < last) last = farthest;
        for (tropic_index v = 0; v < f->n; v++)
            level[(int64_t)v * count + c] = found[v] <= last ? (int32_t)found[v] : -1;
    }
    return level;
}

/* Counts, sums and, of up to a word of sources, bits: all from the levels. */
static void check_totals(const run_fixture *f, const int32_t *level, tropic_index count, const int64_t *counts,
                         const int64_t *sums, const tropic_vector *reached)
{
    OWNED_MEMORY uint64_t *bits = test_room(f->n, sizeof *bits);
    if (reached) {
        assert_int_equal(tropic_vector_count(reached), f->n);
        assert_ok(f->context, tropic_vector_get_dense(reached, bits, NULL));
    }
    for (tropic_index c = 0; c < count; c++) {
        int64_t vertices = 0, sum = 0;
        for (tropic_index v = 0; v < f->n; v++) {
            const int32_t found = level[(int64_t)v * count + c];
            vertices += found >= 0;
            sum += found >= 0 ? found : 0;
            if (reached) assert_int_equal(bits[v] >> c & 1, found >= 0);
        }
        assert_int_equal(counts[c], vertices);
        assert_int_equal(sums[c], sum);
    }
    for (tropic_index v = 0; v < f->n && reached && count < WORD; v++) assert_true(bits[v] >> count == 0);
}

/* The last source's levels, vertices and, of all, arcs. */
static void check_report(const run_fixture *f, const int32_t *level, tropic_index count,
                         const tropic_run_report *report)
{
    int64_t deepest = 0, vertices = 0, arcs = 0;
    for (tropic_index v = 0; v < f->n; v++)
        for (tropic_index c = 0; c < count; c++) {
            const int32_t found = level[(int64_t)v * count + c];
            if (found < 0) continue;
            arcs += f->oracle.offset[v + 1] - f->oracle.offset[v];
            if (c < count - 1) continue;
            vertices++;
            if (found > deepest) deepest = found;
        }
    assert_int_equal(report->levels, deepest + 1);
    assert_int_equal(report->reached, vertices);
    assert_int_equal(report->settled, vertices);
    assert_int_equal(report->reached_arcs, arcs);
    assert_true(report->seconds >= report->run_seconds && report->run_seconds >= 0);
    assert_string_equal(report->phase[0].name, "search");
}

/* All outputs, and each alone. */
static void check_as(const run_fixture *f, const tropic_index *sources, tropic_index count,
                     const tropic_run_options *options)
{
    OWNED_MEMORY int32_t *right = expect(f, sources, count, options),
                         *found = test_room((int64_t)f->n * count, sizeof(int32_t));
    const size_t bytes = (size_t)f->n * (size_t)count * sizeof *right;
    int64_t counts[MOST], sums[MOST], again[MOST];
    tropic_run_report report = {.size = sizeof report};
    OWNED(tropic_vector) *level = NULL, *bits = NULL;
    assert_true(count <= MOST);
    assert_ok(f->context, tropic_vector_create_block(&level, f->context, TROPIC_INT32, f->n, count));
    if (count <= WORD) assert_ok(f->context, tropic_vector_create(&bits, f->context, TROPIC_UINT64, f->n));
    assert_ok(f->context,
              tropic_bfs_batch(level, bits, counts, sums, f->context, f->A, sources, count, options, &report));
    assert_int_equal(tropic_vector_count(level), (int64_t)f->n * count);
    assert_ok(f->context, tropic_vector_get_dense(level, found, NULL));
    for (int64_t k = 0; k < (int64_t)f->n * count; k++)
        if (found[k] != right[k])
            fail_msg("%s by %s: vertex %d from %d: level %d, not %d", f->name, tropic_strategy_name(options->strategy),
                     (int)(k / count), sources[k % count], found[k], right[k]);
    assert_memory_equal(found, right, bytes);
    check_totals(f, right, count, counts, sums, bits);
    check_report(f, right, count, &report);

    assert_ok(f->context, tropic_bfs_batch(NULL, NULL, NULL, again, f->context, f->A, sources, count, options, NULL));
    assert_memory_equal(again, sums, (size_t)count * sizeof *sums);
    if (bits) {
        assert_ok(f->context, tropic_vector_clear(bits));
        assert_ok(f->context,
                  tropic_bfs_batch(NULL, bits, again, NULL, f->context, f->A, sources, count, options, NULL));
        check_totals(f, right, count, again, sums, bits);
    }
}

static void check_sources(const run_fixture *f, const tropic_index *sources, tropic_index count)
{
    const tropic_index targets[] = {f->n - 1, f->n / 3};
    for (int s = 0; s < TROPIC_STRATEGIES; s++) {
        tropic_run_options options = {.size = sizeof options, .strategy = (tropic_strategy)s};
        if (!test_tries(s, f->n + count)) continue;
        check_as(f, sources, count, &options);
        options.depth = 2;
        check_as(f, sources, count, &options);
        options.depth = 0;
        options.targets = targets;
        options.target_count = 2;
        check_as(f, sources, count, &options);
    }
}

/* Any sources, of which some occur twice. */
static void check(const char *name, test_graph graph, uint64_t seed)
{
    static const tropic_index counts[] = {1, 2, 63, 64, 65, MOST};
    OWNED(run_fixture) f = run_open(name, &graph, TROPIC_BOOL);
    for (size_t k = 0; k < sizeof counts / sizeof *counts; k++) {
        tropic_index sources[MOST];
        for (tropic_index c = 0; c < counts[k]; c++) sources[c] = test_below(&seed, f.n);
        if (counts[k] > 1) sources[counts[k] - 1] = sources[0];
        check_sources(&f, sources, counts[k]);
    }
}

static void test_shapes(void **unused)
{
    const int32_t n = test_sized(300, 90);
    const tropic_index loops[] = {0, 1, 2, 2};
    test_graph alone = test_empty(1, 1), looped = test_path(4);
    check("one vertex", alone, 1);
    check("no arcs", test_empty(n, n), 2);
    check("a star", test_star(n), 3);
    check("a path", test_path(n), 4);
    check("a directed path", test_directed_path(n), 5);
    check("a complete graph", test_complete(40), 6);
    check("cycles apart", test_disconnected(5, 11), 7);
    for (int k = 0; k < 4; k++) looped.row[k] = looped.col[k] = loops[k];
    check("loops", looped, 8);
}

static void test_random_graphs(void **unused)
{
    for (uint64_t seed = 0; seed < 4; seed++) {
        const int32_t n = test_sized(700, 100) + (int32_t)seed;
        check("a sparse directed graph", test_random_graph(seed, n, n, n), seed);
        check("a directed graph", test_random_graph(10 + seed, n, n, 4 * n), seed);
        check("an undirected graph", test_random_undirected(20 + seed, n, 2 * n), seed);
    }
    check("a Kronecker graph", test_kronecker(5, test_sized(10, 7), 8), 5);
}

/* Lists of more entries than one warp takes, frontiers that are listed and that are too large for it, and several
 * threads. */
static void test_large(void **unused)
{
    static const tropic_index count = 64;
    test_graph graphs[] = {test_star(test_sized(40000, 5000)), test_kronecker(6, test_sized(13, 11), 8),
                           test_grid(test_sized(250, 40), 100)};
    for (size_t g = 0; g < sizeof graphs / sizeof *graphs; g++) {
        tropic_index sources[MOST];
        uint64_t state = g;
        OWNED(run_fixture) f = run_open("a large graph", &graphs[g], TROPIC_BOOL);
        for (tropic_index c = 0; c < count; c++) sources[c] = test_below(&state, f.n);
        for (int s = 0; s < TROPIC_STRATEGIES; s++) {
            const tropic_run_options options = {.size = sizeof options, .strategy = (tropic_strategy)s};
            if (s != TROPIC_STRATEGY_AUTO && s != TROPIC_STRATEGY_CSR_PUSH && g == 2) continue;
            if (test_tries(s, (int64_t)g)) check_as(&f, sources, count, &options);
        }
    }
}

/* As so many calls of tropic_bfs, a depth and a target included; by hand: 0 -> 1 -> 2, 3 -> 1, 4. */
static void test_one_by_one(void **unused)
{
    enum { N = 5, SOURCES = 4 };
    const tropic_index row[] = {0, 1, 3}, col[] = {1, 2, 1}, sources[] = {3, 0, 2, 4}, target = 1;
    const int32_t right[N * SOURCES] = {-1, 0, -1, -1, 1, 1, -1, -1, 2, 2, 0, -1, 0, -1, -1, -1, -1, -1, -1, 0};
    const uint64_t right_bits[N] = {2, 3, 7, 1, 8};
    const int64_t right_counts[SOURCES] = {3, 3, 1, 1}, right_sums[SOURCES] = {3, 3, 0, 0};
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_matrix) *A = NULL;
    OWNED(tropic_vector) *level = NULL, *one = NULL, *bits = NULL;
    int32_t found[N * SOURCES], single[N];
    uint64_t words[N];
    int64_t counts[SOURCES], sums[SOURCES];
    assert_ok(context, tropic_matrix_from_coo(&A, context, N, N, 3, row, col, TROPIC_BOOL, NULL, NULL));
    assert_ok(context, tropic_vector_create_block(&level, context, TROPIC_INT32, N, SOURCES));
    assert_ok(context, tropic_vector_create(&one, context, TROPIC_INT32, N));
    assert_ok(context, tropic_vector_create(&bits, context, TROPIC_UINT64, N));
    assert_ok(context, tropic_bfs_batch(level, bits, counts, sums, context, A, sources, SOURCES, NULL, NULL));
    assert_ok(context, tropic_vector_get_dense(level, found, NULL));
    assert_ok(context, tropic_vector_get_dense(bits, words, NULL));
    assert_memory_equal(found, right, sizeof right);
    assert_memory_equal(words, right_bits, sizeof right_bits);
    assert_memory_equal(counts, right_counts, sizeof right_counts);
    assert_memory_equal(sums, right_sums, sizeof right_sums);
    for (tropic_index way = 0; way < 3; way++) {
        const tropic_run_options options = {
            .size = sizeof options, .depth = way == 1, .targets = &target, .target_count = way == 2};
        assert_ok(context, tropic_bfs_batch(level, NULL, NULL, NULL, context, A, sources, SOURCES, &options, NULL));
        assert_ok(context, tropic_vector_get_dense(level, found, NULL));
        for (int c = 0; c < SOURCES; c++) {
            assert_ok(context, tropic_bfs(one, NULL, A, sources[c], &options, NULL));
            assert_ok(context, tropic_vector_get_dense(one, single, NULL));
            for (int v = 0; v < N; v++) assert_int_equal(found[v * SOURCES + c], single[v]);
        }
    }
}

/* A path of five vertices, outputs for two sources, and arguments that do not fit them. */
typedef struct refusals {
    tropic_context *context, *other;
    tropic_matrix *A, *wide, *empty;
    tropic_vector *level, *bits, *vector, *full, *foreign;
    int64_t counts[2], sums[2];
} refusals;

enum { REFUSING = 5 };

static int open_refusals(void **state)
{
    static refusals all;
    refusals *r = *state = &all;
    OWNED(test_graph) G = test_path(REFUSING);
    *r = (refusals){.context = test_context(), .other = test_context(), .counts = {-5, -5}, .sums = {-5, -5}};
    r->A = test_matrix_of(r->context, &G, TROPIC_BOOL, NULL);
    G.cols++;
    r->wide = test_matrix_of(r->context, &G, TROPIC_BOOL, NULL);
    assert_ok(r->context, tropic_matrix_from_coo(&r->empty, r->context, 0, 0, 0, NULL, NULL, TROPIC_BOOL, NULL, NULL));
    assert_ok(r->context, tropic_vector_create_block(&r->level, r->context, TROPIC_INT32, REFUSING, 2));
    r->vector = test_vector_of(r->context, TROPIC_INT32, 2 * REFUSING, NULL);
    r->full = test_vector_of(r->context, TROPIC_INT32, REFUSING, NULL);
    r->bits = test_vector_of(r->context, TROPIC_UINT64, REFUSING, NULL);
    r->foreign = test_vector_of(r->other, TROPIC_UINT64, REFUSING, NULL);
    return 0;
}

static int close_refusals(void **state)
{
    refusals *r = *state;
    tropic_vector **vectors[] = {&r->level, &r->vector, &r->full, &r->bits, &r->foreign};
    for (size_t k = 0; k < sizeof vectors / sizeof *vectors; k++) tropic_vector_free(vectors[k]);
    tropic_matrix_free(&r->A);
    tropic_matrix_free(&r->wide);
    tropic_matrix_free(&r->empty);
    tropic_context_free(&r->context);
    tropic_context_free(&r->other);
    return 0;
}

static void assert_untouched(const refusals *r)
{
    assert_int_equal(tropic_vector_count(r->level), 0);
    assert_int_equal(tropic_vector_count(r->bits), 0);
    for (int c = 0; c < 2; c++) assert_true(r->counts[c] == -5 && r->sums[c] == -5);
}

#define refused(status, level, bits, A, sources, count, ...)                                                           \
    do {                                                                                                               \
        const tropic_run_options options = {.size = sizeof options, __VA_ARGS__};                                      \
        assert_status(                                                                                                 \
            r->context, TROPIC_##status,                                                                               \
            tropic_bfs_batch(level, bits, r->counts, r->sums, r->context, A, sources, count, &options, NULL));         \
    } while (0)

static void test_refused_arguments(void **state)
{
    const tropic_index sources[WORD + 1] = {1, 4}, none[] = {1, REFUSING};
    refusals *r = *state;
    assert_status(r->context, TROPIC_INVALID_ARGUMENT,
                  tropic_bfs_batch(NULL, NULL, NULL, NULL, r->context, r->A, sources, 2, NULL, NULL));
    refused(INVALID_ARGUMENT, r->level, r->bits, NULL, sources, 2, .depth = 0);
    refused(INVALID_ARGUMENT, r->level, r->bits, r->A, NULL, 2, .depth = 0);
    refused(INVALID_ARGUMENT, r->level, r->bits, r->A, sources, 0, .depth = 0);
    refused(INVALID_ARGUMENT, r->level, r->bits, r->A, sources, -1, .depth = 0);
    refused(INVALID_ARGUMENT, r->level, r->bits, r->A, sources, 2, .depth = -1);
    refused(INVALID_ARGUMENT, r->level, r->bits, r->A, sources, 2, .target_count = 1);
    refused(INVALID_ARGUMENT, r->level, r->bits, r->A, sources, 2, .potential = r->bits);
    refused(INVALID_ARGUMENT, r->level, r->bits, r->A, sources, 2, .strategy = TROPIC_STRATEGIES);
    refused(INVALID_ARGUMENT, NULL, r->bits, r->A, sources, WORD + 1, .depth = 0);
    refused(INVALID_ARGUMENT, NULL, r->foreign, r->A, sources, 2, .depth = 0);
    refused(INDEX_OUT_OF_RANGE, r->level, r->bits, r->A, none, 2, .depth = 0);
    refused(INDEX_OUT_OF_RANGE, NULL, NULL, r->empty, sources, 1, .depth = 0);
    refused(INDEX_OUT_OF_RANGE, r->level, r->bits, r->A, sources, 2, .targets = none, .target_count = 2);
    assert_int_equal(tropic_bfs_batch(r->level, r->bits, r->counts, r->sums, NULL, r->A, sources, 2, NULL, NULL),
                     TROPIC_INVALID_ARGUMENT);
    assert_untouched(r);
}

static void test_refused_shapes(void **state)
{
    const tropic_index sources[] = {1, 4};
    refusals *r = *state;
    refused(DIMENSION_MISMATCH, NULL, NULL, r->wide, sources, 2, .depth = 0);
    refused(DIMENSION_MISMATCH, r->vector, NULL, r->A, sources, 2, .depth = 0);
    refused(DIMENSION_MISMATCH, r->level, NULL, r->A, sources, 1, .depth = 0);
    refused(DIMENSION_MISMATCH, NULL, r->level, r->A, sources, 2, .depth = 0);
    refused(TYPE_MISMATCH, NULL, r->full, r->A, sources, 2, .depth = 0);
    refused(TYPE_MISMATCH, r->bits, NULL, r->A, sources, 1, .depth = 0);
    assert_untouched(r);
    /* A vector is a block of one column. */
    assert_ok(r->context,
              tropic_bfs_batch(r->full, r->bits, r->counts, r->sums, r->context, r->A, sources, 1, NULL, NULL));
    assert_int_equal(r->sums[0], 1 + 0 + 1 + 2 + 3);
}

/* The progress told never falls, and may end the call. */
typedef struct told {
    double last;
    int calls, max;
} told;

static bool tell(double done, void *user)
{
    told *t = user;
    assert_true(done >= t->last && done <= 1);
    t->last = done;
    return ++t->calls <= t->max;
}

static void test_cancelled(void **unused)
{
    told t = {.max = INT32_MAX};
    const tropic_context_options wanted = {
        .size = sizeof wanted, .device = test_device(), .progress = tell, .progress_user = &t};
    tropic_index sources[MOST] = {0};
    OWNED(tropic_context) *context = NULL;
    OWNED(tropic_matrix) *A = NULL;
    OWNED(tropic_vector) *bits = NULL;
    OWNED(test_graph) G = test_path(60);
    int64_t sums[MOST] = {-5}, counts[MOST];
    assert_ok(NULL, tropic_context_create(&context, &wanted));
    assert_ok(context, tropic_matrix_from_coo(&A, context, 60, 60, G.count, G.row, G.col, TROPIC_BOOL, NULL, NULL));
    assert_ok(context, tropic_vector_create(&bits, context, TROPIC_UINT64, 60));
    assert_ok(context, tropic_bfs_batch(NULL, NULL, counts, NULL, context, A, sources, MOST, NULL, NULL));
    assert_true(t.calls > 2);
    t = (told){.max = 5};
    assert_status(context, TROPIC_CANCELLED,
                  tropic_bfs_batch(NULL, bits, NULL, sums, context, A, sources, 1, NULL, NULL));
    assert_int_equal(tropic_vector_count(bits), 0);
    assert_true(sums[0] == -5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_by_one),
        cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_random_graphs),
        cmocka_unit_test(test_large),
        cmocka_unit_test_setup_teardown(test_refused_arguments, open_refusals, close_refusals),
        cmocka_unit_test_setup_teardown(test_refused_shapes, open_refusals, close_refusals),
        cmocka_unit_test(test_cancelled),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
