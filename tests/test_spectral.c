/* SPDX-License-Identifier: Apache-2.0
 *
 * Katz's, eigenvector centrality and HITS against the textbook's iteration, on graphs of every kind, and by their laws.
 */
#include "tests/context.h"
#include "tests/failing.h"
#include "tests/fixtures.h"
#include "tests/graphs.h"
#include "tests/spectral.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void equal_the_textbooks(void **unused)
{
    const spectral_wanted some[] = {{.alpha = 0},
                                    {.alpha = 1e-5, .tolerance = 1e-12, .iterations = 200},
                                    {.alpha = 0.01, .beta = 3, .iterations = 7, .raw = true},
                                    {.alpha = 1e-3, .iterations = 1}};
    test_graph G[] = {test_empty(0, 0),
                      test_empty(1, 1),
                      test_empty(2, 2),
                      test_empty(5, 5),
                      test_star(1000),
                      test_path(500),
                      test_directed_path(70),
                      test_complete(9),
                      test_disconnected(7, 5),
                      test_random_graph(1, 50, 50, 40), /* with loops and duplicates */
                      test_random_graph(2, 400, 400, 3000),
                      test_kronecker(3, test_sized(11, 8), 8)};
    for (size_t g = 0; g < sizeof G / sizeof *G; g++) {
        OWNED(tropic_matrix) *A = test_matrix_of(context, &G[g], TROPIC_BOOL, NULL);
        for (size_t o = 0; o < sizeof some / sizeof *some; o++)
            for (int k = 0; k < KINDS; k++) {
                spectral_wanted w = some[o];
                if (o == 0) w = (spectral_wanted){.alpha = 1e-4, .iterations = 50}; /* defaults but for these */
                free(spectral_values((spectral_kind)k, context, A, TROPIC_FP64, &w, NULL, NULL));
                free(spectral_values((spectral_kind)k, context, A, TROPIC_FP32, &w, NULL, NULL));
            }
        test_graph_free(&G[g]);
    }
}

/* Weights of every spectral_kind of number, start values, and a beta for each vertex. */
static void options_equal_the_textbooks(void **unused)
{
    enum { N = 120, ARCS = 500 };
    static const tropic_type types[] = {TROPIC_INT32, TROPIC_UINT8, TROPIC_FP32, TROPIC_FP64};
    for (size_t t = 0; t < sizeof types / sizeof *types; t++) {
        OWNED(test_graph) G = test_random_graph(t, N, N, ARCS);
        OWNED(tropic_matrix) *A = NULL;
        OWNED(tropic_vector) *some = test_vector_of(context, TROPIC_FP64, N, NULL);
        const spectral_wanted options[] = {{.alpha = 1e-3, .weighted = true},
                                           {.alpha = 0.05, .start = some, .iterations = 20},
                                           {.alpha = 0.01, .betas = some, .weighted = true, .iterations = 20},
                                           {.alpha = 0.01, .betas = some, .start = some, .raw = true, .iterations = 3}};
        for (int v = 0; v < N; v++)
            if (v % 5 > 0) assert_ok(context, tropic_vector_set(some, v, &(double){v % 7}));
        test_deduplicate(&G);
        test_weigh(&G, t, 0, 9, types[t] == TROPIC_FP64 ? 4 : 1);
        A = test_matrix_of(context, &G, types[t], NULL);
        for (size_t o = 0; o < sizeof options / sizeof *options; o++)
            for (int k = 0; k < KINDS; k++) {
                free(spectral_values((spectral_kind)k, context, A, TROPIC_FP64, &options[o], NULL, NULL));
                free(spectral_values((spectral_kind)k, context, A, TROPIC_FP32, &options[o], NULL, NULL));
            }
    }
}

/* ---- laws ---- */

static const spectral_wanted exact = {.alpha = 0.02, .tolerance = 1e-14, .iterations = 5000};

/* to = A' x, or A x. */
static void product(const test_graph *G, double *to, const double *x, bool by_row)
{
    for (int v = 0; v < G->rows; v++) to[v] = 0;
    for (int64_t k = 0; k < G->count; k++) {
        const int32_t u = G->row[k], v = G->col[k];
        if (by_row)
            to[u] += x[v];
        else
            to[v] += x[u];
    }
}

