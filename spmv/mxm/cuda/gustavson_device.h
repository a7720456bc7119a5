/* SPDX-License-Identifier: Apache-2.0
 *
 * T = A (add.mul) B on a GPU, row by row (Gustavson): parameters of the kernels, and how rows are put in bins.
 *
 *     sort   a warp lays the row's few products side by side, sorts them by column, and sums runs of equal columns
 *            (expand, sort, compress)
 *     dense  a warp has a sum for every column from the row's first to its last
 *     SPA    a bitmap of the columns that the row has, whose set bits, counted, tell where each sum lies (a sparse
 *            accumulator: Gilbert, Moler, Schreiber). By one warp, or by a block whose warps own columns of their own
 *
 * Each kernel is there twice: to count the row's entries, without a semiring, and to make them. One warp makes each sum
 * and takes its products by ascending i: nothing is atomic but the bits, and sums are those of the CPU.
 *
 * Includes no header of the CUDA toolkit.
 */
#ifndef TP_GUSTAVSON_DEVICE_H
#define TP_GUSTAVSON_DEVICE_H

#include "spmv/ops/state.h"

/* Threads of a block, except where a row has a large block for itself. */
#define TP_PRODUCT_BLOCK_THREADS 256
#define TP_PRODUCT_BLOCK_WARPS (TP_PRODUCT_BLOCK_THREADS / 32)
#define TP_PRODUCT_LARGE_THREADS 1024

/* Products of a row that is sorted, at most: by a warp, each of whose lanes has so many of them. */
#define TP_PRODUCT_SORT_FEW 2
#define TP_PRODUCT_SORT_SOME 8
#define TP_PRODUCT_SORT_MOST 16
#define TP_PRODUCT_SORT_MAX (32 * TP_PRODUCT_SORT_MOST)
/* Keys of 32 bits have the column above the bits of the product's position; for matrices with at most so many columns.
 */
#define TP_PRODUCT_SORT_BITS 9
#define TP_PRODUCT_NARROW_COLS (1 << (32 - TP_PRODUCT_SORT_BITS - 1))

/* Columns of a row that has a sum for each, at most. */
#define TP_PRODUCT_DENSE_COLS 256

/* Columns of a word of the bitmap. */
#define TP_PRODUCT_WORD 64
/* Words for a row by one warp; by a block, for rows of few columns, and of more; by a large block, which takes the
 * columns of a row that has more some at a time. 12 bytes each, or 16 under a mask. */
#define TP_PRODUCT_WARP_WORDS 64
#define TP_PRODUCT_FEW_WORDS 1024
#define TP_PRODUCT_SOME_WORDS 4096
#define TP_PRODUCT_LARGE_WORDS 8192
/* Rows with more products have a large block, too; where there are few such rows, so many at most, for columns of
 * which each takes a part. */
#define TP_PRODUCT_LARGE_ROW (1u << 18)
#define TP_PRODUCT_PARTS 32
/* Blocks that rows in parts have together. */
#define TP_PRODUCT_PART_BLOCKS 512
/* Long lists of B are cut into parts of 1 << bits entries or more on average: the table of cuts then takes less memory
 * than T. Under a mask T may have few entries, so the parts are longer. (H100, kron 17, bits of 2, 3, 4, 5, and no
 * cuts: A A 88, 88, 87, 90, 96 ms; C<A> = A A 59, 59, 58, 58, 60 ms.) */
#define TP_PRODUCT_SPLIT_BITS 4
#define TP_PRODUCT_SPLIT_BITS_MASKED 5
/* Of larger values the sums of a large block do not fit: rows have a block of the other size then. */
#define TP_PRODUCT_LARGE_VALUE 64
/* Sums that a warp has at hand are about so many bytes. For other sums it looks at all entries of the row again. */
#define TP_PRODUCT_SUM_BYTES 4096

/* Dot products, under a mask. Lanes that go over a column of B together; places of the mask that a block takes; slots
 * of tables, of 8 bytes each, for a row of A by a warp, and by a block, which has rows with more entries or places. */
