/* SPDX-License-Identifier: Apache-2.0
 *
 * Sums of rows and columns under every built-in monoid, against GraphBLAS; and refused arguments.
 */
#include "tests/operation_algebra.h"
#include "tests/operation_vectors.h"
#include "tests/products.h"

/* Halves, so that products are exact, too. */
enum { LARGEST = 2, DIVISOR = 2 };

typedef struct reduce_case {
    tropic_type type;
    int monoid, accum;
    bool masked, w_is_mask;
    tropic_descriptor descriptor;
} reduce_case;

static const char *describe(const reduce_case *c)
{
    static char text[256];
    snprintf(text, sizeof text, "%s of %s, accum %s, mask %s%s%s%s%s",
             tropic_operator_name(tropic_operator_builtin((tropic_builtin_operator)c->monoid, c->type)),
             tropic_type_name(c->type),
             c->accum == GRB_NO_ACCUM
                 ? "none"
                 : tropic_operator_name(tropic_operator_builtin((tropic_builtin_operator)c->accum, c->type)),
             !c->masked     ? "none"
             : c->w_is_mask ? "w"
                            : "its own",
             c->descriptor.transpose ? " transpose" : "", c->descriptor.complement ? " complement" : "",
             c->descriptor.structure ? " structure" : "", c->descriptor.replace ? " replace" : "");
    return text;
}

static reduce_case draw(uint64_t *random)
{
    reduce_case c;
    do {
        c.type = (tropic_type)test_below(random, TROPIC_TYPES);
        c.monoid = test_below(random, TROPIC_OPERATORS);
    } while (!grb_monoid(c.monoid, c.type) || !tropic_operator_builtin((tropic_builtin_operator)c.monoid, c.type));
    do c.accum = test_below(random, TROPIC_OPERATORS + 1) - 1;
    while (!product_accumulates(c.accum, c.type));
    if (c.monoid == TROPIC_ANY) c.accum = GRB_NO_ACCUM;
    c.masked = test_below(random, 3) > 0;
    c.w_is_mask = c.masked && test_below(random, 4) == 0;
    c.descriptor = (tropic_descriptor){.size = sizeof c.descriptor,
                                       .transpose = test_below(random, 2),
                                       .complement = test_below(random, 2),
                                       .structure = test_below(random, 2),
                                       .replace = test_below(random, 2)};
    return c;
}

static GrB_Info reduce_grb(operand *w, const operand *mask, const reduce_case *c, GrB_Matrix A)
{
    GrB_BinaryOp accum = c->accum == GRB_NO_ACCUM ? NULL : algebra_operator_grb(c->accum, c->type);
    OWNED(GrB_Descriptor) d = NULL;
    GrB_Info info = operation_describe(&d, &c->descriptor);
    GRB_DO(GrB_Matrix_reduce_Monoid(w->g, mask ? mask->g : NULL, accum, grb_monoid(c->monoid, c->type), A, d));
    GRB_DO(GrB_wait(w->g, GrB_MATERIALIZE));
    return info;
}

/* Any term of a sum will do: those of GraphBLAS in place of ours, where both have one. */
static void take_theirs(operand *w, tropic_context *context)
{
    OWNED(tropic_vector) *theirs = NULL;
    const tropic_operator *second = tropic_operator_builtin(TROPIC_SECOND, w->type);
    assert_int_equal(tropic_vector_from_suitesparse(&theirs, context, w->g), TROPIC_OK);
    assert_int_equal(tropic_vector_count(w->v), tropic_vector_count(theirs));
    assert_ok(context, tropic_ewise_multiply(w->v, NULL, NULL, second, w->v, theirs, NULL));
}

static void check(const product_fixture *f, const reduce_case *c, uint64_t *random)
{
    const tropic_index n = c->descriptor.transpose ? f->cols : f->rows;
    const tropic_type mask_type = (tropic_type)test_below(random, TROPIC_TYPES);
    operand w, own;
    const operand *mask = !c->masked ? NULL : c->w_is_mask ? &w : &own;
    operand_draw(&w, f->context, c->type, n, VALUES_ANY, random);
    operand_draw(&own, f->context, mask_type, n, VALUES_ANY, random);
    assert_ok(f->context,
              tropic_reduce_matrix(
                  w.v, mask ? mask->v : NULL,
                  c->accum == GRB_NO_ACCUM ? NULL : tropic_operator_builtin((tropic_builtin_operator)c->accum, c->type),
                  tropic_operator_builtin((tropic_builtin_operator)c->monoid, c->type), f->A[c->type], &c->descriptor));
    if (f->rows > 0 && f->cols > 0) {
        assert_int_equal(reduce_grb(&w, mask, c, f->G[c->type]), GrB_SUCCESS);
        if (c->monoid == TROPIC_ANY) take_theirs(&w, f->context);
        operand_compare(&w, f->context, describe(c));
    } else {
        assert_in_range(tropic_vector_count(w.v), 0, n);
    }
    operand_free(&w);
    operand_free(&own);
}

