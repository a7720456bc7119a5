/* SPDX-License-Identifier: Apache-2.0
 *
 * Matrices of other matrices and vectors: a grid of tiles, a diagonal, another shape.
 */
#include "graphblas/large/tiles.h"
#include "graphblas/rows.h"

/* ------------------------------------------------------------------------------------------------
 * Tiles
 */

/* The size of a grid, of at least one tile. */
static bool grid(grb_call *c, GrB_Index m, GrB_Index n)
{
    if (m == 0 || n == 0) return grb_fail(c, GrB_INVALID_VALUE, "a grid of no tiles");
    return grb_size(c, m, "m") && grb_size(c, n, "n") && grb_size(c, m * n, "m * n");
}

/* Tiles as Tropic takes them, of one type: those of another than C's are cast. */
typedef struct tiling {
    GrB_Index count;
    const tropic_matrix **of;
    tropic_matrix **cast; /* NULL where the tile itself will do */
} tiling;

static void free_casts(const tiling *t)
{
    for (GrB_Index k = 0; t->cast && k < t->count; k++) tropic_matrix_free(&t->cast[k]);
}

static bool take_tile(grb_call *c, GrB_Matrix C, GrB_Matrix tile, const tiling *t, GrB_Index k)
{
    if (!grb_have_matrix(c, tile)) return false;
    t->of[k] = tile->of;
    if (tile->type == C->type) return true;
    if (!grb_done(c, tropic_matrix_create(&t->cast[k], c->context, C->type->type, tropic_matrix_rows(tile->of),
                                          tropic_matrix_cols(tile->of))) ||
        !grb_done(c, tropic_matrix_assign(&t->cast[k], c->context, NULL, NULL, tile->of, NULL, NULL, NULL)))
        return false;
    t->of[k] = t->cast[k];
    return true;
}

/* Are they there, in columns and rows that add up to C's, and of types that cast to C's? */
static bool tiles_fit(grb_call *c, GrB_Matrix C, const GrB_Matrix *tiles, GrB_Index m, GrB_Index n)
{
    GrB_Index rows = 0, cols = 0;
    for (GrB_Index k = 0; k < m * n; k++)
        if (tiles[k] && grb_is_other(&tiles[k]->object, GRB_Matrix) ? !grb_take_as_other(c, &tiles[k]->object, "a tile")
                                                                    : !grb_is(c, tiles[k], GRB_Matrix, "a tile"))
            return false;
    for (GrB_Index k = 0; k < m * n; k++)
        if (!grb_domain(c, C->type, tiles[k]->type, "C", "a tile")) return false;
    for (GrB_Index k = 0; k < m * n; k++) {
        const GrB_Matrix tile = tiles[k];
        if (grb_rows(tile) != grb_rows(tiles[k / n * n]) || grb_columns(tile) != grb_columns(tiles[k % n]))
            return grb_fail(c, GrB_DIMENSION_MISMATCH,
                            "tile (%llu,%llu) is %llu x %llu, others of its row and column not",
                            (unsigned long long)(k / n), (unsigned long long)(k % n),
                            (unsigned long long)grb_rows(tile), (unsigned long long)grb_columns(tile));
        if (k % n == 0) rows += grb_rows(tile);
        if (k < n) cols += grb_columns(tile);
        if (rows > GrB_INDEX_MAX + 1 || cols > GrB_INDEX_MAX + 1) break;
    }
    if (rows != grb_rows(C) || cols != grb_columns(C))
        return grb_fail(c, GrB_DIMENSION_MISMATCH, "tiles of %llu x %llu, and C is %llu x %llu",
                        (unsigned long long)rows, (unsigned long long)cols, (unsigned long long)grb_rows(C),
                        (unsigned long long)grb_columns(C));
    return true;
}

static bool any_large(const GrB_Matrix *tiles, GrB_Index count)
{
    GrB_Index k = 0;
    while (k < count && !tiles[k]->dictionary) k++;
    return k < count;
}

/* (Tiles are no operands that grb_ready looks at. Whether others read one that is kept as rows is not known.) */
static void alone_with_rows(const GrB_Matrix *tiles, GrB_Index count)
{
    bool rows = false;
    for (GrB_Index k = 0; k < count; k++) rows = rows || tiles[k]->rows;
    if (rows) grb_alone();
}

