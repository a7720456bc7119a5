/* SPDX-License-Identifier: Apache-2.0
 *
 * PageRank by its options: weights, distributions, types, GAP's definition, the same bits everywhere, and what is
 * refused.
 */
#include "tests/context.h"
#include "tests/fixtures.h"
#include "tests/graphs.h"

#include "reference/reference.h"

#include <tropic_define.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { N = 120, ARCS = 500 };

TROPIC_STRUCT(pair, int32_t a, b;);

/* A distribution: x(i) = i mod `each`, without an entry at every fifth place. */
static tropic_vector *distribution(tropic_context *c, tropic_type type, tropic_index n, int each)
{
    tropic_vector *v = test_vector_of(c, type, n, NULL);
    char value[16];
    for (tropic_index i = 0; i < n; i++) {
        test_value_store(type, value, 0, i % each);
        if (i % 5 > 0) assert_ok(c, tropic_vector_set(v, i, value));
    }
    return v;
}

/* The ranks of A as doubles, checked by the textbook, whose distributions are of FP64. */
static double *ranks_of(const tropic_matrix *A, tropic_type type, const tropic_pagerank_options *wanted)
{
    char message[REFERENCE_MESSAGE];
    const tropic_index n = tropic_matrix_rows(A);
    tropic_run_report report = {.size = sizeof report};
    tropic_pagerank_report found = {.size = sizeof found};
    tropic_pagerank_options options = *wanted;
    OWNED(tropic_vector) *rank = test_vector_of(context, type, n, NULL);
    const reference_result r = {.values = {rank}, .A = A, .context = context, .options = &options};
    double *ranks, sum = 0;
    options.size = sizeof options;
    options.report = &found;
    assert_ok(context, tropic_pagerank(rank, A, &options, &report));
    assert_int_equal(found.converged, found.residual < (options.tolerance > 0 ? options.tolerance : 1e-6));
    options.iterations = (int32_t)report.levels;
    if (reference_table.find("pagerank")->check(&r, message, sizeof message) != REFERENCE_MATCH)
        fail_msg("%s", message);
    ranks = test_numbers_of(context, rank);
    for (tropic_index v = 0; v < n; v++) sum += ranks[v];
    if (options.method == TROPIC_PAGERANK_STANDARD)
        assert_true(fabs(sum - 1) <= (type == TROPIC_FP32 ? 1e-5 : 1e-12));
    else
        assert_true(sum > 0 && sum <= 1 + 1e-5);
    return ranks;
}

static void options_equal_the_textbook(void **unused)
{
    static const tropic_type types[] = {TROPIC_INT32, TROPIC_UINT64, TROPIC_FP32, TROPIC_FP64, TROPIC_BOOL};
    for (size_t t = 0; t < sizeof types / sizeof *types; t++) {
        OWNED(test_graph) G = test_random_graph(t, N, N, ARCS);
        OWNED(tropic_matrix) *A = NULL;
        OWNED(tropic_vector) *p = distribution(context, TROPIC_FP64, N, 7),
                             *q = distribution(context, TROPIC_FP64, N, 4);
        const tropic_pagerank_options options[] = {
            {.weighted = true},
            {.personalization = p},
            {.dangling = q},
            {.start = q},
            {.method = TROPIC_PAGERANK_GAP},
            {.weighted = true, .personalization = p, .dangling = q, .start = p, .tolerance = 1e-9},
            {.weighted = true, .personalization = q, .damping = 0.3, .iterations = 4}};
        test_deduplicate(&G);
        test_weigh(&G, t, 0, 9, types[t] == TROPIC_FP64 ? 4 : 1); /* a vertex may have weights of 0 alone */
        A = test_matrix_of(context, &G, types[t], NULL);
        for (size_t o = 0; o < sizeof options / sizeof *options; o++) {
            free(ranks_of(A, TROPIC_FP64, &options[o]));
            free(ranks_of(A, TROPIC_FP32, &options[o]));
        }
    }
}

