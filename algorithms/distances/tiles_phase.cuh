/* SPDX-License-Identifier: Apache-2.0
 *
 * The passes of one phase on a GPU (algorithms/distances/tiles.cu): the middle block is closed, its rows and columns
 * are multiplied by it, and all else by those.
 */
#ifndef TP_TILES_PHASE_CUH
#define TP_TILES_PHASE_CUH

#include "algorithms/distances/tiles_product.cuh"

/* Vertices of the middle that one launch takes, and rows and columns of a block's tile of it. */
#define TP_CLOSE_STEP 32
#define TP_CLOSE_TILE 64
/* A block has both, and its threads so many of each in either direction. */
#define TP_CLOSE_ALL (TP_CLOSE_STEP + TP_CLOSE_TILE)
#define TP_CLOSE_EACH (TP_CLOSE_ALL / TP_TILE_SIDE)
/* Side of a tile that is transposed, and its rows that are read at a time. */
#define TP_TRANSPOSE 32
#define TP_TRANSPOSE_ROWS (TP_TILE_THREADS / TP_TRANSPOSE)

/* In device memory. The matrix has `side` rows and columns, a multiple of the depth, as `first` is. Of n and more, all
 * is infinite. */
template <typename REAL> struct tp_tiled {
    int64_t n, side, first, depth;
    REAL *distance;
    REAL *middle, *middle_transposed;      /* depth x depth, by rows and by columns */
    REAL *rows, *columns_before, *columns; /* depth x side: rows; columns as they were, and as they are */

    __device__ bool is_middle(int64_t at) const
    {
        return at >= first && at < first + depth;
    }
};

/* ---- the middle ---- */

/* Paths may go through vertices k .. k + TP_CLOSE_STEP - 1 of a block, one after another (the order of the CPU, which
 * is that of sums): rows and columns of these are a part of what each block has, so that it needs no other. No vertex's
 * own row changes with it. to: depth x depth. */
template <typename REAL>
static __global__ void __launch_bounds__(TP_TILE_THREADS)
    tp_tiles_close(const REAL *from, int64_t wide, REAL *to, int depth, int k)
{
    __shared__ REAL rows[2][TP_CLOSE_ALL], columns[2][TP_CLOSE_ALL];
    const int tiles = depth / TP_CLOSE_TILE, x = (int)threadIdx.x % TP_TILE_SIDE, y = (int)threadIdx.x / TP_TILE_SIDE;
    const int tile_row = (int)blockIdx.x / tiles * TP_CLOSE_TILE, tile_column = (int)blockIdx.x % tiles * TP_CLOSE_TILE;
    REAL d[TP_CLOSE_EACH][TP_CLOSE_EACH];
    /* The block's places TP_CLOSE_STEP and on are those of the tile. */
    const auto place = [&](int at, int first) { return at < TP_CLOSE_STEP ? k + at : first + at - TP_CLOSE_STEP; };
#pragma unroll
    for (int i = 0; i < TP_CLOSE_EACH; i++)
#pragma unroll
        for (int j = 0; j < TP_CLOSE_EACH; j++)
            d[i][j] = from[place(i * TP_TILE_SIDE + y, tile_row) * wide + place(j * TP_TILE_SIDE + x, tile_column)];
#pragma unroll
    for (int part = 0; part < TP_CLOSE_STEP / TP_TILE_SIDE; part++)
        for (int s = 0; s < TP_TILE_SIDE; s++) {
            const int through = k + part * TP_TILE_SIDE + s;
#pragma unroll
            for (int e = 0; e < TP_CLOSE_EACH; e++) {
                if (y == s) rows[s % 2][e * TP_TILE_SIDE + x] = d[part][e];
                if (x == s)
                    columns[s % 2][e * TP_TILE_SIDE + y] =
                        place(e * TP_TILE_SIDE + y, tile_row) == through ? (REAL)HUGE_VAL : d[e][part];
            }
            __syncthreads(); /* (the other buffer is written before the next) */
            REAL row[TP_CLOSE_EACH];
#pragma unroll
            for (int j = 0; j < TP_CLOSE_EACH; j++) row[j] = rows[s % 2][j * TP_TILE_SIDE + x];
#pragma unroll
            for (int i = 0; i < TP_CLOSE_EACH; i++) {
                const REAL first = columns[s % 2][i * TP_TILE_SIDE + y];
#pragma unroll
                for (int j = 0; j < TP_CLOSE_EACH; j++) {
                    const REAL sum = first + row[j];
                    d[i][j] = sum < d[i][j] ? sum : d[i][j];
                }
            }
        }
#pragma unroll
    for (int i = TP_CLOSE_STEP / TP_TILE_SIDE; i < TP_CLOSE_EACH; i++)
#pragma unroll
        for (int j = TP_CLOSE_STEP / TP_TILE_SIDE; j < TP_CLOSE_EACH; j++)
            to[place(i * TP_TILE_SIDE + y, tile_row) * depth + place(j * TP_TILE_SIDE + x, tile_column)] = d[i][j];
}

