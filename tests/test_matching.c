/* SPDX-License-Identifier: Apache-2.0
 *
 * Maximal and heavy matchings: by their properties, and against the greedy choice of edges that are sorted.
 */
#include "tests/context.h"
#include "tests/failing.h"
#include "tests/sets.h"

#include "reference/reference.h"

#include <math.h>

static tropic_status find(tropic_vector *mate, const tropic_matrix *A, bool weighted, uint64_t seed,
                          tropic_matching_report *told)
{
    const tropic_matching_options options = {
        .size = sizeof options, .weighted = weighted, .seed = seed, .report = told};
    tropic_run_report report = {.size = sizeof report};
    tropic_status status;
    *told = (tropic_matching_report){.size = sizeof *told};
    status = tropic_matching(mate, A, &options, &report);
    if (status == TROPIC_OK) assert_int_equal(report.reached, tropic_matrix_rows(A));
    return status;
}

/* Mates, verified; free() them. */
static int32_t *mates_of(tropic_context *c, const tropic_matrix *A, bool weighted, uint64_t seed,
                         tropic_matching_report *told)
{
    const tropic_matching_options options = {.size = sizeof options, .weighted = weighted};
    char message[REFERENCE_MESSAGE];
    OWNED(tropic_vector) *mate = NULL;
    reference_result r = {.A = A, .context = c, .options = &options};
    assert_ok(c, tropic_vector_create(&mate, c, TROPIC_INT32, tropic_matrix_rows(A)));
    assert_ok(c, find(mate, A, weighted, seed, told));
    r.values[0] = mate;
    if (reference_table.find("matching")->check(&r, message, sizeof message) != REFERENCE_MATCH)
        fail_msg("%s", message);
    return test_values_of(c, mate);
}

/* ---- the greedy choice ---- */

typedef struct edge {
    long double weight;
    uint64_t hash;
    tropic_index ends[2];
} edge;

static int by_weight(const void *left, const void *right)
{
    const edge *a = left, *b = right;
    if (a->weight != b->weight) return a->weight > b->weight ? -1 : 1;
    if (a->hash != b->hash) return a->hash > b->hash ? -1 : 1;
    for (int end = 0; end < 2; end++)
        if (a->ends[end] != b->ends[end]) return a->ends[end] < b->ends[end] ? -1 : 1;
    return 0;
}

static int32_t *greedy(tropic_context *c, const tropic_matrix *A, bool weighted, uint64_t seed, long double *weight)
{
    const tropic_index n = tropic_matrix_rows(A);
    OWNED_MEMORY edge *edges = test_room(tropic_matrix_count(A), sizeof *edges);
    int32_t *mate = test_room(n, sizeof *mate);
    const tropic_offset *offsets;
    const tropic_index *ids;
    const void *values;
    int64_t count = 0;
    assert_ok(c, tropic_matrix_csr(A, c, &offsets, &ids, &values));
    for (tropic_index v = 0; v < n; v++) {
        mate[v] = -1;
        for (tropic_offset k = offsets[v]; k < offsets[v + 1]; k++)
            if (ids[k] > v)
                edges[count++] = (edge){weighted && values ? test_value_load(tropic_matrix_type(A), values, k) : 1,
                                        test_hash_in_block(seed, v),
                                        {v, ids[k]}};
    }
    qsort(edges, (size_t)count, sizeof *edges, by_weight);
    *weight = 0;
    for (int64_t e = 0; e < count; e++) {
        const tropic_index u = edges[e].ends[0], v = edges[e].ends[1];
        if (edges[e].weight < 0 || mate[u] >= 0 || mate[v] >= 0) continue;
        mate[u] = v, mate[v] = u;
        *weight += edges[e].weight;
    }
    return mate;
}

static void check_matrix(const tropic_matrix *A, bool weighted, uint64_t seed)
{
    const tropic_index n = tropic_matrix_rows(A);
    tropic_matching_report told;
    long double weight;
    tropic_index ends = 0;
    OWNED_MEMORY int32_t *found = mates_of(context, A, weighted, seed, &told);
    OWNED_MEMORY int32_t *expected = greedy(context, A, weighted, seed, &weight);
    if (n > 0) assert_memory_equal(found, expected, (size_t)n * sizeof *found);
    for (tropic_index v = 0; v < n; v++) ends += found[v] >= 0;
    assert_int_equal(told.edges, ends / 2);
    assert_true(fabsl((long double)told.weight - weight) <= 1e-12L * weight);
    if (told.exact) assert_true((long double)told.integer_weight == weight);
}

