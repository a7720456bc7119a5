/* SPDX-License-Identifier: Apache-2.0
 *
 * BFS, SSSP and BC by every strategy: on generated graphs against the oracle and GraphBLAS, and
 * against closed forms.
 */
#include "tests/algorithm_checks.h"

/* A generated graph of each kind, as a pattern. */
static test_graph kind(int k)
{
    switch (k) {
    case 0: return test_star(100);
    case 1: return test_path(90);
    case 2: return test_cycle(71);
    case 3: return test_grid(9, 13);
    case 4: return test_complete(37);
    case 5: return test_tree(127);
    case 6: return test_layers(4, 20);
    case 7: return test_directed_path(64);
    case 8: return test_disconnected(5, 11);
    case 9: return test_random_graph(1, 150, 150, 600);
    case 10: return test_random_graph(2, 200, 200, 220); /* mostly unreached */
    case 11: return test_random_graph(3, 40, 40, 3000);  /* dense, many duplicates and loops */
    case 12: return test_random_undirected(4, 250, 700);
    case 13: return test_kronecker(5, 8, 8);
    case 14: return test_kronecker(6, 10, 16);
    case 15: return test_empty(1, 1);
    case 16: return test_empty(40, 40);
    case 17: return test_random_graph(7, 1, 1, 2); /* a loop */
    default: return test_empty(2, 2);
    }
}
static const char *const names[] = {
    "star",         "path",       "cycle",   "grid",     "complete",     "tree",       "layers",
    "one way",      "parts",      "random",  "sparse",   "dense",        "undirected", "kronecker 8",
    "kronecker 10", "one vertex", "no arcs", "one loop", "two vertices",
};
#define KINDS ((int)(sizeof names / sizeof *names))

static void test_kinds(void **unused)
{
    for (int k = 0; k < KINDS; k += test_sized(1, 5)) {
        run_check_graph(names[k], kind(k), TROPIC_BOOL);
    }
}

/* -- shortest paths ---------------------------------------------------------------------------- */

static void check_weighed(const char *name, test_graph g, uint64_t seed, int32_t lowest, int32_t highest)
{
    for (int type = test_sized(TROPIC_BOOL, TROPIC_FP64); type <= TROPIC_FP64; type++) {
        bool floating = test_is_floating(type);
        if (lowest < 0 && test_is_unsigned(type)) continue;
        test_graph copy = test_copy(&g);
        test_weigh(&copy, seed, type == TROPIC_BOOL ? 0 : lowest,
                   type == TROPIC_BOOL ? 1 : (int32_t)fmin(highest, test_value_max(type)), floating ? 4 : 1);
        /* Sums of duplicates would differ from BOOL's, and leave short types. */
        if (tropic_type_size(type) < sizeof(int32_t)) test_deduplicate(&copy);
        OWNED(run_fixture) f = run_open(name, &copy, (tropic_type)type);
        for (tropic_index s = 0; s < f.n; s += f.n / test_sized(3, 1) + 1) run_check_sssp(&f, s);
    }
    test_graph_free(&g);
}

static void test_weights(void **unused)
{
    check_weighed("positive random", test_random_graph(20, 120, 120, 700), 1, 1, 100);
    check_weighed("positive grid", test_grid(12, 12), 2, 1, 255);
    check_weighed("positive kronecker", test_kronecker(21, 8, 8), 3, 1, 255);
    check_weighed("sparse", test_random_graph(22, 100, 100, 120), 4, 1, 9);
}

static void test_zero_weights(void **unused)
{
    check_weighed("zeros and ones", test_random_graph(23, 100, 100, 500), 5, 0, 1);
    check_weighed("zeros, undirected", test_grid(10, 10), 6, 0, 2);
    check_weighed("all zero", test_cycle(50), 7, 0, 0);
    check_weighed("all zero, dense", test_complete(20), 8, 0, 0);
}

