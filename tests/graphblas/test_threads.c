/* SPDX-License-Identifier: Apache-2.0
 *
 * Several threads call GraphBLAS at once: on objects of their own, and reading some that they share. ThreadSanitizer
 * runs it, too.
 */
#include "tests/graphblas/common.h"
#include <pthread.h>
#include <string.h>

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

/* ---- each thread does the same jobs in another order, and gets what one thread alone got ---- */

#define SIDE 600 /* of the graph: SIDE^2 / SPARSENESS entries */
#define SPARSENESS 40
#define LINES 3     /* of matrices of few long rows */
#define FAR 2000000 /* of a hypersparse matrix */
#define FAR_STEP 9973
#define LARGE ((GrB_Index)1 << 60)
#define LARGE_STEP ((GrB_Index)1 << 51)
#define TIMES 3 /* that a thread does all jobs */

static struct {
    GrB_Matrix graph, lines, far, large, dense;
    GrB_Vector vector, full;
    GrB_UnaryOp twice;
    GrB_BinaryOp add;
    GrB_Monoid sum;
    GrB_Semiring semiring; /* of functions */
    pthread_barrier_t together;
} common;

static int64_t hash(int64_t a, int64_t b)
{
    uint64_t x = (uint64_t)a * 0x9e3779b97f4a7c15u + (uint64_t)b * 0xbf58476d1ce4e5b9u + 1;
    x ^= x >> 31;
    x *= 0x94d049bb133111ebu;
    return (int64_t)((x ^ x >> 29) & 0x7fffffff);
}

/* Of a job: -1 if it failed; the answer is never below 0. */
#define TRY(call)                                                                                                      \
    if ((call) != GrB_SUCCESS) return -1

static int64_t sum_of_matrix(GrB_Matrix A)
{
    int64_t sum = 0;
    TRY(GrB_Matrix_reduce_INT64(&sum, NULL, GrB_PLUS_MONOID_INT64, A, NULL));
    return sum & INT64_MAX;
}

static int64_t sum_of_vector(GrB_Vector v)
{
    int64_t sum = 0;
    GrB_Index count;
    TRY(GrB_Vector_reduce_INT64(&sum, NULL, GrB_PLUS_MONOID_INT64, v, NULL));
    TRY(GrB_Vector_nvals(&count, v));
    return (sum + 31 * (int64_t)count) & INT64_MAX;
}

/* Products with the graph: by its rows, and by its columns, which are made at the first use. */
static int64_t push_and_pull(GrB_Semiring semiring)
{
    OWNED(GrB_Vector) v = NULL, w = NULL;
    TRY(GrB_Vector_new(&v, GrB_INT64, SIDE));
    TRY(GrB_Vector_new(&w, GrB_INT64, SIDE));
    TRY(GrB_Vector_setElement_INT64(v, 1, 5));
    for (int step = 0; step < 4; step++) TRY(GrB_vxm(v, NULL, GrB_PLUS_INT64, semiring, v, common.graph, NULL));
    TRY(GrB_mxv(w, common.vector, NULL, semiring, common.graph, common.full, GrB_DESC_S));
    TRY(GrB_vxm(w, NULL, GrB_MAX_INT64, semiring, common.vector, common.graph, NULL));
    TRY(GrB_mxv(w, NULL, GrB_PLUS_INT64, semiring, common.graph, v, GrB_DESC_T0));
    return sum_of_vector(w);
}

static int64_t products(void)
{
    return push_and_pull(GrB_PLUS_TIMES_SEMIRING_INT64);
}
static int64_t first_uses(void)
{
    return push_and_pull(GrB_MAX_FIRST_SEMIRING_INT64) / 2 + push_and_pull(GrB_MIN_MAX_SEMIRING_INT64) / 2;
}
static int64_t functions(void)
{
    OWNED(GrB_Matrix) C = NULL;
    TRY(GrB_Matrix_new(&C, GrB_INT64, SIDE, SIDE));
    TRY(GrB_Matrix_apply(C, NULL, common.add, common.twice, common.graph, GrB_DESC_T0));
    TRY(GrB_Matrix_eWiseAdd_BinaryOp(C, NULL, NULL, common.add, C, common.graph, NULL));
    return push_and_pull(common.semiring) / 2 + sum_of_matrix(C) / 2;
}

