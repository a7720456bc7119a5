/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic_mxm on a GPU: its operands and the mask in device memory, the product, and the write.
 */
#include "semiring/semiring.h"
#include "spmv/device/hub_queue.cuh"
#include "spmv/matrices/matrix_calls.h"
#include "spmv/matrices/matrix_output.cuh"
#include "spmv/matrices/product.cuh"
#include "spmv/matrices/product_dense.cuh"
#include "spmv/matrices/product_dense.h"

/* Could it be by dot products? The mask names places, the order of terms does not matter, and the columns of B are
 * there, since B is transposed, or symmetric. */
static tropic_status may_be_dots(const tp_product_operands *in, const tp_matrix_output *o, const tropic_matrix *B,
                                 const tp_device_product *p, bool *dots)
{
    bool symmetric;
    TP_TRY(tp_matrix_lock(o->context, B));
    symmetric = B->symmetric;
    tp_matrix_unlock(B);
    *dots = o->mask && !p->complement && !in->semiring->order_matters && p->m.count < TROPIC_INDEX_MAX &&
            (in->b == TP_BY_COLUMN || symmetric);
    return TROPIC_OK;
}

/* Values that the multiply does not look at are forgotten. */
static void forget(const tropic_semiring *semiring, tp_device_product *p)
{
    if (!semiring->uses_first) p->a.values = NULL;
    if (!semiring->uses_second) p->b.values = NULL;
}

/* By dot products, if they cost less (*done). */
static tropic_status by_dots(const tp_product_operands *in, tropic_context *context, const tropic_matrix *B,
                             tp_device_product p, tp_device_lists *t, bool *done)
{
    TP_TRY(tp_matrix_arcs(context, B, tp_product_other(in->b), false, &p.b));
    TP_TRY(tp_cuda_dots_pay(context, &p, tp_matrix_lists(B, in->b), done));
    if (!*done) return TROPIC_OK;
    forget(in->semiring, &p);
    return tp_cuda_dots(context, in->semiring, &p, t);
}

/* By rows. */
static tropic_status by_rows(const tp_product_operands *in, tropic_context *context, const tropic_matrix *B,
                             tp_device_product p, tp_device_lists *t)
{
    TP_TRY(tp_matrix_arcs(context, B, in->b, false, &p.b));
    forget(in->semiring, &p);
    return tp_cuda_product(context, in->semiring, &p, t);
}

/* By rows, but those of a B that is full are a block of columns. */
static tropic_status by_block(const tp_product_operands *in, tropic_context *context, const tropic_matrix *B,
                              tp_device_product p, tp_device_lists *t)
{
    TP_TRY(tp_matrix_arcs(context, B, in->b, false, &p.b));
    forget(in->semiring, &p);
    return tp_cuda_product_full(context, in->semiring, &p, t);
}

/* Are sums of a block in the order of their terms, if that matters? Those of a hub's list are not. */
static tropic_status block_keeps_order(const tp_product_operands *in, tropic_context *context, bool *keeps)
{
    tp_degrees lists;
    *keeps = true;
    if (!in->semiring->order_matters) return TROPIC_OK;
    TP_TRY(tp_matrix_degrees(context, in->A, in->a, &lists));
    *keeps = lists.longest <= TP_HUB;
    return TROPIC_OK;
}

/* All of T, whatever the mask, where that pays because operands are dense (*done). */
static tropic_status make_all(const tp_product_operands *in, const tp_matrix_output *o, const tropic_matrix *A,
                              const tropic_matrix *B, const tp_device_product *p, tp_device_lists *t, bool *done)
{
    tropic_status status;
    bool block = tp_product_by_block(in, o);
    if (block) TP_TRY(block_keeps_order(in, o->context, &block));
    if (tp_product_by_tiles(in, o, TP_TILE_VALUE_MAX))
        status = tp_cuda_product_tiles(o->context, in->semiring, A, in->a == TP_BY_COLUMN, B, in->b == TP_BY_COLUMN, t);
    else if (block)
        status = by_block(in, o->context, B, *p, t);
    else
        return TROPIC_OK;
    *done = status != TROPIC_OUT_OF_DEVICE_MEMORY; /* rows may need less */
    if (*done) return status;
    tp_cuda_drop_lists(t);
    return TROPIC_OK;
}

tropic_status tp_cuda_mxm(const tp_product_operands *in, tp_matrix_output *o)
{
    tropic_context *context = o->context;
    const tropic_semiring *semiring = in->semiring;
    const tropic_matrix *A, *B;
    bool dots = false, all = false;
    tp_device_lists t;
    tp_device_product p = {};
    tp_cuda_use use(context);
    p.cols = o->cols;
    TP_TRY(tp_matrix_cast(context, in->A, semiring->uses_first ? semiring->x : in->A->type, &A));
    TP_TRY(tp_matrix_cast(context, in->B, semiring->uses_second ? semiring->y : in->B->type, &B));
    TP_TRY(tp_matrix_arcs(context, A, in->a, false, &p.a));
    p.complement = o->descriptor.complement;
    if (o->mask) TP_TRY(tp_cuda_matrix_open_mask(o, &p.m, &p.allows));
    /* (The complement of no mask lets nothing through.) */
    if (p.complement && !o->mask) p.a.count = 0;
    TP_TRY(make_all(in, o, A, B, &p, &t, &all));
    if (!all) TP_TRY(may_be_dots(in, o, B, &p, &dots));
    if (dots) {
        const tropic_status status = by_dots(in, context, B, p, &t, &dots);
        if (status == TROPIC_OUT_OF_DEVICE_MEMORY)
            dots = false; /* rows need less */
        else
            TP_TRY(status);
    }
    if (!all && !dots) TP_TRY(by_rows(in, context, B, p, &t));
    if (!all) tp_matrix_output_within(o);
    return tp_cuda_matrix_write(o, &t, tropic_type_size(semiring->type));
}