/* The equations that define the values, whatever the iteration was, and how they are scaled. */
static void equations_hold(void **unused)
{
    enum { N = 300, ARCS = 3000 };
    const spectral_wanted raw = {
        .alpha = 0.05, .beta = 2, .raw = true, .tolerance = 1e-15, .iterations = exact.iterations};
    OWNED(test_graph) G = test_random_graph(8, N, N, ARCS);
    OWNED(tropic_matrix) *A = NULL;
    OWNED_MEMORY double *katz = NULL, *x = NULL, *hub = NULL, *ax = test_room(N, sizeof *ax);
    const double *authority;
    tropic_spectral_report eigen, singular;
    double squares = 0, hubs = 0, authorities = 0;
    test_deduplicate(&G);
    A = test_matrix_of(context, &G, TROPIC_BOOL, NULL);
    katz = spectral_values(KATZ, context, A, TROPIC_FP64, &raw, NULL, NULL);
    product(&G, ax, katz, false);
    for (int v = 0; v < N; v++) assert_true(test_close(katz[v], raw.alpha * ax[v] + raw.beta, 1e-12));
    x = spectral_values(EIGENVECTOR, context, A, TROPIC_FP64, &exact, &eigen, NULL);
    product(&G, ax, x, false);
    for (int v = 0; v < N; v++) {
        assert_true(fabs(ax[v] - eigen.lambda * x[v]) <= 1e-11);
        squares += x[v] * x[v];
    }
    hub = spectral_values(HITS, context, A, TROPIC_FP64, &exact, &singular, NULL);
    authority = hub + N;
    product(&G, ax, authority, true); /* in proportion to hubs, and A' of that to authorities */
    for (int v = 0; v < N; v++) {
        hubs += hub[v];
        authorities += authority[v];
    }
    for (int v = 1; v < N; v++) assert_true(fabs(ax[v] * hub[0] - ax[0] * hub[v]) <= 1e-12);
    product(&G, x, ax, false);
    for (int v = 0; v < N; v++) assert_true(fabs(x[v] - singular.lambda * singular.lambda * authority[v]) <= 1e-11);
    assert_true(fabs(squares - 1) <= 1e-12 && fabs(hubs - 1) <= 1e-12 && fabs(authorities - 1) <= 1e-12);
}

static void permuted_vertices_permute_values(void **unused)
{
    enum { N = 200, ARCS = 1600 };
    for (int k = 0; k < KINDS; k++) {
        OWNED(test_graph) G = test_random_graph(5, N, N, ARCS);
        OWNED_MEMORY tropic_index *id = test_permutation_of(6, N);
        OWNED(tropic_matrix) *A = NULL, *P = NULL;
        OWNED_MEMORY double *values = NULL, *permuted = NULL;
        test_deduplicate(&G);
        A = test_matrix_of(context, &G, TROPIC_BOOL, NULL);
        values = spectral_values((spectral_kind)k, context, A, TROPIC_FP64, &exact, NULL, NULL);
        test_permute(&G, id);
        P = test_matrix_of(context, &G, TROPIC_BOOL, NULL);
        permuted = spectral_values((spectral_kind)k, context, P, TROPIC_FP64, &exact, NULL, NULL);
        for (int v = 0; v < N; v++) assert_true(fabs(permuted[id[v]] - values[v]) <= 1e-11);
    }
}

static void tolerances_end_iterations(void **unused)
{
    OWNED(test_graph) G = test_kronecker(3, 8, 8);
    OWNED(tropic_matrix) *A = test_matrix_of(context, &G, TROPIC_BOOL, NULL);
    for (int k = 0; k < KINDS; k++) {
        int64_t before = 0;
        for (double tolerance = 1e-2; tolerance > 1e-10; tolerance /= 10) {
            const spectral_wanted w = {.alpha = 0.01, .tolerance = tolerance};
            tropic_spectral_report told;
            int64_t iterations;
            free(spectral_values((spectral_kind)k, context, A, TROPIC_FP64, &w, &told, &iterations));
            assert_true(iterations >= before && iterations > 0 && iterations < 1000);
            assert_true(told.converged && told.residual < tolerance);
            before = iterations;
        }
        assert_true(before > 5);
    }
}

