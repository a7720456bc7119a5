/* SPDX-License-Identifier: Apache-2.0
 *
 * Products with a full B on a GPU: its values are a block of columns, row by row, of which no ids are read. A row of T
 * is full, too, or has no entry.
 */
#include "semiring/semiring.h"
#include "spmv/cuda_backend.h"
#include "spmv/device/working.cuh"
#include "spmv/mxm/cuda/dense.cuh"
#include "spmv/ops/state.h"

#define DOING "a product with a full matrix"

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    lengths_kernel(const __grid_constant__ tp_arcs a, tropic_index cols, tropic_offset *lengths)
{
    TP_FOR_EACH(i, a.lists) lengths[i] = a.offsets[i] < a.offsets[i + 1] ? cols : 0;
}

/* Rows of A without entries, which T leaves out, are left out of A. before[i]: entries of T before row i. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    close_up_kernel(const __grid_constant__ tp_arcs a, tropic_index cols, const tropic_offset *before,
                    tropic_offset *begins, tropic_offset *offsets)
{
    TP_FOR_EACH(i, (int64_t)a.lists + 1)
    {
        offsets[i] = before[i];
        if (i == 0)
            begins[0] = 0;
        else if (before[i] > before[i - 1])
            begins[before[i] / cols] = a.offsets[i];
    }
}

tropic_status tp_cuda_product_full(tropic_context *context, const tropic_semiring *semiring, const tp_device_product *p,
                                   tp_device_lists *t)
{
    const int64_t rows = p->a.lists;
    tp_working w(context, DOING);
    tropic_offset *lengths = NULL, *before = NULL, *begins = NULL;
    tp_mxv_state state = {};
    tp_step step = {};
    TP_TRY(w.make(&lengths, rows));
    TP_TRY(w.make(&begins, rows + 1));
    TP_TRY(t->offsets.make(context, rows + 1, DOING));
    TP_TRY(tp_pass(context, DOING, rows, lengths_kernel, p->a, p->cols, lengths));
    TP_TRY(w.sum_before(lengths, rows, &before));
    TP_TRY(tp_pass(context, DOING, rows + 1, close_up_kernel, p->a, p->cols, before, begins, t->offsets.data));
    TP_TRY(tp_cuda_download(context, &t->count, before + rows, sizeof t->count));
    TP_TRY(t->values.make(context, t->count * (int64_t)tropic_type_size(semiring->type), DOING));
    TP_TRY(tp_cuda_number_places(context, DOING, p->cols, t));
    state.u = p->b.values;
    state.mask.structure = true;
    state.accum = TP_ACCUM_NONE;
    state.w = t->values.data;
    step.semiring = semiring;
    step.columns = p->cols;
    step.state = &state;
    step.gather = p->a;
    step.gather.offsets = begins;
    step.gather.lists = (tropic_index)(t->count / p->cols);
    TP_TRY(tp_cuda_step_columns(context, &step));
    return tp_cuda_wait(context);
}
