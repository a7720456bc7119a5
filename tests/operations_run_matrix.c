/* SPDX-License-Identifier: Apache-2.0
 *
 * One operation with a matrix, by GraphBLAS.
 */
#include "tests/operation_algebra.h"
#include "tests/operation_matrices.h"

/* A (add.mul) U, with the columns of a block as a matrix. */
static GrB_Info multiply_block(GrB_Vector t, const operation *o, GrB_Semiring semiring, GrB_Descriptor d)
{
    const GrB_Index columns = (GrB_Index)tropic_vector_columns(o->w->v);
    OWNED(GrB_Matrix) T = NULL, U = NULL;
    GrB_Info info = GrB_Matrix_new(&T, algebra_type(o->type), (GrB_Index)o->w->n / columns, columns);
    GRB_DO(twin_of_block(&U, o->u));
    GRB_DO(GrB_mxm(T, NULL, NULL, semiring, o->A->G, U, d));
    if (o->semiring == USER_ANY_COLUMN)
        GRB_DO(GrB_Matrix_apply_IndexOp_INT64(T, NULL, NULL, GrB_ROWINDEX_INT64, T, 1, NULL));
    GRB_DO(twin_to_flat(t, o->type, T));
    return info;
}

/* A row, a column or a diagonal of A. */
static GrB_Info extract_line(GrB_Vector t, const operation *o)
{
    const int which = o->kind == OPERATION_EXTRACT_ROW; /* the side that has a list */
    const bool turned = o->descriptor.transpose;
    const GrB_Index count = (GrB_Index)o->lists[which].count;
    OWNED_MEMORY GrB_Index *ids = NULL;
    OWNED(GrB_Descriptor) d = NULL;
    GrB_Info info = GrB_SUCCESS;
    if (o->kind == OPERATION_EXTRACT_DIAGONAL)
        return GxB_Vector_diag(t, o->A->G, turned ? -(int64_t)o->line : o->line, NULL);
    ids = operation_list(o, which);
    GRB_DO(GrB_Descriptor_new(&d));
    if (turned != (o->kind == OPERATION_EXTRACT_ROW)) GRB_DO(GrB_Descriptor_set(d, GrB_INP0, GrB_TRAN));
    GRB_DO(GrB_Col_extract(t, NULL, NULL, o->A->G, ids, count, (GrB_Index)o->line, d));
    return info;
}

GrB_Info operation_run_grb_matrix(GrB_Vector t, const operation *o)
{
    GrB_Semiring semiring = algebra_semiring_grb(o->semiring, o->type);
    GrB_Vector u = o->u ? o->u->g : NULL;
    GrB_Matrix A = o->A->G;
    OWNED(GrB_Descriptor) d = NULL;
    GrB_Info info = GrB_Descriptor_new(&d);
    if (o->descriptor.transpose) /* vxm has the matrix second */
        GRB_DO(GrB_Descriptor_set(d, o->kind == OPERATION_VXM ? GrB_INP1 : GrB_INP0, GrB_TRAN));
    switch (o->kind) {
    case OPERATION_MXV: GRB_DO(GrB_mxv(t, NULL, NULL, semiring, A, u, d)); break;
    case OPERATION_VXM: GRB_DO(GrB_vxm(t, NULL, NULL, semiring, u, A, d)); break;
    case OPERATION_MXV_BLOCK: GRB_DO(multiply_block(t, o, semiring, d)); break;
    case OPERATION_EXTRACT_ROW:
    case OPERATION_EXTRACT_COLUMN:
    case OPERATION_EXTRACT_DIAGONAL: GRB_DO(extract_line(t, o)); break;
    default: GRB_DO(GrB_Matrix_reduce_Monoid(t, NULL, NULL, algebra_monoid_grb(o->op, o->type), A, d));
    }
    if (o->semiring == USER_ANY_COLUMN && o->kind <= OPERATION_VXM)
        GRB_DO(GrB_Vector_apply_IndexOp_INT64(t, NULL, NULL, GrB_ROWINDEX_INT64, t, 1, NULL));
    return info;
}

/* C, with T written to it. (At once, some versions crash with an accumulator: 7.4.0.) */
GrB_Info operation_run_grb_mxm(const operation *o, GrB_BinaryOp accum)
{
    const GrB_Index rows = o->C->rows > 0 ? (GrB_Index)o->C->rows : 1;
    const GrB_Index cols = o->C->cols > 0 ? (GrB_Index)o->C->cols : 1;
    tropic_descriptor wanted = o->descriptor;
    OWNED(GrB_Descriptor) d = NULL, as_it_is = NULL;
    OWNED(GrB_Matrix) T = NULL;
    GrB_Info info = GrB_Descriptor_new(&d);
    if (o->descriptor.transpose) GRB_DO(GrB_Descriptor_set(d, GrB_INP0, GrB_TRAN));
    if (o->descriptor.transpose_second) GRB_DO(GrB_Descriptor_set(d, GrB_INP1, GrB_TRAN));
    GRB_DO(GrB_Matrix_new(&T, algebra_type(o->type), rows, cols));
    GRB_DO(GrB_mxm(T, NULL, NULL, algebra_semiring_grb(o->semiring, o->type), o->A->G, o->B->G, d));
    if (o->semiring == USER_ANY_COLUMN)
        GRB_DO(GrB_Matrix_apply_IndexOp_INT64(T, NULL, NULL, GrB_COLINDEX_INT64, T, 1, NULL));
    wanted.transpose = true;
    GRB_DO(operation_describe(&as_it_is, &wanted));
    GRB_DO(GrB_transpose(o->C->G, o->M ? o->M->G : NULL, accum, T, as_it_is));
    return info;
}
