/* SPDX-License-Identifier: Apache-2.0
 *
 * A level of Brandes' sweeps of one source on the GPU: eight lanes to a list, or a warp to a long one, four entries to
 * a lane at a time. A set of n / 8 bytes stays in the first cache, and tells which of the neighbours' counts to fetch.
 * Hubs are dealt out to many warps, TP_PIECE entries each; the one that ends last adds their sums up, in order.
 */
#include "algorithms/betweenness/cuda/brandes.cuh"

/* Blocks that a multiprocessor must have registers for. */
#define SINGLE_SOURCE_EACH 6
#define LANES 8
/* A warp to a list of more entries; more than TP_HUB, and it is a hub. */
#define LONG_LIST 128
/* Bits of a set that a warp looks at together. */
#define SET_BITS 32
static_assert(SET_BITS == TP_WARP && TP_BRANDES_BITS % SET_BITS == 0, "a lane has a bit");

static __device__ bool has(const uint64_t *set, tropic_index v)
{
    return __ldg((const unsigned *)set + v / SET_BITS) >> v % SET_BITS & 1;
}

/* The sum of entries begin .. end - 1 by WIDTH lanes, in all of these. The whole warp calls it. */
template <int WIDTH>
static __device__ double sum_list(const tp_brandes_single *s, tropic_offset begin, tropic_offset end, bool quads)
{
    const tropic_offset base = begin & ~(tropic_offset)3;
    double sum = 0;
    for (tropic_offset k = base + 4 * (tp_lane() % WIDTH); k < end; k += 4 * WIDTH) {
        tropic_index id[4];
        bool taken[4];
        double x[4];
        if (quads && k + 4 <= s->arcs.count) {
            const int4 four = __ldg((const int4 *)(s->arcs.ids + k));
            id[0] = four.x, id[1] = four.y, id[2] = four.z, id[3] = four.w;
        } else {
#pragma unroll
            for (int f = 0; f < 4; f++) id[f] = k + f >= begin && k + f < end ? __ldg(s->arcs.ids + k + f) : 0;
        }
#pragma unroll
        for (int f = 0; f < 4; f++) taken[f] = k + f >= begin && k + f < end && has(s->adjacent, id[f]);
#pragma unroll
        for (int f = 0; f < 4; f++) x[f] = taken[f] ? s->counts[id[f]] : 0;
#pragma unroll
        for (int f = 0; f < 4; f++) sum += x[f];
    }
#pragma unroll
    for (int other = WIDTH / 2; other > 0; other /= 2) sum += __shfl_xor_sync(TP_EVERY_LANE, sum, other);
    return sum;
}

/* The n-th bit that is set, from 0; -1 where there are not so many. */
static __device__ int nth_bit(unsigned bits, int n)
{
    for (; n > 0; n--) bits &= bits - 1;
    return __ffs((int)bits) - 1;
}

/* The lists of `todo` lanes, which begin at `begin`, by WIDTH lanes each. */
template <int WIDTH>
static __device__ void take_lists(const tp_brandes_single *s, int64_t first, unsigned todo, tropic_offset begin,
                                  int entries, bool quads)
{
    while (todo) {
        const int of = nth_bit(todo, tp_lane() / WIDTH), from = of < 0 ? 0 : of;
        const tropic_offset start = __shfl_sync(TP_EVERY_LANE, begin, from);
        const int length = __shfl_sync(TP_EVERY_LANE, entries, from);
        const double sum = sum_list<WIDTH>(s, start, start + (of < 0 ? 0 : length), quads);
        if (of >= 0 && tp_lane() % WIDTH == 0)
            tp_brandes_single_keep(s, (tropic_index)(first + of), s->adjacent ? sum : s->seed);
        for (int k = 0; k < TP_WARP / WIDTH; k++) todo &= todo - 1;
    }
}

