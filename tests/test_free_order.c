/* SPDX-License-Identifier: Apache-2.0
 *
 * Handles freed in any order, as a garbage collector does: contexts before the objects made with them.
 */
#include "tests/ledger.h"

enum { N = 6, VIEWED = 4 };

/* -- one context and the objects made with it ----------------------------------------------------- */

enum { CONTEXT, LIST, BITMAP, FULL, PENDING, MATRIX, HANDLES };

/* The object of handle k; NULL: there was no memory for it. */
typedef struct handles {
    tropic_context *context;
    tropic_vector *v[HANDLES];
    tropic_matrix *A;
} handles;

static tropic_status make_vector(tropic_context *context, tropic_vector **v, int what)
{
    static const tropic_index ids[] = {1, 3};
    static const int64_t values[N] = {5, 6, 7, 8, 9, 10};
    const tropic_vector_form form = what == BITMAP ? TROPIC_BITMAP : TROPIC_SPARSE;
    tropic_status status = tropic_vector_create(v, context, TROPIC_INT64, N);
    if (status == TROPIC_OK)
        status =
            what == FULL ? tropic_vector_put_dense(*v, values, NULL) : tropic_vector_put_entries(*v, 2, ids, values);
    if (status == TROPIC_OK && what != FULL) status = tropic_vector_set_form(*v, form);
    if (status == TROPIC_OK && what == PENDING) status = tropic_vector_set(*v, 4, &values[2]);
    return status;
}

static tropic_status make_matrix(tropic_context *context, tropic_matrix **A)
{
    static const tropic_index rows[] = {0, 1, 4}, cols[] = {3, 2, 4};
    static const int64_t values[] = {1, 2, 3};
    return tropic_matrix_from_coo(A, context, N, N, 3, rows, cols, TROPIC_INT64, values, NULL);
}

static tropic_status make(handles *h)
{
    tropic_status status = make_matrix(h->context, &h->A);
    for (int k = LIST; k <= PENDING && status == TROPIC_OK; k++) status = make_vector(h->context, &h->v[k], k);
    return status;
}

static void free_handle(handles *h, int k)
{
    switch (k) {
    case CONTEXT: tropic_context_free(&h->context); break;
    case MATRIX: tropic_matrix_free(&h->A); break;
    default: tropic_vector_free(&h->v[k]);
    }
}

/* The order of that number, of `count`!. */
static void order_of(int number, int count, int *order)
{
    for (int k = 0; k < count; k++) order[k] = k;
    for (int k = count; k > 1; k--) {
        const int at = number % k, last = order[k - 1];
        number /= k;
        order[k - 1] = order[at];
        order[at] = last;
    }
}

static int orders(int count)
{
    return count < 2 ? 1 : count * orders(count - 1);
}

static void any_order(void **state)
{
    ledger l = {.fail_at = -1};
    for (int number = 0; number < orders(HANDLES); number++) {
        handles h = {NULL};
        int order[HANDLES];
        if (number % test_sized(1, 7) != 0) continue;
        h.context = ledger_context(test_device(), &l);
        assert_ok(h.context, make(&h));
        order_of(number, HANDLES, order);
        for (int k = 0; k < HANDLES; k++) free_handle(&h, order[k]);
        assert_int_equal(l.live, 0);
    }
}

/* Whatever there was memory for. */
static void any_order_without_memory(void **state)
{
    ledger l = {.fail_at = -1};
    tropic_status status = TROPIC_OUT_OF_MEMORY;
    for (long k = 0; status != TROPIC_OK; k++) {
        assert_in_range(k, 0, 100);
        for (int number = 0; number < orders(HANDLES); number += 11) {
            handles h = {.context = ledger_context(test_device(), &l)};
            int order[HANDLES];
            l.fail_at = l.calls + k;
            status = make(&h);
            assert_true(status == TROPIC_OK || status == TROPIC_OUT_OF_MEMORY);
            order_of(number, HANDLES, order);
            for (int i = 0; i < HANDLES; i++) free_handle(&h, order[i]);
            assert_int_equal(l.live, 0);
            l.fail_at = -1;
        }
    }
}