/* Weights of any integer type give the same distances and parents. */
static void test_integer_weights(void **unused)
{
    enum { TYPES = 6 };
    static const tropic_type types[TYPES] = {TROPIC_INT64,  TROPIC_INT32, TROPIC_UINT32,
                                             TROPIC_UINT64, TROPIC_INT16, TROPIC_UINT16};
    int64_t *distance[TYPES];
    int32_t *parent[TYPES];
    for (int t = 0; t < TYPES; t++) {
        test_graph g = test_kronecker(24, test_sized(9, 5), 8);
        test_weigh(&g, 25, 0, 1000, 1);
        OWNED(run_fixture) f = run_open("integers", &g, types[t]);
        OWNED(tropic_vector) *d = NULL, *p = NULL;
        distance[t] = calloc((size_t)f.n, sizeof *distance[t]);
        parent[t] = calloc((size_t)f.n, sizeof *parent[t]);
        assert_ok(f.context, tropic_vector_create(&d, f.context, TROPIC_INT64, f.n));
        assert_ok(f.context, tropic_vector_create(&p, f.context, TROPIC_INT32, f.n));
        assert_ok(f.context, tropic_sssp(d, p, f.A, 0, NULL, NULL));
        assert_ok(f.context, tropic_vector_get_dense(d, distance[t], NULL));
        assert_ok(f.context, tropic_vector_get_dense(p, parent[t], NULL));
        assert_memory_equal(distance[t], distance[0], (size_t)f.n * sizeof *distance[t]);
        assert_memory_equal(parent[t], parent[0], (size_t)f.n * sizeof *parent[t]);
    }
    for (int t = 0; t < TYPES; t++) {
        free(distance[t]);
        free(parent[t]);
    }
}

/* Weights of 8 and 16 bits, in the caller's own arrays, by row or by column: distances leave the type, the caller's
 * values stay, and a negative length still is one. */
static void test_short_weights(void **unused)
{
    enum { SHORT_N = 300 };
    static const tropic_type types[] = {TROPIC_INT8, TROPIC_INT16, TROPIC_UINT8, TROPIC_UINT16};
    const tropic_build_options in_place = {.size = sizeof in_place, .view = true};
    tropic_offset by_row[SHORT_N + 1], by_column[SHORT_N + 1];
    tropic_index next[SHORT_N], before[SHORT_N];
    OWNED(tropic_context) *context = test_context_of(2); /* on the CPU, where arrays of the host can be viewed */
    OWNED(tropic_vector) *distance = NULL;
    assert_ok(context, tropic_vector_create(&distance, context, TROPIC_INT64, SHORT_N));
    for (tropic_index v = 0; v < SHORT_N; v++) { /* a path */
        by_row[v] = v;
        by_column[v] = v > 0 ? v - 1 : 0;
        next[v] = v + 1;
        before[v] = v;
    }
    by_row[SHORT_N] = by_column[SHORT_N] = by_row[SHORT_N - 1];
    for (size_t k = 0; k < 2 * sizeof types / sizeof *types; k++) {
        const tropic_type type = types[k / 2];
        const double longest = test_value_max(type);
        const double first = test_is_unsigned(type) ? longest : -longest - 1;
        const bool columns = k % 2;
        int64_t values[SHORT_N], found[SHORT_N];
        OWNED(tropic_matrix) *A = NULL;
        for (int e = 0; e < SHORT_N - 1; e++) test_value_store(type, values, e, (long double)(e ? longest : first));
        if (columns)
            assert_ok(context, tropic_matrix_from_csc(&A, context, SHORT_N, SHORT_N, by_column, before, type, values,
                                                      &in_place));
        else
            assert_ok(context,
                      tropic_matrix_from_csr(&A, context, SHORT_N, SHORT_N, by_row, next, type, values, &in_place));
        for (int again = 0; again < 2; again++) {
            assert_ok(context, tropic_sssp(distance, NULL, A, 0, NULL, NULL));
            assert_ok(context, tropic_vector_get_dense(distance, found, NULL));
            for (int v = 1; v < SHORT_N; v++) assert_true(found[v] == first + longest * (v - 1));
        }
        assert_int_equal(tropic_matrix_type(A), type);
        assert_true(test_value_load(type, values, 0) == (long double)first);
    }
}

