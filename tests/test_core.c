/* SPDX-License-Identifier: Apache-2.0
 *
 * Core numbers and onion layers against a removal by bins and against the layers of the neighbours, on graphs of every
 * kind.
 */
#include "tests/context.h"
#include "tests/failing.h"
#include "tests/fixtures.h"
#include "tests/graphs.h"

#include "reference/reference.h"

/* Core numbers of G, checked, and its layers if wanted, in `found` behind them; free() it. */
static int32_t *cores_of(tropic_context *c, const test_graph *G, bool directed, bool layers, tropic_core_report *told)
{
    char message[REFERENCE_MESSAGE];
    const tropic_core_options options = {.size = sizeof options, .directed = directed, .report = told};
    tropic_run_report report = {.size = sizeof report};
    OWNED(tropic_matrix) *A = test_matrix_of(c, G, TROPIC_BOOL, NULL);
    OWNED(tropic_vector) *core = NULL, *layer = NULL;
    int32_t *found = test_room(2 * (int64_t)G->rows, sizeof *found);
    reference_result r = {.A = A, .context = c, .options = &options};
    *told = (tropic_core_report){.size = sizeof *told};
    assert_ok(c, tropic_vector_create(&core, c, TROPIC_INT32, G->rows));
    if (layers) assert_ok(c, tropic_vector_create(&layer, c, TROPIC_INT32, G->rows));
    assert_ok(c, tropic_core(core, layer, A, &options, &report));
    assert_ok(c, tropic_vector_get_dense(core, found, NULL));
    if (layers) assert_ok(c, tropic_vector_get_dense(layer, found + G->rows, NULL));
    assert_int_equal(report.reached, G->rows);
    r.values[0] = core;
    r.values[1] = layer;
    if (reference_table.find("core")->check(&r, message, sizeof message) != REFERENCE_MATCH) fail_msg("%s", message);
    return found;
}

/* What the report says of these core numbers and layers. */
static void check_report(const tropic_core_report *told, const int32_t *found, int32_t n, bool layers)
{
    int32_t core = 0, members = 0, last = 0;
    for (int32_t v = 0; v < n; v++)
        if (found[v] > core) core = found[v];
    for (int32_t v = 0; v < n; v++) {
        members += found[v] == core;
        if (layers && found[n + v] > last) last = found[n + v];
    }
    assert_int_equal(told->core, core);
    assert_int_equal(told->members, members);
    assert_int_equal(told->layers, last);
}

static void equal_the_bins(void **unused)
{
    test_graph G[] = {test_empty(0, 0),
                      test_empty(1, 1),
                      test_empty(2, 2),
                      test_empty(5, 5),
                      test_star(test_sized(20000, 5000)), /* more leaves than a block's queue has room for */
                      test_path(test_sized(30000, 100)),
                      test_directed_path(70),
                      test_cycle(test_sized(1000, 100)),
                      test_tree(test_sized(5000, 300)),
                      test_grid(test_sized(40, 8), test_sized(50, 10)),
                      test_complete(9),
                      test_complete(test_sized(150, 70)),
                      test_disconnected(7, 5),
                      test_layers(test_sized(30, 8), 20),
                      test_random_graph(1, 50, 50, 40), /* with loops and duplicates */
                      test_random_graph(2, test_sized(400, 150), test_sized(400, 150), test_sized(500, 190)),
                      test_random_graph(3, test_sized(400, 150), test_sized(400, 150), test_sized(6000, 2000)),
                      test_random_undirected(4, test_sized(20000, 300), test_sized(60000, 900)),
                      test_random_undirected(5, test_sized(20000, 300), test_sized(16000, 240)),
                      test_kronecker(6, test_sized(14, 7), 16)};
    for (size_t k = 0; k < sizeof G / sizeof *G; k++) {
        for (int way = 0; way < 4; way++) {
            const int other = (int)k % 2 ? way ^ 1 : way;
            if (test_sized(0, 1) && other != 0 && other != 3) continue; /* in the small size two of four */
            tropic_core_report told;
            OWNED_MEMORY int32_t *found = cores_of(context, &G[k], way & 1, way & 2, &told);
            check_report(&told, found, G[k].rows, way & 2);
        }
        test_graph_free(&G[k]);
    }
}

