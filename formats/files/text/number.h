/* SPDX-License-Identifier: Apache-2.0
 *
 * Numbers out of text. Each parser takes the place where a number should begin and returns the place
 * after it, or NULL where there is none that fits. The caller checks the character behind a number.
 */
#ifndef TP_NUMBER_H
#define TP_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* So many decimal digits always fit int64. */
#define TP_SAFE_DIGITS 18

static inline bool tp_is_digit(char c)
{
    return (unsigned char)(c - '0') <= 9;
}

/* The same as tp_parse_int, for any number of digits. */
const char *tp_parse_long_int(const char *p, int64_t *value);

/* [+-]digits that fit int64. */
static inline const char *tp_parse_int(const char *p, int64_t *value)
{
    const char *first = p + (*p == '-' || *p == '+');
    const char *q = first;
    int64_t magnitude = 0;
    for (; tp_is_digit(*q); q++) {
        if (q - first == TP_SAFE_DIGITS) return tp_parse_long_int(p, value);
        magnitude = 10 * magnitude + (*q - '0');
    }
    if (q == first) return NULL;
    *value = *p == '-' ? -magnitude : magnitude;
    return q;
}

/* A decimal number, its exponent marked by e or (Fortran) d, or inf, infinity, nan; correctly
 * rounded, whatever its length and the locale. Too large gives infinity, for the caller to refuse. */
const char *tp_parse_real(const char *p, double *value);

/* The same for a value that will be a float, where it is `single`: rounded so that rounding it to a float gives the one
 * that is nearest to the text. */
const char *tp_parse_value(const char *p, bool single, double *value);

/* Whichever of the two it is: an integer where it is written as one. */
const char *tp_parse_number(const char *p, bool single, int64_t *integer, double *real, bool *is_real);

#endif
