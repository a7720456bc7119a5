/* SPDX-License-Identifier: Apache-2.0
 *
 * Betweenness by sources in groups: the bits of a queue for each source, whatever the graph, the threads and the
 * instruction set.
 */
#define _GNU_SOURCE
#include "tests/generated.h"

#include <stdlib.h>
#include <string.h>

#define VARIABLE "TROPIC_INSTRUCTION_SET"

static const char *const sets[] = {NULL, "x86-64", "x86-64-v3"}; /* NULL: the newest */
enum { SETS = sizeof sets / sizeof *sets };

/* NULL: this processor has no such set. */
static tropic_context *context_with(const char *set, int threads)
{
    const tropic_context_options options = {.size = sizeof options, .device = TROPIC_DEVICE_CPU, .threads = threads};
    tropic_context *context = NULL;
    tropic_status status;
    if (set) setenv(VARIABLE, set, 1);
    status = tropic_context_create(&context, &options);
    unsetenv(VARIABLE);
    assert_true(status == TROPIC_OK || set);
    return status == TROPIC_OK ? context : NULL;
}

/* Bytes a vertex for the sources of a group; one alone has a tenth. */
#define GROUP_EACH 256.

/* A queue for each source (one at a time), and groups: the same bits. Both against products, which share nothing with
 * them. `count` sources of the first `among` vertices; 0: all. */
static void check(tropic_context *context, const tropic_matrix *A, tropic_index count, tropic_index among,
                  bool endpoints, bool grouped)
{
    const tropic_index n = tropic_matrix_rows(A);
    const tropic_index sources = count > 0 ? count : n;
    tropic_bc_options how = {
        .method = TROPIC_BC_WORK_EFFICIENT, .batch = 1, .endpoints = endpoints, .reductions = TROPIC_BC_UNREDUCED};
    tropic_run_report one = {.size = sizeof one}, groups = {.size = sizeof groups}, other = {.size = sizeof other};
    OWNED_MEMORY double *expected = generated_centralities(context, A, TROPIC_FP64, sources, among, &how, &one),
                        *found = NULL, *products = NULL;
    how.batch = 0;
    found = generated_centralities(context, A, TROPIC_FP64, sources, among, &how, &groups);
    assert_memory_equal(found, expected, (size_t)n * sizeof *found);
    assert_int_equal(groups.reached_arcs, one.reached_arcs);
    if (grouped) assert_true((double)groups.memory >= GROUP_EACH * (double)n);
    how.method = TROPIC_BC_PRODUCTS;
    products = generated_centralities(context, A, TROPIC_FP64, sources, among, &how, &other);
    assert_int_equal(groups.reached, other.reached); /* by the last source of the list */
    assert_int_equal(groups.levels, other.levels);
    for (tropic_index v = 0; v < n; v++) assert_true(fabs(found[v] - products[v]) <= 1e-11 * (1 + fabs(products[v])));
}

/* *C = the betweenness of arcs of the same sources; its values, in the order of rows. */
static const double *carried(tropic_matrix **C, tropic_context *context, const tropic_matrix *A, tropic_index count,
                             tropic_index among, const tropic_bc_options *how, tropic_run_report *report)
{
    tropic_bc_options options = *how;
    OWNED_MEMORY tropic_index *sources = test_room(count, sizeof *sources);
    const tropic_offset *offsets;
    const tropic_index *ids;
    const void *values;
    for (tropic_index k = 0; k < count; k++) sources[k] = (tropic_index)((int64_t)k * among / count);
    options.size = sizeof options;
    options.sources = sources;
    options.source_count = count;
    assert_ok(context, tropic_bc_edges(C, context, A, &options, report));
    assert_ok(context, tropic_matrix_csr(*C, context, &offsets, &ids, &values));
    return values;
}

/* The same for arcs, against batches. */
static void check_arcs(tropic_context *context, const tropic_matrix *A, tropic_index count, tropic_index among,
                       bool grouped)
{
    const tropic_index n = tropic_matrix_rows(A), sources = count > 0 ? count : n, range = among > 0 ? among : n;
    tropic_bc_options how = {.method = TROPIC_BC_WORK_EFFICIENT, .batch = 1};
    tropic_run_report report = {.size = sizeof report};
    OWNED(tropic_matrix) *one = NULL, *groups = NULL, *batched = NULL;
    const double *expected = carried(&one, context, A, sources, range, &how, NULL), *found, *other;
    how.batch = 0;
    found = carried(&groups, context, A, sources, range, &how, &report);
    assert_memory_equal(found, expected, (size_t)tropic_matrix_count(A) * sizeof *found);
    if (grouped) assert_true((double)report.memory >= GROUP_EACH * (double)n);
    how.method = TROPIC_BC_BATCHED;
    other = carried(&batched, context, A, sources, range, &how, NULL);
    for (tropic_offset k = 0; k < tropic_matrix_count(A); k++)
        assert_true(fabs(found[k] - other[k]) <= 1e-11 * (1 + fabs(other[k])));
}

static const struct {
    tropic_generator kind;
    double first, second;
    bool directed;
    tropic_index count, among; /* of the sources; 0: all */
} graphs[] = {{TROPIC_GENERATE_URAND, 8, 5, true, 0, 0},
              {TROPIC_GENERATE_KRON, 8, 6, true, 251, 0},     /* not a multiple of a group */
              {TROPIC_GENERATE_KRON, 8, 6, false, 64, 0},     /* the fewest */
              {TROPIC_GENERATE_LATTICE, 19, .6, false, 0, 0}, /* in parts */
              {TROPIC_GENERATE_LATTICE, 13, .7, true, 0, 0},  /* many not reached */
              {TROPIC_GENERATE_MESH, 14, 0, false, 0, 0},     /* groups that share little */
              {TROPIC_GENERATE_STAR, 70, 0, false, 0, 0},     /* leaves: all on three levels */
              {TROPIC_GENERATE_PATH, 97, 0, false, 0, 0},     /* nothing is shared */
              {TROPIC_GENERATE_COMPLETE, 66, 0, false, 0, 0}, /* two levels */
              {TROPIC_GENERATE_KRON, 14, 4, false, 64, 0}};   /* hubs: more vertices, few sources */

