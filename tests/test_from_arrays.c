/* SPDX-License-Identifier: Apache-2.0
 *
 * The arrays that callers give: none where there are no entries, more than can be, and offsets of 32 bits.
 */
#include "tests/common.h"

/*  . 1 . . 2
 *  3 4 . . .
 *  . . . . .
 *  . . 5 . 6
 *  7 . . . .
 */
enum { N = 5, COUNT = 7 };
static const tropic_offset BY_ROW[N + 1] = {0, 2, 4, 4, 6, 7};
static const int32_t BY_ROW_32[N + 1] = {0, 2, 4, 4, 6, 7};
static const tropic_index COLS[COUNT] = {1, 4, 0, 1, 2, 4, 0};
static const int32_t VALUES[COUNT] = {1, 2, 3, 4, 5, 6, 7};
/* As if there were so many. No machine has memory for them. */
#define TOO_MANY ((tropic_offset)1 << 50)

/* The arrays of an empty std::vector. */
static tropic_status make_empty(tropic_matrix **A, tropic_context *context, int layout, tropic_index rows,
                                tropic_index cols, tropic_type type, bool view)
{
    static const tropic_offset offsets[N + 1] = {0};
    const tropic_build_options options = {.size = sizeof options, .view = view};
    if (layout == 0) return tropic_matrix_from_coo(A, context, rows, cols, 0, NULL, NULL, type, NULL, &options);
    return (layout == 1 ? tropic_matrix_from_csr : tropic_matrix_from_csc)(A, context, rows, cols, offsets, NULL, type,
                                                                           NULL, &options);
}

static void no_entries_need_no_arrays(void **state)
{
    const tropic_index shapes[][2] = {{0, 0}, {0, 3}, {3, 0}, {N, N}, {2, N}};
    OWNED(tropic_context) *context = test_context();
    for (int type = 0; type < TROPIC_TYPES; type++)
        for (int k = 0; k < 5 * 3 * 2; k++) {
            const tropic_index rows = shapes[k % 5][0], cols = shapes[k % 5][1];
            const tropic_offset *offsets = NULL;
            const void *values = NULL;
            OWNED(tropic_matrix) *A = NULL;
            assert_ok(context, make_empty(&A, context, k / 5 % 3, rows, cols, (tropic_type)type, k >= 15));
            assert_int_equal(tropic_matrix_count(A), 0);
            assert_int_equal(tropic_matrix_type(A), type);
            assert_int_equal(tropic_matrix_is_pattern(A), type == TROPIC_BOOL);
            assert_ok(context, tropic_matrix_csr(A, context, &offsets, NULL, &values));
            for (tropic_index i = 0; i <= rows; i++) assert_int_equal(offsets[i], 0);
            assert_int_equal(values == NULL, type == TROPIC_BOOL);
            assert_ok(context, tropic_matrix_csc(A, context, &offsets, NULL, &values));
            for (tropic_index j = 0; j <= cols; j++) assert_int_equal(offsets[j], 0);
        }
}

/* They serve as any other: nothing is reached, and a product has no entries. */
static void empty_matrices_are_multiplied(void **state)
{
    OWNED(tropic_context) *context = test_context();
    const tropic_semiring *plus_times = tropic_semiring_builtin(TROPIC_PLUS_TIMES, TROPIC_FP64);
    const double ones[N] = {1, 1, 1, 1, 1};
    OWNED(tropic_vector) *u = NULL, *w = NULL, *level = NULL;
    int32_t found[N];
    assert_ok(context, tropic_vector_create(&u, context, TROPIC_FP64, N));
    assert_ok(context, tropic_vector_create(&w, context, TROPIC_FP64, N));
    assert_ok(context, tropic_vector_create(&level, context, TROPIC_INT32, N));
    assert_ok(context, tropic_vector_put_dense(u, ones, NULL));
    for (int k = 0; k < 6; k++) {
        OWNED(tropic_matrix) *A = NULL;
        tropic_matrix_facts facts = {.size = sizeof facts};
        assert_ok(context, make_empty(&A, context, k % 3, N, N, TROPIC_FP64, k >= 3));
        assert_ok(context, tropic_mxv(w, NULL, NULL, plus_times, A, u, NULL));
        assert_int_equal(tropic_vector_count(w), 0);
        assert_ok(context, tropic_bfs(level, NULL, A, 2, NULL, NULL));
        assert_ok(context, tropic_vector_get_dense(level, found, NULL));
        for (int i = 0; i < N; i++) assert_int_equal(found[i], i == 2 ? 0 : -1);
        assert_ok(context, tropic_matrix_describe(A, context, &facts));
        assert_int_equal(facts.isolated, N);
    }
}

