/* SPDX-License-Identifier: Apache-2.0
 *
 * A traversal on the GPU by an op that emits each vertex once, or has buckets. Two kernels take turns: one
 * of a single cluster, while frontiers are small (algorithms/search/cluster_kernel.cuh), and one of the whole grid
 * (algorithms/search/grid_kernel.cuh). The cluster kernel takes levels until the frontier outgrows it, the grid kernel
 * until the frontier fits the cluster kernel again. A kernel whose turn it is not ends at once; so the host launches
 * several ahead and seldom looks. (Measured on an H200: a launch and a look at its result take 14.5 us, a barrier of
 * all blocks 1.1.)
 */
#include "algorithms/search/search.h"
#include "spmv/cuda_backend.h"
#include "algorithms/search/search_state.cuh"

#include <string.h>

/* Launches that the host sends before it looks. A search of most graphs has few vertices, many, and few
 * again; each further look sends twice as many, since one whose turn it is not costs 3 us. */
#define FIRST_BATCH 3
#define MAX_BATCH 32
/* A frontier that the caller does not keep is listed where it has at most one in so many vertices, as on the CPU. */
#define LISTED 16
/* Values that a cluster kernel takes at once, in buckets' first width: so many typical ones over the mean degree.
 * (By a simulation that counts levels and vertices in them: the best within a factor of two on lattices of degree 2.5
 * and 3.6, a mesh of 6, and a random geometric graph of 13.) */
#define NEAR_WINDOW 20
/* Threads of a block that clears. */
#define CLEAR_BLOCK 256
/* Where starts[] lies after the state. */
#define STARTS_AT 512
static_assert(sizeof(tp_search_state) <= STARTS_AT, "the state must end before starts[]");
static_assert(STARTS_AT < TP_CUDA_PINNED, "the state is read through pinned memory");
static_assert(TP_CLUSTER_MAX * TP_QUEUE <= TP_SEARCH_LISTED, "the cluster kernel leaves lists");
#define STARTS_READ ((TP_CUDA_PINNED - STARTS_AT) / (int64_t)sizeof(tropic_index))

/* seen = {source};  frontier = {source}.  With buckets nobody is far, and frontiers are also bits. If
 * heads > 0, there is no source: so many vertices wait, and `least` is their least distance. */
static __global__ void __launch_bounds__(CLEAR_BLOCK)
    begin_search(const __grid_constant__ tp_search_launch t, tropic_index source, unsigned heads, tp_value least)
{
    const int64_t words = TP_WORDS(t.scatter.lists);
    for (int64_t w = tp_thread(); w < words; w += tp_threads()) {
        const uint32_t bit = heads == 0 && w == source / TP_WORD ? 1u << source % TP_WORD : 0;
        t.seen[w] = t.far ? 0 : bit;
        t.bits[0][w] = t.far ? bit : 0;
        t.bits[1][w] = 0;
        if (t.wanted) t.wanted[w] = 0;
    }
    if (tp_thread() != 0) return;
    tp_search_state first = {};
    first.far = heads;
    if (heads > 0)
        first.low = first.high = least;
    else
        first.arcs = (unsigned long long)(t.scatter.offsets[source + 1] - t.scatter.offsets[source]);
    first.count = first.reached = heads == 0;
    first.longest = (unsigned)first.arcs;
    first.missing = t.wanted ? 0 : t.target_count > 0 ? 1 : -1;
    first.width = t.width;
    for (int k = 0; k < TP_COUNTER_SETS; k++) first.counters[k] = tp_frontier_counters_none();
    first.reached_arcs = first.arcs;
    *t.search = first;
    t.starts[0] = 0;
    if (heads > 0) return;
    if (t.order)
        t.order[0] = source;
    else
        t.lists[0][0] = source;
    t.listed[0][0] = {t.scatter.offsets[source], (tropic_index)first.arcs, source};
}

/* The heads wait. */
static __global__ void __launch_bounds__(CLEAR_BLOCK)
    mark_heads(const __grid_constant__ tp_search_launch t, const tropic_index *heads, tropic_index count)
{
    for (int64_t c = tp_thread(); c < count; c += tp_threads())
        atomicOr(t.far + heads[c] / TP_WORD, 1u << heads[c] % TP_WORD);
}

/* The targets as bits; counts those that are not the source. */
static __global__ void __launch_bounds__(CLEAR_BLOCK)
    want_targets(const __grid_constant__ tp_search_launch t, const tropic_index *targets, tropic_index count)
{
    for (int64_t c = tp_thread(); c < count; c += tp_threads())
        if (tp_bit_take(t.wanted, targets[c], false) && !tp_bit(t.seen, targets[c])) atomicAdd(&t.search->missing, 1);
}

