/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic_mxm: C<mask> (accum)= A (add.mul) B. Checks, chooses a way, makes T, and writes it.
 */
#include "semiring/semiring.h"
#include "spmv/cpu_backend.h"
#include "spmv/matrices/cast.h"
#include "spmv/matrices/matrix_output.h"
#include "spmv/matrices/product.h"
#include "spmv/ops/mxv_ops.h"

static tropic_status check(tp_product *p, const tp_product_operands *in, tp_matrix_output *o)
{
    tropic_context *context = p->context;
    const tropic_semiring *semiring = p->semiring;
    tropic_index inner;
    if (!semiring) return tp_semiring_null(context);
    if (!in->A) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "A is NULL");
    if (!in->B) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "B is NULL");
    p->rows = tp_matrix_lists(in->A, in->a);
    p->inner = tp_matrix_lists(in->A, tp_product_other(in->a));
    inner = tp_matrix_lists(in->B, in->b);
    p->cols = tp_matrix_lists(in->B, tp_product_other(in->b));
    if (inner != p->inner)
        return tp_fail(context, TROPIC_DIMENSION_MISMATCH, "A%s is %d x %d, B%s %d x %d",
                       in->a == TP_BY_COLUMN ? "'" : "", p->rows, p->inner, in->b == TP_BY_COLUMN ? "'" : "", inner,
                       p->cols);
    TP_TRY(tp_matrix_check_input(context, in->A, "A", semiring->uses_first, semiring->x));
    TP_TRY(tp_matrix_check_input(context, in->B, "B", semiring->uses_second, semiring->y));
    if (semiring->user && semiring->user->uses_w)
        return tp_fail(context, TROPIC_NOT_SUPPORTED, "the multiply of %s sees w, which mxm does not have",
                       semiring->name);
    return tp_matrix_output_check(o, p->rows, p->cols, semiring->type, false);
}

/* -- T ----------------------------------------------------------------------------------------- */

/* The kernels, and what they read. */
static tropic_status open_kernels(tp_product *p)
{
    const tropic_semiring *semiring = p->semiring;
    p->state.mask.structure = true;
    if (semiring->user) return tp_cpu_specialise(p->context, semiring, true, &p->state, &p->op);
    p->op = tp_mxv_op(semiring->flipped, semiring->type);
    tp_semiring_identity(semiring, &p->identity);
    p->zero = &p->identity;
    return TROPIC_OK;
}

static tropic_status open_mask(tp_product *p, const tp_matrix_output *o)
{
    if (!o->mask) return TROPIC_OK;
    TP_TRY(tp_matrix_open_lists(p->context, o->mask, TP_BY_ROW, &p->m));
    p->allows = (tp_mask){.values = p->m.size > 0 ? p->m.values : NULL,
                          .type = o->mask->type,
                          .structure = o->descriptor.structure || p->m.size == 0};
    p->complement = o->descriptor.complement;
    return TROPIC_OK;
}

/* Values that the multiply does not read may be of any type. */
static tropic_status open_operand(tropic_context *context, const tropic_matrix *A, tp_orientation orientation,
                                  bool read, tropic_type type, tp_lists *lists, void **cast)
{
    return tp_matrix_open_cast(context, A, orientation, read ? type : A->type, lists, cast);
}

static tropic_status make(tp_product *p, const tp_product_operands *in, const tp_matrix_output *o)
{
    const tropic_semiring *semiring = p->semiring;
    const tp_memory *memory = &p->context->memory;
    p->t = (tp_lists){.lists = p->rows, .size = p->size};
    p->t.offsets = tp_allocate_zero(memory, (int64_t)p->rows + 1, sizeof *p->t.offsets);
    if (!p->t.offsets) return tp_out_of_memory(p->context, "a product");
    if (o->descriptor.complement && !o->mask) return tp_product_allocate(p);
    TP_TRY(open_kernels(p));
    TP_TRY(open_operand(p->context, in->A, in->a, semiring->uses_first, semiring->x, &p->a, &p->cast_a));
    TP_TRY(open_mask(p, o));
    if (o->mask && !p->complement) {
        TP_TRY(tp_product_choose(p, in));
        if (p->way == TP_PRODUCT_ROWS) p->m = (tp_lists){0}; /* it is looked at when T is written */
    }
    TP_TRY(open_operand(p->context, in->B, p->way == TP_PRODUCT_DOTS ? tp_product_other(in->b) : in->b,
                        semiring->uses_second, semiring->y, &p->b, &p->cast_b));
    TP_TRY(tp_product_plan(p));
    TP_TRY(tp_product_spaces_open(p));
    return p->way == TP_PRODUCT_ROWS ? tp_product_by_rows(p) : tp_product_by_mask(p);
}

/* Where T lies within the mask and nothing of C stays, T is C. */
static void forget_mask(const tp_product *p, tp_matrix_output *o)
{
    const bool within = o->mask && p->m.offsets, nothing = !o->C || o->C->count == 0;
    if (!within || !(nothing || (o->descriptor.replace && !o->accum))) return;
    o->mask = NULL;
    o->accum = NULL;
    o->descriptor.complement = false;
}

tropic_status tropic_mxm(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                         const tropic_operator *accum, const tropic_semiring *semiring, const tropic_matrix *A,
                         const tropic_matrix *B, const tropic_descriptor *descriptor)
{
    tp_product p = {.context = context, .semiring = semiring};
    tp_product_operands in = {.A = A, .B = B};
    tp_matrix_output o;
    tropic_status status;
    TP_TRY(tp_matrix_output_open(&o, C, context, mask, accum, descriptor));
    in.a = o.descriptor.transpose ? TP_BY_COLUMN : TP_BY_ROW;
    in.b = o.descriptor.transpose_second ? TP_BY_COLUMN : TP_BY_ROW;
    TP_TRY(check(&p, &in, &o));
    o.labels = A;
    p.size = tropic_type_size(semiring->type);
    status = make(&p, &in, &o);
    tp_product_spaces_close(&p);
    tp_release(&context->memory, p.cast_a);
    tp_release(&context->memory, p.cast_b);
    tp_release(&context->memory, p.items);
    tp_release(&context->memory, p.sums);
    tp_release(&context->memory, p.has);
    if (status != TROPIC_OK) {
        tp_lists_free(&context->memory, &p.t);
        return status;
    }
    forget_mask(&p, &o);
    return tp_matrix_write(&o, &p.t);
}
