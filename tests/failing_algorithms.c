/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/failing.h"
#include "tests/fixtures.h"

enum { N = TEST_FAILING_N };

static void make_results(tropic_context *context, test_failing_objects *o)
{
    test_failing_make_matrix(context, o);
    assert_ok(context, tropic_vector_create(&o->v[0], context, TROPIC_INT32, N));
    assert_ok(context, tropic_vector_create(&o->v[1], context, TROPIC_INT32, N));
    assert_ok(context, tropic_vector_create(&o->v[2], context, TROPIC_INT64, N));
    assert_ok(context, tropic_vector_create(&o->v[3], context, TROPIC_FP32, N));
}

static tropic_status bfs(tropic_context *context, test_failing_objects *o)
{
    const tropic_run_options options = {.size = sizeof options, .strategy = o->strategy};
    return tropic_bfs(o->v[0], o->v[1], o->A, 0, &options, NULL);
}

static tropic_status sssp(tropic_context *context, test_failing_objects *o)
{
    const tropic_run_options options = {.size = sizeof options, .strategy = o->strategy};
    return tropic_sssp(o->v[2], o->v[1], o->A, 0, &options, NULL);
}

/* A block, coordinates, a potential and distances. */
static void make_directed(tropic_context *context, test_failing_objects *o)
{
    test_failing_make_matrix(context, o);
    assert_ok(context, tropic_vector_create_block(&o->v[0], context, TROPIC_INT64, N, 2));
    assert_ok(context, tropic_vector_create(&o->v[1], context, TROPIC_FP64, N));
    assert_ok(context, tropic_vector_fill(o->v[1], &(double){1}));
    assert_ok(context, tropic_vector_create(&o->v[2], context, TROPIC_INT64, N));
    assert_ok(context, tropic_vector_fill(o->v[2], &(int64_t){0}));
    assert_ok(context, tropic_vector_create(&o->v[3], context, TROPIC_INT64, N));
}

static tropic_status sssp_directed(tropic_context *context, test_failing_objects *o)
{
    const tropic_index target = 2;
    const tropic_run_options options = {
        .size = sizeof options, .targets = &target, .target_count = 1, .potential = o->v[2]};
    return tropic_sssp(o->v[3], NULL, o->A, 0, &options, NULL);
}

static tropic_status batch(tropic_context *context, test_failing_objects *o)
{
    const tropic_index sources[] = {0, 3};
    return tropic_sssp_batch(o->v[0], o->A, sources, 2, NULL, NULL);
}

/* A block of levels, and words of bits. */
static void make_batch(tropic_context *context, test_failing_objects *o)
{
    test_failing_make_matrix(context, o);
    assert_ok(context, tropic_vector_create_block(&o->v[0], context, TROPIC_INT32, N, 2));
    assert_ok(context, tropic_vector_create(&o->v[1], context, TROPIC_UINT64, N));
}

static tropic_status bfs_batch(tropic_context *context, test_failing_objects *o)
{
    const tropic_index sources[] = {0, 3}, target = 2;
    const tropic_run_options options = {
        .size = sizeof options, .strategy = o->strategy, .targets = &target, .target_count = 1};
    int64_t counts[2];
    return tropic_bfs_batch(o->v[0], o->v[1], counts, NULL, context, o->A, sources, 2, &options, NULL);
}

static tropic_status potential(tropic_context *context, test_failing_objects *o)
{
    return tropic_potential(o->v[2], o->A, o->v[1], o->v[1], 0);
}

/* A negative arc, and no negative cycle. */
static void make_negative(tropic_context *context, test_failing_objects *o)
{
    const tropic_index tails[] = {0, 1, 2}, heads[] = {1, 2, 3};
    const int32_t weights[] = {2, -1, 3};
    make_results(context, o);
    o->recovers = true; /* on the CPU */
    tropic_matrix_free(&o->A);
    assert_ok(context, tropic_matrix_from_coo(&o->A, context, N, N, 3, tails, heads, TROPIC_INT32, weights, NULL));
}

