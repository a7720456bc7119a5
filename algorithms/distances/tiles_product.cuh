/* SPDX-License-Identifier: Apache-2.0
 *
 * Products of min.plus on a GPU: C = min(C, A (min.plus) B) in tiles, as matrices are multiplied. A block has a tile of
 * C in its registers, and fetches the next rows of A, transposed, and of B while it adds those before.
 *
 * A minimum takes twice as long as a sum. Where nothing is negative, numbers are in the order of their bits, taken as
 * integers, of which Hopper finds the least of three at once: a sum and half a minimum for each term. (H200, 16,384
 * vertices: 278 ms in products, 369 by minima of FP32. Tiles of 64 rows and blocks of 128 threads, C read last, stages
 * of half the depth, or other loops within a stage: from 1 % less to 4 % more.)
 */
#ifndef TP_TILES_PRODUCT_CUH
#define TP_TILES_PRODUCT_CUH

#include "spmv/device/warp.cuh"

#include <cuda_pipeline.h>

/* Threads of a block: so many in each direction, and in a warp. */
#define TP_TILE_SIDE 16
#define TP_TILE_THREADS (TP_TILE_SIDE * TP_TILE_SIDE)
#define TP_TILE_LANES 8
/* Rows of C of a thread, and of a tile. Columns are as many, of FP64 half. */
#define TP_TILE_EACH 8
#define TP_TILE_ROWS (TP_TILE_SIDE * TP_TILE_EACH)
/* Terms that are fetched at a time. */
#define TP_TILE_STEP 16
/* Blocks of a multiprocessor: as registers allow. */
#define TP_TILE_BLOCKS 2

/* ---- minima ---- */

struct tp_least_fp32 {
    using real = float;
    using word = float;
    TP_FN word of(real x)
    {
        return x;
    }
    TP_FN real back(word x)
    {
        return x;
    }
    TP_FN real add(real a, real b)
    {
        return __fadd_rn(a, b);
    }
    TP_FN word least(real a, real b, word c)
    {
        return fminf(fminf(a, b), c);
    }
};

/* Of numbers that are not negative, nor -0. */
struct tp_least_bits : tp_least_fp32 {
    using word = int;
    TP_FN word of(real x)
    {
        return __float_as_int(x);
    }
    TP_FN real back(word x)
    {
        return __int_as_float(x);
    }
    TP_FN word least(real a, real b, word c)
    {
        return __vimin3_s32(__float_as_int(a), __float_as_int(b), c);
    }
};

struct tp_least_fp64 {
    using real = double;
    using word = double;
    TP_FN word of(real x)
    {
        return x;
    }
    TP_FN real back(word x)
    {
        return x;
    }
    TP_FN real add(real a, real b)
    {
        return __dadd_rn(a, b);
    }
    TP_FN word least(real a, real b, word c)
    {
        const word less = a < c ? a : c;
        return b < less ? b : less;
    }
};

/* ---- a tile ---- */

/* 16 bytes, which are read at once. */
template <typename REAL> struct __align__(16) tp_tile_quad
{
    REAL at[16 / sizeof(REAL)];
};

/* Columns of C of a thread, and of a tile; numbers in 16 bytes. */
template <typename REAL> struct tp_tile_of {
    static constexpr int QUAD = 16 / (int)sizeof(REAL);
    static constexpr int EACH = TP_TILE_EACH * (int)sizeof(float) / (int)sizeof(REAL);
    static constexpr int COLUMNS = TP_TILE_SIDE * EACH;
};

/* Rows k .. k + TP_TILE_STEP - 1 of the operands. */
template <typename REAL> struct __align__(16) tp_tile_stage
{
    REAL a[TP_TILE_STEP][TP_TILE_ROWS];
    REAL b[TP_TILE_STEP][tp_tile_of<REAL>::COLUMNS];
};

/* The operands of one tile: those of A and B begin at the tile's first row and column. */
template <typename REAL> struct tp_tile_operands {
    const REAL *a, *b; /* A(i,k) = a[k wide_a + i], B(k,j) = b[k wide_b + j] */
    int64_t wide_a, wide_b;
    REAL *c; /* C(i,j) = c[i wide_c + j] */
    int64_t wide_c;
    REAL *transposed; /* C(i,j) also goes to transposed[j wide_transposed + i]; NULL: no */
    int64_t wide_transposed;
};

template <typename REAL, int WIDE> TP_FN void tp_tile_fetch(REAL (*to)[WIDE], const REAL *from, int64_t wide)
{
    constexpr int QUAD = tp_tile_of<REAL>::QUAD, ROW = WIDE / QUAD, ALL = TP_TILE_STEP * ROW;
    static_assert(ALL % TP_TILE_THREADS == 0, "each thread fetches as many");
#pragma unroll
    for (int q = 0; q < ALL / TP_TILE_THREADS; q++) {
        const int at = q * TP_TILE_THREADS + (int)threadIdx.x, row = at / ROW, column = at % ROW * QUAD;
        __pipeline_memcpy_async(&to[row][column], from + row * wide + column, sizeof(tp_tile_quad<REAL>));
    }
}

/* COUNT numbers of a thread: 16 bytes, and the next ones TP_TILE_SIDE times as far. */
template <int COUNT, typename REAL> TP_FN void tp_tile_take(const REAL *row, int first, REAL (&to)[COUNT])
{
    constexpr int QUAD = tp_tile_of<REAL>::QUAD;
#pragma unroll
    for (int g = 0; g < COUNT / QUAD; g++) {
        const tp_tile_quad<REAL> quad = *(const tp_tile_quad<REAL> *)(row + (g * TP_TILE_SIDE + first) * QUAD);
#pragma unroll
        for (int q = 0; q < QUAD; q++) to[g * QUAD + q] = quad.at[q];
    }
}