static void check_graph(const test_graph *G, tropic_type type, uint64_t seed)
{
    OWNED(tropic_matrix) *A = test_matrix_of(context, G, type, &test_undirected);
    check_matrix(A, false, seed);
    check_matrix(A, true, seed);
}

static void equal_the_greedy_choice(void **unused)
{
    test_graph G[TEST_SET_GRAPHS];
    test_set_graphs(G);
    for (int k = 0; k < TEST_SET_GRAPHS; k++) {
        const uint64_t seed = (uint64_t)k;
        check_graph(&G[k], TROPIC_BOOL, seed); /* all weights equal, without values and with */
        test_weigh(&G[k], 6, 7, 7, 1);
        check_graph(&G[k], TROPIC_INT32, seed);
        test_weigh(&G[k], 7, 1, 9, 1);
        check_graph(&G[k], TROPIC_INT32, seed);
        check_graph(&G[k], TROPIC_FP32, seed);
        check_graph(&G[k], TROPIC_FP64, seed);
        test_weigh(&G[k], 8, -100000000, 100000000, 4); /* more bits than a key has */
        check_graph(&G[k], TROPIC_FP64, seed);
        check_graph(&G[k], TROPIC_FP32, seed);
        test_graph_free(&G[k]);
    }
}

/* Whose leading bits are equal. */
static void close_weights(void **unused)
{
    OWNED(test_graph) G = test_random_graph(12, 300, 300, 9000);
    test_weigh(&G, 5, 1, 40, 1);
    for (int64_t k = 0; k < G.count; k++) G.weight[k] = 1 + G.weight[k] * 0x1p-50;
    check_graph(&G, TROPIC_FP64, 1);
    for (int64_t k = 0; k < G.count; k++) G.weight[k] = 0x1p52 + (G.weight[k] - 1) * 0x1p50;
    check_graph(&G, TROPIC_INT64, 2);
    check_graph(&G, TROPIC_UINT64, 3);
}

static void all_types(void **unused)
{
    static const tropic_type types[] = {TROPIC_BOOL,   TROPIC_INT8,  TROPIC_INT16,  TROPIC_INT32,
                                        TROPIC_INT64,  TROPIC_UINT8, TROPIC_UINT16, TROPIC_UINT32,
                                        TROPIC_UINT64, TROPIC_FP32,  TROPIC_FP64};
    OWNED(test_graph) G = test_random_graph(11, 300, 300, 5000);
    for (size_t t = 0; t < sizeof types / sizeof *types; t++) {
        test_weigh(&G, 12 + t, test_is_unsigned(types[t]) || types[t] == TROPIC_BOOL ? 0 : -50, 50, 1);
        check_graph(&G, types[t], t);
    }
}

/* ---- what is known ---- */

/* Edges 0-1 4, 1-2 5, 2-3 4, 3-4 0, 5-6 -1, and a loop of 9. */
static void by_hand(void **unused)
{
    const tropic_index row[] = {0, 1, 2, 3, 5, 2}, col[] = {1, 2, 3, 4, 6, 2};
    const double weight[] = {4, 5, 4, 0, -1, 9};
    const int32_t heavy[] = {-1, 2, 1, 4, 3, -1, -1};
    OWNED(tropic_matrix) *A = NULL;
    OWNED_MEMORY int32_t *found = NULL, *maximal = NULL;
    tropic_matching_report told;
    assert_ok(context, tropic_matrix_from_coo(&A, context, 7, 7, 6, row, col, TROPIC_FP64, weight, &test_undirected));
    found = mates_of(context, A, true, 1, &told);
    assert_memory_equal(found, heavy, sizeof heavy);
    assert_int_equal(told.edges, 2);
    assert_true(told.weight == 5 && !told.exact);
    maximal = mates_of(context, A, false, 1, &told);
    assert_int_equal(maximal[5], 6); /* whatever it weighs */
    assert_int_equal(told.integer_weight, told.edges);
}

