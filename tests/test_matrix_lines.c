/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows, columns, diagonals and tiles of matrices: small examples, and laws on random matrices of all shapes.
 */
#include "tests/algebra_context.h"
#include "tests/operation_matrices.h"

enum { ROWS = 3, COLS = 4, PLACES = ROWS * COLS, CASES = 40, LENGTH = 30 };

/* 0: no entry. */
static const int32_t START[PLACES] = {1, 0, 2, 0, 0, 3, 0, 4, 5, 0, 0, 6};

static uint64_t seed = 11;

/* -- examples ---------------------------------------------------------------------------------- */

static tropic_matrix *matrix_of(tropic_index rows, tropic_index cols, const int32_t *places)
{
    tropic_index row[PLACES], col[PLACES], count = 0;
    int32_t values[PLACES];
    tropic_matrix *A = NULL;
    for (tropic_index k = 0; k < rows * cols; k++)
        if (places[k] != 0) row[count] = k / cols, col[count] = k % cols, values[count++] = places[k];
    assert_ok(context, tropic_matrix_from_coo(&A, context, rows, cols, count, row, col, TROPIC_INT32, values, NULL));
    return A;
}

static void check(const tropic_matrix *A, tropic_index rows, tropic_index cols, const int32_t *places)
{
    OWNED(tropic_matrix) *wanted = matrix_of(rows, cols, places);
    twin_compare_matrices(A, wanted, context, "an example");
}

/* A vector with these entries alone. */
static tropic_vector *vector_of(tropic_index places, tropic_index count, const tropic_index *ids, const int32_t *values)
{
    tropic_vector *v = NULL;
    assert_ok(context, tropic_vector_create(&v, context, TROPIC_INT32, places));
    assert_ok(context, tropic_vector_put_entries(v, count, ids, values));
    return v;
}

/* u = (7, 8) to columns 3 and 0 of row 1, whose entries are 3 and 4. The mask lets column 0 through: that of assign has
 * COLS places, that of subassign two. Only assign's replace reaches column 1. */
static void test_assign_row(void **unused)
{
    const tropic_descriptor replace = {.size = sizeof replace, .replace = true};
    const tropic_index cols[] = {3, 0}, first = 0, second = 1;
    const tropic_indices J = {.ids = cols, .count = 2};
    const int32_t values[] = {7, 8}, yes = 1, assigned[] = {1, 0, 2, 0, 8, 0, 0, 0, 5, 0, 0, 6},
                  subassigned[] = {1, 0, 2, 0, 8, 3, 0, 0, 5, 0, 0, 6}, added[] = {1, 0, 2, 0, 8, 3, 0, 11, 5, 0, 0, 6};
    OWNED(tropic_vector) *u = vector_of(2, 2, (const tropic_index[]){0, 1}, values);
    OWNED(tropic_vector) *wide = vector_of(COLS, 1, &first, &yes), *narrow = vector_of(2, 1, &second, &yes);
    const tropic_operator *plus = tropic_operator_builtin(TROPIC_PLUS, TROPIC_INT32);
    OWNED(tropic_matrix) *C = matrix_of(ROWS, COLS, START);
    assert_ok(context, tropic_matrix_assign_row(&C, context, wide, NULL, u, 1, &J, &replace));
    check(C, ROWS, COLS, assigned);
    tropic_matrix_free(&C);
    C = matrix_of(ROWS, COLS, START);
    assert_ok(context, tropic_matrix_subassign_row(&C, context, narrow, NULL, u, 1, &J, &replace));
    check(C, ROWS, COLS, subassigned);
    tropic_matrix_free(&C);
    C = matrix_of(ROWS, COLS, START);
    assert_ok(context, tropic_matrix_assign_row(&C, context, NULL, plus, u, 1, &J, NULL));
    check(C, ROWS, COLS, added);
}

/* The same of column 3, whose entries are 4 and 6, in rows 2 and 0. */
static void test_assign_column(void **unused)
{
    const tropic_descriptor replace = {.size = sizeof replace, .replace = true};
    const tropic_index rows[] = {2, 0}, first = 0, second = 1;
    const tropic_indices I = {.ids = rows, .count = 2};
    const int32_t values[] = {7, 8}, yes = 1, assigned[] = {1, 0, 2, 8, 0, 3, 0, 0, 5, 0, 0, 0},
                  subassigned[] = {1, 0, 2, 8, 0, 3, 0, 4, 5, 0, 0, 0};
    OWNED(tropic_vector) *u = vector_of(2, 2, (const tropic_index[]){0, 1}, values);
    OWNED(tropic_vector) *wide = vector_of(ROWS, 1, &first, &yes), *narrow = vector_of(2, 1, &second, &yes);
    OWNED(tropic_matrix) *C = matrix_of(ROWS, COLS, START);
    assert_ok(context, tropic_matrix_assign_column(&C, context, wide, NULL, u, &I, 3, &replace));
    check(C, ROWS, COLS, assigned);
    tropic_matrix_free(&C);
    C = matrix_of(ROWS, COLS, START);
    assert_ok(context, tropic_matrix_subassign_column(&C, context, narrow, NULL, u, &I, 3, &replace));
    check(C, ROWS, COLS, subassigned);
}