/* ---- rows and columns ---- */

/* The middle goes back to the matrix, and is transposed; rows are copied, columns transposed, as they are. A block has
 * a square of each. */
template <typename REAL>
static __global__ void __launch_bounds__(TP_TILE_THREADS) tp_tiles_transpose(const __grid_constant__ tp_tiled<REAL> t)
{
    __shared__ REAL square[TP_TRANSPOSE][TP_TRANSPOSE + 1];
    const int64_t across = t.side / TP_TRANSPOSE, k = blockIdx.x / across * TP_TRANSPOSE,
                  at = blockIdx.x % across * TP_TRANSPOSE;
    const int x = (int)threadIdx.x % TP_TRANSPOSE, y = (int)threadIdx.x / TP_TRANSPOSE;
    const bool middle = t.is_middle(at);
    for (int r = y; r < TP_TRANSPOSE; r += TP_TRANSPOSE_ROWS) {
        if (middle) {
            const REAL d = t.middle[(k + r) * t.depth + at - t.first + x];
            t.distance[(t.first + k + r) * t.side + at + x] = d;
            square[r][x] = d;
        } else {
            t.rows[(k + r) * t.side + at + x] = t.distance[(t.first + k + r) * t.side + at + x];
            square[r][x] = t.distance[(at + r) * t.side + t.first + k + x];
        }
    }
    __syncthreads();
    for (int r = y; r < TP_TRANSPOSE; r += TP_TRANSPOSE_ROWS)
        if (middle)
            t.middle_transposed[(at - t.first + r) * t.depth + k + x] = square[x][r];
        else
            t.columns_before[(k + r) * t.side + at + x] = square[x][r];
}

/* Tiles of rows through the middle, then of columns. */
template <typename LEAST>
static __global__ void __launch_bounds__(TP_TILE_THREADS, TP_TILE_BLOCKS)
    tp_tiles_cross(const __grid_constant__ tp_tiled<typename LEAST::real> t)
{
    using REAL = typename LEAST::real;
    constexpr int COLUMNS = tp_tile_of<REAL>::COLUMNS;
    const int64_t down = t.depth / TP_TILE_ROWS, of_rows = down * (t.side / COLUMNS);
    tp_tile_operands<REAL> o = {};
    o.wide_c = o.wide_b = t.side;
    if (blockIdx.x < of_rows) {
        const int64_t i = blockIdx.x % down * TP_TILE_ROWS, j = blockIdx.x / down * COLUMNS;
        if (t.is_middle(j)) return;
        o.a = t.middle_transposed + i;
        o.wide_a = t.depth;
        o.b = t.rows + j;
        o.c = t.distance + (t.first + i) * t.side + j;
    } else {
        const int64_t at = blockIdx.x - of_rows, across = t.depth / COLUMNS;
        const int64_t i = at / across * TP_TILE_ROWS, j = at % across * COLUMNS;
        if (t.is_middle(i)) return;
        o.a = t.columns_before + i;
        o.wide_a = t.side;
        o.b = t.middle + j;
        o.wide_b = t.depth;
        o.c = t.distance + i * t.side + t.first + j;
        o.transposed = t.columns + j * t.side + i;
        o.wide_transposed = t.side;
    }
    tp_tile_multiply<LEAST>(o, (int)t.depth);
}

/* All other tiles. */
template <typename LEAST>
static __global__ void __launch_bounds__(TP_TILE_THREADS, TP_TILE_BLOCKS)
    tp_tiles_rest(const __grid_constant__ tp_tiled<typename LEAST::real> t)
{
    using REAL = typename LEAST::real;
    constexpr int COLUMNS = tp_tile_of<REAL>::COLUMNS;
    const int64_t across = t.side / COLUMNS;
    const int64_t i = blockIdx.x / across * TP_TILE_ROWS, j = blockIdx.x % across * COLUMNS;
    if (t.is_middle(i) || t.is_middle(j)) return;
    tp_tile_operands<REAL> o = {};
    o.a = t.columns + i;
    o.b = t.distance + t.first * t.side + j;
    o.c = t.distance + i * t.side + j;
    o.wide_a = o.wide_b = o.wide_c = t.side;
    tp_tile_multiply<LEAST>(o, (int)t.depth);
}

#endif
