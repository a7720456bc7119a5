/* SPDX-License-Identifier: Apache-2.0
 *
 * Lists on a GPU, some of which become others. Moves the entries once.
 */
#include "formats/matrix/places.cuh"

#include "runtime/cuda/cuda_pool.h"

typedef struct replacing {
    tp_lists from;
    tp_given_sorted lines; /* on the device */
    tp_side to;
} replacing;

/* Entries of lists that stay. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK) keep_kernel(const __grid_constant__ replacing r)
{
    const tp_given_sorted &s = r.lines;
    TP_FOR_EACH(j, r.from.count)
    {
        /* Lines in front of the entry's, or that. */
        const int64_t l = tp_first_at(s.count, j + 1, [&s](int64_t k) { return s.given[k].begin; });
        if (l > 0 && j < s.given[l - 1].end) continue;
        const tropic_offset to = j + s.shift[l];
        r.to.ids[to] = r.from.ids[j];
        tp_copy_place(r.to.values, to, r.from.values, j, r.from.size);
    }
}

/* A block takes a line at a time. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK) give_kernel(const __grid_constant__ replacing r)
{
    const tp_given_sorted &s = r.lines;
    for (int64_t l = blockIdx.x; l < s.count; l += gridDim.x) {
        const tp_given_line line = s.given[l];
        for (tropic_offset k = threadIdx.x; k < line.count; k += blockDim.x) {
            const tropic_offset to = line.begin + s.shift[l] + k;
            r.to.ids[to] = line.all ? (tropic_index)k : s.ids[line.first + k];
            tp_copy_place(r.to.values, to, s.values, line.first + k, r.from.size);
        }
    }
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK) offsets_kernel(const __grid_constant__ replacing r)
{
    const tp_given_sorted &s = r.lines;
    TP_FOR_EACH(l, (int64_t)r.from.lists + 1)
    r.to.offsets[l] =
        r.from.offsets[l] + s.shift[tp_first_at(s.count, l, [&s](int64_t k) { return (int64_t)s.line[k]; })];
}

/* The lines in an array of the host, as places.cu has its updates. */
static size_t lay_all(char *host, const char *device, const tp_given_sorted *lines, replacing *r)
{
    const size_t n = (size_t)lines->count;
    const char *given, *shift, *line;
    size_t end = 0;
    tp_lay(host, device, &end, lines->given, n * sizeof *lines->given, &given);
    tp_lay(host, device, &end, lines->shift, (n + 1) * sizeof *lines->shift, &shift);
    tp_lay(host, device, &end, lines->line, n * sizeof *lines->line, &line);
    r->lines = *lines;
    r->lines.given = (const tp_given_line *)given;
    r->lines.shift = (const tropic_offset *)shift;
    r->lines.line = (const tropic_index *)line;
    return end;
}

static tropic_status run(tropic_context *context, const tp_lists *lists, const tp_given_sorted *lines, tp_side *side)
{
    tp_laid laid(context);
    replacing r = {};
    TP_TRY(laid.open(lay_all(NULL, NULL, lines, &r)));
    lay_all(laid.host, laid.device, lines, &r);
    TP_TRY(laid.bring());
    r.from = *lists;
    r.to = *side;
    TP_TRY(tp_pass(context, TP_MERGING, r.from.count, keep_kernel, r));
    TP_TRY(tp_cuda_launch(context, TP_MERGING,
                          {lines->count < TP_PASS_BLOCKS ? lines->count : TP_PASS_BLOCKS, TP_PASS_BLOCK}, give_kernel,
                          r));
    TP_TRY(tp_pass(context, TP_MERGING, (int64_t)r.from.lists + 1, offsets_kernel, r));
    return tp_cuda_wait(context);
}

tropic_status tp_cuda_places_replace(tropic_context *context, const tp_lists *lists, const tp_given_sorted *lines,
                                     tropic_offset count, tp_side *made)
{
    tp_cuda_use use(context);
    TP_TRY(tp_new_lists(context, lists, count, made));
    /* (Another context may have copied the lines, on its stream.) */
    tropic_status status = tp_cuda_check(context, tp_cuda_await_device(context->device_index), TP_MERGING);
    if (status == TROPIC_OK) status = run(context, lists, lines, made);
    if (status != TROPIC_OK) tp_mirror_free(context->device_index, made);
    return status;
}
