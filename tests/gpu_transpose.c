/* SPDX-License-Identifier: Apache-2.0
 *
 * Transposes on a GPU are those of the CPU. Tiles and digits of ids (formats/matrix/build/sort.cu) begin and end at
 * every place: sizes around theirs, long rows and columns, long stretches of empty ones, and values of all widths.
 * Rows that follow one another are those of the CPU, too.
 */
#include "tests/host_and_device.h"

/* Entries of a tile, of one with values of 8 bytes, and of several. */
#define TILE 8192
#define WIDE_TILE 6144
#define TILES (4 * TILE)

/* A, with rows on the device alone. */
static tropic_matrix *moved(const tropic_matrix *A)
{
    tropic_matrix *made = NULL;
    assert_ok(on_device, tropic_matrix_extract(&made, on_device, NULL, NULL, A, NULL, NULL, NULL));
    return made;
}

static void try_matrix(const tropic_matrix *A)
{
    const tropic_index rows = tropic_matrix_rows(A), begin = rows / 3;
    const tropic_indices range = {.first = begin, .count = (rows - begin) / 2};
    OWNED(tropic_matrix) *there = moved(A), *due = NULL, *turned = NULL, *found = NULL;
    assert_ok(on_host, tropic_transpose(&due, on_host, NULL, NULL, A, NULL));
    /* The lists of `there` change their names; rows are made of them only then. */
    assert_ok(on_device, tropic_transpose(&turned, on_device, NULL, NULL, there, NULL));
    found = moved(turned);
    test_matrices_same(on_host, due, on_device, found);
    tropic_matrix_free(&due);
    tropic_matrix_free(&found);
    if (range.count > 0) {
        assert_ok(on_host, tropic_matrix_extract(&due, on_host, NULL, NULL, A, &range, NULL, NULL));
        assert_ok(on_device, tropic_matrix_extract(&found, on_device, NULL, NULL, there, &range, NULL, NULL));
        test_matrices_same(on_host, due, on_device, found);
    }
}

static void try_entries(tropic_index rows, tropic_index cols, int64_t count, test_placing *row, test_placing *col,
                        bool all_types)
{
    static const tropic_type types[] = {TROPIC_INT32, TROPIC_BOOL, TROPIC_INT8, TROPIC_UINT16, TROPIC_FP64};
    for (size_t t = 0; t < (all_types ? sizeof types / sizeof *types : 1); t++) {
        OWNED(tropic_matrix) *A = test_matrix_placed(rows, cols, count, row, col, types[t]);
        try_matrix(A);
    }
}

static int64_t slowly(int64_t k, int64_t n)
{
    return k / 7 % n;
}
static int64_t hub(int64_t k, int64_t n)
{
    return k % 3 == 0 ? n / 2 : test_scattered(k / 2, n);
}
static int64_t ends(int64_t k, int64_t n)
{
    return k % 5 == 0 ? n - 1 - k / 5 % (n < 1000 ? n : 1000) : k % (n < 1000 ? n : 1000);
}

static void tiles_begin_at_every_place(void **state)
{
    static const tropic_index sizes[] = {1,        2,         3,     WIDE_TILE, WIDE_TILE + 1, TILE - 1,     TILE,
                                         TILE + 1, TILES - 1, TILES, TILES + 1, 2 * TILES,     2 * TILES + 1};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        const tropic_index n = sizes[k];
        if (n > TILE + 1 && test_sized(0, 1)) continue;
        try_entries(1, n, n, test_at_first, test_at_each, false);
        try_entries(n, 1, n, test_at_each, test_at_first, false);
        try_entries(n, n, n, slowly, test_scattered, true);
        try_entries(n / 2 + 1, 3 * n, n, test_scattered, hub, false);
    }
    try_entries(3, 5, 0, test_at_first, test_at_first, false);
}

static void digits_of_all_lengths(void **state)
{
    static const tropic_index cols[] = {1,    2,    3,    511,  512,  513,  1023,  1025,   2047,
                                        2048, 4095, 4096, 4097, 8191, 8193, 65536, 100003, 1 << 18};
    const int64_t count = test_sized(300000, TILE + 5);
    for (size_t k = 0; k < sizeof cols / sizeof *cols; k++) {
        try_entries(5000, cols[k], count, test_scattered, hub, false);
        try_entries(70000, cols[k], count, hub, slowly, k % 4 == 0);
    }
}

static void lists_are_long_or_empty(void **state)
{
    const tropic_index n = test_sized(3000000, 3 * TILE);
    try_entries(n, n, n / 2, hub, test_scattered, false);
    try_entries(n, n, n / 2, ends, hub, true);
    try_entries(n, 1000, n / 2, ends, test_at_each, false);
    try_entries(1000, n, n / 2, test_at_each, ends, false);
}

/* Rows and columns together have more bits than travel as 32. */
static void keys_are_long(void **state)
{
    const tropic_index n = 1 << 22;
    try_entries(n, n, 300000, hub, test_scattered, test_sized(1, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tiles_begin_at_every_place),
        cmocka_unit_test(digits_of_all_lengths),
        cmocka_unit_test(lists_are_long_or_empty),
        cmocka_unit_test(keys_are_long),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, test_open_both, test_close_both);
}
