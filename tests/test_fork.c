/* SPDX-License-Identifier: Apache-2.0
 *
 * Children that are forked while other threads are in calls, and from callbacks: they can use the library, and a fork
 * waits for no call.
 */
#define _GNU_SOURCE
#include "tests/common.h"
#include "tests/fixtures.h"

#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <tropic_define.h>
#include <unistd.h>

#define N 300
/* Doubles of a block that the library keeps when it is released: 4 MiB and more. */
#define LARGE 600000
#define THREADS 3
#define FORKS 200
/* Seconds that a child has; it needs milliseconds. */
#define LIMIT 30

/* A cycle. */
static bool make_cycle(tropic_matrix **A, tropic_context *context)
{
    tropic_index rows[N], cols[N];
    for (tropic_index v = 0; v < N; v++) rows[v] = v, cols[v] = (v + 1) % N;
    return tropic_matrix_from_coo(A, context, N, N, N, rows, cols, TROPIC_BOOL, NULL, NULL) == TROPIC_OK;
}

static bool search(tropic_context *context, const tropic_matrix *A, tropic_index source)
{
    OWNED(tropic_vector) *level = NULL;
    int32_t found[N];
    bool right = tropic_vector_create(&level, context, TROPIC_INT32, N) == TROPIC_OK &&
                 tropic_bfs(level, NULL, A, source, NULL, NULL) == TROPIC_OK &&
                 tropic_vector_get_dense(level, found, NULL) == TROPIC_OK;
    for (tropic_index v = 0; right && v < N; v++) right = found[v] == (v - source + N) % N;
    return right;
}

static bool fill(tropic_context *context, tropic_index n)
{
    const double one = 1;
    double value = 0;
    bool present = false;
    OWNED(tropic_vector) *v = NULL;
    const bool right = tropic_vector_create(&v, context, TROPIC_FP64, n) == TROPIC_OK &&
                       tropic_vector_fill(v, &one) == TROPIC_OK &&
                       tropic_vector_get(v, n - 1, &value, &present) == TROPIC_OK && present && value == 1;
    return right;
}

static bool define(tropic_context *context)
{
    static const tropic_type_source source = {
        .size = sizeof source, .name = "pair_of_fork", .members = "double a, b;", .bytes = 16, .align = 8};
    tropic_type type;
    return tropic_type_define(&type, context, &source) == TROPIC_OK && tropic_type_size(type) == 16;
}

/* Something of everything, in a context and with a matrix of its own. */
static bool work(unsigned *seed)
{
    OWNED(tropic_context) *context = NULL;
    const tropic_context_options options = {
        .size = sizeof options, .device = TROPIC_DEVICE_CPU, .threads = 1 + rand_r(seed) % 2};
    OWNED(tropic_matrix) *A = NULL;
    const bool right = tropic_context_create(&context, &options) == TROPIC_OK && make_cycle(&A, context) &&
                       search(context, A, rand_r(seed) % N) && fill(context, LARGE + rand_r(seed) % LARGE) &&
                       define(context);
    return right;
}

