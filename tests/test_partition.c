/* SPDX-License-Identifier: Apache-2.0
 *
 * How alike two partitions are: by hand, by all pairs of vertices and all pairs of sets, and whatever the numbers are.
 */
#include "tests/context.h"
#include "tests/failing.h"
#include "tests/fixtures.h"
#include "tests/graphs.h"

#include <math.h>

static tropic_vector *vector_of(tropic_context *c, const int32_t *sets, int32_t n)
{
    tropic_vector *v = NULL;
    assert_ok(c, tropic_vector_create(&v, c, TROPIC_INT32, n));
    assert_ok(c, tropic_vector_put_dense(v, sets, NULL));
    return v;
}

static tropic_partition_report compared(tropic_context *c, const int32_t *a, const int32_t *b, int32_t n)
{
    OWNED(tropic_vector) *of_a = vector_of(c, a, n), *of_b = vector_of(c, b, n);
    tropic_partition_report told = {.size = sizeof told};
    assert_ok(c, tropic_partition_compare(of_a, of_b, &told));
    return told;
}

/* The index by the four kinds of pairs of vertices (together in both, in one, in none), as scikit-learn has it. */
static long double rand_of(const int32_t *a, const int32_t *b, int32_t n)
{
    long double both = 0, neither = 0, only_a = 0, only_b = 0;
    for (int32_t u = 0; u < n; u++)
        for (int32_t v = 0; v < n; v++) {
            if (u == v) continue;
            if (a[u] == a[v])
                *(b[u] == b[v] ? &both : &only_a) += 1;
            else
                *(b[u] == b[v] ? &only_b : &neither) += 1;
        }
    if (only_a == 0 && only_b == 0) return 1;
    return 2 * (both * neither - only_a * only_b) /
           ((both + only_a) * (only_a + neither) + (both + only_b) * (only_b + neither));
}

static int32_t count_both(const int32_t *a, int32_t i, const int32_t *b, int32_t j, int32_t n)
{
    int32_t count = 0;
    for (int32_t v = 0; v < n; v++) count += (!a || a[v] == i) && (!b || b[v] == j);
    return count;
}

/* - p log p */
static long double term(long double count, int32_t n)
{
    return count > 0 ? -count / n * logl(count / n) : 0;
}

/* Of H(a) + H(b) - H(a, b) = I. */
static long double information_of(const int32_t *a, const int32_t *b, int32_t n)
{
    long double of_a = 0, of_b = 0, of_both = 0;
    for (int32_t i = 0; i < n; i++) {
        of_a += term(count_both(a, i, NULL, 0, n), n);
        of_b += term(count_both(NULL, 0, b, i, n), n);
        for (int32_t j = 0; j < n; j++) of_both += term(count_both(a, i, b, j, n), n);
    }
    return of_a + of_b == 0 ? 1 : 2 * (of_a + of_b - of_both) / (of_a + of_b);
}

static void five_by_hand(void **unused)
{
    /* Sets of 2 and 3, of 3 and 2; 2, 1 and 2 in common: R = 2, A = B = 4, E = 4 4 / 10; so 0.4 / 2.4. */
    const int32_t a[] = {0, 0, 1, 1, 1}, b[] = {3, 3, 3, 2, 2}, one[] = {4, 4, 4, 4, 4}, all[] = {4, 2, 0, 1, 3};
    const double entropy = 0.4 * log(2.5) + 0.6 * log(5.0 / 3);
    const double information = 0.8 * log(5.0 / 3) - 0.2 * log(1.8);
    tropic_partition_report told = compared(context, a, b, 5);
    assert_true(fabs(told.rand - 1.0 / 6) <= 1e-15);
    assert_true(fabs(told.mutual_information - information / entropy) <= 1e-15);
    assert_true(fabs(told.mutual_information - 0.43253806776631243) <= 1e-15); /* scikit-learn's formula */
    assert_int_equal(told.sets_a, 2);
    told = compared(context, one, all, 5);
    assert_true(told.rand == 0 && told.mutual_information == 0 && told.sets_a == 1 && told.sets_b == 5);
    told = compared(context, one, one, 5);
    assert_true(told.rand == 1 && told.mutual_information == 1);
    told = compared(context, all, all, 5);
    assert_true(told.rand == 1 && told.mutual_information == 1);
    told = compared(context, a, b, 0);
    assert_true(told.rand == 1 && told.mutual_information == 1 && told.sets_a == 0);
    told = compared(context, all + 2, all + 2, 1);
    assert_true(told.rand == 1 && told.mutual_information == 1 && told.sets_b == 1);
}

