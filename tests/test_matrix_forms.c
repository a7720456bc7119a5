/* SPDX-License-Identifier: Apache-2.0
 *
 * Forms of matrices: reported, chosen and dropped.
 */
#include "tests/hypersparse.h"

static const int32_t TWO = 2, ZERO = 0;

/* Reported, and dropped; those of a matrix by rows are made again on demand. */
static void forms(void **state)
{
    static const tropic_index rows[] = {0, 2, 2}, cols[] = {1, 0, 2};
    static const int32_t values[] = {1, 2, 4};
    const size_t one = 4 * sizeof(tropic_offset) + 3 * (sizeof(tropic_index) + sizeof(int32_t));
    OWNED(tropic_context) *context = test_context();
    tropic_matrix_forms f = {.size = sizeof f};
    OWNED(tropic_matrix) *A = NULL;
    tuples t;
    double sum;
    assert_ok(context, tropic_matrix_from_coo(&A, context, 3, 3, 3, rows, cols, TROPIC_INT32, values, NULL));
    assert_ok(context, tropic_matrix_report(A, context, &f));
    assert_true(f.by_rows && !f.by_columns && !f.hypersparse && !f.full);
    assert_int_equal(f.bytes_by_rows, one);
    assert_ok(context, tropic_matrix_csc(A, context, NULL, NULL, NULL));
    assert_ok(context, tropic_matrix_reduce(&sum, context, tropic_operator_builtin(TROPIC_PLUS, TROPIC_FP64), A));
    assert_ok(context, tropic_matrix_set(A, context, 1, 1, &TWO));
    assert_ok(context, tropic_matrix_report(A, context, &f));
    assert_true(f.by_rows && f.by_columns);
    assert_int_equal(f.bytes_by_columns, one); /* of the arrays as they are */
    assert_int_equal(f.pending, 1);
    assert_true(f.bytes_pending > 0);
    assert_int_equal(f.casts, 1);
    assert_true(f.bytes_casts > 0);
    assert_ok(context, tropic_matrix_set_form(A, context, TROPIC_MATRIX_BY_COLUMNS));
    assert_ok(context, tropic_matrix_report(A, context, &f));
    assert_true(!f.by_rows && f.by_columns && !f.hypersparse && f.casts == 0 && f.pending == 0);
    assert_ok(context, tropic_matrix_set_form(A, context, TROPIC_MATRIX_HYPERSPARSE));
    assert_ok(context, tropic_matrix_csr(A, context, NULL, NULL, NULL));
    assert_ok(context, tropic_matrix_report(A, context, &f));
    assert_true(f.by_rows && !f.by_columns && f.hypersparse);
    assert_int_equal(f.named_rows, 3);
    assert_ok(context, tropic_matrix_set_form(A, context, TROPIC_MATRIX_AUTO));
    assert_ok(context, tropic_matrix_report(A, context, &f));
    assert_true(f.by_rows && !f.by_columns && !f.hypersparse);
    t = tuples_get(context, A);
    assert_int_equal(t.count, 4);
    assert_int_equal(t.values[1], TWO);
    tuples_free(&t);
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_matrix_set_form(A, context, (tropic_matrix_form)9));
    for (int form = TROPIC_FULL; form <= TROPIC_SPARSE; form++) /* of vectors */
        assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_matrix_set_form(A, context, (tropic_matrix_form)form));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_matrix_set_form(NULL, context, TROPIC_MATRIX_AUTO));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_matrix_report(A, context, NULL));
    f.size = 0;
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_matrix_report(A, context, &f));
}