/* Weights of 8 bits, which algorithms take with 32. */
static void make_short(tropic_context *context, test_failing_objects *o)
{
    const tropic_index tails[] = {0, 1, 2}, heads[] = {1, 2, 3};
    const uint8_t weights[] = {2, UINT8_MAX, 3};
    make_results(context, o);
    tropic_matrix_free(&o->A);
    assert_ok(context, tropic_matrix_from_coo(&o->A, context, N, N, 3, tails, heads, TROPIC_UINT8, weights, NULL));
}

static tropic_status bc(tropic_context *context, test_failing_objects *o)
{
    const tropic_bc_options options = {.size = sizeof options, .strategy = o->strategy};
    o->recovers = true;
    return tropic_bc(o->v[3], o->A, &options, NULL);
}

/* By weights, which are positive, and side by side. */
static tropic_status bc_weighted(tropic_context *context, test_failing_objects *o)
{
    const tropic_bc_options options = {.size = sizeof options, .weighted = true};
    return tropic_bc(o->v[3], o->A, &options, NULL);
}

/* Of so few, two are in flight on a GPU. */
static tropic_status bc_batched(tropic_context *context, test_failing_objects *o)
{
    const tropic_bc_options options = {.size = sizeof options, .method = TROPIC_BC_BATCHED, .batch = 2};
    o->recovers = true;
    return tropic_bc(o->v[3], o->A, &options, NULL);
}

/* A cycle with a chain and two twins before it: a directed graph that is reduced. */
static void make_reducible(tropic_context *context, test_failing_objects *o)
{
    const tropic_index tails[] = {0, 1, 2, 3, 4, 5, 5, 6, 6}, heads[] = {1, 2, 0, 0, 3, 0, 1, 0, 1};
    make_results(context, o);
    tropic_matrix_free(&o->A);
    assert_ok(context, tropic_matrix_from_coo(&o->A, context, N, N, 9, tails, heads, TROPIC_BOOL, NULL, NULL));
}

static tropic_status bc_reduced(tropic_context *context, test_failing_objects *o)
{
    const tropic_bc_options options = {
        .size = sizeof options, .endpoints = true, .reductions = TROPIC_BC_FOLD | TROPIC_BC_TWINS};
    o->recovers = true;
    return tropic_bc(o->v[3], o->A, &options, NULL);
}

static tropic_status bc_edges(tropic_context *context, test_failing_objects *o)
{
    const tropic_bc_options options = {.size = sizeof options, .method = TROPIC_BC_WORK_EFFICIENT};
    return tropic_bc_edges(&o->made, context, o->A, &options, NULL);
}

static tropic_status bc_edges_batched(tropic_context *context, test_failing_objects *o)
{
    const tropic_bc_options options = {.size = sizeof options, .method = TROPIC_BC_BATCHED, .batch = 2};
    o->recovers = true;
    return tropic_bc_edges(&o->made, context, o->A, &options, NULL);
}

static tropic_status bc_edges_weighted(tropic_context *context, test_failing_objects *o)
{
    const tropic_bc_options options = {.size = sizeof options, .weighted = true};
    return tropic_bc_edges(&o->made, context, o->A, &options, NULL);
}

/* A path long enough for a coarser graph, an edge, and a vertex alone, in one direction; and places for some. */
static void make_layout(tropic_context *context, test_failing_objects *o)
{
    enum { PATH = 40, ALL = PATH + 3 };
    const double x[] = {1}, y[] = {2};
    const tropic_index known[] = {PATH};
    tropic_index tails[PATH], heads[PATH];
    double strengths[PATH];
    for (tropic_index i = 0; i < PATH; i++) {
        tails[i] = i < PATH - 1 ? i : PATH;
        heads[i] = tails[i] + 1;
        strengths[i] = 1 + i % 3;
    }
    assert_ok(context,
              tropic_matrix_from_coo(&o->A, context, ALL, ALL, PATH, tails, heads, TROPIC_FP64, strengths, NULL));
    for (int k = 0; k < 4; k++) assert_ok(context, tropic_vector_create(&o->v[k], context, TROPIC_FP64, ALL));
    assert_ok(context, tropic_vector_put_entries(o->v[2], 1, known, x));
    assert_ok(context, tropic_vector_put_entries(o->v[3], 1, known, y));
}

