/* SPDX-License-Identifier: Apache-2.0
 *
 * Which strategy auto takes of a product, by the lengths of the lists and what a mask lets through.
 */
#include "tests/common.h"

#include "formats/matrix.h"

static void products(void **state)
{
    const tp_degrees lattice = {.mean = 3.6, .deviation = 0.6, .least = 0, .most = 4, .near = true};
    const tp_degrees band = {.mean = 16, .deviation = 0.01, .least = 8, .most = 16, .near = true};
    const tp_degrees random = {.mean = 32, .deviation = 5.7, .least = 8, .most = 67};
    const tp_degrees kronecker = {.mean = 30, .deviation = 400, .least = 0, .most = 100000};
    /* A hub among so many short lists that the deviation does not show it. */
    const tp_degrees hub = {.mean = 4, .deviation = 5, .least = 4, .most = 10000};
    (void)state;
    assert_int_equal(tp_choose_product(&lattice, 1, 4), TROPIC_STRATEGY_CSC_SCALAR);
    assert_int_equal(tp_choose_product(&band, 1, 4), TROPIC_STRATEGY_CSC_VECTOR);
    assert_int_equal(tp_choose_product(&random, 1, 4), TROPIC_STRATEGY_CSC_VECTOR);
    assert_int_equal(tp_choose_product(&random, 1, 8), TROPIC_STRATEGY_COOC_SCALAR);
    assert_int_equal(tp_choose_product(&band, 1, 8), TROPIC_STRATEGY_CSC_VECTOR);
    assert_int_equal(tp_choose_product(&kronecker, 1, 4), TROPIC_STRATEGY_COOC_SCALAR);
    assert_int_equal(tp_choose_product(&hub, 1, 4), TROPIC_STRATEGY_COOC_SCALAR);
    /* Shares look at every entry, whatever the mask lets through. */
    assert_int_equal(tp_choose_product(&random, 0.1, 4), TROPIC_STRATEGY_CSC_VECTOR);
    assert_int_equal(tp_choose_product(&kronecker, 0, 4), TROPIC_STRATEGY_CSC_VECTOR);
    assert_int_equal(tp_choose_product(&kronecker, 0.9, 4), TROPIC_STRATEGY_COOC_SCALAR);
    assert_int_equal(tp_choose_product(&hub, 0.1, 4), TROPIC_STRATEGY_CSC_VECTOR);
    assert_int_equal(tp_choose_product(&lattice, 0.1, 4), TROPIC_STRATEGY_CSC_SCALAR);
}

static void host_products(void **state)
{
    const tp_degrees lattice = {.mean = 3.6, .deviation = 0.6, .least = 0, .most = 4};
    const tp_degrees star = {.mean = 2, .deviation = 1000, .least = 1, .most = 1000000};
    const tp_degrees small = {.mean = 2, .deviation = 3, .least = 1, .most = 10};
    const tp_degrees kronecker = {.mean = 30, .deviation = 400, .least = 0, .most = 100000};
    (void)state;
    assert_int_equal(tp_choose_host_product(&lattice, 3600000, 1), TROPIC_STRATEGY_CSC_SCALAR);
    assert_int_equal(tp_choose_host_product(&kronecker, 60000000, 1), TROPIC_STRATEGY_CSC_VECTOR);
    assert_int_equal(tp_choose_host_product(&star, 2000000, 1), TROPIC_STRATEGY_COOC_SCALAR);
    assert_int_equal(tp_choose_host_product(&star, 20000000, 1), TROPIC_STRATEGY_CSC_VECTOR);
    assert_int_equal(tp_choose_host_product(&star, 2000000, 0.1), TROPIC_STRATEGY_CSC_VECTOR);
    assert_int_equal(tp_choose_host_product(&small, 20, 1), TROPIC_STRATEGY_CSC_SCALAR);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(products), cmocka_unit_test(host_products)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
