/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/failing.h"

enum { N = TEST_FAILING_N, COUNT = 15 };

/* A small connected graph with a loop, a duplicate and a vertex that one cannot leave. */
static const tropic_index ROWS[COUNT] = {3, 0, 0, 1, 2, 2, 5, 4, 4, 6, 3, 1, 5, 6, 0};
static const tropic_index COLS[COUNT] = {4, 1, 2, 3, 3, 2, 6, 5, 1, 7, 0, 5, 4, 0, 1};
static const int32_t WEIGHTS[COUNT] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3, 4, 5, 2};
static const tropic_offset OFFSETS[N + 1] = {0, 2, 4, 4, 6, 7, 7, 8, 9};
static const tropic_index LISTED[9] = {1, 4, 2, 0, 7, 6, 3, 2, 5};
static const tropic_index SORTED[9] = {1, 4, 0, 2, 6, 7, 3, 2, 5};

static tropic_status build(tropic_context *context, tropic_matrix **A, tropic_duplicates rule, tropic_loops loops,
                           tropic_direction direction)
{
    const tropic_build_options options = {
        .size = sizeof options, .duplicates = rule, .loops = loops, .direction = direction};
    return tropic_matrix_from_coo(A, context, N, N, COUNT, ROWS, COLS, TROPIC_INT32, WEIGHTS, &options);
}

static tropic_status build_directed(tropic_context *context, test_failing_objects *o)
{
    return build(context, &o->made, TROPIC_DUPLICATES_FIRST, TROPIC_LOOPS_KEEP, TROPIC_DIRECTION_DIRECTED);
}

static tropic_status build_undirected(tropic_context *context, test_failing_objects *o)
{
    return build(context, &o->made, TROPIC_DUPLICATES_MIN, TROPIC_LOOPS_DROP, TROPIC_DIRECTION_UNDIRECTED);
}

static tropic_status build_united(tropic_context *context, test_failing_objects *o)
{
    return build(context, &o->made, TROPIC_DUPLICATES_SUM, TROPIC_LOOPS_KEEP, TROPIC_DIRECTION_UNDIRECTED);
}

static tropic_status build_combined(tropic_context *context, test_failing_objects *o, tropic_direction direction)
{
    const tropic_build_options options = {.size = sizeof options,
                                          .duplicates_op = tropic_operator_builtin(TROPIC_MINUS, TROPIC_INT32),
                                          .direction = direction};
    return tropic_matrix_from_coo(&o->made, context, N, N, COUNT, ROWS, COLS, TROPIC_INT32, WEIGHTS, &options);
}

static tropic_status build_directed_combined(tropic_context *context, test_failing_objects *o)
{
    return build_combined(context, o, TROPIC_DIRECTION_DIRECTED);
}

static tropic_status build_undirected_combined(tropic_context *context, test_failing_objects *o)
{
    return build_combined(context, o, TROPIC_DIRECTION_UNDIRECTED);
}

static tropic_status build_csr(tropic_context *context, test_failing_objects *o)
{
    return tropic_matrix_from_csr(&o->made, context, N, N, OFFSETS, LISTED, TROPIC_BOOL, NULL, NULL);
}

static tropic_status build_csc(tropic_context *context, test_failing_objects *o)
{
    return tropic_matrix_from_csc(&o->made, context, N, N, OFFSETS, SORTED, TROPIC_INT32, WEIGHTS, NULL);
}

static tropic_status generate(tropic_context *context, test_failing_objects *o, tropic_generator kind, double first,
                              double second)
{
    const tropic_generator_options options = {
        .size = sizeof options, .kind = kind, .parameter = {first, second}, .weights = 9};
    return tropic_matrix_generate(&o->made, context, &options);
}

static tropic_status generate_drawn(tropic_context *context, test_failing_objects *o)
{
    return generate(context, o, TROPIC_GENERATE_KRON, 4, 2);
}

static tropic_status generate_listed(tropic_context *context, test_failing_objects *o)
{
    return generate(context, o, TROPIC_GENERATE_RGG, 30, 0);
}

static void make_generated(tropic_context *context, test_failing_objects *o)
{
    assert_ok(context, generate_listed(context, o));
    o->A = o->made;
    o->made = NULL;
}

static tropic_status view_csr(tropic_context *context, test_failing_objects *o)
{
    const tropic_build_options options = {.size = sizeof options, .view = true};
    return tropic_matrix_from_csr(&o->made, context, N, N, OFFSETS, SORTED, TROPIC_INT32, WEIGHTS, &options);
}

static void make_view(tropic_context *context, test_failing_objects *o)
{
    assert_ok(context, view_csr(context, o));
    o->A = o->made;
    o->made = NULL;
}

