/* SPDX-License-Identifier: Apache-2.0
 *
 * Maximal independent sets and greedy colourings: by their properties, and against the greedy choice of one thread.
 */
#include "tests/context.h"
#include "tests/failing.h"
#include "tests/sets.h"

#include "reference/reference.h"

/* What is tested: the set, and the colours in both orders. */
enum { SET, LARGEST_FIRST, SMALLEST_LAST, KINDS };
static const char *const names[KINDS] = {"independent-set", "coloring", "coloring"};

/* Onion layers take long under racecheck. */
static bool is_left_out(int kind, tropic_index n)
{
    return kind == SMALLEST_LAST && n > test_sized(INT32_MAX, 600);
}

static tropic_coloring_options coloring_of(int kind, uint64_t seed, tropic_coloring_report *report)
{
    return (tropic_coloring_options){.size = sizeof(tropic_coloring_options),
                                     .order = kind == LARGEST_FIRST ? TROPIC_COLORING_LARGEST_FIRST
                                                                    : TROPIC_COLORING_SMALLEST_LAST,
                                     .seed = seed,
                                     .report = report};
}

static tropic_status find(int kind, tropic_vector *v, const tropic_matrix *A, uint64_t seed, int32_t *told)
{
    tropic_independent_set_report set = {.size = sizeof set};
    tropic_coloring_report colors = {.size = sizeof colors};
    const tropic_independent_set_options by_seed = {.size = sizeof by_seed, .seed = seed, .report = &set};
    const tropic_coloring_options by_order = coloring_of(kind, seed, &colors);
    tropic_run_report report = {.size = sizeof report};
    const tropic_status status =
        kind == SET ? tropic_independent_set(v, A, &by_seed, &report) : tropic_coloring(v, A, &by_order, &report);
    *told = kind == SET ? set.members : colors.colors;
    if (status == TROPIC_OK) assert_int_equal(report.reached, tropic_matrix_rows(A));
    return status;
}

/* The result, verified; free() it. */
static int32_t *found_in(tropic_context *c, const tropic_matrix *A, int kind, uint64_t seed, int32_t *told)
{
    const tropic_coloring_options options = coloring_of(kind, seed, NULL);
    char message[REFERENCE_MESSAGE];
    OWNED(tropic_vector) *v = NULL;
    reference_result r = {.A = A, .context = c, .options = kind == SET ? NULL : &options};
    assert_ok(c, tropic_vector_create(&v, c, TROPIC_INT32, tropic_matrix_rows(A)));
    assert_ok(c, find(kind, v, A, seed, told));
    r.values[0] = v;
    if (reference_table.find(names[kind])->check(&r, message, sizeof message) != REFERENCE_MATCH)
        fail_msg("%s: %s", names[kind], message);
    return test_values_of(c, v);
}

/* ---- the greedy choice ---- */

typedef struct place {
    int64_t group; /* the less, the sooner */
    uint64_t hash; /* the greater, the sooner */
    tropic_index vertex;
} place;

static int by_place(const void *left, const void *right)
{
    const place *a = left, *b = right;
    if (a->group != b->group) return a->group < b->group ? -1 : 1;
    if (a->hash != b->hash) return a->hash > b->hash ? -1 : 1;
    return (a->vertex > b->vertex) - (a->vertex < b->vertex);
}

/* The five leading bits of a number. */
static int64_t leading(int64_t number)
{
    int64_t unit = 1;
    while (number / unit >= 32) unit *= 2;
    return number / unit * unit;
}

/* In parts of 2^-16, what the neighbours of v would add to a set of a random order, if they are few; else the degree,
 * behind all such sums. */
static int64_t cost(const tropic_offset *offsets, const tropic_index *ids, const int64_t *degrees, tropic_index v)
{
    int64_t sum = 0;
    if (degrees[v] > 16) return INT32_MAX + leading(degrees[v]);
    for (tropic_offset k = offsets[v]; k < offsets[v + 1]; k++)
        if (ids[k] != v) sum += 65536 / (1 + degrees[ids[k]]);
    return leading(sum);
}

