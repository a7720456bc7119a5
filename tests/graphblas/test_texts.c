/* SPDX-License-Identifier: Apache-2.0
 *
 * Types and operators of the GraphBLAS C API on Tropic that come as C texts.
 */
#include "tests/graphblas/common.h"

#include <locale.h>

static bool compiler; /* is there one for texts? */

static int setup_and_look(void **state)
{
    GrB_UnaryOp same = NULL;
    GrB_Vector u = NULL;
    GrB_Info info;
    if (setup(state) != 0) return -1;
    ok(GxB_UnaryOp_new(&same, NULL, GrB_INT8, GrB_INT8, "same", "void same(int8_t *z, const int8_t *x) { *z = *x; }"));
    ok(GrB_Vector_new(&u, GrB_INT8, 2));
    ok(GrB_Vector_setElement(u, 1, 0));
    info = GrB_apply(u, NULL, NULL, same, u, NULL);
    compiler = info != GrB_NOT_IMPLEMENTED;
    if (compiler) ok(info);
    ok(GrB_free(&same));
    ok(GrB_free(&u));
    return 0;
}

#define need_compiler()                                                                                                \
    do {                                                                                                               \
        if (!compiler) test_skip("no compiler for texts");                                                             \
    } while (0)

/* The result tells whether the function was called, or the text. */
static void add_1000(void *z, const void *x, const void *y)
{
    *(int64_t *)z = *(const int64_t *)x + *(const int64_t *)y + 1000;
}
#define ADD_TEXT                                                                                                       \
    "void add(void *z, const void *x, const void *y)\n"                                                                \
    "{\n"                                                                                                              \
    "    int64_t sum = (*((int64_t *)x)) + (*((int64_t *)y)) ;\n"                                                      \
    "    (*((int64_t *)z)) = sum ;\n"                                                                                  \
    "}"

static GrB_Vector integers(GrB_Index n)
{
    GrB_Vector u = NULL;
    ok(GrB_Vector_new(&u, GrB_INT64, n));
    for (GrB_Index k = 0; k < n; k++) ok(GrB_Vector_setElement(u, (int64_t)k + 1, k));
    return u;
}

static int64_t at(GrB_Vector u, GrB_Index k)
{
    int64_t value = 0;
    ok(GrB_Vector_extractElement(&value, u, k));
    return value;
}

static void test_kinds(void **state)
{
    GrB_Vector u = integers(4), w = NULL;
    GrB_UnaryOp square = NULL;
    GrB_BinaryOp add = NULL;
    GrB_IndexUnaryOp place = NULL;
    GrB_Monoid sum = NULL;
    GrB_Semiring semiring = NULL;
    GrB_Matrix A = NULL;
    int64_t total = 0;
    need_compiler();
    ok(GrB_Vector_new(&w, GrB_INT64, 4));
    ok(GxB_UnaryOp_new(&square, NULL, GrB_INT64, GrB_INT64, "square",
                       "static inline void square(int64_t *z, const int64_t *x) { *z = *x * *x; }"));
    ok(GrB_apply(w, NULL, NULL, square, u, NULL));
    assert_int_equal(at(w, 3), 16);
    ok(GxB_IndexUnaryOp_new(&place, NULL, GrB_INT64, GrB_INT64, GrB_INT64, "place",
                            "void place(void *z, const void *x, GrB_Index i, GrB_Index j, const void *y)\n"
                            "{ *(int64_t *)z = *(int64_t *)x + 10 * (int64_t)(i + j) + 100 * *(int64_t *)y; }"));
    ok(GrB_apply(w, NULL, NULL, place, u, (int64_t)5, NULL));
    assert_int_equal(at(w, 2), 523);
    ok(GxB_BinaryOp_new(&add, NULL, GrB_INT64, GrB_INT64, GrB_INT64, "add", ADD_TEXT));
    ok(GrB_eWiseAdd(w, NULL, add, add, u, u, NULL));
    assert_int_equal(at(w, 2), 529);
    ok(GrB_Monoid_new(&sum, add, (int64_t)0));
    ok(GrB_reduce(&total, NULL, sum, u, NULL));
    assert_int_equal(total, 10);
    ok(GrB_Semiring_new(&semiring, sum, add));
    ok(GrB_Matrix_diag(&A, u, 0));
    ok(GrB_Matrix_setElement(A, 7, 0, 3));
    ok(GrB_mxv(w, NULL, NULL, semiring, A, u, NULL));
    assert_int_equal(at(w, 0), 1 + 1 + 7 + 4);
    assert_int_equal(at(w, 3), 8);
    ok(GrB_mxm(A, NULL, NULL, semiring, A, A, NULL));
    ok(GrB_reduce(&total, NULL, sum, A, NULL));
    assert_int_equal(total, 2 + 4 + 6 + 8 + (1 + 7) + (7 + 4));
    ok(GrB_free(&semiring));
    ok(GrB_free(&sum));
    ok(GrB_free(&square));
    ok(GrB_free(&add));
    ok(GrB_free(&place));
    ok(GrB_free(&A));
    ok(GrB_free(&u));
    ok(GrB_free(&w));
}

