/* SPDX-License-Identifier: Apache-2.0
 *
 * Products that the caller captures in a CUDA graph of his own: an odd number of them, launched again and again, with
 * calls of the usual kind in between. Lists that are hubs, and masks, have counts that must not be left over.
 */
#include "tests/common.h"

#include <cuda_runtime_api.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <tropic_cuda.h>

#define assert_cuda(call) assert_int_equal(call, cudaSuccess)

enum { N = 5000, CAPTURED = 3, ROUNDS = 4 };

typedef struct product {
    tropic_context *context;
    tropic_matrix *A;
    tropic_vector *w, *u, *mask; /* mask NULL: none */
    tropic_descriptor descriptor;
} product;

/* Vertex 0 is a neighbour of all others. */
static void make_star(tropic_context *context, tropic_matrix **A)
{
    const tropic_build_options options = {.size = sizeof options, .direction = TROPIC_DIRECTION_UNDIRECTED};
    OWNED_MEMORY tropic_index *from = calloc(N, sizeof *from), *to = calloc(N, sizeof *to);
    OWNED_MEMORY int32_t *ones = calloc(N, sizeof *ones);
    for (tropic_index k = 0; k < N; k++) {
        to[k] = k + 1;
        ones[k] = 1;
    }
    assert_ok(context, tropic_matrix_from_coo(A, context, N, N, N - 1, from, to, TROPIC_INT32, ones, &options));
}

static void open_star(product *p)
{
    const int32_t one = 1;
    make_star(p->context, &p->A);
    assert_ok(p->context, tropic_vector_create(&p->u, p->context, TROPIC_INT32, N));
    assert_ok(p->context, tropic_vector_fill(p->u, &one));
    assert_ok(p->context, tropic_vector_create(&p->w, p->context, TROPIC_INT32, N));
}

/* Every other place, by structure. */
static void open_mask(product *p)
{
    OWNED_MEMORY bool *values = calloc(N, sizeof *values), *has = calloc(N, sizeof *has);
    for (tropic_index k = 0; k < N; k += 2) has[k] = true;
    assert_ok(p->context, tropic_vector_create(&p->mask, p->context, TROPIC_BOOL, N));
    assert_ok(p->context, tropic_vector_put_dense(p->mask, values, has));
    assert_ok(p->context, tropic_vector_set_form(p->mask, TROPIC_BITMAP));
}

static void clear(const product *p)
{
    OWNED_MEMORY int32_t *zero = calloc(N, sizeof *zero);
    assert_ok(p->context, tropic_vector_put_dense(p->w, zero, NULL));
}

static void multiply(const product *p)
{
    assert_ok(p->context, tropic_mxv(p->w, p->mask, NULL, tropic_semiring_builtin(TROPIC_PLUS_TIMES, TROPIC_INT32),
                                     p->A, p->u, &p->descriptor));
}

/* w's values: the degrees, where the mask lets them through. */
static void check(const product *p)
{
    OWNED_MEMORY int32_t *found = calloc(N, sizeof *found);
    assert_ok(p->context, tropic_vector_get_dense(p->w, found, NULL));
    for (tropic_index k = 0; k < N; k++) assert_int_equal(found[k], p->mask && k % 2 ? 0 : k == 0 ? N - 1 : 1);
}