/* Vertices in their order; free() them. */
static place *order_of(tropic_context *c, const tropic_matrix *A, int kind, uint64_t seed)
{
    const tropic_index n = tropic_matrix_rows(A);
    place *places = test_room(n, sizeof *places);
    OWNED(tropic_vector) *core = NULL, *layer = NULL;
    OWNED_MEMORY int32_t *layers = NULL;
    OWNED_MEMORY int64_t *degrees = test_room(n, sizeof *degrees);
    const tropic_offset *offsets;
    const tropic_index *ids;
    if (kind == SMALLEST_LAST) {
        assert_ok(c, tropic_vector_create(&core, c, TROPIC_INT32, n));
        assert_ok(c, tropic_vector_create(&layer, c, TROPIC_INT32, n));
        assert_ok(c, tropic_core(core, layer, A, NULL, NULL));
        layers = test_values_of(c, layer);
    }
    assert_ok(c, tropic_matrix_csr(A, c, &offsets, &ids, NULL));
    for (tropic_index v = 0; v < n; v++)
        for (tropic_offset k = offsets[v]; k < offsets[v + 1]; k++) degrees[v] += ids[k] != v;
    for (tropic_index v = 0; v < n; v++) {
        places[v] = (place){.hash = kind == SET ? test_hash_in_block(seed, v) : test_word(seed, (uint64_t)v) >> 32,
                            .vertex = v};
        places[v].group = kind == SET             ? cost(offsets, ids, degrees, v)
                          : kind == LARGEST_FIRST ? -leading(degrees[v])
                                                  : -layers[v];
    }
    qsort(places, (size_t)n, sizeof *places, by_place);
    return places;
}

static int32_t *greedy(tropic_context *c, const tropic_matrix *A, int kind, uint64_t seed)
{
    const tropic_index n = tropic_matrix_rows(A);
    OWNED_MEMORY place *places = order_of(c, A, kind, seed);
    OWNED_MEMORY int64_t *seen = test_room(n, sizeof *seen);
    int32_t *result = test_room(n, sizeof *result);
    const tropic_offset *offsets;
    const tropic_index *ids;
    assert_ok(c, tropic_matrix_csr(A, c, &offsets, &ids, NULL));
    for (tropic_index v = 0; v < n; v++) result[v] = -1;
    for (tropic_index i = 0; i < n; i++) {
        const tropic_index v = places[i].vertex;
        int32_t color = 0;
        for (tropic_offset k = offsets[v]; k < offsets[v + 1]; k++)
            if (result[ids[k]] >= 0) seen[result[ids[k]]] = i + 1;
        while (color < n && seen[color] == i + 1) color++;
        result[v] = kind != SET ? color : seen[1] == i + 1 ? 0 : 1;
    }
    return result;
}

static void equal_the_greedy_choice(void **unused)
{
    test_graph G[TEST_SET_GRAPHS];
    test_set_graphs(G);
    for (int k = 0; k < TEST_SET_GRAPHS; k++) {
        OWNED(tropic_matrix) *A = test_matrix_of(context, &G[k], TROPIC_BOOL, &test_undirected);
        for (int kind = 0; kind < KINDS; kind++) {
            const uint64_t seed = (uint64_t)(k + kind);
            int32_t told, counted = 0;
            if (is_left_out(kind, G[k].rows)) continue;
            OWNED_MEMORY int32_t *found = found_in(context, A, kind, seed, &told);
            OWNED_MEMORY int32_t *expected = greedy(context, A, kind, seed);
            if (G[k].rows > 0) assert_memory_equal(found, expected, (size_t)G[k].rows * sizeof *found);
            for (int32_t v = 0; v < G[k].rows; v++)
                counted = kind == SET ? counted + found[v] : found[v] >= counted ? found[v] + 1 : counted;
            assert_int_equal(told, counted);
        }
        test_graph_free(&G[k]);
    }
}

/* ---- what is known ---- */

