/* SPDX-License-Identifier: Apache-2.0
 *
 * The effect of the duplicate, loop and direction rules on a matrix's entries; and the facts of a
 * matrix.
 */
#include "tests/matrix_model.h"

static const tropic_duplicates RULES[] = {TROPIC_DUPLICATES_SUM,   TROPIC_DUPLICATES_MIN,  TROPIC_DUPLICATES_MAX,
                                          TROPIC_DUPLICATES_FIRST, TROPIC_DUPLICATES_LAST, TROPIC_DUPLICATES_DEFAULT};
#define RULE_COUNT (sizeof RULES / sizeof *RULES)

static tropic_build_options rules(tropic_duplicates duplicates, tropic_loops loops, bool undirected)
{
    return (tropic_build_options){.size = sizeof(tropic_build_options),
                                  .duplicates = duplicates,
                                  .loops = loops,
                                  .direction = undirected ? TROPIC_DIRECTION_UNDIRECTED : TROPIC_DIRECTION_AUTO};
}

/* Four entries at (1, 2), 7 -3 9 4 in this order, between others. */
static void duplicates_by_hand(void **state)
{
    const tropic_index rows[] = {1, 0, 1, 2, 1, 1}, cols[] = {2, 0, 2, 1, 2, 2};
    const double values[] = {7, 1, -3, 2, 9, 4};
    const double expected[RULE_COUNT] = {17, -3, 9, 7, 4, 17}, no_sign[RULE_COUNT] = {23, 3, 9, 7, 4, 23};
    OWNED(tropic_context) *context = test_context();
    for (size_t r = 0; r < RULE_COUNT; r++)
        for (int type = TROPIC_INT8; type < TROPIC_TYPES; type++) {
            const tropic_build_options options = rules(RULES[r], TROPIC_LOOPS_KEEP, false);
            const bool has_sign = !test_is_unsigned((tropic_type)type);
            int64_t stored[6];
            OWNED(tropic_matrix) *A = NULL;
            const tropic_offset *offsets;
            const void *found;
            for (int k = 0; k < 6; k++) test_value_store((tropic_type)type, stored, k, values[k]);
            assert_ok(context,
                      tropic_matrix_from_coo(&A, context, 3, 3, 6, rows, cols, (tropic_type)type, stored, &options));
            assert_int_equal(tropic_matrix_count(A), 3);
            assert_ok(context, tropic_matrix_csr(A, context, &offsets, NULL, &found));
            assert_true(test_value_load((tropic_type)type, found, offsets[1]) == (has_sign ? expected : no_sign)[r]);
        }
}

static void refused_duplicates_are_named(void **state)
{
    const tropic_index rows[] = {0, 2, 1, 2}, cols[] = {1, 0, 1, 0};
    const int32_t values[] = {1, 2, 3, 2};
    const tropic_build_options options = rules(TROPIC_DUPLICATES_REFUSE, TROPIC_LOOPS_KEEP, false);
    const tropic_build_options both = rules(TROPIC_DUPLICATES_REFUSE, TROPIC_LOOPS_KEEP, true);
    OWNED(tropic_context) *context = test_context();
    tropic_matrix *A = NULL;
    assert_status(context, TROPIC_INVALID_ARGUMENT,
                  tropic_matrix_from_coo(&A, context, 3, 3, 4, rows, cols, TROPIC_INT32, values, &options));
    assert_string_equal(tropic_context_error(context), "entry (2, 0) is there more than once");
    assert_null(A);
    assert_ok(context, tropic_matrix_from_coo(&A, context, 3, 3, 3, rows, cols, TROPIC_INT32, values, &options));
    tropic_matrix_free(&A);
    /* An entry and its opposite are no duplicates, if they agree. */
    assert_ok(context, tropic_matrix_from_coo(&A, context, 3, 3, 2, cols + 1, rows + 1, TROPIC_BOOL, NULL, &both));
    assert_int_equal(tropic_matrix_count(A), 3);
    tropic_matrix_free(&A);
    assert_status(context, TROPIC_INVALID_ARGUMENT,
                  tropic_matrix_from_coo(&A, context, 2, 2, 2, (tropic_index[]){0, 1}, (tropic_index[]){1, 0},
                                         TROPIC_INT32, values, &both));
    assert_non_null(strstr(tropic_context_error(context), "(0, 1)"));
}

