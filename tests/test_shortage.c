/* SPDX-License-Identifier: Apache-2.0
 *
 * Host memory that runs short beside forms of matrices that can be made again.
 */
#include "tests/shortage.h"

static void host_memory(void **state)
{
    const test_shortage memory = {malloc, free, TROPIC_OUT_OF_MEMORY, false};
    test_shortage_run(&memory);
}

/* Rows are made of a bitmap to merge an update. The merge lacks a byte, which the bitmap gives up, not the rows. */
static void bitmap_of_updates(void **state)
{
    enum { N = 50, ENTRIES = 200 };
    static const test_shortage memory = {malloc, free, TROPIC_OUT_OF_MEMORY, false};
    const double value = 7;
    tropic_index rows[ENTRIES], cols[ENTRIES];
    double values[ENTRIES];
    test_ledger *const l = &test_limited;
    OWNED(tropic_context) *context = NULL;
    OWNED(tropic_matrix) *A = NULL;
    size_t need = 0;
    l->memory = &memory;
    l->limit = SIZE_MAX;
    context = test_limited_context();
    for (int k = 0; k < ENTRIES; k++) {
        rows[k] = k % N;
        cols[k] = k / N * 7 + k % 3;
        values[k] = k;
    }
    assert_ok(context, tropic_matrix_from_coo(&A, context, N, N, ENTRIES, rows, cols, TROPIC_FP64, values, NULL));
    for (int lacks = 0; lacks <= 1; lacks++) {
        tropic_matrix_forms before = {.size = sizeof before}, after = {.size = sizeof after};
        tropic_matrix_facts facts = {.size = sizeof facts};
        assert_ok(context, tropic_matrix_set_form(A, context, TROPIC_MATRIX_BITMAP));
        assert_ok(context, tropic_matrix_set(A, context, rows[0], cols[0], &value));
        assert_ok(context, tropic_matrix_report(A, context, &before));
        assert_true(before.bitmap);
        assert_false(before.by_rows);
        l->peak = l->live;
        l->limit = lacks ? l->live + need - 1 : SIZE_MAX;
        need = l->live;
        assert_ok(context, tropic_matrix_describe(A, context, &facts));
        need = l->peak - need;
        l->limit = SIZE_MAX;
        assert_true(facts.min_value == 1); /* (0 has become 7.) */
        assert_ok(context, tropic_matrix_report(A, context, &after));
        assert_int_equal(after.dropped - before.dropped, lacks);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(host_memory),
        cmocka_unit_test(bitmap_of_updates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
