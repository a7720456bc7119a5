/* SPDX-License-Identifier: Apache-2.0
 *
 * Arguments that the algorithms and the product refuse: outputs are then untouched.
 */
#include <tropic_define.h>

#include "tests/context.h"
#include "tests/fixtures.h"
#include "tests/files.h"

enum { N = 4 };

TROPIC_STRUCT(spot, int32_t x, y;);

static tropic_matrix *square, *rectangle, *weighed, *sides;
/* As values of any type. */
static const int64_t zeros[N + 1];
static tropic_vector *int32, *int64, *fp32, *fp64, *bools, *longer;

static int set_up(void **unused)
{
    const tropic_index row[] = {0, 1, 2}, col[] = {1, 2, 3};
    const double weight[] = {1, 2, 3};
    const char two_sides[] = "% bip unweighted\n% 2 4 4\n1 4\n3 2\n";
    char *path = test_file_name("out.sides");
    context = test_context();
    assert_ok(context, tropic_matrix_from_coo(&square, context, N, N, 3, row, col, TROPIC_BOOL, NULL, NULL));
    assert_ok(context, tropic_matrix_from_coo(&rectangle, context, N, N + 1, 3, row, col, TROPIC_BOOL, NULL, NULL));
    assert_ok(context, tropic_matrix_from_coo(&weighed, context, N, N, 3, row, col, TROPIC_FP64, weight, NULL));
    test_write(path, two_sides, sizeof two_sides - 1);
    assert_ok(context, tropic_matrix_load(&sides, context, path, NULL));
    assert_int_equal(remove(path), 0);
    free(path);
    int32 = test_vector_of(context, TROPIC_INT32, N, zeros);
    int64 = test_vector_of(context, TROPIC_INT64, N, zeros);
    fp32 = test_vector_of(context, TROPIC_FP32, N, zeros);
    fp64 = test_vector_of(context, TROPIC_FP64, N, zeros);
    bools = test_vector_of(context, TROPIC_BOOL, N, zeros);
    longer = test_vector_of(context, TROPIC_INT32, N + 1, zeros);
    return 0;
}

static int tear_down(void **unused)
{
    tropic_vector **all[] = {&int32, &int64, &fp32, &fp64, &bools, &longer};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) tropic_vector_free(all[k]);
    tropic_matrix_free(&square);
    tropic_matrix_free(&rectangle);
    tropic_matrix_free(&weighed);
    tropic_matrix_free(&sides);
    return context_close(unused);
}

#define assert_refused(status, call) assert_status(context, TROPIC_##status, call)

static const tropic_run_options no_such_strategy = {.size = sizeof(tropic_run_options),
                                                    .strategy = (tropic_strategy)TROPIC_STRATEGIES};
static const tropic_run_options no_size = {.size = 0};

static void test_bfs(void **unused)
{
    tropic_layout_quality quality = {.size = sizeof quality};
    assert_refused(INDEX_OUT_OF_RANGE, tropic_bfs(int32, NULL, square, -1, NULL, NULL));
    assert_refused(INDEX_OUT_OF_RANGE, tropic_bfs(int32, NULL, square, N, NULL, NULL));
    assert_refused(INDEX_OUT_OF_RANGE, tropic_bfs(int32, NULL, square, INT32_MAX, NULL, NULL));
    assert_refused(TYPE_MISMATCH, tropic_bfs(int64, NULL, square, 0, NULL, NULL));
    assert_refused(TYPE_MISMATCH, tropic_bfs(int32, fp64, square, 0, NULL, NULL));
    assert_refused(DIMENSION_MISMATCH, tropic_bfs(longer, NULL, square, 0, NULL, NULL));
    assert_refused(DIMENSION_MISMATCH, tropic_bfs(int32, longer, square, 0, NULL, NULL));
    assert_refused(DIMENSION_MISMATCH, tropic_bfs(int32, NULL, rectangle, 0, NULL, NULL));
    assert_refused(DIMENSION_MISMATCH, tropic_bfs(int32, NULL, sides, 0, NULL, NULL));
    assert_string_equal(tropic_context_error(context), "A is 4 x 4, between two sets of vertices");
    assert_refused(DIMENSION_MISMATCH, tropic_sssp(int64, NULL, sides, 0, NULL, NULL));
    assert_refused(DIMENSION_MISMATCH, tropic_bc(fp64, sides, NULL, NULL));
    assert_refused(DIMENSION_MISMATCH, tropic_potential(fp64, sides, fp64, fp64, 0));
    assert_refused(DIMENSION_MISMATCH, tropic_layout(fp32, fp64, NULL, sides, NULL, NULL));
    assert_refused(DIMENSION_MISMATCH, tropic_layout_measure(&quality, sides, fp32, fp64, NULL, 1, 1));
    assert_refused(INVALID_ARGUMENT, tropic_bfs(int32, NULL, NULL, 0, NULL, NULL));
    assert_refused(INVALID_ARGUMENT, tropic_bfs(int32, NULL, square, 0, &no_such_strategy, NULL));
    assert_refused(INVALID_ARGUMENT, tropic_bfs(int32, NULL, square, 0, &no_size, NULL));
    assert_refused(INVALID_ARGUMENT, tropic_bfs(int32, int32, square, 0, NULL, NULL));
    assert_int_equal(tropic_bfs(NULL, NULL, square, 0, NULL, NULL), TROPIC_INVALID_ARGUMENT);
}

