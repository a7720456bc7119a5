/* SPDX-License-Identifier: Apache-2.0
 *
 * Matrices and vectors of the GraphBLAS C API on Tropic as bytes, whole and damaged.
 */
#include "tests/graphblas/pictures.h"

static void test_bytes(void **state)
{
    uint64_t random = 11;
    const picture p = draw(&random, 5, 8), column = draw(&random, 6, 1);
    GrB_Matrix A = matrix_of(&p, GrB_FP32), B = matrix_of(&column, GrB_INT64), copy = NULL;
    GrB_Vector v = NULL;
    GrB_Index size = 0, other = 0;
    void *bytes = NULL, *same = NULL;
    char name[GxB_MAX_NAME_LEN];
    ok(GxB_Matrix_serialize(&bytes, &size, A, NULL));
    ok(GrB_Matrix_serializeSize(&other, A));
    assert_int_equal(size, other);
    same = malloc(other);
    assert_non_null(same);
    ok(GrB_Matrix_serialize(same, &other, A));
    assert_memory_equal(bytes, same, size);
    ok(GxB_deserialize_type_name(name, bytes, size));
    assert_string_equal(name, "float");
    ok(GxB_Matrix_deserialize(&copy, NULL, bytes, size, NULL));
    check(copy, &p);
    ok(GrB_free(&copy));
    fails(INVALID_OBJECT, GxB_Vector_deserialize(&v, NULL, bytes, size, NULL));
    fails(DOMAIN_MISMATCH, GxB_Matrix_deserialize(&copy, GrB_FP64, bytes, size, NULL));
    assert_null(copy);
    free(bytes);
    free(same);
    /* A column is a vector. */
    ok(GxB_Matrix_serialize(&bytes, &size, B, NULL));
    ok(GxB_Vector_deserialize(&v, GrB_INT64, bytes, size, NULL));
    free(bytes);
    ok(GxB_Vector_serialize(&bytes, &size, v, NULL));
    ok(GrB_free(&v));
    ok(GrB_Matrix_deserialize(&copy, NULL, bytes, size));
    check(copy, &column);
    free(bytes);
    fails(NULL_POINTER, GxB_Matrix_serialize(NULL, &size, B, NULL));
    fails(NULL_POINTER, GxB_Vector_serialize(&bytes, &size, NULL, NULL));
    fails(NULL_POINTER, GxB_Vector_deserialize(NULL, NULL, name, 4, NULL));
    fails(NULL_POINTER, GxB_deserialize_type_name(NULL, name, 4));
    ok(GrB_free(&copy));
    ok(GrB_free(&A));
    ok(GrB_free(&B));
}

static GrB_Type point, nameless, line;
static void *bytes_of_points(GrB_Index *size)
{
    const struct {
        double x, y;
    } value = {1, 2};
    GrB_Vector v = NULL;
    void *bytes = NULL;
    ok(GxB_Type_new(&point, sizeof value, "point", "typedef struct { double x, y; } point;"));
    ok(GxB_Type_new(&line, sizeof value, "line", "typedef struct { double from, to; } line;"));
    ok(GrB_Type_new(&nameless, sizeof value));
    ok(GrB_Vector_new(&v, point, 9));
    for (GrB_Index k = 0; k < 9; k += 4) ok(GrB_Vector_setElement_UDT(v, &value, k));
    ok(GxB_Vector_serialize(&bytes, size, v, NULL));
    ok(GrB_free(&v));
    return bytes;
}

static void free_points(void *bytes)
{
    free(bytes);
    ok(GrB_free(&point));
    ok(GrB_free(&nameless));
    ok(GrB_free(&line));
}

static void test_users_type(void **state)
{
    GrB_Index size = 0, count = 0;
    GrB_Vector v = NULL;
    char name[GxB_MAX_NAME_LEN];
    void *bytes = bytes_of_points(&size);
    ok(GxB_deserialize_type_name(name, bytes, size));
    assert_string_equal(name, "point");
    fails(NULL_POINTER, GxB_Vector_deserialize(&v, NULL, bytes, size, NULL));
    fails(DOMAIN_MISMATCH, GxB_Vector_deserialize(&v, line, bytes, size, NULL));
    fails(DOMAIN_MISMATCH, GxB_Vector_deserialize(&v, GrB_FP64, bytes, size, NULL));
    ok(GxB_Vector_deserialize(&v, nameless, bytes, size, NULL));
    ok(GrB_free(&v));
    ok(GxB_Vector_deserialize(&v, point, bytes, size, NULL));
    ok(GrB_Vector_nvals(&count, v));
    assert_int_equal(count, 3);
    ok(GrB_free(&v));
    free_points(bytes);
}

/* A name that is longer than the caller's room for it is cut. */
static void test_long_name(void **state)
{
    enum { LENGTH = 200 };
    char long_name[LENGTH + 1], name[GxB_MAX_NAME_LEN], text[LENGTH + 64];
    GrB_Type type = NULL;
    GrB_Matrix A = NULL, copy = NULL;
    GrB_Index size = 0;
    void *bytes = NULL;
    memset(long_name, 'a', LENGTH);
    long_name[LENGTH] = 0;
    snprintf(text, sizeof text, "typedef struct { float x; } %s;", long_name);
    ok(GxB_Type_new(&type, sizeof(float), long_name, text));
    ok(GrB_Matrix_new(&A, type, 2, 2));
    ok(GrB_Matrix_setElement_UDT(A, &(float){1}, 1, 0));
    ok(GxB_Matrix_serialize(&bytes, &size, A, NULL));
    ok(GxB_deserialize_type_name(name, bytes, size));
    assert_int_equal(strlen(name), GxB_MAX_NAME_LEN - 1);
    ok(GxB_Matrix_deserialize(&copy, type, bytes, size, NULL));
    ok(GxB_Matrix_isStoredElement(copy, 1, 0));
    free(bytes);
    ok(GrB_free(&copy));
    ok(GrB_free(&A));
    ok(GrB_free(&type));
}

