/* SPDX-License-Identifier: Apache-2.0
 *
 * One table of algorithms whose results are values of vertices: each as a call with a graph and up to two vectors, and
 * what becomes of the values when vertices are numbered otherwise.
 */
#ifndef TROPIC_TESTS_VERTEX_ALGORITHMS_H
#define TROPIC_TESTS_VERTEX_ALGORITHMS_H

#include "tests/fixtures.h"

/* The graphs that it takes; the last two are undirected, without loops. */
typedef enum vertex_graph { DIRECTED, ACYCLIC, UNDIRECTED, TWO_SIDED } vertex_graph;
/* A value goes with its vertex; it is near; it names a set by the least vertex; it is 0 or 1, one each at both ends of
 * an edge; it belongs to no vertex, and stays; it may be any. */
typedef enum vertex_law { GOES, NEAR, NAMES, SIDES, STAYS, ANY } vertex_law;

/* The results, of types[] in the table: vectors of n places, or NULL; a matrix that a call made. */
typedef struct vertex_results {
    tropic_vector *v[2];
    tropic_matrix *made;
} vertex_results;

typedef struct vertex_algorithm {
    const char *name;
    tropic_status (*run)(vertex_results *r, tropic_context *context, const tropic_matrix *A);
    vertex_graph graph;
    int vectors;
    tropic_type types[2];
    vertex_law laws[2];
} vertex_algorithm;

#define VERTEX_CALL(name, call)                                                                                        \
    static inline tropic_status vertex_##name(vertex_results *r, tropic_context *context, const tropic_matrix *A)      \
    {                                                                                                                  \
        return call;                                                                                                   \
    }
#define VERTEX_OPTIONS(of, ...) (&(const tropic_##of##_options){.size = sizeof(tropic_##of##_options), __VA_ARGS__})
VERTEX_CALL(weak, tropic_components(r->v[0], r->v[1], A, NULL, NULL))
VERTEX_CALL(strong, tropic_components(r->v[0], r->v[1], A, VERTEX_OPTIONS(components, .strong = true), NULL))
VERTEX_CALL(core, tropic_core(r->v[0], r->v[1], A, NULL, NULL))
VERTEX_CALL(degree, tropic_degree(r->v[0], A, VERTEX_OPTIONS(degree, .normalize = true), NULL))
VERTEX_CALL(degree_in, tropic_degree(r->v[0], A, VERTEX_OPTIONS(degree, .weighted = true, .kind = 1), NULL))
VERTEX_CALL(degree_out, tropic_degree(r->v[0], A, VERTEX_OPTIONS(degree, .directed = true, .kind = 2), NULL))
VERTEX_CALL(rich_club, tropic_rich_club(r->v[0], A, NULL))
VERTEX_CALL(topological, tropic_topological(r->v[1], r->v[0], A, NULL))
VERTEX_CALL(cycle, tropic_cycle(r->v[0], context, A, NULL, NULL))
VERTEX_CALL(cycle_edges, tropic_cycle(r->v[0], context, A, VERTEX_OPTIONS(cycle, .kind = 1), NULL))
VERTEX_CALL(cycle_odd, tropic_cycle(r->v[0], context, A, VERTEX_OPTIONS(cycle, .kind = 2), NULL))
VERTEX_CALL(bipartite, tropic_bipartite(r->v[0], A, NULL))
VERTEX_CALL(triangles, tropic_triangles(r->v[0], NULL, context, A, NULL, NULL))
VERTEX_CALL(clustering, tropic_clustering(r->v[0], context, A, VERTEX_OPTIONS(clustering, .weighted = true), NULL))
VERTEX_CALL(ldbc, tropic_clustering(r->v[0], context, A, VERTEX_OPTIONS(clustering, .method = 1), NULL))
VERTEX_CALL(square, tropic_clustering(r->v[0], context, A, VERTEX_OPTIONS(clustering, .method = 2), NULL))
VERTEX_CALL(eccentricity, tropic_eccentricity(r->v[0], A, NULL, NULL))
VERTEX_CALL(eccentricity_by_length,
            tropic_eccentricity(r->v[0], A, VERTEX_OPTIONS(eccentricity, .weighted = true), NULL))
VERTEX_CALL(closeness, tropic_closeness(r->v[0], A, VERTEX_OPTIONS(closeness, .weighted = true), NULL))
VERTEX_CALL(harmonic, tropic_closeness(r->v[0], A, VERTEX_OPTIONS(closeness, .kind = 2, .outgoing = true), NULL))
VERTEX_CALL(betweenness, tropic_bc(r->v[0], A, NULL, NULL))
VERTEX_CALL(pagerank, tropic_pagerank(r->v[0], A, VERTEX_OPTIONS(pagerank, .weighted = true), NULL))
VERTEX_CALL(katz, tropic_katz(r->v[0], A, VERTEX_OPTIONS(katz, .alpha = 0.01), NULL))
VERTEX_CALL(eigenvector, tropic_eigenvector(r->v[0], A, NULL, NULL))
VERTEX_CALL(hits, tropic_hits(r->v[0], r->v[1], A, NULL, NULL))
VERTEX_CALL(louvain, tropic_communities(r->v[0], r->v[1], A, VERTEX_OPTIONS(communities, .method = 1), NULL))
VERTEX_CALL(labels, tropic_communities(r->v[0], r->v[1], A, VERTEX_OPTIONS(communities, .method = 2), NULL))
VERTEX_CALL(independent_set, tropic_independent_set(r->v[0], A, NULL, NULL))
VERTEX_CALL(coloring, tropic_coloring(r->v[0], A, NULL, NULL))
VERTEX_CALL(matching, tropic_matching(r->v[0], A, VERTEX_OPTIONS(matching, .weighted = true), NULL))
VERTEX_CALL(truss, tropic_truss(&r->made, context, A, NULL, NULL))
VERTEX_CALL(mst, tropic_mst(&r->made, context, A, NULL, NULL))

