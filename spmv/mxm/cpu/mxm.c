/* SPDX-License-Identifier: Apache-2.0
 *
 * A product of two matrices on the host: chooses a way, makes T, and writes it.
 */
#include "spmv/mxm/cpu/mxm.h"

#include "spmv/cpu_backend.h"
#include "spmv/mxm/dense.h"
#include "spmv/operands/cast.h"
#include "spmv/ops/mxv_ops.h"

/* The zero that a sum of reals begins with, so that a sum of -0.0 alone is -0.0. */
static void negate(void *zero, tropic_type type)
{
    if (type == TROPIC_FP32)
        *(float *)zero = -0.0f;
    else
        *(double *)zero = -0.0;
}

/* The kernels, and the state that they read. */
static tropic_status open_kernels(tp_product *p)
{
    const tropic_semiring *semiring = p->semiring;
    p->state.mask.structure = true;
    p->zero = tp_allocate(&p->context->memory, 1, p->size);
    if (!p->zero) return tp_out_of_memory(p->context, "a product");
    if (semiring->user) {
        TP_TRY(tp_cpu_specialise(p->context, semiring, true, &p->state, &p->op));
        p->state.names = p->names;
        p->state.host->monoid->identity(p->state.host->monoid, p->zero);
    } else {
        p->op = tp_mxv_op(semiring->flipped, semiring->type);
        tp_semiring_identity(semiring, p->zero);
        if (tp_semiring_sums_reals(semiring)) negate(p->zero, semiring->type);
    }
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
    /* (A user's multiply would be compiled for blocks.) */
    if (!p->m.offsets && !semiring->user && tp_product_has_block(in, o)) return tp_product_full(p);
    TP_TRY(tp_product_plan(p));
    TP_TRY(tp_product_spaces_open(p));
    return p->way == TP_PRODUCT_ROWS ? tp_product_by_rows(p) : tp_product_by_mask(p);
}

tropic_status tp_cpu_mxm(const tp_product_operands *in, tp_matrix_output *o)
{
    tp_product p = {.context = o->context,
                    .semiring = in->semiring,
                    .rows = o->rows,
                    .cols = o->cols,
                    .inner = tp_matrix_lists(in->B, in->b),
                    .size = tropic_type_size(in->semiring->type),
                    .names = in->names};
    tropic_status status = tp_mxv_cpu_semiring(o->context, &p.semiring);
    if (status == TROPIC_OK) status = make(&p, in, o);
    tp_product_spaces_close(&p);
    tp_release(&o->context->memory, p.zero);
    tp_release(&o->context->memory, p.items);
    tp_release(&o->context->memory, p.ids);
    tp_release(&o->context->memory, p.sums);
    tp_release(&o->context->memory, p.has);
    tp_release(&o->context->memory, p.cast_a);
    tp_release(&o->context->memory, p.cast_b);
    if (status != TROPIC_OK) {
        tp_lists_free(&o->context->memory, &p.t);
        return status;
    }
    if (o->mask && p.m.offsets) tp_matrix_output_within(o);
    return tp_matrix_write(o, &p.t);
}
