/* SPDX-License-Identifier: Apache-2.0
 *
 * Betweenness by batches: the ways in which a level is taken, several batches, and memory that does not do.
 */
#include "tests/generated.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SOURCES = 150 }; /* three batches */

/* A large level behind a small one is pushed, and one before a small one is marked: the same by queues, to rounding,
 * and the same bits whatever is beside a source. */
static void ways(void **unused)
{
    static const struct {
        tropic_generator kind;
        double first, second;
        bool directed, pushed;
        unsigned reductions;
    } graphs[] = {{TROPIC_GENERATE_URAND, 11, 16, false, true, TROPIC_BC_UNREDUCED},
                  {TROPIC_GENERATE_URAND, 11, 16, true, true, TROPIC_BC_UNREDUCED},
                  {TROPIC_GENERATE_KRON, 12, 16, false, true, TROPIC_BC_UNREDUCED},
                  {TROPIC_GENERATE_KRON, 12, 16, true, true, TROPIC_BC_UNREDUCED},
                  {TROPIC_GENERATE_KRON, 12, 8, false, true, TROPIC_BC_TWINS},
                  {TROPIC_GENERATE_STAR, 5000, 0, false, false, TROPIC_BC_UNREDUCED},
                  {TROPIC_GENERATE_LAYERS, 200, 4, true, true, TROPIC_BC_UNREDUCED}};
    static const tropic_index batches[] = {0, 64, 20, 1};
    OWNED(tropic_context) *context = test_context();
    const int tried = test_sized(sizeof graphs / sizeof *graphs, 2);
    for (int g = 0; g < tried; g++)
        for (int endpoints = 0; endpoints < 2; endpoints++) {
            tropic_generator_options wanted = generated_wanted(graphs[g].kind, graphs[g].first, graphs[g].second);
            const tropic_bc_options queues = {
                .method = TROPIC_BC_WORK_EFFICIENT, .endpoints = endpoints != 0, .reductions = TROPIC_BC_UNREDUCED};
            tropic_bc_options batched = {
                .method = TROPIC_BC_BATCHED, .endpoints = endpoints != 0, .reductions = graphs[g].reductions};
            tropic_run_report report = {.size = sizeof report};
            OWNED(tropic_matrix) *A = NULL;
            OWNED_MEMORY double *expected = NULL;
            double *first = NULL;
            tropic_index n;
            wanted.directed = graphs[g].directed;
            assert_ok(context, tropic_matrix_generate(&A, context, &wanted));
            n = tropic_matrix_rows(A);
            expected = generated_centralities(context, A, TROPIC_FP64, SOURCES, SOURCES, &queues, NULL);
            for (int b = 0; b < test_sized(4, 2); b++) {
                double *values;
                batched.batch = batches[b];
                values = generated_centralities(context, A, TROPIC_FP64, SOURCES, SOURCES, &batched, &report);
                test_centralities_near("batched", values, expected, n, 1e-12, 0);
                if (batches[b] == 0)
                    assert_int_equal(report.phase[1].steps[TROPIC_STRATEGY_CSR_PUSH] > 0, graphs[g].pushed);
                if (first) assert_memory_equal(values, first, (size_t)n * sizeof *values);
                free(first);
                first = values;
            }
            free(first);
        }
}

/* The report tells of the last source, also where that is taken again. */
static void last_source(void **unused)
{
    enum { PATH = 200 };
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_matrix) *A = generated_matrix(context, TROPIC_GENERATE_PATH, PATH, 0);
    for (int way = 0; way < 3; way++) {
        const tropic_bc_options options = {.method = way == 0 ? TROPIC_BC_WORK_EFFICIENT : TROPIC_BC_BATCHED,
                                           .batch = way == 1 ? 64 : 7,
                                           .reductions = TROPIC_BC_UNREDUCED};
        tropic_run_report report = {.size = sizeof report};
        free(generated_centralities(context, A, TROPIC_FP64, SOURCES, SOURCES, &options, &report));
        assert_int_equal(report.levels, SOURCES);
        assert_int_equal(report.reached, PATH);
    }
}

/* Says no when it is asked for the k-th time. */
static bool says_no(double done, void *left)
{
    return (*(int64_t *)left)-- > 0;
}

