/* SPDX-License-Identifier: Apache-2.0
 *
 * Shortest paths where loops were dropped: the same as where they are kept, and a negative one is a negative cycle. By
 * the search of an oracle that keeps them, and by loops combined one by one.
 */
#include "reference/oracle.h"
#include "tests/fixtures.h"

enum { CASES = 120, N_MAX = 24 };

typedef struct loops {
    int64_t count;
    bool negative[N_MAX];
} loops;

/* Loops of each vertex in the order of the entries, by the rule. */
static loops combine(const test_graph *g, tropic_duplicates rule)
{
    loops found = {0};
    double value[N_MAX];
    bool met[N_MAX] = {false};
    for (int64_t k = 0; k < g->count; k++) {
        const int32_t v = g->row[k];
        const double w = g->weight[k];
        if (v != g->col[k]) continue;
        if (!met[v])
            value[v] = w;
        else if (rule == TROPIC_DUPLICATES_SUM)
            value[v] += w;
        else if (rule == TROPIC_DUPLICATES_MIN)
            value[v] = w < value[v] ? w : value[v];
        else if (rule == TROPIC_DUPLICATES_MAX)
            value[v] = w > value[v] ? w : value[v];
        else if (rule == TROPIC_DUPLICATES_LAST)
            value[v] = w;
        found.count += !met[v];
        met[v] = true;
    }
    for (int32_t v = 0; v < g->rows; v++) found.negative[v] = met[v] && value[v] < 0;
    return found;
}

/* Arcs of lengths 0 .. 6, and loops of -2 .. 6, some several times. */
static test_graph draw(uint64_t *seed, int32_t n)
{
    test_graph g = test_random_graph(*seed, n, n, 2 * n);
    test_weigh(&g, *seed, 0, 6, 2);
    for (int64_t k = 0; k < g.count; k++) {
        const bool loop = test_below(seed, 3) == 0;
        if (!loop) continue;
        g.col[k] = g.row[k] = (int32_t)test_below(seed, (uint64_t)n) / 2;
        g.weight[k] = ((double)test_below(seed, 13) - 2) / 2;
    }
    return g;
}

/* Is a vertex with a negative loop reached by arcs that are none? */
static bool reaches_negative(const test_graph *g, const loops *all, int64_t source)
{
    OWNED(oracle_graph) G;
    int64_t level[N_MAX];
    bool found = false;
    assert_true(oracle_graph_from_entries(&G, g->rows, g->cols, g->count, g->row, g->col, NULL));
    assert_true(oracle_bfs(&G, source, level));
    for (int32_t v = 0; v < g->rows; v++) found = found || (all->negative[v] && level[v] >= 0);
    return found;
}

/* With the loops kept, and with them dropped. */
static tropic_status search(tropic_context *context, const tropic_matrix *A, tropic_index source,
                            const tropic_run_options *options, double **distances)
{
    const tropic_type type = tropic_matrix_type(A);
    OWNED(tropic_vector) *distance = test_vector_of(
        context, type == TROPIC_FP32 || type == TROPIC_FP64 ? type : TROPIC_INT64, tropic_matrix_rows(A), NULL);
    const tropic_status status = tropic_sssp(distance, NULL, A, source, options, NULL);
    *distances = status == TROPIC_OK ? test_numbers_of(context, distance) : NULL;
    return status;
}

static void check_search(tropic_context *context, const tropic_matrix *kept, const tropic_matrix *dropped,
                         const test_graph *g, const loops *all, tropic_index source)
{
    const tropic_index target = source;
    const tropic_run_options options = {.size = sizeof options, .targets = &target, .target_count = 1};
    const tropic_status wanted = reaches_negative(g, all, source) ? TROPIC_NEGATIVE_CYCLE : TROPIC_OK;
    double *with, *without;
    assert_int_equal(search(context, kept, source, NULL, &with), wanted);
    assert_int_equal(search(context, dropped, source, NULL, &without), wanted);
    for (tropic_index v = 0; v < g->rows && wanted == TROPIC_OK; v++) assert_true(with[v] == without[v]);
    free(with);
    free(without);
    /* Targets do not hide it. */
    assert_int_equal(search(context, dropped, source, &options, &without), wanted);
    free(without);
}

