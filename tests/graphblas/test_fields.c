/* SPDX-License-Identifier: Apache-2.0
 *
 * GrB_get and GrB_set of the GraphBLAS C API on Tropic, and objects in print.
 */
#include "tests/graphblas/common.h"

#define same_text(object, field, expected)                                                                             \
    do {                                                                                                               \
        char text[256];                                                                                                \
        size_t size = 0;                                                                                               \
        ok(GrB_get(object, &size, field));                                                                             \
        assert_int_equal(size, strlen(expected) + 1);                                                                  \
        ok(GrB_get(object, (char *)text, field));                                                                      \
        assert_string_equal(text, expected);                                                                           \
    } while (0)
#define same_number(object, field, expected)                                                                           \
    do {                                                                                                               \
        int32_t number = -1;                                                                                           \
        ok(GrB_get(object, &number, field));                                                                           \
        assert_int_equal(number, expected);                                                                            \
    } while (0)

static void test_global(void **state)
{
    int32_t number;
    size_t size;
    same_text(GrB_GLOBAL, GrB_NAME, "Tropic");
    same_number(GrB_GLOBAL, GrB_LIBRARY_VER_MAJOR, TROPIC_VERSION_MAJOR);
    same_number(GrB_GLOBAL, GrB_LIBRARY_VER_MINOR, TROPIC_VERSION_MINOR);
    same_number(GrB_GLOBAL, GrB_LIBRARY_VER_PATCH, TROPIC_VERSION_PATCH);
    same_number(GrB_GLOBAL, GrB_API_VER_MAJOR, 2);
    same_number(GrB_GLOBAL, GrB_API_VER_MINOR, 1);
    same_number(GrB_GLOBAL, GrB_API_VER_PATCH, 0);
    same_number(GrB_GLOBAL, GrB_BLOCKING_MODE, GrB_NONBLOCKING);
    fails(INVALID_VALUE, GrB_set(GrB_GLOBAL, GrB_BLOCKING, GrB_BLOCKING_MODE));
    fails(INVALID_VALUE, GrB_set(GrB_GLOBAL, (char *)"name", GrB_NAME));
    fails(INVALID_VALUE, GrB_get(GrB_GLOBAL, &number, GrB_NAME));
    fails(INVALID_VALUE, GrB_get(GrB_GLOBAL, &number, GrB_EL_TYPE_CODE));
    fails(INVALID_VALUE, GrB_get(GrB_GLOBAL, &number, (GrB_Field)12345));
    fails(INVALID_VALUE, GrB_get(GrB_GLOBAL, &size, GrB_API_VER_MAJOR));
    fails(INVALID_VALUE, GrB_get(GrB_GLOBAL, (void *)&number, GrB_API_VER_MAJOR));
    fails(NULL_POINTER, GrB_get(GrB_GLOBAL, (int32_t *)NULL, GrB_API_VER_MAJOR));
    fails(NULL_POINTER, GrB_Global_get_INT32(NULL, &number, GrB_API_VER_MAJOR));
}

/* Vectors of one device serve on the other. */
static void test_device_field(void **state)
{
    const int32_t device = (int32_t)test_device();
    GrB_Vector u = NULL;
    double sum = 0;
    same_number(GrB_GLOBAL, TROPIC_GRAPHBLAS_DEVICE, device);
    ok(GrB_Vector_new(&u, GrB_FP64, 5));
    ok(GrB_Vector_setElement_FP64(u, 2.5, 3));
    ok(GrB_set(GrB_GLOBAL, TROPIC_DEVICE_CPU, TROPIC_GRAPHBLAS_DEVICE));
    same_number(GrB_GLOBAL, TROPIC_GRAPHBLAS_DEVICE, TROPIC_DEVICE_CPU);
    ok(GrB_Vector_setElement_FP64(u, 4, 1));
    ok(GrB_set(GrB_GLOBAL, device, TROPIC_GRAPHBLAS_DEVICE));
    same_number(GrB_GLOBAL, TROPIC_GRAPHBLAS_DEVICE, device);
    ok(GrB_Vector_reduce_FP64(&sum, NULL, GrB_PLUS_MONOID_FP64, u, NULL));
    assert_true(sum == 6.5);
    fails(INVALID_VALUE, GrB_set(GrB_GLOBAL, 3, TROPIC_GRAPHBLAS_DEVICE));
    fails(INVALID_VALUE, GrB_set(GrB_GLOBAL, -1, TROPIC_GRAPHBLAS_DEVICE));
    if (tropic_device_count() == 0)
        fails(NOT_IMPLEMENTED, GrB_set(GrB_GLOBAL, TROPIC_DEVICE_CUDA, TROPIC_GRAPHBLAS_DEVICE));
    same_number(GrB_GLOBAL, TROPIC_GRAPHBLAS_DEVICE, device);
    ok(GrB_free(&u));
}

