/* SPDX-License-Identifier: Apache-2.0
 *
 * Katz centrality: what is told of an alpha that is too large. (tests/test_spectral.c has the rest.)
 */
#include "tests/context.h"
#include "tests/graphs.h"
#include "tests/spectral.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The estimate of the greatest eigenvalue, and what is told of an alpha beyond 1 / lambda. */
static void bounds_are_told(void **unused)
{
    enum { SIZE = 11 };
    const double bound = 1.0 / (SIZE - 1);
    OWNED(test_graph) G = test_complete(SIZE), H = test_star(100);
    OWNED(tropic_matrix) *A = test_matrix_of(context, &G, TROPIC_BOOL, NULL);
    OWNED(tropic_matrix) *S = test_matrix_of(context, &H, TROPIC_BOOL, NULL);
    OWNED(tropic_vector) *x = test_vector_of(context, TROPIC_FP64, SIZE, NULL),
                         *y = test_vector_of(context, TROPIC_FP64, 101, NULL);
    tropic_spectral_report told = {.size = sizeof told};
    tropic_katz_options o = {.size = sizeof o, .report = &told};
    for (int k = 0; k < KINDS; k++) {
        const spectral_wanted below = {.alpha = 0.9 * bound};
        free(spectral_values((spectral_kind)k, context, A, TROPIC_FP64, &below, &told, NULL));
        assert_true(told.converged && fabs(told.lambda - (SIZE - 1)) <= 1e-4);
    }
    o.alpha = 1.01 * bound;
    o.iterations = 50;
    assert_ok(context, tropic_katz(x, A, &o, NULL));
    assert_true(!told.converged && told.residual > 1e-6 && fabs(told.lambda - (SIZE - 1)) <= 1e-4);
    o.iterations = 0;
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_katz(x, A, &o, NULL));
    o.alpha = 2 * bound;
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_katz(x, A, &o, NULL));
    assert_non_null(strstr(tropic_context_error(context), "alpha 0.2 is too large"));
    assert_non_null(strstr(tropic_context_error(context), "about 0.1,"));
    o.alpha = 1e200;
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_katz(x, A, &o, NULL));
    assert_non_null(strstr(tropic_context_error(context), "about 0.1,"));
    o.alpha = 1e300; /* of a star, whose eigenvalues are 10 and -10 */
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_katz(y, S, &o, NULL));
    assert_non_null(strstr(tropic_context_error(context), "about 0.1,"));
}

/* A tolerance that rounding does not let values come to is not taken for an alpha that is too large. */
static void rounding_is_no_growth(void **unused)
{
    for (uint64_t seed = 0; seed < 8; seed++) {
        const spectral_wanted w = {.alpha = 0.04, .tolerance = 1e-300, .iterations = 2000, .raw = seed & 1};
        OWNED(test_graph) G = test_random_graph(seed, 300, 300, 3000);
        OWNED(tropic_matrix) *A = NULL;
        test_deduplicate(&G);
        A = test_matrix_of(context, &G, TROPIC_BOOL, NULL);
        for (int single = 0; single < 2; single++) {
            tropic_spectral_report told = {.size = sizeof told};
            free(spectral_values(KATZ, context, A, single ? TROPIC_FP32 : TROPIC_FP64, &w, &told, NULL));
            assert_true(told.lambda * w.alpha < 0.9);
        }
    }
}

/* ---- what the message says ---- */

/* The bound that is told of an alpha that fails; 0: none is. */
static double bound_told(const tropic_matrix *A, double alpha)
{
    static const char before[] = "1 / lambda, about ";
    const tropic_katz_options o = {.size = sizeof o, .alpha = alpha};
    OWNED(tropic_vector) *x = test_vector_of(context, TROPIC_FP64, tropic_matrix_rows(A), NULL);
    const char *found;
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_katz(x, A, &o, NULL));
    assert_non_null(strstr(tropic_context_error(context), "is too large: "));
    found = strstr(tropic_context_error(context), before);
    return found ? strtod(found + sizeof before - 1, NULL) : 0;
}

/* What is told is 1 / lambda, rounded down, and never above an alpha that failed. */
static void check_bound(const tropic_matrix *A, double bound, double error)
{
    static const double above[] = {1.0005, 1.02, 2, 1e3, 1e200};
    for (size_t k = 0; k < sizeof above / sizeof *above; k++) {
        const double told = bound_told(A, above[k] * bound);
        if (!(told <= above[k] * bound && told >= bound * (1 - error) && told <= bound * (1 + error)))
            fail_msg("alpha %.17g: bound %.17g, not %.17g", above[k] * bound, told, bound);
    }
}

/* A cycle of so many arcs, and vertices from each of which an arc leads to its first. */
static tropic_matrix *cycle_of(int length, int others)
{
    tropic_index row[64], col[64];
    tropic_matrix *A = NULL;
    for (int v = 0; v < length + others; v++) {
        row[v] = v;
        col[v] = v + 1 < length ? v + 1 : 0;
    }
    assert_ok(context, tropic_matrix_from_coo(&A, context, length + others, length + others, length + others, row, col,
                                              TROPIC_BOOL, NULL, NULL));
    return A;
}

