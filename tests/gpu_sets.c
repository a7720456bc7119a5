/* SPDX-License-Identifier: Apache-2.0
 *
 * Independent sets, colourings and matchings of a GPU equal the CPU's, on graphs whose vertices are looked at by a
 * thread, some lanes, a warp and a block, and wait for long.
 */
#include "tests/host_and_device.h"
#include "tests/sets.h"

/* What is found. */
enum { SET, LARGEST_FIRST, SMALLEST_LAST, MATCHING, HEAVY_MATCHING, KINDS };

static int64_t find(tropic_context *c, int kind, const tropic_matrix *A, uint64_t seed, int32_t **values)
{
    tropic_independent_set_report set = {.size = sizeof set};
    tropic_coloring_report colors = {.size = sizeof colors};
    tropic_matching_report mates = {.size = sizeof mates};
    const tropic_independent_set_options by_seed = {.size = sizeof by_seed, .seed = seed, .report = &set};
    const tropic_coloring_options by_order = {.size = sizeof by_order,
                                              .order = kind == SMALLEST_LAST ? TROPIC_COLORING_SMALLEST_LAST
                                                                             : TROPIC_COLORING_LARGEST_FIRST,
                                              .seed = seed,
                                              .report = &colors};
    const tropic_matching_options by_weight = {
        .size = sizeof by_weight, .weighted = kind == HEAVY_MATCHING, .seed = seed, .report = &mates};
    OWNED(tropic_vector) *v = NULL;
    assert_ok(c, tropic_vector_create(&v, c, TROPIC_INT32, tropic_matrix_rows(A)));
    if (kind == SET)
        assert_ok(c, tropic_independent_set(v, A, &by_seed, NULL));
    else if (kind < MATCHING)
        assert_ok(c, tropic_coloring(v, A, &by_order, NULL));
    else
        assert_ok(c, tropic_matching(v, A, &by_weight, NULL));
    *values = test_values_of(c, v);
    return kind == SET ? set.members : kind < MATCHING ? colors.colors : mates.integer_weight;
}

static void compare(test_graph G)
{
    OWNED(tropic_matrix) *A = NULL;
    test_weigh(&G, 3, 1, 40, 1);
    A = test_matrix_of(on_host, &G, TROPIC_INT32, &test_undirected);
    for (int kind = 0; kind < KINDS; kind++) {
        OWNED_MEMORY int32_t *expected = NULL;
        if (kind == SMALLEST_LAST && G.rows > test_sized(INT32_MAX, 600))
            continue; /* racecheck takes long for layers */
        const int64_t told = find(on_host, kind, A, 1, &expected);
        for (int run = 0; run < test_sized(3, 1); run++) {
            OWNED_MEMORY int32_t *found = NULL;
            assert_int_equal(find(on_device, kind, A, 1, &found), told);
            for (int32_t v = 0; v < G.rows; v++)
                if (found[v] != expected[v])
                    fail_msg("kind %d, run %d: vertex %d has %d, expected %d", kind, run, v, found[v], expected[v]);
        }
    }
    test_graph_free(&G);
}

/* A centre with legs of two vertices, whose ends are in the set, so that the centre is, too. */
static test_graph spider(int32_t legs)
{
    test_graph G = test_empty(2 * legs + 1, 2 * legs + 1);
    free(G.row), free(G.col);
    G.row = test_room(2 * (int64_t)legs, sizeof *G.row);
    G.col = test_room(2 * (int64_t)legs, sizeof *G.col);
    for (int32_t v = 1; v <= legs; v++) {
        G.row[G.count] = 0, G.col[G.count++] = v;
        G.row[G.count] = v, G.col[G.count++] = legs + v;
    }
    return G;
}

/* A lattice with a diagonal in each square, and loops: at most 7 arcs a vertex. */
static test_graph mesh(int32_t side)
{
    const int32_t n = side * side;
    test_graph G = test_empty(n, n);
    free(G.row), free(G.col);
    G.row = test_room(4 * (int64_t)n, sizeof *G.row);
    G.col = test_room(4 * (int64_t)n, sizeof *G.col);
    for (int32_t v = 0; v < n; v++) {
        const bool right = v % side < side - 1, down = v / side < side - 1;
        if (v % 3 == 0) G.row[G.count] = v, G.col[G.count++] = v;
        if (right) G.row[G.count] = v, G.col[G.count++] = v + 1;
        if (down) G.row[G.count] = v, G.col[G.count++] = v + side;
        if (right && down) G.row[G.count] = v, G.col[G.count++] = v + side + 1;
    }
    return G;
}

static void skewed_degrees(void **unused)
{
    compare(test_kronecker(6, test_sized(18, 9), 8));
}

/* More vertices than a GPU has threads. */
static void few_neighbours(void **unused)
{
    compare(test_random_undirected(4, test_sized(500000, 3000), test_sized(1500000, 9000)));
    compare(test_grid(test_sized(700, 40), test_sized(700, 40)));
    compare(mesh(test_sized(700, 24)));
}

/* By lanes, but for some. */
static void like_degrees(void **unused)
{
    compare(test_random_undirected(5, test_sized(300000, 2000), test_sized(7500000, 50000)));
}

static void long_lists(void **unused)
{
    compare(spider(test_sized(200000, 2000)));
    compare(test_star(test_sized(1000000, 3000)));
}

/* Each vertex waits for all before it, and takes a colour of its own: more than a warp has bits for. */
static void all_wait(void **unused)
{
    compare(test_complete(test_sized(1000, 70)));
    compare(test_complete(test_sized(2500, 130)));
    compare(test_path(test_sized(1000000, 3000)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(skewed_degrees), cmocka_unit_test(few_neighbours), cmocka_unit_test(like_degrees),
        cmocka_unit_test(long_lists),     cmocka_unit_test(all_wait),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, test_open_both, test_close_both);
}
