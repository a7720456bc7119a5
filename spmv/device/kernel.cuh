/* SPDX-License-Identifier: Apache-2.0
 *
 * What the GPU strategies share: their sizes, lists of hubs, and the next frontier that updates
 * emit to. Includes no header of the CUDA toolkit, nor do the strategies.
 */
#ifndef TP_KERNEL_CUH
#define TP_KERNEL_CUH

#include "spmv/jit/variants.h"
#include "spmv/ops/op.h"
#include "spmv/ops/state.h"
#include "runtime/step.h"

#define TP_WARP 32
#define TP_EVERY_LANE 0xffffffffu
/* Threads of a block, in a step and in a traversal (whose barriers want few blocks). */
#define TP_STEP_BLOCK 256
/* Blocks of a step that a multiprocessor has threads for; in a kernel's bounds, which may not ask for more. */
#if __CUDA_ARCH__ == 750
#define TP_MAX_BLOCKS 4
#elif __CUDA_ARCH__ == 800 || __CUDA_ARCH__ == 900 || __CUDA_ARCH__ == 1000
#define TP_MAX_BLOCKS 8
#else
#define TP_MAX_BLOCKS 6
#endif
#define TP_BLOCKS(wanted) ((wanted) < TP_MAX_BLOCKS ? (wanted) : TP_MAX_BLOCKS)
#define TP_LEVELS_BLOCK 512
/* Blocks of a traversal that a multiprocessor must have registers for: 32 warps. */
#define TP_LEVELS_EACH 2
/* Entries that a thread has in flight, to hide the latency of the gathers. */
#define TP_FLIGHT 4
/* Lists that a warp looks at together: as many as it has lanes; but where it sums them all to their
 * ends, so few that the heaviest do not outlast the rest. */
#define TP_TILE TP_WARP
#define TP_PULL_TILE 16
/* Entries that a warp sums at a time where it walks over them, four a lane. */
#define TP_WALK (4 * TP_WARP)
/* A list with more entries is a hub: a warp would need over 10 us. It is pulled by a whole block (in csc_vector.cuh,
 * and in loops), and pushed by many warps, so many entries each. */
#define TP_HUB 2048
/* Where some lanes per list sum a product (spmv/strategies/csc_subwarp.cuh), a warp pulls so many entries of a hub:
 * measured (H200), blocks for TP_HUB entries each take up to a fifth longer. */
#define TP_PIECE 1024
/* The most items that the hubs of a matrix with so many entries have. */
#define TP_HUB_ITEMS(entries) (2 * ((entries) / TP_HUB))
/* Ids that a warp collects in shared memory before it takes room in the next frontier. */
#define TP_EMIT_BUFFER 128

/* A narrow launch of a traversal (spmv/device/levels.cuh) takes frontiers up to so many vertices, and
 * arcs: what its few blocks do in about the time that a wide one needs to start. */
#define TP_NARROW_VERTICES 16384
#define TP_NARROW_ARCS 65536

/* A list, kept beside a short frontier's vertices to save a load that must wait for them. */
typedef struct tp_row_range {
    tropic_offset begin, entries;
} tp_row_range;

/* Part of a hub's list: entries chunk * TP_HUB and on, where it is pushed; chunk * TP_PIECE, where lanes pull it. A hub
 * that a block pulls is one item with chunk 0. */
typedef struct tp_hub_chunk {
    tropic_index vertex;
    int32_t chunk;
} tp_hub_chunk;

/* The hubs that one kernel lists for the next, whose blocks leave both counts as they found them: 0. So a graph that
 * has captured the two can be launched any number of times. The rest is for products alone. */
typedef struct tp_hub_queue {
    tp_hub_chunk *items;
    unsigned *count, *ended; /* of the items, and of the blocks that have taken theirs */
    const unsigned *counted; /* how many targets the device listed; NULL: the host knows */
    int shift;               /* 2^shift lanes sum a list */
    tropic_offset limit;     /* longer lists are hubs, pulled TP_PIECE entries at a time: */
    void *sums;              /* of each item, */
    uint8_t *hits;           /* and whether it has one; */
    unsigned *done;          /* at a hub's first item, how many of them are summed */
} tp_hub_queue;

