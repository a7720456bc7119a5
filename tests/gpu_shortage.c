/* SPDX-License-Identifier: Apache-2.0
 *
 * Device memory runs short beside forms of matrices that can be made again: in the caller's memory, and in the
 * library's own, where the test takes the rest of the device away.
 */
#include "tests/fixtures.h"
#include "tests/shortage.h"

#include <cuda_runtime_api.h>
#include <tropic_cuda.h>

#define assert_cuda(call) assert_int_equal(call, cudaSuccess)

static void *device_allocate(size_t bytes)
{
    void *pointer = NULL;
    return cudaMalloc(&pointer, bytes) == cudaSuccess ? pointer : NULL;
}

static void device_release(void *pointer)
{
    assert_cuda(cudaFree(pointer));
}

static void callers_memory(void **state)
{
    const test_shortage memory = {device_allocate, device_release, TROPIC_OUT_OF_DEVICE_MEMORY, true};
    test_shortage_run(&memory);
}

/* Room for the blocks of pools; and so many times as much there is not, with all that they give back. */
#define LITTLE ((size_t)64 << 20)
#define MUCH 32

/* A band: (i, i + d) for all d < WIDTH, around. */
enum { N = 1 << 19, WIDTH = 16, SMALL = 1 << 10 };

static tropic_matrix *make_band(tropic_context *context, tropic_index n)
{
    const tropic_offset count = (tropic_offset)n * WIDTH;
    OWNED_MEMORY tropic_index *rows = test_room(count, sizeof *rows), *cols = test_room(count, sizeof *cols);
    OWNED_MEMORY int64_t *values = test_room(count, sizeof *values);
    tropic_matrix *A = NULL;
    for (tropic_offset k = 0; k < count; k++) {
        rows[k] = (tropic_index)(k / WIDTH);
        cols[k] = (tropic_index)((k / WIDTH + k % WIDTH) % n);
        values[k] = k % 7;
    }
    assert_ok(context, tropic_matrix_from_coo(&A, context, n, n, count, rows, cols, TROPIC_INT64, values, NULL));
    return A;
}

static void multiply(tropic_context *context, const tropic_matrix *A, bool transpose, tropic_vector *w,
                     const tropic_vector *u)
{
    const tropic_descriptor d = {.size = sizeof d, .transpose = transpose, .strategy = TROPIC_STRATEGY_CSC_VECTOR};
    assert_ok(context, tropic_mxv(w, NULL, NULL, tropic_semiring_builtin(TROPIC_PLUS_TIMES, TROPIC_INT64), A, u, &d));
}

static tropic_matrix_forms report(tropic_context *context, const tropic_matrix *A)
{
    tropic_matrix_forms f = {.size = sizeof f};
    assert_ok(context, tropic_matrix_report(A, context, &f));
    return f;
}

/* Takes all but about so many bytes of the device. */
static void *fill_device(size_t but)
{
    size_t left = 0, all = 0;
    void *filler = NULL;
    assert_cuda(cudaMemGetInfo(&left, &all));
    assert_true(left > but);
    assert_cuda(cudaMalloc(&filler, left - but));
    return filler;
}

/* Asks for so many bytes, which are not there. */
static void ask_in_vain(tropic_context *context, size_t bytes)
{
    const int64_t zero = 0;
    const tropic_index n = (tropic_index)(bytes / sizeof zero);
    OWNED(tropic_vector) *v = NULL;
    tropic_status status = tropic_vector_create(&v, context, TROPIC_INT64, n);
    if (status == TROPIC_OK) status = tropic_vector_fill(v, &zero);
    assert_int_equal(status, TROPIC_OUT_OF_DEVICE_MEMORY);
}

typedef struct pair {
    tropic_context *context, *other;
    tropic_matrix *A, *B;
    tropic_vector *u, *w;
    int64_t *sums; /* of A' */
} pair;

static void open_pair(pair *p)
{
    const int64_t one = 1;
    p->context = test_context();
    p->other = test_context();
    p->A = make_band(p->context, N);
    p->B = make_band(p->context, N);
    assert_ok(p->context, tropic_vector_create(&p->u, p->context, TROPIC_INT64, N));
    assert_ok(p->context, tropic_vector_create(&p->w, p->context, TROPIC_INT64, N));
    assert_ok(p->context, tropic_vector_fill(p->u, &one));
    multiply(p->context, p->A, true, p->w, p->u);
    p->sums = test_values_of(p->context, p->w);
    multiply(p->context, p->A, false, p->w, p->u);
}

static void check_sums(pair *p)
{
    OWNED_MEMORY int64_t *found = test_values_of(p->context, p->w);
    assert_memory_equal(found, p->sums, N * sizeof *found);
}