static void test_sssp(void **unused)
{
    assert_refused(INDEX_OUT_OF_RANGE, tropic_sssp(int64, NULL, square, -1, NULL, NULL));
    assert_refused(INDEX_OUT_OF_RANGE, tropic_sssp(fp64, NULL, weighed, N, NULL, NULL));
    /* The type of distances follows the weights'. */
    assert_refused(TYPE_MISMATCH, tropic_sssp(int32, NULL, square, 0, NULL, NULL));
    assert_refused(TYPE_MISMATCH, tropic_sssp(fp64, NULL, square, 0, NULL, NULL));
    assert_refused(TYPE_MISMATCH, tropic_sssp(fp32, NULL, weighed, 0, NULL, NULL));
    assert_refused(TYPE_MISMATCH, tropic_sssp(int64, NULL, weighed, 0, NULL, NULL));
    assert_refused(TYPE_MISMATCH, tropic_sssp(fp64, int64, weighed, 0, NULL, NULL));
    assert_refused(DIMENSION_MISMATCH, tropic_sssp(int64, longer, square, 0, NULL, NULL));
    assert_refused(DIMENSION_MISMATCH, tropic_sssp(int64, NULL, rectangle, 0, NULL, NULL));
    assert_refused(INVALID_ARGUMENT, tropic_sssp(int64, NULL, square, 0, &no_such_strategy, NULL));
    assert_refused(INVALID_ARGUMENT, tropic_sssp(int64, NULL, NULL, 0, NULL, NULL));
    assert_int_equal(tropic_sssp(NULL, NULL, square, 0, NULL, NULL), TROPIC_INVALID_ARGUMENT);
}

static void test_bad_weights(void **unused)
{
    const tropic_index row[] = {0, 1}, col[] = {1, 2};
    const double weights[][2] = {{1, NAN}, {NAN, 1}, {1, -HUGE_VAL}};
    for (int k = 0; k < 3; k++) {
        OWNED(tropic_matrix) *A = NULL;
        assert_ok(context, tropic_matrix_from_coo(&A, context, N, N, 2, row, col, TROPIC_FP64, weights[k], NULL));
        assert_refused(INVALID_ARGUMENT, tropic_sssp(fp64, NULL, A, 0, NULL, NULL));
    }
}

