/* SPDX-License-Identifier: Apache-2.0
 *
 * The table of built-in semirings: every row over every type obeys the laws that the kernels rely on.
 */
#include "tests/common.h"

#include "semiring/semiring.h"
#include "semiring/operators.h"

/* Values at which the laws are tried: the ends, zero, one, and some between. */
#define SAMPLES_bool8                                                                                                  \
    {                                                                                                                  \
        false, true                                                                                                    \
    }
#define SAMPLES_int8                                                                                                   \
    {                                                                                                                  \
        0, 1, -1, 2, 7, -9, 101, INT8_MAX, INT8_MIN, INT8_MAX - 3                                                      \
    }
#define SAMPLES_int16                                                                                                  \
    {                                                                                                                  \
        0, 1, -1, 2, 7, -9, 10007, INT16_MAX, INT16_MIN, INT16_MAX - 3                                                 \
    }
#define SAMPLES_int32                                                                                                  \
    {                                                                                                                  \
        0, 1, -1, 2, 7, -9, 1000003, INT32_MAX, INT32_MIN, INT32_MAX - 3                                               \
    }
#define SAMPLES_int64                                                                                                  \
    {                                                                                                                  \
        0, 1, -1, 2, 7, -9, 1000003, INT64_MAX, INT64_MIN, INT64_MAX - 3                                               \
    }
#define SAMPLES_uint8                                                                                                  \
    {                                                                                                                  \
        0, 1, 2, 7, 101, UINT8_MAX, UINT8_MAX - 3, UINT8_MAX / 2 + 1                                                   \
    }
#define SAMPLES_uint16                                                                                                 \
    {                                                                                                                  \
        0, 1, 2, 7, 10007, UINT16_MAX, UINT16_MAX - 3, UINT16_MAX / 2 + 1                                              \
    }
#define SAMPLES_uint32                                                                                                 \
    {                                                                                                                  \
        0, 1, 2, 7, 1000003, UINT32_MAX, UINT32_MAX - 3, UINT32_MAX / 2 + 1                                            \
    }
#define SAMPLES_uint64                                                                                                 \
    {                                                                                                                  \
        0, 1, 2, 7, 1000003, UINT64_MAX, UINT64_MAX - 3, UINT64_MAX / 2 + 1                                            \
    }
#define SAMPLES_fp32                                                                                                   \
    {                                                                                                                  \
        0, 1, -1, 2, 0.5f, -9, 1e30f, HUGE_VALF, -HUGE_VALF, NAN                                                       \
    }
#define SAMPLES_fp64                                                                                                   \
    {                                                                                                                  \
        0, 1, -1, 2, 0.5, -9, 1e300, HUGE_VAL, -HUGE_VAL, NAN                                                          \
    }

/* Equal, or both NaN. */
#define SAME(a, b) ((a) == (b) || ((a) != (a) && (b) != (b)))

/* identity + x = x (not for `any`, which has none that is looked at); a + b = b + a; a terminal value
 * absorbs; the identity of min_plus and max_plus stays under plus. */
