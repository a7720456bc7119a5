/* SPDX-License-Identifier: Apache-2.0
 *
 * Lines of matrices as lists, on a GPU: of vectors, and diagonals as lists.
 */
#include "spmv/device/expand.cuh"
#include "spmv/matrix_calls.h"
#include "spmv/write/backend_lists.cuh"

#define DOING "a line of a matrix"

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    offsets_kernel(const tropic_index *ids, tropic_index count, tp_matrix_line line, tropic_index rows,
                   tropic_offset *offsets)
{
    TP_FOR_EACH(i, (int64_t)rows + 1)
    {
        /* Places of the vector that are in earlier rows. */
        const int64_t places = i <= line.row ? 0 : line.down ? i - line.row : TROPIC_INDEX_MAX;
        offsets[i] = ids ? tp_find_id(ids, 0, count, places) : places < count ? places : count;
    }
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    ids_kernel(const tropic_index *ids, tropic_index count, tp_matrix_line line, tropic_index *to)
{
    TP_FOR_EACH(k, count) to[k] = line.col + (!line.right ? 0 : ids ? ids[k] : (tropic_index)k);
}

tropic_status tp_cuda_line_lists(tropic_context *context, const tp_entry_list *v, size_t size, tp_matrix_line line,
                                 tropic_index rows, tp_lists *T)
{
    const tropic_index *ids = (const tropic_index *)v->ids;
    tp_cuda_use use(context);
    tp_device_lists t;
    t.count = v->count.entries;
    TP_TRY(t.offsets.make(context, (int64_t)rows + 1, "a matrix"));
    TP_TRY(t.ids.make(context, t.count, "a matrix"));
    TP_TRY(t.values.make(context, t.count * (int64_t)size, "a matrix"));
    TP_TRY(
        tp_pass(context, DOING, (int64_t)rows + 1, offsets_kernel, ids, v->count.entries, line, rows, t.offsets.data));
    TP_TRY(tp_pass(context, DOING, t.count, ids_kernel, ids, v->count.entries, line, t.ids.data));
    TP_TRY(tp_cuda_copy(context, t.values.data, v->values, (size_t)t.count * size));
    TP_TRY(tp_cuda_wait(context));
    tp_cuda_hand_over(&t, rows, size, T);
    return TROPIC_OK;
}

/* ---- diagonals ---- */

/* Where place i of the diagonal is; before[i + 1]: whether it is there. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    look_kernel(const __grid_constant__ tp_arcs a, int64_t row, int64_t col, tropic_index n, tropic_offset *at,
                tropic_offset *before)
{
    TP_FOR_EACH(i, n)
    {
        const tropic_offset end = a.offsets[row + i + 1], found = tp_find_id(a.ids, a.offsets[row + i], end, col + i);
        at[i] = found < end && a.ids[found] == col + i ? found : -1;
        before[i + 1] = at[i] >= 0;
    }
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    collect_kernel(const tropic_offset *at, const tropic_offset *before, tropic_index n, tropic_index *ids,
                   const char *values, char *to, int size)
{
    TP_FOR_EACH(i, n)
    {
        if (at[i] < 0) continue;
        ids[before[i]] = (tropic_index)i;
        for (int b = 0; b < size; b++) to[before[i] * size + b] = values[at[i] * size + b];
    }
}

tropic_status tp_cuda_diagonal(tropic_context *context, const tropic_matrix *A, int64_t k, tropic_index n, tp_lists *T)
{
    const size_t size = tp_matrix_value_size(A);
    tp_cuda_use use(context);
    tp_working w(context, DOING);
    tp_device_lists t;
    tropic_offset *at = NULL, *before = NULL, bounds[2] = {0, 0};
    tp_arcs a;
    TP_TRY(tp_matrix_arcs(context, A, TP_BY_ROW, false, &a));
    TP_TRY(w.make(&at, n));
    TP_TRY(w.make(&before, (int64_t)n + 1));
    TP_TRY(tp_pass(context, DOING, n, look_kernel, a, k < 0 ? -k : 0, k < 0 ? 0 : k, n, at, before));
    TP_TRY(tp_cuda_sum_lengths(context, &w, before, n, &t.count));
    bounds[1] = t.count;
    TP_TRY(t.offsets.make(context, 2, "a diagonal"));
    TP_TRY(t.ids.make(context, t.count, "a diagonal"));
    if (size > 0) TP_TRY(t.values.make(context, t.count * (int64_t)size, "a diagonal"));
    TP_TRY(tp_cuda_upload(context, t.offsets.data, bounds, sizeof bounds));
    TP_TRY(tp_pass(context, DOING, n, collect_kernel, at, before, n, t.ids.data, (const char *)a.values, t.values.data,
                   (int)size));
    TP_TRY(tp_cuda_wait(context));
    tp_cuda_hand_over(&t, 1, size, T);
    return TROPIC_OK;
}
