/* SPDX-License-Identifier: Apache-2.0
 *
 * Several threads call GraphBLAS at once: on objects of their own, and reading some that they share. ThreadSanitizer
 * runs it, too.
 */
#include "tests/graphblas/common.h"
#include <pthread.h>

#define N 200
#define THREADS 4
#define ROUNDS 30
#define LONG 100000
#define LONG_ROUNDS 5

static GrB_Matrix shared;   /* a cycle: i -> i + 1 */
static GrB_Semiring adding; /* of a function */

static void twice(void *z, const void *x)
{
    *(int64_t *)z = 2 * *(const int64_t *)x;
}

/* Walks around the cycle, one step a round; with a function as operator, so that both contexts work. Returns NULL for
 * a right answer. (CMocka's assertions belong to the main thread.) */
static void *walk(void *argument)
{
    const GrB_Index from = (GrB_Index) * (const int64_t *)argument;
    OWNED(GrB_Vector) v = NULL;
    OWNED(GrB_UnaryOp) op = NULL;
    GrB_Index count = 0, at = 0, room = 1;
    int64_t value = 0;
    bool right = GrB_Vector_new(&v, GrB_INT64, N) == GrB_SUCCESS &&
                 GrB_UnaryOp_new(&op, twice, GrB_INT64, GrB_INT64) == GrB_SUCCESS &&
                 GrB_Vector_setElement_INT64(v, 1, from) == GrB_SUCCESS;
    for (int round = 0; round < ROUNDS && right; round++)
        right = GrB_vxm(v, NULL, NULL, GrB_PLUS_TIMES_SEMIRING_INT64, v, shared, NULL) == GrB_SUCCESS &&
                GrB_Vector_apply(v, NULL, NULL, op, v, NULL) == GrB_SUCCESS;
    right = right && GrB_Vector_nvals(&count, v) == GrB_SUCCESS && count == 1 &&
            GrB_Vector_extractTuples_INT64(&at, &value, &room, v) == GrB_SUCCESS && at == (from + ROUNDS) % N &&
            value == INT64_C(1) << ROUNDS;
    return right ? NULL : argument;
}

static void add(void *z, const void *x, const void *y)
{
    *(int64_t *)z = *(const int64_t *)x + *(const int64_t *)y;
}

/* Vectors so long that Tropic's threads call the functions, too; a semiring that is made at its first use; errors. */
static void *work_long(void *argument)
{
    const int64_t first = *(const int64_t *)argument;
    OWNED(GrB_Vector) v = NULL;
    OWNED(GrB_UnaryOp) op = NULL;
    int64_t sum = 0;
    const char *error = NULL;
    bool right = GrB_Vector_new(&v, GrB_INT64, LONG) == GrB_SUCCESS &&
                 GrB_UnaryOp_new(&op, twice, GrB_INT64, GrB_INT64) == GrB_SUCCESS &&
                 GrB_Vector_assign_INT64(v, NULL, NULL, first, GrB_ALL, LONG, NULL) == GrB_SUCCESS;
    for (int round = 0; round < LONG_ROUNDS && right; round++)
        right = GrB_vxm(v, NULL, NULL, adding, v, shared, NULL) == GrB_SUCCESS && /* v + 1 */
                GrB_Vector_setElement_INT64(v, 0, LONG) == GrB_INVALID_INDEX &&
                GrB_Vector_error(&error, v) == GrB_SUCCESS && error[0] != '\0' &&
                GrB_Vector_apply(v, NULL, NULL, op, v, NULL) == GrB_SUCCESS;
    right = right && GrB_Vector_reduce_INT64(&sum, NULL, GrB_PLUS_MONOID_INT64, v, NULL) == GrB_SUCCESS &&
            sum == LONG * (((first + 2) << LONG_ROUNDS) - 2);
    return right ? NULL : argument;
}

static void make_cycle(GrB_Index n)
{
    OWNED_MEMORY GrB_Index *from = calloc(n, sizeof *from), *to = calloc(n, sizeof *to);
    OWNED_MEMORY int64_t *ones = calloc(n, sizeof *ones);
    for (GrB_Index i = 0; i < n; i++) {
        from[i] = i;
        to[i] = (i + 1) % n;
        ones[i] = 1;
    }
    ok(GrB_Matrix_new(&shared, GrB_INT64, n, n));
    ok(GrB_Matrix_build_INT64(shared, from, to, ones, n, NULL));
    ok(GrB_Matrix_wait(shared, GrB_MATERIALIZE));
}

/* Each thread is given one of the numbers 0, step, 2 * step, ... */
static void run_threads(void *(*work)(void *number), int64_t step)
{
    pthread_t threads[THREADS];
    int64_t numbers[THREADS];
    for (int k = 0; k < THREADS; k++) {
        numbers[k] = k * step;
        assert_int_equal(pthread_create(&threads[k], NULL, work, &numbers[k]), 0);
    }
    for (int k = 0; k < THREADS; k++) {
        void *wrong;
        assert_int_equal(pthread_join(threads[k], &wrong), 0);
        assert_null(wrong);
    }
}

static void walks(void **state)
{
    make_cycle(N);
    run_threads(walk, N / THREADS);
    ok(GrB_Matrix_free(&shared));
}

static void long_vectors(void **state)
{
    GrB_BinaryOp plus;
    GrB_Monoid monoid;
    make_cycle(LONG);
    ok(GrB_BinaryOp_new(&plus, add, GrB_INT64, GrB_INT64, GrB_INT64));
    ok(GrB_Monoid_new_INT64(&monoid, plus, 0));
    ok(GrB_Semiring_new(&adding, monoid, plus));
    run_threads(work_long, 1);
    ok(GrB_Semiring_free(&adding));
    ok(GrB_Monoid_free(&monoid));
    ok(GrB_BinaryOp_free(&plus));
    ok(GrB_Matrix_free(&shared));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(walks), cmocka_unit_test(long_vectors)};
    test_need_device();
    return cmocka_run_group_tests(tests, setup, teardown);
}
