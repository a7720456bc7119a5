/* SPDX-License-Identifier: Apache-2.0
 *
 * Reals that are decimals of few digits: times a power of ten they are whole numbers, whose sums are exact.
 */
#ifndef TP_DECIMALS_H
#define TP_DECIMALS_H

#include "formats/matrix/matrix.h"

/* 10^22 is the largest power of ten that a double has. */
#define TP_DECIMALS_MAX 22
/* Beyond these are no whole numbers that values become. */
#define TP_WHOLE_MAX ((int64_t)1 << 62)

/* Value k times 10^decimals, where that is a whole number up to TP_WHOLE_MAX, and the value is the real of its type
 * nearest to a decimal of as many digits as the type keeps (DBL_DIG, FLT_DIG). Else -1, as for negative ones. */
int64_t tp_decimal_whole(const void *values, tropic_type type, tropic_offset k, int decimals);

/* *decimals: the least for which this holds of all values of A, which is of reals; -1: of none, or the sum of `terms`
 * of the largest, which is `max`, would be beyond TP_WHOLE_MAX. On the host; cost O(nnz), but O(1) where the first
 * value is no such decimal. */
tropic_status tp_matrix_decimals(tropic_context *context, const tropic_matrix *A, double max, tropic_index terms,
                                 int *decimals);

#endif
