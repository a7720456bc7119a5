/* SPDX-License-Identifier: Apache-2.0
 *
 * Products of dense forms: a block makes a tile of T, from tiles of A and B that it keeps in shared memory, and each
 * thread a square of its sums in registers. Each sum takes its products by ascending i, as on the CPU.
 *
 * Moves each value of A once for TP_GEMM_TILE columns of T, and of B for as many rows: for m x n x l products
 * m * n * l / TP_GEMM_TILE values of each. A thread reads 2 * TP_GEMM_TILE_SHARE values of shared memory for
 * TP_GEMM_TILE_SHARE^2 products.
 */
#include "spmv/mxm/cuda/walk.cuh"

#define TP_GEMM_TILE_EACH                                                                                              \
    (TP_GEMM_TILE * TP_GEMM_TILE_DEPTH / TP_GEMM_TILE_THREADS) /* values of an operand that a thread brings */
#define TP_GEMM_TILE_STRIDE (TP_GEMM_TILE_THREADS / TP_GEMM_TILE)

/* A thread reads its values of an operand 16 bytes at a time, which lie beside those of its neighbours. */
#define TP_GEMM_QUAD 16
template <class T> TP_FN constexpr int tp_gemm_tile_together(void)
{
    return sizeof(T) * TP_GEMM_TILE_SHARE <= TP_GEMM_QUAD ? TP_GEMM_TILE_SHARE : TP_GEMM_QUAD / (int)sizeof(T);
}
/* Where the e-th value of thread t of a side lies in a tile. */
template <class T> TP_FN int tp_gemm_tile_at(int t, int e)
{
    constexpr int together = tp_gemm_tile_together<T>();
    return (e / together * TP_GEMM_TILE_SIDE + t) * together + e % together;
}

/* A tile of an operand, of which index i is summed over and `at` is the row or the column of T; bits by `at`. */
template <class T> struct tp_gemm_tile {
    __align__(16) T values[TP_GEMM_TILE_DEPTH][TP_GEMM_TILE];
    unsigned bits[TP_GEMM_TILE_DEPTH][TP_GEMM_TILE / TP_WARP];
};

/* A thread's part of a tile, on its way there: values of one `at`. */
template <class T> struct tp_gemm_tile_part {
    T values[TP_GEMM_TILE_EACH];
    bool has[TP_GEMM_TILE_EACH];
};

/* By lanes side by side at neighbouring places of the form if `at` runs along its rows; else each takes several that
 * follow each other. */
TP_FN int tp_gemm_tile_depth(bool along, int e)
{
    const int own = (int)threadIdx.x / TP_GEMM_TILE;
    return along ? own + e * TP_GEMM_TILE_STRIDE : own * TP_GEMM_TILE_EACH + e;
}

/* Values at `first` and on, of `limit`, of i from `from` on. Places beyond the
 * ends have values of the last place, which no sum of T takes. */
template <bool HOLES, class T>
TP_FN void tp_gemm_tile_bring(const tp_device_dense *d, bool along, tropic_index first, tropic_index limit,
                              tropic_index from, tropic_index inner, T one, tp_gemm_tile_part<T> *part)
{
    const tropic_index mine = first + (tropic_index)threadIdx.x % TP_GEMM_TILE, at = mine < limit ? mine : limit - 1;
#pragma unroll
    for (int e = 0; e < TP_GEMM_TILE_EACH; e++) {
        const tropic_index wanted = from + tp_gemm_tile_depth(along, e), i = wanted < inner ? wanted : inner - 1;
        const int64_t r = along ? i : at, c = along ? at : i;
        part->values[e] = d->values ? tp_constant((const T *)d->values + (r * d->across + c)) : one;
        part->has[e] = !HOLES || !d->bits || (d->bits[r * d->words + c / 64] >> c % 64 & 1);
    }
}

