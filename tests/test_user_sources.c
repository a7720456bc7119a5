/* SPDX-License-Identifier: Apache-2.0
 *
 * Sources of users' semirings, operators and types: refused texts, and the keys of kernels.
 */
#include <tropic_define.h>

#include "tests/fixtures.h"
#include "tests/jit.h"

#include "runtime/jit/jit.h"
#include "semiring/user.h"

/* clang-format off */
TROPIC_SEMIRING(user_plus_times, double, double, double, a + b, x * y, 0);
TROPIC_STRUCT(way, double length; int32_t parent, arcs;);
TROPIC_OPERATOR(both, bool, bool, bool, x && y);
/* clang-format on */

/* One accumulator of the user's beside one comparison over two types: two kernels. */
static void test_kernels_know_their_types(void **state)
{
    OWNED(tropic_context) *context = test_context();
    const double wide[4] = {1, 2.5, 3, 4}, other[4] = {1, 2, 3, 5};
    const int32_t narrow[4] = {1, 2, 3, 4}, fourth[4] = {9, 2, 3, 9};
    const bool yes = true;
    OWNED(tropic_operator) *op = NULL;
    assert_ok(context, tropic_operator_create(&op, context, &both));
    for (int round = 0; round < 2; round++) {
        const tropic_type type = round ? TROPIC_FP64 : TROPIC_INT32;
        const bool expected[2][4] = {{0, 1, 1, 0}, {1, 0, 1, 0}};
        OWNED(tropic_vector) *u = NULL, *v = NULL, *w = NULL;
        bool found[4];
        assert_ok(context, tropic_vector_create(&u, context, type, 4));
        assert_ok(context, tropic_vector_create(&v, context, type, 4));
        assert_ok(context, tropic_vector_create(&w, context, TROPIC_BOOL, 4));
        assert_ok(context, tropic_vector_put_dense(u, round ? (const void *)wide : narrow, NULL));
        assert_ok(context, tropic_vector_put_dense(v, round ? (const void *)other : fourth, NULL));
        assert_ok(context, tropic_vector_fill(w, &yes));
        assert_ok(context, tropic_ewise_multiply(w, NULL, op, tropic_operator_builtin(TROPIC_EQ, type), u, v, NULL));
        assert_ok(context, tropic_vector_get_dense(w, found, NULL));
        assert_memory_equal(found, expected[round], sizeof found);
    }
}

/* Semirings of one text, more than are told apart by number, and made anew: one kernel serves them all. */
static void test_one_text_is_compiled_once(void **state)
{
    enum { MANY = 6, ROUNDS = 4 };
    const tropic_index rows[] = {0, 1, 1}, cols[] = {1, 0, 1};
    const double values[] = {2, 3, 4}, given[] = {5, 7}, expected[] = {14, 43};
    OWNED(tropic_context) *context = test_context();
    tropic_semiring *semiring[MANY] = {NULL};
    OWNED(tropic_vector) *u = NULL, *w = NULL;
    OWNED(tropic_matrix) *A = NULL;
    long compiled = 0;
    assert_ok(context, tropic_matrix_from_coo(&A, context, 2, 2, 3, rows, cols, TROPIC_FP64, values, NULL));
    assert_ok(context, tropic_vector_create(&u, context, TROPIC_FP64, 2));
    assert_ok(context, tropic_vector_create(&w, context, TROPIC_FP64, 2));
    assert_ok(context, tropic_vector_put_dense(u, given, NULL));
    for (int k = 0; k < MANY * ROUNDS; k++) {
        const tropic_descriptor d = {.size = sizeof d, .strategy = TROPIC_STRATEGY_CSC_SCALAR};
        tropic_semiring **one = &semiring[k % MANY];
        double found[2];
        /* Each third dies meanwhile. */
        if (k % 3 == 0) tropic_semiring_free(one);
        if (!*one) assert_ok(context, tropic_semiring_create(one, context, &user_plus_times));
        assert_ok(context, tropic_mxv(w, NULL, NULL, *one, A, u, &d));
        assert_ok(context, tropic_vector_get_dense(w, found, NULL));
        assert_memory_equal(found, expected, sizeof found);
        if (k == 0) compiled = tp_jit_compilations();
        assert_int_equal(tp_jit_compilations(), compiled);
    }
    for (int k = 0; k < MANY; k++) tropic_semiring_free(&semiring[k]);
}

static void refuse(tropic_context *context, tropic_status expected, const char *said, tropic_semiring_source source)
{
    tropic_semiring *semiring = NULL;
    assert_status(context, expected, tropic_semiring_create(&semiring, context, &source));
    assert_null(semiring);
    if (!strstr(tropic_context_error(context), said))
        fail_msg("\"%s\" does not say \"%s\"", tropic_context_error(context), said);
}

