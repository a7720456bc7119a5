/* SPDX-License-Identifier: Apache-2.0
 *
 * Device memory: the caller's arrays and vectors in place, the caller's stream, and memory that runs
 * out at the k-th allocation, for every k.
 */
#include "runtime/cuda/cuda_need.h"
#include "tests/failing.h"

#include <cuda_runtime_api.h>
#include <tropic_cuda.h>

#define assert_cuda(call) assert_int_equal(call, cudaSuccess)

enum { N = 6, COUNT = 9 };
static const tropic_offset OFFSETS[N + 1] = {0, 2, 4, 5, 7, 8, 9};
static const tropic_index HEADS[COUNT] = {0, 0, 1, 1, 2, 3, 3, 4, 5};
static const tropic_index IDS[COUNT] = {1, 2, 3, 4, 3, 0, 4, 5, 3};
static const int32_t WEIGHTS[COUNT] = {1, 5, 4, 2, 3, 1, 1, 2, 1};
/* Of shortest paths from vertex 0: 0 -1-> 1 -2-> 4 -2-> 5, 1 -4-> 3, 0 -5-> 2. */
static const int64_t DISTANCES[N] = {0, 1, 5, 5, 3, 5};
static const int32_t LEVELS[N] = {0, 1, 1, 2, 2, 3};

static void *device_copy(const void *from, size_t bytes)
{
    void *to = NULL;
    assert_cuda(cudaMalloc(&to, bytes));
    assert_cuda(cudaMemcpy(to, from, bytes, cudaMemcpyHostToDevice));
    return to;
}

static void check_distances(tropic_context *context, const tropic_matrix *A)
{
    int64_t found[N];
    OWNED(tropic_vector) *distance = NULL;
    assert_ok(context, tropic_vector_create(&distance, context, TROPIC_INT64, N));
    assert_ok(context, tropic_sssp(distance, NULL, A, 0, NULL, NULL));
    assert_ok(context, tropic_vector_get_dense(distance, found, NULL));
    assert_memory_equal(found, DISTANCES, sizeof found);
}

/* The caller's device arrays, by rows and as sorted entries of the transpose: neither is copied. */
static void matrices_view_device_memory(void **state)
{
    const tropic_build_options options = {.size = sizeof options, .location = TROPIC_DEVICE, .view = true};
    tropic_context *context = test_context();
    void *offsets = device_copy(OFFSETS, sizeof OFFSETS), *ids = device_copy(IDS, sizeof IDS);
    void *heads = device_copy(HEADS, sizeof HEADS), *weights = device_copy(WEIGHTS, sizeof WEIGHTS);
    const void *values = NULL;
    tropic_matrix *A = NULL;

    assert_ok(context, tropic_matrix_from_csr(&A, context, N, N, offsets, ids, TROPIC_INT32, weights, &options));
    check_distances(context, A);
    assert_ok(context, tropic_matrix_csr(A, context, NULL, NULL, &values));
    assert_memory_equal(values, WEIGHTS, sizeof WEIGHTS);
    tropic_matrix_free(&A);

    /* Sorted by column: HEADS are the columns of the transpose. */
    assert_ok(context, tropic_matrix_from_coo(&A, context, N, N, COUNT, ids, heads, TROPIC_INT32, weights, &options));
    {
        const tropic_descriptor transpose = {.size = sizeof transpose, .transpose = true};
        const int32_t ones[N] = {1, 1, 1, 1, 1, 1}, sums[N] = {6, 6, 3, 2, 2, 1};
        int32_t found[N];
        OWNED(tropic_vector) *u = NULL, *w = NULL;
        assert_ok(context, tropic_vector_create(&u, context, TROPIC_INT32, N));
        assert_ok(context, tropic_vector_create(&w, context, TROPIC_INT32, N));
        assert_ok(context, tropic_vector_put_dense(u, ones, NULL));
        assert_ok(context, tropic_mxv(w, NULL, NULL, tropic_semiring_builtin(TROPIC_PLUS_TIMES, TROPIC_INT32), A, u,
                                      &transpose));
        assert_ok(context, tropic_vector_get_dense(w, found, NULL));
        assert_memory_equal(found, sums, sizeof sums);
    }
    tropic_matrix_free(&A);
    tropic_context_free(&context);
    assert_cuda(cudaFree(offsets));
    assert_cuda(cudaFree(ids));
    assert_cuda(cudaFree(heads));
    assert_cuda(cudaFree(weights));
}

/* Offsets of 32 bits on the device, copied and viewed: they are widened, and the caller's may change afterwards; ids
 * and values of a view are the caller's. */
