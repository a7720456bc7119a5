/* SPDX-License-Identifier: Apache-2.0
 *
 * One operation, by the library and by GraphBLAS.
 */
#include "tests/operation_algebra.h"
#include "tests/operation_matrices.h"
#include "tests/operation_places.h"

tropic_type operation_value_type(const operation *o)
{
    return o->kind <= OPERATION_SELECT || !o->w ? o->type : o->w->type;
}

static tropic_status run_matrix(const operation *o, const tropic_vector *mask, const tropic_operator *op,
                                const tropic_operator *accum)
{
    const tropic_descriptor *d = &o->descriptor;
    const tropic_semiring *semiring = algebra_semiring(o->semiring, o->type);
    const tropic_indices *I = o->listed[0] ? &o->lists[0] : NULL, *J = o->listed[1] ? &o->lists[1] : NULL;
    tropic_vector *w = o->w ? o->w->v : NULL, *u = o->u ? o->u->v : NULL;
    switch (o->kind) {
    case OPERATION_MXV: return tropic_mxv(w, mask, accum, semiring, o->A->A, u, d);
    case OPERATION_VXM: return tropic_vxm(w, mask, accum, semiring, u, o->A->A, d);
    case OPERATION_MXV_BLOCK: return tropic_mxv_block(w, mask, accum, semiring, o->A->A, u, d);
    case OPERATION_EXTRACT_ROW: return tropic_matrix_extract_row(w, mask, accum, o->A->A, o->line, J, d);
    case OPERATION_EXTRACT_COLUMN: return tropic_matrix_extract_column(w, mask, accum, o->A->A, I, o->line, d);
    case OPERATION_EXTRACT_DIAGONAL: return tropic_matrix_extract_diagonal(w, mask, accum, o->A->A, o->line, d);
    default: return tropic_reduce_matrix(w, mask, accum, op, o->A->A, d);
    }
}

tropic_status operation_run(const operation *o, tropic_context *context, void *total)
{
    const tropic_operator *op = algebra_operator(o->op, o->type), *accum = NULL;
    tropic_vector *mask = o->mask ? o->mask->v : NULL, *u = o->u ? o->u->v : NULL;
    const tropic_descriptor *d = &o->descriptor;
    if (o->kind == OPERATION_REDUCE) return tropic_reduce(total, op, u);
    if (o->kind == OPERATION_MATRIX_REDUCE) return tropic_matrix_reduce(total, context, op, o->A->A);
    if (o->accum != GRB_NO_ACCUM) accum = algebra_operator(o->accum, o->accum_type);
    if (o->kind == OPERATION_MXM)
        return tropic_mxm(&o->C->A, context, o->M ? o->M->A : NULL, accum, algebra_semiring(o->semiring, o->type),
                          o->A->A, o->B->A, d);
    if (o->kind == OPERATION_CONCAT) return operation_run_concat(o, context, accum);
    if (o->kind == OPERATION_SPLIT) return operation_run_split(o, context);
    if (o->C) return operation_run_output(o, context, accum);
    if (o->kind > OPERATION_REDUCE) return run_matrix(o, mask, op, accum);
    switch (o->kind) {
    case OPERATION_ADD: return tropic_ewise_add(o->w->v, mask, accum, op, u, o->v->v, d);
    case OPERATION_MULTIPLY: return tropic_ewise_multiply(o->w->v, mask, accum, op, u, o->v->v, d);
    case OPERATION_APPLY: return tropic_apply(o->w->v, mask, accum, op, u, &o->value, d);
    case OPERATION_APPLY_FIRST: return tropic_apply_first(o->w->v, mask, accum, op, &o->value, u, d);
    case OPERATION_SELECT: return tropic_select(o->w->v, mask, accum, op, u, &o->value, d);
    case OPERATION_ASSIGN: return tropic_assign(o->w->v, mask, accum, u, o->ids, o->count, d);
    case OPERATION_ASSIGN_SCALAR: return tropic_assign_scalar(o->w->v, mask, accum, &o->value, o->ids, o->count, d);
    default: return tropic_extract(o->w->v, mask, accum, u, o->ids, o->count, d);
    }
}

GrB_Info operation_describe(GrB_Descriptor *made, const tropic_descriptor *wanted)
{
    GrB_Info info = GrB_Descriptor_new(made);
    GrB_Descriptor d = *made;
    if (wanted->transpose) GRB_DO(GrB_Descriptor_set(d, GrB_INP0, GrB_TRAN));
    if (wanted->transpose_second) GRB_DO(GrB_Descriptor_set(d, GrB_INP1, GrB_TRAN));
    if (wanted->complement) GRB_DO(GrB_Descriptor_set(d, GrB_MASK, GrB_COMP));
    if (wanted->structure) GRB_DO(GrB_Descriptor_set(d, GrB_MASK, GrB_STRUCTURE));
    if (wanted->replace) GRB_DO(GrB_Descriptor_set(d, GrB_OUTP, GrB_REPLACE));
    return info;
}

