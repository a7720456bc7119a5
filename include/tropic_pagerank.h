/* SPDX-License-Identifier: Apache-2.0
 *
 * Tropic, level 1: PageRank. tropic.h includes this header, and its conventions hold here too.
 */
#ifndef TROPIC_PAGERANK_H
#define TROPIC_PAGERANK_H

#ifndef TROPIC_H
#error "include tropic.h"
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tropic_pagerank_options {
    size_t size;
    double damping;     /* from 0 to below 1; 0: 0.85 */
    double tolerance;   /* the iteration ends if the changes of all ranks add up to less; 0: 1e-6 */
    int32_t iterations; /* the maximum; 0: 100 */
} tropic_pagerank_options;

/* PageRank: the part of its time that a walk spends at each vertex, which follows a random arc with probability d, and
 * else, and where there is no arc, goes to a random vertex.
 *
 *     r = A' (plus.first) (d r / degree) + (1 - d + d s) / n      until r changes little; first r = 1 / n
 *
 * s is the sum of r over vertices without an arc.
 *
 *   rank     out  FP64, n entries, whose sum is 1
 *   A        in   n x n, any type; values are not read, and degree(i) is the number of entries in row i
 *   options  in   may be NULL
 *   report   out  may be NULL; levels: iterations
 * The result after the maximum of iterations is returned as it is: report->levels then is that maximum.
 * Cost: O(n + nnz) an iteration; memory beside the result: 40 bytes a vertex.
 * Status: usual, and DIMENSION_MISMATCH (A is not square, or rank has another length), TYPE_MISMATCH (rank),
 * INVALID_ARGUMENT (an option is out of range), CANCELLED.
 */
TROPIC_API tropic_status tropic_pagerank(tropic_vector *rank, const tropic_matrix *A,
                                         const tropic_pagerank_options *options, tropic_run_report *report);
/* Notes on tropic_pagerank
 * NetworkX has the same iteration and a tolerance that is n times as large, so that of a million vertices it ends after
 * one; its maximum is an error.
 * Source: Page, Brin, Motwani and Winograd, The PageRank citation ranking, Stanford (1999).
 */

#ifdef __cplusplus
}
#endif
#endif /* TROPIC_PAGERANK_H */
