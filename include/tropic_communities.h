/* SPDX-License-Identifier: Apache-2.0
 *
 * Tropic, level 1: communities, and the modularity of a partition. tropic.h includes this header, and its conventions
 * hold here too.
 */
#ifndef TROPIC_COMMUNITIES_H
#define TROPIC_COMMUNITIES_H

#ifndef TROPIC_H
#error "include tropic.h"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The rounds of label propagation, if options do not say how many. */
#define TROPIC_COMMUNITIES_ROUNDS 10

typedef enum tropic_communities_method {
    TROPIC_COMMUNITIES_LEIDEN,  /* Louvain with Leiden's refinement: each community is connected */
    TROPIC_COMMUNITIES_LOUVAIN, /* vertices move where modularity grows most; communities become vertices; and again */
    TROPIC_COMMUNITIES_LABELS   /* label propagation, as LDBC Graphalytics defines CDLP */
} tropic_communities_method;

/* The caller sets `size`; the call fills the rest. */
typedef struct tropic_communities_report {
    size_t size;
    double modularity;         /* 0 if there are no arcs */
    tropic_index communities;  /* how many there are */
    tropic_index single;       /* of them, of one vertex */
    tropic_index largest;      /* the number of the largest, of several the least; -1: there are no vertices */
    tropic_index largest_size; /* its vertices */
    int32_t levels;            /* graphs whose vertices were moved; of label propagation, rounds */
    bool settled;              /* labels: another round changes nothing. Louvain: no vertex would go. Leiden: it ended
                                  before options->levels */
    bool directed;             /* modularity is that of a directed graph */
} tropic_communities_report;

typedef struct tropic_communities_options {
    size_t size;
    tropic_communities_method method;
    bool weighted;                     /* A's values are weights of arcs; none may be negative, infinite or NaN */
    bool directed;                     /* modularity of a directed graph also where each arc has its opposite */
    double resolution;                 /* above 0; 0: 1. The greater, the smaller communities are */
    uint64_t seed;                     /* Louvain and Leiden: in which order vertices move */
    int32_t levels;                    /* Louvain and Leiden: at most so many; 0: until modularity grows no more */
    int32_t rounds;                    /* label propagation: at most so many; 0: TROPIC_COMMUNITIES_ROUNDS */
    tropic_communities_report *report; /* is filled if the call succeeds; NULL: none */
} tropic_communities_options;

/* Communities: sets of vertices with more arcs within them than chance would give, each vertex in one.
 *
 *   community  out  INT32, n entries: the least vertex of v's community; of label propagation a label, which is some
 *                   vertex
 *   size       out  INT32, n entries, how many vertices v's community has; may be NULL
 *   A          in   n x n, any built-in type; values are read only with options->weighted
 *   options    in   may be NULL
 *   report     out  may be NULL; levels: as in options->report
 * If each arc has its opposite (weighted: of the same weight), the graph is undirected. Else modularity is that of a
 * directed graph, and a vertex's neighbours are those that its arcs come from and those that they go to. Loops count in
 * modularity, and nowhere else. The result is the same on all devices, for any number of threads.
 * Cost: O(nnz) a round of label propagation; O(nnz) a pass over the arcs of Louvain and Leiden, of which there are some
 * tens in practice. The memory that may be needed in all (see the notes) is checked before the work begins.
 * Status: usual, and DIMENSION_MISMATCH (A is not square, or a vector has another length), TYPE_MISMATCH (a vector; a
 * struct type), INVALID_ARGUMENT (an option is out of range; a weight is negative, infinite or NaN), CANCELLED. */
TROPIC_API tropic_status tropic_communities(tropic_vector *community, tropic_vector *size, const tropic_matrix *A,
                                            const tropic_communities_options *options, tropic_run_report *report);
