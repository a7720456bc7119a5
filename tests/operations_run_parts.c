/* SPDX-License-Identifier: Apache-2.0
 *
 * One operation on parts of matrices: on lists of rows and columns by GraphBLAS, and on tiles by both.
 */
#include "tests/operation_algebra.h"
#include "tests/operation_matrices.h"

GrB_Index *operation_list(const operation *o, int which)
{
    const tropic_indices *list = &o->lists[which];
    GrB_Index *ids = calloc((size_t)list->count + 1, sizeof *ids);
    const tropic_index stride = list->stride != 0 ? list->stride : 1;
    for (tropic_index k = 0; k < list->count; k++)
        ids[k] = !o->listed[which] ? (GrB_Index)k
                 : list->ids       ? (GrB_Index)list->ids[k]
                                   : (GrB_Index)(list->first + k * stride);
    return ids;
}

/* A vector to a row or a column of C. */
static GrB_Info assign_line(const operation *o, GrB_BinaryOp accum, GrB_Descriptor d, const GrB_Index *I,
                            const GrB_Index *J)
{
    const GrB_Index r = (GrB_Index)o->lists[0].count, c = (GrB_Index)o->lists[1].count, line = (GrB_Index)o->line;
    GrB_Vector u = o->u->g, m = o->mask ? o->mask->g : NULL;
    GrB_Matrix C = o->C->G;
    switch (o->kind) {
    case OPERATION_ASSIGN_ROW: return GrB_Row_assign(C, m, accum, u, line, J, c, d);
    case OPERATION_ASSIGN_COLUMN: return GrB_Col_assign(C, m, accum, u, I, r, line, d);
    case OPERATION_SUBASSIGN_ROW: return GxB_Row_subassign(C, m, accum, u, line, J, c, d);
    default: return GxB_Col_subassign(C, m, accum, u, I, r, line, d);
    }
}

GrB_Info operation_run_grb_parts(const operation *o, GrB_BinaryOp accum, GrB_Descriptor d)
{
    OWNED_MEMORY GrB_Index *I = operation_list(o, 0), *J = operation_list(o, 1);
    const GrB_Index r = (GrB_Index)o->lists[0].count, c = (GrB_Index)o->lists[1].count;
    GrB_Matrix C = o->C->G, A = o->A ? o->A->G : NULL, M = o->M ? o->M->G : NULL;
    OWNED(GrB_Scalar) value = NULL;
    GrB_Info info = GrB_SUCCESS;
    if (o->descriptor.transpose && A) GRB_DO(GrB_Descriptor_set(d, GrB_INP0, GrB_TRAN));
    GRB_DO(operation_scalar(&value, o->type, &o->value));
    switch (o->kind) {
    case OPERATION_MATRIX_EXTRACT: GRB_DO(GrB_Matrix_extract(C, M, accum, A, I, r, J, c, d)); break;
    case OPERATION_MATRIX_ASSIGN: GRB_DO(GrB_Matrix_assign(C, M, accum, A, I, r, J, c, d)); break;
    case OPERATION_MATRIX_SUBASSIGN: GRB_DO(GxB_Matrix_subassign(C, M, accum, A, I, r, J, c, d)); break;
    case OPERATION_MATRIX_ASSIGN_SCALAR: GRB_DO(GrB_Matrix_assign_Scalar(C, M, accum, value, I, r, J, c, d)); break;
    case OPERATION_MATRIX_SUBASSIGN_SCALAR:
        GRB_DO(GxB_Matrix_subassign_Scalar(C, M, accum, value, I, r, J, c, d));
        break;
    default: GRB_DO(assign_line(o, accum, d, I, J));
    }
    GRB_DO(GrB_wait(C, GrB_MATERIALIZE));
    return info;
}

/* -- tiles ------------------------------------------------------------------------------------- */

tropic_status operation_run_concat(const operation *o, tropic_context *context, const tropic_operator *accum)
{
    const tropic_matrix *tiles[TILES];
    for (int k = 0; k < o->tile_rows * o->tile_cols; k++) tiles[k] = o->tiles[k]->A;
    return tropic_matrix_concat(&o->C->A, context, o->M ? o->M->A : NULL, accum, tiles, o->tile_rows, o->tile_cols,
                                &o->descriptor);
}

GrB_Info operation_run_grb_concat(GrB_Matrix T, const operation *o)
{
    GrB_Matrix tiles[TILES];
    for (int k = 0; k < o->tile_rows * o->tile_cols; k++) tiles[k] = o->tiles[k]->G;
    return GxB_Matrix_concat(T, tiles, (GrB_Index)o->tile_rows, (GrB_Index)o->tile_cols, NULL);
}

tropic_status operation_run_split(const operation *o, tropic_context *context)
{
    tropic_index heights[TILE_ROWS], widths[TILE_COLS];
    tropic_matrix *tiles[TILES];
    tropic_status status;
    for (int r = 0; r < o->tile_rows; r++) heights[r] = o->tiles[r * o->tile_cols]->rows;
    for (int c = 0; c < o->tile_cols; c++) widths[c] = o->tiles[c]->cols;
    status = tropic_matrix_split(tiles, context, o->A->A, heights, o->tile_rows, widths, o->tile_cols, &o->descriptor);
    for (int k = 0; k < o->tile_rows * o->tile_cols && status == TROPIC_OK; k++) o->tiles[k]->A = tiles[k];
    return status;
}

/* (Of A' as a matrix of its own.) */
GrB_Info operation_run_grb_split(const operation *o)
{
    const GrB_Index rows = (GrB_Index)o->tile_rows, cols = (GrB_Index)o->tile_cols;
    GrB_Index heights[TILE_ROWS], widths[TILE_COLS];
    OWNED(GrB_Matrix) A = NULL;
    GrB_Matrix tiles[TILES];
    GrB_Info info = GrB_Matrix_dup(&A, o->A->G);
    for (GrB_Index r = 0; r < rows; r++) heights[r] = (GrB_Index)o->tiles[r * cols]->rows;
    for (GrB_Index c = 0; c < cols; c++) widths[c] = (GrB_Index)o->tiles[c]->cols;
    if (o->descriptor.transpose) {
        GrB_Matrix_free(&A);
        GRB_DO(GrB_Matrix_new(&A, algebra_type(o->A->type), (GrB_Index)o->A->cols, (GrB_Index)o->A->rows));
        GRB_DO(GrB_transpose(A, NULL, NULL, o->A->G, NULL));
    }
    GRB_DO(GxB_Matrix_split(tiles, rows, cols, heights, widths, A, NULL));
    for (GrB_Index k = 0; k < rows * cols; k++) o->tiles[k]->G = tiles[k];
    return info;
}