/* An entry and its opposite combine, equal or not. */
static void opposites_by_hand(void **state)
{
    const tropic_index rows[] = {0, 2, 1, 2, 0, 0}, cols[] = {1, 1, 0, 2, 1, 2};
    const double cases[][6] = {{3, 1, 7, 5, 4, 2}, {3, 1, 8, 5, 4, 2}, {0.3, 1, 0.30000000000000004, 5, 0, 2}};
    /* Of (0, 1); the loop (2, 2) is its own opposite. */
    const double expected[][RULE_COUNT] = {{14, 3, 7, 3, 4, 7}, {15, 3, 8, 3, 4, 7}, {0.6, 0, 0.3, 0.3, 0, 0.3}};
    OWNED(tropic_context) *context = test_context();
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++)
        for (size_t r = 0; r < RULE_COUNT; r++) {
            const tropic_build_options options = rules(RULES[r], TROPIC_LOOPS_KEEP, true);
            OWNED(tropic_matrix) *A = NULL;
            double there, back, loop;
            assert_ok(context,
                      tropic_matrix_from_coo(&A, context, 3, 3, 6, rows, cols, TROPIC_FP64, cases[c], &options));
            assert_int_equal(tropic_matrix_count(A), 7);
            assert_ok(context, tropic_matrix_get(A, context, 0, 1, &there, NULL));
            assert_ok(context, tropic_matrix_get(A, context, 1, 0, &back, NULL));
            assert_ok(context, tropic_matrix_get(A, context, 2, 2, &loop, NULL));
            assert_true(test_close(there, expected[c][r], 1e-15) && back == there && loop == 5);
        }
}

static void every_rule_matches_the_model(void **state)
{
    OWNED(tropic_context) *context = test_context();
    uint64_t seed = 5;
    for (int round = 0; round < 5; round++)
        for (int type = 0; type < TROPIC_TYPES; type++)
            for (size_t r = 0; r < RULE_COUNT; r++)
                for (int bits = 0; bits < 4; bits++) {
                    const bool drop = bits & 1, undirected = bits & 2;
                    const tropic_index n = 1 + test_below(&seed, 15);
                    /* So few that no sum leaves the type, whatever they are, both ways. */
                    const int32_t most = (int32_t)fmin(150, test_value_max((tropic_type)type) / (2 * TEST_WEIGHT_MAX));
                    const tropic_build_options options =
                        rules(RULES[r], drop ? TROPIC_LOOPS_DROP : TROPIC_LOOPS_KEEP, undirected);
                    OWNED(test_entries) e = test_entries_random(&seed, n, n, test_below(&seed, most));
                    OWNED(test_model) model = test_model_of(&e, (tropic_type)type, RULES[r], drop, undirected);
                    OWNED(tropic_matrix) *A = test_entries_build(context, &e, (tropic_type)type, &options);
                    test_model_check(context, &model, A);
                }
}

/* Rules that know no order give one matrix for every order of the entries. */
static void order_free_rules_ignore_the_order(void **state)
{
    OWNED(tropic_context) *context = test_context();
    uint64_t seed = 11;
    for (size_t r = 0; r < 3; r++)
        for (int round = 0; round < 20; round++) {
            const tropic_build_options options = rules(RULES[r], TROPIC_LOOPS_KEEP, round & 1);
            OWNED(test_entries) e = test_entries_random(&seed, 12, 12, 100);
            OWNED(test_model) model = test_model_of(&e, TROPIC_FP64, RULES[r], false, round & 1);
            OWNED(tropic_matrix) *A = NULL;
            for (int64_t k = e.count - 1; k > 0; k--) {
                const tropic_index other = test_below(&seed, (tropic_index)k + 1);
                const tropic_index row = e.row[k], col = e.col[k];
                const int weight = e.weight[k];
                e.row[k] = e.row[other], e.col[k] = e.col[other], e.weight[k] = e.weight[other];
                e.row[other] = row, e.col[other] = col, e.weight[other] = weight;
            }
            A = test_entries_build(context, &e, TROPIC_FP64, &options);
            test_model_check(context, &model, A);
        }
}

