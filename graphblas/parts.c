/* SPDX-License-Identifier: Apache-2.0
 *
 * extract, assign and subassign of vectors and matrices, and transpose.
 */
#include "graphblas/assign.h"
#include "graphblas/large/ranges.h"

/* Of a list, which is NULL for all of a dimension. */
static GrB_Index count_of(const tropic_indices *list, GrB_Index all)
{
    return list ? (GrB_Index)list->count : all;
}

/* ------------------------------------------------------------------------------------------------
 * Extract
 */

GrB_Info GrB_Vector_extract(GrB_Vector w, const GrB_Vector mask, const GrB_BinaryOp accum, const GrB_Vector u,
                            const GrB_Index *indices, GrB_Index nindices, const GrB_Descriptor desc)
{
    grb_call c;
    tropic_indices list;
    const tropic_indices *ids;
    GrB_Info info;
    if (GRB_OPEN_LARGE(c, w) && GRB_MAY(c, mask) && GRB_MAY(c, accum) && GRB_NEED(c, u) && grb_describe(&c, desc) &&
        grb_accumulates(&c, w->type, accum, u->type) && (c.only_finds = true) &&
        grb_listed(&c, indices, nindices, grb_places_of(u), &list, &ids, "indices") &&
        grb_fits_vector(&c, w, mask, count_of(ids, grb_places_of(u))) && grb_ready(&c, GRB_PASS_NONE))
        grb_done(&c, tropic_extract(w->of, grb_vector_of(mask), grb_accum(accum), u->of, list.ids,
                                    ids ? ids->count : tropic_vector_size(u->of), &c.descriptor));
    if (!grb_again(&c, &info)) return info;
    GrB_Vector part;
    info = grb_part_of_vector(__func__, &part, u, &indices, nindices);
    if (info == GrB_SUCCESS) info = GrB_Vector_extract(w, mask, accum, part, indices, nindices, desc);
    GrB_Vector_free(&part);
    return info;
}

GrB_Info GrB_Matrix_extract(GrB_Matrix C, const GrB_Matrix Mask, const GrB_BinaryOp accum, const GrB_Matrix A,
                            const GrB_Index *rows, GrB_Index nrows, const GrB_Index *columns, GrB_Index ncols,
                            const GrB_Descriptor desc)
{
    grb_call c;
    tropic_indices row_list, col_list;
    const tropic_indices *row_ids, *col_ids;
    GrB_Info info;
    if (GRB_OPEN_LARGE(c, C) && GRB_MAY(c, Mask) && GRB_MAY(c, accum) && GRB_NEED(c, A) && grb_describe(&c, desc) &&
        grb_accumulates(&c, C->type, accum, A->type) && (c.only_finds = true) &&
        grb_indices(&c, rows, nrows, grb_rows_of(A, c.descriptor.transpose), &row_list, &row_ids, "rows") &&
        grb_indices(&c, columns, ncols, grb_rows_of(A, !c.descriptor.transpose), &col_list, &col_ids, "columns") &&
        grb_fits_matrix(&c, C, Mask, count_of(row_ids, grb_rows_of(A, c.descriptor.transpose)),
                        count_of(col_ids, grb_rows_of(A, !c.descriptor.transpose))) &&
        grb_ready(&c, GRB_PASS_NONE))
        grb_done(&c, tropic_matrix_extract(&C->of, c.context, grb_matrix_of(Mask), grb_accum(accum), A->of, row_ids,
                                           col_ids, &c.descriptor));
    const bool transpose = c.descriptor.transpose;
    if (!grb_again(&c, &info)) return info;
    GrB_Matrix part;
    info = grb_part_of_matrix(__func__, &part, A, transpose, &rows, nrows, &columns, ncols);
    if (info == GrB_SUCCESS) info = GrB_Matrix_extract(C, Mask, accum, part, rows, nrows, columns, ncols, desc);
    GrB_Matrix_free(&part);
    return info;
}