static void device_offsets_of_32_bits(void **state)
{
    const int32_t narrow[N + 1] = {0, 2, 4, 5, 7, 8, 9}, falls[N + 1] = {0, 2, 4, 3, 7, 8, 9};
    tropic_context *context = test_context();
    void *ids = device_copy(IDS, sizeof IDS), *weights = device_copy(WEIGHTS, sizeof WEIGHTS);
    void *bad = device_copy(falls, sizeof falls);
    for (int view = 0; view <= 1; view++) {
        void *offsets = device_copy(narrow, sizeof narrow);
        tropic_build_options options = {
            .size = sizeof options, .location = TROPIC_DEVICE, .view = view, .offsets32 = offsets};
        const tropic_offset *found = NULL;
        tropic_matrix *A = NULL;
        assert_ok(context, tropic_matrix_from_csr(&A, context, N, N, NULL, ids, TROPIC_INT32, weights, &options));
        assert_cuda(cudaMemset(offsets, 0x55, sizeof narrow));
        assert_cuda(cudaFree(offsets));
        check_distances(context, A);
        assert_ok(context, tropic_matrix_csr(A, context, &found, NULL, NULL));
        assert_memory_equal(found, OFFSETS, sizeof OFFSETS);
        tropic_matrix_free(&A);
        options.offsets32 = bad;
        assert_status(context, TROPIC_INVALID_ARGUMENT,
                      tropic_matrix_from_csr(&A, context, N, N, NULL, ids, TROPIC_INT32, weights, &options));
        assert_null(A);
    }
    tropic_context_free(&context);
    assert_cuda(cudaFree(ids));
    assert_cuda(cudaFree(weights));
    assert_cuda(cudaFree(bad));
}

static void matrix_of_host_arrays(tropic_context *context, tropic_matrix **A)
{
    assert_ok(context, tropic_matrix_from_csr(A, context, N, N, OFFSETS, IDS, TROPIC_INT32, WEIGHTS, NULL));
}

/* A result in the caller's memory, made on the caller's stream. */
static void vectors_and_streams_are_the_callers(void **state)
{
    cudaStream_t stream;
    tropic_context_options options = {.size = sizeof options, .device = TROPIC_DEVICE_CUDA};
    tropic_context *context = NULL;
    tropic_matrix *A = NULL;
    tropic_vector *level = NULL, *other = NULL;
    int32_t found[N], zeros[N] = {0};
    void *mine = device_copy(zeros, sizeof zeros), *values = NULL;

    assert_cuda(cudaStreamCreate(&stream));
    options.stream = stream;
    assert_int_equal(tropic_context_create(&context, &options), TROPIC_OK);
    assert_ptr_equal(tropic_cuda_stream(context), stream);
    matrix_of_host_arrays(context, &A);

    assert_ok(context, tropic_vector_view(&level, context, TROPIC_INT32, N, mine, TROPIC_DEVICE));
    assert_ok(context, tropic_bfs(level, NULL, A, 0, NULL, NULL));
    assert_cuda(cudaMemcpy(found, mine, sizeof found, cudaMemcpyDeviceToHost));
    assert_memory_equal(found, LEVELS, sizeof found);
    assert_ok(context, tropic_cuda_vector_values(level, &values));
    assert_ptr_equal(values, mine);

    /* Written by the caller on the context's stream, then read through the library. */
    assert_ok(context, tropic_vector_create(&other, context, TROPIC_INT32, N));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_cuda_vector_values(other, &values));
    assert_ok(context, tropic_vector_fill(other, zeros));
    assert_ok(context, tropic_cuda_vector_values(other, &values));
    assert_cuda(cudaMemcpyAsync(values, LEVELS, sizeof LEVELS, cudaMemcpyHostToDevice, tropic_cuda_stream(context)));
    assert_ok(context, tropic_vector_get_dense(other, found, NULL));
    assert_memory_equal(found, LEVELS, sizeof found);
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_cuda_vector_values(other, NULL));

    tropic_vector_free(&level);
    tropic_vector_free(&other);
    tropic_matrix_free(&A);
    tropic_context_free(&context);
    assert_cuda(cudaStreamDestroy(stream));
    assert_cuda(cudaFree(mine));
}

