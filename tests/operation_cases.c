/* SPDX-License-Identifier: Apache-2.0
 *
 * Many cases of random operations, masked products among them.
 */
#include "tests/jit.h"
#include "tests/operation_algebra.h"
#include "tests/operations.h"
#include "tests/products.h"

/* A few masked products on one small graph. */
static void check_products(uint64_t seed)
{
    enum { ROWS = 30, STEPS = 4 };
    uint64_t random = seed;
    const int32_t rows = test_below(&random, ROWS), cols = test_below(&random, ROWS);
    const int64_t max = (int64_t)rows * cols;
    test_graph g = max > 0 ? test_random_graph(test_random(&random), rows, cols, test_below(&random, (int32_t)max))
                           : test_empty(rows, cols);
    OWNED(product_fixture) f;
    if (test_below(&random, 3) > 0) test_weigh(&g, test_random(&random), -4, 4, 1);
    product_fixture_open(&f, &g, 4);
    for (int step = 0; step < STEPS; step++) {
        product_case c = product_draw(&random, rows == cols);
        product_check(&f, &c);
    }
}

/* -- many cases -------------------------------------------------------------------------------- */

static uint64_t running;
static bool failed;

static void check_seed(tropic_context *context, uint64_t seed, operation_kind kind, operation_counts *counts)
{
    enum { PRODUCT_ONE_IN = 16 };
    uint64_t random = seed;
    running = seed;
    if (kind == OPERATIONS && test_below(&random, PRODUCT_ONE_IN) == 0)
        check_products(seed);
    else
        operation_check_case(context, seed, kind, counts);
}

/* Each kind has a quarter of its share at least. */
static void check_shares(const operation_counts *counts, int32_t cases)
{
    enum { QUARTER = 4, MIN_ONE_IN = 40, MIN_ANY_ONE_IN = 400 };
    for (int kind = 0; kind < OPERATIONS; kind++)
        if (counts->kind[kind] < cases / (QUARTER * OPERATIONS))
            fail_msg("kind %d was drawn %d times in %d cases", kind, counts->kind[kind], cases);
    assert_true(counts->own >= cases / MIN_ONE_IN);
    assert_true(counts->structs >= cases / MIN_ONE_IN);
    assert_true(counts->placed >= cases / MIN_ONE_IN);
    assert_true(counts->any >= cases / MIN_ANY_ONE_IN);
}

void operations_check(uint64_t first, int32_t cases, operation_kind kind)
{
    const char *only = getenv("TROPIC_TEST_SEED");
    tropic_context *context = test_context();
    operation_counts counts = {0};
    int32_t checked = 0;
    failed = true; /* unless we come to the end */
    assert_int_equal(grb_start(), GrB_SUCCESS);
    algebra_open(context);
    if (only) check_seed(context, strtoull(only, NULL, 0), kind, &counts);
    for (int32_t k = 0; k < cases && !only; k++) {
        const uint64_t seed = test_random(&first);
        if (!test_is_mine((uint64_t)k)) continue;
        check_seed(context, seed, kind, &counts);
        checked++;
    }
    if (!only && kind == OPERATIONS) check_shares(&counts, checked);
    algebra_close();
    tropic_context_free(&context);
    failed = false;
}

int operations_teardown(void **state)
{
    if (failed) print_message("this case alone: TROPIC_TEST_SEED=%llu\n", (unsigned long long)running);
    return 0;
}

/* -- programs ---------------------------------------------------------------------------------- */

typedef struct draws {
    uint64_t first;
    int32_t cases;
} draws;

static void test_random_operations(void **state)
{
    const draws *d = *state;
    operations_check(d->first, d->cases, OPERATIONS);
}

int operations_main(uint64_t first, int32_t cases)
{
    draws d = {first, cases};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate_setup_teardown(test_random_operations, NULL, operations_teardown, &d),
    };
    return cmocka_run_group_tests(tests, test_cache_begin, test_cache_end);
}
