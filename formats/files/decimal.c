/* SPDX-License-Identifier: Apache-2.0
 *
 * Schubfach. A number c 2^q reads back from all decimals between the middles to its neighbours. That interval is
 * scaled by 10^-k, so that it becomes 1 to 10 long: it has at most one multiple of ten, which is then the shortest, and
 * else the whole number under or over c 2^q 10^-k is. A product with 128 bits of the power, cut off after two bits of
 * its fraction, the last set where something was lost, is enough to compare.
 *
 * Source: R. Giulietti, The Schubfach way to render doubles, 2020.
 */
#include "formats/files/decimal.h"

#include <pthread.h>

__extension__ typedef unsigned __int128 wide;

/* ---- powers of ten ---- */

/* The powers by which any double is scaled: -k for the smallest and the largest q. */
#define MIN_POWER (-292)
#define MAX_POWER 324
/* 5^324 has 753 bits, and two words of zeros under them. 2^895 / 5^292 has 218 bits. */
#define WORDS 14
#define WORD_BITS 64

/* 10^e 2^j for the j that makes 2^127 <= 10^e 2^j < 2^128; rounded down, and one more: from above. */
typedef struct power {
    uint64_t high, low;
} power;

static power powers[MAX_POWER - MIN_POWER + 1];
static pthread_once_t powers_made = PTHREAD_ONCE_INIT;

/* The 128 bits from the first that is set, of which 2^128 <= number. */
static power leading_bits(const uint64_t number[WORDS])
{
    int last = WORDS - 1, up;
    wide bits;
    while (number[last] == 0) last--;
    up = __builtin_clzll(number[last]);
    bits = (wide)number[last] << WORD_BITS | number[last - 1];
    if (up > 0) bits = bits << up | number[last - 2] >> (WORD_BITS - up);
    bits++;
    return (power){(uint64_t)(bits >> WORD_BITS), (uint64_t)bits};
}

/* 10^e has the bits of 5^e. Its reciprocal is divided by five step by step: whole parts of quotients of whole parts
 * are those of the quotient, so that nothing is lost. */
static void make_powers(void)
{
    uint64_t five[WORDS] = {0, 0, 1}, reciprocal[WORDS] = {0};
    reciprocal[WORDS - 1] = (uint64_t)1 << (WORD_BITS - 1);
    for (int e = 0; e <= MAX_POWER; e++) {
        uint64_t carry = 0;
        powers[e - MIN_POWER] = leading_bits(five);
        for (int i = 0; i < WORDS; i++) {
            const wide product = (wide)five[i] * 5 + carry;
            five[i] = (uint64_t)product;
            carry = (uint64_t)(product >> WORD_BITS);
        }
    }
    for (int e = 1; e <= -MIN_POWER; e++) {
        uint64_t rest = 0;
        for (int i = WORDS - 1; i >= 0; i--) {
            const wide part = (wide)rest << WORD_BITS | reciprocal[i];
            reciprocal[i] = (uint64_t)(part / 5);
            rest = (uint64_t)(part % 5);
        }
        powers[-e - MIN_POWER] = leading_bits(reciprocal);
    }
}

/* ---- the digits ---- */

/* digits * 10^exponent */
typedef struct decimal {
    uint64_t digits;
    int exponent;
} decimal;

/* Logarithms times 2^22, or 2^19, rounded down: enough for all q and e of doubles. */
#define LOG10_OF_2 1262611
#define LOG10_OF_4_THIRDS 524031
#define LOG10_BITS 22
#define LOG2_OF_10 1741647
#define LOG2_BITS 19

/* floor(log10(2^q)), floor(log10(3/4 2^q)) and floor(log2(10^e)) */
static int log10_of(int q)
{
    return (q * LOG10_OF_2) >> LOG10_BITS;
}

static int log10_of_three_quarters(int q)
{
    return (q * LOG10_OF_2 - LOG10_OF_4_THIRDS) >> LOG10_BITS;
}

static int log2_of_ten(int e)
{
    return (e * LOG2_OF_10) >> LOG2_BITS;
}

/* c g 2^-128, rounded down, and made odd where that lost something. The power is too large by at most one in its last
 * place, which moves the product by less than 2^-68. Products that are odd are so either way, and no other but an even
 * whole number comes so near to one: the nearest, by continued fractions for each q, is 2^-62.5 off. */
static uint64_t scale(power g, uint64_t c)
{
    const wide low = (wide)g.low * c, high = (wide)g.high * c + (uint64_t)(low >> WORD_BITS);
    return (uint64_t)(high >> WORD_BITS) | ((uint64_t)high != 0);
}

static decimal without_zeros(decimal d)
{
    for (; d.digits % 100 == 0; d.exponent += 2) d.digits /= 100;
    return d.digits % 10 == 0 ? (decimal){d.digits / 10, d.exponent + 1} : d;
}

