/* SPDX-License-Identifier: Apache-2.0
 *
 * Who gives the answers that results are compared with: SuiteSparse:GraphBLAS (grb_answers.c), or in a build without
 * it the textbook algorithms (oracle_answers.c). A build has one of the two.
 *
 * Each call answers about report->A. It returns REFERENCE_MATCH, or REFERENCE_FAILED with the message.
 */
#ifndef TROPIC_REFERENCE_ANSWERS_H
#define TROPIC_REFERENCE_ANSWERS_H

#include "reference/verify.h"

/* level[v]: arcs from the source; -1 where unreached. */
reference_verdict answer_levels(const verify_report *report, int32_t *level, tropic_context *context,
                                tropic_index source);

/* distance[v]: int64_t where `type` is INT64, else double, of sums in `type`, FP32 or FP64. Unreached vertices
 * keep their places. *negative_cycle: one is reachable; distances then mean nothing. */
reference_verdict answer_distances(const verify_report *report, void *distance, bool *negative_cycle,
                                   tropic_context *context, tropic_type type, tropic_index source);

/* centrality[v]: the sum over the sources, unscaled. Of the options, `weighted` and `endpoints` count. Sums that
 * are infinite or NaN were too large for the reference in use (answer_bc_limit). */
reference_verdict answer_bc(const verify_report *report, double *centrality, tropic_context *context,
                            const tropic_index *sources, int64_t count, const tropic_bc_options *options);
/* carried[k]: the same of entry k of A by rows. */
reference_verdict answer_bc_edges(const verify_report *report, double *carried, tropic_context *context,
                                  const tropic_index *sources, int64_t count, const tropic_bc_options *options);
/* A sentence on the paths that can be counted. */
extern const char answer_bc_limit[];

#endif