GrB_Info operation_scalar(GrB_Scalar *s, tropic_type type, const operand_value *value)
{
    GrB_Info info = GrB_SUCCESS;
#define SCALAR(NAME, C)                                                                                                \
    case TROPIC_##NAME: {                                                                                              \
        C x;                                                                                                           \
        memcpy(&x, value, sizeof x);                                                                                   \
        GRB_DO(GrB_Scalar_new(s, GrB_##NAME));                                                                         \
        GRB_DO(GrB_Scalar_setElement_##NAME(*s, x));                                                                   \
        break;                                                                                                         \
    }
    switch ((int)type) {
        TEST_EACH_TYPE(SCALAR)
    default:
        GRB_DO(GrB_Scalar_new(s, algebra_type(type)));
        GRB_DO(GrB_Scalar_setElement_UDT(*s, (void *)(uintptr_t)value));
    }
    return info;
}

/* *A = the matrix to be summed. Some versions give one without entries the value of an entry that it had (7.4.0): so
 * that is a new one, *made, which the caller frees. */
static GrB_Info choose_summed(const operation *o, GrB_Matrix *A, GrB_Matrix *made)
{
    GrB_Index entries = 0;
    GrB_Info info = GrB_SUCCESS;
    *A = o->A ? o->A->G : NULL;
    if (!o->A) return info;
    GRB_DO(GrB_Matrix_nvals(&entries, *A));
    if (entries > 0) return info;
    GRB_DO(GrB_Matrix_new(made, algebra_type(o->A->type), 1, 1));
    *A = *made;
    return info;
}

/* Of a vector, or a matrix. */
static GrB_Info reduce(const operation *o, void *total)
{
    GrB_Monoid monoid = algebra_monoid_grb(o->op, o->type);
    OWNED(GrB_Matrix) made = NULL;
    GrB_Matrix A = NULL;
    GrB_Info info = choose_summed(o, &A, &made);
#define REDUCE(NAME, C)                                                                                                \
    case TROPIC_##NAME:                                                                                                \
        GRB_DO(A ? GrB_Matrix_reduce_##NAME(total, NULL, monoid, A, NULL)                                              \
                 : GrB_Vector_reduce_##NAME(total, NULL, monoid, o->u->g, NULL));                                      \
        break;
    switch ((int)o->type) {
        TEST_EACH_TYPE(REDUCE)
    default:
        GRB_DO(A ? GrB_Matrix_reduce_UDT(total, NULL, monoid, A, NULL)
                 : GrB_Vector_reduce_UDT(total, NULL, monoid, o->u->g, NULL));
    }
    return info;
}

static GrB_Info by_places(const operation *o, GrB_Vector t, GrB_Scalar value);

/* t by an operator that sees the place. */
static GrB_Info make_placed(const operation *o, GrB_Vector t, GrB_Scalar value)
{
    operation first = *o, second = *o;
    OWNED(GrB_Vector) X = NULL, Y = NULL, both = NULL;
    GrB_Info info = GrB_Vector_new(&X, algebra_type(o->type), (GrB_Index)o->w->n);
    if (o->kind == OPERATION_SELECT) first.kind = second.kind = OPERATION_APPLY;
    first.op = TROPIC_FIRST;
    second.op = TROPIC_SECOND;
    GRB_DO(GrB_Vector_dup(&Y, X));
    GRB_DO(by_places(&first, X, value));
    GRB_DO(by_places(&second, Y, value));
    if (o->kind == OPERATION_ADD) {
        first.kind = OPERATION_MULTIPLY;
        GRB_DO(GrB_Vector_new(&both, algebra_type(o->type), (GrB_Index)o->w->n));
        GRB_DO(by_places(&first, both, value));
    }
    GRB_DO(places_combine((placed){.v = t}, o->op, o->type, (placed){.v = X}, (placed){.v = Y}, (placed){.v = both}));
    return info;
}

/* The index is an operator of another kind there, of signed types; indices fit, and are cast. x + y i is made in three
 * steps: some versions fail at index operators of the user's own where all entries are one value (7.4.0). */
static GrB_Info apply(const operation *o, GrB_Vector t, GrB_Scalar value)
{
    GrB_Vector u = o->u->g;
    GrB_UnaryOp unary = algebra_unary_grb(o->op, o->type);
    GrB_Info info = GrB_SUCCESS;
    if (unary) return GrB_Vector_apply(t, NULL, NULL, unary, u, NULL);
    if (algebra_of_places(o->op) || o->op == USER_AT) return make_placed(o, t, value);
    if (o->op != TROPIC_INDEX && o->op != USER_PLACED)
        return GrB_Vector_apply_BinaryOp2nd_Scalar(t, NULL, NULL, algebra_operator_grb(o->op, o->type), u, value, NULL);
    GRB_DO(GrB_Vector_apply_IndexOp_INT64(t, NULL, NULL, GrB_ROWINDEX_INT64, u, 0, NULL));
    if (o->op == TROPIC_INDEX) return info;
    GRB_DO(GrB_Vector_apply_BinaryOp2nd_Scalar(t, NULL, NULL, GrB_TIMES_UINT64, t, value, NULL));
    GRB_DO(GrB_Vector_eWiseMult_BinaryOp(t, NULL, NULL, GrB_PLUS_UINT64, u, t, NULL));
    return info;
}

/* t = u where op(u, value) holds. (GrB_select has the comparisons alone.) */
static GrB_Info select_entries(const operation *o, GrB_Vector t, GrB_Scalar value)
{
    OWNED(GrB_Vector) holds = NULL;
    GrB_Info info = GrB_Vector_new(&holds, GrB_BOOL, (GrB_Index)o->u->n);
    GRB_DO(apply(o, holds, value));
    GRB_DO(GrB_Vector_extract(t, holds, NULL, o->u->g, GrB_ALL, (GrB_Index)o->u->n, NULL));
    return info;
}

static GrB_Info by_places(const operation *o, GrB_Vector t, GrB_Scalar value)
{
    GrB_BinaryOp op = algebra_operator_grb(o->op, o->type);
    GrB_Vector u = o->u->g, v = o->v->g;
    if (algebra_is_placed(o->op) && o->kind != OPERATION_APPLY && o->kind != OPERATION_SELECT)
        return make_placed(o, t, value);
    switch (o->kind) {
    case OPERATION_ADD: return GrB_Vector_eWiseAdd_BinaryOp(t, NULL, NULL, op, u, v, NULL);
    case OPERATION_MULTIPLY: return GrB_Vector_eWiseMult_BinaryOp(t, NULL, NULL, op, u, v, NULL);
    case OPERATION_APPLY: return apply(o, t, value);
    case OPERATION_APPLY_FIRST: return GrB_Vector_apply_BinaryOp1st_Scalar(t, NULL, NULL, op, value, u, NULL);
    default: return select_entries(o, t, value);
    }
}

/* t, then w<mask> (accum)= t. At once, some versions crash (7.4.0, in GB_subassign_08n), and others take a w whose
 * entries are all one value for one that stays so. */
static GrB_Info through_t(const operation *o, GrB_Vector mask, GrB_BinaryOp accum, GrB_Scalar value, GrB_Descriptor d)
{
    OWNED(GrB_Vector) t = NULL;
    GrB_Info info = GrB_Vector_new(&t, algebra_type(operation_result_type(o)), (GrB_Index)o->w->n);
    GRB_DO(grb_vector_form(t, GRB_FLAGS));
    if (o->A)
        GRB_DO(operation_run_grb_matrix(t, o));
    else
        GRB_DO(by_places(o, t, value));
    GRB_DO(GrB_Vector_extract(o->w->g, mask, accum, t, GrB_ALL, (GrB_Index)o->w->n, d));
    return info;
}

/* With the list of ids, or all. */
static GrB_Info by_ids(const operation *o, GrB_Vector mask, GrB_BinaryOp accum, GrB_Scalar value, GrB_Descriptor d)
{
    GrB_Vector w = o->w->g, u = o->u ? o->u->g : NULL;
    GrB_Index *list = calloc((size_t)o->count + 1, sizeof *list), count = (GrB_Index)o->count;
    const GrB_Index *ids = o->ids ? list : GrB_ALL;
    GrB_Info info = GrB_SUCCESS;
    for (tropic_index k = 0; o->ids && k < o->count; k++) list[k] = (GrB_Index)o->ids[k];
    if (o->kind == OPERATION_ASSIGN)
        GRB_DO(GrB_Vector_assign(w, mask, accum, u, ids, count, d));
    else if (o->kind == OPERATION_ASSIGN_SCALAR)
        GRB_DO(GrB_Vector_assign_Scalar(w, mask, accum, value, ids, count, d));
    else
        GRB_DO(GrB_Vector_extract(w, mask, accum, u, ids, count, d));
    free(list);
    return info;
}

GrB_Info operation_run_grb(const operation *o, void *total)
{
    GrB_Vector mask = o->mask ? o->mask->g : NULL;
    tropic_descriptor wanted = o->descriptor;
    GrB_BinaryOp accum = NULL;
    OWNED(GrB_Descriptor) d = NULL;
    OWNED(GrB_Scalar) value = NULL;
    GrB_Info info = GrB_SUCCESS;
    if (o->kind == OPERATION_REDUCE || o->kind == OPERATION_MATRIX_REDUCE) return reduce(o, total);
    if (o->kind == OPERATION_SPLIT) return operation_run_grb_split(o);
    if (algebra_is_placed(o->accum)) return places_accumulate(o);
    if (o->accum != GRB_NO_ACCUM) accum = algebra_operator_grb(o->accum, o->accum_type);
    GRB_DO(operation_scalar(&value, operation_value_type(o), &o->value));
    wanted.transpose = wanted.transpose_second = false;
    GRB_DO(operation_describe(&d, &wanted));
    if (o->kind == OPERATION_MXM)
        GRB_DO(operation_run_grb_mxm(o, accum));
    else if (o->C)
        GRB_DO(operation_run_grb_output(o, accum, d));
    else if (o->kind <= OPERATION_SELECT || o->A)
        GRB_DO(through_t(o, mask, accum, value, d));
    else
        GRB_DO(by_ids(o, mask, accum, value, d));
    if (o->w) GRB_DO(GrB_wait(o->w->g, GrB_MATERIALIZE));
    return info;
}