/* ---- the same bits ---- */

static void *bits_of(spectral_kind k, const test_graph *G, tropic_type type, tropic_device device, int threads,
                     bool reproducible)
{
    const tropic_context_options made = {
        .size = sizeof made, .device = device, .threads = threads, .reproducible = reproducible};
    const spectral_wanted w = {.alpha = 1e-5, .weighted = true, .iterations = 30};
    OWNED(tropic_context) *c = NULL;
    OWNED(tropic_matrix) *A = NULL;
    OWNED(tropic_vector) *x = NULL, *y = NULL;
    spectral_any o = spectral_options(k, &w, NULL);
    assert_ok(NULL, tropic_context_create(&c, &made));
    A = test_matrix_of(c, G, TROPIC_FP64, NULL);
    x = test_vector_of(c, type, G->rows, NULL);
    y = test_vector_of(c, type, G->rows, NULL);
    assert_ok(c, spectral_call(k, x, y, A, &o, NULL));
    return test_values_of(c, x);
}

static void reproducible_contexts_have_the_same_bits(void **unused)
{
    OWNED(test_graph) G = test_kronecker(4, test_sized(12, 9), 8);
    test_deduplicate(&G);
    test_weigh(&G, 5, 1, 99, 64);
    for (int k = 0; k < 2 * KINDS; k++) {
        const tropic_type type = k < KINDS ? TROPIC_FP64 : TROPIC_FP32;
        const spectral_kind of = (spectral_kind)(k % KINDS);
        const size_t bytes = (size_t)G.rows * tropic_type_size(type);
        OWNED_MEMORY void *first = bits_of(of, &G, type, TROPIC_DEVICE_CPU, 1, true),
                          *usual = bits_of(of, &G, type, test_device(), 1, false);
        static const int threads[] = {1, 2, 7};
        for (size_t t = 0; t < sizeof threads / sizeof *threads; t++) {
            OWNED_MEMORY void *cpu = bits_of(of, &G, type, TROPIC_DEVICE_CPU, threads[t], true);
            OWNED_MEMORY void *device = bits_of(of, &G, type, test_device(), threads[t], true);
            OWNED_MEMORY void *again = bits_of(of, &G, type, test_device(), threads[t], false);
            assert_memory_equal(cpu, first, bytes);
            assert_memory_equal(device, first, bytes);
            assert_memory_equal(again, usual, bytes);
        }
    }
}

/* ---- what is refused ---- */