static void known_graphs(void **unused)
{
    static const struct {
        int32_t members[2], first[2], last[2]; /* from .. to */
    } known[] = {{{4999, 5000}, {2, 2}, {2, 2}}, {{1, 1}, {40, 40}, {40, 40}}, {{2500, 3334}, {2, 4}, {2, 2}}};
    test_graph G[] = {test_star(5000), test_complete(40), test_tree(5000)};
    for (size_t k = 0; k < sizeof G / sizeof *G; k++) {
        OWNED(tropic_matrix) *A = test_matrix_of(context, &G[k], TROPIC_BOOL, &test_undirected);
        for (int kind = 0; kind < KINDS; kind++) {
            const int32_t *range = kind == SET             ? known[k].members
                                   : kind == LARGEST_FIRST ? known[k].first
                                                           : known[k].last;
            int32_t told;
            if (is_left_out(kind, G[k].rows)) continue;
            free(found_in(context, A, kind, 1, &told));
            if (told < range[0] || told > range[1])
                fail_msg("graph %zu, kind %d: %d, expected %d to %d", k, kind, told, range[0], range[1]);
        }
        test_graph_free(&G[k]);
    }
}

static void cliques_with_a_bridge(void **unused)
{
    enum { FIRST = 20, N = 320 };
    OWNED(test_graph) G = test_bridged(FIRST, N);
    OWNED(tropic_matrix) *A = test_matrix_of(context, &G, TROPIC_BOOL, &test_undirected);
    for (uint64_t seed = 0; seed < (uint64_t)test_sized(20, 2); seed++)
        for (int kind = 0; kind < KINDS; kind++) {
            int32_t told;
            OWNED_MEMORY int32_t *found = found_in(context, A, kind, seed, &told);
            assert_int_equal(told, kind == SET ? 2 : N - FIRST);
            if (kind == SET) assert_false(found[0] && found[FIRST]);
        }
}

/* Loops and repeated arcs change nothing. */
static void loops_and_duplicates_are_ignored(void **unused)
{
    enum { N = 2000, EDGES = 9000 };
    OWNED(test_graph) G = test_random_undirected(7, N, EDGES), L = test_random_undirected(7, N, EDGES);
    OWNED(tropic_matrix) *A = NULL, *B = NULL;
    int64_t kept = 0;
    for (int64_t k = 0; k < G.count; k++)
        if (G.row[k] != G.col[k]) G.row[kept] = G.row[k], G.col[kept++] = G.col[k];
    G.count = kept;
    free(L.row), free(L.col);
    L.row = test_room(2 * kept + N, sizeof *L.row);
    L.col = test_room(2 * kept + N, sizeof *L.col);
    L.count = 0;
    for (int64_t k = 0; k < 2 * kept; k++) L.row[L.count] = G.row[k % kept], L.col[L.count++] = G.col[k % kept];
    for (int32_t v = 0; v < N; v += 3) L.row[L.count] = v, L.col[L.count++] = v;
    A = test_matrix_of(context, &G, TROPIC_BOOL, NULL);
    B = test_matrix_of(context, &L, TROPIC_BOOL, NULL);
    for (int kind = 0; kind < KINDS; kind++) {
        int32_t told, other;
        if (is_left_out(kind, N)) continue;
        OWNED_MEMORY int32_t *found = found_in(context, A, kind, 5, &told);
        OWNED_MEMORY int32_t *again = found_in(context, B, kind, 5, &other);
        assert_int_equal(told, other);
        assert_memory_equal(found, again, N * sizeof *found);
    }
}

/* ---- the same on all ---- */

