/* SPDX-License-Identifier: Apache-2.0
 *
 * Operators whose expressions call functions of a definition: on the CPU, and as machine code of a GPU.
 */
#include <tropic_define.h>

#include "tests/fixtures.h"
#include "tests/jit_kernels.h"
#include "tests/jit_variants.h"

#include "semiring/semiring.h"
#include "spmv/jit/user_source.h"

TROPIC_STRUCT(span, double from, to;);

/* Both call their function `combine`, of several types, and have a type of one name. */
static const char remainder_text[] = "#define BASE 7\n"
                                     "typedef struct { int64_t value; } whole;\n"
                                     "static inline int64_t base(void) { return BASE; }\n"
                                     "void combine(int64_t *z, const void *x, const int64_t *y)\n"
                                     "{\n"
                                     "    whole w;\n"
                                     "    w.value = *((int64_t *)x) + *y; // a comment\n"
                                     "    (*z) = w.value % base();\n"
                                     "}\n"
                                     "static int64_t remainder_of(int64_t a, int64_t b)\n"
                                     "{ int64_t z; combine(&z, &a, &b); return z; }\n";
static const char hull_text[] = "typedef span whole;\n"
                                "static double combine(double a, double b) { return a < b ? a : b; }\n"
                                "whole hull(whole a, whole b)\n"
                                "{\n"
                                "    whole z;\n"
                                "    z.from = combine(a.from, b.from);\n"
                                "    z.to = -combine(-a.to, -b.to);\n"
                                "    return z;\n"
                                "}";
static const char scaled_text[] = "static_assert(sizeof(double) == 8, \"a double has 8 bytes\");\n"
                                  "static const double one[2] = {1, 1};\n"
                                  "static double combine(const double *x, double y)\n"
                                  "{\n"
                                  "    double a;\n"
                                  "    memcpy(&a, x, sizeof a);\n"
                                  "    return a * y * one[1];\n"
                                  "}";

static const tropic_operator_source remainder_7 = {.size = sizeof remainder_7,
                                                   .name = "remainder_of",
                                                   .z = "int64_t",
                                                   .x = "int64_t",
                                                   .y = "int64_t",
                                                   .expression = "remainder_of(a, b)",
                                                   .identity = "base() - 7",
                                                   .definition = remainder_text};
static const tropic_operator_source hull_of = {.size = sizeof hull_of,
                                               .name = "hull",
                                               .z = "span",
                                               .x = "span",
                                               .y = "span",
                                               .expression = "hull(a, b)",
                                               .identity = "(span){INFINITY, -INFINITY}",
                                               .definition = hull_text};
static const tropic_operator_source scaled = {.size = sizeof scaled,
                                              .name = "scaled",
                                              .z = "int64_t",
                                              .x = "double",
                                              .y = "int64_t",
                                              .expression = "(int64_t)combine(&x, y + i)",
                                              .definition = scaled_text};

/* A function of the program with a definition's name, which the definition does not call. */
void combine(int64_t *z, const void *x, const int64_t *y);
void combine(int64_t *z, const void *x, const int64_t *y)
{
    *z = -1;
}

static tropic_operator *operator_of(tropic_context *context, const tropic_operator_source *source)
{
    tropic_operator *op = NULL;
    assert_ok(context, tropic_operator_create(&op, context, source));
    return op;
}

static bool compiles(tropic_context *context, tropic_operator *op)
{
    const tropic_status status =
        tropic_operator_evaluate(op, context, &(int64_t){0}, &(int64_t){0}, &(int64_t){0}, 0, 0, 1);
    if (status != TROPIC_NOT_SUPPORTED) assert_ok(context, status);
    return status == TROPIC_OK;
}

static void test_results(void **state)
{
    enum { N = 5 };
    const int64_t values[N] = {6, 5, -3, 100, 41};
    const double factors[N] = {1, 2, 0.5, -3, 10};
    const tropic_index rows[N] = {0, 1, 2, 3, 4}, cols[N] = {1, 1, 0, 0, 1};
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_operator) *add = operator_of(context, &remainder_7), *multiply = operator_of(context, &scaled);
    OWNED(tropic_semiring) *semiring = NULL;
    OWNED(tropic_vector) *u = test_vector_of(context, TROPIC_INT64, N, values), *w = NULL;
    OWNED(tropic_matrix) *A = NULL;
    int64_t sum = 0, found[2];
    if (!compiles(context, add)) test_skip("no compiler");
    assert_ok(context, tropic_reduce(&sum, add, u));
    assert_int_equal(sum, 149 % 7);
    assert_ok(context, tropic_semiring_from_operators(&semiring, context, add, multiply));
    assert_ok(context, tropic_matrix_from_coo(&A, context, N, 2, N, rows, cols, TROPIC_FP64, factors, NULL));
    assert_ok(context, tropic_vector_create(&w, context, TROPIC_INT64, 2));
    const tropic_descriptor transposed = {.size = sizeof transposed, .transpose = true};
    assert_ok(context, tropic_mxv(w, NULL, NULL, semiring, A, u, &transposed));
    assert_ok(context, tropic_vector_get_dense(w, found, NULL));
    /* (Of column 0: the products with (x, y, i) = (0.5, -3, 2) and (-3, 100, 3).) */
    assert_int_equal(found[0], (0 - 309) % 7);
    assert_int_equal(found[1], (((6 + 2 * 6) % 7) + 10 * 45) % 7);
}