/* A square 0 1 2 3 with one diagonal, 4 hangs on 0; as an undirected graph, and with each edge in one direction. */
static void by_hand(void **unused)
{
    tropic_index row[] = {0, 1, 1, 2, 2, 3, 3, 0, 0, 2, 0, 4}, col[] = {1, 0, 2, 1, 3, 2, 0, 3, 2, 0, 4, 0};
    tropic_index from[] = {0, 1, 2, 3, 0, 0}, to[] = {1, 2, 3, 0, 2, 4};
    const test_graph G = {.rows = 5, .cols = 5, .count = 12, .row = row, .col = col};
    const test_graph D = {.rows = 5, .cols = 5, .count = 6, .row = from, .col = to};
    const int32_t core[] = {2, 2, 2, 2, 1}, twice[] = {4, 4, 4, 4, 2}, layer[] = {3, 2, 3, 2, 1};
    tropic_core_report told;
    OWNED_MEMORY int32_t *undirected = cores_of(context, &G, false, true, &told), *both = NULL, *one_way = NULL;
    assert_memory_equal(undirected, core, sizeof core);
    assert_memory_equal(undirected + 5, layer, sizeof layer);
    assert_int_equal(told.core, 2);
    assert_int_equal(told.members, 4);
    assert_int_equal(told.layers, 3);
    both = cores_of(context, &G, true, true, &told);
    assert_memory_equal(both, twice, sizeof twice);
    assert_memory_equal(both + 5, layer, sizeof layer);
    assert_int_equal(told.core, 4);
    one_way = cores_of(context, &D, false, true, &told);
    assert_memory_equal(one_way, core, sizeof core);
    assert_memory_equal(one_way + 5, layer, sizeof layer);
}

/* Two cliques, an edge between them, loops and repeated edges. */
static void cliques_with_a_bridge(void **unused)
{
    enum { FIRST = 20 };
    const int32_t SECOND = test_sized(300, 50), N = FIRST + SECOND;
    OWNED(test_graph) G = test_empty(N, N);
    tropic_core_report told;
    OWNED_MEMORY int32_t *found = NULL;
    free(G.row), free(G.col);
    G.row = test_room(4 * N * N, sizeof *G.row);
    G.col = test_room(4 * N * N, sizeof *G.col);
    for (int32_t u = 0; u < N; u++)
        for (int32_t v = 0; v < N; v++) {
            const bool bridge = (u == 0 && v == FIRST) || (v == 0 && u == FIRST);
            if ((u < FIRST) != (v < FIRST) && !bridge) continue;
            for (int times = 0; times < 1 + (u + v) % 3 / 2; times++, G.count++) G.row[G.count] = u, G.col[G.count] = v;
        }
    found = cores_of(context, &G, false, true, &told);
    for (int32_t v = 0; v < N; v++) {
        assert_int_equal(found[v], (v < FIRST ? FIRST : SECOND) - 1);
        assert_int_equal(found[N + v], v < FIRST ? 1 + (v == 0) : 3);
    }
}

/* A star has one core and two layers, a path half as many layers as vertices; all of them known. */
static void a_million(void **unused)
{
    const int32_t n = test_sized(1000000, 200);
    tropic_core_report told;
    OWNED(test_graph) star = test_star(n - 1), path = test_path(n);
    OWNED_MEMORY int32_t *of_star = cores_of(context, &star, false, true, &told), *of_path = NULL;
    for (int32_t v = 0; v < n; v++) {
        if (of_star[v] == 1 && of_star[n + v] == 1 + (v == 0)) continue;
        fail_msg("star: vertex %d has the core number %d and the layer %d", v, of_star[v], of_star[n + v]);
    }
    of_path = cores_of(context, &path, false, true, &told);
    assert_int_equal(told.layers, (n + 1) / 2);
    for (int32_t v = 0; v < n; v++) {
        const int32_t layer = 1 + (v < n - 1 - v ? v : n - 1 - v);
        if (of_path[v] == 1 && of_path[n + v] == layer) continue;
        fail_msg("path: vertex %d has the core number %d and the layer %d", v, of_path[v], of_path[n + v]);
    }
    free(cores_of(context, &path, false, false, &told));
    assert_int_equal(told.members, n);
}

/* A clique without one edge: the two ends go first, and with the first of them all others have so few arcs that they go
 * as well, more at once than a block of a GPU has room for. */