/* 0 -0-> all but `end`, these -0-> end: of many that reach it in one step, the smallest is its parent,
 * also where threads share the entries of its column. */
static void test_smallest_parent(void **unused)
{
    const tropic_index many = test_sized(40000, 400), n = many + 2, end = n / 2;
    OWNED_MEMORY tropic_index *row = calloc(2 * (size_t)many, sizeof *row),
                              *col = calloc(2 * (size_t)many, sizeof *col);
    OWNED_MEMORY int32_t *zero = calloc(2 * (size_t)many, sizeof *zero);
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_matrix) *A = NULL;
    OWNED(tropic_vector) *distance = NULL, *parent = NULL;
    for (tropic_index k = 0; k < many; k++) {
        col[k] = row[many + k] = k + 1 + (k + 1 >= end);
        col[many + k] = end;
    }
    assert_ok(context,
              tropic_matrix_from_coo(&A, context, n, n, 2 * (tropic_offset)many, row, col, TROPIC_INT32, zero, NULL));
    assert_ok(context, tropic_vector_create(&distance, context, TROPIC_INT64, n));
    assert_ok(context, tropic_vector_create(&parent, context, TROPIC_INT32, n));
    for (int strategy = 0; strategy < TROPIC_STRATEGIES; strategy++) {
        const tropic_run_options options = {.size = sizeof options, .strategy = (tropic_strategy)strategy};
        int32_t smallest = -1;
        bool present = false;
        assert_ok(context, tropic_sssp(distance, parent, A, 0, &options, NULL));
        assert_ok(context, tropic_vector_get(parent, end, &smallest, &present));
        if (smallest != 1) fail_msg("%s: parent %d", tropic_strategy_name((tropic_strategy)strategy), smallest);
    }
}

/* By hand. 1 hangs below 2, not 3, and 3 below 0, though arcs without length go from 1 to 3 and back. 4 hangs below 1,
 * the smallest id before it, though 2 has fewer arcs. */
static void test_parents_by_hand(void **unused)
{
    static const tropic_index row[] = {0, 0, 1, 1, 2, 2, 3, 4}, col[] = {3, 2, 3, 4, 1, 4, 1, 3};
    static const int32_t weight[] = {0, 0, 0, 2, 0, 2, 0, 0}, expected[] = {0, 2, 0, 0, 1};
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_matrix) *A = NULL;
    OWNED(tropic_vector) *distance = NULL, *parent = NULL;
    assert_ok(context, tropic_matrix_from_coo(&A, context, 5, 5, 8, row, col, TROPIC_INT32, weight, NULL));
    assert_ok(context, tropic_vector_create(&distance, context, TROPIC_INT64, 5));
    assert_ok(context, tropic_vector_create(&parent, context, TROPIC_INT32, 5));
    for (int strategy = 0; strategy < TROPIC_STRATEGIES; strategy++) {
        const tropic_run_options options = {.size = sizeof options, .strategy = (tropic_strategy)strategy};
        int32_t found[5];
        assert_ok(context, tropic_sssp(distance, parent, A, 0, &options, NULL));
        assert_ok(context, tropic_vector_get_dense(parent, found, NULL));
        assert_memory_equal(found, expected, sizeof found);
    }
}

static void test_negative_weights(void **unused)
{
    for (uint64_t seed = 30; seed < (uint64_t)test_sized(36, 31); seed++) {
        test_graph g = test_random_graph(seed, 80, 80, 400);
        test_make_acyclic(&g);
        check_weighed("negative, acyclic", g, seed, -20, 20);
    }
    /* Cycles, most of them negative somewhere; those that a source does not reach do not matter. */
    for (uint64_t seed = 40; seed < (uint64_t)test_sized(52, 42); seed++)
        check_weighed("negative", test_random_graph(seed, 60, 60, 70), seed, -1, 8);
}