#define LAWS(NAME, name, add, mul, type)                                                                               \
    static void laws_##name##_##type(void **state)                                                                     \
    {                                                                                                                  \
        const TP_C(type) x[] = SAMPLES_##type;                                                                         \
        const int count = (int)(sizeof x / sizeof *x);                                                                 \
        const TP_C(type) zero = tp_identity_##add##_##type();                                                          \
        const tropic_semiring *s = tropic_semiring_builtin(TROPIC_##NAME, TP_TYPE_##type);                             \
        const bool any = strcmp(#add, "any") == 0;                                                                     \
        TP_C(type) told;                                                                                               \
        assert_non_null(s);                                                                                            \
        assert_string_equal(tropic_semiring_name(s), #name);                                                           \
        assert_int_equal(tropic_semiring_type(s), TP_TYPE_##type);                                                     \
        tp_semiring_identity(s, &told);                                                                                \
        assert_memory_equal(&told, &zero, sizeof told);                                                                \
        for (int a = 0; a < count; a++) {                                                                              \
            if (!any) assert_true(SAME(tp_add_##add##_##type(zero, x[a]), x[a]));                                      \
            if (!any) assert_true(SAME(tp_add_##add##_##type(x[a], zero), x[a]));                                      \
            for (int b = 0; b < count; b++) {                                                                          \
                const TP_C(type) sum = tp_add_##add##_##type(x[a], x[b]);                                              \
                const TP_C(type) swapped = tp_add_##add##_##type(x[b], x[a]);                                          \
                if (any) assert_true(SAME(sum, x[a]) || SAME(sum, x[b]));                                              \
                if (!any) assert_true(SAME(sum, swapped));                                                             \
                if (tp_terminal_##add##_##type(x[a])) assert_true(SAME(sum, x[a]));                                    \
            }                                                                                                          \
            if (strcmp(#mul, "plus") == 0 && TP_TYPE_##type <= TROPIC_INT64) {                                         \
                assert_true(tp_mul_##mul##_##type(zero, x[a], 0, zero) == zero);                                       \
                assert_true(tp_mul_##mul##_##type(x[a], zero, 0, zero) == zero);                                       \
            }                                                                                                          \
        }                                                                                                              \
    }
#define LAWS_BOOL(NAME, name, add, mul) LAWS(NAME, name, add, mul, bool8)
#define LAWS_SIGNED(NAME, name, add, mul)                                                                              \
    LAWS(NAME, name, add, mul, int8)                                                                                   \
    LAWS(NAME, name, add, mul, int16) LAWS(NAME, name, add, mul, int32) LAWS(NAME, name, add, mul, int64)
#define LAWS_UNSIGNED(NAME, name, add, mul)                                                                            \
    LAWS(NAME, name, add, mul, uint8)                                                                                  \
    LAWS(NAME, name, add, mul, uint16) LAWS(NAME, name, add, mul, uint32) LAWS(NAME, name, add, mul, uint64)
#define LAWS_INTEGER(NAME, name, add, mul) LAWS_SIGNED(NAME, name, add, mul) LAWS_UNSIGNED(NAME, name, add, mul)
#define LAWS_NUMERIC(NAME, name, add, mul)                                                                             \
    LAWS_INTEGER(NAME, name, add, mul)                                                                                 \
    LAWS(NAME, name, add, mul, fp32) LAWS(NAME, name, add, mul, fp64)
#define LAWS_ALL(NAME, name, add, mul) LAWS_BOOL(NAME, name, add, mul) LAWS_NUMERIC(NAME, name, add, mul)
#define LAWS_ROW(NAME, name, add, mul, types) LAWS_##types(NAME, name, add, mul)
TROPIC_SEMIRING_TABLE(LAWS_ROW)

/* min_plus saturates: no distance wraps round to a short one. */
static void integer_distances_never_wrap(void **state)
{
    assert_int_equal(tp_mul_plus_int32(INT32_MAX - 3, 10, 0, INT32_MAX), INT32_MAX);
    assert_int_equal(tp_mul_plus_int32(INT32_MAX, -10, 0, INT32_MAX), INT32_MAX);
    assert_int_equal(tp_mul_plus_int32(INT32_MIN + 3, -10, 0, INT32_MAX), INT32_MIN);
    assert_true(tp_mul_plus_int64(INT64_MAX - 3, 10, 0, INT64_MAX) == INT64_MAX);
    assert_true(tp_mul_plus_int64(INT64_MIN, INT64_MAX, 0, INT64_MIN) == INT64_MIN);
    assert_int_equal(tp_mul_plus_int32(40, 2, 0, INT32_MAX), 42);
    assert_int_equal(tp_mul_plus_int8(INT8_MAX - 3, 10, 0, INT8_MAX), INT8_MAX);
    assert_int_equal(tp_mul_plus_int8(INT8_MAX, -10, 0, INT8_MAX), INT8_MAX);
    assert_int_equal(tp_mul_plus_int16(INT16_MIN + 3, -10, 0, INT16_MAX), INT16_MIN);
    assert_int_equal(tp_mul_plus_uint8(250, 10, 0, UINT8_MAX), UINT8_MAX);
    assert_int_equal(tp_mul_plus_uint16(UINT16_MAX - 3, 2, 0, UINT16_MAX), UINT16_MAX - 1);
}

static void min_and_max_ignore_nan_beside_a_number(void **state)
{
    assert_true(tp_add_min_fp64(NAN, 3) == 3 && tp_add_min_fp64(3, NAN) == 3);
    assert_true(tp_add_max_fp32(NAN, 3) == 3 && tp_add_max_fp32(3, NAN) == 3);
    assert_true(isnan(tp_add_min_fp64(NAN, NAN)));
    assert_true(signbit(tp_add_min_fp64(-0.0, 0)) && signbit(tp_add_min_fp64(0, -0.0)));
    assert_false(signbit(tp_add_max_fp32(-0.0f, 0)) || signbit(tp_add_max_fp32(0, -0.0f)));
}

static void types_outside_the_table_have_no_semiring(void **state)
{
    assert_null(tropic_semiring_builtin(TROPIC_OR_AND, TROPIC_FP64));
    assert_null(tropic_semiring_builtin(TROPIC_MIN_PLUS, TROPIC_BOOL));
    assert_null(tropic_semiring_builtin(TROPIC_MIN_SECONDI, TROPIC_FP32));
    assert_null(tropic_semiring_builtin((tropic_builtin)TROPIC_BUILTINS, TROPIC_FP64));
    assert_null(tropic_semiring_builtin(TROPIC_MIN_PLUS, (tropic_type)77));
    /* An operator's number is no semiring's, nor the other way round. */
    for (int name = 0; name < TROPIC_OPERATORS; name++)
        assert_null(tropic_semiring_builtin((tropic_builtin)name, TROPIC_INT32));
    for (int name = TROPIC_BUILTINS_FIRST; name < TROPIC_BUILTINS; name++)
        assert_null(tropic_operator_builtin((tropic_builtin_operator)name, TROPIC_INT32));
    assert_null(tropic_semiring_name(NULL));
    assert_int_equal(tropic_semiring_type(NULL), TROPIC_BOOL);
}

/* Exchanging the operands twice gives the semiring back. */
static void flipping_is_an_involution(void **state)
{
    for (int b = TROPIC_BUILTINS_FIRST; b < TROPIC_BUILTINS; b++)
        for (int t = 0; t < TROPIC_TYPES; t++) {
            const tropic_semiring *s = tropic_semiring_builtin((tropic_builtin)b, (tropic_type)t);
            const tropic_semiring *flipped;
            if (!s) continue;
            flipped = tropic_semiring_builtin(s->flipped, (tropic_type)t);
            assert_non_null(flipped);
            assert_int_equal(flipped->flipped, s->builtin);
            assert_int_equal(flipped->uses_first, s->uses_second);
        }
}

#define TEST(NAME, name, add, mul, type) cmocka_unit_test(laws_##name##_##type),
#define TEST_BOOL(NAME, name, add, mul) TEST(NAME, name, add, mul, bool8)
#define TEST_SIGNED(NAME, name, add, mul)                                                                              \
    TEST(NAME, name, add, mul, int8)                                                                                   \
    TEST(NAME, name, add, mul, int16) TEST(NAME, name, add, mul, int32) TEST(NAME, name, add, mul, int64)
#define TEST_UNSIGNED(NAME, name, add, mul)                                                                            \
    TEST(NAME, name, add, mul, uint8)                                                                                  \
    TEST(NAME, name, add, mul, uint16) TEST(NAME, name, add, mul, uint32) TEST(NAME, name, add, mul, uint64)
#define TEST_INTEGER(NAME, name, add, mul) TEST_SIGNED(NAME, name, add, mul) TEST_UNSIGNED(NAME, name, add, mul)
#define TEST_NUMERIC(NAME, name, add, mul)                                                                             \
    TEST_INTEGER(NAME, name, add, mul)                                                                                 \
    TEST(NAME, name, add, mul, fp32) TEST(NAME, name, add, mul, fp64)
#define TEST_ALL(NAME, name, add, mul) TEST_BOOL(NAME, name, add, mul) TEST_NUMERIC(NAME, name, add, mul)
#define TEST_ROW(NAME, name, add, mul, types) TEST_##types(NAME, name, add, mul)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TROPIC_SEMIRING_TABLE(TEST_ROW) cmocka_unit_test(integer_distances_never_wrap),
        cmocka_unit_test(min_and_max_ignore_nan_beside_a_number),
        cmocka_unit_test(types_outside_the_table_have_no_semiring),
        cmocka_unit_test(flipping_is_an_involution),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