static void pair_free(pair *p)
{
    free(p->sums);
    tropic_vector_free(&p->u);
    tropic_vector_free(&p->w);
    tropic_matrix_free(&p->A);
    tropic_matrix_free(&p->B);
    tropic_context_free(&p->other);
    tropic_context_free(&p->context);
}

/* The library's own pools: A's copies go when another context needs room for B, whose products are right; A's come
 * back. */
static void own_memory(void **state)
{
    const int64_t one = 1;
    int64_t *found;
    tropic_matrix_forms f;
    size_t bytes;
    void *filler;
    OWNED(pair) p = {0};
    OWNED(tropic_vector) *u = NULL, *w = NULL;
    open_pair(&p);
    assert_ok(p.other, tropic_vector_create(&u, p.other, TROPIC_INT64, N));
    assert_ok(p.other, tropic_vector_create(&w, p.other, TROPIC_INT64, N));
    assert_ok(p.other, tropic_vector_fill(u, &one));
    f = report(p.context, p.A);
    assert_true(f.device_bytes_by_rows > 0 && f.device_bytes_by_columns > 0);
    bytes = f.device_bytes_by_rows;
    filler = fill_device(bytes / 4);
    multiply(p.other, p.B, true, w, u);
    assert_cuda(cudaFree(filler));
    f = report(p.context, p.A);
    assert_true(f.dropped > 0);
    assert_int_equal(f.device_bytes_by_columns, 0); /* used longest ago */
    found = test_values_of(p.other, w);
    assert_memory_equal(found, p.sums, N * sizeof *found);
    free(found);
    multiply(p.context, p.A, true, p.w, p.u);
    check_sums(&p);
}

/* Memory that a graph of the caller's uses stays, whatever is asked for. */
static void captured_ones_stay(void **state)
{
    cudaGraphExec_t launched = NULL;
    cudaGraph_t graph = NULL;
    cudaStream_t stream;
    tropic_matrix_forms f;
    void *filler;
    OWNED(pair) p = {0};
    open_pair(&p);
    multiply(p.context, p.A, true, p.w, p.u);
    stream = tropic_cuda_stream(p.context);
    assert_cuda(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    multiply(p.context, p.A, true, p.w, p.u);
    assert_cuda(cudaStreamEndCapture(stream, &graph));
    assert_cuda(cudaGraphInstantiate(&launched, graph, 0));
    f = report(p.context, p.A);
    filler = fill_device(f.device_bytes_by_rows / 2);
    ask_in_vain(p.other, MUCH * f.device_bytes_by_rows);
    assert_cuda(cudaFree(filler));
    f = report(p.context, p.A);
    assert_int_equal(f.device_bytes_by_rows, 0);
    assert_true(f.device_bytes_by_columns > 0);
    multiply(p.context, p.A, false, p.w, p.u);
    assert_cuda(cudaGraphLaunch(launched, stream));
    check_sums(&p);
    assert_cuda(cudaGraphExecDestroy(launched));
    assert_cuda(cudaGraphDestroy(graph));
}

/* The terms that a product kept go like forms; the next one is right, and keeps them again. */
static void terms_are_dropped(void **state)
{
    const tropic_descriptor keep = {.size = sizeof keep, .structure = true, .keep_symbolic = true};
    const tropic_semiring *plus_times = tropic_semiring_builtin(TROPIC_PLUS_TIMES, TROPIC_INT64);
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_matrix) *A = make_band(context, SMALL), *C = NULL, *wanted = NULL;
    size_t kept;
    assert_ok(context, tropic_mxm(&wanted, context, NULL, NULL, plus_times, A, A, NULL));
    assert_ok(context, tropic_mxm(&C, context, NULL, NULL, plus_times, A, A, &keep));
    kept = report(context, C).device_bytes_symbolic;
    assert_true(kept > 0);
    for (int times = 0; times < 2; times++) {
        void *filler = fill_device(LITTLE);
        ask_in_vain(context, MUCH * LITTLE);
        assert_cuda(cudaFree(filler));
        assert_int_equal(report(context, C).device_bytes_symbolic, 0);
        assert_true(report(context, C).dropped > 0);
        test_matrices_same(context, C, context, wanted);
        assert_ok(context, tropic_mxm(&C, context, C, NULL, plus_times, A, A, &keep));
        assert_int_equal(report(context, C).device_bytes_symbolic, kept);
        test_matrices_same(context, C, context, wanted);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(callers_memory),
        cmocka_unit_test(own_memory),
        cmocka_unit_test(captured_ones_stay),
        cmocka_unit_test(terms_are_dropped),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
