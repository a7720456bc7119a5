/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic_mxm: C<mask> (accum)= A (add.mul) B. Checks, chooses a way, makes T, and writes it.
 */
#include "semiring/semiring.h"
#include "spmv/cpu_backend.h"
#include "spmv/matrices/matrix_output.h"
#include "spmv/matrices/product.h"
#include "spmv/ops/mxv_ops.h"

/* How long an entry takes as a product under a mask, in a dot product, and in a transpose. (Two cores, triangles:
 * kron 16 and 18, urand 16, lattice 1200 and mesh 1024.) */
#define MASKED_COST 2.0
#define DOT_COST 1.0
#define TRANSPOSE_COST 8.0

/* The operands and their orientations. */
typedef struct operands {
    const tropic_matrix *A, *B, *mask;
    tp_orientation a, b; /* whose lists are rows of A and rows of B, as they are multiplied */
} operands;

static tp_orientation other(tp_orientation o)
{
    return o == TP_BY_ROW ? TP_BY_COLUMN : TP_BY_ROW;
}

static tropic_status check(tp_product *p, const operands *in, tp_matrix_output *o)
{
    tropic_context *context = p->context;
    const tropic_semiring *semiring = p->semiring;
    tropic_index inner;
    if (!semiring) return tp_semiring_null(context);
    if (!in->A) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "A is NULL");
    if (!in->B) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "B is NULL");
    p->rows = tp_matrix_lists(in->A, in->a);
    p->inner = tp_matrix_lists(in->A, other(in->a));
    inner = tp_matrix_lists(in->B, in->b);
    p->cols = tp_matrix_lists(in->B, other(in->b));
    if (inner != p->inner)
        return tp_fail(context, TROPIC_DIMENSION_MISMATCH, "A%s is %d x %d, B%s %d x %d",
                       in->a == TP_BY_COLUMN ? "'" : "", p->rows, p->inner, in->b == TP_BY_COLUMN ? "'" : "", inner,
                       p->cols);
    if (semiring->uses_first) TP_TRY(tp_matrix_check_type(context, in->A, "A", semiring->x));
    if (semiring->uses_second) TP_TRY(tp_matrix_check_type(context, in->B, "B", semiring->y));
    if (semiring->user && semiring->user->uses_w)
        return tp_fail(context, TROPIC_NOT_SUPPORTED, "the multiply of %s sees w, which mxm does not have",
                       semiring->name);
    return tp_matrix_output_check(o, p->rows, p->cols, semiring->type, false);
}

/* -- which way --------------------------------------------------------------------------------- */

/* How long the lists of an orientation are, as offsets; *made: to be released. */
static tropic_status lengths_of(tropic_context *context, const tropic_matrix *matrix, tp_orientation o,
                                const tropic_offset **offsets, tropic_offset **made)
{
    tropic_matrix *A = (tropic_matrix *)matrix; /* what is made on demand is no change */
    const tropic_index lists = tp_matrix_lists(A, o);
    tp_lists there = {0};
    bool present;
    *made = NULL;
    pthread_mutex_lock(&A->lock);
    present = A->host[tp_matrix_stored(A, o)].present;
    pthread_mutex_unlock(&A->lock);
    TP_TRY(tp_matrix_open_lists(context, A, present ? o : other(o), &there));
    *offsets = there.offsets;
    if (present) return TROPIC_OK;
    *made = tp_allocate_zero(&context->memory, (int64_t)lists + 1, sizeof **made);
    if (!*made) return tp_out_of_memory(context, "a product");
    for (tropic_offset k = 0; k < there.count; k++) (*made)[there.ids[k] + 1]++;
    for (tropic_index l = 0; l < lists; l++) (*made)[l + 1] += (*made)[l];
    *offsets = *made;
    return TROPIC_OK;
}

/* Entries of the lists that x's lists name, in rows where y has an entry. */
static double entries_named(tropic_index rows, const tp_lists *x, const tp_lists *y, const tropic_offset *offsets)
{
    double sum = 0;
    for (tropic_index i = 0; i < rows; i++) {
        if (y->offsets[i] == y->offsets[i + 1]) continue;
        for (tropic_offset k = x->offsets[i]; k < x->offsets[i + 1]; k++)
            sum += (double)(1 + offsets[x->ids[k] + 1] - offsets[x->ids[k]]);
    }
    return sum;
}

/* Of a mask that is not complemented. */
static tropic_status choose(tp_product *p, const operands *in)
{
    const tropic_offset *rows, *cols;
    tropic_offset *made_rows = NULL, *made_cols = NULL;
    double products, dots;
    tropic_status status = lengths_of(p->context, in->B, in->b, &rows, &made_rows);
    if (status == TROPIC_OK) status = lengths_of(p->context, in->B, other(in->b), &cols, &made_cols);
    if (status == TROPIC_OK) {
        products = entries_named(p->rows, &p->a, &p->m, rows);
        dots = entries_named(p->rows, &p->m, &p->a, cols) * DOT_COST;
        if (made_cols) dots += (double)in->B->count * TRANSPOSE_COST;
        p->way = (double)p->m.count > products ? TP_PRODUCT_ROWS : TP_PRODUCT_MASKED;
        if (made_rows) products += (double)in->B->count * TRANSPOSE_COST / MASKED_COST;
        if (dots < products * MASKED_COST) p->way = TP_PRODUCT_DOTS;
    }
    tp_release(&p->context->memory, made_rows);
    tp_release(&p->context->memory, made_cols);
    return status;
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

static tropic_status make(tp_product *p, const operands *in, const tp_matrix_output *o)
{
    const tp_memory *memory = &p->context->memory;
    p->t = (tp_lists){.lists = p->rows, .size = p->size};
    p->t.offsets = tp_allocate_zero(memory, (int64_t)p->rows + 1, sizeof *p->t.offsets);
    if (!p->t.offsets) return tp_out_of_memory(p->context, "a product");
    if (o->descriptor.complement && !o->mask) return tp_product_allocate(p);
    TP_TRY(open_kernels(p));
    TP_TRY(tp_matrix_open_lists(p->context, in->A, in->a, &p->a));
    TP_TRY(open_mask(p, o));
    if (o->mask && !p->complement) {
        TP_TRY(choose(p, in));
        if (p->way == TP_PRODUCT_ROWS) p->m = (tp_lists){0}; /* it is looked at when T is written */
    }
    TP_TRY(tp_matrix_open_lists(p->context, in->B, p->way == TP_PRODUCT_DOTS ? other(in->b) : in->b, &p->b));
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
    operands in = {.A = A, .B = B, .mask = mask};
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