/* In place where they stay full, and refused where not. */
static void operations_write_views(void **state)
{
    const int32_t zeros[N] = {0}, two = 2;
    const tropic_index ids[] = {4, 1};
    const tropic_operator *plus = tropic_operator_builtin(TROPIC_PLUS, TROPIC_INT32);
    const tropic_operator *greater = tropic_operator_builtin(TROPIC_GT, TROPIC_INT32);
    tropic_context *context = test_context();
    tropic_vector *w = NULL;
    int32_t found[N], expected[N] = {2, 4, 2, 2, 4, 2};
    void *mine = device_copy(zeros, sizeof zeros);
    assert_ok(context, tropic_vector_view(&w, context, TROPIC_INT32, N, mine, TROPIC_DEVICE));
    assert_ok(context, tropic_apply(w, NULL, NULL, plus, w, &two, NULL));
    assert_ok(context, tropic_assign_scalar(w, NULL, plus, &two, ids, 2, NULL));
    assert_status(context, TROPIC_NOT_SUPPORTED, tropic_select(w, NULL, NULL, greater, w, &two, NULL));
    assert_cuda(cudaMemcpy(found, mine, sizeof found, cudaMemcpyDeviceToHost));
    assert_memory_equal(found, expected, sizeof found);
    tropic_vector_free(&w);
    tropic_context_free(&context);
    assert_cuda(cudaFree(mine));
}

static void a_cpu_context_has_no_stream(void **state)
{
    tropic_context_options options = {.size = sizeof options, .device = TROPIC_DEVICE_CPU};
    OWNED(tropic_context) *context = NULL;
    OWNED(tropic_vector) *v = NULL;
    void *values = NULL;
    const int32_t zero = 0;
    assert_int_equal(tropic_context_create(&context, &options), TROPIC_OK);
    assert_null(tropic_cuda_stream(context));
    assert_null(tropic_cuda_stream(NULL));
    assert_ok(context, tropic_vector_create(&v, context, TROPIC_INT32, N));
    assert_ok(context, tropic_vector_fill(v, &zero));
    assert_status(context, TROPIC_NO_DEVICE, tropic_cuda_vector_values(v, &values));
}

/* One matrix, its mirror made by the first and still there for the second. */
static void contexts_share_a_matrix(void **state)
{
    tropic_context *first = test_context(), *second = test_context();
    tropic_matrix *A = NULL;
    matrix_of_host_arrays(first, &A);
    check_distances(first, A);
    check_distances(second, A);
    tropic_context_free(&first);
    check_distances(second, A);
    tropic_context_free(&second);
    tropic_matrix_free(&A);
}

/* More than any GPU has: refused in words, and the context goes on. */
static void too_much_memory_is_refused(void **state)
{
    OWNED(tropic_context) *context = test_context();
    const size_t huge = (size_t)1 << 50, small = 4096;
    void *pointer = NULL;
    OWNED(tropic_matrix) *A = NULL;
    assert_status(context, TROPIC_OUT_OF_DEVICE_MEMORY, context->backend->allocate(context, &pointer, huge, "a test"));
    assert_non_null(strstr(tropic_context_error(context), "a test"));
    assert_status(context, TROPIC_OUT_OF_DEVICE_MEMORY,
                  context->backend->mirror_allocate(context, &context->memory, &pointer, huge, "a test"));
    assert_int_equal(context->working, 0);
    assert_ok(context, context->backend->allocate(context, &pointer, small, "a test"));
    assert_int_equal(context->working, small);
    context->backend->release(context, pointer);
    assert_int_equal(context->working, 0);
    matrix_of_host_arrays(context, &A);
    check_distances(context, A);
}

/* Memory of a matrix that was freed is kept for the next, counts as available, is given back when something else needs
 * it, and with the last context of the device. */
static void memory_of_matrices_is_kept(void **state)
{
    enum { PART = 4 }; /* of the free memory */
    tropic_context *context = test_context();
    const tp_backend *backend = context->backend;
    const int device = context->device_index;
    const tp_memory memory = context->memory;
    size_t before = 0, left = 0, all = 0, now = 0;
    void *first = NULL, *second = NULL, *large = NULL;
    assert_ok(context, backend->mirror_allocate(context, &memory, &first, 1, "a test"));
    backend->mirror_release(&memory, device, &first, 1);
    assert_ok(context, backend->available(context, &before));
    const size_t bytes = before / PART;
    assert_ok(context, backend->mirror_allocate(context, &memory, &first, bytes, "a test"));
    assert_ok(context, backend->available(context, &left));
    assert_true(left <= before - bytes / PART * (PART - 1));
    backend->mirror_release(&memory, device, &first, 1);
    assert_ok(context, backend->available(context, &now));
    assert_true(now >= left + bytes / PART * (PART - 1));
    assert_cuda(cudaMemGetInfo(&left, &all)); /* it is kept */
    assert_true(left < before);
    assert_ok(context, backend->mirror_allocate(context, &memory, &second, bytes, "a test"));
    assert_ptr_equal(first, second);
    backend->mirror_release(&memory, device, &second, 1);
    assert_ok(context, backend->allocate(context, &large, before / PART * (PART - 1) + bytes / PART, "a test"));
    backend->release(context, large);
    assert_ok(context, backend->mirror_allocate(context, &memory, &first, before / PART * (PART - 1), "a test"));
    tropic_context_free(&context);
    backend->mirror_release(&memory, device, &first, 1);
    assert_cuda(cudaMemGetInfo(&left, &all));
    assert_true(left > before - bytes / PART);
}

