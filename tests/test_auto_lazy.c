/* SPDX-License-Identifier: Apache-2.0
 *
 * When a context of TROPIC_DEVICE_AUTO makes its device ready.
 */
#define _GNU_SOURCE
#include "runtime/choice.h" /* or the program has the public library alone */
#include "runtime/tuning.h"
#include "tests/fixtures.h"
#include "tests/made_up_gpu.h"

#define N 1000
/* A path of so many vertices is much work by its size (and little in truth). */
#define LONG 6000
/* Seconds of work that are more than a GPU's start. */
#define MUCH (2 * TP_GPU_START_SECONDS)

/* All of it takes a CPU longer than a GPU's start, by its size. */
static void work_much(tropic_context *context)
{
    OWNED(tropic_matrix) *A = test_path_matrix(context, LONG);
    OWNED(tropic_vector) *centrality = NULL;
    double ends[LONG];
    assert_ok(context, tropic_vector_create(&centrality, context, TROPIC_FP64, LONG));
    assert_ok(context, tropic_bc(centrality, A, NULL, NULL));
    assert_ok(context, tropic_vector_get_dense(centrality, ends, NULL));
    assert_true(ends[0] == 0 && ends[1] == 2.0 * (LONG - 2));
}

static void work_little(tropic_context *context)
{
    OWNED(tropic_matrix) *A = test_path_matrix(context, N);
    OWNED(tropic_vector) *level = NULL;
    int32_t last;
    assert_ok(context, tropic_vector_create(&level, context, TROPIC_INT32, N));
    assert_ok(context, tropic_bfs(level, NULL, A, 0, NULL, NULL));
    assert_ok(context, tropic_vector_get(level, N - 1, &last, NULL));
    assert_int_equal(last, N - 1);
}

static void assert_chosen(const tropic_context *context, tropic_device device, const char *reason)
{
    assert_int_equal(tropic_context_device(context), device);
    assert_string_equal(tropic_context_error(context), "");
    if (!strstr(tropic_context_device_reason(context), reason))
        fail_msg("'%s' does not say '%s'", tropic_context_device_reason(context), reason);
    if (!*reason) assert_string_equal(tropic_context_device_reason(context), "");
}

static void little_work_opens_nothing(void **state)
{
    tropic_context *context = gpu_context();
    for (int k = 0; k < 100; k++) work_little(context);
    assert_int_equal(gpu.opened, 0);
    /* A question is answered once and for all. */
    assert_chosen(context, TROPIC_DEVICE_CPU, "the work is small");
    work_much(context);
    assert_chosen(context, TROPIC_DEVICE_CPU, "the work is small");
    assert_int_equal(gpu.opened, 0);
    tropic_context_free(&context);
    assert_int_equal(gpu.closed, 0);
}

static void much_work_opens_the_gpu_once(void **state)
{
    tropic_context *context = gpu_context();
    work_little(context);
    work_much(context);
    assert_int_equal(gpu.opened, 1);
    work_little(context);
    work_much(context);
    assert_int_equal(gpu.opened, 1);
    assert_chosen(context, TROPIC_DEVICE_CUDA, "");
    assert_string_equal(tropic_context_device_name(context), "made up");
    tropic_context_free(&context);
    assert_int_equal(gpu.closed, 1);
}

static void work(tropic_context *context, double seconds)
{
    if (tp_undecided(context)) tp_choose_by_work(context, true, seconds);
}

/* Calls of which each is less than a GPU's start come to more; calls that a GPU would not do sooner come to nothing. */
static void work_adds_up(void **state)
{
    OWNED(tropic_context) *context = gpu_context();
    for (int k = 0; k < 100000; k++) work(context, TP_LEAST_SECONDS / 2);
    assert_int_equal(gpu.opened, 0);
    for (int k = 0; k < 9; k++) work(context, TP_GPU_START_SECONDS / 10);
    assert_int_equal(gpu.opened, 0);
    for (int k = 0; k < 2; k++) work(context, TP_GPU_START_SECONDS / 10);
    assert_int_equal(gpu.opened, 1);
}

static void a_question_before_work_opens_the_gpu(void **state)
{
    for (int which = 0; which < 3; which++) {
        OWNED(tropic_context) *context = gpu_context();
        if (which == 0) assert_int_equal(tropic_context_device(context), TROPIC_DEVICE_CUDA);
        if (which == 1) assert_string_equal(tropic_context_device_name(context), "made up");
        if (which == 2) assert_string_equal(tropic_context_device_reason(context), "");
        assert_int_equal(gpu.opened, 1);
    }
}

/* ---- vectors from before ---- */

enum { EMPTY, SPARSE, PENDING, BITMAP, FULL, BLOCK, NONE, VECTORS };

