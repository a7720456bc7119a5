/* SPDX-License-Identifier: Apache-2.0
 *
 * Lengths that are decimals of few digits, as whole numbers.
 */
#ifndef TROPIC_REFERENCE_DECIMALS_H
#define TROPIC_REFERENCE_DECIMALS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* whole[k] = values[k] * 10^d for the least d that makes all whole. False: some are no decimals of as many digits as
 * their type keeps (DBL_DIG; `single`: FLT_DIG), or the sum of n of the largest is too large. */
bool decimals_whole(int64_t *whole, const double *values, size_t count, size_t n, bool single);

#endif