static int64_t matrices(void)
{
    OWNED(GrB_Matrix) C = NULL, T = NULL;
    OWNED(GrB_Vector) sums = NULL;
    TRY(GrB_Matrix_new(&C, GrB_INT64, SIDE, SIDE));
    TRY(GrB_mxm(C, common.graph, NULL, GrB_PLUS_TIMES_SEMIRING_INT64, common.graph, common.graph, GrB_DESC_ST1));
    TRY(GrB_Matrix_eWiseMult_BinaryOp(C, NULL, GrB_PLUS_INT64, GrB_MINUS_INT64, C, common.graph, GrB_DESC_T1));
    TRY(GrB_Matrix_eWiseAdd_BinaryOp(C, NULL, NULL, GrB_PLUS_INT64, C, common.dense, NULL));
    TRY(GrB_Matrix_select_INT64(C, NULL, NULL, GrB_TRIL, C, -1, NULL));
    TRY(GrB_Matrix_setElement_INT64(C, 77, 3, 4));
    TRY(GrB_Matrix_removeElement(C, 9, 1));
    TRY(GrB_Vector_new(&sums, GrB_INT64, SIDE));
    TRY(GrB_Matrix_reduce_Monoid(sums, NULL, NULL, GrB_PLUS_MONOID_INT64, common.graph, GrB_DESC_T0));
    TRY(GrB_Matrix_reduce_Monoid(sums, NULL, GrB_PLUS_INT64, common.sum, C, NULL));
    TRY(GrB_Matrix_dup(&T, common.graph));
    TRY(GrB_Matrix_assign(T, NULL, GrB_PLUS_INT64, C, GrB_ALL, SIDE, GrB_ALL, SIDE, NULL));
    return sum_of_vector(sums) / 2 + sum_of_matrix(T) / 2;
}

/* A matrix of few long rows, which one call has row by row, and another whole. */
static int64_t long_rows(void)
{
    OWNED(GrB_Matrix) C = NULL, D = NULL, both = NULL;
    TRY(GrB_Matrix_new(&C, GrB_INT64, LINES, LONG));
    TRY(GrB_mxm(C, common.lines, NULL, GrB_PLUS_TIMES_SEMIRING_INT64, common.lines, shared, GrB_DESC_SC));
    TRY(GrB_Matrix_new(&both, GrB_INT64, 2 * LINES, LONG));
    TRY(GxB_Matrix_concat(both, (GrB_Matrix[]){common.lines, common.lines}, 2, 1, NULL));
    TRY(GrB_Matrix_new(&D, GrB_INT64, LINES, LINES));
    TRY(GrB_mxm(D, NULL, NULL, GrB_PLUS_TIMES_SEMIRING_INT64, common.lines, C, GrB_DESC_T1));
    TRY(GrB_mxm(D, NULL, GrB_PLUS_INT64, GrB_PLUS_TIMES_SEMIRING_INT64, common.lines, common.lines, GrB_DESC_T1));
    return sum_of_matrix(C) / 2 + sum_of_matrix(D) / 2 + sum_of_matrix(both);
}

static int64_t hypersparse(void)
{
    OWNED(GrB_Matrix) C = NULL;
    OWNED(GrB_Vector) v = NULL;
    int64_t value = 0;
    TRY(GrB_Matrix_new(&C, GrB_INT64, FAR, FAR));
    TRY(GrB_mxm(C, NULL, NULL, GrB_PLUS_TIMES_SEMIRING_INT64, common.far, common.far, GrB_DESC_T1));
    TRY(GrB_Vector_new(&v, GrB_INT64, FAR));
    TRY(GrB_Vector_setElement_INT64(v, 3, FAR_STEP));
    TRY(GrB_vxm(v, NULL, GrB_PLUS_INT64, GrB_PLUS_TIMES_SEMIRING_INT64, v, common.far, NULL));
    TRY(GrB_Matrix_extractElement_INT64(&value, common.far, 0, 0));
    return sum_of_matrix(C) / 4 + sum_of_vector(v) / 4 + value;
}

