/* SPDX-License-Identifier: Apache-2.0
 *
 * Some of the entries of a matrix in device memory.
 */
#include "spmv/matrices/device_lists.cuh"

#include "spmv/matrices/working.cuh"

#define DOING "selecting entries"

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    offsets_kernel(const tropic_offset *from, tropic_index lists, const int *before, tropic_offset *offsets)
{
    TP_FOR_EACH(l, (int64_t)lists + 1) offsets[l] = before[from[l]];
}

/* The entries that are kept, and where they were. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    keep_kernel(const __grid_constant__ tp_arcs a, const uint8_t *keep, const int *before, tropic_index *ids,
                tropic_index *at)
{
    TP_FOR_EACH(k, a.count)
    {
        if (!keep[k]) continue;
        ids[before[k]] = a.ids[k];
        at[before[k]] = (tropic_index)k;
    }
}

tropic_status tp_cuda_keep_entries(tropic_context *context, tp_working *w, const tp_arcs *a, const uint8_t *keep,
                                   tropic_type type, size_t size, tp_device_lists *t)
{
    tropic_index *at = NULL;
    int *before = NULL, count = 0;
    TP_TRY(w->count_before(keep, a->count, &before));
    TP_TRY(tp_cuda_download(context, &count, before + a->count, sizeof count));
    t->count = count;
    TP_TRY(t->offsets.make(context, (int64_t)a->lists + 1, "a matrix"));
    TP_TRY(t->ids.make(context, count, "a matrix"));
    TP_TRY(w->make(&at, count));
    TP_TRY(
        tp_pass(context, DOING, (int64_t)a->lists + 1, offsets_kernel, a->offsets, a->lists, before, t->offsets.data));
    TP_TRY(tp_pass(context, DOING, a->count, keep_kernel, *a, keep, before, t->ids.data, at));
    if (size > 0) {
        TP_TRY(t->values.make(context, count * (int64_t)size, "a matrix"));
        TP_TRY(tp_cuda_gather(context, t->values.data, type, at, a->values, count));
    }
    return tp_cuda_wait(context);
}
