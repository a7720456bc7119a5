/* SPDX-License-Identifier: Apache-2.0
 *
 * Strongly connected components against Kosaraju's, and by laws.
 */
#include "algorithms/components/strong.h"
#include "algorithms/tuning.h"
#include "reference/oracle.h"
#include "tests/context.h"
#include "tests/failing.h"
#include "tests/fixtures.h"

static tropic_status find_strong(tp_run *run, const tropic_matrix *A, tropic_vector *v)
{
    int32_t *component;
    TP_TRY(tp_run_begin(run, A, TROPIC_STRATEGY_AUTO, false));
    TP_TRY(tp_run_array(run, &component, run->n, sizeof *component, "components"));
    TP_TRY(tp_run_start(run));
    TP_TRY(tp_components_strong(run, component));
    TP_TRY(tp_run_stop(run));
    return tp_run_results(run, v, component, NULL, NULL);
}

static tropic_status strong(tropic_context *of, const tropic_matrix *A, tropic_vector *v)
{
    tp_run run = tp_run_in(of, NULL);
    return tp_run_end(&run, find_strong(&run, A, v));
}

/* free() them. */
static int32_t *components_in(tropic_context *of, const tropic_matrix *A)
{
    OWNED(tropic_vector) *v = NULL;
    assert_ok(of, tropic_vector_create(&v, of, TROPIC_INT32, tropic_matrix_rows(A)));
    assert_ok(of, strong(of, A, v));
    return test_values_of(of, v);
}
static int32_t *components_of(const test_graph *G)
{
    OWNED(tropic_matrix) *A = test_matrix_of(context, G, TROPIC_BOOL, NULL);
    return components_in(context, A);
}

static void check(const test_graph *G)
{
    OWNED_MEMORY int32_t *found = components_of(G);
    OWNED_MEMORY int64_t *wanted = test_room(G->rows, sizeof *wanted);
    oracle_graph textbook;
    assert_true(oracle_graph_from_entries(&textbook, G->rows, G->cols, G->count, G->row, G->col, NULL));
    assert_true(oracle_strong(&textbook, wanted));
    oracle_graph_free(&textbook);
    for (int32_t v = 0; v < G->rows; v++)
        if (found[v] != wanted[v]) fail_msg("component[%d] is %d, not %d", v, found[v], (int)wanted[v]);
}
static void check_and_free(test_graph G)
{
    check(&G);
    test_graph_free(&G);
}

/* Of the two arcs of each edge, the one that a hash says. */
static test_graph directed(test_graph G)
{
    int64_t kept = 0;
    for (int64_t k = 0; k < G.count; k++) {
        const int32_t i = G.row[k], j = G.col[k];
        uint64_t edge = (uint64_t)(i < j ? i : j) << 32 | (uint64_t)(i < j ? j : i);
        const bool up = test_random(&edge) & 1;
        if (i == j || up != (i < j)) continue;
        G.row[kept] = i;
        G.col[kept++] = j;
    }
    G.count = kept;
    return G;
}

static void small_graphs_by_hand(void **unused)
{
    /* 0 -> 3 -> 1 -> 3, 1 -> 4 -> 2 -> 4 */
    int32_t row[] = {0, 3, 1, 1, 4, 2}, col[] = {3, 1, 3, 4, 2, 4};
    const test_graph G = {.rows = 5, .cols = 5, .count = 6, .row = row, .col = col};
    const int32_t wanted[] = {0, 1, 2, 1, 2};
    OWNED_MEMORY int32_t *found = components_of(&G);
    assert_memory_equal(found, wanted, sizeof wanted);
    check(&G);
}

/* No vertex, one, with a loop; two, with each set of arcs; none at all. */
static void least_graphs(void **unused)
{
    int32_t row[] = {0, 0, 1, 1}, col[] = {0, 1, 0, 1};
    check_and_free(test_empty(0, 0));
    check_and_free(test_empty(1, 1));
    check(&(test_graph){.rows = 1, .cols = 1, .count = 1, .row = row, .col = col});
    for (int set = 0; set < 16; set += test_sized(1, 3)) { /* (6: both arcs, no loops) */
        int32_t i[4], j[4];
        int64_t count = 0;
        for (int k = 0; k < 4; k++)
            if (set >> k & 1) i[count] = row[k], j[count++] = col[k];
        check(&(test_graph){.rows = 2, .cols = 2, .count = count, .row = i, .col = j});
    }
    check_and_free(test_empty(1000, 1000));
}

