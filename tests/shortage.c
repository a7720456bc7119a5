/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/shortage.h"
#include "tests/fixtures.h"

#include <pthread.h>
#include <time.h>

enum { N = 400, ARCS = 6000, ROUNDS = 200, FEW_ROUNDS = 20, THREADS = 3 };

static test_ledger *const l = &test_limited;

/* Random arcs, the same for the same seed; on a device, if that has the limit, the arrays are made when first used. */
static tropic_matrix *make(tropic_context *context, uint64_t seed)
{
    const tropic_build_options options = {.size = sizeof options, .duplicates = TROPIC_DUPLICATES_SUM};
    OWNED_MEMORY tropic_index *rows = test_room(ARCS, sizeof *rows), *cols = test_room(ARCS, sizeof *cols);
    OWNED_MEMORY int64_t *values = test_room(ARCS, sizeof *values);
    tropic_matrix *A = NULL;
    for (int k = 0; k < ARCS; k++) {
        rows[k] = test_below(&seed, N);
        cols[k] = test_below(&seed, N);
        values[k] = 1 + test_below(&seed, 9);
    }
    assert_ok(context, tropic_matrix_from_coo(&A, context, N, N, ARCS, rows, cols, TROPIC_INT64, values, &options));
    return A;
}

/* w = A u, or A' u, by lists of destinations. */
static tropic_status multiply(tropic_context *context, const tropic_matrix *A, bool transpose, int64_t *sums)
{
    const tropic_descriptor d = {.size = sizeof d, .transpose = transpose, .strategy = TROPIC_STRATEGY_CSC_SCALAR};
    const int64_t one = 1;
    OWNED(tropic_vector) *u = NULL, *w = NULL;
    tropic_status status = tropic_vector_create(&u, context, TROPIC_INT64, N);
    if (status == TROPIC_OK) status = tropic_vector_create(&w, context, TROPIC_INT64, N);
    if (status == TROPIC_OK) status = tropic_vector_fill(u, &one);
    if (status == TROPIC_OK)
        status = tropic_mxv(w, NULL, NULL, tropic_semiring_builtin(TROPIC_PLUS_TIMES, TROPIC_INT64), A, u, &d);
    if (status == TROPIC_OK) status = tropic_vector_get_dense(w, sums, NULL);
    return status;
}

static tropic_status sum_reals(tropic_context *context, const tropic_matrix *A, double *sum)
{
    return tropic_matrix_reduce(sum, context, tropic_operator_builtin(TROPIC_PLUS, TROPIC_FP64), A);
}

/* The work of the tests: C = A + B. */
static tropic_status add(tropic_context *context, const tropic_matrix *A, const tropic_matrix *B, tropic_matrix **C)
{
    return tropic_matrix_ewise_add(C, context, NULL, NULL, tropic_operator_builtin(TROPIC_PLUS, TROPIC_INT64), A, B,
                                   NULL);
}

static tropic_matrix_forms report(tropic_context *context, const tropic_matrix *A)
{
    tropic_matrix_forms f = {.size = sizeof f};
    assert_ok(context, tropic_matrix_report(A, context, &f));
    return f;
}

typedef struct bench {
    tropic_context *context, *idle;
    tropic_matrix *A, *B, *sum; /* B + B */
    int64_t out[N], in[N];      /* of A, by multiply */
    double total;
    size_t need; /* of B + B, when B's forms are there */
} bench;

/* A has all forms that calls make; the columns were used longest ago, then the cast, then the rows, and then B's. */
static void use_all(bench *b, tropic_context *context)
{
    assert_ok(context, multiply(context, b->A, true, b->in));
    assert_ok(context, sum_reals(context, b->A, &b->total));
    assert_ok(context, multiply(context, b->A, false, b->out));
}

/* The call that will lack memory, whose operands' forms are then the last that were used. */
static void add_once(bench *b)
{
    OWNED(tropic_matrix) *again = NULL;
    const size_t before = l->peak = l->live;
    assert_ok(b->context, add(b->context, b->B, b->B, &again));
    b->need = l->peak - before;
}

static void open_bench(bench *b)
{
    l->limit = SIZE_MAX;
    *b = (bench){.context = test_limited_context(), .idle = test_limited_context()};
    b->A = make(b->context, 1);
    b->B = make(b->context, 2);
    assert_ok(b->idle, multiply(b->idle, b->A, false, b->out)); /* (so the cast has the ids of the rows) */
    use_all(b, b->idle);                                        /* whose calls have ended: it holds nothing */
    assert_ok(b->context, add(b->context, b->B, b->B, &b->sum));
    add_once(b); /* (makes the context's own objects) */
    use_all(b, b->context);
    add_once(b);
}

