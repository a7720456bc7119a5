/* SPDX-License-Identifier: Apache-2.0
 *
 * Matrices with few entries in very many rows and columns: their parts, single entries, files, and how they are built.
 */
#include "tests/files.h"
#include "tests/hypersparse.h"

static const int32_t TWO = 2;

/* ---- parts ------------------------------------------------------------------------------------ */

/* Rows and columns by lists, in any order and twice; a row and a column; ranges. */
static void check_parts(named_world *w)
{
    enum { ROWS = 6, COLS = 5 };
    const tropic_index rows[ROWS] = {7, 3, 3, 39, 0, 21}, cols[COLS] = {1, 2, 20, 30, 39};
    const tropic_index all[] = {0, 1, 2, 3, 4, 5};
    tropic_index named_rows[ROWS], named_cols[COLS], back[NAMES];
    tropic_matrix *small = NULL, *large = NULL;
    tropic_vector *x[2];
    tropic_indices I = {.ids = rows, .count = ROWS}, J = {.ids = cols, .count = COLS};
    tropic_indices NI = {.ids = named_rows, .count = ROWS}, NJ = {.ids = named_cols, .count = COLS};
    const tropic_indices backward = {.first = w->shape.n - 1, .count = w->shape.n, .stride = -1};
    const tropic_indices small_backward = {.first = NAMES - 1, .count = NAMES, .stride = -1};
    for (int k = 0; k < ROWS; k++) named_rows[k] = w->name[rows[k]];
    for (int k = 0; k < COLS; k++) named_cols[k] = w->name[cols[k]];
    for (int k = 0; k < NAMES; k++) back[k] = w->shape.n - 1 - w->name[NAMES - 1 - k];
    assert_ok(w->context, tropic_matrix_extract(&small, w->context, NULL, NULL, w->small[0], &I, &J, NULL));
    assert_ok(w->context, tropic_matrix_extract(&large, w->context, NULL, NULL, w->large[0], &NI, &NJ, NULL));
    named_compare(w, "extract", &small, &large, all, all);
    assert_ok(w->context, tropic_matrix_extract(&small, w->context, NULL, NULL, w->small[0], NULL, &I, NULL));
    assert_ok(w->context, tropic_matrix_extract(&large, w->context, NULL, NULL, w->large[0], NULL, &NI, NULL));
    named_compare(w, "extract columns", &small, &large, NULL, all);
    if (!w->shape.ordinary) { /* (Else the range is listed.) */
        assert_ok(w->context,
                  tropic_matrix_extract(&small, w->context, NULL, NULL, w->small[0], &small_backward, NULL, NULL));
        assert_ok(w->context,
                  tropic_matrix_extract(&large, w->context, NULL, NULL, w->large[0], &backward, NULL, NULL));
        named_compare(w, "extract backward", &small, &large, back, NULL);
    }
    named_draw_vectors(w, &x[0], &x[1]);
    for (int k = 0; k < 2; k++) {
        const tropic_matrix *A = k == 0 ? w->small[0] : w->large[0];
        const tropic_index line = k == 0 ? 7 : w->name[7];
        assert_ok(w->context, tropic_matrix_extract_row(x[k], NULL, int32(TROPIC_PLUS), A, line, NULL, NULL));
        assert_ok(w->context, tropic_matrix_extract_column(x[k], NULL, int32(TROPIC_PLUS), A, NULL, line, NULL));
        assert_ok(w->context, tropic_matrix_extract_diagonal(x[k], NULL, int32(TROPIC_PLUS), A, 0, NULL));
    }
    named_compare_vectors(w, x[0], x[1]);
    assert_ok(w->context, tropic_matrix_diagonal(&small, w->context, NULL, NULL, x[0], 0, NULL));
    assert_ok(w->context, tropic_matrix_diagonal(&large, w->context, NULL, NULL, x[1], 0, NULL));
    named_compare(w, "diagonal", &small, &large, NULL, NULL);
    tropic_vector_free(&x[0]);
    tropic_vector_free(&x[1]);
}

