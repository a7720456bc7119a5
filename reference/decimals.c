/* SPDX-License-Identifier: Apache-2.0
 *
 * Decimals of few digits, read off the digits that printf writes.
 */
#include "reference/decimals.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* More decimals make no decimal of few digits. */
#define DECIMALS_MAX 22
#define WHOLE_MAX ((int64_t)1 << 62)
/* -1.23456789012345e-300 */
#define TEXT 40

/* x = digits * 10^-decimals, decimals >= 0 as few as can be. False: x is no decimal of so many significant digits. */
static bool read_decimal(double x, bool single, int significant, int64_t *digits, int *decimals)
{
    char text[TEXT], *mark;
    int exponent;
    snprintf(text, sizeof text, "%.*e", significant - 1, x);
    if (!(x > 0) || isinf(x) || (single ? (double)strtof(text, NULL) : strtod(text, NULL)) != x) return false;
    mark = strchr(text, 'e');
    exponent = (int)strtol(mark + 1, NULL, 10);
    *mark = '\0';
    memmove(text + 1, text + 2, strlen(text + 2) + 1); /* without the point */
    *digits = strtoll(text, NULL, 10);
    *decimals = significant - 1 - exponent;
    for (; *digits % 10 == 0 && *decimals > 0; --*decimals) *digits /= 10;
    for (; *decimals < 0; ++*decimals) {
        if (*digits > WHOLE_MAX / 10) return false;
        *digits *= 10;
    }
    return true;
}

bool decimals_whole(int64_t *whole, const double *values, size_t count, size_t n, bool single)
{
    int most = 0, decimals;
    int64_t largest = 0;
    for (size_t k = 0; k < count; k++) {
        if (!read_decimal(values[k], single, single ? FLT_DIG : DBL_DIG, &whole[k], &decimals)) return false;
        most = decimals > most ? decimals : most;
    }
    if (most > DECIMALS_MAX) return false;
    for (size_t k = 0; k < count; k++) {
        if (!read_decimal(values[k], single, single ? FLT_DIG : DBL_DIG, &whole[k], &decimals)) return false;
        for (; decimals < most; decimals++) {
            if (whole[k] > WHOLE_MAX / 10) return false;
            whole[k] *= 10;
        }
        largest = whole[k] > largest ? whole[k] : largest;
    }
    return (long double)largest * (long double)n < (long double)WHOLE_MAX;
}
