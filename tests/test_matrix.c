/* SPDX-License-Identifier: Apache-2.0
 *
 * Matrices from arrays: stored entries, in both orientations, from every layout, and inputs that are
 * refused.
 */
#include "tests/matrix_model.h"

#include <pthread.h>

/* The same 5 x 5 matrix all over:
 *
 *     . 1 . . 2
 *     3 4 . . .
 *     . . . . .
 *     . . 5 . 6
 *     7 . . . .
 */
static const tropic_index ROWS[] = {0, 0, 1, 1, 3, 3, 4};
static const tropic_index COLS[] = {1, 4, 0, 1, 2, 4, 0};
static const int32_t VALUES[] = {1, 2, 3, 4, 5, 6, 7};
static const tropic_offset BY_ROW[] = {0, 2, 4, 4, 6, 7};
static const tropic_index CSC_ROWS[] = {1, 4, 0, 1, 3, 0, 3};
static const int32_t CSC_VALUES[] = {3, 7, 1, 4, 5, 2, 6};
static const tropic_offset BY_COLUMN[] = {0, 2, 4, 5, 5, 7};
#define COUNT 7

static void check_five(tropic_context *context, const tropic_matrix *A)
{
    const tropic_offset *offsets;
    const tropic_index *ids;
    const void *values;
    assert_int_equal(tropic_matrix_rows(A), 5);
    assert_int_equal(tropic_matrix_cols(A), 5);
    assert_int_equal(tropic_matrix_count(A), COUNT);
    assert_int_equal(tropic_matrix_type(A), TROPIC_INT32);
    assert_false(tropic_matrix_is_pattern(A));
    assert_ok(context, tropic_matrix_csr(A, context, &offsets, &ids, &values));
    assert_memory_equal(offsets, BY_ROW, sizeof BY_ROW);
    assert_memory_equal(ids, COLS, sizeof COLS);
    assert_memory_equal(values, VALUES, sizeof VALUES);
    assert_ok(context, tropic_matrix_csc(A, context, &offsets, &ids, &values));
    assert_memory_equal(offsets, BY_COLUMN, sizeof BY_COLUMN);
    assert_memory_equal(ids, CSC_ROWS, sizeof CSC_ROWS);
    assert_memory_equal(values, CSC_VALUES, sizeof CSC_VALUES);
}

static void every_layout_gives_one_matrix(void **state)
{
    OWNED(tropic_context) *context = test_context();
    tropic_index rows[COUNT], cols[COUNT];
    int32_t values[COUNT];
    OWNED(tropic_matrix) *A = NULL;
    /* The orders that steps of s through the entries give: sorted by row, and not sorted at all. */
    for (int s = 1; s < COUNT; s++) {
        for (int k = 0; k < COUNT; k++) {
            rows[k] = ROWS[k * s % COUNT];
            cols[k] = COLS[k * s % COUNT];
            values[k] = VALUES[k * s % COUNT];
        }
        assert_ok(context, tropic_matrix_from_coo(&A, context, 5, 5, COUNT, rows, cols, TROPIC_INT32, values, NULL));
        check_five(context, A);
        tropic_matrix_free(&A);
        assert_null(A);
    }
    assert_ok(context, tropic_matrix_from_csr(&A, context, 5, 5, BY_ROW, COLS, TROPIC_INT32, VALUES, NULL));
    check_five(context, A);
    tropic_matrix_free(&A);
    assert_ok(context, tropic_matrix_from_csc(&A, context, 5, 5, BY_COLUMN, CSC_ROWS, TROPIC_INT32, CSC_VALUES, NULL));
    check_five(context, A);
    tropic_matrix_free(NULL);
}

static void unsorted_lists_are_sorted(void **state)
{
    const tropic_index cols[] = {4, 1, 1, 0, 4, 2, 0};
    const int32_t values[] = {2, 1, 4, 3, 6, 5, 7};
    const tropic_index rows[] = {4, 1, 1, 0, 3, 3, 0};
    const int32_t csc_values[] = {7, 3, 4, 1, 5, 6, 2};
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_matrix) *A = NULL;
    assert_ok(context, tropic_matrix_from_csr(&A, context, 5, 5, BY_ROW, cols, TROPIC_INT32, values, NULL));
    check_five(context, A);
    tropic_matrix_free(&A);
    assert_ok(context, tropic_matrix_from_csc(&A, context, 5, 5, BY_COLUMN, rows, TROPIC_INT32, csc_values, NULL));
    check_five(context, A);
}

