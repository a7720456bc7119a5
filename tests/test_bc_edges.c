/* SPDX-License-Identifier: Apache-2.0
 *
 * Betweenness of arcs, by hand and against the oracle and GraphBLAS.
 */
#include "tests/bc_edges.h"

/* -- by hand ----------------------------------------------------------------------------------- */

/* Five vertices, from all of them, and divided by 20. */
static void check_hand(const char *name, int64_t count, const tropic_index *row, const tropic_index *col,
                       const double *weight, const double *expected)
{
    test_graph g = test_empty(5, 5);
    g.count = count;
    g.row = realloc(g.row, (size_t)count * sizeof *g.row);
    g.col = realloc(g.col, (size_t)count * sizeof *g.col);
    g.weight = weight ? calloc((size_t)count, sizeof *g.weight) : NULL;
    assert_true(g.row && g.col && (!weight || g.weight));
    memcpy(g.row, row, (size_t)count * sizeof *row);
    memcpy(g.col, col, (size_t)count * sizeof *col);
    if (weight) memcpy(g.weight, weight, (size_t)count * sizeof *weight);
    OWNED(run_fixture) f = run_open(name, &g, weight ? TROPIC_INT32 : TROPIC_BOOL);
    for (int m = 0; m < (weight ? 1 : 3); m++)
        for (int how = 0; how <= TROPIC_NORMALIZE_FULL; how++) {
            static const double factor[] = {1, .5, 1. / 20};
            const tropic_bc_options options = {.size = sizeof options,
                                               .method = edges_methods[m],
                                               .normalize = (tropic_normalize)how,
                                               .weighted = weight != NULL};
            OWNED_MEMORY double *got = edges_carried(&f, &options);
            for (int64_t k = 0; k < count; k++) got[k] /= factor[how];
            assert_edges_near(&f, "by hand", got, expected, 1e-14);
        }
}

/* 0 -> {1, 2} -> 3 -> 4. */
static void by_hand_directed(void **unused)
{
    static const tropic_index row[] = {0, 0, 1, 2, 3}, col[] = {1, 2, 3, 3, 4};
    check_hand("directed", 5, row, col, NULL, (const double[]){2, 2, 3, 3, 4});
}

/* The cycle 0 - 1 - 2 - 3, and 4 hangs on 0: edges of the cycle share the paths from 1 to 3, and to 2. */
static void by_hand_undirected(void **unused)
{
    static const tropic_index row[] = {0, 0, 0, 1, 1, 2, 2, 3, 3, 4};
    static const tropic_index col[] = {1, 3, 4, 0, 2, 1, 3, 0, 2, 0};
    check_hand("undirected", 10, row, col, NULL, (const double[]){3.5, 3.5, 4, 3.5, 2.5, 2.5, 2.5, 3.5, 2.5, 4});
}

/* 0 -> 1 -> 3 and 0 -> 2 -> 3 tie at 3; 0 -> 3 is longer; 3 -> 4 -> 0 leads back; and a loop. */
static void by_hand_weighted(void **unused)
{
    static const tropic_index row[] = {0, 0, 0, 1, 1, 2, 3, 4}, col[] = {1, 2, 3, 1, 3, 3, 4, 0};
    static const double weight[] = {1, 2, 4, 5, 2, 1, 1, 1};
    check_hand("weighted", 8, row, col, weight, (const double[]){5.5, 5.5, 0, 0, 5.5, 5.5, 11, 11});
}

/* -- against the oracle ------------------------------------------------------------------------ */

/* The oracle's result; sources NULL: all. */
static double *expected_of(const run_fixture *f, const tropic_index *sources, tropic_index count, bool weighted,
                           double factor)
{
    long double *arcs = calloc(edges_arcs(f) + 1, sizeof *arcs);
    long double *centrality = calloc((size_t)f->n + 1, sizeof *centrality);
    double *expected = calloc(edges_arcs(f) + 1, sizeof *expected);
    OWNED_MEMORY int64_t *list = calloc((size_t)count + 1, sizeof *list);
    assert_true(arcs && centrality && expected && list);
    for (tropic_index k = 0; sources && k < count; k++) list[k] = sources[k];
    assert_true((weighted ? oracle_brandes_weighted_arcs : oracle_brandes_arcs)(&f->oracle, sources ? list : NULL,
                                                                                count, centrality, arcs));
    for (size_t k = 0; k < edges_arcs(f); k++) expected[k] = (double)(arcs[k] * (long double)factor);
    free(arcs);
    free(centrality);
    return expected;
}

