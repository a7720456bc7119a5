/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows of a product of matrices on a GPU are put in bins: by how many products they have, and the columns these span.
 */
#ifndef TP_MXM_CUDA_BINS_CUH
#define TP_MXM_CUDA_BINS_CUH

#include "runtime/cuda/cuda_launch.cuh"
#include "spmv/mxm/cuda/walk.cuh"

/* Lanes that look at a row of A together: all of a warp, where rows have so many entries on average. */
#define FEW_LANES 8
#define LONG_ROWS 16
/* Rows of more products do not lie with one warp. */
#define WARP_PRODUCTS (1u << 16)

static __device__ tp_product_bin bin_of(unsigned long long products, int64_t columns)
{
    if (products == 0) return TP_BIN_EMPTY;
    if (products <= TP_WARP * TP_PRODUCT_SORT_FEW) return TP_BIN_SORT_FEW;
    if (columns <= TP_PRODUCT_DENSE_COLS && products <= WARP_PRODUCTS) return TP_BIN_DENSE;
    if (columns <= TP_PRODUCT_WARP_WORDS * TP_PRODUCT_WORD && products <= WARP_PRODUCTS) return TP_BIN_SPA_WARP;
    if (products <= TP_WARP * TP_PRODUCT_SORT_SOME) return TP_BIN_SORT_SOME;
    if (products <= TP_WARP * TP_PRODUCT_SORT_MOST) return TP_BIN_SORT_MOST;
    if (products > TP_PRODUCT_LARGE_ROW) return TP_BIN_SPA_LARGE;
    if (columns <= TP_PRODUCT_FEW_WORDS * TP_PRODUCT_WORD) return TP_BIN_SPA_FEW;
    return columns <= TP_PRODUCT_SOME_WORDS * TP_PRODUCT_WORD ? TP_BIN_SPA_SOME : TP_BIN_SPA_LARGE;
}

/* Counts by bin: rows, the most columns that one of them spans, and products, or entries. */
typedef struct bins {
    unsigned rows[TP_BINS], columns[TP_BINS];
    unsigned long long products[TP_BINS];
} bins;

/* Until rows of T begin somewhere, each has a place of 64 bits, behind the first. Its low half has the row's bin, then
 * its length; the high half has an element of the list of rows. */
typedef struct row_place {
    unsigned low, high;
} row_place;

/* In place of TP_BIN_DENSE a row has its first column, with this bit. */
#define FIRST_COLUMN (1u << 31)

static __device__ void open_bins(bins *mine)
{
    for (int b = (int)threadIdx.x; b < TP_BINS; b += TP_PASS_BLOCK)
        mine->rows[b] = mine->columns[b] = 0, mine->products[b] = 0;
    __syncthreads();
}

/* Counts the rows of a warp's lanes, each in its bin; -1: the lane has none. */
static __device__ void count_in_bins(bins *mine, int bin, unsigned columns, unsigned long long products)
{
    for (unsigned left = __ballot_sync(TP_EVERY_LANE, bin >= 0); left;) {
        const int b = __shfl_sync(TP_EVERY_LANE, bin, __ffs((int)left) - 1);
        const unsigned members = __ballot_sync(TP_EVERY_LANE, bin == b), most = tp_warp_max(bin == b ? columns : 0);
        const unsigned long long all = tp_warp_sum(bin == b ? products : 0);
        left &= ~members;
        if (tp_lane() > 0) continue;
        atomicAdd(&mine->rows[b], (unsigned)__popc(members));
        atomicMax(&mine->columns[b], most);
        atomicAdd(&mine->products[b], all);
    }
}

static __device__ void close_bins(const bins *mine, bins *all)
{
    __syncthreads();
    for (int b = (int)threadIdx.x; b < TP_BINS; b += TP_PASS_BLOCK) {
        if (mine->rows[b] == 0) continue;
        atomicAdd(&all->rows[b], mine->rows[b]);
        atomicMax(&all->columns[b], mine->columns[b]);
        atomicAdd(&all->products[b], mine->products[b]);
    }
}

/* Does the mask let nothing through in this row? */
static __device__ bool is_masked_out(const tp_device_product *p, int64_t row)
{
    return p->m.offsets && !p->complement && p->m.offsets[row] == p->m.offsets[row + 1];
}

/* The bin of each row, and the counts of each bin. */
template <int LANES>
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    bound_kernel(const __grid_constant__ tp_device_product p, row_place *places, bins *all)
{
    __shared__ bins mine;
    const int lane = (int)(threadIdx.x % LANES);
    open_bins(&mine);
    for (int64_t row = tp_thread() / LANES; row - tp_thread() / LANES < p.a.lists; row += tp_threads() / LANES) {
        unsigned long long products = 0;
        tropic_index first = p.cols, last = 0;
        if (row < p.a.lists && !is_masked_out(&p, row))
            for (tropic_offset k = p.a.offsets[row] + lane; k < p.a.offsets[row + 1]; k += LANES) {
                const tropic_index i = p.a.ids[k];
                const tropic_offset from = __ldg(p.b.offsets + i), to = __ldg(p.b.offsets + i + 1);
                if (from == to) continue;
                products += (unsigned long long)(to - from);
                first = min(first, __ldg(p.b.ids + from));
                last = max(last, __ldg(p.b.ids + to - 1) + 1);
            }
#pragma unroll
        for (int other = LANES / 2; other > 0; other /= 2) {
            products += __shfl_xor_sync(TP_EVERY_LANE, products, other);
            first = min(first, __shfl_xor_sync(TP_EVERY_LANE, first, other));
            last = max(last, __shfl_xor_sync(TP_EVERY_LANE, last, other));
        }
        const bool is_row = lane == 0 && row < p.a.lists;
        const int64_t columns = last > first ? (int64_t)last - first : 0;
        const tp_product_bin b = bin_of(products, columns);
        if (is_row) places[row].low = b == TP_BIN_DENSE ? (unsigned)first | FIRST_COLUMN : (unsigned)b;
        count_in_bins(&mine, is_row ? b : -1, (unsigned)columns, products);
    }
    close_bins(&mine, all);
}

