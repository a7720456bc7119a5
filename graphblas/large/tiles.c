/* SPDX-License-Identifier: Apache-2.0
 *
 * Tiles, diagonals and shapes of large objects.
 */
#include "graphblas/large/tiles.h"
#include "graphblas/rows.h"

#include <string.h>

/* ------------------------------------------------------------------------------------------------
 * Tiles
 */

/* Adds the entries of a tile whose first place is (row, column). */
static bool add_tile(grb_call *c, grb_tuples *t, GrB_Matrix tile, GrB_Index row, GrB_Index column)
{
    grb_tuples part;
    if (!grb_tuples_of_matrix(c, &part, tile)) return false;
    char *values = t->values + (size_t)t->count * t->type->size;
    for (GrB_Index k = 0; k < part.count; k++) {
        t->rows[t->count + k] = row + part.rows[k];
        t->columns[t->count + k] = column + part.columns[k];
    }
    const bool good = grb_cast_all(c, values, t->type, part.values, part.type, part.count);
    t->count += part.count;
    grb_free_tuples(&part);
    return good;
}

bool grb_concat_large(grb_call *c, GrB_Matrix C, const GrB_Matrix *tiles, GrB_Index m, GrB_Index n)
{
    grb_tuples t;
    GrB_Index count = 0, row = 0, column = 0;
    grb_alone(); /* (Tiles are no operands of the call.) */
    for (GrB_Index k = 0; k < m * n; k++) {
        if (!grb_have_matrix(c, tiles[k])) return false;
        count += grb_entries(tiles[k]);
    }
    if (!grb_new_tuples(c, &t, C->type, count, true)) return false;
    t.count = 0;
    bool good = true;
    for (GrB_Index k = 0; k < m * n && good; k++) {
        if (k % n == 0) column = 0;
        good = add_tile(c, &t, tiles[k], row, column);
        column += grb_columns(tiles[k]);
        if (k % n == n - 1) row += grb_rows(tiles[k]);
    }
    good = good && grb_refill_matrix(c, C, &t, grb_rows(C), grb_columns(C));
    grb_free_tuples(&t);
    return good;
}

/* A tile's first place, and its size. */
typedef struct window {
    GrB_Index row, column, height, width;
} window;

static bool into_window(const void *of, GrB_Index *row, GrB_Index *column)
{
    const window *w = of;
    *row -= w->row; /* (What lies before it is beyond all sizes then.) */
    *column -= w->column;
    return *row < w->height && *column < w->width;
}

/* Some of the tuples, to be moved. */
static bool copy_tuples(grb_call *c, grb_tuples *t, const grb_tuples *from, GrB_Index begin, GrB_Index end)
{
    const size_t size = from->type->size;
    if (!grb_new_tuples(c, t, from->type, end - begin, true)) return false;
    memcpy(t->rows, from->rows + begin, (size_t)t->count * sizeof *t->rows);
    memcpy(t->columns, from->columns + begin, (size_t)t->count * sizeof *t->columns);
    memcpy(t->values, from->values + (size_t)begin * size, (size_t)t->count * size);
    return true;
}

/* (Entries lie row by row, so that those of a row of tiles follow one another.) */
bool grb_split_large(grb_call *c, GrB_Matrix *made, const GrB_Index *heights, GrB_Index m, const GrB_Index *widths,
                     GrB_Index n, GrB_Matrix A)
{
    grb_tuples all, t;
    GrB_Index begin = 0, end = 0;
    window w = {.row = 0};
    if (!grb_tuples_of_matrix(c, &all, A)) return false;
    bool good = true;
    for (GrB_Index k = 0; k < m * n && good; k++) {
        w.height = heights[k / n];
        w.width = widths[k % n];
        if (k % n == 0)
            for (begin = end, w.column = 0; end < all.count && all.rows[end] - w.row < w.height; end++) continue;
        good = copy_tuples(c, &t, &all, begin, end);
        if (!good) break;
        grb_move_tuples(&t, into_window, &w);
        good = grb_refill_matrix(c, made[k], &t, w.height, w.width);
        grb_free_tuples(&t);
        w.column += w.width;
        if (k % n == n - 1) w.row += w.height;
    }
    grb_free_tuples(&all);
    return good;
}

/* ------------------------------------------------------------------------------------------------
 * Diagonals
 */

GrB_Index grb_diagonal_size(GrB_Index n, int64_t k)
{
    const GrB_Index far = k < 0 ? 0 - (GrB_Index)k : (GrB_Index)k;
    return far > GrB_INDEX_MAX + 1 - n ? 0 : n + far;
}

bool grb_tuples_on_diagonal(grb_call *c, grb_tuples *t, GrB_Vector v, int64_t k)
{
    if (!grb_tuples_of_vector(c, t, v)) return false;
    t->columns = grb_allocate((size_t)t->count * sizeof *t->columns);
    if (!t->columns) {
        grb_free_tuples(t);
        return grb_no_memory(c);
    }
    for (GrB_Index e = 0; e < t->count; e++) {
        t->columns[e] = t->rows[e] + (GrB_Index)(k > 0 ? k : 0);
        t->rows[e] += (GrB_Index)(k < 0 ? -k : 0);
    }
    return true;
}

/* Of a diagonal k: its row counts from its first place. */
static bool along(const void *of, GrB_Index *row, GrB_Index *column)
{
    const int64_t k = *(const int64_t *)of;
    if ((int64_t)*column - (int64_t)*row != k) return false;
    if (k < 0) *row = *column;
    return true;
}

bool grb_tuples_of_diagonal(grb_call *c, grb_tuples *t, GrB_Matrix A, int64_t k)
{
    if (!grb_tuples_of_matrix(c, t, A)) return false;
    grb_move_tuples(t, along, &k);
    grb_release(t->columns);
    t->columns = NULL;
    return true;
}

/* ------------------------------------------------------------------------------------------------
 * Shape
 */

typedef struct shapes {
    GrB_Index old_width, new_width; /* columns; by columns rows */
    bool by_column;
} shapes;

static bool reshape(const void *of, GrB_Index *row, GrB_Index *column)
{
    const shapes *s = of;
    GrB_Index *major = s->by_column ? column : row, *minor = s->by_column ? row : column;
    const grb_area place = (grb_area)*major * s->old_width + *minor;
    *major = (GrB_Index)(place / s->new_width);
    *minor = (GrB_Index)(place % s->new_width);
    return true;
}

bool grb_tuples_reshaped(grb_call *c, grb_tuples *t, GrB_Matrix A, bool by_column, GrB_Index nrows, GrB_Index ncols)
{
    const shapes s = {by_column ? grb_rows(A) : grb_columns(A), by_column ? nrows : ncols, by_column};
    if (!grb_tuples_of_matrix(c, t, A)) return false;
    grb_move_tuples(t, reshape, &s);
    return true;
}