static void threads_change_nothing(void **unused)
{
    static const int threads[] = {1, 2, 7};
    OWNED(test_graph) G = test_kronecker(5, test_sized(15, 10), 8);
    OWNED(tropic_matrix) *A = test_matrix_of(context, &G, TROPIC_BOOL, &test_undirected);
    for (int kind = 0; kind < KINDS; kind++) {
        int32_t told;
        if (is_left_out(kind, G.rows)) continue;
        OWNED_MEMORY int32_t *first = found_in(context, A, kind, 3, &told);
        for (size_t t = 0; t < sizeof threads / sizeof *threads; t++) {
            const tropic_context_options options = {
                .size = sizeof options, .device = TROPIC_DEVICE_CPU, .threads = threads[t]};
            OWNED(tropic_context) *c = NULL;
            OWNED(tropic_vector) *v = NULL;
            assert_int_equal(tropic_context_create(&c, &options), TROPIC_OK);
            assert_ok(c, tropic_vector_create(&v, c, TROPIC_INT32, G.rows));
            for (int run = 0; run < 10; run++) {
                int32_t again;
                OWNED_MEMORY int32_t *found = NULL;
                assert_ok(c, find(kind, v, A, 3, &again));
                found = test_values_of(c, v);
                assert_int_equal(again, told);
                assert_memory_equal(found, first, (size_t)G.rows * sizeof *first);
            }
        }
    }
}

static void seeds_differ(void **unused)
{
    OWNED(test_graph) G = test_random_undirected(4, 2000, 6000);
    OWNED(tropic_matrix) *A = test_matrix_of(context, &G, TROPIC_BOOL, &test_undirected);
    for (int kind = 0; kind < KINDS; kind++) {
        int32_t told;
        if (is_left_out(kind, 2000)) continue;
        OWNED_MEMORY int32_t *one = found_in(context, A, kind, 1, &told);
        OWNED_MEMORY int32_t *two = found_in(context, A, kind, 2, &told);
        assert_memory_not_equal(one, two, 2000 * sizeof *one);
    }
}

/* Entries of A, and of the result, that are set and removed before the call. */
static void updates_are_seen(void **unused)
{
    enum { N = 5 };
    for (int kind = 0; kind < KINDS; kind++) {
        OWNED(tropic_matrix) *A = test_path_matrix(context, N);
        OWNED(tropic_vector) *v = NULL;
        const int32_t old = 9;
        int32_t told;
        assert_ok(context, tropic_vector_create(&v, context, TROPIC_INT32, N));
        assert_ok(context, tropic_vector_set(v, 2, &old));
        assert_ok(context, tropic_matrix_remove(A, context, 2, 3));
        assert_ok(context, tropic_matrix_remove(A, context, 3, 2));
        assert_ok(context, find(kind, v, A, 1, &told));
        if (kind == SET) assert_int_equal(told, 3); /* the ends of 0 - 1 - 2, and one of 3 - 4 */
        for (int u = 0; u < N; u++)
            for (int w = 0; w < N; w++) assert_ok(context, tropic_matrix_set(A, context, u, w, NULL));
        assert_ok(context, find(kind, v, A, 1, &told));
        assert_int_equal(told, kind == SET ? 1 : N);
    }
}

/* ---- what is refused, and fails ---- */

static void bad_arguments_are_refused(void **unused)
{
    tropic_independent_set_report set = {.size = 3};
    tropic_coloring_report colors = {.size = 3};
    const tropic_independent_set_options unsized = {.size = sizeof unsized, .report = &set};
    const tropic_coloring_options also = {.size = sizeof also, .report = &colors};
    const tropic_coloring_options third = {.size = sizeof third, .order = (tropic_coloring_order)2};
    OWNED(test_graph) one_way = test_directed_path(5);
    OWNED(tropic_matrix) *A = test_path_matrix(context, 5), *wide = NULL;
    OWNED(tropic_matrix) *D = test_matrix_of(context, &one_way, TROPIC_BOOL, NULL);
    OWNED(tropic_vector) *v = NULL, *real = NULL, *longer = NULL;
    const int32_t kept[5] = {9, 8, 7, 6, 5};
    int32_t found[5], told;
    assert_ok(context, tropic_vector_create(&v, context, TROPIC_INT32, 5));
    assert_ok(context, tropic_vector_put_dense(v, kept, NULL));
    assert_ok(context, tropic_vector_create(&real, context, TROPIC_FP64, 5));
    assert_ok(context, tropic_vector_create(&longer, context, TROPIC_INT32, 6));
    assert_ok(context, tropic_matrix_create(&wide, context, TROPIC_BOOL, 5, 6));
    for (int kind = 0; kind < KINDS; kind++) {
        assert_status(NULL, TROPIC_INVALID_ARGUMENT, find(kind, NULL, A, 1, &told));
        assert_status(context, TROPIC_INVALID_ARGUMENT, find(kind, v, NULL, 1, &told));
        assert_status(context, TROPIC_TYPE_MISMATCH, find(kind, real, A, 1, &told));
        assert_status(context, TROPIC_DIMENSION_MISMATCH, find(kind, longer, A, 1, &told));
        assert_status(context, TROPIC_DIMENSION_MISMATCH, find(kind, v, wide, 1, &told));
        assert_status(context, TROPIC_INVALID_ARGUMENT, find(kind, v, D, 1, &told));
        assert_non_null(strstr(tropic_context_error(context), "the arc from vertex 0 to 1 has no opposite"));
    }
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_independent_set(v, A, &unsized, NULL));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_coloring(v, A, &also, NULL));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_coloring(v, A, &third, NULL));
    assert_ok(context, tropic_vector_get_dense(v, found, NULL));
    assert_memory_equal(found, kept, sizeof kept);
}

