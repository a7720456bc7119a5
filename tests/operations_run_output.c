/* SPDX-License-Identifier: Apache-2.0
 *
 * One operation whose result is a matrix, by the library and by GraphBLAS.
 */
#include "tests/operation_algebra.h"
#include "tests/operation_matrices.h"
#include "tests/operation_places.h"

tropic_status operation_run_output(const operation *o, tropic_context *context, const tropic_operator *accum)
{
    const tropic_operator *op = algebra_operator(o->op, o->type);
    const tropic_matrix *A = o->A ? o->A->A : NULL, *B = o->B ? o->B->A : NULL, *M = o->M ? o->M->A : NULL;
    const tropic_vector *u = o->u ? o->u->v : NULL, *m = o->mask ? o->mask->v : NULL;
    const tropic_descriptor *d = &o->descriptor;
    const tropic_indices *I = o->listed[0] ? &o->lists[0] : NULL, *J = o->listed[1] ? &o->lists[1] : NULL;
    tropic_matrix **C = &o->C->A;
    switch (o->kind) {
    case OPERATION_TRANSPOSE: return tropic_transpose(C, context, M, accum, A, d);
    case OPERATION_MATRIX_ADD: return tropic_matrix_ewise_add(C, context, M, accum, op, A, B, d);
    case OPERATION_MATRIX_MULTIPLY: return tropic_matrix_ewise_multiply(C, context, M, accum, op, A, B, d);
    case OPERATION_MATRIX_UNION:
        return tropic_matrix_ewise_union(C, context, M, accum, op, A, &o->first, B, &o->value, d);
    case OPERATION_MATRIX_APPLY: return tropic_matrix_apply(C, context, M, accum, op, A, &o->value, d);
    case OPERATION_MATRIX_APPLY_FIRST: return tropic_matrix_apply_first(C, context, M, accum, op, &o->value, A, d);
    case OPERATION_KRONECKER: return tropic_kronecker(C, context, M, accum, op, A, B, d);
    case OPERATION_MATRIX_EXTRACT: return tropic_matrix_extract(C, context, M, accum, A, I, J, d);
    case OPERATION_MATRIX_ASSIGN: return tropic_matrix_assign(C, context, M, accum, A, I, J, d);
    case OPERATION_MATRIX_SUBASSIGN: return tropic_matrix_subassign(C, context, M, accum, A, I, J, d);
    case OPERATION_MATRIX_ASSIGN_SCALAR: return tropic_matrix_assign_scalar(C, context, M, accum, &o->value, I, J, d);
    case OPERATION_MATRIX_SUBASSIGN_SCALAR:
        return tropic_matrix_subassign_scalar(C, context, M, accum, &o->value, I, J, d);
    case OPERATION_ASSIGN_ROW: return tropic_matrix_assign_row(C, context, m, accum, u, o->line, J, d);
    case OPERATION_ASSIGN_COLUMN: return tropic_matrix_assign_column(C, context, m, accum, u, I, o->line, d);
    case OPERATION_SUBASSIGN_ROW: return tropic_matrix_subassign_row(C, context, m, accum, u, o->line, J, d);
    case OPERATION_SUBASSIGN_COLUMN: return tropic_matrix_subassign_column(C, context, m, accum, u, I, o->line, d);
    case OPERATION_DIAGONAL: return tropic_matrix_diagonal(C, context, M, accum, u, o->line, d);
    default: return tropic_matrix_select(C, context, M, accum, op, A, &o->value, d);
    }
}

/* -- by GraphBLAS ------------------------------------------------------------------------------ */

static GrB_IndexUnaryOp index_operator(int op)
{
    switch (op) {
    case TROPIC_INDEX:
    case TROPIC_ROW_INDEX: return GrB_ROWINDEX_INT64;
    case TROPIC_COL_INDEX: return GrB_COLINDEX_INT64;
    case TROPIC_DIAGONAL_INDEX: return GrB_DIAGINDEX_INT64;
    case TROPIC_TRIL: return GrB_TRIL;
    case TROPIC_TRIU: return GrB_TRIU;
    case TROPIC_DIAGONAL: return GrB_DIAG;
    case TROPIC_OFF_DIAGONAL: return GrB_OFFDIAG;
    case TROPIC_ROW_LE: return GrB_ROWLE;
    case TROPIC_ROW_GT: return GrB_ROWGT;
    case TROPIC_COL_LE: return GrB_COLLE;
    case TROPIC_COL_GT: return GrB_COLGT;
    default: return NULL;
    }
}

/* The y of an operator of places, as GraphBLAS has it. (SuiteSparse's DIAGINDEX is j - (i + y), unlike the C API's.) */
static int64_t place_of(const operation *o)
{
    int64_t wide = 0;
    if (o->op == TROPIC_INDEX) return 0;
#define WIDEN(NAME, C)                                                                                                 \
    case TROPIC_##NAME: {                                                                                              \
        C y;                                                                                                           \
        memcpy(&y, &o->value, sizeof y);                                                                               \
        wide = (int64_t)y;                                                                                             \
        break;                                                                                                         \
    }
    switch ((int)o->type) {
        TEST_EACH_TYPE(WIDEN)
    }
    return o->op == TROPIC_DIAGONAL_INDEX ? -wide : wide;
}

