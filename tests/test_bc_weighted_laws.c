/* SPDX-License-Identifier: Apache-2.0
 *
 * Betweenness by the lengths of arcs: its laws, and refused arguments.
 */
#include "tests/bc_weighted.h"

/* Equal weights, or a pattern: the result without weights. */
static void equal_weights(void **unused)
{
    for (int value = 0; value <= 7; value += value ? 6 : 1) {
        tropic_index sources[WEIGHTED_SOURCES];
        test_graph g = weighted_kron(3);
        tropic_bc_options options = weighted_from(sources, weighted_list(g.rows, sources));
        test_deduplicate(&g);
        if (value > 0) weighted_change(&g, 1, value);
        OWNED(run_fixture) f = run_open("equal weights", &g, value ? TROPIC_INT32 : TROPIC_BOOL);
        OWNED_MEMORY double *got = run_centralities(&f, &options, NULL);
        options.weighted = false;
        OWNED_MEMORY double *expected = run_centralities(&f, &options, NULL);
        test_centralities_near("equal weights", got, expected, f.n, 1e-12, 0);
    }
}

/* Weights times a power of two: the same bits. Vertices permuted: so are the results. */
static void scaled_and_permuted(void **unused)
{
    static const double factors[] = {1, 0x1p-30, 0x1p40};
    for (int t = 0; t < 2; t++) {
        OWNED_MEMORY double *first = NULL;
        for (int k = 0; k <= 3; k++) {
            tropic_index sources[WEIGHTED_SOURCES];
            test_graph g = weighted_urand(7);
            tropic_bc_options options = weighted_from(sources, weighted_list(g.rows, sources));
            const tropic_index n = g.rows;
            OWNED_MEMORY int32_t *by = test_permutation_of(5, n);
            weighted_weigh(&g, 2, 40, 8);
            test_deduplicate(&g);
            if (k < 3)
                weighted_change(&g, factors[k], 0);
            else
                test_permute(&g, by);
            for (tropic_index s = 0; k == 3 && s < options.source_count; s++) sources[s] = by[sources[s]];
            OWNED(run_fixture) f = run_open("scaled", &g, t ? TROPIC_FP32 : TROPIC_FP64);
            double *got = run_centralities(&f, &options, NULL);
            if (k == 3) {
                OWNED_MEMORY double *back = test_room(n, sizeof *back);
                for (tropic_index v = 0; v < n; v++) back[v] = got[by[v]];
                test_centralities_near("permuted", back, first, n, 1e-12, 0);
            } else if (first) {
                assert_memory_equal(got, first, (size_t)n * sizeof *got);
            }
            if (first)
                free(got);
            else
                first = got;
        }
    }
}

/* A source's share has the same bits beside any others: the result is that of single sources, added up in their
 * order. */
static void side_by_side(void **unused)
{
    test_graph g = test_kronecker(4, test_sized(10, 4), 2);
    const tropic_index n = g.rows;
    OWNED_MEMORY double *sum = calloc((size_t)n, sizeof *sum);
    double *each[1024];
    OWNED_MEMORY tropic_index *sources = calloc((size_t)n, sizeof *sources);
    tropic_bc_options options;
    assert_true(sum && sources && n <= 1024);
    weighted_weigh(&g, 9, 4, 8);
    test_deduplicate(&g);
    OWNED(run_fixture) f = run_open("side by side", &g, TROPIC_FP32);
    for (tropic_index v = 0; v < n; v++) {
        options = weighted_from(&v, 1);
        each[v] = run_centralities(&f, &options, NULL);
    }
    for (tropic_index k = 0; k < n; k++) {
        sources[k] = k;
        for (tropic_index v = 0; v < n; v++) sum[v] += each[k][v];
    }
    options = weighted_from(sources, n);
    OWNED_MEMORY double *got = run_centralities(&f, &options, NULL);
    assert_memory_equal(got, sum, (size_t)n * sizeof *sum);
    for (tropic_index v = 0; v < n; v++) free(each[v]);
}

