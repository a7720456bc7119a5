/* SPDX-License-Identifier: Apache-2.0
 *
 * Tropic, level 1: core numbers and onion layers. tropic.h includes this header, and its conventions hold here too.
 */
#ifndef TROPIC_CORE_H
#define TROPIC_CORE_H

#ifndef TROPIC_H
#error "include tropic.h"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The caller sets `size`; the call fills the rest. */
typedef struct tropic_core_report {
    size_t size;
    int32_t core;         /* the greatest core number, the degeneracy of the graph; 0 if there are no vertices */
    tropic_index members; /* how many vertices have it */
    int32_t layers;       /* how many onion layers there are; 0: they were not asked for */
    bool directed;        /* arcs out of a vertex and those into it count, each: not every arc has its opposite, or
                             options->directed */
} tropic_core_report;

typedef struct tropic_core_options {
    size_t size;
    bool directed;              /* an arc and its opposite count as two, also where each arc has its opposite */
    tropic_core_report *report; /* is filled if the call succeeds; NULL: none */
} tropic_core_options;

/* Core numbers. The k-core of a graph is its greatest subgraph in which each vertex has k arcs at least; v's core
 * number is the greatest k for which v is in the k-core. It is what is left when vertices of less than k arcs are
 * removed, with their arcs, until each that is left has k.
 *
 *   core     out  INT32, n entries
 *   layer    out  INT32, n entries, from 1 on: the step of this removal in which v goes; may be NULL. Vertices without
 *                 an arc go in step 1, alone. k begins at 1. A step removes at once all vertices that have k arcs or
 *                 less; if there are none, k becomes the least degree that is left
 *   A        in   n x n, any type; values are not read
 *   options  in   may be NULL
 *   report   out  may be NULL; levels: how many different core numbers there are
 * Loops do not count. (NetworkX refuses graphs with loops.) If each arc has its opposite, the graph is undirected, and
 * a vertex has so many arcs as neighbours. Else, or if `directed`, it has those out of it and those into it: a pair of
 * opposite arcs counts twice, as NetworkX counts a directed graph's; layers are then those of the same removal.
 * (NetworkX has none of directed graphs.)
 * The result is the same on all devices, for any number of threads.
 * Cost: O(n + nnz) and a look at the vertices that are left for each core number; on a GPU also a wait of all for each
 * core number, and with layers for each layer. Memory beside the results: 16 bytes a vertex.
 * Status: usual, and DIMENSION_MISMATCH (A is not square, or a vector has another length), TYPE_MISMATCH (a vector),
 * CANCELLED. */
TROPIC_API tropic_status tropic_core(tropic_vector *core, tropic_vector *layer, const tropic_matrix *A,
                                     const tropic_core_options *options, tropic_run_report *report);
/* Notes on tropic_core
 *
 * tropic_matrix_extract with the vertices of core number k or more, ascending, as rows and as columns yields the
 * k-core as a graph, with A's labels.
 *
 * Sources: Seidman, Network structure and minimum degree, Social Networks 5 (1983), for the definition;
 * Hebert-Dufresne, Grochow and Allard, Multi-scale structure and topological anomaly detection via a new network
 * statistic: the onion decomposition, Scientific Reports 6 (2016), for layers; Batagelj and Zaversnik, An O(m)
 * algorithm for cores decomposition of networks (2003); Kabir and Madduri, Parallel k-core decomposition on multicore
 * platforms, IPDPSW (2017).
 */

#ifdef __cplusplus
}
#endif
#endif /* TROPIC_CORE_H */
