/* SPDX-License-Identifier: Apache-2.0
 *
 * A matrix whose values are cast to another type: for those who read its arrays, on the host or on a device.
 */
#include "formats/matrix/lists.h"
#include "semiring/cast.h"

/* The lock is held. */
static tropic_status make(tropic_context *context, tropic_matrix *A, tropic_type type, tropic_matrix **cast)
{
    const tp_orientation o = tp_matrix_here(A);
    tp_entries shape = {.rows = A->rows,
                        .cols = A->cols,
                        .count = A->count,
                        .type = type,
                        .label_base = A->label_base,
                        .bipartite = A->bipartite};
    tropic_matrix *made;
    void *values;
    TP_TRY(tp_matrix_need(context, A, o));
    values = tp_allocate(&A->memory, A->count, tropic_type_size(type));
    made = values ? tp_matrix_new_in(&A->memory, &shape) : NULL;
    if (!made) {
        tp_release(&A->memory, values);
        return tp_out_of_memory(context, "the values of a matrix");
    }
    tp_cast_all(context, values, type, A->host[o].values, A->type, A->count);
    made->pattern = false;
    made->symmetric = A->symmetric;
    made->labels = A->labels;
    made->host[o] = (tp_side){.present = true,
                              .borrowed = TP_BORROWED_OFFSETS | TP_BORROWED_IDS,
                              .offsets = A->host[o].offsets,
                              .ids = A->host[o].ids,
                              .values = values};
    made->next_cast = A->casts;
    *cast = A->casts = made;
    return TROPIC_OK;
}

tropic_status tp_matrix_cast(tropic_context *context, const tropic_matrix *matrix, tropic_type type,
                             const tropic_matrix **cast)
{
    tropic_matrix *A = (tropic_matrix *)matrix, *found; /* what is made on demand is no change */
    tropic_status status = TROPIC_OK;
    *cast = A;
    if (A->pattern || A->type == type) return TROPIC_OK;
    TP_TRY(tp_matrix_lock(context, A));
    for (found = A->casts; found && found->type != type;) found = found->next_cast;
    if (!found) status = make(context, A, type, &found);
    if (status == TROPIC_OK) *cast = found;
    tp_matrix_unlock(A);
    return status;
}

tropic_status tp_matrix_weights(tropic_context *context, const tropic_matrix *A, const tropic_matrix **weights)
{
    switch (A->type) {
    case TROPIC_INT8:
    case TROPIC_INT16: return tp_matrix_cast(context, A, TROPIC_INT32, weights);
    case TROPIC_UINT8:
    case TROPIC_UINT16: return tp_matrix_cast(context, A, TROPIC_UINT32, weights);
    default: return tp_matrix_cast(context, A, A->type, weights);
    }
}