static void equal_the_textbooks(void **unused)
{
    const int32_t n = test_sized(3000, 200);
    for (uint64_t seed = 0; seed < (uint64_t)test_sized(60, 6); seed++) {
        const int32_t some = 1 + (int32_t)(seed * seed) % n;
        check_and_free(test_random_graph(seed, some, some, (int64_t)(seed % 7 + 1) * some / 2));
    }
    for (int32_t few = 3; few < 40; few += test_sized(1, 9))
        check_and_free(test_random_graph((uint64_t)few, few, few, 2 * few));
    check_and_free(test_star(n));
    check_and_free(directed(test_star(n)));
    check_and_free(test_layers(test_sized(20, 8), test_sized(30, 15)));
    check_and_free(test_disconnected(test_sized(40, 10), 7));
    check_and_free(test_complete(test_sized(60, 40)));
    check_and_free(directed(test_complete(test_sized(60, 40))));
    check_and_free(directed(test_grid(test_sized(300, 8), test_sized(50, 20))));
    check_and_free(directed(test_grid(1, n)));
    check_and_free(directed(test_kronecker(3, test_sized(13, 7), 16)));
    check_and_free(directed(test_kronecker(4, test_sized(13, 7), 3)));
    check_and_free(directed(test_random_undirected(5, n, 12 * (int64_t)n)));
    check_and_free(directed(test_random_undirected(6, n, 2 * (int64_t)n)));
    /* Symmetric: connected components. */
    check_and_free(test_random_undirected(7, n, n / 2));
    check_and_free(test_random_undirected(8, n, 10 * (int64_t)n));
    check_and_free(test_grid(test_sized(60, 8), test_sized(50, 20)));
    check_and_free(test_tree(n));
}

static void no_cycle_no_component(void **unused)
{
    const int32_t n = test_sized(300, 90);
    test_graph all[] = {test_kronecker(1, test_sized(12, 7), 16), test_random_graph(2, 6 * n, 6 * n, 9 * n),
                        test_random_graph(3, n, n, 30 * n)};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        OWNED_MEMORY int32_t *found = NULL, *by = test_permutation_of(4, all[k].rows);
        test_make_acyclic(&all[k]);
        test_permute(&all[k], by);
        found = components_of(&all[k]);
        for (int32_t v = 0; v < all[k].rows; v++) assert_int_equal(found[v], v);
        test_graph_free(&all[k]);
    }
}

/* Two cliques and an arc, both of one size, and a giant and a small one; then the arc back, too. */
static void cliques_and_an_arc(void **unused)
{
    const int32_t most = test_sized(200, 50), sizes[][2] = {{40, 40}, {most, 3}, {3, most}, {1, 60}};
    for (int c = 0; c < 8; c++) {
        const int32_t a = sizes[c / 2][0], n = a + sizes[c / 2][1];
        OWNED(test_graph) G = test_random_graph(1, n, n, (int64_t)n * n + 2);
        int64_t count = 0;
        for (int32_t i = 0; i < n; i++)
            for (int32_t j = 0; j < n; j++)
                if (i != j && (i < a) == (j < a)) G.row[count] = i, G.col[count++] = j;
        G.row[count] = a - 1, G.col[count++] = n - 1;
        if (c % 2 == 1) G.row[count] = a, G.col[count++] = 0;
        G.count = count;
        check(&G);
    }
}

/* A cycle and paths of a million vertices, in their order, in the opposite one and in none. */
static void long_cycles_and_paths(void **unused)
{
    const int32_t n = test_sized(1000000, 1500);
    for (int form = 0; form < 6; form++) {
        OWNED(test_graph) G = test_directed_path(n);
        OWNED_MEMORY int32_t *by = test_permutation_of(9, n), *found = NULL;
        const bool cycle = form >= 3;
        for (int32_t v = 0; form % 3 != 2 && v < n; v++) by[v] = form % 3 == 0 ? v : n - 1 - v;
        if (cycle) {
            G.row = realloc(G.row, (size_t)n * sizeof *G.row);
            G.col = realloc(G.col, (size_t)n * sizeof *G.col);
            assert_true(G.row && G.col);
            G.row[G.count] = n - 1, G.col[G.count++] = 0;
        }
        test_permute(&G, by);
        found = components_of(&G);
        for (int32_t v = 0; v < n; v++) assert_int_equal(found[v], cycle ? 0 : v);
    }
}