/* Threads read a matrix that has to share a dictionary with theirs, and add ids to it. */
static int64_t large(void)
{
    OWNED(GrB_Matrix) C = NULL, D = NULL;
    OWNED(GrB_Vector) v = NULL;
    int64_t value = 0;
    TRY(GrB_Matrix_new(&C, GrB_INT64, LARGE, LARGE));
    for (GrB_Index k = 0; k < 40; k++) TRY(GrB_Matrix_setElement_INT64(C, 1, k, LARGE - 1 - k * LARGE_STEP));
    TRY(GrB_mxm(C, NULL, GrB_PLUS_INT64, GrB_PLUS_TIMES_SEMIRING_INT64, common.large, common.large, NULL));
    TRY(GrB_Matrix_select_INT64(C, NULL, NULL, GrB_ROWGT, C, 20, NULL));
    TRY(GrB_Matrix_dup(&D, common.large));
    for (GrB_Index k = 0; k < 40; k++) TRY(GrB_Matrix_setElement_INT64(D, 3, k * k, 7));
    TRY(GrB_Matrix_eWiseAdd_BinaryOp(C, NULL, NULL, GrB_PLUS_INT64, C, D, NULL));
    TRY(GrB_Vector_new(&v, GrB_INT64, LARGE));
    TRY(GrB_Matrix_reduce_Monoid(v, NULL, NULL, GrB_PLUS_MONOID_INT64, common.large, NULL));
    TRY(GrB_Matrix_extractElement_INT64(&value, common.large, 0, 0));
    return sum_of_matrix(C) / 4 + sum_of_vector(v) / 4 + value;
}

static int64_t walking(void)
{
    GxB_Iterator it = NULL;
    int64_t sum = 0;
    TRY(GxB_Iterator_new(&it));
    GrB_Info info = GxB_rowIterator_attach(it, common.graph, NULL);
    if (info == GrB_SUCCESS) info = GxB_rowIterator_seekRow(it, 0);
    for (; info != GxB_EXHAUSTED; info = GxB_rowIterator_nextRow(it))
        for (; info == GrB_SUCCESS; info = GxB_rowIterator_nextCol(it))
            sum += hash((int64_t)GxB_rowIterator_getColIndex(it), GxB_Iterator_get_INT64(it)) % 1000;
    TRY(GxB_Iterator_free(&it));
    return sum;
}

/* Small calls, errors, and one that changes the library. */
static int64_t small(void)
{
    OWNED(GrB_Scalar) s = NULL;
    OWNED(GrB_Vector) v = NULL, few = NULL;
    const GrB_Index places[] = {1, 5, 7};
    const char *error = NULL;
    int64_t sum = 0, value = 0;
    TRY(GrB_Scalar_new(&s, GrB_INT64));
    TRY(GrB_Vector_new(&v, GrB_INT64, SIDE));
    TRY(GrB_Vector_new(&few, GrB_INT64, 3));
    for (int64_t k = 0; k < 200; k++) {
        TRY(GrB_Vector_setElement_INT64(v, hash(k, 3) % 1000, (GrB_Index)hash(k, 4) % SIDE));
        TRY(GrB_Scalar_setElement_INT64(s, k));
        TRY(GrB_Vector_setElement_Scalar(v, s, (GrB_Index)k));
        TRY(GrB_Vector_extractElement_INT64(&value, common.full, (GrB_Index)k));
        sum += value;
    }
    if (GrB_Vector_setElement_INT64(v, 1, SIDE) != GrB_INVALID_INDEX) return -1;
    TRY(GrB_Vector_error(&error, v));
    if (!strstr(error, "600")) return -1;
    TRY(GrB_Vector_extract(few, NULL, NULL, common.full, places, 3, NULL));
    TRY(GrB_Global_set_INT32(GrB_GLOBAL, GrB_ROWMAJOR, GrB_STORAGE_ORIENTATION_HINT));
    TRY(GrB_Global_set_INT32(GrB_GLOBAL, (int32_t)test_device(), TROPIC_GRAPHBLAS_DEVICE));
    return sum + sum_of_vector(v) / 2 + sum_of_vector(few);
}

static int64_t (*const jobs[])(void) = {products,    first_uses, functions, matrices, long_rows,
                                        hypersparse, large,      walking,   small};
#define JOBS (sizeof jobs / sizeof *jobs)
static int64_t answers[JOBS];

static void *do_jobs(void *argument)
{
    const size_t first = (size_t) * (const int64_t *)argument;
    bool right = true;
    pthread_barrier_wait(&common.together);
    for (size_t k = 0; k < TIMES * JOBS && right; k++) {
        const size_t job = (first + k) % JOBS;
        right = jobs[job]() == answers[job];
        if (!right) fprintf(stderr, "job %zu has another answer\n", job);
    }
    return right ? NULL : argument;
}

static GrB_Index place(int64_t k, int64_t which, GrB_Index size, GrB_Index step)
{
    return (GrB_Index)hash(k, which) % (size / step + (size % step > 0)) * step;
}