static void all_fall_at_once(void **unused)
{
    const int32_t n = test_sized(2500, 120);
    OWNED(test_graph) G = test_complete(n);
    int64_t kept = 0;
    tropic_core_report told;
    for (int64_t k = 0; k < G.count; k++) {
        if (G.row[k] + G.col[k] == 5 && (G.row[k] == 2 || G.col[k] == 2)) continue;
        G.row[kept] = G.row[k], G.col[kept++] = G.col[k];
    }
    G.count = kept;
    for (int layers = 0; layers < 2; layers++) {
        OWNED_MEMORY int32_t *found = cores_of(context, &G, false, layers, &told);
        assert_int_equal(told.core, n - 2);
        assert_int_equal(told.members, n);
        for (int32_t v = 0; layers && v < n; v++) assert_int_equal(found[n + v], v == 2 || v == 3 ? 1 : 2);
    }
}

/* Many vertices hang on two hubs each, and go in one layer, more than a block has room for. */
static void a_wide_layer(void **unused)
{
    const int32_t wide = test_sized(100000, 5000), n = wide + 2;
    OWNED(test_graph) G = test_empty(n, n);
    tropic_core_report told;
    free(G.row), free(G.col);
    G.row = test_room(4 * (int64_t)wide, sizeof *G.row);
    G.col = test_room(4 * (int64_t)wide, sizeof *G.col);
    for (int32_t v = 0; v < wide; v++)
        for (int32_t hub = wide; hub < n; hub++) {
            G.row[G.count] = v, G.col[G.count++] = hub;
            G.row[G.count] = hub, G.col[G.count++] = v;
        }
    for (int layers = 0; layers < 2; layers++) {
        OWNED_MEMORY int32_t *found = cores_of(context, &G, false, layers, &told);
        assert_int_equal(told.core, 2);
        assert_int_equal(told.members, n);
        for (int32_t v = 0; layers && v < n; v++) assert_int_equal(found[n + v], 1 + (v >= wide));
    }
}

/* Permuting vertices permutes core numbers and layers. */
static void permuted_vertices_permute_cores(void **unused)
{
    const int32_t N = test_sized(3000, 300), ARCS = 3 * N;
    OWNED(test_graph) G = test_random_graph(8, N, N, ARCS);
    OWNED(test_graph) P = test_random_graph(8, N, N, ARCS);
    OWNED_MEMORY tropic_index *id = test_permutation_of(9, N);
    tropic_core_report told, other;
    OWNED_MEMORY int32_t *before = cores_of(context, &G, false, true, &told), *after = NULL;
    for (int64_t k = 0; k < P.count; k++) P.row[k] = id[P.row[k]], P.col[k] = id[P.col[k]];
    after = cores_of(context, &P, false, true, &other);
    assert_memory_equal(&told, &other, sizeof told);
    for (int v = 0; v < N; v++) {
        assert_int_equal(after[id[v]], before[v]);
        assert_int_equal(after[N + id[v]], before[N + v]);
    }
}

static void threads_change_nothing(void **unused)
{
    static const int threads[] = {1, 2, 7};
    OWNED(test_graph) G = test_kronecker(5, test_sized(15, 10), 8);
    OWNED(test_graph)
    D = test_random_graph(6, test_sized(40000, 1000), test_sized(40000, 1000), test_sized(300000, 9000));
    const test_graph *const graph[] = {&G, &D};
    tropic_core_report told;
    for (size_t g = 0; g < 2; g++) {
        OWNED_MEMORY int32_t *first = cores_of(context, graph[g], false, true, &told);
        for (size_t t = 0; t < sizeof threads / sizeof *threads; t++) {
            const tropic_context_options options = {
                .size = sizeof options, .device = TROPIC_DEVICE_CPU, .threads = threads[t]};
            OWNED(tropic_context) *c = NULL;
            assert_int_equal(tropic_context_create(&c, &options), TROPIC_OK);
            for (int run = 0; run < test_sized(5, 2); run++) {
                OWNED_MEMORY int32_t *again = cores_of(c, graph[g], false, true, &told);
                assert_memory_equal(again, first, 2 * (size_t)graph[g]->rows * sizeof *first);
            }
        }
    }
}

