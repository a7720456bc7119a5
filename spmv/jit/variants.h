/* SPDX-License-Identifier: Apache-2.0
 *
 * A product's kernels by what is launched together. Where they are compiled when first asked for, a text defines
 * TP_VARIANT and has those of one variant, for each takes time; compiled ahead, there are all.
 */
#ifndef TP_VARIANTS_H
#define TP_VARIANTS_H

/* Those called dense are for products where tp_step.dense. */
#define TP_VARIANT_COLUMNS 0 /* several columns */
#define TP_VARIANT_SCALAR 1
#define TP_VARIANT_SCALAR_DENSE 2
#define TP_VARIANT_SUBWARP 3 /* csc_vector, some lanes per list */
#define TP_VARIANT_SUBWARP_DENSE 4
/* Dense, of all lists, without hubs: TP_QUAD_VARIANTS of them, with 1, 2, 4, 8 lanes per list. */
#define TP_VARIANT_QUADS 5
#define TP_QUAD_VARIANTS 4
#define TP_VARIANT_VECTOR 9     /* csc_vector where sums may stop early */
#define TP_VARIANT_SEGMENTED 10 /* cooc_scalar */
#define TP_VARIANT_SEGMENTED_DENSE 11
#define TP_VARIANT_PUSH 12
#define TP_VARIANT_PUSH_LIST 13 /* csr_push of few sources into a list */
/* Of products of matrices: rows that are sorted, by keys of 32 or 64 bits; and by a sparse accumulator. */
#define TP_VARIANT_ROWS_SORT 14
#define TP_VARIANT_ROWS_SORT_WIDE 15
#define TP_VARIANT_ROWS_SPA 16
#define TP_VARIANT_ROWS_DOTS 17    /* at the places of a mask */
#define TP_VARIANT_ROWS_NUMERIC 18 /* of terms that are known */
#define TP_VARIANT_DENSE_TILES 19  /* of dense forms */
#define TP_VARIANT_PUSH_LISTED 20  /* PUSH_LIST with what goes along the list */
#define TP_VARIANT_PUSH_SORTED 21  /* csr_push of many sources into a list */
#define TP_VARIANTS 22

#define TP_VARIANT_ALL TP_VARIANTS
#ifndef TP_VARIANT
#define TP_VARIANT TP_VARIANT_ALL
#endif
/* Is it wanted? */
#define TP_MAKES(variant) (TP_VARIANT == TP_VARIANT_ALL || TP_VARIANT == (variant))

#endif
