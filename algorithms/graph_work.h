/* SPDX-License-Identifier: Apache-2.0
 *
 * The work of an algorithm's call, for contexts that have not chosen their device (runtime/choice.h).
 */
#ifndef TP_GRAPH_WORK_H
#define TP_GRAPH_WORK_H

#include "algorithms/work.h"
#include "formats/matrix/use.h"
#include "runtime/choice.h"

/* Has no algorithm seen it yet? */
static inline bool tp_is_new_graph(tropic_context *context, const tropic_matrix *A)
{
    tp_matrix_use use;
    /* (The call will tell why.) */
    return tp_matrix_use_open(context, A, &use) != TROPIC_OK || !use.degrees_known[TP_BY_ROW];
}

/* So many searches of A, which may be NULL, or layouts. */
static inline double tp_work_of_graph(tropic_context *context, tp_work_kind kind, const tropic_matrix *A,
                                      double searches)
{
    const double entries = A ? (double)A->count : 0;
    if (!A || kind == TP_WORK_HOST) return 0;
    return (tp_is_new_graph(context, A) ? tp_work_of_new(entries, context->threads) : 0) +
           searches * tp_work_of_search(kind, A->rows, entries, context->threads);
}

/* Stands after TP_CALL in a public function: so many searches. `context` may be NULL. */
#define TP_WORK_OF_GRAPH(context, kind, A, searches)                                                                   \
    TP_WORK(context, tp_work_of_graph(context, kind, A, (double)(searches)))

#endif