/* Where a thread's k-th place is, as above. */
template <typename REAL> TP_FN int tp_tile_at(int first, int k)
{
    constexpr int QUAD = tp_tile_of<REAL>::QUAD;
    return (k / QUAD * TP_TILE_SIDE + first) * QUAD + k % QUAD;
}

template <typename LEAST, typename REAL = typename LEAST::real>
TP_FN void tp_tile_add(const tp_tile_stage<REAL> *s, int row, int column,
                       typename LEAST::word (&c)[TP_TILE_EACH][tp_tile_of<REAL>::EACH])
{
    constexpr int EACH = tp_tile_of<REAL>::EACH;
#pragma unroll 2
    for (int k = 0; k < TP_TILE_STEP; k += 2) {
        REAL a[TP_TILE_EACH], after_a[TP_TILE_EACH], b[EACH], after_b[EACH];
        tp_tile_take(s->a[k], row, a);
        tp_tile_take(s->b[k], column, b);
        tp_tile_take(s->a[k + 1], row, after_a);
        tp_tile_take(s->b[k + 1], column, after_b);
#pragma unroll
        for (int i = 0; i < TP_TILE_EACH; i++)
#pragma unroll
            for (int j = 0; j < EACH; j++)
                c[i][j] = LEAST::least(LEAST::add(a[i], b[j]), LEAST::add(after_a[i], after_b[j]), c[i][j]);
    }
}

/* C's columns of a thread, 16 bytes of them: read once, and written once. */
template <typename REAL> TP_FN tp_tile_quad<REAL> tp_tile_read(const REAL *from)
{
    const uint4 words = __ldcs((const uint4 *)from);
    tp_tile_quad<REAL> quad;
    memcpy(&quad, &words, sizeof quad);
    return quad;
}
template <typename REAL> TP_FN void tp_tile_write(REAL *to, const tp_tile_quad<REAL> &quad)
{
    uint4 words;
    memcpy(&words, &quad, sizeof quad);
    __stcs((uint4 *)to, words);
}

/* One tile, by a block; depth: a multiple of TP_TILE_STEP. */
template <typename LEAST, typename REAL = typename LEAST::real>
TP_FN void tp_tile_multiply(const tp_tile_operands<REAL> &o, int depth)
{
    using shape = tp_tile_of<REAL>;
    __shared__ tp_tile_stage<REAL> stages[2];
    const int lane = (int)threadIdx.x % TP_WARP, warp = (int)threadIdx.x / TP_WARP;
    const int column = warp % (TP_TILE_SIDE / TP_TILE_LANES) * TP_TILE_LANES + lane % TP_TILE_LANES;
    const int row = warp / (TP_TILE_SIDE / TP_TILE_LANES) * (TP_WARP / TP_TILE_LANES) + lane / TP_TILE_LANES;
    typename LEAST::word c[TP_TILE_EACH][shape::EACH];
    tp_tile_fetch(stages[0].a, o.a, o.wide_a);
    tp_tile_fetch(stages[0].b, o.b, o.wide_b);
    __pipeline_commit();
#pragma unroll
    for (int i = 0; i < TP_TILE_EACH; i++)
#pragma unroll
        for (int j = 0; j < shape::EACH; j += shape::QUAD) {
            const int64_t at = tp_tile_at<REAL>(row, i) * o.wide_c + tp_tile_at<REAL>(column, j);
            const tp_tile_quad<REAL> quad = tp_tile_read(o.c + at);
#pragma unroll
            for (int q = 0; q < shape::QUAD; q++) c[i][j + q] = LEAST::of(quad.at[q]);
        }
    for (int k = 0; k < depth; k += TP_TILE_STEP) {
        tp_tile_stage<REAL> *const now = &stages[k / TP_TILE_STEP % 2], *const next = &stages[1 - k / TP_TILE_STEP % 2];
        __pipeline_wait_prior(0);
        __syncthreads(); /* all is there, and nobody reads the other stage any more */
        if (k + TP_TILE_STEP < depth) {
            tp_tile_fetch(next->a, o.a + (k + TP_TILE_STEP) * o.wide_a, o.wide_a);
            tp_tile_fetch(next->b, o.b + (k + TP_TILE_STEP) * o.wide_b, o.wide_b);
            __pipeline_commit();
        }
        tp_tile_add<LEAST>(now, row, column, c);
    }
    REAL *const to = tp_base(o.c); /* places are computed anew, and not kept in registers meanwhile */
#pragma unroll
    for (int i = 0; i < TP_TILE_EACH; i++)
#pragma unroll
        for (int j = 0; j < shape::EACH; j += shape::QUAD) {
            const int64_t at = tp_tile_at<REAL>(row, i) * o.wide_c + tp_tile_at<REAL>(column, j);
            tp_tile_quad<REAL> quad;
#pragma unroll
            for (int q = 0; q < shape::QUAD; q++) quad.at[q] = LEAST::back(c[i][j + q]);
            tp_tile_write(to + at, quad);
        }
    if (!o.transposed) return;
#pragma unroll
    for (int j = 0; j < shape::EACH; j++)
#pragma unroll
        for (int i = 0; i < TP_TILE_EACH; i += shape::QUAD) {
            const int64_t at = tp_tile_at<REAL>(column, j) * o.wide_transposed + tp_tile_at<REAL>(row, i);
            tp_tile_quad<REAL> quad;
#pragma unroll
            for (int q = 0; q < shape::QUAD; q++) quad.at[q] = LEAST::back(c[i + q][j]);
            *(tp_tile_quad<REAL> *)(o.transposed + at) = quad;
        }
}

#endif
