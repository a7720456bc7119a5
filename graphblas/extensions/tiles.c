/* SPDX-License-Identifier: Apache-2.0
 *
 * Matrices of other matrices and vectors: a grid of tiles, a diagonal, another shape.
 */
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
        if (tropic_matrix_rows(tile->of) != tropic_matrix_rows(tiles[k / n * n]->of) ||
            tropic_matrix_cols(tile->of) != tropic_matrix_cols(tiles[k % n]->of))
            return grb_fail(c, GrB_DIMENSION_MISMATCH, "tile (%llu,%llu) is %d x %d, others of its row and column not",
                            (unsigned long long)(k / n), (unsigned long long)(k % n), (int)tropic_matrix_rows(tile->of),
                            (int)tropic_matrix_cols(tile->of));
        if (k % n == 0) rows += (GrB_Index)tropic_matrix_rows(tile->of);
        if (k < n) cols += (GrB_Index)tropic_matrix_cols(tile->of);
    }
    if (rows != (GrB_Index)tropic_matrix_rows(C->of) || cols != (GrB_Index)tropic_matrix_cols(C->of))
        return grb_fail(c, GrB_DIMENSION_MISMATCH, "tiles of %llu x %llu, and C is %d x %d", (unsigned long long)rows,
                        (unsigned long long)cols, (int)tropic_matrix_rows(C->of), (int)tropic_matrix_cols(C->of));
    return true;
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
    if (!GRB_OPEN(c, C) || !GRB_POINTER(c, tiles) || !grb_describe(&c, desc) || !grid(&c, m, n) ||
        !tiles_fit(&c, C, tiles, m, n) || !grb_ready(&c, GRB_PASS_NONE))
        return grb_close(&c);
    alone_with_rows(tiles, m * n);
    tiling t = {m * n, grb_room(&c, m * n, sizeof *t.of), grb_room(&c, m * n, sizeof *t.cast)};
    for (GrB_Index k = 0; t.cast && k < t.count; k++) t.cast[k] = NULL;
    for (GrB_Index k = 0; c.info == GrB_SUCCESS && k < t.count; k++) take_tile(&c, C, tiles[k], &t, k);
    if (c.info == GrB_SUCCESS)
        grb_done(&c, tropic_matrix_concat(&C->of, c.context, NULL, NULL, t.of, (tropic_index)m, (tropic_index)n, NULL));
    free_casts(&t);
    return grb_close(&c);
}

/* The heights or widths of tiles, which add up to `whole`. */
static const tropic_index *parts(grb_call *c, const GrB_Index *sizes, GrB_Index count, tropic_index whole,
                                 const char *name)
{
    tropic_index *narrow = grb_room(c, count, sizeof *narrow);
    GrB_Index left = (GrB_Index)whole, k = 0;
    for (; narrow && k < count && sizes[k] <= left; k++) {
        narrow[k] = (tropic_index)sizes[k];
        left -= sizes[k];
    }
    if (narrow && (k < count || left > 0))
        grb_fail(c, GrB_DIMENSION_MISMATCH, "%s do not add up to %d, which A has", name, (int)whole);
    return c->info == GrB_SUCCESS ? narrow : NULL;
}

/* Gives the tiles out, if the call has made them all. */
static void give_tiles(grb_call *c, GrB_Matrix *tiles, GrB_Matrix *made, tropic_matrix **of, GrB_Index count)
{
    for (GrB_Index k = 0; k < count; k++) {
        if (c->info == GrB_SUCCESS) {
            made[k]->of = of[k];
            tiles[k] = made[k];
        } else {
            grb_delete(made[k]);
        }
    }
}