static tropic_status update_values(tropic_context *context, test_failing_objects *o)
{
    return tropic_matrix_update_values(o->A, context, WEIGHTS, TROPIC_HOST);
}

static tropic_status build_offsets32(tropic_context *context, test_failing_objects *o, bool view)
{
    static const int32_t offsets[N + 1] = {0, 2, 4, 4, 6, 7, 7, 8, 9};
    const tropic_build_options options = {.size = sizeof options, .view = view, .offsets32 = offsets};
    return tropic_matrix_from_csr(&o->made, context, N, N, NULL, SORTED, TROPIC_INT32, WEIGHTS, &options);
}

static tropic_status copy_offsets32(tropic_context *context, test_failing_objects *o)
{
    return build_offsets32(context, o, false);
}

static tropic_status view_offsets32(tropic_context *context, test_failing_objects *o)
{
    return build_offsets32(context, o, true);
}

static tropic_status view_coo(tropic_context *context, test_failing_objects *o)
{
    static const tropic_index heads[9] = {0, 0, 1, 1, 3, 3, 4, 6, 7};
    const tropic_build_options options = {.size = sizeof options, .view = true};
    return tropic_matrix_from_coo(&o->made, context, N, N, 9, SORTED, heads, TROPIC_INT32, WEIGHTS, &options);
}

void test_failing_make_matrix(tropic_context *context, test_failing_objects *o)
{
    assert_ok(context, build(context, &o->A, TROPIC_DUPLICATES_MIN, TROPIC_LOOPS_KEEP, TROPIC_DIRECTION_DIRECTED));
}

static tropic_status both_orientations(tropic_context *context, test_failing_objects *o)
{
    const tropic_status status = tropic_matrix_csr(o->A, context, NULL, NULL, NULL);
    return status == TROPIC_OK ? tropic_matrix_csc(o->A, context, NULL, NULL, NULL) : status;
}

static tropic_status describe(tropic_context *context, test_failing_objects *o)
{
    tropic_matrix_facts facts = {.size = sizeof facts};
    o->recovers = true; /* by a transpose on the host */
    return tropic_matrix_describe(o->A, context, &facts);
}

static tropic_status look_for_opposites(tropic_context *context, test_failing_objects *o)
{
    o->recovers = true; /* as above */
    return tropic_matrix_reciprocal(o->A, context, NULL, NULL, NULL);
}

/* Of A with itself: rows, the mask's places (dot products where A' is B), and all others. */
static tropic_status multiply(tropic_context *context, test_failing_objects *o)
{
    return tropic_mxm(&o->made, context, NULL, NULL, tropic_semiring_builtin(TROPIC_PLUS_TIMES, TROPIC_INT32), o->A,
                      o->A, NULL);
}

static tropic_status multiply_masked(tropic_context *context, test_failing_objects *o)
{
    const tropic_descriptor d = {.size = sizeof d, .structure = true};
    return tropic_mxm(&o->made, context, o->A, NULL, tropic_semiring_builtin(TROPIC_PLUS_TIMES, TROPIC_INT32), o->A,
                      o->A, &d);
}

static tropic_status multiply_dots(tropic_context *context, test_failing_objects *o)
{
    const tropic_descriptor d = {.size = sizeof d, .structure = true, .transpose_second = true};
    o->recovers = true; /* by rows */
    return tropic_mxm(&o->made, context, o->A, NULL, tropic_semiring_builtin(TROPIC_PLUS_TIMES, TROPIC_INT32), o->A,
                      o->A, &d);
}

/* Of DENSE^2 places the first `count`, of which not all have an entry; or all, of DENSE x WIDE. */
enum { DENSE = 64, WIDE = 600 };
static tropic_status make_places(tropic_context *context, tropic_matrix **A, tropic_index cols, int64_t count)
{
    OWNED_MEMORY tropic_index *ids = calloc(2 * (size_t)count, sizeof *ids);
    OWNED_MEMORY int32_t *values = calloc((size_t)count, sizeof *values);
    tropic_status status;
    for (int64_t k = 0; k < count; k++) {
        ids[k] = (tropic_index)(k / cols);
        ids[count + k] = (tropic_index)(k % cols);
        values[k] = (int32_t)(k % 3);
    }
    status = tropic_matrix_from_coo(A, context, DENSE, cols, count, ids, ids + count, TROPIC_INT32, values, NULL);
    return status;
}

static void make_dense(tropic_context *context, test_failing_objects *o)
{
    assert_ok(context, make_places(context, &o->A, DENSE, (int64_t)DENSE * DENSE / 2));
}

static void make_rows(tropic_context *context, test_failing_objects *o)
{
    assert_ok(context, make_places(context, &o->A, DENSE, (int64_t)DENSE * DENSE / 8));
}