#define VERTEX_ONE(name, graph, type, law)                                                                             \
    {                                                                                                                  \
#name, vertex_##name, graph, 1, {TROPIC_##type },                                                              \
        {                                                                                                              \
            law                                                                                                        \
        }                                                                                                              \
    }
#define VERTEX_TWO(name, graph, type, law, other)                                                                      \
    {                                                                                                                  \
#name, vertex_##name, graph, 2, {TROPIC_##type, TROPIC_##type },                                               \
        {                                                                                                              \
            law, other                                                                                                 \
        }                                                                                                              \
    }
static const vertex_algorithm vertex_algorithms[] = {
    VERTEX_TWO(weak, DIRECTED, INT32, NAMES, GOES),
    VERTEX_TWO(strong, DIRECTED, INT32, NAMES, GOES),
    VERTEX_TWO(core, DIRECTED, INT32, GOES, GOES),
    VERTEX_TWO(core, UNDIRECTED, INT32, GOES, GOES),
    VERTEX_ONE(degree, DIRECTED, FP64, GOES),
    VERTEX_ONE(degree, UNDIRECTED, FP64, GOES),
    VERTEX_ONE(degree_in, DIRECTED, FP64, GOES),
    VERTEX_ONE(degree_out, UNDIRECTED, FP64, GOES),
    VERTEX_ONE(rich_club, UNDIRECTED, FP64, STAYS),
    VERTEX_TWO(topological, ACYCLIC, INT32, GOES, ANY),
    VERTEX_ONE(cycle, DIRECTED, INT32, ANY),
    VERTEX_ONE(cycle_edges, UNDIRECTED, INT32, ANY),
    VERTEX_ONE(cycle_odd, DIRECTED, INT32, ANY),
    VERTEX_ONE(bipartite, TWO_SIDED, INT32, SIDES),
    VERTEX_ONE(triangles, DIRECTED, INT64, GOES),
    VERTEX_ONE(clustering, DIRECTED, FP64, NEAR),
    VERTEX_ONE(ldbc, DIRECTED, FP64, GOES),
    VERTEX_ONE(square, UNDIRECTED, FP64, GOES),
    VERTEX_ONE(eccentricity, DIRECTED, INT32, GOES),
    VERTEX_ONE(eccentricity, UNDIRECTED, INT32, GOES),
    VERTEX_ONE(eccentricity_by_length, UNDIRECTED, FP64, GOES),
    VERTEX_ONE(closeness, DIRECTED, FP64, NEAR),
    VERTEX_ONE(harmonic, DIRECTED, FP64, NEAR),
    VERTEX_ONE(betweenness, DIRECTED, FP64, NEAR),
    VERTEX_ONE(pagerank, DIRECTED, FP64, NEAR),
    VERTEX_ONE(katz, DIRECTED, FP64, NEAR),
    VERTEX_ONE(eigenvector, UNDIRECTED, FP64, NEAR),
    VERTEX_TWO(hits, DIRECTED, FP64, NEAR, NEAR),
    VERTEX_TWO(louvain, UNDIRECTED, INT32, ANY, ANY),
    VERTEX_TWO(labels, DIRECTED, INT32, ANY, ANY),
    VERTEX_ONE(independent_set, UNDIRECTED, INT32, ANY),
    VERTEX_ONE(coloring, UNDIRECTED, INT32, ANY),
    VERTEX_ONE(matching, UNDIRECTED, INT32, ANY),
    {"truss", vertex_truss, DIRECTED, 0, {0}, {ANY}},
    {"mst", vertex_mst, UNDIRECTED, 0, {0}, {ANY}},
};
#define VERTEX_ALGORITHMS ((int)(sizeof vertex_algorithms / sizeof *vertex_algorithms))

/* Every place has the value 7. */
static inline vertex_results vertex_results_of(tropic_context *context, const vertex_algorithm *a, tropic_index n)
{
    vertex_results r = {.made = NULL};
    for (int k = 0; k < a->vectors; k++) {
        const bool real = a->types[k] == TROPIC_FP64, narrow = a->types[k] == TROPIC_INT32;
        assert_ok(context, tropic_vector_create(&r.v[k], context, a->types[k], n));
        assert_ok(context, tropic_vector_fill(r.v[k], real     ? (const void *)&(double){7}
                                                      : narrow ? (const void *)&(int32_t){7}
                                                               : (const void *)&(int64_t){7}));
    }
    return r;
}

static inline void vertex_results_free(vertex_results *r)
{
    for (int k = 0; k < 2; k++) tropic_vector_free(&r->v[k]);
    tropic_matrix_free(&r->made);
}

/* Drops arcs, so that the graph is of the kind, and gives both arcs of an edge the same whole weight. */
static inline void vertex_make_kind(test_graph *G, vertex_graph kind)
{
    int64_t kept = 0;
    if (kind == ACYCLIC) test_make_acyclic(G);
    if (!G->weight) test_weigh(G, 1, 1, 1, 1);
    for (int64_t k = 0; k < G->count; k++) {
        const int32_t i = G->row[k], j = G->col[k];
        if ((kind >= UNDIRECTED && i == j) || (kind == TWO_SIDED && (i - j) % 2 == 0)) continue;
        G->row[kept] = i;
        G->col[kept] = j;
        G->weight[kept++] = 1 + (i + j + 3 * abs(i - j)) % 9;
    }
    G->count = kept;
    test_deduplicate(G);
}

#endif