GrB_Info GxB_Matrix_split(GrB_Matrix *tiles, GrB_Index m, GrB_Index n, const GrB_Index *heights,
                          const GrB_Index *widths, const GrB_Matrix A, const GrB_Descriptor desc)
{
    grb_call c;
    if (!grb_open(&c, __func__) || !GRB_POINTER(c, tiles) || !GRB_POINTER(c, heights) || !GRB_POINTER(c, widths) ||
        !GRB_NEED(c, A) || !grb_describe(&c, desc) || !grid(&c, m, n) || !grb_ready(&c, GRB_PASS_NONE))
        return grb_close(&c);
    const tropic_index *rows = parts(&c, heights, m, tropic_matrix_rows(A->of), "heights");
    const tropic_index *cols = rows ? parts(&c, widths, n, tropic_matrix_cols(A->of), "widths") : NULL;
    GrB_Matrix *made = cols ? grb_room(&c, m * n, sizeof *made) : NULL;
    tropic_matrix **of = made ? grb_room(&c, m * n, sizeof *of) : NULL;
    GrB_Index count = 0;
    while (of && count < m * n && (made[count] = grb_new_matrix(&c, A->type))) count++;
    if (c.info == GrB_SUCCESS)
        grb_done(&c, tropic_matrix_split(of, c.context, A->of, rows, (tropic_index)m, cols, (tropic_index)n, NULL));
    give_tiles(&c, tiles, made, of, count);
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

GrB_Info GxB_Matrix_diag(GrB_Matrix C, const GrB_Vector v, int64_t k, const GrB_Descriptor desc)
{
    grb_call c;
    if (!GRB_OPEN(c, C) || !GRB_NEED(c, v) || !grb_describe(&c, desc) || !grb_domain(&c, C->type, v->type, "C", "v"))
        return grb_close(&c);
    const int64_t far = diagonal(k), n = tropic_vector_size(v->of) + (far < 0 ? -far : far);
    if (n != tropic_matrix_rows(C->of) || n != tropic_matrix_cols(C->of))
        grb_fail(&c, GrB_DIMENSION_MISMATCH, "C is %d x %d, and the diagonal %lld of a matrix of size %lld",
                 (int)tropic_matrix_rows(C->of), (int)tropic_matrix_cols(C->of), (long long)far, (long long)n);
    else if (grb_ready(&c, GRB_PASS_NONE))
        grb_done(&c, tropic_matrix_diagonal(&C->of, c.context, NULL, NULL, v->of, (tropic_index)far, NULL));
    return grb_close(&c);
}

GrB_Info GxB_Vector_diag(GrB_Vector v, const GrB_Matrix A, int64_t k, const GrB_Descriptor desc)
{
    grb_call c;
    if (GRB_OPEN(c, v) && GRB_NEED(c, A) && grb_describe(&c, desc) && grb_domain(&c, v->type, A->type, "v", "A") &&
        grb_ready(&c, GRB_PASS_NONE))
        grb_done(&c, tropic_matrix_extract_diagonal(v->of, NULL, NULL, A->of, diagonal(k), NULL));
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

/* *made = A in the new shape. */
static bool reshape(grb_call *c, tropic_matrix **made, GrB_Matrix A, bool by_column, GrB_Index nrows, GrB_Index ncols)
{
    static const char none;
    const tropic_index rows = tropic_matrix_rows(A->of), cols = tropic_matrix_cols(A->of);
    if (!grb_size(c, nrows, "nrows") || !grb_size(c, ncols, "ncols")) return false;
    if (nrows * ncols != (GrB_Index)rows * (GrB_Index)cols)
        return grb_fail(c, GrB_DIMENSION_MISMATCH, "%d x %d has not as many places as %llu x %llu", (int)rows,
                        (int)cols, (unsigned long long)nrows, (unsigned long long)ncols);
    if (!grb_ready(c, GRB_PASS_NONE)) return false;
    const GrB_Index count = grb_entries(A);
    reshaping v = {grb_room(c, count, sizeof *v.rows), grb_room(c, count, sizeof *v.cols), by_column ? rows : cols,
                   (int64_t)(by_column ? nrows : ncols), by_column};
    void *values = grb_room(c, count, A->type->size);
    return c->info == GrB_SUCCESS &&
           grb_done(c, tropic_matrix_get_entries(A->of, c->context, v.rows, v.cols, values)) &&
           grb_loop(c, count, renumber, &v) &&
           grb_done(c, tropic_matrix_from_coo(made, c->context, (tropic_index)nrows, (tropic_index)ncols,
                                              (tropic_offset)count, v.rows, v.cols, A->type->type,
                                              count > 0 ? values : &none, &grb_each_once));
}

GrB_Info GxB_Matrix_reshape(GrB_Matrix C, bool by_column, GrB_Index nrows, GrB_Index ncols, const GrB_Descriptor desc)
{
    grb_call c;
    tropic_matrix *made = NULL;
    if (GRB_OPEN(c, C) && grb_describe(&c, desc) && reshape(&c, &made, C, by_column, nrows, ncols)) {
        tropic_matrix_free(&C->of);
        C->of = made;
    }
    return grb_close(&c);
}

GrB_Info GxB_Matrix_reshapeDup(GrB_Matrix *C, GrB_Matrix A, bool by_column, GrB_Index nrows, GrB_Index ncols,
                               const GrB_Descriptor desc)
{
    grb_call c;
    tropic_matrix *made = NULL;
    if (grb_open(&c, __func__) && GRB_POINTER(c, C) && GRB_NEED(c, A) && grb_describe(&c, desc) &&
        reshape(&c, &made, A, by_column, nrows, ncols)) {
        GrB_Matrix shaped = grb_new_matrix(&c, A->type);
        if (shaped) {
            shaped->of = made;
            *C = shaped;
        } else {
            tropic_matrix_free(&made);
        }
    }
    return grb_close(&c);
}