/* A symmetric matrix stays as it is, by every rule but a sum. */
static void symmetrising_twice_is_symmetrising_once(void **state)
{
    const tropic_duplicates all[] = {TROPIC_DUPLICATES_DEFAULT, TROPIC_DUPLICATES_MIN,  TROPIC_DUPLICATES_MAX,
                                     TROPIC_DUPLICATES_FIRST,   TROPIC_DUPLICATES_LAST, TROPIC_DUPLICATES_REFUSE};
    OWNED(tropic_context) *context = test_context();
    uint64_t seed = 13;
    for (int type = 0; type < TROPIC_TYPES; type++) {
        const tropic_build_options once = rules(TROPIC_DUPLICATES_SUM, TROPIC_LOOPS_KEEP, true);
        OWNED(test_entries) e = test_entries_random(&seed, 20, 20, 120);
        OWNED(test_model) model = test_model_of(&e, (tropic_type)type, TROPIC_DUPLICATES_SUM, false, true);
        OWNED(tropic_matrix) *A = test_entries_build(context, &e, (tropic_type)type, &once);
        tropic_matrix *B = NULL;
        const tropic_offset *offsets;
        const tropic_index *ids;
        const void *values;
        assert_ok(context, tropic_matrix_csr(A, context, &offsets, &ids, &values));
        for (size_t r = 0; r < sizeof all / sizeof *all; r++) {
            const tropic_build_options again = rules(all[r], TROPIC_LOOPS_KEEP, true);
            assert_ok(context,
                      tropic_matrix_from_csr(&B, context, 20, 20, offsets, ids, (tropic_type)type, values, &again));
            test_model_check(context, &model, B);
            tropic_matrix_free(&B);
        }
    }
}

/* A symmetric matrix is kept once, whether it was made so or found so. */
static void symmetric_matrices_are_kept_once(void **state)
{
    const tropic_index rows[] = {0, 1, 1, 2}, cols[] = {1, 0, 2, 1};
    const int32_t same[] = {4, 4, 5, 5}, other[] = {4, 4, 5, 6};
    OWNED(tropic_context) *context = test_context();
    tropic_matrix *A = NULL;
    tropic_matrix_facts facts = {.size = sizeof facts};
    const tropic_index *by_row, *by_column;
    for (int differ = 0; differ < 2; differ++) {
        assert_ok(context,
                  tropic_matrix_from_coo(&A, context, 3, 3, 4, rows, cols, TROPIC_INT32, differ ? other : same, NULL));
        assert_ok(context, tropic_matrix_csc(A, context, NULL, &by_column, NULL));
        assert_ok(context, tropic_matrix_csr(A, context, NULL, &by_row, NULL));
        assert_true((by_row == by_column) == !differ);
        assert_ok(context, tropic_matrix_describe(A, context, &facts));
        assert_true(facts.symmetric == !differ);
        assert_true(facts.symmetric_pattern);
        tropic_matrix_free(&A);
    }
}