/* ------------------------------------------------------------------------------------------------
 * Types
 */

typedef struct interval {
    double from, to;
    int32_t count;
} interval;
#define INTERVAL_TEXT "typedef struct { double from, to; int32_t count; } interval;"
#define HULL_TEXT                                                                                                      \
    "static double least(double a, double b) { return a < b ? a : b; }\n"                                              \
    "void hull(interval *z, const interval *x, const interval *y)\n"                                                   \
    "{\n"                                                                                                              \
    "    z->from = least(x->from, y->from);\n"                                                                         \
    "    z->to = fmax(x->to, y->to);\n"                                                                                \
    "    z->count = x->count + y->count;\n"                                                                            \
    "}\n"
#define WIDTH_TEXT "void width(double *z, const interval *x) { *z = x->to - x->from; }"

static void test_types(void **state)
{
    const interval given[] = {{1, 2, 1}, {-3.5, 0, 1}, {0, 7, 1}}, none = {INFINITY, -INFINITY, 0};
    interval all = none;
    GrB_Type type = NULL, other = NULL;
    GrB_BinaryOp hull = NULL, both = NULL;
    GrB_UnaryOp width = NULL;
    GrB_Monoid monoid = NULL;
    GrB_Vector u = NULL, w = NULL;
    double value = 0;
    char name[GxB_MAX_NAME_LEN];
    need_compiler();
    ok(GxB_Type_new(&type, sizeof(interval), "interval", INTERVAL_TEXT));
    ok(GrB_get(type, (char *)name, GrB_NAME));
    assert_string_equal(name, "interval");
    ok(GxB_BinaryOp_new(&hull, NULL, type, type, type, "hull", HULL_TEXT));
    ok(GrB_Monoid_new(&monoid, hull, (void *)&none));
    ok(GrB_Vector_new(&u, type, 5));
    ok(GxB_Vector_type_name(name, u));
    assert_string_equal(name, "interval");
    for (GrB_Index k = 0; k < 3; k++) ok(GrB_Vector_setElement(u, (void *)&given[k], k));
    ok(GrB_reduce((void *)&all, NULL, monoid, u, NULL));
    assert_true(all.from == -3.5 && all.to == 7 && all.count == 3);
    ok(GxB_UnaryOp_new(&width, NULL, GrB_FP64, type, "width", WIDTH_TEXT));
    ok(GrB_Vector_new(&w, GrB_FP64, 5));
    ok(GrB_apply(w, NULL, NULL, width, u, NULL));
    ok(GrB_Vector_extractElement(&value, w, 1));
    assert_true(value == 3.5);
    ok(GrB_free(&width));
    /* A type of another size than its text. */
    ok(GxB_Type_new(&other, 8, "interval", INTERVAL_TEXT));
    ok(GxB_UnaryOp_new(&width, NULL, GrB_FP64, other, "width", WIDTH_TEXT));
    GrB_Vector v = NULL;
    const char *text = NULL;
    ok(GrB_Vector_new(&v, other, 5));
    ok(GrB_Vector_setElement(v, (void *)&given[0], 0));
    fails(INVALID_VALUE, GrB_apply(w, NULL, NULL, width, v, NULL));
    ok(GrB_error(&text, w));
    if (!strstr(text, "the size that interval was made with")) fail_msg("%s", text);
    ok(GrB_free(&v));
    ok(GrB_free(&other));
    ok(GrB_free(&width));
    /* Two types of one name in one operator. */
    ok(GxB_Type_new(&other, 8, "interval", "typedef struct { double at; } interval;"));
    ok(GxB_BinaryOp_new(&both, NULL, type, type, other, "both",
                        "void both(interval *z, const interval *x, const interval *y) { *z = *x; }"));
    ok(GrB_Vector_new(&v, other, 5));
    fails(INVALID_VALUE, GrB_eWiseMult(u, NULL, NULL, both, u, v, NULL));
    ok(GrB_free(&v));
    ok(GrB_free(&other));
    ok(GrB_free(&both));
    ok(GrB_free(&monoid));
    ok(GrB_free(&hull));
    ok(GrB_free(&u));
    ok(GrB_free(&w));
    ok(GrB_free(&type));
}