/* Notes on tropic_communities
 *
 * Label propagation: at first each vertex has itself as its label. In a round all vertices take, at once, the label
 * that most of their neighbours have (weighted: whose arcs weigh most), of several the least; a vertex without
 * neighbours keeps its own. A neighbour in both directions of a directed graph counts twice.
 *
 * Louvain: at first each vertex is a community. In a pass, vertices go to the community of a neighbour where modularity
 * grows most, of several the one of the least number. They go in up to eight groups, drawn by the seed; those of a
 * group at once, each as if it alone went. When few go, communities become the vertices of a graph, whose arcs weigh as
 * much as those between them, and all begins anew; a level that does not raise modularity is undone. In the end
 * vertices of A go once more, until none would, or after 32 passes. If none would, the result is settled: modularity
 * grows by no move of a single vertex to a community of its neighbours, but for rounding (1e-9).
 *
 * Leiden: when none goes, communities are cut into connected parts, which become the vertices and begin in their
 * communities; all of this twice, the second time from the result of the first. In the end communities that are not
 * connected are cut.
 *
 * Weights are taken as multiples of a power of two, which makes their sums exact in any order: integers as they are, if
 * nnz times the greatest is below 2^59; else of that sum's 2^-59, rounded. A weight that is rounded to 0 is none.
 *
 * Memory beside the results, at most, in bytes. Label propagation: 25 a vertex (without a report 9), and 12 for each
 * thread; on a GPU 24 (without a report 12), and 4 for 256 arcs, and where a vertex has more than 65,535 arcs (if
 * shared memory is small, 16,383) the greater of 12 a vertex and 1.5 an arc (weighted: 18 and 2.25). Louvain and
 * Leiden: 114 a vertex, and 12 for each thread, and 24 an arc; on a GPU 79, and 48 an arc. This is room for the arrays
 * of A's graph, and for those of two levels, neither of which has more vertices or arcs than A. Weights take 8 an arc
 * more. Where the graph is directed, an arc counts as two, with up to 12 more each, and sums of vertices are two: up to
 * 48 a vertex more.
 *
 * Sources: Iosup and others, LDBC Graphalytics, PVLDB 9 (2016); Blondel, Guillaume, Lambiotte and Lefebvre, Fast
 * unfolding of communities in large networks, J. Stat. Mech. (2008); Traag, Waltman and van Eck, From Louvain to
 * Leiden, Scientific Reports 9 (2019).
 */

/* The modularity of a partition of vertices into sets c:
 *
 *     Q = sum over c of  w(c) / W - resolution * out(c) in(c) / W^2
 *
 * W is the sum of all weights (1 each if not weighted), w(c) that of arcs within c, out(c) and in(c) those of arcs from
 * and to vertices of c. In an undirected graph, both arcs of an edge count, and a loop counts twice, as in NetworkX.
 *
 *   community  in   INT32, n entries, each a number from 0 to n - 1: vertices with the same are in one set
 *   size       out  as above
 *   options    in   of which method, seed, levels and rounds are checked alone. The report has the modularity
 * Cost: O(n + nnz). Status: as above, and INDEX_OUT_OF_RANGE (a number), INVALID_ARGUMENT (a vertex without one).
 * Source: Newman, Modularity and community structure in networks, PNAS 103 (2006); Leicht and Newman, Community
 * structure in directed networks, Physical Review Letters 100 (2008). */
TROPIC_API tropic_status tropic_modularity(const tropic_vector *community, tropic_vector *size, const tropic_matrix *A,
                                           const tropic_communities_options *options, tropic_run_report *report);

/* The caller sets `size`; the call fills the rest. */
typedef struct tropic_partition_report {
    size_t size;
    double mutual_information; /* normalised, from 0 to 1 */
    double rand;               /* Rand's index, adjusted for chance: 1 at most, about 0 by chance */
    tropic_index sets_a, sets_b;
} tropic_partition_report;

/* How alike two partitions of n vertices are. With n_ij the vertices in set i of a and set j of b, a_i and b_j those of
 * the sets, and C(x) = x (x - 1) / 2 the pairs of x:
 *
 *     mutual_information = 2 I / (H(a) + H(b)),   I    = sum of n_ij / n log(n n_ij / (a_i b_j)),
 *                                                 H(a) = sum of a_i / n log(n / a_i)
 *     rand = (R - E) / ((A + B) / 2 - E),         R, A, B = sum of C(n_ij), of C(a_i), of C(b_j),  E = A B / C(n)
 *
 *   a, b    in   INT32, n entries, each a number from 0 to n - 1: vertices with the same are in one set
 *   report  out
 * Both are exactly 1 if the partitions are equal, but for the numbers of sets, and so where a divisor is 0 (one set, or
 * one for each vertex, in both). As scikit-learn's normalized_mutual_info_score (with the arithmetic mean, its default)
 * and adjusted_rand_score; NetworkX has neither. The result is the same on all devices, for any number of threads.
 * Cost: O(n), on the CPU also for a context on a GPU. Memory: 29 bytes a vertex.
 * Status: usual, and DIMENSION_MISMATCH, TYPE_MISMATCH, INDEX_OUT_OF_RANGE (a number), INVALID_ARGUMENT (a vertex
 * without one).
 * Source: Danon, Diaz-Guilera, Duch and Arenas, Comparing community structure identification, J. Stat. Mech. (2005);
 * Hubert and Arabie, Comparing partitions, Journal of Classification 2 (1985). */
TROPIC_API tropic_status tropic_partition_compare(const tropic_vector *a, const tropic_vector *b,
                                                  tropic_partition_report *report);

#ifdef __cplusplus
}
#endif
#endif /* TROPIC_COMMUNITIES_H */