/* Who is refused because the whole device has too little is told what is available, that which pools keep included. */
static void a_refusal_tells_what_is_kept(void **state)
{
    enum { PART = 4 }; /* of the free memory */
    OWNED(tropic_context) *context = test_context();
    const tp_backend *backend = context->backend;
    const tp_memory memory = context->memory;
    unsigned long long needed = 0, told = 0;
    size_t left = 0, unused = 0, all = 0;
    const char *text;
    void *kept = NULL;
    assert_ok(context, backend->available(context, &left));
    assert_ok(context, backend->mirror_allocate(context, &memory, &kept, left / PART, "a test"));
    backend->mirror_release(&memory, context->device_index, &kept, 1);
    assert_ok(context, tp_cuda_need_memory(context, left / PART * (PART - 1), "work", N));
    assert_cuda(cudaMemGetInfo(&unused, &all)); /* it is kept */
    assert_true(unused < left);
    assert_status(context, TROPIC_OUT_OF_DEVICE_MEMORY, tp_cuda_need_memory(context, all + 1, "work", N));
    text = strstr(tropic_context_error(context), "needs ");
    assert_int_equal(sscanf(text, "needs %llu bytes of device memory; %llu are available", &needed, &told), 2);
    assert_int_equal(needed, all + 1);
    assert_true(told > unused + left / PART / PART * (PART - 1));
}

/* While the context's stream is captured, memory of matrices waits: it is given back when more is asked for later. */
static void memory_waits_for_a_capture(void **state)
{
    enum { PART = 4 }; /* of the free memory */
    OWNED(tropic_context) *context = test_context();
    const tp_backend *backend = context->backend;
    const tp_memory memory = context->memory;
    size_t before = 0, left = 0, now = 0;
    void *first = NULL, *second = NULL;
    cudaGraph_t graph = NULL;
    assert_ok(context, backend->available(context, &before));
    assert_ok(context, backend->mirror_allocate(context, &memory, &first, before / PART, "a test"));
    assert_ok(context, backend->available(context, &left));
    assert_cuda(cudaStreamBeginCapture(tropic_cuda_stream(context), cudaStreamCaptureModeThreadLocal));
    backend->mirror_release(&memory, context->device_index, &first, 1);
    assert_status(context, TROPIC_NOT_SUPPORTED, backend->mirror_allocate(context, &memory, &second, 1, "a test"));
    assert_cuda(cudaStreamEndCapture(tropic_cuda_stream(context), &graph));
    assert_ok(context, backend->available(context, &now));
    assert_true(now <= left);
    assert_ok(context, backend->mirror_allocate(context, &memory, &second, 1, "a test"));
    assert_ok(context, backend->available(context, &now));
    assert_true(now > left);
    backend->mirror_release(&memory, context->device_index, &second, 1);
    assert_cuda(cudaGraphDestroy(graph));
}

/* The last context of the device gives back the waiting memory, and nobody has to ask for more. */
static void the_last_context_gives_back_what_waits(void **state)
{
    enum { PART = 4 }; /* of the free memory */
    tropic_context *context = test_context();
    const tp_memory memory = context->memory;
    const int device = context->device_index;
    size_t before = 0, left = 0, all = 0;
    void *first = NULL;
    cudaGraph_t graph = NULL;
    assert_cuda(cudaMemGetInfo(&before, &all));
    assert_ok(context, context->backend->mirror_allocate(context, &memory, &first, before / PART, "a test"));
    assert_cuda(cudaStreamBeginCapture(tropic_cuda_stream(context), cudaStreamCaptureModeThreadLocal));
    context->backend->mirror_release(&memory, device, &first, 1);
    assert_cuda(cudaStreamEndCapture(tropic_cuda_stream(context), &graph));
    assert_cuda(cudaMemGetInfo(&left, &all));
    assert_true(left <= before - before / PART);
    tropic_context_free(&context);
    assert_cuda(cudaMemGetInfo(&left, &all));
    assert_true(left > before - before / PART / PART);
    assert_cuda(cudaGraphDestroy(graph));
}