/* Whatever A has lost, it has its entries. */
static void check_bench(bench *b)
{
    int64_t sums[N];
    double total = 0;
    l->limit = SIZE_MAX;
    assert_ok(b->context, multiply(b->context, b->A, true, sums));
    assert_memory_equal(sums, b->in, sizeof sums);
    assert_ok(b->context, multiply(b->context, b->A, false, sums));
    assert_memory_equal(sums, b->out, sizeof sums);
    assert_ok(b->context, sum_reals(b->context, b->A, &total));
    assert_true(total == b->total);
}

static void bench_free(bench *b)
{
    tropic_matrix_free(&b->A);
    tropic_matrix_free(&b->B);
    tropic_matrix_free(&b->sum);
    tropic_context_free(&b->context);
    tropic_context_free(&b->idle);
    assert_int_equal(l->live, 0);
}

static void check_sum(bench *b, const tropic_matrix *C)
{
    l->limit = SIZE_MAX;
    test_matrices_same(b->context, C, b->context, b->sum);
}

/* One byte is lacking, and the form that was used longest ago goes. */
static void oldest_first(void)
{
    tropic_matrix_forms f;
    tropic_matrix *C = NULL;
    OWNED(bench) b;
    open_bench(&b);
    f = report(b.context, b.A);
    assert_true(f.by_rows && f.by_columns && f.casts == 1 && f.dropped == 0);
    l->limit = l->live + b.need - 1;
    assert_ok(b.context, add(b.context, b.B, b.B, &C));
    f = report(b.context, b.A);
    assert_int_equal(f.dropped, 1);
    assert_true(f.bytes_dropped >= ARCS / 2 * sizeof(int64_t));
    assert_int_equal(l->memory->device ? f.device_bytes_by_columns : f.bytes_by_columns, 0);
    assert_true((l->memory->device ? f.device_bytes_casts : f.bytes_casts) > 0);
    assert_true((l->memory->device ? f.device_bytes_by_rows : f.bytes_by_rows) > 0);
    check_sum(&b, C);
    tropic_matrix_free(&C);
    check_bench(&b);
}

/* Less and less, until all that can be made again has gone; then the call says so, and the entries are there. */
static void all_but_the_entries(void)
{
    tropic_status status = TROPIC_OK;
    tropic_matrix_forms f;
    OWNED(bench) b;
    open_bench(&b);
    for (size_t less = 1; status == TROPIC_OK; less += 1000) {
        tropic_matrix *C = NULL;
        const size_t all = l->live + b.need;
        l->limit = less < all ? all - less : 0;
        status = add(b.context, b.B, b.B, &C);
        if (status == TROPIC_OK) {
            check_sum(&b, C);
            tropic_matrix_free(&C);
        } else {
            assert_int_equal(status, l->memory->status);
            assert_null(C);
        }
    }
    l->limit = SIZE_MAX;
    f = report(b.context, b.A);
    assert_true(f.dropped > 1);
    assert_true(f.bytes_by_rows > 0);
    assert_int_equal(f.bytes_by_columns, l->memory->device ? f.bytes_by_columns : 0);
    assert_int_equal(f.device_bytes_by_rows + f.device_bytes_by_columns + f.device_bytes_casts, 0);
    check_bench(&b);
}

/* Takes all the memory that others can do without. */
static void squeeze(bench *b, tropic_context *context)
{
    tropic_matrix *C = NULL;
    l->limit = l->live;
    while (add(context, b->B, b->B, &C) == TROPIC_OK) {
        tropic_matrix_free(&C);
        l->limit = l->live + b->need - 1;
    }
    assert_null(C);
    l->limit = SIZE_MAX;
}

typedef struct loop {
    bench *b;
    tropic_vector *u, *w;
    tropic_matrix_forms after;
} loop;

static tropic_status use_and_squeeze(void *of)
{
    const tropic_descriptor d = {.size = sizeof d, .transpose = true, .strategy = TROPIC_STRATEGY_CSC_SCALAR};
    loop *p = of;
    const tropic_status status =
        tropic_mxv(p->w, NULL, NULL, tropic_semiring_builtin(TROPIC_PLUS_TIMES, TROPIC_INT64), p->b->A, p->u, &d);
    if (status != TROPIC_OK) return status;
    squeeze(p->b, p->b->idle);
    p->after = report(p->b->idle, p->b->A);
    return TROPIC_OK;
}