/* Entries at places by a rule; the last are set one by one, and stay pending until the wait. */
static void fill_matrix(GrB_Matrix *A, GrB_Index rows, GrB_Index cols, GrB_Index step, GrB_Index count)
{
    ok(GrB_Matrix_new(A, GrB_INT64, rows, cols));
    for (GrB_Index k = 0; k < count; k++)
        ok(GrB_Matrix_setElement_INT64(*A, hash((int64_t)k, 1) % 100, place((int64_t)k, 2, rows, step),
                                       place((int64_t)k, 3, cols, step)));
    ok(GrB_Matrix_wait(*A, GrB_COMPLETE));
}

static void make_common(void)
{
    make_cycle(LONG);
    fill_matrix(&common.graph, SIDE, SIDE, 1, SIDE * SIDE / SPARSENESS);
    fill_matrix(&common.lines, LINES, LONG, 1, LONG / 50);
    fill_matrix(&common.far, FAR, FAR, FAR_STEP, SIDE);
    ok(GrB_Matrix_setElement_INT64(common.far, 41, 0, 0));
    ok(GrB_Matrix_wait(common.far, GrB_COMPLETE));
    fill_matrix(&common.large, LARGE, LARGE, LARGE_STEP, SIDE);
    ok(GrB_Matrix_setElement_INT64(common.large, 41, 0, 0));
    ok(GrB_Matrix_wait(common.large, GrB_COMPLETE));
    ok(GrB_Matrix_new(&common.dense, GrB_INT64, SIDE, SIDE));
    ok(GrB_Matrix_assign_INT64(common.dense, NULL, NULL, 3, GrB_ALL, SIDE, GrB_ALL, SIDE, NULL));
    ok(GrB_Vector_new(&common.vector, GrB_INT64, SIDE));
    for (int64_t k = 0; k < SIDE / 5; k++)
        ok(GrB_Vector_setElement_INT64(common.vector, k, (GrB_Index)hash(k, 9) % SIDE));
    ok(GrB_Vector_wait(common.vector, GrB_COMPLETE));
    ok(GrB_Vector_new(&common.full, GrB_INT64, SIDE));
    ok(GrB_Vector_assign_INT64(common.full, NULL, NULL, 7, GrB_ALL, SIDE, NULL));
    ok(GrB_UnaryOp_new(&common.twice, twice, GrB_INT64, GrB_INT64));
    ok(GrB_BinaryOp_new(&common.add, add, GrB_INT64, GrB_INT64, GrB_INT64));
    ok(GrB_Monoid_new_INT64(&common.sum, common.add, 0));
    ok(GrB_Semiring_new(&common.semiring, common.sum, common.add));
}

static void free_common(void)
{
    ok(GrB_Matrix_free(&shared));
    ok(GrB_Matrix_free(&common.graph));
    ok(GrB_Matrix_free(&common.lines));
    ok(GrB_Matrix_free(&common.far));
    ok(GrB_Matrix_free(&common.large));
    ok(GrB_Matrix_free(&common.dense));
    ok(GrB_Vector_free(&common.vector));
    ok(GrB_Vector_free(&common.full));
    ok(GrB_Semiring_free(&common.semiring));
    ok(GrB_Monoid_free(&common.sum));
    ok(GrB_BinaryOp_free(&common.add));
    ok(GrB_UnaryOp_free(&common.twice));
}

/* The threads meet objects, semirings and a library that nobody has used yet. `turn`: each begins with another job. */
static void same_jobs(void **state, int64_t turn)
{
    make_common();
    for (size_t job = 0; job < JOBS; job++) {
        answers[job] = jobs[job]();
        assert_true(answers[job] > 0);
    }
    free_common();
    ok(GrB_finalize());
    assert_int_equal(setup(state), 0);
    make_common();
    assert_int_equal(pthread_barrier_init(&common.together, NULL, THREADS), 0);
    run_threads(do_jobs, turn);
    pthread_barrier_destroy(&common.together);
    free_common();
}

static void jobs_at_once(void **state)
{
    same_jobs(state, 0);
}

static void jobs_in_turn(void **state)
{
    same_jobs(state, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(walks), cmocka_unit_test(long_vectors),
                                       cmocka_unit_test(jobs_at_once), cmocka_unit_test(jobs_in_turn)};
    test_need_device();
    return cmocka_run_group_tests(tests, setup, teardown);
}