static void test_descriptor(void **state)
{
    GrB_Descriptor d = NULL;
    const char *text = NULL;
    ok(GrB_Descriptor_new(&d));
    for (int field = GrB_OUTP_FIELD; field <= GrB_INP1_FIELD; field++) same_number(d, (GrB_Field)field, GrB_DEFAULT);
    ok(GrB_set(d, GrB_REPLACE, GrB_OUTP_FIELD));
    ok(GrB_set(d, GrB_COMP_STRUCTURE, GrB_MASK_FIELD));
    ok(GrB_set(d, GrB_TRAN, GrB_INP1_FIELD));
    same_number(d, GrB_OUTP_FIELD, GrB_REPLACE);
    same_number(d, GrB_MASK_FIELD, GrB_COMP_STRUCTURE);
    same_number(d, GrB_INP0_FIELD, GrB_DEFAULT);
    same_number(d, GrB_INP1_FIELD, GrB_TRAN);
    ok(GrB_set(d, GrB_DEFAULT, GrB_MASK_FIELD));
    same_number(d, GrB_MASK_FIELD, GrB_DEFAULT);
    ok(GrB_set(d, GrB_STRUCTURE, GrB_MASK_FIELD));
    same_number(d, GrB_MASK_FIELD, GrB_STRUCTURE);
    ok(GrB_set(d, GrB_COMP, GrB_MASK_FIELD));
    same_number(d, GrB_MASK_FIELD, GrB_COMP_STRUCTURE);
    fails(INVALID_VALUE, GrB_set(d, GrB_TRAN, GrB_OUTP_FIELD));
    ok(GrB_error(&text, d));
    assert_non_null(strstr(text, "GrB_set: the field has no value 3"));
    same_number(d, GrB_OUTP_FIELD, GrB_REPLACE);
    ok(GrB_set(d, (char *)"mine", GrB_NAME));
    ok(GrB_set(d, (char *)"yours", GrB_NAME));
    same_text(d, GrB_NAME, "yours");
    same_text(GrB_DESC_RSC, GrB_NAME, "GrB_DESC_RSC");
    same_number(GrB_DESC_RSC, GrB_MASK_FIELD, GrB_COMP_STRUCTURE);
    fails(INVALID_VALUE, GrB_set(GrB_DESC_RSC, GrB_DEFAULT, GrB_MASK_FIELD));
    ok(GrB_free(&d));
}

/* ------------------------------------------------------------------------------------------------
 * Types, operators and collections
 */

typedef struct pair {
    double a, b;
} pair;