static void *device_allocate(size_t bytes)
{
    void *pointer = NULL;
    return cudaMalloc(&pointer, bytes) == cudaSuccess ? pointer : NULL;
}

static void device_release(void *pointer)
{
    assert_cuda(cudaFree(pointer));
}

static const test_failing_memory FAILING_DEVICE = {device_allocate, device_release, TROPIC_OUT_OF_DEVICE_MEMORY, true};

static void device_memory_runs_out(void **state)
{
    test_failing_context(&FAILING_DEVICE);
    test_failing_run_all(&FAILING_DEVICE);
}

/* Rows of WIDE entries side by side, in arrays that begin one element behind an allocation: nothing can be read four at
 * a time. */
static void views_need_not_be_aligned(void **state)
{
    enum { ROWS = 600, WIDE = 12, ENTRIES = ROWS * WIDE };
    static const tropic_strategy strategies[] = {TROPIC_STRATEGY_CSC_VECTOR, TROPIC_STRATEGY_CSC_SCALAR,
                                                 TROPIC_STRATEGY_COOC_SCALAR, TROPIC_STRATEGY_CSR_PUSH};
    const tropic_build_options options = {.size = sizeof options, .location = TROPIC_DEVICE, .view = true};
    OWNED(tropic_context) *context = test_context();
    static tropic_offset offsets[ROWS + 1];
    static tropic_index ids[ENTRIES + 1];
    static int32_t values[ENTRIES + 1], x[ROWS], due[ROWS], found[ROWS];
    tropic_vector *u = NULL, *w = NULL;
    tropic_matrix *A = NULL;
    for (tropic_index r = 0; r < ROWS; r++) {
        offsets[r + 1] = offsets[r] + WIDE;
        x[r] = r % 7 - 3;
    }
    for (tropic_index k = 0; k < ENTRIES; k++) {
        const tropic_index row = k / WIDE, first = row < ROWS - WIDE ? row : ROWS - WIDE;
        ids[k + 1] = first + k % WIDE;
        values[k + 1] = k % 5 + 1;
        due[row] += values[k + 1] * x[ids[k + 1]];
    }
    void *o = device_copy(offsets, sizeof offsets), *i = device_copy(ids, sizeof ids);
    void *v = device_copy(values, sizeof values);
    assert_ok(context, tropic_matrix_from_csr(&A, context, ROWS, ROWS, o, (tropic_index *)i + 1, TROPIC_INT32,
                                              (int32_t *)v + 1, &options));
    assert_ok(context, tropic_vector_create(&u, context, TROPIC_INT32, ROWS));
    assert_ok(context, tropic_vector_put_dense(u, x, NULL));
    assert_ok(context, tropic_vector_create(&w, context, TROPIC_INT32, ROWS));
    for (size_t s = 0; s < sizeof strategies / sizeof *strategies; s++) {
        const tropic_descriptor d = {.size = sizeof d, .strategy = strategies[s]};
        assert_ok(context,
                  tropic_mxv(w, NULL, NULL, tropic_semiring_builtin(TROPIC_PLUS_TIMES, TROPIC_INT32), A, u, &d));
        assert_ok(context, tropic_vector_get_dense(w, found, NULL));
        assert_memory_equal(found, due, sizeof due);
    }
    tropic_vector_free(&u);
    tropic_vector_free(&w);
    tropic_matrix_free(&A);
    assert_cuda(cudaFree(o));
    assert_cuda(cudaFree(i));
    assert_cuda(cudaFree(v));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matrices_view_device_memory),
        cmocka_unit_test(device_offsets_of_32_bits),
        cmocka_unit_test(vectors_and_streams_are_the_callers),
        cmocka_unit_test(operations_write_views),
        cmocka_unit_test(views_need_not_be_aligned),
        cmocka_unit_test(a_cpu_context_has_no_stream),
        cmocka_unit_test(contexts_share_a_matrix),
        cmocka_unit_test(memory_of_matrices_is_kept),
        cmocka_unit_test(a_refusal_tells_what_is_kept),
        cmocka_unit_test(memory_waits_for_a_capture),
        cmocka_unit_test(the_last_context_gives_back_what_waits),
        cmocka_unit_test(too_much_memory_is_refused),
        cmocka_unit_test(device_memory_runs_out),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
