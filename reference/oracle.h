/* SPDX-License-Identifier: Apache-2.0
 *
 * Textbook algorithms on plain arrays: single-threaded, simple to read, and sharing nothing with
 * the library, not even a type. Counts and distances are long double, whose 64-bit mantissa holds
 * every integer of up to 64 bits, float and double exactly, and whose range holds 10^4900 paths.
 *
 * Each function returns false where memory runs out, and nothing else can go wrong.
 */
#ifndef TROPIC_REFERENCE_ORACLE_H
#define TROPIC_REFERENCE_ORACLE_H

#include <stdbool.h>
#include <stdint.h>

/* The type that each sum of lengths is rounded to. */
typedef enum oracle_precision { ORACLE_EXTENDED, ORACLE_DOUBLE, ORACLE_SINGLE } oracle_precision;

/* The rounding error of a path's length, in epsilons. */
#define ORACLE_ROUNDED 32

/* Row i has the arcs i -> target[k], of length weight[k], for offset[i] <= k < offset[i + 1]. */
typedef struct oracle_graph {
    int64_t rows, cols;
    oracle_precision precision; /* of distances; a new graph's is extended */
    /* Lengths of paths tie that differ by at most min(tie d, max(tie_most, 32 epsilon d)), d the least; a new graph's
     * are 0. */
    double tie, tie_most;
    int64_t *offset; /* rows + 1 */
    int64_t *target;
    long double *weight;
} oracle_graph;

/* From entries (row[k], col[k], weight[k]) in any order; those at one place are added up, or, where
 * weight is NULL, are one arc of length 1. */
bool oracle_graph_from_entries(oracle_graph *G, int64_t rows, int64_t cols, int64_t count, const int32_t *row,
                               const int32_t *col, const double *weight);
/* From a matrix of the library, by tropic_matrix_csr; false also where that fails. */
struct tropic_matrix;
struct tropic_context;
bool oracle_graph_from_matrix(oracle_graph *G, const struct tropic_matrix *A, struct tropic_context *context);
void oracle_graph_free(oracle_graph *G);
/* a + b; a sum of two doubles that is rounded to extended first can be another double. */
static inline long double oracle_sum(const oracle_graph *G, long double a, long double b)
{
    switch (G->precision) {
    case ORACLE_SINGLE: return (long double)((float)a + (float)b);
    case ORACLE_DOUBLE: return (long double)((double)a + (double)b);
    default: return a + b;
    }
}

/* Number of arcs from the source by a queue; -1 where unreached. Square, as are the next five. */
bool oracle_bfs(const oracle_graph *G, int64_t source, int64_t *level);
/* component[v] = the least vertex of v's weakly connected component, or strongly connected one. */
bool oracle_weak(const oracle_graph *G, int64_t *component);
bool oracle_strong(const oracle_graph *G, int64_t *component);
/* Core numbers. Arcs in and out of a vertex count, each; of an undirected graph, in which each arc has its opposite,
 * an edge counts once, unless `directed`. */
bool oracle_core(const oracle_graph *G, bool directed, int64_t *core);
/* *wrong = a vertex whose onion layer does not follow from those of its neighbours, and *expected the one that does;
 * -1: there is none, and the layers are right, if core numbers are. */
bool oracle_onion(const oracle_graph *G, bool directed, const int64_t *core, const int64_t *layer, int64_t *wrong,
                  int64_t *expected);
/* chosen[k], for each arc of a graph that has both arcs of each edge: is it the arc, out of the tree so far, of an edge
 * of the spanning forest of least weight (`maximum`: greatest)? Of equal weights those of lesser ends come first: there
 * is one such forest. Loops are in none. */
bool oracle_spanning(const oracle_graph *G, bool maximum, bool *chosen);
/* A vertex that has common->count neighbours in common with another, their weights, and whether an arc is between both.
 */