/* Of c 2^q. `uneven`: it is a power of two, whose lower neighbour is half as far as the upper one. The ends of the
 * interval belong to it where c is even. */
static decimal shortest(uint64_t c, int q, bool uneven)
{
    const int k = uneven ? log10_of_three_quarters(q) : log10_of(q);
    const int up = q + log2_of_ten(-k) + 1;
    const power g = powers[-k - MIN_POWER];
    const bool odd = c % 2 == 1;
    const uint64_t middle = scale(g, (4 * c) << up);
    const uint64_t low = scale(g, (4 * c - 2 + uneven) << up) + odd;
    const uint64_t high = scale(g, (4 * c + 2) << up) - odd;
    const uint64_t under = middle / 4, tens = under / 10;
    bool takes_under, takes_over;

    /* Of the least subnormal numbers, where there are no tens, ten is inside only where it is the nearest. */
    takes_under = low <= 40 * tens;
    takes_over = 40 * tens + 40 <= high;
    if (takes_under != takes_over) return without_zeros((decimal){tens + takes_over, k + 1});
    takes_under = low <= 4 * under;
    takes_over = 4 * under + 4 <= high;
    if (takes_under && takes_over) takes_over = middle > 4 * under + 2 || (middle == 4 * under + 2 && under % 2 == 1);
    return (decimal){under + takes_over, k};
}

/* ---- the text ---- */

/* More digits than any uint64 has. */
#define DIGITS_MAX 20
/* Plain where 10^MIN_PLAIN <= |x| < 10^BEYOND_PLAIN. */
#define MIN_PLAIN (-4)
#define BEYOND_PLAIN 16

static char *put(char *to, const char *from, int count)
{
    memcpy(to, from, (size_t)count);
    return to + count;
}

static char *put_zeros(char *to, int count)
{
    memset(to, '0', (size_t)count);
    return to + count;
}

static char *put_exponent(char *to, int exponent)
{
    const int magnitude = exponent < 0 ? -exponent : exponent;
    *to++ = 'e';
    *to++ = exponent < 0 ? '-' : '+';
    if (magnitude >= 100) *to++ = (char)('0' + magnitude / 100);
    return put(to, tp_digit_pairs + 2 * (magnitude % 100), 2);
}

static char *put_decimal(char *to, decimal d)
{
    char text[DIGITS_MAX], *end = text + sizeof text, *digits = tp_write_digits(end, d.digits);
    const int count = (int)(end - digits);
    const int first = d.exponent + count - 1; /* the power of ten that the first digit counts */

    if (first < MIN_PLAIN || first >= BEYOND_PLAIN) {
        *to++ = digits[0];
        if (count > 1) {
            *to++ = '.';
            to = put(to, digits + 1, count - 1);
        }
        return put_exponent(to, first);
    }
    if (first < 0) {
        to = put(to, "0.", 2);
        to = put_zeros(to, -first - 1);
        return put(to, digits, count);
    }
    if (d.exponent >= 0) return put_zeros(put(to, digits, count), d.exponent);
    to = put(to, digits, first + 1);
    *to++ = '.';
    return put(to, digits + first + 1, count - first - 1);
}

/* Of IEEE 754. */
#define FP64_FRACTION_BITS 52
#define FP64_EXPONENT_BITS 11
#define FP32_FRACTION_BITS 23
#define FP32_EXPONENT_BITS 8

static inline int write_binary(char *to, uint64_t bits, int fraction_bits, int exponent_bits)
{
    const uint64_t hidden = (uint64_t)1 << fraction_bits, fraction = bits & (hidden - 1);
    const int exponents = 1 << exponent_bits, bias = exponents / 2 - 1 + fraction_bits;
    const int exponent = (int)(bits >> fraction_bits) & (exponents - 1);
    const uint64_t c = exponent > 0 ? hidden | fraction : fraction;
    const int q = (exponent > 0 ? exponent : 1) - bias;
    char *p = to;

    if (bits >> (fraction_bits + exponent_bits)) *p++ = '-';
    if (exponent == exponents - 1) {
        p = put(p, fraction ? "nan" : "inf", 3);
    } else if (c == 0) {
        *p++ = '0';
    } else if (q <= 0 && q >= -fraction_bits && (c & (((uint64_t)1 << -q) - 1)) == 0) {
        /* A whole number, as the general case would write it. */
        p = put_decimal(p, (decimal){c >> -q, 0});
    } else {
        pthread_once(&powers_made, make_powers);
        p = put_decimal(p, shortest(c, q, fraction == 0 && exponent > 1));
    }
    *p = '\0';
    return (int)(p - to);
}

int tp_write_fp64(char *to, double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return write_binary(to, bits, FP64_FRACTION_BITS, FP64_EXPONENT_BITS);
}

int tp_write_fp32(char *to, float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return write_binary(to, bits, FP32_FRACTION_BITS, FP32_EXPONENT_BITS);
}
