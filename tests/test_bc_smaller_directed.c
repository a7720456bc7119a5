/* SPDX-License-Identifier: Apache-2.0
 *
 * Betweenness of directed graphs by way of a smaller one: which reductions are taken, and runs that are cancelled and
 * gone on with. (test_bc_smaller.c compares with the graph as it is.)
 */
#include "tests/reducible_graphs.h"
#include "tests/files.h"
#include "tests/algorithm_checks.h"

#include <stdlib.h>
#include <unistd.h>

static void same(const run_fixture *f, const tropic_bc_options *options, const double *expected, bool reduced)
{
    tropic_bc_report report = {.size = sizeof report};
    OWNED_MEMORY double *values = run_centralities(f, test_reporting(options, &report), NULL);
    assert_int_equal(report.reduced > 0, reduced);
    test_centralities_near(f->name, values, expected, f->n, 1e-11, 0);
}

/* SPLIT alone does nothing, and options that exclude reductions work where none are requested. */
static void taken(void **unused)
{
    const tropic_bc_options whole = {.size = sizeof whole, .reductions = TROPIC_BC_UNREDUCED};
    const bool cpu = test_device() == TROPIC_DEVICE_CPU;
    test_graph G = test_directed_sources(13, 60, 400, 200);
    tropic_bc_options options = {.size = sizeof options};
    double *expected;
    run_fixture f = run_open("many sources", &G, TROPIC_BOOL);
    expected = run_centralities(&f, &whole, NULL);
    same(&f, &options, expected, cpu);
    for (unsigned which = 1; which < TROPIC_BC_UNREDUCED; which++) {
        options.reductions = which;
        same(&f, &options, expected, which != TROPIC_BC_SPLIT);
    }
    options.reductions = 0;
    options.method = TROPIC_BC_WORK_EFFICIENT;
    same(&f, &options, expected, cpu);
    options.method = TROPIC_BC_BATCHED;
    options.partial = true;
    same(&f, &options, expected, cpu);
    free(expected);
    run_fixture_free(&f);
    /* Of a cycle nothing is left out. */
    G = test_empty(300, 300);
    for (int32_t v = 0; v < 300; v++) test_arc(&G, v, (v + 1) % 300);
    f = run_open("a cycle", &G, TROPIC_BOOL);
    expected = run_centralities(&f, &whole, NULL);
    options = (tropic_bc_options){.size = sizeof options};
    same(&f, &options, expected, false);
    options.reductions = TROPIC_BC_FOLD;
    same(&f, &options, expected, true);
    free(expected);
    run_fixture_free(&f);
}

static double sum_of(const double *values, tropic_index n)
{
    double sum = 0;
    for (tropic_index v = 0; v < n; v++) sum += values[v];
    return sum;
}

/* A cycle with a chain of two sources at each vertex: all searches add as much, so that the sum of all centralities is
 * that of the whole however few sources were taken. With end points, too. */