static void equal_the_definition(void **unused)
{
    uint64_t r = 17;
    for (int round = 0; round < 300; round++) {
        const int32_t n = 1 + test_below(&r, 24), of_a = 1 + test_below(&r, n), of_b = 1 + test_below(&r, n);
        int32_t a[24], b[24], renamed[24];
        for (int32_t v = 0; v < n; v++) {
            a[v] = test_below(&r, of_a);
            b[v] = test_below(&r, 3) == 0 || a[v] >= of_b ? test_below(&r, of_b) : a[v];
            renamed[v] = n - 1 - a[v];
        }
        const tropic_partition_report told = compared(context, a, b, n), swapped = compared(context, b, a, n),
                                      again = compared(context, renamed, b, n), same = compared(context, a, renamed, n);
        if (!(fabsl(told.rand - rand_of(a, b, n)) <= 1e-13L))
            fail_msg("round %d: rand %.17g, not %.17Lg", round, told.rand, rand_of(a, b, n));
        if (!(fabsl(told.mutual_information - information_of(a, b, n)) <= 1e-13L))
            fail_msg("round %d: information %.17g, not %.17Lg", round, told.mutual_information,
                     information_of(a, b, n));
        assert_true(told.rand == swapped.rand && told.rand == again.rand);
        assert_true(fabs(told.mutual_information - swapped.mutual_information) <= 1e-14);
        assert_true(fabs(told.mutual_information - again.mutual_information) <= 1e-14);
        assert_true(same.rand == 1 && same.mutual_information == 1);
    }
}

/* Pairs of vertices beyond 32 bits, and sets whose halves are in others. */
static void large_partitions(void **unused)
{
    const int32_t n = 1 << 20;
    OWNED_MEMORY int32_t *a = test_room(n, sizeof *a), *b = test_room(n, sizeof *b);
    tropic_partition_report told;
    for (int32_t v = 0; v < n; v++) a[v] = v / 2, b[v] = v / 4;
    told = compared(context, a, b, n);
    /* H(a) = 19 log 2, H(b) = 18 log 2 = I; R = A = n / 2, B = 3 n / 2. */
    assert_true(fabs(told.mutual_information - 36.0 / 37) <= 1e-9);
    assert_true(fabs(told.rand - 0.5) <= 1e-5);
    for (int32_t v = 0; v < n; v++) a[v] = v % 2, b[v] = v / (n / 2);
    told = compared(context, a, b, n);
    assert_true(told.mutual_information <= 1e-12 && fabs(told.rand) <= 1e-5);
}

static void updates_are_seen(void **unused)
{
    const int32_t sets[] = {0, 0, 1, 1, 1}, other = 1;
    OWNED(tropic_vector) *a = vector_of(context, sets, 5), *b = vector_of(context, sets, 5);
    tropic_partition_report told = {.size = sizeof told};
    assert_ok(context, tropic_partition_compare(a, b, &told));
    assert_true(told.rand == 1);
    assert_ok(context, tropic_vector_set(b, 1, &other));
    assert_ok(context, tropic_partition_compare(a, b, &told));
    assert_true(told.rand < 1 && told.mutual_information < 1);
    assert_ok(context, tropic_vector_set(a, 1, &other));
    assert_ok(context, tropic_partition_compare(a, b, &told));
    assert_true(told.rand == 1 && told.mutual_information == 1);
    assert_ok(context, tropic_vector_remove(a, 1));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_partition_compare(a, b, &told));
}

static void bad_arguments_are_refused(void **unused)
{
    const int32_t high[] = {0, 1, 1, 4}, low[] = {0, 0, -1, 0};
    tropic_partition_report told = {.size = sizeof told}, unsized = {.size = 3};
    OWNED(tropic_vector) *a = vector_of(context, (const int32_t[]){0, 1, 1, 3}, 4), *longer = NULL, *real = NULL,
                         *some = NULL, *above = vector_of(context, high, 4), *below = vector_of(context, low, 4);
    assert_ok(context, tropic_vector_create(&longer, context, TROPIC_INT32, 5));
    assert_ok(context, tropic_vector_create(&real, context, TROPIC_FP64, 4));
    assert_ok(context, tropic_vector_create(&some, context, TROPIC_INT32, 4));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_partition_compare(NULL, a, &told));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_partition_compare(a, NULL, &told));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_partition_compare(a, a, NULL));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_partition_compare(a, a, &unsized));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_partition_compare(a, some, &told));
    assert_status(context, TROPIC_DIMENSION_MISMATCH, tropic_partition_compare(a, longer, &told));
    assert_status(context, TROPIC_TYPE_MISMATCH, tropic_partition_compare(a, real, &told));
    assert_status(context, TROPIC_INDEX_OUT_OF_RANGE, tropic_partition_compare(a, above, &told));
    assert_status(context, TROPIC_INDEX_OUT_OF_RANGE, tropic_partition_compare(below, a, &told));
    assert_ok(context, tropic_partition_compare(a, a, &told));
}

static void make_vectors(tropic_context *c, test_failing_objects *o)
{
    const int32_t none[TEST_FAILING_N] = {0};
    for (int k = 0; k < 2; k++) o->v[k] = vector_of(c, none, TEST_FAILING_N);
}

static tropic_status once(tropic_context *c, test_failing_objects *o)
{
    tropic_partition_report told = {.size = sizeof told};
    (void)c;
    return tropic_partition_compare(o->v[0], o->v[1], &told);
}

static void allocations_that_fail_are_told(void **unused)
{
    static const test_failing_case attempt = {"partitions", make_vectors, once, TROPIC_STRATEGY_AUTO};
    assert_true(test_failing_run(&test_failing_host, &attempt) > 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(five_by_hand),
        cmocka_unit_test(equal_the_definition),
        cmocka_unit_test(large_partitions),
        cmocka_unit_test(updates_are_seen),
        cmocka_unit_test(bad_arguments_are_refused),
        cmocka_unit_test(allocations_that_fail_are_told),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, context_open, context_close);
}