static void each_graph(void **unused)
{
    for (int s = 0; s < SETS; s++)
        for (int threads = 1; threads <= 3; threads += 2) {
            OWNED(tropic_context) *context = context_with(sets[s], threads);
            for (size_t g = 0; context && g < sizeof graphs / sizeof *graphs; g++) {
                tropic_generator_options wanted = generated_wanted(graphs[g].kind, graphs[g].first, graphs[g].second);
                OWNED(tropic_matrix) *A = NULL;
                wanted.directed = graphs[g].directed;
                assert_ok(context, tropic_matrix_generate(&A, context, &wanted));
                check(context, A, graphs[g].count, graphs[g].among, g % 2 == 1, threads == 1);
                check_arcs(context, A, graphs[g].count, graphs[g].among, threads == 1);
            }
        }
}

/* From the first layers there are more paths than doubles count. In the first group are also those of a ring beside. */
static void some_overflow(void **unused)
{
    enum { RING = 5, WIDTH = 4, LAYERS = 520, N = RING + WIDTH * LAYERS, SOURCES = N / 5 };
    OWNED_MEMORY tropic_index *rows = test_room(2 * WIDTH * N, sizeof *rows),
                              *cols = test_room(2 * WIDTH * N, sizeof *cols);
    tropic_offset count = 0;
    for (tropic_index v = RING; v < N - WIDTH; v++)
        for (tropic_index k = 0; k < WIDTH; k++) {
            const tropic_index w = v + WIDTH - (v - RING) % WIDTH + k; /* of the next layer */
            rows[count] = v, cols[count++] = w;
            rows[count] = w, cols[count++] = v;
        }
    for (tropic_index v = 0; v < RING; v++) rows[count] = v, cols[count++] = (v + 1) % RING;
    for (int s = 0; s < SETS; s++)
        for (int threads = 1; threads <= 3; threads += 2) {
            OWNED(tropic_context) *context = context_with(sets[s], threads);
            OWNED(tropic_matrix) *A = NULL;
            if (!context) continue;
            assert_ok(context, tropic_matrix_from_coo(&A, context, N, N, count, rows, cols, TROPIC_BOOL, NULL, NULL));
            check(context, A, SOURCES, SOURCES, false, threads == 1);
            check_arcs(context, A, SOURCES, SOURCES, threads == 1);
        }
}

/* Entries (i, i) change nothing, and all sources of a graph of which half are alone. */
static void loops_and_lonely(void **unused)
{
    enum { N = 101 };
    OWNED(tropic_context) *context = context_with(NULL, 1);
    tropic_index rows[3 * N] = {0}, cols[3 * N] = {N - 1}; /* the last is next to the first */
    OWNED(tropic_matrix) *A = NULL;
    tropic_offset count = 1;
    for (tropic_index v = 0; v < N; v++) {
        rows[count] = v, cols[count++] = v;
        if (v % 2) continue;
        rows[count] = v, cols[count++] = (v * 6 + 2) % 100;
        rows[count] = v, cols[count++] = (v * 4 + 8) % 100;
    }
    assert_ok(context, tropic_matrix_from_coo(&A, context, N, N, count, rows, cols, TROPIC_BOOL, NULL, NULL));
    check(context, A, 0, 0, true, true);
    check_arcs(context, A, 0, 0, true);
}

/* In the chosen way, of a reduced graph: the same bits for any number of threads and any set, and those that products
 * have for the unreduced one. */
static void reduced(void **unused)
{
    static const struct {
        tropic_generator kind;
        double first, second;
    } made[] = {{TROPIC_GENERATE_LATTICE, 25, .6}, /* with trees */
                {TROPIC_GENERATE_LAYERS, 3, 70}};  /* with copies */
    for (size_t g = 0; g < sizeof made / sizeof *made; g++) {
        double *first = NULL;
        for (int s = 0; s < SETS; s++)
            for (int threads = 1; threads <= 4; threads++) {
                OWNED(tropic_context) *context = context_with(sets[s], threads);
                tropic_bc_options how = {.size = sizeof how, .reductions = TROPIC_BC_FOLD | TROPIC_BC_TWINS};
                tropic_bc_report report = {.size = sizeof report};
                OWNED(tropic_matrix) *A = NULL;
                double *values;
                tropic_index n;
                if (!context) continue;
                A = generated_matrix(context, made[g].kind, made[g].first, made[g].second);
                n = tropic_matrix_rows(A);
                values = test_centralities(context, A, TROPIC_FP64, test_reporting(&how, &report), TROPIC_OK, NULL);
                assert_true(report.reduced >= 70 && report.reduced < n);
                if (!first) {
                    how = (tropic_bc_options){.size = sizeof how, .method = TROPIC_BC_PRODUCTS};
                    first = test_centralities(context, A, TROPIC_FP64, &how, TROPIC_OK, NULL);
                    for (tropic_index v = 0; v < n; v++)
                        assert_true(fabs(values[v] - first[v]) <= 1e-11 * (1 + fabs(first[v])));
                } else {
                    assert_memory_equal(values, first, (size_t)n * sizeof *values);
                }
                free(first);
                first = values;
            }
        free(first);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_graph), cmocka_unit_test(some_overflow),
                                       cmocka_unit_test(loops_and_lonely), cmocka_unit_test(reduced)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