/* -- two contexts --------------------------------------------------------------------------------- */

/* Vectors of either, and two that were moved to the other; of the library's memory, or of two ledgers. */
static void two_contexts(void **state)
{
    enum { CONTEXTS = 2, VECTORS = 4, ALL = CONTEXTS + VECTORS };
    ledger l[CONTEXTS] = {{.fail_at = -1}, {.fail_at = -1}};
    for (int number = 0; number < 2 * orders(ALL); number++) {
        tropic_context *contexts[CONTEXTS];
        tropic_vector *v[VECTORS] = {NULL};
        int order[ALL];
        if (number % test_sized(1, 7) != 0) continue;
        for (int k = 0; k < CONTEXTS; k++)
            contexts[k] = number % 2 ? ledger_context(k ? test_device() : TROPIC_DEVICE_CPU, &l[k])
                                     : (k ? test_context() : test_context_of(2));
        for (int k = 0; k < VECTORS; k++) {
            tropic_context *first = contexts[k % 2], *second = contexts[1 - k % 2];
            assert_ok(first, make_vector(first, &v[k], LIST + (number + k) % 4));
            if (k >= 2) assert_ok(second, tropic_vector_move(v[k], second));
        }
        order_of(number / 2, ALL, order);
        for (int k = 0; k < ALL; k++)
            if (order[k] < CONTEXTS)
                tropic_context_free(&contexts[order[k]]);
            else
                tropic_vector_free(&v[order[k] - CONTEXTS]);
        for (int k = 0; k < CONTEXTS; k++) assert_int_equal(l[k].live, 0);
    }
}

/* -- the rest of a context ------------------------------------------------------------------------ */

#define assert_gone(call) assert_int_equal(call, TROPIC_INVALID_ARGUMENT)

/* Calls of vectors alone; w is of another context. */
static void vectors_are_refused(tropic_vector *v, tropic_vector *w)
{
    const tropic_operator *plus = tropic_operator_builtin(TROPIC_PLUS, TROPIC_INT64);
    const tropic_index one = 1;
    const int64_t seven = 7;
    int64_t found[N] = {0};
    tropic_vector *made = NULL;
    assert_gone(tropic_vector_set(v, 1, &seven));
    assert_gone(tropic_vector_get(v, 1, found, NULL));
    assert_gone(tropic_vector_remove(v, 1));
    assert_gone(tropic_vector_put_dense(v, found, NULL));
    assert_gone(tropic_vector_put_entries(v, 1, &one, &seven));
    assert_gone(tropic_vector_build(v, 1, &one, &seven, plus));
    assert_gone(tropic_vector_get_dense(v, found, NULL));
    assert_gone(tropic_vector_get_entries(v, NULL, found));
    assert_gone(tropic_vector_wait(v));
    assert_gone(tropic_vector_fill(v, &seven));
    assert_gone(tropic_vector_clear(v));
    assert_gone(tropic_vector_resize(v, 2));
    assert_gone(tropic_vector_set_form(v, TROPIC_SPARSE));
    assert_gone(tropic_vector_duplicate(&made, v));
    assert_gone(tropic_vector_swap(v, w));
    assert_gone(tropic_vector_swap(w, v));
    assert_gone(tropic_vector_move(v, tropic_vector_context(w)));
    assert_gone(tropic_vector_save(v, "/dev/null"));
    assert_gone(tropic_reduce(found, plus, v));
    assert_null(made);
}

