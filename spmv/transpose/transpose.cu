/* SPDX-License-Identifier: Apache-2.0
 *
 * A matrix or its transpose as a result, on a GPU. Both orientations of A that the device has are copied; with a mask
 * or an accumulator its rows or columns alone.
 */
#include "formats/matrix/forms/evict.h"
#include "spmv/matrix_calls.h"
#include "spmv/write/backend_lists.cuh"
#include "spmv/write/matrix_output.cuh"

static tropic_status copy_side(tropic_context *context, const tp_arcs *from, size_t size, tp_side *made)
{
    tp_device_lists copy;
    TP_TRY(tp_cuda_copy_lists(context, from, size, &copy));
    *made = tp_cuda_side_of(context, &copy.offsets, &copy.ids, &copy.values);
    return TROPIC_OK;
}

/* Copies the orientations of A that the device has, exchanged or (`as_it_is`) not. If it has none, one comes to it
 * from the host or another device first, and is copied. */
static tropic_status copy_sides(tropic_context *context, tropic_matrix *A, bool as_it_is, tropic_matrix *made)
{
    tp_forms *forms, *to_forms;
    tp_side *found, *sides;
    TP_TRY(tp_matrix_make_forms(context, A, &forms));
    TP_TRY(tp_matrix_make_forms(context, made, &to_forms));
    sides = forms->sides;
    if (!sides[TP_BY_ROW].present && !sides[TP_BY_COLUMN].present)
        TP_TRY(tp_matrix_find_side(context, A, tp_matrix_here(A), false, &found));
    tp_matrix_hold(context, A, &sides[sides[TP_BY_ROW].present ? TP_BY_ROW : TP_BY_COLUMN]);
    /* (Where memory is short, the other one goes.) */
    made->symmetric = A->symmetric;
    for (int o = TP_BY_ROW; o <= TP_BY_COLUMN; o++) {
        const tp_arcs from = tp_side_arcs(A, (tp_orientation)o, &sides[o]);
        const int to = A->symmetric || as_it_is ? o : !o;
        if (sides[o].present) TP_TRY(copy_side(context, &from, tp_matrix_value_size(A), &to_forms->sides[to]));
    }
    return TROPIC_OK;
}

tropic_status tp_cuda_transpose_matrix(const tropic_matrix *A, tp_orientation by, tp_matrix_output *o)
{
    tp_device_lists t;
    tp_arcs arcs;
    tp_cuda_use use(o->context);
    if (tp_matrix_output_plain(o, A->pattern) && o->type == o->made)
        return tp_matrix_output_copy(o, A, by == TP_BY_ROW, copy_sides);
    TP_TRY(tp_matrix_arcs(o->context, A, by, false, &arcs));
    TP_TRY(tp_cuda_copy_lists(o->context, &arcs, tp_matrix_value_size(A), &t));
    return tp_cuda_matrix_write(o, &t, tp_matrix_value_size(A));
}
