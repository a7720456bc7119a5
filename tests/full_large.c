/* SPDX-License-Identifier: Apache-2.0
 *
 * A matrix of more than 2^31 entries: row i has ones at WIDTH columns from first_of(i) on, so that results of
 * products and searches follow without storing it.
 */
#include "tests/fixtures.h"

#include <unistd.h>

#define WIDTH 31000
#define ROWS 70000
#define ENTRIES ((tropic_offset)ROWS * WIDTH)
_Static_assert(ENTRIES > INT32_MAX, "more than 2^31 entries");

/* Host memory: the ids; and with a transpose of them, sorted in two passes, and a device's copy's. */
#define GIB ((int64_t)1 << 30)
#define VIEWED (12 * GIB)
#define TRANSPOSED (48 * GIB)

static tropic_context *context;
static tropic_matrix *A;
static tropic_offset *offsets;
static tropic_index *ids;

static tropic_index first_of(tropic_index i)
{
    enum { STEP = 7919 };
    return (tropic_index)((int64_t)i * STEP % (ROWS - WIDTH + 1));
}

static bool has_memory(int64_t bytes)
{
    return (int64_t)sysconf(_SC_AVPHYS_PAGES) * (int64_t)sysconf(_SC_PAGESIZE) >= bytes;
}

static int set_up(void **unused)
{
    const tropic_build_options options = {.size = sizeof options, .view = true};
    context = test_context();
    offsets = malloc((ROWS + 1) * sizeof *offsets);
    ids = malloc((size_t)ENTRIES * sizeof *ids);
    assert_true(offsets && ids);
    for (tropic_index i = 0; i <= ROWS; i++) offsets[i] = (tropic_offset)i * WIDTH;
    for (tropic_index i = 0; i < ROWS; i++)
        for (tropic_index k = 0; k < WIDTH; k++) ids[offsets[i] + k] = first_of(i) + k;
    assert_ok(context, tropic_matrix_from_csr(&A, context, ROWS, ROWS, offsets, ids, TROPIC_BOOL, NULL, &options));
    assert_true(tropic_matrix_count(A) == ENTRIES);
    return 0;
}

static int tear_down(void **unused)
{
    tropic_matrix_free(&A);
    tropic_context_free(&context);
    free(offsets);
    free(ids);
    return 0;
}

/* w = A (plus.second) u: differences of prefix sums. */
static void sums(tropic_strategy strategy)
{
    static int64_t value[ROWS], before[ROWS + 1], sum[ROWS];
    const tropic_descriptor d = {.size = sizeof d, .strategy = strategy};
    OWNED(tropic_vector) *u = test_vector_of(context, TROPIC_INT64, ROWS, NULL),
                         *w = test_vector_of(context, TROPIC_INT64, ROWS, NULL);
    uint64_t random = 1;
    for (tropic_index j = 0; j < ROWS; j++) {
        value[j] = test_below(&random, 1000);
        before[j + 1] = before[j] + value[j];
    }
    assert_ok(context, tropic_vector_put_dense(u, value, NULL));
    assert_ok(context, tropic_mxv(w, NULL, NULL, tropic_semiring_builtin(TROPIC_PLUS_SECOND, TROPIC_INT64), A, u, &d));
    assert_ok(context, tropic_vector_get_dense(w, sum, NULL));
    for (tropic_index i = 0; i < ROWS; i++)
        if (sum[i] != before[first_of(i) + WIDTH] - before[first_of(i)])
            fail_msg("%s: row %d", tropic_strategy_name(strategy), i);
}

static void pulled(void **unused)
{
    sums(TROPIC_STRATEGY_CSC_SCALAR);
    sums(TROPIC_STRATEGY_CSC_VECTOR);
}

static void pushed(void **unused)
{
    if (!has_memory(TRANSPOSED)) test_skip("too little free memory for a transpose");
    sums(TROPIC_STRATEGY_CSR_PUSH);
    sums(TROPIC_STRATEGY_COOC_SCALAR);
}

