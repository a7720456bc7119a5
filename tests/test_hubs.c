/* SPDX-License-Identifier: Apache-2.0
 *
 * Pushes on the CPU from more hubs than threads share the arcs of: the first of them are cut into chunks, and the
 * others are taken whole.
 */
#include "tests/fixtures.h"

#include <stdlib.h>

/* A root, hubs, and leaves. Of the first SHARED leaves each hub leads to every STEP-th: more than TP_HEAVY / THREADS
 * (spmv/ops/kernel.h); two hubs lead to all of these, which is more than a chunk. Each hub also has a leaf of its own,
 * which is not reached if the hub is lost. */
enum { HUBS = 4500, SHARED = 6000, LEAVES = SHARED + HUBS, STEP = 10, N = 1 + HUBS + LEAVES, THREADS = 64 };

static bool leads(tropic_index hub, tropic_index leaf)
{
    if (leaf >= SHARED) return leaf == SHARED + hub;
    return hub < 2 || (hub + leaf) % STEP == 0;
}
/* Every other leaf is nearest by way of one of the first two. */
static int32_t length(tropic_index hub, tropic_index leaf)
{
    if (hub < 2) return leaf == LEAVES || leaf % 4 == hub ? 1 : 1000;
    return 1 + (int32_t)((hub * 7919LL + leaf * 104729LL) % 1000);
}

static void many_hubs(void **unused)
{
    OWNED(tropic_context) *context = test_context_of(THREADS);
    tropic_offset count = HUBS;
    OWNED_MEMORY int64_t *expected = test_room(LEAVES, sizeof *expected), *distances = test_room(N, sizeof *distances);
    OWNED_MEMORY int32_t *levels = test_room(N, sizeof *levels), *lengths = NULL;
    OWNED_MEMORY tropic_index *rows = NULL, *cols = NULL;
    OWNED(tropic_matrix) *A = NULL;
    OWNED(tropic_vector) *level = NULL, *parent = NULL, *distance = NULL;
    for (tropic_index h = 0; h < HUBS; h++)
        for (tropic_index l = 0; l < LEAVES; l++) count += leads(h, l);
    rows = test_room(count, sizeof *rows);
    cols = test_room(count, sizeof *cols);
    lengths = test_room(count, sizeof *lengths);
    for (tropic_index l = 0; l < LEAVES; l++) expected[l] = INT64_MAX;
    count = 0;
    for (tropic_index h = 0; h < HUBS; h++) {
        const int32_t first = length(h, LEAVES);
        rows[count] = 0, cols[count] = 1 + h, lengths[count++] = first;
        for (tropic_index l = 0; l < LEAVES; l++) {
            if (!leads(h, l)) continue;
            rows[count] = 1 + h, cols[count] = 1 + HUBS + l, lengths[count++] = length(h, l);
            if (first + length(h, l) < expected[l]) expected[l] = first + length(h, l);
        }
    }
    assert_ok(context, tropic_matrix_from_coo(&A, context, N, N, count, rows, cols, TROPIC_INT32, lengths, NULL));
    assert_ok(context, tropic_vector_create(&level, context, TROPIC_INT32, N));
    assert_ok(context, tropic_vector_create(&parent, context, TROPIC_INT32, N));
    assert_ok(context, tropic_vector_create(&distance, context, TROPIC_INT64, N));
    for (int time = 0; time < 2; time++) { /* once before helpers are started, and once with them */
        const tropic_run_options push = {.size = sizeof push, .strategy = TROPIC_STRATEGY_CSR_PUSH};
        assert_ok(context, tropic_bfs(level, parent, A, 0, &push, NULL));
        assert_ok(context, tropic_vector_get_dense(level, levels, NULL));
        for (tropic_index v = 0; v < N; v++) assert_int_equal(levels[v], v > 0 ? 1 + (v > HUBS) : 0);
        assert_ok(context, tropic_vector_get_dense(parent, levels, NULL));
        for (tropic_index v = 1; v < N; v++)
            assert_true(v <= HUBS ? levels[v] == 0 : leads(levels[v] - 1, v - 1 - HUBS) && levels[v] <= HUBS);
        assert_ok(context, tropic_sssp(distance, NULL, A, 0, &push, NULL));
        assert_ok(context, tropic_vector_get_dense(distance, distances, NULL));
        for (tropic_index h = 0; h < HUBS; h++) assert_int_equal(distances[1 + h], length(h, LEAVES));
        for (tropic_index l = 0; l < LEAVES; l++) assert_int_equal(distances[1 + HUBS + l], expected[l]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(many_hubs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