/* An infinite weight is an arc that leads nowhere. */
static void test_infinite_weight(void **unused)
{
    const tropic_index row[] = {0, 1, 2}, col[] = {1, 2, 3};
    const double weight[] = {1, HUGE_VAL, 1};
    double distance[N];
    int32_t parent[N];
    OWNED(tropic_matrix) *A = NULL;
    assert_ok(context, tropic_matrix_from_coo(&A, context, N, N, 3, row, col, TROPIC_FP64, weight, NULL));
    for (int strategy = 0; strategy < TROPIC_STRATEGIES; strategy++) {
        const tropic_run_options options = {.size = sizeof options, .strategy = (tropic_strategy)strategy};
        assert_ok(context, tropic_sssp(fp64, int32, A, 0, &options, NULL));
        assert_ok(context, tropic_vector_get_dense(fp64, distance, NULL));
        assert_ok(context, tropic_vector_get_dense(int32, parent, NULL));
        assert_true(distance[1] == 1 && isinf(distance[2]) && isinf(distance[3]));
        assert_true(parent[0] == 0 && parent[1] == 0 && parent[2] == -1 && parent[3] == -1);
    }
}

/* Distances that leave int64 are a status where they are shortest, and else do no harm. */
static void test_integer_overflow(void **unused)
{
    const tropic_index row[] = {0, 1, 0}, col[] = {1, 2, 2};
    const int64_t weight[] = {5, INT64_MAX - 1, 3};
    int64_t distance[N];
    OWNED(tropic_matrix) *A = NULL;
    assert_ok(context, tropic_matrix_from_coo(&A, context, N, N, 2, row, col, TROPIC_INT64, weight, NULL));
    assert_refused(OVERFLOW, tropic_sssp(int64, NULL, A, 0, NULL, NULL));
    tropic_matrix_free(&A);
    assert_ok(context, tropic_matrix_from_coo(&A, context, N, N, 3, row, col, TROPIC_INT64, weight, NULL));
    assert_ok(context, tropic_sssp(int64, NULL, A, 0, NULL, NULL));
    assert_ok(context, tropic_vector_get_dense(int64, distance, NULL));
    assert_true(distance[1] == 5 && distance[2] == 3 && distance[3] == INT64_MAX);
}

/* Unsigned weights: int64 holds the distances, and must hold each weight of 64 bits. */
static void test_unsigned_weights(void **unused)
{
    const tropic_index row[] = {0, 1, 3}, col[] = {1, 2, 0};
    const uint32_t narrow[] = {UINT32_MAX, UINT32_MAX, UINT32_MAX};
    const uint64_t max = INT64_MAX;
    const uint64_t wide[][3] = {{5, max - 6, 1}, {5, max - 5, 1}, {5, max, 1}, {5, 1, max + 1}};
    int64_t distance[N];
    tropic_matrix *A = NULL;
    assert_ok(context, tropic_matrix_from_coo(&A, context, N, N, 3, row, col, TROPIC_UINT32, narrow, NULL));
    assert_refused(TYPE_MISMATCH, tropic_sssp(int32, NULL, A, 0, NULL, NULL));
    assert_ok(context, tropic_sssp(int64, NULL, A, 0, NULL, NULL));
    assert_ok(context, tropic_vector_get_dense(int64, distance, NULL));
    assert_true(distance[1] == UINT32_MAX && distance[2] == 2 * (int64_t)UINT32_MAX);
    tropic_matrix_free(&A);
    for (int k = 0; k < 4; k++) {
        assert_ok(context, tropic_matrix_from_coo(&A, context, N, N, 3, row, col, TROPIC_UINT64, wide[k], NULL));
        if (k == 0) {
            assert_ok(context, tropic_sssp(int64, NULL, A, 0, NULL, NULL));
            assert_ok(context, tropic_vector_get_dense(int64, distance, NULL));
            assert_true(distance[2] == INT64_MAX - 1 && distance[3] == INT64_MAX);
        } else {
            assert_refused(OVERFLOW, tropic_sssp(int64, NULL, A, 0, NULL, NULL));
        }
        tropic_matrix_free(&A);
    }
    assert_non_null(strstr(tropic_context_error(context), "9223372036854775808 from vertex 3 to 0"));
}