static void check_block(tropic_context *context, const tropic_matrix *A, const test_graph *g, const loops *all)
{
    const tropic_index sources[] = {0, g->rows - 1};
    const tropic_type type = tropic_matrix_type(A);
    const bool negative = reaches_negative(g, all, sources[0]) || reaches_negative(g, all, sources[1]);
    OWNED(tropic_vector) *block = NULL;
    assert_ok(context,
              tropic_vector_create_block(&block, context,
                                         type == TROPIC_FP32 || type == TROPIC_FP64 ? type : TROPIC_INT64, g->rows, 2));
    assert_int_equal(tropic_sssp_batch(block, A, sources, 2, NULL, NULL), negative ? TROPIC_NEGATIVE_CYCLE : TROPIC_OK);
}

static void random_loops(void **unused)
{
    static const tropic_type types[] = {TROPIC_INT8, TROPIC_INT32, TROPIC_INT64, TROPIC_FP32, TROPIC_FP64};
    OWNED(tropic_context) *context = test_context();
    for (uint64_t k = 0; k < CASES; k++) {
        uint64_t seed = k;
        const int32_t n = 2 + (int32_t)test_below(&seed, N_MAX - 1);
        const tropic_duplicates rule = (tropic_duplicates)(TROPIC_DUPLICATES_SUM + k % 5);
        const tropic_type type = types[k / 5 % 5];
        OWNED(test_graph) g = draw(&seed, n);
        for (int64_t e = 0; e < g.count && type <= TROPIC_INT64; e++) g.weight[e] = floor(g.weight[e]);
        const loops all = combine(&g, rule);
        tropic_build_options options = {.size = sizeof options, .duplicates = rule, .loops = TROPIC_LOOPS_DROP};
        OWNED(tropic_matrix) *dropped = test_matrix_of(context, &g, type, &options), *copy = NULL;
        options.loops = TROPIC_LOOPS_KEEP;
        OWNED(tropic_matrix) *kept = test_matrix_of(context, &g, type, &options);
        assert_int_equal(tropic_matrix_loops_dropped(dropped), all.count);
        assert_int_equal(tropic_matrix_loops_dropped(kept), 0);
        for (tropic_index source = 0; source < n; source += 3) check_search(context, kept, dropped, &g, &all, source);
        check_block(context, dropped, &g, &all);
        assert_ok(context, tropic_matrix_duplicate(&copy, context, dropped));
        assert_int_equal(tropic_matrix_loops_dropped(copy), all.count);
        check_search(context, kept, copy, &g, &all, 0);
    }
}

/* Few of many rows: loops are kept account of by their ids, and off a rectangle's diagonal nothing is a loop. */
static void many_rows(void **unused)
{
    enum { ROWS = 2000000000 };
    static const tropic_index row[] = {5, 1900000000, 7, 1900000000}, col[] = {1900000000, 1900000000, 7, 5};
    static const double values[] = {1, -1, 2, 3};
    const tropic_build_options options = {.size = sizeof options, .loops = TROPIC_LOOPS_DROP};
    static const tropic_index other[] = {0, 1, 2, 3};
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_matrix) *A = NULL;
    assert_ok(context, tropic_matrix_from_coo(&A, context, ROWS, ROWS, 4, row, col, TROPIC_FP64, values, &options));
    assert_int_equal(tropic_matrix_loops_dropped(A), 2);
    assert_int_equal(tropic_matrix_count(A), 2);
    tropic_matrix_free(&A);
    /* Rows 5, 7 and 1900000000 have the same places among those that are not empty as columns 0 .. 3 have. */
    assert_ok(context,
              tropic_matrix_from_coo(&A, context, ROWS, ROWS - 1, 4, row, other, TROPIC_FP64, values, &options));
    assert_int_equal(tropic_matrix_loops_dropped(A), 0);
    assert_int_equal(tropic_matrix_count(A), 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_loops), cmocka_unit_test(many_rows)};
    test_need_device();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