/* 4 x 4 entries by a matrix of n / 4. */
static void check_kronecker(named_world *w)
{
    enum { BLOCK = 4, COUNT = 5 };
    static const tropic_index is[COUNT] = {0, 1, 1, 2, 3}, js[COUNT] = {3, 0, 1, 2, 0};
    static const int32_t values[COUNT] = {1, 2, 3, 4, 5};
    const tropic_index part = w->shape.n / BLOCK;
    OWNED(tropic_matrix) *A = NULL, *B = NULL;
    tropic_matrix *C = NULL, *small = NULL;
    tropic_index named[BLOCK * BLOCK], far[COUNT];
    for (int k = 0; k < COUNT; k++) far[k] = js[k] * (part / BLOCK);
    for (int k = 0; k < BLOCK * BLOCK; k++) named[k] = k / BLOCK * part + k % BLOCK * (part / BLOCK);
    assert_ok(w->context,
              tropic_matrix_from_coo(&A, w->context, BLOCK, BLOCK, COUNT, is, js, TROPIC_INT32, values, NULL));
    assert_ok(w->context, tropic_kronecker(&small, w->context, NULL, NULL, int32(TROPIC_TIMES), A, A, NULL));
    for (int k = 0; k < COUNT; k++) far[k] = is[k] * (part / BLOCK);
    {
        tropic_index far_cols[COUNT];
        for (int k = 0; k < COUNT; k++) far_cols[k] = js[k] * (part / BLOCK);
        assert_ok(w->context,
                  tropic_matrix_from_coo(&B, w->context, part, part, COUNT, far, far_cols, TROPIC_INT32, values, NULL));
    }
    assert_ok(w->context, tropic_kronecker(&C, w->context, NULL, NULL, int32(TROPIC_TIMES), A, B, NULL));
    assert_int_equal(tropic_matrix_rows(C), BLOCK * part);
    named_compare(w, "kronecker", &small, &C, named, named);
}

/* Larger, smaller than the last name, and small. */
static void check_resize(named_world *w)
{
    enum { KEPT = 20 };
    OWNED(tropic_matrix) *small = NULL, *large = NULL;
    assert_ok(w->context, tropic_matrix_duplicate(&small, w->context, w->small[0]));
    assert_ok(w->context, tropic_matrix_duplicate(&large, w->context, w->large[0]));
    assert_ok(w->context, tropic_matrix_resize(&small, w->context, KEPT, NAMES));
    assert_ok(w->context, tropic_matrix_resize(&large, w->context, w->name[KEPT - 1] + 1, w->shape.n));
    named_compare(w, "resize", &small, &large, NULL, NULL);
    assert_ok(w->context, tropic_matrix_duplicate(&large, w->context, w->small[0]));
    assert_ok(w->context, tropic_matrix_duplicate(&small, w->context, w->small[0]));
    if (!w->shape.ordinary) {
        tropic_index same[NAMES];
        for (int k = 0; k < NAMES; k++) same[k] = k;
        assert_ok(w->context, tropic_matrix_resize(&large, w->context, w->shape.n, w->shape.n));
        named_compare(w, "resize", &small, &large, same, same);
    }
}

