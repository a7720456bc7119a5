/* SPDX-License-Identifier: Apache-2.0
 *
 * Betweenness by way of a smaller graph is that of the graph as it is, by any of the reductions and each method.
 */
#include "tests/reducible_graphs.h"
#include "tests/files.h"
#include "tests/algorithm_checks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LISTED = 40 };

/* By all reductions, or some that the seed tells, and any method; from all, some, and drawn ones. */
static void check(const char *name, test_graph G)
{
    static const tropic_bc_method methods[] = {TROPIC_BC_AUTO, TROPIC_BC_WORK_EFFICIENT, TROPIC_BC_BATCHED};
    tropic_index sources[LISTED];
    OWNED(run_fixture) f = run_open(name, &G, TROPIC_BOOL);
    assert_true(f.n >= LISTED);
    assert_ok(f.context, tropic_sample(sources, f.context, f.n, LISTED, 1));
    for (int way = 0; way < 3; way++) {
        tropic_bc_options whole = {.size = sizeof whole, .reductions = TROPIC_BC_UNREDUCED};
        OWNED_MEMORY double *expected = NULL;
        if (way == 1) {
            whole.sources = sources;
            whole.source_count = LISTED;
        } else if (way == 2) {
            whole.samples = LISTED;
        }
        whole.endpoints = way != 1;
        whole.normalize = (tropic_normalize)way;
        expected = run_centralities(&f, &whole, NULL);
        for (unsigned which = 1; which < 8; which++) {
            tropic_bc_options options = whole;
            tropic_bc_report report = {.size = sizeof report};
            OWNED_MEMORY double *values = NULL;
            options.method = methods[(which + (unsigned)way) % 3];
            options.reductions = which;
            values = run_centralities(&f, test_reporting(&options, &report), NULL);
            for (tropic_index v = 0; v < f.n; v++)
                if (!(fabs(values[v] - expected[v]) <= 1e-11 * expected[v]))
                    fail_msg("%s, reductions %u, method %d: vertex %d: expected %.17g, got %.17g", name, which,
                             (int)options.method, v, expected[v], values[v]);
            assert_true(report.reduced <= f.n + f.n / 2);
            assert_int_equal(report.sources, way == 0 ? f.n : LISTED);
        }
    }
}

static void graphs(void **unused)
{
    check("rings", test_block_graph(3, 25, 7, 40, false));
    check("cliques", test_block_graph(4, 25, 6, 20, true));
    check("bipartite", test_bipartite(5, 30, 25, 20));
    check("blown up", test_blown_up(6, 25, 4));
}

static void directed_graphs(void **unused)
{
    check("many sources", test_directed_sources(3, 30, 150, 100));
    check("more sources", test_directed_sources(4, 15, 40, 150));
    check("random", test_random_graph(11, 90, 90, 300));
    check("a directed path", test_directed_path(100));
}

static void more_graphs(void **unused)
{
    if (test_sized(1, 0) == 0) test_skip("too slow under a sanitizer");
    check("gaps", test_gaps(7, 13, 25));
    check("kronecker", test_kronecker(8, 8, 3));
    check("path", test_path(200));
    check("random", test_random_undirected(9, 150, 170));
}

/* Where nothing has to be searched, and the options that do not go with them. */
static void corners(void **unused)
{
    OWNED(tropic_context) *context = test_context();
    for (tropic_index n = 0; n < 6; n++) {
        const tropic_index row[] = {0, 0, 0, 0, 0}, col[] = {1, 2, 3, 4, 5};
        const tropic_build_options undirected = {.size = sizeof undirected, .direction = TROPIC_DIRECTION_UNDIRECTED};
        tropic_bc_options options = {
            .size = sizeof options, .endpoints = true, .reductions = TROPIC_BC_FOLD | TROPIC_BC_TWINS};
        tropic_bc_report report = {.size = sizeof report};
        OWNED(tropic_matrix) *A = NULL;
        OWNED(tropic_vector) *centrality = NULL;
        double values[6] = {0};
        assert_ok(context, tropic_matrix_from_coo(&A, context, n, n, n < 2 ? 0 : n - 1, row, col, TROPIC_BOOL, NULL,
                                                  &undirected));
        assert_ok(context, tropic_vector_create(&centrality, context, TROPIC_FP64, n));
        assert_ok(context, tropic_bc(centrality, A, test_reporting(&options, &report), NULL));
        assert_ok(context, tropic_vector_get_dense(centrality, values, NULL));
        /* A star: its centre is between all others; each is an end of all its pairs. */
        for (tropic_index v = 0; v < n; v++)
            assert_true(values[v] == 2 * (n - 1) + (v == 0 && n > 2 ? (n - 1) * (n - 2) : 0));
        assert_int_equal(report.reduced, 0);
        if (n > 1) {
            tropic_bc_options bad = options;
            bad.method = TROPIC_BC_PRODUCTS;
            assert_int_equal(tropic_bc(centrality, A, &bad, NULL), TROPIC_INVALID_ARGUMENT);
            bad = options;
            bad.endpoints = false;
            bad.error = .1;
            assert_int_equal(tropic_bc(centrality, A, &bad, NULL), TROPIC_INVALID_ARGUMENT);
            bad = options;
            bad.reductions = TROPIC_BC_UNREDUCED | TROPIC_BC_FOLD;
            assert_int_equal(tropic_bc(centrality, A, &bad, NULL), TROPIC_INVALID_ARGUMENT);
            bad.reductions = 16;
            assert_int_equal(tropic_bc(centrality, A, &bad, NULL), TROPIC_INVALID_ARGUMENT);
            assert_non_null(strstr(tropic_context_error(context), "no reductions 16"));
        }
    }
}

