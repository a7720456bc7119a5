/* SPDX-License-Identifier: Apache-2.0
 *
 * A product's kernels by number. Where they are compiled when first asked for, each is a text's only one, for each
 * takes time: the text defines TP_VARIANT as its number. Compiled ahead, there are all.
 */
#ifndef TP_VARIANTS_H
#define TP_VARIANTS_H

/* Those called dense are for products where tp_step.dense. */
#define TP_VARIANT_COLUMNS 0 /* several columns, of which each thread takes 1, 2 or 4 at a time */
#define TP_COLUMN_VARIANTS 3
#define TP_VARIANT_SCALAR 3
#define TP_VARIANT_SCALAR_DENSE 4
#define TP_VARIANT_SUBWARP 5 /* csc_vector, some lanes per list */
#define TP_VARIANT_SUBWARP_DENSE 6
/* Dense, of all lists, without hubs: TP_QUAD_VARIANTS of them, with 1, 2, 4, 8 lanes per list. */
#define TP_VARIANT_QUADS 7
#define TP_QUAD_VARIANTS 4
#define TP_VARIANT_PIECES 11 /* the hubs of SUBWARP, and of SUBWARP_DENSE */
#define TP_VARIANT_PIECES_DENSE 12
#define TP_VARIANT_VECTOR 13 /* csc_vector where sums may stop early, and its hubs */
#define TP_VARIANT_VECTOR_HUBS 14
#define TP_VARIANT_SEGMENTED 15 /* cooc_scalar, which JOIN ends */
#define TP_VARIANT_SEGMENTED_DENSE 16
#define TP_VARIANT_JOIN 17
#define TP_VARIANT_PREPARE 18 /* before PUSH, which pushes all but its hubs */
#define TP_VARIANT_PUSH 19
#define TP_VARIANT_PUSH_HUBS 20
#define TP_VARIANT_PUSH_LIST 21     /* csr_push of few sources into a list */
#define TP_VARIANT_PUSH_LISTED 22   /* PUSH_LIST with the operation along the list */
#define TP_VARIANT_PUSH_PRODUCTS 23 /* csr_push of many sources into a list, by a sort; then its sums */
#define TP_VARIANT_PUSH_SUMS 24
/* Of products of matrices: rows that are sorted, few, some and most products, by keys of 32 bits, and of 64; and by a
 * dense accumulator, and a sparse one: a warp, a block, a large block for each. */
#define TP_VARIANT_ROWS_SORT 25
#define TP_VARIANT_ROWS_SORT_WIDE 28
#define TP_SORT_VARIANTS 3
#define TP_VARIANT_ROWS_DENSE 31
#define TP_VARIANT_ROWS_SPA_WARP 32
#define TP_VARIANT_ROWS_SPA_BLOCK 33
#define TP_VARIANT_ROWS_SPA_LARGE 34
#define TP_VARIANT_DOTS_WARP 35 /* at the places of a mask */
#define TP_VARIANT_DOTS_BLOCK 36
#define TP_VARIANT_ROWS_NUMERIC 37 /* of terms that are known */
#define TP_VARIANT_GEMM 38         /* of dense forms that are full, and of others */
#define TP_VARIANT_GEMM_HOLES 39
#define TP_VARIANTS 40

#define TP_VARIANT_ALL TP_VARIANTS
#ifndef TP_VARIANT
#define TP_VARIANT TP_VARIANT_ALL
#endif
/* Is it wanted? (Whoever wants several says so before.) */
#ifndef TP_MAKES
#define TP_MAKES(variant) (TP_VARIANT == TP_VARIANT_ALL || TP_VARIANT == (variant))
#endif

#endif
