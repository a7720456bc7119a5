/* SPDX-License-Identifier: Apache-2.0
 *
 * A traversal on the GPU: launches of the op's `levels` kernel (spmv/device/levels.cuh), narrow and wide
 * in turn, several ahead of the host.
 */
#include "algorithms/search/search.h"
#include "spmv/cuda_backend.h"
#include "spmv/direction.h"
#include "spmv/device/levels_state.cuh"

#include <string.h>

/* Blocks of a narrow launch: a cluster of any device that has clusters. */
#define NARROW_BLOCKS 8
/* Launches that the host sends before it looks. A search of most graphs is narrow, wide, and narrow
 * again; each further look sends twice as many, since one whose turn it is not costs 3 us. */
#define FIRST_BATCH 3
#define MAX_BATCH 32
/* Vertices and entries that a thread of a wide launch should have, so that a small graph does not
 * wait for barriers of blocks without work. */
#define WIDE_WORK 4
/* Where starts[] lies after the search. */
#define STARTS_AT 256
static_assert(sizeof(tp_search) <= STARTS_AT, "the search must end before starts[]");
static_assert(STARTS_AT < TP_CUDA_PINNED, "the search is read through pinned memory");
/* Starts that are read with it. */
#define STARTS_READ ((TP_CUDA_PINNED - STARTS_AT) / (int64_t)sizeof(tropic_index))

/* Clears the search and counts frontier 0, with its hubs. */
static __global__ void __launch_bounds__(TP_LEVELS_BLOCK)
    begin_search(tp_search *search, tropic_index *starts, const tropic_index *order, int64_t first,
                 const tropic_offset *offsets, tp_hub_chunk *items, tp_row_range *spans)
{
    unsigned long long arcs = 0;
    if (threadIdx.x == 0) {
        tp_search empty = {};
        empty.every = first == TP_EVERY;
        empty.slot[0].count = empty.every ? 0 : (unsigned)first;
        *search = empty;
        starts[0] = 0;
    }
    __syncthreads();
    for (int64_t c = threadIdx.x; c < first; c += blockDim.x) {
        const tropic_index i = order[c];
        const tropic_offset entries = offsets[i + 1] - offsets[i];
        arcs += (unsigned long long)entries;
        if (c < TP_NARROW_VERTICES) spans[c] = {offsets[i], entries};
        if (entries > TP_HUB) tp_list_hub(items, &search->slot[0].items, i, tp_chunks(entries));
    }
    arcs = tp_warp_sum(arcs);
    if (tp_lane() == 0 && arcs > 0) {
        atomicAdd(&search->slot[0].arcs, arcs);
        atomicAdd(&search->reached_arcs, arcs);
    }
}

static tropic_status launch_levels(tropic_context *context, const void *kernel, void *state, tp_levels *levels,
                                   int blocks)
{
    tp_cuda *cuda = tp_cuda_of(context);
    void *arguments[] = {state, levels};
    cudaLaunchConfig_t config = {};
    cudaLaunchAttribute attribute = {};
    if (levels->wide) {
        attribute.id = cudaLaunchAttributeCooperative;
        attribute.val.cooperative = 1;
        config.numAttrs = 1;
    } else if (cuda->clusters) {
        attribute.id = cudaLaunchAttributeClusterDimension;
        attribute.val.clusterDim.x = NARROW_BLOCKS;
        attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
        config.numAttrs = 1;
    }
    config.attrs = &attribute;
    config.gridDim = dim3((unsigned)blocks);
    config.blockDim = dim3(TP_LEVELS_BLOCK);
    config.stream = cuda->stream;
    return tp_cuda_check(context, cudaLaunchKernelExC(&config, kernel, arguments), "launching a traversal");
}

/* What traversals keep; `memory`: tp_search, starts, tp_row_range[2 * TP_NARROW_VERTICES]. */
typedef struct levels_kept {
    tp_cuda_kept kept;
    const void *measured; /* the kernel that `blocks` is for */
    int blocks;           /* of a wide launch, at most */
} levels_kept;