static void empty_lists_of_places(void **state)
{
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_vector) *v = NULL, *none = NULL;
    const int32_t nine = 9;
    int32_t found[COUNT];
    assert_ok(context, tropic_vector_create(&v, context, TROPIC_INT32, COUNT));
    assert_ok(context, tropic_vector_create(&none, context, TROPIC_INT32, 0));
    assert_ok(context, tropic_vector_put_dense(v, VALUES, NULL));
    assert_ok(context, tropic_assign(v, NULL, NULL, none, NULL, 0, NULL));
    assert_ok(context, tropic_assign_scalar(v, NULL, NULL, &nine, NULL, 0, NULL));
    assert_ok(context, tropic_extract(none, NULL, NULL, v, NULL, 0, NULL));
    assert_int_equal(tropic_vector_count(none), 0);
    assert_ok(context, tropic_vector_get_dense(v, found, NULL));
    assert_memory_equal(found, VALUES, sizeof found);
    /* Another number says that a list was forgotten. */
    assert_status(context, TROPIC_DIMENSION_MISMATCH, tropic_assign_scalar(v, NULL, NULL, &nine, NULL, 3, NULL));
    assert_ok(context, tropic_vector_put_entries(v, 0, NULL, NULL));
    assert_int_equal(tropic_vector_count(v), 0);
}

static void *give(size_t bytes, void *user)
{
    return malloc(bytes);
}

static void take(void *pointer, void *user)
{
    free(pointer);
}

/* Counts that no memory holds: not one id is read, of which there is one. */
static void too_many_entries_are_refused_first(void **state)
{
    const tropic_offset counts[] = {TOO_MANY, INT64_MAX / 4, INT64_MAX};
    const tropic_index zero = 0, max = TROPIC_INDEX_MAX;
    const tropic_context_options own = {
        .size = sizeof own, .device = TROPIC_DEVICE_CPU, .allocate = give, .release = take};
    OWNED(tropic_context) *context = test_context();
    tropic_context *with_own = NULL;
    tropic_build_options options = {.size = sizeof options};
    tropic_matrix *A = NULL;
    for (size_t k = 0; k < sizeof counts / sizeof *counts; k++)
        for (int direction = 0; direction <= TROPIC_DIRECTION_UNDIRECTED; direction++) {
            options.direction = (tropic_direction)direction;
            options.duplicates = TROPIC_DUPLICATES_MIN;
            assert_status(
                context, TROPIC_OUT_OF_MEMORY,
                tropic_matrix_from_coo(&A, context, N, N, counts[k], &zero, &zero, TROPIC_BOOL, NULL, &options));
            assert_status(
                context, TROPIC_OUT_OF_MEMORY,
                tropic_matrix_from_coo(&A, context, max, max, counts[k], &zero, &zero, TROPIC_INT32, &zero, &options));
        }
    /* The caller's own functions are believed, but bytes that cannot be counted are nowhere. */
    assert_ok(NULL, tropic_context_create(&with_own, &own));
    assert_status(with_own, TROPIC_OUT_OF_MEMORY,
                  tropic_matrix_from_coo(&A, with_own, N, N, INT64_MAX, &zero, &zero, TROPIC_INT32, &zero, NULL));
    tropic_context_free(&with_own);
    assert_null(A);
}