/* A part of A, or a number, at lists of B's rows and columns, or at all: C(I,J)<M> (accum)= A(I,J). */
static void check_assign(named_world *w)
{
    enum { ROWS = 6, COLS = 5, BITS = 32 };
    const tropic_index rows[ROWS] = {7, 3, 30, 39, 0, 21}, cols[COLS] = {1, 2, 20, 30, 39};
    tropic_index named_rows[ROWS], named_cols[COLS];
    for (int k = 0; k < ROWS; k++) named_rows[k] = w->name[rows[k]];
    for (int k = 0; k < COLS; k++) named_cols[k] = w->name[cols[k]];
    for (int bits = 0; bits < BITS; bits++) {
        const tropic_descriptor d = {.size = sizeof d, .structure = true, .complement = bits & 1, .replace = bits & 2};
        const bool sub = bits & 4, scalar = bits & 8, all = bits & 16;
        const tropic_operator *accum = bits % 3 == 0 ? int32(TROPIC_PLUS) : NULL;
        tropic_matrix *C[2] = {NULL};
        if (scalar && all && d.complement) continue; /* nearly all places of the columns */
        for (int k = 0; k < 2; k++) {
            tropic_matrix *const *from = k == 0 ? w->small : w->large;
            const tropic_indices I = {.ids = k == 0 ? rows : named_rows, .count = ROWS};
            const tropic_indices J = {.ids = k == 0 ? cols : named_cols, .count = COLS}, *const rows_of =
                                                                                             all ? NULL : &I;
            OWNED(tropic_matrix) *A = NULL, *M = NULL;
            assert_ok(w->context, tropic_matrix_duplicate(&C[k], w->context, from[1]));
            assert_ok(w->context, tropic_matrix_extract(&A, w->context, NULL, NULL, from[0], rows_of, &J, NULL));
            if (sub)
                assert_ok(w->context, tropic_matrix_extract(&M, w->context, NULL, NULL, from[2], rows_of, &J, NULL));
            else
                assert_ok(w->context, tropic_matrix_duplicate(&M, w->context, from[2]));
            if (scalar)
                assert_ok(w->context, (sub ? tropic_matrix_subassign_scalar : tropic_matrix_assign_scalar)(
                                          &C[k], w->context, M, accum, &TWO, rows_of, &J, &d));
            else
                assert_ok(w->context, (sub ? tropic_matrix_subassign
                                           : tropic_matrix_assign)(&C[k], w->context, M, accum, A, rows_of, &J, &d));
        }
        named_compare(w, "assign", &C[0], &C[1], NULL, NULL);
    }
    named_rows[1] = named_rows[4];
    {
        const tropic_indices I = {.ids = named_rows, .count = ROWS}, J = {.ids = named_cols, .count = COLS};
        assert_status(w->context, TROPIC_INVALID_ARGUMENT,
                      tropic_matrix_assign_scalar(&w->large[1], w->context, NULL, NULL, &TWO, &I, &J, NULL));
        assert_non_null(strstr(tropic_context_error(w->context), "rows has 0 twice, at 1 and 4"));
    }
}

/* A vector as a row, and as a column. */
static void check_assign_lines(named_world *w)
{
    enum { BITS = 8, LINE = 11 };
    for (int bits = 0; bits < BITS; bits++) {
        const tropic_descriptor d = {.size = sizeof d, .structure = true, .complement = bits & 1, .replace = bits & 2};
        const tropic_operator *accum = bits & 4 ? int32(TROPIC_PLUS) : NULL;
        tropic_matrix *C[2] = {NULL};
        tropic_vector *u[2], *m[2];
        named_draw_vectors(w, &u[0], &u[1]);
        named_draw_vectors(w, &m[0], &m[1]);
        for (int k = 0; k < 2; k++) {
            const tropic_index line = k == 0 ? LINE : w->name[LINE];
            assert_ok(w->context, tropic_matrix_duplicate(&C[k], w->context, (k == 0 ? w->small : w->large)[1]));
            assert_ok(w->context, tropic_matrix_assign_row(&C[k], w->context, m[k], accum, u[k], line, NULL, &d));
            assert_ok(w->context, tropic_matrix_subassign_column(&C[k], w->context, m[k], accum, u[k], NULL, line, &d));
            tropic_vector_free(&u[k]);
            tropic_vector_free(&m[k]);
        }
        named_compare(w, "assign a line", &C[0], &C[1], NULL, NULL);
    }
}

/* Cut in four between names, and put together again. */
static void check_tiles(named_world *w)
{
    enum { CUT = 17, TILES = 4 };
    const tropic_index first = w->name[CUT] + 1, cuts[] = {first, w->shape.n - first};
    const tropic_descriptor d = {.size = sizeof d, .transpose = true};
    tropic_matrix *tiles[TILES], *small = NULL, *large = NULL;
    assert_ok(w->context, tropic_matrix_split(tiles, w->context, w->large[0], cuts, 2, cuts, 2, &d));
    assert_ok(w->context,
              tropic_matrix_concat(&large, w->context, NULL, NULL, (const tropic_matrix *const *)tiles, 2, 2, NULL));
    assert_ok(w->context, tropic_transpose(&small, w->context, NULL, NULL, w->small[0], NULL));
    named_compare(w, "tiles", &small, &large, NULL, NULL);
    for (int k = 0; k < TILES; k++) tropic_matrix_free(&tiles[k]);
}

