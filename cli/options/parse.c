/* SPDX-License-Identifier: Apache-2.0
 *
 * Words of the command line: numbers, and guesses for mistyped words.
 */
#include "cli/options/parse.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

bool cli_parse_integer(const char *text, int64_t low, int64_t high, int64_t *value)
{
    char *end;
    long long number;
    if (isspace((unsigned char)*text)) return false;
    errno = 0;
    number = strtoll(text, &end, 10);
    if (errno || end == text || *end || number < low || number > high) return false;
    *value = number;
    return true;
}

bool cli_parse_unsigned(const char *text, uint64_t *value)
{
    char *end;
    unsigned long long number;
    if (!isdigit((unsigned char)*text)) return false;
    errno = 0;
    number = strtoull(text, &end, 10);
    if (errno || *end) return false;
    *value = number;
    return true;
}

/* strtod alone takes hexadecimal digits, "nan" and blanks as well. */
bool cli_parse_real(const char *text, double *value)
{
    char *end;
    *value = strtod(text, &end);
    return end != text && !*end && !text[strspn(text, "+-.0123456789eE")];
}

const char *cli_parse_parameter(const char *name, const char *text, double *value)
{
    const char *digits = text + (*text == '-' || *text == '+');
    if (strcmp(name, "P") == 0) return cli_parse_real(text, value) ? NULL : "a decimal number";
    /* Of any size: the caller that knows the range checks it. */
    return *digits && !digits[strspn(digits, "0123456789")] && cli_parse_real(text, value) ? NULL : "a whole number";
}

/* Words longer than this are nobody's typing error. */
#define WORD_MAX 31
/* At most this many letters inserted, deleted or changed. */
#define NEAR 2

/* Levenshtein's distance, a row at a time. */
static size_t distance(const char *a, const char *b)
{
    size_t row[WORD_MAX + 1];
    const size_t length = strlen(b);
    if (strlen(a) > WORD_MAX || length > WORD_MAX) return WORD_MAX;
    for (size_t j = 0; j <= length; j++) row[j] = j;
    for (size_t i = 1; a[i - 1]; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= length; j++) {
            size_t best = diagonal + (a[i - 1] != b[j - 1]);
            if (row[j] + 1 < best) best = row[j] + 1;
            if (row[j - 1] + 1 < best) best = row[j - 1] + 1;
            diagonal = row[j];
            row[j] = best;
        }
    }
    return row[length];
}

const char *cli_nearest(const char *word, const void *names, size_t stride, size_t count)
{
    const char *nearest = NULL;
    size_t min = NEAR + 1;
    for (size_t k = 0; k < count; k++) {
        const char *name = *(const char *const *)((const char *)names + k * stride);
        size_t far = distance(word, name);
        if (far < min && far < strlen(name)) {
            min = far;
            nearest = name;
        }
    }
    return nearest;
}