static void bad_arguments_are_refused(void **unused)
{
    const double bad[] = {-0.1, INFINITY, NAN};
    double kept[5] = {9, 8, 7, 6, 5}, found[5];
    OWNED(tropic_matrix) *A = test_path_matrix(context, 5), *wide = NULL;
    OWNED(tropic_vector) *x = test_vector_of(context, TROPIC_FP64, 5, kept),
                         *y = test_vector_of(context, TROPIC_FP64, 5, kept),
                         *level = test_vector_of(context, TROPIC_INT32, 5, NULL),
                         *single = test_vector_of(context, TROPIC_FP32, 5, NULL),
                         *longer = test_vector_of(context, TROPIC_FP64, 6, (double[6]){1, 1, 1, 1, 1, 1}),
                         *negative = test_vector_of(context, TROPIC_FP64, 5, (double[5]){1, -1, 1, 1, 1}),
                         *none = test_vector_of(context, TROPIC_FP64, 5, (double[5]){0});
    assert_ok(context, tropic_matrix_create(&wide, context, TROPIC_BOOL, 5, 6));
    for (int k = 0; k < KINDS; k++) {
        const spectral_wanted refused[] = {
            {.tolerance = -1}, {.tolerance = NAN}, {.iterations = -1}, {.start = negative}};
        spectral_any o = spectral_options((spectral_kind)k, &(spectral_wanted){.alpha = 0}, NULL);
        assert_status(context, TROPIC_INVALID_ARGUMENT, spectral_call((spectral_kind)k, NULL, NULL, A, &o, NULL));
        assert_status(context, TROPIC_TYPE_MISMATCH, spectral_call((spectral_kind)k, level, y, A, &o, NULL));
        assert_status(context, TROPIC_DIMENSION_MISMATCH, spectral_call((spectral_kind)k, longer, y, A, &o, NULL));
        assert_status(context, TROPIC_DIMENSION_MISMATCH, spectral_call((spectral_kind)k, x, y, wide, &o, NULL));
        for (size_t r = 0; r < sizeof refused / sizeof *refused; r++) {
            o = spectral_options((spectral_kind)k, &refused[r], NULL);
            assert_status(context, TROPIC_INVALID_ARGUMENT, spectral_call((spectral_kind)k, x, y, A, &o, NULL));
        }
        o = spectral_options((spectral_kind)k, &(spectral_wanted){.start = longer}, NULL);
        assert_status(context, TROPIC_DIMENSION_MISMATCH, spectral_call((spectral_kind)k, x, y, A, &o, NULL));
        if (k != KATZ) {
            o = spectral_options((spectral_kind)k, &(spectral_wanted){.start = none}, NULL);
            assert_status(context, TROPIC_INVALID_ARGUMENT, spectral_call((spectral_kind)k, x, y, A, &o, NULL));
        }
    }
    for (size_t b = 0; b < sizeof bad / sizeof *bad; b++) {
        spectral_any o = spectral_options(KATZ, &(spectral_wanted){.alpha = bad[b]}, NULL);
        assert_status(context, TROPIC_INVALID_ARGUMENT, spectral_call(KATZ, x, y, A, &o, NULL));
        o = spectral_options(KATZ, &(spectral_wanted){.beta = bad[b]}, NULL);
        assert_status(context, TROPIC_INVALID_ARGUMENT, spectral_call(KATZ, x, y, A, &o, NULL));
    }
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_hits(x, x, A, NULL, NULL));
    assert_status(context, TROPIC_TYPE_MISMATCH, tropic_hits(x, single, A, NULL, NULL));
    for (int part = 0; part < 2; part++) {
        assert_ok(context, tropic_vector_get_dense(part == 0 ? x : y, found, NULL));
        assert_memory_equal(found, kept, sizeof kept);
    }
}

static void bad_weights_are_refused(void **unused)
{
    static const struct {
        double weight;
        const char *message; /* NULL: fine */
    } some[] = {{-1, "the weight -1 from vertex 0 to 1 is negative"},
                {NAN, "the weight nan from vertex 0 to 1 is not a number"},
                {INFINITY, "the weight inf from vertex 0 to 1 is infinite"},
                {1e200, "the weights add up to 2e+200"},
                {1e-100, NULL}};
    static const tropic_index row[] = {0, 0, 1}, col[] = {1, 2, 2};
    OWNED(tropic_vector) *x = test_vector_of(context, TROPIC_FP64, 3, NULL),
                         *y = test_vector_of(context, TROPIC_FP64, 3, NULL);
    for (size_t s = 0; s < sizeof some / sizeof *some; s++) {
        const double weight[] = {some[s].weight, some[s].weight, 1};
        OWNED(tropic_matrix) *A = NULL;
        assert_ok(context, tropic_matrix_from_coo(&A, context, 3, 3, 3, row, col, TROPIC_FP64, weight, NULL));
        for (int k = 0; k < KINDS; k++) {
            spectral_any o = spectral_options((spectral_kind)k, &(spectral_wanted){.weighted = true}, NULL);
            if (!some[s].message) {
                assert_ok(context, spectral_call((spectral_kind)k, x, y, A, &o, NULL));
                continue;
            }
            assert_status(context, TROPIC_INVALID_ARGUMENT, spectral_call((spectral_kind)k, x, y, A, &o, NULL));
            assert_non_null(strstr(tropic_context_error(context), some[s].message));
        }
    }
}

/* ---- memory, cancelling ---- */

