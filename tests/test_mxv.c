/* SPDX-License-Identifier: Apache-2.0
 *
 * The masked product: every strategy, semiring, type, mask kind, accumulator and orientation
 * against the oracle and GraphBLAS on small matrices. The laws: tests/test_algebra_laws.c.
 */
#include "tests/jit.h"
#include "tests/products.h"

static test_graph weighed(test_graph g, uint64_t seed)
{
    test_weigh(&g, seed, -4, 4, 1);
    return g;
}

/* Every case there is, on one small rectangle. */
static void test_every_case(void **unused)
{
    OWNED(product_fixture) f;
    test_graph g = weighed(test_random_graph(1, 11, 7, 30), 2);
    product_fixture_open(&f, &g, 4);
    uint64_t seed = 0;
    for (int builtin = TROPIC_BUILTINS_FIRST; builtin < TROPIC_BUILTINS; builtin++)
        for (int type = 0; type < TROPIC_TYPES; type++)
            for (int mask = 0; mask < MASKS; mask++)
                for (int accum = GRB_NO_ACCUM; accum < TROPIC_OPERATORS; accum++)
                    for (int way = 0; way < 8; way++) {
                        product_case c = {.builtin = (tropic_builtin)builtin,
                                          .type = (tropic_type)type,
                                          .mask = (product_mask)mask,
                                          .accum = accum,
                                          .vxm = way & 1,
                                          .transpose = way & 2,
                                          .replace = way & 4,
                                          .seed = ++seed};
                        if (!product_exists(c.builtin, c.type) || !product_accumulates(accum, c.type)) continue;
                        if (seed % (uint64_t)test_sized(1, 97) == 0 && test_is_mine((uint64_t)builtin))
                            product_check(&f, &c);
                    }
}

/* Random cases on one graph. */
static void sample(test_graph g, double divisor, int cases, uint64_t seed)
{
    OWNED(product_fixture) f;
    bool square = g.rows == g.cols;
    product_fixture_open(&f, &g, divisor);
    for (int k = 0; k < test_sized(cases, 8); k++) {
        product_case c = product_draw(&seed, square);
        if (test_is_mine((uint64_t)k)) product_check(&f, &c);
    }
}

static void test_shapes(void **unused)
{
    enum { CASES = 150 };
    sample(weighed(test_random_graph(3, 40, 40, 200), 4), 4, CASES, 1);
    sample(weighed(test_random_graph(5, 3, 70, 90), 6), 4, CASES, 2);
    sample(weighed(test_random_graph(7, 70, 3, 90), 8), 4, CASES, 3);
    sample(weighed(test_random_graph(9, 33, 33, 33 * 33), 10), 4, CASES, 4); /* dense */
    sample(weighed(test_star(200), 11), 4, CASES, 5);                        /* one column far heavier than the rest */
    sample(weighed(test_kronecker(12, 7, 8), 13), 4, CASES, 6);
    sample(weighed(test_random_graph(14, 1, 1, 1), 15), 4, CASES, 7);
}

static void test_patterns(void **unused)
{
    enum { CASES = 200 };
    sample(test_random_graph(16, 25, 31, 150), 4, CASES, 8);
    sample(test_grid(6, 7), 4, CASES, 9);
    sample(test_directed_path(50), 4, CASES, 10);
}

static void test_rounded_sums(void **unused)
{
    enum { CASES = 300 };
    sample(weighed(test_random_graph(17, 60, 50, 900), 18), 3, CASES, 11);
    sample(weighed(test_complete(40), 19), 3, CASES, 12);
}

static void test_empty_shapes(void **unused)
{
    enum { CASES = 60 };
    sample(test_empty(0, 0), 4, CASES, 13);
    sample(test_empty(0, 9), 4, CASES, 14);
    sample(test_empty(9, 0), 4, CASES, 15);
    sample(test_empty(9, 9), 4, CASES, 16);
    sample(test_empty(1, 1), 4, CASES, 17);
}

int main(void)
{
    /* (Compiling is worth processes; a GPU serves them by slices of time, in which other cases take longer.) */
    if (getenv("TROPIC_CUDA_NUMBERED")) test_share_cases();
    test_need_device();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_case),   cmocka_unit_test(test_shapes),       cmocka_unit_test(test_patterns),
        cmocka_unit_test(test_rounded_sums), cmocka_unit_test(test_empty_shapes),
    };
    return cmocka_run_group_tests(tests, test_cache_begin, test_cache_end);
}