static void test_types(void **state)
{
    GrB_Type type = NULL;
    size_t size = 0;
#define CHECK(T, ctype)                                                                                                \
    same_text(GrB_##T, GrB_NAME, "GrB_" #T);                                                                           \
    same_text(GrB_##T, GrB_EL_TYPE_STRING, "GrB_" #T);                                                                 \
    same_number(GrB_##T, GrB_EL_TYPE_CODE, GrB_##T##_CODE);                                                            \
    ok(GrB_get(GrB_##T, &size, GrB_SIZE));                                                                             \
    assert_int_equal(size, sizeof(ctype));
    GRB_TYPES(CHECK)
    ok(GrB_Type_new(&type, sizeof(pair)));
    same_text(type, GrB_NAME, "");
    same_text(type, GrB_EL_TYPE_STRING, "");
    same_number(type, GrB_EL_TYPE_CODE, GrB_UDT_CODE);
    ok(GrB_get(type, &size, GrB_SIZE));
    assert_int_equal(size, sizeof(pair));
    ok(GrB_set(type, (char *)"pair", GrB_NAME));
    same_text(type, GrB_EL_TYPE_STRING, "pair");
    fails(ALREADY_SET, GrB_set(type, (char *)"other", GrB_NAME));
    fails(INVALID_VALUE, GrB_set(GrB_FP64, (char *)"other", GrB_NAME));
    fails(INVALID_VALUE, GrB_set(type, (char *)"other", GrB_EL_TYPE_STRING));
    fails(INVALID_VALUE, GrB_set(type, 8, GrB_SIZE));
    ok(GrB_free(&type));
}

static void add(void *z, const void *x, const void *y)
{
    *(double *)z = *(const double *)x + *(const double *)y;
}

static void test_operators(void **state)
{
    int32_t code = -1;
    char text[64] = "unchanged";
    GrB_BinaryOp op = NULL;
    GrB_Monoid monoid = NULL;
    same_number(GrB_LT_FP32, GrB_INP0_TYPE_CODE, GrB_FP32_CODE);
    same_number(GrB_LT_FP32, GrB_INP1_TYPE_CODE, GrB_FP32_CODE);
    same_number(GrB_LT_FP32, GrB_OUTP_TYPE_CODE, GrB_BOOL_CODE);
    same_text(GrB_LT_FP32, GrB_OUTP_TYPE_STRING, "GrB_BOOL");
    same_text(GrB_LT_FP32, GrB_NAME, "GrB_LT_FP32");
    same_number(GrB_ABS_INT8, GrB_INP0_TYPE_CODE, GrB_INT8_CODE);
    fails(NO_VALUE, GrB_get(GrB_ABS_INT8, &code, GrB_INP1_TYPE_CODE));
    fails(NO_VALUE, GrB_get(GrB_TRIL, (char *)text, GrB_INP0_TYPE_STRING));
    fails(NO_VALUE, GrB_get(GrB_TRIL, (char *)text, GrB_INP1_TYPE_STRING));
    same_number(GrB_VALUEGT_INT16, GrB_INP1_TYPE_CODE, GrB_INT16_CODE);
    same_number(GrB_MIN_MONOID_FP64, GrB_INP1_TYPE_CODE, GrB_FP64_CODE);
    same_number(GrB_PLUS_TIMES_SEMIRING_INT32, GrB_OUTP_TYPE_CODE, GrB_INT32_CODE);
    fails(NO_VALUE, GrB_get(GrB_PLUS_TIMES_SEMIRING_INT32, &code, GrB_INP0_TYPE_CODE));
    fails(INVALID_VALUE, GrB_get(GrB_PLUS_TIMES_SEMIRING_INT32, &code, GrB_EL_TYPE_CODE));
    assert_int_equal(code, -1);
    assert_string_equal(text, "unchanged");
    ok(GrB_BinaryOp_new(&op, add, GrB_FP64, GrB_FP64, GrB_FP64));
    ok(GrB_Monoid_new(&monoid, op, 0.0));
    same_text(op, GrB_NAME, "");
    ok(GrB_set(op, (char *)"add", GrB_NAME));
    fails(ALREADY_SET, GrB_set(op, (char *)"add", GrB_NAME));
    ok(GrB_set(monoid, (char *)"sum", GrB_NAME));
    same_text(monoid, GrB_NAME, "sum");
    ok(GrB_free(&monoid));
    ok(GrB_free(&op));
}

static void test_collections(void **state)
{
    GrB_Matrix A = NULL;
    GrB_Vector u = NULL;
    GrB_Scalar s = NULL;
    GrB_Type type = NULL;
    char name[GxB_MAX_NAME_LEN];
    ok(GrB_Matrix_new(&A, GrB_UINT16, 3, 4));
    ok(GrB_Vector_new(&u, GrB_BOOL, 3));
    ok(GrB_Scalar_new(&s, GrB_FP32));
    same_number(A, GrB_EL_TYPE_CODE, GrB_UINT16_CODE);
    same_text(u, GrB_EL_TYPE_STRING, "GrB_BOOL");
    same_number(s, GrB_EL_TYPE_CODE, GrB_FP32_CODE);
    same_number(A, GrB_STORAGE_ORIENTATION_HINT, GrB_ROWMAJOR);
    ok(GrB_set(GrB_GLOBAL, GrB_BOTH, GrB_STORAGE_ORIENTATION_HINT));
    ok(GrB_set(u, GrB_COLMAJOR, GrB_STORAGE_ORIENTATION_HINT));
    same_number(A, GrB_STORAGE_ORIENTATION_HINT, GrB_BOTH);
    same_number(u, GrB_STORAGE_ORIENTATION_HINT, GrB_COLMAJOR);
    fails(INVALID_VALUE, GrB_set(A, 7, GrB_STORAGE_ORIENTATION_HINT));
    ok(GrB_set(GrB_GLOBAL, GrB_ROWMAJOR, GrB_STORAGE_ORIENTATION_HINT));
    ok(GxB_Matrix_type_name(name, A));
    assert_string_equal(name, "uint16_t");
    ok(GxB_Vector_type(&type, u));
    assert_ptr_equal(type, GrB_BOOL);
    ok(GxB_Scalar_type_name(name, s));
    assert_string_equal(name, "float");
    fails(NULL_POINTER, GxB_Matrix_type(&type, NULL));
    ok(GrB_free(&A));
    fails(NULL_POINTER, GrB_Matrix_get_INT32(A, &(int32_t){0}, GrB_EL_TYPE_CODE));
    ok(GrB_free(&u));
    ok(GrB_free(&s));
}

static void test_scalars(void **state)
{
    GrB_Scalar s = NULL;
    GrB_Descriptor d = NULL;
    GrB_Index count = 0;
    double value = 0;
    ok(GrB_Scalar_new(&s, GrB_FP64));
    ok(GrB_Descriptor_new(&d));
    fails(EMPTY_OBJECT, GrB_set(d, s, GrB_INP0_FIELD));
    fails(INVALID_VALUE, GrB_get(GrB_FP64, s, GrB_NAME));
    ok(GrB_Scalar_nvals(&count, s));
    assert_int_equal(count, 0);
    ok(GrB_get(GrB_FP32, s, GrB_SIZE));
    ok(GrB_Scalar_extractElement(&value, s));
    assert_true(value == 4);
    ok(GrB_Scalar_setElement(s, (double)GrB_TRAN));
    ok(GrB_set(d, s, GrB_INP0_FIELD));
    same_number(d, GrB_INP0_FIELD, GrB_TRAN);
    fails(INVALID_VALUE, GrB_set(d, s, GrB_NAME));
    fails(INVALID_VALUE, GrB_set(d, (void *)"bytes", GrB_NAME, 6));
    fails(NULL_POINTER, GrB_Descriptor_set_Scalar(d, NULL, GrB_INP0_FIELD));
    ok(GrB_free(&s));
    ok(GrB_free(&d));
}

/* ------------------------------------------------------------------------------------------------
 * Printing
 */

static char printed[4096];

/* The text that `call` printed to `file`. */
#define prints(expected, call)                                                                                         \
    do {                                                                                                               \
        memset(printed, 0, sizeof printed);                                                                            \
        FILE *file = fmemopen(printed, sizeof printed, "w");                                                           \
        assert_non_null(file);                                                                                         \
        ok(call);                                                                                                      \
        fclose(file);                                                                                                  \
        assert_string_equal(printed, expected);                                                                        \
    } while (0)

static void test_print(void **state)
{
    GrB_Matrix A = NULL;
    GrB_Vector u = NULL;
    GrB_Scalar s = NULL;
    ok(GrB_Matrix_new(&A, GrB_FP64, 2, 3));
    ok(GrB_Matrix_setElement(A, 0.1, 1, 2));
    ok(GrB_Matrix_setElement(A, 7.0, 0, 1));
    prints("GrB_Matrix A: double, 2 x 3, 2 entries\n    (0,1) 7\n    (1,2) 0.1\n", GxB_fprint(A, GxB_SHORT, file));
    prints("GrB_Matrix A: double, 2 x 3, 2 entries\n    (0,1) 7\n    (1,2) 0.10000000000000001\n",
           GxB_fprint(A, GxB_COMPLETE_VERBOSE, file));
    ok(GrB_Vector_new(&u, GrB_UINT64, 40));
    prints("GrB_Vector u: uint64_t, size 40, 0 entries\n", GxB_fprint(u, GxB_COMPLETE, file));
    for (GrB_Index k = 0; k < 31; k++) ok(GrB_Vector_setElement(u, UINT64_MAX, k));
    prints("GrB_Vector u: uint64_t, size 40, 31 entries\n", GxB_fprint(u, GxB_SUMMARY, file));
    prints("", GxB_fprint(u, GxB_SILENT, file));
    ok(GxB_Vector_fprint(u, NULL, GxB_SILENT, NULL));
    FILE *file = fmemopen(printed, sizeof printed, "w");
    ok(GxB_fprint(u, GxB_SHORT, file));
    fclose(file);
    assert_non_null(strstr(printed, "    (29) 18446744073709551615\n    ...\n"));
    ok(GrB_Scalar_new(&s, GrB_INT8));
    prints("GrB_Scalar s: int8_t, 0 entries\n", GxB_fprint(s, GxB_COMPLETE, file));
    ok(GrB_Scalar_setElement(s, -3));
    prints("GrB_Scalar s: int8_t, 1 entry\n    -3\n", GxB_fprint(s, GxB_COMPLETE, file));
    prints("GrB_Type GrB_FP32: float, 4 bytes\n", GxB_fprint(GrB_FP32, GxB_SHORT, file));
    prints("GrB_BinaryOp GrB_LT_INT8: GrB_LT_INT8, z bool, x int8_t, y int8_t\n",
           GxB_fprint(GrB_LT_INT8, GxB_SHORT, file));
    prints("GrB_Descriptor GrB_DESC_RT0: replace transpose-first\n", GxB_fprint(GrB_DESC_RT0, GxB_SHORT, file));
    fails(INVALID_VALUE, GxB_Matrix_fprint(A, "A", (GxB_Print_Level)9, NULL));
    fails(NULL_POINTER, GxB_Matrix_fprint(NULL, "A", GxB_SHORT, NULL));
    ok(GrB_free(&A));
    ok(GrB_free(&u));
    ok(GrB_free(&s));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_global),  cmocka_unit_test(test_device_field), cmocka_unit_test(test_descriptor),
        cmocka_unit_test(test_types),   cmocka_unit_test(test_operators),    cmocka_unit_test(test_collections),
        cmocka_unit_test(test_scalars), cmocka_unit_test(test_print),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, setup, teardown);
}