/* Memory and facts that searches keep; `memory`: the state and starts, chunks of long lists, short frontiers. */
typedef struct search_kept {
    tp_cuda_kept kept;
    const tp_cuda_kernels *measured; /* the kernels that the rest is for */
    int blocks;                      /* of the cluster */
    int queue;                       /* places of a block's queue */
    size_t place;                    /* bytes of a place */
} search_kept;

static tropic_status keep(tropic_context *context, search_kept **search)
{
    static char owner; /* whose address tells its memory from others' */
    return tp_cuda_keep(context, &owner, sizeof **search, (tp_cuda_kept **)search);
}

/* Of a block of the cluster kernel, for two queues. */
static size_t queue_bytes(const search_kept *search)
{
    return 2 * (size_t)search->queue * search->place;
}

/* Finds the limits of launches on the device, for the op at hand: places of a queue, and blocks of a cluster, a power
 * of two that can be resident at once, with code that knows clusters. */
static tropic_status measure(tropic_context *context, search_kept *search, const tp_cuda_kernels *kernels)
{
    tp_cuda *cuda = tp_cuda_of(context);
    cudaFuncAttributes code = {};
    int shared_bytes = 0;
    if (search->measured == kernels) return TROPIC_OK;
    search->measured = NULL; /* until all is known of the new ones */
    TP_TRY(tp_cuda_check(context,
                         cudaDeviceGetAttribute(&shared_bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, cuda->ordinal),
                         "asking for a device's shared memory"));
    TP_TRY(tp_cuda_check(context, cudaFuncGetAttributes(&code, kernels->search_cluster), "asking for a kernel's size"));
    shared_bytes -= (int)code.sharedSizeBytes;
    search->queue = TP_QUEUE;
    search->place = sizeof(tp_vertex_row) + kernels->value_size;
    while ((int)queue_bytes(search) > shared_bytes) search->queue /= 2;
    TP_TRY(tp_cuda_check(context,
                         cudaFuncSetAttribute(kernels->search_cluster, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                              (int)queue_bytes(search)),
                         "preparing a search"));
    search->blocks = TP_CLUSTER_MAX;
    TP_TRY(tp_cuda_fit_cluster(context, kernels->search_cluster, TP_SEARCH_BLOCK, queue_bytes(search), 1,
                               &search->blocks));
    search->measured = kernels;
    return TROPIC_OK;
}

static tropic_status launch_search(tropic_context *context, const search_kept *search, void *state, tp_search_launch *t,
                                   bool grid)
{
    static const char *const doing = "launching a search";
    const tp_cuda_kernels *kernels = search->measured;
    void *arguments[] = {state, t};
    if (grid)
        return tp_cuda_launch_at(context, doing, {tp_cuda_of(context)->processors, TP_SEARCH_BLOCK, TP_COOPERATIVE},
                                 kernels->search_grid, arguments);
    return tp_cuda_launch_at(context, doing, {search->blocks, TP_SEARCH_BLOCK, search->blocks, queue_bytes(search)},
                             kernels->search_cluster, arguments);
}

/* Takes over the starts of levels kept + 1 .. level, from pinned memory as far as they are there. */
static tropic_status keep_starts(tropic_context *context, tp_traversal *t, int64_t *capacity,
                                 const tp_search_launch *launch, int64_t level)
{
    const tropic_index *read = (const tropic_index *)(tp_cuda_of(context)->pinned + STARTS_AT);
    const int64_t fresh = level - launch->kept;
    TP_TRY(tp_starts_reserve(context, t, capacity, launch->kept + 1, level + 1));
    t->starts[0] = 0;
    if (fresh < STARTS_READ) {
        memcpy(t->starts + launch->kept + 1, read + 1, (size_t)fresh * sizeof *read);
        return TROPIC_OK;
    }
    return tp_cuda_download(context, t->starts + launch->kept + 1, launch->starts + 1, (size_t)fresh * sizeof *read);
}