static void views_use_the_callers_arrays(void **state)
{
    const tropic_build_options options = {.size = sizeof options, .view = true};
    const tropic_index csc_cols[] = {0, 0, 1, 1, 2, 4, 4};
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_matrix) *A = NULL;
    const tropic_index *ids;
    const void *values;
    assert_ok(context, tropic_matrix_from_csr(&A, context, 5, 5, BY_ROW, COLS, TROPIC_INT32, VALUES, &options));
    assert_ok(context, tropic_matrix_csr(A, context, NULL, &ids, &values));
    assert_ptr_equal(ids, COLS);
    assert_ptr_equal(values, VALUES);
    check_five(context, A);
    tropic_matrix_free(&A);
    assert_ok(context,
              tropic_matrix_from_csc(&A, context, 5, 5, BY_COLUMN, CSC_ROWS, TROPIC_INT32, CSC_VALUES, &options));
    assert_ok(context, tropic_matrix_csc(A, context, NULL, &ids, &values));
    assert_ptr_equal(ids, CSC_ROWS);
    assert_ptr_equal(values, CSC_VALUES);
    check_five(context, A);
    tropic_matrix_free(&A);
    assert_ok(context,
              tropic_matrix_from_coo(&A, context, 5, 5, COUNT, CSC_ROWS, csc_cols, TROPIC_INT32, CSC_VALUES, &options));
    assert_ok(context, tropic_matrix_csc(A, context, NULL, &ids, &values));
    assert_ptr_equal(ids, CSC_ROWS);
    check_five(context, A);
}

static void bad_views_are_refused(void **state)
{
    tropic_build_options options = {.size = sizeof options, .view = true};
    const tropic_index twice[] = {1, 1, 0, 1, 2, 4, 0}, falling[] = {4, 1, 0, 1, 2, 4, 0};
    OWNED(tropic_context) *context = test_context();
    tropic_matrix *A = NULL;
    assert_status(context, TROPIC_INVALID_ARGUMENT,
                  tropic_matrix_from_csr(&A, context, 5, 5, BY_ROW, twice, TROPIC_INT32, VALUES, &options));
    assert_status(context, TROPIC_INVALID_ARGUMENT,
                  tropic_matrix_from_csr(&A, context, 5, 5, BY_ROW, falling, TROPIC_INT32, VALUES, &options));
    assert_non_null(strstr(tropic_context_error(context), "position 1"));
    /* Sorted by row, where column was asked for. */
    assert_status(context, TROPIC_INVALID_ARGUMENT,
                  tropic_matrix_from_coo(&A, context, 5, 5, COUNT, ROWS, COLS, TROPIC_INT32, VALUES, &options));
    assert_status(context, TROPIC_INDEX_OUT_OF_RANGE,
                  tropic_matrix_from_csr(&A, context, 5, 4, BY_ROW, COLS, TROPIC_INT32, VALUES, &options));
    options.loops = TROPIC_LOOPS_DROP;
    assert_status(context, TROPIC_INVALID_ARGUMENT,
                  tropic_matrix_from_csr(&A, context, 5, 5, BY_ROW, COLS, TROPIC_INT32, VALUES, &options));
    options.loops = TROPIC_LOOPS_KEEP;
    options.direction = TROPIC_DIRECTION_UNDIRECTED;
    assert_status(context, TROPIC_INVALID_ARGUMENT,
                  tropic_matrix_from_csr(&A, context, 5, 5, BY_ROW, COLS, TROPIC_INT32, VALUES, &options));
    assert_null(A);
}

