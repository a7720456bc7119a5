/* SPDX-License-Identifier: Apache-2.0
 *
 * The checker of laws finds each broken law, and no other.
 */
#include <tropic_define.h>

#include "tests/common.h"
#include "tests/jit.h"

/* clang-format off */
TROPIC_SEMIRING(good, double, double, double, a + b, x * y, 0);
TROPIC_SEMIRING(minus, int64_t, int64_t, int64_t, a - b, x * y, 0);
TROPIC_SEMIRING(mean, double, double, double, (a + b) / 2, x * y, 0);
TROPIC_SEMIRING(no_identity, int32_t, int32_t, int32_t, a > b ? a : b, x + y, 0);
TROPIC_SEMIRING_STOP(wrong_stop, uint32_t, uint32_t, uint32_t, a > b ? a : b, x, 0, a == 3);
TROPIC_SEMIRING_STOP(right_stop, uint32_t, uint32_t, uint32_t, a > b ? a : b, x < y ? x : y, 0, a == UINT32_MAX);
TROPIC_SEMIRING(wrong_end, double, double, double, a > b ? a : b, x + y, INFINITY);
TROPIC_SEMIRING(adds, int32_t, int32_t, int32_t, a + b, x + y, 0);
TROPIC_STRUCT(pair, int32_t key, value;);
TROPIC_SEMIRING(by_key, pair, pair, pair, (a.key < b.key ? a : b), x, ((pair){INT32_MAX, 0}));
TROPIC_SEMIRING(by_both, pair, pair, pair,
                (a.key < b.key || (a.key == b.key && a.value < b.value) ? a : b), x,
                ((pair){INT32_MAX, INT32_MAX}));
/* clang-format on */

/* "ICAT0" with a letter for each law that holds, '-' for one that does not. */
static void expect(const tropic_semiring_source *source, const void *values, int64_t count, const char *holds,
                   const char *said)
{
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_semiring) *semiring = NULL;
    tropic_law_report report = {.size = sizeof report};
    tropic_status status;
    char found[6] = "-----";
    assert_ok(context, tropic_semiring_create(&semiring, context, source));
    status = tropic_semiring_check(semiring, context, values, count, 1, &report);
    if (report.identity) found[0] = 'I';
    if (report.commutative) found[1] = 'C';
    if (report.associative) found[2] = 'A';
    if (report.terminal) found[3] = 'T';
    if (report.annihilates) found[4] = '0';
    if (strcmp(found, holds) != 0)
        fail_msg("%s: %s, not %s: %s %s", source->name, found, holds, report.text, tropic_context_error(context));
    assert_int_equal(status, strncmp(holds, "ICAT", 4) == 0 ? TROPIC_OK : TROPIC_LAW_BROKEN);
    if (!strstr(report.text, said)) fail_msg("%s: \"%s\"", source->name, report.text);
}

static void test_broken_laws(void **state)
{
    const pair values[] = {{1, 2}, {1, 3}, {2, 0}, {-5, 7}, {3, 3}};
    expect(&good, NULL, 0, "ICAT-", "annihilation"); /* infinity * 0 */
    expect(&minus, NULL, 0, "---T-", "identity, identity + a: a = ");
    expect(&mean, NULL, 0, "-C-T-", "associativity");
    expect(&no_identity, NULL, 0, "-CAT-", "gives 0, not -");
    expect(&wrong_end, NULL, 0, "-CAT-", "identity");
    expect(&wrong_stop, NULL, 0, "ICA--", "terminal value, a + b: a = 3, b = ");
    expect(&right_stop, NULL, 0, "ICAT0", "");
    expect(&adds, NULL, 0, "ICAT-", "annihilation");
    expect(&by_key, values, 5, "I-AT-", "bytes");
    expect(&by_both, values, 5, "ICAT-", "");
}

static void test_builtin_laws(void **state)
{
    OWNED(tropic_context) *context = test_context();
    for (int name = TROPIC_BUILTINS_FIRST; name < TROPIC_BUILTINS; name++)
        for (int type = 0; type < TROPIC_TYPES; type++) {
            const tropic_semiring *semiring = tropic_semiring_builtin((tropic_builtin)name, (tropic_type)type);
            if (semiring) assert_ok(context, tropic_semiring_check(semiring, context, NULL, 0, 2, NULL));
        }
}

static void test_bad_arguments(void **state)
{
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_semiring) *semiring = NULL;
    tropic_law_report report = {0};
    const tropic_semiring *known = tropic_semiring_builtin(TROPIC_MIN_PLUS, TROPIC_FP32);
    const float value = 1;
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_semiring_check(NULL, context, NULL, 0, 1, NULL));
    assert_int_equal(tropic_semiring_check(known, NULL, NULL, 0, 1, NULL), TROPIC_INVALID_ARGUMENT);
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_semiring_check(known, context, NULL, 0, 1, &report));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_semiring_check(known, context, &value, 0, 1, NULL));
    assert_ok(context, tropic_semiring_create(&semiring, context, &by_key));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_semiring_check(semiring, context, NULL, 0, 1, NULL));
}

int main(void)
{
    tropic_type type;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_broken_laws),
        cmocka_unit_test(test_builtin_laws),
        cmocka_unit_test(test_bad_arguments),
    };
    tropic_context *context = NULL;
    test_need_device();
    if (test_cache_begin(NULL) != 0) return 1;
    context = test_context();
    assert_ok(context, tropic_type_define(&type, context, &pair_type));
    tropic_context_free(&context);
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return test_cache_end(NULL) != 0 ? 1 : failed;
}
