/* SPDX-License-Identifier: Apache-2.0
 *
 * Betweenness by several sources side by side: results that do not depend on how many, and refused arguments.
 */
#include "tests/files.h"
#include "tests/generated.h"
#include "tests/graphs.h"

#include <stdlib.h>
#include <string.h>

enum { SOURCES = 67 }; /* more than a batch of searches has; under a sanitizer: */
enum { FEW = 5 };

/* Whatever is beside a source, its share has the same bits; also from run to run. */
static void same_bits(void **unused)
{
    static const struct {
        tropic_generator kind;
        double first, second;
    } graphs[] = {{TROPIC_GENERATE_KRON, 8, 12}, /* with hubs */
                  {TROPIC_GENERATE_URAND, 8, 6},
                  {TROPIC_GENERATE_LATTICE, 23, .7}, /* in parts */
                  {TROPIC_GENERATE_STAR, 2500, 0},   /* a list of many pieces */
                  {TROPIC_GENERATE_LAYERS, 9, 330}}; /* from its ends more paths than doubles count */
    static const tropic_index batches[] = {0, 3, 0, 1, 17};
    const int tried = test_sized(sizeof batches / sizeof *batches, 2);
    for (int reproducible = test_sized(0, 1); reproducible < 2; reproducible++) {
        const tropic_context_options wanted = {
            .size = sizeof wanted, .device = test_device(), .reproducible = reproducible != 0};
        OWNED(tropic_context) *context = NULL;
        assert_ok(NULL, tropic_context_create(&context, &wanted));
        for (size_t g = 0; g < sizeof graphs / sizeof *graphs; g++) {
            OWNED(tropic_matrix) *A = generated_matrix(context, graphs[g].kind, graphs[g].first, graphs[g].second);
            const size_t n = (size_t)tropic_matrix_rows(A);
            for (int m = TROPIC_BC_WORK_EFFICIENT; m <= TROPIC_BC_BATCHED; m++)
                /* (Floats in a batch depend on all of its sources.) */
                for (int single = 0; single < (m == TROPIC_BC_BATCHED && !reproducible ? 1 : 2); single++) {
                    double *first = NULL;
                    for (int b = 0; b < tried; b++) {
                        const tropic_bc_options how = {.method = (tropic_bc_method)m, .batch = batches[b]};
                        double *values = generated_centralities(context, A, single ? TROPIC_FP32 : TROPIC_FP64,
                                                                test_sized(SOURCES, FEW), 0, &how, NULL);
                        if (first) assert_memory_equal(values, first, n * sizeof(double));
                        free(first);
                        first = values;
                    }
                    free(first);
                }
        }
    }
}

/* The result of two sources is the sum of each by itself, bit by bit. */
static void one_or_two(void **unused)
{
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_matrix) *A = generated_matrix(context, TROPIC_GENERATE_KRON, 8, 12);
    const tropic_index n = tropic_matrix_rows(A);
    for (int m = TROPIC_BC_WORK_EFFICIENT; m <= TROPIC_BC_BATCHED; m++) {
        const tropic_index sources[] = {n / 3, n / 2}, first[] = {0, 1, 0}, count[] = {1, 1, 2};
        double *values[3];
        bool any = false;
        for (int k = 0; k < 3; k++) {
            const tropic_bc_options options = {.size = sizeof options,
                                               .method = (tropic_bc_method)m,
                                               .sources = sources + first[k],
                                               .source_count = count[k]};
            values[k] = test_centralities(context, A, TROPIC_FP64, &options, TROPIC_OK, NULL);
        }
        for (tropic_index v = 0; v < n; v++) {
            assert_true(values[2][v] == values[0][v] + values[1][v]);
            any = any || (values[0][v] > 0 && values[1][v] > 0);
        }
        assert_true(any);
        for (int k = 0; k < 3; k++) free(values[k]);
    }
}

/* A single source counts the paths of each level, and gathers dependencies on each but its own. On the last level these
 * are zero: it is gathered only where ends count. */
