/* SPDX-License-Identifier: Apache-2.0
 *
 * Calls that take a value, of each type of C, of the user's own, or as a scalar of GraphBLAS.
 */
#include "tests/graphblas/cases/call.h"

#define OUTPUT_V c->out->v, c->mask ? c->mask->v : NULL, c->accum ? c->accum->op : NULL
#define OUTPUT_A object_matrix(c->out), c->mask ? object_matrix(c->mask) : NULL, c->accum ? c->accum->op : NULL
#define THESE(...) __VA_ARGS__

#define OF_TYPE(T, CALL, BEFORE, AFTER)                                                                                \
    case TYPE_##T: return CALL##_##T(THESE BEFORE, c->v.T, THESE AFTER);
/* CALL_T(BEFORE, value, AFTER) for the type T of the value. */
#define OF_EACH_TYPE(CALL, BEFORE, AFTER)                                                                              \
    do {                                                                                                               \
        if (c->scalar) return CALL##_Scalar(THESE BEFORE, c->scalar->s, THESE AFTER);                                  \
        switch (c->v_type) {                                                                                           \
            OF_TYPE(BOOL, CALL, BEFORE, AFTER)                                                                         \
            OF_TYPE(INT8, CALL, BEFORE, AFTER)                                                                         \
            OF_TYPE(INT16, CALL, BEFORE, AFTER)                                                                        \
            OF_TYPE(INT32, CALL, BEFORE, AFTER)                                                                        \
            OF_TYPE(INT64, CALL, BEFORE, AFTER)                                                                        \
            OF_TYPE(UINT8, CALL, BEFORE, AFTER)                                                                        \
            OF_TYPE(UINT16, CALL, BEFORE, AFTER)                                                                       \
            OF_TYPE(UINT32, CALL, BEFORE, AFTER)                                                                       \
            OF_TYPE(UINT64, CALL, BEFORE, AFTER)                                                                       \
            OF_TYPE(FP32, CALL, BEFORE, AFTER)                                                                         \
            OF_TYPE(FP64, CALL, BEFORE, AFTER)                                                                         \
        default: return CALL##_UDT(THESE BEFORE, (void *)c->v_at, THESE AFTER);                                        \
        }                                                                                                              \
    } while (0)

static GrB_Info assign_vector(call *c)
{
    OF_EACH_TYPE(GrB_Vector_assign, (OUTPUT_V), (c->rows.ids, c->rows.given, c->desc));
}

static GrB_Info assign_matrix(call *c)
{
    OF_EACH_TYPE(GrB_Matrix_assign, (OUTPUT_A), (c->rows.ids, c->rows.given, c->cols.ids, c->cols.given, c->desc));
}

static GrB_Info subassign_vector(call *c)
{
    OF_EACH_TYPE(GxB_Vector_subassign, (OUTPUT_V), (c->rows.ids, c->rows.given, c->desc));
}

static GrB_Info subassign_matrix(call *c)
{
    OF_EACH_TYPE(GxB_Matrix_subassign, (OUTPUT_A), (c->rows.ids, c->rows.given, c->cols.ids, c->cols.given, c->desc));
}

static GrB_Info first_vector(call *c)
{
    OF_EACH_TYPE(GrB_Vector_apply_BinaryOp1st, (OUTPUT_V, c->binary->op), (c->a->v, c->desc));
}

static GrB_Info first_matrix(call *c)
{
    OF_EACH_TYPE(GrB_Matrix_apply_BinaryOp1st, (OUTPUT_A, c->binary->op), (object_matrix(c->a), c->desc));
}

static GrB_Info second_vector(call *c)
{
    OF_EACH_TYPE(GrB_Vector_apply_BinaryOp2nd, (OUTPUT_V, c->binary->op, c->a->v), (c->desc));
}

static GrB_Info second_matrix(call *c)
{
    OF_EACH_TYPE(GrB_Matrix_apply_BinaryOp2nd, (OUTPUT_A, c->binary->op, object_matrix(c->a)), (c->desc));
}

static GrB_Info index_vector(call *c)
{
    OF_EACH_TYPE(GrB_Vector_apply_IndexOp, (OUTPUT_V, c->index->op, c->a->v), (c->desc));
}

static GrB_Info index_matrix(call *c)
{
    OF_EACH_TYPE(GrB_Matrix_apply_IndexOp, (OUTPUT_A, c->index->op, object_matrix(c->a)), (c->desc));
}

static GrB_Info select_vector(call *c)
{
    OF_EACH_TYPE(GrB_Vector_select, (OUTPUT_V, c->index->op, c->a->v), (c->desc));
}

static GrB_Info select_matrix(call *c)
{
    OF_EACH_TYPE(GrB_Matrix_select, (OUTPUT_A, c->index->op, object_matrix(c->a)), (c->desc));
}

#define REDUCE(T, C_TYPE)                                                                                              \
    case TYPE_##T:                                                                                                     \
        return c->matrix ? GrB_Matrix_reduce_##T(c->v_at ? &c->v_at->T : NULL, accum, m, object_matrix(c->a), c->desc) \
                         : GrB_Vector_reduce_##T(c->v_at ? &c->v_at->T : NULL, accum, m, c->a->v, c->desc);

static GrB_Info reduce(call *c)
{
    const GrB_BinaryOp accum = c->accum ? c->accum->op : NULL;
    const GrB_Monoid m = c->monoid->monoid;
    switch (c->v_type) {
        TEST_EACH_TYPE(REDUCE)
    default:
        return c->matrix ? GrB_Matrix_reduce_UDT(c->v_at, accum, m, object_matrix(c->a), c->desc)
                         : GrB_Vector_reduce_UDT(c->v_at, accum, m, c->a->v, c->desc);
    }
}

static GrB_Info reduce_to_scalar(call *c)
{
    const GrB_BinaryOp accum = c->accum ? c->accum->op : NULL;
    const GrB_Scalar s = c->scalar->s;
    const GrB_Descriptor d = c->desc;
    if (c->form == FORM_MONOID) {
        const GrB_Monoid m = c->monoid->monoid;
        return c->matrix ? GrB_Matrix_reduce_Monoid_Scalar(s, accum, m, object_matrix(c->a), d)
                         : GrB_Vector_reduce_Monoid_Scalar(s, accum, m, c->a->v, d);
    }
    return c->matrix ? GrB_Matrix_reduce_BinaryOp_Scalar(s, accum, c->binary->op, object_matrix(c->a), d)
                     : GrB_Vector_reduce_BinaryOp_Scalar(s, accum, c->binary->op, c->a->v, d);
}

GrB_Info call_run_value(call *c)
{
    switch (c->kind) {
    case CALL_ASSIGN_VALUE:
        if (c->region) return c->matrix ? subassign_matrix(c) : subassign_vector(c);
        return c->matrix ? assign_matrix(c) : assign_vector(c);
    case CALL_SELECT: return c->matrix ? select_matrix(c) : select_vector(c);
    case CALL_REDUCE_VALUE: return c->scalar ? reduce_to_scalar(c) : reduce(c);
    default: break;
    }
    if (c->form == FORM_FIRST) return c->matrix ? first_matrix(c) : first_vector(c);
    if (c->form == FORM_SECOND) return c->matrix ? second_matrix(c) : second_vector(c);
    return c->matrix ? index_matrix(c) : index_vector(c);
}
