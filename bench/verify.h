/* SPDX-License-Identifier: Apache-2.0
 *
 * Checks of answers by the properties that define them: a pass or two over the matrix on the host, which share nothing
 * with the library. (reference/verify.h computes each answer anew by GraphBLAS. That takes longer than the timed run,
 * and is not in every build. --graphblas compares the first source's answer with it as well.)
 */
#ifndef BENCH_VERIFY_H
#define BENCH_VERIFY_H

#include "reference/verify.h"

/* A sentence of that many bytes is never cut short. */
#define BENCH_SENTENCE 160

/* Host arrays of a matrix by rows. Weights are INT32 or FP32, greater than 0; BOOL: every arc is 1 long. */
typedef verify_arcs bench_arcs;
void bench_arcs_of(bench_arcs *arcs, const tropic_matrix *A, tropic_context *context);

/* Levels or distances from a source are right where
 *     d(source) = 0;  d(v) <= d(u) + w for each arc u -> v of a reached u;
 *     each reached v but the source has such an arc with d(v) = d(u) + w, rounded as the type does;
 * for then paths reach all reached vertices, and none is shorter. A NaN fails the second or the third.
 *   type    of distance: INT32 (levels; -1: unreached), INT64 (its maximum), FP32 (+inf)
 *   parent  n of them, or NULL: any u of such arcs; the source of the source; -1 where unreached
 *   reached how many vertices there should be; -1: not known
 * Returns whether it is right; `sentence` then is "", else names the error. */
bool bench_verify_search(const bench_arcs *arcs, tropic_index source, tropic_type type, const void *distance,
                         const tropic_index *parent, int64_t reached, char *sentence);

/* How many vertices have a level, and the sum of the levels, are `count` and `sum`. */
bool bench_verify_sums(const int32_t *level, tropic_index n, int64_t count, int64_t sum, char *sentence);

/* Betweenness from one source is right where, with path counts sigma found here by levels,
 *     c(v) = sum over arcs v -> w to the next level of sigma(v) / sigma(w) (1 + c(w)), within `tolerance` of it,
 * for reached v but the source, and 0 elsewhere: from the farthest level inwards, that is Brandes' recurrence.
 * *beyond: there are more paths than a double counts, and nothing is checked. */
bool bench_verify_centrality(const bench_arcs *arcs, tropic_index source, const double *centrality, double tolerance,
                             bool *beyond, char *sentence);

#endif
