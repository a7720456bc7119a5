/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic_mxm: C<mask> (accum)= A (add.mul) B. Checks; the context's backend makes the product.
 */
#include "semiring/semiring.h"
#include "spmv/matrices/matrix_calls.h"

static tropic_status check(const tp_product_operands *in, tp_matrix_output *o)
{
    tropic_context *context = o->context;
    const tropic_semiring *semiring = in->semiring;
    tropic_index rows, across, inner, cols;
    if (!semiring) return tp_semiring_null(context);
    if (!in->A) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "A is NULL");
    if (!in->B) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "B is NULL");
    rows = tp_matrix_lists(in->A, in->a);
    across = tp_matrix_lists(in->A, tp_product_other(in->a));
    inner = tp_matrix_lists(in->B, in->b);
    cols = tp_matrix_lists(in->B, tp_product_other(in->b));
    if (inner != across)
        return tp_fail(context, TROPIC_DIMENSION_MISMATCH, "A%s is %d x %d, B%s %d x %d",
                       in->a == TP_BY_COLUMN ? "'" : "", rows, across, in->b == TP_BY_COLUMN ? "'" : "", inner, cols);
    TP_TRY(tp_matrix_check_input(context, in->A, "A", semiring->uses_first, semiring->x));
    TP_TRY(tp_matrix_check_input(context, in->B, "B", semiring->uses_second, semiring->y));
    if (semiring->user && semiring->user->uses_w)
        return tp_fail(context, TROPIC_NOT_SUPPORTED, "the multiply of %s sees w, which mxm does not have",
                       semiring->name);
    return tp_matrix_output_check(o, rows, cols, semiring->type, false);
}

tropic_status tropic_mxm(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                         const tropic_operator *accum, const tropic_semiring *semiring, const tropic_matrix *A,
                         const tropic_matrix *B, const tropic_descriptor *descriptor)
{
    tp_product_operands in = {.semiring = semiring, .A = A, .B = B};
    tp_matrix_output o;
    TP_TRY(tp_matrix_output_open(&o, C, context, mask, accum, descriptor));
    in.a = o.descriptor.transpose ? TP_BY_COLUMN : TP_BY_ROW;
    in.b = o.descriptor.transpose_second ? TP_BY_COLUMN : TP_BY_ROW;
    TP_TRY(check(&in, &o));
    o.labels = A;
    return TP_BACKEND_PART(context, matrix)->mxm(&in, &o);
}