/* 0 - 1 - 2, with the weights of 0 -> 1, 1 -> 0, 1 -> 2 and 2 -> 1. */
static tropic_status three(tropic_context *context, tropic_type type, const void *weights,
                           const tropic_bc_options *options, double *middle)
{
    static const tropic_index row[] = {0, 1, 1, 2}, col[] = {1, 0, 2, 1};
    double got[3];
    OWNED(tropic_matrix) *A = NULL;
    OWNED(tropic_vector) *centrality = NULL;
    tropic_status status;
    assert_ok(context, tropic_matrix_from_coo(&A, context, 3, 3, 4, row, col, type, weights, NULL));
    assert_ok(context, tropic_vector_create(&centrality, context, TROPIC_FP64, 3));
    status = tropic_bc(centrality, A, options, NULL);
    assert_int_equal(tropic_vector_count(centrality), status == TROPIC_OK ? 3 : 0);
    if (status == TROPIC_OK) {
        assert_ok(context, tropic_vector_get_dense(centrality, got, NULL));
        *middle = got[1];
    }
    return status;
}

#define assert_text(context, text) assert_non_null(strstr(tropic_context_error(context), text))

static void refused(void **unused)
{
    static const double bad[][4] = {{1, 1, 0, 1}, {1, 1, 1, -2}, {1, 1, NAN, 1}, {1, 1, 1, -0.}};
    static const char *const where[] = {"from vertex 1 to 2", "from vertex 2 to 1", "from vertex 1 to 2",
                                        "from vertex 2 to 1"};
    OWNED(tropic_context) *context = test_context();
    tropic_bc_options options = {.size = sizeof options, .weighted = true};
    double middle = -1;
    for (int k = 0; k < 4; k++) {
        assert_status(context, TROPIC_INVALID_ARGUMENT, three(context, TROPIC_FP64, bad[k], &options, &middle));
        assert_text(context, where[k]);
        assert_text(context, isnan(bad[k][2]) ? "not a number" : "not positive");
    }
    assert_status(context, TROPIC_INVALID_ARGUMENT,
                  three(context, TROPIC_FP64, (const double[]){1, 1, -HUGE_VAL, 1}, &options, &middle));
    assert_status(context, TROPIC_INVALID_ARGUMENT,
                  three(context, TROPIC_BOOL, (const bool[]){true, true, true, false}, &options, &middle));
    assert_status(context, TROPIC_INVALID_ARGUMENT,
                  three(context, TROPIC_INT32, (const int32_t[]){1, -1, 1, 1}, &options, &middle));
    assert_text(context, "the weight -1 from vertex 1 to 0");
    /* Too large for the distances; an infinite one is no arc. */
    assert_status(context, TROPIC_OVERFLOW,
                  three(context, TROPIC_UINT64, (const uint64_t[]){1, 1, UINT64_MAX, 1}, &options, &middle));
    assert_status(
        context, TROPIC_OVERFLOW,
        three(context, TROPIC_INT64, (const int64_t[]){INT64_MAX / 4 * 3, 1, INT64_MAX / 4 * 3, 1}, &options, &middle));
    assert_ok(context, three(context, TROPIC_FP32, (const float[]){1, 1, HUGE_VALF, 1}, &options, &middle));
    assert_true(middle == 1); /* from 2 to 0 alone */
    /* Lengths that rounding of distances absorbs, behind a vertex that is first. */
    assert_ok(context, three(context, TROPIC_FP32, (const float[]){1e10f, 1e10f, 1, 1}, &options, &middle));
    assert_true(middle == 2);
    assert_ok(context, three(context, TROPIC_FP64, (const double[]){1e20, 1e20, 3, 3}, &options, &middle));
    assert_true(middle == 2);
    assert_ok(context, three(context, TROPIC_FP64, (const double[]){1e20, 1e20, 3, 1e6}, &options, &middle));
    assert_true(middle == 2);
    for (int k = 0; k < 4; k++) {
        static const double none[] = {1, -0.5, NAN, -HUGE_VAL};
        options.tie = none[k];
        assert_status(context, TROPIC_INVALID_ARGUMENT,
                      three(context, TROPIC_FP64, (const double[]){1, 1, 1, 1}, &options, &middle));
        assert_text(context, "tie");
    }
    options.tie = 0;
    for (int m = TROPIC_BC_PRODUCTS; m < TROPIC_BC_METHODS; m++) {
        options.method = (tropic_bc_method)m;
        assert_status(context, TROPIC_INVALID_ARGUMENT,
                      three(context, TROPIC_FP64, (const double[]){1, 1, 1, 1}, &options, &middle));
        assert_text(context, "weighted");
    }
    options.method = TROPIC_BC_AUTO;
    options.strategy = TROPIC_STRATEGY_CSC_SCALAR;
    assert_status(context, TROPIC_INVALID_ARGUMENT,
                  three(context, TROPIC_FP64, (const double[]){1, 1, 1, 1}, &options, &middle));
    options.strategy = TROPIC_STRATEGY_AUTO;
    options.batch = 3; /* not looked at */
    assert_ok(context, three(context, TROPIC_FP64, (const double[]){1, 1, 1, 1}, &options, &middle));
    assert_true(middle == 2);
}

