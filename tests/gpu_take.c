/* SPDX-License-Identifier: Apache-2.0
 *
 * A GPU takes the same rows and columns by long lists as the CPU. Some lists go there as steps of a byte
 * (runtime/cuda/cuda_staging.h), or would but for one step somewhere. Others ascend, repeat, or do neither.
 */
#include "tests/host_and_device.h"

/* A list that is as long goes in several pieces; columns further than STEP apart do not fit. */
#define LENGTH ((1 << 20) + 12345)
#define STEP 255

static void try_list(const tropic_matrix *A, const tropic_index *ids, tropic_index count, bool cols)
{
    const tropic_indices list = {.ids = ids, .count = count};
    OWNED(tropic_matrix) *due = NULL, *found = NULL;
    assert_ok(on_host, tropic_matrix_extract(&due, on_host, NULL, NULL, A, &list, NULL, NULL));
    assert_ok(on_device, tropic_matrix_extract(&found, on_device, NULL, NULL, A, &list, NULL, NULL));
    test_matrices_same(on_host, due, on_device, found);
    tropic_matrix_free(&due);
    tropic_matrix_free(&found);
    if (!cols) return;
    assert_ok(on_host, tropic_matrix_extract(&due, on_host, NULL, NULL, A, &list, &list, NULL));
    assert_ok(on_device, tropic_matrix_extract(&found, on_device, NULL, NULL, A, &list, &list, NULL));
    test_matrices_same(on_host, due, on_device, found);
}

static int64_t twice(int64_t k, int64_t n)
{
    return k / 2 % n;
}

/* Two entries in each row, or one. */
static tropic_matrix *matrix_of(tropic_index n)
{
    return test_matrix_placed(n, n, 2 * (int64_t)n, twice, test_scattered, TROPIC_INT32);
}

static void lists_in_steps(void **state)
{
    const tropic_index n = 2 * LENGTH + 2 * STEP;
    OWNED_MEMORY tropic_index *ids = test_room(LENGTH, sizeof *ids);
    OWNED(tropic_matrix) *A = matrix_of(n);
    for (tropic_index k = 0; k < LENGTH; k++) ids[k] = 2 * k + (k % 3 == 0);
    try_list(A, ids, LENGTH, true);
    for (tropic_index k = LENGTH - 10; k < LENGTH; k++) ids[k] += STEP - 2;
    try_list(A, ids, LENGTH, true);
    for (tropic_index k = LENGTH - 5; k < LENGTH; k++) ids[k] += STEP;
    try_list(A, ids, LENGTH, true);
    for (tropic_index k = 0; k < LENGTH; k++) ids[k] = k / 2;
    try_list(A, ids, LENGTH, false);
    for (tropic_index k = 0; k < LENGTH; k++) ids[k] = STEP + 1 + k;
    try_list(A, ids, LENGTH, true);
    for (tropic_index k = 0; k < LENGTH; k++) ids[k] = LENGTH - k;
    try_list(A, ids, LENGTH, true);
    ids[LENGTH / 2] = 0;
    try_list(A, ids, LENGTH, false);
}

/* A device has rows under way when their ids are looked at: one that is wrong is found all the same, and named. */
static void wrong_ids(void **state)
{
    const tropic_index n = 2 * LENGTH, wrong[] = {n, -1, INT32_MAX, INT32_MIN}, counts[] = {LENGTH, 100};
    const tropic_index places[] = {0, 50, 99};
    OWNED_MEMORY tropic_index *ids = test_room(LENGTH, sizeof *ids);
    OWNED(tropic_matrix) *A = matrix_of(n);
    tropic_matrix *C = NULL;
    for (tropic_index k = 0; k < LENGTH; k++) ids[k] = k + k / 2;
    for (size_t w = 0; w < sizeof wrong / sizeof *wrong; w++)
        for (size_t c = 0; c < sizeof counts / sizeof *counts; c++)
            for (size_t p = 0; p < sizeof places / sizeof *places; p++) {
                const tropic_indices list = {.ids = ids, .count = counts[c]};
                const tropic_index place = counts[c] / 100 * places[p], was = ids[place];
                char named[64];
                snprintf(named, sizeof named, "rows[%d] is %d", place, wrong[w]);
                ids[place] = wrong[w];
                assert_status(on_device, TROPIC_INDEX_OUT_OF_RANGE,
                              tropic_matrix_extract(&C, on_device, NULL, NULL, A, &list, NULL, NULL));
                assert_non_null(strstr(tropic_context_error(on_device), named));
                assert_null(C);
                ids[place] = was;
            }
    try_list(A, ids, LENGTH, true);
}