/* Values 1 are no values, and a distribution counts as its multiple of another type. */
static void laws_hold(void **unused)
{
    OWNED(test_graph) G = test_random_graph(11, N, N, ARCS);
    OWNED(tropic_matrix) *A = NULL;
    OWNED(tropic_vector) *p = distribution(context, TROPIC_FP64, N, 7),
                         *same = distribution(context, TROPIC_UINT8, N, 7);
    OWNED_MEMORY double *a = NULL;
    double *b;
    test_deduplicate(&G);
    A = test_matrix_of(context, &G, TROPIC_BOOL, NULL);
    a = ranks_of(A, TROPIC_FP64, &(tropic_pagerank_options){.start = p});
    b = ranks_of(A, TROPIC_FP64, &(tropic_pagerank_options){.start = p, .weighted = true});
    for (int v = 0; v < N; v++) assert_true(test_close(a[v], b[v], 1e-14));
    free(b);
    tropic_vector_free(&p);
    p = test_vector_of(context, TROPIC_FP64, N, NULL);
    assert_ok(context, tropic_apply(p, NULL, NULL, tropic_operator_builtin(TROPIC_TIMES, TROPIC_FP64), same,
                                    &(double){0.25}, NULL));
    b = ranks_of(A, TROPIC_FP64, &(tropic_pagerank_options){.start = p});
    for (int v = 0; v < N; v++) assert_true(test_close(a[v], b[v], 1e-14));
    free(b);
}

/* The ranks of G in a context, made by these threads of that device. */
static void *bits_of(const test_graph *G, tropic_type type, tropic_device device, int threads, bool reproducible)
{
    const tropic_context_options wanted = {
        .size = sizeof wanted, .device = device, .threads = threads, .reproducible = reproducible};
    OWNED(tropic_context) *c = NULL;
    OWNED(tropic_matrix) *A = NULL;
    OWNED(tropic_vector) *rank = NULL, *p = NULL;
    tropic_pagerank_options options = {.size = sizeof options, .weighted = true};
    void *values;
    assert_ok(NULL, tropic_context_create(&c, &wanted));
    A = test_matrix_of(c, G, TROPIC_FP64, NULL);
    rank = test_vector_of(c, type, G->rows, NULL);
    p = distribution(c, TROPIC_FP64, G->rows, 3);
    options.personalization = p;
    assert_ok(c, tropic_pagerank(rank, A, &options, NULL));
    values = test_values_of(c, rank);
    return values;
}

static void reproducible_contexts_have_the_same_bits(void **unused)
{
    OWNED(test_graph) G = test_kronecker(4, test_sized(13, 9), 8);
    test_deduplicate(&G);
    test_weigh(&G, 5, 1, 99, 64);
    for (int single = 0; single < 2; single++) {
        const tropic_type type = single ? TROPIC_FP32 : TROPIC_FP64;
        const size_t bytes = (size_t)G.rows * tropic_type_size(type);
        OWNED_MEMORY void *first = bits_of(&G, type, TROPIC_DEVICE_CPU, 1, true),
                          *usual = bits_of(&G, type, test_device(), 1, false);
        for (int threads = 1; threads <= 7; threads += 3) {
            OWNED_MEMORY void *cpu = bits_of(&G, type, TROPIC_DEVICE_CPU, threads, true);
            OWNED_MEMORY void *device = bits_of(&G, type, test_device(), threads, true);
            OWNED_MEMORY void *again = bits_of(&G, type, test_device(), 1, false);
            assert_memory_equal(cpu, first, bytes);
            assert_memory_equal(device, first, bytes);
            assert_memory_equal(again, usual, bytes);
        }
    }
}

