/* SPDX-License-Identifier: Apache-2.0
 *
 * Hands a call to GraphBLAS. Those with a value: call_value.c.
 */
#include "tests/graphblas/cases/call.h"

#include <stdlib.h>

/* The arguments that most calls share; handles are NULL where the call has none. */
#define OUTPUT_V c->out->v, c->mask ? c->mask->v : NULL, c->accum ? c->accum->op : NULL
#define OUTPUT_A object_matrix(c->out), c->mask ? object_matrix(c->mask) : NULL, c->accum ? c->accum->op : NULL
#define ROWS c->rows.ids, c->rows.given
#define COLS c->cols.ids, c->cols.given

static GrB_Info run_product(const call *c)
{
    const GrB_Semiring s = c->semiring->semiring;
    if (c->kind == CALL_MXM) return GrB_mxm(OUTPUT_A, s, object_matrix(c->a), object_matrix(c->b), c->desc);
    if (c->kind == CALL_MXV) return GrB_mxv(OUTPUT_V, s, object_matrix(c->a), c->b->v, c->desc);
    return GrB_vxm(OUTPUT_V, s, c->a->v, object_matrix(c->b), c->desc);
}

static GrB_Info run_add(const call *c)
{
    const GrB_Descriptor d = c->desc;
    if (c->form == FORM_SEMIRING) {
        const GrB_Semiring s = c->semiring->semiring;
        return c->matrix ? GrB_Matrix_eWiseAdd_Semiring(OUTPUT_A, s, object_matrix(c->a), object_matrix(c->b), d)
                         : GrB_Vector_eWiseAdd_Semiring(OUTPUT_V, s, c->a->v, c->b->v, d);
    }
    if (c->form == FORM_MONOID) {
        const GrB_Monoid m = c->monoid->monoid;
        return c->matrix ? GrB_Matrix_eWiseAdd_Monoid(OUTPUT_A, m, object_matrix(c->a), object_matrix(c->b), d)
                         : GrB_Vector_eWiseAdd_Monoid(OUTPUT_V, m, c->a->v, c->b->v, d);
    }
    return c->matrix
               ? GrB_Matrix_eWiseAdd_BinaryOp(OUTPUT_A, c->binary->op, object_matrix(c->a), object_matrix(c->b), d)
               : GrB_Vector_eWiseAdd_BinaryOp(OUTPUT_V, c->binary->op, c->a->v, c->b->v, d);
}

static GrB_Info run_multiply(const call *c)
{
    const GrB_Descriptor d = c->desc;
    if (c->form == FORM_SEMIRING) {
        const GrB_Semiring s = c->semiring->semiring;
        return c->matrix ? GrB_Matrix_eWiseMult_Semiring(OUTPUT_A, s, object_matrix(c->a), object_matrix(c->b), d)
                         : GrB_Vector_eWiseMult_Semiring(OUTPUT_V, s, c->a->v, c->b->v, d);
    }
    if (c->form == FORM_MONOID) {
        const GrB_Monoid m = c->monoid->monoid;
        return c->matrix ? GrB_Matrix_eWiseMult_Monoid(OUTPUT_A, m, object_matrix(c->a), object_matrix(c->b), d)
                         : GrB_Vector_eWiseMult_Monoid(OUTPUT_V, m, c->a->v, c->b->v, d);
    }
    return c->matrix
               ? GrB_Matrix_eWiseMult_BinaryOp(OUTPUT_A, c->binary->op, object_matrix(c->a), object_matrix(c->b), d)
               : GrB_Vector_eWiseMult_BinaryOp(OUTPUT_V, c->binary->op, c->a->v, c->b->v, d);
}

static GrB_Info run_union(const call *c)
{
    const GrB_BinaryOp op = c->binary->op;
    const GrB_Scalar alpha = c->scalar->s, beta = c->beta->s;
    return c->matrix
               ? GxB_Matrix_eWiseUnion(OUTPUT_A, op, object_matrix(c->a), alpha, object_matrix(c->b), beta, c->desc)
               : GxB_Vector_eWiseUnion(OUTPUT_V, op, c->a->v, alpha, c->b->v, beta, c->desc);
}

static GrB_Info run_select_op(const call *c)
{
    const GrB_Scalar thunk = c->scalar ? c->scalar->s : NULL;
    return c->matrix ? GxB_Matrix_select(OUTPUT_A, c->select->op, object_matrix(c->a), thunk, c->desc)
                     : GxB_Vector_select(OUTPUT_V, c->select->op, c->a->v, thunk, c->desc);
}