GrB_Info GxB_Matrix_concat(GrB_Matrix C, const GrB_Matrix *tiles, GrB_Index m, GrB_Index n, const GrB_Descriptor desc)
{
    grb_call c;
    if (!GRB_OPEN_LARGE(c, C) || !GRB_POINTER(c, tiles) || !grb_describe(&c, desc) || !grid(&c, m, n) ||
        !tiles_fit(&c, C, tiles, m, n) || !grb_ready(&c, GRB_PASS_NONE))
        return grb_close(&c);
    if (C->dictionary || any_large(tiles, m * n)) {
        grb_concat_large(&c, C, tiles, m, n);
        return grb_close(&c);
    }
    alone_with_rows(tiles, m * n);
    tiling t = {m * n, grb_room(&c, m * n, sizeof *t.of), grb_room(&c, m * n, sizeof *t.cast)};
    for (GrB_Index k = 0; t.cast && k < t.count; k++) t.cast[k] = NULL;
    for (GrB_Index k = 0; c.info == GrB_SUCCESS && k < t.count; k++) take_tile(&c, C, tiles[k], &t, k);
    if (c.info == GrB_SUCCESS)
        grb_done(&c, tropic_matrix_concat(&C->of, c.context, NULL, NULL, t.of, (tropic_index)m, (tropic_index)n, NULL));
    free_casts(&t);
    return grb_close(&c);
}

/* Do the heights or widths of tiles add up to `whole`? */
static bool parts_fit(grb_call *c, const GrB_Index *sizes, GrB_Index count, GrB_Index whole, const char *name)
{
    GrB_Index left = whole, k = 0;
    for (; k < count && sizes[k] <= left; k++) left -= sizes[k];
    return (k == count && left == 0) || grb_fail(c, GrB_DIMENSION_MISMATCH, "%s do not add up to %llu, which A has",
                                                 name, (unsigned long long)whole);
}

/* As Tropic's. */
static const tropic_index *narrow_parts(grb_call *c, const GrB_Index *sizes, GrB_Index count)
{
    tropic_index *narrow = grb_room(c, count, sizeof *narrow);
    for (GrB_Index k = 0; narrow && k < count; k++) narrow[k] = (tropic_index)sizes[k];
    return narrow;
}

/* Gives the tiles out, if the call has made them all. */
static void give_tiles(grb_call *c, GrB_Matrix *tiles, GrB_Matrix *made, GrB_Index count)
{
    for (GrB_Index k = 0; k < count; k++) {
        if (c->info == GrB_SUCCESS) {
            tiles[k] = made[k];
        } else {
            grb_delete(made[k]);
        }
    }
}

static void split(grb_call *c, GrB_Matrix *made, const GrB_Index *heights, GrB_Index m, const GrB_Index *widths,
                  GrB_Index n, GrB_Matrix A)
{
    const tropic_index *rows = narrow_parts(c, heights, m), *cols = narrow_parts(c, widths, n);
    tropic_matrix **of = grb_room(c, m * n, sizeof *of);
    if (c->info == GrB_SUCCESS &&
        grb_done(c, tropic_matrix_split(of, c->context, A->of, rows, (tropic_index)m, cols, (tropic_index)n, NULL)))
        for (GrB_Index k = 0; k < m * n; k++) made[k]->of = of[k];
}

GrB_Info GxB_Matrix_split(GrB_Matrix *tiles, GrB_Index m, GrB_Index n, const GrB_Index *heights,
                          const GrB_Index *widths, const GrB_Matrix A, const GrB_Descriptor desc)
{
    grb_call c;
    if (!grb_open_large(&c, __func__) || !GRB_POINTER(c, tiles) || !GRB_POINTER(c, heights) ||
        !GRB_POINTER(c, widths) || !GRB_NEED(c, A) || !grb_describe(&c, desc) || !grid(&c, m, n) ||
        !parts_fit(&c, heights, m, grb_rows(A), "heights") || !parts_fit(&c, widths, n, grb_columns(A), "widths") ||
        !grb_ready(&c, GRB_PASS_NONE))
        return grb_close(&c);
    GrB_Matrix *made = grb_room(&c, m * n, sizeof *made);
    GrB_Index count = 0;
    while (made && count < m * n && (made[count] = grb_new_matrix(&c, A->type))) count++;
    if (c.info == GrB_SUCCESS && A->dictionary)
        grb_split_large(&c, made, heights, m, widths, n, A);
    else if (c.info == GrB_SUCCESS)
        split(&c, made, heights, m, widths, n, A);
    give_tiles(&c, tiles, made, count);
    return grb_close(&c);
}