static void parts(void **state)
{
    named_each_shape(check_parts);
    named_each_shape(check_assign);
    named_each_shape(check_assign_lines);
    named_each_shape(check_tiles);
    named_each_shape(check_kronecker);
    named_each_shape(check_resize);
}

/* ---- entries ---------------------------------------------------------------------------------- */

/* Set, removed and got one by one; iterated; summed; cleared. */
static void check_entries(named_world *w)
{
    OWNED(tropic_matrix) *C = NULL;
    tropic_matrix *small = w->small[0], *large = w->large[0];
    tropic_entries e, f;
    int32_t sums[2];
    int gone_over = 0;
    for (int k = 0; k < 2 * NAMES; k++) {
        const tropic_index i = test_below(&w->random, NAMES), j = test_below(&w->random, NAMES);
        const int32_t value = 100 + k;
        int32_t found[2] = {0};
        bool present[2];
        if (k % 3 == 0) {
            assert_ok(w->context, tropic_matrix_remove(small, w->context, i, j));
            assert_ok(w->context, tropic_matrix_remove(large, w->context, w->name[i], w->name[j]));
        } else {
            assert_ok(w->context, tropic_matrix_set(small, w->context, i, j, &value));
            assert_ok(w->context, tropic_matrix_set(large, w->context, w->name[i], w->name[j], &value));
        }
        assert_ok(w->context, tropic_matrix_get(small, w->context, j, i, &found[0], &present[0]));
        assert_ok(w->context, tropic_matrix_get(large, w->context, w->name[j], w->name[i], &found[1], &present[1]));
        assert_int_equal(present[0], present[1]);
        assert_int_equal(found[0], found[1]);
        if (k == NAMES) assert_ok(w->context, tropic_matrix_reduce(sums, w->context, int32(TROPIC_PLUS), large));
    }
    assert_int_equal(tropic_matrix_count(small), tropic_matrix_count(large));
    for (int k = 0; k < 2; k++)
        assert_ok(w->context, tropic_matrix_reduce(&sums[k], w->context, int32(TROPIC_PLUS), k ? large : small));
    assert_int_equal(sums[0], sums[1]);
    assert_ok(w->context, tropic_matrix_entries(&e, small, w->context));
    assert_ok(w->context, tropic_matrix_entries(&f, large, w->context));
    tropic_entries_seek(&e, 5);
    tropic_entries_seek(&f, w->name[4] + 1);
    for (; tropic_entries_next(&e); gone_over++) {
        assert_true(tropic_entries_next(&f));
        assert_int_equal(f.row, w->name[e.row]);
        assert_int_equal(f.col, w->name[e.col]);
        assert_int_equal(*(const int32_t *)f.value, *(const int32_t *)e.value);
    }
    assert_false(tropic_entries_next(&f));
    assert_true(gone_over > 0);
    assert_ok(w->context, tropic_matrix_clear(&w->large[0], w->context));
    assert_int_equal(tropic_matrix_count(w->large[0]), 0);
    assert_ok(w->context, tropic_matrix_create(&C, w->context, TROPIC_INT32, w->shape.n, w->shape.n));
    assert_ok(w->context, tropic_matrix_set(C, w->context, w->shape.n - 1, 3, &TWO));
    assert_ok(w->context, tropic_matrix_ewise_add(&C, w->context, NULL, NULL, int32(TROPIC_PLUS), C, C, NULL));
    assert_ok(w->context, tropic_matrix_get(C, w->context, w->shape.n - 1, 3, &sums[0], NULL));
    assert_int_equal(sums[0], 2 * TWO);
}

static void entries(void **state)
{
    named_each_shape(check_entries);
}

/* ---- files ------------------------------------------------------------------------------------ */

