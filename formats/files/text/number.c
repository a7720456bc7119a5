/* SPDX-License-Identifier: Apache-2.0
 *
 * Decimal to binary. A number is mantissa * 10^exponent with an integer mantissa. Nearly all numbers
 * in files have a mantissa below 2^64 and a small exponent, and are exact in 128-bit integer
 * arithmetic up to one final rounding; the others go through strtod.
 */
#define _GNU_SOURCE
#include "formats/files/text/number.h"

#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

__extension__ typedef unsigned __int128 wide;

/* Decimal digits that always fit uint64. */
#define MANTISSA_DIGITS 19
/* 10^0 .. 10^22 are exact in double: 5^22 < 2^53. */
#define EXACT_POWER 22
#define EXACT_MANTISSA ((uint64_t)1 << 53)
/* 5^27 < 2^64. */
#define WIDE_POWER 27
/* No double needs more digits to be distinguished from the middle between two doubles (768 at most). */
#define DECISIVE_DIGITS 770
/* Beyond it every number is zero or infinite, however long its mantissa in a file can be. */
#define EXPONENT_LIMIT ((int64_t)1 << 50)

const char *tp_parse_long_int(const char *p, int64_t *value)
{
    bool negative = *p == '-';
    uint64_t limit = (uint64_t)INT64_MAX + negative, magnitude = 0;
    for (p += *p == '-' || *p == '+'; tp_is_digit(*p); p++) {
        uint64_t digit = (uint64_t)(*p - '0');
        if (magnitude > (limit - digit) / 10) return NULL;
        magnitude = 10 * magnitude + digit;
    }
    *value = negative ? -(int64_t)(magnitude - 1) - 1 : (int64_t)magnitude;
    return p;
}

/* 5^power for powers up to WIDE_POWER. */
static uint64_t power_of_five(int power)
{
    static const uint64_t ones[8] = {1, 5, 25, 125, 625, 3125, 15625, 78125};
    static const uint64_t eights[WIDE_POWER / 8 + 1] = {1, 390625, 152587890625, 59604644775390625};
    return ones[power % 8] * eights[power / 8];
}