template <bool HOLES, class T>
TP_FN void tp_gemm_tile_put(bool along, const tp_gemm_tile_part<T> *part, tp_gemm_tile<T> *tile)
{
    const int at = (int)threadIdx.x % TP_GEMM_TILE;
#pragma unroll
    for (int e = 0; e < TP_GEMM_TILE_EACH; e++) {
        const int i = tp_gemm_tile_depth(along, e);
        tile->values[i][at] = part->values[e];
        if (HOLES) {
            const unsigned bits = __ballot_sync(TP_EVERY_LANE, part->has[e]);
            if (tp_lane() == 0) tile->bits[i][at / TP_WARP] = bits;
        }
    }
}

/* A thread's sums. */
struct OP(square) {
    OP(value) t[TP_GEMM_TILE_SHARE][TP_GEMM_TILE_SHARE];
    bool hit[TP_GEMM_TILE_SHARE][TP_GEMM_TILE_SHARE];
};

/* Adds the products of index i, at `depth` of the tiles, for rows and columns of T that begin so. */
template <bool HOLES>
TP_FN void OP(square_add)(const OP_STATE *state, const tp_gemm_tile<OP(taken)> *a, const tp_gemm_tile<OP(entry)> *b,
                          int depth, tropic_index i, tropic_index row, tropic_index col, OP(square) *mine)
{
    const int x = (int)threadIdx.x % TP_GEMM_TILE_SIDE, y = (int)threadIdx.x / TP_GEMM_TILE_SIDE;
    OP(entry) entries[TP_GEMM_TILE_SHARE];
    OP(taken) sources[TP_GEMM_TILE_SHARE];
#pragma unroll
    for (int c = 0; c < TP_GEMM_TILE_SHARE; c++) entries[c] = b->values[depth][tp_gemm_tile_at<OP(entry)>(x, c)];
#pragma unroll
    for (int r = 0; r < TP_GEMM_TILE_SHARE; r++) sources[r] = a->values[depth][tp_gemm_tile_at<OP(taken)>(y, r)];
#pragma unroll
    for (int r = 0; r < TP_GEMM_TILE_SHARE; r++) {
        const int down = tp_gemm_tile_at<OP(taken)>(y, r);
        OP_STATE s = *state;
        s.row = row + down;
        if (HOLES && !(a->bits[depth][down / TP_WARP] >> down % TP_WARP & 1)) continue;
#pragma unroll
        for (int c = 0; c < TP_GEMM_TILE_SHARE; c++) {
            const int along = tp_gemm_tile_at<OP(entry)>(x, c);
            if (HOLES && !(b->bits[depth][along / TP_WARP] >> along % TP_WARP & 1)) continue;
            const OP(value) v = OP(branchless_times)(&s, entries[c], sources[r], i, col + along);
            mine->t[r][c] = s.any ? v : OP(branchless_add)(mine->t[r][c], v);
            if (HOLES) mine->hit[r][c] = true;
        }
    }
}

template <bool HOLES>
TP_FN void OP(square_end)(const tp_device_gemm *p, tropic_index row, tropic_index col, const OP(square) *mine)
{
    const int x = (int)threadIdx.x % TP_GEMM_TILE_SIDE, y = (int)threadIdx.x / TP_GEMM_TILE_SIDE;
#pragma unroll
    for (int r = 0; r < TP_GEMM_TILE_SHARE; r++) {
        const tropic_index i = row + tp_gemm_tile_at<OP(taken)>(y, r);
#pragma unroll
        for (int c = 0; c < TP_GEMM_TILE_SHARE; c++) {
            const tropic_index j = col + tp_gemm_tile_at<OP(entry)>(x, c);
            const int64_t at = (int64_t)i * p->cols + j;
            if (i >= p->rows || j >= p->cols) continue;
            ((OP(value) *)p->values)[at] = mine->t[r][c];
            if (HOLES) p->has[at] = mine->hit[r][c];
        }
    }
}