/* Cycles in a chain, each with an arc to the next; and paths whose every vertex another cycle leads to, so that no way
 * can be made shorter. */
static void long_chains(void **unused)
{
    const int32_t links = test_sized(30000, 200);
    for (int32_t size = 1; size <= 5; size += 2)
        for (int legs = 0; legs < 2; legs++) {
            const int32_t n = links * size;
            OWNED(test_graph) G = test_random_graph(1, n, n, (int64_t)n + links);
            OWNED_MEMORY int32_t *by = test_permutation_of(3, n);
            int64_t count = 0;
            for (int32_t link = 0; link < links; link++) {
                const int32_t first = link * size;
                for (int32_t k = 0; size > 1 && k < size; k++)
                    G.row[count] = first + k, G.col[count++] = first + (k + 1) % size;
                if (link + 1 == links) continue;
                G.row[count] = first, G.col[count++] = first + size;
                if (legs && size > 1) count--; /* of every second link alone */
                if (legs && link % 2 == 0 && link + 2 < links) G.row[count] = first, G.col[count++] = first + 2 * size;
                if (legs && link % 2 == 1) G.row[count] = first, G.col[count++] = first - size;
            }
            G.count = count;
            test_permute(&G, by);
            check(&G);
        }
}

/* Layers from vertex 0 on to the last, and an arc back if they are `closed`: one component. */
static test_graph layers(int32_t width, int32_t depth, bool closed)
{
    test_graph G = test_layers(width, depth);
    G.row = realloc(G.row, (size_t)(G.count + 1) * sizeof *G.row);
    G.col = realloc(G.col, (size_t)(G.count + 1) * sizeof *G.col);
    assert_true(G.row && G.col);
    if (closed) G.row[G.count] = G.rows - 1, G.col[G.count++] = 0;
    return G;
}

/* So dense that searches come first, as arcs are not near, and so long that they are given up; a cycle, and none. */
static void long_and_dense(void **unused)
{
    for (int closed = 0; closed < 2; closed++) {
        OWNED(test_graph) G = layers(6, test_sized(3, 2) * TP_STRONG_LEVELS_MAX, closed);
        OWNED_MEMORY int32_t *by = test_permutation_of(4, G.rows);
        test_permute(&G, by);
        check(&G);
    }
}

/* Few threads walk where many search: long, so that searches are given up, and not. */
static void near_arcs_on_few_threads_and_many(void **unused)
{
    for (int k = 0; k < 4; k++) {
        const bool longer = k / 2, closed = k % 2;
        OWNED(test_graph) G = longer ? layers(6, 2 * TP_STRONG_LEVELS_MAX, closed) : layers(20, 400, closed);
        OWNED_MEMORY int32_t *few = NULL, *many = NULL;
        for (int threads = TP_STRONG_LOCAL_THREADS - 1; threads <= TP_STRONG_LOCAL_THREADS; threads++) {
            OWNED(tropic_context) *of = test_context_of(threads);
            OWNED(tropic_matrix) *A = test_matrix_of(of, &G, TROPIC_BOOL, NULL);
            *(few ? &many : &few) = components_in(of, A);
        }
        for (int32_t v = 0; v < G.rows; v++) assert_int_equal(few[v], closed ? 0 : v);
        assert_memory_equal(few, many, (size_t)G.rows * sizeof *few);
    }
}

static void permuted_vertices_permute_components(void **unused)
{
    const int32_t n = test_sized(2000, 300);
    OWNED(test_graph) G = directed(test_random_undirected(11, n, 3 * (int64_t)n));
    OWNED_MEMORY int32_t *by = test_permutation_of(12, n), *before = components_of(&G), *after = NULL;
    test_permute(&G, by);
    after = components_of(&G);
    for (int32_t v = 0; v < n; v++) assert_int_equal(after[by[v]], after[by[before[v]]]);
    for (int32_t v = 0; v < n; v++) assert_true(after[after[v]] == after[v] && after[v] <= v);
    check(&G);
}