static void bad_arguments_are_refused(void **state)
{
    const tropic_offset begins_late[] = {1, 2, 4, 4, 6, 7}, falls[] = {0, 5, 4, 4, 6, 7};
    const tropic_offset negative[] = {0, 2, 4, 4, 6, -7};
    tropic_build_options options = {.size = sizeof options};
    OWNED(tropic_context) *context = test_context();
    tropic_matrix *A = NULL;
#define REFUSE(status, layout, ...)                                                                                    \
    assert_status(context, status, tropic_matrix_from_##layout(&A, context, __VA_ARGS__))
    REFUSE(TROPIC_INVALID_ARGUMENT, coo, -1, 5, 7, ROWS, COLS, TROPIC_INT32, VALUES, NULL);
    REFUSE(TROPIC_INVALID_ARGUMENT, coo, 5, -1, 7, ROWS, COLS, TROPIC_INT32, VALUES, NULL);
    REFUSE(TROPIC_INVALID_ARGUMENT, coo, 5, 5, -1, ROWS, COLS, TROPIC_INT32, VALUES, NULL);
    REFUSE(TROPIC_INVALID_ARGUMENT, coo, 5, 5, 7, NULL, COLS, TROPIC_INT32, VALUES, NULL);
    REFUSE(TROPIC_INVALID_ARGUMENT, coo, 5, 5, 7, ROWS, NULL, TROPIC_INT32, VALUES, NULL);
    REFUSE(TROPIC_INVALID_ARGUMENT, coo, 5, 5, 7, ROWS, COLS, TROPIC_INT32, NULL, NULL);
    REFUSE(TROPIC_INVALID_ARGUMENT, coo, 5, 5, 7, ROWS, COLS, (tropic_type)77, VALUES, NULL);
    REFUSE(TROPIC_INDEX_OUT_OF_RANGE, coo, 4, 5, 7, ROWS, COLS, TROPIC_INT32, VALUES, NULL);
    assert_string_equal(tropic_context_error(context), "row_ids[6] is 4, but there are 4 rows");
    REFUSE(TROPIC_INDEX_OUT_OF_RANGE, coo, 5, 4, 7, ROWS, COLS, TROPIC_INT32, VALUES, NULL);
    assert_string_equal(tropic_context_error(context), "col_ids[1] is 4, but there are 4 columns");
    REFUSE(TROPIC_INVALID_ARGUMENT, csr, 5, 5, NULL, COLS, TROPIC_INT32, VALUES, NULL);
    REFUSE(TROPIC_INVALID_ARGUMENT, csr, 5, 5, BY_ROW, NULL, TROPIC_INT32, VALUES, NULL);
    REFUSE(TROPIC_INVALID_ARGUMENT, csr, 5, 5, begins_late, COLS, TROPIC_INT32, VALUES, NULL);
    REFUSE(TROPIC_INVALID_ARGUMENT, csr, 5, 5, falls, COLS, TROPIC_INT32, VALUES, NULL);
    REFUSE(TROPIC_INVALID_ARGUMENT, csc, 5, 5, negative, COLS, TROPIC_INT32, VALUES, NULL);
    REFUSE(TROPIC_INDEX_OUT_OF_RANGE, csc, 4, 5, BY_COLUMN, CSC_ROWS, TROPIC_BOOL, NULL, NULL);
    options.duplicates = (tropic_duplicates)50;
    REFUSE(TROPIC_INVALID_ARGUMENT, csr, 5, 5, BY_ROW, COLS, TROPIC_INT32, VALUES, &options);
    options = (tropic_build_options){.size = sizeof options, .loops = (tropic_loops)50};
    REFUSE(TROPIC_INVALID_ARGUMENT, csr, 5, 5, BY_ROW, COLS, TROPIC_INT32, VALUES, &options);
    options = (tropic_build_options){.size = sizeof options, .direction = (tropic_direction)50};
    REFUSE(TROPIC_INVALID_ARGUMENT, csr, 5, 5, BY_ROW, COLS, TROPIC_INT32, VALUES, &options);
    options = (tropic_build_options){.size = 0, .view = true};
    REFUSE(TROPIC_INVALID_ARGUMENT, csr, 5, 5, BY_ROW, COLS, TROPIC_INT32, VALUES, &options);
    options = (tropic_build_options){.size = sizeof options, .direction = TROPIC_DIRECTION_UNDIRECTED};
    REFUSE(TROPIC_DIMENSION_MISMATCH, coo, 5, 6, 7, ROWS, COLS, TROPIC_INT32, VALUES, &options);
    if (test_device() == TROPIC_DEVICE_CPU) {
        options = (tropic_build_options){.size = sizeof options, .location = TROPIC_DEVICE};
        REFUSE(TROPIC_NO_DEVICE, coo, 5, 5, 7, ROWS, COLS, TROPIC_INT32, VALUES, &options);
    }
    assert_status(context, TROPIC_INVALID_ARGUMENT,
                  tropic_matrix_from_coo(NULL, context, 5, 5, 7, ROWS, COLS, TROPIC_INT32, VALUES, NULL));
    assert_int_equal(tropic_matrix_from_coo(&A, NULL, 5, 5, 7, ROWS, COLS, TROPIC_INT32, VALUES, NULL),
                     TROPIC_INVALID_ARGUMENT);
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_matrix_csr(NULL, context, NULL, NULL, NULL));
    assert_null(A);
}

