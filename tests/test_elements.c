/* SPDX-License-Identifier: Apache-2.0
 *
 * Single entries of matrices and vectors: set, got, removed, and gone over.
 */
#include "tests/fixtures.h"
#include "tests/operation_algebra.h"
#include "tests/operation_matrices.h"

/*  . 1 . . 2
 *  3 4 . . .
 *  . . . . .
 *  . . 5 . 6
 *  7 . . . .
 */
enum { N = 5, COUNT = 7 };
static const tropic_offset OFFSETS[N + 1] = {0, 2, 4, 4, 6, 7};
static const tropic_index COLS[COUNT] = {1, 4, 0, 1, 2, 4, 0};
static const int32_t VALUES[COUNT] = {1, 2, 3, 4, 5, 6, 7};

static tropic_matrix *make(tropic_context *context, bool pattern, bool view)
{
    const tropic_build_options options = {.size = sizeof options, .view = view};
    tropic_matrix *A = NULL;
    assert_ok(context, tropic_matrix_from_csr(&A, context, N, N, OFFSETS, COLS, pattern ? TROPIC_BOOL : TROPIC_INT32,
                                              pattern ? NULL : VALUES, &options));
    return A;
}

/* An entry with this value, or none where it is negative. */
static void assert_entry(tropic_context *context, const tropic_matrix *A, tropic_index i, tropic_index j,
                         int32_t expected)
{
    int32_t value = -1;
    bool present;
    assert_ok(context, tropic_matrix_get(A, context, i, j, &value, &present));
    assert_int_equal(present, expected >= 0);
    assert_int_equal(value, expected >= 0 ? expected : -1);
}

static void by_hand(void **state)
{
    const tropic_offset offsets[N + 1] = {0, 2, 3, 4, 6, 8};
    const tropic_index cols[8] = {1, 4, 1, 2, 2, 4, 0, 4};
    const int32_t values[8] = {10, 2, 4, 11, 5, 6, 7, 12};
    const int32_t ten = 10, eleven = 11, twelve = 12, other = 99;
    OWNED(tropic_context) *context = test_context();
    for (int view = 0; view < 2; view++) {
        OWNED(tropic_matrix) *A = make(context, false, view);
        const tropic_offset *found_offsets;
        const tropic_index *found_cols;
        const void *found;
        assert_ok(context, tropic_matrix_set(A, context, 0, 1, &ten));   /* another value */
        assert_ok(context, tropic_matrix_set(A, context, 2, 2, &other)); /* a new entry, twice */
        assert_ok(context, tropic_matrix_set(A, context, 2, 2, &eleven));
        assert_int_equal(tropic_matrix_count(A), COUNT + 1);
        assert_ok(context, tropic_matrix_remove(A, context, 1, 0));
        assert_ok(context, tropic_matrix_remove(A, context, 1, 2)); /* which is not there */
        assert_ok(context, tropic_matrix_remove(A, context, 4, 0)); /* removed and set again */
        assert_ok(context, tropic_matrix_set(A, context, 4, 0, &VALUES[6]));
        assert_ok(context, tropic_matrix_set(A, context, 3, 3, &other)); /* set and removed again */
        assert_ok(context, tropic_matrix_remove(A, context, 3, 3));
        assert_ok(context, tropic_matrix_set(A, context, 4, 4, &twelve));
        assert_int_equal(tropic_matrix_count(A), 8);
        for (int merged = 0; merged < 2; merged++) {
            assert_entry(context, A, 0, 1, 10);
            assert_entry(context, A, 2, 2, 11);
            assert_entry(context, A, 1, 0, -1);
            assert_entry(context, A, 1, 2, -1);
            assert_entry(context, A, 4, 0, 7);
            assert_entry(context, A, 3, 3, -1);
            assert_entry(context, A, 3, 4, 6);
            assert_ok(context, tropic_matrix_csr(A, context, &found_offsets, &found_cols, &found));
            assert_memory_equal(found_offsets, offsets, sizeof offsets);
            assert_memory_equal(found_cols, cols, sizeof cols);
            assert_memory_equal(found, values, sizeof values);
        }
        assert_ptr_not_equal(found, VALUES);
        assert_int_equal(VALUES[0], 1);
    }
}

