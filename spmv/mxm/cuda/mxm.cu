/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic_mxm on a GPU: its operands and the mask in device memory, the product, and the write.
 */
#include "formats/matrix/forms/evict.h"
#include "formats/matrix/use.h"
#include "semiring/semiring.h"
#include "spmv/device/hub_queue.cuh"
#include "spmv/device/working.cuh"
#include "spmv/matrix_calls.h"
#include "spmv/mxm/cuda/dense.cuh"
#include "spmv/mxm/cuda/gustavson.cuh"
#include "spmv/mxm/cuda/symbolic.cuh"
#include "spmv/mxm/dense.h"
#include "spmv/write/matrix_output.cuh"

/* Could it be by dot products? The mask names places, the order of terms does not matter, and the columns of B are
 * there, since B is transposed, or symmetric. */
static tropic_status may_be_dots(const tp_product_operands *in, const tp_matrix_output *o, const tropic_matrix *B,
                                 const tp_device_product *p, bool *dots)
{
    tp_matrix_use use;
    TP_TRY(tp_matrix_use_open(o->context, B, &use));
    *dots = o->mask && !p->complement && !in->semiring->order_matters && p->m.count < TROPIC_INDEX_MAX &&
            (in->b == TP_BY_COLUMN || use.symmetric);
    return TROPIC_OK;
}

/* Values that the multiply does not look at are forgotten. */
static void forget(const tropic_semiring *semiring, tp_device_product *p)
{
    if (!semiring->uses_first) p->a.values = NULL;
    if (!semiring->uses_second) p->b.values = NULL;
}