static tropic_status keep(tropic_context *context, levels_kept **kept)
{
    static char owner; /* whose address tells its memory from others' */
    return tp_cuda_keep(context, &owner, sizeof **kept, (tp_cuda_kept **)kept);
}

/* Blocks of a wide launch: as many as can be resident, or as have work. */
static tropic_status wide_blocks(tropic_context *context, const tp_traversal *t, int *blocks)
{
    tp_cuda *cuda = tp_cuda_of(context);
    const int64_t work = (int64_t)t->scatter.lists + t->scatter.count;
    const int64_t enough = work / (TP_LEVELS_BLOCK * WIDE_WORK) + 1;
    const void *kernel = t->op->cuda->levels;
    levels_kept *kept = NULL;
    TP_TRY(keep(context, &kept));
    if (kept->measured != kernel) {
        int each = 0;
        TP_TRY(tp_cuda_check(context, cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, kernel, TP_LEVELS_BLOCK, 0),
                             "asking for a kernel's occupancy"));
        kept->blocks = each * cuda->processors;
        kept->measured = kernel;
    }
    *blocks = enough < kept->blocks ? (int)enough : kept->blocks;
    return TROPIC_OK;
}

/* Takes over the starts of levels kept + 1 .. level, from pinned memory as far as they are
 * there. */
static tropic_status keep_starts(tropic_context *context, tp_traversal *t, int64_t *capacity, const tp_levels *levels,
                                 int64_t level)
{
    const tropic_index *read = (const tropic_index *)(tp_cuda_of(context)->pinned + STARTS_AT);
    const int64_t fresh = level - levels->kept;
    TP_TRY(tp_starts_reserve(context, t, capacity, levels->kept + 1, level + 1));
    t->starts[0] = 0;
    if (fresh < STARTS_READ) {
        memcpy(t->starts + levels->kept + 1, read + 1, (size_t)fresh * sizeof *read);
        return TROPIC_OK;
    }
    return tp_cuda_download(context, t->starts + levels->kept + 1, levels->starts + 1, (size_t)fresh * sizeof *read);
}

/* Launches until the frontier is empty; *found: how it ended. */
static tropic_status run_levels(tropic_context *context, tp_traversal *t, tp_levels *levels, tp_search *found)
{
    tp_cuda *cuda = tp_cuda_of(context);
    const void *kernel = t->op->cuda->levels;
    const bool mixed = t->strategy == TROPIC_STRATEGY_AUTO || t->strategy == TROPIC_STRATEGY_CSR_PUSH;
    const int narrow = cuda->clusters ? NARROW_BLOCKS : 1;
    const size_t bytes = t->keep_levels ? TP_CUDA_PINNED : sizeof(tp_search);
    int64_t capacity = 0;
    int wide = 0, batch = mixed ? FIRST_BATCH : 1;

    levels->wide = !mixed || t->first == TP_EVERY;
    TP_TRY(wide_blocks(context, t, &wide));
    do {
        for (int k = 0; k < batch; k++) {
            TP_TRY(launch_levels(context, kernel, t->state, levels, levels->wide ? wide : narrow));
            if (mixed) levels->wide = !levels->wide;
        }
        TP_TRY(tp_cuda_check(context,
                             cudaMemcpyAsync(cuda->pinned, levels->search, bytes, cudaMemcpyDeviceToHost, cuda->stream),
                             "reading a traversal"));
        TP_TRY(tp_cuda_check(context, cudaStreamSynchronize(cuda->stream), "a traversal"));
        memcpy(found, cuda->pinned, sizeof *found);
        if (t->keep_levels) TP_TRY(keep_starts(context, t, &capacity, levels, found->level));
        levels->kept = found->level;
        if (mixed && batch < MAX_BATCH) batch *= 2;
        if (!found->done) TP_TRY(tp_progress(context, (double)found->reached / (double)t->scatter.lists));
    } while (!found->done);
    return TROPIC_OK;
}

