/* SPDX-License-Identifier: Apache-2.0
 *
 * Vectors that move from context to context: of the host and of the test's device, with memory from the same functions
 * and from others.
 */
#include "tests/ledger.h"
#include "tests/vector_picture.h"

/* A set twice: the library's memory and two ledgers', on the host and on the device of the test. */
enum { LEDGERS = 2, SET = 2 * (1 + LEDGERS), CONTEXTS = 2 * SET };

static void open_all(tropic_context **contexts, ledger *ledgers)
{
    for (int k = 0; k < LEDGERS; k++) ledgers[k] = (ledger){.fail_at = -1};
    for (int c = 0; c < CONTEXTS; c++) {
        const int kind = c % SET / 2;
        const bool on_host = c % 2 == 0;
        if (kind < LEDGERS)
            contexts[c] = ledger_context(on_host ? TROPIC_DEVICE_CPU : test_device(), &ledgers[kind]);
        else
            contexts[c] = on_host ? test_context_of(2) : test_context();
    }
}

static void close_all(tropic_context **contexts, const ledger *ledgers)
{
    for (int c = 0; c < CONTEXTS; c++) tropic_context_free(&contexts[c]);
    for (int k = 0; k < LEDGERS; k++) assert_int_equal(ledgers[k].live, 0);
}

static void there_and_back(tropic_context *a, tropic_context *b, tropic_type type, tropic_vector_form form)
{
    const char zero[PICTURE_VALUE] = {0};
    OWNED(tropic_vector) *v = picture_make(a, type, form), *copy = NULL;
    const picture before = picture_look(a, v);
    picture after;
    assert_ptr_equal(tropic_vector_context(v), a);
    assert_ok(b, tropic_vector_move(v, b));
    assert_ptr_equal(tropic_vector_context(v), b);
    after = picture_look(b, v);
    picture_same(&after, &before);
    /* It takes part in operations of the other context. */
    assert_ok(b, tropic_vector_duplicate(&copy, v));
    assert_ok(b, tropic_vector_set(copy, 1, zero));
    assert_ok(b, tropic_vector_swap(v, copy));
    assert_ok(a, tropic_vector_move(copy, a));
    after = picture_look(a, copy);
    picture_same(&after, &before);
}

static void vectors_move_between_any_two_contexts(void **state)
{
    tropic_context *contexts[CONTEXTS];
    tropic_type types[PICTURE_TYPES];
    ledger ledgers[LEDGERS];
    open_all(contexts, ledgers);
    picture_types(contexts[0], types);
    for (int a = 0; a < CONTEXTS; a++)
        for (int b = 0; b < CONTEXTS; b++)
            for (int t = 0; t < PICTURE_TYPES; t++)
                for (int form = TROPIC_FULL; form <= TROPIC_SPARSE; form++)
                    there_and_back(contexts[a], contexts[b], types[t], (tropic_vector_form)form);
    close_all(contexts, ledgers);
}

/* The context that a vector was made in may end before the vector does. */
static void a_vector_outlives_its_first_context(void **state)
{
    ledger l = {.fail_at = -1};
    tropic_context *first = ledger_context(test_device(), &l), *second = test_context();
    tropic_vector *v = picture_make(first, TROPIC_INT32, TROPIC_BITMAP), *made = NULL;
    const picture before = picture_look(first, v);
    picture after;
    assert_ok(second, tropic_vector_move(v, second));
    tropic_context_free(&first);
    after = picture_look(second, v);
    picture_same(&after, &before);
    /* Arrays that two vectors exchange, too, are released where they came from. */
    assert_ok(second, tropic_vector_create(&made, second, TROPIC_FP64, 2));
    assert_ok(second, tropic_vector_swap(v, made));
    tropic_vector_free(&v);
    after = picture_look(second, made);
    picture_same(&after, &before);
    tropic_vector_free(&made);
    tropic_context_free(&second);
    assert_int_equal(l.live, 0);
}

static void memory_of_one_kind_is_handed_over(void **state)
{
    enum { N = 1 << 20 };
    ledger l = {.fail_at = -1};
    tropic_context *a, *b;
    tropic_vector *v = NULL;
    const double one = 1;
    double found = 0;
    long calls;
    if (test_device() == TROPIC_DEVICE_CUDA) test_skip("the memory that is counted is the host's");
    a = ledger_context(TROPIC_DEVICE_CPU, &l);
    b = ledger_context(TROPIC_DEVICE_CPU, &l);
    assert_ok(a, tropic_vector_create(&v, a, TROPIC_FP64, N));
    assert_ok(a, tropic_vector_fill(v, &one));
    calls = l.calls;
    assert_ok(b, tropic_vector_move(v, b));
    assert_int_equal(l.calls, calls);
    assert_ok(b, tropic_vector_get(v, N - 1, &found, NULL));
    assert_true(found == one);
    tropic_vector_free(&v);
    tropic_context_free(&a);
    tropic_context_free(&b);
    assert_int_equal(l.live, 0);
}

