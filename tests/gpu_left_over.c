/* SPDX-License-Identifier: Apache-2.0
 *
 * CUDA remembers an error until somebody asks for the last one. One that the caller left is not the library's:
 * its calls succeed, and are right. (The shared library has CUDA's runtime for itself, and shares no memory of errors;
 * this program, which includes a header of the inside, is linked with the static one.)
 */
#include "runtime/backend.h"
#include "tests/generated.h"

#include <cuda_runtime_api.h>

enum { SIDE = 40, N = SIDE * SIDE };

#define TOO_MUCH ((size_t)1 << 50)

static const cudaError_t left = cudaErrorMemoryAllocation;

static void leave_error(void)
{
    void *memory = NULL;
    assert_int_equal(cudaMalloc(&memory, TOO_MUCH), left);
    assert_int_equal(cudaPeekAtLastError(), left);
}

/* The call succeeds behind an error. */
#define assert_ok_behind_error(context, call)                                                                          \
    do {                                                                                                               \
        leave_error();                                                                                                 \
        assert_ok(context, call);                                                                                      \
    } while (0)

/* Vertex (r, c) is r SIDE + c; its distance from vertex 0 is r + c. */
static tropic_matrix *open_grid(tropic_context *context)
{
    const tropic_build_options options = {.size = sizeof options};
    OWNED(test_graph) grid = test_grid(SIDE, SIDE);
    tropic_matrix *A = NULL;
    OWNED_MEMORY int32_t *ones = test_room(grid.count, sizeof *ones);
    for (int64_t k = 0; k < grid.count; k++) ones[k] = 1;
    assert_ok_behind_error(context, tropic_matrix_from_coo(&A, context, N, N, grid.count, grid.row, grid.col,
                                                           TROPIC_INT32, ones, &options));
    return A;
}

/* The library clears its own errors: so both have the same memory of errors. */
static void test_own_errors(void **state)
{
    OWNED(tropic_context) *context = test_context();
    void *memory = NULL;
    leave_error();
    assert_true(context->backend->allocate(context, &memory, TOO_MUCH, "too much") != TROPIC_OK);
    assert_int_equal(cudaPeekAtLastError(), cudaSuccess);
}

static void test_generators(void **state)
{
    OWNED(tropic_context) *context = test_context(), *host = test_context_of(1);
    for (int k = 0; k < TROPIC_GENERATORS; k++) {
        tropic_generator_options wanted = generated_sample(k, false);
        OWNED(tropic_matrix) *A = NULL, *expected = NULL;
        wanted.weights = k % 2 ? 9 : 0;
        assert_ok_behind_error(context, tropic_matrix_generate(&A, context, &wanted));
        assert_ok(host, tropic_matrix_generate(&expected, host, &wanted));
        test_matrices_same(context, A, host, expected);
    }
}

/* Each place has its number of neighbours. The caller's error stays, where nothing of CUDA's own fails. */
static void test_operations(void **state)
{
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_matrix) *A = open_grid(context);
    OWNED_MEMORY int32_t *values = test_room(N, sizeof *values);
    int32_t total = 0;
    OWNED(tropic_vector) *u = NULL, *w = NULL;
    for (int32_t k = 0; k < N; k++) values[k] = 1;
    u = test_vector_of(context, TROPIC_INT32, N, values);
    assert_ok(context, tropic_vector_create(&w, context, TROPIC_INT32, N));
    for (int s = 0; s < TROPIC_STRATEGIES; s++) {
        const tropic_descriptor how = {.size = sizeof how, .strategy = (tropic_strategy)s};
        const tropic_semiring *plus_times = tropic_semiring_builtin(TROPIC_PLUS_TIMES, TROPIC_INT32);
        for (int time = 0; time < 2; time++)
            assert_ok_behind_error(context, tropic_mxv(w, NULL, NULL, plus_times, A, u, &how));
        assert_int_equal(cudaPeekAtLastError(), left);
        assert_ok_behind_error(context, tropic_vector_get_dense(w, values, NULL));
        for (int32_t v = 0; v < N; v++) {
            const int32_t r = v / SIDE, c = v % SIDE;
            assert_int_equal(values[v], (r > 0) + (r < SIDE - 1) + (c > 0) + (c < SIDE - 1));
        }
    }
    assert_ok_behind_error(context, tropic_vector_set_form(w, TROPIC_BITMAP));
    assert_ok_behind_error(context, tropic_vector_set_form(w, TROPIC_SPARSE));
    assert_int_equal(tropic_vector_count(w), N);
    assert_ok_behind_error(context, tropic_reduce(&total, tropic_operator_builtin(TROPIC_PLUS, TROPIC_INT32), w));
    assert_int_equal(total, 4 * SIDE * (SIDE - 1));
}