static void partial(void **unused)
{
    enum { RING = 120, N = 3 * RING };
    int left = -1;
    OWNED(tropic_context) *context = test_stoppable(&left);
    tropic_index row[N], col[N];
    OWNED(tropic_matrix) *A = NULL;
    for (tropic_index v = 0; v < N; v++) {
        row[v] = v;
        col[v] = v < RING ? (v + 1) % RING : v - RING;
    }
    assert_ok(context, tropic_matrix_from_coo(&A, context, N, N, N, row, col, TROPIC_BOOL, NULL, NULL));
    for (int ends = 0; ends < 2; ends++) {
        const tropic_bc_options options = {.size = sizeof options,
                                           .endpoints = ends,
                                           .method = ends ? TROPIC_BC_BATCHED : TROPIC_BC_AUTO,
                                           .reductions = TROPIC_BC_FOLD,
                                           .partial = true};
        double *whole = test_centralities(context, A, TROPIC_FP64, &options, TROPIC_OK, NULL);
        int some = 0; /* cancelled runs that gave an estimate */
        /* Of a vertex of the ring: the sources before it, three at each place, with all places behind it; its own two,
         * with all others. */
        assert_true(whole[0] == 3. * (RING - 1) * (RING - 2) / 2 + 2 * (RING - 1) + ends * (4 * RING - 2));
        for (int stop = 0; stop < 200; stop++) {
            tropic_bc_report report = {.size = sizeof report};
            tropic_vector *centrality = NULL;
            OWNED_MEMORY double *values = test_room(N, sizeof *values);
            tropic_status status;
            assert_ok(context, tropic_vector_create(&centrality, context, TROPIC_FP64, N));
            left = stop;
            status = tropic_bc(centrality, A, test_reporting(&options, &report), NULL);
            left = -1;
            assert_true(status == TROPIC_OK || status == TROPIC_CANCELLED);
            assert_ok(context, tropic_vector_get_dense(centrality, values, NULL));
            tropic_vector_free(&centrality);
            if (status == TROPIC_CANCELLED && report.sources > 0) {
                assert_true(report.sources < N && fabs(sum_of(values, N) / sum_of(whole, N) - 1) <= 1e-12);
                some++;
            }
        }
        free(whole);
        if (test_device() == TROPIC_DEVICE_CPU) assert_true(some > 0);
    }
}

/* Cancelled again and again, and gone on with, a run ends with the bits of one without a break. */
static void resumed(void **unused)
{
    int left = -1;
    OWNED_MEMORY char *path = test_file_name("broken"), *whole_path = test_file_name("whole");
    OWNED(tropic_context) *context = test_stoppable(&left);
    OWNED(test_graph) G = test_directed_sources(17, 150, 900, 300);
    OWNED(tropic_matrix) *A = test_matrix_of(context, &G, TROPIC_BOOL, NULL);
    const tropic_index n = tropic_matrix_rows(A);
    for (int m = TROPIC_BC_AUTO; m < TROPIC_BC_METHODS; m++) {
        tropic_bc_options options = {.size = sizeof options,
                                     .method = (tropic_bc_method)m,
                                     .endpoints = m % 2 != 0,
                                     .reductions = TROPIC_BC_FOLD | TROPIC_BC_TWINS,
                                     .checkpoint = whole_path};
        tropic_bc_options plain = options;
        tropic_bc_report report = {.size = sizeof report};
        OWNED_MEMORY double *whole = NULL;
        double *values;
        if (m == TROPIC_BC_PRODUCTS) continue;
        unlink(path);
        unlink(whole_path);
        whole = test_centralities(context, A, TROPIC_FP64, &options, TROPIC_OK, NULL);
        options.checkpoint = path;
        const int breaks = test_resume_bc(A, test_reporting(&options, &report), context, &left);
        /* A GPU takes all sources at once, and asks seldom. */
        if (test_device() == TROPIC_DEVICE_CPU) assert_true(breaks > 0 && report.resumed > 0);
        values = test_centralities(context, A, TROPIC_FP64, test_reporting(&options, &report), TROPIC_OK, NULL);
        assert_true(report.resumed == 1 && report.reduced > 0);
        assert_memory_equal(values, whole, (size_t)n * sizeof *values);
        free(values);
        /* Whether the graph is reduced is a matter of the run. */
        options.reductions = TROPIC_BC_UNREDUCED;
        free(test_centralities(context, A, TROPIC_FP64, &options, TROPIC_INVALID_ARGUMENT, NULL));
        plain.reductions = TROPIC_BC_UNREDUCED;
        plain.checkpoint = NULL;
        values = test_centralities(context, A, TROPIC_FP64, &plain, TROPIC_OK, NULL);
        test_centralities_near("resumed", whole, values, n, 1e-11, 0);
        free(values);
    }
    unlink(path);
    unlink(whole_path);
}

int main(void)
{
    test_need_device();
    const struct CMUnitTest tests[] = {cmocka_unit_test(taken), cmocka_unit_test(partial), cmocka_unit_test(resumed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