/* A + f i - g j, f and g as scalars (g NULL: 0), in steps: some versions fail at index operators of the user's own
 * where all entries are one value (7.4.0). */
static GrB_Info apply_places(GrB_Matrix T, GrB_Matrix A, GrB_Scalar f, GrB_Scalar g, GrB_Descriptor d)
{
    GrB_Info info = GrB_SUCCESS;
    OWNED(GrB_Matrix) U = NULL;
    GRB_DO(GrB_Matrix_dup(&U, T));
    GRB_DO(GrB_Matrix_apply_IndexOp_INT64(U, NULL, NULL, GrB_ROWINDEX_INT64, A, 0, d));
    GRB_DO(GrB_Matrix_apply_BinaryOp2nd_Scalar(U, NULL, NULL, GrB_TIMES_INT64, U, f, NULL));
    GRB_DO(GrB_Matrix_eWiseMult_BinaryOp(T, NULL, NULL, GrB_PLUS_INT64, A, U, d));
    if (g) {
        GRB_DO(GrB_Matrix_apply_IndexOp_INT64(U, NULL, NULL, GrB_COLINDEX_INT64, A, 0, d));
        GRB_DO(GrB_Matrix_apply_BinaryOp2nd_Scalar(U, NULL, NULL, GrB_TIMES_INT64, U, g, NULL));
        GRB_DO(GrB_Matrix_eWiseMult_BinaryOp(T, NULL, NULL, GrB_MINUS_INT64, T, U, NULL));
    }
    return info;
}

static GrB_Info apply(const operation *o, GrB_Matrix T, GrB_Scalar value, GrB_Descriptor d)
{
    const operand_value three = {.aligned = 3};
    GrB_Matrix A = o->A->G;
    OWNED(GrB_Scalar) factor = NULL;
    GrB_UnaryOp unary = algebra_unary_grb(o->op, o->type);
    GrB_Info info = GrB_SUCCESS;
    if (unary) return GrB_Matrix_apply(T, NULL, NULL, unary, A, d);
    if (index_operator(o->op))
        return GrB_Matrix_apply_IndexOp_INT64(T, NULL, NULL, index_operator(o->op), A, place_of(o), d);
    if (o->op == USER_PLACED) return apply_places(T, A, value, NULL, d);
    if (o->op == USER_AT) {
        GRB_DO(operation_scalar(&factor, TROPIC_INT64, &three));
        GRB_DO(apply_places(T, A, factor, value, d));
        return info;
    }
    return GrB_Matrix_apply_BinaryOp2nd_Scalar(T, NULL, NULL, algebra_operator_grb(o->op, o->type), A, value, d);
}

/* T = A where op(A, value) holds. (GrB_select has the comparisons alone.) */
static GrB_Info select_entries(const operation *o, GrB_Matrix T, GrB_Scalar value, GrB_Descriptor d)
{
    OWNED(GrB_Matrix) holds = NULL;
    OWNED(GrB_Descriptor) turn = NULL;
    GrB_Info info = GrB_SUCCESS;
    if (index_operator(o->op))
        return GrB_Matrix_select_INT64(T, NULL, NULL, index_operator(o->op), o->A->G, place_of(o), d);
    GRB_DO(GrB_Matrix_new(&holds, GrB_BOOL, (GrB_Index)o->C->rows, (GrB_Index)o->C->cols));
    GRB_DO(apply(o, holds, value, d));
    GRB_DO(GrB_Descriptor_new(&turn));
    if (!o->descriptor.transpose) GRB_DO(GrB_Descriptor_set(turn, GrB_INP0, GrB_TRAN));
    GRB_DO(GrB_transpose(T, holds, NULL, o->A->G, turn));
    return info;
}

static GrB_Info make_t(const operation *o, GrB_Matrix T, GrB_Descriptor d);

/* T by an operator of two operands that sees the place. */
static GrB_Info make_placed(const operation *o, GrB_Matrix T, GrB_Descriptor d)
{
    const GrB_Index rows = (GrB_Index)o->C->rows, cols = (GrB_Index)o->C->cols;
    operation first = *o, second = *o;
    OWNED(GrB_Matrix) X = NULL, Y = NULL, both = NULL;
    GrB_Info info = GrB_Matrix_new(&X, algebra_type(o->type), rows, cols);
    first.op = TROPIC_FIRST;
    second.op = TROPIC_SECOND;
    GRB_DO(GrB_Matrix_new(&Y, algebra_type(o->type), rows, cols));
    GRB_DO(make_t(&first, X, d));
    GRB_DO(make_t(&second, Y, d));
    if (o->kind == OPERATION_MATRIX_ADD) {
        first.kind = OPERATION_MATRIX_MULTIPLY;
        GRB_DO(GrB_Matrix_new(&both, algebra_type(o->type), rows, cols));
        GRB_DO(make_t(&first, both, d));
    }
    GRB_DO(places_combine((placed){.M = T}, o->op, o->type, (placed){.M = X}, (placed){.M = Y}, (placed){.M = both}));
    return info;
}