/* A tolerance that is not met is told, and one that is. */
static void residuals_are_told(void **unused)
{
    OWNED(test_graph) G = test_random_graph(3, N, N, ARCS);
    OWNED(tropic_matrix) *A = test_matrix_of(context, &G, TROPIC_BOOL, NULL);
    OWNED(tropic_vector) *rank = test_vector_of(context, TROPIC_FP64, N, NULL),
                         *none = test_vector_of(context, TROPIC_FP64, 0, NULL);
    tropic_pagerank_report report = {.size = sizeof report};
    tropic_pagerank_options options = {.size = sizeof options, .tolerance = 1e-9, .iterations = 3, .report = &report};
    OWNED(tropic_matrix) *empty = NULL;
    assert_ok(context, tropic_pagerank(rank, A, &options, NULL));
    assert_true(!report.converged && report.residual >= 1e-9 && report.residual < 2);
    options.iterations = 1000;
    assert_ok(context, tropic_pagerank(rank, A, &options, NULL));
    assert_true(report.converged && report.residual < 1e-9);
    assert_ok(context, tropic_matrix_create(&empty, context, TROPIC_BOOL, 0, 0));
    assert_ok(context, tropic_pagerank(none, empty, &options, NULL));
    assert_true(report.converged && report.residual == 0);
    report.size = 1;
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_pagerank(rank, A, &options, NULL));
}

static void bad_distributions_and_weights_are_refused(void **unused)
{
    static const double bad_weights[] = {-1, INFINITY, NAN, 1e308, 1e-310};
    static const tropic_index row[] = {0, 0, 1}, col[] = {1, 2, 2};
    static const double bad[][3] = {{1, -1, 1}, {0, 0, 0}, {1, INFINITY, 0}, {NAN, 1, 1}};
    OWNED(tropic_matrix) *A = NULL;
    OWNED(tropic_vector) *rank = test_vector_of(context, TROPIC_FP64, 3, (double[]){3, 2, 1});
    tropic_vector *p = NULL;
    OWNED_MEMORY double *kept = NULL;
    for (size_t k = 0; k < sizeof bad_weights / sizeof *bad_weights; k++) {
        const double weight[] = {bad_weights[k], bad_weights[k], 1};
        const tropic_pagerank_options weighted = {.size = sizeof weighted, .weighted = true};
        assert_ok(context, tropic_matrix_from_coo(&A, context, 3, 3, 3, row, col, TROPIC_FP64, weight, NULL));
        assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_pagerank(rank, A, &weighted, NULL));
        if (k == 0)
            assert_non_null(strstr(tropic_context_error(context), "the weight -1 from vertex 0 to 1 is negative"));
        if (k == 2)
            assert_non_null(strstr(tropic_context_error(context), "the weight nan from vertex 0 to 1 is not a number"));
        tropic_matrix_free(&A);
    }
    assert_ok(context, tropic_matrix_from_coo(&A, context, 3, 3, 3, row, col, TROPIC_BOOL, NULL, NULL));
    for (size_t k = 0; k <= sizeof bad / sizeof *bad; k++) {
        const bool longer = k == sizeof bad / sizeof *bad;
        p = test_vector_of(context, TROPIC_FP64, longer ? 4 : 3, longer ? (double[4]){1, 1, 1, 1} : bad[k]);
        const tropic_pagerank_options options[] = {
            {.size = sizeof *options, .personalization = p},
            {.size = sizeof *options, .dangling = p},
            {.size = sizeof *options, .start = p},
            {.size = sizeof *options, .method = TROPIC_PAGERANK_GAP, .dangling = p},
        };
        for (int o = 0; o < 3; o++)
            assert_status(context, longer ? TROPIC_DIMENSION_MISMATCH : TROPIC_INVALID_ARGUMENT,
                          tropic_pagerank(rank, A, &options[o], NULL));
        assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_pagerank(rank, A, &options[3], NULL));
        tropic_vector_free(&p);
    }
    assert_status(context, TROPIC_INVALID_ARGUMENT,
                  tropic_pagerank(rank, A,
                                  &(tropic_pagerank_options){.size = sizeof(tropic_pagerank_options),
                                                             .method = (tropic_pagerank_method)7},
                                  NULL));
    kept = test_values_of(context, rank);
    assert_memory_equal(kept, ((double[]){3, 2, 1}), 3 * sizeof *kept);
}