static void patterns_have_no_values(void **state)
{
    const bool yes = true;
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_matrix) *A = make(context, true, false);
    bool value = false, present;
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_matrix_set(A, context, 0, 0, &yes));
    assert_ok(context, tropic_matrix_set(A, context, 0, 0, NULL));
    assert_ok(context, tropic_matrix_remove(A, context, 0, 1));
    assert_int_equal(tropic_matrix_count(A), COUNT);
    assert_ok(context, tropic_matrix_get(A, context, 0, 0, &value, &present));
    assert_true(value && present);
    value = false;
    assert_ok(context, tropic_matrix_get(A, context, 0, 4, &value, NULL));
    assert_true(value);
    assert_ok(context, tropic_matrix_get(A, context, 0, 1, NULL, &present));
    assert_false(present);
    assert_ok(context, tropic_matrix_csc(A, context, NULL, NULL, NULL));
    assert_true(tropic_matrix_is_pattern(A));
    assert_ok(context, tropic_matrix_get(A, context, 0, 0, NULL, &present));
    assert_true(present);
}

/* One of two opposite entries changes: the other orientation is no longer the same. */
static void symmetry_ends(void **state)
{
    const tropic_index from[] = {0, 1, 2}, to[] = {1, 2, 2};
    const int32_t values[] = {4, 5, 6}, nine = 9;
    const tropic_build_options options = {.size = sizeof options, .direction = TROPIC_DIRECTION_UNDIRECTED};
    tropic_matrix_facts facts = {.size = sizeof facts};
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_matrix) *A = NULL;
    const tropic_offset *offsets;
    const void *found;
    assert_ok(context, tropic_matrix_from_coo(&A, context, 3, 3, 3, from, to, TROPIC_INT32, values, &options));
    assert_ok(context, tropic_matrix_describe(A, context, &facts));
    assert_true(facts.symmetric);
    assert_ok(context, tropic_matrix_set(A, context, 0, 1, &nine));
    assert_ok(context, tropic_matrix_csc(A, context, &offsets, NULL, &found));
    assert_int_equal(((const int32_t *)found)[0], 4);
    assert_int_equal(((const int32_t *)found)[offsets[1]], 9);
    assert_ok(context, tropic_matrix_describe(A, context, &facts));
    assert_false(facts.symmetric);
    assert_true(facts.symmetric_pattern);
    assert_true(facts.max_value == 9);
    assert_ok(context, tropic_matrix_remove(A, context, 0, 1));
    assert_ok(context, tropic_matrix_describe(A, context, &facts));
    assert_false(facts.symmetric_pattern);
    assert_int_equal(facts.count, 4);
    /* The arc that is left is removed, too. */
    assert_ok(context, tropic_matrix_remove(A, context, 1, 0));
    assert_ok(context, tropic_matrix_describe(A, context, &facts));
    assert_true(facts.symmetric);
    assert_int_equal(facts.components, 2);
}

/* -- against GraphBLAS ------------------------------------------------------------------------- */

static void against_graphblas(void **state)
{
    enum { ROUNDS = 150, STEPS = 20, MOST = 40 };
    OWNED(tropic_context) *context = test_context();
    uint64_t random = 21;
    assert_int_equal(grb_start(), GrB_SUCCESS);
    algebra_open(context);
    for (int round = 0; round < test_sized(ROUNDS, ROUNDS / 8); round++) {
        const int drawn = test_below(&random, TROPIC_TYPES + 2);
        const bool pattern = drawn > TROPIC_TYPES;
        const tropic_type type = drawn == TROPIC_TYPES ? algebra_way() : pattern ? TROPIC_BOOL : (tropic_type)drawn;
        OWNED(twin) t;
        twin_draw(&t, context, type, test_below(&random, 30), test_below(&random, 30), pattern, VALUES_ANY, &random);
        for (int step = 0; step < STEPS; step++) {
            twin_update(&t, context, test_below(&random, MOST), VALUES_ANY, &random);
            twin_look(&t, context, test_below(&random, MOST), &random);
            if (test_below(&random, 4) == 0) twin_compare(&t, context, "after some updates");
            if (test_below(&random, 4) == 0) assert_ok(context, tropic_matrix_csc(t.A, context, NULL, NULL, NULL));
        }
        twin_compare(&t, context, "after all updates");
    }
    algebra_close();
}