static void run_captured(const product *p)
{
    cudaStream_t stream = tropic_cuda_stream(p->context);
    cudaGraph_t graph = NULL;
    cudaGraphExec_t captured = NULL;
    clear(p);
    multiply(p);
    check(p);
    clear(p);
    assert_cuda(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    for (int k = 0; k < CAPTURED; k++) multiply(p);
    assert_cuda(cudaStreamEndCapture(stream, &graph));
    assert_cuda(cudaGraphInstantiate(&captured, graph, 0));
    for (int round = 0; round < ROUNDS; round++) {
        clear(p);
        assert_cuda(cudaGraphLaunch(captured, stream));
        assert_cuda(cudaStreamSynchronize(stream));
        check(p);
        clear(p);
        multiply(p);
        check(p);
    }
    assert_cuda(cudaGraphExecDestroy(captured));
    assert_cuda(cudaGraphDestroy(graph));
}

static void products_are_captured(void **state)
{
    static const tropic_strategy strategies[] = {TROPIC_STRATEGY_CSC_VECTOR, TROPIC_STRATEGY_CSC_SCALAR,
                                                 TROPIC_STRATEGY_COOC_SCALAR, TROPIC_STRATEGY_CSR_PUSH,
                                                 TROPIC_STRATEGY_AUTO};
    for (int masked = 0; masked < 2; masked++) {
        product p = {.context = test_context(), .descriptor = {.size = sizeof p.descriptor, .structure = true}};
        open_star(&p);
        if (masked) open_mask(&p);
        for (size_t s = 0; s < sizeof strategies / sizeof *strategies; s++) {
            p.descriptor.strategy = strategies[s];
            run_captured(&p);
        }
        tropic_vector_free(&p.u);
        tropic_vector_free(&p.w);
        tropic_vector_free(&p.mask);
        tropic_matrix_free(&p.A);
        tropic_context_free(&p.context);
    }
}

/* Captured before it was ever made, a product that needs memory is refused; nothing is broken by that. */
static void cold_products_are_refused(void **state)
{
    product p = {.context = test_context(), .descriptor = {.size = sizeof p.descriptor}};
    const tropic_semiring *plus_times = tropic_semiring_builtin(TROPIC_PLUS_TIMES, TROPIC_INT32);
    cudaGraph_t graph = NULL;
    p.descriptor.strategy = TROPIC_STRATEGY_CSC_VECTOR;
    open_star(&p);
    clear(&p);
    assert_cuda(cudaStreamBeginCapture(tropic_cuda_stream(p.context), cudaStreamCaptureModeThreadLocal));
    assert_status(p.context, TROPIC_NOT_SUPPORTED, tropic_mxv(p.w, NULL, NULL, plus_times, p.A, p.u, &p.descriptor));
    assert_cuda(cudaStreamEndCapture(tropic_cuda_stream(p.context), &graph));
    assert_non_null(strstr(tropic_context_error(p.context), "captured"));
    assert_cuda(cudaGraphDestroy(graph));
    run_captured(&p);
    tropic_vector_free(&p.u);
    tropic_vector_free(&p.w);
    tropic_matrix_free(&p.A);
    tropic_context_free(&p.context);
}

static void *free_matrix(void *A)
{
    tropic_matrix_free((tropic_matrix **)A);
    return NULL;
}

/* A product with a sparse u, as the library chooses: how many entries it gives is known when the graph has run. It is
 * refused without harm to the capture, or it is right; and so are the next calls. */
static void products_of_lists_are_captured(void **state)
{
    product p = {.context = test_context(), .descriptor = {.size = sizeof p.descriptor}};
    const tropic_semiring *plus_times = tropic_semiring_builtin(TROPIC_PLUS_TIMES, TROPIC_INT32);
    const tropic_operator *plus = tropic_operator_builtin(TROPIC_PLUS, TROPIC_INT32);
    const tropic_index ids[] = {3, 700, 4000};
    const int32_t ones[] = {1, 1, 1};
    cudaStream_t stream = tropic_cuda_stream(p.context);
    cudaGraph_t graph = NULL;
    open_star(&p);
    for (int given = 1; given <= 3; given++) {
        cudaGraphExec_t captured = NULL;
        int32_t found = 0, sum = 0;
        assert_ok(p.context, tropic_vector_put_entries(p.u, given, ids, ones));
        multiply(&p);
        assert_ok(p.context, tropic_vector_clear(p.w));
        assert_cuda(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
        const tropic_status status = tropic_mxv(p.w, NULL, NULL, plus_times, p.A, p.u, &p.descriptor);
        const bool refused = status == TROPIC_NOT_SUPPORTED && strstr(tropic_context_error(p.context), "captured");
        assert_status(p.context, TROPIC_NOT_SUPPORTED, tropic_reduce(&sum, plus, p.u));
        assert_cuda(cudaStreamEndCapture(stream, &graph));
        if (!refused) {
            assert_ok(p.context, status);
            assert_cuda(cudaGraphInstantiate(&captured, graph, 0));
            assert_cuda(cudaGraphLaunch(captured, stream));
            assert_cuda(cudaStreamSynchronize(stream));
            assert_ok(p.context, tropic_vector_get(p.w, 0, &found, NULL));
            assert_int_equal(found, given);
            assert_cuda(cudaGraphExecDestroy(captured));
        }
        assert_cuda(cudaGraphDestroy(graph));
        multiply(&p);
        assert_int_equal(tropic_vector_count(p.w), 1);
        assert_ok(p.context, tropic_vector_get(p.w, 0, &found, NULL));
        assert_int_equal(found, given);
    }
    tropic_vector_free(&p.u);
    tropic_vector_free(&p.w);
    tropic_matrix_free(&p.A);
    tropic_context_free(&p.context);
}

/* By this thread and by another: the capture goes on. Matrices are not made meanwhile. */
static void matrices_are_freed_while_captured(void **state)
{
    product p = {.context = test_context(), .descriptor = {.size = sizeof p.descriptor}};
    product others[2];
    tropic_matrix *made = NULL;
    const tropic_operator *plus = tropic_operator_builtin(TROPIC_PLUS, TROPIC_INT32);
    int32_t entries = 0;
    pthread_t thread;
    cudaGraph_t graph = NULL;
    cudaGraphExec_t captured = NULL;
    open_star(&p);
    for (int k = 0; k < 2; k++) {
        others[k] = p;
        make_star(p.context, &others[k].A);
        clear(&p);
        multiply(&others[k]); /* the device has it now */
    }
    multiply(&p);
    assert_cuda(cudaStreamBeginCapture(tropic_cuda_stream(p.context), cudaStreamCaptureModeThreadLocal));
    multiply(&p);
    tropic_matrix_free(&others[0].A);
    assert_int_equal(pthread_create(&thread, NULL, free_matrix, &others[1].A), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_status(p.context, TROPIC_NOT_SUPPORTED, tropic_transpose(&made, p.context, NULL, NULL, p.A, NULL));
    assert_non_null(strstr(tropic_context_error(p.context), "captured"));
    assert_status(p.context, TROPIC_NOT_SUPPORTED, tropic_matrix_reduce(&entries, p.context, plus, p.A));
    assert_null(made);
    assert_cuda(cudaStreamEndCapture(tropic_cuda_stream(p.context), &graph));
    assert_cuda(cudaGraphInstantiate(&captured, graph, 0));
    clear(&p);
    assert_cuda(cudaGraphLaunch(captured, tropic_cuda_stream(p.context)));
    check(&p);
    assert_ok(p.context, tropic_transpose(&made, p.context, NULL, NULL, p.A, NULL));
    assert_cuda(cudaGraphExecDestroy(captured));
    assert_cuda(cudaGraphDestroy(graph));
    tropic_matrix_free(&made);
    tropic_vector_free(&p.u);
    tropic_vector_free(&p.w);
    tropic_matrix_free(&p.A);
    tropic_context_free(&p.context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(products_are_captured),
        cmocka_unit_test(cold_products_are_refused),
        cmocka_unit_test(products_of_lists_are_captured),
        cmocka_unit_test(matrices_are_freed_while_captured),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
