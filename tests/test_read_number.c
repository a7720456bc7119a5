/* SPDX-License-Identifier: Apache-2.0
 *
 * Number parsers, against the C library's: every bit of a double must agree.
 */
#include <locale.h>

#include "formats/files/text/number.h"
#include "tests/common.h"

static void check_real(const char *text)
{
    double found = -77, expected;
    char *stop;
    const char *end = tp_parse_real(text, &found);
    expected = strtod(text, &stop);
    if (end != stop || !(memcmp(&found, &expected, sizeof found) == 0 || (isnan(found) && isnan(expected))))
        fail_msg("%.80s: expected %.17g, got %.17g", text, expected, found);
}

static void random_reals(void **state)
{
    char text[128];
    uint64_t seed = 1;
    for (int k = 0; k < 400000; k++) {
        uint64_t bits = test_random(&seed);
        double value;
        switch (k % 8) {
        case 0: /* any double */
            memcpy(&value, &bits, sizeof value);
            if (!isfinite(value)) continue;
            snprintf(text, sizeof text, "%.17g", value);
            break;
        case 1: snprintf(text, sizeof text, "%.17g", (double)(bits >> 11) * 0x1p-53); break;
        case 2: snprintf(text, sizeof text, "%.16f", (double)(int64_t)bits * 0x1p-40); break;
        case 3: snprintf(text, sizeof text, "%llue%d", (unsigned long long)bits, test_below(&seed, 60) - 30); break;
        case 4:
            snprintf(text, sizeof text, "%llu.%llu", (unsigned long long)(bits >> 40),
                     (unsigned long long)(test_random(&seed) >> test_below(&seed, 60)));
            break;
        case 5: snprintf(text, sizeof text, "%.60f", ldexp((double)(bits >> 11), test_below(&seed, 40) - 20)); break;
        case 6: /* half way between two doubles */
            snprintf(text, sizeof text, "%llue%d", (unsigned long long)(((bits >> 11) | (uint64_t)1 << 52) * 2 + 1),
                     test_below(&seed, 3));
            break;
        default: snprintf(text, sizeof text, "-0.000%lluE-%d", (unsigned long long)bits, test_below(&seed, 330));
        }
        check_real(text);
    }
}

static void check_float(const char *text)
{
    double found = -77;
    const char *end = tp_parse_value(text, true, &found);
    if (*end != '\0' || (float)found != strtof(text, NULL))
        fail_msg("%s: expected %.9g, got %.9g", text, (double)strtof(text, NULL), found);
}

/* Texts whose nearest double is half way between two floats, where they are not themselves. */
static void floats(void **state)
{
    char text[64];
    uint64_t seed = 3;
    double value;
    check_float("7.038531e-26");
    check_float("1.5");
    check_float("16777217");
    check_float("16777217.0000000001");
    check_float("16777217.000000000000000000000000000001");
    check_float("16777218.9999999999");
    assert_non_null(tp_parse_value("-7.038531D-26", true, &value));
    assert_true(value == -0x1.5c87fap-84);
    assert_non_null(tp_parse_value("1e300", true, &value));
    assert_true(value == 1e300);
    for (int k = 0; k < 20000; k++) {
        const uint32_t greatest = 0x7f7fffff, bits = (uint32_t)(test_random(&seed) % greatest);
        const uint32_t both[] = {bits, bits + 1};
        float ends[2];
        memcpy(ends, both, sizeof ends);
        snprintf(text, sizeof text, "%.*e", 15 + test_below(&seed, 6), /* digits */
                 ((double)ends[0] + (double)ends[1]) / 2);
        check_float(text);
    }
}

static void long_reals(void **state)
{
    char text[2000];
    uint64_t seed = 2;
    for (int k = 0; k < 3000; k++) {
        int digits = 700 + test_below(&seed, 900);
        for (int d = 0; d < digits; d++) text[d] = (char)('0' + test_below(&seed, 10));
        if (k % 2) text[test_below(&seed, digits)] = '.';
        snprintf(text + digits, sizeof text - (size_t)digits, "e-%d", test_below(&seed, 800));
        check_real(text);
    }
    /* Exactly half way, and a one far behind it. */
    memset(text, '0', sizeof text);
    memcpy(text, "9007199254740993.", 17);
    text[1500] = '\0';
    check_real(text);
    text[1499] = '1';
    check_real(text);
}