/* A search of all, or up to the last vertex. */
static void check_search(tropic_context *context, const tropic_matrix *A, bool weighted, bool whole)
{
    const tropic_index target = N - 1;
    const tropic_run_options options = {
        .size = sizeof options, .targets = whole ? NULL : &target, .target_count = whole ? 0 : 1};
    OWNED(tropic_vector) *result = NULL;
    OWNED_MEMORY double *found = NULL;
    assert_ok(context, tropic_vector_create(&result, context, weighted ? TROPIC_INT64 : TROPIC_INT32, N));
    if (weighted)
        assert_ok_behind_error(context, tropic_sssp(result, NULL, A, 0, &options, NULL));
    else
        assert_ok_behind_error(context, tropic_bfs(result, NULL, A, 0, &options, NULL));
    found = test_numbers_of(context, result);
    for (int32_t v = 0; v < N; v++) assert_true(found[v] == v / SIDE + v % SIDE);
}

static void test_searches(void **state)
{
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_matrix) *A = open_grid(context);
    for (int k = 0; k < 4; k++) check_search(context, A, k / 2 > 0, k % 2 > 0);
}

static void test_betweenness(void **state)
{
    static const tropic_index sources[] = {0, 7, N - 1};
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_matrix) *A = open_grid(context);
    for (tropic_index count = 1; count <= 3; count++) {
        const tropic_bc_options options = {.size = sizeof options, .sources = sources, .source_count = count};
        OWNED_MEMORY double *expected = test_centralities(context, A, TROPIC_FP64, &options, TROPIC_OK, NULL),
                            *found = NULL;
        leave_error();
        found = test_centralities(context, A, TROPIC_FP64, &options, TROPIC_OK, NULL);
        test_centralities_near("grid", found, expected, N, 1e-12, 0);
    }
}

static void check_layout(tropic_context *context, const tropic_matrix *A, tropic_layout_method method, int dimensions)
{
    const tropic_layout_options options = {.size = sizeof options, .method = method, .iterations = 3, .levels = 1};
    tropic_vector *at[3] = {NULL};
    for (int c = 0; c < dimensions; c++) assert_ok(context, tropic_vector_create(&at[c], context, TROPIC_FP32, N));
    assert_ok_behind_error(context, tropic_layout(at[0], at[1], at[2], A, &options, NULL));
    for (int c = 0; c < dimensions; c++) {
        OWNED_MEMORY float *values = test_values_of(context, at[c]);
        assert_int_equal(tropic_vector_count(at[c]), N);
        for (int32_t v = 0; v < N; v++) assert_true(isfinite(values[v]));
        tropic_vector_free(&at[c]);
    }
}

static void test_layouts(void **state)
{
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_matrix) *A = open_grid(context);
    for (int dimensions = 2; dimensions <= 3; dimensions++) {
        check_layout(context, A, TROPIC_LAYOUT_EXACT, dimensions);
        check_layout(context, A, TROPIC_LAYOUT_BARNES_HUT, dimensions);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_own_errors), cmocka_unit_test(test_generators),  cmocka_unit_test(test_operations),
        cmocka_unit_test(test_searches),   cmocka_unit_test(test_betweenness), cmocka_unit_test(test_layouts),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