/* What damaged bytes may give. */
static void read_damaged(const char *bytes, GrB_Index size, GrB_Type type, bool whole)
{
    GrB_Matrix A = NULL;
    GrB_Vector v = NULL;
    char name[GxB_MAX_NAME_LEN];
    /* (An array of its own, so that a sanitizer sees a read behind it; every other time not aligned.) */
    char *room = malloc(size + 1), *copy = room + size % 2;
    assert_non_null(room);
    memcpy(copy, bytes, size);
    const GrB_Info matrix = GxB_Matrix_deserialize(&A, type, copy, size, NULL);
    const GrB_Info vector = GxB_Vector_deserialize(&v, type, copy, size, NULL);
    const GrB_Info named = GxB_deserialize_type_name(name, copy, size);
    free(room);
    if (whole) {
        assert_true(matrix == GrB_SUCCESS || matrix == GrB_INVALID_OBJECT || matrix == GrB_DOMAIN_MISMATCH);
        assert_true(vector == GrB_SUCCESS || vector == GrB_INVALID_OBJECT || vector == GrB_DOMAIN_MISMATCH);
        assert_true(named == GrB_SUCCESS || named == GrB_INVALID_OBJECT);
    } else {
        fails(INVALID_OBJECT, matrix);
        fails(INVALID_OBJECT, vector);
    }
    assert_true((matrix == GrB_SUCCESS) == (A != NULL));
    assert_true((vector == GrB_SUCCESS) == (v != NULL));
    ok(GrB_free(&A));
    ok(GrB_free(&v));
}

/* Too short by any number of bytes, each bit another one, and many at once. */
static void damage(const char *bytes, GrB_Index size, GrB_Type type)
{
    uint64_t random = 13;
    char *copy = malloc(size);
    assert_non_null(copy);
    for (GrB_Index k = 0; k < size; k++) read_damaged(bytes, k, type, false);
    for (GrB_Index k = 0; k < 8 * size; k++) {
        memcpy(copy, bytes, size);
        copy[k / 8] = (char)(copy[k / 8] ^ (1 << k % 8));
        read_damaged(copy, size, type, true);
    }
    for (int round = 0; round < 1000; round++) {
        memcpy(copy, bytes, size);
        for (int k = test_below(&random, 9); k >= 0; k--)
            copy[test_below(&random, (int32_t)size)] = (char)test_below(&random, 256);
        read_damaged(copy, size, type, true);
    }
    free(copy);
}

static void test_damaged_bytes(void **state)
{
    uint64_t random = 17;
    const picture p = draw(&random, 4, 5), column = draw(&random, 9, 1);
    GrB_Matrix A = matrix_of(&p, GrB_BOOL), B = matrix_of(&column, GrB_INT32);
    GrB_Index size = 0;
    void *bytes = NULL;
    ok(GxB_Matrix_serialize(&bytes, &size, A, NULL));
    damage(bytes, size, GrB_BOOL);
    free(bytes);
    ok(GxB_Matrix_serialize(&bytes, &size, B, NULL));
    damage(bytes, size, GrB_INT32);
    free(bytes);
    bytes = bytes_of_points(&size);
    damage(bytes, size, point);
    free_points(bytes);
    ok(GrB_free(&A));
    ok(GrB_free(&B));
}

/* Bytes of the right length that say what no matrix has: a bool of 2, a row that is not there, a place twice. */
static void test_wrong_contents(void **state)
{
    enum { COUNT = 3 };
    const picture column = {.m = 4, .n = 1, .at = {1, 1, 0, 1}};
    GrB_Matrix A = matrix_of(&column, GrB_BOOL), copy = NULL;
    GrB_Vector v = NULL;
    GrB_Index size = 0;
    void *bytes = NULL;
    ok(GxB_Matrix_serialize(&bytes, &size, A, NULL));
    char *values = (char *)bytes + size - COUNT, *cols = values - COUNT * sizeof(int32_t);
    char *rows = cols - COUNT * sizeof(int32_t);
    const struct {
        char *at, wrong;
    } places[] = {{values + 1, 2}, {rows, 4}, {rows + 4, 0}, {cols, 1}, {rows + 3, (char)0x80}};
    for (size_t k = 0; k < sizeof places / sizeof *places; k++) {
        const char was = *places[k].at;
        *places[k].at = places[k].wrong;
        fails(INVALID_OBJECT, GxB_Matrix_deserialize(&copy, NULL, bytes, size, NULL));
        fails(INVALID_OBJECT, GxB_Vector_deserialize(&v, NULL, bytes, size, NULL));
        *places[k].at = was;
    }
    ok(GxB_Vector_deserialize(&v, NULL, bytes, size, NULL));
    ok(GrB_free(&v));
    free(bytes);
    ok(GrB_free(&A));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bytes),          cmocka_unit_test(test_users_type),    cmocka_unit_test(test_long_name),
        cmocka_unit_test(test_wrong_contents), cmocka_unit_test(test_damaged_bytes),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, setup, teardown);
}