/* The names that multiply sees go to the device. */
static tropic_status upload_names(const tp_product_operands *in, tp_working *w, tp_device_product *p)
{
    const tp_product_hyperlists *names = &in->names;
    if (names->r) TP_TRY(w->upload(&p->names.r, names->r, p->a.lists));
    if (names->i) TP_TRY(w->upload(&p->names.i, names->i, tp_matrix_lists(in->B, in->b)));
    if (names->j) TP_TRY(w->upload(&p->names.j, names->j, p->cols));
    return TROPIC_OK;
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

/* ---- the terms, kept ---- */

static tropic_status hold_symbolic(tropic_context *context, tropic_matrix *C, void *found)
{
    if (C->symbolic) tp_symbolic_hold(context, C);
    *(const tp_symbolic **)found = C->symbolic;
    return TROPIC_OK;
}

/* The terms of this product, of which the operands' numbers are set; *found: C has them. */
static tropic_status find_symbolic(const tp_product_operands *in, const tp_matrix_output *o, tp_symbolic *wanted,
                                   bool *found)
{
    const tp_symbolic *there = NULL;
    *found = false;
    TP_TRY(tp_matrix_pattern_number(o->context, in->A, &wanted->a));
    TP_TRY(tp_matrix_pattern_number(o->context, in->B, &wanted->b));
    wanted->a_transposed = in->a == TP_BY_COLUMN;
    wanted->b_transposed = in->b == TP_BY_COLUMN;
    wanted->within = o->mask != NULL;
    if (!o->C) return TROPIC_OK;
    TP_TRY(tp_matrix_with(o->context, o->C, hold_symbolic, &there)); /* (Merging an update drops them.) */
    *found = there && there->a == wanted->a && there->b == wanted->b && there->a_transposed == wanted->a_transposed &&
             there->b_transposed == wanted->b_transposed && (wanted->within || !there->within) &&
             there->device == o->context->device_index;
    return TROPIC_OK;
}

/* C's ids, with these values, and all that depends on the ids alone, become the new C's. */
static tropic_status renew(tp_matrix_output *o, tp_device_array<char> *values)
{
    tropic_matrix *C = (tropic_matrix *)o->C, *made = NULL; /* it is freed */
    tp_forms *forms, *forms_before;
    TP_TRY(tp_matrix_make_forms(o->context, C, &forms_before)); /* where `again` has found the rows */
    TP_TRY(tp_matrix_output_new_on(o, C->count, false, &made, &forms));
    tp_matrix_lock(C); /* others may ask C to give up memory */
    tp_side *before = &forms_before->sides[TP_BY_ROW], *side = &forms->sides[TP_BY_ROW];
    void *old = before->values;
    *side = *before;
    *before = {};
    before->present = true; /* so that they are freed with C */
    before->memory = side->memory;
    before->owner = side->owner;
    before->values = old;
    side->values = values->take();
    made->symbolic = C->symbolic;
    made->pattern_number = C->pattern_number;
    C->symbolic = NULL;
    tp_matrix_unlock(C);
    tp_matrix_enter_cache(made);
    tp_matrix_output_replace(o, made);
    return TROPIC_OK;
}

/* The numeric part alone. */
static tropic_status again(const tp_product_operands *in, tp_matrix_output *o, const tropic_matrix *A,
                           const tropic_matrix *B)
{
    tropic_context *context = o->context;
    const tropic_semiring *semiring = in->semiring;
    const tropic_matrix *C = o->C;
    tp_device_array<char> values;
    tp_arcs a, b, c;
    TP_TRY(tp_matrix_arcs(context, A, in->a, false, &a));
    TP_TRY(tp_matrix_arcs(context, B, in->b, false, &b));
    TP_TRY(tp_matrix_arcs(context, C, TP_BY_ROW, false, &c)); /* whose ids stay; the host may have them alone */
    TP_TRY(values.make(context, C->count * (int64_t)tropic_type_size(semiring->type), "a product of matrices"));
    TP_TRY(tp_cuda_numeric(context, semiring, C->symbolic, &a, &b, C->count, values.data));
    return renew(o, &values);
}

/* The terms of t, whose entries are C's. */
static tropic_status make_symbolic(const tp_product_operands *in, const tp_matrix_output *o, const tropic_matrix *A,
                                   const tropic_matrix *B, const tp_device_lists *t, const tp_symbolic *wanted,
                                   tp_symbolic **made)
{
    tp_arcs a, b;
    TP_TRY(tp_matrix_arcs(o->context, A, in->a, false, &a));
    TP_TRY(tp_matrix_arcs(o->context, B, in->b, false, &b));
    TP_TRY(tp_cuda_symbolic(o->context, &a, &b, t, made));
    (*made)->a = wanted->a;
    (*made)->b = wanted->b;
    (*made)->a_transposed = wanted->a_transposed;
    (*made)->b_transposed = wanted->b_transposed;
    (*made)->within = wanted->within;
    return TROPIC_OK;
}

/* C's terms become `other`; returns those that it had. */
static tp_symbolic *exchange_terms(tropic_matrix *C, tp_symbolic *other)
{
    tp_symbolic *terms;
    tp_matrix_lock(C); /* others may ask C to give up memory */
    terms = C->symbolic;
    C->symbolic = other;
    tp_matrix_enter_cache(C);
    tp_matrix_unlock(C);
    return terms;
}

/* Writes t, which becomes C, with its terms: those of the old C, or `made`. */
static tropic_status write_with_symbolic(tp_matrix_output *o, tp_device_lists *t, size_t size, tp_symbolic *made)
{
    tropic_matrix *C = (tropic_matrix *)o->C; /* it is freed */
    tp_symbolic *terms = made ? made : exchange_terms(C, NULL);
    const tropic_status status = tp_cuda_matrix_write(o, t, size);
    if (status == TROPIC_OK)
        exchange_terms(*o->handle, terms);
    else if (made)
        tp_symbolic_free(&made);
    else
        exchange_terms(C, terms);
    return status;
}

/* ---- dense operands ---- */

/* By rows, but those of a B that is full are a block of columns. */
static tropic_status by_block(const tp_product_operands *in, tropic_context *context, const tropic_matrix *B,
                              tp_device_product p, tp_device_lists *t)
{
    TP_TRY(tp_matrix_arcs(context, B, in->b, false, &p.b));
    forget(in->semiring, &p);
    return tp_cuda_product_full(context, in->semiring, &p, t);
}

/* Are sums of a block in the order of their terms, if that matters? Those of a hub's list are not. */
static tropic_status block_is_ordered(const tp_product_operands *in, tropic_context *context, bool *ordered)
{
    tp_degrees lists;
    *ordered = true;
    if (!in->semiring->order_matters) return TROPIC_OK;
    TP_TRY(tp_matrix_degrees(context, in->A, in->a, &lists));
    *ordered = lists.longest <= TP_HUB;
    return TROPIC_OK;
}

/* All of T, whatever the mask, where that pays because operands are dense (*done). */
static tropic_status make_all(const tp_product_operands *in, const tp_matrix_output *o, const tropic_matrix *A,
                              const tropic_matrix *B, const tp_device_product *p, tp_device_lists *t, bool *done)
{
    tropic_status status;
    const bool names = p->names.r || p->names.i || p->names.j; /* which neither looks at */
    bool block = tp_product_by_block(in, o);
    if (block) TP_TRY(block_is_ordered(in, o->context, &block));
    if (!names && tp_product_by_gemm(in, o, TP_GEMM_TILE_VALUE_MAX))
        status = tp_cuda_product_gemm(o->context, in->semiring, A, in->a == TP_BY_COLUMN, B, in->b == TP_BY_COLUMN, t);
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
    bool dots = false, all = false, found = false, keeps_symbolic = in->keeps_symbolic;
    tp_symbolic wanted = {}, *made = NULL;
    tp_device_lists t;
    tp_device_product p = {};
    tp_cuda_use use(context);
    tp_working w(context, "a product of matrices");
    p.cols = o->cols;
    TP_TRY(tp_matrix_cast(context, in->A, semiring->uses_first ? semiring->x : in->A->type, &A));
    TP_TRY(tp_matrix_cast(context, in->B, semiring->uses_second ? semiring->y : in->B->type, &B));
    if (keeps_symbolic) TP_TRY(find_symbolic(in, o, &wanted, &found));
    if (found && o->C->symbolic->before && o->type == semiring->type) return again(in, o, A, B);
    TP_TRY(tp_matrix_arcs(context, A, in->a, false, &p.a));
    p.complement = o->descriptor.complement;
    if (o->mask) TP_TRY(tp_cuda_matrix_open_mask(o, &p.m, &p.allows));
    /* (The complement of no mask lets nothing through.) */
    if (p.complement && !o->mask) p.a.count = 0;
    TP_TRY(upload_names(in, &w, &p));
    TP_TRY(make_all(in, o, A, B, &p, &t, &all));
    keeps_symbolic = keeps_symbolic && !all; /* the terms of dense operands take longer */
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
    if (keeps_symbolic && !found) TP_TRY(make_symbolic(in, o, A, B, &t, &wanted, &made));
    if (keeps_symbolic) return write_with_symbolic(o, &t, tropic_type_size(semiring->type), made);
    return tp_cuda_matrix_write(o, &t, tropic_type_size(semiring->type));
}