/* Many rows are taken of a matrix whose entries are all in one other. (A mean length would make them more than any
 * memory holds.) */
static void rows_of_one(void **state)
{
    const tropic_index n = test_sized(12000000, 100000), at = 7;
    OWNED_MEMORY tropic_index *ids = test_room(n, sizeof *ids);
    const tropic_offset offsets[] = {0, n, n};
    const tropic_build_options options = {.size = sizeof options};
    const tropic_indices list = {.ids = ids, .count = n};
    OWNED(tropic_matrix) *A = NULL, *C = NULL;
    for (tropic_index k = 0; k < n; k++) ids[k] = k;
    assert_ok(on_device, tropic_matrix_from_csr(&A, on_device, 2, n, offsets, ids, TROPIC_BOOL, NULL, &options));
    for (tropic_index k = 0; k < n; k++) ids[k] = 1;
    assert_ok(on_device, tropic_matrix_extract(&C, on_device, NULL, NULL, A, &list, NULL, NULL));
    assert_int_equal(tropic_matrix_count(C), 0);
    tropic_matrix_free(&C);
    ids[at] = 0;
    assert_ok(on_device, tropic_matrix_extract(&C, on_device, NULL, NULL, A, &list, NULL, NULL));
    assert_int_equal(tropic_matrix_count(C), n);
    assert_int_equal(tropic_matrix_rows(C), n);
}

/* Triangles and the like are spans of rows: of every offset, and of shapes that are not square. */
static void spans_of_all_kinds(void **state)
{
    static const tropic_builtin_operator names[] = {TROPIC_TRIL,   TROPIC_TRIU,   TROPIC_DIAGONAL, TROPIC_ROW_LE,
                                                    TROPIC_ROW_GT, TROPIC_COL_LE, TROPIC_COL_GT,   TROPIC_OFF_DIAGONAL};
    static const int64_t bounds[] = {INT64_MIN, -3000, -1, 0, 1, 7, 2999, 3000, 70000, INT64_MAX};
    const tropic_index rows[] = {3000, 70000, 1, 5}, cols[] = {70000, 3000, 5, 1};
    for (int shape = 0; shape < 4; shape++) {
        const tropic_indices I = {.count = rows[shape]}, J = {.count = cols[shape]};
        OWNED(tropic_matrix) *all = matrix_of(70000), *A = NULL;
        assert_ok(on_host, tropic_matrix_extract(&A, on_host, NULL, NULL, all, &I, &J, NULL));
        for (size_t k = 0; k < sizeof names / sizeof *names; k++)
            for (size_t b = 0; b < sizeof bounds / sizeof *bounds; b++) {
                const tropic_operator *op = tropic_operator_builtin(names[k], TROPIC_INT64);
                OWNED(tropic_matrix) *due = NULL, *found = NULL;
                assert_ok(on_host, tropic_matrix_select(&due, on_host, NULL, NULL, op, A, &bounds[b], NULL));
                assert_ok(on_device, tropic_matrix_select(&found, on_device, NULL, NULL, op, A, &bounds[b], NULL));
                test_matrices_same(on_host, due, on_device, found);
            }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_in_steps),
        cmocka_unit_test(wrong_ids),
        cmocka_unit_test(rows_of_one),
        cmocka_unit_test(spans_of_all_kinds),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, test_open_both, test_close_both);
}
