/* SPDX-License-Identifier: Apache-2.0
 *
 * Sums of rows and columns under monoids of the user's own, as macros and as strings, against the built-in ones.
 */
#include <tropic_define.h>

#include "tests/fixtures.h"
#include "tests/jit.h"

/* clang-format off */
TROPIC_MONOID(user_plus, double, a + b, 0);
TROPIC_MONOID(user_max, int32_t, a > b ? a : b, INT32_MIN);
TROPIC_SEMIRING_STOP(user_or_and, bool, bool, bool, a || b, x && y, false, a);

/* Of an odd size: how many, and which of them is the last. */
TROPIC_STRUCT(tally, uint8_t c[5];);
TROPIC_MONOID(tallies, tally,
              ((tally){{(uint8_t)(a.c[0] + b.c[0]), (uint8_t)(a.c[1] ^ b.c[1]), 0,
                        (uint8_t)(a.c[3] > b.c[3] ? a.c[3] : b.c[3]), 7}}),
              ((tally){{0, 0, 0, 0, 7}}));
/* clang-format on */

enum { ROWS = 60, COLS = 40, HEAVY = 3000, COUNT = ROWS * COLS };

/* Values, or a pattern, at most places; row 2 is whole, row 3 empty. */
static tropic_matrix *matrix_of(tropic_context *context, tropic_type type, const char *values)
{
    const size_t size = tropic_type_size(type);
    tropic_index rows[COUNT], cols[COUNT];
    OWNED_MEMORY char *kept = calloc(COUNT, size);
    tropic_offset count = 0;
    tropic_matrix *A = NULL;
    uint64_t random = 3;
    for (int k = 0; k < COUNT; k++) {
        const int i = k / COLS;
        if (i == 3 || (i != 2 && test_below(&random, 3) == 0)) continue;
        rows[count] = i;
        cols[count] = k % COLS;
        if (values) memcpy(kept + (size_t)count * size, values + (size_t)k * size, size);
        count++;
    }
    assert_ok(context,
              tropic_matrix_from_coo(&A, context, ROWS, COLS, count, rows, cols, type, values ? kept : NULL, NULL));
    return A;
}

static void compare(tropic_context *context, const tropic_vector *got, const tropic_vector *wanted)
{
    char values[2][ROWS * TROPIC_TYPE_DEVICE_MAX] = {{0}};
    bool has[2][ROWS] = {{0}};
    assert_ok(context, tropic_vector_get_dense(got, values[0], has[0]));
    assert_ok(context, tropic_vector_get_dense(wanted, values[1], has[1]));
    assert_memory_equal(has[0], has[1], sizeof has[0]);
    assert_memory_equal(values[0], values[1], sizeof values[0]);
}

/* The user's monoid agrees with the built-in one: way bit 0: transposed, 1: masked, 2: accumulated. */
static void check_pair(tropic_context *context, const tropic_operator *op, const tropic_matrix *A,
                       tropic_builtin_operator name, tropic_type type)
{
    const tropic_operator *known = tropic_operator_builtin(name, type);
    const bool allowed[ROWS] = {true, false, true, true, false, true};
    for (int way = 0; way < 8; way++) {
        const tropic_index n = way & 1 ? COLS : ROWS;
        const tropic_descriptor d = {.size = sizeof d, .transpose = way & 1, .complement = way == 3 || way == 6};
        const tropic_operator *accum = way & 4 ? tropic_operator_builtin(TROPIC_MIN, type) : NULL;
        OWNED(tropic_vector) *got = NULL, *wanted = NULL, *mask = NULL;
        assert_ok(context, tropic_vector_create(&got, context, type, n));
        assert_ok(context, tropic_vector_create(&wanted, context, type, n));
        mask = test_vector_of(context, TROPIC_BOOL, n, allowed);
        for (int round = 0; round < 2; round++) {
            assert_ok(context, tropic_reduce_matrix(got, way & 2 ? mask : NULL, accum, op, A, &d));
            assert_ok(context, tropic_reduce_matrix(wanted, way & 2 ? mask : NULL, accum, known, A, &d));
            compare(context, got, wanted);
        }
    }
}

static void test_users(void **unused)
{
    OWNED(tropic_context) *context = test_context();
    double reals[COUNT];
    int32_t integers[COUNT];
    char truths[COUNT];
    uint64_t random = 11;
    for (int k = 0; k < COUNT; k++) {
        integers[k] = test_below(&random, 2001) - 1000;
        reals[k] = integers[k] / 4.0;
        truths[k] = integers[k] > 900;
    }
    OWNED(tropic_matrix) *A = matrix_of(context, TROPIC_FP64, (const char *)reals);
    OWNED(tropic_matrix) *B = matrix_of(context, TROPIC_INT32, (const char *)integers);
    OWNED(tropic_matrix) *C = matrix_of(context, TROPIC_BOOL, truths);
    OWNED(tropic_matrix) *P = matrix_of(context, TROPIC_BOOL, NULL);
    OWNED(tropic_semiring) *semiring = NULL;
    for (int strings = 0; strings < 2; strings++) {
        tropic_operator_source plus = user_plus, max = user_max;
        OWNED(tropic_operator) *op = NULL;
        if (strings) plus.host = max.host = NULL;
        assert_ok(context, tropic_operator_create(&op, context, &plus));
        check_pair(context, op, A, TROPIC_PLUS, TROPIC_FP64);
        check_pair(context, op, P, TROPIC_PLUS, TROPIC_FP64);
        tropic_operator_free(&op);
        assert_ok(context, tropic_operator_create(&op, context, &max));
        check_pair(context, op, B, TROPIC_MAX, TROPIC_INT32);
    }
    assert_ok(context, tropic_semiring_create(&semiring, context, &user_or_and));
    check_pair(context, tropic_semiring_add(semiring), C, TROPIC_LOR, TROPIC_BOOL);
}

static void test_users_struct(void **unused)
{
    OWNED(tropic_context) *context = test_context();
    tropic_type type = TROPIC_BOOL;
    OWNED(tropic_operator) *op = NULL;
    OWNED(tropic_vector) *w = NULL;
    tally values[HEAVY], found[2];
    tropic_index rows[HEAVY] = {0}, cols[HEAVY];
    OWNED(tropic_matrix) *A = NULL;
    tally sum = {{0, 0, 0, 0, 7}};
    bool has[2];
    assert_ok(context, tropic_type_define(&type, context, &tally_type));
    for (int k = 0; k < HEAVY; k++) {
        cols[k] = k;
        values[k] = (tally){{1, (uint8_t)(k * 7), 0, (uint8_t)(k * 13), 7}};
        sum.c[0]++;
        sum.c[1] ^= values[k].c[1];
        if (values[k].c[3] > sum.c[3]) sum.c[3] = values[k].c[3];
    }
    assert_ok(context, tropic_operator_create(&op, context, &tallies));
    assert_ok(context, tropic_matrix_from_coo(&A, context, 2, HEAVY, HEAVY, rows, cols, type, values, NULL));
    assert_ok(context, tropic_vector_create(&w, context, type, 2));
    assert_ok(context, tropic_reduce_matrix(w, NULL, NULL, op, A, NULL));
    assert_ok(context, tropic_vector_get_dense(w, found, has));
    assert_true(has[0] && !has[1]);
    assert_memory_equal(&found[0], &sum, sizeof sum);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_users),
        cmocka_unit_test(test_users_struct),
    };
    test_need_device();
    if (test_cache_begin(NULL) != 0) return 1;
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return test_cache_end(NULL) != 0 ? 1 : failed;
}
