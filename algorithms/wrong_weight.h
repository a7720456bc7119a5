/* SPDX-License-Identifier: Apache-2.0
 *
 * How an algorithm tells of a weight that it cannot use.
 */
#ifndef TP_WRONG_WEIGHT_H
#define TP_WRONG_WEIGHT_H

#include "algorithms/run.h"

#include <float.h>
#include <math.h>

/* INVALID_ARGUMENT "the weight W from vertex I to J is CAUSE", of the first entry of the run's matrix, by row, that is
 * not from `least` to `most`, or, of -INFINITY and INFINITY, is no number; if there is none, "a weight is CAUSE". Cost:
 * that of tropic_matrix_csr, and a pass. */
tropic_status tp_wrong_weight(const tp_run *run, double least, double most, const char *cause);

/* The same, if a weight is no number, below `least` (-DBL_MAX, 0, or DBL_TRUE_MIN), or above `most` (DBL_MAX). facts:
 * those of the run's matrix. */
tropic_status tp_check_weights(const tp_run *run, const tropic_matrix_facts *facts, double least, double most);

/* The same, if a length is no number or negative, of a loop that was dropped too. */
tropic_status tp_check_lengths(const tp_run *run);

#endif
