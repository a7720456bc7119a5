/* SPDX-License-Identifier: Apache-2.0
 *
 * Every place of some rows and columns, on a GPU.
 */
#include "spmv/matrices/backend_lists.cuh"
#include "spmv/matrices/matrix_calls.h"
#include "spmv/matrices/working.cuh"

#define DOING "listing a region"

/* Ascending ids; NULL: all. */
typedef struct region {
    const tropic_index *rows, *cols;
    tropic_index row_count, col_count, lists;
} region;

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    offsets_kernel(const __grid_constant__ region r, tropic_offset *offsets)
{
    TP_FOR_EACH(i, (int64_t)r.lists + 1)
    {
        int64_t low = 0, high = r.row_count;
        while (r.rows && low < high) {
            const int64_t middle = low + (high - low) / 2;
            if (r.rows[middle] < i)
                low = middle + 1;
            else
                high = middle;
        }
        offsets[i] = (r.rows ? low : i) * r.col_count;
    }
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    ids_kernel(const __grid_constant__ region r, int64_t count, tropic_index *ids)
{
    TP_FOR_EACH(k, count)
    {
        const tropic_index c = (tropic_index)(k % r.col_count);
        ids[k] = r.cols ? r.cols[c] : c;
    }
}

/* The list's ids, ascending, in device memory. */
static tropic_status upload(tropic_context *context, tp_working *w, const tp_indices *list, const tropic_index **ids)
{
    tropic_index *made = NULL, *sorted = NULL, count = 0;
    tropic_status status;
    *ids = NULL;
    if (!list->ids) return TROPIC_OK;
    TP_TRY(w->make(&made, list->count));
    *ids = made;
    if (list->ascending) return tp_cuda_upload(context, made, list->ids, (size_t)list->count * sizeof *made);
    sorted = (tropic_index *)tp_allocate(&context->memory, list->count, sizeof *sorted);
    if (!sorted) return tp_out_of_memory(context, "a region");
    for (tropic_index i = 0; i < list->n; i++)
        if (list->in[i]) sorted[count++] = i;
    status = tp_cuda_upload(context, made, sorted, (size_t)count * sizeof *made);
    if (status == TROPIC_OK) status = tp_cuda_wait(context);
    tp_release(&context->memory, sorted);
    return status;
}

tropic_status tp_cuda_region(tropic_context *context, const tp_indices *rows, const tp_indices *cols, tp_lists *T)
{
    tp_cuda_use use(context);
    tp_working w(context, DOING);
    tp_device_lists t;
    region r = {NULL, NULL, rows->count, cols->count, rows->n};
    t.count = (tropic_offset)rows->count * cols->count;
    TP_TRY(t.offsets.make(context, (int64_t)rows->n + 1, "a matrix"));
    TP_TRY(t.ids.make(context, t.count, "a matrix"));
    TP_TRY(upload(context, &w, rows, &r.rows));
    TP_TRY(upload(context, &w, cols, &r.cols));
    TP_TRY(tp_pass(context, DOING, (int64_t)rows->n + 1, offsets_kernel, r, t.offsets.data));
    TP_TRY(tp_pass(context, DOING, t.count, ids_kernel, r, t.count, t.ids.data));
    tp_cuda_hand_over(&t, rows->n, 0, T);
    return TROPIC_OK;
}