/* As the result, the mask and an operand. */
static void operations_are_refused(tropic_vector *v, tropic_vector *w, tropic_matrix **A)
{
    const tropic_semiring *semiring = tropic_semiring_builtin(TROPIC_PLUS_TIMES, TROPIC_INT64);
    const tropic_operator *plus = tropic_operator_builtin(TROPIC_PLUS, TROPIC_INT64);
    const int64_t seven = 7;
    assert_gone(tropic_mxv(v, NULL, NULL, semiring, *A, v, NULL));
    assert_gone(tropic_mxv(w, v, NULL, semiring, *A, w, NULL));
    assert_gone(tropic_mxv(w, NULL, NULL, semiring, *A, v, NULL));
    assert_gone(tropic_vxm(v, NULL, NULL, semiring, v, *A, NULL));
    assert_gone(tropic_mxv_block(v, NULL, NULL, semiring, *A, v, NULL));
    assert_gone(tropic_assign(v, NULL, NULL, v, NULL, N, NULL));
    assert_gone(tropic_assign_scalar(v, NULL, NULL, &seven, NULL, N, NULL));
    assert_gone(tropic_extract(v, NULL, NULL, v, NULL, N, NULL));
    assert_gone(tropic_ewise_add(v, NULL, NULL, plus, v, v, NULL));
    assert_gone(tropic_ewise_multiply(w, NULL, NULL, plus, w, v, NULL));
    assert_gone(tropic_apply(v, NULL, NULL, plus, v, &seven, NULL));
    assert_gone(tropic_apply_first(v, NULL, NULL, plus, &seven, v, NULL));
    assert_gone(tropic_reduce_matrix(v, NULL, NULL, plus, *A, NULL));
    assert_gone(tropic_matrix_extract_row(v, NULL, NULL, *A, 1, NULL, NULL));
    assert_gone(tropic_matrix_extract_diagonal(v, NULL, NULL, *A, 0, NULL));
    assert_gone(tropic_matrix_diagonal(A, tropic_vector_context(w), NULL, NULL, v, 0, NULL));
    assert_gone(tropic_sssp(v, NULL, *A, 0, NULL, NULL));
}

/* A vector whose context was freed is refused, and stays as it was; the matrix serves another context. */
static void only_freeing_is_left(void **state)
{
    const tropic_semiring *semiring = tropic_semiring_builtin(TROPIC_PLUS_TIMES, TROPIC_INT64);
    for (int what = LIST; what <= PENDING; what++) {
        tropic_context *context = test_context(), *other = test_context();
        tropic_vector *v = NULL, *w = NULL;
        tropic_matrix *A = NULL;
        assert_ok(context, make_vector(context, &v, what));
        assert_ok(other, make_vector(other, &w, what));
        assert_ok(context, make_matrix(context, &A));
        tropic_context_free(&context);
        assert_null(context);
        assert_null(tropic_vector_context(v));
        vectors_are_refused(v, w);
        operations_are_refused(v, w, &A);
        assert_int_equal(tropic_vector_size(v), N);
        assert_int_equal(tropic_vector_type(v), TROPIC_INT64);
        assert_int_equal(tropic_vector_count(v), tropic_vector_count(w));
        assert_int_equal(tropic_vector_get_form(v), tropic_vector_get_form(w));
        tropic_vector_free(&v);
        assert_ok(other, tropic_mxv(w, NULL, NULL, semiring, A, w, NULL));
        tropic_vector_free(&w);
        tropic_context_free(&other);
        tropic_matrix_free(&A);
    }
}

/* Threads of a context that is freed end, though it has a vector left; views leave the caller's memory alone. */
static void views_and_threads(void **state)
{
    int64_t memory[VIEWED] = {1, 2, 3, 4};
    tropic_context *context = test_context_of(2);
    tropic_vector *view = NULL;
    assert_ok(context, tropic_vector_view(&view, context, TROPIC_INT64, VIEWED, memory, TROPIC_HOST));
    tropic_context_free(&context);
    tropic_vector_free(&view);
    for (int k = 0; k < VIEWED; k++) assert_int_equal(memory[k], k + 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_order),         cmocka_unit_test(any_order_without_memory),
        cmocka_unit_test(two_contexts),      cmocka_unit_test(only_freeing_is_left),
        cmocka_unit_test(views_and_threads),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