static void edge_reals(void **state)
{
    static const char *const texts[] = {"0",
                                        "-0",
                                        "0.0",
                                        "0e5",
                                        "1.",
                                        "+.5",
                                        ".5e1",
                                        "1e22",
                                        "1e23",
                                        "1e-22",
                                        "1e400",
                                        "-1e400",
                                        "1e-400",
                                        "4.9e-324",
                                        "2.4703282292062327e-324",
                                        "2.4703282292062328e-324",
                                        "2.2250738585072011e-308",
                                        "1.7976931348623157e308",
                                        "1.7976931348623158e308",
                                        "1.7976931348623159e308",
                                        "9007199254740993",
                                        "18446744073709551615",
                                        "18446744073709551616",
                                        "99999999999999999999",
                                        "1e99999999999999999999",
                                        "1e-99999999999999999999",
                                        "0e99999999999999999999",
                                        "123456789012345678e-27",
                                        "inf",
                                        "-Infinity",
                                        "NaN",
                                        "infinit",
                                        "0.000000000000000000000000000000000001"};
    double value;
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) check_real(texts[k]);
    assert_null(tp_parse_real("", &value));
    assert_null(tp_parse_real(".", &value));
    assert_null(tp_parse_real("-", &value));
    assert_null(tp_parse_real("e5", &value));
    assert_null(tp_parse_real("1e", &value));
    assert_null(tp_parse_real("1e+", &value));
    assert_non_null(tp_parse_real("1.5D+03", &value));
    assert_true(value == 1500);
}

static void integers(void **state)
{
    static const struct {
        const char *text;
        int64_t value;
        int length; /* 0: refused */
    } cases[] = {
        {"0", 0, 1},
        {"-0", 0, 2},
        {"+7", 7, 2},
        {"12x", 12, 2},
        {"007 ", 7, 3},
        {"9223372036854775807", INT64_MAX, 19},
        {"-9223372036854775808", INT64_MIN, 20},
        {"00000000000000000000000012", 12, 26},
        {"-00000000000000000000000", 0, 24},
        {"9223372036854775808", 0, 0},
        {"-9223372036854775809", 0, 0},
        {"18446744073709551617", 0, 0},
        {"99999999999999999999999", 0, 0},
        {"", 0, 0},
        {"-", 0, 0},
        {"+-1", 0, 0},
        {" 1", 0, 0},
        {"x", 0, 0},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        int64_t value = 0;
        const char *end = tp_parse_int(cases[k].text, &value);
        if (end != (cases[k].length ? cases[k].text + cases[k].length : NULL) || (end && value != cases[k].value))
            fail_msg("\"%s\": got %lld", cases[k].text, (long long)value);
    }
}

static void either(void **state)
{
    int64_t integer = 0;
    double real = 0;
    bool is_real;
    assert_non_null(tp_parse_number("-12 ", false, &integer, &real, &is_real));
    assert_true(!is_real && integer == -12);
    assert_non_null(tp_parse_number("-12.0", false, &integer, &real, &is_real));
    assert_true(is_real && real == -12);
    assert_non_null(tp_parse_number("1e2", false, &integer, &real, &is_real));
    assert_true(is_real && real == 100);
    assert_null(tp_parse_number("9223372036854775808", false, &integer, &real, &is_real));
    assert_null(tp_parse_number("x", false, &integer, &real, &is_real));
}

/* A program that speaks German writes 1,5; files do not. */
static void any_locale(void **state)
{
    static const char *const names[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE", "fr_FR"};
    const char *set = NULL;
    double value;
    for (size_t k = 0; k < sizeof names / sizeof *names && !set; k++) set = setlocale(LC_NUMERIC, names[k]);
    if (!set) test_skip("no locale that writes 1,5");
    assert_non_null(tp_parse_real("1.5e-300", &value)); /* the slow way */
    setlocale(LC_NUMERIC, "C");
    assert_true(value == 1.5e-300);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_reals), cmocka_unit_test(floats),   cmocka_unit_test(long_reals),
        cmocka_unit_test(edge_reals),   cmocka_unit_test(integers), cmocka_unit_test(either),
        cmocka_unit_test(any_locale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