static void sssp_case(const char *name, int64_t count, int32_t n, const int32_t *row, const int32_t *col,
                      const double *weight, tropic_index source)
{
    static const tropic_type types[] = {TROPIC_INT32, TROPIC_INT64, TROPIC_FP32, TROPIC_FP64};
    for (size_t t = 0; t < sizeof types / sizeof *types; t++) {
        test_graph g = test_empty(n, n);
        g.row = realloc(g.row, (size_t)count * sizeof *row);
        g.col = realloc(g.col, (size_t)count * sizeof *col);
        g.weight = calloc((size_t)count, sizeof *weight);
        g.count = count;
        memcpy(g.row, row, (size_t)count * sizeof *row);
        memcpy(g.col, col, (size_t)count * sizeof *col);
        memcpy(g.weight, weight, (size_t)count * sizeof *weight);
        OWNED(run_fixture) f = run_open(name, &g, types[t]);
        run_check_sssp(&f, source);
    }
}

static void test_cycles(void **unused)
{
    const int32_t row[] = {0, 1, 2, 3, 4}, col[] = {1, 2, 0, 4, 3};
    const double zero[] = {2, 3, -5, 1, -1}, negative[] = {2, 3, -6, 1, 1};
    sssp_case("zero cycles", 5, 5, row, col, zero, 0);
    sssp_case("zero cycles", 5, 5, row, col, zero, 4);
    sssp_case("a negative cycle", 5, 5, row, col, negative, 1);
    sssp_case("an unreachable negative cycle", 5, 5, row, col, negative, 3);
    const int32_t loop_row[] = {0, 1}, loop_col[] = {1, 1};
    const double loop[] = {1, -1}, idle[] = {1, 0};
    sssp_case("a negative loop", 2, 2, loop_row, loop_col, loop, 0);
    sssp_case("a loop of length 0", 2, 2, loop_row, loop_col, idle, 0);
    /* Reached by a detour, after its first distance was used. */
    const int32_t late_row[] = {0, 0, 1, 2, 3}, late_col[] = {1, 2, 3, 1, 4};
    const double late[] = {1, 9, 1, -20, 1};
    sssp_case("a late detour", 5, 5, late_row, late_col, late, 0);
}

/* -- closed forms ------------------------------------------------------------------------------ */

static void test_closed_forms(void **unused)
{
    const tropic_index N = test_sized(50, 10);
    test_graph g = test_star(N);
    run_fixture f = run_open("star", &g, TROPIC_BOOL);
    double *bc = run_centralities(&f, NULL, NULL);
    assert_true(bc[0] == N * (N - 1));
    for (int v = 1; v <= N; v++) assert_true(bc[v] == 0);
    free(bc);
    run_fixture_free(&f);

    g = test_path(N);
    f = run_open("path", &g, TROPIC_BOOL);
    bc = run_centralities(&f, NULL, NULL);
    for (int v = 0; v < N; v++) assert_true(test_close(bc[v], 2.0 * v * (N - 1 - v), 1e-13));
    free(bc);
    tropic_vector *level = NULL;
    assert_ok(f.context, tropic_vector_create(&level, f.context, TROPIC_INT32, N));
    assert_ok(f.context, tropic_bfs(level, NULL, f.A, 0, NULL, NULL));
    for (tropic_index v = 0; v < N; v++) {
        int32_t depth = -1;
        bool present = false;
        assert_ok(f.context, tropic_vector_get(level, v, &depth, &present));
        assert_true(present && depth == v);
    }
    tropic_vector_free(&level);
    run_fixture_free(&f);

    g = test_complete(N);
    f = run_open("complete", &g, TROPIC_BOOL);
    bc = run_centralities(&f, NULL, NULL);
    for (int v = 0; v < N; v++) assert_true(bc[v] == 0);
    free(bc);
    run_fixture_free(&f);

    /* On a ring of even length each vertex has (N/2 - 1)^2, opposite pairs having two paths. */
    g = test_cycle(N);
    f = run_open("cycle", &g, TROPIC_BOOL);
    bc = run_centralities(&f, NULL, NULL);
    for (int v = 0; v < N; v++) assert_true(test_close(bc[v], (N / 2.0 - 1) * (N / 2.0 - 1), 1e-13));
    free(bc);
    run_fixture_free(&f);
}

