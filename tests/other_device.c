/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/other_device.h"
#include "formats/matrix/forms/hypersparse.h"
#include "tests/fixtures.h"
#include "tests/matrix_calls.h"

#include <pthread.h>

enum { N = MATRIX_CALLS_N, DENSE = N * N, SPARSE = 3 * N };

void other_forget_host(tropic_matrix *A)
{
    for (tropic_matrix *cast = A->casts; cast; cast = cast->next_cast) other_forget_host(cast);
    if (A->hypersparse) other_forget_host(A->hypersparse->core);
    tp_side_free(&A->memory, &A->host.dense); /* which may borrow from the rows */
    for (int o = TP_BY_ROW; o <= TP_BY_COLUMN; o++) tp_side_free(&A->memory, &A->host.sides[o]);
}

/* -- matrices ---------------------------------------------------------------------------------- */

/* How entries lie. */
typedef enum placing { ANYWHERE, SYMMETRIC, DIAGONAL, EVERYWHERE, NOWHERE, PLACINGS } placing;

static tropic_matrix *make(tropic_context *context, placing p, tropic_type type, uint64_t seed)
{
    const tropic_build_options options = {.size = sizeof options,
                                          .duplicates = TROPIC_DUPLICATES_MAX,
                                          .direction =
                                              p == SYMMETRIC ? TROPIC_DIRECTION_UNDIRECTED : TROPIC_DIRECTION_DIRECTED};
    const tropic_offset count = p == NOWHERE ? 0 : p == EVERYWHERE ? DENSE : p == DIAGONAL ? N : SPARSE;
    tropic_index rows[DENSE], cols[DENSE];
    int64_t values[DENSE] = {0}; /* of any type */
    tropic_matrix *A = NULL;
    for (tropic_offset k = 0; k < count; k++) {
        rows[k] = (tropic_index)(p == EVERYWHERE ? k / N : p == DIAGONAL ? k : test_below(&seed, N));
        cols[k] = (tropic_index)(p == EVERYWHERE ? k % N : p == DIAGONAL ? k : test_below(&seed, N));
        test_value_store(type, values, k, 1 + test_below(&seed, 5));
    }
    assert_ok(context,
              tropic_matrix_from_coo(&A, context, N, N, count, rows, cols, type, count > 0 ? values : NULL, &options));
    return A;
}

/* -- calls ------------------------------------------------------------------------------------- */

static void same(const matrix_outcome *found, const matrix_outcome *expected, const char *name, int form, int placed)
{
    if (found->count == expected->count &&
        (found->count == 0 || memcmp(found->bytes, expected->bytes, found->count) == 0))
        return;
    fail_msg("%s, part %d, form %d, placing %d: of another device's matrix it finds something else", name, found->part,
             form, placed);
}

static void check_call(tropic_context *reader, const matrix_call *call, int part, placing p, tropic_type type,
                       other_form form, other_give *give, void *of)
{
    const uint64_t seed = 1 + (uint64_t)part * PLACINGS + p;
    tropic_context *host = test_context_of(1);
    OWNED(tropic_matrix) *A = make(host, p, type, seed), *B = make(reader, p, type, seed);
    matrix_outcome expected = {.context = reader, .type = type, .part = part}, found = expected;
    give(of, A, form);
    tropic_context_free(&host);
    call->run(&expected, &B);
    call->run(&found, &A);
    same(&found, &expected, call->name, form, p);
    free(expected.bytes);
    free(found.bytes);
}

void other_check_calls(tropic_context *reader, other_give *give, void *of)
{
    int turn = 0;
    for (const matrix_call *call = matrix_calls; call->name; call++)
        for (int part = 0; part < MATRIX_PARTS; part++, turn++) {
            for (int form = 0; form < OTHER_FORMS; form++) {
                const tropic_type type = (turn + form) % 2 ? TROPIC_INT16 : TROPIC_INT64;
                check_call(reader, call, part, ANYWHERE, type, (other_form)form, give, of);
            }
            for (int p = ANYWHERE + 1; p < PLACINGS; p++)
                check_call(reader, call, part, (placing)p, TROPIC_INT32, (other_form)((turn + p) % OTHER_FORMS), give,
                           of);
        }
}

/* -- threads ----------------------------------------------------------------------------------- */

static const matrix_call *call_of(const char *name)
{
    const matrix_call *call = matrix_calls;
    while (call->name && strcmp(call->name, name) != 0) call++;
    assert_non_null(call->name);
    return call;
}

static void check_pair(tropic_context *const readers[2], const char *const names[2], other_form form, other_give *give,
                       void *of, pthread_barrier_t *start)
{
    const int part = (int)form % MATRIX_PARTS;
    OWNED(tropic_context) *host = test_context_of(1);
    OWNED(tropic_matrix) *A = make(host, ANYWHERE, TROPIC_INT16, form);
    pthread_t threads[2];
    matrix_user users[2];
    give(of, A, form);
    for (int k = 0; k < 2; k++) {
        users[k] = (matrix_user){.A = A, .call = call_of(names[k]), .start = start};
        users[k].found = (matrix_outcome){.context = readers[k], .type = TROPIC_INT16, .part = part};
        assert_int_equal(pthread_create(&threads[k], NULL, matrix_use, &users[k]), 0);
    }
    for (int k = 0; k < 2; k++) assert_int_equal(pthread_join(threads[k], NULL), 0);
    for (int k = 0; k < 2; k++) {
        OWNED(tropic_matrix) *B = make(readers[k], ANYWHERE, TROPIC_INT16, form);
        matrix_outcome expected = {.context = readers[k], .type = TROPIC_INT16, .part = part};
        users[k].call->run(&expected, &B);
        same(&users[k].found, &expected, names[k], form, ANYWHERE);
        free(users[k].found.bytes);
        free(expected.bytes);
    }
}

void other_check_threads(tropic_context *const readers[2], other_give *give, void *of)
{
    static const char *const names[] = {"vectors", "sums", "lines", "searches", "paths", "arrays", "entries", "split"};
    enum { NAMES = sizeof names / sizeof *names };
    pthread_barrier_t start;
    assert_int_equal(pthread_barrier_init(&start, NULL, 2), 0);
    for (int form = 0; form < OTHER_FORMS; form++)
        for (int k = 0; k < NAMES; k++) {
            const char *const two[] = {names[k], names[(k + form) % NAMES]};
            check_pair(readers, two, (other_form)form, give, of, &start);
        }
    pthread_barrier_destroy(&start);
}
