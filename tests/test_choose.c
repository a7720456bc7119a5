/* SPDX-License-Identifier: Apache-2.0
 *
 * The strategy that auto takes for a product, by the lengths of lists and the places of a mask.
 */
#include "tests/common.h"

#include "formats/matrix/matrix.h"

static void products(void **state)
{
    const tp_degrees lattice = {.mean = 3.6, .deviation = 0.6, .shortest = 0, .longest = 4, .banded = true};
    const tp_degrees band = {.mean = 16, .deviation = 0.01, .shortest = 8, .longest = 16, .banded = true};
    const tp_degrees random = {.mean = 32, .deviation = 5.7, .shortest = 8, .longest = 67};
    const tp_degrees kronecker = {.mean = 30, .deviation = 400, .shortest = 0, .longest = 100000};
    /* A hub among so many short lists that the deviation does not show it. */
    const tp_degrees hub = {.mean = 4, .deviation = 5, .shortest = 4, .longest = 10000};
    assert_int_equal(tp_choose_product(&lattice, 0, 1, 4), TROPIC_STRATEGY_CSC_SCALAR);
    assert_int_equal(tp_choose_product(&band, 0, 1, 4), TROPIC_STRATEGY_CSC_VECTOR);
    assert_int_equal(tp_choose_product(&random, 0, 1, 4), TROPIC_STRATEGY_CSC_VECTOR);
    assert_int_equal(tp_choose_product(&random, 0, 1, 8), TROPIC_STRATEGY_COOC_SCALAR);
    assert_int_equal(tp_choose_product(&band, 0, 1, 8), TROPIC_STRATEGY_CSC_VECTOR);
    assert_int_equal(tp_choose_product(&kronecker, 0, 1, 4), TROPIC_STRATEGY_COOC_SCALAR);
    assert_int_equal(tp_choose_product(&hub, 0, 1, 4), TROPIC_STRATEGY_COOC_SCALAR);
    /* Shares look at every entry, whatever the mask lets through. */
    assert_int_equal(tp_choose_product(&random, 0, 0.1, 4), TROPIC_STRATEGY_CSC_VECTOR);
    assert_int_equal(tp_choose_product(&kronecker, 0, 0, 4), TROPIC_STRATEGY_CSC_VECTOR);
    assert_int_equal(tp_choose_product(&kronecker, 0, 0.9, 4), TROPIC_STRATEGY_COOC_SCALAR);
    assert_int_equal(tp_choose_product(&hub, 0, 0.1, 4), TROPIC_STRATEGY_CSC_VECTOR);
    assert_int_equal(tp_choose_product(&lattice, 0, 0.1, 4), TROPIC_STRATEGY_CSC_SCALAR);
}

static void host_products(void **state)
{
    const tp_degrees lattice = {.mean = 3.6, .deviation = 0.6, .shortest = 0, .longest = 4};
    const tp_degrees star = {.mean = 2, .deviation = 1000, .shortest = 1, .longest = 1000000};
    const tp_degrees small = {.mean = 2, .deviation = 3, .shortest = 1, .longest = 10};
    const tp_degrees kronecker = {.mean = 30, .deviation = 400, .shortest = 0, .longest = 100000};
    assert_int_equal(tp_choose_host_product(&lattice, 3600000, 1, 4), TROPIC_STRATEGY_CSC_SCALAR);
    assert_int_equal(tp_choose_host_product(&kronecker, 60000000, 1, 4), TROPIC_STRATEGY_CSC_VECTOR);
    assert_int_equal(tp_choose_host_product(&star, 2000000, 1, 4), TROPIC_STRATEGY_COOC_SCALAR);
    assert_int_equal(tp_choose_host_product(&star, 20000000, 1, 4), TROPIC_STRATEGY_CSC_VECTOR);
    assert_int_equal(tp_choose_host_product(&star, 2000000, 0.1, 4), TROPIC_STRATEGY_CSC_VECTOR);
    assert_int_equal(tp_choose_host_product(&small, 20, 1, 4), TROPIC_STRATEGY_CSC_SCALAR);
}

/* Just below each threshold, and at it. */
static void thresholds(void **state)
{
    static const struct {
        tp_degrees lists;
        double part;
        size_t size;
        tropic_strategy strategy;
    } cases[] = {
        {{.mean = 6.9, .longest = 9, .banded = true}, 1, 4, TROPIC_STRATEGY_CSC_SCALAR},
        {{.mean = 7, .longest = 9, .banded = true}, 1, 4, TROPIC_STRATEGY_CSC_VECTOR},
        {{.mean = 11.9, .longest = 20}, 1, 8, TROPIC_STRATEGY_CSC_VECTOR},
        {{.mean = 12, .longest = 20}, 1, 8, TROPIC_STRATEGY_COOC_SCALAR},
        {{.mean = 12, .longest = 20}, 1, 4, TROPIC_STRATEGY_CSC_VECTOR},
        {{.mean = 12, .longest = 20}, 0.49, 8, TROPIC_STRATEGY_CSC_VECTOR},
        {{.mean = 12, .longest = 20}, 0.5, 8, TROPIC_STRATEGY_COOC_SCALAR},
        {{.mean = 3, .longest = 2048}, 1, 4, TROPIC_STRATEGY_CSC_SCALAR},
        {{.mean = 3, .longest = 2049}, 1, 4, TROPIC_STRATEGY_COOC_SCALAR},
        {{.mean = 3, .deviation = 6, .longest = 50}, 1, 4, TROPIC_STRATEGY_CSC_SCALAR},
        {{.mean = 3, .deviation = 6.1, .longest = 50}, 1, 4, TROPIC_STRATEGY_COOC_SCALAR},
    };
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++)
        assert_int_equal(tp_choose_product(&cases[c].lists, 0, cases[c].part, cases[c].size), cases[c].strategy);
}

/* Lists of WIDE entries: beside their like, or scattered by a stride that is no divisor. */
static bool is_near(tropic_context *context, tropic_index n, tropic_index stride)
{
    enum { WIDE = 5 };
    const tropic_build_options options = {.size = sizeof options, .direction = TROPIC_DIRECTION_DIRECTED};
    tropic_index *from = calloc((size_t)n * WIDE, sizeof *from);
    tropic_index *to = calloc((size_t)n * WIDE, sizeof *to);
    tropic_matrix *A = NULL;
    tp_degrees rows, columns;
    assert_non_null(from);
    assert_non_null(to);
    for (tropic_index k = 0; k < n * WIDE; k++) {
        from[k] = k / WIDE;
        to[k] = (tropic_index)(((int64_t)(k / WIDE) * stride + k % WIDE) % n);
    }
    assert_ok(context, tropic_matrix_from_coo(&A, context, n, n, n * WIDE, from, to, TROPIC_BOOL, NULL, &options));
    assert_ok(context, tp_matrix_degrees(context, A, TP_BY_ROW, &rows));
    assert_ok(context, tp_matrix_degrees(context, A, TP_BY_COLUMN, &columns));
    tropic_matrix_free(&A);
    free(from);
    free(to);
    assert_int_equal(rows.banded, columns.banded);
    return rows.banded;
}

static void neighbours_are_near(void **state)
{
    OWNED(tropic_context) *context = test_context();
    assert_true(is_near(context, 5003, 1));
    assert_false(is_near(context, 5003, 1237));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(products), cmocka_unit_test(thresholds),
                                       cmocka_unit_test(neighbours_are_near), cmocka_unit_test(host_products)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