static void small_and_empty_shapes(void **state)
{
    const tropic_index shapes[][2] = {{0, 0}, {1, 1}, {0, 3}, {3, 0}, {1, 7}, {7, 1}, {4, 4}};
    const tropic_index zero = 0;
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_matrix) *A = NULL;
    const tropic_offset *offsets;
    const void *values;
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
        const tropic_index rows = shapes[s][0], cols = shapes[s][1];
        assert_ok(context, tropic_matrix_from_coo(&A, context, rows, cols, 0, NULL, NULL, TROPIC_FP64, VALUES, NULL));
        assert_int_equal(tropic_matrix_count(A), 0);
        assert_ok(context, tropic_matrix_csr(A, context, &offsets, NULL, NULL));
        for (tropic_index i = 0; i <= rows; i++) assert_int_equal(offsets[i], 0);
        assert_ok(context, tropic_matrix_csc(A, context, &offsets, NULL, NULL));
        for (tropic_index i = 0; i <= cols; i++) assert_int_equal(offsets[i], 0);
        tropic_matrix_free(&A);
    }
    assert_ok(context, tropic_matrix_from_coo(&A, context, 1, 1, 1, &zero, &zero, TROPIC_BOOL, NULL, NULL));
    assert_true(tropic_matrix_is_pattern(A));
    assert_ok(context, tropic_matrix_csc(A, context, &offsets, NULL, &values));
    assert_int_equal(offsets[1], 1);
    assert_null(values);
}

static void labels_of_arrays_are_their_indices(void **state)
{
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_matrix) *A = NULL;
    assert_ok(context, tropic_matrix_from_coo(&A, context, 5, 5, COUNT, ROWS, COLS, TROPIC_BOOL, NULL, NULL));
    for (tropic_index i = 0; i < 5; i++) {
        assert_int_equal(tropic_matrix_label(A, i), i);
        assert_int_equal(tropic_matrix_find(A, i), i);
    }
    assert_int_equal(tropic_matrix_find(A, 5), -1);
    assert_int_equal(tropic_matrix_find(A, -1), -1);
    assert_int_equal(tropic_matrix_find(A, INT64_MAX), -1);
    assert_int_equal(tropic_matrix_label(A, 5), -1);
    assert_int_equal(tropic_matrix_label(A, -1), -1);
    assert_int_equal(tropic_matrix_find(NULL, 0), -1);
}

/* Any order of the entries, in any type, gives the matrix that the model has; both orientations say
 * the same; the transpose of the transpose is the matrix. */
static void random_matrices_match_the_model(void **state)
{
    OWNED(tropic_context) *context = test_context();
    uint64_t seed = 1;
    for (int round = 0; round < 60; round++) {
        const tropic_index rows = 1 + test_below(&seed, 40), cols = 1 + test_below(&seed, 40);
        const tropic_type type = (tropic_type)(round % TROPIC_TYPES);
        OWNED(test_entries) e = test_entries_random(&seed, rows, cols, test_below(&seed, 300));
        OWNED(test_model) model = test_model_of(&e, type, TROPIC_DUPLICATES_SUM, false, false);
        OWNED(test_model) flipped;
        OWNED(tropic_matrix) *A = test_entries_build(context, &e, type, NULL), *T = NULL;
        const tropic_offset *offsets;
        const tropic_index *ids;
        const void *values;
        test_model_check(context, &model, A);
        /* By rows, read as by columns, is the transpose. */
        assert_ok(context, tropic_matrix_csr(A, context, &offsets, &ids, &values));
        assert_ok(context, tropic_matrix_from_csc(&T, context, cols, rows, offsets, ids, type, values, NULL));
        flipped = test_model_transpose(&model);
        test_model_check(context, &flipped, T);
        tropic_matrix_free(&A);
        assert_ok(context, tropic_matrix_csr(T, context, &offsets, &ids, &values));
        assert_ok(context, tropic_matrix_from_csc(&A, context, rows, cols, offsets, ids, type, values, NULL));
        test_model_check(context, &model, A);
    }
}

/* Large enough for many buckets and several threads. */
static void many_entries_are_sorted_in_parallel(void **state)
{
    enum { N = 3000, M = 400000 };
    tropic_context_options options = {.size = sizeof options, .device = test_device(), .threads = 3};
    OWNED(tropic_context) *context = NULL;
    uint64_t seed = 7;
    assert_int_equal(tropic_context_create(&context, &options), TROPIC_OK);
    for (int type = 0; type < TROPIC_TYPES; type++)
        for (int undirected = 0; undirected < 2; undirected++) {
            tropic_build_options build = {.size = sizeof build,
                                          .duplicates = TROPIC_DUPLICATES_MIN,
                                          .direction =
                                              undirected ? TROPIC_DIRECTION_UNDIRECTED : TROPIC_DIRECTION_DIRECTED};
            OWNED(test_entries) e = test_entries_random(&seed, N, N, M);
            OWNED(test_model) model = test_model_of(&e, (tropic_type)type, TROPIC_DUPLICATES_MIN, false, undirected);
            OWNED(tropic_matrix) *A = test_entries_build(context, &e, (tropic_type)type, &build);
            test_model_check(context, &model, A);
        }
}

