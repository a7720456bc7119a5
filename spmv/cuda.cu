/* SPDX-License-Identifier: Apache-2.0
 *
 * The CUDA backend: its memory is a GPU's, in the order of the context's stream. This file takes
 * steps; runtime/cuda.cu has the device, runtime/cuda_memory.cu its memory.
 */
#include "spmv/cuda.h"
#include "spmv/kernel.cuh"

/* Blocks for each multiprocessor that a kernel should have before its warps take several lists
 * each; these hide the latency of one another's gathers. */
#define BLOCKS_EACH 8
/* The longest grid that CUDA launches. */
#define GRID_MOST INT32_MAX

#define STEP_WARPS (TP_STEP_BLOCK / TP_WARP)

static int64_t quotient_up(int64_t a, int64_t b)
{
    return (a + b - 1) / b;
}

/* What the kernels of one step are given, and where they run. */
typedef struct launch {
    tropic_context *context;
    void *state;
    tp_arcs arcs;
    const tropic_index *list;
    tropic_index count;
    tp_hubs hubs;
} launch;

static tropic_status launch_kernel(launch *l, const void *kernel, int64_t blocks)
{
    void *arguments[] = {l->state, &l->arcs, &l->list, &l->count, &l->hubs};
    const dim3 grid((unsigned)(blocks < GRID_MOST ? blocks : GRID_MOST));
    return tp_cuda_check(l->context,
                         cudaLaunchKernel(kernel, grid, dim3(TP_STEP_BLOCK), arguments, 0,
                                          tp_cuda_of(l->context)->stream),
                         "launching a kernel");
}

tropic_status tp_cuda_need_items(tropic_context *context, int64_t room)
{
    tp_cuda_scratch *scratch = &tp_cuda_of(context)->scratch;
    if (!scratch->counts) {
        const int32_t zero = 0;
        TP_TRY(tp_cuda_allocate(context, (void **)&scratch->counts, 2 * sizeof *scratch->counts,
                                "counts of hubs"));
        TP_TRY(tp_cuda_fill(context, scratch->counts, TROPIC_INT32, &zero, 2));
    }
    if (room <= scratch->item_room) return TROPIC_OK;
    tp_cuda_release(context, scratch->items);
    scratch->items = NULL;
    scratch->item_room = 0;
    TP_TRY(tp_cuda_allocate(context, &scratch->items, 2 * (size_t)room * sizeof(tp_item),
                            "lists of hubs"));
    scratch->item_room = room;
    return TROPIC_OK;
}

/* A product's sums, by some lanes per list, then those of the hubs. */
static tropic_status launch_lanes(launch *l, const tp_cuda_kernels *kernels, bool plain)
{
    tp_cuda *cuda = tp_cuda_of(l->context);
    const int64_t fill = (int64_t)cuda->processors * BLOCKS_EACH;
    const tropic_index longest = l->arcs.longest;
    bool hubs;
    int64_t blocks;
    TP_TRY(tp_cuda_lanes(l->context, kernels, &l->arcs, &l->hubs));
    hubs = longest == 0 || longest > l->hubs.limit;
    blocks = quotient_up((int64_t)l->count << l->hubs.shift, TP_STEP_BLOCK);
    if (plain && !hubs && !l->list && l->hubs.shift == 1)
        return launch_kernel(l, kernels->csc_pairs_plain, blocks);
    if (l->hubs.counted && blocks > fill) blocks = fill;
    TP_TRY(launch_kernel(l, plain ? kernels->csc_lanes_plain : kernels->csc_lanes, blocks));
    cuda->scratch.turn = !cuda->scratch.turn;
    return hubs ? launch_kernel(l, plain ? kernels->csc_pieces_plain : kernels->csc_pieces, fill)
                : TROPIC_OK;
}

/* A kernel whose warps share lists out, at most `tile` at a time, then the one for the hubs. */
static tropic_status launch_pair(launch *l, const void *kernel, const void *hubs, int tile)
{
    tp_cuda *cuda = tp_cuda_of(l->context);
    const int64_t fill = (int64_t)cuda->processors * BLOCKS_EACH;
    const int64_t most = quotient_up(l->count, STEP_WARPS);
    const int64_t least = quotient_up(l->count, (int64_t)STEP_WARPS * tile);
    TP_TRY(tp_cuda_need_items(l->context, TP_HUB_ITEMS(l->arcs.count)));
    l->hubs.items = (tp_item *)cuda->scratch.items;
    l->hubs.count = cuda->scratch.counts + cuda->scratch.turn;
    l->hubs.spent = cuda->scratch.counts + !cuda->scratch.turn;
    TP_TRY(launch_kernel(l, kernel, least > fill ? least : most < fill ? most : fill));
    cuda->scratch.turn = !cuda->scratch.turn;
    return l->arcs.count > TP_HUB ? launch_kernel(l, hubs, fill) : TROPIC_OK;
}

