/* SPDX-License-Identifier: Apache-2.0
 *
 * Numbers as text: each reads back as the same bits, and none shorter or nearer would. tests/full_write_number.c tries
 * all floats.
 */
#include "formats/files/decimal.h"
#include "formats/files/text/number.h"
#include "tests/common.h"
#include "tests/decimals.h"

#define CANARY 0x5a

/* Of a finite number other than zero, or of any other where `shortest` is not asked for. */
static void check(double x, bool single, bool shortest)
{
    test_decimal d = {.x = x, .single = single};
    char why[TEST_DECIMAL_WHY];
    double parsed = 0;
    int length;
    memset(d.text, CANARY, sizeof d.text);
    length = single ? tp_write_fp32(d.text, (float)x) : tp_write_fp64(d.text, x);
    assert_true(length < TP_DECIMAL_ROOM && strlen(d.text) == (size_t)length);
    assert_true(d.text[TP_DECIMAL_ROOM] == CANARY);
    assert_ptr_equal(tp_parse_value(d.text, single, &parsed), d.text + length);
    test_decimal_reads_back(&d, parsed, why);
    if (why[0]) fail_msg("%s", why);
    if (shortest) test_decimal_is_shortest(&d, why);
    if (why[0]) fail_msg("%s", why);
}

/* Both, and negated, as a double; and as a float where it is one that has not come to nothing. */
static void check_all(double x)
{
    check(x, false, true);
    check(-x, false, true);
    if (fabs(x) <= 0x1.fffffep127 && (float)x != 0) check((double)(float)x, true, true);
}

static void examples(void **state)
{
    static const struct {
        double x;
        const char *fp64, *fp32;
    } rows[] = {
        {0.0, "0", "0"},
        {-0.0, "-0", "-0"},
        {1, "1", "1"},
        {-3, "-3", "-3"},
        {0.1, "0.1", "0.1"},
        {0.5, "0.5", "0.5"},
        {100, "100", "100"},
        {462.14285714285722, "462.1428571428572", "462.14285"},
        {1.0 / 3, "0.3333333333333333", "0.33333334"},
        {0.0001, "0.0001", "0.0001"},
        {0.00012345678901234567, "0.00012345678901234567", "0.00012345679"},
        {0.00009999999999999999, "9.999999999999999e-05", "0.0001"},
        {0.00001, "1e-05", "1e-05"},
        {1e15, "1000000000000000", "1000000000000000"},
        {9999999999999998.0, "9999999999999998", "1e+16"},
        {1e16, "1e+16", "1e+16"},
        {1e17, "1e+17", "1e+17"},
        {1.5e300, "1.5e+300", "inf"},
        {-1e-300, "-1e-300", "-0"},
        {9007199254740991.0, "9007199254740991", "9007199000000000"},
        {16777215, "16777215", "16777215"},
        {5e-324, "5e-324", "0"},
        {-2.2250738585072014e-308, "-2.2250738585072014e-308", "-0"},
        {2.2250738585072009e-308, "2.225073858507201e-308", "0"},
        {1.7976931348623157e308, "1.7976931348623157e+308", "inf"},
        {0x1p-44, "5.684341886080802e-14", "5.684342e-14"},
        {9e-265, "9e-265", "0"},
        {1e23, "1e+23", "1e+23"},
        {0x1p-149, "1.401298464324817e-45", "1e-45"},
        {0x1.fffffep127, "3.4028234663852886e+38", "3.4028235e+38"},
        {INFINITY, "inf", "inf"},
        {-INFINITY, "-inf", "-inf"},
        {(double)NAN, "nan", "nan"},
        {-(double)NAN, "-nan", "-nan"},
    };
    char text[TP_DECIMAL_ROOM];
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        assert_int_equal(tp_write_fp64(text, rows[k].x), strlen(rows[k].fp64));
        assert_string_equal(text, rows[k].fp64);
        assert_int_equal(tp_write_fp32(text, (float)rows[k].x), strlen(rows[k].fp32));
        assert_string_equal(text, rows[k].fp32);
    }
}

/* The table of powers is made by whoever comes first. */
static void first_use(void **state)
{
    enum { THREADS = 8 };
    char text[THREADS][TP_DECIMAL_ROOM];
#pragma omp parallel for num_threads(THREADS) schedule(static, 1)
    for (int k = 0; k < THREADS; k++) tp_write_fp64(text[k], 0.1);
    for (int k = 0; k < THREADS; k++) assert_string_equal(text[k], "0.1");
}

