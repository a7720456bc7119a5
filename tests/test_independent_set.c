/* SPDX-License-Identifier: Apache-2.0
 *
 * Maximal independent sets of graphs for which they are known. (tests/test_coloring.c compares them with the greedy
 * choice.)
 */
#include "tests/context.h"
#include "tests/sets.h"

/* The set of A, and how large it is; free() it. */
static int32_t *set_of(const tropic_matrix *A, uint64_t seed, tropic_index *members)
{
    tropic_independent_set_report told = {.size = sizeof told};
    const tropic_independent_set_options options = {.size = sizeof options, .seed = seed, .report = &told};
    OWNED(tropic_vector) *set = NULL;
    assert_ok(context, tropic_vector_create(&set, context, TROPIC_INT32, tropic_matrix_rows(A)));
    assert_ok(context, tropic_independent_set(set, A, &options, NULL));
    *members = told.members;
    return test_values_of(context, set);
}

/* Each leaf, of several stars in a row whose centres are linked. */
static void leaves_are_taken(void **unused)
{
    enum { STARS = 20, LEAVES = 9, N = STARS * (LEAVES + 1) };
    OWNED(test_graph) G = test_empty(N, N);
    OWNED(tropic_matrix) *A = NULL;
    free(G.row), free(G.col);
    G.row = test_room(N, sizeof *G.row);
    G.col = test_room(N, sizeof *G.col);
    for (int32_t v = 1; v < N; v++) G.row[G.count] = v, G.col[G.count++] = v < STARS ? v - 1 : v % STARS;
    A = test_matrix_of(context, &G, TROPIC_BOOL, &test_undirected);
    for (uint64_t seed = 0; seed < 10; seed++) {
        tropic_index members;
        OWNED_MEMORY int32_t *set = set_of(A, seed, &members);
        assert_int_equal(members, STARS * LEAVES);
        for (int32_t v = 0; v < N; v++) assert_int_equal(set[v], v >= STARS);
    }
}

/* Paths of three, whose ends have a hub each: of like degrees, the middle has the neighbours that are of more use. */
static void neighbors_of_hubs_are_taken(void **unused)
{
    enum { PATHS = 50, N = 2 + 5 * PATHS };
    OWNED(test_graph) G = test_empty(N, N);
    OWNED(tropic_matrix) *A = NULL;
    free(G.row), free(G.col);
    G.row = test_room(6 * PATHS, sizeof *G.row);
    G.col = test_room(6 * PATHS, sizeof *G.col);
    for (int32_t path = 0; path < PATHS; path++) {
        const int32_t v = 2 + 5 * path; /* an end, the middle, an end, and leaves of the hubs 0 and 1 */
        const int32_t edges[6][2] = {{0, v}, {v, v + 1}, {v + 1, v + 2}, {v + 2, 1}, {0, v + 3}, {1, v + 4}};
        for (int k = 0; k < 6; k++) G.row[G.count] = edges[k][0], G.col[G.count++] = edges[k][1];
    }
    A = test_matrix_of(context, &G, TROPIC_BOOL, &test_undirected);
    for (uint64_t seed = 0; seed < 10; seed++) {
        tropic_index members;
        OWNED_MEMORY int32_t *set = set_of(A, seed, &members);
        assert_int_equal(members, 4 * PATHS);
        for (int32_t v = 0; v < N; v++) assert_int_equal(set[v], v >= 2 && (v - 2) % 5 != 1);
    }
}

/* One side or the other of a complete bipartite graph: the one whose vertices have fewer neighbours. */
static void a_side_is_taken(void **unused)
{
    enum { LEFT = 300, RIGHT = 301, N = LEFT + RIGHT };
    OWNED(test_graph) G = test_empty(N, N);
    OWNED(tropic_matrix) *A = NULL;
    OWNED_MEMORY int32_t *set = NULL;
    tropic_index members;
    free(G.row), free(G.col);
    G.row = test_room(LEFT * RIGHT, sizeof *G.row);
    G.col = test_room(LEFT * RIGHT, sizeof *G.col);
    for (int32_t u = 0; u < LEFT; u++)
        for (int32_t v = LEFT; v < N; v++) G.row[G.count] = u, G.col[G.count++] = v;
    A = test_matrix_of(context, &G, TROPIC_BOOL, &test_undirected);
    set = set_of(A, 1, &members);
    assert_in_range(members, LEFT, RIGHT);
    for (int32_t v = 0; v < N; v++) assert_int_equal(set[v], set[N - 1] ? v >= LEFT : v < LEFT);
}

/* Edges that are set and removed before the call. */
static void updates_are_seen(void **unused)
{
    enum { N = 5 };
    OWNED(tropic_matrix) *A = test_path_matrix(context, N);
    const int32_t ends[N] = {1, 0, 1, 0, 1};
    OWNED_MEMORY int32_t *path = NULL, *cut = NULL;
    tropic_index members;
    assert_ok(context, tropic_matrix_remove(A, context, 1, 2));
    assert_ok(context, tropic_matrix_remove(A, context, 2, 1));
    cut = set_of(A, 1, &members);
    assert_int_equal(cut[0] + cut[1], 1);
    assert_int_equal(cut[2] * cut[4], 1);
    assert_int_equal(members, 3);
    assert_ok(context, tropic_matrix_set(A, context, 1, 2, NULL));
    assert_ok(context, tropic_matrix_set(A, context, 2, 1, NULL));
    path = set_of(A, 1, &members);
    assert_memory_equal(path, ends, sizeof ends);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(leaves_are_taken),
        cmocka_unit_test(neighbors_of_hubs_are_taken),
        cmocka_unit_test(a_side_is_taken),
        cmocka_unit_test(updates_are_seen),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, context_open, context_close);
}