static tropic_status keep_bitmap(tropic_context *context, test_failing_objects *o)
{
    const tropic_status status = tropic_matrix_set_form(o->A, context, TROPIC_MATRIX_BITMAP);
    return status == TROPIC_OK ? tropic_matrix_csc(o->A, context, NULL, NULL, NULL) : status;
}

static tropic_status multiply_dense(tropic_context *context, test_failing_objects *o)
{
    o->recovers = true; /* by rows */
    return multiply(context, o);
}

/* By a full matrix, which is made, too. */
static tropic_status multiply_full(tropic_context *context, test_failing_objects *o)
{
    OWNED(tropic_matrix) *B = NULL;
    tropic_status status = make_places(context, &B, WIDE, (int64_t)DENSE * WIDE);
    o->recovers = true; /* likewise */
    if (status == TROPIC_OK)
        status = tropic_mxm(&o->made, context, NULL, NULL, tropic_semiring_builtin(TROPIC_PLUS_TIMES, TROPIC_INT32),
                            o->A, B, NULL);
    return status;
}

static tropic_status multiply_over(tropic_context *context, test_failing_objects *o)
{
    const tropic_descriptor d = {.size = sizeof d, .complement = true};
    tropic_matrix *const before = o->A;
    const tropic_status status = tropic_mxm(&o->A, context, o->A, tropic_operator_builtin(TROPIC_PLUS, TROPIC_INT32),
                                            tropic_semiring_builtin(TROPIC_MIN_PLUS, TROPIC_INT32), o->A, o->A, &d);
    if (status != TROPIC_OK) assert_ptr_equal(o->A, before);
    return status;
}

/* With the terms kept, and used. Terms that do not fit are not kept. */
static tropic_status multiply_again(tropic_context *context, test_failing_objects *o)
{
    const tropic_descriptor d = {.size = sizeof d, .structure = true, .keep_symbolic = true};
    const tropic_semiring *semiring = tropic_semiring_builtin(TROPIC_PLUS_TIMES, TROPIC_INT32);
    tropic_matrix *C = NULL, *before;
    tropic_status status = tropic_mxm(&C, context, NULL, NULL, semiring, o->A, o->A, &d);
    o->recovers = true;
    if (status != TROPIC_OK) return status;
    before = C;
    status = tropic_mxm(&C, context, C, NULL, semiring, o->A, o->A, &d);
    if (status == TROPIC_OK) {
        o->made = C;
    } else {
        assert_ptr_equal(C, before);
        tropic_matrix_free(&C);
    }
    return status;
}

/* -- single entries ---------------------------------------------------------------------------- */

/* Row 2 of A has an entry at column 2 alone; with pending entries, everywhere but there. */
enum { ROW = 2, VALUE = 70 };

static tropic_status set_entry(tropic_context *context, test_failing_objects *o)
{
    const tropic_offset before = tropic_matrix_count(o->A);
    const int32_t value = VALUE;
    const tropic_status status = tropic_matrix_set(o->A, context, ROW, 0, &value);
    bool present;
    assert_ok(context, tropic_matrix_get(o->A, context, ROW, 0, NULL, &present));
    assert_int_equal(present, status == TROPIC_OK);
    assert_int_equal(tropic_matrix_count(o->A), before + present);
    return status;
}

/* So many that the table grows. */
static tropic_status set_all(tropic_context *context, test_failing_objects *o)
{
    tropic_status status = TROPIC_OK;
    for (tropic_index k = 0; k < N * N && status == TROPIC_OK; k++) {
        const int32_t value = k;
        status = tropic_matrix_set(o->A, context, k / N, k % N, &value);
    }
    if (status == TROPIC_OK) assert_int_equal(tropic_matrix_count(o->A), N * N);
    return status;
}

static tropic_status remove_entry(tropic_context *context, test_failing_objects *o)
{
    return tropic_matrix_remove(o->A, context, ROW, ROW);
}

static void make_pending(tropic_context *context, test_failing_objects *o)
{
    const int32_t value = VALUE;
    test_failing_make_matrix(context, o);
    for (tropic_index j = 0; j < N; j++) assert_ok(context, tropic_matrix_set(o->A, context, ROW, j, &value));
    assert_ok(context, tropic_matrix_remove(o->A, context, ROW, ROW));
}

/* Whether a merge succeeds or not, the entries are the same. */
static tropic_status finish(tropic_context *context, test_failing_objects *o, bool by_column)
{
    const tropic_offset before = tropic_matrix_count(o->A);
    const tropic_status status = (by_column ? tropic_matrix_csc : tropic_matrix_csr)(o->A, context, NULL, NULL, NULL);
    for (tropic_index j = 0; j < N; j++) {
        int32_t value = 0;
        bool present;
        assert_ok(context, tropic_matrix_get(o->A, context, ROW, j, &value, &present));
        assert_int_equal(present, j != ROW);
        if (present) assert_int_equal(value, VALUE);
    }
    assert_int_equal(tropic_matrix_count(o->A), before);
    return status;
}

