/* SPDX-License-Identifier: Apache-2.0
 *
 * What communities need at most is known beforehand: no run has more.
 */
#include "algorithms/communities/weights.h"
#include "tests/communities.h"
#include "tests/shortage.h"

/* Of what is to be found: TP_FINDS_... */
static tp_communities_memory told_of(tropic_context *c, const tropic_matrix *A,
                                     const tropic_communities_options *options, unsigned finds)
{
    tp_run run = tp_run_in(c, NULL);
    tp_communities_memory memory = {0};
    tp_community_weights weights;
    tp_community_graph g;
    assert_ok(c, tp_run_begin(&run, A, TROPIC_STRATEGY_AUTO, false));
    assert_ok(c, tp_community_weights_open(&run, options, &g, &weights));
    assert_ok(c, TP_BACKEND_PART(c, communities)->memory(&run, options, finds, &g, &memory));
    assert_ok(c, tp_run_end(&run, TROPIC_OK));
    return memory;
}

/* What a run has: as its report says, and on the host. */
typedef struct had {
    size_t reported, host;
} had;

static had memory_of(tropic_context *c, const tropic_matrix *A, const tropic_communities_options *options, bool finds,
                     tropic_vector *community, tropic_vector *size)
{
    tropic_run_report report = {.size = sizeof report};
    const size_t before = test_limited.peak = test_limited.live;
    if (finds)
        assert_ok(c, tropic_communities(community, size, A, options, &report));
    else
        assert_ok(c, tropic_modularity(community, size, A, options, &report));
    return (had){report.memory, test_limited.peak - before};
}

/* No more than is known, and not much less: levels have smaller graphs than they may. FIXED: what an allocation takes
 * beside the array that is told. */
static void compare(tp_communities_memory known, had run, bool levels, const char *what)
{
    enum { LOOSE = 4, FIXED = 16 << 10, DEVICE_FIXED = 256 << 10 };
    const size_t all = known.backend + known.host;
    if (run.reported > all) fail_msg("%s: %zu bytes, not %zu", what, run.reported, all);
    if (test_device() == TROPIC_DEVICE_CPU) {
        if (run.host > all) fail_msg("%s: %zu bytes on the host, not %zu", what, run.host, all);
        if (run.host > run.reported + FIXED) fail_msg("%s: %zu bytes, told as %zu", what, run.host, run.reported);
        if (all > (levels ? LOOSE : 1) * run.host + FIXED) fail_msg("%s: %zu bytes, known as %zu", what, run.host, all);
    } else {
        if (run.host > known.host + FIXED) fail_msg("%s: %zu bytes on the host, not %zu", what, run.host, known.host);
        if (all > LOOSE * run.reported + DEVICE_FIXED) fail_msg("%s: %zu bytes, known as %zu", what, run.reported, all);
    }
}

/* `way`: a method, or 3: modularity; then weights and directions. With a report and sizes, sizes alone, or neither: of
 * levels, which take longer, one of these. */
static void check(test_graph *G, int way)
{
    const bool finds = way % 4 < 3, levels = way % 4 < TROPIC_COMMUNITIES_LABELS;
    tropic_communities_report told;
    tropic_communities_options options = options_of((tropic_communities_method)(way % 4 % 3), &told);
    OWNED(tropic_context) *c = test_counted_context();
    OWNED(tropic_matrix) *A = NULL;
    OWNED(tropic_vector) *community = NULL, *size = NULL;
    char what[64];
    options.weighted = way / 4 % 2;
    options.directed = way / 8 % 2;
    options.levels = test_sized(0, 2);
    if (options.weighted && !G->weight) test_weigh(G, 10, 0, 3, 1);
    A = test_matrix_of(c, G, options.weighted ? TROPIC_INT32 : TROPIC_BOOL, NULL);
    assert_ok(c, tropic_vector_create(&community, c, TROPIC_INT32, G->rows));
    assert_ok(c, tropic_vector_create(&size, c, TROPIC_INT32, G->rows));
    /* (The first makes forms of the matrix, and has them.) */
    assert_ok(c, tropic_communities(community, size, A, &options, NULL));
    for (int extra = levels ? way / 4 % 3 : 0; extra < 3; extra += levels ? 3 : 1) {
        tropic_vector *const sizes = extra < 2 ? size : NULL;
        options.report = extra < 1 ? &told : NULL;
        snprintf(what, sizeof what, "way %d of %d vertices, extra %d", way, G->rows, extra);
        compare(told_of(c, A, &options, (finds ? TP_FINDS_COMMUNITIES : 0) | (sizes ? TP_FINDS_SIZES : 0)),
                memory_of(c, A, &options, finds, community, sizes), levels, what);
    }
}

static void no_run_has_more(void **unused)
{
    test_graph G[] = {
        test_empty(0, 0),
        test_empty(1, 1),
        test_path(2),
        test_grid(test_sized(80, 12), 40),
        test_star(test_sized(70000, 66000)),      /* which a GPU gives a table in global memory */
        hubs_and_leaves(test_sized(40, 3), 2100), /* and one whose lists are cut, each as short as may be */
        test_kronecker(3, test_sized(12, 9), 16),
        test_random_graph(8, 1500, 1500, test_sized(60000, 5000)),
        test_random_undirected(9, test_sized(3000, 600), test_sized(60000, 6000))};
    for (size_t k = 0; k < sizeof G / sizeof *G; k++) {
        for (int way = 0; way < 16; way += test_sized(1, 3)) check(&G[k], way);
        test_graph_free(&G[k]);
    }
}

static void *allocate(size_t bytes)
{
    return malloc(bytes);
}

int main(void)
{
    static const test_shortage memory = {allocate, free, TROPIC_OUT_OF_MEMORY, false};
    const struct CMUnitTest tests[] = {cmocka_unit_test(no_run_has_more)};
    test_need_device();
    test_limited.memory = &memory;
    test_limited.limit = SIZE_MAX;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