/* Forms that a call uses stay while it is under way, even if memory runs short. */
static void used_ones_stay(void)
{
    const int64_t one = 1;
    tropic_matrix_forms before;
    bench b;
    loop p = {.b = &b};
    open_bench(&b);
    assert_ok(b.context, tropic_vector_create(&p.u, b.context, TROPIC_INT64, N));
    assert_ok(b.context, tropic_vector_create(&p.w, b.context, TROPIC_INT64, N));
    assert_ok(b.context, tropic_vector_fill(p.u, &one));
    before = report(b.context, b.A);
    assert_ok(b.context, tropic_loop(b.context, use_and_squeeze, &p, NULL, 1, NULL));
    assert_true(p.after.dropped > 0);
    assert_int_equal(p.after.bytes_by_columns, before.bytes_by_columns);
    assert_int_equal(p.after.device_bytes_by_columns, before.device_bytes_by_columns);
    tropic_vector_free(&p.u);
    tropic_vector_free(&p.w);
    check_bench(&b);
    bench_free(&b);
}

/* So do arrays that were handed out, always. */
static void handed_out_ones_stay(void)
{
    const tropic_index *ids = NULL;
    const tropic_offset *offsets = NULL;
    tropic_index first[ARCS];
    tropic_matrix_forms before, after;
    OWNED(bench) b;
    open_bench(&b);
    assert_ok(b.context, tropic_matrix_csr(b.A, b.context, NULL, NULL, NULL));
    assert_ok(b.context, tropic_matrix_csc(b.A, b.context, &offsets, &ids, NULL));
    memcpy(first, ids, (size_t)offsets[N] * sizeof *ids);
    before = report(b.context, b.A);
    squeeze(&b, b.context);
    after = report(b.context, b.A);
    assert_true(after.dropped > 0);
    assert_int_equal(after.bytes_by_rows, before.bytes_by_rows);
    assert_int_equal(after.bytes_by_columns, before.bytes_by_columns);
    assert_memory_equal(first, ids, (size_t)offsets[N] * sizeof *ids);
    check_bench(&b);
}

/* The rows, used longest ago, lend the cast their ids: that goes before them. */
static void lent_ones_stay(void)
{
    int64_t sums[N];
    tropic_matrix_forms f;
    tropic_matrix *C = NULL;
    double total;
    OWNED(bench) b;
    open_bench(&b);
    assert_ok(b.context, sum_reals(b.context, b.A, &total));
    assert_ok(b.context, multiply(b.context, b.B, true, sums));
    assert_ok(b.context, multiply(b.context, b.A, true, sums));
    add_once(&b);
    l->limit = l->live + b.need - 1;
    assert_ok(b.context, add(b.context, b.B, b.B, &C));
    f = report(b.context, b.A);
    assert_int_equal(f.dropped, 1);
    assert_int_equal(l->memory->device ? f.device_bytes_casts : f.bytes_casts, 0);
    assert_true((l->memory->device ? f.device_bytes_by_rows : f.bytes_by_rows) > 0);
    tropic_matrix_free(&C);
    check_bench(&b);
}

/* Calls that make something of A while they have its lock, so that nobody else may ask for its forms. */
static tropic_status make_columns(bench *b, tropic_matrix **made)
{
    int64_t sums[N];
    const tropic_status status = multiply(b->context, b->A, true, sums);
    if (status == TROPIC_OK) assert_memory_equal(sums, b->in, sizeof sums);
    *made = NULL;
    return status;
}
static tropic_status copy(bench *b, tropic_matrix **made)
{
    return tropic_matrix_duplicate(made, b->context, b->A);
}
static tropic_status transpose(bench *b, tropic_matrix **made)
{
    return tropic_transpose(made, b->context, NULL, NULL, b->A, NULL);
}
static tropic_status make_bitmap(bench *b, tropic_matrix **made)
{
    *made = NULL;
    return tropic_matrix_set_form(b->A, b->context, TROPIC_MATRIX_BITMAP);
}
/* Of a removed entry, which is then set again. */
static tropic_status merge_update(bench *b, tropic_matrix **made)
{
    static tropic_index rows[ARCS], cols[ARCS];
    static int64_t values[ARCS];
    assert_ok(b->context, tropic_matrix_get_entries(b->A, b->context, rows, cols, values));
    assert_ok(b->context, tropic_matrix_remove(b->A, b->context, rows[0], cols[0]));
    const tropic_status status = tropic_matrix_duplicate(made, b->context, b->A);
    assert_ok(b->context, tropic_matrix_set(b->A, b->context, rows[0], cols[0], values));
    return status;
}