typedef struct oracle_common {
    int64_t vertex, count;
    long double logarithms, parts; /* the sums of 1 / log(in[w]) and 1 / in[w] over common neighbours w */
    bool linked;
} oracle_common;
/* A graph for these, without loops: its arcs both ways, and how many leave and enter each vertex. */
typedef struct oracle_links {
    int64_t n, *out, *in;
    int64_t *head, *tail;     /* ascending in each vertex's part */
    int64_t *leaves, *enters; /* n + 1 offsets of these parts */
} oracle_links;
bool oracle_links_make(oracle_links *L, const oracle_graph *G);
void oracle_links_free(oracle_links *L);
/* All others that have a neighbour (a head of arcs) in common with u, ascending; *found is malloc()ed. */
bool oracle_common_of(const oracle_links *L, int64_t u, oracle_common **found, int64_t *count);
/* The same of one vertex, v; `mark` has n places, all false before and after. */
oracle_common oracle_common_with(const oracle_links *L, int64_t u, int64_t v, bool *mark);
/* *acyclic: has G no directed cycle? By depth-first searches. */
bool oracle_acyclic(const oracle_graph *G, bool *acyclic);
/* color[v] = 0 or 1, both of them at the ends of each arc, by depth-first searches from the least vertices of the
 * components; *bipartite: is that so? E has both arcs of each edge. */
bool oracle_colors(const oracle_graph *E, int64_t *color, bool *bipartite);
/* Shortest distances by a binary heap, weights not negative; INFINITY where unreached. */
bool oracle_dijkstra(const oracle_graph *G, int64_t source, long double *distance);
/* The same for any weights. *negative_cycle: one is reachable; distances then mean nothing. */
bool oracle_bellman_ford(const oracle_graph *G, int64_t source, long double *distance, bool *negative_cycle);
/* Betweenness by Brandes' algorithm with a stack: the sum over s in sources and all t of
 * sigma_st(v) / sigma_st, end points not counted. sources NULL: all; `count` is then not looked
 * at. */
bool oracle_brandes(const oracle_graph *G, const int64_t *sources, int64_t count, long double *centrality);
/* The same where arcs have lengths, all positive: of shortest paths by these. Distances that are no sums of whole
 * multiples of one number are equal or not as rounding has it. */
bool oracle_brandes_weighted(const oracle_graph *G, const int64_t *sources, int64_t count, long double *centrality);
/* These, and in arcs[k] the betweenness of each arc k of G: the sum over the same s and t of the part of shortest s-t
 * paths that take it. */
bool oracle_brandes_arcs(const oracle_graph *G, const int64_t *sources, int64_t count, long double *centrality,
                         long double *arcs);
bool oracle_brandes_weighted_arcs(const oracle_graph *G, const int64_t *sources, int64_t count, long double *centrality,
                                  long double *arcs);
/* ------------------------------------------------------------------------------------------------
 * Communities. Numbers are from 0 to rows - 1. `back` has G's arcs turned round; NULL: G is undirected
 */

/* B = G's arcs turned round. */
bool oracle_reverse(const oracle_graph *G, oracle_graph *B);
/* Have both the same arcs, of the same weights? */
bool oracle_same_arcs(const oracle_graph *G, const oracle_graph *B);
/* The modularity of a partition, and by how much it grows at most where one vertex goes to a neighbour's set, and
 * which: -1 where none does. Loops count twice in an undirected graph. */
bool oracle_modularity(const oracle_graph *G, const oracle_graph *back, const int64_t *community,
                       long double resolution, long double *modularity, long double *growth, int64_t *vertex);
/* `rounds` of label propagation, or as many as change a label, by sorted lists of neighbours' labels. */
bool oracle_labels(const oracle_graph *G, const oracle_graph *back, int64_t rounds, int64_t *label);
/* *apart = a vertex that the others of its set are not connected to, within it, by arcs of some weight; -1: none. */
bool oracle_connected(const oracle_graph *G, const oracle_graph *back, const int64_t *community, int64_t *apart);

/* ------------------------------------------------------------------------------------------------
 * Triangles
 */

/* The edges of a square G, both arcs of each, without loops. weight: the sum of arc[k] over its one or two arcs k of G;
 * each 1 where arc is NULL. */
bool oracle_graph_edges(oracle_graph *E, const oracle_graph *G, const double *arc);
/* How many triangles of the edges each vertex is in. */
void oracle_triangles(const oracle_graph *E, int64_t *triangles);
/* Of each vertex, the sum over closed walks of three edges of the product of their weights. */
void oracle_closed_walks(const oracle_graph *E, long double *walks);
/* How many arcs lead from a neighbour of each vertex to another, where weight is the number of an edge's arcs. */
void oracle_arcs_between(const oracle_graph *E, int64_t *arcs);
/* truss[k], for each arc k of E: the greatest k for which its edge is in the k-truss. */
bool oracle_truss(const oracle_graph *E, int64_t *truss);
/* How many squares each vertex is a corner of. */
bool oracle_squares(const oracle_graph *E, int64_t *squares);