GrB_Info GrB_Col_extract(GrB_Vector w, const GrB_Vector mask, const GrB_BinaryOp accum, const GrB_Matrix A,
                         const GrB_Index *rows, GrB_Index nrows, GrB_Index column, const GrB_Descriptor desc)
{
    grb_call c;
    tropic_indices list;
    const tropic_indices *ids;
    tropic_index line;
    GrB_Info info;
    if (GRB_OPEN_LARGE(c, w) && GRB_MAY(c, mask) && GRB_MAY(c, accum) && GRB_NEED(c, A) && grb_describe(&c, desc) &&
        grb_index(&c, column, grb_rows_of(A, !c.descriptor.transpose), "column") &&
        grb_accumulates(&c, w->type, accum, A->type) && (c.only_finds = true) &&
        grb_line(&c, column, grb_rows_of(A, !c.descriptor.transpose), &line) &&
        grb_indices(&c, rows, nrows, grb_rows_of(A, c.descriptor.transpose), &list, &ids, "rows") &&
        grb_fits_vector(&c, w, mask, count_of(ids, grb_rows_of(A, c.descriptor.transpose))) &&
        grb_ready(&c, GRB_PASS_NONE))
        grb_done(&c, tropic_matrix_extract_column(w->of, grb_vector_of(mask), grb_accum(accum), A->of, ids, line,
                                                  &c.descriptor));
    const bool transpose = c.descriptor.transpose;
    if (!grb_again(&c, &info)) return info;
    const GrB_Index *all = GrB_ALL;
    GrB_Matrix part;
    info = grb_part_of_matrix(__func__, &part, A, transpose, &rows, nrows, &all, 0);
    if (info == GrB_SUCCESS) info = GrB_Col_extract(w, mask, accum, part, rows, nrows, column, desc);
    GrB_Matrix_free(&part);
    return info;
}

/* ------------------------------------------------------------------------------------------------
 * Assign and, of a region, subassign
 */

/* Are sizes, of a source and of a mask that may be NULL, those of a list of one dimension? */
static bool vectors_agree(grb_call *c, bool region, GrB_Vector mask, GrB_Vector u, GrB_Index all, GrB_Index count)
{
    return !c->large || (grb_agree(c, grb_places_of(u), count, "size of the source", "of the list") &&
                         (!mask || grb_agree(c, grb_places_of(mask), region ? count : all, "size of the mask",
                                             region ? "of the list" : "of the output")));
}

static bool matrices_agree(grb_call *c, bool region, GrB_Matrix C, GrB_Matrix Mask, GrB_Matrix A,
                           const tropic_indices *rows, const tropic_indices *cols)
{
    const GrB_Index m = count_of(rows, grb_rows(C)), n = count_of(cols, grb_columns(C));
    const bool transpose = c->descriptor.transpose;
    return !c->large ||
           (grb_agree(c, grb_rows_of(A, transpose), m, "rows of the source", "indices") &&
            grb_agree(c, grb_rows_of(A, !transpose), n, "columns of the source", "indices") &&
            (!Mask ||
             (grb_agree(c, grb_rows(Mask), region ? m : grb_rows(C), "rows of the mask", "of its places") &&
              grb_agree(c, grb_columns(Mask), region ? n : grb_columns(C), "columns of the mask", "of its places"))));
}

static GrB_Info assign_vector(const char *function, bool region, GrB_Vector w, GrB_Vector mask, GrB_BinaryOp accum,
                              GrB_Vector u, const GrB_Index *indices, GrB_Index nindices, GrB_Descriptor desc)
{
    grb_call c;
    tropic_indices list;
    const tropic_indices *ids;
    GrB_Info info;
    if (grb_open_large(&c, function) && grb_output(&c, w, GRB_Vector, "w") && GRB_MAY(c, mask) && GRB_MAY(c, accum) &&
        GRB_NEED(c, u) && grb_describe(&c, desc) && grb_accumulates(&c, w->type, accum, u->type) &&
        grb_listed(&c, indices, nindices, grb_places_of(w), &list, &ids, "indices") &&
        vectors_agree(&c, region, mask, u, grb_places_of(w), count_of(ids, grb_places_of(w))) &&
        grb_ready(&c, GRB_PASS_ENTRIES))
        grb_assign(&c, &(grb_assignment){.to = GRB_TO_VECTOR,
                                         .region = region,
                                         .w = w->of,
                                         .mask = grb_vector_of(mask),
                                         .u = u->of,
                                         .accum = grb_accum(accum),
                                         .monoid = grb_assign_monoid(w->type, accum),
                                         .rows = ids,
                                         .descriptor = c.descriptor});
    if (!grb_again(&c, &info)) return info;
    grb_cut cut = {.w = w, .mask = mask, .u = u, .region = region, .lists = {indices}, .counts = {nindices}};
    info = grb_cut_ranges(function, &cut);
    if (info == GrB_SUCCESS)
        info = assign_vector(function, region, w, cut.mask, accum, cut.u, cut.lists[0], cut.counts[0], desc);
    grb_free_cut(&cut);
    return info;
}