#define TP_DOTS_LANES 8
#define TP_DOTS_PART 1024
#define TP_DOTS_FEW 512
#define TP_DOTS_MANY 8192
#define TP_DOTS_BYTES(slots) (8u * (slots))

/* Products of dense forms (GEMM): a block makes a square tile of T, by squares of TP_GEMM_TILE_SHARE^2 for each thread,
 * of as many products at a time of each sum as its memory holds. */
#define TP_GEMM_TILE 64
#define TP_GEMM_TILE_DEPTH 16
/* Of these, a loop takes so many at a time where operands have holes: their branches take long to compile. */
#define TP_GEMM_TILE_HOLES 2
#define TP_GEMM_TILE_SHARE 4
#define TP_GEMM_TILE_SIDE (TP_GEMM_TILE / TP_GEMM_TILE_SHARE) /* threads along a side */
#define TP_GEMM_TILE_THREADS (TP_GEMM_TILE_SIDE * TP_GEMM_TILE_SIDE)
/* Bytes of an operand's value at most: the tiles of both operands then take 16 kB. */
#define TP_GEMM_TILE_VALUE_MAX 8

typedef enum tp_product_bin {
    TP_BIN_EMPTY,
    TP_BIN_SORT_FEW,
    TP_BIN_SORT_SOME,
    TP_BIN_SORT_MOST,
    TP_BIN_DENSE,
    TP_BIN_SPA_WARP,
    TP_BIN_SPA_FEW,
    TP_BIN_SPA_SOME,
    TP_BIN_SPA_LARGE,
    TP_BINS
} tp_product_bin;

typedef struct tp_device_product {
    tp_arcs a, b;   /* rows of A and of B; values NULL: multiply does not look */
    tp_arcs m;      /* rows of the mask; offsets NULL: there is none */
    tp_mask allows; /* by its positions; not complemented */
    bool complement;
    bool sums_reals; /* tp_semiring_sums_reals */
    tropic_index cols;
    tp_product_hyperlists names;
    /* The rows to take: list[number * stride]. */
    const tropic_index *list;
    int stride;
    tropic_index count;
    const tropic_index *firsts; /* of rows that have a sum for each of so many columns: the first one, by number */
    int columns;
    int words, sums; /* room of the bitmap of a row; for sums of a warp */
    /* Large blocks: so many for a row, and the entries that each found. */
    int parts;
    unsigned *part_counts;
    /* Where lists of B are cut (tp_split_bits): each part of a list has as many of the ids below 1 << id_bits. splits
     * has, at tp_splits_at(...) + part, its first entry, from the list's first. NULL: not looked up. */
    const unsigned *splits;
    int id_bits, split_bits;
    unsigned *lengths;            /* counting: lengths[2 * r] = length of row r */
    const tropic_offset *offsets; /* where rows begin */
    tropic_index *ids;
    void *values;
} tp_device_product;

/* An operand of a product of dense forms, or its transpose: value (r, c) of the form is at r * across + c. */
typedef struct tp_device_dense {
    tropic_index across;
    bool transposed;
    const void *values;             /* NULL: multiply does not look */
    const unsigned long long *bits; /* as tp_dense.bits */
    int64_t words;                  /* of a row of the form */
} tp_device_dense;

/* T = A (add.mul) B, of all places row by row. */
typedef struct tp_device_gemm {
    tropic_index rows, inner, cols;
    tropic_index across; /* tiles side by side */
    tp_device_dense a, b;
    bool sums_reals; /* tp_semiring_sums_reals */
    void *values;
    uint8_t *has; /* whether there is a sum; NULL: everywhere, since neither operand has bits */
} tp_device_gemm;

/* Bytes of shared memory for a row of the SPA, of which the bitmap comes first, then 4 bytes more for each word (8
 * under a mask), then sums, at multiples of 16. */
static inline
#ifdef __CUDACC__
    __host__ __device__
#endif
    unsigned
    tp_product_sums_at(int words, bool masked)
{
    const unsigned bytes = (unsigned)words * (masked ? 16u : 12u) + 16u; /* one more count */
    return (bytes + 15u) / 16u * 16u;
}

#endif