static void powers_of_two(void **state)
{
    for (int e = -1074; e <= 1023; e++) {
        const double x = ldexp(1, e);
        check_all(x);
        check_all(nextafter(x, INFINITY));
        if (e > -1074) check_all(nextafter(x, 0));
        if (e < -149 || e > 127) continue;
        check((double)nextafterf((float)x, INFINITY), true, true);
        if (e > -149) check((double)nextafterf((float)x, 0), true, true);
    }
}

/* And their multiples. */
static void powers_of_ten(void **state)
{
    char text[32];
    for (int e = -323; e <= 308; e++)
        for (int digit = 1; digit <= 9; digit++) {
            double x;
            snprintf(text, sizeof text, "%de%d", digit, e);
            x = strtod(text, NULL);
            if (!isfinite(x)) continue;
            check_all(x);
            check_all(nextafter(x, 0) > 0 ? nextafter(x, 0) : x);
            if (isfinite(nextafter(x, INFINITY))) check_all(nextafter(x, INFINITY));
        }
}

static void extremes(void **state)
{
    uint64_t seed = 3;
    for (uint32_t k = 1; k <= 2000; k++) {
        const uint64_t infinity = (uint64_t)0x7ff << 52;
        const uint32_t infinity32 = (uint32_t)0xff << 23;
        check_all(test_fp64(k)); /* the least */
        check((double)test_fp32(k), true, true);
        check_all(test_fp64(infinity - k)); /* the greatest */
        check((double)test_fp32(infinity32 - k), true, true);
        check_all(test_fp64(test_random(&seed) >> (12 + k % 51) | 1)); /* subnormal */
    }
}

/* Numbers half way from which to a neighbour there is a multiple of 10^j: the end of the interval, which is part of it
 * for an even mantissa alone. 2^(q-1) (2c +- 1) is such where 5^j divides 2c +- 1. */
static void short_ends(void **state)
{
    uint64_t seed = 4, five = 5;
    for (int j = 1; j <= 22; j++, five *= 5) {
        for (int k = 0; k < 400; k++) {
            const uint64_t odd = 2 * (test_random(&seed) % (((uint64_t)1 << 53) / five + 1)) + 1;
            const uint64_t twice = odd * five;
            const int q = j + 1 + test_below(&seed, 12);
            const double upper = (double)(twice / 2 + 1), lower = (double)(twice / 2);
            if (twice / 2 + 1 > (uint64_t)1 << 53) continue;
            check_all(ldexp(upper, q));
            check_all(ldexp(lower, q));
        }
    }
}

/* Whole numbers, decimals and centralities as files have them. */
static void usual(void **state)
{
    uint64_t seed = 5;
    for (int k = 1; k <= 30000; k++) {
        const double numerator = (double)(test_random(&seed) >> test_below(&seed, 60) | 1);
        check_all(k);
        check_all(k / 100.0);
        check_all(numerator);
        check_all(numerator / (1 + test_below(&seed, 1000)));
    }
}

/* The one float whose shortest text, 7.038531e-26, as a double is half way to another float. */
static void twice_rounded(void **state)
{
    check(0x1.5c87fap-84, true, true);
    check(-0x1.5c87fap-84, true, true);
}

static void random_doubles(void **state)
{
    const int count = test_sized(1000000, 50000);
    uint64_t seed = 6;
    for (int k = 0; k < count; k++) {
        const double x = test_fp64(test_random(&seed));
        check(x, false, k % 8 == 0 && isfinite(x) && x != 0);
    }
}

static void sampled_floats(void **state)
{
    const int stride = test_sized(4099, 65537); /* primes */
    int64_t k = 0;
    for (int64_t bits = 0; bits <= UINT32_MAX; bits += stride, k++) {
        const double x = (double)test_fp32((uint32_t)bits);
        check(x, true, k % 8 == 0 && isfinite(x) && x != 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_use),      cmocka_unit_test(examples),      cmocka_unit_test(powers_of_two),
        cmocka_unit_test(powers_of_ten),  cmocka_unit_test(extremes),      cmocka_unit_test(short_ends),
        cmocka_unit_test(usual),          cmocka_unit_test(twice_rounded), cmocka_unit_test(random_doubles),
        cmocka_unit_test(sampled_floats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
