/* SPDX-License-Identifier: Apache-2.0
 *
 * extract, assign of vectors and matrices, and transpose.
 */
#include "graphblas/call.h"

/* ------------------------------------------------------------------------------------------------
 * Extract
 */

GrB_Info GrB_Vector_extract(GrB_Vector w, const GrB_Vector mask, const GrB_BinaryOp accum, const GrB_Vector u,
                            const GrB_Index *indices, GrB_Index nindices, const GrB_Descriptor desc)
{
    grb_call c;
    const tropic_index *ids;
    tropic_index count;
    if (GRB_OPEN(c, w) && GRB_MAY(c, mask) && GRB_MAY(c, accum) && GRB_NEED(c, u) && grb_describe(&c, desc) &&
        grb_accumulates(&c, w->type, accum, u->type) &&
        grb_ids(&c, indices, nindices, (GrB_Index)tropic_vector_size(u->of), &ids, &count, "indices") &&
        grb_ready(&c, GRB_PASS_NONE))
        grb_done(&c, tropic_extract(w->of, grb_vector_of(mask), grb_accum(accum), u->of, ids, count, &c.descriptor));
    return grb_close(&c);
}

/* Rows and columns of A, or of its transpose. */
static GrB_Index rows_of(GrB_Matrix A, bool transpose)
{
    return (GrB_Index)(transpose ? tropic_matrix_cols(A->of) : tropic_matrix_rows(A->of));
}

GrB_Info GrB_Matrix_extract(GrB_Matrix C, const GrB_Matrix Mask, const GrB_BinaryOp accum, const GrB_Matrix A,
                            const GrB_Index *rows, GrB_Index nrows, const GrB_Index *columns, GrB_Index ncols,
                            const GrB_Descriptor desc)
{
    grb_call c;
    tropic_indices row_list, col_list;
    const tropic_indices *row_ids, *col_ids;
    if (GRB_OPEN(c, C) && GRB_MAY(c, Mask) && GRB_MAY(c, accum) && GRB_NEED(c, A) && grb_describe(&c, desc) &&
        grb_accumulates(&c, C->type, accum, A->type) &&
        grb_indices(&c, rows, nrows, rows_of(A, c.descriptor.transpose), &row_list, &row_ids, "rows") &&
        grb_indices(&c, columns, ncols, rows_of(A, !c.descriptor.transpose), &col_list, &col_ids, "columns") &&
        grb_ready(&c, GRB_PASS_NONE))
        grb_done(&c, tropic_matrix_extract(&C->of, c.context, grb_matrix_of(Mask), grb_accum(accum), A->of, row_ids,
                                           col_ids, &c.descriptor));
    return grb_close(&c);
}

GrB_Info GrB_Col_extract(GrB_Vector w, const GrB_Vector mask, const GrB_BinaryOp accum, const GrB_Matrix A,
                         const GrB_Index *rows, GrB_Index nrows, GrB_Index column, const GrB_Descriptor desc)
{
    grb_call c;
    tropic_indices list;
    const tropic_indices *ids;
    if (GRB_OPEN(c, w) && GRB_MAY(c, mask) && GRB_MAY(c, accum) && GRB_NEED(c, A) && grb_describe(&c, desc) &&
        grb_index(&c, column, rows_of(A, !c.descriptor.transpose), "column") &&
        grb_accumulates(&c, w->type, accum, A->type) &&
        grb_indices(&c, rows, nrows, rows_of(A, c.descriptor.transpose), &list, &ids, "rows") &&
        grb_ready(&c, GRB_PASS_NONE))
        grb_done(&c, tropic_matrix_extract_column(w->of, grb_vector_of(mask), grb_accum(accum), A->of, ids,
                                                  (tropic_index)column, &c.descriptor));
    return grb_close(&c);
}

/* ------------------------------------------------------------------------------------------------
 * Assign
 */

GrB_Info GrB_Vector_assign(GrB_Vector w, const GrB_Vector mask, const GrB_BinaryOp accum, const GrB_Vector u,
                           const GrB_Index *indices, GrB_Index nindices, const GrB_Descriptor desc)
{
    grb_call c;
    const tropic_index *ids;
    tropic_index count;
    if (GRB_OPEN(c, w) && GRB_MAY(c, mask) && GRB_MAY(c, accum) && GRB_NEED(c, u) && grb_describe(&c, desc) &&
        grb_accumulates(&c, w->type, accum, u->type) &&
        grb_ids(&c, indices, nindices, (GrB_Index)tropic_vector_size(w->of), &ids, &count, "indices") &&
        grb_ready(&c, GRB_PASS_ENTRIES))
        grb_done(&c, tropic_assign(w->of, grb_vector_of(mask), grb_accum(accum), u->of, ids, count, &c.descriptor));
    return grb_close(&c);
}