/* All cycles of these have a length that is a multiple of one number, so that products grow by turns. */
static void bounds_of_periodic_graphs_are_told(void **unused)
{
    static const int lengths[] = {1, 2, 3, 5, 7, 11};
    OWNED(test_graph) G = test_star(10000), P = test_path(50);
    OWNED(tropic_matrix) *S = test_matrix_of(context, &G, TROPIC_BOOL, NULL);
    OWNED(tropic_matrix) *R = test_matrix_of(context, &P, TROPIC_BOOL, NULL);
    check_bound(S, 0.01, 1e-5);
    check_bound(R, 0.5 / cos(acos(-1) / 51), 1e-2);
    for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++) {
        OWNED(tropic_matrix) *A = cycle_of(lengths[k], 0), *B = cycle_of(lengths[k], 50);
        check_bound(A, 1, 1e-5);
        check_bound(B, 1, 1e-5);
    }
}

/* Two cycles of length 3, of which one leads to the other: sizes grow as k lambda^k. With weights, lambda is 4. */
static void bounds_of_weighted_graphs_are_told(void **unused)
{
    static const tropic_index row[] = {0, 1, 2, 2, 3, 4, 5}, col[] = {1, 2, 0, 3, 4, 5, 3};
    static const double weight[] = {2, 4, 8, 100, 16, 2, 2};
    const tropic_katz_options o = {.size = sizeof o, .alpha = 0.26, .weighted = true};
    OWNED(tropic_vector) *x = test_vector_of(context, TROPIC_FP64, 6, NULL);
    OWNED(tropic_matrix) *A = NULL;
    double told;
    assert_ok(context, tropic_matrix_from_coo(&A, context, 6, 6, 7, row, col, TROPIC_FP64, weight, NULL));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_katz(x, A, &o, NULL));
    told = strtod(strstr(tropic_context_error(context), "about ") + 6, NULL);
    assert_true(told == 0.24 || told == 0.25); /* not settled: two digits, rounded down */
}

/* Without a cycle each alpha has a result, if its values are in range: changes grow, and end. */
static void graphs_without_a_cycle_have_no_bound(void **unused)
{
    enum { LEVELS = 150, ROWS = 2 * LEVELS, ARCS = 4 * (LEVELS - 1) };
    tropic_index row[ARCS], col[ARCS];
    const tropic_katz_options o = {.size = sizeof o, .alpha = 0.6};
    OWNED(tropic_matrix) *A = NULL;
    OWNED(tropic_vector) *x = test_vector_of(context, TROPIC_FP64, ROWS, NULL);
    for (int k = 0; k < ARCS; k++) {
        row[k] = k / 2;
        col[k] = 2 * (k / 4 + 1) + k % 2;
    }
    assert_ok(context, tropic_matrix_from_coo(&A, context, ROWS, ROWS, ARCS, row, col, TROPIC_BOOL, NULL, NULL));
    assert_ok(context, tropic_katz(x, A, &o, NULL));
    assert_true(bound_told(A, 1e80) == 0);
    assert_non_null(strstr(tropic_context_error(context), "alpha 1e+80 is too large: values go out of the range"));
}

/* Changes that rise and fall in turn, and happen to have risen at the end, are not taken for growth. */
static void turns_are_no_growth(void **unused)
{
    enum { LEAVES = 10000 };
    OWNED(test_graph) G = test_star(LEAVES);
    OWNED(tropic_matrix) *A = test_matrix_of(context, &G, TROPIC_BOOL, NULL);
    OWNED(tropic_vector) *x = test_vector_of(context, TROPIC_FP64, LEAVES + 1, NULL), *centre = NULL;
    tropic_spectral_report told = {.size = sizeof told};
    tropic_katz_options o = {.size = sizeof o, .alpha = 0.00995, .tolerance = 1e-12, .report = &told};
    assert_ok(context, tropic_vector_create(&centre, context, TROPIC_FP64, LEAVES + 1));
    assert_ok(context, tropic_vector_set(centre, 0, &(double){1}));
    o.betas = centre;
    for (o.iterations = 998; o.iterations <= 1001; o.iterations++) {
        assert_ok(context, tropic_katz(x, A, &o, NULL));
        assert_true(!told.converged && fabs(told.lambda - 100) <= 1e-6);
    }
}

static void updates_are_seen(void **unused)
{
    spectral_check_updates(KATZ, context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(bounds_are_told),
                                       cmocka_unit_test(rounding_is_no_growth),
                                       cmocka_unit_test(bounds_of_periodic_graphs_are_told),
                                       cmocka_unit_test(bounds_of_weighted_graphs_are_told),
                                       cmocka_unit_test(graphs_without_a_cycle_have_no_bound),
                                       cmocka_unit_test(turns_are_no_growth),
                                       cmocka_unit_test(updates_are_seen)};
    test_need_device();
    return cmocka_run_group_tests(tests, context_open, context_close);
}
