/* SPDX-License-Identifier: Apache-2.0
 *
 * Operators that are functions of the program, between operations that a GPU does; and calls at both sides of the
 * limits.
 */
#include "tests/graphblas/common.h"

#define N 50

static void twice(void *z, const void *x)
{
    *(int64_t *)z = 2 * *(const int64_t *)x;
}

/* y is a pointer to an array of the program. */
static void is_marked(void *z, const void *x, GrB_Index i, GrB_Index j, const void *y)
{
    const bool *marked = *(const bool *const *)y;
    *(bool *)z = marked[i] && marked[j];
}

/* A cycle, i -> i + 1. */
static GrB_Matrix cycle(void)
{
    GrB_Matrix A;
    ok(GrB_Matrix_new(&A, GrB_INT64, N, N));
    for (GrB_Index i = 0; i < N; i++) ok(GrB_Matrix_setElement_INT64(A, (int64_t)i + 1, i, (i + 1) % N));
    return A;
}

/* A product is on the device alone; functions see it, and their results go back. */
static void between_products(void **state)
{
    GrB_Matrix A = cycle(), C;
    GrB_UnaryOp op;
    GrB_Vector w;
    int64_t value;
    ok(GrB_UnaryOp_new(&op, twice, GrB_INT64, GrB_INT64));
    ok(GrB_Matrix_new(&C, GrB_INT64, N, N));
    ok(GrB_Vector_new(&w, GrB_INT64, N));
    ok(GrB_mxm(C, NULL, NULL, GrB_PLUS_TIMES_SEMIRING_INT64, A, A, NULL));
    ok(GrB_Matrix_apply(C, NULL, NULL, op, C, NULL));
    ok(GrB_Matrix_extractElement_INT64(&value, C, 3, 5));
    assert_int_equal(value, 2 * 4 * 5);
    ok(GrB_mxm(C, NULL, NULL, GrB_PLUS_TIMES_SEMIRING_INT64, C, A, NULL));
    ok(GrB_Matrix_apply(C, C, GrB_PLUS_INT64, op, A, GrB_DESC_R));
    ok(GrB_Matrix_reduce_Monoid(w, NULL, NULL, GrB_PLUS_MONOID_INT64, C, NULL));
    ok(GrB_Vector_apply(w, NULL, NULL, op, w, NULL));
    ok(GrB_Vector_extractElement_INT64(&value, w, 7));
    assert_int_equal(value, 2 * 2 * 8 * 9 * 10);
    ok(GrB_free(&A));
    ok(GrB_free(&C));
    ok(GrB_free(&w));
    ok(GrB_free(&op));
}

static void select_by_array(void **state)
{
    GrB_Matrix A = cycle(), C;
    GrB_Type type;
    GrB_IndexUnaryOp op;
    bool marked[N] = {false};
    const bool *pointer = marked;
    GrB_Index count;
    for (int i = 10; i < 20; i++) marked[i] = true;
    ok(GrB_Type_new(&type, sizeof pointer));
    ok(GrB_IndexUnaryOp_new(&op, is_marked, GrB_BOOL, GrB_INT64, type));
    ok(GrB_Matrix_new(&C, GrB_BOOL, N, N));
    ok(GrB_Matrix_apply(C, NULL, NULL, GrB_IDENTITY_BOOL, A, NULL));
    for (int round = 0; round < 2; round++) {
        ok(GrB_Matrix_select_UDT(C, NULL, NULL, op, C, &pointer, NULL));
        ok(GrB_Matrix_nvals(&count, C));
        assert_int_equal(count, 9);
    }
    ok(GrB_free(&A));
    ok(GrB_free(&C));
    ok(GrB_free(&op));
    ok(GrB_free(&type));
}

/* A type that is aligned by its size. */
typedef struct wide {
    _Alignas(64) int64_t number;
} wide;

static void add_wide(void *z, const void *x, const void *y)
{
    assert_int_equal((uintptr_t)z % _Alignof(wide), 0);
    assert_int_equal((uintptr_t)x % _Alignof(wide), 0);
    assert_int_equal((uintptr_t)y % _Alignof(wide), 0);
    ((wide *)z)->number = ((const wide *)x)->number + ((const wide *)y)->number;
}