/* -- against a dense model --------------------------------------------------------------------- */

enum { SIDE = 300 };
typedef struct model {
    int32_t value[SIDE][SIDE];
    bool has[SIDE][SIDE];
    tropic_offset count;
} model;

static void change(tropic_context *context, model *m, tropic_matrix *A, tropic_index i, tropic_index j, int32_t value)
{
    m->count -= m->has[i][j];
    m->has[i][j] = value > 0;
    m->value[i][j] = value;
    m->count += m->has[i][j];
    if (value > 0)
        assert_ok(context, tropic_matrix_set(A, context, i, j, &value));
    else
        assert_ok(context, tropic_matrix_remove(A, context, i, j));
    assert_int_equal(tropic_matrix_count(A), m->count);
}

/* By the iterator, and as arrays. */
static void check(tropic_context *context, const model *m, const tropic_matrix *A)
{
    const size_t count = (size_t)m->count;
    OWNED_MEMORY tropic_index *rows = calloc(count + 1, sizeof *rows), *cols = calloc(count + 1, sizeof *cols);
    OWNED_MEMORY int32_t *values = calloc(count + 1, sizeof *values);
    tropic_offset k = 0;
    tropic_entries e;
    assert_ok(context, tropic_matrix_get_entries(A, context, rows, cols, values));
    assert_ok(context, tropic_matrix_entries(&e, A, context));
    for (tropic_index i = 0; i < SIDE; i++)
        for (tropic_index j = 0; j < SIDE; j++) {
            if (!m->has[i][j]) continue;
            assert_true(tropic_entries_next(&e));
            assert_true(e.row == i && e.col == j && *(const int32_t *)e.value == m->value[i][j]);
            assert_true(rows[k] == i && cols[k] == j && values[k] == m->value[i][j]);
            k++;
        }
    assert_false(tropic_entries_next(&e));
    assert_false(tropic_entries_next(&e));
    assert_int_equal(k, m->count);
}

static void many_updates(void **state)
{
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_matrix) *A = NULL;
    OWNED_MEMORY model *m = calloc(1, sizeof *m);
    uint64_t random = 31;
    assert_ok(context, tropic_matrix_create(&A, context, TROPIC_INT32, SIDE, SIDE));
    for (int round = 0; round < 6; round++) {
        for (int k = 0; k < test_sized(60000, 2000); k++)
            change(context, m, A, test_below(&random, SIDE), test_below(&random, SIDE),
                   test_below(&random, 3) == round % 3 ? 0 : 1 + test_below(&random, 1000));
        if (round == 3) assert_ok(context, tropic_matrix_csc(A, context, NULL, NULL, NULL));
        check(context, m, A);
    }
    /* A row, a column and, last, all. */
    for (tropic_index k = 0; k < SIDE; k++) change(context, m, A, 7, k, k + 1);
    for (tropic_index k = 0; k < SIDE; k++) change(context, m, A, k, 9, 0);
    check(context, m, A);
    for (tropic_index i = 0; i < SIDE; i++)
        for (tropic_index j = 0; j < SIDE; j++) change(context, m, A, i, j, 0);
    check(context, m, A);
}

/* On a GPU, a generated matrix is on the device alone. */
static void generated_matrices(void **state)
{
    const tropic_generator_options options = {
        .size = sizeof options, .kind = TROPIC_GENERATE_KRON, .parameter = {6, 8}, .weights = 9};
    const int32_t value = 77;
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_matrix) *A = NULL, *B = NULL;
    const tropic_index *cols;
    assert_ok(context, tropic_matrix_generate(&A, context, &options));
    assert_ok(context, tropic_matrix_generate(&B, context, &options));
    assert_ok(context, tropic_matrix_csr(B, context, NULL, &cols, NULL));
    for (int round = 0; round < 2; round++) {
        tropic_matrix *const both[] = {A, B};
        for (int k = 0; k < 2; k++) {
            assert_ok(context, tropic_matrix_set(both[k], context, 5, 6 + round, &value));
            assert_ok(context, tropic_matrix_remove(both[k], context, cols[0], 0));
        }
        assert_entry(context, A, 5, 6, value);
        test_matrices_same(context, A, context, B);
        assert_ok(context, tropic_matrix_csr(B, context, NULL, &cols, NULL));
    }
}

