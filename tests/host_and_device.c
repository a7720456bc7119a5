/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/host_and_device.h"

tropic_context *on_host, *on_device;

int test_open_both(void **state)
{
    on_host = test_context_of(4);
    on_device = test_context();
    return 0;
}

int test_close_both(void **state)
{
    tropic_context_free(&on_host);
    tropic_context_free(&on_device);
    return 0;
}

int64_t test_at_first(int64_t k, int64_t n)
{
    return 0;
}

int64_t test_at_each(int64_t k, int64_t n)
{
    return k % n;
}

int64_t test_scattered(int64_t k, int64_t n)
{
    return (int64_t)(((uint64_t)k * 0x9e3779b97f4a7c15u >> 20) % (uint64_t)n);
}

tropic_matrix *test_matrix_placed(tropic_index rows, tropic_index cols, int64_t count, test_placing *row,
                                  test_placing *col, tropic_type type)
{
    const tropic_build_options options = {.size = sizeof options, .duplicates = TROPIC_DUPLICATES_MAX};
    const bool pattern = type == TROPIC_BOOL;
    OWNED_MEMORY tropic_index *row_ids = test_room(count, sizeof *row_ids),
                              *col_ids = test_room(count, sizeof *col_ids);
    OWNED_MEMORY void *values = test_room(count, sizeof(double));
    tropic_matrix *A = NULL;
    for (int64_t k = 0; k < count; k++) {
        row_ids[k] = (tropic_index)row(k, rows);
        col_ids[k] = (tropic_index)col(k, cols);
        if (!pattern) test_value_store(type, values, k, k * 7919 % 100);
    }
    assert_ok(on_host, tropic_matrix_from_coo(&A, on_host, rows, cols, count, row_ids, col_ids, type,
                                              pattern ? NULL : values, pattern ? NULL : &options));
    return A;
}