static void cancelled_runs_leave_nothing(void **unused)
{
    for (int kind = 0; kind < KINDS; kind++) {
        int left = -1;
        OWNED(tropic_context) *c = test_stoppable(&left);
        OWNED(tropic_matrix) *A = test_path_matrix(c, 100);
        OWNED(tropic_vector) *v = NULL;
        int32_t told;
        assert_ok(c, tropic_vector_create(&v, c, TROPIC_INT32, 100));
        for (int asked = 0; asked < 2; asked++) {
            left = asked;
            assert_status(c, TROPIC_CANCELLED, find(kind, v, A, 1, &told));
            assert_int_equal(tropic_vector_count(v), 0);
        }
        left = -1;
        assert_ok(c, find(kind, v, A, 1, &told));
    }
}

static void make_vector(tropic_context *c, test_failing_objects *o)
{
    static const tropic_index row[] = {0, 1, 1, 2, 2, 3, 3, 3}, col[] = {1, 0, 2, 1, 3, 2, 3, 0};
    const tropic_build_options options = test_undirected;
    assert_ok(
        c, tropic_matrix_from_coo(&o->A, c, TEST_FAILING_N, TEST_FAILING_N, 8, row, col, TROPIC_BOOL, NULL, &options));
    assert_ok(c, tropic_vector_create(&o->v[0], c, TROPIC_INT32, TEST_FAILING_N));
}

static tropic_status set_once(tropic_context *c, test_failing_objects *o)
{
    (void)c;
    return tropic_independent_set(o->v[0], o->A, NULL, NULL);
}

static tropic_status color_once(tropic_context *c, test_failing_objects *o)
{
    (void)c;
    return tropic_coloring(o->v[0], o->A, NULL, NULL);
}

static tropic_status color_last_once(tropic_context *c, test_failing_objects *o)
{
    const tropic_coloring_options options = coloring_of(SMALLEST_LAST, 1, NULL);
    (void)c;
    return tropic_coloring(o->v[0], o->A, &options, NULL);
}

static void allocations_that_fail_are_told(void **unused)
{
    static const test_failing_case cases[KINDS] = {
        {"independent set", make_vector, set_once, TROPIC_STRATEGY_AUTO},
        {"colouring", make_vector, color_once, TROPIC_STRATEGY_AUTO},
        {"colouring, smallest last", make_vector, color_last_once, TROPIC_STRATEGY_AUTO}};
    for (int kind = 0; kind < KINDS; kind++) assert_true(test_failing_run(&test_failing_host, &cases[kind]) > 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_the_greedy_choice),
        cmocka_unit_test(known_graphs),
        cmocka_unit_test(cliques_with_a_bridge),
        cmocka_unit_test(loops_and_duplicates_are_ignored),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(seeds_differ),
        cmocka_unit_test(updates_are_seen),
        cmocka_unit_test(bad_arguments_are_refused),
        cmocka_unit_test(cancelled_runs_leave_nothing),
        cmocka_unit_test(allocations_that_fail_are_told),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, context_open, context_close);
}