/* The shares of cooc_scalar where it pulls, TP_NNZ_TILE entries each. */
typedef struct tp_nnz_tiles {
    tropic_index shares;
    bool quads; /* ids and values can be read 16 bytes at a time */
    /* Of each share: the sum of what a list that began earlier has there, and of what one that goes on has; and
     * whether there is any. */
    void *carry, *tail;
    uint8_t *carry_hit, *tail_hit;
} tp_nnz_tiles;

/* How a frontier is counted while it grows. */
typedef struct tp_slot {
    unsigned count;          /* vertices */
    unsigned items;          /* of those that are hubs in scatter */
    unsigned hubs;           /* columns of gather, found while they are pulled */
    unsigned long long arcs; /* entries of the vertices' scatter lists */
} tp_slot;

/* The next frontier. */
typedef struct tp_sink {
    tropic_index *list;
    tp_slot *slot;
    tp_hub_chunk *items;
    tp_row_range *spans;          /* of the first TP_NARROW_VERTICES */
    const tropic_offset *offsets; /* scatter lists of what is emitted */
} tp_sink;

/* A thread's share of it. NULL `sink`: emissions are not kept. */
typedef struct tp_emitter {
    const tp_sink *sink;  /* in shared memory, as the buffer */
    tropic_index *buffer; /* the warp's; the top bit of an id says TP_REACH */
    int held;
    unsigned reached;
    unsigned long long arcs, reached_arcs;
} tp_emitter;

#define TP_REACHED INT32_MIN

