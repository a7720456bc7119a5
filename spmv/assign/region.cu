/* SPDX-License-Identifier: Apache-2.0
 *
 * Every place of some rows and columns, on a GPU.
 */
#include "spmv/device/working.cuh"
#include "spmv/matrix_calls.h"
#include "spmv/write/backend_lists.cuh"

#define DOING "listing a region"

/* With ids in device memory; a range has a stride. */
typedef struct region {
    tp_ascending rows, cols;
    tropic_index lists;
} region;

/* How many of them are below i. */
static __device__ int64_t count_below(const tp_ascending *a, int64_t i)
{
    const int64_t distance = i - a->first;
    if (a->ids) return tp_find_id(a->ids, 0, a->count, i);
    const int64_t below = distance <= 0 ? 0 : (distance + a->stride - 1) / a->stride;
    return below < a->count ? below : a->count;
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    offsets_kernel(const __grid_constant__ region r, tropic_offset *offsets)
{
    TP_FOR_EACH(i, (int64_t)r.lists + 1)
    offsets[i] = count_below(&r.rows, i) * r.cols.count;
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    ids_kernel(const __grid_constant__ region r, int64_t count, tropic_index *ids)
{
    TP_FOR_EACH(k, count)
    {
        const tropic_index c = (tropic_index)(k % r.cols.count);
        ids[k] = r.cols.ids ? r.cols.ids[c] : r.cols.first + c * r.cols.stride;
    }
}

/* In device memory. */
static tropic_status open_lines(tropic_context *context, tp_working *w, const tp_indices *list, tp_ascending *lines)
{
    tropic_index *sorted = NULL, count = 0;
    tropic_status status;
    const tp_ascending all = {NULL, 0, 1, list->count};
    *lines = list->range ? tp_indices_ascending(list) : all;
    if (!list->ids) return TROPIC_OK;
    if (list->ascending) return w->upload(&lines->ids, list->ids, list->count);
    sorted = (tropic_index *)tp_allocate(&context->memory, list->count, sizeof *sorted);
    if (!sorted) return tp_out_of_memory(context, "a region");
    for (tropic_index i = 0; i < list->n; i++)
        if (list->in[i]) sorted[count++] = i;
    status = w->upload(&lines->ids, sorted, count);
    if (status == TROPIC_OK) status = tp_cuda_wait(context);
    tp_release(&context->memory, sorted);
    return status;
}

tropic_status tp_cuda_region(tropic_context *context, const tp_indices *rows, const tp_indices *cols, tp_lists *T)
{
    tp_cuda_use use(context);
    tp_working w(context, DOING);
    tp_device_lists t;
    region r = {};
    r.lists = rows->n;
    t.count = (tropic_offset)rows->count * cols->count;
    TP_TRY(t.offsets.make(context, (int64_t)rows->n + 1, "a matrix"));
    TP_TRY(t.ids.make(context, t.count, "a matrix"));
    TP_TRY(open_lines(context, &w, rows, &r.rows));
    TP_TRY(open_lines(context, &w, cols, &r.cols));
    TP_TRY(tp_pass(context, DOING, (int64_t)rows->n + 1, offsets_kernel, r, t.offsets.data));
    TP_TRY(tp_pass(context, DOING, t.count, ids_kernel, r, t.count, t.ids.data));
    tp_cuda_hand_over(&t, rows->n, 0, T);
    return TROPIC_OK;
}