/* Cancelled anywhere, also while two batches are in flight, it leaves all as it was: the next run is right. */
static void cancelled(void **unused)
{
    int64_t left = INT64_MAX, asked;
    tropic_context_options wanted = {
        .size = sizeof wanted, .device = test_device(), .progress = says_no, .progress_user = &left};
    const tropic_bc_options options = {
        .size = sizeof options, .method = TROPIC_BC_BATCHED, .batch = 32, .reductions = TROPIC_BC_UNREDUCED};
    OWNED(tropic_context) *context = NULL;
    OWNED(tropic_matrix) *A = NULL;
    OWNED(tropic_vector) *centrality = NULL;
    OWNED_MEMORY double *expected = NULL, *values = NULL;
    tropic_index n;
    assert_ok(NULL, tropic_context_create(&context, &wanted));
    A = generated_matrix(context, TROPIC_GENERATE_KRON, 8, 8);
    n = tropic_matrix_rows(A);
    expected = calloc((size_t)n, sizeof *expected);
    values = calloc((size_t)n, sizeof *values);
    assert_true(expected && values);
    assert_ok(context, tropic_vector_create(&centrality, context, TROPIC_FP64, n));
    left = INT64_MAX;
    assert_ok(context, tropic_bc(centrality, A, &options, NULL));
    asked = INT64_MAX - left;
    assert_ok(context, tropic_vector_get_dense(centrality, expected, NULL));
    assert_in_range(asked, 8, 1000);
    for (int64_t k = 0; k < asked; k += test_sized(1, 7)) {
        left = k;
        assert_int_equal(tropic_bc(centrality, A, &options, NULL), TROPIC_CANCELLED);
        left = INT64_MAX;
        assert_ok(context, tropic_bc(centrality, A, &options, NULL));
        assert_ok(context, tropic_vector_get_dense(centrality, values, NULL));
        assert_memory_equal(values, expected, (size_t)n * sizeof *values);
    }
}

/* Grants so many blocks of one size, and other memory before them. */
enum { HEAD = 64 };
typedef struct grant {
    size_t bytes;
    int left;
    bool refused;
} grant;

static void *allocate(size_t bytes, void *user)
{
    grant *g = user;
    if (bytes < g->bytes || bytes > g->bytes + HEAD || g->left-- > 0) return malloc(bytes);
    g->refused = true;
    return NULL;
}

static void release(void *pointer, void *user)
{
    free(pointer);
}

/* Without memory for another level, in no batch however narrow, queues take the remaining sources. (On the CPU,
 * where host memory is the backend's.) */
static void levels_beyond_memory(void **unused)
{
    enum { WIDTH = 30, LEVELS = 40 };
    grant user = {.left = INT32_MAX};
    const tropic_context_options wanted = {.size = sizeof wanted,
                                           .device = TROPIC_DEVICE_CPU,
                                           .allocate = allocate,
                                           .release = release,
                                           .memory_user = &user};
    const tropic_bc_options queues = {.method = TROPIC_BC_WORK_EFFICIENT, .reductions = TROPIC_BC_UNREDUCED},
                            batched = {.method = TROPIC_BC_BATCHED, .batch = 8, .reductions = TROPIC_BC_UNREDUCED};
    OWNED(tropic_context) *context = NULL;
    OWNED(tropic_matrix) *A = NULL;
    OWNED_MEMORY double *expected = NULL;
    assert_ok(NULL, tropic_context_create(&context, &wanted));
    A = generated_matrix(context, TROPIC_GENERATE_LAYERS, WIDTH, LEVELS);
    expected = generated_centralities(context, A, TROPIC_FP64, SOURCES, SOURCES, &queues, NULL);
    /* A front's words and places; the first layer's sources have all levels. */
    user.bytes = ((size_t)WIDTH * LEVELS * 9 + 7) / 8 * 8;
    for (int granted = 2; granted < LEVELS; granted += 18) {
        OWNED_MEMORY double *values = NULL;
        user.left = granted;
        user.refused = false;
        values = generated_centralities(context, A, TROPIC_FP64, SOURCES, SOURCES, &batched, NULL);
        assert_true(user.refused);
        test_centralities_near("batched", values, expected, WIDTH * LEVELS, 1e-12, 0);
    }
    user.left = INT32_MAX;
}

int main(void)
{
    test_need_device();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ways),
        cmocka_unit_test(last_source),
        cmocka_unit_test(cancelled),
        cmocka_unit_test(levels_beyond_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
