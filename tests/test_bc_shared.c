/* SPDX-License-Identifier: Apache-2.0
 *
 * Betweenness of one source of a large deep graph, whose levels threads share. The bits equal those of one thread and
 * those of products, also where counts become wide on the way.
 */
#include "tests/generated.h"

#include <stdlib.h>
#include <string.h>

/* A strip: each vertex leads to DEGREE of the next layer. Levels are as wide as layers from the width / (DEGREE - 1)-th
 * on. A vertex has about DEGREE^layer / width paths: more than 2^1000 from layer 637 on if the width is 300. */
enum { DEGREE = 3 };

static tropic_matrix *strip(tropic_context *context, tropic_index width, tropic_index layers, bool both)
{
    const tropic_index n = width * layers;
    OWNED_MEMORY tropic_index *rows = test_room(2 * DEGREE * n, sizeof *rows),
                              *cols = test_room(2 * DEGREE * n, sizeof *cols);
    tropic_offset count = 0;
    tropic_matrix *A = NULL;
    for (tropic_index v = 0; v < n - width; v++)
        for (tropic_index k = 0; k < DEGREE; k++) {
            const tropic_index w = v - v % width + width + (v + k) % width;
            rows[count] = v, cols[count++] = w;
            if (both) rows[count] = w, cols[count++] = v;
        }
    assert_ok(context, tropic_matrix_from_coo(&A, context, n, n, count, rows, cols, TROPIC_BOOL, NULL, NULL));
    return A;
}

static double *from_one(int threads, tropic_index width, tropic_index layers, bool both, tropic_bc_method method,
                        tropic_run_report *report)
{
    OWNED(tropic_context) *context = test_context_of(threads);
    const tropic_index source = width / 2;
    const tropic_bc_options how = {
        .size = sizeof how, .sources = &source, .source_count = 1, .method = method, .reductions = TROPIC_BC_UNREDUCED};
    OWNED(tropic_matrix) *A = strip(context, width, layers, both);
    double *values;
    report->size = sizeof *report;
    values = test_centralities(context, A, TROPIC_FP64, &how, TROPIC_OK, report);
    return values;
}

static void check(tropic_index width, tropic_index layers, bool both)
{
    const tropic_index n = width * layers;
    tropic_run_report one, other;
    OWNED_MEMORY double *expected = from_one(1, width, layers, both, TROPIC_BC_WORK_EFFICIENT, &one);
    OWNED_MEMORY double *products = from_one(2, width, layers, both, TROPIC_BC_PRODUCTS, &other);
    assert_int_equal(one.levels, layers);
    assert_int_equal(other.levels, layers);
    for (tropic_index v = 0; v < n; v++)
        assert_true(fabs(expected[v] - products[v]) <= 1e-11 * (1 + fabs(products[v])));
    for (int threads = 2; threads <= 5; threads++) {
        OWNED_MEMORY double *found = from_one(threads, width, layers, both, TROPIC_BC_WORK_EFFICIENT, &other);
        assert_memory_equal(found, expected, (size_t)n * sizeof *found);
        assert_int_equal(other.reached, one.reached);
        assert_int_equal(other.reached_arcs, one.reached_arcs);
    }
}

static void doubles(void **unused)
{
    check(300, 400, true);
    check(300, 400, false);
}

static void wide(void **unused)
{
    check(300, 700, true);
    check(300, 700, false);
    check(100, 700, true); /* all levels are narrow: they are not shared, nor is the one that becomes wide */
    check(100, 700, false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(doubles), cmocka_unit_test(wide)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
