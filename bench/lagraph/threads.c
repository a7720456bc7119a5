/* SPDX-License-Identifier: Apache-2.0
 *
 * Calls of GraphBLAS from several threads at once: each thread has outputs of its own, and all read the same matrices.
 * Of any GraphBLAS:
 *
 *     cc -O2 -I$root/include bench/lagraph/threads.c -o threads -L$root/lib -lgraphblas -lpthread
 *     LD_LIBRARY_PATH=$root/lib ./threads 2
 *
 * Threads begin a round of calls together. A line for each call: the least time of a round, from the begin of the first
 * thread to the end of the last, over the number of all threads' calls; and the least that one thread's calls took of a
 * processor. Both in nanoseconds. Where threads do not help, the first is as large as the second.
 */
#define _POSIX_C_SOURCE 200112L
#include <GraphBLAS.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MOST 256 /* threads */
#define ROUNDS 300
#define FEW 20 /* entries of sparse vectors */
#define SPIN 1000000

static void check(GrB_Info status, const char *what)
{
    if (status == GrB_SUCCESS) return;
    fprintf(stderr, "threads: %s returned %d\n", what, (int)status);
    exit(1);
}
#define CHECK(call) check(call, #call)

/* Of a thread: vectors of each size, full, of few entries, and the output. */
typedef struct own {
    GrB_Vector full[3], few[3], w[3];
    GrB_Scalar s;
    GrB_Matrix C;
} own;
enum { SMALL, MIDDLE, LARGE };
static const GrB_Index sizes[] = {64, 1 << 12, 1 << 16};

static GrB_Matrix A[3];
static GrB_Vector all[3]; /* full */
static own owns[MOST];

#define CALL(name, call)                                                                                               \
    static void name(own *o, int k)                                                                                    \
    {                                                                                                                  \
        (void)k;                                                                                                       \
        CHECK(call);                                                                                                   \
    }
#define SEMIRING GrB_PLUS_TIMES_SEMIRING_FP64
CALL(set_scalar, GrB_Scalar_setElement_FP64(o->s, 1))
CALL(set_vector, GrB_Vector_setElement_FP64(o->full[MIDDLE], 1, (GrB_Index)k))
CALL(add_small, GrB_Vector_eWiseAdd_BinaryOp(o->w[SMALL], NULL, NULL, GrB_PLUS_FP64, o->full[SMALL], all[SMALL], NULL))
CALL(add_middle,
     GrB_Vector_eWiseAdd_BinaryOp(o->w[MIDDLE], NULL, NULL, GrB_PLUS_FP64, o->full[MIDDLE], all[MIDDLE], NULL))
CALL(push_small, GrB_vxm(o->w[SMALL], NULL, NULL, SEMIRING, o->few[SMALL], A[SMALL], NULL))
CALL(push_middle, GrB_vxm(o->w[MIDDLE], NULL, NULL, SEMIRING, o->few[MIDDLE], A[MIDDLE], NULL))
CALL(push_large, GrB_vxm(o->w[LARGE], NULL, NULL, SEMIRING, o->few[LARGE], A[LARGE], NULL))
CALL(pull_middle, GrB_mxv(o->w[MIDDLE], NULL, NULL, SEMIRING, A[MIDDLE], all[MIDDLE], NULL))
CALL(pull_large, GrB_mxv(o->w[LARGE], NULL, NULL, SEMIRING, A[LARGE], all[LARGE], NULL))
CALL(multiply, GrB_mxm(o->C, NULL, NULL, SEMIRING, A[SMALL], A[SMALL], NULL))

static void get_vector(own *o, int k)
{
    double x;
    CHECK(GrB_Vector_extractElement_FP64(&x, o->full[MIDDLE], (GrB_Index)k));
}
static void make_vector(own *o, int k)
{
    GrB_Vector v;
    (void)o;
    CHECK(GrB_Vector_new(&v, GrB_FP64, 100));
    CHECK(GrB_Vector_setElement_FP64(v, 1, (GrB_Index)k % 100));
    CHECK(GrB_Vector_free(&v));
}

static const struct {
    const char *name;
    void (*call)(own *o, int k);
    int calls; /* of a thread in a round */
} calls[] = {{"Scalar_setElement", set_scalar, 4000},     {"Vector_setElement", set_vector, 3000},
             {"Vector_extractElement", get_vector, 3000}, {"vector: new, set, free", make_vector, 400},
             {"eWiseAdd, 64 full", add_small, 400},       {"eWiseAdd, 2^12 full", add_middle, 100},
             {"vxm, 20 entries, 64", push_small, 200},    {"vxm, 20 entries, 2^12", push_middle, 40},
             {"vxm, 20 entries, 2^16", push_large, 40},   {"mxv, full, 2^12", pull_middle, 4},
             {"mxv, full, 2^16", pull_large, 1},          {"mxm, 64 x 64", multiply, 10}};
#define CALLS (int)(sizeof calls / sizeof *calls)

static uint64_t draw(void)
{
    static uint64_t x = 88172645463325252u;
    x ^= x << 13;
    x ^= x >> 7;
    return x ^= x << 17;
}

