/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows of a product of matrices on a GPU are put in bins: by how many products they have, and the columns these span.
 */
#ifndef TP_PRODUCT_BINS_CUH
#define TP_PRODUCT_BINS_CUH

#include "runtime/cuda_launch.cuh"
#include "spmv/matrices/product_walk.cuh"

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

/* What is counted by bin: rows, the most columns that one of them spans, and products. */
typedef struct bins {
    unsigned rows[TP_BINS], columns[TP_BINS];
    unsigned long long products[TP_BINS];
} bins;

/* first, last and bin of each row, and how many rows each bin has. */
template <int LANES>
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    bound_kernel(const __grid_constant__ tp_device_product p, uint8_t *bin, bins *all)
{
    __shared__ bins mine;
    const int lane = (int)(threadIdx.x % LANES);
    for (int b = (int)threadIdx.x; b < TP_BINS; b += TP_PASS_BLOCK)
        mine.rows[b] = mine.columns[b] = 0, mine.products[b] = 0;
    __syncthreads();
    for (int64_t row = tp_thread() / LANES; row - tp_thread() / LANES < p.a.lists; row += tp_threads() / LANES) {
        unsigned long long products = 0;
        tropic_index first = p.cols, last = 0;
        if (row < p.a.lists)
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
        if (lane > 0 || row >= p.a.lists) continue;
        const int64_t columns = last > first ? (int64_t)last - first : 0;
        const tp_product_bin b = bin_of(products, columns);
        p.first[row] = first;
        p.last[row] = last;
        bin[row] = (uint8_t)b;
        atomicAdd(&mine.rows[b], 1u);
        atomicMax(&mine.columns[b], (unsigned)columns);
        atomicAdd(&mine.products[b], products);
    }
    __syncthreads();
    for (int b = (int)threadIdx.x; b < TP_BINS; b += TP_PASS_BLOCK) {
        if (mine.rows[b] == 0) continue;
        atomicAdd(&all->rows[b], mine.rows[b]);
        atomicMax(&all->columns[b], mine.columns[b]);
        atomicAdd(&all->products[b], mine.products[b]);
    }
}

/* list[...] = the rows, bin by bin, whose cursors are where they begin. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    list_kernel(const uint8_t *bin, tropic_index rows, unsigned *cursors, tropic_index *list)
{
    __shared__ unsigned counts[TP_BINS], starts[TP_BINS];
    for (int64_t first = (int64_t)blockIdx.x * TP_PASS_BLOCK; first < rows;
         first += (int64_t)gridDim.x * TP_PASS_BLOCK) {
        const int64_t row = first + threadIdx.x;
        unsigned at = 0;
        if (threadIdx.x < TP_BINS) counts[threadIdx.x] = 0;
        __syncthreads();
        if (row < rows) at = atomicAdd(&counts[bin[row]], 1u);
        __syncthreads();
        if (threadIdx.x < TP_BINS) starts[threadIdx.x] = atomicAdd(&cursors[threadIdx.x], counts[threadIdx.x]);
        __syncthreads();
        if (row < rows) list[starts[bin[row]] + at] = (tropic_index)row;
        __syncthreads();
    }
}

#endif
