/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic_mxm on a GPU: its operands and the mask in device memory, the product, and the write.
 */
#include "semiring/semiring.h"
#include "spmv/matrices/matrix_calls.h"
#include "spmv/matrices/matrix_output.cuh"
#include "spmv/matrices/product.cuh"

static tropic_status open_mask(const tp_matrix_output *o, tp_device_product *p)
{
    const tropic_descriptor *d = &o->descriptor;
    p->complement = d->complement;
    if (!o->mask) return TROPIC_OK;
    TP_TRY(tp_matrix_arcs(o->context, o->mask, TP_BY_ROW, false, &p->m));
    p->allows.values = p->m.values;
    p->allows.type = o->mask->type;
    p->allows.structure = d->structure || !p->m.values;
    return TROPIC_OK;
}

/* Dot products, if the mask names places, the order of terms does not matter, the columns of B are there (since B is
 * transposed, or symmetric), and they cost less; p->b then has these. */
static tropic_status choose(const tp_product_operands *in, const tp_matrix_output *o, const tropic_matrix *B,
                            tp_device_product *p, bool *dots)
{
    bool symmetric;
    TP_TRY(tp_matrix_lock(o->context, B));
    symmetric = B->symmetric;
    tp_matrix_unlock(B);
    *dots = o->mask && !p->complement && !in->semiring->order_matters && p->m.count < TROPIC_INDEX_MAX &&
            (in->b == TP_BY_COLUMN || symmetric);
    if (!*dots) return TROPIC_OK;
    TP_TRY(tp_matrix_arcs(o->context, B, tp_product_other(in->b), false, &p->b));
    return tp_cuda_dots_pay(o->context, p, tp_matrix_lists(B, in->b), dots);
}

tropic_status tp_cuda_mxm(const tp_product_operands *in, tp_matrix_output *o)
{
    tropic_context *context = o->context;
    const tropic_semiring *semiring = in->semiring;
    const tropic_matrix *A, *B;
    bool dots = false;
    tp_device_lists t;
    tp_device_product p = {};
    tp_cuda_use use(context);
    p.cols = o->cols;
    TP_TRY(tp_matrix_cast(context, in->A, semiring->uses_first ? semiring->x : in->A->type, &A));
    TP_TRY(tp_matrix_cast(context, in->B, semiring->uses_second ? semiring->y : in->B->type, &B));
    TP_TRY(tp_matrix_arcs(context, A, in->a, false, &p.a));
    TP_TRY(open_mask(o, &p));
    TP_TRY(choose(in, o, B, &p, &dots));
    if (!dots) TP_TRY(tp_matrix_arcs(context, B, in->b, false, &p.b));
    if (!semiring->uses_first) p.a.values = NULL;
    if (!semiring->uses_second) p.b.values = NULL;
    /* (The complement of no mask lets nothing through.) */
    if (o->descriptor.complement && !o->mask) p.a.count = 0;
    TP_TRY((dots ? tp_cuda_dots : tp_cuda_product)(context, semiring, &p, &t));
    tp_matrix_output_within(o);
    return tp_cuda_matrix_write(o, &t, tropic_type_size(semiring->type));
}