static void wide_alignment(void **state)
{
    wide value = {1};
    GrB_Type type;
    GrB_BinaryOp op;
    GrB_Vector u, w;
    ok(GrB_Type_new(&type, sizeof value));
    ok(GrB_BinaryOp_new(&op, add_wide, type, type, type));
    ok(GrB_Vector_new(&u, type, N));
    ok(GrB_Vector_new(&w, type, N));
    ok(GrB_Vector_assign_UDT(u, NULL, NULL, &value, GrB_ALL, N, NULL));
    ok(GrB_Vector_eWiseAdd_BinaryOp(w, NULL, NULL, op, u, u, NULL));
    ok(GrB_Vector_eWiseAdd_BinaryOp(w, NULL, op, op, u, w, NULL));
    ok(GrB_Vector_extractElement_UDT(&value, w, N - 1));
    assert_int_equal(value.number, 5);
    ok(GrB_free(&u));
    ok(GrB_free(&w));
    ok(GrB_free(&op));
    ok(GrB_free(&type));
}

static GrB_Info inner, inner_init, inner_finalize;
static void calls_graphblas(void *z, const void *x)
{
    unsigned int version;
    GrB_Vector v;
    (void)GrB_getVersion(&version, &version);
    inner = GrB_Vector_new(&v, GrB_BOOL, 1);
    inner_init = GrB_init(GrB_BLOCKING);
    inner_finalize = GrB_finalize();
    *(int64_t *)z = *(const int64_t *)x;
}

static void call_in_operator(void **state)
{
    GrB_Matrix A = cycle();
    GrB_UnaryOp op;
    ok(GrB_UnaryOp_new(&op, calls_graphblas, GrB_INT64, GrB_INT64));
    ok(GrB_Matrix_apply(A, NULL, NULL, op, A, NULL));
    assert_int_equal(inner, GrB_PANIC);
    assert_int_equal(inner_init, GrB_PANIC);
    assert_int_equal(inner_finalize, GrB_PANIC);
    ok(GrB_free(&A));
    ok(GrB_free(&op));
}

/* w = A u over a semiring whose products are k, the place in u; by masks of all kinds. It is for products alone. */
static void places_of_products(void **state)
{
    GrB_Matrix A = cycle();
    GrB_Vector u, w;
    int64_t k;
    ok(GrB_Vector_new(&u, GrB_INT64, N));
    ok(GrB_Vector_new(&w, GrB_INT64, N));
    ok(GrB_Vector_setElement_INT64(u, 70, 1));
    ok(GrB_Vector_setElement_INT64(u, 80, 3));
    ok(GrB_Matrix_setElement_INT64(A, 9, 0, 3)); /* row 0 has columns 1 and 3 */
    ok(GrB_mxv(w, NULL, NULL, GxB_MIN_SECONDI_INT64, A, u, NULL));
    ok(GrB_Vector_extractElement_INT64(&k, w, 0));
    assert_int_equal(k, 1);
    ok(GrB_Vector_extractElement_INT64(&k, w, 2));
    assert_int_equal(k, 3);
    fails(NO_VALUE, GrB_Vector_extractElement_INT64(&k, w, 1));
    ok(GrB_mxv(w, NULL, NULL, GxB_ANY_SECONDI_INT64, A, u, NULL));
    ok(GrB_Vector_extractElement_INT64(&k, w, 0));
    assert_true(k == 1 || k == 3);
    ok(GrB_Vector_eWiseMult_Semiring(w, NULL, NULL, GxB_ANY_SECONDI_INT64, u, u, NULL));
    ok(GrB_Vector_extractElement_INT64(&k, w, 3));
    assert_int_equal(k, 3);
    ok(GrB_Vector_eWiseAdd_Semiring(w, NULL, NULL, GxB_MIN_SECONDI_INT64, u, u, NULL));
    ok(GrB_Vector_extractElement_INT64(&k, w, 3));
    assert_int_equal(k, 80);
    ok(GrB_free(&A));
    ok(GrB_free(&u));
    ok(GrB_free(&w));
}