/* Forks a child that works, and waits for it. */
static bool child_works(void)
{
    int status = 0;
    const pid_t child = fork();
    if (child == 0) {
        unsigned seed = 5;
        alarm(LIMIT);
        _exit(work(&seed) ? 0 : 1);
    }
    return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

static bool stop;
static tropic_matrix *shared;

static void *work_on(void *argument)
{
    unsigned seed = *(const unsigned *)argument;
    OWNED(tropic_context) *context = test_context_of(2);
    bool right = true;
    while (right && !__atomic_load_n(&stop, __ATOMIC_RELAXED))
        right = work(&seed) && search(context, shared, rand_r(&seed) % N);
    return right ? NULL : argument;
}

static void while_other_threads_work(void **state)
{
    OWNED(tropic_context) *context = test_context_of(2);
    unsigned seeds[THREADS], seed = 7;
    pthread_t threads[THREADS];
    int hung = 0;
    if (test_addresses_sanitized()) test_skip("AddressSanitizer's allocator may stop a child");
    assert_true(make_cycle(&shared, context));
    for (unsigned k = 0; k < THREADS; k++) {
        seeds[k] = k;
        assert_int_equal(pthread_create(&threads[k], NULL, work_on, &seeds[k]), 0);
    }
    for (int k = 0; k < FORKS && !hung; k++) {
        usleep((unsigned)rand_r(&seed) % 1000);
        hung += !child_works();
    }
    __atomic_store_n(&stop, true, __ATOMIC_RELAXED);
    for (int k = 0; k < THREADS; k++) {
        void *wrong = NULL;
        pthread_join(threads[k], &wrong);
        assert_null(wrong);
    }
    assert_int_equal(hung, 0);
    tropic_matrix_free(&shared);
}

/* ---- callbacks ---- */

/* Of the callbacks of a test. */
static int forked, failed;

static void fork_here(void)
{
    if (forked >= 5) return;
    forked++;
    failed += !child_works();
}

static bool report(double done, void *user)
{
    fork_here();
    return true;
}

static void from_progress(void **state)
{
    const tropic_context_options options = {
        .size = sizeof options, .device = TROPIC_DEVICE_CPU, .threads = 2, .progress = report};
    OWNED(tropic_context) *context = NULL;
    OWNED(tropic_matrix) *A = NULL;
    OWNED(tropic_vector) *c = NULL;
    forked = failed = 0;
    assert_int_equal(tropic_context_create(&context, &options), TROPIC_OK);
    assert_true(make_cycle(&A, context));
    assert_ok(context, tropic_vector_create(&c, context, TROPIC_FP64, N));
    assert_ok(context, tropic_bc(c, A, NULL, NULL));
    assert_true(forked > 0);
    assert_int_equal(failed, 0);
}

static double add_and_fork(double x, double y)
{
    fork_here();
    return x + y;
}
TROPIC_OPERATOR(forking, double, double, double, add_and_fork(x, y));

static void from_an_operator(void **state)
{
    OWNED(tropic_context) *context = test_context_of(1);
    OWNED(tropic_operator) *op = NULL;
    OWNED(tropic_vector) *v = NULL;
    const double one = 1;
    double value = 0;
    bool present = false;
    forked = failed = 0;
    assert_ok(context, tropic_operator_create(&op, context, &forking));
    assert_ok(context, tropic_vector_create(&v, context, TROPIC_FP64, N));
    assert_ok(context, tropic_vector_fill(v, &one));
    assert_ok(context, tropic_apply(v, NULL, NULL, op, v, &one, NULL));
    assert_ok(context, tropic_vector_get(v, 7, &value, &present));
    assert_true(present && value == 2);
    assert_int_equal(forked, 5);
    assert_int_equal(failed, 0);
}

/* Requests that fail, until something was released. */
static bool is_short;

static void *allocate(size_t bytes, void *user)
{
    fork_here();
    return is_short ? NULL : malloc(bytes);
}
static void release(void *pointer, void *user)
{
    if (is_short) {
        is_short = false; /* here the library looks for room */
        failed += !child_works();
    }
    free(pointer);
}

static void from_an_allocator(void **state)
{
    const tropic_context_options options = {
        .size = sizeof options, .device = TROPIC_DEVICE_CPU, .threads = 1, .allocate = allocate, .release = release};
    OWNED(tropic_context) *context = NULL;
    OWNED(tropic_matrix) *A = NULL;
    forked = failed = 0;
    assert_int_equal(tropic_context_create(&context, &options), TROPIC_OK);
    assert_true(make_cycle(&A, context));
    assert_true(search(context, A, 0)); /* for which A has been transposed */
    is_short = true;
    assert_true(search(context, A, 1));
    assert_false(is_short);
    assert_int_equal(forked, 5);
    assert_int_equal(failed, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(while_other_threads_work),
        cmocka_unit_test(from_progress),
        cmocka_unit_test(from_an_operator),
        cmocka_unit_test(from_an_allocator),
    };
    if (test_threads_sanitized()) {
        printf("skipped: ThreadSanitizer ends a child that starts threads\n");
        return TEST_SKIPPED;
    }
    if (test_emulated()) {
        printf("skipped: the emulator crashes in a child of a program with threads\n");
        return TEST_SKIPPED;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