/* Launches until the frontier is empty; *found: how it ended. */
static tropic_status run_search(tropic_context *context, const search_kept *search, tp_traversal *t,
                                tp_search_launch *launch, tp_search_state *found)
{
    tp_cuda *cuda = tp_cuda_of(context);
    const bool mixed = launch->mixed;
    const size_t bytes = launch->order ? TP_CUDA_PINNED : sizeof *found;
    int64_t capacity = 0;
    int batch = mixed ? FIRST_BATCH : 1;
    bool grid = !mixed, over;
    do {
        launch->limit = launch->kept + TP_SEARCH_LEVELS;
        if (t->depth_limit > 0 && t->depth_limit < launch->limit) launch->limit = t->depth_limit;
        for (int k = 0; k < batch; k++) {
            TP_TRY(launch_search(context, search, t->state, launch, grid));
            if (mixed) grid = !grid;
        }
        if (t->last) TP_TRY(tp_cuda_check(context, cudaEventRecord(cuda->stop, cuda->stream), "a timer"));
        TP_TRY(tp_cuda_refuse_waiting(context));
        TP_TRY(tp_cuda_check(context,
                             cudaMemcpyAsync(cuda->pinned, launch->search, bytes, cudaMemcpyDeviceToHost, cuda->stream),
                             "reading a search"));
        TP_TRY(tp_cuda_check(context, cudaStreamSynchronize(cuda->stream), "a search"));
        memcpy(found, cuda->pinned, sizeof *found);
        if (launch->order) TP_TRY(keep_starts(context, t, &capacity, launch, found->level));
        launch->kept = found->level;
        if (mixed && batch < MAX_BATCH) batch *= 2;
        over = found->done || found->missing == 0 || (t->depth_limit > 0 && found->level == t->depth_limit);
        if (!over) TP_TRY(tp_progress(context, (double)found->reached / (double)t->scatter.lists));
    } while (!over);
    cuda->stopped = t->last;
    return TROPIC_OK;
}

/* Memory that is kept. */
static tropic_status reserve(tropic_context *context, search_kept *search, tp_search_launch *launch)
{
    tp_cuda *cuda = tp_cuda_of(context);
    const int64_t warps = (int64_t)cuda->processors * TP_SEARCH_WARPS;
    const size_t starts = STARTS_AT + (TP_SEARCH_LEVELS + 2) * sizeof(tropic_index);
    const size_t listed = TP_SEARCH_LISTED * sizeof(tp_vertex_row);
    char *memory;
    launch->chunk_capacity = warps * TP_CHUNKS_EACH;
    const size_t all = 2 * listed + (size_t)launch->chunk_capacity * sizeof(tp_hub_chunk) + starts;
    if (!search->kept.memory) {
        TP_TRY(tp_cuda_allocate(context, &search->kept.memory, all, "a search"));
        /* Starts that were not written are read with the rest. */
        TP_TRY(tp_cuda_check(context, cudaMemsetAsync(search->kept.memory, 0, all, cuda->stream), "clearing memory"));
    }
    memory = (char *)search->kept.memory;
    launch->listed[0] = (tp_vertex_row *)memory;
    launch->listed[1] = (tp_vertex_row *)(memory + listed);
    launch->chunks = (tp_hub_chunk *)(memory + 2 * listed);
    memory += 2 * listed + (size_t)launch->chunk_capacity * sizeof(tp_hub_chunk);
    launch->search = (tp_search_state *)memory;
    launch->starts = (tropic_index *)(memory + STARTS_AT);
    return TROPIC_OK;
}

/* The frontiers: bits, and unless the caller keeps them two short lists; and the targets. */
static tropic_status prepare(tropic_context *context, const tp_traversal *t, bool buckets, tp_search_launch *launch,
                             void **frontiers, void **targets)
{
    const int64_t each = TP_WORDS(t->scatter.lists);
    tropic_index *ids = NULL;
    /* A cluster kernel leaves the content of its queues, a vertex several times where values fall. */
    launch->capacity = TP_CLUSTER_MAX * TP_QUEUE;
    if (!buckets && launch->capacity > t->scatter.lists) launch->capacity = t->scatter.lists;
    if (launch->capacity < t->scatter.lists / LISTED) launch->capacity = t->scatter.lists / LISTED;
    if (launch->order) launch->capacity = 0;
    TP_TRY(tp_cuda_allocate(context, frontiers,
                            3 * (size_t)each * sizeof(uint32_t) + 2 * (size_t)launch->capacity * sizeof(tropic_index),
                            "the frontiers"));
    launch->seen = (uint32_t *)*frontiers;
    for (int side = 0; side < 2; side++) {
        launch->bits[side] = launch->seen + (1 + side) * each;
        launch->lists[side] = (tropic_index *)(launch->seen + 3 * each) + side * launch->capacity;
    }
    if (buckets) launch->far = launch->seen;
    if (t->target_count > 0) {
        const size_t wanted = buckets ? 0 : (size_t)each * sizeof(uint32_t);
        const size_t listed = (size_t)t->target_count * sizeof(tropic_index);
        TP_TRY(tp_cuda_allocate(context, targets, wanted + listed, "the targets"));
        if (!buckets) launch->wanted = (uint32_t *)*targets;
        ids = (tropic_index *)((char *)*targets + wanted);
        TP_TRY(tp_cuda_upload(context, ids, t->targets, listed));
        launch->targets = ids;
        launch->target_count = t->target_count;
    }
    TP_TRY(tp_cuda_launch(context, "launching a search", {tp_quotient_up(each, CLEAR_BLOCK), CLEAR_BLOCK}, begin_search,
                          *launch, t->source, (unsigned)t->head_count, t->least));
    if (t->heads)
        return tp_cuda_launch(context, "launching a search", {tp_quotient_up(t->head_count, CLEAR_BLOCK), CLEAR_BLOCK},
                              mark_heads, *launch, t->heads, t->head_count);
    if (!launch->wanted) return TROPIC_OK;
    return tp_cuda_launch(context, "launching a search", {tp_quotient_up(t->target_count, CLEAR_BLOCK), CLEAR_BLOCK},
                          want_targets, *launch, ids, t->target_count);
}