static tropic_status finish_by_row(tropic_context *context, test_failing_objects *o)
{
    return finish(context, o, false);
}

static tropic_status finish_by_column(tropic_context *context, test_failing_objects *o)
{
    return finish(context, o, true);
}

static tropic_status finish_and_describe(tropic_context *context, test_failing_objects *o)
{
    tropic_index rows[N * N], cols[N * N];
    int32_t values[N * N];
    tropic_status status = tropic_matrix_get_entries(o->A, context, rows, cols, values);
    tropic_entries e;
    if (status == TROPIC_OK) status = tropic_matrix_entries(&e, o->A, context);
    return status == TROPIC_OK ? describe(context, o) : status;
}

const test_failing_case test_failing_matrices[] = {
    {"from_coo", NULL, build_directed, TROPIC_STRATEGY_AUTO},
    {"from_coo, undirected", NULL, build_undirected, TROPIC_STRATEGY_AUTO},
    {"from_coo, undirected, sums", NULL, build_united, TROPIC_STRATEGY_AUTO},
    {"from_coo, operator", NULL, build_directed_combined, TROPIC_STRATEGY_AUTO},
    {"from_coo, undirected, operator", NULL, build_undirected_combined, TROPIC_STRATEGY_AUTO},
    {"from_csr", NULL, build_csr, TROPIC_STRATEGY_AUTO},
    {"from_csc", NULL, build_csc, TROPIC_STRATEGY_AUTO},
    {"from_csr, view", NULL, view_csr, TROPIC_STRATEGY_AUTO},
    {"from_coo, view", NULL, view_coo, TROPIC_STRATEGY_AUTO},
    {"from_csr, offsets of 32 bits", NULL, copy_offsets32, TROPIC_STRATEGY_AUTO},
    {"from_csr, view, offsets of 32 bits", NULL, view_offsets32, TROPIC_STRATEGY_AUTO},
    {"generate, drawn", NULL, generate_drawn, TROPIC_STRATEGY_AUTO},
    {"generate, listed", NULL, generate_listed, TROPIC_STRATEGY_AUTO},
    {"generated, then csr and csc", make_generated, both_orientations, TROPIC_STRATEGY_AUTO},
    {"generated, then describe", make_generated, describe, TROPIC_STRATEGY_AUTO},
    {"csr and csc", test_failing_make_matrix, both_orientations, TROPIC_STRATEGY_AUTO},
    {"describe", test_failing_make_matrix, describe, TROPIC_STRATEGY_AUTO},
    {"reciprocal", test_failing_make_matrix, look_for_opposites, TROPIC_STRATEGY_AUTO},
    {"mxm", test_failing_make_matrix, multiply, TROPIC_STRATEGY_AUTO},
    {"mxm, mask", test_failing_make_matrix, multiply_masked, TROPIC_STRATEGY_AUTO},
    {"mxm, dots", test_failing_make_matrix, multiply_dots, TROPIC_STRATEGY_AUTO},
    {"mxm, again", test_failing_make_matrix, multiply_again, TROPIC_STRATEGY_AUTO},
    {"bitmap", make_dense, keep_bitmap, TROPIC_STRATEGY_AUTO},
    {"mxm, dense", make_dense, multiply_dense, TROPIC_STRATEGY_AUTO},
    {"mxm, full", make_rows, multiply_full, TROPIC_STRATEGY_AUTO},
    {"mxm, merged", test_failing_make_matrix, multiply_over, TROPIC_STRATEGY_AUTO},
    {"matrix update_values, of a view", make_view, update_values, TROPIC_STRATEGY_AUTO},
    {"matrix set", test_failing_make_matrix, set_entry, TROPIC_STRATEGY_AUTO},
    {"matrix set, all", test_failing_make_matrix, set_all, TROPIC_STRATEGY_AUTO},
    {"matrix remove", test_failing_make_matrix, remove_entry, TROPIC_STRATEGY_AUTO},
    {"pending, then csr", make_pending, finish_by_row, TROPIC_STRATEGY_AUTO},
    {"pending, then csc", make_pending, finish_by_column, TROPIC_STRATEGY_AUTO},
    {"pending, then entries and describe", make_pending, finish_and_describe, TROPIC_STRATEGY_AUTO},
    {"pending, then mxm", make_pending, multiply_dots, TROPIC_STRATEGY_AUTO},
    {NULL, NULL, NULL, TROPIC_STRATEGY_AUTO},
};
