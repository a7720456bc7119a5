/* SPDX-License-Identifier: Apache-2.0
 *
 * Which products of matrices make all of T, because operands are dense.
 */
#include "spmv/mxm/dense.h"

#include "formats/matrix/forms/dense.h"
#include "semiring/semiring.h"
#include "spmv/tuning.h"

static tropic_index inner(const tp_product_operands *in)
{
    return tp_matrix_lists(in->B, in->b);
}

/* (A mask's entries may be false: this is the most that it lets through.) */
static bool makes_all(const tp_matrix_output *o)
{
    const tropic_offset places = (tropic_offset)o->rows * o->cols;
    tropic_offset through;
    if (!o->mask) return !o->descriptor.complement;
    through = o->descriptor.complement ? places - tropic_matrix_count(o->mask) : tropic_matrix_count(o->mask);
    return through >= places / TP_DENSE_MASKED_MAX;
}

bool tp_product_has_block(const tp_product_operands *in, const tp_matrix_output *o)
{
    const tropic_matrix *B = in->B;
    return o->cols > 1 && B->count > 0 && tp_dense_fits(B->rows, B->cols) && tp_dense_fits(o->rows, o->cols) &&
           tp_dense_is_full(B->rows, B->cols, B->count);
}

bool tp_product_by_block(const tp_product_operands *in, const tp_matrix_output *o)
{
    const tp_user *user = in->semiring->user;
    return tp_product_has_block(in, o) && makes_all(o) && in->A->count >= TP_DENSE_PRODUCTS / o->cols &&
           !(user && user->uses_places);
}

bool tp_product_by_gemm(const tp_product_operands *in, const tp_matrix_output *o, size_t size_max)
{
    const tropic_semiring *semiring = in->semiring;
    return o->rows >= TP_GEMM_SIDE_MIN && o->cols >= TP_GEMM_SIDE_MIN && tp_dense_fits(o->rows, o->cols) &&
           makes_all(o) && inner(in) > 0 && (int64_t)o->rows * o->cols >= TP_DENSE_PRODUCTS / inner(in) &&
           tp_dense_pays(in->A->rows, in->A->cols, in->A->count) &&
           tp_dense_pays(in->B->rows, in->B->cols, in->B->count) && tropic_type_size(semiring->x) <= size_max &&
           tropic_type_size(semiring->y) <= size_max && tropic_type_size(semiring->type) <= size_max;
}
