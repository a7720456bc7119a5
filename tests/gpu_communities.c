/* SPDX-License-Identifier: Apache-2.0
 *
 * The same communities on a GPU and on the CPU, of vertices of few arcs, of some, and of thousands.
 */
#include "tests/context.h"
#include "tests/fixtures.h"
#include "tests/graphs.h"

/* A Kronecker graph with vertices that have all, half, a fifth ... of all others for neighbours. */
static test_graph with_hubs(int scale, int32_t hubs)
{
    test_graph G = test_kronecker(9, scale, 4);
    const int64_t room = G.count + 2 * (int64_t)hubs * G.rows;
    int32_t *row = test_room(room, sizeof *row), *col = test_room(room, sizeof *col);
    memcpy(row, G.row, (size_t)G.count * sizeof *row);
    memcpy(col, G.col, (size_t)G.count * sizeof *col);
    for (int32_t h = 0; h < hubs; h++)
        for (int32_t v = h + 1; v < G.rows; v += 1 + h * h) {
            row[G.count] = col[G.count + 1] = h;
            col[G.count] = row[G.count + 1] = v;
            G.count += 2;
        }
    free(G.row), free(G.col);
    G.row = row, G.col = col;
    return G;
}

/* What a device finds; free() the communities. */
static int32_t *found_by(tropic_context *c, const test_graph *G, tropic_communities_options options,
                         tropic_communities_report *told)
{
    OWNED(tropic_matrix) *A = test_matrix_of(c, G, options.weighted ? TROPIC_FP64 : TROPIC_BOOL, NULL);
    OWNED(tropic_vector) *community = NULL, *size = NULL;
    int32_t *found = test_room(2 * (int64_t)G->rows, sizeof *found);
    *told = (tropic_communities_report){.size = sizeof *told};
    options.report = told;
    assert_ok(c, tropic_vector_create(&community, c, TROPIC_INT32, G->rows));
    assert_ok(c, tropic_vector_create(&size, c, TROPIC_INT32, G->rows));
    assert_ok(c, tropic_communities(community, size, A, &options, NULL));
    assert_ok(c, tropic_vector_get_dense(community, found, NULL));
    assert_ok(c, tropic_vector_get_dense(size, found + G->rows, NULL));
    return found;
}

/* All methods, of a graph as it is, weighted, and directed; with other seeds. */
static void agree_on(test_graph G, int32_t greatest)
{
    const tropic_context_options of = {.size = sizeof of, .device = TROPIC_DEVICE_CPU};
    OWNED(tropic_context) *cpu = NULL;
    assert_int_equal(tropic_context_create(&cpu, &of), TROPIC_OK);
    for (int way = 0; way < 12; way += test_sized(1, 5)) {
        const tropic_communities_options options = {.size = sizeof options,
                                                    .method = (tropic_communities_method)(way % 3),
                                                    .weighted = way >= 6,
                                                    .directed = way / 3 % 2 == 1,
                                                    .resolution = way == 7 ? 0.7 : 0,
                                                    .levels = test_sized(0, 2),
                                                    .seed = (uint64_t)way};
        tropic_communities_report here, there;
        OWNED_MEMORY int32_t *found = NULL, *expected = NULL;
        if (options.weighted && !G.weight) test_weigh(&G, 7, 0, greatest, 8);
        found = found_by(context, &G, options, &there);
        expected = found_by(cpu, &G, options, &here);
        assert_memory_equal(found, expected, 2 * (size_t)G.rows * sizeof *found);
        assert_true(there.modularity == here.modularity);
        assert_int_equal(there.levels, here.levels);
        assert_int_equal(there.settled, here.settled);
        assert_int_equal(there.communities, here.communities);
        assert_int_equal(there.largest, here.largest);
    }
    test_graph_free(&G);
}

static void on_skewed_graphs(void **unused)
{
    agree_on(with_hubs(test_sized(14, 12), test_sized(8, 3)), 100);
    if (test_sized(1, 0)) agree_on(test_kronecker(3, 14, 24), 3);
}

static void on_meshes(void **unused)
{
    agree_on(test_grid(test_sized(300, 8), test_sized(90, 9)), 9);
    if (test_sized(1, 0)) agree_on(test_path(200000), 5);
}

static void on_random_graphs(void **unused)
{
    agree_on(test_random_undirected(8, test_sized(20000, 300), test_sized(200000, 6000)), 1000000000);
    if (test_sized(1, 0)) agree_on(test_random_graph(2, 9000, 9000, 90000), 10);
}

static void on_dense_and_empty_graphs(void **unused)
{
    agree_on(test_complete(test_sized(2600, 70)), 4);
    agree_on(test_star(test_sized(100000, 3000)), 4);
    for (int32_t n = 0; n < 3; n++) agree_on(test_empty(n, n), 1);
    agree_on(test_path(2), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(on_skewed_graphs), cmocka_unit_test(on_meshes),
                                       cmocka_unit_test(on_random_graphs), cmocka_unit_test(on_dense_and_empty_graphs)};
    test_need_device();
    return cmocka_run_group_tests(tests, context_open, context_close);
}