static void check_diagonal(const tropic_matrix *A, tropic_index k, tropic_index places, const int32_t *wanted)
{
    const tropic_descriptor turned = {.size = sizeof turned, .transpose = true};
    int32_t values[PLACES];
    OWNED(tropic_vector) *w = NULL;
    assert_ok(context, tropic_vector_create(&w, context, TROPIC_INT32, places));
    assert_ok(context, tropic_matrix_extract_diagonal(w, NULL, NULL, A, k, NULL));
    assert_ok(context, tropic_vector_get_dense(w, values, NULL));
    assert_memory_equal(values, wanted, (size_t)places * sizeof *wanted);
    assert_ok(context, tropic_matrix_extract_diagonal(w, NULL, NULL, A, -k, &turned));
    assert_ok(context, tropic_vector_get_dense(w, values, NULL));
    assert_memory_equal(values, wanted, (size_t)places * sizeof *wanted);
}

static void test_diagonals(void **unused)
{
    const tropic_descriptor turned = {.size = sizeof turned, .transpose = true};
    const tropic_index ids[] = {0, 1};
    const int32_t values[] = {5, 6}, above[] = {0, 5, 0, 0, 0, 6, 0, 0, 0}, below[] = {0, 0, 0, 5, 0, 0, 0, 6, 0};
    OWNED(tropic_matrix) *A = matrix_of(ROWS, COLS, START), *C = NULL;
    OWNED(tropic_vector) *u = vector_of(2, 2, ids, values);
    check_diagonal(A, 0, 3, (const int32_t[]){1, 3, 0});
    check_diagonal(A, 1, 3, (const int32_t[]){0, 0, 6});
    check_diagonal(A, 2, 2, (const int32_t[]){2, 4});
    check_diagonal(A, -2, 1, (const int32_t[]){5});
    check_diagonal(A, COLS, 0, START);
    check_diagonal(A, -ROWS - 1, 0, START);
    assert_ok(context, tropic_matrix_diagonal(&C, context, NULL, NULL, u, 1, NULL));
    check(C, 3, 3, above);
    assert_ok(context, tropic_matrix_diagonal(&C, context, NULL, NULL, u, 1, &turned));
    check(C, 3, 3, below);
    assert_ok(context, tropic_matrix_diagonal(&C, context, NULL, NULL, u, -1, NULL));
    check(C, 3, 3, below);
}

/* Into two rows of tiles, and three columns, one of which is empty; then together again, with the first column of tiles
 * last. A pattern beside values has ones. */
static void test_tiles(void **unused)
{
    enum { TILE_COUNT = 6 };
    const tropic_index heights[] = {1, 2}, widths[] = {3, 0, 1}, zero = 0;
    const int32_t right[] = {4, 6}, other[] = {0, 1, 0, 2, 4, 0, 3, 0, 6, 5, 0, 0}, with_one[] = {1, 4, 0, 6};
    OWNED(tropic_matrix) *A = matrix_of(ROWS, COLS, START), *pattern = NULL;
    tropic_matrix *C = NULL, *tiles[TILE_COUNT];
    assert_ok(context, tropic_matrix_split(tiles, context, A, heights, 2, widths, 3, NULL));
    check(tiles[0], 1, 3, START);
    check(tiles[5], 2, 1, right);
    assert_int_equal(tropic_matrix_rows(tiles[4]), 2);
    assert_int_equal(tropic_matrix_cols(tiles[4]), 0);
    {
        const tropic_matrix *const turned[] = {tiles[2], tiles[0], tiles[5], tiles[3]};
        assert_ok(context, tropic_matrix_concat(&C, context, NULL, NULL, turned, 2, 2, NULL));
        check(C, ROWS, COLS, other);
        tropic_matrix_free(&C);
    }
    assert_ok(context, tropic_matrix_from_coo(&pattern, context, 2, 1, 1, &zero, &zero, TROPIC_BOOL, NULL, NULL));
    {
        const tropic_matrix *const mixed[] = {pattern, tiles[5]}, *const patterns[] = {pattern, pattern};
        assert_ok(context, tropic_matrix_concat(&C, context, NULL, NULL, mixed, 1, 2, NULL));
        check(C, 2, 2, with_one);
        tropic_matrix_free(&C);
        assert_ok(context, tropic_matrix_concat(&C, context, NULL, NULL, patterns, 1, 2, NULL));
        assert_true(tropic_matrix_is_pattern(C));
        assert_int_equal(tropic_matrix_count(C), 2);
        tropic_matrix_free(&C);
    }
    for (int k = 0; k < TILE_COUNT; k++) tropic_matrix_free(&tiles[k]);
}