static void sample(test_graph g, bool weighed, int cases, uint64_t seed)
{
    OWNED(product_fixture) f;
    if (weighed) test_weigh(&g, seed, -LARGEST, LARGEST, 1);
    product_fixture_open(&f, &g, DIVISOR);
    for (int k = 0; k < test_sized(cases, cases / 8 + 1); k++) {
        const reduce_case c = draw(&seed);
        check(&f, &c, &seed);
    }
}

static void test_against_graphblas(void **unused)
{
    enum { CASES = 400, FEW = 40 };
    sample(test_random_graph(1, 40, 50, 300), true, CASES, 1);
    sample(test_random_graph(2, 300, 3, 500), true, CASES, 2);
    sample(test_random_graph(3, 33, 33, 33 * 33), true, CASES, 3);
    sample(test_kronecker(4, 7, 8), false, CASES, 4);
    sample(test_star(5000), false, CASES / 4, 5);
    sample(test_random_graph(6, 9000, 9000, 30000), true, FEW, 6);
    sample(test_random_graph(7, 1, 1, 1), true, FEW, 7);
    sample(test_empty(1, 1), false, FEW, 8);
    sample(test_empty(0, 0), false, FEW, 9);
    sample(test_empty(0, 9), false, FEW, 10);
    sample(test_empty(9, 0), false, FEW, 11);
    sample(test_empty(9, 9), false, FEW, 12);
}

static void test_refusals(void **unused)
{
    const tropic_operator *plus = tropic_operator_builtin(TROPIC_PLUS, TROPIC_FP64);
    const tropic_operator *minus = tropic_operator_builtin(TROPIC_MINUS, TROPIC_FP64);
    const double one = 1, values[2] = {3, 4};
    const tropic_index rows[2] = {0, 1}, cols[2] = {2, 0};
    OWNED(tropic_context) *context = test_context();
    const tropic_descriptor transposed = {.size = sizeof transposed, .transpose = true};
    OWNED(tropic_matrix) *A = NULL;
    OWNED(tropic_vector) *w = NULL, *view = NULL;
    double found[2] = {0};
    assert_ok(context, tropic_matrix_from_coo(&A, context, 2, 3, 2, rows, cols, TROPIC_FP64, values, NULL));
    assert_ok(context, tropic_vector_create(&w, context, TROPIC_FP64, 2));
    assert_ok(context, tropic_vector_fill(w, &one));
    assert_int_equal(tropic_reduce_matrix(NULL, NULL, NULL, plus, A, NULL), TROPIC_INVALID_ARGUMENT);
#define REFUSED(status, ...) assert_status(context, TROPIC_##status, tropic_reduce_matrix(w, __VA_ARGS__))
    REFUSED(INVALID_ARGUMENT, NULL, NULL, NULL, A, NULL);
    REFUSED(INVALID_ARGUMENT, NULL, NULL, minus, A, NULL);
    REFUSED(INVALID_ARGUMENT, NULL, NULL, plus, NULL, NULL);
    REFUSED(DIMENSION_MISMATCH, NULL, NULL, plus, A, &transposed);
    assert_ok(context, tropic_vector_get_dense(w, found, NULL));
    assert_true(found[0] == 1 && found[1] == 1);
    if (test_device() == TROPIC_DEVICE_CPU) { /* each row has an entry, so a view stays full */
        assert_ok(context, tropic_vector_view(&view, context, TROPIC_FP64, 2, found, TROPIC_HOST));
        assert_ok(context, tropic_reduce_matrix(view, NULL, NULL, plus, A, NULL));
        assert_true(found[0] == 3 && found[1] == 4);
        assert_status(
            context, TROPIC_NOT_SUPPORTED,
            tropic_reduce_matrix(view, w, NULL, plus, A,
                                 &(tropic_descriptor){.size = sizeof transposed, .complement = true, .replace = true}));
        assert_true(found[0] == 3 && found[1] == 4);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_against_graphblas),
        cmocka_unit_test(test_refusals),
    };
    test_need_device();
    if (grb_start() != GrB_SUCCESS) return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
