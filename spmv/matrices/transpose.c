/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic_transpose: C<mask> (accum)= A', on the host. Both orientations of A that there are, are copied; with a mask or
 * an accumulator its columns alone.
 */
#include "spmv/matrices/cores.h"

/* Both orientations of A that there are, exchanged or (`as_it_is`) not. The lock is held. */
static tropic_status copy_sides(tropic_context *context, tropic_matrix *A, bool as_it_is, tropic_matrix *made)
{
    /* One of them, of a matrix on a device alone. */
    if (!A->host[TP_BY_COLUMN].present) TP_TRY(tp_matrix_need(context, A, TP_BY_ROW));
    made->symmetric = A->symmetric;
    for (int o = TP_BY_ROW; o <= TP_BY_COLUMN; o++) {
        const tp_lists from = tp_host_lists(A, (tp_orientation)o);
        tp_lists copy;
        if (!A->host[o].present) continue;
        TP_TRY(tp_lists_copy(context, &context->memory, &from, &copy));
        made->host[A->symmetric || as_it_is ? o : !o] = tp_side_of(&copy);
    }
    return TROPIC_OK;
}

static tropic_status copy_whole(tp_matrix_output *o, tropic_matrix *A)
{
    tropic_matrix *made = NULL;
    tropic_status status;
    TP_TRY(tp_matrix_output_new(o, A->count, A->pattern, &made));
    made->bipartite = A->bipartite;
    status = tp_matrix_lock(o->context, A);
    if (status == TROPIC_OK) {
        status = copy_sides(o->context, A, o->descriptor.transpose, made);
        tp_matrix_unlock(A);
    }
    if (status == TROPIC_OK)
        tp_matrix_output_replace(o, made);
    else
        tropic_matrix_free(&made);
    return status;
}

static tropic_status run(void *of, tp_matrix_output *o)
{
    tropic_matrix *A = *(tropic_matrix **)of; /* what is made on demand is no change */
    tp_lists T;
    if (tp_matrix_output_plain(o, A->pattern) && o->type == o->made) return copy_whole(o, A);
    TP_TRY(tp_matrix_open_lists(o->context, A, tp_input_by(!o->descriptor.transpose), &T));
    return tp_matrix_write_copy(o, &T);
}

tropic_status tropic_transpose(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                               const tropic_operator *accum, const tropic_matrix *A,
                               const tropic_descriptor *descriptor)
{
    tp_matrix_output o;
    tp_orientation by;
    TP_TRY(tp_matrix_output_open(&o, C, context, mask, accum, descriptor));
    if (!A) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "A is NULL");
    by = tp_input_by(!o.descriptor.transpose);
    o.labels = A;
    TP_TRY(tp_matrix_output_check(&o, by == TP_BY_ROW ? A->rows : A->cols, by == TP_BY_ROW ? A->cols : A->rows, A->type,
                                  A->pattern));
    return tp_cores_run(&o, (tp_core_operand[]){tp_core_like(&A, by == TP_BY_COLUMN)}, 1, run, &A);
}
