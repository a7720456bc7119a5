/* SPDX-License-Identifier: Apache-2.0
 *
 * Several threads call GraphBLAS at once: on objects of their own, and reading one that they share.
 */
#include "tests/graphblas/common.h"
#include <pthread.h>

#define N 200
#define THREADS 4
#define ROUNDS 30

static GrB_Matrix shared; /* a cycle: i -> i + 1 */

static void twice(void *z, const void *x)
{
    *(int64_t *)z = 2 * *(const int64_t *)x;
}

/* Walks around the cycle, one step a round; with a function as operator, so that both contexts work. Returns NULL for
 * a right answer. (CMocka's assertions belong to the main thread.) */
static void *walk(void *argument)
{
    const GrB_Index from = *(const GrB_Index *)argument;
    GrB_Vector v = NULL;
    GrB_UnaryOp op = NULL;
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
    GrB_UnaryOp_free(&op);
    GrB_Vector_free(&v);
    return right ? NULL : argument;
}

static void walks(void **state)
{
    pthread_t threads[THREADS];
    GrB_Index from[THREADS];
    (void)state;
    ok(GrB_Matrix_new(&shared, GrB_INT64, N, N));
    for (GrB_Index i = 0; i < N; i++) ok(GrB_Matrix_setElement_INT64(shared, 1, i, (i + 1) % N));
    ok(GrB_Matrix_wait(shared, GrB_MATERIALIZE));
    for (int k = 0; k < THREADS; k++) {
        from[k] = (GrB_Index)(k * N / THREADS);
        assert_int_equal(pthread_create(&threads[k], NULL, walk, &from[k]), 0);
    }
    for (int k = 0; k < THREADS; k++) {
        void *wrong;
        assert_int_equal(pthread_join(threads[k], &wrong), 0);
        assert_null(wrong);
    }
    ok(GrB_Matrix_free(&shared));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(walks)};
    test_need_device();
    return cmocka_run_group_tests(tests, setup, teardown);
}
