/* SPDX-License-Identifier: Apache-2.0
 *
 * Lists expanded to their entries on a GPU, in equal shares: the heads of lists and their entries lie in one sequence,
 * each head before its entries, and a block takes a tile of it. So neither long lists nor many empty ones make a tile
 * longer than others.
 */
#ifndef TP_EXPAND_CUH
#define TP_EXPAND_CUH

#include "spmv/device/working.cuh"

#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>

#define TP_TILE_THREADS 256
/* Entries in flight in each thread: enough to hide the memory's latency, few enough for registers. */
#define TP_TILE_ITEMS 8
#define TP_TILE_LENGTH (TP_TILE_THREADS * TP_TILE_ITEMS)

/* Entry k of list l: offsets[l] <= k < offsets[l + 1]. After the last list there is one more head. */
typedef struct tp_expansion {
    const tropic_offset *offsets;
    int64_t lists, count, tiles;
    const int64_t *first; /* the first list whose head is in tile t or later; tiles + 1 of them */
} tp_expansion;

/* Turns lengths into offsets: offsets[l + 1] is the length of list l before, and its end after. Each block sums up a
 * share of the lists, and then goes through them again, beginning with the sum of the shares before. Meanwhile the host
 * adds up their sums. From tp_cuda_open_sums to tp_cuda_await_sums there is no tp_cuda_download, which uses the same
 * pinned memory. */
typedef struct tp_summing {
    tropic_offset *offsets;
    tropic_offset *sums, *told; /* by block; the latter in pinned memory of the host */
    int64_t lists, share, blocks;
} tp_summing;

typedef tropic::cub::BlockReduce<tropic_offset, TP_TILE_THREADS> tp_share_sum;

/* length(l), for the lists of a block of TP_TILE_THREADS, is to set offsets[l + 1], and return it. */
template <typename LENGTH> static __device__ void tp_sum_share(const tp_summing *s, const LENGTH &length)
{
    __shared__ typename tp_share_sum::TempStorage memory;
    const int64_t begin = blockIdx.x * s->share, end = begin + s->share < s->lists ? begin + s->share : s->lists;
    tropic_offset sum = 0;
    for (int64_t l = begin + threadIdx.x; l < end; l += TP_TILE_THREADS) sum += length(l);
    sum = tp_share_sum(memory).Sum(sum);
    if (threadIdx.x == 0) s->sums[blockIdx.x] = s->told[blockIdx.x] = sum;
}

tropic_status tp_cuda_open_sums(tropic_context *context, tp_working *w, tropic_offset *offsets, int64_t lists,
                                tp_summing *s);
/* After the launch of a kernel that calls tp_sum_share: makes offsets of the lengths. */
tropic_status tp_cuda_place_lists(tropic_context *context, const tp_summing *s);
/* *count: the end of the last list. Waits for the shares, and for nothing that the stream was given since. */
tropic_status tp_cuda_await_sums(tropic_context *context, const tp_summing *s, tropic_offset *count);
/* Makes offsets of lengths that are there, and waits for *count. */
tropic_status tp_cuda_sum_lengths(tropic_context *context, tp_working *w, tropic_offset *offsets, int64_t lists,
                                  tropic_offset *count);

tropic_status tp_cuda_expand(tropic_context *context, tp_working *w, const tropic_offset *offsets, int64_t lists,
                             int64_t count, tp_expansion *e);
/* An expansion that was made before the count was known has so many entries; false: it was made for too few. */
bool tp_cuda_narrow(tp_expansion *e, int64_t count);

/* Contents of a tile: heads of lists, and entries. */
typedef struct tp_tile_span {
    int64_t lists_begin, lists_end, begin;
    int count;
} tp_tile_span;

typedef tropic::cub::BlockScan<int, TP_TILE_THREADS> tp_tile_scan;