static void facts_by_hand(void **state)
{
    /* 0 -> 1 -> 2, 2 -> 2, 3 alone with a loop, 4 alone */
    const tropic_index rows[] = {0, 1, 2, 3}, cols[] = {1, 2, 2, 3};
    const double values[] = {0.5, -2, 8, 1};
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_matrix) *A = NULL;
    tropic_matrix_facts facts = {.size = sizeof facts};
    assert_ok(context, tropic_matrix_from_coo(&A, context, 5, 5, 4, rows, cols, TROPIC_FP64, values, NULL));
    for (int time = 0; time < 2; time++) {
        assert_ok(context, tropic_matrix_describe(A, context, &facts));
        assert_int_equal(facts.rows, 5);
        assert_int_equal(facts.cols, 5);
        assert_int_equal(facts.count, 4);
        assert_int_equal(facts.loops, 2);
        assert_false(facts.symmetric);
        assert_false(facts.symmetric_pattern);
        assert_int_equal(facts.min_out, 0);
        assert_int_equal(facts.max_out, 1);
        assert_int_equal(facts.min_in, 0);
        assert_int_equal(facts.max_in, 2);
        assert_true(test_close(facts.mean_degree, 0.8, 1e-15));
        assert_true(test_close(facts.deviation_out, 0.4, 1e-15));
        assert_true(test_close(facts.deviation_in, sqrt(0.56), 1e-15));
        assert_int_equal(facts.components, 3);
        assert_int_equal(facts.largest_component, 3);
        assert_int_equal(facts.isolated, 2);
        assert_true(facts.min_value == -2 && facts.max_value == 8);
        assert_true(facts.pull == TROPIC_STRATEGY_CSC_SCALAR || facts.pull == TROPIC_STRATEGY_CSC_VECTOR);
    }
    facts.size = 0;
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_matrix_describe(A, context, &facts));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_matrix_describe(A, context, NULL));
}

static void facts_of_odd_shapes(void **state)
{
    const tropic_index zero = 0;
    const float nan_value = NAN;
    const uint64_t huge = UINT64_MAX;
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_matrix) *A = NULL;
    tropic_matrix_facts facts = {.size = sizeof facts};
    assert_ok(context, tropic_matrix_from_coo(&A, context, 0, 0, 0, NULL, NULL, TROPIC_BOOL, NULL, NULL));
    assert_ok(context, tropic_matrix_describe(A, context, &facts));
    assert_int_equal(facts.components, 0);
    assert_true(facts.mean_degree == 0 && facts.min_value == 0 && facts.max_value == 0);
    tropic_matrix_free(&A);
    assert_ok(context, tropic_matrix_from_coo(&A, context, 2, 3, 1, &zero, &zero, TROPIC_BOOL, NULL, NULL));
    assert_ok(context, tropic_matrix_describe(A, context, &facts));
    assert_int_equal(facts.components, -1);
    assert_int_equal(facts.loops, 1);
    assert_false(facts.symmetric);
    assert_true(facts.min_value == 1 && facts.max_value == 1);
    tropic_matrix_free(&A);
    assert_ok(context, tropic_matrix_from_coo(&A, context, 1, 1, 1, &zero, &zero, TROPIC_FP32, &nan_value, NULL));
    assert_ok(context, tropic_matrix_describe(A, context, &facts));
    assert_true(isnan(facts.min_value) && isnan(facts.max_value));
    tropic_matrix_free(&A);
    assert_ok(context, tropic_matrix_from_coo(&A, context, 1, 1, 1, &zero, &zero, TROPIC_UINT64, &huge, NULL));
    assert_ok(context, tropic_matrix_describe(A, context, &facts));
    assert_true(facts.min_value == 0x1p64 && facts.mean_value == 0x1p64);
}

/* Whatever the threads: 1 + 2 + ... are summed exactly. */
static void mean_of_many_values(void **state)
{
    enum { N = 1 << 17, THREADS = 4 };
    tropic_context_options options = {.size = sizeof options, .device = test_device(), .threads = THREADS};
    OWNED(tropic_context) *context = NULL;
    OWNED(tropic_matrix) *A = NULL;
    tropic_matrix_facts facts = {.size = sizeof facts};
    OWNED_MEMORY tropic_index *place = calloc(N, sizeof *place);
    OWNED_MEMORY int32_t *value = calloc(N, sizeof *value);
    assert_int_equal(tropic_context_create(&context, &options), TROPIC_OK);
    for (int32_t k = 0; k < N; k++) value[k] = (place[k] = k) + 1;
    assert_ok(context, tropic_matrix_from_coo(&A, context, N, N, N, place, place, TROPIC_INT32, value, NULL));
    assert_ok(context, tropic_matrix_describe(A, context, &facts));
    assert_true(facts.mean_value == (N + 1) / 2.0);
}

