/* SPDX-License-Identifier: Apache-2.0
 *
 * All floats as text, and many doubles: see tests/test_write_number.c.
 */
#include "formats/files/decimal.h"
#include "formats/files/text/number.h"
#include "tests/common.h"
#include "tests/decimals.h"

/* Floats to a thread at a time; shares of those without a sign. */
#define SHARE 65536
#define SHARES ((int64_t)1 << 15)

/* The error of x, or "". */
static void examine(double x, bool single, bool shortest, char why[TEST_DECIMAL_WHY])
{
    test_decimal d = {.x = x, .single = single};
    double parsed = 0;
    const int length = single ? tp_write_fp32(d.text, (float)x) : tp_write_fp64(d.text, x);
    if (tp_parse_value(d.text, single, &parsed) != d.text + length) {
        snprintf(why, TEST_DECIMAL_WHY, "%a is written %s, which is no number", x, d.text);
        return;
    }
    test_decimal_reads_back(&d, parsed, why);
    if (!why[0] && shortest && isfinite(x) && x != 0) test_decimal_is_shortest(&d, why);
}

/* Has -x the text of x, with a sign? */
static void examine_negative(float x, char why[TEST_DECIMAL_WHY])
{
    char text[TP_DECIMAL_ROOM], negative[TP_DECIMAL_ROOM];
    tp_write_fp32(text, x);
    tp_write_fp32(negative, -x);
    if (negative[0] != '-' || strcmp(negative + 1, text) != 0)
        snprintf(why, TEST_DECIMAL_WHY, "-%s is written %s", text, negative);
}

static void keep(char first[TEST_DECIMAL_WHY], const char why[TEST_DECIMAL_WHY])
{
    if (!why[0]) return;
#pragma omp critical
    memcpy(first, why, TEST_DECIMAL_WHY);
}

static void all_floats(void **state)
{
    /* Between two of which it is asked whether they are shortest; a prime. */
    enum { STRIDE = 61 };
    char wrong[TEST_DECIMAL_WHY] = "";
#pragma omp parallel for schedule(dynamic)
    for (int64_t share = 0; share < SHARES; share++) {
        char why[TEST_DECIMAL_WHY];
        for (int64_t bits = share * SHARE; bits < (share + 1) * SHARE; bits++) {
            const float x = test_fp32((uint32_t)bits);
            examine((double)x, true, bits % STRIDE == 0, why);
            if (!why[0]) examine_negative(x, why);
            keep(wrong, why);
        }
    }
    if (wrong[0]) fail_msg("%s", wrong);
}

static void many_doubles(void **state)
{
    enum { COUNT = 20000000 };
    char wrong[TEST_DECIMAL_WHY] = "";
#pragma omp parallel for schedule(static)
    for (int64_t k = 0; k < COUNT; k++) {
        uint64_t seed = (uint64_t)k;
        char why[TEST_DECIMAL_WHY];
        examine(test_fp64(test_random(&seed)), false, true, why);
        keep(wrong, why);
    }
    if (wrong[0]) fail_msg("%s", wrong);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_floats),
        cmocka_unit_test(many_doubles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