static void make_results(tropic_context *c, test_failing_objects *o)
{
    test_failing_make_matrix(c, o);
    for (int v = 0; v < 3; v++) {
        assert_ok(c, tropic_vector_create(&o->v[v], c, TROPIC_FP64, TEST_FAILING_N));
        assert_ok(c, tropic_vector_fill(o->v[v], &(double){1}));
    }
}

static tropic_status once(spectral_kind k, tropic_context *c, test_failing_objects *f)
{
    const spectral_any o = spectral_options(
        k, &(spectral_wanted){.alpha = 1e-3, .weighted = true, .iterations = 3, .start = f->v[2], .betas = f->v[2]},
        NULL);
    (void)c;
    return spectral_call(k, f->v[0], f->v[1], f->A, &o, NULL);
}

static tropic_status katz_once(tropic_context *c, test_failing_objects *f)
{
    return once(KATZ, c, f);
}
static tropic_status eigenvector_once(tropic_context *c, test_failing_objects *f)
{
    return once(EIGENVECTOR, c, f);
}
static tropic_status hits_once(tropic_context *c, test_failing_objects *f)
{
    return once(HITS, c, f);
}

static void allocations_that_fail_are_told(void **unused)
{
    static const test_failing_case cases[] = {{"katz", make_results, katz_once, TROPIC_STRATEGY_AUTO},
                                              {"eigenvector", make_results, eigenvector_once, TROPIC_STRATEGY_AUTO},
                                              {"hits", make_results, hits_once, TROPIC_STRATEGY_AUTO}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        assert_true(test_failing_run(&test_failing_host, &cases[k]) > 3);
}

static void runs_can_be_cancelled(void **unused)
{
    int left = 0;
    OWNED(tropic_context) *stoppable = test_stoppable(&left);
    OWNED(tropic_matrix) *A = test_path_matrix(stoppable, 100);
    OWNED(tropic_vector) *x = test_vector_of(stoppable, TROPIC_FP64, 100, NULL),
                         *y = test_vector_of(stoppable, TROPIC_FP64, 100, NULL);
    for (int k = 0; k < KINDS; k++) {
        const spectral_any o = spectral_options((spectral_kind)k, &(spectral_wanted){.iterations = 30}, NULL);
        left = 1; /* (iterations may be ahead of the question) */
        assert_status(stoppable, TROPIC_CANCELLED, spectral_call((spectral_kind)k, x, y, A, &o, NULL));
        left = 1000;
        assert_ok(stoppable, spectral_call((spectral_kind)k, x, y, A, &o, NULL));
    }
}

/* Katz's iteration ends after some two rounds; products follow, for the bound that the message tells. */
static void estimates_of_the_bound_can_be_cancelled(void **unused)
{
    int left = 0;
    OWNED(tropic_context) *stoppable = test_stoppable(&left);
    OWNED(tropic_matrix) *A = test_path_matrix(stoppable, 100);
    OWNED(tropic_vector) *x = test_vector_of(stoppable, TROPIC_FP64, 100, NULL);
    const spectral_any o = spectral_options(KATZ, &(spectral_wanted){.alpha = 1e80, .iterations = 100}, NULL);
    left = 6;
    assert_status(stoppable, TROPIC_CANCELLED, spectral_call(KATZ, x, NULL, A, &o, NULL));
    left = 1000;
    assert_status(stoppable, TROPIC_INVALID_ARGUMENT, spectral_call(KATZ, x, NULL, A, &o, NULL));
    assert_non_null(strstr(tropic_context_error(stoppable), "alpha 1e+80 is too large"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_the_textbooks),
        cmocka_unit_test(options_equal_the_textbooks),
        cmocka_unit_test(equations_hold),
        cmocka_unit_test(permuted_vertices_permute_values),
        cmocka_unit_test(tolerances_end_iterations),
        cmocka_unit_test(reproducible_contexts_have_the_same_bits),
        cmocka_unit_test(bad_arguments_are_refused),
        cmocka_unit_test(bad_weights_are_refused),
        cmocka_unit_test(allocations_that_fail_are_told),
        cmocka_unit_test(runs_can_be_cancelled),
        cmocka_unit_test(estimates_of_the_bound_can_be_cancelled),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, context_open, context_close);
}