TP_FN int tp_lane(void)
{
    return (int)(threadIdx.x % TP_WARP);
}
TP_FN int64_t tp_thread(void)
{
    return (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
}
TP_FN int64_t tp_threads(void)
{
    return (int64_t)gridDim.x * blockDim.x;
}
TP_FN int64_t tp_warp(void)
{
    return tp_thread() / TP_WARP;
}
TP_FN int64_t tp_warps(void)
{
    return tp_threads() / TP_WARP;
}

/* How many of `count` things each warp of the grid takes at a time, at most `most`. */
TP_FN int tp_items_per_warp(tropic_index count, int most)
{
    const int64_t share = (count + tp_warps() - 1) / tp_warps();
    return share < most ? (int)share : most;
}

/* A value that is read once, and not kept in the L1 cache, which is the sources'. */
template <class T> TP_FN T tp_stream(const T *from)
{
    union {
        unsigned word;
        unsigned long long words;
        T value;
    } read;
    if (sizeof(T) == 4 && alignof(T) == 4)
        asm("ld.global.nc.L1::no_allocate.u32 %0, [%1];" : "=r"(read.word) : "l"(from));
    else if (sizeof(T) == 8 && alignof(T) == 8)
        asm("ld.global.nc.L1::no_allocate.u64 %0, [%1];" : "=l"(read.words) : "l"(from));
    else
        return *from;
    return read.value;
}

/* Four values that follow one another, aligned to 16 bytes at least where they have four or more; STREAM: not kept
 * in the L1 cache. */
template <bool STREAM, class T> TP_FN void tp_load4(const T *from, T *to)
{
    enum { WORDS = sizeof(T) % 4 == 0 ? (int)sizeof(T) : 0 };
    union {
        unsigned words[WORDS > 0 ? WORDS : 4];
        T values[4];
    } read;
#define LOAD(instruction)                                                                                              \
    asm(instruction " {%0, %1, %2, %3}, [%4];"                                                                         \
        : "=r"(read.words[w]), "=r"(read.words[w + 1]), "=r"(read.words[w + 2]), "=r"(read.words[w + 3])               \
        : "l"((const char *)from + 4 * w))
#pragma unroll
    for (int w = 0; w < WORDS; w += 4)
        if (STREAM)
            LOAD("ld.global.nc.L1::no_allocate.v4.u32");
        else
            LOAD("ld.global.nc.v4.u32");
#undef LOAD
#pragma unroll
    for (int k = 0; k < 4; k++) to[k] = WORDS > 0 ? read.values[k] : from[k];
}

TP_FN unsigned long long tp_warp_sum(unsigned long long v)
{
#pragma unroll
    for (int other = TP_WARP / 2; other > 0; other /= 2) v += __shfl_xor_sync(TP_EVERY_LANE, v, other);
    return v;
}

TP_FN unsigned tp_warp_total(unsigned v)
{
#if __CUDA_ARCH__ >= 800
    return __reduce_add_sync(TP_EVERY_LANE, v);
#else
    return (unsigned)tp_warp_sum(v);
#endif
}
TP_FN unsigned tp_warp_max(unsigned v)
{
#if __CUDA_ARCH__ >= 800
    return __reduce_max_sync(TP_EVERY_LANE, v);
#else
#pragma unroll
    for (int other = TP_WARP / 2; other > 0; other /= 2) {
        const unsigned theirs = __shfl_xor_sync(TP_EVERY_LANE, v, other);
        if (theirs > v) v = theirs;
    }
    return v;
#endif
}

TP_FN unsigned long long tp_warp_min(unsigned long long v)
{
#if __CUDA_ARCH__ >= 800
    const unsigned high = __reduce_min_sync(TP_EVERY_LANE, (unsigned)(v >> 32));
    const unsigned low = (unsigned)(v >> 32) == high ? (unsigned)v : ~0u;
    return (unsigned long long)high << 32 | __reduce_min_sync(TP_EVERY_LANE, low);
#else
#pragma unroll
    for (int other = TP_WARP / 2; other > 0; other /= 2) {
        const unsigned long long theirs = __shfl_xor_sync(TP_EVERY_LANE, v, other);
        if (theirs < v) v = theirs;
    }
    return v;
#endif
}

/* The sum of v over this lane and those before it. */
TP_FN unsigned tp_warp_ends(unsigned v)
{
#pragma unroll
    for (int back = 1; back < TP_WARP; back *= 2) {
        const unsigned before = __shfl_up_sync(TP_EVERY_LANE, v, back);
        if (tp_lane() >= back) v += before;
    }
    return v;
}

/* Has the first cache line of a list fetched, for whoever reads it next on this multiprocessor. */
TP_FN void tp_ask_line(const tropic_index *ids, tropic_index entries)
{
    if (entries > 0) asm volatile("prefetch.global.L1 [%0];" ::"l"(ids));
}

/* The list from `least` up to `most` that entry k lies in. */
TP_FN tropic_index tp_list_of(const tropic_offset *offsets, tropic_index least, tropic_index most, tropic_offset k)
{
    while (least + 1 < most) {
        const tropic_index middle = least + (most - least) / 2;
        if (__ldg(offsets + middle) <= k)
            least = middle;
        else
            most = middle;
    }
    return least;
}

/* All blocks of a cooperative launch. What any thread wrote before, all see after. */
TP_FN void tp_grid_barrier(unsigned *barrier)
{
    __syncthreads();
    if (gridDim.x > 1 && threadIdx.x == 0) {
        /* Block 0 fills up what the others leave short of 2^31: the top bit turns with the last. */
        const unsigned top = 0x80000000u;
        const unsigned mine = blockIdx.x == 0 ? top - (gridDim.x - 1) : 1;
        unsigned before;
        __threadfence();
        before = atomicAdd(barrier, mine);
        while (((before ^ *(volatile unsigned *)barrier) & top) == 0) {
        }
        __threadfence();
    }
    __syncthreads();
}

/* Another lane's value, of any type: word by word. */
#define TP_SHUFFLE(name, instruction)                                                                                  \
    template <typename T> TP_FN T name(T v, int other)                                                                 \
    {                                                                                                                  \
        enum { WORDS = (sizeof(T) + sizeof(unsigned) - 1) / sizeof(unsigned) };                                        \
        unsigned words[WORDS] = {};                                                                                    \
        memcpy(words, &v, sizeof v);                                                                                   \
        _Pragma("unroll") for (int k = 0; k < WORDS; k++) words[k] = instruction(TP_EVERY_LANE, words[k], other);      \
        memcpy(&v, words, sizeof v);                                                                                   \
        return v;                                                                                                      \
    }
TP_SHUFFLE(tp_shuffle_xor, __shfl_xor_sync)
TP_SHUFFLE(tp_shuffle_up, __shfl_up_sync)
TP_SHUFFLE(tp_shuffle_from, __shfl_sync)

/* Pieces of a hub of so many entries. */
TP_FN int32_t tp_pieces(tropic_offset entries)
{
    return (int32_t)((entries + TP_PIECE - 1) / TP_PIECE);
}

/* Lists a hub, as so many items. */
TP_FN void tp_list_hub(tp_hub_chunk *items, unsigned *count, tropic_index vertex, int32_t chunks)
{
    const unsigned at = atomicAdd(count, (unsigned)chunks);
    for (int32_t c = 0; c < chunks; c++) {
        tp_store_int32(&items[at + (unsigned)c].vertex, vertex);
        tp_store_int32(&items[at + (unsigned)c].chunk, c);
    }
}

/* A block of the next kernel has taken its items. */
TP_FN void tp_hub_queue_taken(const tp_hub_queue *hubs)
{
    __syncthreads();
    if (threadIdx.x > 0) return;
    __threadfence();
    if (atomicInc(hubs->ended, gridDim.x - 1) == gridDim.x - 1) *hubs->count = 0;
}

TP_FN int32_t tp_chunks(tropic_offset entries)
{
    return (int32_t)((entries + TP_HUB - 1) / TP_HUB);
}

/* Writes what the warp holds to the next frontier. All lanes call it. */
TP_FN void tp_emit_flush(tp_emitter *out)
{
    unsigned at = 0;
    __syncwarp();
    if (tp_lane() == 0) at = atomicAdd(&out->sink->slot->count, (unsigned)out->held);
    at = __shfl_sync(TP_EVERY_LANE, at, 0);
    for (unsigned c = (unsigned)tp_lane(); c < (unsigned)out->held; c += TP_WARP) {
        const tropic_index entry = out->buffer[c], j = entry & ~TP_REACHED;
        const tropic_offset begin = __ldg(out->sink->offsets + j);
        const tropic_offset entries = __ldg(out->sink->offsets + j + 1) - begin;
        tp_store_int32(out->sink->list + at + c, j);
        if (at + c < TP_NARROW_VERTICES) {
            tp_store_int64(&out->sink->spans[at + c].begin, begin);
            tp_store_int64(&out->sink->spans[at + c].entries, entries);
        }
        out->arcs += (unsigned long long)entries;
        if (entry & TP_REACHED) {
            out->reached++;
            out->reached_arcs += (unsigned long long)entries;
        }
        if (entries > TP_HUB) tp_list_hub(out->sink->items, &out->sink->slot->items, j, tp_chunks(entries));
    }
    __syncwarp();
    out->held = 0;
}

/* What update or push answered for j. All lanes call it, those without a j with answer 0. */
TP_FN void tp_emit(tp_emitter *out, tropic_index j, int answer)
{
    unsigned emitting;
    if (!out->sink) return;
    if (answer == TP_REACH) {
        out->reached++;
        out->reached_arcs += (unsigned long long)(__ldg(out->sink->offsets + j + 1) - __ldg(out->sink->offsets + j));
    }
    emitting = __ballot_sync(TP_EVERY_LANE, answer & TP_EMIT);
    if (emitting == 0) return;
    if (answer & TP_EMIT)
        out->buffer[out->held + __popc(emitting & ((1u << tp_lane()) - 1))] = answer & TP_REACH ? j | TP_REACHED : j;
    out->held += __popc(emitting);
    if (out->held > TP_EMIT_BUFFER - TP_WARP) tp_emit_flush(out);
}

/* The warp has taken the last of its level. */
TP_FN void tp_emit_end(tp_emitter *out)
{
    unsigned long long arcs;
    if (out->held > 0) tp_emit_flush(out);
    arcs = tp_warp_sum(out->arcs);
    if (arcs > 0 && tp_lane() == 0) atomicAdd(&out->sink->slot->arcs, arcs);
    out->arcs = 0;
}

#endif