/* 0 -> 5 is so long that rounding absorbs the lengths behind it, 5 -> {4, 3} -> 1 -> 2, which are no cycle. Vertices
 * found from 0 have the values of short lengths, and so have others beside it. */
static void absorbed_without_cycle(void **unused)
{
    static const tropic_index row[] = {0, 5, 5, 4, 3, 1}, col[] = {5, 4, 3, 1, 1, 2};
    static const double lengths[] = {1e20, 3, 2, 1, 2, 7}, expected[] = {0, 4, 0, 2, 2, 4};
    const float floats[] = {1e20F, 3, 2, 1, 2, 7};
    OWNED(tropic_context) *context = test_context();
    for (int t = 0; t < 2; t++) {
        const tropic_bc_options options = {.size = sizeof options, .weighted = true};
        tropic_run_report report = {.size = sizeof report};
        OWNED(tropic_matrix) *A = NULL;
        OWNED(tropic_vector) *centrality = NULL;
        double got[6];
        assert_ok(context, tropic_matrix_from_coo(&A, context, 6, 6, 6, row, col, t ? TROPIC_FP32 : TROPIC_FP64,
                                                  t ? (const void *)floats : lengths, NULL));
        assert_ok(context, tropic_vector_create(&centrality, context, TROPIC_FP64, 6));
        assert_ok(context, tropic_bc(centrality, A, &options, &report));
        assert_ok(context, tropic_vector_get_dense(centrality, got, NULL));
        for (int v = 0; v < 6; v++) assert_true(got[v] == expected[v]);
        assert_int_equal(report.reached_arcs, 6 + 5 + 2 + 2 + 1);
    }
}

typedef struct told {
    double last, stop;
    int calls;
} told;

static bool note(double done, void *user)
{
    told *t = user;
    assert_true(done >= t->last && done <= 1);
    t->last = done;
    t->calls++;
    return done < t->stop;
}

/* Progress never falls, and a run can be stopped. */
static void progress(void **unused)
{
    for (int stop = 0; stop < 2; stop++) {
        told t = {.stop = stop ? .5 : 2};
        const tropic_context_options wanted = {
            .size = sizeof wanted, .device = test_device(), .threads = 2, .progress = note, .progress_user = &t};
        const tropic_bc_options options = {.size = sizeof options, .weighted = true};
        test_graph g = test_grid(12, 12); /* more sources than two threads take side by side */
        weighted_weigh(&g, 1, 4, 1);
        OWNED(run_fixture) f = run_open("progress", &g, TROPIC_INT32);
        OWNED(tropic_vector) *centrality = NULL;
        tropic_context_free(&f.context);
        assert_ok(NULL, tropic_context_create(&f.context, &wanted));
        assert_ok(f.context, tropic_vector_create(&centrality, f.context, TROPIC_FP64, f.n));
        assert_int_equal(tropic_bc(centrality, f.A, &options, NULL), stop ? TROPIC_CANCELLED : TROPIC_OK);
        assert_true(stop || (t.calls > 5 && t.last > .5));
    }
}

int main(void)
{
    test_need_device();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_weights), cmocka_unit_test(scaled_and_permuted),    cmocka_unit_test(side_by_side),
        cmocka_unit_test(refused),       cmocka_unit_test(absorbed_without_cycle), cmocka_unit_test(progress),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
