/* SPDX-License-Identifier: Apache-2.0
 *
 * Runs a recorded loop on the GPU.
 */
#include "spmv/loop/loop.cuh"
#include "spmv/loop/loop_source.h"
#include "spmv/loop/recorder.h"
#include "spmv/jit/jit_kernels.h"

static tropic_status find_kernel(tropic_context *context, const tp_program *program, const void **kernel)
{
    static const char *const name = "loop_kernel";
    const tp_cuda_key key = {TP_CUDA_LOOP, 0, 0, 0}; /* it is the text that tells */
    const size_t at = 0;
    tp_source_text text = {};
    void *kernels = NULL;
    tropic_status status;
    text.memory = &context->memory;
    tp_loop_source(&text, program->item, program->count, &program->go_on, program->go_on_places, TP_HUB);
    status = text.failed
                 ? tp_out_of_memory(context, "the text of a loop")
                 : tp_cuda_specialised_make(context, &key, "loop", text.text, &name, &at, 1, sizeof *kernel, &kernels);
    tp_source_free(&text);
    TP_TRY(status);
    *kernel = *(const void **)kernels;
    return TROPIC_OK;
}

/* Entries of the matrix for each thread of a pull, before more blocks are worth their part in every barrier. */
#define PULLED_EACH 8

/* Threads that a step has work for: one for each group of flags; a warp for each list that is pulled, but no
 * more than its entries keep busy. */
static int64_t wanted_threads(const tp_loop_item *item)
{
    const int64_t places = item->arcs.lists > item->n ? item->arcs.lists : item->n;
    const int64_t entries = item->arcs.count / PULLED_EACH;
    if (item->kind == TP_ITEM_PULL_SCALAR) return item->n;
    if (item->kind == TP_ITEM_PULL_VECTOR) return entries > item->n ? entries : item->n;
    return (places + TP_FLAGS - 1) / TP_FLAGS;
}

/* As few blocks as give every step its threads, since barriers want few. */
static tropic_status choose_blocks(tropic_context *context, const tp_program *program, const void *kernel,
                                   int64_t *blocks)
{
    int each = 0;
    int64_t threads = 1, wanted, max;
    TP_TRY(tp_cuda_check(context, cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, kernel, TP_LOOP_BLOCK, 0),
                         "asking for a kernel's occupancy"));
    if (each == 0) return tp_fail(context, TROPIC_NOT_SUPPORTED, "a loop's body that no multiprocessor has room for");
    max = (int64_t)each * tp_cuda_of(context)->processors;
    for (int q = 0; q < program->count; q++)
        if (wanted_threads(&program->item[q]) > threads) threads = wanted_threads(&program->item[q]);
    wanted = (threads + TP_LOOP_BLOCK - 1) / TP_LOOP_BLOCK;
    *blocks = wanted < max ? wanted : max;
    return TROPIC_OK;
}

tropic_status tp_cuda_run(tropic_context *context, const tp_program *program, int64_t limit, int64_t *done, bool *going)
{
    const uint8_t zero = 0;
    const void *kernel = NULL;
    tp_loop_program p = {};
    tp_loop_state after;
    tropic_offset entries = 0; /* of the largest matrix */
    tp_cuda_grid grid = {1, TP_LOOP_BLOCK, TP_COOPERATIVE};
    void *state = NULL, *arguments[] = {&p};
    tropic_status status;
    tp_cuda_use use(context);

    *done = 0;
    TP_TRY(find_kernel(context, program, &kernel));
    TP_TRY(choose_blocks(context, program, kernel, &grid.blocks));
    for (int q = 0; q < program->count; q++)
        if (program->item[q].arcs.count > entries) entries = program->item[q].arcs.count;
    TP_TRY(tp_cuda_need_items(context, TP_HUB_ITEMS(entries)));
    TP_TRY(tp_cuda_allocate(context, &state, sizeof after, "a loop"));
    p.state = (tp_loop_state *)state;
    p.hubs = tp_cuda_of(context)->scratch.items.memory;
    p.limit = limit;
    p.go_on = program->go_on;
    p.go_on_places = program->go_on_places;
    for (int q = 0; q < program->count; q++) p.item[q] = program->item[q];
    status = tp_cuda_fill(context, state, TROPIC_BOOL, &zero, sizeof after);
    if (status == TROPIC_OK) status = tp_cuda_launch_at(context, "launching a loop", grid, kernel, arguments);
    if (status == TROPIC_OK) status = tp_cuda_download(context, &after, state, sizeof after);
    tp_cuda_release(context, state);
    if (status == TROPIC_OK) {
        *done = after.done;
        *going = after.going;
    }
    return status;
}
