/* SPDX-License-Identifier: Apache-2.0
 *
 * Verification itself: right results pass, and each kind of error is found and named.
 */
#include "tests/fixtures.h"
#include "tests/verify_context.h"

/*   0 -> 1 (2)   0 -> 2 (7)   1 -> 2 (3)   1 -> 3 (8)   2 -> 3 (0)   3 -> 2 (0)   4 -> 0 (1)   */
enum { N = 5, ARCS = 7 };
static const int32_t rows[ARCS] = {0, 0, 1, 1, 2, 3, 4};
static const int32_t cols[ARCS] = {1, 2, 2, 3, 3, 2, 0};
static const double weights[ARCS] = {2, 7, 3, 8, 0, 0, 1};

static int set_up(void **state)
{
    return verify_open(state, N, ARCS, rows, cols, weights);
}

/* The message names the vertex, which counts from 0 in arrays. */
static void assert_named(reference_verdict verdict, int vertex)
{
    char name[64];
    if (vertex < 0) {
        assert_int_equal(verdict, REFERENCE_MATCH);
        assert_string_equal(message, "");
        return;
    }
    snprintf(name, sizeof name, "vertex %d (index %d): ", vertex, vertex);
    assert_int_equal(verdict, REFERENCE_MISMATCH);
    assert_memory_equal(message, name, strlen(name));
}

static void check_bfs(const int32_t *level, const int32_t *parent, int wrong)
{
    OWNED(tropic_vector) *l = test_vector_of(context, TROPIC_INT32, N, level),
                         *p = test_vector_of(context, TROPIC_INT32, N, parent);
    assert_named(reference_verify_bfs(l, p, A, context, 0, message, sizeof message), wrong);
}

static void test_bfs(void **unused)
{
    const int32_t level[N] = {0, 1, 1, 2, -1}, parent[N] = {0, 0, 0, 1, -1};
    const int32_t other[N] = {0, 0, 0, 2, -1}; /* as good a tree */
    check_bfs(level, parent, -1);
    check_bfs(level, other, -1);
    check_bfs((const int32_t[N]){0, 1, 2, 2, -1}, parent, 2);
    check_bfs((const int32_t[N]){0, 1, 1, 2, 3}, parent, 4);
    check_bfs((const int32_t[N]){-1, 1, 1, 2, -1}, parent, 0);
    check_bfs(level, (const int32_t[N]){-1, 0, 0, 1, -1}, 0); /* the source's is itself */
    check_bfs(level, (const int32_t[N]){0, 4, 0, 1, -1}, 1);  /* no such arc */
    check_bfs(level, (const int32_t[N]){0, 0, 1, 1, -1}, 2);  /* an arc, but not a level nearer */
    check_bfs(level, (const int32_t[N]){0, 0, 0, -1, -1}, 3);
    check_bfs(level, (const int32_t[N]){0, 0, 0, 99, -1}, 3);
    check_bfs(level, (const int32_t[N]){0, 0, 0, 1, 0}, 4);
}

static void check_sssp(const double *distance, const int32_t *parent, int wrong)
{
    OWNED(tropic_vector) *d = test_vector_of(context, TROPIC_FP64, N, distance),
                         *p = test_vector_of(context, TROPIC_INT32, N, parent);
    assert_named(reference_verify_sssp(d, p, A, context, 0, 0, message, sizeof message), wrong);
}

static void test_sssp(void **unused)
{
    const double inf = HUGE_VAL;
    const double distance[N] = {0, 2, 5, 5, inf};
    const int32_t parent[N] = {0, 0, 1, 2, -1};
    check_sssp(distance, parent, -1);
    check_sssp((const double[N]){0, 2, 6, 5, inf}, parent, 2);
    check_sssp((const double[N]){0, 2, 5, 5, 1e300}, parent, 4);
    check_sssp((const double[N]){0, NAN, 5, 5, inf}, parent, 1);
    check_sssp((const double[N]){0, 2, 5, 5 + 1e-12, inf}, parent, 3);
    check_sssp(distance, (const int32_t[N]){0, 0, 0, 2, -1}, 2); /* longer than the distance */
    check_sssp(distance, (const int32_t[N]){0, 0, 4, 2, -1}, 2); /* no such arc */
    check_sssp(distance, (const int32_t[N]){1, 0, 1, 2, -1}, 0);
    check_sssp(distance, (const int32_t[N]){0, 0, 1, 2, 4}, 4);
    check_sssp(distance, (const int32_t[N]){0, 0, 1, -1, -1}, 3);
    check_sssp(distance, (const int32_t[N]){0, 0, 3, 2, -1}, 2); /* 2 and 3 hang on each other */

    /* Within a tolerance. */
    const double near[N] = {0, 2, 5 + 1e-12, 5, inf};
    OWNED(tropic_vector) *d = test_vector_of(context, TROPIC_FP64, N, near);
    assert_named(reference_verify_sssp(d, NULL, A, context, 0, 1e-9, message, sizeof message), -1);
    assert_named(reference_verify_sssp(d, NULL, A, context, 0, 0, message, sizeof message), 2);
}