static void more_entries_than_places(void **state)
{
    const tropic_build_options view = {.size = sizeof view, .view = true};
    const tropic_offset offsets[] = {0, 3, 30}, long_list[] = {0, TOO_MANY};
    const tropic_index zero = 0, zeros[3] = {0};
    const int32_t nine = 9;
    OWNED(tropic_context) *context = test_context();
    tropic_matrix *A = NULL;
    OWNED(tropic_vector) *v = NULL;
    assert_status(context, TROPIC_INVALID_ARGUMENT,
                  tropic_matrix_from_coo(&A, context, N, N, TOO_MANY, &zero, &zero, TROPIC_BOOL, NULL, &view));
    assert_non_null(strstr(tropic_context_error(context), "25 places"));
    assert_status(context, TROPIC_INVALID_ARGUMENT,
                  tropic_matrix_from_csr(&A, context, 2, 4, offsets, &zero, TROPIC_BOOL, NULL, &view));
    assert_status(context, TROPIC_INVALID_ARGUMENT,
                  tropic_matrix_from_csc(&A, context, 4, 1, long_list, &zero, TROPIC_BOOL, NULL, &view));
    assert_status(context, TROPIC_INVALID_ARGUMENT,
                  tropic_matrix_from_coo(&A, context, 0, N, 1, &zero, &zero, TROPIC_BOOL, NULL, NULL));
    assert_status(context, TROPIC_OUT_OF_MEMORY,
                  tropic_matrix_from_csr(&A, context, 1, 4, long_list, &zero, TROPIC_BOOL, NULL, NULL));
    assert_null(A);
    /* Entries by row and column may lie at one place. */
    assert_ok(context, tropic_matrix_from_coo(&A, context, 1, 1, 3, zeros, zeros, TROPIC_BOOL, NULL, NULL));
    assert_int_equal(tropic_matrix_count(A), 1);
    tropic_matrix_free(&A);

    assert_ok(context, tropic_vector_create(&v, context, TROPIC_INT32, N));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_vector_put_entries(v, TROPIC_INDEX_MAX, &zero, &nine));
    assert_status(context, TROPIC_INVALID_ARGUMENT,
                  tropic_assign_scalar(v, NULL, NULL, &nine, &zero, TROPIC_INDEX_MAX, NULL));
    assert_int_equal(tropic_vector_count(v), 0);
}

static void check_five(tropic_context *context, const tropic_matrix *A, bool by_row)
{
    const tropic_offset *offsets = NULL;
    const tropic_index *ids = NULL;
    const void *values = NULL;
    assert_int_equal(tropic_matrix_count(A), COUNT);
    assert_ok(context, (by_row ? tropic_matrix_csr : tropic_matrix_csc)(A, context, &offsets, &ids, &values));
    assert_memory_equal(offsets, BY_ROW, sizeof BY_ROW);
    assert_memory_equal(ids, COLS, sizeof COLS);
    assert_memory_equal(values, VALUES, sizeof VALUES);
}

/* By rows, and the same arrays by columns: copied and viewed. The offsets need not outlive the call. */
static void offsets_of_32_bits(void **state)
{
    OWNED(tropic_context) *context = test_context();
    for (int k = 0; k < 4; k++) {
        const bool by_row = k % 2 == 0, view = k >= 2;
        int32_t *offsets = malloc(sizeof BY_ROW_32);
        const tropic_build_options options = {.size = sizeof options, .view = view, .offsets32 = offsets};
        tropic_run_report report = {.size = sizeof report};
        OWNED(tropic_vector) *level = NULL;
        const tropic_index *ids = NULL;
        OWNED(tropic_matrix) *A = NULL;
        assert_non_null(offsets);
        memcpy(offsets, BY_ROW_32, sizeof BY_ROW_32);
        assert_ok(context, (by_row ? tropic_matrix_from_csr : tropic_matrix_from_csc)(&A, context, N, N, NULL, COLS,
                                                                                      TROPIC_INT32, VALUES, &options));
        memset(offsets, 0x55, sizeof BY_ROW_32);
        free(offsets);
        check_five(context, A, by_row);
        assert_ok(context, (by_row ? tropic_matrix_csr : tropic_matrix_csc)(A, context, NULL, &ids, NULL));
        assert_int_equal(ids == COLS, view);
        assert_ok(context, tropic_vector_create(&level, context, TROPIC_INT32, N));
        assert_ok(context, tropic_bfs(level, NULL, A, 0, NULL, &report));
        assert_int_equal(report.reached, by_row ? 3 : 4);
    }
}

