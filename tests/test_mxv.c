/* SPDX-License-Identifier: Apache-2.0
 *
 * The masked product: every strategy, semiring, type, mask kind, accumulator and orientation
 * against the oracle and GraphBLAS on small matrices, and what algebra promises.
 */
#include "tests/products.h"

static test_graph weighed(test_graph g, uint64_t seed)
{
    test_weigh(&g, seed, -4, 4, 1);
    return g;
}

/* Every case there is, on one small rectangle. */
static void test_every_case(void **unused)
{
    (void)unused;
    product_fixture f;
    test_graph g = weighed(test_random_graph(1, 11, 7, 30), 2);
    product_fixture_open(&f, &g, 4);
    uint64_t seed = 0;
    for (int builtin = 0; builtin < TROPIC_BUILTINS; builtin++)
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
                        if (!product_exists(c.builtin, c.type) ||
                            !product_accumulates(accum, c.type))
                            continue;
                        if (seed % (uint64_t)test_sized(1, 97) == 0) product_check(&f, &c);
                    }
    product_fixture_close(&f);
}

/* Random cases on one graph. */
static void sample(test_graph g, double divisor, int cases, uint64_t seed)
{
    product_fixture f;
    bool square = g.rows == g.cols;
    product_fixture_open(&f, &g, divisor);
    for (int k = 0; k < test_sized(cases, 8); k++) {
        product_case c = product_draw(&seed, square);
        product_check(&f, &c);
    }
    product_fixture_close(&f);
}

static void test_shapes(void **unused)
{
    (void)unused;
    enum { CASES = 150 };
    sample(weighed(test_random_graph(3, 40, 40, 200), 4), 4, CASES, 1);
    sample(weighed(test_random_graph(5, 3, 70, 90), 6), 4, CASES, 2);
    sample(weighed(test_random_graph(7, 70, 3, 90), 8), 4, CASES, 3);
    sample(weighed(test_random_graph(9, 33, 33, 33 * 33), 10), 4, CASES, 4); /* dense */
    sample(weighed(test_star(200), 11), 4, CASES, 5); /* one column far heavier than the rest */
    sample(weighed(test_kronecker(12, 7, 8), 13), 4, CASES, 6);
    sample(weighed(test_random_graph(14, 1, 1, 1), 15), 4, CASES, 7);
}

static void test_patterns(void **unused)
{
    (void)unused;
    enum { CASES = 200 };
    sample(test_random_graph(16, 25, 31, 150), 4, CASES, 8);
    sample(test_grid(6, 7), 4, CASES, 9);
    sample(test_directed_path(50), 4, CASES, 10);
}

static void test_rounded_sums(void **unused)
{
    (void)unused;
    enum { CASES = 300 };
    sample(weighed(test_random_graph(17, 60, 50, 900), 18), 3, CASES, 11);
    sample(weighed(test_complete(40), 19), 3, CASES, 12);
}

static void test_empty_shapes(void **unused)
{
    (void)unused;
    enum { CASES = 60 };
    sample(test_empty(0, 0), 4, CASES, 13);
    sample(test_empty(0, 9), 4, CASES, 14);
    sample(test_empty(9, 0), 4, CASES, 15);
    sample(test_empty(9, 9), 4, CASES, 16);
    sample(test_empty(1, 1), 4, CASES, 17);
}

/* -- algebra ----------------------------------------------------------------------------------- */

enum { SCALE = 8, VERTICES = 1 << SCALE };

static tropic_matrix *matrix_of(tropic_context *context, const test_graph *g)
{
    tropic_matrix *A = NULL;
    assert_ok(context, tropic_matrix_from_coo(&A, context, g->rows, g->cols, g->count, g->row,
                                              g->col, TROPIC_FP64, g->weight, NULL));
    return A;
}

static tropic_vector *vector_of(tropic_context *context, const double *values, const bool *has)
{
    tropic_vector *v = NULL;
    assert_ok(context, tropic_vector_create(&v, context, TROPIC_FP64, VERTICES));
    assert_ok(context, tropic_vector_put_dense(v, values, has));
    return v;
}