GrB_Info GrB_Matrix_assign(GrB_Matrix C, const GrB_Matrix Mask, const GrB_BinaryOp accum, const GrB_Matrix A,
                           const GrB_Index *rows, GrB_Index nrows, const GrB_Index *columns, GrB_Index ncols,
                           const GrB_Descriptor desc)
{
    grb_call c;
    tropic_indices row_list, col_list;
    const tropic_indices *row_ids, *col_ids;
    if (GRB_OPEN(c, C) && GRB_MAY(c, Mask) && GRB_MAY(c, accum) && GRB_NEED(c, A) && grb_describe(&c, desc) &&
        grb_accumulates(&c, C->type, accum, A->type) &&
        grb_indices(&c, rows, nrows, rows_of(C, false), &row_list, &row_ids, "rows") &&
        grb_indices(&c, columns, ncols, rows_of(C, true), &col_list, &col_ids, "columns")) {
        if (!row_ids && !col_ids && !c.descriptor.transpose) grb_row_by_row(&c, NULL, (GrB_Matrix[]){C, Mask, A}, 3);
        bool good = grb_ready(&c, GRB_PASS_ENTRIES);
        for (tropic_index i = 0; i < c.rows && good; i++)
            good = grb_done(&c, tropic_assign(C->rows[i], grb_row_of(Mask, i), grb_accum(accum), A->rows[i], NULL,
                                              tropic_matrix_cols(C->of), &c.descriptor));
        if (c.rows == 0 && good)
            grb_done(&c, tropic_matrix_assign(&C->of, c.context, grb_matrix_of(Mask), grb_accum(accum), A->of, row_ids,
                                              col_ids, &c.descriptor));
    }
    return grb_close(&c);
}

GrB_Info GrB_Col_assign(GrB_Matrix C, const GrB_Vector mask, const GrB_BinaryOp accum, const GrB_Vector u,
                        const GrB_Index *rows, GrB_Index nrows, GrB_Index column, const GrB_Descriptor desc)
{
    grb_call c;
    tropic_indices list;
    const tropic_indices *ids;
    if (GRB_OPEN(c, C) && GRB_MAY(c, mask) && GRB_MAY(c, accum) && GRB_NEED(c, u) && grb_describe(&c, desc) &&
        grb_index(&c, column, rows_of(C, true), "column") && grb_accumulates(&c, C->type, accum, u->type) &&
        grb_indices(&c, rows, nrows, rows_of(C, false), &list, &ids, "rows") && grb_ready(&c, GRB_PASS_NONE))
        grb_done(&c, tropic_matrix_assign_column(&C->of, c.context, grb_vector_of(mask), grb_accum(accum), u->of, ids,
                                                 (tropic_index)column, &c.descriptor));
    return grb_close(&c);
}

GrB_Info GrB_Row_assign(GrB_Matrix C, const GrB_Vector mask, const GrB_BinaryOp accum, const GrB_Vector u,
                        GrB_Index row, const GrB_Index *columns, GrB_Index ncols, const GrB_Descriptor desc)
{
    grb_call c;
    tropic_indices list;
    const tropic_indices *ids;
    if (GRB_OPEN(c, C) && GRB_MAY(c, mask) && GRB_MAY(c, accum) && GRB_NEED(c, u) && grb_describe(&c, desc) &&
        grb_index(&c, row, rows_of(C, false), "row") && grb_accumulates(&c, C->type, accum, u->type) &&
        grb_indices(&c, columns, ncols, rows_of(C, true), &list, &ids, "columns") && grb_ready(&c, GRB_PASS_NONE))
        grb_done(&c, tropic_matrix_assign_row(&C->of, c.context, grb_vector_of(mask), grb_accum(accum), u->of,
                                              (tropic_index)row, ids, &c.descriptor));
    return grb_close(&c);
}

/* ------------------------------------------------------------------------------------------------
 * Transpose
 */

GrB_Info GrB_transpose(GrB_Matrix C, const GrB_Matrix Mask, const GrB_BinaryOp accum, const GrB_Matrix A,
                       const GrB_Descriptor desc)
{
    grb_call c;
    if (GRB_OPEN(c, C) && GRB_MAY(c, Mask) && GRB_MAY(c, accum) && GRB_NEED(c, A) && grb_describe(&c, desc) &&
        grb_accumulates(&c, C->type, accum, A->type) && grb_ready(&c, GRB_PASS_ENTRIES))
        grb_done(&c, tropic_transpose(&C->of, c.context, grb_matrix_of(Mask), grb_accum(accum), A->of, &c.descriptor));
    return grb_close(&c);
}