/* Names that stand where they are easily overlooked. */
static void test_operands_are_found(void **state)
{
    static const struct {
        const char *text;
        bool names;
    } cases[] = {{"x", true},         {"(i-->x) ? 1 : 0", true},
                 {"w->x", false},     {"a.x", false},
                 {"0x1 + i", false},  {"1.x + i", false},
                 {"xx", false},       {"-x", true},
                 {"fmax(0,x)", true}, {"i>x", true},
                 {"i--->x", true}};
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++)
        if (tp_text_names(cases[c].text, "x") != cases[c].names) fail_msg("%s", cases[c].text);
}

static void test_bad_sources(void **state)
{
    const tropic_semiring_source good = user_plus_times;
    OWNED(tropic_context) *context = test_context();
    tropic_semiring_source bad = good;
#define REFUSE(status, said, ...)                                                                                      \
    bad = good;                                                                                                        \
    __VA_ARGS__;                                                                                                       \
    refuse(context, TROPIC_##status, said, bad)
    REFUSE(INVALID_ARGUMENT, "identity is NULL", bad.identity = NULL);
    REFUSE(INVALID_ARGUMENT, "add is NULL", bad.add = NULL);
    REFUSE(INVALID_ARGUMENT, "add is empty", bad.add = " ");
    REFUSE(INVALID_ARGUMENT, "one expression", bad.multiply = "x) * (y");
    REFUSE(INVALID_ARGUMENT, "one expression", bad.multiply = "x *\ny");
    REFUSE(INVALID_ARGUMENT, "one expression", bad.multiply = "x\n#include \"/etc/passwd\"\n");
    REFUSE(INVALID_ARGUMENT, "one expression", bad.add = "a + b, 3");
    REFUSE(INVALID_ARGUMENT, "leaves a parenthesis open", bad.multiply = "(x * y");
    REFUSE(INVALID_ARGUMENT, "not a name", bad.name = "plus times");
    REFUSE(INVALID_ARGUMENT, "name is NULL", bad.name = NULL);
    REFUSE(INVALID_ARGUMENT, "size", bad.size = 0);
    REFUSE(TYPE_MISMATCH, "half", bad.x = "half");
}

static void test_type_errors(void **state)
{
    OWNED(tropic_context) *context = test_context();
    tropic_type type = TROPIC_BOOL;
    tropic_type_source source = way_type;
    source.bytes = 33;
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_type_define(&type, context, &source));
    source = way_type;
    source.align = 3;
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_type_define(&type, context, &source));
    source = way_type;
    source.name = "a way";
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_type_define(&type, context, &source));
    source = way_type;
    source.members = "float other[4];";
    assert_ok(context, tropic_type_define(&type, context, &way_type));
    assert_status(context, TROPIC_TYPE_MISMATCH, tropic_type_define(&type, context, &source));
    assert_null(tropic_type_name((tropic_type)(TROPIC_TYPES + 200)));
}

/* The type in the text must match its definition. */
static void test_members_that_make_another_type(void **state)
{
    static const tropic_type_source types[] = {
        {sizeof *types, "tilted", "int32_t a, b;", 8, 8},
        {sizeof *types, "level", "int64_t a;", 8, 4},
        {sizeof *types, "short_one", "int32_t a;", 8, 4},
        {sizeof *types, "upright", "int32_t a, b;", 8, 4},
    };
    static const char *const says[] = {"the alignment that tilted", "the alignment that level",
                                       "the size that short_one", NULL};
    OWNED(tropic_context) *context = test_context();
    for (size_t k = 0; k < sizeof types / sizeof *types; k++) {
        const tropic_operator_source source = {.size = sizeof source,
                                               .name = "take",
                                               .z = types[k].name,
                                               .x = types[k].name,
                                               .y = types[k].name,
                                               .expression = "x"};
        const int64_t value[2] = {0};
        OWNED(tropic_operator) *op = NULL;
        OWNED(tropic_vector) *v = NULL;
        tropic_type type = TROPIC_BOOL;
        tropic_status status;
        assert_ok(context, tropic_type_define(&type, context, &types[k]));
        assert_ok(context, tropic_operator_create(&op, context, &source));
        v = test_vector_of(context, type, 2, value);
        status = tropic_apply(v, NULL, NULL, op, v, NULL, NULL);
        if (says[k] && status != TROPIC_NOT_SUPPORTED) { /* a compiler is there */
            assert_status(context, TROPIC_COMPILE_ERROR, status);
            if (!strstr(tropic_context_error(context), says[k]))
                fail_msg("%s: %s", types[k].name, tropic_context_error(context));
        }
        if (!says[k] && status != TROPIC_NOT_SUPPORTED) assert_ok(context, status);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kernels_know_their_types),
        cmocka_unit_test(test_one_text_is_compiled_once),
        cmocka_unit_test(test_operands_are_found),
        cmocka_unit_test(test_bad_sources),
        cmocka_unit_test(test_type_errors),
        cmocka_unit_test(test_members_that_make_another_type),
    };
    test_need_device();
    if (test_cache_begin(NULL) != 0) return 1;
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return test_cache_end(NULL) != 0 ? 1 : failed;
}