static tropic_status prepare(tropic_context *context, const tp_traversal *t, tp_levels *levels)
{
    tp_cuda *cuda = tp_cuda_of(context);
    const size_t spans = 2 * TP_NARROW_VERTICES * sizeof(tp_row_range);
    levels_kept *kept = NULL;
    char *memory;
    cudaLaunchConfig_t config = {};
    const tropic_offset entries = t->gather.count > t->scatter.count ? t->gather.count : t->scatter.count;
    TP_TRY(tp_cuda_need_items(context, TP_HUB_ITEMS(entries)));
    TP_TRY(keep(context, &kept));
    if (!kept->kept.memory) {
        const size_t bytes = spans + STARTS_AT + (TP_LEVELS_ROOM + 1) * sizeof(tropic_index);
        TP_TRY(tp_cuda_allocate(context, &kept->kept.memory, bytes, "a traversal's levels"));
        /* Starts that were not written are read with the rest. */
        TP_TRY(tp_cuda_check(context, cudaMemsetAsync(kept->kept.memory, 0, bytes, cuda->stream), "clearing memory"));
    }
    memory = (char *)kept->kept.memory;
    levels->spans = (tp_row_range *)memory;
    levels->search = (tp_search *)(memory + spans);
    levels->starts = (tropic_index *)(memory + spans + STARTS_AT);
    levels->items = (tp_hub_chunk *)cuda->scratch.items;
    levels->item_room = cuda->scratch.item_room;
    config.gridDim = dim3(1);
    config.blockDim = dim3(TP_LEVELS_BLOCK);
    config.stream = cuda->stream;
    return tp_cuda_check(context,
                         cudaLaunchKernelEx(&config, begin_search, levels->search, levels->starts,
                                            (const tropic_index *)t->order, (int64_t)t->first, t->scatter.offsets,
                                            levels->items, levels->spans),
                         "launching a traversal");
}

tropic_status tp_cuda_traverse(tropic_context *context, tp_traversal *t)
{
    tp_search found;
    tp_levels levels = {};
    tropic_status status;
    tp_cuda_use use(context);

    t->starts = NULL;
    tp_cuda_of(context)->stopped = false;
    if (t->op->cuda->search_grid) return tp_cuda_search(context, t);
    levels.gather = t->gather;
    levels.scatter = t->scatter;
    levels.order = t->order;
    levels.fold = t->keep_levels ? 0 : t->scatter.lists;
    levels.strategy = t->strategy;
    levels.pull = t->pull;
    levels.start = t->start;
    levels.terminal = t->terminal;
    levels.alpha = t->alpha;
    levels.depth = t->depth;
    levels.capacity = TP_LEVELS_ROOM;

    status = prepare(context, t, &levels);
    if (status == TROPIC_OK) status = run_levels(context, t, &levels, &found);
    if (status != TROPIC_OK) {
        tp_release(&context->memory, t->starts);
        t->starts = NULL;
        return status;
    }
    t->levels = found.level;
    t->depth += (int32_t)found.level;
    *(int32_t *)t->state = t->depth;
    t->reached = (t->first == TP_EVERY ? 0 : t->first) + (tropic_index)found.reached;
    t->reached_arcs = (tropic_offset)found.reached_arcs;
    memcpy(t->steps, found.steps, sizeof t->steps);
    return TROPIC_OK;
}

/* Kronecker 21 on an H200: alike from 1/2 to 2. Buckets grow where they have too little. */
#define BUCKET_FACTOR 1

const tp_search_calls tp_cuda_search_calls = {
    TP_SEARCH_CALLS(TP_CALL_ROW, tp_cuda_).bucket_factor = BUCKET_FACTOR,
};