static void test_structs(void **state)
{
    const span spans[3] = {{1, 4}, {0.5, 2}, {3, 9}};
    tropic_context *context = test_context();
    tropic_operator *hull = NULL;
    tropic_vector *u;
    tropic_type type;
    span sum = {0, 0};
    assert_ok(context, tropic_type_define(&type, context, &span_type));
    hull = operator_of(context, &hull_of);
    u = test_vector_of(context, type, 3, spans);
    const tropic_status status = tropic_reduce(&sum, hull, u);
    if (status != TROPIC_NOT_SUPPORTED) {
        assert_ok(context, status);
        assert_true(sum.from == 0.5 && sum.to == 9);
    }
    tropic_vector_free(&u);
    tropic_operator_free(&hull);
    tropic_context_free(&context);
    if (status == TROPIC_NOT_SUPPORTED) test_skip("no compiler");
}

/* The message names the definition's line, or that of the user's text that calls it. */
static void test_errors(void **state)
{
    tropic_context *context = test_context();
    tropic_operator_source source = scaled;
    tropic_operator *op = NULL;
    tropic_status status;
    int64_t z = 0, y = 0;
    const double x = 0;
    source.expression = NULL;
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_operator_create(&op, context, &source));
    assert_non_null(strstr(tropic_context_error(context), "no expression, but a definition"));
    for (int k = 0; k < 2; k++) {
        source = scaled;
        if (k == 0) source.definition = "static double half(double x)\n{\n    return y;\n}";
        if (k == 1) source.expression = "nobody(x, y, i)";
        op = operator_of(context, &source);
        status = tropic_operator_evaluate(op, context, &z, &x, &y, 0, 0, 1);
        if (status != TROPIC_NOT_SUPPORTED) {
            assert_status(context, TROPIC_COMPILE_ERROR, status);
            if (!strstr(tropic_context_error(context), k == 0 ? "scaled, definition:3:" : "scaled:1:"))
                fail_msg("%s", tropic_context_error(context));
        }
        tropic_operator_free(&op);
    }
    tropic_context_free(&context);
    if (status == TROPIC_NOT_SUPPORTED) test_skip("no compiler");
}

static void kernels_compile(void **state)
{
    static const char *const kernel[] = {"elementwise_user"}, *const chosen[] = {"chosen_user"};
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_operator) *add = NULL, *multiply = NULL, *hull = NULL;
    OWNED(tropic_semiring) *semiring = NULL;
    tropic_type type;
    if (!test_kernels_can_be(context)) {
        tropic_context_free(&context);
        test_skip("no NVRTC");
    }
    assert_ok(context, tropic_type_define(&type, context, &span_type));
    add = operator_of(context, &remainder_7);
    multiply = operator_of(context, &scaled);
    hull = operator_of(context, &hull_of);
    const struct {
        const tropic_operator *op, *accum;
    } cases[] = {{add, add}, {multiply, add}, {hull, hull}, {hull, NULL}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const tp_elementwise e = {.kind = TP_INTERSECTION,
                                  .op = cases[k].op,
                                  .accum = cases[k].accum,
                                  .type = cases[k].op->x,
                                  .result = cases[k].op->z,
                                  .n = 9,
                                  .user = true};
        tp_source_text text = {.memory = &context->memory};
        tp_elementwise_source(&text, &e, false);
        test_kernels_are(context, &text, "elementwise", kernel, 1);
    }
    tp_source_text entries = {.memory = &context->memory}, sum = {.memory = &context->memory};
    tp_entries_source(&entries, multiply, false);
    test_kernels_are(context, &entries, "entries", chosen, 1);
    tp_reduction_source(&sum, hull);
    test_kernels_are(context, &sum, "sum", NULL, 0);
    assert_ok(context, tropic_semiring_from_operators(&semiring, context, add, multiply));
    jit_variants_compile_of(context, semiring, false, 0, 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_results, test_cache_begin, test_cache_end),
        cmocka_unit_test_setup_teardown(test_structs, test_cache_begin, test_cache_end),
        cmocka_unit_test_setup_teardown(test_errors, test_cache_begin, test_cache_end),
        cmocka_unit_test_setup_teardown(kernels_compile, test_cache_begin, test_cache_end),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
