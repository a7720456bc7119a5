/* SPDX-License-Identifier: Apache-2.0
 *
 * Whole searches on the GPU: a block takes one source after another, with a queue in which the levels lie one behind
 * another, and a bit for each vertex. Moves, per vertex of a search, its place in the queue (written and read), its
 * offsets and its list; the bits stay in the L2 cache.
 */
#include "algorithms/bfs/searches.h"
#include "spmv/cuda_backend.h"
#include "spmv/device/kernel.cuh"

/* Threads of a block, and blocks of a multiprocessor: a narrow level has work for few threads, and waits for memory.
 * Not measured. */
#define SEARCH_BLOCK 512
#define SEARCH_BLOCKS 2
#define SEARCH_WARPS (SEARCH_BLOCK / TP_WARP)
/* Lists of so many entries are a whole warp's. */
#define SEARCH_LONG TP_WARP
/* The counts of new vertices of a level, of the next and of the one behind it: so one barrier a level is enough. While
 * a level adds to its own, nobody reads that of the next but one, which the first thread clears. */
#define SEARCH_COUNTS 3

/* A block's search. */
struct queue_search {
    tropic_index *queue;
    uint32_t *seen;
    int *fresh; /* of the block: vertices that the level has found */
    int stop;   /* where the level ends in the queue, and the next begins */
};

/* Appends w, unless it is there. */
static __device__ void meet(const queue_search &q, tropic_index w)
{
    uint32_t *const word = q.seen + (uint32_t)w / TP_WORD;
    const uint32_t bit = 1u << (uint32_t)w % TP_WORD;
    /* (Most neighbours are there: a load is cheaper. From the L2 cache, where others set bits.) */
    if (__ldcg(word) & bit) return;
    if (atomicOr(word, bit) & bit) return;
    const unsigned here = __activemask();
    const int first = __ffs((int)here) - 1;
    int at = 0;
    if (tp_lane() == first) at = atomicAdd(q.fresh, __popc(here));
    at = __shfl_sync(here, at, first) + __popc(here & ((1u << tp_lane()) - 1));
    q.queue[q.stop + at] = w;
}

/* The lists of a warp's vertices, one for each lane; -1: none. */
static __device__ void expand(const tp_arcs &out, const queue_search &q, tropic_index v)
{
    tropic_offset begin = 0, end = 0;
    if (v >= 0) {
        begin = __ldg(out.offsets + v);
        end = __ldg(out.offsets + v + 1);
    }
    for (unsigned todo = __ballot_sync(TP_EVERY_LANE, end - begin >= SEARCH_LONG); todo; todo &= todo - 1) {
        const int of = __ffs((int)todo) - 1;
        const tropic_offset from = __shfl_sync(TP_EVERY_LANE, begin, of), to = __shfl_sync(TP_EVERY_LANE, end, of);
        for (tropic_offset k = from + tp_lane(); k < to; k += TP_WARP) meet(q, __ldg(out.ids + k));
        __syncwarp();
    }
    if (end - begin >= SEARCH_LONG) end = begin;
    for (tropic_offset k = begin; k < end; k++) meet(q, __ldg(out.ids + k));
    __syncwarp();
}

/* Entries begin .. q.stop - 1 of the queue. Of a narrow level each warp takes some, of a wide one those side by side
 * are a warp's, whose offsets then lie in few lines. */
static __device__ void expand_level(const tp_arcs &out, const queue_search &q, int begin)
{
    const int warp = (int)threadIdx.x / TP_WARP, count = q.stop - begin;
    const int mine = count < SEARCH_BLOCK ? tp_lane() * SEARCH_WARPS + warp : (int)threadIdx.x;
    for (int64_t round = 0; round < count; round += SEARCH_BLOCK) /* (the same rounds for all threads of the block) */
        expand(out, q, round + mine < count ? q.queue[begin + round + mine] : -1);
}