/* (Of larger values, which are a user's, none is launched: their tiles would be too large.) */
template <bool HOLES, bool FITS> TP_FN void OP(product_by_gemm)(const OP_STATE *state, const tp_device_gemm *p)
{
    if constexpr (!FITS)
        return;
    else {
        __shared__ tp_gemm_tile<OP(taken)> a;
        __shared__ tp_gemm_tile<OP(entry)> b;
        const tropic_index row = (tropic_index)(blockIdx.x / (unsigned)p->across) * TP_GEMM_TILE;
        const tropic_index col = (tropic_index)(blockIdx.x % (unsigned)p->across) * TP_GEMM_TILE;
        const bool a_along = p->a.transposed, b_along = !p->b.transposed;
        const OP(taken) one_source = ONE_SOURCE;
        constexpr int steps = HOLES ? TP_GEMM_TILE_HOLES : TP_GEMM_TILE_DEPTH; /* of a tile at a time */
        tp_gemm_tile_part<OP(taken)> a_part;
        tp_gemm_tile_part<OP(entry)> b_part;
        OP(square) mine;
#pragma unroll
        for (int r = 0; r < TP_GEMM_TILE_SHARE; r++)
#pragma unroll
            for (int c = 0; c < TP_GEMM_TILE_SHARE; c++) {
                mine.t[r][c] = tp_sum_zero(p->sums_reals, OP(identity)());
                mine.hit[r][c] = false;
            }
        tp_gemm_tile_bring<HOLES>(&p->a, a_along, row, p->rows, 0, p->inner, one_source, &a_part);
        tp_gemm_tile_bring<HOLES>(&p->b, b_along, col, p->cols, 0, p->inner, OP(one)(), &b_part);
        for (tropic_index from = 0; from < p->inner; from += TP_GEMM_TILE_DEPTH) {
            const tropic_index left = p->inner - from;
            tp_gemm_tile_put<HOLES>(a_along, &a_part, &a);
            tp_gemm_tile_put<HOLES>(b_along, &b_part, &b);
            __syncthreads();
            if (left > TP_GEMM_TILE_DEPTH) {
                tp_gemm_tile_bring<HOLES>(&p->a, a_along, row, p->rows, from + TP_GEMM_TILE_DEPTH, p->inner, one_source,
                                          &a_part);
                tp_gemm_tile_bring<HOLES>(&p->b, b_along, col, p->cols, from + TP_GEMM_TILE_DEPTH, p->inner, OP(one)(),
                                          &b_part);
            }
            if (left >= TP_GEMM_TILE_DEPTH) {
#pragma unroll steps
                for (int k = 0; k < TP_GEMM_TILE_DEPTH; k++)
                    OP(square_add)<HOLES>(state, &a, &b, k, from + k, row, col, &mine);
            } else {
                for (int k = 0; k < left; k++) OP(square_add)<HOLES>(state, &a, &b, k, from + k, row, col, &mine);
            }
            __syncthreads();
        }
        OP(square_end)<HOLES>(p, row, col, &mine);
    }
}

#define TP_GEMM_FITS                                                                                                   \
    (sizeof(OP(taken)) <= TP_GEMM_TILE_VALUE_MAX && sizeof(OP(entry)) <= TP_GEMM_TILE_VALUE_MAX &&                     \
     sizeof(OP(value)) <= TP_GEMM_TILE_VALUE_MAX)
/* (Two blocks to a multiprocessor: one computes while the other waits.) */
#define TP_GEMM_BLOCKS 2
#if TP_MAKES(TP_VARIANT_GEMM)
TP_KERNEL void __launch_bounds__(TP_GEMM_TILE_THREADS, TP_GEMM_BLOCKS)
    OP(product_gemm)(const OP_STATE state, const __grid_constant__ tp_device_gemm p)
{
    OP(product_by_gemm)<false, TP_GEMM_FITS>(&state, &p);
}
#endif
#if TP_MAKES(TP_VARIANT_GEMM_HOLES)
TP_KERNEL void __launch_bounds__(TP_GEMM_TILE_THREADS, TP_GEMM_BLOCKS)
    OP(product_gemm_holes)(const OP_STATE state, const __grid_constant__ tp_device_gemm p)
{
    OP(product_by_gemm)<true, TP_GEMM_FITS>(&state, &p);
}
#endif
