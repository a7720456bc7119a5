/* SPDX-License-Identifier: Apache-2.0
 *
 * Children that are forked while another thread is in a call of GraphBLAS, or from a function of the caller.
 */
#define _GNU_SOURCE
#include "tests/graphblas/common.h"

#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#define N 300
#define FORKS 60
/* Seconds that a child has; it needs milliseconds. */
#define LIMIT 30

static bool stop;
static GrB_Matrix shared; /* a cycle: i -> i + 1 */

static void add(void *z, const void *x, const void *y)
{
    *(int64_t *)z = *(const int64_t *)x + *(const int64_t *)y;
}

static bool make_cycle(GrB_Matrix *A)
{
    GrB_Index rows[N], cols[N];
    int64_t values[N];
    for (GrB_Index k = 0; k < N; k++) rows[k] = k, cols[k] = (k + 1) % N, values[k] = 1;
    return GrB_Matrix_new(A, GrB_INT64, N, N) == GrB_SUCCESS &&
           GrB_Matrix_build_INT64(*A, rows, cols, values, N, GrB_PLUS_INT64) == GrB_SUCCESS;
}

/* Squares the cycle `A`, and adds its entries: N. */
static bool square(GrB_Matrix A)
{
    OWNED(GrB_Matrix) C = NULL;
    int64_t sum = 0;
    const bool right = GrB_Matrix_new(&C, GrB_INT64, N, N) == GrB_SUCCESS &&
                       GrB_mxm(C, NULL, NULL, GrB_PLUS_TIMES_SEMIRING_INT64, A, A, NULL) == GrB_SUCCESS &&
                       GrB_Matrix_reduce_INT64(&sum, NULL, GrB_PLUS_MONOID_INT64, C, NULL) == GrB_SUCCESS && sum == N;
    return right;
}

/* With objects of its own: a product, and an operator that is a function. */
static bool work(void)
{
    OWNED(GrB_Matrix) A = NULL;
    OWNED(GrB_Vector) v = NULL;
    OWNED(GrB_BinaryOp) op = NULL;
    int64_t value = 0;
    const bool right = make_cycle(&A) && square(A) && GrB_Vector_new(&v, GrB_INT64, N) == GrB_SUCCESS &&
                       GrB_Vector_setElement_INT64(v, 3, 7) == GrB_SUCCESS &&
                       GrB_BinaryOp_new(&op, add, GrB_INT64, GrB_INT64, GrB_INT64) == GrB_SUCCESS &&
                       GrB_Vector_eWiseMult_BinaryOp(v, NULL, NULL, op, v, v, NULL) == GrB_SUCCESS &&
                       GrB_Vector_extractElement_INT64(&value, v, 7) == GrB_SUCCESS && value == 6;
    return right;
}

static bool child_works(void)
{
    int status = 0;
    const pid_t child = fork();
    if (child == 0) {
        alarm(LIMIT);
        _exit(work() ? 0 : 1);
    }
    return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

static void *work_on(void *argument)
{
    bool right = true;
    while (right && !__atomic_load_n(&stop, __ATOMIC_RELAXED)) right = square(shared) && work();
    return right ? NULL : argument;
}

static void while_another_thread_works(void **state)
{
    unsigned seed = 7;
    void *wrong = NULL;
    pthread_t thread;
    int hung = 0;
    if (test_addresses_sanitized()) test_skip("AddressSanitizer's allocator may stop a child");
    assert_true(make_cycle(&shared));
    ok(GrB_Matrix_wait(shared, GrB_MATERIALIZE));
    assert_int_equal(pthread_create(&thread, NULL, work_on, &seed), 0);
    for (int k = 0; k < FORKS && !hung; k++) {
        usleep((unsigned)rand_r(&seed) % 5000);
        hung += !child_works();
    }
    __atomic_store_n(&stop, true, __ATOMIC_RELAXED);
    pthread_join(thread, &wrong);
    assert_null(wrong);
    assert_int_equal(hung, 0);
    ok(GrB_Matrix_free(&shared));
}

static int forked, failed;

static void add_and_fork(void *z, const void *x, const void *y)
{
    if (forked++ == 0) failed += !child_works();
    add(z, x, y);
}

static void from_a_function(void **state)
{
    GrB_Vector v = NULL;
    GrB_BinaryOp op = NULL;
    int64_t value = 0;
    ok(GrB_Vector_new(&v, GrB_INT64, N));
    ok(GrB_Vector_setElement_INT64(v, 4, 7));
    ok(GrB_BinaryOp_new(&op, add_and_fork, GrB_INT64, GrB_INT64, GrB_INT64));
    ok(GrB_Vector_eWiseMult_BinaryOp(v, NULL, NULL, op, v, v, NULL));
    ok(GrB_Vector_extractElement_INT64(&value, v, 7));
    assert_int_equal(value, 8);
    assert_true(forked > 0);
    assert_int_equal(failed, 0);
    ok(GrB_BinaryOp_free(&op));
    ok(GrB_Vector_free(&v));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(while_another_thread_works),
        cmocka_unit_test(from_a_function),
    };
    if (test_threads_sanitized() || test_emulated()) {
        printf("skipped: ThreadSanitizer and the emulator end a child that starts threads\n");
        return TEST_SKIPPED;
    }
    return cmocka_run_group_tests(tests, setup, teardown);
}