/* Proposals go from end to end of a path whose weights ascend. */
static void a_path_of_ascending_weights(void **unused)
{
    const int32_t n = test_sized(100000, 3000);
    OWNED(test_graph) G = test_path(n);
    OWNED(tropic_matrix) *A = NULL;
    tropic_matching_report told;
    OWNED_MEMORY int32_t *found = NULL;
    G.weight = test_room(G.count, sizeof *G.weight);
    for (int64_t k = 0; k < G.count; k++) G.weight[k] = G.row[k] + G.col[k];
    A = test_matrix_of(context, &G, TROPIC_INT32, NULL);
    found = mates_of(context, A, true, 1, &told);
    assert_int_equal(told.edges, n / 2);
    for (int32_t v = 0; v < n; v++) assert_int_equal(found[v], n - 1 - ((n - 1 - v) ^ 1));
}

/* Each leaf of a star has a heavier edge of its own, and the later a leaf, the heavier its edge to the centre: the
 * centre loses proposal after proposal, and does not look through its list for each. */
static void a_hub_that_loses(void **unused)
{
    const int32_t leaves = test_sized(50000, 3000), n = 2 * leaves + 1;
    OWNED(test_graph) G = test_empty(n, n);
    OWNED(tropic_matrix) *A = NULL;
    tropic_matching_report told;
    OWNED_MEMORY int32_t *found = NULL;
    free(G.row), free(G.col);
    G.row = test_room(2 * (int64_t)leaves, sizeof *G.row);
    G.col = test_room(2 * (int64_t)leaves, sizeof *G.col);
    G.weight = test_room(2 * (int64_t)leaves, sizeof *G.weight);
    for (int32_t v = 1; v <= leaves; v++) {
        G.row[G.count] = 0, G.col[G.count] = v, G.weight[G.count++] = v;
        G.row[G.count] = v, G.col[G.count] = leaves + v, G.weight[G.count++] = v + 0.5;
    }
    A = test_matrix_of(context, &G, TROPIC_FP64, &test_undirected);
    found = mates_of(context, A, true, 1, &told);
    assert_int_equal(told.edges, leaves);
    assert_int_equal(found[0], -1);
}

static void cliques_with_a_bridge(void **unused)
{
    enum { FIRST = 21, N = 320 };
    OWNED(test_graph) G = test_bridged(FIRST, N);
    OWNED(tropic_matrix) *A = test_matrix_of(context, &G, TROPIC_BOOL, &test_undirected);
    for (uint64_t seed = 0; seed < 20; seed++) {
        tropic_matching_report told;
        free(mates_of(context, A, false, seed, &told));
        assert_in_range(told.edges, FIRST / 2 + (N - FIRST) / 2, N / 2);
    }
}

/* ---- the same on all ---- */

static void threads_change_nothing(void **unused)
{
    static const int threads[] = {1, 2, 7};
    OWNED(test_graph) G = test_kronecker(5, test_sized(15, 10), 8);
    OWNED(tropic_matrix) *A = NULL;
    test_weigh(&G, 3, 1, 1000, 1);
    for (int64_t k = 0; k < G.count; k++) G.weight[k] = 1 / G.weight[k]; /* sums depend on their order */
    A = test_matrix_of(context, &G, TROPIC_FP64, &test_undirected);
    for (int weighted = 0; weighted < 2; weighted++) {
        tropic_matching_report told, again;
        OWNED_MEMORY int32_t *first = mates_of(context, A, weighted, 3, &told);
        for (size_t t = 0; t < sizeof threads / sizeof *threads; t++) {
            const tropic_context_options options = {
                .size = sizeof options, .device = TROPIC_DEVICE_CPU, .threads = threads[t]};
            OWNED(tropic_context) *c = NULL;
            OWNED(tropic_vector) *mate = NULL;
            assert_int_equal(tropic_context_create(&c, &options), TROPIC_OK);
            assert_ok(c, tropic_vector_create(&mate, c, TROPIC_INT32, G.rows));
            for (int run = 0; run < 10; run++) {
                OWNED_MEMORY int32_t *found = NULL;
                assert_ok(c, find(mate, A, weighted, 3, &again));
                found = test_values_of(c, mate);
                assert_memory_equal(found, first, (size_t)G.rows * sizeof *first);
                assert_memory_equal(&again, &told, sizeof told);
            }
        }
    }
}

