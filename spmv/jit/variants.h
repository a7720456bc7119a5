/* SPDX-License-Identifier: Apache-2.0
 *
 * A product's kernels by what is launched together. Where they are compiled when first asked for, a text defines
 * TP_FORM and has those of one form, for each takes time; compiled ahead, there are all.
 */
#ifndef TP_VARIANTS_H
#define TP_VARIANTS_H

/* Those called plain are for products where tp_step.plain. */
#define TP_FORM_COLUMNS 0 /* several columns: never compiled ahead */
#define TP_FORM_SCALAR 1
#define TP_FORM_SCALAR_PLAIN 2
#define TP_FORM_LANES 3 /* csc_vector, some lanes per list */
#define TP_FORM_LANES_PLAIN 4
#define TP_FORM_QUADS 5 /* plain, of all lists, without hubs: TP_QUAD_FORMS of them, with 1, 2, 4, 8 lanes per list */
#define TP_QUAD_FORMS 4
#define TP_FORM_VECTOR 9 /* csc_vector where sums may stop early */
#define TP_FORM_WALK 10  /* cooc_scalar */
#define TP_FORM_WALK_PLAIN 11
#define TP_FORM_PUSH 12
#define TP_FORMS 13

#define TP_FORM_ALL TP_FORMS
#ifndef TP_FORM
#define TP_FORM TP_FORM_ALL
#endif
/* Is it wanted? */
#define TP_MAKES(form) (TP_FORM == TP_FORM_ALL || TP_FORM == (form))

#endif