static tropic_status layout(tropic_context *context, test_failing_objects *o)
{
    const tropic_layout_options options = {.size = sizeof options,
                                           .method = TROPIC_LAYOUT_BARNES_HUT,
                                           .weighted = true,
                                           .iterations = 1,
                                           .x = o->v[2],
                                           .y = o->v[3]};
    return tropic_layout(o->v[0], o->v[1], NULL, o->A, &options, NULL);
}

/* Of the same graph, all at one place. */
static void make_measure(tropic_context *context, test_failing_objects *o)
{
    make_layout(context, o);
    assert_ok(context, tropic_vector_fill(o->v[0], &(double){0}));
}

static tropic_status measure(tropic_context *context, test_failing_objects *o)
{
    tropic_layout_quality quality = {.size = sizeof quality};
    return tropic_layout_measure(&quality, o->A, o->v[0], o->v[0], NULL, 2, 1);
}

/* A path, its two colours, and the sets of them. */
static void make_path(tropic_context *context, test_failing_objects *o)
{
    const int32_t sets[N] = {0, 0, 0, 3, 3, 5, 5, 5};
    o->A = test_path_matrix(context, N);
    o->v[0] = test_vector_of(context, TROPIC_INT32, N, sets);
    o->v[1] = test_vector_of(context, TROPIC_INT32, N, sets);
}

static tropic_status bipartite(tropic_context *context, test_failing_objects *o)
{
    return tropic_bipartite(o->v[1], o->A, NULL);
}

static tropic_status modularity(tropic_context *context, test_failing_objects *o)
{
    tropic_communities_report told = {.size = sizeof told};
    const tropic_communities_options options = {.size = sizeof options, .report = &told};
    return tropic_modularity(o->v[0], o->v[1], o->A, &options, NULL);
}

const test_failing_case test_failing_algorithms[] = {
    TEST_FAILING_EACH_STRATEGY("bfs", make_results, bfs),
    TEST_FAILING_EACH_STRATEGY("bfs_batch", make_batch, bfs_batch),
    TEST_FAILING_EACH_STRATEGY("sssp", make_results, sssp),
    {"sssp, directed", make_directed, sssp_directed, TROPIC_STRATEGY_AUTO},
    {"sssp_batch", make_directed, batch, TROPIC_STRATEGY_AUTO},
    {"potential", make_directed, potential, TROPIC_STRATEGY_AUTO},
    {"sssp, negative", make_negative, sssp, TROPIC_STRATEGY_AUTO},
    {"sssp, short weights", make_short, sssp, TROPIC_STRATEGY_AUTO},
    TEST_FAILING_EACH_STRATEGY("bc", make_results, bc),
    {"bc, batched", make_results, bc_batched, TROPIC_STRATEGY_AUTO},
    {"bc, reduced", make_reducible, bc_reduced, TROPIC_STRATEGY_AUTO},
    {"bc, weighted", make_results, bc_weighted, TROPIC_STRATEGY_AUTO},
    {"bc_edges", test_failing_make_matrix, bc_edges, TROPIC_STRATEGY_AUTO},
    {"bc_edges, batched", test_failing_make_matrix, bc_edges_batched, TROPIC_STRATEGY_AUTO},
    {"bc_edges, weighted", test_failing_make_matrix, bc_edges_weighted, TROPIC_STRATEGY_AUTO},
    {"bipartite", make_path, bipartite, TROPIC_STRATEGY_AUTO},
    {"modularity", make_path, modularity, TROPIC_STRATEGY_AUTO},
    {"layout", make_layout, layout, TROPIC_STRATEGY_AUTO},
    {"layout, measured", make_measure, measure, TROPIC_STRATEGY_AUTO},
    {NULL, NULL, NULL, TROPIC_STRATEGY_AUTO},
};