/* Weights that are all different leave no choice to the hash: permuting vertices permutes mates. */
static void permuted_vertices_permute_mates(void **unused)
{
    enum { N = 3000 };
    OWNED_MEMORY tropic_index *id = test_permutation_of(9, N);
    OWNED(test_graph) G = test_random_undirected(8, N, 10000);
    OWNED(tropic_matrix) *A = NULL, *P = NULL;
    OWNED_MEMORY int32_t *before = NULL, *after = NULL;
    tropic_matching_report told, other;
    G.weight = test_room(G.count, sizeof *G.weight);
    for (int64_t k = 0; k < G.count; k++)
        G.weight[k] =
            (double)(G.row[k] < G.col[k] ? (int64_t)G.row[k] * N + G.col[k] : (int64_t)G.col[k] * N + G.row[k]);
    A = test_matrix_of(context, &G, TROPIC_INT32, &test_undirected);
    before = mates_of(context, A, true, 1, &told);
    test_permute(&G, id);
    P = test_matrix_of(context, &G, TROPIC_INT32, &test_undirected);
    after = mates_of(context, P, true, 1, &other);
    assert_int_equal(told.integer_weight, other.integer_weight);
    for (int v = 0; v < N; v++) assert_int_equal(after[id[v]], before[v] < 0 ? -1 : id[before[v]]);
}

static void updates_are_seen(void **unused)
{
    enum { N = 4 };
    OWNED(tropic_matrix) *A = test_path_matrix(context, N);
    tropic_matching_report told;
    assert_ok(context, tropic_matrix_remove(A, context, 0, 1));
    assert_ok(context, tropic_matrix_remove(A, context, 1, 0));
    free(mates_of(context, A, false, 1, &told));
    assert_int_equal(told.edges, 1);
    assert_ok(context, tropic_matrix_remove(A, context, 1, 2));
    assert_ok(context, tropic_matrix_remove(A, context, 2, 1));
    assert_ok(context, tropic_matrix_set(A, context, 0, 1, NULL));
    assert_ok(context, tropic_matrix_set(A, context, 1, 0, NULL));
    assert_ok(context, tropic_matrix_set(A, context, 1, 1, NULL)); /* a loop, which does not count */
    free(mates_of(context, A, false, 1, &told));
    assert_int_equal(told.edges, 2);
}

/* ---- what is refused, and fails ---- */

static void special_weights(void **unused)
{
    const tropic_index row[] = {0, 1, 1, 2}, col[] = {1, 0, 2, 1};
    const float infinite[] = {INFINITY, INFINITY, 2, 2}, zeros[] = {-0.0f, 0, -1, -1};
    const uint64_t great[] = {UINT64_MAX, UINT64_MAX, UINT64_MAX - 1, UINT64_MAX - 1};
    OWNED(tropic_matrix) *A = NULL, *Z = NULL, *U = NULL;
    tropic_matching_report told;
    assert_ok(context, tropic_matrix_from_coo(&A, context, 3, 3, 4, row, col, TROPIC_FP32, infinite, NULL));
    free(mates_of(context, A, true, 1, &told));
    assert_true(told.weight == INFINITY && !told.exact);
    assert_ok(context, tropic_matrix_from_coo(&Z, context, 3, 3, 4, row, col, TROPIC_FP32, zeros, NULL));
    free(mates_of(context, Z, true, 1, &told));
    assert_true(told.edges == 1 && told.weight == 0);
    assert_ok(context, tropic_matrix_from_coo(&U, context, 3, 3, 4, row, col, TROPIC_UINT64, great, NULL));
    check_matrix(U, true, 1);
    free(mates_of(context, U, true, 1, &told));
    assert_true(!told.exact && told.weight == 0x1p64 && told.integer_weight == 0);
}

