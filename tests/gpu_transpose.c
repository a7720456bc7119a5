/* SPDX-License-Identifier: Apache-2.0
 *
 * Transposes on a GPU are those of the CPU, where tiles and digits of ids (formats/matrix/transpose_digits.cu)
 * begin and end at every place: sizes around theirs, long rows and columns, long stretches of empty ones, and values of
 * all widths. Rows that follow one another are those of the CPU, too.
 */
#include "tests/fixtures.h"

/* Entries of a tile, and of several. */
#define TILE 4096
#define TILES (4 * TILE)

static tropic_context *host, *device;

/* A, with rows on the device alone. */
static tropic_matrix *moved(const tropic_matrix *A)
{
    tropic_matrix *made = NULL;
    assert_ok(device, tropic_matrix_extract(&made, device, NULL, NULL, A, NULL, NULL, NULL));
    return made;
}

static void try_matrix(const tropic_matrix *A)
{
    const tropic_index rows = tropic_matrix_rows(A), begin = rows / 3;
    const tropic_indices range = {.first = begin, .count = (rows - begin) / 2};
    tropic_matrix *there = moved(A), *due = NULL, *turned = NULL, *found = NULL;
    assert_ok(host, tropic_transpose(&due, host, NULL, NULL, A, NULL));
    /* The lists of `there` change their names; rows are made of them only then. */
    assert_ok(device, tropic_transpose(&turned, device, NULL, NULL, there, NULL));
    found = moved(turned);
    test_matrices_same(host, due, device, found);
    tropic_matrix_free(&due);
    tropic_matrix_free(&found);
    if (range.count > 0) {
        assert_ok(host, tropic_matrix_extract(&due, host, NULL, NULL, A, &range, NULL, NULL));
        assert_ok(device, tropic_matrix_extract(&found, device, NULL, NULL, there, &range, NULL, NULL));
        test_matrices_same(host, due, device, found);
    }
    tropic_matrix_free(&there);
    tropic_matrix_free(&turned);
    tropic_matrix_free(&due);
    tropic_matrix_free(&found);
}

/* Entry k in row row(k) and column col(k), of each of these types; of several at one place one stays. */
static void try_entries(tropic_index rows, tropic_index cols, int64_t count, int64_t (*row)(int64_t k, int64_t n),
                        int64_t (*col)(int64_t k, int64_t n), bool all_types)
{
    static const tropic_type types[] = {TROPIC_INT32, TROPIC_BOOL, TROPIC_INT8, TROPIC_UINT16, TROPIC_FP64};
    const tropic_build_options options = {.size = sizeof options, .duplicates = TROPIC_DUPLICATES_MAX};
    tropic_index *row_ids = test_room(count, sizeof *row_ids), *col_ids = test_room(count, sizeof *col_ids);
    void *values = test_room(count, sizeof(double));
    for (int64_t k = 0; k < count; k++) {
        row_ids[k] = (tropic_index)row(k, rows);
        col_ids[k] = (tropic_index)col(k, cols);
    }
    for (size_t t = 0; t < (all_types ? sizeof types / sizeof *types : 1); t++) {
        const bool pattern = types[t] == TROPIC_BOOL;
        tropic_matrix *A = NULL;
        for (int64_t k = 0; k < count && !pattern; k++) test_value_store(types[t], values, k, k * 7919 % 100);
        assert_ok(host, tropic_matrix_from_coo(&A, host, rows, cols, count, row_ids, col_ids, types[t],
                                               pattern ? NULL : values, pattern ? NULL : &options));
        try_matrix(A);
        tropic_matrix_free(&A);
    }
    free(row_ids);
    free(col_ids);
    free(values);
}

static int64_t first(int64_t k, int64_t n)
{
    (void)k, (void)n;
    return 0;
}
static int64_t each(int64_t k, int64_t n)
{
    return k % n;
}
static int64_t slowly(int64_t k, int64_t n)
{
    return k / 7 % n;
}
static int64_t scattered(int64_t k, int64_t n)
{
    return (int64_t)(((uint64_t)k * 0x9e3779b97f4a7c15u >> 20) % (uint64_t)n);
}
static int64_t hub(int64_t k, int64_t n)
{
    return k % 3 == 0 ? n / 2 : scattered(k / 2, n);
}
static int64_t ends(int64_t k, int64_t n)
{
    return k % 5 == 0 ? n - 1 - k / 5 % (n < 1000 ? n : 1000) : k % (n < 1000 ? n : 1000);
}

static void tiles_begin_at_every_place(void **state)
{
    static const tropic_index sizes[] = {1,         2,     3,         TILE - 1,  TILE,         TILE + 1,
                                         TILES - 1, TILES, TILES + 1, 2 * TILES, 2 * TILES + 1};
    (void)state;
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        const tropic_index n = sizes[k];
        if (n > TILE + 1 && test_sized(0, 1)) continue;
        try_entries(1, n, n, first, each, false);
        try_entries(n, 1, n, each, first, false);
        try_entries(n, n, n, slowly, scattered, true);
        try_entries(n / 2 + 1, 3 * n, n, scattered, hub, false);
    }
    try_entries(3, 5, 0, first, first, false);
}

static void digits_of_all_lengths(void **state)
{
    static const tropic_index cols[] = {1,    2,    3,    511,  512,  513,  1023,  1025,   2047,
                                        2048, 4095, 4096, 4097, 8191, 8193, 65536, 100003, 1 << 18};
    const int64_t count = test_sized(300000, TILE + 5);
    (void)state;
    for (size_t k = 0; k < sizeof cols / sizeof *cols; k++) {
        try_entries(5000, cols[k], count, scattered, hub, false);
        try_entries(70000, cols[k], count, hub, slowly, k % 4 == 0);
    }
}

static void lists_are_long_or_empty(void **state)
{
    const tropic_index n = test_sized(3000000, 3 * TILE);
    (void)state;
    try_entries(n, n, n / 2, hub, scattered, false);
    try_entries(n, n, n / 2, ends, hub, true);
    try_entries(n, 1000, n / 2, ends, each, false);
    try_entries(1000, n, n / 2, each, ends, false);
}

static int begin(void **state)
{
    (void)state;
    host = test_context_of(4);
    device = test_context();
    return 0;
}

static int end(void **state)
{
    (void)state;
    tropic_context_free(&host);
    tropic_context_free(&device);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tiles_begin_at_every_place),
        cmocka_unit_test(digits_of_all_lengths),
        cmocka_unit_test(lists_are_long_or_empty),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, begin, end);
}
