/* SPDX-License-Identifier: Apache-2.0
 *
 * Duplicates of vectors, and vectors that change places: in every form and type, as blocks and views, and after a loop.
 */
#include "tests/vector_picture.h"

enum { N = PICTURE_PLACES, FILLED = PICTURE_FILLED };

/* Each of the two can be written and freed without the other. */
static void duplicates_are_vectors_of_their_own(void **state)
{
    const char zero[PICTURE_VALUE] = {0};
    OWNED(tropic_context) *context = test_context();
    tropic_type types[PICTURE_TYPES];
    picture_types(context, types);
    for (int t = 0; t < PICTURE_TYPES; t++)
        for (int form = TROPIC_FULL; form <= TROPIC_SPARSE; form++) {
            OWNED(tropic_vector) *v = picture_make(context, types[t], (tropic_vector_form)form);
            tropic_vector *copy = NULL;
            const picture before = picture_look(context, v);
            picture after;
            assert_ok(context, tropic_vector_duplicate(&copy, v));
            after = picture_look(context, copy);
            picture_same(&after, &before);
            assert_ok(context, tropic_vector_fill(v, zero));
            after = picture_look(context, copy);
            picture_same(&after, &before);
            tropic_vector_free(&v);
            assert_ok(context, tropic_vector_duplicate(&v, copy));
            assert_ok(context, tropic_vector_set(copy, 1, zero));
            assert_ok(context, tropic_vector_clear(copy));
            tropic_vector_free(&copy);
            after = picture_look(context, v);
            picture_same(&after, &before);
        }
}

static void duplicates_of_small_and_odd_vectors(void **state)
{
    const double values[N] = {1, 2, 3, 4, 5, 6};
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_vector) *v = NULL, *copy = NULL;
    picture before, after;
    /* Without entries, and without places. */
    for (tropic_index n = 0; n <= N; n += N)
        for (int form = TROPIC_FULL; form <= TROPIC_SPARSE; form++) {
            if (n > 0 && form == TROPIC_FULL) continue;
            assert_ok(context, tropic_vector_create(&v, context, TROPIC_FP64, n));
            assert_ok(context, tropic_vector_set_form(v, (tropic_vector_form)form));
            assert_ok(context, tropic_vector_duplicate(&copy, v));
            before = picture_look(context, v);
            after = picture_look(context, copy);
            picture_same(&after, &before);
            assert_ok(context, tropic_vector_put_dense(copy, values, NULL));
            tropic_vector_free(&v);
            tropic_vector_free(&copy);
        }
    /* A block stays one. */
    assert_ok(context, tropic_vector_create_block(&v, context, TROPIC_FP64, N / 2, 2));
    assert_ok(context, tropic_vector_put_dense(v, values, NULL));
    assert_ok(context, tropic_vector_duplicate(&copy, v));
    assert_int_equal(tropic_vector_columns(copy), 2);
    before = picture_look(context, v);
    after = picture_look(context, copy);
    picture_same(&after, &before);
}

/* The duplicate of a view is no view; swapped, a view takes the caller's memory along. */
static void views(void **state)
{
    double memory[N] = {1, 2, 3, 4, 5, 6};
    const double seven = 7;
    OWNED(tropic_context) *context = test_context();
    tropic_vector *view = NULL, *copy = NULL;
    if (test_device() == TROPIC_DEVICE_CUDA) {
        tropic_context_free(&context);
        test_skip("host memory is viewed on the CPU alone");
    }
    assert_ok(context, tropic_vector_view(&view, context, TROPIC_FP64, N, memory, TROPIC_HOST));
    assert_ok(context, tropic_vector_duplicate(&copy, view));
    assert_ok(context, tropic_vector_set(copy, 0, &seven));
    assert_true(memory[0] == 1);
    assert_ok(context, tropic_vector_clear(copy));
    assert_ok(context, tropic_vector_swap(view, copy));
    assert_int_equal(tropic_vector_count(view), 0);
    assert_ok(context, tropic_vector_set(copy, 3, &seven));
    assert_true(memory[3] == 7);
    assert_status(context, TROPIC_NOT_SUPPORTED, tropic_vector_clear(copy));
    tropic_vector_free(&view);
    tropic_vector_free(&copy);
    assert_true(memory[3] == 7);
}

