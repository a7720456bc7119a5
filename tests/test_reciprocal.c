/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic_matrix_reciprocal: against a look at all pairs, and on graphs too large for that, whose answer is known.
 */
#include "tests/common.h"

/* More arcs than are looked at. */
enum { LARGE = 10000, LOOKS = 4096 };

typedef struct answer {
    bool reciprocal, all;
    tropic_offset looked;
} answer;

/* `by_row`: as the host has it alone; else by columns. */
static tropic_matrix *make(tropic_context *context, tropic_index n, tropic_offset count, const tropic_index *from,
                           const tropic_index *to, bool by_row)
{
    const tropic_build_options options = {.size = sizeof options};
    OWNED(tropic_matrix) *A = NULL;
    tropic_matrix *B = NULL;
    const tropic_offset *offsets;
    const tropic_index *ids;
    assert_ok(context, tropic_matrix_from_coo(&A, context, n, n, count, from, to, TROPIC_BOOL, NULL, &options));
    if (by_row) {
        assert_ok(context, tropic_matrix_csr(A, context, &offsets, &ids, NULL));
        assert_ok(context, tropic_matrix_from_csr(&B, context, n, n, offsets, ids, TROPIC_BOOL, NULL, &options));
    } else {
        assert_ok(context, tropic_matrix_csc(A, context, &offsets, &ids, NULL));
        assert_ok(context, tropic_matrix_from_csc(&B, context, n, n, offsets, ids, TROPIC_BOOL, NULL, &options));
    }
    return B;
}

static answer ask(tropic_index n, tropic_offset count, const tropic_index *from, const tropic_index *to, bool by_row)
{
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_matrix) *A = make(context, n, count, from, to, by_row);
    answer found = {.looked = -1};
    assert_ok(context, tropic_matrix_reciprocal(A, context, &found.reciprocal, &found.looked, &found.all));
    assert_ok(context, tropic_matrix_reciprocal(A, context, NULL, NULL, NULL));
    return found;
}

/* Of few vertices each pair, and each loop, is there or not. */
static void small_graphs(void **state)
{
    enum { N = 4, TRIALS = 400 };
    uint64_t random = 7;
    int with = 0;
    for (int t = 0; t < TRIALS; t++) {
        tropic_index from[N * N], to[N * N];
        bool has[N][N] = {{false}};
        tropic_offset count = 0, arcs = 0;
        bool reciprocal = false;
        answer found;
        for (tropic_index i = 0; i < N; i++)
            for (tropic_index j = 0; j < N; j++) {
                has[i][j] = test_below(&random, 6) == 0;
                if (!has[i][j]) continue;
                from[count] = i;
                to[count++] = j;
                arcs += i != j;
                reciprocal = reciprocal || (j < i && has[j][i]);
            }
        found = ask(N, count, from, to, t % 2);
        with += reciprocal;
        if (found.reciprocal != reciprocal || (!reciprocal && !found.all) ||
            (reciprocal ? found.looked < 1 : found.looked != arcs))
            fail_msg("trial %d: %d after %d of %d arcs", t, found.reciprocal, (int)found.looked, (int)arcs);
    }
    assert_in_range(with, TRIALS / 10, TRIALS - TRIALS / 10);
}

/* Arc k of the ring leads from k to k + 1, and the last one back to 0. */
static void large_graphs(void **state)
{
    OWNED_MEMORY tropic_index *from = malloc(2 * LARGE * sizeof *from), *to = malloc(2 * LARGE * sizeof *to);
    answer found;
    assert_non_null(from);
    assert_non_null(to);
    for (tropic_index k = 0; k < LARGE; k++) {
        from[k] = to[LARGE + k] = k;
        to[k] = from[LARGE + k] = (k + 1) % LARGE;
    }
    for (int by_row = 0; by_row < 2; by_row++) {
        /* A path is seen at a glance, up and down; a ring has to be looked through. */
        found = ask(LARGE, LARGE - 1, from, to, by_row);
        assert_true(!found.reciprocal && found.all && found.looked == LARGE - 1);
        found = ask(LARGE, LARGE - 1, to, from, by_row);
        assert_true(!found.reciprocal && found.all && found.looked == LARGE - 1);
        found = ask(LARGE, LARGE, from, to, by_row);
        assert_true(!found.reciprocal && !found.all && found.looked == LOOKS);
        /* All of them both ways: the first look tells. */
        found = ask(LARGE, 2 * LARGE, from, to, by_row);
        assert_true(found.reciprocal && found.looked == 1);
    }
}

static void wrong_arguments(void **state)
{
    const tropic_index zero = 0, one = 1;
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_matrix) *A = NULL;
    bool reciprocal = true;
    assert_int_equal(tropic_matrix_reciprocal(NULL, NULL, NULL, NULL, NULL), TROPIC_INVALID_ARGUMENT);
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_matrix_reciprocal(NULL, context, NULL, NULL, NULL));
    assert_ok(context, tropic_matrix_from_coo(&A, context, 2, 3, 1, &zero, &one, TROPIC_BOOL, NULL, NULL));
    assert_status(context, TROPIC_DIMENSION_MISMATCH, tropic_matrix_reciprocal(A, context, &reciprocal, NULL, NULL));
    assert_true(reciprocal);
    assert_int_equal(tropic_matrix_file_direction(A), TROPIC_FILE_SILENT);
    assert_int_equal(tropic_matrix_file_direction(NULL), TROPIC_FILE_SILENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_graphs),
        cmocka_unit_test(large_graphs),
        cmocka_unit_test(wrong_arguments),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