static void set_every(tropic_context *context, tropic_vector *v, tropic_index step)
{
    for (tropic_index i = 0; i < tropic_vector_size(v); i += step) assert_ok(context, tropic_vector_set(v, i, &i));
}

static void make_vectors(tropic_context *context, tropic_vector **v)
{
    const int32_t seven = 7;
    for (int k = 0; k < VECTORS; k++)
        assert_ok(context, k == BLOCK ? tropic_vector_create_block(&v[k], context, TROPIC_INT32, N / 4, 4)
                                      : tropic_vector_create(&v[k], context, TROPIC_INT32, k == NONE ? 0 : N));
    set_every(context, v[SPARSE], N / 7);
    assert_ok(context, tropic_vector_wait(v[SPARSE]));
    set_every(context, v[PENDING], N / 5);
    assert_ok(context, tropic_vector_wait(v[PENDING]));
    set_every(context, v[PENDING], N / 3);
    assert_ok(context, tropic_vector_remove(v[PENDING], N / 5));
    set_every(context, v[BITMAP], 2);
    assert_ok(context, tropic_vector_set_form(v[BITMAP], TROPIC_BITMAP));
    assert_ok(context, tropic_vector_fill(v[FULL], &seven));
    set_every(context, v[BLOCK], 3);
}

static void assert_same(tropic_context *context, tropic_context *other, tropic_vector **v, tropic_vector **w)
{
    for (int k = 0; k < VECTORS; k++) {
        int32_t a[N], b[N];
        bool has_a[N], has_b[N];
        assert_int_equal(tropic_vector_size(v[k]), tropic_vector_size(w[k]));
        assert_int_equal(tropic_vector_count(v[k]), tropic_vector_count(w[k]));
        assert_int_equal(tropic_vector_get_form(v[k]), tropic_vector_get_form(w[k]));
        assert_ok(context, tropic_vector_get_dense(v[k], a, has_a));
        assert_ok(other, tropic_vector_get_dense(w[k], b, has_b));
        for (tropic_index i = 0; i < tropic_vector_size(v[k]); i++) {
            assert_int_equal(has_a[i], has_b[i]);
            if (has_a[i]) assert_int_equal(a[i], b[i]);
        }
    }
}

/* Goes on with vectors as if nothing had happened. */
static void change(tropic_context *context, tropic_vector **v)
{
    const tropic_operator *plus = tropic_operator_builtin(TROPIC_PLUS, TROPIC_INT32);
    for (int k = 0; k < NONE; k++) {
        set_every(context, v[k], N / 4 + k);
        assert_ok(context, tropic_ewise_add(v[k], NULL, NULL, plus, v[k], v[FULL], NULL));
    }
}

static void free_vectors(tropic_vector **v)
{
    for (int k = 0; k < VECTORS; k++) tropic_vector_free(&v[k]);
}

/* Before the choice vectors are swapped, moved away and freed, too. */
static void vectors_go_with_their_context(void **state)
{
    OWNED(tropic_context) *context = gpu_context(), *other = test_context();
    tropic_vector *v[VECTORS], *w[VECTORS], *gone = NULL;
    make_vectors(other, w);
    make_vectors(context, v);
    assert_ok(context, tropic_vector_duplicate(&gone, v[SPARSE]));
    assert_ok(context, tropic_vector_swap(v[SPARSE], gone));
    tropic_vector_free(&gone);
    assert_ok(context, tropic_vector_swap(v[BITMAP], v[FULL]));
    assert_ok(context, tropic_vector_swap(v[BITMAP], v[FULL]));
    assert_ok(context, tropic_vector_duplicate(&gone, v[FULL]));
    assert_ok(context, tropic_vector_move(gone, other));
    work_much(context);
    assert_int_equal(gpu.opened, 1);
    tropic_vector_free(&gone);
    assert_same(context, other, v, w);
    change(context, v);
    change(other, w);
    assert_same(context, other, v, w);
    free_vectors(v);
    free_vectors(w);
}

/* Vectors that outlive the context, with a choice and without. */
static void vectors_outlive_their_context(void **state)
{
    for (int chosen = 0; chosen < 2; chosen++) {
        tropic_context *context = gpu_context();
        tropic_vector *v[VECTORS];
        make_vectors(context, v);
        if (chosen) work_much(context);
        tropic_context_free(&context);
        free_vectors(v);
        assert_int_equal(gpu.closed, chosen);
    }
}