/* So many that several threads widen them. */
static void many_offsets_of_32_bits(void **state)
{
    enum { LISTS = 100000 };
    OWNED(tropic_context) *context = test_context();
    OWNED_MEMORY int32_t *narrow = malloc((LISTS + 1) * sizeof *narrow);
    OWNED_MEMORY tropic_index *ids = malloc(LISTS * sizeof *ids);
    const tropic_build_options options = {.size = sizeof options, .view = true, .offsets32 = narrow};
    const tropic_offset *offsets = NULL;
    OWNED(tropic_matrix) *A = NULL;
    assert_non_null(narrow);
    assert_non_null(ids);
    for (int32_t l = 0; l <= LISTS; l++) narrow[l] = l;
    for (tropic_index l = 0; l < LISTS; l++) ids[l] = (l + 1) % LISTS;
    assert_ok(context, tropic_matrix_from_csr(&A, context, LISTS, LISTS, NULL, ids, TROPIC_BOOL, NULL, &options));
    assert_ok(context, tropic_matrix_csr(A, context, &offsets, NULL, NULL));
    for (tropic_index l = 0; l <= LISTS; l++) assert_int_equal(offsets[l], l);
}

static void bad_offsets_of_32_bits(void **state)
{
    const int32_t late[] = {1, 2, 4, 4, 6, 7}, falls[] = {0, 5, 4, 4, 6, 7}, negative[] = {0, 2, 4, 4, 6, -7};
    const int32_t *const bad[] = {late, falls, negative};
    OWNED(tropic_context) *context = test_context();
    tropic_matrix *A = NULL;
    tropic_build_options options = {.size = sizeof options};
    for (int k = 0; k < 6; k++) {
        options.view = k >= 3;
        options.offsets32 = bad[k % 3];
        assert_status(context, TROPIC_INVALID_ARGUMENT,
                      tropic_matrix_from_csr(&A, context, N, N, NULL, COLS, TROPIC_INT32, VALUES, &options));
        assert_non_null(strstr(tropic_context_error(context), "offsets["));
        options.offsets32 = BY_ROW_32;
        assert_status(context, TROPIC_INDEX_OUT_OF_RANGE,
                      tropic_matrix_from_csr(&A, context, N, 4, NULL, COLS, TROPIC_INT32, VALUES, &options));
        assert_status(context, TROPIC_INVALID_ARGUMENT,
                      tropic_matrix_from_csr(&A, context, N, N, BY_ROW, COLS, TROPIC_INT32, VALUES, &options));
        assert_status(context, TROPIC_INVALID_ARGUMENT,
                      tropic_matrix_from_coo(&A, context, N, N, COUNT, COLS, COLS, TROPIC_INT32, VALUES, &options));
    }
    assert_null(A);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_entries_need_no_arrays), cmocka_unit_test(empty_matrices_are_multiplied),
        cmocka_unit_test(empty_lists_of_places),     cmocka_unit_test(too_many_entries_are_refused_first),
        cmocka_unit_test(more_entries_than_places),  cmocka_unit_test(offsets_of_32_bits),
        cmocka_unit_test(many_offsets_of_32_bits),   cmocka_unit_test(bad_offsets_of_32_bits),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