static void bad_arguments_are_refused(void **unused)
{
    tropic_matching_report told = {.size = 3};
    const tropic_matching_options unsized = {.size = sizeof unsized, .report = &told};
    const tropic_index row[] = {0, 1, 1, 2}, col[] = {1, 0, 2, 1};
    const float nan[] = {1, 1, NAN, NAN};
    const int32_t differ[] = {1, 1, 2, 3}, kept[3] = {9, 8, 7};
    int32_t found[3];
    OWNED(tropic_matrix) *N = NULL, *D = NULL, *one = NULL, *wide = NULL;
    OWNED(tropic_vector) *mate = NULL, *real = NULL, *longer = NULL;
    assert_ok(context, tropic_vector_create(&mate, context, TROPIC_INT32, 3));
    assert_ok(context, tropic_vector_put_dense(mate, kept, NULL));
    assert_ok(context, tropic_vector_create(&real, context, TROPIC_FP64, 3));
    assert_ok(context, tropic_vector_create(&longer, context, TROPIC_INT32, 4));
    assert_ok(context, tropic_matrix_create(&wide, context, TROPIC_BOOL, 3, 4));
    assert_ok(context, tropic_matrix_from_coo(&N, context, 3, 3, 4, row, col, TROPIC_FP32, nan, NULL));
    assert_ok(context, tropic_matrix_from_coo(&D, context, 3, 3, 4, row, col, TROPIC_INT32, differ, NULL));
    assert_ok(context, tropic_matrix_from_coo(&one, context, 3, 3, 3, row, col, TROPIC_BOOL, NULL, NULL));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_matching(mate, D, &unsized, NULL));
    assert_status(NULL, TROPIC_INVALID_ARGUMENT, find(NULL, D, false, 1, &told));
    assert_status(context, TROPIC_INVALID_ARGUMENT, find(mate, NULL, false, 1, &told));
    assert_status(context, TROPIC_TYPE_MISMATCH, find(real, D, false, 1, &told));
    assert_status(context, TROPIC_DIMENSION_MISMATCH, find(longer, D, false, 1, &told));
    assert_status(context, TROPIC_DIMENSION_MISMATCH, find(mate, wide, false, 1, &told));
    assert_status(context, TROPIC_INVALID_ARGUMENT, find(mate, N, true, 1, &told));
    assert_non_null(strstr(tropic_context_error(context), "the weight nan from vertex 1 to 2 is not a number"));
    assert_status(context, TROPIC_INVALID_ARGUMENT, find(mate, D, true, 1, &told));
    assert_non_null(strstr(tropic_context_error(context), "the arc from vertex 1 to 2 has no opposite of its weight"));
    assert_status(context, TROPIC_INVALID_ARGUMENT, find(mate, one, false, 1, &told));
    assert_non_null(strstr(tropic_context_error(context), "the arc from vertex 1 to 2 has no opposite"));
    assert_ok(context, tropic_vector_get_dense(mate, found, NULL));
    assert_memory_equal(found, kept, sizeof kept);
    assert_ok(context, find(mate, N, false, 1, &told)); /* weights are not looked at */
    assert_ok(context, find(mate, D, false, 1, &told));
}

static void cancelled_runs_leave_nothing(void **unused)
{
    int left = -1;
    OWNED(tropic_context) *c = test_stoppable(&left);
    OWNED(tropic_matrix) *A = test_path_matrix(c, 100);
    OWNED(tropic_vector) *mate = NULL;
    tropic_matching_report told;
    assert_ok(c, tropic_vector_create(&mate, c, TROPIC_INT32, 100));
    for (int asked = 0; asked < 2; asked++) {
        left = asked;
        assert_status(c, TROPIC_CANCELLED, find(mate, A, false, 1, &told));
        assert_int_equal(tropic_vector_count(mate), 0);
    }
    left = -1;
    assert_ok(c, find(mate, A, false, 1, &told));
}

static void make_vector(tropic_context *c, test_failing_objects *o)
{
    static const tropic_index row[] = {0, 1, 2, 3, 3}, col[] = {1, 2, 3, 3, 0};
    static const double weight[] = {1, 0.1, 2, 5, 0.3};
    assert_ok(c, tropic_matrix_from_coo(&o->A, c, TEST_FAILING_N, TEST_FAILING_N, 5, row, col, TROPIC_FP64, weight,
                                        &test_undirected));
    assert_ok(c, tropic_vector_create(&o->v[0], c, TROPIC_INT32, TEST_FAILING_N));
}

static tropic_status once(tropic_context *c, test_failing_objects *o)
{
    tropic_matching_report told;
    (void)c;
    return find(o->v[0], o->A, true, 1, &told);
}

static void allocations_that_fail_are_told(void **unused)
{
    static const test_failing_case what = {"matching", make_vector, once, TROPIC_STRATEGY_AUTO};
    assert_true(test_failing_run(&test_failing_host, &what) > 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_the_greedy_choice),
        cmocka_unit_test(close_weights),
        cmocka_unit_test(all_types),
        cmocka_unit_test(by_hand),
        cmocka_unit_test(a_path_of_ascending_weights),
        cmocka_unit_test(a_hub_that_loses),
        cmocka_unit_test(cliques_with_a_bridge),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(permuted_vertices_permute_mates),
        cmocka_unit_test(updates_are_seen),
        cmocka_unit_test(special_weights),
        cmocka_unit_test(bad_arguments_are_refused),
        cmocka_unit_test(cancelled_runs_leave_nothing),
        cmocka_unit_test(allocations_that_fail_are_told),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, context_open, context_close);
}
