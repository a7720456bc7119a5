/* SPDX-License-Identifier: Apache-2.0
 *
 * A matrix or its transpose as a result, on the host. If A has the rows of the result, both orientations of A that
 * there are, are copied; else, or with a mask or an accumulator, these rows alone are made.
 */
#include "formats/matrix/forms/evict.h"
#include "spmv/matrix_calls.h"

/* Both orientations of A that there are, exchanged or (`as_it_is`) not, or else the rows of the result. */
static tropic_status copy_sides(tropic_context *context, tropic_matrix *A, bool as_it_is, tropic_matrix *made)
{
    const tp_orientation rows = as_it_is ? TP_BY_ROW : TP_BY_COLUMN; /* which become C's */
    tp_side *side = &A->host.sides[tp_matrix_stored(A, rows)];
    tp_lists copy;
    made->symmetric = A->symmetric;
    if (!side->present) {
        TP_TRY(tp_matrix_copy_locked(context, A, rows, &copy));
        made->host.sides[TP_BY_ROW] = tp_side_of(&copy);
        return TROPIC_OK;
    }
    tp_matrix_hold(context, A, side); /* (where memory is short, the other one goes) */
    for (int o = TP_BY_ROW; o <= TP_BY_COLUMN; o++) {
        const tp_lists from = tp_host_lists(A, (tp_orientation)o);
        if (!A->host.sides[o].present) continue;
        TP_TRY(tp_lists_copy(context, &context->memory, &from, &copy));
        made->host.sides[A->symmetric || as_it_is ? o : !o] = tp_side_of(&copy);
    }
    return TROPIC_OK;
}

tropic_status tp_cpu_transpose_matrix(const tropic_matrix *A, tp_orientation by, tp_matrix_output *o)
{
    tp_lists T;
    if (tp_matrix_output_plain(o, A->pattern) && o->type == o->made)
        return tp_matrix_output_copy(o, A, by == TP_BY_ROW, copy_sides);
    TP_TRY(tp_matrix_open_lists(o->context, A, by, &T));
    return tp_matrix_write_copy(o, &T);
}