/* Identities become literals. */
static void test_identities(void **state)
{
    need_compiler();
#define IDENTITY(T, ctype, value)                                                                                      \
    do {                                                                                                               \
        GrB_BinaryOp op = NULL;                                                                                        \
        GrB_Monoid monoid = NULL;                                                                                      \
        GrB_Vector u = NULL;                                                                                           \
        ctype found = 0;                                                                                               \
        ok(GxB_BinaryOp_new(&op, NULL, GrB_##T, GrB_##T, GrB_##T, "other",                                             \
                            "void other(" #ctype " *z, const " #ctype " *x, const " #ctype " *y)\n"                    \
                            "{ *z = *x == (" #ctype ")(" #value ") ? *y : *x; }"));                                    \
        ok(GrB_Monoid_new_##T(&monoid, op, value));                                                                    \
        ok(GrB_Vector_new(&u, GrB_##T, 3));                                                                            \
        ok(GrB_reduce(&found, NULL, monoid, u, NULL));                                                                 \
        assert_true(found == (ctype)(value));                                                                          \
        ok(GrB_Vector_setElement(u, (ctype)1, 1));                                                                     \
        ok(GrB_reduce(&found, NULL, monoid, u, NULL));                                                                 \
        assert_true(found == 1);                                                                                       \
        ok(GrB_free(&u));                                                                                              \
        ok(GrB_free(&monoid));                                                                                         \
        ok(GrB_free(&op));                                                                                             \
    } while (0)
    IDENTITY(BOOL, bool, false);
    IDENTITY(INT8, int8_t, -128);
    IDENTITY(INT64, int64_t, INT64_MIN);
    IDENTITY(UINT64, uint64_t, UINT64_MAX);
    IDENTITY(FP32, float, 0.1f);
    IDENTITY(FP64, double, -INFINITY);
    /* Where numbers are written with a comma, if there is such a locale here: C's stay as they are. */
    (void)(setlocale(LC_ALL, "de_DE.UTF-8") || setlocale(LC_ALL, "fr_FR.UTF-8"));
    IDENTITY(FP64, double, 5e-324);
    IDENTITY(FP64, double, -1.75);
    IDENTITY(FP32, float, 3.4028235e38f);
    setlocale(LC_ALL, "C");
}

/* ------------------------------------------------------------------------------------------------
 * Functions and texts
 */

static void test_both(void **state)
{
    const bool gpu = test_device() == TROPIC_DEVICE_CUDA;
    GrB_Vector u = integers(3), w = NULL;
    GrB_BinaryOp op = NULL;
    char text[256] = "";
    need_compiler();
    ok(GrB_Vector_new(&w, GrB_INT64, 3));
    ok(GxB_BinaryOp_new(&op, add_1000, GrB_INT64, GrB_INT64, GrB_INT64, "add", ADD_TEXT));
    ok(GrB_eWiseMult(w, NULL, NULL, op, u, u, NULL));
    assert_int_equal(at(w, 1), gpu ? 4 : 1004);
    ok(GrB_get(op, (char *)text, GxB_JIT_C_NAME));
    assert_string_equal(text, "add");
    ok(GrB_get(op, (char *)text, GxB_JIT_C_DEFINITION));
    assert_string_equal(text, ADD_TEXT);
    fails(ALREADY_SET, GrB_set(op, (char *)"other", GxB_JIT_C_NAME));
    ok(GrB_free(&op));
    /* By fields, in either order. */
    for (int first = 0; first < 2; first++) {
        ok(GrB_BinaryOp_new(&op, add_1000, GrB_INT64, GrB_INT64, GrB_INT64));
        ok(GrB_set(op, first ? ADD_TEXT : (char *)"add", first ? GxB_JIT_C_DEFINITION : GxB_JIT_C_NAME));
        ok(GrB_eWiseMult(w, NULL, NULL, op, u, u, NULL));
        assert_int_equal(at(w, 1), 1004);
        ok(GrB_set(op, first ? (char *)"add" : ADD_TEXT, first ? GxB_JIT_C_NAME : GxB_JIT_C_DEFINITION));
        ok(GrB_eWiseMult(w, NULL, NULL, op, u, u, NULL));
        assert_int_equal(at(w, 1), gpu ? 4 : 1004);
        ok(GrB_get(op, (char *)text, GrB_NAME));
        assert_string_equal(text, "");
        ok(GrB_free(&op));
    }
    ok(GrB_free(&u));
    ok(GrB_free(&w));
}

static void test_errors(void **state)
{
    GrB_Vector u = integers(3), w = NULL;
    GrB_BinaryOp op = NULL;
    const char *text = NULL;
    size_t size = 0;
    fails(NULL_POINTER, GxB_BinaryOp_new(&op, NULL, GrB_INT64, GrB_INT64, GrB_INT64, "add", NULL));
    fails(NULL_POINTER, GxB_BinaryOp_new(&op, NULL, GrB_INT64, GrB_INT64, GrB_INT64, NULL, ADD_TEXT));
    fails(NULL_POINTER, GxB_BinaryOp_new(&op, add_1000, GrB_INT64, NULL, GrB_INT64, "add", ADD_TEXT));
    fails(NULL_POINTER, GxB_BinaryOp_new(NULL, add_1000, GrB_INT64, GrB_INT64, GrB_INT64, "add", ADD_TEXT));
    fails(NULL_POINTER, GrB_BinaryOp_new(&op, NULL, GrB_INT64, GrB_INT64, GrB_INT64));
    fails(INVALID_VALUE, GxB_BinaryOp_new(&op, NULL, GrB_INT64, GrB_INT64, GrB_INT64, "a b", ADD_TEXT));
    assert_null(op);
    ok(GrB_BinaryOp_new(&op, add_1000, GrB_INT64, GrB_INT64, GrB_INT64));
    ok(GrB_set(op, ADD_TEXT, GxB_JIT_C_DEFINITION));
    fails(INVALID_VALUE, GrB_set(op, (char *)"a b", GxB_JIT_C_NAME));
    ok(GrB_get(op, &size, GxB_JIT_C_NAME));
    assert_int_equal(size, 1);
    ok(GrB_error(&text, op));
    assert_non_null(strstr(text, "a b is not a name of C"));
    ok(GrB_free(&op));
    fails(INVALID_VALUE, GrB_set(GrB_PLUS_FP64, (char *)"plus", GxB_JIT_C_NAME));
    need_compiler();
    ok(GrB_Vector_new(&w, GrB_INT64, 3));
    ok(GxB_BinaryOp_new(&op, NULL, GrB_INT64, GrB_INT64, GrB_INT64, "wrong",
                        "void wrong(int64_t *z, const int64_t *x, const int64_t *y)\n{\n    *z = nobody;\n}"));
    ok(GrB_eWiseAdd(w, NULL, NULL, GrB_PLUS_INT64, u, u, NULL));
    fails(INVALID_VALUE, GrB_eWiseMult(w, NULL, NULL, op, u, u, NULL));
    ok(GrB_error(&text, w));
    if (!strstr(text, "wrong, definition:3:")) fail_msg("%s", text);
    assert_int_equal(at(w, 1), 4);
    ok(GrB_free(&op));
    ok(GrB_free(&u));
    ok(GrB_free(&w));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kinds), cmocka_unit_test(test_types),  cmocka_unit_test(test_identities),
        cmocka_unit_test(test_both),  cmocka_unit_test(test_errors),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, setup_and_look, teardown);
}