/* ------------------------------------------------------------------------------------------------
 * Diagonals
 */

/* k as Tropic's: all beyond the corners of every matrix are one. */
static tropic_index diagonal(int64_t k)
{
    return k > TROPIC_INDEX_MAX ? TROPIC_INDEX_MAX : k < -TROPIC_INDEX_MAX ? -TROPIC_INDEX_MAX : (tropic_index)k;
}

static void diagonal_matrix(grb_call *c, GrB_Matrix C, GrB_Vector v, int64_t k)
{
    grb_tuples t;
    tropic_matrix *T = NULL;
    if (!grb_tuples_on_diagonal(c, &t, v, k)) return;
    if (grb_matrix_result(c, &T, &t, grb_rows(C), grb_columns(C))) grb_done(c, grb_write_matrix(c, C, NULL, NULL, T));
    tropic_matrix_free(&T);
    grb_free_tuples(&t);
}

GrB_Info GxB_Matrix_diag(GrB_Matrix C, const GrB_Vector v, int64_t k, const GrB_Descriptor desc)
{
    grb_call c;
    if (!GRB_OPEN_LARGE(c, C) || !GRB_NEED(c, v) || !grb_describe(&c, desc) ||
        !grb_domain(&c, C->type, v->type, "C", "v"))
        return grb_close(&c);
    c.descriptor = (tropic_descriptor){.size = sizeof c.descriptor};
    const GrB_Index n = grb_diagonal_size(grb_places_of(v), k);
    if ((n == 0 && k != 0) || n != grb_rows(C) || n != grb_columns(C)) /* (0: it is beyond 64 bits) */
        grb_fail(&c, GrB_DIMENSION_MISMATCH, "C is %llu x %llu, and not as large as a matrix with v on diagonal %lld",
                 (unsigned long long)grb_rows(C), (unsigned long long)grb_columns(C), (long long)k);
    else if (grb_ready(&c, GRB_PASS_NONE) && c.large)
        diagonal_matrix(&c, C, v, k);
    else if (c.info == GrB_SUCCESS)
        grb_done(&c, tropic_matrix_diagonal(&C->of, c.context, NULL, NULL, v->of, diagonal(k), NULL));
    return grb_close(&c);
}

static void diagonal_vector(grb_call *c, GrB_Vector v, GrB_Matrix A, int64_t k)
{
    const GrB_Index m = grb_rows(A), n = grb_columns(A), above = k < 0 ? 0 - (GrB_Index)k : 0,
                    before = k > 0 ? (GrB_Index)k : 0;
    const GrB_Index rows = m > above ? m - above : 0, columns = n > before ? n - before : 0;
    grb_tuples t;
    tropic_vector *made = NULL;
    if (!grb_agree(c, rows < columns ? rows : columns, grb_places_of(v), "length of the diagonal", "size of v") ||
        !grb_tuples_of_diagonal(c, &t, A, k))
        return;
    if (grb_vector_result(c, &made, &t, grb_places_of(v))) grb_done(c, grb_write_vector(c, v, NULL, NULL, made));
    tropic_vector_free(&made);
    grb_free_tuples(&t);
}

GrB_Info GxB_Vector_diag(GrB_Vector v, const GrB_Matrix A, int64_t k, const GrB_Descriptor desc)
{
    grb_call c;
    if (GRB_OPEN_LARGE(c, v) && GRB_NEED(c, A) && grb_describe(&c, desc) &&
        grb_domain(&c, v->type, A->type, "v", "A") && grb_ready(&c, GRB_PASS_NONE)) {
        c.descriptor = (tropic_descriptor){.size = sizeof c.descriptor};
        if (c.large)
            diagonal_vector(&c, v, A, k);
        else
            grb_done(&c, tropic_matrix_extract_diagonal(v->of, NULL, NULL, A->of, diagonal(k), NULL));
    }
    return grb_close(&c);
}

