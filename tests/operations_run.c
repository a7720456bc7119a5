/* SPDX-License-Identifier: Apache-2.0
 *
 * One operation, by the library and by GraphBLAS.
 */
#include "tests/operations.h"

static const tropic_operator *accum_of(const operation *o)
{
    return o->accum == GRB_NO_ACCUM
               ? NULL
               : tropic_operator_builtin((tropic_builtin_operator)o->accum, o->w->type);
}

tropic_status operation_run(const operation *o, void *total)
{
    const tropic_operator *op = tropic_operator_builtin(o->op, o->type), *accum;
    tropic_vector *mask = o->mask ? o->mask->v : NULL, *u = o->u ? o->u->v : NULL;
    const tropic_descriptor *d = &o->descriptor;
    if (o->kind == OPERATION_REDUCE) return tropic_reduce(total, op, u);
    accum = accum_of(o);
    switch (o->kind) {
    case OPERATION_ADD: return tropic_ewise_add(o->w->v, mask, accum, op, u, o->v->v, d);
    case OPERATION_MULTIPLY: return tropic_ewise_multiply(o->w->v, mask, accum, op, u, o->v->v, d);
    case OPERATION_APPLY: return tropic_apply(o->w->v, mask, accum, op, u, &o->value, d);
    case OPERATION_SELECT: return tropic_select(o->w->v, mask, accum, op, u, &o->value, d);
    case OPERATION_ASSIGN: return tropic_assign(o->w->v, mask, accum, u, o->ids, o->count, d);
    case OPERATION_ASSIGN_SCALAR:
        return tropic_assign_scalar(o->w->v, mask, accum, &o->value, o->ids, o->count, d);
    default: return tropic_extract(o->w->v, mask, accum, u, o->ids, o->count, d);
    }
}

GrB_BinaryOp operation_operator(int op, tropic_type type)
{
    return grb_operator(op == TROPIC_ANY ? TROPIC_FIRST : op, type);
}

GrB_Info operation_describe(GrB_Descriptor *made, const tropic_descriptor *wanted)
{
    GrB_Info info = GrB_Descriptor_new(made);
    GrB_Descriptor d = *made;
    if (wanted->transpose) GRB_DO(GrB_Descriptor_set(d, GrB_INP0, GrB_TRAN));
    if (wanted->complement) GRB_DO(GrB_Descriptor_set(d, GrB_MASK, GrB_COMP));
    if (wanted->structure) GRB_DO(GrB_Descriptor_set(d, GrB_MASK, GrB_STRUCTURE));
    if (wanted->replace) GRB_DO(GrB_Descriptor_set(d, GrB_OUTP, GrB_REPLACE));
    return info;
}

#define TYPES(X)                                                                                   \
    X(BOOL, bool)                                                                                  \
    X(INT32, int32_t)                                                                              \
    X(INT64, int64_t)                                                                              \
    X(UINT32, uint32_t)                                                                            \
    X(UINT64, uint64_t)                                                                            \
    X(FP32, float)                                                                                 \
    X(FP64, double)