static GrB_Info assign_matrix(const char *function, bool region, GrB_Matrix C, GrB_Matrix Mask, GrB_BinaryOp accum,
                              GrB_Matrix A, const GrB_Index *rows, GrB_Index nrows, const GrB_Index *columns,
                              GrB_Index ncols, GrB_Descriptor desc)
{
    grb_call c;
    tropic_indices row_list, col_list;
    const tropic_indices *row_ids, *col_ids;
    if (!grb_open_large(&c, function) || !grb_output(&c, C, GRB_Matrix, "C") || !GRB_MAY(c, Mask) ||
        !GRB_MAY(c, accum) || !GRB_NEED(c, A) || !grb_describe(&c, desc) ||
        !grb_accumulates(&c, C->type, accum, A->type) ||
        !grb_indices(&c, rows, nrows, grb_rows_of(C, false), &row_list, &row_ids, "rows") ||
        !grb_indices(&c, columns, ncols, grb_rows_of(C, true), &col_list, &col_ids, "columns") ||
        !matrices_agree(&c, region, C, Mask, A, row_ids, col_ids)) {
        grb_cut cut = {.C = C,
                       .Mask = Mask,
                       .A = A,
                       .region = region,
                       .transpose = c.descriptor.transpose,
                       .lists = {rows, columns},
                       .counts = {nrows, ncols}};
        GrB_Info info;
        if (!grb_again(&c, &info)) return info;
        info = grb_cut_ranges(function, &cut);
        if (info == GrB_SUCCESS)
            info = assign_matrix(function, region, C, cut.Mask, accum, cut.A, cut.lists[0], cut.counts[0], cut.lists[1],
                                 cut.counts[1], desc);
        grb_free_cut(&cut);
        return info;
    }
    if (!row_ids && !col_ids && !c.descriptor.transpose) grb_row_by_row(&c, NULL, (GrB_Matrix[]){C, Mask, A}, 3);
    bool good = grb_ready(&c, GRB_PASS_ENTRIES);
    for (tropic_index i = 0; i < c.rows && good; i++)
        good = grb_done(&c, tropic_assign(C->rows[i], grb_row_of(Mask, i), grb_accum(accum), A->rows[i], NULL,
                                          tropic_matrix_cols(C->of), &c.descriptor));
    if (c.rows == 0 && good)
        grb_assign(&c, &(grb_assignment){.to = GRB_TO_MATRIX,
                                         .region = region,
                                         .C = &C->of,
                                         .Mask = grb_matrix_of(Mask),
                                         .A = A->of,
                                         .accum = grb_accum(accum),
                                         .monoid = grb_assign_monoid(C->type, accum),
                                         .rows = row_ids,
                                         .cols = col_ids,
                                         .descriptor = c.descriptor});
    return grb_close(&c);
}