/* Puts rows in lists, bin by bin, whose cursors are where they begin: take(n, &row) = the bin of the n-th of `count`,
 * put(at, row), by all threads of the grid; row -1: none. */
template <class TAKE, class PUT>
static __device__ void put_in_bins(int64_t count, unsigned *cursors, const TAKE &take, const PUT &put)
{
    __shared__ unsigned counts[TP_BINS], starts[TP_BINS];
    for (int64_t first = (int64_t)blockIdx.x * TP_PASS_BLOCK; first < count;
         first += (int64_t)gridDim.x * TP_PASS_BLOCK) {
        tropic_index row = -1;
        unsigned at = 0;
        int bin = 0;
        if (threadIdx.x < TP_BINS) counts[threadIdx.x] = 0;
        __syncthreads();
        if (first + threadIdx.x < count) bin = take(first + threadIdx.x, &row);
        const unsigned peers = __match_any_sync(TP_EVERY_LANE, row >= 0 ? bin : -1);
        const int leader = __ffs((int)peers) - 1;
        if (row >= 0 && tp_lane() == leader) at = atomicAdd(&counts[bin], (unsigned)__popc(peers));
        at = __shfl_sync(TP_EVERY_LANE, at, leader) + __popc(peers & ((1u << tp_lane()) - 1));
        __syncthreads();
        if (threadIdx.x < TP_BINS) starts[threadIdx.x] = atomicAdd(&cursors[threadIdx.x], counts[threadIdx.x]);
        __syncthreads();
        if (row >= 0) put(starts[bin] + at, row);
        __syncthreads();
    }
}

/* Where bins begin in the list, and where the last one ends. */
typedef struct bin_starts {
    unsigned of[TP_BINS + 1];
} bin_starts;

static __device__ int bin_at(const bin_starts *starts, unsigned at)
{
    int bin = 0;
    while (at >= starts->of[bin + 1]) bin++;
    return bin;
}

/* Lists the rows that have products. Bins are forgotten; `firsts` has first columns of those that are dense. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    list_kernel(row_place *places, tropic_index rows, unsigned *cursors, unsigned dense, tropic_index *firsts)
{
    put_in_bins(
        rows, cursors,
        [=](int64_t n, tropic_index *row) {
            const unsigned low = places[n].low;
            if (low != TP_BIN_EMPTY) *row = (tropic_index)n;
            if (low & FIRST_COLUMN) return (int)TP_BIN_DENSE;
            places[n].low = 0;
            return (int)low;
        },
        [=](unsigned at, tropic_index row) {
            const unsigned low = places[row].low;
            places[at].high = (unsigned)row;
            if (low == 0) return;
            firsts[at - dense] = (tropic_index)(low & ~FIRST_COLUMN);
            places[row].low = 0;
        });
}

/* Are such rows found by their numbers elsewhere, too, which therefore stay? */
static __device__ bool is_numbered(int bin)
{
    return bin == TP_BIN_SPA_LARGE || bin == TP_BIN_DENSE;
}

/* The listed rows that stay, for they have entries or are numbered, and their entries. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    stay_kernel(const row_place *places, const __grid_constant__ bin_starts starts, bins *all)
{
    __shared__ bins mine;
    const int64_t count = starts.of[TP_BINS];
    open_bins(&mine);
    for (int64_t first = (int64_t)blockIdx.x * TP_PASS_BLOCK; first < count;
         first += (int64_t)gridDim.x * TP_PASS_BLOCK) {
        const int64_t n = first + threadIdx.x;
        const int bin = n < count ? bin_at(&starts, (unsigned)n) : -1;
        const unsigned length = n < count ? places[places[n].high].low : 0;
        count_in_bins(&mine, length > 0 || is_numbered(bin) ? bin : -1, 0, length);
    }
    close_bins(&mine, all);
}

/* Their list, elsewhere, where bins begin at `begin`. Places keep lengths alone. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    shorten_kernel(row_place *places, const __grid_constant__ bin_starts starts,
                   const __grid_constant__ bin_starts begin, unsigned *cursors, tropic_index *list)
{
    put_in_bins(
        starts.of[TP_BINS], cursors,
        [=](int64_t n, tropic_index *row) {
            const int bin = bin_at(&starts, (unsigned)n);
            const tropic_index r = (tropic_index)places[n].high;
            places[n].high = 0;
            if (is_numbered(bin))
                list[begin.of[bin] + (n - starts.of[bin])] = r;
            else if (places[r].low > 0)
                *row = r;
            return bin;
        },
        [=](unsigned at, tropic_index row) { list[at] = row; });
}

#endif
