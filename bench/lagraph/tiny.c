/* SPDX-License-Identifier: Apache-2.0
 *
 * The cost of a call of GraphBLAS that has hardly anything to do: operands are vectors of 5 places and 5 x 5 matrices.
 * Of any GraphBLAS:
 *
 *     cc -O2 -I$root/include bench/lagraph/tiny.c -o tiny -L$root/lib -lgraphblas
 *     LD_LIBRARY_PATH=$root/lib ./tiny
 *
 * A line for each call: the least and the median of its nanoseconds. Results are waited for. CALLS=3 in the environment
 * does the fourth alone.
 */
#include <GraphBLAS.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define N 5
#define CALLS 500
#define ROUNDS 201

static GrB_Matrix A, B, C;
static GrB_Vector u, v, w, mask, all;
static const GrB_Index ids[] = {3, 0, 1};
static double value;
static GrB_Index count;

static void check(GrB_Info status, const char *what)
{
    if (status == GrB_SUCCESS) return;
    fprintf(stderr, "tiny: %s returned %d\n", what, (int)status);
    exit(1);
}
#define CHECK(call) check(call, #call)

#define CALL(name, call, result)                                                                                       \
    static void name(void)                                                                                             \
    {                                                                                                                  \
        check(call, #name);                                                                                            \
        CHECK(GrB_wait(result, GrB_MATERIALIZE));                                                                      \
    }
CALL(do_mxv, GrB_mxv(w, NULL, NULL, GrB_PLUS_TIMES_SEMIRING_FP64, A, u, NULL), w)
CALL(do_mxv_masked, GrB_mxv(w, mask, NULL, GrB_PLUS_TIMES_SEMIRING_FP64, A, u, GrB_DESC_RS), w)
CALL(do_vxm, GrB_vxm(w, NULL, NULL, GrB_MIN_PLUS_SEMIRING_FP64, u, A, NULL), w)
CALL(do_vxm_full, GrB_vxm(w, NULL, NULL, GrB_MIN_PLUS_SEMIRING_FP64, all, A, NULL), w)
CALL(do_mxm, GrB_mxm(C, NULL, NULL, GrB_PLUS_TIMES_SEMIRING_FP64, A, B, NULL), C)
CALL(do_mxm_masked, GrB_mxm(C, A, NULL, GrB_PLUS_TIMES_SEMIRING_FP64, A, B, GrB_DESC_RST1), C)
CALL(do_add, GrB_eWiseAdd(w, NULL, NULL, GrB_PLUS_FP64, u, v, NULL), w)
CALL(do_mult, GrB_eWiseMult(w, NULL, NULL, GrB_TIMES_FP64, u, v, NULL), w)
CALL(do_matrix_add, GrB_eWiseAdd(C, NULL, NULL, GrB_PLUS_FP64, A, B, NULL), C)
CALL(do_matrix_mult, GrB_eWiseMult(C, NULL, NULL, GrB_TIMES_FP64, A, B, NULL), C)
CALL(do_apply, GrB_apply(w, NULL, NULL, GrB_AINV_FP64, u, NULL), w)
CALL(do_apply_bound, GrB_apply(w, NULL, NULL, GrB_PLUS_FP64, u, 1.0, NULL), w)
CALL(do_matrix_apply, GrB_apply(C, NULL, NULL, GrB_AINV_FP64, A, NULL), C)
CALL(do_assign, GrB_assign(w, mask, NULL, u, GrB_ALL, N, GrB_DESC_S), w)
CALL(do_assign_value, GrB_assign(w, mask, NULL, 1.0, GrB_ALL, N, GrB_DESC_S), w)
CALL(do_assign_ids, GrB_assign(all, NULL, NULL, 2.0, ids, 3, NULL), all)
CALL(do_matrix_assign, GrB_assign(C, A, NULL, 1.0, GrB_ALL, N, GrB_ALL, N, GrB_DESC_S), C)
CALL(do_select, GrB_select(w, NULL, NULL, GrB_VALUEGT_FP64, u, 1.5, NULL), w)
CALL(do_matrix_select, GrB_select(C, NULL, NULL, GrB_TRIL, A, 0, NULL), C)
CALL(do_extract, GrB_extract(v, NULL, NULL, all, GrB_ALL, N, NULL), v)
CALL(do_matrix_extract, GrB_extract(C, NULL, NULL, A, GrB_ALL, N, GrB_ALL, N, NULL), C)
CALL(do_transpose, GrB_transpose(C, NULL, NULL, A, NULL), C)
CALL(do_reduce_rows, GrB_reduce(w, NULL, NULL, GrB_PLUS_MONOID_FP64, A, NULL), w)

static void do_reduce(void)
{
    CHECK(GrB_reduce(&value, NULL, GrB_PLUS_MONOID_FP64, u, NULL));
}
static void do_matrix_reduce(void)
{
    CHECK(GrB_reduce(&value, NULL, GrB_PLUS_MONOID_FP64, A, NULL));
}
static void do_set_element(void)
{
    CHECK(GrB_Vector_clear(v));
    CHECK(GrB_Vector_setElement(v, 1.0, 2));
    CHECK(GrB_Vector_nvals(&count, v));
}
static void do_matrix_set_element(void)
{
    CHECK(GrB_Matrix_clear(C));
    CHECK(GrB_Matrix_setElement(C, 1.0, 2, 3));
    CHECK(GrB_Matrix_nvals(&count, C));
}
static void do_new_vector(void)
{
    GrB_Vector made;
    CHECK(GrB_Vector_new(&made, GrB_FP64, N));
    CHECK(GrB_Vector_free(&made));
}
static void do_dup_vector(void)
{
    GrB_Vector made;
    CHECK(GrB_Vector_dup(&made, u));
    CHECK(GrB_Vector_free(&made));
}

static const struct {
    const char *name;
    void (*call)(void);
} calls[] = {{"mxv", do_mxv},
             {"mxv, masked", do_mxv_masked},
             {"vxm", do_vxm},
             {"vxm, full vector", do_vxm_full},
             {"mxm", do_mxm},
             {"mxm, masked, transposed", do_mxm_masked},
             {"eWiseAdd, vectors", do_add},
             {"eWiseMult, vectors", do_mult},
             {"eWiseAdd, matrices", do_matrix_add},
             {"eWiseMult, matrices", do_matrix_mult},
             {"apply, vector", do_apply},
             {"apply, vector and value", do_apply_bound},
             {"apply, matrix", do_matrix_apply},
             {"assign vector, masked", do_assign},
             {"assign value, masked", do_assign_value},
             {"assign value to ids", do_assign_ids},
             {"assign to matrix, masked", do_matrix_assign},
             {"select, vector", do_select},
             {"select, matrix", do_matrix_select},
             {"extract, vector", do_extract},
             {"extract, matrix", do_matrix_extract},
             {"transpose", do_transpose},
             {"reduce, rows", do_reduce_rows},
             {"reduce, vector", do_reduce},
             {"reduce, matrix", do_matrix_reduce},
             {"clear, set, count: vector", do_set_element},
             {"clear, set, count: matrix", do_matrix_set_element},
             {"new and free", do_new_vector},
             {"dup and free", do_dup_vector}};

static double now(void)
{
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Matrices with a diagonal and one entry beside it in each row, vectors with entries at some places or at all. */
static void make(void)
{
    CHECK(GrB_Matrix_new(&A, GrB_FP64, N, N));
    CHECK(GrB_Matrix_new(&B, GrB_FP64, N, N));
    CHECK(GrB_Matrix_new(&C, GrB_FP64, N, N));
    CHECK(GrB_Vector_new(&u, GrB_FP64, N));
    CHECK(GrB_Vector_new(&v, GrB_FP64, N));
    CHECK(GrB_Vector_new(&w, GrB_FP64, N));
    CHECK(GrB_Vector_new(&mask, GrB_BOOL, N));
    CHECK(GrB_Vector_new(&all, GrB_FP64, N));
    for (GrB_Index i = 0; i < N; i++) {
        CHECK(GrB_Matrix_setElement(A, 1.0 + (double)i, i, i));
        CHECK(GrB_Matrix_setElement(A, 2.0, i, (i + 1) % N));
        CHECK(GrB_Matrix_setElement(B, 3.0, i, (i + 2) % N));
        CHECK(GrB_Matrix_setElement(B, 1.0, i, i));
        CHECK(GrB_Vector_setElement(all, 1.0, i));
        if (i % 2 == 0) CHECK(GrB_Vector_setElement(u, (double)i, i));
        if (i < 3) CHECK(GrB_Vector_setElement(v, 1.0, i));
        if (i > 1) CHECK(GrB_Vector_setElement(mask, true, i));
    }
    CHECK(GrB_wait(A, GrB_MATERIALIZE));
    CHECK(GrB_wait(B, GrB_MATERIALIZE));
}

int main(void)
{
    const char *only = getenv("CALLS");
    CHECK(GrB_init(GrB_NONBLOCKING));
    make();
    printf("%-28s %8s %8s\n", "nanoseconds", "least", "median");
    for (size_t k = 0; k < sizeof calls / sizeof *calls; k++) {
        double times[ROUNDS];
        if (only && atoi(only) != (int)k) continue;
        for (int round = -1; round < ROUNDS; round++) {
            const double start = now();
            for (int c = 0; c < CALLS; c++) calls[k].call();
            if (round >= 0) times[round] = (now() - start) / CALLS;
        }
        qsort(times, ROUNDS, sizeof *times, compare);
        printf("%-28s %8.0f %8.0f\n", calls[k].name, times[0], times[ROUNDS / 2]);
    }
    CHECK(GrB_finalize());
    return 0;
}
