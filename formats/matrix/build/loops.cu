/* SPDX-License-Identifier: Apache-2.0
 *
 * Loops that a matrix is made without, in device memory: the device lists them, and the host combines them.
 */
#include "formats/matrix/build/loops.cuh"

#include "formats/matrix/build/loops.h"
#include "runtime/pass.cuh"
#include "runtime/types.h"

#include <string.h>

#define DOING "building a matrix"

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    mark_loops_kernel(const tropic_index *row_ids, const tropic_index *col_ids, int64_t count, uint8_t *is_loop)
{
    TP_FOR_EACH(k, count)
    is_loop[k] = row_ids[k] == col_ids[k];
}

tropic_status tp_cuda_take_loops(tropic_context *context, const tp_device_build *b, tropic_offset kept,
                                 tp_left_out *loops)
{
    tp_device_array<uint8_t> is_loop;
    tp_device_array<tropic_index> places;
    loops->count = b->skip_loops ? b->count - (b->mirror ? kept / 2 : kept) : 0;
    if (loops->count == 0) return TROPIC_OK;
    TP_TRY(is_loop.make(context, b->count, DOING));
    TP_TRY(places.make(context, loops->count, DOING));
    TP_TRY(tp_pass(context, DOING, b->count, mark_loops_kernel, b->row_ids, b->col_ids, b->count, is_loop.data));
    TP_TRY(context->backend->compact(context, places.data, is_loop.data, b->count, NULL));
    TP_TRY(loops->ids.make(context, loops->count, DOING));
    TP_TRY(context->backend->gather(context, loops->ids.data, TROPIC_INT32, places.data, b->row_ids, loops->count));
    if (!b->values) return TROPIC_OK;
    TP_TRY(loops->values.make(context, loops->count * (int64_t)tropic_type_size(b->type), DOING));
    return context->backend->gather(context, loops->values.data, b->type, places.data, b->values, loops->count);
}

static tropic_status download_loops(tropic_context *context, const tp_left_out *loops, tp_entries *e)
{
    const size_t bytes = (size_t)loops->count * sizeof *e->row_ids,
                 size = loops->values.data ? tropic_type_size(e->type) : 0;
    TP_TRY(tp_entries_allocate(context, e, loops->count, size, "the loops of a matrix"));
    TP_TRY(tp_cuda_download(context, e->row_ids, loops->ids.data, bytes));
    if (size > 0) TP_TRY(tp_cuda_download(context, e->values, loops->values.data, (size_t)loops->count * size));
    memcpy(e->col_ids, e->row_ids, bytes);
    return TROPIC_OK;
}

tropic_status tp_cuda_note_loops(tropic_context *context, const tp_device_build *b, const tp_left_out *loops,
                                 tropic_matrix *A)
{
    tp_entries e = {};
    tropic_status status;
    if (loops->count == 0) return TROPIC_OK;
    e.rows = b->rows;
    e.cols = b->cols;
    e.count = loops->count;
    e.type = b->type;
    e.op = b->op;
    status = download_loops(context, loops, &e);
    if (status == TROPIC_OK) status = tp_loops_note(context, A, &e, b->duplicates);
    tp_entries_free(context, &e);
    return status;
}