/* The search from a source, by all threads. fresh: of the block, 0. */
static __device__ tp_search_found search(const tp_searches &s, queue_search q, int *fresh, tropic_index source)
{
    const tropic_index n = s.out.lists;
    tp_search_found found = {1, 0, 0, 0, 1};
    int begin = 0;
    for (int64_t k = threadIdx.x; k < TP_WORDS(n); k += SEARCH_BLOCK) q.seen[k] = 0;
    if (threadIdx.x < SEARCH_COUNTS) fresh[threadIdx.x] = 0;
    __syncthreads();
    if (threadIdx.x == 0) {
        q.queue[0] = source;
        q.seen[(uint32_t)source / TP_WORD] = 1u << (uint32_t)source % TP_WORD;
    }
    __syncthreads();
    q.stop = 1;
    for (int64_t d = 1; begin < q.stop && q.stop < n; d++) {
        q.fresh = &fresh[d % SEARCH_COUNTS];
        expand_level(s.out, q, begin);
        if (threadIdx.x == 0) fresh[(d + 1) % SEARCH_COUNTS] = 0;
        __syncthreads();
        const int count = *q.fresh;
        if (count > 0) tp_search_found_add(&found, d, count);
        begin = q.stop;
        q.stop += count;
    }
    return found;
}

/* Arcs that leave the vertices of the queue, for the first thread. */
static __device__ int64_t arcs_of(const tp_arcs &out, const tropic_index *queue, int64_t count, unsigned long long *sum)
{
    unsigned long long mine = 0;
    if (threadIdx.x == 0) *sum = 0;
    __syncthreads();
    for (int64_t k = threadIdx.x; k < count; k += SEARCH_BLOCK)
        mine += (unsigned long long)(__ldg(out.offsets + queue[k] + 1) - __ldg(out.offsets + queue[k]));
    atomicAdd(sum, mine);
    __syncthreads();
    return (int64_t)*sum;
}

static __global__ void __launch_bounds__(SEARCH_BLOCK, SEARCH_BLOCKS)
    take_sources(const __grid_constant__ tp_searches s, int64_t bytes)
{
    __shared__ int fresh[SEARCH_COUNTS];
    __shared__ unsigned long long sum;
    __shared__ int64_t taken;
    const tropic_index n = s.out.lists;
    char *const memory = s.memory + blockIdx.x * bytes;
    queue_search q = {};
    q.seen = (uint32_t *)memory;
    q.queue = (tropic_index *)(q.seen + TP_WORDS(n));
    for (;;) {
        if (threadIdx.x == 0) taken = (int64_t)atomicAdd((unsigned long long *)s.taken, 1ULL);
        __syncthreads();
        const int64_t k = taken;
        if (k >= s.count) return;
        tp_search_found found = search(s, q, fresh, s.sources[k]);
        found.arcs = found.reached < n ? arcs_of(s.out, q.queue, found.reached, &sum) : s.out.count;
        if (threadIdx.x == 0) s.found[k] = found;
        __syncthreads();
    }
}

tropic_status tp_cuda_searches_run(tropic_context *context, const tp_searches *s)
{
    const int64_t blocks = s->count < s->at_once ? s->count : s->at_once;
    tp_cuda_use use(context);
    if (s->count == 0) return TROPIC_OK;
    return tp_cuda_launch(context, "whole searches", {blocks, SEARCH_BLOCK}, take_sources, *s,
                          tp_searches_bytes(&tp_cuda_searches_calls, s->out.lists));
}

tropic_status tp_cuda_searches_room(tropic_context *context, tropic_index *at_once)
{
    const tp_cuda *cuda = tp_cuda_of(context);
    int blocks = 0;
    tp_cuda_use use(context);
    TP_TRY(tp_cuda_check(
        context, cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, (const void *)take_sources, SEARCH_BLOCK, 0),
        "asking for a kernel's occupancy"));
    if (*at_once > blocks * cuda->processors) *at_once = blocks * cuda->processors;
    return TROPIC_OK;
}

/* A search from a block takes an arc in about as long as 64 side by side take sixteen, and a level in a tenth of their
 * time. Not measured. */
#define ARCS_MAX (1 << 21)

const tp_searches_calls tp_cuda_searches_calls = {
    TP_SEARCHES_CALLS(TP_CALL_ROW, tp_cuda_searches_).near = false,
    .group = 1,
    .eighths = 8 * sizeof(tropic_index) + 1,
    .more = 2 * sizeof(uint32_t),
    .arcs_max = ARCS_MAX,
    .deep_max = INT64_MAX,
};