/* By each method, of all sources, a list, and drawn ones. */
static void check_oracle(const run_fixture *f, bool weighted)
{
    tropic_index listed[EDGES_SOURCES], drawn[EDGES_SOURCES];
    const tropic_index count = edges_list(f->n, listed);
    const double n = f->n, pairs = n > 1 ? n * (n - 1) : 1;
    assert_ok(f->context, tropic_sample(drawn, f->context, f->n, count, 5));
    for (int way = 0; way < 4; way++) {
        tropic_bc_options options = {.size = sizeof options, .weighted = weighted};
        const double scaled = count > 0 ? n / count : 1;
        const double factors[] = {.5, 1, scaled / pairs, scaled};
        OWNED_MEMORY double *expected = NULL;
        options.normalize = way == 0   ? TROPIC_NORMALIZE_PAIRS
                            : way == 2 ? TROPIC_NORMALIZE_FULL
                                       : TROPIC_NORMALIZE_NONE;
        if (way == 1 || way == 2) {
            options.sources = listed;
            options.source_count = count;
            options.extrapolate = way == 2;
        } else if (way == 3) {
            options.samples = count;
            options.seed = 5;
        }
        expected = expected_of(f, way == 0 ? NULL : way == 3 ? drawn : listed, count, weighted, factors[way]);
        for (int m = 0; m < (weighted ? 1 : 3); m++) {
            char message[REFERENCE_MESSAGE] = "";
            tropic_bc_report report = {.size = sizeof report};
            OWNED(tropic_matrix) *C = NULL;
            options.method = edges_methods[m];
            OWNED_MEMORY double *got = edges_matrix(f, test_reporting(&options, &report), &C, NULL);
            assert_edges_near(f, tropic_bc_method_name(edges_methods[m]), got, expected, 1e-11);
            assert_int_equal(report.sources, way == 0 ? f->n : count);
            if (m == 0 && way > 0 &&
                reference_verify_bc_edges(C, f->A, f->context, &options, 0, message, sizeof message) != REFERENCE_MATCH)
                fail_msg("%s: GraphBLAS: %s", f->name, message);
        }
    }
}

static test_graph graph_of(int kind)
{
    test_graph g;
    switch (kind) {
    case 0: return test_star(30);
    case 1: return test_path(33);
    case 2: return test_cycle(32);
    case 3: return test_grid(5, 8);
    case 4: return test_complete(14);
    case 5: return test_tree(40);
    case 6: return test_layers(4, 6);
    case 7: return test_directed_path(25);
    case 8: return test_disconnected(3, 7);
    case 9: return test_random_graph(1, 60, 60, 200);
    case 10: return test_random_undirected(2, 70, 130);
    case 11: return test_kronecker(3, test_sized(6, 5), 5);
    case 12:
        g = test_random_graph(4, 50, 50, 300);
        test_make_acyclic(&g);
        return g;
    default: return test_empty(9, 9);
    }
}
enum { KINDS = 14 };

static void each_graph(void **unused)
{
    for (int kind = 0; kind < KINDS; kind++) {
        test_graph g = graph_of(kind);
        OWNED(run_fixture) f = run_open("unweighted", &g, TROPIC_BOOL);
        f.name = kind < 9 ? "a rule's" : "a random one";
        check_oracle(&f, false);
    }
}

/* Lengths in quarters, so that sums are exact and many tie; of every type. */
static void each_graph_weighted(void **unused)
{
    static const tropic_type types[] = {TROPIC_FP64,   TROPIC_INT32, TROPIC_FP32, TROPIC_INT64,
                                        TROPIC_UINT32, TROPIC_UINT8, TROPIC_BOOL, TROPIC_UINT64};
    for (int kind = 0; kind < KINDS; kind++) {
        const tropic_type type = types[(size_t)kind % (sizeof types / sizeof *types)];
        const bool real = type == TROPIC_FP64 || type == TROPIC_FP32;
        test_graph g = graph_of(kind);
        if (type != TROPIC_BOOL) {
            test_weigh(&g, (uint64_t)kind, 1, 4, real ? 4 : 1);
            test_deduplicate(&g);
        }
        OWNED(run_fixture) f = run_open(tropic_type_name(type), &g, type);
        check_oracle(&f, true);
    }
}

/* -- threads ----------------------------------------------------------------------------------- */

