// SPDX-License-Identifier: Apache-2.0
//
// Every polymorphic name in C++, on values that tell whether the right function was called.
extern "C" {
#include <GraphBLAS.h>
}

#include <cstdio>
#include <cstdlib>
#include <cstring>

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                                       \
            std::exit(EXIT_FAILURE);                                                                                   \
        }                                                                                                              \
    } while (0)
#define OK(call) CHECK((call) == GrB_SUCCESS)

namespace {

struct point {
    int x, y;
};

enum kind { NONE, SOME = 3 };

constexpr GrB_Index n = 4;

// v(i) = i + 1, of any type.
GrB_Vector vector_of(GrB_Type type)
{
    GrB_Vector v = nullptr;
    OK(GrB_Vector_new(&v, type, n));
    for (GrB_Index i = 0; i < n; i++) OK(GrB_Vector_setElement(v, i + 1, i));
    return v;
}

// A(i,i+1) = i + 1.
GrB_Matrix matrix_of(GrB_Type type)
{
    GrB_Matrix A = nullptr;
    OK(GrB_Matrix_new(&A, type, n, n));
    for (GrB_Index i = 0; i + 1 < n; i++) OK(GrB_Matrix_setElement(A, i + 1, i, i + 1));
    return A;
}

template <class T> T at(GrB_Vector v, GrB_Index i)
{
    T x = 0;
    OK(GrB_Vector_extractElement(&x, v, i));
    return x;
}

template <class T> T at(GrB_Matrix A, GrB_Index i, GrB_Index j)
{
    T x = 0;
    OK(GrB_Matrix_extractElement(&x, A, i, j));
    return x;
}

// Numbers of all types of C++, and values of a user's.
void values()
{
    GrB_Scalar s = nullptr, t = nullptr;
    OK(GrB_Scalar_new(&s, GrB_FP64));
    OK(GrB_Scalar_new(&t, GrB_FP64));
    const auto is = [&](double expected) {
        double x = 0;
        OK(GrB_Scalar_extractElement(&x, s));
        return x == expected;
    };
    OK(GrB_Scalar_setElement(s, true));
    CHECK(is(1));
    OK(GrB_Scalar_setElement(s, 'a'));
    CHECK(is('a'));
    OK(GrB_Scalar_setElement(s, static_cast<signed char>(-3)));
    CHECK(is(-3));
    OK(GrB_Scalar_setElement(s, static_cast<unsigned short>(65535)));
    CHECK(is(65535));
    OK(GrB_Scalar_setElement(s, 4294967295U));
    CHECK(is(4294967295.0));
    OK(GrB_Scalar_setElement(s, -5L));
    CHECK(is(-5));
    OK(GrB_Scalar_setElement(s, -6LL));
    CHECK(is(-6));
    OK(GrB_Scalar_setElement(s, 7ULL));
    CHECK(is(7));
    OK(GrB_Scalar_setElement(s, 0.5F));
    CHECK(is(0.5));
    OK(GrB_Scalar_setElement(s, SOME));
    CHECK(is(3));
    long long wide = 0;
    OK(GrB_Scalar_extractElement(&wide, s));
    CHECK(wide == 3);

    GrB_Type type = nullptr;
    GrB_Vector v = nullptr;
    point p = {3, 4}, q = {0, 0};
    OK(GrB_Type_new(&type, sizeof p));
    OK(GrB_Vector_new(&v, type, n));
    OK(GrB_Vector_setElement(v, &p, 2));
    OK(GrB_Vector_extractElement(&q, v, 2));
    CHECK(q.x == 3 && q.y == 4);
    OK(GrB_Vector_assign_UDT(v, nullptr, nullptr, &p, GrB_ALL, n, nullptr));
    OK(GrB_free(&v));
    OK(GrB_free(&type));
    OK(GrB_free(&t));
    OK(GrB_free(&s));
}

void objects()
{
    GrB_Vector v = vector_of(GrB_INT32);
    GrB_Monoid monoid = nullptr;
    GrB_Descriptor desc = nullptr;
    const char *text = nullptr;
    char name[64];
    int32_t code = 0;
    OK(GrB_Monoid_new(&monoid, GrB_PLUS_INT32, 0));
    CHECK(GrB_Vector_extractElement(&code, v, 9) == GrB_INVALID_INDEX);
    OK(GrB_error(&text, v));
    CHECK(text);
    OK(GrB_wait(v, GrB_COMPLETE));
    OK(GrB_set(v, "v", GrB_NAME));
    OK(GrB_get(v, name, GrB_NAME));
    CHECK(std::strcmp(name, "v") == 0);
    OK(GrB_set(v, GrB_COLMAJOR, GrB_STORAGE_ORIENTATION_HINT));
    OK(GrB_get(v, &code, GrB_EL_TYPE_CODE));
    CHECK(code == GrB_INT32_CODE);
    OK(GrB_Descriptor_new(&desc));
    OK(GrB_set(desc, GrB_TRAN, GrB_INP0));
    OK(GrB_get(GrB_GLOBAL, &code, GrB_API_VER_MAJOR));
    CHECK(code == 2);
    OK(GrB_free(&desc));
    OK(GrB_free(&monoid));
    OK(GrB_free(&v));
}

void tuples()
{
    const GrB_Index rows[] = {0, 1}, columns[] = {2, 3};
    const long long x[] = {5, 6};
    GrB_Index i[n], j[n], count = n, sizes[3], offsets[n + 1];
    float y[n];
    GrB_Vector v = nullptr;
    GrB_Matrix A = nullptr, B = nullptr;
    GrB_Scalar s = nullptr;
    OK(GrB_Vector_new(&v, GrB_INT64, n));
    OK(GrB_Matrix_new(&A, GrB_FP32, n, n));
    OK(GrB_Scalar_new(&s, GrB_FP32));
    OK(GrB_Vector_build(v, rows, x, 2, GrB_PLUS_INT64));
    OK(GrB_Matrix_build(A, rows, columns, x, 2, GrB_NULL));
    CHECK(at<short>(v, 1) == 6 && at<unsigned>(A, 0, 2) == 5);
    OK(GrB_Vector_extractTuples(i, y, &count, v));
    CHECK(count == 2 && i[1] == 1 && y[1] == 6);
    count = n;
    OK(GrB_Matrix_extractTuples(i, j, y, &count, A));
    CHECK(count == 2 && j[0] == 2 && y[0] == 5);
    OK(GrB_Matrix_extractElement(s, A, 1, 3));
    OK(GrB_Vector_setElement(v, s, 0));
    CHECK(at<int>(v, 0) == 6);
    OK(GrB_Matrix_exportSize(&sizes[0], &sizes[1], &sizes[2], GrB_CSR_FORMAT, A));
    OK(GrB_Matrix_export(offsets, j, y, &sizes[0], &sizes[1], &sizes[2], GrB_CSR_FORMAT, A));
    OK(GrB_Matrix_import(&B, GrB_FP32, n, n, offsets, j, y, n + 1, 2, 2, GrB_CSR_FORMAT));
    CHECK(at<double>(B, 1, 3) == 6);
    OK(GrB_free(&v));
    OK(GrB_free(&A));
    OK(GrB_free(&B));
    OK(GrB_free(&s));
}

void elementwise(GrB_Vector v, GrB_Matrix A, GrB_Scalar two)
{
    GrB_Vector w = vector_of(GrB_INT32);
    GrB_Matrix C = matrix_of(GrB_INT32), K = nullptr;
    OK(GrB_eWiseAdd(w, NULL, NULL, GrB_PLUS_INT32, v, v, NULL));
    CHECK(at<int>(w, 1) == 4);
    OK(GrB_eWiseMult(w, 0, 0, GrB_PLUS_TIMES_SEMIRING_INT32, v, v, 0));
    CHECK(at<int>(w, 2) == 9);
    OK(GrB_eWiseAdd(C, nullptr, nullptr, GrB_MAX_MONOID_INT32, A, A, GrB_DESC_T1));
    CHECK(at<int>(C, 1, 0) == 1);
    OK(GrB_eWiseMult(C, nullptr, nullptr, GrB_TIMES_INT32, A, A, GrB_DESC_R));
    CHECK(at<int>(C, 1, 2) == 4);
    OK(GrB_Matrix_new(&K, GrB_INT32, n * n, n * n));
    OK(GrB_kronecker(K, nullptr, nullptr, GrB_TIMES_INT32, A, A, nullptr));
    CHECK(at<int>(K, 5, 10) == 4);
    OK(GrB_apply(w, nullptr, nullptr, GrB_AINV_INT32, v, nullptr));
    CHECK(at<int>(w, 0) == -1);
    OK(GrB_apply(C, nullptr, nullptr, GrB_AINV_INT32, A, nullptr));
    OK(GrB_apply(w, nullptr, nullptr, GrB_MINUS_INT32, 10, v, nullptr));
    CHECK(at<int>(w, 0) == 9);
    OK(GrB_apply(w, nullptr, nullptr, GrB_MINUS_INT32, v, 10, nullptr));
    CHECK(at<int>(w, 0) == -9);
    OK(GrB_apply(w, nullptr, nullptr, GrB_MINUS_INT32, v, 0, 0));
    CHECK(at<int>(w, 0) == 1);
    OK(GrB_apply(C, nullptr, nullptr, GrB_MINUS_INT32, two, A, nullptr));
    CHECK(at<int>(C, 0, 1) == 1);
    OK(GrB_apply(C, nullptr, nullptr, GrB_MINUS_INT32, A, two, nullptr));
    CHECK(at<int>(C, 0, 1) == -1);
    OK(GrB_apply(w, nullptr, nullptr, GrB_ROWINDEX_INT64, v, 1L, nullptr));
    CHECK(at<int>(w, 3) == 4);
    OK(GrB_apply(C, nullptr, nullptr, GrB_COLINDEX_INT32, A, two, nullptr));
    CHECK(at<int>(C, 2, 3) == 5);
    OK(GrB_select(w, nullptr, nullptr, GrB_VALUEGT_INT32, v, 2.5, nullptr));
    CHECK(at<int>(w, 2) == 3);
    OK(GrB_select(C, nullptr, nullptr, GrB_TRIU, A, 0, nullptr));
    CHECK(at<int>(C, 2, 3) == 3);
    OK(GrB_free(&w));
    OK(GrB_free(&C));
    OK(GrB_free(&K));
}

void reductions(GrB_Vector v, GrB_Matrix A)
{
    GrB_Vector w = vector_of(GrB_INT32);
    GrB_Scalar s = nullptr;
    long long sum = 0;
    OK(GrB_Scalar_new(&s, GrB_INT32));
    OK(GrB_reduce(&sum, NULL, GrB_PLUS_MONOID_INT32, v, NULL));
    CHECK(sum == 10);
    OK(GrB_reduce(&sum, nullptr, GrB_PLUS_MONOID_INT32, A, nullptr));
    CHECK(sum == 6);
    OK(GrB_reduce(s, nullptr, GrB_PLUS_MONOID_INT32, v, nullptr));
    OK(GrB_reduce(s, nullptr, GrB_PLUS_INT32, A, nullptr));
    OK(GrB_Scalar_extractElement(&sum, s));
    CHECK(sum == 6);
    OK(GrB_reduce(w, nullptr, nullptr, GrB_PLUS_MONOID_INT32, A, nullptr));
    OK(GrB_reduce(w, nullptr, nullptr, GrB_PLUS_INT32, A, GrB_DESC_T0));
    CHECK(at<int>(w, 3) == 3);
    OK(GrB_free(&w));
    OK(GrB_free(&s));
}

void parts(GrB_Vector v, GrB_Matrix A, GrB_Scalar two)
{
    const GrB_Index list[] = {2, 3};
    GrB_Vector w = nullptr, u = vector_of(GrB_INT32);
    GrB_Matrix B = nullptr, C = matrix_of(GrB_INT32);
    OK(GrB_Vector_new(&w, GrB_INT32, 2));
    OK(GrB_Matrix_new(&B, GrB_INT32, 2, 2));
    OK(GrB_extract(w, nullptr, nullptr, v, list, 2, nullptr));
    CHECK(at<int>(w, 0) == 3);
    OK(GrB_extract(w, nullptr, nullptr, A, list, 2, 3, nullptr));
    CHECK(at<int>(w, 0) == 3);
    OK(GrB_extract(B, nullptr, nullptr, A, list, 2, list, 2, nullptr));
    CHECK(at<int>(B, 0, 1) == 3);
    OK(GrB_assign(u, nullptr, nullptr, w, list, 2, nullptr));
    OK(GrB_assign(u, nullptr, nullptr, 9, list, 2, nullptr));
    CHECK(at<int>(u, 3) == 9);
    OK(GrB_assign(u, nullptr, nullptr, two, GrB_ALL, n, nullptr));
    CHECK(at<int>(u, 3) == 2);
    OK(GrB_assign(C, nullptr, nullptr, u, GrB_ALL, n, 0, nullptr));
    CHECK(at<int>(C, 3, 0) == 2);
    OK(GrB_assign(C, nullptr, nullptr, v, 0, GrB_ALL, n, nullptr));
    CHECK(at<int>(C, 0, 3) == 4);
    OK(GrB_assign(C, nullptr, nullptr, B, list, 2, list, 2, nullptr));
    CHECK(at<int>(C, 2, 3) == 3);
    OK(GrB_assign(C, NULL, NULL, 1.5, list, 2, list, 2, NULL));
    CHECK(at<int>(C, 3, 3) == 1);
    OK(GrB_free(&w));
    OK(GrB_free(&u));
    OK(GrB_free(&B));
    OK(GrB_free(&C));
}

#ifndef TROPIC_GRAPHBLAS_STRICT
void extensions(GrB_Vector v, GrB_Matrix A, GrB_Scalar two)
{
    const GrB_Index list[] = {2, 3};
    GrB_Vector w = vector_of(GrB_INT32), u = nullptr;
    GrB_Matrix C = matrix_of(GrB_INT32), B = nullptr;
    GxB_SelectOp op = nullptr;
    OK(GrB_Vector_new(&u, GrB_INT32, 2));
    OK(GrB_Matrix_new(&B, GrB_INT32, 2, 2));
    OK(GxB_subassign(w, nullptr, nullptr, 7, list, 2, nullptr));
    CHECK(at<int>(w, 2) == 7);
    OK(GxB_subassign(w, nullptr, nullptr, u, list, 2, nullptr));
    OK(GxB_subassign(C, nullptr, nullptr, two, list, 2, list, 2, nullptr));
    CHECK(at<int>(C, 3, 3) == 2);
    OK(GxB_subassign(C, nullptr, nullptr, B, list, 2, list, 2, nullptr));
    OK(GxB_subassign(C, nullptr, nullptr, v, GrB_ALL, n, 1, nullptr));
    CHECK(at<int>(C, 3, 1) == 4);
    OK(GxB_subassign(C, nullptr, nullptr, v, 1, GrB_ALL, n, nullptr));
    CHECK(at<int>(C, 1, 3) == 4);
    OK(GxB_eWiseUnion(w, nullptr, nullptr, GrB_MINUS_INT32, w, two, v, two, nullptr));
    CHECK(at<int>(w, 3) == -2);
    OK(GxB_eWiseUnion(C, nullptr, nullptr, GrB_MINUS_INT32, C, two, A, two, nullptr));
    OK(GxB_select(w, nullptr, nullptr, GxB_GT_THUNK, v, two, nullptr));
    CHECK(at<int>(w, 2) == 3);
    OK(GxB_select(C, nullptr, nullptr, GxB_TRIL, A, NULL, nullptr));
    OK(GxB_sort(w, nullptr, GrB_GT_INT32, v, nullptr));
    CHECK(at<int>(w, 0) == 4);
    OK(GxB_sort(C, nullptr, GrB_GT_INT32, A, nullptr));
    OK(GxB_SelectOp_new(
        &op, [](GrB_Index i, GrB_Index, const void *, const void *) { return i == 1; }, nullptr, nullptr));
    OK(GxB_select(w, nullptr, nullptr, op, v, nullptr, nullptr));
    CHECK(at<int>(w, 1) == 2);
    OK(GrB_wait(op, GrB_MATERIALIZE));
    OK(GxB_fprint(w, GxB_SILENT, stdout));
    OK(GxB_print(op, GxB_SILENT));
    OK(GrB_free(&op));
    int code = 0;
    GxB_IndexBinaryOp index_op = nullptr;
    OK(GxB_IndexBinaryOp_new(
        &index_op,
        [](void *z, const void *, GrB_Index ix, GrB_Index, const void *, GrB_Index, GrB_Index, const void *theta) {
            *(int *)z = (int)ix * *(const int *)theta;
        },
        GrB_INT32, GrB_INT32, GrB_INT32, GrB_INT32, nullptr, nullptr));
    OK(GrB_get(index_op, &code, GxB_THETA_TYPE_CODE));
    CHECK(code == GrB_INT32_CODE);
    GrB_BinaryOp indexed = nullptr;
    OK(GxB_BinaryOp_new_IndexOp(&indexed, index_op, two));
    OK(GrB_wait(index_op, GrB_MATERIALIZE));
    OK(GxB_print(index_op, GxB_SILENT));
    OK(GrB_free(&index_op));
    OK(GrB_eWiseMult(w, nullptr, nullptr, indexed, v, v, nullptr));
    CHECK(at<int>(w, 3) == 6);
    OK(GrB_free(&indexed));
    OK(GrB_free(&w));
    OK(GrB_free(&u));
    OK(GrB_free(&B));
    OK(GrB_free(&C));
}
#endif

// The functions themselves.
void typed()
{
    GrB_Info (*set)(GrB_Vector, double, GrB_Index) = GrB_Vector_setElement_FP64;
    GrB_Info (*release)(GrB_Vector *) = &GrB_Vector_free;
    GrB_Vector v = vector_of(GrB_FP64);
    OK(set(v, 0.25, 1));
    CHECK(at<double>(v, 1) == 0.25);
    OK(release(&v));
}

} // namespace

int main()
{
    OK(GrB_init(GrB_NONBLOCKING));
    GrB_Vector v = vector_of(GrB_INT32);
    GrB_Matrix A = matrix_of(GrB_INT32);
    GrB_Scalar two = nullptr;
    OK(GrB_Scalar_new(&two, GrB_INT32));
    OK(GrB_Scalar_setElement(two, 2));
    values();
    objects();
    tuples();
    elementwise(v, A, two);
    reductions(v, A);
    parts(v, A, two);
#ifndef TROPIC_GRAPHBLAS_STRICT
    extensions(v, A, two);
#endif
    typed();
    OK(GrB_free(&v));
    OK(GrB_free(&A));
    OK(GrB_free(&two));
    OK(GrB_finalize());
    return EXIT_SUCCESS;
}
