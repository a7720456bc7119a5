/* SPDX-License-Identifier: Apache-2.0
 *
 * A smaller graph of which the betweenness, weighted, gives exactly that of a symmetric one. On the host.
 *
 *     FOLD   vertices of degree 1 are removed, one after another: trees that hang on the rest
 *     SPLIT  the graph falls apart at its articulation points, into blocks (biconnected components); an articulation
 *            point has a copy in each of its blocks
 *     TWINS  vertices of a block with the same neighbours, N(u) = N(v) or N(u) + u = N(v) + v, become one class
 *
 * Each vertex v stands for S(v) sources and T(v) targets, at first how often it is listed, and itself. What is cut off
 * is added to those of the vertex that it was cut off at; so the copy of v in a block stands for all that is behind v,
 * seen from the block. Pairs that v separates need no search: where the branches that were found at v (parts that its
 * component falls into without v) have S_i sources and T_i targets,
 *
 *     closed_form(v) = sum over i != j of S_i T_j
 *
 * and pairs of one branch are those of a block, or lie behind one vertex of it. Twins that are not neighbours lie two
 * arcs apart, by way of each of their D neighbours alike, each of which gets sum over i != j of S_i T_j / D of the
 * class's members; to all others twins look the same. Between twins that are neighbours there is nothing. Every sum is
 * of terms that are not negative, made of whole numbers that doubles hold: nothing cancels. A pair is an ordered one,
 * and counts as often as its source is listed.
 *
 * The search of the reduced graph, from each x of factor(x) > 0, m = copies, Omega = ends:
 *
 *     forward   sigma(v) = sum over predecessors u of P(u);  P(v) = m(v) sigma(v), but P(x) = 1
 *     backward  delta(v) = sigma(v) * sum over successors w of g(w);  g(w) = (Omega(w) + m(w) delta(w)) / sigma(w)
 *     result(v) += factor(x) delta(v), v != x
 *
 * Blocks in which every two classes are neighbours need no search, and are left out.
 *
 * Sources: Sariyuce, Saule, Kaya and Catalyurek, SDM 2013; Puzis and others, Simulation 91 (2015); Baglioni and others,
 * ASONAM 2012. Blocks: Hopcroft and Tarjan, CACM 16 (1973).
 */
#ifndef TP_BC_REDUCE_H
#define TP_BC_REDUCE_H

#include "runtime/runtime.h"

/* Which reductions; in this order, whatever is left out. */
enum {
    TP_BC_FOLD = TROPIC_BC_FOLD,
    TP_BC_SPLIT = TROPIC_BC_SPLIT,
    TP_BC_TWINS = TROPIC_BC_TWINS,
    TP_BC_ALL = TP_BC_FOLD | TP_BC_SPLIT | TP_BC_TWINS
};

/* A symmetric pattern on the host, which is not checked: lists ascend strictly, as a matrix's do. Loops are not looked
 * at. */
typedef struct tp_bc_graph {
    tropic_index n;
    const tropic_offset *offsets; /* n + 1 */
    const tropic_index *ids;
} tp_bc_graph;

/* Zeros hold nothing. Arrays come from the context's memory. */
typedef struct tp_bc_reduced {
    /* The reduced graph: symmetric, lists ascending, no loops, no vertex without neighbours; with SPLIT of no more than
     * 3/2 of the vertices of the original, else of no more than those. */
    tropic_index n;
    tropic_offset nnz;
    tropic_offset *offsets; /* n + 1 */
    tropic_index *ids;      /* nnz */
    /* Of a reduced vertex, whole numbers, n of each: */
    double *ends;   /* targets that it stands for: vertices of the original */
    double *copies; /* twins that it is made of, at least 1 */
    double *factor; /* sources that it stands for, as often as they are listed */
    /* The vertices of the original that get x's result begin at members[member_offsets[x]], copies[x] of them. One may
     * be a member of several x, and of none where no search is needed. */
    tropic_offset *member_offsets; /* n + 1 */
    tropic_index *members;
    /* Block b, from which no arc leaves, is starts[b] up to starts[b + 1] - 1. Without SPLIT, components in place of
     * blocks. */
    tropic_index blocks, *starts; /* blocks + 1 */

    /* Of a vertex of the original: */
    tropic_index original; /* how many there are */
    double *closed_form;   /* pairs that it is between, as far as no search is needed */
    double *endpoints;     /* pairs that it is an end of; NULL unless asked for */

    /* What was done: */
    tropic_index folded;   /* vertices removed by FOLD */
    tropic_index parts;    /* blocks found, single arcs too; without SPLIT, components */
    tropic_index merged;   /* vertices that have gone into a twin's class */
    tropic_index searches; /* reduced vertices with a factor */
} tp_bc_reduced;

/* Reduces a graph.
 *   reduced    out  tp_bc_reduced_free() it; zeros after a failure
 *   graph      in
 *   times      in   how often each vertex is listed as a source, n; NULL: once
 *   which      in   TP_BC_FOLD, ... or none
 *   endpoints  in   whether reduced->endpoints is wanted
 * Cost: O(n + nnz), of TWINS expected (lists are told apart by hashes, and then compared), by one thread; memory, the
 * result's too, of up to 150 bytes a vertex and 8 an entry.
 * Status: OUT_OF_MEMORY, where there is less before anything is done; NOT_SUPPORTED, where there are more copies than
 * an index counts; CANCELLED. */
tropic_status tp_bc_reduce(tp_bc_reduced *reduced, tropic_context *context, const tp_bc_graph *graph,
                           const tropic_index *times, unsigned which, bool endpoints);
void tp_bc_reduced_free(tropic_context *context, tp_bc_reduced *reduced);

/* centrality(v) = closed_form(v) + the results of the reduced vertices that v is a member of, in their order: `results`
 * has reduced->n values, `centrality` reduced->original. Does not fail. */
void tp_bc_expand(const tp_bc_reduced *reduced, const double *results, double *centrality);

#endif