static GrB_Info run_kronecker(const call *c)
{
    if (c->form == FORM_SEMIRING)
        return GrB_Matrix_kronecker_Semiring(OUTPUT_A, c->semiring->semiring, object_matrix(c->a), object_matrix(c->b),
                                             c->desc);
    if (c->form == FORM_MONOID)
        return GrB_Matrix_kronecker_Monoid(OUTPUT_A, c->monoid->monoid, object_matrix(c->a), object_matrix(c->b),
                                           c->desc);
    return GrB_Matrix_kronecker_BinaryOp(OUTPUT_A, c->binary->op, object_matrix(c->a), object_matrix(c->b), c->desc);
}

static GrB_Info run_reduce(const call *c)
{
    if (c->form == FORM_MONOID)
        return GrB_Matrix_reduce_Monoid(OUTPUT_V, c->monoid->monoid, object_matrix(c->a), c->desc);
    return GrB_Matrix_reduce_BinaryOp(OUTPUT_V, c->binary->op, object_matrix(c->a), c->desc);
}

static GrB_Info run_region(const call *c)
{
    const GrB_Vector mask = c->mask ? c->mask->v : NULL;
    const GrB_BinaryOp accum = c->accum ? c->accum->op : NULL;
    const GrB_Descriptor d = c->desc;
    if (c->kind == CALL_ASSIGN)
        return c->matrix ? GxB_Matrix_subassign(OUTPUT_A, object_matrix(c->a), ROWS, COLS, d)
                         : GxB_Vector_subassign(OUTPUT_V, c->a->v, ROWS, d);
    return c->kind == CALL_ASSIGN_COLUMN ? GxB_Col_subassign(c->out->A, mask, accum, c->a->v, ROWS, c->line, d)
                                         : GxB_Row_subassign(c->out->A, mask, accum, c->a->v, c->line, COLS, d);
}

static GrB_Info run_parts(const call *c)
{
    const GrB_Descriptor d = c->desc;
    if (c->region) return run_region(c);
    switch (c->kind) {
    case CALL_EXTRACT:
        return c->matrix ? GrB_Matrix_extract(OUTPUT_A, object_matrix(c->a), ROWS, COLS, d)
                         : GrB_Vector_extract(OUTPUT_V, c->a->v, ROWS, d);
    case CALL_EXTRACT_COLUMN: return GrB_Col_extract(OUTPUT_V, object_matrix(c->a), ROWS, c->line, d);
    case CALL_ASSIGN:
        return c->matrix ? GrB_Matrix_assign(OUTPUT_A, object_matrix(c->a), ROWS, COLS, d)
                         : GrB_Vector_assign(OUTPUT_V, c->a->v, ROWS, d);
    case CALL_ASSIGN_COLUMN:
        return GrB_Col_assign(c->out->A, c->mask ? c->mask->v : NULL, c->accum ? c->accum->op : NULL, c->a->v, ROWS,
                              c->line, d);
    default:
        return GrB_Row_assign(c->out->A, c->mask ? c->mask->v : NULL, c->accum ? c->accum->op : NULL, c->a->v, c->line,
                              COLS, d);
    }
}

GrB_Info call_run(call *c)
{
    switch (c->kind) {
    case CALL_MXM:
    case CALL_MXV:
    case CALL_VXM: return run_product(c);
    case CALL_EWISE_ADD: return run_add(c);
    case CALL_EWISE_MULT: return run_multiply(c);
    case CALL_EWISE_UNION: return run_union(c);
    case CALL_KRONECKER: return run_kronecker(c);
    case CALL_REDUCE: return run_reduce(c);
    case CALL_TRANSPOSE: return GrB_transpose(OUTPUT_A, object_matrix(c->a), c->desc);
    case CALL_APPLY:
        if (c->form != FORM_UNARY) return call_run_value(c);
        return c->matrix ? GrB_Matrix_apply(OUTPUT_A, c->unary->op, object_matrix(c->a), c->desc)
                         : GrB_Vector_apply(OUTPUT_V, c->unary->op, c->a->v, c->desc);
    case CALL_SELECT: return c->select ? run_select_op(c) : call_run_value(c);
    case CALL_ASSIGN_VALUE:
    case CALL_REDUCE_VALUE: return call_run_value(c);
    default: return run_parts(c);
    }
}

void call_free(call *c)
{
    free(c->rows.owned);
    free(c->cols.owned);
    if (c->own_desc) GrB_Descriptor_free(&c->desc);
}

/* A sum may be -0 in one library and 0 in the other: nothing that follows is to show it. */
void call_check(world *w, call *c)
{
    const char *words;
    GrB_Info info;
    call_settle(w, c);
    words = call_words(c);
    info = call_run(c);
    answer_add(w->answer, info, "%s", words);
    if (c->kind == CALL_REDUCE_VALUE && !c->scalar) {
        answer_value(answer_add(w->answer, GrB_SUCCESS, "its value"), c->v_type, &c->v);
        return;
    }
    world_tell(w, c->out ? c->out : c->scalar, "after it");
    world_settle(w, c->out ? c->out : c->scalar, SUMS_ANY);
}