static void a_gpu_that_fails_leaves_all_on_the_cpu(void **state)
{
    for (int k = -1; k < 12; k++) { /* the vectors have 9 arrays, and later ones of the run are the CPU's */
        OWNED(tropic_context) *context = gpu_context(), *other = test_context();
        tropic_vector *v[VECTORS], *w[VECTORS];
        make_vectors(other, w);
        make_vectors(context, v);
        if (k < 0)
            gpu.answer = TROPIC_OUT_OF_DEVICE_MEMORY;
        else
            gpu.left = k;
        work(context, MUCH);
        assert_int_equal(gpu.opened, 1);
        if (tropic_context_device(context) == TROPIC_DEVICE_CPU) {
            assert_chosen(context, TROPIC_DEVICE_CPU, k < 0 ? "its memory is taken" : "no room for a vector");
            assert_string_equal(tropic_context_device_name(context), "CPU, 2 threads");
            assert_int_equal(gpu.closed, k >= 0);
        } else {
            assert_true(k > 5);
            gpu.left = -1;
        }
        assert_same(context, other, v, w);
        change(context, v);
        change(other, w);
        assert_same(context, other, v, w);
        work_much(context);
        assert_int_equal(gpu.opened, 1);
        free_vectors(v);
        free_vectors(w);
    }
}

/* ---- within calls ---- */

static bool ask(double done, void *context)
{
    assert_int_equal(tropic_context_device(*(tropic_context **)context), TROPIC_DEVICE_CPU);
    return true;
}

static void a_question_within_a_call_is_answered_by_its_device(void **state)
{
    OWNED(tropic_context) *context = NULL;
    context = gpu_context_with((tropic_context_options){.progress = ask, .progress_user = &context});
    work_little(context);
    assert_chosen(context, TROPIC_DEVICE_CPU, "the work is small");
    assert_int_equal(gpu.opened, 0);
}

typedef struct body {
    tropic_vector *v;
    int calls;
} body;

static tropic_status step(void *user)
{
    body *b = user;
    const tropic_operator *plus = tropic_operator_builtin(TROPIC_PLUS, TROPIC_INT32);
    b->calls++;
    tp_choose_by_work(tropic_vector_context(b->v), false, MUCH);
    return tropic_ewise_add(b->v, NULL, NULL, plus, b->v, b->v, NULL);
}

/* The work of a loop's body counts, and chooses between two of them. */
static void a_loop_goes_to_the_gpu_between_bodies(void **state)
{
    OWNED(tropic_context) *context = gpu_context();
    const int32_t one = 1;
    int32_t sum;
    body b = {NULL, 0};
    assert_ok(context, tropic_vector_create(&b.v, context, TROPIC_INT32, 3));
    assert_ok(context, tropic_vector_fill(b.v, &one));
    assert_ok(context, tropic_loop(context, step, &b, NULL, 5, NULL));
    assert_int_equal(b.calls, 5);
    assert_int_equal(gpu.opened, 1);
    assert_chosen(context, TROPIC_DEVICE_CUDA, "");
    assert_ok(context, tropic_vector_get(b.v, 2, &sum, NULL));
    assert_int_equal(sum, 32);
    tropic_vector_free(&b.v);
}

/* ---- memory of the caller's ---- */

static void the_callers_memory_chooses(void **state)
{
    int32_t values[3] = {1, 2, 3};
    const tropic_offset offsets[] = {0, 0};
    const tropic_index ids[] = {0};
    const tropic_build_options there = {.size = sizeof there, .location = TROPIC_DEVICE};
    OWNED(tropic_context) *context = gpu_context();
    tropic_vector *v = NULL;
    OWNED(tropic_matrix) *A = NULL;
    assert_ok(context, tropic_vector_view(&v, context, TROPIC_INT32, 3, values, TROPIC_HOST));
    work_much(context);
    assert_int_equal(gpu.opened, 0);
    assert_chosen(context, TROPIC_DEVICE_CPU, "host memory of the caller");
    tropic_vector_free(&v);
    tropic_context_free(&context);

    /* (The made-up GPU's memory is the host's, so that it refuses these.) */
    context = gpu_context();
    (void)tropic_vector_view(&v, context, TROPIC_INT32, 3, values, TROPIC_DEVICE);
    assert_int_equal(gpu.opened, 1);
    tropic_vector_free(&v);
    tropic_context_free(&context);
    context = gpu_context();
    work_little(context);
    (void)tropic_matrix_from_csr(&A, context, 1, 1, offsets, ids, TROPIC_BOOL, NULL, &there);
    assert_int_equal(gpu.opened, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(little_work_opens_nothing),
        cmocka_unit_test(much_work_opens_the_gpu_once),
        cmocka_unit_test(work_adds_up),
        cmocka_unit_test(a_question_before_work_opens_the_gpu),
        cmocka_unit_test(vectors_go_with_their_context),
        cmocka_unit_test(vectors_outlive_their_context),
        cmocka_unit_test(a_gpu_that_fails_leaves_all_on_the_cpu),
        cmocka_unit_test(a_question_within_a_call_is_answered_by_its_device),
        cmocka_unit_test(a_loop_goes_to_the_gpu_between_bodies),
        cmocka_unit_test(the_callers_memory_chooses),
    };
    unsetenv("TROPIC_DEVICE");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