enum { DIAMONDS = 1100, DIAMOND_ARCS = 4 * DIAMONDS, DIAMOND_SOURCES = 3 };

/* The values of the arcs of a chain of diamonds, from its ends and its middle; with lengths, of which those of a
 * diamond are the same. */
static double *diamonds(int threads, bool weighted)
{
    static const tropic_index sources[DIAMOND_SOURCES] = {0, 3 * (DIAMONDS / 2), 3 * DIAMONDS};
    const tropic_build_options undirected = {.size = sizeof undirected, .direction = TROPIC_DIRECTION_UNDIRECTED};
    const tropic_bc_options options = {
        .size = sizeof options, .sources = sources, .source_count = DIAMOND_SOURCES, .weighted = weighted};
    OWNED_MEMORY float *length = calloc(DIAMOND_ARCS, sizeof *length);
    OWNED(tropic_context) *context = test_context_of(threads);
    OWNED_MEMORY tropic_index *row = calloc(DIAMOND_ARCS, sizeof *row), *col = calloc(DIAMOND_ARCS, sizeof *col);
    OWNED(tropic_matrix) *A = NULL, *C = NULL;
    const tropic_offset *offset;
    const tropic_index *head;
    const void *values;
    double *copy = calloc(2 * DIAMOND_ARCS, sizeof *copy);
    for (tropic_index k = 0; k < DIAMONDS; k++)
        for (tropic_index side = 0; side < 2; side++) {
            const tropic_index at = 4 * k + 2 * side;
            length[at] = length[at + 1] = .25F * (float)(1 + k % 7);
            row[at] = 3 * k;
            col[at] = row[at + 1] = 3 * k + 1 + side;
            col[at + 1] = 3 * k + 3;
        }
    assert_ok(context,
              tropic_matrix_from_coo(&A, context, 3 * DIAMONDS + 1, 3 * DIAMONDS + 1, DIAMOND_ARCS, row, col,
                                     weighted ? TROPIC_FP32 : TROPIC_BOOL, weighted ? length : NULL, &undirected));
    assert_ok(context, tropic_bc_edges(&C, context, A, &options, NULL));
    assert_ok(context, tropic_matrix_csr(C, context, &offset, &head, &values));
    memcpy(copy, values, 2 * DIAMOND_ARCS * sizeof *copy);
    return copy;
}

/* One thread adds to arcs as it sweeps, several afterwards. From the middle counts are doubles, from the ends, with up
 * to 2^1100 paths, they are not. Of the first end's paths arc 0 -> 1 has that to 1, and half of those beyond 2. */
static void threads_agree(void **unused)
{
    for (int weighted = 0; weighted < 2; weighted++) {
        OWNED_MEMORY double *one = diamonds(1, weighted), *two = diamonds(2, weighted);
        assert_memory_equal(one, two, 2 * DIAMOND_ARCS * sizeof *one);
        assert_true(test_close(one[0], 1 + (3 * DIAMONDS - 2) / 2., 1e-12));
    }
}

/* A call that fails leaves the caller's matrix as it is, and says why. */
static void failures(void **unused)
{
    const tropic_bc_options wrong = {.size = 1};
    const tropic_index row[] = {0}, col[] = {0};
    tropic_matrix *C = NULL;
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_matrix) *A = NULL;
    assert_ok(context, tropic_matrix_from_coo(&A, context, 1, 1, 1, row, col, TROPIC_BOOL, NULL, NULL));
    C = A;
    assert_int_equal(tropic_bc_edges(&C, context, NULL, NULL, NULL), TROPIC_INVALID_ARGUMENT);
    assert_string_equal(tropic_context_error(context), "A is NULL");
    assert_int_equal(tropic_bc_edges(&C, context, A, &wrong, NULL), TROPIC_INVALID_ARGUMENT);
    assert_ptr_equal(C, A);
    assert_int_equal(tropic_bc_edges(NULL, context, A, NULL, NULL), TROPIC_INVALID_ARGUMENT);
    assert_string_equal(tropic_context_error(context), "C is NULL");
}

int main(void)
{
    test_need_device();
    reference_set_threads(1); /* graphs are small */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand_directed), cmocka_unit_test(by_hand_undirected),  cmocka_unit_test(by_hand_weighted),
        cmocka_unit_test(each_graph),       cmocka_unit_test(each_graph_weighted), cmocka_unit_test(threads_agree),
        cmocka_unit_test(failures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