/* ------------------------------------------------------------------------------------------------
 * Shape
 */

/* Of ids: places are counted by rows or by columns, in the old shape and in the new one. */
typedef struct reshaping {
    tropic_index *rows, *cols;
    int64_t old_width, new_width; /* columns; by columns rows */
    bool by_column;
} reshaping;

static void renumber(const void *of, int64_t begin, int64_t end)
{
    const reshaping *v = of;
    tropic_index *major = v->by_column ? v->cols : v->rows, *minor = v->by_column ? v->rows : v->cols;
    for (int64_t k = begin; k < end; k++) {
        const int64_t place = major[k] * v->old_width + minor[k];
        major[k] = (tropic_index)(place / v->new_width);
        minor[k] = (tropic_index)(place % v->new_width);
    }
}

/* Of a matrix that is not large, before or after. */
static bool reshape_small(grb_call *c, tropic_matrix **made, GrB_Matrix A, bool by_column, tropic_index nrows,
                          tropic_index ncols)
{
    static const char none;
    const GrB_Index count = grb_entries(A);
    reshaping v = {grb_room(c, count, sizeof *v.rows), grb_room(c, count, sizeof *v.cols),
                   by_column ? tropic_matrix_rows(A->of) : tropic_matrix_cols(A->of), by_column ? nrows : ncols,
                   by_column};
    void *values = grb_room(c, count, A->type->size);
    return c->info == GrB_SUCCESS &&
           grb_done(c, tropic_matrix_get_entries(A->of, c->context, v.rows, v.cols, values)) &&
           grb_loop(c, count, renumber, &v) &&
           grb_done(c, tropic_matrix_from_coo(made, c->context, nrows, ncols, (tropic_offset)count, v.rows, v.cols,
                                              A->type->type, count > 0 ? values : &none, &grb_each_once));
}

/* C = A in the new shape. */
static bool reshape(grb_call *c, GrB_Matrix C, GrB_Matrix A, bool by_column, GrB_Index nrows, GrB_Index ncols)
{
    tropic_matrix *made = NULL;
    grb_tuples t;
    if (!grb_api_size(c, nrows, "nrows") || !grb_api_size(c, ncols, "ncols")) return false;
    if ((grb_area)nrows * ncols != (grb_area)grb_rows(A) * grb_columns(A))
        return grb_fail(c, GrB_DIMENSION_MISMATCH, "%llu x %llu has not as many places as %llu x %llu",
                        (unsigned long long)grb_rows(A), (unsigned long long)grb_columns(A), (unsigned long long)nrows,
                        (unsigned long long)ncols);
    if (!grb_ready(c, GRB_PASS_NONE)) return false;
    if (!A->dictionary && !grb_large(nrows) && !grb_large(ncols)) {
        if (!reshape_small(c, &made, A, by_column, (tropic_index)nrows, (tropic_index)ncols)) return false;
        tropic_matrix_free(&C->of);
        C->of = made;
        return true;
    }
    if (!grb_tuples_reshaped(c, &t, A, by_column, nrows, ncols)) return false;
    const bool good = grb_refill_matrix(c, C, &t, nrows, ncols);
    grb_free_tuples(&t);
    return good;
}

GrB_Info GxB_Matrix_reshape(GrB_Matrix C, bool by_column, GrB_Index nrows, GrB_Index ncols, const GrB_Descriptor desc)
{
    grb_call c;
    if (GRB_OPEN_LARGE(c, C) && grb_describe(&c, desc)) reshape(&c, C, C, by_column, nrows, ncols);
    return grb_close(&c);
}

GrB_Info GxB_Matrix_reshapeDup(GrB_Matrix *C, GrB_Matrix A, bool by_column, GrB_Index nrows, GrB_Index ncols,
                               const GrB_Descriptor desc)
{
    grb_call c;
    if (grb_open_large(&c, __func__) && GRB_POINTER(c, C) && GRB_NEED(c, A) && grb_describe(&c, desc)) {
        GrB_Matrix made = grb_new_matrix(&c, A->type);
        if (made && reshape(&c, made, A, by_column, nrows, ncols)) {
            made->made_in = c.context;
            *C = made;
        } else {
            grb_delete(made);
        }
    }
    return grb_close(&c);
}