/* Entries of A, and of the result, that are set and removed before the call. */
static void updates_are_seen(void **unused)
{
    enum { N = 5 };
    OWNED(tropic_matrix) *A = test_path_matrix(context, N);
    OWNED(tropic_vector) *core = NULL;
    int32_t found[N];
    const int32_t old = 9, cut[N] = {1, 1, 0, 1, 1}, ring[N] = {2, 2, 2, 2, 2};
    assert_ok(context, tropic_vector_create(&core, context, TROPIC_INT32, N));
    assert_ok(context, tropic_vector_set(core, 2, &old));
    for (int v = 1; v < N; v += 2) {
        const tropic_index other = 2;
        assert_ok(context, tropic_matrix_remove(A, context, v, other));
        assert_ok(context, tropic_matrix_remove(A, context, other, v));
    }
    assert_ok(context, tropic_core(core, NULL, A, NULL, NULL));
    assert_ok(context, tropic_vector_get_dense(core, found, NULL));
    assert_memory_equal(found, cut, sizeof cut);
    for (int v = 0; v < N; v++) {
        assert_ok(context, tropic_matrix_set(A, context, v, (v + 1) % N, NULL));
        assert_ok(context, tropic_matrix_set(A, context, (v + 1) % N, v, NULL));
        assert_ok(context, tropic_matrix_set(A, context, v, v, NULL)); /* a loop, which does not count */
    }
    assert_ok(context, tropic_core(core, NULL, A, NULL, NULL));
    assert_ok(context, tropic_vector_get_dense(core, found, NULL));
    assert_memory_equal(found, ring, sizeof ring);
}

static void bad_arguments_are_refused(void **unused)
{
    tropic_core_report told = {.size = 3};
    const tropic_core_options unsized = {.size = sizeof unsized, .report = &told};
    OWNED(tropic_matrix) *A = test_path_matrix(context, 5), *wide = NULL;
    OWNED(tropic_vector) *core = NULL, *real = NULL, *longer = NULL;
    const int32_t kept[5] = {9, 8, 7, 6, 5};
    int32_t found[5];
    assert_ok(context, tropic_vector_create(&core, context, TROPIC_INT32, 5));
    assert_ok(context, tropic_vector_put_dense(core, kept, NULL));
    assert_ok(context, tropic_vector_create(&real, context, TROPIC_FP64, 5));
    assert_ok(context, tropic_vector_create(&longer, context, TROPIC_INT32, 6));
    assert_ok(context, tropic_matrix_create(&wide, context, TROPIC_BOOL, 5, 6));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_core(NULL, NULL, A, NULL, NULL));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_core(core, NULL, NULL, NULL, NULL));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_core(core, core, A, NULL, NULL));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_core(core, NULL, A, &unsized, NULL));
    assert_status(context, TROPIC_TYPE_MISMATCH, tropic_core(real, NULL, A, NULL, NULL));
    assert_status(context, TROPIC_TYPE_MISMATCH, tropic_core(core, real, A, NULL, NULL));
    assert_status(context, TROPIC_DIMENSION_MISMATCH, tropic_core(longer, NULL, A, NULL, NULL));
    assert_status(context, TROPIC_DIMENSION_MISMATCH, tropic_core(core, longer, A, NULL, NULL));
    assert_status(context, TROPIC_DIMENSION_MISMATCH, tropic_core(core, NULL, wide, NULL, NULL));
    assert_ok(context, tropic_vector_get_dense(core, found, NULL));
    assert_memory_equal(found, kept, sizeof kept);
}

static void make_vectors(tropic_context *c, test_failing_objects *o)
{
    test_failing_make_matrix(c, o);
    for (int k = 0; k < 2; k++) assert_ok(c, tropic_vector_create(&o->v[k], c, TROPIC_INT32, TEST_FAILING_N));
}

static tropic_status once(tropic_context *c, test_failing_objects *o)
{
    return tropic_core(o->v[0], o->v[1], o->A, NULL, NULL);
}

static void allocations_that_fail_are_told(void **unused)
{
    static const test_failing_case with_layers = {"core numbers", make_vectors, once, TROPIC_STRATEGY_AUTO};
    assert_true(test_failing_run(&test_failing_host, &with_layers) > 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_the_bins),
        cmocka_unit_test(by_hand),
        cmocka_unit_test(cliques_with_a_bridge),
        cmocka_unit_test(a_million),
        cmocka_unit_test(all_fall_at_once),
        cmocka_unit_test(a_wide_layer),
        cmocka_unit_test(permuted_vertices_permute_cores),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(updates_are_seen),
        cmocka_unit_test(bad_arguments_are_refused),
        cmocka_unit_test(allocations_that_fail_are_told),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, context_open, context_close);
}