static void check_file(named_world *w, const char *suffix)
{
    OWNED_MEMORY char *path = test_file_name(suffix);
    OWNED(tropic_matrix) *both = NULL;
    tropic_matrix *A = NULL, *small = NULL;
    const tropic_descriptor second = {.size = sizeof second, .transpose_second = true};
    assert_ok(w->context, tropic_matrix_save(w->large[0], w->context, path, TROPIC_FORMAT_AUTO));
    assert_ok(w->context, tropic_matrix_load(&A, w->context, path, NULL));
    assert_ok(w->context, tropic_matrix_duplicate(&small, w->context, w->small[0]));
    assert_int_equal(tropic_matrix_rows(A), w->shape.n);
    named_compare(w, suffix, &small, &A, NULL, NULL);
    /* A symmetric one is written as such. */
    assert_ok(w->context, tropic_matrix_ewise_add(&both, w->context, NULL, NULL, int32(TROPIC_PLUS), w->large[0],
                                                  w->large[0], &second));
    assert_ok(w->context, tropic_matrix_ewise_add(&small, w->context, NULL, NULL, int32(TROPIC_PLUS), w->small[0],
                                                  w->small[0], &second));
    assert_ok(w->context, tropic_matrix_save(both, w->context, path, TROPIC_FORMAT_AUTO));
    assert_ok(w->context, tropic_matrix_load(&A, w->context, path, NULL));
    if (strstr(suffix, ".mtx")) assert_int_equal(tropic_matrix_file_direction(A), TROPIC_FILE_UNDIRECTED);
    named_compare(w, suffix, &small, &A, NULL, NULL);
    assert_int_equal(remove(path), 0);
}

static void check_files(named_world *w)
{
    check_file(w, "hypersparse.mtx");
    check_file(w, "hypersparse.gr");
    check_file(w, "hypersparse.konect");
}

static void files(void **state)
{
    named_each_shape(check_files);
}

/* ---- building --------------------------------------------------------------------------------- */

/* Messages have the rows and columns of the matrix; duplicates combine by place, opposites too. */
static void build(void **state)
{
    static const tropic_index rows[] = {2000000000, 5, 2000000000}, cols[] = {1999999999, 2000000000, 1999999999};
    static const int32_t values[] = {1, 2, 4};
    const tropic_build_options refuse = {.size = sizeof refuse, .duplicates = TROPIC_DUPLICATES_REFUSE};
    const tropic_build_options by_place = {.size = sizeof by_place, .duplicates_op = int32(TROPIC_COL_INDEX)};
    const tropic_build_options undirected = {.size = sizeof undirected, .direction = TROPIC_DIRECTION_UNDIRECTED};
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_matrix) *A = NULL;
    int32_t value;
    assert_status(context, TROPIC_INVALID_ARGUMENT,
                  tropic_matrix_from_coo(&A, context, TROPIC_INDEX_MAX, TROPIC_INDEX_MAX, 3, rows, cols, TROPIC_INT32,
                                         values, &refuse));
    assert_non_null(strstr(tropic_context_error(context), "(2000000000, 1999999999)"));
    assert_ok(context, tropic_matrix_from_coo(&A, context, TROPIC_INDEX_MAX, TROPIC_INDEX_MAX, 3, rows, cols,
                                              TROPIC_INT32, values, &by_place));
    assert_ok(context, tropic_matrix_get(A, context, 2000000000, 1999999999, &value, NULL));
    assert_int_equal(value, 1999999999 + 4);
    tropic_matrix_free(&A);
    assert_ok(context, tropic_matrix_from_coo(&A, context, TROPIC_INDEX_MAX, TROPIC_INDEX_MAX, 3, rows, cols,
                                              TROPIC_INT32, values, &undirected));
    assert_int_equal(tropic_matrix_count(A), 4);
    assert_ok(context, tropic_matrix_get(A, context, 1999999999, 2000000000, &value, NULL));
    assert_int_equal(value, 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts),
        cmocka_unit_test(entries),
        cmocka_unit_test(files),
        cmocka_unit_test(build),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
