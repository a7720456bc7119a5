/* SPDX-License-Identifier: Apache-2.0
 *
 * How an algorithm tells of a weight that it cannot use.
 */
#ifndef TP_WRONG_WEIGHT_H
#define TP_WRONG_WEIGHT_H

#include "algorithms/run.h"

/* INVALID_ARGUMENT "the weight W from vertex I to J is CAUSE", of the first entry of the run's matrix, by row, for
 * which `wrong` is true; if there is none, "a weight is CAUSE". Cost: that of tropic_matrix_csr, and a pass. */
tropic_status tp_wrong_weight(const tp_run *run, bool (*wrong)(double weight), const char *cause);

/* INVALID_ARGUMENT if a length is negative, of a loop that was dropped too. */
tropic_status tp_check_lengths(const tp_run *run);

/* What may be wrong. */
bool tp_weight_is_negative(double weight);
bool tp_weight_is_zero(double weight);
bool tp_weight_is_no_number(double weight);
bool tp_weight_is_infinite(double weight);

#endif
