/* SPDX-License-Identifier: Apache-2.0
 *
 * Communities for tests of them: found and checked.
 */
#ifndef TEST_COMMUNITIES_H
#define TEST_COMMUNITIES_H

#include "tests/context.h"
#include "tests/fixtures.h"
#include "tests/graphs.h"

#include "reference/reference.h"

static inline tropic_communities_options options_of(tropic_communities_method method, tropic_communities_report *told)
{
    *told = (tropic_communities_report){.size = sizeof *told};
    return (tropic_communities_options){
        .size = sizeof(tropic_communities_options), .method = method, .seed = 1, .report = told};
}

/* The communities of A, checked, and their sizes behind them; free() it. */
static inline int32_t *communities_of(tropic_context *c, const tropic_matrix *A,
                                      const tropic_communities_options *options)
{
    char message[REFERENCE_MESSAGE];
    const tropic_index n = tropic_matrix_rows(A);
    OWNED(tropic_vector) *community = NULL, *size = NULL;
    int32_t *found = test_room(2 * (int64_t)n, sizeof *found);
    tropic_run_report report = {.size = sizeof report};
    reference_result r = {.A = A, .context = c, .options = options};
    assert_ok(c, tropic_vector_create(&community, c, TROPIC_INT32, n));
    assert_ok(c, tropic_vector_create(&size, c, TROPIC_INT32, n));
    assert_ok(c, tropic_communities(community, size, A, options, &report));
    assert_ok(c, tropic_vector_get_dense(community, found, NULL));
    assert_ok(c, tropic_vector_get_dense(size, found + n, NULL));
    assert_int_equal(report.reached, n);
    assert_int_equal(report.levels, options->report->levels);
    r.values[0] = community;
    r.values[1] = size;
    if (reference_table.find("communities")->check(&r, message, sizeof message) != REFERENCE_MATCH)
        fail_msg("%s", message);
    return found;
}

/* What the report says of these communities and sizes. */
static inline void check_report(const tropic_communities_report *told, const int32_t *found, int32_t n, bool labels)
{
    int32_t count = 0, single = 0, most = 0;
    for (int32_t v = 0; v < n; v++) {
        count += found[v] == v;
        single += found[n + v] == 1;
        if (found[n + v] > most) most = found[n + v];
    }
    if (!labels) assert_int_equal(told->communities, count);
    assert_int_equal(told->single, single);
    assert_int_equal(told->largest_size, most);
    assert_int_equal(told->largest < 0, n == 0);
    assert_true(told->modularity >= -1 && told->modularity <= 1);
}

/* Each of some vertices, the last, linked with all of the others. */
static inline test_graph hubs_and_leaves(int32_t hubs, int32_t leaves)
{
    test_graph G = test_empty(hubs + leaves, hubs + leaves);
    free(G.row), free(G.col);
    G.row = test_room(2 * (int64_t)hubs * leaves, sizeof *G.row);
    G.col = test_room(2 * (int64_t)hubs * leaves, sizeof *G.col);
    for (int32_t h = leaves; h < leaves + hubs; h++)
        for (int32_t v = 0; v < leaves; v++) {
            G.row[G.count] = h, G.col[G.count++] = v;
            G.row[G.count] = v, G.col[G.count++] = h;
        }
    return G;
}

static inline void test_link(test_graph *G, int32_t u, int32_t v)
{
    G->row[G->count] = u, G->col[G->count++] = v;
    G->row[G->count] = v, G->col[G->count++] = u;
}

/* Cliques of four, of each of which one vertex is linked with a hub, the last vertex: it sees as many labels in each
 * round, and a GPU has no room for all of them at once. And three vertices that are linked with it, and with three
 * others that come before them: in the second round, the fourth and so on it takes the first of these others for its
 * label, in the third, the fifth and so on the first of the three. */
static inline test_graph hub_of_cliques(int32_t count)
{
    const int32_t others = 4 * count, three = others + 3, hub = three + 3;
    test_graph G = test_empty(hub + 1, hub + 1);
    free(G.row), free(G.col);
    G.row = test_room(14 * (int64_t)count + 24, sizeof *G.row);
    G.col = test_room(14 * (int64_t)count + 24, sizeof *G.col);
    for (int32_t u = 0; u < others; u++) {
        for (int32_t v = u / 4 * 4; v < u; v++) test_link(&G, u, v);
        if (u % 4 == 2) test_link(&G, u, hub);
    }
    for (int32_t u = three; u < hub; u++) {
        for (int32_t v = others; v < three; v++) test_link(&G, u, v);
        test_link(&G, u, hub);
    }
    return G;
}

#endif