static GrB_Info make_t(const operation *o, GrB_Matrix T, GrB_Descriptor d)
{
    const bool alone = o->kind == OPERATION_MATRIX_APPLY || o->kind == OPERATION_MATRIX_SELECT;
    GrB_BinaryOp op = algebra_operator_grb(o->op, o->type);
    GrB_Matrix A = o->A ? o->A->G : NULL, B = o->B ? o->B->G : NULL;
    const int64_t diagonal = o->descriptor.transpose ? -(int64_t)o->line : o->line;
    OWNED(GrB_Scalar) value = NULL, first = NULL;
    GrB_Info info = GrB_SUCCESS;
    if (algebra_is_placed(o->op) && !alone) return make_placed(o, T, d);
    GRB_DO(operation_scalar(&value, o->type, &o->value));
    GRB_DO(operation_scalar(&first, o->type, &o->first));
    switch (o->kind) {
    case OPERATION_MATRIX_ADD: GRB_DO(GrB_Matrix_eWiseAdd_BinaryOp(T, NULL, NULL, op, A, B, d)); break;
    case OPERATION_MATRIX_MULTIPLY: GRB_DO(GrB_Matrix_eWiseMult_BinaryOp(T, NULL, NULL, op, A, B, d)); break;
    case OPERATION_MATRIX_UNION: GRB_DO(GxB_Matrix_eWiseUnion(T, NULL, NULL, op, A, first, B, value, d)); break;
    case OPERATION_KRONECKER: GRB_DO(GrB_Matrix_kronecker_BinaryOp(T, NULL, NULL, op, A, B, d)); break;
    case OPERATION_MATRIX_APPLY: GRB_DO(apply(o, T, value, d)); break;
    case OPERATION_MATRIX_APPLY_FIRST:
        GRB_DO(GrB_Matrix_apply_BinaryOp1st_Scalar(T, NULL, NULL, op, value, A, d));
        break;
    case OPERATION_DIAGONAL: GRB_DO(GxB_Matrix_diag(T, o->u->g, diagonal, NULL)); break;
    case OPERATION_CONCAT: GRB_DO(operation_run_grb_concat(T, o)); break;
    default: GRB_DO(select_entries(o, T, value, d));
    }
    return info;
}

tropic_type operation_result_type(const operation *o)
{
    const bool product = o->kind == OPERATION_MXM || (o->kind >= OPERATION_MXV && o->kind <= OPERATION_REDUCE_MATRIX);
    const bool copies =
        o->kind == OPERATION_TRANSPOSE || o->kind == OPERATION_MATRIX_SELECT || o->kind >= OPERATION_DIAGONAL;
    if (o->kind == OPERATION_SELECT) return o->u->type;
    if (product || (copies && !o->A)) return o->type;
    return copies ? o->A->type : algebra_result(o->op, o->type);
}

/* T, then C<M> (accum)= T; d has the mask's part of the descriptor. */
GrB_Info operation_run_grb_output(const operation *o, GrB_BinaryOp accum, GrB_Descriptor d)
{
    const bool transpose = o->descriptor.transpose, only_second = o->kind == OPERATION_MATRIX_APPLY_FIRST;
    const tropic_descriptor inputs = {
        .transpose = transpose, .transpose_second = only_second ? transpose : o->B && o->descriptor.transpose_second};
    OWNED(GrB_Matrix) T = NULL;
    GrB_Matrix M = o->M ? o->M->G : NULL;
    OWNED(GrB_Descriptor) in = NULL;
    GrB_Info info = GrB_SUCCESS;
    if (o->kind >= OPERATION_MATRIX_EXTRACT) return operation_run_grb_parts(o, accum, d);
    if (o->kind == OPERATION_TRANSPOSE) {
        if (inputs.transpose) GRB_DO(GrB_Descriptor_set(d, GrB_INP0, GrB_TRAN));
        GRB_DO(GrB_transpose(o->C->G, M, accum, o->A->G, d));
        return info;
    }
    GRB_DO(operation_describe(&in, &inputs));
    GRB_DO(GrB_Matrix_new(&T, algebra_type(operation_result_type(o)), (GrB_Index)o->C->rows, (GrB_Index)o->C->cols));
    GRB_DO(make_t(o, T, in));
    GRB_DO(GrB_Descriptor_set(d, GrB_INP0, GrB_TRAN));
    GRB_DO(GrB_transpose(o->C->G, M, accum, T, d));
    return info;
}
