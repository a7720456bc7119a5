/* SPDX-License-Identifier: Apache-2.0
 *
 * About how long the CPU works for an operation, for contexts that have not chosen their device (runtime/choice.h).
 */
#ifndef TP_OPERATION_WORK_H
#define TP_OPERATION_WORK_H

#include "formats/matrix/matrix.h"
#include "formats/vector/vector.h"
#include "runtime/choice.h"
#include "runtime/tuning.h"

#include <math.h>
#include <stddef.h>

/* Places that a mask lets through of so many, about. (That of a complement is as good as none.) */
static inline double tp_let_through(double places, const tropic_vector *mask, const tropic_descriptor *d)
{
    const bool complement = d && d->size > offsetof(tropic_descriptor, complement) && d->complement;
    return mask && !complement && tp_count_peek(&mask->count) < places ? (double)tp_count_peek(&mask->count) : places;
}

/* Entries of an intersection, and of a union, at most or about; u or v may be NULL. */
static inline double tp_entries_of_both(const tropic_vector *u, const tropic_vector *v)
{
    const double x = u ? (double)tp_count_peek(&u->count) : INFINITY,
                 y = v ? (double)tp_count_peek(&v->count) : INFINITY;
    return x < y ? x : y;
}
static inline double tp_entries_of_either(const tropic_vector *u, const tropic_vector *v)
{
    const double x = u ? (double)tp_count_peek(&u->count) : 0, y = v ? (double)tp_count_peek(&v->count) : 0;
    return x > y ? x : y;
}

/* Seconds for so many places of w, and no more than it has. */
static inline double tp_work_of_places(const tropic_vector *w, double places, const tropic_vector *mask,
                                       const tropic_descriptor *d)
{
    const double some = tp_let_through(places, mask, d), all = (double)w->n * w->columns;
    return tp_work_shared((some < all ? some : all) * TP_PLACE_SECONDS, w->context->threads);
}

/* A product of A and u; with a u, or a mask, of few entries, of the lists that meet these. */
static inline double tp_work_of_product(const tropic_vector *w, const tropic_matrix *A, const tropic_vector *u,
                                        const tropic_vector *mask, const tropic_descriptor *d)
{
    const double entries = A ? (double)A->count * w->columns : 0;
    const double met = u && u->n > 0 ? tp_work_met((double)tp_count_peek(&u->count), u->n) : 0;
    const double through = w->n > 0 ? tp_let_through(w->n, mask, d) / w->n : 0;
    return tp_work_of_arcs((met < through ? met : through) * entries, w->n, w->context->threads);
}

static inline double tp_work_of_matrices(const tropic_context *context, const tropic_matrix *A, const tropic_matrix *B)
{
    const double entries = (A ? (double)A->count : 0) + (B ? (double)B->count : 0);
    return tp_work_shared(entries * TP_ENTRY_SECONDS, context->threads);
}

/* Terms of A B, if the entries of one fall on the rows of the other evenly. */
static inline double tp_terms_about(const tropic_matrix *A, const tropic_matrix *B)
{
    return A && B && B->rows > 0 ? (double)A->count * (double)B->count / B->rows : 0;
}

#define TP_WORK_OF_PLACES(w, places, mask, d) TP_WORK((w) ? (w)->context : NULL, tp_work_of_places(w, places, mask, d))
#define TP_WORK_OF_PRODUCT(w, A, u, mask, d) TP_WORK((w) ? (w)->context : NULL, tp_work_of_product(w, A, u, mask, d))
#define TP_WORK_OF_MATRICES(context, A, B) TP_WORK(context, tp_work_of_matrices(context, A, B))
#define TP_WORK_OF_TERMS(context, terms) TP_WORK(context, tp_work_shared((terms)*TP_TERM_SECONDS, (context)->threads))

#endif
