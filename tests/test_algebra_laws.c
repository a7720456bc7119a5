/* SPDX-License-Identifier: Apache-2.0
 *
 * The laws of products, over any semiring: transposing twice changes nothing; renaming vertices
 * renames results; products distribute over sums, of vectors and of matrices, and take factors out.
 */
#include "tests/jit.h"
#include "tests/matrix_model.h"
#include "tests/semiring_laws.h"

/* A u, a new vector. */
static tropic_vector *product(const law_fixture *f, const tropic_matrix *A, const tropic_vector *u, bool turned,
                              bool vxm)
{
    const tropic_descriptor d = {.size = sizeof d};
    tropic_vector *w = law_blank(f, turned ? tropic_matrix_cols(A) : tropic_matrix_rows(A));
    law_multiply(f, w, NULL, A, u, turned, vxm, d);
    return w;
}

/* u (+) v, a new vector. */
static tropic_vector *sum(const law_fixture *f, const tropic_vector *u, const tropic_vector *v)
{
    tropic_vector *w = law_blank(f, tropic_vector_size(u));
    assert_ok(f->context, tropic_ewise_add(w, NULL, NULL, law_adds(f), u, v, NULL));
    return w;
}

/* c (.) u, a new vector. */
static tropic_vector *scaled(const law_fixture *f, const tropic_vector *u, double factor)
{
    tropic_vector *w = law_blank(f, tropic_vector_size(u));
    int64_t c = 0;
    test_value_store(f->over->type, &c, 0, test_value_as(f->over->type, factor));
    assert_ok(f->context, tropic_apply(w, NULL, NULL, law_scales(f), u, &c, NULL));
    return w;
}

/* -- transposes and names ---------------------------------------------------------------------- */

/* A'' u = A u, transposed by tropic_transpose, by the descriptor, or by u' A' = (A u)'. */
static void law_transposes_cancel(law_fixture *f)
{
    OWNED(tropic_vector) *u = law_draw(f, f->over->type, law_cols(f), 1);
    OWNED(tropic_matrix) *once = NULL, *twice = NULL;
    assert_ok(f->context, tropic_transpose(&once, f->context, NULL, NULL, f->A, NULL));
    assert_ok(f->context, tropic_transpose(&twice, f->context, NULL, NULL, once, NULL));
    for (int vxm = 0; vxm < 2; vxm++) {
        law_expect_equal(f, product(f, f->A, u, false, vxm), product(f, twice, u, false, vxm), "A'' u = A u");
        law_expect_equal(f, product(f, f->A, u, false, vxm), product(f, once, u, true, vxm), "(A')' u = A u");
        law_expect_equal(f, product(f, f->A, u, false, vxm), product(f, f->A, u, false, !vxm), "u' A' = (A u)'");
        law_expect_equal(f, product(f, f->A, u, false, vxm), product(f, once, u, true, !vxm), "u' (A')'' = (A u)'");
    }
}

/* (P A Q') (Q u) = P (A u) */
static void law_names_do_not_matter(law_fixture *f)
{
    OWNED_MEMORY int32_t *p = test_permutation_of(test_random(&f->random), law_rows(f));
    OWNED_MEMORY int32_t *q = test_permutation_of(test_random(&f->random), law_cols(f));
    OWNED(tropic_matrix) *renamed = law_matrix(f, p, q, 1);
    OWNED(tropic_vector) *u = law_draw(f, f->over->type, law_cols(f), 1), *moved = law_blank(f, law_cols(f));
    assert_ok(f->context, tropic_assign(moved, NULL, NULL, u, q, law_cols(f), NULL));
    for (int vxm = 0; vxm < 2; vxm++)
        law_expect_renamed(f, product(f, f->A, u, false, vxm), product(f, renamed, moved, false, vxm), p,
                           "(P A Q') (Q u) = P (A u)");
}

/* -- sums and factors -------------------------------------------------------------------------- */

/* A (u + v) = A u + A v, and A (c u) = c (A u) */
static void law_products_are_linear(law_fixture *f)
{
    const double factor = test_below(&f->random, LAW_LARGEST + 1);
    OWNED(tropic_vector) *u = law_draw(f, f->over->type, law_cols(f), 1),
                         *v = law_draw(f, f->over->type, law_cols(f), 1);
    OWNED(tropic_vector) *both = sum(f, u, v), *more = scaled(f, u, factor);
    for (int vxm = 0; vxm < 2; vxm++) {
        OWNED(tropic_vector) *Au = product(f, f->A, u, false, vxm), *Av = product(f, f->A, v, false, vxm);
        law_expect_equal(f, product(f, f->A, both, false, vxm), sum(f, Au, Av), "A (u + v) = A u + A v");
        law_expect_equal(f, product(f, f->A, more, false, vxm), scaled(f, Au, factor), "A (c u) = c (A u)");
    }
}

/* (A + B) u = A u + B u, of matrices that share some places, where both values are looked at. B is the graph with
 * its columns renamed. */
static void law_matrices_distribute(law_fixture *f)
{
    const tropic_descriptor as_is = {.size = sizeof as_is, .transpose = true};
    OWNED_MEMORY int32_t *q = test_permutation_of(test_random(&f->random), law_cols(f));
    OWNED(tropic_matrix) *B = NULL, *both = NULL;
    OWNED(tropic_vector) *u = law_draw(f, f->over->type, law_cols(f), 1), *Au = NULL, *Bu = NULL;
    if (f->over->semiring != f->over->turned) {
        return;
    }
    B = law_matrix(f, NULL, q, 2);
    Au = product(f, f->A, u, false, false);
    Bu = product(f, B, u, false, false);
    assert_ok(f->context, tropic_transpose(&both, f->context, NULL, NULL, f->A, &as_is));
    assert_ok(f->context, tropic_transpose(&both, f->context, NULL, law_adds(f), B, &as_is));
    law_expect_equal(f, product(f, both, u, false, false), sum(f, Au, Bu), "(A + B) u = A u + B u");
}

LAW_TEST(transposes_cancel)
LAW_TEST(names_do_not_matter)
LAW_TEST(products_are_linear)
LAW_TEST(matrices_distribute)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_transposes_cancel),
        cmocka_unit_test(test_names_do_not_matter),
        cmocka_unit_test(test_products_are_linear),
        cmocka_unit_test(test_matrices_distribute),
    };
    test_share_cases();
    test_need_device();
    return cmocka_run_group_tests(tests, test_cache_begin, test_cache_end);
}
