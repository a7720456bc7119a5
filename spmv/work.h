/* SPDX-License-Identifier: Apache-2.0
 *
 * About how long the CPU works for an operation, for contexts that have not chosen their device (runtime/choice.h).
 */
#ifndef TP_OPERATION_WORK_H
#define TP_OPERATION_WORK_H

#include "formats/matrix/matrix.h"
#include "formats/vector/vector.h"
#include "runtime/choice.h"

/* Seconds for the places that the vectors have entries at, of the one that has the fewest; for all of w's, if there are
 * no others: a mask, too, tells where there is work, and w alone what an assignment reaches. */
static inline double tp_work_of_vectors(const tropic_vector *w, const tropic_vector *u, const tropic_vector *v,
                                        const tropic_vector *mask)
{
    const tropic_vector *const read[] = {u, v, mask};
    double places = w->n;
    for (int k = 0; k < 3; k++)
        if (read[k] && read[k]->count < places) places = read[k]->count;
    return tp_work_shared(places * TP_PLACE_SECONDS, w->context->threads);
}

/* A product of A and u; with a u of few entries, of the lists that meet these. */
static inline double tp_work_of_product(const tropic_vector *w, const tropic_matrix *A, const tropic_vector *u)
{
    const double entries = A ? (double)A->count * w->columns : 0;
    const double part = u && u->n > 0 ? (double)u->count / u->n : 0;
    return tp_work_of_arcs(part * entries, w->n, w->context->threads);
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

#define TP_WORK_OF_VECTORS(w, u, v, mask) TP_WORK((w) ? (w)->context : NULL, tp_work_of_vectors(w, u, v, mask))
#define TP_WORK_OF_PRODUCT(w, A, u) TP_WORK((w) ? (w)->context : NULL, tp_work_of_product(w, A, u))
#define TP_WORK_OF_MATRICES(context, A, B) TP_WORK(context, tp_work_of_matrices(context, A, B))
#define TP_WORK_OF_TERMS(context, terms) TP_WORK(context, tp_work_shared((terms)*TP_TERM_SECONDS, (context)->threads))

#endif
