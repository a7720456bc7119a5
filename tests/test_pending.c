/* SPDX-License-Identifier: Apache-2.0
 *
 * The first call after entries were set or removed sees them, whichever it is. Each public call that is given a matrix
 * gives the same result for pending updates as for a matrix that was made so. tests/scripts/pending.sh finds calls that
 * are missing.
 */
#include "tests/fixtures.h"
#include "tests/matrix_calls.h"

#include <pthread.h>

enum { N = MATRIX_CALLS_N, ARCS = 150, UPDATES = 60, VALUES = 5 };

/* -- matrices ---------------------------------------------------------------------------------- */

/* Values by row and column; 0: no entry. */
typedef struct model {
    int8_t value[N][N];
} model;

/* The arrays of a matrix, by rows or columns. */
typedef struct arrays {
    tropic_offset offsets[N + 1];
    tropic_index ids[N * N];
    int64_t values[N * N]; /* of any type */
} arrays;

static tropic_matrix *make(tropic_context *context, const model *m, tropic_type type, bool by_column, bool view,
                           arrays *a)
{
    const tropic_build_options options = {.size = sizeof options, .view = view};
    tropic_matrix *A = NULL;
    tropic_offset count = 0;
    for (tropic_index l = 0; l < N; l++) {
        a->offsets[l] = count;
        for (tropic_index id = 0; id < N; id++) {
            const int8_t value = by_column ? m->value[id][l] : m->value[l][id];
            if (value == 0) continue;
            test_value_store(type, a->values, count, value);
            a->ids[count++] = id;
        }
    }
    a->offsets[N] = count;
    assert_ok(context, (by_column ? tropic_matrix_from_csc : tropic_matrix_from_csr)(
                           &A, context, N, N, a->offsets, a->ids, type, a->values, &options));
    return A;
}

static model draw(uint64_t *random, bool symmetric)
{
    model m = {{{0}}};
    for (int k = 0; k < ARCS; k++) {
        const int i = test_below(random, N), j = test_below(random, N);
        m.value[i][j] = (int8_t)(1 + test_below(random, VALUES));
        if (symmetric) m.value[j][i] = m.value[i][j];
    }
    return m;
}

/* Some new entries, some other values, some entries that are not there any more. */
static void update(tropic_context *context, model *m, tropic_matrix *A, uint64_t *random)
{
    for (int k = 0; k < UPDATES; k++) {
        const int i = test_below(random, N), j = test_below(random, N);
        const int8_t value = test_below(random, 2) ? 0 : (int8_t)(1 + test_below(random, VALUES));
        int64_t stored = 0;
        test_value_store(tropic_matrix_type(A), &stored, 0, value);
        m->value[i][j] = value;
        if (value == 0)
            assert_ok(context, tropic_matrix_remove(A, context, i, j));
        else
            assert_ok(context, tropic_matrix_set(A, context, i, j, &stored));
    }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            if (m->value[i][j] == 0 || test_below(random, 4) > 0) continue;
            m->value[i][j] = 0;
            assert_ok(context, tropic_matrix_remove(A, context, i, j));
        }
}

/* -- each call --------------------------------------------------------------------------------- */

typedef struct variant {
    const char *name;
    bool by_column, view, symmetric, primed;
} variant;

static const variant VARIANTS[] = {
    {"by rows", false, false, false, false},     {"by columns", true, false, false, false},
    {"view by rows", false, true, false, false}, {"view by columns", true, true, false, true},
    {"in use", false, false, false, true},       {"symmetric, in use", false, false, true, true},
};

static void check_call(tropic_context *context, const matrix_call *call, int part, const variant *v, tropic_type type,
                       uint64_t *random)
{
    static arrays a, b;
    matrix_outcome expected = {.context = context, .type = type, .part = part}, found = expected;
    model m = draw(random, v->symmetric);
    OWNED(tropic_matrix) *A = make(context, &m, type, v->by_column, v->view, &a), *B = NULL;
    if (v->primed) matrix_calls_prime(context, A);
    update(context, &m, A, random);
    /* (How many arcs tropic_matrix_reciprocal looks at depends on the orientation that is there.) */
    B = make(context, &m, type, v->by_column && !v->primed, false, &b);
    call->run(&expected, &B);
    call->run(&found, &A);
    if (expected.count != found.count || memcmp(expected.bytes, found.bytes, found.count) != 0)
        fail_msg("%s, part %d, %s, %s: what was set or removed is not seen", call->name, part, v->name,
                 tropic_type_name(type));
    free(expected.bytes);
    free(found.bytes);
}

