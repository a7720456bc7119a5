/* SPDX-License-Identifier: Apache-2.0
 *
 * A product of dense forms on a GPU: T has all places, or those whose sums have a term are kept.
 */
#include "formats/matrix/forms/dense.h"
#include "semiring/semiring.h"
#include "spmv/cuda_backend.h"
#include "spmv/device/working.cuh"
#include "spmv/mxm/cuda/dense.cuh"
#include "spmv/ops/state.h"

#define DOING "a product of dense matrices"

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    places_kernel(tropic_index cols, int64_t count, tropic_index *ids)
{
    TP_FOR_EACH(k, count) ids[k] = (tropic_index)(k % cols);
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    begins_kernel(tropic_index cols, int64_t n, tropic_offset *begins)
{
    TP_FOR_EACH(i, n) begins[i] = i * cols;
}

tropic_status tp_cuda_number_places(tropic_context *context, const char *doing, tropic_index cols, tp_device_lists *t)
{
    TP_TRY(t->ids.make(context, t->count, doing));
    return tp_pass(context, doing, t->count, places_kernel, cols, t->count, t->ids.data);
}

/* Lists with an entry at every place, whose values are `values`. */
static tropic_status make_places(tropic_context *context, const tp_device_gemm *p, tp_device_lists *t)
{
    t->count = (tropic_offset)p->rows * p->cols;
    TP_TRY(t->offsets.make(context, (int64_t)p->rows + 1, DOING));
    TP_TRY(
        tp_pass(context, DOING, (int64_t)p->rows + 1, begins_kernel, p->cols, (int64_t)p->rows + 1, t->offsets.data));
    return tp_cuda_number_places(context, DOING, p->cols, t);
}

static tp_device_dense operand(const tp_dense *form, bool transposed, bool reads)
{
    tp_device_dense d = {};
    d.across = form->cols;
    d.transposed = transposed;
    d.values = reads ? form->values : NULL;
    d.bits = (const unsigned long long *)form->bits;
    d.words = tp_dense_words(form->cols);
    return d;
}

static tropic_status make_sums(tropic_context *context, const tropic_semiring *semiring, tp_device_gemm *p)
{
    const tp_cuda_kernels *kernels = NULL;
    const int64_t blocks = tp_quotient_up(p->rows, TP_GEMM_TILE) * p->across;
    tp_mxv_state state = {};
    void *arguments[] = {&state, p};
    state.mask.structure = true;
    state.any = semiring->add == TROPIC_ANY;
    TP_TRY(tp_cuda_specialise(context, semiring, true, TP_VARIANT_BIT(p->has ? TP_VARIANT_GEMM_HOLES : TP_VARIANT_GEMM),
                              &kernels));
    return tp_cuda_launch_at(context, DOING, {blocks, TP_GEMM_TILE_THREADS}, kernels->product_gemm[p->has ? 1 : 0],
                             arguments);
}

tropic_status tp_cuda_product_gemm(tropic_context *context, const tropic_semiring *semiring, const tropic_matrix *A,
                                   bool a_transposed, const tropic_matrix *B, bool b_transposed, tp_device_lists *t)
{
    const size_t size = tropic_type_size(semiring->type);
    tp_working w(context, DOING);
    tp_device_gemm p = {};
    tp_device_lists all;
    tp_dense a, b;
    TP_TRY(tp_matrix_open_dense(context, A, &a));
    TP_TRY(tp_matrix_open_dense(context, B, &b));
    p.rows = a_transposed ? a.cols : a.rows;
    p.inner = a_transposed ? a.rows : a.cols;
    p.cols = b_transposed ? b.rows : b.cols;
    p.across = (tropic_index)tp_quotient_up(p.cols, TP_GEMM_TILE);
    p.a = operand(&a, a_transposed, semiring->uses_first);
    p.b = operand(&b, b_transposed, semiring->uses_second);
    p.sums_reals = tp_semiring_sums_reals(semiring);
    TP_TRY(make_places(context, &p, &all));
    TP_TRY(all.values.make(context, all.count * (int64_t)size, DOING));
    p.values = all.values.data;
    if (a.bits || b.bits) TP_TRY(w.make(&p.has, all.count));
    TP_TRY(make_sums(context, semiring, &p));
    if (p.has) {
        const tp_arcs arcs = tp_cuda_lists_arcs(&all, p.rows);
        TP_TRY(tp_cuda_compact_entries(context, &arcs, p.has, semiring->type, false, t));
    } else {
        tp_cuda_swap_lists(&all, t);
    }
    return tp_cuda_wait(context);
}