typedef struct sharer {
    const tropic_matrix *A;
    const tropic_offset *by_row, *by_column;
    tropic_matrix_facts facts;
    int64_t sum[2];
    tropic_status status;
} sharer;

/* The sum of A times ones, by row and by column: each context has a device copy of the matrix. */
static tropic_status multiply(sharer *s, tropic_context *context)
{
    const tropic_index n = tropic_matrix_rows(s->A);
    const tropic_semiring *plus_first = tropic_semiring_builtin(TROPIC_PLUS_FIRST, TROPIC_INT32);
    const int32_t one = 1;
    OWNED(tropic_vector) *ones = NULL, *w = NULL;
    tropic_status status = tropic_vector_create(&ones, context, TROPIC_INT32, n);
    if (status == TROPIC_OK) status = tropic_vector_create(&w, context, TROPIC_INT32, n);
    if (status == TROPIC_OK) status = tropic_vector_fill(ones, &one);
    for (int transpose = 0; transpose < 2 && status == TROPIC_OK; transpose++) {
        const tropic_descriptor descriptor = {.size = sizeof descriptor, .transpose = transpose};
        OWNED_MEMORY int32_t *sums = calloc((size_t)n, sizeof *sums);
        status = tropic_mxv(w, NULL, NULL, plus_first, s->A, ones, &descriptor);
        if (status == TROPIC_OK) status = tropic_vector_get_dense(w, sums, NULL);
        for (tropic_index i = 0; i < n; i++) s->sum[transpose] += sums[i];
    }
    return status;
}

static void *share(void *argument)
{
    sharer *s = argument;
    tropic_context_options options = {.size = sizeof options, .device = test_device(), .threads = 1};
    OWNED(tropic_context) *context = NULL;
    s->facts.size = sizeof s->facts;
    s->status = tropic_context_create(&context, &options);
    if (s->status == TROPIC_OK) s->status = tropic_matrix_describe(s->A, context, &s->facts);
    if (s->status == TROPIC_OK) s->status = tropic_matrix_csc(s->A, context, &s->by_column, NULL, NULL);
    if (s->status == TROPIC_OK) s->status = tropic_matrix_csr(s->A, context, &s->by_row, NULL, NULL);
    if (s->status == TROPIC_OK) s->status = multiply(s, context);
    return NULL;
}

static void several_threads_share_a_matrix(void **state)
{
    enum { THREADS = 4 };
    pthread_t threads[THREADS];
    sharer sharers[THREADS];
    tropic_context *context = test_context();
    uint64_t seed = 3;
    OWNED(test_entries) e = test_entries_random(&seed, 500, 500, 4000);
    OWNED(tropic_matrix) *A = test_entries_build(context, &e, TROPIC_INT32, NULL);
    int64_t sum = 0;
    for (int64_t k = 0; k < e.count; k++) sum += e.weight[k];
    /* The matrix outlives the context that built it. */
    tropic_context_free(&context);
    for (int t = 0; t < THREADS; t++) {
        sharers[t] = (sharer){.A = A};
        assert_int_equal(pthread_create(&threads[t], NULL, share, &sharers[t]), 0);
    }
    for (int t = 0; t < THREADS; t++) assert_int_equal(pthread_join(threads[t], NULL), 0);
    for (int t = 0; t < THREADS; t++) {
        assert_int_equal(sharers[t].status, TROPIC_OK);
        assert_ptr_equal(sharers[t].by_row, sharers[0].by_row);
        assert_ptr_equal(sharers[t].by_column, sharers[0].by_column);
        assert_int_equal(sharers[t].facts.components, sharers[0].facts.components);
        assert_int_equal(sharers[t].sum[0], sum);
        assert_int_equal(sharers[t].sum[1], sum);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_layout_gives_one_matrix),       cmocka_unit_test(unsorted_lists_are_sorted),
        cmocka_unit_test(views_use_the_callers_arrays),        cmocka_unit_test(bad_views_are_refused),
        cmocka_unit_test(bad_arguments_are_refused),           cmocka_unit_test(small_and_empty_shapes),
        cmocka_unit_test(labels_of_arrays_are_their_indices),  cmocka_unit_test(random_matrices_match_the_model),
        cmocka_unit_test(many_entries_are_sorted_in_parallel), cmocka_unit_test(several_threads_share_a_matrix),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
