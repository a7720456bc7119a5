/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic_operator_evaluate and tropic_cast: operators and casts on the caller's values, beside operations on vectors.
 */
#include "tests/fixtures.h"

/* More than operators are given at a time. */
#define N 1000
#define MOST 9 /* places */

static tropic_vector *vector_of(tropic_context *context, tropic_type type, const void *values)
{
    tropic_vector *v = NULL;
    assert_int_equal(tropic_vector_create(&v, context, type, N), TROPIC_OK);
    if (values) assert_int_equal(tropic_vector_put_dense(v, values, NULL), TROPIC_OK);
    return v;
}

static void evaluate(void **state)
{
    OWNED(tropic_context) *context = test_context();
    const tropic_operator *minus = tropic_operator_builtin(TROPIC_MINUS, TROPIC_INT16),
                          *row = tropic_operator_builtin(TROPIC_ROW_INDEX, TROPIC_INT64),
                          *abs = tropic_operator_builtin(TROPIC_ABS, TROPIC_INT16);
    int16_t x[N], y[N], z[N], expected[N];
    uint64_t random = 1;
    int64_t place, shift = 5;
    for (int k = 0; k < N; k++) {
        x[k] = (int16_t)test_random(&random);
        y[k] = (int16_t)test_random(&random);
    }
    OWNED(tropic_vector) *u = vector_of(context, TROPIC_INT16, x), *v = vector_of(context, TROPIC_INT16, y),
                         *w = vector_of(context, TROPIC_INT16, NULL);
    assert_int_equal(tropic_ewise_multiply(w, NULL, NULL, minus, u, v, NULL), TROPIC_OK);
    assert_int_equal(tropic_vector_get_dense(w, expected, NULL), TROPIC_OK);
    assert_int_equal(tropic_operator_evaluate(minus, context, z, x, y, 0, 0, N), TROPIC_OK);
    assert_memory_equal(z, expected, sizeof z);
    assert_int_equal(tropic_operator_evaluate(minus, context, x, x, y, 0, 0, N), TROPIC_OK);
    assert_memory_equal(x, expected, sizeof x);
    assert_int_equal(tropic_operator_evaluate(abs, context, z, y, NULL, 0, 0, 1), TROPIC_OK);
    assert_int_equal(z[0], y[0] < 0 ? -y[0] : y[0]);
    assert_int_equal(tropic_operator_evaluate(row, context, &place, NULL, &shift, 7, 3, 1), TROPIC_OK);
    assert_int_equal(place, 12);
    assert_int_equal(tropic_operator_evaluate(minus, context, z, x, NULL, 0, 0, N), TROPIC_INVALID_ARGUMENT);
    assert_int_equal(tropic_operator_evaluate(minus, context, z, x, y, 0, 0, -1), TROPIC_INVALID_ARGUMENT);
    assert_int_equal(tropic_operator_evaluate(NULL, context, z, x, y, 0, 0, N), TROPIC_INVALID_ARGUMENT);
    assert_memory_equal(x, expected, sizeof x);
}

/* w = x op y, one way of three, in vectors that are full before and after; and the same by tropic_operator_evaluate. */
static void full_case(tropic_context *context, tropic_builtin_operator name, tropic_type type, tropic_index n,
                      bool accumulate, int way)
{
    const tropic_type z_type = name >= TROPIC_EQ ? TROPIC_BOOL : type;
    const tropic_operator *op = tropic_operator_builtin(name, type);
    const tropic_operator *accum = accumulate ? tropic_operator_builtin(TROPIC_MINUS, z_type) : NULL;
    uint64_t x[MOST], y[MOST], z[MOST], old[MOST];
    for (tropic_index i = 0; i < n; i++) {
        test_value_store(type, x, i, way == 1 ? 3 : 1 + i % 5);
        test_value_store(type, y, i, way == 2 ? 4 : 1 + i % 3);
        test_value_store(z_type, old, i, i % 7);
    }
    OWNED(tropic_vector) *u = test_vector_of(context, type, n, x), *v = test_vector_of(context, type, n, y);
    OWNED(tropic_vector) *w = test_vector_of(context, z_type, n, old);
    assert_ok(context, way == 0   ? tropic_ewise_multiply(w, NULL, accum, op, u, v, NULL)
                       : way == 1 ? tropic_apply_first(w, NULL, accum, op, x, v, NULL)
                                  : tropic_apply(w, NULL, accum, op, u, y, NULL));
    assert_ok(context, tropic_operator_evaluate(op, context, z, x, y, 0, 0, n));
    if (accum) assert_ok(context, tropic_operator_evaluate(accum, context, z, old, z, 0, 0, n));
    OWNED_MEMORY void *found = test_values_of(context, w);
    for (tropic_index i = 0; i < n; i++)
        if (test_value_load(z_type, found, i) != test_value_load(z_type, z, i))
            fail_msg("%s of type %d, %d places%s, way %d: place %d is %Lg, not %Lg", tropic_operator_name(op), type, n,
                     accum ? ", accumulated" : "", way, i, test_value_load(z_type, found, i),
                     test_value_load(z_type, z, i));
}

/* Each operator of values and each type, in vectors whose places a GPU takes by fours, with a rest. (ANY may be either;
 * the place is the same for all values that are evaluated.) */
static void full_vectors(void **state)
{
    OWNED(tropic_context) *context = test_context();
    for (int name = TROPIC_FIRST; name <= TROPIC_GE; name++)
        for (int type = TROPIC_BOOL; type < TROPIC_TYPES; type++) {
            const bool of_place = name >= TROPIC_INDEX && name < TROPIC_EQ;
            if (of_place || name == TROPIC_ANY || !tropic_operator_builtin(name, type)) continue;
            for (tropic_index n = 1; n <= MOST; n++)
                for (int way = 0; way < 6; way++) full_case(context, name, type, n, way >= 3, way % 3);
        }
}

static void cast(void **state)
{
    const double from[] = {0, -1.9, 300.5, -1e300, NAN, INFINITY};
    const int8_t expected[] = {0, -1, 127, -128, 0, 127};
    const bool truths[] = {false, true, true, true, true, true};
    int8_t to[6];
    bool flags[6];
    double same[6];
    assert_int_equal(tropic_cast(to, TROPIC_INT8, from, TROPIC_FP64, 6), TROPIC_OK);
    assert_memory_equal(to, expected, sizeof to);
    assert_int_equal(tropic_cast(flags, TROPIC_BOOL, from, TROPIC_FP64, 6), TROPIC_OK);
    assert_memory_equal(flags, truths, sizeof flags);
    assert_int_equal(tropic_cast(same, TROPIC_FP64, from, TROPIC_FP64, 6), TROPIC_OK);
    assert_memory_equal(same, from, sizeof same);
    assert_int_equal(tropic_cast(to, TROPIC_INT8, NULL, TROPIC_FP64, 6), TROPIC_INVALID_ARGUMENT);
    assert_int_equal(tropic_cast(to, TROPIC_INT8, from, TROPIC_FP64, -1), TROPIC_INVALID_ARGUMENT);
    assert_int_equal(tropic_cast(to, TROPIC_INT8, from, (tropic_type)100000, 6), TROPIC_TYPE_MISMATCH);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(evaluate), cmocka_unit_test(full_vectors),
                                       cmocka_unit_test(cast)};
    test_need_device();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