/* -- laws -------------------------------------------------------------------------------------- */

static twin draw(tropic_index rows, tropic_index cols, bool pattern)
{
    twin t;
    twin_draw(&t, context, pattern ? TROPIC_BOOL : TROPIC_INT64, rows, cols, pattern, VALUES_ANY, &seed);
    return t;
}

/* Rows, or columns, one by one make the matrix that they are of. */
static void test_lines_make_the_matrix(void **unused)
{
    for (int k = 0; k < CASES; k++) {
        const tropic_index rows = test_below(&seed, LENGTH), cols = test_below(&seed, LENGTH);
        const bool by_column = test_below(&seed, 2);
        OWNED(twin) A = draw(rows, cols, false);
        OWNED(tropic_matrix) *C = NULL;
        OWNED(tropic_vector) *v = NULL;
        assert_ok(context, tropic_matrix_create(&C, context, TROPIC_INT64, rows, cols));
        assert_ok(context, tropic_vector_create(&v, context, TROPIC_INT64, by_column ? rows : cols));
        for (tropic_index l = 0; l < (by_column ? cols : rows); l++)
            if (by_column) {
                assert_ok(context, tropic_matrix_extract_column(v, NULL, NULL, A.A, NULL, l, NULL));
                assert_ok(context, tropic_matrix_assign_column(&C, context, NULL, NULL, v, NULL, l, NULL));
            } else {
                assert_ok(context, tropic_matrix_extract_row(v, NULL, NULL, A.A, l, NULL, NULL));
                assert_ok(context, tropic_matrix_subassign_row(&C, context, NULL, NULL, v, l, NULL, NULL));
            }
        twin_compare_matrices(C, A.A, context, "lines one by one");
    }
}

/* A diagonal of a square matrix as a vector, and put back, equals select's result. */
static void test_diagonals_are_selected(void **unused)
{
    for (int c = 0; c < CASES; c++) {
        const tropic_index n = 1 + test_below(&seed, LENGTH), k = test_below(&seed, 2 * n + 1) - n;
        const int64_t y = k;
        OWNED(twin) A = draw(n, n, false);
        OWNED(tropic_matrix) *wanted = NULL, *C = NULL;
        OWNED(tropic_vector) *v = NULL;
        assert_ok(context, tropic_vector_create(&v, context, TROPIC_INT64, n - abs(k)));
        assert_ok(context, tropic_matrix_extract_diagonal(v, NULL, NULL, A.A, k, NULL));
        assert_ok(context, tropic_matrix_diagonal(&C, context, NULL, NULL, v, k, NULL));
        assert_ok(context, tropic_matrix_select(&wanted, context, NULL, NULL,
                                                tropic_operator_builtin(TROPIC_DIAGONAL, TROPIC_INT64), A.A, &y, NULL));
        twin_compare_matrices(C, wanted, context, "a diagonal");
    }
}

/* Tiles of a split put together again give the matrix, also through the transpose. */
static void test_tiles_make_the_matrix(void **unused)
{
    enum { PARTS = 4 };
    for (int k = 0; k < CASES; k++) {
        const bool pattern = test_below(&seed, 2), turned = test_below(&seed, 2);
        const tropic_descriptor d = {.size = sizeof d, .transpose = turned};
        tropic_index lengths[2][PARTS], sums[2] = {0, 0};
        OWNED(tropic_matrix) *C = NULL, *wanted = NULL;
        tropic_matrix *tiles[PARTS * PARTS];
        OWNED(twin) A;
        for (int p = 0; p < 2 * PARTS; p++)
            sums[p / PARTS] += lengths[p / PARTS][p % PARTS] = test_below(&seed, LENGTH);
        A = draw(sums[turned], sums[!turned], pattern);
        assert_ok(context, tropic_matrix_split(tiles, context, A.A, lengths[0], PARTS, lengths[1], PARTS, &d));
        for (int p = 0; p < PARTS * PARTS; p++) assert_int_equal(tropic_matrix_is_pattern(tiles[p]), pattern);
        assert_ok(context, tropic_matrix_concat(&C, context, NULL, NULL, (const tropic_matrix *const *)tiles, PARTS,
                                                PARTS, NULL));
        {
            const tropic_descriptor as_it_is = {.size = sizeof as_it_is, .transpose = !turned};
            assert_ok(context, tropic_transpose(&wanted, context, NULL, NULL, A.A, &as_it_is));
        }
        twin_compare_matrices(C, wanted, context, "tiles");
        for (int p = 0; p < PARTS * PARTS; p++) tropic_matrix_free(&tiles[p]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_assign_row),
        cmocka_unit_test(test_assign_column),
        cmocka_unit_test(test_diagonals),
        cmocka_unit_test(test_tiles),
        cmocka_unit_test(test_lines_make_the_matrix),
        cmocka_unit_test(test_diagonals_are_selected),
        cmocka_unit_test(test_tiles_make_the_matrix),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, context_open_algebra, context_close_algebra);
}