/* -- going over entries ------------------------------------------------------------------------ */

static void entries_from_a_row(void **state)
{
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_matrix) *A = make(context, false, false);
    tropic_offset count = 0;
    tropic_entries e;
    assert_ok(context, tropic_matrix_entries(&e, A, context));
    for (tropic_index row = 0; row <= N; row++) {
        tropic_offset k = OFFSETS[row];
        tropic_entries_seek(&e, row);
        for (; tropic_entries_next(&e); k++) {
            assert_int_equal(e.col, COLS[k]);
            assert_true(OFFSETS[e.row] <= k && k < OFFSETS[e.row + 1]);
            assert_int_equal(*(const int32_t *)e.value, VALUES[k]);
        }
        assert_int_equal(k, COUNT);
    }
    tropic_matrix_free(&A);
    A = make(context, true, false);
    assert_ok(context, tropic_matrix_entries(&e, A, context));
    for (; tropic_entries_next(&e); count++) assert_null(e.value);
    assert_int_equal(count, COUNT);
    tropic_matrix_free(&A);
    assert_ok(context, tropic_matrix_create(&A, context, TROPIC_INT32, 0, 3));
    assert_ok(context, tropic_matrix_entries(&e, A, context));
    assert_false(tropic_entries_next(&e));
}

static void entries_as_arrays(void **state)
{
    const tropic_index expected[COUNT] = {0, 0, 1, 1, 3, 3, 4};
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_matrix) *A = make(context, true, false);
    tropic_index rows[COUNT], cols[COUNT];
    int32_t values[COUNT];
    bool flags[COUNT] = {false};
    assert_ok(context, tropic_matrix_get_entries(A, context, NULL, NULL, flags));
    for (int k = 0; k < COUNT; k++) assert_true(flags[k]);
    tropic_matrix_free(&A);
    A = make(context, false, true);
    assert_ok(context, tropic_matrix_get_entries(A, context, rows, NULL, NULL));
    assert_ok(context, tropic_matrix_get_entries(A, context, NULL, cols, NULL));
    assert_ok(context, tropic_matrix_get_entries(A, context, NULL, NULL, values));
    assert_memory_equal(rows, expected, sizeof rows);
    assert_memory_equal(cols, COLS, sizeof cols);
    assert_memory_equal(values, VALUES, sizeof values);
}

/* -- bad input --------------------------------------------------------------------------------- */

typedef struct looping {
    tropic_context *context;
    tropic_matrix *A;
    int call;
} looping;

static tropic_status in_a_loop(void *user)
{
    const looping *l = user;
    const int32_t value = 1;
    switch (l->call) {
    case 0: return tropic_matrix_set(l->A, l->context, 0, 0, &value);
    case 1: return tropic_matrix_get(l->A, l->context, 0, 0, NULL, NULL);
    default: return tropic_matrix_remove(l->A, l->context, 0, 0);
    }
}

static void errors(void **state)
{
    const int32_t value = 1;
    OWNED(tropic_context) *context = test_context();
    looping l = {.context = context, .A = make(context, false, false)};
    tropic_matrix *const A = l.A;
    tropic_entries e;
    assert_int_equal(tropic_matrix_set(A, NULL, 0, 0, &value), TROPIC_INVALID_ARGUMENT);
    assert_int_equal(tropic_matrix_get(A, NULL, 0, 0, NULL, NULL), TROPIC_INVALID_ARGUMENT);
    assert_int_equal(tropic_matrix_remove(A, NULL, 0, 0), TROPIC_INVALID_ARGUMENT);
    assert_int_equal(tropic_matrix_get_entries(A, NULL, NULL, NULL, NULL), TROPIC_INVALID_ARGUMENT);
    assert_int_equal(tropic_matrix_entries(&e, A, NULL), TROPIC_INVALID_ARGUMENT);
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_matrix_set(NULL, context, 0, 0, &value));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_matrix_get(NULL, context, 0, 0, NULL, NULL));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_matrix_remove(NULL, context, 0, 0));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_matrix_get_entries(NULL, context, NULL, NULL, NULL));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_matrix_entries(&e, NULL, context));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_matrix_entries(NULL, A, context));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_matrix_set(A, context, 0, 0, NULL));
    assert_status(context, TROPIC_INDEX_OUT_OF_RANGE, tropic_matrix_set(A, context, N, 0, &value));
    assert_string_equal(tropic_context_error(context), "i is 5, but A has 5 rows");
    assert_status(context, TROPIC_INDEX_OUT_OF_RANGE, tropic_matrix_get(A, context, -1, 0, NULL, NULL));
    assert_status(context, TROPIC_INDEX_OUT_OF_RANGE, tropic_matrix_remove(A, context, 0, N));
    assert_string_equal(tropic_context_error(context), "j is 5, but A has 5 columns");
    for (; l.call < 3; l.call++)
        assert_status(context, TROPIC_NOT_SUPPORTED, tropic_loop(context, in_a_loop, &l, NULL, 1, NULL));
    assert_int_equal(tropic_matrix_count(A), COUNT);
    tropic_matrix_free(&l.A);
}