/* They lack a byte, which a form of A's own gives up. */
static void its_own(void)
{
    static tropic_status (*const calls[])(bench *, tropic_matrix **) = {make_columns, copy, transpose, make_bitmap,
                                                                        merge_update};
    enum { ON_DEVICE = 3, CALLS = sizeof calls / sizeof *calls };
    OWNED(bench) b;
    open_bench(&b);
    tropic_matrix_free(&b.B); /* (it has forms, too) */
    for (int c = 0; c < (l->memory->device ? ON_DEVICE : CALLS); c++) {
        tropic_matrix *made[2] = {NULL, NULL};
        size_t need = 0;
        for (int lacks = 0; lacks <= 1; lacks++) {
            int64_t sums[N];
            int32_t dropped;
            assert_ok(b.context, tropic_matrix_set_form(b.A, b.context, TROPIC_MATRIX_BY_ROWS));
            if (c > 0) assert_ok(b.context, multiply(b.context, b.A, true, sums));
            assert_ok(b.context, multiply(b.context, b.A, false, sums));
            assert_ok(b.context, sum_reals(b.context, b.A, &b.total));
            dropped = report(b.context, b.A).dropped;
            l->peak = l->live;
            l->limit = lacks ? l->live + need - 1 : SIZE_MAX;
            need = l->live;
            assert_ok(b.context, calls[c](&b, &made[lacks]));
            need = l->peak - need;
            l->limit = SIZE_MAX;
            assert_int_equal(report(b.context, b.A).dropped > dropped, lacks);
        }
        if (made[0]) test_matrices_same(b.context, made[0], b.context, made[1]);
        tropic_matrix_free(&made[0]);
        tropic_matrix_free(&made[1]);
        check_bench(&b);
    }
}

/* -- threads ----------------------------------------------------------------------------------- */

typedef struct worker {
    const bench *shared;
    tropic_context *context;
    int number;
    int wrong, odd;
    int *working; /* how many are */
} worker;

/* Products over the shared matrix, and sums of own ones that come and go. */
static void *work(void *of)
{
    worker *w = of;
    tropic_context *context = w->context;
    for (int k = 0; k < test_sized(ROUNDS, FEW_ROUNDS); k++) {
        const bool transpose = (k + w->number) % 2;
        int64_t sums[N];
        double total = 0;
        OWNED(tropic_matrix) *own = NULL, *C = NULL;
        tropic_status status = multiply(context, w->shared->A, transpose, sums);
        if (status == TROPIC_OK && memcmp(sums, transpose ? w->shared->in : w->shared->out, sizeof sums) != 0)
            w->wrong++;
        if (status == TROPIC_OK) status = sum_reals(context, w->shared->A, &total);
        if (status == TROPIC_OK && total != w->shared->total) w->wrong++;
        if (status == TROPIC_OK) status = tropic_matrix_duplicate(&own, context, w->shared->B);
        if (status == TROPIC_OK) status = multiply(context, own, true, sums);
        if (status == TROPIC_OK) status = add(context, own, w->shared->A, &C);
        w->odd += status != TROPIC_OK && status != l->memory->status;
    }
    __atomic_fetch_sub(w->working, 1, __ATOMIC_RELEASE);
    return NULL;
}

/* So much more than there is now. */
static void allow(size_t more)
{
    pthread_mutex_lock(&l->lock);
    l->limit = more < SIZE_MAX ? l->live + more : SIZE_MAX;
    pthread_mutex_unlock(&l->lock);
}

/* Threads use one matrix and free their own, each in its context, or all in one, while memory comes and goes. */
static void several_threads(bool shared)
{
    const struct timespec moment = {.tv_nsec = 500000};
    int working = THREADS;
    worker workers[THREADS] = {{0}};
    pthread_t threads[THREADS];
    int32_t dropped;
    OWNED(bench) b;
    OWNED(tropic_context) *one = shared ? test_limited_shared_context() : NULL;
    open_bench(&b);
    for (int k = 0; k < THREADS; k++) {
        workers[k] =
            (worker){.shared = &b, .context = shared ? one : test_limited_context(), .number = k, .working = &working};
        assert_int_equal(pthread_create(&threads[k], NULL, work, &workers[k]), 0);
    }
    for (int k = 0; __atomic_load_n(&working, __ATOMIC_ACQUIRE) > 0; k++) {
        allow(k % 2 ? SIZE_MAX : b.need / 2);
        nanosleep(&moment, NULL);
    }
    for (int k = 0; k < THREADS; k++) {
        assert_int_equal(pthread_join(threads[k], NULL), 0);
        assert_int_equal(workers[k].wrong, 0);
        assert_int_equal(workers[k].odd, 0);
        if (!shared) tropic_context_free(&workers[k].context);
    }
    dropped = report(b.context, b.A).dropped + report(b.context, b.B).dropped;
    assert_true(dropped > 0);
    check_bench(&b);
}

void test_shortage_run(const test_shortage *memory)
{
    l->memory = memory;
    oldest_first();
    all_but_the_entries();
    used_ones_stay();
    handed_out_ones_stay();
    lent_ones_stay();
    its_own();
    several_threads(false);
    if (!memory->device) several_threads(true);
}