static void test_negative_cycle(void **unused)
{
    const int32_t row[] = {0, 1, 2}, col[] = {1, 2, 1};
    const int32_t weight[] = {1, 2, -2}, worse[] = {1, 2, -3};
    const int64_t distance[] = {0, 1, 3};
    for (int k = 0; k < 2; k++) {
        OWNED(tropic_matrix) *B = NULL;
        OWNED(tropic_vector) *d = NULL;
        assert_ok(context,
                  tropic_matrix_from_coo(&B, context, 3, 3, 3, row, col, TROPIC_INT32, k ? worse : weight, NULL));
        d = test_vector_of(context, TROPIC_INT64, 3, distance);
        assert_named(reference_verify_sssp(d, NULL, B, context, 0, 0, message, sizeof message), k ? 0 : -1);
    }
}

static void check_bc(const double *centrality, const tropic_bc_options *options, int wrong)
{
    OWNED(tropic_vector) *c = test_vector_of(context, TROPIC_FP64, N, centrality);
    assert_named(reference_verify_bc(c, A, context, options, 0, message, sizeof message), wrong);
}

static void test_bc(void **unused)
{
    /* 4 -> 0 -> {1, 2} -> 3: by hand, from 4: {3, .5, .5}; from 0: {0, .5, .5}. */
    const double right[N] = {3, 1, 1, 0, 0};
    const tropic_index list[] = {4};
    const tropic_bc_options one = {.size = sizeof one, .sources = list, .source_count = 1};
    tropic_bc_options scaled = one;
    scaled.extrapolate = true;
    scaled.normalize = TROPIC_NORMALIZE_FULL;
    check_bc(right, NULL, -1);
    check_bc((const double[N]){3, 0.5, 0.5, 0, 0}, &one, 0 - 1);
    check_bc((const double[N]){15. / 12, 2.5 / 12, 2.5 / 12, 0, 0}, &scaled, -1);
    check_bc(right, &one, 1);
    check_bc((const double[N]){3, 1, 1 + 1e-8, 0, 0}, NULL, 2);
    check_bc((const double[N]){3, 1, 1, 1e-300, 0}, NULL, 3);
    check_bc((const double[N]){3, 1, 1, 0, NAN}, NULL, 4);
    check_bc((const double[N]){-3, 1, 1, 0, 0}, NULL, 0);
}

/* C with these values on A's arcs, or, `moved`, with the last of them elsewhere. */
static tropic_matrix *matrix_of(tropic_type type, const void *values, bool moved)
{
    int32_t heads[ARCS];
    tropic_matrix *C = NULL;
    memcpy(heads, cols, sizeof heads);
    if (moved) heads[ARCS - 1]++;
    assert_ok(context, tropic_matrix_from_coo(&C, context, N, N, ARCS, rows, heads, type, values, NULL));
    return C;
}

static void check_bc_edges(const double *carried, const tropic_bc_options *options, int wrong)
{
    OWNED(tropic_matrix) *C = matrix_of(TROPIC_FP64, carried, false);
    assert_named(reference_verify_bc_edges(C, A, context, options, 0, message, sizeof message), wrong);
}

static void test_bc_edges(void **unused)
{
    /* From 4: 4, then 1.5 each, then .5 each to 3; from 0 the same but the first; and to neighbours. */
    const double right[ARCS] = {3, 3, 1, 2, 2, 1, 4};
    const double one[ARCS] = {1.5 / 4, 1.5 / 4, 0, .5 / 4, .5 / 4, 0, 1};
    const tropic_index list[] = {4};
    const tropic_bc_options scaled = {.size = sizeof scaled,
                                      .sources = list,
                                      .source_count = 1,
                                      .extrapolate = true,
                                      .normalize = TROPIC_NORMALIZE_FULL};
    OWNED(tropic_matrix) *C = NULL;
    check_bc_edges(right, NULL, -1);
    check_bc_edges(one, &scaled, -1);
    check_bc_edges(right, &scaled, 0);
    check_bc_edges((const double[]){3, 3, 1 + 1e-8, 2, 2, 1, 4}, NULL, 1);
    check_bc_edges((const double[]){3, 3, 1, 2, NAN, 1, 4}, NULL, 2);
    check_bc_edges((const double[]){3, 3, 1, 2, 2, -1, 4}, NULL, 3);
    check_bc_edges((const double[]){3, 3, 1, 2, 2, 1, HUGE_VAL}, NULL, 4);
    assert_non_null(strstr(message, "its arc to 0, got inf"));
    C = matrix_of(TROPIC_FP64, right, true);
    assert_int_equal(reference_verify_bc_edges(C, A, context, NULL, 0, message, sizeof message), REFERENCE_FAILED);
    tropic_matrix_free(&C);
    C = matrix_of(TROPIC_INT64, right, false);
    assert_int_equal(reference_verify_bc_edges(C, A, context, NULL, 0, message, sizeof message), REFERENCE_FAILED);
}

