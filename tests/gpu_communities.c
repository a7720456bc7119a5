/* SPDX-License-Identifier: Apache-2.0
 *
 * The same communities on a GPU and on the CPU, of vertices of few arcs, of some, and of thousands.
 */
#include "tests/communities.h"

#include <cuda_runtime_api.h>

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

/* Both devices find the same, and the reports say so. */
static void agree(tropic_context *cpu, const test_graph *G, const tropic_communities_options *options)
{
    tropic_communities_report here, there;
    OWNED_MEMORY int32_t *found = found_by(context, G, *options, &there), *expected = found_by(cpu, G, *options, &here);
    assert_memory_equal(found, expected, 2 * (size_t)G->rows * sizeof *found);
    assert_true(there.modularity == here.modularity);
    assert_int_equal(there.levels, here.levels);
    assert_int_equal(there.settled, here.settled);
    assert_int_equal(there.communities, here.communities);
    assert_int_equal(there.largest, here.largest);
}

static tropic_context *open_cpu(void)
{
    const tropic_context_options of = {.size = sizeof of, .device = TROPIC_DEVICE_CPU};
    tropic_context *cpu = NULL;
    assert_int_equal(tropic_context_create(&cpu, &of), TROPIC_OK);
    return cpu;
}

/* All methods, of a graph as it is, weighted, and directed; with other seeds. */
static void agree_on(test_graph G, int32_t greatest)
{
    OWNED(tropic_context) *cpu = open_cpu();
    for (int way = 0; way < 12; way += test_sized(1, 5)) {
        const tropic_communities_options options = {.size = sizeof options,
                                                    .method = (tropic_communities_method)(way % 3),
                                                    .weighted = way >= 6,
                                                    .directed = way / 3 % 2 == 1,
                                                    .resolution = way == 7 ? 0.7 : 0,
                                                    .levels = test_sized(0, 2),
                                                    .seed = (uint64_t)way};
        if (options.weighted && !G.weight) test_weigh(&G, 7, 0, greatest, 8);
        agree(cpu, &G, &options);
    }
    test_graph_free(&G);
}

static void on_skewed_graphs(void **unused)
{
    agree_on(with_hubs(test_sized(14, 12), test_sized(8, 3)), 100);
    if (test_sized(1, 0)) agree_on(test_kronecker(3, 14, 24), 3);
}

/* Labels of more vertices of many arcs than there are tables for in global memory, of which there are some, or one;
 * several rounds. */
static void on_huge_hubs(void **unused)
{
    OWNED(tropic_context) *cpu = open_cpu();
    for (int way = 0; way < 8; way++) {
        OWNED(test_graph) G = hubs_and_leaves(way < 4 ? test_sized(24, 3) : 2, 66000);
        tropic_communities_options options = {.size = sizeof options,
                                              .method = TROPIC_COMMUNITIES_LABELS,
                                              .weighted = way % 4 >= 2,
                                              .directed = way % 2 == 1,
                                              .rounds = 1 + way % 4};
        if (options.weighted) test_weigh(&G, (uint64_t)way, 0, way < 4 ? 3 : 1000000, 8);
        agree(cpu, &G, &options);
    }
}

/* Labels of such a vertex that change from round to round: tables are empty when the next one begins. */
static void on_changing_hubs(void **unused)
{
    OWNED(tropic_context) *cpu = open_cpu();
    OWNED(test_graph) G = hub_of_cliques(66000);
    test_weigh(&G, 1, 2, 2, 8);
    for (int way = 0; way < 8; way++) {
        const tropic_communities_options options = {.size = sizeof options,
                                                    .method = TROPIC_COMMUNITIES_LABELS,
                                                    .weighted = way % 4 >= 2,
                                                    .directed = way % 2 == 1,
                                                    .rounds = way < 4 ? 3 : 4};
        agree(cpu, &G, &options);
    }
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

/* ---- memory ---- */

/* A method is refused before it begins, if the rest of the device has too little memory: the need is in the text, and
 * is not more than a run with memory has. */
static void refuse(tropic_context *c, const tropic_matrix *A, tropic_communities_method method, size_t left)
{
    const tropic_communities_options options = {.size = sizeof options, .method = method, .levels = 1, .rounds = 3};
    tropic_run_report report = {.size = sizeof report};
    OWNED(tropic_vector) *community = NULL;
    unsigned long long needed = 0, available = 0;
    size_t unused = 0, all = 0;
    const char *text;
    void *filler = NULL;
    tropic_status status;
    assert_ok(c, tropic_vector_create(&community, c, TROPIC_INT32, tropic_matrix_rows(A)));
    assert_int_equal(cudaMemGetInfo(&unused, &all), cudaSuccess);
    assert_true(unused > left);
    assert_int_equal(cudaMalloc(&filler, unused - left), cudaSuccess);
    status = tropic_communities(community, NULL, A, &options, &report);
    assert_int_equal(cudaFree(filler), cudaSuccess);
    assert_status(c, TROPIC_OUT_OF_DEVICE_MEMORY, status);
    text = strstr(tropic_context_error(c), "needs ");
    if (!text || sscanf(text, "needs %llu bytes of device memory; %llu are available", &needed, &available) != 2)
        fail_msg("'%s' does not tell what is needed", tropic_context_error(c));
    assert_true(needed > available);
    assert_int_equal(tropic_vector_count(community), 0);
    assert_ok(c, tropic_communities(community, NULL, A, &options, &report));
    assert_true(report.memory <= needed);
}

static void refuse_by(tropic_communities_method method)
{
    const tropic_generator_options g = {.size = sizeof g, .kind = TROPIC_GENERATE_MESH, .parameter = {4000}, .seed = 1};
    /* (Its own: a context keeps memory of an earlier run.) */
    OWNED(tropic_context) *c = test_context();
    OWNED(tropic_matrix) *A = NULL;
    OWNED(tropic_vector) *community = NULL;
    const tropic_communities_options once = {.size = sizeof once, .method = TROPIC_COMMUNITIES_LABELS, .rounds = 1};
    assert_ok(c, tropic_matrix_generate(&A, c, &g));
    /* (Makes the matrix's forms.) */
    assert_ok(c, tropic_vector_create(&community, c, TROPIC_INT32, tropic_matrix_rows(A)));
    assert_ok(c, tropic_communities(community, NULL, A, &once, NULL));
    refuse(c, A, method, (size_t)16 << 20);
}

/* (Not in the small size: other programs use the device then.) */
static void too_little_memory_is_told(void **unused)
{
    if (!test_sized(1, 0)) return;
    refuse_by(TROPIC_COMMUNITIES_LOUVAIN);
    refuse_by(TROPIC_COMMUNITIES_LEIDEN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(too_little_memory_is_told), /* (first, before others fill pools) */
        cmocka_unit_test(on_skewed_graphs),          cmocka_unit_test(on_huge_hubs),
        cmocka_unit_test(on_changing_hubs),          cmocka_unit_test(on_meshes),
        cmocka_unit_test(on_random_graphs),          cmocka_unit_test(on_dense_and_empty_graphs),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, context_open, context_close);
}