/* ------------------------------------------------------------------------------------------------
 * Force-directed layout, in units of k; at[3 v], at[3 v + 1], at[3 v + 2]: where vertex v is
 */

/* force: of each vertex, from the repulsion of all others, 1 / d, and from arcs that leave it, w d^2. */
void oracle_forces(const oracle_graph *G, const double *at, double gravity, double *force);
/* The sum of w d^3 / 3 over edges, of which G has both arcs, less that of log d over pairs. */
double oracle_energy(const oracle_graph *G, const double *at);
/* The mean over all pairs that G links of (s d(u, v) / (arcs from u to v) - 1)^2, for the best s by a search. */
bool oracle_stress(const oracle_graph *G, const double *at, double *stress);

/* ------------------------------------------------------------------------------------------------
 * The masked product, w<mask> (accum)= A (add.mul) u
 */

typedef enum oracle_type {
    ORACLE_BOOL,
    ORACLE_INT8,
    ORACLE_INT16,
    ORACLE_INT32,
    ORACLE_INT64,
    ORACLE_UINT8,
    ORACLE_UINT16,
    ORACLE_UINT32,
    ORACLE_UINT64,
    ORACLE_FP32,
    ORACLE_FP64
} oracle_type;
typedef enum oracle_add { ORACLE_ADD_lor, ORACLE_ADD_any, ORACLE_ADD_plus, ORACLE_ADD_min, ORACLE_ADD_max } oracle_add;
typedef enum oracle_mul {
    ORACLE_MUL_land,
    ORACLE_MUL_pair,
    ORACLE_MUL_secondi,
    ORACLE_MUL_times,
    ORACLE_MUL_plus,
    ORACLE_MUL_first,
    ORACLE_MUL_second,
    ORACLE_MUL_min,
    ORACLE_MUL_max
} oracle_mul;
typedef enum oracle_accum {
    ORACLE_ACCUM_NONE, /* w is replaced by t */
    ORACLE_ACCUM_FIRST,
    ORACLE_ACCUM_SECOND,
    ORACLE_ACCUM_PAIR,
    ORACLE_ACCUM_ANY, /* takes w */
    ORACLE_ACCUM_PLUS,
    ORACLE_ACCUM_MINUS,
    ORACLE_ACCUM_TIMES,
    ORACLE_ACCUM_DIVIDE,
    ORACLE_ACCUM_MIN,
    ORACLE_ACCUM_MAX,
    ORACLE_ACCUM_LOR,
    ORACLE_ACCUM_LAND,
    ORACLE_ACCUM_LXOR,
    ORACLE_ACCUM_LXNOR,
    ORACLE_ACCUM_BOR, /* these four bit by bit */
    ORACLE_ACCUM_BAND,
    ORACLE_ACCUM_BXOR,
    ORACLE_ACCUM_BXNOR,
    ORACLE_ACCUM_INDEX, /* the place */
    ORACLE_ACCUM_EQ,
    ORACLE_ACCUM_NE,
    ORACLE_ACCUM_LT,
    ORACLE_ACCUM_LE,
    ORACLE_ACCUM_GT,
    ORACLE_ACCUM_GE
} oracle_accum;

/* n places; value[i] counts where has[i]. */
typedef struct oracle_vector {
    int64_t n;
    bool *has;
    long double *value;
} oracle_vector;

bool oracle_vector_new(oracle_vector *v, int64_t n);
void oracle_vector_free(oracle_vector *v);

typedef struct oracle_semiring {
    oracle_add add;
    oracle_mul mul;
    oracle_type type;
    int64_t choice; /* `any` takes the term number choice, modulo their number */
} oracle_semiring;

/* t(i) = add over k of mul(A(i,k), u(k)); with transpose, A' in place of A; with vxm, of
 * mul(u(k), A(k,i)), transposed likewise. t has the right size. scale[i], where not NULL, becomes
 * the sum of the terms' absolute values: the measure for rounding errors of a sum. */
bool oracle_product(oracle_vector *t, long double *scale, const oracle_semiring *semiring, const oracle_graph *A,
                    const oracle_vector *u, bool transpose, bool vxm);

/* The places that the mask lets through, and the fate of the rest. */
typedef struct oracle_mask {
    const oracle_vector *mask; /* NULL: everything */
    bool complement, structure, replace;
} oracle_mask;
/* w<mask> (accum)= t. */
void oracle_assign(oracle_vector *w, const oracle_mask *mask, oracle_accum accum, oracle_type type,
                   const oracle_vector *t);

#endif