static void every_call_sees_updates(void **state)
{
    const tropic_context_options options = {.size = sizeof options, .device = test_device(), .reproducible = true};
    OWNED(tropic_context) *context = NULL;
    uint64_t random = 8;
    assert_ok(NULL, tropic_context_create(&context, &options));
    for (const matrix_call *call = matrix_calls; call->name; call++)
        for (int part = 0; part < MATRIX_PARTS; part++)
            for (size_t v = 0; v < sizeof VARIANTS / sizeof *VARIANTS; v++) {
                check_call(context, call, part, &VARIANTS[v], TROPIC_INT32, &random);
                check_call(context, call, part, &VARIANTS[v], TROPIC_INT8, &random);
            }
}

/* Many updates of long rows, in no order. No array is as long as a row: none would fit. */
static void rows_may_be_long(void **state)
{
    enum { ROWS = 3, EACH = 20000 };
    OWNED(tropic_context) *context = test_context_of(2);
    OWNED(tropic_matrix) *A = NULL;
    uint64_t random = 10;
    assert_ok(context, tropic_matrix_create(&A, context, TROPIC_INT32, ROWS, TROPIC_INDEX_MAX));
    for (int round = 0; round < 3; round++) {
        const tropic_offset *offsets;
        const tropic_index *ids;
        const void *values;
        for (tropic_index k = 0; k < ROWS * EACH; k++) {
            const tropic_index j = test_below(&random, TROPIC_INDEX_MAX);
            assert_ok(context, tropic_matrix_set(A, context, k % ROWS, j, &j));
        }
        assert_ok(context, tropic_matrix_set(A, context, 1, 0, &(int32_t){0}));
        assert_ok(context, tropic_matrix_set(A, context, 1, TROPIC_INDEX_MAX - 1, &(int32_t){TROPIC_INDEX_MAX - 1}));
        assert_ok(context, tropic_matrix_csr(A, context, &offsets, &ids, &values));
        assert_int_equal(offsets[ROWS], tropic_matrix_count(A));
        assert_in_range(tropic_matrix_count(A), (round + 1) * (ROWS * EACH - ROWS), (round + 1) * ROWS * EACH + 2);
        for (tropic_index l = 0; l < ROWS; l++)
            for (tropic_offset k = offsets[l]; k < offsets[l + 1]; k++) {
                assert_true(k == offsets[l] || ids[k - 1] < ids[k]);
                assert_int_equal(((const int32_t *)values)[k], ids[k]);
            }
    }
}

/* -- threads ----------------------------------------------------------------------------------- */

static bool only_reads(const matrix_call *call)
{
    static const char *const names[] = {"vectors", "block",       "sums",  "lines",  "searches", "paths",
                                        "facts",   "betweenness", "sizes", "arrays", "entries",  "split"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (strcmp(names[k], call->name) == 0) return true;
    return false;
}

/* Two contexts at once use a matrix with pending updates; whichever merges them, both see the same. */
static void two_threads_use_a_matrix(void **state)
{
    enum { USERS = 2, ROUNDS = 3 };
    static arrays a, b;
    tropic_context *context[USERS] = {test_context_of(2), test_context_of(2)};
    pthread_barrier_t start;
    uint64_t random = 9;
    assert_int_equal(pthread_barrier_init(&start, NULL, USERS), 0);
    for (int round = 0; round < ROUNDS; round++)
        for (const matrix_call *first = matrix_calls; first->name; first++)
            for (const matrix_call *second = matrix_calls; second->name; second++) {
                const matrix_call *const calls[USERS] = {first, second};
                matrix_user users[USERS];
                pthread_t threads[USERS];
                model m;
                OWNED(tropic_matrix) *A = NULL, *B = NULL;
                if (!only_reads(first) || !only_reads(second)) continue;
                m = draw(&random, false);
                A = make(context[0], &m, TROPIC_INT8, round == 1, false, &a);
                if (round == 2) matrix_calls_prime(context[0], A);
                update(context[0], &m, A, &random);
                B = make(context[0], &m, TROPIC_INT8, false, false, &b);
                for (int k = 0; k < USERS; k++) {
                    users[k] = (matrix_user){.A = A, .call = calls[k], .start = &start};
                    users[k].found = (matrix_outcome){.context = context[k], .type = TROPIC_INT8, .part = round};
                    assert_int_equal(pthread_create(&threads[k], NULL, matrix_use, &users[k]), 0);
                }
                for (int k = 0; k < USERS; k++) {
                    matrix_outcome expected = {.context = context[0], .type = TROPIC_INT8, .part = round};
                    assert_int_equal(pthread_join(threads[k], NULL), 0);
                    calls[k]->run(&expected, &B);
                    assert_int_equal(users[k].found.count, expected.count);
                    assert_memory_equal(users[k].found.bytes, expected.bytes, expected.count);
                    free(users[k].found.bytes);
                    free(expected.bytes);
                }
            }
    pthread_barrier_destroy(&start);
    for (int k = 0; k < USERS; k++) tropic_context_free(&context[k]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_call_sees_updates),
        cmocka_unit_test(rows_may_be_long),
        cmocka_unit_test(two_threads_use_a_matrix),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