/* -- betweenness ------------------------------------------------------------------------------- */

static void test_scalings(void **unused)
{
    const tropic_index sources[] = {5, 17, 98, 99, 0};
    test_graph g = test_random_undirected(60, 100, 300);
    OWNED(run_fixture) f = run_open("scalings", &g, TROPIC_BOOL);
    for (int normalize = TROPIC_NORMALIZE_NONE; normalize <= TROPIC_NORMALIZE_FULL; normalize++)
        for (int listed = test_sized(0, 2); listed < 3; listed++) {
            tropic_bc_options options = {.size = sizeof options, .normalize = (tropic_normalize)normalize};
            if (listed > 0) {
                options.sources = sources;
                options.source_count = 5;
                options.extrapolate = listed == 2;
                options.endpoints = listed == 1;
            }
            run_check_bc(&f, &options);
        }
    /* No source, no path. */
    tropic_bc_options none = {.size = sizeof none, .sources = sources};
    run_check_bc(&f, &none);
}

/* 10^308 shortest paths, as GraphBLAS can count just yet; tests/test_counts.c has more. */
static void test_many_paths(void **unused)
{
    const tropic_index source = 0;
    const tropic_bc_options options = {.size = sizeof options, .sources = &source, .source_count = 1};
    test_graph g = test_layers(test_sized(10, 100), test_sized(308, 154));
    run_fixture f = run_open("1e308 paths", &g, TROPIC_BOOL);
    run_check_bc(&f, &options);
    run_fixture_free(&f);

    g = test_layers(test_sized(10, 100), test_sized(400, 155));
    f = run_open("1e400 paths", &g, TROPIC_BOOL);
    run_check_bfs(&f, 0);
    run_check_sssp(&f, 0);
    run_fixture_free(&f);
}

/* Results move with the vertices. */
static void test_permutation(void **unused)
{
    test_graph g = test_kronecker(70, test_sized(8, 4), 6);
    OWNED_MEMORY int32_t *by = test_permutation_of(71, g.rows);
    test_graph copy = test_copy(&g);
    test_permute(&copy, by);
    OWNED(run_fixture) f = run_open("kronecker", &g, TROPIC_BOOL);
    OWNED(run_fixture) moved = run_open("moved", &copy, TROPIC_BOOL);
    run_check_all(&moved);
    OWNED_MEMORY double *bc = run_centralities(&f, NULL, NULL), *moved_bc = run_centralities(&moved, NULL, NULL);
    for (tropic_index v = 0; v < f.n; v++) assert_true(test_close(moved_bc[by[v]], bc[v], 1e-12));
}

int main(void)
{
    test_need_device();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kinds),           cmocka_unit_test(test_short_weights),
        cmocka_unit_test(test_weights),         cmocka_unit_test(test_parents_by_hand),
        cmocka_unit_test(test_zero_weights),    cmocka_unit_test(test_negative_weights),
        cmocka_unit_test(test_smallest_parent), cmocka_unit_test(test_cycles),
        cmocka_unit_test(test_closed_forms),    cmocka_unit_test(test_scalings),
        cmocka_unit_test(test_many_paths),      cmocka_unit_test(test_permutation),
        cmocka_unit_test(test_integer_weights),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