/* Brandes from one source, by plain loops over the rule. */
static void searched(void **unused)
{
    enum { SOURCE = ROWS - 1 };
    static int32_t expected[ROWS], found[ROWS];
    static tropic_index order[ROWS];
    static int64_t distance[ROWS];
    static double paths[ROWS], delta[ROWS], centrality[ROWS];
    const tropic_index source = SOURCE;
    OWNED(tropic_vector) *level = NULL, *d = NULL, *c = NULL;
    tropic_index reached = 1;
    if (!has_memory(TRANSPOSED)) test_skip("too little free memory for a transpose");

    for (tropic_index v = 0; v < ROWS; v++) expected[v] = -1;
    expected[SOURCE] = 0;
    paths[SOURCE] = 1;
    order[0] = SOURCE;
    for (tropic_index k = 0; k < reached; k++) {
        const tropic_index i = order[k];
        for (tropic_index j = first_of(i); j < first_of(i) + WIDTH; j++) {
            if (expected[j] < 0) {
                expected[j] = expected[i] + 1;
                order[reached++] = j;
            }
            if (expected[j] == expected[i] + 1) paths[j] += paths[i];
        }
    }
    for (tropic_index k = reached - 1; k > 0; k--) {
        const tropic_index i = order[k];
        for (tropic_index j = first_of(i); j < first_of(i) + WIDTH; j++)
            if (expected[j] == expected[i] + 1) delta[i] += paths[i] / paths[j] * (1 + delta[j]);
    }

    level = test_vector_of(context, TROPIC_INT32, ROWS, NULL);
    d = test_vector_of(context, TROPIC_INT64, ROWS, NULL);
    c = test_vector_of(context, TROPIC_FP64, ROWS, NULL);
    for (int s = 0; s < TROPIC_STRATEGIES; s++) {
        const tropic_run_options options = {.size = sizeof options, .strategy = (tropic_strategy)s};
        const tropic_bc_options bc = {
            .size = sizeof bc, .strategy = (tropic_strategy)s, .sources = &source, .source_count = 1};
        assert_ok(context, tropic_bfs(level, NULL, A, SOURCE, &options, NULL));
        assert_ok(context, tropic_vector_get_dense(level, found, NULL));
        assert_memory_equal(found, expected, sizeof found);
        assert_ok(context, tropic_sssp(d, NULL, A, SOURCE, &options, NULL));
        assert_ok(context, tropic_vector_get_dense(d, distance, NULL));
        for (tropic_index v = 0; v < ROWS; v++) assert_true(distance[v] == (expected[v] < 0 ? INT64_MAX : expected[v]));
        assert_ok(context, tropic_bc(c, A, &bc, NULL));
        assert_ok(context, tropic_vector_get_dense(c, centrality, NULL));
        for (tropic_index v = 0; v < ROWS; v++)
            if (!test_close(centrality[v], v == SOURCE ? 0 : delta[v], 1e-10))
                fail_msg("%s: vertex %d has %.17g, not %.17g", tropic_strategy_name((tropic_strategy)s), v,
                         centrality[v], delta[v]);
    }
}

/* More than 2^31 entries of few: a column that is full, listed SIDE times. */
static void column_repeats(void **unused)
{
    enum { SIDE = 46341, COLUMNS = 2 };
    const int64_t due = (int64_t)SIDE * SIDE;
    OWNED_MEMORY tropic_index *cols = test_room(SIDE, sizeof *cols), *rows = test_room(SIDE, sizeof *rows);
    const tropic_indices list = {.ids = cols, .count = SIDE};
    const tropic_descriptor d = {.size = sizeof d, .strategy = TROPIC_STRATEGY_CSC_VECTOR};
    OWNED(tropic_vector) *u = NULL, *w = NULL;
    OWNED(tropic_matrix) *B = NULL, *C = NULL;
    OWNED_MEMORY int64_t *value = test_room(SIDE, sizeof *value), *sum = NULL;
    if (!has_memory(TRANSPOSED)) test_skip("too little free memory for a transpose");
    for (tropic_index i = 0; i < SIDE; i++) {
        rows[i] = i;
        value[i] = i;
    }
    assert_true(due > INT32_MAX);
    assert_ok(context, tropic_matrix_from_coo(&B, context, SIDE, COLUMNS, SIDE, rows, cols, TROPIC_BOOL, NULL, NULL));
    assert_ok(context, tropic_matrix_extract(&C, context, NULL, NULL, B, NULL, &list, NULL));
    assert_true(tropic_matrix_count(C) == due);
    u = test_vector_of(context, TROPIC_INT64, SIDE, value);
    w = test_vector_of(context, TROPIC_INT64, SIDE, NULL);
    assert_ok(context, tropic_mxv(w, NULL, NULL, tropic_semiring_builtin(TROPIC_PLUS_SECOND, TROPIC_INT64), C, u, &d));
    sum = test_values_of(context, w);
    for (tropic_index i = 0; i < SIDE; i++) assert_true(sum[i] == (int64_t)SIDE * (SIDE - 1) / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pulled),
        cmocka_unit_test(pushed),
        cmocka_unit_test(searched),
        cmocka_unit_test(column_repeats),
    };
    test_need_device();
    if (!has_memory(VIEWED)) {
        printf("skipped: less than 12 GiB of memory are free\n");
        return TEST_SKIPPED;
    }
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