static void structs_are_no_weights(void **unused)
{
    static const tropic_index row[] = {0, 1}, col[] = {1, 0};
    const pair pairs[2] = {{1, 2}, {3, 4}};
    const tropic_pagerank_options weighted = {.size = sizeof weighted, .weighted = true};
    const tropic_pagerank_options plain = {.size = sizeof plain};
    tropic_type type = TROPIC_BOOL;
    OWNED(tropic_matrix) *A = NULL;
    OWNED(tropic_vector) *rank = test_vector_of(context, TROPIC_FP64, 2, NULL);
    assert_ok(context, tropic_type_define(&type, context, &pair_type));
    assert_ok(context, tropic_matrix_from_coo(&A, context, 2, 2, 2, row, col, type, pairs, NULL));
    assert_status(context, TROPIC_TYPE_MISMATCH, tropic_pagerank(rank, A, &weighted, NULL));
    assert_ok(context, tropic_pagerank(rank, A, &plain, NULL));
}

/* Ranks, and iterations, of LAGraph 1.2 (LAGr_PageRank and LAGr_PageRankGAP, over SuiteSparse:GraphBLAS 7.4.0, FP32,
 * tolerance 1e-4) of a graph of which vertex 8 has no arc. */
static void equal_lagraph(void **unused)
{
    static const tropic_index row[] = {0, 0, 1, 2, 2, 3, 3, 4, 4, 4, 6, 7, 7},
                              col[] = {1, 2, 2, 0, 8, 2, 5, 3, 5, 0, 7, 5, 6};
    static const double ranks[2][9] = {{0.140033334, 0.100028746, 0.207153156, 0.0519963913, 0.0405168422, 0.123967394,
                                        0.0903895497, 0.11736095, 0.128553793},
                                       {0.0576406121, 0.0411718562, 0.0852691084, 0.0213888846, 0.0166666638,
                                        0.0510022342, 0.037189737, 0.0482779443, 0.0529183894}};
    static const int64_t iterations[2] = {15, 18};
    OWNED(tropic_matrix) *A = NULL;
    assert_ok(context, tropic_matrix_from_coo(&A, context, 9, 9, 13, row, col, TROPIC_BOOL, NULL, NULL));
    for (int k = 0; k < 4; k++) {
        const tropic_pagerank_options options = {.size = sizeof options,
                                                 .tolerance = 1e-4,
                                                 .method = k & 1 ? TROPIC_PAGERANK_GAP : TROPIC_PAGERANK_STANDARD};
        tropic_run_report report = {.size = sizeof report};
        OWNED(tropic_vector) *rank = test_vector_of(context, k & 2 ? TROPIC_FP64 : TROPIC_FP32, 9, NULL);
        OWNED_MEMORY double *found = NULL;
        assert_ok(context, tropic_pagerank(rank, A, &options, &report));
        assert_int_equal(report.levels, iterations[k & 1]);
        found = test_numbers_of(context, rank);
        for (int v = 0; v < 9; v++) assert_true(fabs(found[v] - ranks[k & 1][v]) <= 1e-6 * ranks[k & 1][v]);
    }
}

/* Callers of the first release have a shorter struct. */
static void shorter_options_are_taken(void **unused)
{
    OWNED(tropic_matrix) *A = test_path_matrix(context, 5);
    OWNED(tropic_vector) *rank = test_vector_of(context, TROPIC_FP64, 5, NULL);
    tropic_run_report report = {.size = sizeof report};
    tropic_pagerank_options options;
    memset(&options, 0xff, sizeof options);
    options.size = offsetof(tropic_pagerank_options, method);
    options.damping = 0.5, options.tolerance = 0, options.iterations = 2;
    assert_ok(context, tropic_pagerank(rank, A, &options, &report));
    assert_int_equal(report.levels, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_equal_the_textbook),
        cmocka_unit_test(laws_hold),
        cmocka_unit_test(reproducible_contexts_have_the_same_bits),
        cmocka_unit_test(residuals_are_told),
        cmocka_unit_test(bad_distributions_and_weights_are_refused),
        cmocka_unit_test(structs_are_no_weights),
        cmocka_unit_test(equal_lagraph),
        cmocka_unit_test(shorter_options_are_taken),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, context_open, context_close);
}