/* 1 + 1/2 + 1/3 + ... depends on the order of its terms, but not on the threads. */
static void mean_on_any_threads(void **state)
{
    enum { N = 1 << 17, THREADS = 5 };
    OWNED_MEMORY tropic_index *place = calloc(N, sizeof *place);
    OWNED_MEMORY double *value = calloc(N, sizeof *value);
    double mean = 0;
    for (int32_t k = 0; k < N; k++) value[k] = 1.0 / ((place[k] = k) + 1);
    for (int threads = 1; threads <= THREADS; threads++) {
        tropic_context_options options = {.size = sizeof options, .device = test_device(), .threads = threads};
        OWNED(tropic_context) *context = NULL;
        OWNED(tropic_matrix) *A = NULL;
        tropic_matrix_facts facts = {.size = sizeof facts};
        assert_int_equal(tropic_context_create(&context, &options), TROPIC_OK);
        assert_ok(context, tropic_matrix_from_coo(&A, context, N, N, N, place, place, TROPIC_FP64, value, NULL));
        assert_ok(context, tropic_matrix_describe(A, context, &facts));
        if (threads == 1) mean = facts.mean_value;
        assert_true(facts.mean_value == mean);
        assert_true(facts.min_value == 1.0 / N && facts.max_value == 1);
        assert_int_equal(facts.loops, N);
        assert_int_equal(facts.isolated, N);
    }
}

static tropic_index root(const tropic_index *above, tropic_index v)
{
    while (above[v] != v) v = above[v];
    return v;
}

/* Components of sparse random graphs, below and above the size where a giant one appears. */
static void components_match_a_plain_count(void **state)
{
    enum { N = 2000 };
    static tropic_index above[N];
    OWNED(tropic_context) *context = test_context();
    uint64_t seed = 17;
    for (int64_t m = N / 8; m <= 4 * N; m *= 2) {
        OWNED(test_entries) e = test_entries_random(&seed, N, N, m);
        OWNED(tropic_matrix) *A = test_entries_build(context, &e, TROPIC_BOOL, NULL);
        tropic_matrix_facts facts = {.size = sizeof facts};
        tropic_index components = N, size[N] = {0}, largest = 0;
        for (tropic_index v = 0; v < N; v++) above[v] = v;
        for (int64_t k = 0; k < m; k++) {
            const tropic_index a = root(above, e.row[k]), b = root(above, e.col[k]);
            above[a] = b;
            components -= a != b;
        }
        for (tropic_index v = 0; v < N; v++) {
            const tropic_index members = ++size[root(above, v)];
            if (members > largest) largest = members;
        }
        assert_ok(context, tropic_matrix_describe(A, context, &facts));
        assert_int_equal(facts.components, components);
        assert_int_equal(facts.largest_component, largest);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(duplicates_by_hand),
        cmocka_unit_test(refused_duplicates_are_named),
        cmocka_unit_test(opposites_by_hand),
        cmocka_unit_test(every_rule_matches_the_model),
        cmocka_unit_test(order_free_rules_ignore_the_order),
        cmocka_unit_test(symmetrising_twice_is_symmetrising_once),
        cmocka_unit_test(symmetric_matrices_are_kept_once),
        cmocka_unit_test(facts_by_hand),
        cmocka_unit_test(facts_of_odd_shapes),
        cmocka_unit_test(mean_of_many_values),
        cmocka_unit_test(mean_on_any_threads),
        cmocka_unit_test(components_match_a_plain_count),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