static void single_source_steps(void **unused)
{
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_matrix) *A = generated_matrix(context, TROPIC_GENERATE_KRON, 8, 12);
    const tropic_index source = tropic_matrix_rows(A) / 3;
    for (int endpoints = 0; endpoints < 2; endpoints++) {
        const tropic_bc_options options = {
            .size = sizeof options, .sources = &source, .source_count = 1, .endpoints = endpoints != 0};
        tropic_run_report report = {.size = sizeof report};
        int64_t steps[TROPIC_PHASES] = {0};
        free(test_centralities(context, A, TROPIC_FP64, &options, TROPIC_OK, &report));
        for (int p = 0; p < TROPIC_PHASES; p++)
            for (int s = 0; s < TROPIC_STRATEGIES; s++) steps[p] += report.phase[p].steps[s];
        assert_true(report.levels > 2);
        assert_string_equal(report.phase[1].name, "count");
        assert_int_equal(steps[1], report.levels);
        assert_string_equal(report.phase[2].name, "gather");
        assert_int_equal(steps[2], report.levels - 2 + endpoints);
    }
}

/* A shallow part and a long path: first searches miss the path; a batch leaves it to queues, before it has a level for
 * each of its vertices. */
static void path_beside(void **unused)
{
    enum { HUB = 500, PATH = 3000 };
    OWNED(tropic_context) *context = test_context();
    tropic_index row[HUB + PATH], col[HUB + PATH];
    const tropic_build_options undirected = {.size = sizeof undirected, .direction = TROPIC_DIRECTION_UNDIRECTED};
    OWNED(tropic_matrix) *A = NULL;
    double *values;
    tropic_run_report report = {.size = sizeof report};
    tropic_bc_options options = {.size = sizeof options};
    const tropic_index n = HUB + PATH + 2;
    for (tropic_index k = 0; k < HUB; k++) {
        row[k] = 0;
        col[k] = k + 1;
    }
    for (tropic_index k = 0; k < PATH; k++) {
        row[HUB + k] = HUB + 1 + k;
        col[HUB + k] = HUB + 2 + k;
    }
    assert_ok(context, tropic_matrix_from_coo(&A, context, n, n, HUB + PATH, row, col, TROPIC_BOOL, NULL, &undirected));
    for (int m = 0; m < TROPIC_BC_METHODS; m++) {
        const tropic_index sources[] = {1, HUB + 1, 0, HUB + 1 + PATH / 2};
        if (m == TROPIC_BC_PRODUCTS) continue;
        options.method = (tropic_bc_method)m;
        options.sources = sources;
        options.source_count = 4;
        values = test_centralities(context, A, TROPIC_FP64, &options, TROPIC_OK, &report);
        assert_true(values[0] == HUB - 1);
        /* Behind the second vertex of the path there are PATH - 1, from its end, and one, from its middle. */
        assert_true(values[HUB + 1] == 0);
        assert_true(values[HUB + 2] == PATH - 1 + 1);
        assert_true((double)report.memory < 200. * 9 * n + 1e7);
        free(values);
    }
}

/* Of a large graph threads of the CPU share a source, which gives the same bits. */
static void shared(void **unused)
{
    static const struct {
        tropic_generator kind;
        double first, second;
        bool directed;
    } graphs[] = {{TROPIC_GENERATE_MESH, 200, 0, false},
                  {TROPIC_GENERATE_PATH, 100000, 0, false}, /* as many levels as vertices */
                  {TROPIC_GENERATE_KRON, 13, 20, false},
                  {TROPIC_GENERATE_LATTICE, 400, .8, true},
                  {TROPIC_GENERATE_LAYERS, 30, 340, false}};
    const int tried = test_sized(sizeof graphs / sizeof *graphs, 1);
    for (int g = 0; g < tried; g++) {
        void *values[2];
        size_t n = 0;
        for (int k = 0; k < 2; k++) {
            OWNED(tropic_context) *context = test_context_of(k == 0 ? 1 : 3);
            tropic_generator_options wanted = generated_wanted(graphs[g].kind, graphs[g].first, graphs[g].second);
            const tropic_bc_options how = {.method = TROPIC_BC_WORK_EFFICIENT};
            OWNED(tropic_matrix) *A = NULL;
            wanted.directed = graphs[g].directed;
            assert_ok(context, tropic_matrix_generate(&A, context, &wanted));
            n = (size_t)tropic_matrix_rows(A);
            values[k] = generated_centralities(context, A, TROPIC_FP64, 1, 0, &how, NULL);
        }
        assert_memory_equal(values[0], values[1], n * sizeof(double));
        free(values[0]);
        free(values[1]);
    }
}