/* A floating distance that is too large, whatever the way; an infinite weight is no arc. */
static void test_floating_overflow(void **unused)
{
    const tropic_index row[] = {0, 1, 0}, col[] = {1, 2, 3};
    const float single[] = {3e38f, 3e38f, -1};
    const double large[] = {1.5e308, 1.5e308, -1}, infinite[] = {1, HUGE_VAL, 2};
    double distance[N];
    for (tropic_offset negative = 0; negative < 2; negative++) {
        tropic_matrix *A = NULL;
        assert_ok(context,
                  tropic_matrix_from_coo(&A, context, N, N, 2 + negative, row, col, TROPIC_FP32, single, NULL));
        assert_refused(OVERFLOW, tropic_sssp(fp32, NULL, A, 0, NULL, NULL));
        tropic_matrix_free(&A);
        assert_ok(context, tropic_matrix_from_coo(&A, context, N, N, 2 + negative, row, col, TROPIC_FP64, large, NULL));
        assert_refused(OVERFLOW, tropic_sssp(fp64, NULL, A, 0, NULL, NULL));
        tropic_matrix_free(&A);
    }
    for (int strategy = 0; strategy < TROPIC_STRATEGIES; strategy++) {
        const tropic_run_options options = {.size = sizeof options, .strategy = (tropic_strategy)strategy};
        tropic_matrix *A = NULL;
        assert_ok(context, tropic_matrix_from_coo(&A, context, N, N, 3, row, col, TROPIC_FP64, infinite, NULL));
        assert_ok(context, tropic_sssp(fp64, int32, A, 0, &options, NULL));
        assert_ok(context, tropic_vector_get_dense(fp64, distance, NULL));
        assert_true(distance[1] == 1 && isinf(distance[2]) && distance[3] == 2);
        tropic_matrix_free(&A);
    }
}

/* Cycles whose search rounding, or minus infinity, ends early. */
static void test_rounded_cycle(void **unused)
{
    const tropic_index row[] = {0, 1, 2}, col[] = {1, 2, 1};
    const double slight[] = {0, -1, 0.99999999999999988898}, huge[] = {-1e308, -1e308, -1e308};
    OWNED(tropic_matrix) *A = NULL;
    assert_ok(context, tropic_matrix_from_coo(&A, context, N, N, 3, row, col, TROPIC_FP64, slight, NULL));
    assert_refused(NEGATIVE_CYCLE, tropic_sssp(fp64, NULL, A, 0, NULL, NULL));
    tropic_matrix_free(&A);
    assert_ok(context, tropic_matrix_from_coo(&A, context, N, N, 3, row, col, TROPIC_FP64, huge, NULL));
    assert_refused(OVERFLOW, tropic_sssp(fp64, NULL, A, 0, NULL, NULL));
}

static void test_bc(void **unused)
{
    const tropic_index sources[] = {0, N, -1};
    tropic_bc_options options = {.size = sizeof options};
    assert_refused(TYPE_MISMATCH, tropic_bc(int32, square, NULL, NULL));
    assert_refused(DIMENSION_MISMATCH, tropic_bc(fp64, rectangle, NULL, NULL));
    assert_refused(INVALID_ARGUMENT, tropic_bc(fp64, NULL, NULL, NULL));
    options.sources = sources;
    options.source_count = 2;
    assert_refused(INDEX_OUT_OF_RANGE, tropic_bc(fp64, square, &options, NULL));
    options.sources = sources + 2;
    options.source_count = 1;
    assert_refused(INDEX_OUT_OF_RANGE, tropic_bc(fp64, square, &options, NULL));
    options.source_count = -1;
    assert_refused(INVALID_ARGUMENT, tropic_bc(fp64, square, &options, NULL));
    options = (tropic_bc_options){.size = sizeof options, .normalize = (tropic_normalize)9};
    assert_refused(INVALID_ARGUMENT, tropic_bc(fp64, square, &options, NULL));
    options = (tropic_bc_options){.size = sizeof options, .strategy = (tropic_strategy)TROPIC_STRATEGIES};
    assert_refused(INVALID_ARGUMENT, tropic_bc(fp64, square, &options, NULL));
    assert_int_equal(tropic_bc(NULL, square, NULL, NULL), TROPIC_INVALID_ARGUMENT);
}

