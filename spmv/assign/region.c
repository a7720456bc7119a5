/* SPDX-License-Identifier: Apache-2.0
 *
 * Every place of some rows and columns, on the host: under the assignment of a scalar.
 */
#include "spmv/matrix_calls.h"

typedef struct region {
    const tp_indices *rows, *cols;
    tp_lists *out;
} region;

static void count_rows(const void *of, int64_t begin, int64_t end)
{
    const region *r = of;
    for (int64_t i = begin; i < end; i++) r->out->offsets[i + 1] = !r->rows->in || r->rows->in[i] ? r->cols->count : 0;
}

static void fill_rows(const void *of, int64_t begin, int64_t end)
{
    const region *r = of;
    const bool *in = r->cols->in;
    for (int64_t i = begin; i < end; i++) {
        tropic_offset at = r->out->offsets[i];
        for (tropic_index j = 0; at < r->out->offsets[i + 1]; j++)
            if (!in || in[j]) r->out->ids[at++] = j;
    }
}

tropic_status tp_cpu_region(tropic_context *context, const tp_indices *rows, const tp_indices *cols, tp_lists *T)
{
    const region r = {rows, cols, T};
    const size_t places = (size_t)rows->count * (size_t)cols->count, places_max = SIZE_MAX / (2 * sizeof *T->ids);
    const size_t bytes =
        ((size_t)rows->n + 1) * sizeof *T->offsets + (places < places_max ? places : places_max) * sizeof *T->ids;
    TP_TRY(tp_need_memory(context, &context->memory, bytes, "a region of %d x %d places", rows->count, cols->count));
    TP_TRY(tp_lists_allocate_offsets(context, &context->memory, T, rows->n, 0));
    tp_each_row(context, T->lists, T->lists, count_rows, &r);
    TP_TRY(tp_lists_allocate_entries(context, &context->memory, T));
    tp_each_row(context, T->lists, (tropic_offset)rows->count * cols->n, fill_rows, &r);
    return TROPIC_OK;
}