/* -- vectors ----------------------------------------------------------------------------------- */

static void vectors_lose_entries(void **state)
{
    enum { PLACES = 6 };
    const tropic_index ids[] = {0, 2, 3, 5};
    const int32_t values[] = {1, 2, 3, 4};
    int32_t full[PLACES] = {1, 2, 3, 4, 5, 6}, found[PLACES];
    bool has[PLACES];
    OWNED(tropic_context) *context = test_context();
    tropic_vector *v = NULL;
    for (int form = TROPIC_FULL; form <= TROPIC_SPARSE; form++)
        for (tropic_index i = 0; i < PLACES; i++) {
            bool before[PLACES];
            assert_ok(context, tropic_vector_create(&v, context, TROPIC_INT32, PLACES));
            if (form == TROPIC_FULL)
                assert_ok(context, tropic_vector_put_dense(v, full, NULL));
            else
                assert_ok(context, tropic_vector_put_entries(v, 4, ids, values));
            assert_ok(context, tropic_vector_set_form(v, (tropic_vector_form)form));
            assert_ok(context, tropic_vector_get_dense(v, found, before));
            assert_ok(context, tropic_vector_remove(v, i));
            assert_ok(context, tropic_vector_remove(v, i));
            before[i] = false;
            assert_ok(context, tropic_vector_get_dense(v, found, has));
            assert_memory_equal(has, before, sizeof has);
            assert_int_equal(tropic_vector_count(v), (form == TROPIC_FULL ? PLACES : 4) -
                                                         (form == TROPIC_FULL || i == 0 || i == 2 || i == 3 || i == 5));
            if (form == TROPIC_SPARSE)
                for (int k = 0; k < 4; k++) assert_ok(context, tropic_vector_remove(v, ids[k]));
            if (form == TROPIC_SPARSE) assert_int_equal(tropic_vector_count(v), 0);
            assert_ok(context, tropic_vector_set(v, i, &full[i]));
            assert_ok(context, tropic_vector_get_dense(v, found, has));
            assert_true(has[i] && found[i] == full[i]);
            assert_status(context, TROPIC_INDEX_OUT_OF_RANGE, tropic_vector_remove(v, PLACES));
            tropic_vector_free(&v);
        }
    assert_int_equal(tropic_vector_remove(NULL, 0), TROPIC_INVALID_ARGUMENT);
    if (test_device() == TROPIC_DEVICE_CPU) {
        assert_ok(context, tropic_vector_view(&v, context, TROPIC_INT32, PLACES, full, TROPIC_HOST));
        assert_status(context, TROPIC_NOT_SUPPORTED, tropic_vector_remove(v, 0));
        tropic_vector_free(&v);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand),
        cmocka_unit_test(patterns_have_no_values),
        cmocka_unit_test(symmetry_ends),
        cmocka_unit_test(against_graphblas),
        cmocka_unit_test(many_updates),
        cmocka_unit_test(generated_matrices),
        cmocka_unit_test(entries_from_a_row),
        cmocka_unit_test(entries_as_arrays),
        cmocka_unit_test(errors),
        cmocka_unit_test(vectors_lose_entries),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