tropic_status tp_cuda_traverse(tropic_context *context, tp_traversal *t)
{
    tp_search_state found;
    tp_search_launch launch = {};
    void *frontiers = NULL, *targets = NULL;
    search_kept *search = NULL;
    const tp_cuda_kernels *kernels = t->op->cuda;
    const bool buckets = kernels->value_size > 0;
    tropic_status status;
    tp_cuda_use use(context);

    t->starts = NULL;
    tp_cuda_of(context)->stopped = false;
    TP_TRY(keep(context, &search));
    status = measure(context, search, kernels);
    launch.gather = t->gather;
    launch.scatter = t->scatter;
    launch.strategy = t->strategy;
    launch.mixed = (t->strategy == TROPIC_STRATEGY_AUTO || t->strategy == TROPIC_STRATEGY_CSR_PUSH) &&
                   t->queue == TROPIC_QUEUE_AUTO;
    launch.order = t->order;
    launch.collect = t->queue;
    launch.width = t->width;
    launch.near_width = NEAR_WINDOW * t->width;
    launch.deferred = buckets ? search->queue / 2 : 0;
    launch.queue = search->queue - launch.deferred;
    launch.cluster_vertices = (unsigned)(TP_SEARCH_VERTICES / TP_CLUSTER_MAX * search->blocks);
    launch.cluster_arcs = (unsigned)(TP_SEARCH_ARCS / TP_CLUSTER_MAX * search->blocks);
    launch.cluster_far = TP_CLUSTER_FAR / TP_CLUSTER_MAX * search->blocks;
    if (TP_WORDS(t->scatter.lists) > TP_CLUSTER_WORDS / TP_CLUSTER_MAX * search->blocks) launch.cluster_far = -1;
    if (launch.cluster_vertices > (unsigned)(launch.queue * search->blocks))
        launch.cluster_vertices = (unsigned)(launch.queue * search->blocks);
    if (status == TROPIC_OK) status = reserve(context, search, &launch);
    if (status == TROPIC_OK) status = prepare(context, t, buckets, &launch, &frontiers, &targets);
    if (status == TROPIC_OK) status = run_search(context, search, t, &launch, &found);
    tp_cuda_release(context, frontiers);
    tp_cuda_release(context, targets);
    if (status != TROPIC_OK) {
        tp_release(&context->work, t->starts);
        t->starts = NULL;
        return status;
    }
    t->levels = found.level - found.advances;
    if (found.count > 0 && !buckets) t->levels++; /* one that is not taken any more */
    if (buckets && !found.done) t->waits = found.low;
    *(int32_t *)t->state = (int32_t)found.level;
    t->reached = (tropic_index)found.reached;
    t->reached_arcs = (tropic_offset)found.reached_arcs;
    memcpy(t->steps, found.steps, sizeof t->steps);
    return TROPIC_OK;
}

/* Kronecker 21 on an H200: alike from 1/2 to 2. Buckets grow where they have too little. */
#define BUCKET_FACTOR 1

const tp_search_calls tp_cuda_search_calls = {
    TP_SEARCH_CALLS(TP_CALL_ROW, tp_cuda_).bucket_factor = BUCKET_FACTOR,
    .sparse_degree = 0,
};
