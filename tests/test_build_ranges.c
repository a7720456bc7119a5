/* SPDX-License-Identifier: Apache-2.0
 *
 * Matrices of so many entries that they are built range of rows by range: against the model, and how much memory
 * they take meanwhile.
 */
#include "formats/matrix/matrix.h"
#include "tests/matrix_model.h"

enum { ROWS = 1900, COUNT = 1100000 };

static void rules_match_the_model(void **state)
{
    static const struct {
        tropic_duplicates rule;
        tropic_loops loops;
        tropic_direction direction;
    } cases[] = {
        {TROPIC_DUPLICATES_SUM, TROPIC_LOOPS_KEEP, TROPIC_DIRECTION_AUTO},
        {TROPIC_DUPLICATES_MIN, TROPIC_LOOPS_DROP, TROPIC_DIRECTION_UNDIRECTED},
        {TROPIC_DUPLICATES_MIN, TROPIC_LOOPS_KEEP, TROPIC_DIRECTION_UNDIRECTED},
        {TROPIC_DUPLICATES_FIRST, TROPIC_LOOPS_DROP, TROPIC_DIRECTION_AUTO},
        {TROPIC_DUPLICATES_LAST, TROPIC_LOOPS_KEEP, TROPIC_DIRECTION_AUTO},
    };
    OWNED(tropic_context) *context = test_context();
    uint64_t seed = 11;
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        const bool undirected = cases[c].direction == TROPIC_DIRECTION_UNDIRECTED;
        const tropic_build_options options = {.size = sizeof options,
                                              .duplicates = cases[c].rule,
                                              .loops = cases[c].loops,
                                              .direction = cases[c].direction};
        OWNED(test_entries) e = test_entries_random(&seed, ROWS, undirected ? ROWS : 2 * ROWS + 3, COUNT);
        const bool drops = cases[c].loops == TROPIC_LOOPS_DROP;
        OWNED(test_model) model = test_model_of(&e, TROPIC_INT32, cases[c].rule, drops, undirected);
        OWNED(tropic_matrix) *A = test_entries_build(context, &e, TROPIC_INT32, &options);
        test_model_check(context, &model, A);
    }
}

/* The one duplicate lies in the last range, and is named by its row in the matrix. */
static void a_refused_duplicate_is_named(void **state)
{
    const tropic_build_options options = {.size = sizeof options, .duplicates = TROPIC_DUPLICATES_REFUSE};
    OWNED(tropic_context) *context = test_context();
    OWNED_MEMORY tropic_index *rows = malloc((COUNT + 1) * sizeof *rows), *cols = malloc((COUNT + 1) * sizeof *cols);
    tropic_matrix *A = NULL;
    for (tropic_index k = 0; k < COUNT; k++) {
        const tropic_index place = (tropic_index)((int64_t)k * 7919 % COUNT);
        rows[k] = place / 1000;
        cols[k] = place % 1000;
    }
    rows[COUNT] = COUNT / 1000 - 1;
    cols[COUNT] = 5;
    assert_ok(context,
              tropic_matrix_from_coo(&A, context, COUNT / 1000, 1000, COUNT, rows, cols, TROPIC_BOOL, NULL, &options));
    assert_int_equal(tropic_matrix_count(A), COUNT);
    tropic_matrix_free(&A);
    assert_status(
        context, TROPIC_INVALID_ARGUMENT,
        tropic_matrix_from_coo(&A, context, COUNT / 1000, 1000, COUNT + 1, rows, cols, TROPIC_BOOL, NULL, &options));
    assert_non_null(strstr(tropic_context_error(context), "(1099, 5)"));
}

/* One sum does not fit, in the third range: the values of all become wider. */
static void sums_widen(void **state)
{
    static const tropic_index range[] = {0, ROWS / 4 - 1, ROWS / 2 + 1, ROWS - 1};
    OWNED(tropic_context) *context = test_context();
    uint64_t seed = 17;
    OWNED(test_entries) e = test_entries_random(&seed, ROWS, ROWS, COUNT);
    OWNED_MEMORY int32_t *narrow = malloc(COUNT * sizeof *narrow);
    OWNED_MEMORY int64_t *wide = malloc(COUNT * sizeof *wide);
    for (size_t k = 0; k < sizeof range / sizeof *range; k++) {
        tp_entries given = {.rows = ROWS,
                            .cols = ROWS,
                            .count = COUNT,
                            .row_ids = e.row,
                            .col_ids = e.col,
                            .type = TROPIC_INT32,
                            .values = narrow,
                            .borrowed = true,
                            .narrowed = true};
        tropic_matrix *A[2] = {NULL, NULL};
        for (tropic_index i = 0; i < COUNT; i++) wide[i] = narrow[i] = i % 5 - 2;
        for (int i = 0; i < 2; i++) {
            e.row[i] = range[k];
            e.col[i] = 7;
            wide[i] = narrow[i] = INT32_MAX;
        }
        assert_ok(context, tp_matrix_build(&A[0], context, &given, TROPIC_DUPLICATES_SUM, TROPIC_LOOPS_KEEP, false));
        assert_ok(context,
                  tropic_matrix_from_coo(&A[1], context, ROWS, ROWS, COUNT, e.row, e.col, TROPIC_INT64, wide, NULL));
        assert_int_equal(tropic_matrix_type(A[0]), TROPIC_INT64);
        test_matrices_same(context, A[0], context, A[1]);
        for (int m = 0; m < 2; m++) tropic_matrix_free(&A[m]);
    }
}