/* Odd ones: a block, and vectors without entries or places. */
static void blocks_and_empty_vectors(void **state)
{
    const double values[PICTURE_PLACES] = {1, 2, 3, 4, 5, 6};
    OWNED(tropic_context) *a = test_context(), *b = test_context_of(1);
    for (int what = 0; what < 4; what++) {
        OWNED(tropic_vector) *v = NULL;
        picture before, after;
        if (what == 0) {
            assert_ok(a, tropic_vector_create_block(&v, a, TROPIC_FP64, PICTURE_PLACES / 2, 2));
            assert_ok(a, tropic_vector_put_dense(v, values, NULL));
        } else {
            assert_ok(a, tropic_vector_create(&v, a, TROPIC_FP64, what == 1 ? 0 : PICTURE_PLACES));
            assert_ok(a, tropic_vector_set_form(v, what == 3 ? TROPIC_BITMAP : TROPIC_SPARSE));
        }
        before = picture_look(a, v);
        assert_ok(b, tropic_vector_move(v, b));
        after = picture_look(b, v);
        picture_same(&after, &before);
        assert_ok(b, tropic_vector_put_dense(v, values, NULL));
    }
}

static void without_memory_a_vector_stays(void **state)
{
    tropic_context *a = test_context();
    ledger l = {.fail_at = -1};
    tropic_context *b = ledger_context(TROPIC_DEVICE_CPU, &l);
    for (int form = TROPIC_FULL; form <= TROPIC_SPARSE; form++) {
        OWNED(tropic_vector) *v = picture_make(a, TROPIC_INT64, (tropic_vector_form)form);
        const picture before = picture_look(a, v);
        tropic_status status = TROPIC_OUT_OF_MEMORY;
        for (long k = 0; status != TROPIC_OK; k++) {
            const long live = l.live;
            picture after;
            assert_true(k < 10);
            l.fail_at = l.calls + k;
            status = tropic_vector_move(v, b);
            assert_true(status == TROPIC_OK || status == TROPIC_OUT_OF_MEMORY);
            assert_true(status == TROPIC_OK || (l.live == live && tropic_context_error(b)[0] != '\0'));
            assert_ptr_equal(tropic_vector_context(v), status == TROPIC_OK ? b : a);
            l.fail_at = -1;
            after = picture_look(tropic_vector_context(v), v);
            picture_same(&after, &before);
        }
    }
    tropic_context_free(&a);
    tropic_context_free(&b);
    assert_int_equal(l.live, 0);
}

typedef struct moving {
    tropic_vector *v;
    tropic_context *to;
} moving;

static tropic_status move_in_loop(void *user)
{
    const moving *m = user;
    return tropic_vector_move(m->v, m->to);
}

static void bad_arguments_are_refused(void **state)
{
    int32_t memory[2] = {1, 2};
    OWNED(tropic_context) *context = test_context(), *host = test_context_of(1);
    OWNED(tropic_vector) *v = picture_make(context, TROPIC_INT32, TROPIC_SPARSE), *view = NULL;
    assert_null(tropic_vector_context(NULL));
    assert_int_equal(tropic_vector_move(NULL, context), TROPIC_INVALID_ARGUMENT);
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_vector_move(v, NULL));
    assert_ok(host, tropic_vector_view(&view, host, TROPIC_INT32, 2, memory, TROPIC_HOST));
    assert_status(context, TROPIC_NOT_SUPPORTED, tropic_vector_move(view, context));
    assert_ptr_equal(tropic_vector_context(view), host);
    for (int k = 0; k < 2; k++) {
        moving m = {k ? view : v, k ? context : host};
        assert_int_equal(tropic_loop(context, move_in_loop, &m, NULL, 2, NULL), TROPIC_NOT_SUPPORTED);
    }
    assert_ptr_equal(tropic_vector_context(v), context);
    assert_ok(context, tropic_vector_move(v, context));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vectors_move_between_any_two_contexts), cmocka_unit_test(a_vector_outlives_its_first_context),
        cmocka_unit_test(memory_of_one_kind_is_handed_over),     cmocka_unit_test(blocks_and_empty_vectors),
        cmocka_unit_test(without_memory_a_vector_stays),         cmocka_unit_test(bad_arguments_are_refused),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
