/* SPDX-License-Identifier: Apache-2.0
 *
 * Katz centrality: what is told of an alpha that is too large. (tests/test_spectral.c has the rest.)
 */
#include "tests/context.h"
#include "tests/graphs.h"
#include "tests/spectral.h"

#include <math.h>
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

static void updates_are_seen(void **unused)
{
    spectral_check_updates(KATZ, context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(bounds_are_told), cmocka_unit_test(rounding_is_no_growth),
                                       cmocka_unit_test(updates_are_seen)};
    test_need_device();
    return cmocka_run_group_tests(tests, context_open, context_close);
}