/* A result that cannot be compared says so, and does not pass. */
static void test_failures(void **unused)
{
    const int32_t level[N] = {0, 1, 1, 2, -1};
    tropic_vector *wrong_type = test_vector_of(context, TROPIC_INT32, N, level), *missing = NULL;
    assert_ok(context, tropic_vector_create(&missing, context, TROPIC_INT32, N));
    assert_int_equal(reference_verify_bfs(missing, NULL, A, context, 0, message, sizeof message), REFERENCE_FAILED);
    assert_true(message[0] != '\0');
    assert_int_equal(reference_verify_bfs(wrong_type, NULL, A, context, N, message, sizeof message), REFERENCE_FAILED);
    assert_int_equal(reference_verify_sssp(wrong_type, NULL, A, context, 0, 0, message, sizeof message),
                     REFERENCE_FAILED);
    assert_int_equal(reference_verify_bc(wrong_type, A, context, NULL, 0, message, sizeof message), REFERENCE_FAILED);
    /* Without room for a message, or with little. */
    assert_int_equal(reference_verify_bfs(missing, NULL, A, context, 0, NULL, 0), REFERENCE_FAILED);
    assert_int_equal(reference_verify_bfs(missing, NULL, A, context, 0, message, 4), REFERENCE_FAILED);
    assert_int_equal(strlen(message), 3);
    tropic_vector_free(&wrong_type);
    tropic_vector_free(&missing);
    assert_non_null(reference_name());
}

/* The library's results on random graphs pass, with sums that are rounded, too. */
static void check_runs(const tropic_matrix *B, tropic_type type)
{
    const tropic_index n = tropic_matrix_rows(B), list[] = {3, 7};
    const tropic_bc_options all = {.size = sizeof all, .weighted = true, .endpoints = true};
    const tropic_bc_options two = {.size = sizeof two, .sources = list, .source_count = 2, .weighted = true};
    OWNED(tropic_vector) *parent = NULL, *level = NULL, *distance = NULL, *centrality = NULL;
    OWNED(tropic_matrix) *carried = NULL;
    assert_ok(context, tropic_vector_create(&parent, context, TROPIC_INT32, n));
    assert_ok(context, tropic_vector_create(&level, context, TROPIC_INT32, n));
    assert_ok(context, tropic_vector_create(&distance, context, test_is_floating(type) ? type : TROPIC_INT64, n));
    assert_ok(context, tropic_vector_create(&centrality, context, TROPIC_FP64, n));
    assert_ok(context, tropic_bfs(level, parent, B, 3, NULL, NULL));
    assert_named(reference_verify_bfs(level, parent, B, context, 3, message, sizeof message), -1);
    assert_ok(context, tropic_sssp(distance, parent, B, 3, NULL, NULL));
    assert_named(reference_verify_sssp(distance, parent, B, context, 3, 0, message, sizeof message), -1);
    assert_ok(context, tropic_bc(centrality, B, &all, NULL));
    assert_named(reference_verify_bc(centrality, B, context, &all, 0, message, sizeof message), -1);
    assert_ok(context, tropic_bc_edges(&carried, context, B, &two, NULL));
    assert_named(reference_verify_bc_edges(carried, B, context, &two, 0, message, sizeof message), -1);
}

static void test_runs(void **unused)
{
    static const tropic_type types[] = {TROPIC_INT32, TROPIC_UINT64, TROPIC_FP32, TROPIC_FP64};
    for (uint64_t seed = 1; seed <= 24; seed++) {
        const tropic_type type = types[seed % 4];
        OWNED(test_graph) g = test_random_graph(seed, 40, 40, 20 * (int64_t)(seed % 8 + 1));
        OWNED(tropic_matrix) *B = NULL;
        test_deduplicate(&g);
        test_weigh(&g, seed, 1, 1000, test_is_floating(type) ? 7 : 1);
        B = test_matrix_of(context, &g, type, NULL);
        check_runs(B, type);
    }
}

int main(void)
{
    test_need_device();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bfs),  cmocka_unit_test(test_sssp),     cmocka_unit_test(test_negative_cycle),
        cmocka_unit_test(test_bc),   cmocka_unit_test(test_bc_edges), cmocka_unit_test(test_failures),
        cmocka_unit_test(test_runs),
    };
    return cmocka_run_group_tests(tests, set_up, verify_close);
}