/* One source, single precision: six words of four bytes a vertex and 64 MiB; several take the memory asked for. */
static void memory(void **unused)
{
    OWNED(tropic_context) *context = test_context();
    const tropic_bc_options automatic = {0}, queues = {.method = TROPIC_BC_WORK_EFFICIENT},
                            batch = {.method = TROPIC_BC_BATCHED, .batch = 2};
    for (int deep = 0; deep < 2; deep++) {
        const double side = test_sized(1500, 60);
        OWNED(tropic_matrix) *A = deep ? generated_matrix(context, TROPIC_GENERATE_MESH, side, 0)
                                       : generated_matrix(context, TROPIC_GENERATE_KRON, test_sized(18, 9), 8);
        const double n = tropic_matrix_rows(A);
        const double max = 24 * n + 64 * 1048576.;
        tropic_run_report report = {.size = sizeof report};
        free(generated_centralities(context, A, TROPIC_FP32, 1, 0, &automatic, &report));
        assert_true((double)report.memory <= max);
        free(generated_centralities(context, A, TROPIC_FP32, 1, 0, &queues, &report));
        assert_true((double)report.memory <= max);
        /* A batch's arrays: those of searches, and two blocks of two columns. */
        if (!deep) {
            free(generated_centralities(context, A, TROPIC_FP64, 4, 0, &batch, &report));
            assert_true((double)report.memory <= max + (2 * 2 * 8 + 8 + 9 * 12) * n);
        }
    }
}

static void refused(void **unused)
{
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_matrix) *A = generated_matrix(context, TROPIC_GENERATE_PATH, 5, 0);
    OWNED(tropic_vector) *centrality = NULL;
    tropic_bc_options options = {.size = sizeof options};
    assert_ok(context, tropic_vector_create(&centrality, context, TROPIC_FP64, 5));
    options.batch = -1;
    assert_int_equal(tropic_bc(centrality, A, &options, NULL), TROPIC_INVALID_ARGUMENT);
    assert_non_null(strstr(tropic_context_error(context), "batch -1"));
    options.batch = 65;
    options.method = TROPIC_BC_BATCHED;
    assert_int_equal(tropic_bc(centrality, A, &options, NULL), TROPIC_INVALID_ARGUMENT);
    options.method = TROPIC_BC_WORK_EFFICIENT;
    assert_ok(context, tropic_bc(centrality, A, &options, NULL));
    options.strategy = TROPIC_STRATEGY_CSC_SCALAR;
    assert_int_equal(tropic_bc(centrality, A, &options, NULL), TROPIC_INVALID_ARGUMENT);
    assert_non_null(strstr(tropic_context_error(context), "work-efficient"));
    options = (tropic_bc_options){.size = sizeof options, .method = TROPIC_BC_METHODS};
    assert_int_equal(tropic_bc(centrality, A, &options, NULL), TROPIC_INVALID_ARGUMENT);
    assert_null(tropic_bc_method_name(TROPIC_BC_METHODS));
    options =
        (tropic_bc_options){.size = sizeof options, .sources = (const tropic_index[]){3, 1, 3}, .source_count = 3};
    assert_int_equal(tropic_bc(centrality, A, &options, NULL), TROPIC_INVALID_ARGUMENT);
    assert_non_null(strstr(tropic_context_error(context), "source 3 is listed twice"));
}

int main(void)
{
    test_need_device();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_bits),   cmocka_unit_test(one_or_two), cmocka_unit_test(single_source_steps),
        cmocka_unit_test(path_beside), cmocka_unit_test(shared),     cmocka_unit_test(memory),
        cmocka_unit_test(refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
