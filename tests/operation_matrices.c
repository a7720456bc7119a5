/* SPDX-License-Identifier: Apache-2.0
 *
 * Matrices of random operations.
 */
#include "tests/operation_matrices.h"
#include "tests/operation_algebra.h"
#include "tests/grb_tuples.h"

/* -- drawing ----------------------------------------------------------------------------------- */

test_graph twin_places(tropic_index rows, tropic_index cols, int percent, uint64_t *random)
{
    test_graph g = test_random_graph(0, rows, cols, (int64_t)rows * cols);
    g.count = 0;
    for (int32_t i = 0; i < rows; i++)
        for (int32_t j = 0; j < cols; j++) {
            if (percent < TWIN_FULL && test_below(random, TWIN_FULL) >= percent) continue;
            g.row[g.count] = i;
            g.col[g.count++] = j;
        }
    return g;
}

/* The places of the entries, in order. */
static test_graph draw_places(tropic_index rows, tropic_index cols, uint64_t *random)
{
    enum { LEVELS = 6, FULL = LEVELS - 1, EACH = 3, MAX_DENSE = 4000, HUB_ONE_IN = 5 };
    const int64_t places = (int64_t)rows * cols, lists = rows > cols ? rows : cols;
    const int64_t counts[FULL] = {0, 2, lists, EACH * lists, places < MAX_DENSE ? EACH * places : EACH * lists};
    const int level = test_below(random, LEVELS);
    const int64_t count = counts[level < FULL ? level : FULL - 1];
    const bool hub = test_below(random, HUB_ONE_IN) == 0, by_column = test_below(random, 2);
    test_graph g;
    if (places == 0) return test_empty(rows, cols);
    if (level == FULL && places < MAX_DENSE) return twin_places(rows, cols, TWIN_FULL, random);
    g = test_random_graph(test_random(random), rows, cols, count);
    for (int64_t k = 0; hub && k < count && k < (by_column ? rows : cols); k++) {
        g.row[k] = by_column ? (int32_t)k : rows / 2;
        g.col[k] = by_column ? cols / 2 : (int32_t)k;
    }
    test_deduplicate(&g);
    return g;
}

void twin_draw(twin *t, tropic_context *context, tropic_type type, tropic_index rows, tropic_index cols, bool pattern,
               operand_values values, uint64_t *random)
{
    twin_draw_at(t, context, type, draw_places(rows, cols, random), pattern, values, random);
}

/* One of the forms that a matrix may have been given. */
static void draw_form(tropic_matrix *A, tropic_context *context, uint64_t *random)
{
    enum { ONE_IN = 6 };
    const int drawn = test_below(random, ONE_IN);
    const bool fits = (int64_t)tropic_matrix_rows(A) * tropic_matrix_cols(A) <= TWIN_FLAGS_MAX;
    if (drawn <= 1) assert_ok(context, tropic_matrix_set_form(A, context, TROPIC_MATRIX_HYPERSPARSE));
    if (drawn == 2 && fits) assert_ok(context, tropic_matrix_set_form(A, context, TROPIC_MATRIX_BITMAP));
    if (drawn == 3) assert_ok(context, tropic_matrix_set_form(A, context, TROPIC_MATRIX_BY_COLUMNS));
}

void twin_draw_at(twin *t, tropic_context *context, tropic_type type, test_graph g, bool pattern, operand_values values,
                  uint64_t *random)
{
    enum { MOST_UPDATES = 20 };
    const tropic_index rows = g.rows, cols = g.cols;
    const size_t size = tropic_type_size(pattern ? TROPIC_BOOL : type);
    OWNED(grb_tuples) entries;
    *t = (twin){.type = pattern ? TROPIC_BOOL : type, .rows = rows, .cols = cols};
    entries = grb_tuples_new(t->type, (GrB_Index)g.count);
    for (int64_t k = 0; k < g.count; k++) {
        char *value = (char *)entries.values + (size_t)k * size;
        entries.row[k] = (GrB_Index)g.row[k];
        entries.col[k] = (GrB_Index)g.col[k];
        if (pattern)
            *value = true;
        else
            operand_draw_value(value, type, values, random);
    }
    assert_ok(context, tropic_matrix_from_coo(&t->A, context, rows, cols, g.count, g.row, g.col, t->type,
                                              pattern ? NULL : entries.values, NULL));
    if (test_below(random, 2)) assert_ok(context, tropic_matrix_csc(t->A, context, NULL, NULL, NULL));
    draw_form(t->A, context, random);
    assert_int_equal(
        GrB_Matrix_new(&t->G, algebra_type(t->type), rows > 0 ? (GrB_Index)rows : 1, cols > 0 ? (GrB_Index)cols : 1),
        GrB_SUCCESS);
    assert_int_equal(grb_tuples_to_matrix(t->G, t->type, &entries), GrB_SUCCESS);
    if (test_below(random, 3) == 0) twin_update(t, context, 1 + test_below(random, MOST_UPDATES), values, random);
    if ((int64_t)rows * cols <= TWIN_FLAGS_MAX) assert_int_equal(grb_matrix_form(t->G, GRB_BITMAP), GrB_SUCCESS);
    test_graph_free(&g);
}