/* Bytes that are out, and their maximum. */
typedef struct meter {
    size_t now, peak;
} meter;

#define HEADER 64 /* keeps blocks aligned */

static void *metered(size_t bytes, void *user)
{
    meter *m = user;
    char *block = malloc(HEADER + bytes);
    size_t now;
    if (!block) return NULL;
    memcpy(block, &bytes, sizeof bytes);
    now = __atomic_add_fetch(&m->now, bytes, __ATOMIC_RELAXED);
    if (now > m->peak) m->peak = now;
    return block + HEADER;
}

static void unmetered(void *pointer, void *user)
{
    meter *m = user;
    size_t bytes;
    memcpy(&bytes, (char *)pointer - HEADER, sizeof bytes);
    __atomic_sub_fetch(&m->now, bytes, __ATOMIC_RELAXED);
    free((char *)pointer - HEADER);
}

/* Unsorted entries, the caller's arrays not counted: 2.5 times the matrix, at most. */
static void peaks(void **state)
{
    enum { N = 200000, ENTRIES = 2000000 };
    static const tropic_type types[] = {TROPIC_BOOL, TROPIC_INT32, TROPIC_FP64};
    const double max = 2.5;
    meter m = {0, 0};
    const tropic_context_options memory = {.size = sizeof memory,
                                           .device = TROPIC_DEVICE_CPU,
                                           .allocate = metered,
                                           .release = unmetered,
                                           .memory_user = &m};
    OWNED(tropic_context) *context = NULL;
    uint64_t seed = 5;
    OWNED(test_entries) e = test_entries_random(&seed, N, N, ENTRIES);
    OWNED_MEMORY double *values = calloc(ENTRIES, sizeof *values);
    assert_ok(NULL, tropic_context_create(&context, &memory));
    for (int way = 0; way < 6; way++) {
        const tropic_type type = types[way / 2];
        const tropic_build_options options = {.size = sizeof options,
                                              .duplicates = TROPIC_DUPLICATES_MIN,
                                              .direction =
                                                  way % 2 ? TROPIC_DIRECTION_UNDIRECTED : TROPIC_DIRECTION_AUTO};
        const size_t before = m.now;
        tropic_matrix *A = NULL;
        m.peak = m.now;
        assert_ok(context, tropic_matrix_from_coo(&A, context, N, N, ENTRIES, e.row, e.col, type,
                                                  type == TROPIC_BOOL ? NULL : (void *)values, &options));
        assert_true((double)(m.peak - before) <= max * (double)(m.now - before));
        tropic_matrix_free(&A);
        assert_int_equal(m.now, before);
    }
    /* Generated ones, with the drawn values. */
    for (int k = 0; k < TROPIC_GENERATORS; k++) {
        const double parameter[TROPIC_GENERATORS][2] = {{17, 16}, {17, 16}, {900, 0.7}, {900},
                                                        {200000}, {13},     {1500000},  {600, 4},
                                                        {900000}, {900000}, {1500},     {300000, 16}};
        const tropic_generator_options options = {
            .size = sizeof options, .kind = (tropic_generator)k, .parameter = {parameter[k][0], parameter[k][1]}};
        const size_t before = m.now;
        tropic_matrix *A = NULL;
        m.peak = m.now;
        assert_ok(context, tropic_matrix_generate(&A, context, &options));
        if (!((double)(m.peak - before) <= max * (double)(m.now - before)))
            fail_msg("%s: %zu bytes for %zu", tropic_generator_name(options.kind), m.peak - before, m.now - before);
        tropic_matrix_free(&A);
        assert_int_equal(m.now, before);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules_match_the_model),
        cmocka_unit_test(a_refused_duplicate_is_named),
        cmocka_unit_test(sums_widen),
        cmocka_unit_test(peaks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