static __global__ void __launch_bounds__(TP_STEP_BLOCK, TP_BLOCKS(SINGLE_SOURCE_EACH))
    brandes_single_source(const __grid_constant__ tp_brandes_single s, const __grid_constant__ tp_hub_queue hubs,
                          int tile, bool quads)
{
    const int64_t n = s.arcs.lists;
    const int lane = tp_lane();
    for (int64_t first = tp_warp() * tile; first < n; first += tp_warps() * tile) {
        const int64_t own = first + lane;
        const bool here = lane < tile && own < n && has(s.level, (tropic_index)own);
        const tropic_offset begin = here ? __ldg(s.arcs.offsets + own) : 0;
        const int entries = here && s.adjacent ? (int)(__ldg(s.arcs.offsets + own + 1) - begin) : 0;
        const bool hub = entries > hubs.limit, is_long = entries > LONG_LIST;
        const unsigned short_ones = __ballot_sync(TP_EVERY_LANE, here && !is_long);
        const unsigned long_ones = __ballot_sync(TP_EVERY_LANE, is_long && !hub);
        if (hub) tp_list_hub(hubs.items, hubs.count, (tropic_index)own, tp_pieces(entries));
        take_lists<LANES>(&s, first, short_ones, begin, entries, quads);
        take_lists<TP_WARP>(&s, first, long_ones, begin, entries, quads);
    }
}

static __global__ void __launch_bounds__(TP_STEP_BLOCK, TP_BLOCKS(SINGLE_SOURCE_EACH))
    brandes_single_source_hubs(const __grid_constant__ tp_brandes_single s, const __grid_constant__ tp_hub_queue hubs,
                               int tile, bool quads)
{
    volatile double *sums = (volatile double *)hubs.sums;
    (void)tile;
    tp_each_piece(
        &s.arcs, &hubs,
        [&](int64_t q, tropic_index v, tropic_offset from, tropic_offset end) {
            const double sum = sum_list<TP_WARP>(&s, from, end, quads);
            (void)v;
            if (tp_lane() == 0) sums[q] = sum;
        },
        [&](int64_t first, int32_t pieces, tropic_index v) {
            double sum = 0;
            for (int32_t p = tp_lane(); p < pieces; p += TP_WARP) sum += sums[first + p];
            for (int other = TP_WARP / 2; other > 0; other /= 2) sum += __shfl_xor_sync(TP_EVERY_LANE, sum, other);
            if (tp_lane() == 0) tp_brandes_single_keep(&s, v, sum);
        });
}

tropic_status tp_cuda_brandes_single_source(tropic_context *context, const tp_brandes_single *s)
{
    return tp_cuda_brandes_launch(context, s, (const void *)brandes_single_source,
                                  (const void *)brandes_single_source_hubs, TP_HUB, sizeof(double));
}

/* A warp to SET_BITS vertices. */
static __global__ void brandes_sets(const int32_t *level, tropic_index n, int32_t levels, unsigned *sets,
                                    int64_t halves)
{
    for (int64_t k = tp_warp(); k < halves; k += tp_warps()) {
        const int64_t v = k * SET_BITS + tp_lane();
        const int32_t own = v < n ? level[v] : -1;
        for (int32_t d = 0; d < levels; d++) {
            const unsigned bits = __ballot_sync(TP_EVERY_LANE, own == d);
            if (tp_lane() == 0) sets[d * halves + k] = bits;
        }
    }
}

tropic_status tp_cuda_brandes_sets(tropic_context *context, const int32_t *level, tropic_index n, int32_t levels,
                                   uint64_t *sets)
{
    const int64_t halves = TP_BRANDES_WORDS(n) * (TP_BRANDES_BITS / SET_BITS);
    tp_cuda_use use(context);
    tp_cuda_of(context)->stopped = false;
    if (n == 0) return TROPIC_OK;
    return tp_cuda_launch(context, "launching a kernel", {tp_quotient_up(halves, TP_BRANDES_WARPS), TP_STEP_BLOCK},
                          brandes_sets, level, n, levels, (unsigned *)sets, halves);
}