/* However threads and blocks race. */
static void always_the_same(void **unused)
{
    test_graph all[] = {directed(test_kronecker(6, test_sized(15, 7), 16)),
                        directed(test_grid(test_sized(300, 12), test_sized(300, 12))),
                        directed(test_random_undirected(6, test_sized(30000, 300), test_sized(60000, 600)))};
    const int threads[] = {1, 2, 7};
    for (size_t g = 0; g < sizeof all / sizeof *all; g++) {
        OWNED(tropic_matrix) *A = test_matrix_of(context, &all[g], TROPIC_BOOL, NULL);
        OWNED_MEMORY int32_t *first = components_in(context, A);
        const size_t bytes = (size_t)all[g].rows * sizeof *first;
        for (int k = 0; k < test_sized(100, 2); k++) {
            OWNED_MEMORY int32_t *again = components_in(context, A);
            assert_memory_equal(again, first, bytes);
        }
        for (int k = 0; k < 3; k++) {
            OWNED(tropic_context) *other = test_context_of(threads[k]);
            OWNED(tropic_matrix) *B = test_matrix_of(other, &all[g], TROPIC_BOOL, NULL);
            OWNED_MEMORY int32_t *again = components_in(other, B);
            assert_memory_equal(again, first, bytes);
        }
        test_graph_free(&all[g]);
    }
}

/* Sparse, and so dense that searches come first. */
static void prepare_arcs(tropic_context *of, test_failing_objects *o, int64_t arcs)
{
    OWNED(test_graph) G = test_random_graph(3, TEST_FAILING_PLACES, TEST_FAILING_PLACES, arcs);
    o->A = test_matrix_of(of, &G, TROPIC_BOOL, NULL);
    assert_ok(of, tropic_vector_create(&o->v[0], of, TROPIC_INT32, TEST_FAILING_PLACES));
}
static void prepare_sparse(tropic_context *of, test_failing_objects *o)
{
    prepare_arcs(of, o, TEST_FAILING_PLACES);
}
static void prepare_dense(tropic_context *of, test_failing_objects *o)
{
    prepare_arcs(of, o, 16 * TEST_FAILING_PLACES);
}
static tropic_status attempt(tropic_context *of, test_failing_objects *o)
{
    return strong(of, o->A, o->v[0]);
}
static const test_failing_case sparse_case = {"components, sparse", prepare_sparse, attempt, TROPIC_STRATEGY_AUTO};
static const test_failing_case dense_case = {"components, dense", prepare_dense, attempt, TROPIC_STRATEGY_AUTO};

static void allocations_that_fail_are_told(void **unused)
{
    assert_true(test_failing_run(&test_failing_host, &sparse_case) > 2);
    assert_true(test_failing_run(&test_failing_host, &dense_case) > 2);
}

/* Each time that a call asks. */
static void can_be_cancelled(void **unused)
{
    const test_failing_case *const cases[] = {&sparse_case, &dense_case};
    for (int c = 0; c < 2; c++) {
        enum { ENOUGH = 1000 };
        int left = -1, asked;
        OWNED(tropic_context) *of = test_stoppable(&left);
        test_failing_objects o = {0};
        cases[c]->prepare(of, &o);
        left = ENOUGH;
        assert_ok(of, attempt(of, &o));
        asked = ENOUGH - left;
        assert_true(asked >= 2 + 2 * c);
        for (int k = 0; k < asked; k += test_sized(1, 3)) {
            left = k;
            assert_status(of, TROPIC_CANCELLED, attempt(of, &o));
        }
        left = -1;
        assert_ok(of, attempt(of, &o));
        tropic_matrix_free(&o.A);
        tropic_vector_free(&o.v[0]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_graphs_by_hand),
        cmocka_unit_test(least_graphs),
        cmocka_unit_test(equal_the_textbooks),
        cmocka_unit_test(no_cycle_no_component),
        cmocka_unit_test(cliques_and_an_arc),
        cmocka_unit_test(long_cycles_and_paths),
        cmocka_unit_test(long_chains),
        cmocka_unit_test(long_and_dense),
        cmocka_unit_test(near_arcs_on_few_threads_and_many),
        cmocka_unit_test(permuted_vertices_permute_components),
        cmocka_unit_test(always_the_same),
        cmocka_unit_test(allocations_that_fail_are_told),
        cmocka_unit_test(can_be_cancelled),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, context_open, context_close);
}