/* Any two, of whatever type, form and size: twice is not at all. */
static void swapped_vectors_have_each_others_content(void **state)
{
    OWNED(tropic_context) *context = test_context();
    tropic_type types[PICTURE_TYPES];
    picture_types(context, types);
    for (int t = 0; t < PICTURE_TYPES; t++)
        for (int k = 0; k < 9; k++) {
            OWNED(tropic_vector) *w = NULL;
            tropic_vector *v = picture_make(context, types[t], (tropic_vector_form)(k % 3));
            picture first = picture_look(context, v), second, found;
            if (k == 8)
                assert_ok(context, tropic_vector_create_block(&w, context, TROPIC_FP32, 1, 2));
            else
                w = picture_make(context, types[(t + k) % PICTURE_TYPES], (tropic_vector_form)(k / 3));
            second = picture_look(context, w);
            assert_ok(context, tropic_vector_swap(v, w));
            found = picture_look(context, v);
            picture_same(&found, &second);
            found = picture_look(context, w);
            picture_same(&found, &first);
            assert_ok(context, tropic_vector_swap(v, v));
            assert_ok(context, tropic_vector_swap(w, v));
            found = picture_look(context, v);
            picture_same(&found, &first);
            tropic_vector_free(&v);
            found = picture_look(context, w);
            picture_same(&found, &second);
        }
}

typedef struct pair {
    tropic_vector *from, *to;
} pair;

/* to = from + to where both have an entry */
static tropic_status add(void *user)
{
    pair *p = user;
    return tropic_ewise_multiply(p->to, NULL, NULL, tropic_operator_builtin(TROPIC_PLUS, TROPIC_INT32), p->from, p->to,
                                 NULL);
}

/* A GPU counts the entries that a loop wrote when the loop is over. */
static void vectors_that_a_loop_wrote(void **state)
{
    const int32_t fives[FILLED] = {5, 5, 5}, twos[2] = {2, 2};
    const int32_t sums[N] = {0, 17, 0, 0, 17, 0};
    const bool has[N] = {false, true, false, false, true, false};
    const tropic_index ends[2] = {1, 4};
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_vector) *copy = NULL;
    pair p = {NULL, NULL};
    int32_t found[N];
    bool present[N];
    assert_ok(context, tropic_vector_create(&p.from, context, TROPIC_INT32, N));
    assert_ok(context, tropic_vector_create(&p.to, context, TROPIC_INT32, N));
    assert_ok(context, tropic_vector_put_entries(p.from, FILLED, PICTURE_IDS, fives));
    assert_ok(context, tropic_vector_put_entries(p.to, 2, ends, twos));
    assert_ok(context, tropic_loop(context, add, &p, NULL, 3, NULL));
    assert_ok(context, tropic_vector_duplicate(&copy, p.to));
    assert_ok(context, tropic_vector_swap(p.from, p.to));
    assert_int_equal(tropic_vector_count(copy), 2);
    assert_int_equal(tropic_vector_count(p.from), 2);
    assert_int_equal(tropic_vector_count(p.to), FILLED);
    for (int k = 0; k < 2; k++) {
        assert_ok(context, tropic_vector_get_dense(k ? p.from : copy, found, present));
        assert_memory_equal(found, sums, sizeof sums);
        assert_memory_equal(present, has, sizeof has);
    }
    /* Vectors that changed places can be looped over again. */
    assert_ok(context, tropic_loop(context, add, &p, NULL, 2, NULL));
    assert_int_equal(tropic_vector_count(p.to), 2);
    assert_ok(context, tropic_vector_get_dense(p.to, found, NULL));
    assert_int_equal(found[1], 5 + 2 * 17);
    tropic_vector_free(&p.from);
    tropic_vector_free(&p.to);
}

static void bad_arguments_are_refused(void **state)
{
    OWNED(tropic_context) *context = test_context(), *other = test_context();
    OWNED(tropic_vector) *v = picture_make(context, TROPIC_INT32, TROPIC_SPARSE);
    tropic_vector *copy = NULL;
    OWNED(tropic_vector) *foreign = picture_make(other, TROPIC_INT32, TROPIC_FULL);
    const picture before = picture_look(context, v);
    picture after;
    assert_int_equal(tropic_vector_duplicate(&copy, NULL), TROPIC_INVALID_ARGUMENT);
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_vector_duplicate(NULL, v));
    assert_int_equal(tropic_vector_swap(NULL, v), TROPIC_INVALID_ARGUMENT);
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_vector_swap(v, NULL));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_vector_swap(v, foreign));
    assert_null(copy);
    after = picture_look(context, v);
    picture_same(&after, &before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(duplicates_are_vectors_of_their_own),
        cmocka_unit_test(duplicates_of_small_and_odd_vectors),
        cmocka_unit_test(views),
        cmocka_unit_test(swapped_vectors_have_each_others_content),
        cmocka_unit_test(vectors_that_a_loop_wrote),
        cmocka_unit_test(bad_arguments_are_refused),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