static void test_outputs_untouched(void **unused)
{
    const double ones[N] = {1, 1, 1, 1};
    double values[N];
    assert_ok(context, tropic_vector_put_dense(fp64, ones, NULL));
    assert_refused(DIMENSION_MISMATCH, tropic_bc(fp64, rectangle, NULL, NULL));
    assert_refused(INDEX_OUT_OF_RANGE, tropic_sssp(fp64, NULL, weighed, N, NULL, NULL));
    assert_ok(context, tropic_vector_get_dense(fp64, values, NULL));
    assert_memory_equal(values, ones, sizeof ones);
    assert_ok(context, tropic_vector_put_dense(fp64, zeros, NULL));
}

static void test_empty_graph(void **unused)
{
    const tropic_offset offsets[] = {0};
    OWNED(tropic_matrix) *none = NULL;
    OWNED(tropic_vector) *level = test_vector_of(context, TROPIC_INT32, 0, zeros);
    OWNED(tropic_vector) *centrality = test_vector_of(context, TROPIC_FP64, 0, zeros);
    assert_ok(context, tropic_matrix_from_csr(&none, context, 0, 0, offsets, NULL, TROPIC_BOOL, NULL, NULL));
    assert_refused(INDEX_OUT_OF_RANGE, tropic_bfs(level, NULL, none, 0, NULL, NULL));
    assert_ok(context, tropic_bc(centrality, none, NULL, NULL));
}

static void test_product(void **unused)
{
    const tropic_semiring *s = tropic_semiring_builtin(TROPIC_PLUS_TIMES, TROPIC_FP64);
    const tropic_operator *none = NULL;
    tropic_descriptor bad = {.size = sizeof bad, .strategy = (tropic_strategy)TROPIC_STRATEGIES};
    OWNED(tropic_vector) *u = test_vector_of(context, TROPIC_FP64, N, zeros), *spots = NULL;
    tropic_type spot_is = TROPIC_BOOL;
    assert_ok(context, tropic_type_define(&spot_is, context, &spot_type));
    spots = test_vector_of(context, spot_is, N, NULL);
    assert_refused(INVALID_ARGUMENT, tropic_mxv(fp64, NULL, none, NULL, weighed, u, NULL));
    assert_refused(INVALID_ARGUMENT, tropic_mxv(fp64, NULL, none, s, NULL, u, NULL));
    assert_refused(INVALID_ARGUMENT, tropic_mxv(fp64, NULL, none, s, weighed, NULL, NULL));
    assert_refused(INVALID_ARGUMENT, tropic_mxv(fp64, NULL, none, s, weighed, u, &bad));
    assert_refused(TYPE_MISMATCH, tropic_mxv(spots, NULL, none, s, weighed, u, NULL));
    assert_refused(TYPE_MISMATCH, tropic_mxv(fp64, NULL, none, s, weighed, spots, NULL));
    assert_refused(DIMENSION_MISMATCH, tropic_mxv(fp64, longer, none, s, weighed, u, NULL));
    assert_refused(DIMENSION_MISMATCH, tropic_mxv(fp64, NULL, none, s, rectangle, u, NULL));
    assert_refused(DIMENSION_MISMATCH, tropic_vxm(fp64, NULL, none, s, u, rectangle, NULL));
    assert_int_equal(tropic_mxv(NULL, NULL, none, s, weighed, u, NULL), TROPIC_INVALID_ARGUMENT);
}

/* A product with a hole does not fit a view of full memory; and host memory is no view of a GPU's context. */
static void test_view(void **unused)
{
    const tropic_semiring *s = tropic_semiring_builtin(TROPIC_PLUS_TIMES, TROPIC_FP64);
    const tropic_operator *plus = tropic_operator_builtin(TROPIC_PLUS, TROPIC_FP64);
    double memory[N] = {1, 2, 3, 4};
    const double before[N] = {1, 2, 3, 4}, after[N] = {3, 8, 15, 4};
    OWNED(tropic_vector) *w = NULL;
    if (test_device() != TROPIC_DEVICE_CPU) {
        assert_refused(NOT_SUPPORTED, tropic_vector_view(&w, context, TROPIC_FP64, N, memory, TROPIC_HOST));
        assert_null(w);
        return;
    }
    assert_ok(context, tropic_vector_view(&w, context, TROPIC_FP64, N, memory, TROPIC_HOST));
    assert_refused(NOT_SUPPORTED, tropic_mxv(w, NULL, NULL, s, weighed, w, NULL));
    assert_memory_equal(memory, before, sizeof before);
    assert_ok(context, tropic_mxv(w, NULL, plus, s, weighed, w, NULL));
    assert_memory_equal(memory, after, sizeof after);
}

