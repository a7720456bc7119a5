/* SPDX-License-Identifier: Apache-2.0
 *
 * Matrices from so many entries in device memory that their sort (formats/matrix/build/sort.cu) takes several tiles:
 * the same as the host makes of them. Keys travel as 32 bits and as 64, with values of all widths; places have up to
 * thousands of entries, whose order stays.
 */
#include "formats/matrix/matrix.h"
#include "tests/host_and_device.h"

#include <cuda_runtime_api.h>

static void *device_copy(const void *from, size_t bytes)
{
    void *to = NULL;
    if (!from) return NULL;
    assert_int_equal(cudaMalloc(&to, bytes), cudaSuccess);
    assert_int_equal(cudaMemcpy(to, from, bytes, cudaMemcpyHostToDevice), cudaSuccess);
    return to;
}

static void try_entries(tropic_index rows, tropic_index cols, int64_t count, tropic_type type,
                        const tropic_build_options *given, uint64_t *random)
{
    const size_t ids = (size_t)count * sizeof(tropic_index);
    OWNED_MEMORY tropic_index *row = test_room(count, sizeof *row), *col = test_room(count, sizeof *col);
    OWNED_MEMORY void *values = type == TROPIC_BOOL ? NULL : test_room(count, sizeof(double));
    tropic_build_options options = *given;
    tropic_matrix *due = NULL, *found = NULL;
    for (int64_t k = 0; k < count; k++) {
        const bool same = test_below(random, 20) == 0;
        row[k] = same ? rows / 2 : test_below(random, rows);
        col[k] = same ? cols / 3 : test_below(random, cols);
        if (values) test_value_store(type, values, k, (double)(k % 101));
    }
    assert_ok(on_host, tropic_matrix_from_coo(&due, on_host, rows, cols, count, row, col, type, values, &options));
    void *copies[] = {device_copy(row, ids), device_copy(col, ids),
                      device_copy(values, (size_t)count * tropic_type_size(type))};
    options.location = TROPIC_DEVICE;
    assert_ok(on_device, tropic_matrix_from_coo(&found, on_device, rows, cols, count, copies[0], copies[1], type,
                                                copies[2], &options));
    assert_false(found->host.sides[TP_BY_ROW].present || found->host.sides[TP_BY_COLUMN].present);
    test_matrices_same(on_host, due, on_device, found);
    tropic_matrix_free(&due);
    tropic_matrix_free(&found);
    for (int c = 0; c < 3; c++) assert_int_equal(cudaFree(copies[c]), cudaSuccess);
}

static void rules_and_types(void **state)
{
    static const tropic_type types[] = {TROPIC_INT32, TROPIC_FP64, TROPIC_UINT8, TROPIC_INT16, TROPIC_BOOL};
    static const tropic_duplicates rules[] = {TROPIC_DUPLICATES_FIRST, TROPIC_DUPLICATES_LAST, TROPIC_DUPLICATES_MAX};
    static const tropic_index shapes[][2] = {{300, 500}, {3000, 3000}, {100000, 70}, {1 << 20, 1 << 20}};
    uint64_t random = 5;
    for (int round = 0; round < 20; round++) {
        const tropic_index *shape = shapes[round % 4];
        const bool square = shape[0] == shape[1];
        const tropic_build_options options = {.size = sizeof options,
                                              .duplicates = rules[round % 3],
                                              .direction = square && round % 8 < 4 ? TROPIC_DIRECTION_UNDIRECTED
                                                                                   : TROPIC_DIRECTION_AUTO,
                                              .loops = round / 5 % 2 != 0 ? TROPIC_LOOPS_DROP : TROPIC_LOOPS_KEEP};
        try_entries(shape[0], shape[1], test_sized(200000, 70000) + round, types[round % 5], &options, &random);
    }
}

/* Rows and columns together have more bits than travel as 32. */
static void keys_are_long(void **state)
{
    const tropic_build_options options = {.size = sizeof options, .duplicates = TROPIC_DUPLICATES_LAST};
    const tropic_index n = 1 << 22;
    uint64_t random = 6;
    try_entries(n, n, 300000, TROPIC_INT32, &options, &random);
    try_entries(n, n, 300001, TROPIC_BOOL, &options, &random);
    try_entries(n, n, 300002, TROPIC_FP64, &options, &random);
}

/* All at one place, or in one row, or in one column. */
static void places_are_few(void **state)
{
    const tropic_build_options options = {.size = sizeof options, .duplicates = TROPIC_DUPLICATES_FIRST};
    const int64_t count = test_sized(100000, 20000);
    uint64_t random = 7;
    try_entries(1, 1, count, TROPIC_INT32, &options, &random);
    try_entries(1, 60000, count, TROPIC_INT32, &options, &random);
    try_entries(60000, 1, count, TROPIC_FP64, &options, &random);
    try_entries(2, 2, count, TROPIC_INT8, &options, &random);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(rules_and_types), cmocka_unit_test(keys_are_long),
                                       cmocka_unit_test(places_are_few)};
    test_need_device();
    return cmocka_run_group_tests(tests, test_open_both, test_close_both);
}
