/* SPDX-License-Identifier: Apache-2.0
 *
 * Tropic, level 1: connected components by labels. tropic.h includes this header, and its conventions hold here too.
 */
#ifndef TROPIC_LABELS_H
#define TROPIC_LABELS_H

#ifndef TROPIC_H
#error "include tropic.h"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Connected components: each vertex takes the smallest label of its neighbours, first its own number, until none
 * changes.
 *
 *     label<label > t> = t,  t = A' (min.first) label
 *
 *   label       out  INT64, n entries: the smallest vertex from which a path leads to this one
 *   components  out  the number of different labels, or NULL
 *   A           in   n x n, any type; values are not read. A is symmetric, or labels are no components
 *   options     in   the strategy, or NULL
 *   report      out  may be NULL; levels: rounds
 * Cost: O((n + nnz) rounds), with up to n rounds; memory beside the result: 8 bytes a vertex.
 * Status: usual, and DIMENSION_MISMATCH (A is not square, or label has another length), TYPE_MISMATCH (label),
 * CANCELLED.
 */
TROPIC_API tropic_status tropic_labels(tropic_vector *label, int64_t *components, const tropic_matrix *A,
                                       const tropic_run_options *options, tropic_run_report *report);

#ifdef __cplusplus
}
#endif
#endif /* TROPIC_LABELS_H */
