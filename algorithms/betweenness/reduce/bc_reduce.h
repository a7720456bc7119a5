/* SPDX-License-Identifier: Apache-2.0
 *
 * Reduces a graph to a smaller one whose weighted betweenness gives exactly that of the original. On the host. Of a
 * symmetric graph,
 *
 *     FOLD   removes vertices of degree 1, one after another: trees that hang on the rest (degree-1 folding)
 *     SPLIT  cuts the graph at its articulation points into blocks (biconnected components); an articulation point has
 *            a copy in each of its blocks
 *     TWINS  merges vertices of a block with the same neighbours, N(u) = N(v) or N(u) + u = N(v) + v, into one class
 *
 * Each vertex v stands for S(v) sources and T(v) targets. At first S(v) is how often v is listed, and T(v) = 1. When a
 * branch is cut off at v, its sources and targets are added to S(v) and T(v): so the copy of v in a block stands for
 * all that lies behind v, seen from the block. A branch of v is a part into which its component falls without v. Pairs
 * that v separates need no search: if the branches of v have S_i sources and T_i targets,
 *
 *     closed_form(v) = sum over i != j of S_i T_j
 *
 * Both ends of any other pair are in one block, or lie behind two vertices of one. Twins that are not neighbours are
 * two arcs apart, with one shortest path through each of their D neighbours: each neighbour gets the sum over i != j of
 * S_i T_j / D of the class's members. Between twins that are neighbours no vertex lies. From all other vertices the
 * twins of a class look the same. Every sum has terms that are not negative and consist of whole numbers that a double
 * holds, so nothing cancels. Pairs are ordered, and count as often as their source is listed.
 *
 * The search of the reduced graph, from each x of factor(x) > 0, m = copies, Omega = ends:
 *
 *     forward   sigma(v) = sum over predecessors u of P(u);  P(v) = m(v) sigma(v), but P(x) = 1
 *     backward  delta(v) = sigma(v) * sum over successors w of g(w);  g(w) = (Omega(w) + m(w) delta(w)) / sigma(w)
 *     result(v) += factor(x) delta(v), v != x
 *
 * Blocks in which every two classes are neighbours need no search and are left out.
 *
 * Of a directed graph, vertices of in-degree 0 are ends of paths alone, and no search comes to them:
 *
 *     FOLD   removes those that have one arc or are no sources, one after another, as others lose their last arc by it
 *     TWINS  merges those with arcs to the same vertices
 *
 * Loops do not count. A source v with the one arc v -> w has the dependencies of w on all vertices but w; and w lies
 * between v and all that w reaches, itself excluded. So S(v) is added to S(w), and
 *
 *     result(w) += S(v) (reached(w) - 1)
 *
 * where reached(w) is the number of vertices that the search from w counts; or, if w was folded too, that of the search
 * from the vertex where the chain of folds from w ends, plus the number of arcs to there.
 *
 * Sources: Sariyuce, Saule, Kaya and Catalyurek, SDM 2013; Puzis and others, Simulation 91 (2015); Baglioni and others,
 * ASONAM 2012. Blocks: Hopcroft and Tarjan, CACM 16 (1973).
 */
#ifndef TP_BC_REDUCE_H
#define TP_BC_REDUCE_H

#include "algorithms/arena.h"

/* The reductions. Their order is always this one. */
#define TP_BC_ALL (TROPIC_BC_FOLD | TROPIC_BC_SPLIT | TROPIC_BC_TWINS)
/* Those that a directed graph has. */
#define TP_BC_DIRECTED (TROPIC_BC_FOLD | TROPIC_BC_TWINS)

/* A square pattern on the host; each list ascends strictly, as in a matrix. Neither is checked. Loops are
 * ignored. */
typedef struct tp_bc_graph {
    tropic_index n;
    const tropic_offset *offsets; /* n + 1 */
    const tropic_index *ids;
} tp_bc_graph;