static void edges(void **state)
{
    GrB_Matrix A = cycle(), D = NULL;
    GrB_Vector v;
    const char *error;
    const double values[2] = {1, 2};
    ok(GrB_Vector_new(&v, GrB_FP64, N));
    fails(INVALID_VALUE, GrB_Vector_build_FP64(v, GrB_ALL, values, 2, NULL));
    ok(GrB_error(&error, v));
    assert_non_null(strstr(error, "GrB_ALL"));
    ok(GrB_Vector_assign_FP64(v, NULL, NULL, 3, (const GrB_Index[]){4, 2, 4}, 3, NULL));
    ok(GrB_error(&error, v));
    assert_string_equal(error, "");
    for (GrB_Index i = 0; i < N; i++) {
        double value = 0;
        const GrB_Info info = GrB_Vector_extractElement_FP64(&value, v, i);
        assert_int_equal(info, i == 2 || i == 4 ? GrB_SUCCESS : GrB_NO_VALUE);
        if (info == GrB_SUCCESS) assert_true(value == 3);
    }
    fails(INVALID_VALUE, GrB_Matrix_diag(&D, v, INT64_MIN));
    assert_null(D);
    fails(DIMENSION_MISMATCH, GrB_Matrix_kronecker_BinaryOp(A, NULL, NULL, GrB_TIMES_INT64, A, A, NULL));
    fails(INVALID_VALUE, GrB_Vector_resize(v, GrB_INDEX_MAX + 2));
    ok(GrB_free(&A));
    ok(GrB_free(&v));
}

/* A blob whose last byte, a bool, is none. */
static void damaged_bool(void **state)
{
    GrB_Matrix A, copy = NULL;
    char bytes[1024];
    GrB_Index size = sizeof bytes;
    ok(GrB_Matrix_new(&A, GrB_BOOL, 3, 3));
    ok(GrB_Matrix_setElement_BOOL(A, true, 1, 2));
    ok(GrB_Matrix_serialize(bytes, &size, A));
    ok(GrB_Matrix_deserialize(&copy, NULL, bytes, size));
    ok(GrB_free(&copy));
    bytes[size - 1] = 3;
    fails(INVALID_OBJECT, GrB_Matrix_deserialize(&copy, NULL, bytes, size));
    assert_null(copy);
    ok(GrB_free(&A));
}

typedef struct point {
    double x, y;
} point;

static void add_points(void *z, const void *a, const void *b)
{
    const point *p = a, *q = b;
    *(point *)z = (point){p->x + q->x, p->y + q->y};
}

/* A pointer to a struct is a value of the user's type. */
static void structs(void **state)
{
    const GrB_Index ids[] = {0, 2, 2};
    point points[] = {{1, 2}, {3, 4}, {5, 6}}, got = {0, 0}, all[4] = {{0, 0}};
    const point zero = {0, 0};
    GrB_Index count = 4;
    GrB_Type type = NULL;
    GrB_BinaryOp plus = NULL;
    GrB_Monoid sum = NULL;
    GrB_Vector u = NULL;
    ok(GrB_Type_new(&type, sizeof(point)));
    ok(GrB_BinaryOp_new(&plus, add_points, type, type, type));
    ok(GrB_Monoid_new(&sum, plus, &zero));
    ok(GrB_Vector_new(&u, type, 4));
    ok(GrB_Vector_build(u, ids, points, 3, plus));
    ok(GrB_Vector_extractElement(&got, u, 2));
    assert_true(got.x == 8 && got.y == 10);
    ok(GrB_Vector_setElement(u, &points[0], 3));
    ok(GrB_reduce(&got, NULL, sum, u, NULL));
    assert_true(got.x == 10 && got.y == 14);
    ok(GrB_assign(u, NULL, plus, &points[1], ids, 1, NULL));
    ok(GrB_Vector_extractTuples(NULL, all, &count, u));
    assert_int_equal(count, 3);
    assert_true(all[0].x == 4 && all[0].y == 6 && all[2].x == 1);
    ok(GrB_free(&u));
    ok(GrB_free(&sum));
    ok(GrB_free(&plus));
    ok(GrB_free(&type));
}