/* Many small blocks: work is less, though the graph is not. */
static void blocks(void **unused)
{
    const tropic_bc_options automatic = {.size = sizeof automatic};
    tropic_bc_report report = {.size = sizeof report};
    test_graph G = test_block_graph(13, 100, 7, 0, false);
    OWNED(run_fixture) f = run_open("many blocks", &G, TROPIC_BOOL);
    free(run_centralities(&f, test_reporting(&automatic, &report), NULL));
    if (test_device() == TROPIC_DEVICE_CPU) assert_true(report.reduced > 0);
}

/* All at once that a long run has: it is broken off and gone on with, reduced. */
static void long_runs(void **unused)
{
    tropic_index one[] = {0};
    tropic_run_report report = {.size = sizeof report};
    OWNED_MEMORY char *path = test_file_name("checkpoint");
    const tropic_bc_options whole = {.size = sizeof whole, .reductions = TROPIC_BC_UNREDUCED};
    const tropic_bc_options some = {
        .size = sizeof some, .reductions = TROPIC_BC_FOLD | TROPIC_BC_SPLIT | TROPIC_BC_TWINS, .partial = true};
    test_graph G = test_block_graph(12, 30, 8, 60, false);
    double *expected, *values;
    OWNED(run_fixture) f = run_open("in shares", &G, TROPIC_BOOL);
    expected = run_centralities(&f, &whole, NULL);
    values = run_centralities(&f, &some, NULL);
    for (tropic_index v = 0; v < f.n; v++) assert_true(fabs(values[v] - expected[v]) <= 1e-11 * expected[v]);
    free(expected);
    free(values);
    /* From one source there are as many searches as vertices stand for it, in an order that the seed tells. */
    for (; report.reached < 30; one[0]++) {
        tropic_bc_options from = whole;
        from.sources = one;
        from.source_count = 1;
        free(run_centralities(&f, &from, &report));
    }
    one[0]--;
    for (int k = 0; k < 2; k++) {
        tropic_bc_options kept = some, other;
        OWNED(tropic_vector) *centrality = NULL;
        kept.checkpoint = path;
        kept.sources = k ? one : NULL;
        kept.source_count = k;
        free(run_centralities(&f, &kept, NULL));
        free(run_centralities(&f, &kept, NULL));
        assert_ok(f.context, tropic_vector_create(&centrality, f.context, TROPIC_FP64, f.n));
        other = kept;
        other.seed = 1;
        assert_int_equal(tropic_bc(centrality, f.A, &other, NULL), TROPIC_INVALID_ARGUMENT);
        for (unsigned which = 0; which < TROPIC_BC_UNREDUCED; which++) {
            other = kept;
            other.reductions = which > 0 ? which : TROPIC_BC_UNREDUCED;
            if (which == some.reductions) continue;
            if (tropic_bc(centrality, f.A, &other, NULL) != TROPIC_INVALID_ARGUMENT)
                fail_msg("reductions %u, %d sources listed", which, k);
        }
        remove(path);
    }
}

int main(void)
{
    test_need_device();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(graphs),  cmocka_unit_test(directed_graphs), cmocka_unit_test(more_graphs),
        cmocka_unit_test(corners), cmocka_unit_test(blocks),          cmocka_unit_test(long_runs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
