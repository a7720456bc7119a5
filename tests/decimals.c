/* SPDX-License-Identifier: Apache-2.0
 *
 * Texts of numbers: read back, made shorter, moved.
 */
#include "tests/decimals.h"

#include <fenv.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Digits without zeros before or behind them, and the power of ten of the first. */
typedef struct significant {
    char digits[64];
    int count, first;
} significant;

static significant significant_of(const char *text)
{
    significant s = {.count = 0};
    int whole = 0, zeros = 0;
    bool point = false;
    for (text += *text == '-'; (*text >= '0' && *text <= '9') || *text == '.'; text++) {
        if (*text == '.') {
            point = true;
        } else {
            if (s.count > 0 || *text != '0') s.digits[s.count++] = *text;
            if (s.count == 0 && point) zeros++;
            if (!point && s.count > 0) whole++;
        }
    }
    s.first = whole > 0 ? whole - 1 : -zeros - 1;
    if (*text == 'e') s.first += atoi(text + 1);
    while (s.count > 0 && s.digits[s.count - 1] == '0') s.count--;
    s.digits[s.count] = '\0';
    return s;
}

/* -0 is not 0, and any NaN is NaN. */
static bool same(double a, double b)
{
    return isnan(a) ? isnan(b) : memcmp(&a, &b, sizeof a) == 0;
}

static bool reads_back(const test_decimal *d, const char *text)
{
    char *end;
    const double value = d->single ? (double)strtof(text, &end) : strtod(text, &end);
    return *text != '\0' && *end == '\0' && same(value, d->x);
}

void test_decimal_reads_back(const test_decimal *d, double parsed, char why[TEST_DECIMAL_WHY])
{
    *why = '\0';
    if (!reads_back(d, d->text) || !same(d->single ? (double)(float)parsed : parsed, d->x))
        snprintf(why, TEST_DECIMAL_WHY, "%a (%.17g) is written %s, which reads back as other bits", d->x, d->x,
                 d->text);
}

/* With so many digits, rounded as `mode` says. */
static void print(const test_decimal *d, int digits, int mode, char text[64])
{
    fesetround(mode);
    snprintf(text, 64, "%.*e", digits - 1, d->x);
    fesetround(FE_TONEAREST);
}

/* Has it an exponent where it should, and else no character too many? That its digits stand in the right places shows
 * where it is read back. */
static bool has_form(const test_decimal *d, const significant *s)
{
    const bool plain = s->first >= -4 && s->first < 16;
    const int fraction = s->count - 1 - s->first;
    int length = (d->x < 0) + s->count + (s->count > 1) + (abs(s->first) < 100 ? 4 : 5);
    if (plain) length = (d->x < 0) + (s->first > 0 ? s->first + 1 : 1) + (fraction > 0 ? fraction + 1 : 0);
    return plain == !strchr(d->text, 'e') && strlen(d->text) == (size_t)length;
}

void test_decimal_is_shortest(const test_decimal *d, char why[TEST_DECIMAL_WHY])
{
    const significant s = significant_of(d->text);
    significant nearest;
    char text[64];
    *why = '\0';
    for (int side = 0; side < 2 && s.count > 1; side++) {
        print(d, s.count - 1, side ? FE_UPWARD : FE_DOWNWARD, text);
        if (reads_back(d, text))
            snprintf(why, TEST_DECIMAL_WHY, "%a is written %s: longer than %s", d->x, d->text, text);
    }
    print(d, s.count, FE_TONEAREST, text);
    nearest = significant_of(text);
    if (reads_back(d, text) && (strcmp(nearest.digits, s.digits) != 0 || nearest.first != s.first))
        snprintf(why, TEST_DECIMAL_WHY, "%a is written %s: farther than %s", d->x, d->text, text);
    if (!has_form(d, &s)) snprintf(why, TEST_DECIMAL_WHY, "%a is written %s: not the form", d->x, d->text);
}