/* To a row, or to a column. */
static GrB_Info assign_line(const char *function, grb_target to, bool region, GrB_Matrix C, GrB_Vector mask,
                            GrB_BinaryOp accum, GrB_Vector u, const GrB_Index *list, GrB_Index count, GrB_Index line,
                            GrB_Descriptor desc)
{
    const bool row = to == GRB_TO_ROW;
    grb_call c;
    tropic_indices room;
    const tropic_indices *ids;
    tropic_index at;
    GrB_Info info;
    if (grb_open_large(&c, function) && grb_output(&c, C, GRB_Matrix, "C") && GRB_MAY(c, mask) && GRB_MAY(c, accum) &&
        GRB_NEED(c, u) && grb_describe(&c, desc) && grb_index(&c, line, grb_rows_of(C, !row), row ? "row" : "column") &&
        grb_accumulates(&c, C->type, accum, u->type) && grb_line(&c, line, grb_rows_of(C, !row), &at) &&
        grb_indices(&c, list, count, grb_rows_of(C, row), &room, &ids, row ? "columns" : "rows") &&
        vectors_agree(&c, region, mask, u, grb_rows_of(C, row), count_of(ids, grb_rows_of(C, row))) &&
        grb_ready(&c, GRB_PASS_NONE))
        grb_assign(&c, &(grb_assignment){.to = to,
                                         .region = region,
                                         .C = &C->of,
                                         .line = at,
                                         .mask = grb_vector_of(mask),
                                         .u = u->of,
                                         .accum = grb_accum(accum),
                                         .monoid = grb_assign_monoid(C->type, accum),
                                         .rows = ids,
                                         .descriptor = c.descriptor});
    if (!grb_again(&c, &info)) return info;
    grb_cut cut = {.C = C, .mask = mask, .u = u, .region = region, .row = row, .lists = {list}, .counts = {count}};
    info = grb_cut_ranges(function, &cut);
    if (info == GrB_SUCCESS)
        info = assign_line(function, to, region, C, cut.mask, accum, cut.u, cut.lists[0], cut.counts[0], line, desc);
    grb_free_cut(&cut);
    return info;
}

#define GRB_DEFINE(PREFIX, name, region)                                                                               \
    GrB_Info PREFIX##_Vector_##name(GrB_Vector w, const GrB_Vector mask, const GrB_BinaryOp accum, const GrB_Vector u, \
                                    const GrB_Index *indices, GrB_Index nindices, const GrB_Descriptor desc)           \
    {                                                                                                                  \
        return assign_vector(__func__, region, w, mask, accum, u, indices, nindices, desc);                            \
    }                                                                                                                  \
    GrB_Info PREFIX##_Matrix_##name(GrB_Matrix C, const GrB_Matrix Mask, const GrB_BinaryOp accum, const GrB_Matrix A, \
                                    const GrB_Index *rows, GrB_Index nrows, const GrB_Index *columns, GrB_Index ncols, \
                                    const GrB_Descriptor desc)                                                         \
    {                                                                                                                  \
        return assign_matrix(__func__, region, C, Mask, accum, A, rows, nrows, columns, ncols, desc);                  \
    }                                                                                                                  \
    GrB_Info PREFIX##_Col_##name(GrB_Matrix C, const GrB_Vector mask, const GrB_BinaryOp accum, const GrB_Vector u,    \
                                 const GrB_Index *rows, GrB_Index nrows, GrB_Index column, const GrB_Descriptor desc)  \
    {                                                                                                                  \
        return assign_line(__func__, GRB_TO_COLUMN, region, C, mask, accum, u, rows, nrows, column, desc);             \
    }                                                                                                                  \
    GrB_Info PREFIX##_Row_##name(GrB_Matrix C, const GrB_Vector mask, const GrB_BinaryOp accum, const GrB_Vector u,    \
                                 GrB_Index row, const GrB_Index *columns, GrB_Index ncols, const GrB_Descriptor desc)  \
    {                                                                                                                  \
        return assign_line(__func__, GRB_TO_ROW, region, C, mask, accum, u, columns, ncols, row, desc);                \
    }
GRB_DEFINE(GrB, assign, false)
GRB_DEFINE(GxB, subassign, true)
#undef GRB_DEFINE

/* ------------------------------------------------------------------------------------------------
 * Transpose
 */

GrB_Info GrB_transpose(GrB_Matrix C, const GrB_Matrix Mask, const GrB_BinaryOp accum, const GrB_Matrix A,
                       const GrB_Descriptor desc)
{
    grb_call c;
    if (GRB_OPEN_LARGE(c, C) && GRB_MAY(c, Mask) && GRB_MAY(c, accum) && GRB_NEED(c, A) && grb_describe(&c, desc) &&
        grb_accumulates(&c, C->type, accum, A->type) &&
        grb_fits_matrix(&c, C, Mask, grb_rows_of(A, !c.descriptor.transpose), grb_rows_of(A, c.descriptor.transpose)) &&
        grb_ready(&c, GRB_PASS_ENTRIES))
        grb_done(&c, tropic_transpose(&C->of, c.context, grb_matrix_of(Mask), grb_accum(accum), A->of, &c.descriptor));
    return grb_close(&c);
}