/* Of no object, as SuiteSparse has it. */
static void no_handles(void **state)
{
#define FREED(KIND)                                                                                                    \
    {                                                                                                                  \
        GrB_##KIND none = NULL;                                                                                        \
        ok(GrB_##KIND##_free(NULL));                                                                                   \
        ok(GrB_##KIND##_free(&none));                                                                                  \
    }
    GRB_OBJECTS(FREED)
#define NO_ERROR(KIND, info)                                                                                           \
    {                                                                                                                  \
        const char *text = "unchanged";                                                                                \
        assert_int_equal(GrB_##KIND##_error(&text, NULL), info);                                                       \
        assert_string_equal(text, "");                                                                                 \
        fails(NULL_POINTER, GrB_##KIND##_error(NULL, NULL));                                                           \
    }
    NO_ERROR(Type, GrB_SUCCESS)
    NO_ERROR(UnaryOp, GrB_SUCCESS)
    NO_ERROR(IndexUnaryOp, GrB_SUCCESS)
    NO_ERROR(BinaryOp, GrB_SUCCESS)
    NO_ERROR(Monoid, GrB_SUCCESS)
    NO_ERROR(Semiring, GrB_SUCCESS)
    NO_ERROR(Scalar, GrB_NULL_POINTER)
    NO_ERROR(Vector, GrB_NULL_POINTER)
    NO_ERROR(Matrix, GrB_NULL_POINTER)
    NO_ERROR(Descriptor, GrB_NULL_POINTER)
    ok(GxB_Iterator_free(NULL));
}

static void wrong_imports(void **state)
{
    static const GrB_Index good[] = {0, 1, 1, 2}, falls[] = {0, 2, 1, 2}, late[] = {1, 1, 1, 2}, both[] = {0, 2, 2, 2},
                           huge[] = {0, UINT64_MAX, 1, 2}, ids[] = {0, 3}, beyond[] = {0, 4}, same[] = {1, 1};
    static const double x[] = {1, 2};
    static const struct {
        const GrB_Index *offsets, *ids;
        GrB_Index n_offsets, n_ids, n_values;
        GrB_Format format;
        GrB_Info info;
    } imports[] = {
        {good, ids, 3, 2, 2, GrB_CSR_FORMAT, GrB_INVALID_VALUE},
        {good, ids, 4, 1, 2, GrB_CSR_FORMAT, GrB_INVALID_VALUE},
        {good, ids, 4, 2, 1, GrB_CSR_FORMAT, GrB_INVALID_VALUE},
        {good, beyond, 4, 2, 2, GrB_CSR_FORMAT, GrB_INDEX_OUT_OF_BOUNDS},
        {falls, ids, 4, 2, 2, GrB_CSR_FORMAT, GrB_INDEX_OUT_OF_BOUNDS},
        {late, ids, 4, 2, 2, GrB_CSR_FORMAT, GrB_INDEX_OUT_OF_BOUNDS},
        {huge, ids, 4, 2, 2, GrB_CSR_FORMAT, GrB_INDEX_OUT_OF_BOUNDS},
        {both, same, 4, 2, 2, GrB_CSR_FORMAT, GrB_INDEX_OUT_OF_BOUNDS},
        {good, ids, 4, 2, 2, (GrB_Format)7, GrB_INVALID_VALUE},
        {NULL, ids, 4, 2, 2, GrB_CSR_FORMAT, GrB_NULL_POINTER},
        {beyond, ids, 2, 2, 2, GrB_COO_FORMAT, GrB_INDEX_OUT_OF_BOUNDS},
        {ids, ids, 1, 2, 2, GrB_COO_FORMAT, GrB_INVALID_VALUE},
        {ids, ids, 2, 1, 2, GrB_COO_FORMAT, GrB_INVALID_VALUE},
        {ids, ids, 2, 2, 1, GrB_COO_FORMAT, GrB_INVALID_VALUE},
    };
    GrB_Matrix A = NULL;
    for (size_t k = 0; k < sizeof imports / sizeof *imports; k++) {
        assert_int_equal(GrB_Matrix_import_FP64(&A, GrB_FP64, 3, 4, imports[k].offsets, imports[k].ids, x,
                                                imports[k].n_offsets, imports[k].n_ids, imports[k].n_values,
                                                imports[k].format),
                         imports[k].info);
        assert_null(A);
    }
    ok(GrB_Matrix_import(&A, GrB_FP64, 3, 4, good, ids, x, 4, 2, 2, GrB_CSR_FORMAT));
    ok(GrB_free(&A));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(places_of_products),
                                       cmocka_unit_test(damaged_bool),
                                       cmocka_unit_test(between_products),
                                       cmocka_unit_test(select_by_array),
                                       cmocka_unit_test(wide_alignment),
                                       cmocka_unit_test(call_in_operator),
                                       cmocka_unit_test(edges),
                                       cmocka_unit_test(structs),
                                       cmocka_unit_test(no_handles),
                                       cmocka_unit_test(wrong_imports)};
    test_need_device();
    return cmocka_run_group_tests(tests, setup, teardown);
}