void twin_free(twin *t)
{
    tropic_matrix_free(&t->A);
    GrB_Matrix_free(&t->G);
}

/* -- comparing --------------------------------------------------------------------------------- */

/* Entry for entry, by one orientation; a pattern has ones. */
static void compare_by(const tropic_matrix *A, const tropic_matrix *B, tropic_context *context, bool by_column,
                       const char *text)
{
    tropic_status (*const arrays)(const tropic_matrix *, tropic_context *, const tropic_offset **,
                                  const tropic_index **, const void **) =
        by_column ? tropic_matrix_csc : tropic_matrix_csr;
    const tropic_index lists = by_column ? tropic_matrix_cols(A) : tropic_matrix_rows(A);
    const tropic_type type = tropic_matrix_type(A);
    const size_t size = tropic_type_size(type);
    const bool yes = true;
    const tropic_offset *offsets[2];
    const tropic_index *ids[2];
    const void *values[2];
    assert_ok(context, arrays(A, context, &offsets[0], &ids[0], &values[0]));
    assert_ok(context, arrays(B, context, &offsets[1], &ids[1], &values[1]));
    if (tropic_matrix_count(A) != tropic_matrix_count(B) || type != tropic_matrix_type(B))
        fail_msg("%s: %lld entries, not %lld, type %s", text, (long long)tropic_matrix_count(A),
                 (long long)tropic_matrix_count(B), tropic_type_name(type));
    for (tropic_index l = 0; l <= lists; l++)
        if (offsets[0][l] != offsets[1][l]) fail_msg("%s: list %d begins elsewhere", text, l);
    for (tropic_offset k = 0; k < tropic_matrix_count(A); k++) {
        const void *mine = values[0] ? (const char *)values[0] + (size_t)k * size : (void *)&yes;
        const void *theirs = values[1] ? (const char *)values[1] + (size_t)k * size : (void *)&yes;
        if (ids[0][k] != ids[1][k] || !operand_equal(type, mine, theirs))
            fail_msg("%s: entry %lld differs", text, (long long)k);
    }
}

void twin_compare_matrices(const tropic_matrix *A, const tropic_matrix *B, tropic_context *context, const char *text)
{
    assert_int_equal(tropic_matrix_rows(A), tropic_matrix_rows(B));
    assert_int_equal(tropic_matrix_cols(A), tropic_matrix_cols(B));
    compare_by(A, B, context, false, text);
    compare_by(A, B, context, true, text);
}

void twin_compare(const twin *t, tropic_context *context, const char *text)
{
    OWNED(tropic_matrix) *theirs = NULL;
    GrB_Index count = 0;
    OWNED(grb_tuples) entries;
    OWNED_MEMORY tropic_index *row = NULL, *col = NULL;
    assert_int_equal(GrB_Matrix_nvals(&count, t->G), GrB_SUCCESS);
    entries = grb_tuples_new(t->type, count);
    row = calloc(count + 1, sizeof *row);
    col = calloc(count + 1, sizeof *col);
    assert_int_equal(grb_tuples_of_matrix(&entries, t->type, t->G), GrB_SUCCESS);
    for (GrB_Index k = 0; k < count; k++) {
        row[k] = (tropic_index)entries.row[k];
        col[k] = (tropic_index)entries.col[k];
    }
    assert_ok(context, tropic_matrix_from_coo(&theirs, context, t->rows, t->cols, (tropic_offset)count, row, col,
                                              t->type, entries.values, NULL));
    twin_compare_matrices(t->A, theirs, context, text);
}

/* -- blocks ------------------------------------------------------------------------------------ */

/* Place (i, c) is i * columns + c; of a block without places, one that GraphBLAS has, and that is empty. */
GrB_Info twin_of_block(GrB_Matrix *M, const operand *block)
{
    const GrB_Index columns = (GrB_Index)tropic_vector_columns(block->v);
    const GrB_Index rows = (GrB_Index)block->n / columns;
    OWNED(grb_tuples) entries = grb_tuples_new(block->type, (GrB_Index)block->n);
    GrB_Info info = GrB_Matrix_new(M, algebra_type(block->type), rows > 0 ? rows : 1, columns);
    GRB_DO(grb_tuples_of_vector(&entries, block->type, block->g));
    for (GrB_Index k = 0; k < entries.count; k++) {
        entries.col[k] = entries.row[k] % columns;
        entries.row[k] /= columns;
    }
    GRB_DO(grb_tuples_to_matrix(*M, block->type, &entries));
    return info;
}

GrB_Info twin_to_flat(GrB_Vector flat, tropic_type type, GrB_Matrix M)
{
    GrB_Index columns = 0, count = 0;
    OWNED(grb_tuples) entries;
    GrB_Info info = GrB_Matrix_ncols(&columns, M);
    GRB_DO(GrB_Matrix_nvals(&count, M));
    entries = grb_tuples_new(type, count);
    GRB_DO(grb_tuples_of_matrix(&entries, type, M));
    for (GrB_Index k = 0; k < entries.count; k++) entries.row[k] = entries.row[k] * columns + entries.col[k];
    GRB_DO(grb_tuples_to_vector(flat, type, &entries));
    return info;
}