static GrB_Info scalar_of(GrB_Scalar *s, tropic_type type, const operand_value *value)
{
    GrB_Info info = GrB_SUCCESS;
#define SCALAR(NAME, C)                                                                            \
    case TROPIC_##NAME: {                                                                          \
        C x;                                                                                       \
        memcpy(&x, value, sizeof x);                                                               \
        GRB_DO(GrB_Scalar_new(s, GrB_##NAME));                                                     \
        GRB_DO(GrB_Scalar_setElement_##NAME(*s, x));                                               \
        break;                                                                                     \
    }
    switch (type) {
        TYPES(SCALAR)
    }
    return info;
}

static GrB_Type type_of(tropic_type type)
{
#define TYPE(NAME, C)                                                                              \
    case TROPIC_##NAME: return GrB_##NAME;
    switch (type) {
        TYPES(TYPE)
    }
    return NULL;
}

static GrB_UnaryOp identity_of(tropic_type type)
{
#define IDENTITY(NAME, C)                                                                          \
    case TROPIC_##NAME: return GrB_IDENTITY_##NAME;
    switch (type) {
        TYPES(IDENTITY)
    }
    return NULL;
}

static GrB_Info reduce(const operation *o, void *total)
{
    GrB_Info info = GrB_SUCCESS;
#define REDUCE(NAME, C)                                                                            \
    case TROPIC_##NAME:                                                                            \
        GRB_DO(GrB_Vector_reduce_##NAME(total, NULL, grb_monoid((int)o->op, o->type), o->u->g,     \
                                        NULL));                                                    \
        break;
    switch (o->type) {
        TYPES(REDUCE)
    }
    return info;
}

/* t = u where op(u, value) holds, then w<mask> (accum)= t. (GrB_select has the comparisons alone.) */
static GrB_Info select_entries(const operation *o, GrB_Vector mask, GrB_BinaryOp accum,
                               GrB_Scalar value, GrB_Descriptor d)
{
    GrB_Vector holds = NULL, t = NULL;
    GrB_Info info = GrB_SUCCESS;
    GRB_DO(GrB_Vector_new(&holds, GrB_BOOL, (GrB_Index)o->u->n));
    GRB_DO(GrB_Vector_new(&t, type_of(o->type), (GrB_Index)o->u->n));
    GRB_DO(grb_vector_form(t, GRB_FLAGS));
    GRB_DO(GrB_Vector_apply_BinaryOp2nd_Scalar(
        holds, NULL, NULL, operation_operator((int)o->op, o->type), o->u->g, value, NULL));
    GRB_DO(GrB_Vector_apply(t, holds, NULL, identity_of(o->type), o->u->g, NULL));
    GRB_DO(GrB_Vector_apply(o->w->g, mask, accum, identity_of(o->type), t, d));
    GrB_Vector_free(&holds);
    GrB_Vector_free(&t);
    return info;
}

/* The index is an operator of another kind there, of signed types; indices fit, and are cast. */
static GrB_Info apply(const operation *o, GrB_Vector mask, GrB_BinaryOp accum, GrB_Scalar value,
                      GrB_Descriptor d)
{
    if (o->op == TROPIC_INDEX)
        return GrB_Vector_apply_IndexOp_INT64(o->w->g, mask, accum, GrB_ROWINDEX_INT64, o->u->g, 0,
                                              d);
    return GrB_Vector_apply_BinaryOp2nd_Scalar(
        o->w->g, mask, accum, operation_operator((int)o->op, o->type), o->u->g, value, d);
}

GrB_Info operation_run_grb(const operation *o, void *total)
{
    GrB_Vector mask = o->mask ? o->mask->g : NULL, u = o->u ? o->u->g : NULL;
    const bool with_op = o->kind <= OPERATION_SELECT;
    GrB_BinaryOp op = with_op ? operation_operator((int)o->op, o->type) : NULL, accum = NULL;
    GrB_Index *list = calloc((size_t)o->count + 1, sizeof *list);
    const GrB_Index *ids = o->ids ? list : GrB_ALL;
    GrB_Index count = (GrB_Index)o->count;
    GrB_Descriptor d = NULL;
    GrB_Scalar value = NULL;
    GrB_Info info = GrB_SUCCESS;
    for (tropic_index k = 0; o->ids && k < o->count; k++) list[k] = (GrB_Index)o->ids[k];
    if (o->kind == OPERATION_REDUCE) {
        free(list);
        return reduce(o, total);
    }
    if (o->accum != GRB_NO_ACCUM) accum = operation_operator(o->accum, o->w->type);
    GRB_DO(scalar_of(&value, with_op ? o->type : o->w->type, &o->value));
    GRB_DO(operation_describe(&d, &o->descriptor));
    switch (o->kind) {
    case OPERATION_ADD:
        GRB_DO(GrB_Vector_eWiseAdd_BinaryOp(o->w->g, mask, accum, op, u, o->v->g, d));
        break;
    case OPERATION_MULTIPLY:
        GRB_DO(GrB_Vector_eWiseMult_BinaryOp(o->w->g, mask, accum, op, u, o->v->g, d));
        break;
    case OPERATION_APPLY: GRB_DO(apply(o, mask, accum, value, d)); break;
    case OPERATION_SELECT: GRB_DO(select_entries(o, mask, accum, value, d)); break;
    case OPERATION_ASSIGN: GRB_DO(GrB_Vector_assign(o->w->g, mask, accum, u, ids, count, d)); break;
    case OPERATION_ASSIGN_SCALAR:
        GRB_DO(GrB_Vector_assign_Scalar(o->w->g, mask, accum, value, ids, count, d));
        break;
    default: GRB_DO(GrB_Vector_extract(o->w->g, mask, accum, u, ids, count, d)); break;
    }
    GRB_DO(GrB_wait(o->w->g, GrB_MATERIALIZE));
    GrB_Descriptor_free(&d);
    GrB_Scalar_free(&value);
    free(list);
    return info;
}
