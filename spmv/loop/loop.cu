/* SPDX-License-Identifier: Apache-2.0
 *
 * Runs a recorded loop on the GPU.
 */
#include "spmv/loop/loop.cuh"
#include "spmv/loop/loop_source.h"
#include "spmv/loop/recorder.h"
#include "spmv/jit/jit_kernels.h"

static tropic_status find_kernel(tropic_context *context, const tp_program *program, const void **kernel,
                                 int64_t *places)
{
    static const char *const name = "loop_kernel";
    const tp_cuda_key key = {TP_CUDA_LOOP, 0, 0, 0}; /* it is the text that tells */
    const size_t at = 0;
    tp_source_text text = {};
    void *kernels = NULL;
    tropic_status status;
    text.memory = &context->memory;
    *places = tp_loop_source(&text, program->item, program->count, &program->go_on, program->go_on_places, TP_HUB);
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

/* As few blocks as give every step its threads, since barriers want few: one cluster, if it has room for them, whose
 * barrier takes half a microsecond less (100,000 places, H100: 6.0 us an iteration with two of them instead of 7.1).
 * *several: a thread has several groups of flags to look at. */
static tropic_status choose_grid(tropic_context *context, const tp_program *program, const void *kernel,
                                 tp_cuda_grid *grid, bool *several)
{
    int each = 0, cluster = TP_CLUSTER_MAX;
    int64_t threads = 1, wanted, max;
    TP_TRY(tp_cuda_check(context, cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, kernel, TP_LOOP_BLOCK, 0),
                         "asking for a kernel's occupancy"));
    if (each == 0) return tp_fail(context, TROPIC_NOT_SUPPORTED, "a loop's body that no multiprocessor has room for");
    max = (int64_t)each * tp_cuda_of(context)->processors;
    for (int q = 0; q < program->count; q++)
        if (wanted_threads(&program->item[q]) > threads) threads = wanted_threads(&program->item[q]);
    wanted = (threads + TP_LOOP_BLOCK - 1) / TP_LOOP_BLOCK;
    *grid = {wanted < max ? wanted : max, TP_LOOP_BLOCK, TP_COOPERATIVE};
    *several = wanted > max;
    if (wanted == 1 || wanted > TP_CLUSTER_MAX) return TROPIC_OK;
    while (cluster / 2 >= wanted) cluster /= 2;
    TP_TRY(tp_cuda_fit_cluster(context, kernel, TP_LOOP_BLOCK, 0, 1, &cluster));
    if (cluster >= wanted) *grid = {cluster, TP_LOOP_BLOCK, cluster};
    return TROPIC_OK;
}

/* Arcs of a list, on average, up to which a push also says which ranges it went to. */
#define TP_LOOP_SPARSE 8

/* Which ranges of places are looked at: at first all. Worth it where a thread has several groups to look at (a path of
 * 20 M vertices, H100: 9.5 us a level instead of 23; of 1 M: 8.0 instead of 7.5). */
static tropic_status begin_ranges(tropic_context *context, tp_loop_program *p, int count, int64_t places)
{
    const int64_t ranges = (places + TP_RANGE - 1) / TP_RANGE;
    const uint8_t active = TP_ACTIVE;
    void *memory = NULL;
    for (int q = 0; q < count; q++)
        if (p->item[q].arcs.count > places * TP_LOOP_SPARSE) return TROPIC_OK;
    TP_TRY(tp_cuda_allocate(context, &memory, (size_t)ranges, "a loop"));
    p->active = (uint8_t *)memory;
    for (int q = 0; q < count; q++) p->item[q].state.active = p->active;
    return tp_cuda_fill(context, memory, TROPIC_UINT8, &active, ranges);
}

tropic_status tp_cuda_run(tropic_context *context, const tp_program *program, int64_t limit, int64_t *done, bool *going)
{
    const uint8_t zero = 0;
    const void *kernel = NULL;
    tp_loop_program p = {};
    tp_loop_state after;
    tropic_offset entries = 0; /* of the largest matrix */
    tp_cuda_grid grid = {};
    int64_t places = 0; /* of all passes; 0: ranges cannot be left out */
    bool several = false;
    void *state = NULL, *arguments[] = {&p};
    tropic_status status;
    tp_cuda_use use(context);

    *done = 0;
    TP_TRY(find_kernel(context, program, &kernel, &places));
    TP_TRY(choose_grid(context, program, kernel, &grid, &several));
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
    p.cluster = grid.cluster != TP_COOPERATIVE;
    status = tp_cuda_fill(context, state, TROPIC_BOOL, &zero, sizeof after);
    if (status == TROPIC_OK && several && places > 0) status = begin_ranges(context, &p, program->count, places);
    if (status == TROPIC_OK) status = tp_cuda_launch_at(context, "launching a loop", grid, kernel, arguments);
    if (status == TROPIC_OK) status = tp_cuda_download(context, &after, state, sizeof after);
    tp_cuda_release(context, p.active);
    tp_cuda_release(context, state);
    if (status == TROPIC_OK) {
        *done = after.done;
        *going = after.going;
    }
    return status;
}