static void test_reproducible(void **unused)
{
    tropic_context_options options = {.size = sizeof options, .device = test_device(), .reproducible = true};
    const double ones[N] = {1, 1, 1, 1};
    const tropic_operator *sum = tropic_operator_builtin(TROPIC_PLUS, TROPIC_FP64);
    OWNED(tropic_context) *strict = NULL;
    OWNED(tropic_vector) *w = NULL, *ids = NULL;
    if (tropic_context_create(&strict, &options) != TROPIC_OK) fail_msg("no context");
    w = test_vector_of(strict, TROPIC_FP64, N, ones);
    assert_ok(strict, tropic_vector_create(&ids, strict, TROPIC_INT32, N));
    for (int strategy = 0; strategy < TROPIC_STRATEGIES; strategy++) {
        tropic_descriptor d = {.size = sizeof d, .strategy = (tropic_strategy)strategy};
        bool atomic = strategy == TROPIC_STRATEGY_CSR_PUSH;
        const tropic_semiring *plus = tropic_semiring_builtin(TROPIC_PLUS_TIMES, TROPIC_FP64);
        const tropic_semiring *min = tropic_semiring_builtin(TROPIC_MIN_PLUS, TROPIC_FP64);
        const tropic_semiring *any = tropic_semiring_builtin(TROPIC_ANY_SECONDI, TROPIC_INT32);
        const tropic_semiring *pair = tropic_semiring_builtin(TROPIC_ANY_PAIR, TROPIC_INT32);
        tropic_status expected = atomic ? TROPIC_NOT_SUPPORTED : TROPIC_OK;
        assert_int_equal(tropic_mxv(w, NULL, sum, plus, weighed, w, &d), expected);
        assert_int_equal(tropic_mxv(ids, NULL, NULL, any, weighed, w, &d), expected);
        assert_ok(strict, tropic_mxv(ids, NULL, NULL, pair, weighed, w, &d));
        assert_ok(strict, tropic_mxv(w, NULL, sum, min, weighed, w, &d));
    }
}

/* The report counts the memory of the run, not the caller's vectors; its size must be set. */
static void test_report(void **unused)
{
    tropic_run_report report = {.size = sizeof report}, sizeless = {0};
    OWNED(tropic_vector) *level = NULL, *large = NULL;
    const int64_t one = 1;
    size_t memory;
    assert_ok(context, tropic_vector_create(&level, context, TROPIC_INT32, N));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_bfs(level, NULL, square, 0, NULL, &sizeless));
    assert_int_equal(tropic_vector_count(level), 0);
    assert_ok(context, tropic_bfs(level, NULL, square, 0, NULL, &report));
    assert_ok(context, tropic_bfs(level, NULL, square, 0, NULL, &report));
    memory = report.memory;
    assert_true(memory >= 2 * N * sizeof(int32_t));
    assert_ok(context, tropic_vector_create(&large, context, TROPIC_INT64, 1 << 20));
    assert_ok(context, tropic_vector_fill(large, &one));
    assert_ok(context, tropic_bfs(level, NULL, square, 0, NULL, &report));
    assert_int_equal(report.memory, memory);
}

int main(void)
{
    test_need_device();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bfs),
        cmocka_unit_test(test_sssp),
        cmocka_unit_test(test_bad_weights),
        cmocka_unit_test(test_infinite_weight),
        cmocka_unit_test(test_integer_overflow),
        cmocka_unit_test(test_unsigned_weights),
        cmocka_unit_test(test_floating_overflow),
        cmocka_unit_test(test_rounded_cycle),
        cmocka_unit_test(test_bc),
        cmocka_unit_test(test_outputs_untouched),
        cmocka_unit_test(test_empty_graph),
        cmocka_unit_test(test_product),
        cmocka_unit_test(test_view),
        cmocka_unit_test(test_reproducible),
        cmocka_unit_test(test_report),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
