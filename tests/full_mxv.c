/* SPDX-License-Identifier: Apache-2.0
 *
 * The masked product on larger matrices, by many random cases: lists of every length, from none to
 * thousands, and more rows than a device has threads in a block.
 */
#include "tests/products.h"

static void sample(test_graph g, double divisor, int cases, uint64_t seed)
{
    /* The oracle tries each term that `any` may take, which is too many here. */
    enum { MAX_ROWS_OF_ANY = 500 };
    OWNED(product_fixture) f;
    bool square = g.rows == g.cols;
    test_weigh(&g, seed, -4, 4, 1);
    product_fixture_open(&f, &g, divisor);
    for (int k = 0; k < cases; k++) {
        product_case c = product_draw(&seed, square);
        if (c.builtin == TROPIC_ANY_SECONDI && f.rows > MAX_ROWS_OF_ANY) continue;
        product_check(&f, &c);
    }
}

static void test_small(void **unused)
{
    enum { CASES = 2000, SHAPES = 20 };
    uint64_t random = 1;
    for (int k = 0; k < SHAPES; k++) {
        int32_t rows = 1 + test_below(&random, 60), cols = 1 + test_below(&random, 60);
        int64_t count = test_below(&random, 2 * rows * cols);
        sample(test_random_graph(test_random(&random), rows, cols, count), k % 2 ? 4 : 3, CASES / SHAPES * 5,
               test_random(&random));
    }
}

static void test_large(void **unused)
{
    enum { CASES = 400 };
    sample(test_random_graph(2, 400, 300, 6000), 4, CASES, 3);
    sample(test_random_graph(4, 3000, 2000, 40000), 4, CASES, 5);
    sample(test_random_graph(6, 2000, 5, 9000), 3, CASES, 7);
    sample(test_random_graph(8, 5, 2000, 9000), 3, CASES, 9);
    sample(test_kronecker(10, 11, 16), 4, CASES, 11);
    sample(test_star(5000), 4, CASES, 12);
    sample(test_grid(60, 70), 3, CASES, 13);
    sample(test_random_graph(14, 20000, 20000, 3000), 4, CASES, 15); /* mostly empty rows */
}

int main(void)
{
    test_need_device();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small),
        cmocka_unit_test(test_large),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