/* 16 entries a row; but for the smallest, 8. */
static GrB_Matrix graph(GrB_Index n)
{
    const GrB_Index count = n * (n > sizes[SMALL] ? 16 : 8);
    GrB_Index *rows = malloc(count * sizeof *rows), *cols = malloc(count * sizeof *cols);
    double *values = malloc(count * sizeof *values);
    GrB_Matrix made;
    for (GrB_Index k = 0; k < count; k++) {
        rows[k] = draw() % n;
        cols[k] = draw() % n;
        values[k] = 1 + (double)(draw() % 10);
    }
    CHECK(GrB_Matrix_new(&made, GrB_FP64, n, n));
    CHECK(GrB_Matrix_build_FP64(made, rows, cols, values, count, GrB_PLUS_FP64));
    CHECK(GrB_Matrix_wait(made, GrB_MATERIALIZE));
    free(rows);
    free(cols);
    free(values);
    return made;
}

static GrB_Vector full_vector(GrB_Index n)
{
    GrB_Vector v;
    CHECK(GrB_Vector_new(&v, GrB_FP64, n));
    CHECK(GrB_Vector_assign_FP64(v, NULL, NULL, 1, GrB_ALL, n, NULL));
    CHECK(GrB_Vector_wait(v, GrB_MATERIALIZE));
    return v;
}

static void make_own(own *o)
{
    for (int k = 0; k < 3; k++) {
        o->full[k] = full_vector(sizes[k]);
        CHECK(GrB_Vector_new(&o->w[k], GrB_FP64, sizes[k]));
        CHECK(GrB_Vector_new(&o->few[k], GrB_FP64, sizes[k]));
        for (GrB_Index e = 0; e < FEW; e++) CHECK(GrB_Vector_setElement_FP64(o->few[k], 1, e * sizes[k] / FEW));
        CHECK(GrB_Vector_wait(o->few[k], GrB_MATERIALIZE));
    }
    CHECK(GrB_Scalar_new(&o->s, GrB_FP64));
    CHECK(GrB_Matrix_new(&o->C, GrB_FP64, sizes[SMALL], sizes[SMALL]));
}

static int threads, chosen, arrived, met;
static double begins[ROUNDS][MOST], ends[ROUNDS][MOST], used[ROUNDS][MOST];

static double clock_of(clockid_t which)
{
    struct timespec t;
    clock_gettime(which, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* Until all threads have come here for the time-th time. */
static void meet(int time)
{
    if (__atomic_add_fetch(&arrived, 1, __ATOMIC_SEQ_CST) == time * threads)
        __atomic_store_n(&met, time, __ATOMIC_SEQ_CST);
    for (int k = 1; __atomic_load_n(&met, __ATOMIC_SEQ_CST) < time; k++)
        if (k % SPIN == 0) sched_yield();
}

static void *run(void *argument)
{
    own *o = argument;
    const long t = o - owns;
    for (int round = 0; round < ROUNDS; round++) {
        meet(2 * round + 1);
        const double before = clock_of(CLOCK_THREAD_CPUTIME_ID);
        begins[round][t] = clock_of(CLOCK_MONOTONIC);
        for (int k = 0; k < calls[chosen].calls; k++) calls[chosen].call(o, k);
        ends[round][t] = clock_of(CLOCK_MONOTONIC);
        used[round][t] = clock_of(CLOCK_THREAD_CPUTIME_ID) - before;
        meet(2 * round + 2);
    }
    return NULL;
}

static void report(void)
{
    double least = -1, least_used = -1;
    for (int round = 1; round < ROUNDS; round++) {
        double begin = begins[round][0], end = ends[round][0];
        for (int t = 0; t < threads; t++) {
            if (begins[round][t] < begin) begin = begins[round][t];
            if (ends[round][t] > end) end = ends[round][t];
            if (least_used < 0 || used[round][t] < least_used) least_used = used[round][t];
        }
        if (least < 0 || end - begin < least) least = end - begin;
    }
    printf("%-24s %10.0f %10.0f\n", calls[chosen].name, least / calls[chosen].calls / threads,
           least_used / calls[chosen].calls);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    pthread_t ids[MOST];
    threads = argc > 1 ? atoi(argv[1]) : 2;
    if (threads < 1 || threads > MOST) return 1;
    CHECK(GrB_init(GrB_NONBLOCKING));
    for (int k = 0; k < 3; k++) A[k] = graph(sizes[k]), all[k] = full_vector(sizes[k]);
    for (int t = 0; t < threads; t++) make_own(&owns[t]);
    printf("%d threads\n", threads);
    for (chosen = 0; chosen < CALLS; chosen++) {
        if (argc > 2 && !strstr(calls[chosen].name, argv[2])) continue;
        arrived = met = 0;
        for (int t = 0; t < threads; t++) pthread_create(&ids[t], NULL, run, &owns[t]);
        for (int t = 0; t < threads; t++) pthread_join(ids[t], NULL);
        report();
    }
    return 0;
}