/* of[latest[s]] is the result of `each` for the list that entry s of the tile is in. */
template <typename P> struct tp_tile_memory {
    uint16_t latest[TP_TILE_LENGTH];
    P of[TP_TILE_LENGTH];
    typename tp_tile_scan::TempStorage scan;
};

static __device__ inline tp_tile_span tp_tile_open(const tp_expansion *e, int64_t tile)
{
    const int64_t head = tile * TP_TILE_LENGTH, all = e->lists + 1 + e->count;
    const int64_t end = head + TP_TILE_LENGTH < all ? head + TP_TILE_LENGTH : all;
    tp_tile_span t;
    t.lists_begin = e->first[tile];
    t.lists_end = e->first[tile + 1];
    t.begin = head - t.lists_begin;
    t.count = (int)(end - t.lists_end - t.begin);
    return t;
}

/* Called by all threads; they may read the memory when it returns. */
template <typename P, typename EACH>
static __device__ void tp_tile_spread(const tp_expansion *e, const tp_tile_span *t, tp_tile_memory<P> *m,
                                      const EACH &each)
{
    const int mine = (int)threadIdx.x * TP_TILE_ITEMS;
    int latest[TP_TILE_ITEMS], last = 0, before = 0;
    for (int s = (int)threadIdx.x; s < TP_TILE_LENGTH; s += TP_TILE_THREADS) m->latest[s] = 0;
    /* Entry 0 is in the list before the tile's, unless one begins there. */
    if (threadIdx.x == 0 && t->lists_begin > 0) m->of[0] = each(t->lists_begin - 1);
    __syncthreads();
    for (int64_t l = t->lists_begin + threadIdx.x; l < t->lists_end && l < e->lists; l += TP_TILE_THREADS) {
        const tropic_offset begin = e->offsets[l];
        const int64_t s = begin - t->begin;
        const P of = each(l); /* (Read together with the others.) */
        if (s >= t->count || e->offsets[l + 1] == begin) continue;
        m->latest[s] = (uint16_t)s;
        m->of[s] = of;
    }
    __syncthreads();
    for (int k = 0; k < TP_TILE_ITEMS; k++) {
        const int s = m->latest[mine + k];
        last = s > last ? s : last;
        latest[k] = last;
    }
    tp_tile_scan(m->scan).ExclusiveScan(last, before, 0, [](int a, int b) { return a > b ? a : b; });
    for (int k = 0; k < TP_TILE_ITEMS; k++) m->latest[mine + k] = (uint16_t)(latest[k] > before ? latest[k] : before);
    __syncthreads();
}

/* Values of `size` bytes are read as T, so that several are in flight, and written; or copied as bytes. */
struct tp_bytes {};
template <typename T> static __device__ inline T tp_tile_read(const void *from, int64_t k)
{
    return ((const T *)from)[k];
}
template <> __device__ inline tp_bytes tp_tile_read<tp_bytes>(const void *, int64_t)
{
    return {};
}
/* `value` is value k of `from`. */
template <typename T>
static __device__ inline void tp_tile_write(void *to, int64_t at, const T &value, const void *, int64_t, int)
{
    ((T *)to)[at] = value;
}
static __device__ inline void tp_tile_write(void *to, int64_t at, const tp_bytes &, const void *from, int64_t k,
                                            int size)
{
    for (int b = 0; b < size; b++) ((char *)to)[at * size + b] = ((const char *)from)[k * size + b];
}

/* launch(T) for the type that values of `size` bytes are copied as. */
#define TP_TILE_SIZES(size, launch)                                                                                    \
    switch (size) {                                                                                                    \
    case sizeof(uint8_t): launch(uint8_t);                                                                             \
    case sizeof(uint16_t): launch(uint16_t);                                                                           \
    case sizeof(uint32_t): launch(uint32_t);                                                                           \
    case sizeof(uint64_t): launch(uint64_t);                                                                           \
    default: launch(tp_bytes);                                                                                         \
    }

#endif
