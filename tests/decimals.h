/* SPDX-License-Identifier: Apache-2.0
 *
 * Checks of a number's text by the C library's reader and printer alone, which are exact.
 */
#ifndef TROPIC_TESTS_DECIMALS_H
#define TROPIC_TESTS_DECIMALS_H

#include <stdbool.h>
#include <stdint.h>

#define TEST_DECIMAL_WHY 256

/* A number and its text; `single`: as a float, which it is. */
typedef struct test_decimal {
    double x;
    bool single;
    char text[64];
} test_decimal;

/* Both return the error, or "". The text reads back, by strtod or strtof and by `parsed`, as the very same bits... */
void test_decimal_reads_back(const test_decimal *d, double parsed, char why[TEST_DECIMAL_WHY]);
/* ...no text with a digit less does, no other of as many is nearer, and it has an exponent where it should. */
void test_decimal_is_shortest(const test_decimal *d, char why[TEST_DECIMAL_WHY]);

static inline double test_fp64(uint64_t bits)
{
    union {
        uint64_t bits;
        double x;
    } u = {bits};
    return u.x;
}

static inline float test_fp32(uint32_t bits)
{
    union {
        uint32_t bits;
        float x;
    } u = {bits};
    return u.x;
}

#endif
