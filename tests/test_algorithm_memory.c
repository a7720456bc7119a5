/* SPDX-License-Identifier: Apache-2.0
 *
 * An algorithm's report tells the memory that it had, and it has checked for as much before the work: on the CPU.
 */
#include "tests/fixtures.h"
#include "tests/graphs.h"

#include "runtime/runtime.h"

/* Before each block, its bytes. */
#define HEADER 64
/* Of a call and of each thread: what does not depend on sizes. */
#define FIXED ((size_t)16 << 10)
/* Calls after which there are all forms of a matrix that calls make. */
#define WARM 2
/* Halves of the memory of a matrix that making it takes (tropic_matrix.h). */
#define MADE 5
/* Of what is had, so many times may be checked for: how long lists are is not known. */
#define LOOSE 8

static struct {
    size_t live, peak;
} memory;

static void *take(size_t bytes, void *user)
{
    size_t *block = malloc(bytes + HEADER), now, peak;
    if (!block) return NULL;
    *block = bytes;
    now = __atomic_add_fetch(&memory.live, bytes, __ATOMIC_RELAXED);
    peak = __atomic_load_n(&memory.peak, __ATOMIC_RELAXED);
    while (now > peak &&
           !__atomic_compare_exchange_n(&memory.peak, &peak, now, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        continue;
    return (char *)block + HEADER;
}

static void give(void *pointer, void *user)
{
    size_t *block = (size_t *)((char *)pointer - HEADER);
    __atomic_sub_fetch(&memory.live, *block, __ATOMIC_RELAXED);
    free(block);
}

/* What a call gets: a graph, and vectors of the types that its row asks for. */
typedef struct given {
    tropic_context *context;
    const tropic_matrix *A;
    tropic_index n;
    tropic_vector *v[3];
    tropic_matrix *made;
    void *room; /* n * n numbers of 8 bytes, of few vertices */
    tropic_run_report report;
    int kind; /* of the row */
} given;

#define SOURCES 8

static const tropic_index *sources(void)
{
    static const tropic_index first[SOURCES] = {0, 1, 2, 3, 4, 5, 6, 7};
    return first;
}

static tropic_status bfs(given *g)
{
    return tropic_bfs(g->v[0], g->v[1], g->A, 0, NULL, &g->report);
}

static tropic_status bfs_batch(given *g)
{
    int64_t counts[SOURCES], sums[SOURCES];
    return tropic_bfs_batch(NULL, NULL, counts, sums, g->context, g->A, sources(), SOURCES, NULL, &g->report);
}

static tropic_status sssp(given *g)
{
    return tropic_sssp(g->v[0], g->v[1], g->A, 0, NULL, &g->report);
}

static tropic_status sssp_batch(given *g)
{
    tropic_status status;
    OWNED(tropic_vector) *block = NULL;
    assert_ok(g->context, tropic_vector_create_block(&block, g->context, TROPIC_INT64, g->n, SOURCES));
    memory.peak = memory.live;
    status = tropic_sssp_batch(block, g->A, sources(), SOURCES, NULL, &g->report);
    return status;
}

static tropic_status bc(given *g)
{
    const tropic_bc_options options = {
        .size = sizeof options, .method = (tropic_bc_method)g->kind, .sources = sources(), .source_count = SOURCES};
    return tropic_bc(g->v[0], g->A, &options, &g->report);
}

static tropic_status bc_weighted(given *g)
{
    const tropic_bc_options options = {
        .size = sizeof options, .weighted = true, .sources = sources(), .source_count = SOURCES};
    return tropic_bc(g->v[0], g->A, &options, &g->report);
}

static tropic_status bc_reduced(given *g)
{
    const tropic_bc_options options = {.size = sizeof options,
                                       .sources = sources(),
                                       .source_count = SOURCES,
                                       .reductions = TROPIC_BC_FOLD | TROPIC_BC_SPLIT | TROPIC_BC_TWINS};
    return tropic_bc(g->v[0], g->A, &options, &g->report);
}

static tropic_status closeness(given *g)
{
    const tropic_closeness_options options = {.size = sizeof options,
                                              .kind = TROPIC_CLOSENESS_HARMONIC,
                                              .weighted = g->kind & 1,
                                              .samples = g->kind & 2 ? 64 : 0};
    return tropic_closeness(g->v[0], g->A, &options, &g->report);
}

static tropic_status closeness_of(given *g)
{
    const tropic_closeness_options options = {
        .size = sizeof options, .vertices = sources(), .vertex_count = SOURCES, .weighted = g->kind};
    return tropic_closeness(g->v[0], g->A, &options, &g->report);
}

static tropic_status coloring(given *g)
{
    const tropic_coloring_options options = {.size = sizeof options, .order = (tropic_coloring_order)g->kind};
    return tropic_coloring(g->v[0], g->A, &options, &g->report);
}

static tropic_status communities(given *g)
{
    const tropic_communities_options options = {.size = sizeof options,
                                                .method = (tropic_communities_method)(g->kind % 3),
                                                .weighted = g->kind / 3 % 2,
                                                .directed = g->kind / 6};
    return tropic_communities(g->v[0], g->v[1], g->A, &options, &g->report);
}

static tropic_status components(given *g)
{
    const tropic_components_options options = {.size = sizeof options, .strong = g->kind};
    return tropic_components(g->v[0], g->v[1], g->A, &options, &g->report);
}

static tropic_status core(given *g)
{
    const tropic_core_options options = {.size = sizeof options, .directed = g->kind};
    return tropic_core(g->v[0], g->v[1], g->A, &options, &g->report);
}

/* (A graph with a cycle has none, and no report.) */
static tropic_status topological(given *g)
{
    return tropic_topological(g->v[0], g->v[1], g->A, &g->report);
}

static tropic_status cycle(given *g)
{
    const tropic_cycle_options options = {.size = sizeof options, .kind = (tropic_cycle_kind)g->kind};
    return tropic_cycle(g->v[0], g->context, g->A, &options, &g->report);
}

static tropic_status degree(given *g)
{
    const tropic_degree_options options = {
        .size = sizeof options, .weighted = g->kind & 1, .assortativity = (g->kind & 2) > 0};
    return tropic_degree(g->v[0], g->A, &options, &g->report);
}

static tropic_status distances(given *g)
{
    const tropic_distances_options options = {.size = sizeof options,
                                              .method = (tropic_distances_method)(g->kind % 3),
                                              .type = TROPIC_FP64,
                                              .weighted = true,
                                              .sources = g->kind / 3 ? sources() : NULL,
                                              .source_count = g->kind / 3 ? SOURCES : 0};
    return tropic_distances(g->room, NULL, g->context, g->A, &options, &g->report);
}

static tropic_status eccentricity(given *g)
{
    const tropic_eccentricity_options options = {.size = sizeof options, .diameter = g->kind};
    return tropic_eccentricity(g->v[0], g->A, &options, &g->report);
}

static tropic_status eccentricity_by_lengths(given *g)
{
    const tropic_eccentricity_options options = {.size = sizeof options, .diameter = g->kind, .weighted = true};
    return tropic_eccentricity(g->v[0], g->A, &options, &g->report);
}

static tropic_status independent_set(given *g)
{
    return tropic_independent_set(g->v[0], g->A, NULL, &g->report);
}

static tropic_status matching(given *g)
{
    const tropic_matching_options options = {.size = sizeof options, .weighted = g->kind};
    return tropic_matching(g->v[0], g->A, &options, &g->report);
}

static tropic_status mst(given *g)
{
    return tropic_mst(&g->made, g->context, g->A, NULL, &g->report);
}

static tropic_status pagerank(given *g)
{
    const tropic_pagerank_options options = {
        .size = sizeof options, .method = (tropic_pagerank_method)(g->kind / 2), .weighted = g->kind % 2};
    return tropic_pagerank(g->v[0], g->A, &options, &g->report);
}

static tropic_status katz(given *g)
{
    const tropic_katz_options options = {.size = sizeof options, .alpha = 1e-4, .weighted = g->kind};
    return tropic_katz(g->v[0], g->A, &options, &g->report);
}

static tropic_status eigenvector(given *g)
{
    const tropic_eigenvector_options options = {.size = sizeof options, .iterations = 5, .weighted = g->kind};
    return tropic_eigenvector(g->v[0], g->A, &options, &g->report);
}

static tropic_status hits(given *g)
{
    const tropic_hits_options options = {.size = sizeof options, .iterations = 5, .weighted = g->kind};
    return tropic_hits(g->v[0], g->v[1], g->A, &options, &g->report);
}

static bool take_pairs(const tropic_index *from, const tropic_index *to, const double *score, int64_t count, void *user)
{
    return true;
}

static tropic_status similarity(given *g)
{
    const tropic_similarity_options options = {
        .size = sizeof options, .measure = (tropic_similarity_measure)(g->kind % 7), .best = g->kind / 7};
    return tropic_similarity(take_pairs, NULL, g->context, g->A, &options, &g->report);
}

static tropic_status similarity_pairs(given *g)
{
    double score[SOURCES - 1];
    const tropic_similarity_options options = {.size = sizeof options, .measure = (tropic_similarity_measure)g->kind};
    return tropic_similarity_pairs(score, g->context, g->A, sources(), sources() + 1, SOURCES - 1, &options,
                                   &g->report);
}

static tropic_status triangles(given *g)
{
    const tropic_triangles_options options = {.size = sizeof options, .order = (tropic_triangles_order)g->kind};
    int64_t total;
    return tropic_triangles(g->v[0], &total, g->context, g->A, &options, &g->report);
}

static tropic_status clustering(given *g)
{
    const tropic_clustering_options options = {
        .size = sizeof options, .method = (tropic_clustering_method)(g->kind % 3), .weighted = g->kind / 3};
    return tropic_clustering(g->v[0], g->context, g->A, &options, &g->report);
}

static tropic_status truss(given *g)
{
    return tropic_truss(&g->made, g->context, g->A, NULL, &g->report);
}

static tropic_status layout(given *g)
{
    const tropic_layout_options options = {
        .size = sizeof options, .method = (tropic_layout_method)g->kind, .iterations = 2};
    tropic_layout_report report = {.size = sizeof report};
    const tropic_status status = tropic_layout(g->v[0], g->v[1], NULL, g->A, &options, &report);
    g->report.memory = report.memory;
    return status;
}

static tropic_status bipartite(given *g)
{
    return tropic_bipartite(g->v[0], g->A, &g->report);
}

static tropic_status rich_club(given *g)
{
    return tropic_rich_club(g->v[0], g->A, &g->report);
}

static tropic_status bc_edges(given *g)
{
    const tropic_bc_options options = {.size = sizeof options, .sources = sources(), .source_count = SOURCES};
    return tropic_bc_edges(&g->made, g->context, g->A, &options, &g->report);
}

#define NONE TROPIC_TYPES
#define I32 TROPIC_INT32
#define I64 TROPIC_INT64
#define REAL TROPIC_FP64

/* Calls, each with the kinds 0 .. kinds - 1. */
static const struct row {
    const char *name;
    tropic_status (*call)(given *g);
    tropic_type types[3]; /* of the vectors */
    int kinds;
    bool small;         /* a call of much work or room: of few vertices */
    bool told, checked; /* in whole */
} rows[] = {
    {"bfs", bfs, {I32, NONE}, 1, false, true, true},
    {"bfs with parents", bfs, {I32, I32, NONE}, 1, false, true, true},
    {"bfs_batch", bfs_batch, {NONE}, 1, false, true, true},
    {"sssp", sssp, {I64, NONE}, 1, false, true, true},
    {"sssp with parents", sssp, {I64, I32, NONE}, 1, false, true, true},
    {"sssp_batch", sssp_batch, {NONE}, 1, false, true, true},
    {"bc", bc, {REAL, NONE}, TROPIC_BC_METHODS, false, true, false},
    {"bc, weighted", bc_weighted, {REAL, NONE}, 1, false, true, false},
    {"bc, reduced", bc_reduced, {REAL, NONE}, 1, false, false, false},
    {"bc_edges", bc_edges, {NONE}, 1, false, true, false},
    {"closeness", closeness, {REAL, NONE}, 4, true, true, true},
    {"closeness of some", closeness_of, {REAL, NONE}, 2, false, true, true},
    {"coloring", coloring, {I32, NONE}, 2, false, true, true},
    {"communities", communities, {I32, I32, NONE}, 12, false, true, true},
    {"components", components, {I32, NONE}, 2, false, true, true},
    {"components with sizes", components, {I32, I32, NONE}, 2, false, true, true},
    {"core", core, {I32, NONE}, 2, false, true, true},
    {"core with layers", core, {I32, I32, NONE}, 2, false, true, true},
    {"topological", topological, {I32, I32, NONE}, 1, false, true, true},
    {"cycle", cycle, {I32, NONE}, 3, false, true, true},
    {"bipartite", bipartite, {I32, NONE}, 1, false, true, true},
    {"degree", degree, {REAL, NONE}, 4, false, true, true},
    {"rich_club", rich_club, {REAL, NONE}, 1, false, true, true},
    {"distances", distances, {NONE}, 6, true, true, true},
    {"eccentricity", eccentricity, {I32, NONE}, 2, true, true, false},
    {"eccentricity by lengths", eccentricity_by_lengths, {I64, NONE}, 2, true, true, true},
    {"independent_set", independent_set, {I32, NONE}, 1, false, true, true},
    {"layout", layout, {REAL, REAL, NONE}, 3, true, false, false},
    {"matching", matching, {I32, NONE}, 2, false, true, true},
    {"mst", mst, {NONE}, 1, false, true, true},
    {"pagerank", pagerank, {REAL, NONE}, 3, false, true, true},
    {"katz", katz, {REAL, NONE}, 2, false, true, true},
    {"eigenvector", eigenvector, {REAL, NONE}, 2, false, true, true},
    {"hits", hits, {REAL, REAL, NONE}, 2, false, true, true},
    {"similarity", similarity, {NONE}, 14, true, true, true},
    {"similarity_pairs", similarity_pairs, {NONE}, 7, false, true, true},
    {"triangles", triangles, {I64, NONE}, 3, false, true, true},
    {"clustering", clustering, {REAL, NONE}, 6, false, true, true},
    {"truss", truss, {NONE}, 1, false, true, true},
};

/* Does the call go through? (Some graphs are not for some algorithms.) */
static bool suits(const struct row *row, given *g)
{
    tropic_status status;
    g->report = (tropic_run_report){.size = sizeof g->report};
    status = row->call(g);
    if (status != TROPIC_OK && status != TROPIC_INVALID_ARGUMENT)
        fail_msg("%s: %s", row->name, tropic_context_error(g->context));
    return status == TROPIC_OK;
}

/* The last call, which makes no forms of the matrix. (Its result may be a matrix, which does not count.) */
static void check(const struct row *row, given *g, const char *graph, size_t fixed)
{
    size_t before, had, made, needed;
    for (int k = 0; k < WARM; k++) {
        if (!suits(row, g)) return;
        tropic_matrix_free(&g->made);
    }
    before = memory.peak = memory.live;
    assert_true(suits(row, g));
    had = memory.peak - before;
    made = g->made ? (memory.live - before) / 2 * MADE : 0;
    needed = g->context->needed > g->context->working ? g->context->needed - g->context->working : 0;
    if (!(g->report.memory <= had))
        fail_msg("%s %d of %s: %zu bytes, told as %zu", row->name, g->kind, graph, had, g->report.memory);
    if (row->told && !(had <= g->report.memory + made + fixed))
        fail_msg("%s %d of %s: %zu bytes, told as %zu", row->name, g->kind, graph, had, g->report.memory);
    if (row->checked && !(had <= needed + made + fixed))
        fail_msg("%s %d of %s: %zu bytes, checked for %zu", row->name, g->kind, graph, had, needed);
    if (row->checked && !(needed <= LOOSE * had + fixed))
        fail_msg("%s %d of %s: %zu bytes, checked for %zu", row->name, g->kind, graph, had, needed);
}

static void of_graph(test_graph *G, const char *name, bool small, int threads)
{
    const tropic_context_options options = {
        .size = sizeof options, .device = TROPIC_DEVICE_CPU, .threads = threads, .allocate = take, .release = give};
    OWNED(tropic_context) *context = NULL;
    OWNED(tropic_matrix) *A = NULL;
    given g = {.n = G->rows};
    assert_ok(NULL, tropic_context_create(&context, &options));
    G->weight = test_room(G->count, sizeof *G->weight);
    for (int64_t k = 0; k < G->count; k++) G->weight[k] = 1 + (G->row[k] + G->col[k]) % 3;
    A = test_matrix_of(context, G, TROPIC_INT32, NULL);
    g.context = context;
    g.A = A;
    g.room = small ? test_room((int64_t)g.n * g.n, sizeof(int64_t)) : NULL;
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        if (rows[r].small != small) continue;
        for (g.kind = 0; g.kind < rows[r].kinds; g.kind++) {
            for (int k = 0; rows[r].types[k] != NONE; k++)
                assert_ok(context, tropic_vector_create(&g.v[k], context, rows[r].types[k], g.n));
            check(&rows[r], &g, name, FIXED * (size_t)(2 + threads));
            for (int k = 0; k < 3; k++) tropic_vector_free(&g.v[k]);
            tropic_matrix_free(&g.made);
        }
    }
    free(g.room);
    test_graph_free(G);
}

static void told_and_checked(void **unused)
{
    for (int threads = 1; threads < 3; threads++)
        for (int small = 0; small < 2; small++) {
            test_graph star = test_star(small ? 400 : 6000), path = test_path(small ? 400 : 6000),
                       arcs = test_directed_path(small ? 400 : 6000), kron = test_kronecker(3, small ? 8 : 11, 16),
                       wild = test_random_graph(8, small ? 400 : 3000, small ? 400 : 3000, small ? 3000 : 20000);
            of_graph(&star, "a star", small, threads);
            of_graph(&path, "a path", small, threads);
            of_graph(&arcs, "a directed path", small, threads);
            of_graph(&kron, "a Kronecker graph", small, threads);
            of_graph(&wild, "a random graph", small, threads);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(told_and_checked)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