/* w<m> and w<!m> share no entry, and together are w. */
static void test_masks_partition(void **unused)
{
    (void)unused;
    tropic_context *context = test_context();
    test_graph g = weighed(test_kronecker(20, SCALE, 8), 21);
    tropic_matrix *A = matrix_of(context, &g);
    double one[VERTICES], all[VERTICES], inside[VERTICES], outside[VERTICES];
    bool flag[VERTICES], has_all[VERTICES], has_inside[VERTICES], has_outside[VERTICES];
    uint64_t random = 22;
    for (int v = 0; v < VERTICES; v++) {
        one[v] = test_below(&random, 9) - 4;
        flag[v] = test_below(&random, 3) > 0;
    }
    tropic_vector *u = vector_of(context, one, flag), *m = vector_of(context, one, NULL);
    tropic_vector *w = vector_of(context, one, NULL);
    const tropic_semiring *s = tropic_semiring_builtin(TROPIC_MAX_PLUS, TROPIC_FP64);
    for (int strategy = 0; strategy < TROPIC_STRATEGIES; strategy++) {
        tropic_descriptor d = {.size = sizeof d, .replace = true};
        d.strategy = (tropic_strategy)strategy;
        assert_ok(context, tropic_vxm(w, NULL, NULL, s, u, A, &d));
        assert_ok(context, tropic_vector_get_dense(w, all, has_all));
        assert_ok(context, tropic_vxm(w, m, NULL, s, u, A, &d));
        assert_ok(context, tropic_vector_get_dense(w, inside, has_inside));
        d.complement = true;
        assert_ok(context, tropic_vxm(w, m, NULL, s, u, A, &d));
        assert_ok(context, tropic_vector_get_dense(w, outside, has_outside));
        for (int v = 0; v < VERTICES; v++) {
            assert_false(has_inside[v] && has_outside[v]);
            assert_int_equal(has_all[v], has_inside[v] || has_outside[v]);
            assert_true(!has_all[v] || all[v] == (has_inside[v] ? inside[v] : outside[v]));
        }
    }
    tropic_vector_free(&u);
    tropic_vector_free(&m);
    tropic_vector_free(&w);
    tropic_matrix_free(&A);
    tropic_context_free(&context);
    test_graph_free(&g);
}

/* (P A P') (P u) = P (A u) */
static void test_permutation_commutes(void **unused)
{
    (void)unused;
    tropic_context *context = test_context();
    test_graph g = weighed(test_kronecker(23, SCALE, 8), 24);
    int32_t *by = test_permutation_of(25, VERTICES);
    double value[VERTICES], moved[VERTICES], result[VERTICES], moved_result[VERTICES];
    bool has[VERTICES], moved_has[VERTICES], flag[VERTICES], moved_flag[VERTICES];
    uint64_t random = 26;
    for (int v = 0; v < VERTICES; v++) {
        value[v] = moved[by[v]] = test_below(&random, 9) - 4;
        has[v] = moved_has[by[v]] = test_below(&random, 2);
    }
    tropic_matrix *A = matrix_of(context, &g);
    test_permute(&g, by);
    tropic_matrix *B = matrix_of(context, &g);
    tropic_vector *u = vector_of(context, value, has), *x = vector_of(context, moved, moved_has);
    tropic_vector *w = vector_of(context, value, has), *y = vector_of(context, moved, moved_has);
    const tropic_semiring *s = tropic_semiring_builtin(TROPIC_PLUS_TIMES, TROPIC_FP64);
    for (int strategy = 0; strategy < TROPIC_STRATEGIES; strategy++) {
        tropic_descriptor d = {.size = sizeof d, .strategy = (tropic_strategy)strategy};
        assert_ok(context, tropic_mxv(w, NULL, NULL, s, A, u, &d));
        assert_ok(context, tropic_mxv(y, NULL, NULL, s, B, x, &d));
        assert_ok(context, tropic_vector_get_dense(w, result, flag));
        assert_ok(context, tropic_vector_get_dense(y, moved_result, moved_flag));
        for (int v = 0; v < VERTICES; v++) {
            assert_int_equal(flag[v], moved_flag[by[v]]);
            assert_true(result[v] == moved_result[by[v]]); /* sums of small whole numbers */
        }
    }
    tropic_vector_free(&u);
    tropic_vector_free(&x);
    tropic_vector_free(&w);
    tropic_vector_free(&y);
    tropic_matrix_free(&A);
    tropic_matrix_free(&B);
    tropic_context_free(&context);
    test_graph_free(&g);
    free(by);
}

int main(void)
{
    test_need_device();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_case),
        cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_patterns),
        cmocka_unit_test(test_rounded_sums),
        cmocka_unit_test(test_empty_shapes),
        cmocka_unit_test(test_masks_partition),
        cmocka_unit_test(test_permutation_commutes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