/* Products of a matrix by columns push, and its rows are made only when they have been many. */
static void few_pushes_make_no_rows(void **state)
{
    enum { SIZE = 3000, PRODUCTS = 8 };
    tropic_index rows[SIZE], cols[SIZE];
    int32_t values[SIZE], sums[SIZE] = {0}, found[SIZE];
    const int32_t one = 1;
    bool has[SIZE];
    tropic_matrix_forms f = {.size = sizeof f};
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_matrix) *A = NULL;
    OWNED(tropic_vector) *u = NULL, *w = NULL;
    for (tropic_index k = 0; k < SIZE; k++) {
        rows[k] = k / 3 * 2;
        cols[k] = k;
        values[k] = k % 11;
        sums[rows[k]] += values[k];
    }
    assert_ok(context, tropic_matrix_from_coo(&A, context, SIZE, SIZE, SIZE, rows, cols, TROPIC_INT32, values, NULL));
    assert_ok(context, tropic_matrix_set_form(A, context, TROPIC_MATRIX_BY_COLUMNS));
    assert_ok(context, tropic_vector_create(&u, context, TROPIC_INT32, SIZE));
    assert_ok(context, tropic_vector_create(&w, context, TROPIC_INT32, SIZE));
    assert_ok(context, tropic_vector_fill(u, &one));
    for (int product = 1; product <= PRODUCTS; product++) {
        const bool few = product == 1, many = product == PRODUCTS;
        assert_ok(context,
                  tropic_mxv(w, NULL, NULL, tropic_semiring_builtin(TROPIC_PLUS_FIRST, TROPIC_INT32), A, u, NULL));
        assert_ok(context, tropic_vector_get_dense(w, found, has));
        for (tropic_index i = 0; i < SIZE; i++) {
            assert_true(has[i] == (i % 2 == 0 && i / 2 < SIZE / 3));
            if (has[i]) assert_int_equal(found[i], sums[i]);
        }
        assert_ok(context, tropic_matrix_report(A, context, &f));
        if (few) assert_int_equal(f.bytes_by_rows + f.device_bytes_by_rows, 0);
        if (many) assert_true(f.bytes_by_rows + f.device_bytes_by_rows > 0);
    }
}

/* Rows and columns whose entries came and went have no names any more. */
static void names_are_forgotten(void **state)
{
    enum { SIDE = INT32_MAX, UPDATES = 2000, NAMED_MAX = 600 };
    OWNED(tropic_context) *context = test_context();
    tropic_matrix_forms f = {.size = sizeof f};
    OWNED(tropic_matrix) *A = NULL;
    int32_t sum = 0;
    assert_ok(context, tropic_matrix_create(&A, context, TROPIC_INT32, SIDE, SIDE));
    for (int removes = 0; removes < 2; removes++) {
        for (tropic_index k = 0; k < UPDATES; k++)
            if (removes)
                assert_ok(context, tropic_matrix_remove(A, context, 7 * k, k));
            else
                assert_ok(context, tropic_matrix_set(A, context, 7 * k, k, &TWO));
        assert_ok(context, tropic_matrix_reduce(&sum, context, tropic_operator_builtin(TROPIC_PLUS, TROPIC_INT32), A));
        assert_int_equal(sum, removes ? 0 : 2 * UPDATES);
        assert_ok(context, tropic_matrix_report(A, context, &f));
        assert_true(f.hypersparse);
        if (removes) assert_true(f.named_rows + f.named_cols < NAMED_MAX);
    }
}

/* By the number of entries: many make a matrix ordinary, few of them do not make it hypersparse again. */
static void forms_by_count(void **state)
{
    enum { SIDE = 1 << 17, FEW = SIDE / 20, MANY = SIDE / 6 };
    OWNED(tropic_context) *context = test_context();
    tropic_matrix_forms f = {.size = sizeof f};
    OWNED_MEMORY tropic_index *ids = calloc(MANY, sizeof *ids);
    OWNED_MEMORY int32_t *ones = calloc(MANY, sizeof *ones);
    OWNED(tropic_matrix) *A = NULL, *B = NULL;
    for (int k = 0; k < MANY; k++) ids[k] = k;
    assert_ok(context, tropic_matrix_from_coo(&A, context, SIDE, SIDE, FEW, ids, ids, TROPIC_INT32, ones, NULL));
    assert_ok(context, tropic_matrix_from_coo(&B, context, SIDE, SIDE, MANY, ids, ids, TROPIC_INT32, ones, NULL));
    assert_ok(context, tropic_matrix_report(A, context, &f));
    assert_true(f.hypersparse && !f.by_rows && !f.by_columns);
    assert_ok(context, tropic_matrix_report(B, context, &f));
    assert_false(f.hypersparse);
    assert_ok(context, tropic_matrix_ewise_add(&A, context, NULL, NULL, int32(TROPIC_PLUS), A, A, NULL));
    assert_ok(context, tropic_matrix_report(A, context, &f));
    assert_true(f.hypersparse);
    for (int k = 0; k < MANY; k++) assert_ok(context, tropic_matrix_set(A, context, k, 0, &TWO));
    assert_ok(context, tropic_matrix_select(&B, context, NULL, NULL, int32(TROPIC_NE), A, &ZERO, NULL));
    assert_ok(context, tropic_matrix_report(A, context, &f));
    assert_false(f.hypersparse);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forms),
        cmocka_unit_test(few_pushes_make_no_rows),
        cmocka_unit_test(names_are_forgotten),
        cmocka_unit_test(forms_by_count),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