/* 2^power for powers that make a normal double. */
static double power_of_two(int power)
{
    const int bias = 1023, fraction_bits = 52;
    uint64_t bits = (uint64_t)(power + bias) << fraction_bits;
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* mantissa * 10^exponent for |exponent| <= WIDE_POWER: with 10^e = 5^e 2^e only the fives need care.
 * A product of two 64-bit numbers is exact in 128 bits. A quotient is cut off after at least 64 bits,
 * and its last bit set where something was lost: enough to round to 53 bits correctly. */
static double scale_wide(uint64_t mantissa, int exponent)
{
    int up, down;
    uint64_t divisor;
    wide dividend, quotient;

    if (exponent >= 0) return (double)((wide)mantissa * power_of_five(exponent)) * power_of_two(exponent);
    divisor = power_of_five(-exponent);
    up = __builtin_clzll(mantissa);
    down = __builtin_clzll(divisor);
    dividend = (wide)(mantissa << up) << 64;
    divisor <<= down;
    quotient = dividend / divisor;
    quotient |= quotient * divisor != dividend;
    return (double)quotient * power_of_two(down - up - 64 + exponent);
}

/* The slow case: digits[0 .. count-1] with their point after the last, and more digits lost after
 * them that were not all zero. */
static double scale_long(char *digits, int count, bool lost, int64_t exponent, bool single)
{
    const int64_t limit = 99999; /* as good as infinite */
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    double value;

    if (lost) {
        digits[count++] = '1';
        exponent--;
    }
    exponent = exponent < -limit ? -limit : exponent > limit ? limit : exponent;
    snprintf(digits + count, 16, "e%d", (int)exponent);
    if (single)
        value = (double)(plain ? strtof_l(digits, NULL, plain) : strtof(digits, NULL));
    else
        value = plain ? strtod_l(digits, NULL, plain) : strtod(digits, NULL);
    if (plain) freelocale(plain);
    return value;
}

static const char *parse_word(const char *p, double *value)
{
    static const struct {
        const char *word;
        size_t length;
        double value;
    } words[] = {{"infinity", 8, INFINITY}, {"inf", 3, INFINITY}, {"nan", 3, NAN}};
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (strncasecmp(p, words[k].word, words[k].length) == 0) {
            *value = words[k].value;
            return p + words[k].length;
        }
    return NULL;
}

/* The exponent part at p, if there is one. A file's text is shorter than EXPONENT_LIMIT, so that a
 * clamped exponent cannot be undone by the place of the point. */
static const char *parse_exponent(const char *p, int64_t *exponent)
{
    const char *q = p + 1;
    int64_t power = 0;
    bool negative;
    if (*p != 'e' && *p != 'E' && *p != 'd' && *p != 'D') return p;
    negative = *q == '-';
    q += *q == '-' || *q == '+';
    if (!tp_is_digit(*q)) return NULL;
    for (; tp_is_digit(*q); q++)
        if (power < EXPONENT_LIMIT) power = 10 * power + (*q - '0');
    *exponent += negative ? -power : power;
    return q;
}

/* Digits and point again, keeping the first DECISIVE_DIGITS significant ones. */
static double parse_decisive(const char *p, const char *stop, int64_t exponent, bool single)
{
    char digits[DECISIVE_DIGITS + 20];
    int count = 0;
    bool lost = false, fraction = false;
    for (; p < stop; p++) {
        if (*p == '.') {
            fraction = true;
        } else if (count == 0 && *p == '0') {
            exponent -= fraction;
        } else if (count < DECISIVE_DIGITS) {
            digits[count++] = *p;
            exponent -= fraction;
        } else {
            lost = lost || *p != '0';
            exponent += !fraction;
        }
    }
    return count > 0 ? scale_long(digits, count, lost, exponent, single) : 0.0;
}

static ptrdiff_t leading_zeros(const char *p)
{
    ptrdiff_t zeros = 0;
    for (; *p == '0' || *p == '.'; p++) zeros += *p == '0';
    return zeros;
}

/* Could `magnitude` be half way between two floats? Then it has zeros behind the bits of a float and one more. The
 * number that it was rounded from may lie on one side of it, which it no longer shows. */
static bool may_be_half_way(double magnitude)
{
    const uint64_t behind = ((uint64_t)1 << (DBL_MANT_DIG - FLT_MANT_DIG - 1)) - 1;
    uint64_t bits;
    memcpy(&bits, &magnitude, sizeof bits);
    return (bits & behind) == 0 && magnitude <= (double)FLT_MAX && (double)(float)magnitude != magnitude;
}

const char *tp_parse_real(const char *p, double *value)
{
    return tp_parse_value(p, false, value);
}

const char *tp_parse_value(const char *p, bool single, double *value)
{
    static const double exact_power[EXACT_POWER + 1] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                        1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                                        1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    bool negative = *p == '-';
    const char *start = p + (*p == '-' || *p == '+'), *stop, *q;
    uint64_t mantissa = 0;
    int64_t power = 0, exponent;
    ptrdiff_t digits, fraction = 0;
    double magnitude;

    for (q = start; tp_is_digit(*q); q++) mantissa = 10 * mantissa + (uint64_t)(*q - '0');
    digits = q - start;
    if (*q == '.') {
        const char *point = q++;
        for (; tp_is_digit(*q); q++) mantissa = 10 * mantissa + (uint64_t)(*q - '0');
        fraction = q - point - 1;
        digits += fraction;
    }
    stop = q;
    if (digits == 0) {
        if (stop != start) return NULL; /* a lone point */
        q = parse_word(start, &magnitude);
        if (q) *value = negative ? -magnitude : magnitude;
        return q;
    }
    q = parse_exponent(q, &power);
    if (!q) return NULL;
    exponent = power - fraction;

    if (digits > MANTISSA_DIGITS && digits - leading_zeros(start) > MANTISSA_DIGITS)
        magnitude = parse_decisive(start, stop, power, false);
    else if (mantissa == 0)
        magnitude = 0.0;
    else if (mantissa <= EXACT_MANTISSA && exponent >= -EXACT_POWER && exponent <= EXACT_POWER)
        magnitude = exponent < 0 ? (double)mantissa / exact_power[-exponent] : (double)mantissa * exact_power[exponent];
    else if (exponent >= -WIDE_POWER && exponent <= WIDE_POWER)
        magnitude = scale_wide(mantissa, (int)exponent);
    else
        magnitude = parse_decisive(start, stop, power, false);
    if (single && may_be_half_way(magnitude)) magnitude = parse_decisive(start, stop, power, true);
    *value = negative ? -magnitude : magnitude;
    return q;
}

const char *tp_parse_number(const char *p, bool single, int64_t *integer, double *real, bool *is_real)
{
    const char *first = p + (*p == '-' || *p == '+'), *q = first;
    while (tp_is_digit(*q)) q++;
    *is_real = q == first || *q == '.' || *q == 'e' || *q == 'E' || *q == 'd' || *q == 'D';
    return *is_real ? tp_parse_value(p, single, real) : tp_parse_int(p, integer);
}