/* A reduced graph. Zeros hold nothing. */
typedef struct tp_bc_reduced {
    tp_arena arena; /* all arrays below */

    /* The graph: lists ascending, no loops. A symmetric graph's is symmetric, and has no vertex without neighbours.
     * With SPLIT it has at most 3/2 as many vertices as the original, else at most as many. */
    tropic_index n;
    tropic_offset nnz;
    tropic_offset *offsets; /* n + 1 */
    tropic_index *ids;      /* nnz */
    bool directed;          /* the original is; then ends and copies are 1 wherever an arc leads, so no search asks */
    /* For each reduced vertex, as whole numbers: */
    double *ends;   /* the targets that it stands for: vertices of the original */
    double *copies; /* the twins that it is made of, at least 1 */
    double *factor; /* the sources that it stands for, as often as they are listed */
    /* The vertices of the original that get x's result: copies[x] of them, from members[member_offsets[x]] on. A vertex
     * of the original may be a member of several x, or of none if it needs no search. */
    tropic_offset *member_offsets; /* n + 1 */
    tropic_index *members;
    /* Block b has the vertices starts[b] up to starts[b + 1] - 1, which no arc leaves. Without SPLIT the blocks are
     * components. */
    tropic_index blocks, *starts; /* blocks + 1 */

    tropic_index original; /* the number of vertices of the original */
    /* For each vertex of the original: */
    double *closed_form; /* the pairs that it lies between and that need no search */
    double *endpoints;   /* the pairs that it is an end of; NULL unless requested. Of a directed graph always NULL */
    /* Of a directed graph: v is in reach_factor(v) pairs for each vertex that reach_of(v), a reduced vertex, reaches,
     * that one excluded. reach_of(v) = -1: there are none beyond closed_form. */
    double *reach_factor;
    tropic_index *reach_of;

    tropic_index folded;       /* vertices removed by FOLD */
    tropic_index blocks_found; /* single arcs included; without SPLIT, components; 0 of a directed graph */
    tropic_index merged;       /* vertices that were merged into the class of another */
    tropic_index searches;     /* reduced vertices whose factor is not 0 */
} tp_bc_reduced;

/* Reduces a symmetric graph.
 *   reduced    out  tp_bc_reduced_free() it; zeros after a failure
 *   graph      in
 *   times      in   how often each vertex is listed as a source, n; NULL: once
 *   which      in   TROPIC_BC_FOLD, ... or none
 *   endpoints  in   whether reduced->endpoints is requested
 * Cost: O(n + nnz) by one thread; for TWINS that is the expected cost, because hashes tell lists apart. Memory: up to
 * 150 bytes a vertex and 8 an entry, the result included.
 * Status: OUT_OF_MEMORY, also if less is available before anything is done; NOT_SUPPORTED, if an index cannot count the
 * copies; CANCELLED. */
tropic_status tp_bc_reduce(tp_bc_reduced *reduced, tropic_context *context, const tp_bc_graph *graph,
                           const tropic_index *times, unsigned which, bool endpoints);
/* The same of a directed graph, or any; SPLIT does nothing. With `endpoints`, a search from x is to add factor(x) to
 * each other vertex that it reaches; all else of the ends is in closed_form and reach_factor. */
tropic_status tp_bc_reduce_directed(tp_bc_reduced *reduced, tropic_context *context, const tp_bc_graph *graph,
                                    const tropic_index *times, unsigned which, bool endpoints);
void tp_bc_reduced_free(tp_bc_reduced *reduced);

/* centrality(v) = closed_form(v) + the results of the reduced vertices that v is a member of, in their order
 *                 + reach_factor(v) others(reach_of(v))
 * `results` has reduced->n values, `centrality` has reduced->original. others(x): how many vertices x reaches, itself
 * excluded; 0 if x was not searched from; NULL, unless the graph is directed. Does not fail. */
void tp_bc_expand(const tp_bc_reduced *reduced, const double *results, const double *others, double *centrality);

#endif