tropic_status tp_cuda_step(tropic_context *context, const tp_step *step)
{
    if (step->columns > 1) return tp_cuda_step_columns(context, step);
    const tp_cuda_kernels *kernels =
        step->kernels ? (const tp_cuda_kernels *)step->kernels : tp_cuda_kernels_of(step->op);
    const tropic_index targets = step->targets ? step->target_count : step->gather.lists;
    launch pull = {context, step->state, step->gather, step->targets, targets, {}};
    launch push = {context,
                   step->state,
                   step->scatter,
                   step->sources,
                   step->sources ? step->source_count : step->scatter.lists,
                   {}};
    const bool merges = step->strategy == TROPIC_STRATEGY_CSR_PUSH ||
                        (step->strategy == TROPIC_STRATEGY_COOC_SCALAR && !kernels->cooc_walk);
    const tropic_strategy strategy =
        merges && !kernels->csr_push ? TROPIC_STRATEGY_CSC_SCALAR : step->strategy;
    tp_cuda_use use(context);

    if (merges && kernels->prepare && step->gather.lists > 0) {
        launch all = {context, step->state, step->gather, NULL, step->gather.lists, {}};
        TP_TRY(launch_kernel(&all, kernels->prepare, quotient_up(all.count, TP_STEP_BLOCK)));
    }
    if (step->mask && !step->targets && targets > 0 &&
        (strategy == TROPIC_STRATEGY_CSC_SCALAR ||
         (strategy == TROPIC_STRATEGY_CSC_VECTOR && kernels->csc_lanes)))
        TP_TRY(tp_cuda_list(context, step->mask, targets, &pull.list, &pull.hubs.counted));
    const bool plain = step->plain && (!step->masked || pull.list);
    switch (strategy) {
    case TROPIC_STRATEGY_CSR_PUSH:
        if (push.count > 0)
            TP_TRY(launch_pair(&push, kernels->csr_push, kernels->csr_push_hubs, TP_TILE));
        break;
    case TROPIC_STRATEGY_COOC_SCALAR:
        if (kernels->cooc_walk)
            return targets > 0 ? tp_cuda_walk(context, kernels, step->state, &pull.arcs,
                                              step->plain && !step->masked)
                               : TROPIC_OK;
        if (pull.arcs.count > 0)
            TP_TRY(launch_kernel(&pull, kernels->cooc_scalar,
                                 quotient_up(pull.arcs.count, TP_STEP_BLOCK * TP_FLIGHT)));
        break;
    case TROPIC_STRATEGY_CSC_VECTOR:
        if (kernels->csc_lanes && targets > 0) return launch_lanes(&pull, kernels, plain);
        return targets > 0
                   ? launch_pair(&pull, kernels->csc_vector, kernels->csc_vector_hubs, TP_PULL_TILE)
                   : TROPIC_OK;
    default:
        return targets > 0
                   ? launch_kernel(&pull, plain ? kernels->csc_scalar_plain : kernels->csc_scalar,
                                   quotient_up(targets, TP_STEP_BLOCK))
                   : TROPIC_OK;
    }
    return kernels->finish && targets > 0
               ? launch_kernel(&pull, kernels->finish, quotient_up(targets, TP_STEP_BLOCK))
               : TROPIC_OK;
}

const tp_backend *tp_cuda_backend(void)
{
    static const tp_backend backend = {
        .device = TROPIC_DEVICE_CUDA,
        .location = TROPIC_DEVICE,
        .shares = true,
        .open = tp_cuda_open,
        .close = tp_cuda_close,
        .allocate = tp_cuda_allocate,
        .release = tp_cuda_release,
        .mirror_allocate = tp_cuda_mirror_allocate,
        .mirror_release = tp_cuda_mirror_release,
        .upload = tp_cuda_upload,
        .download = tp_cuda_download,
        .copy = tp_cuda_copy,
        .fill = tp_cuda_fill,
        .wait = tp_cuda_wait,
        .timer_start = tp_cuda_timer_start,
        .timer_stop = tp_cuda_timer_stop,
        .specialise = tp_cuda_specialise,
        .step = tp_cuda_step,
        .traverse = tp_cuda_traverse,
        .restrict_to = tp_cuda_restrict,
        .count = tp_cuda_count,
        .elementwise = tp_cuda_elementwise,
        .reduce = tp_cuda_reduce,
        .any = tp_cuda_any,
        .run = tp_cuda_run,
        .reduce_lists = tp_cuda_reduce_lists,
        .compact = tp_cuda_compact,
        .scatter = tp_cuda_scatter,
        .gather = tp_cuda_gather,
        .scale = tp_cuda_scale,
        .least_from = tp_cuda_least_from,
        .any_above = tp_cuda_any_above,
    };
    return &backend;
}
