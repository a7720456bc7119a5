/* SPDX-License-Identifier: Apache-2.0
 *
 * A matrix as its file would have given it without loops or values.
 */
#include "formats/matrix/build/loops.h"

#include <string.h>

/* What is known of A's file. */
static tropic_status take_facts(tropic_context *context, tropic_matrix *made, const tropic_matrix *A)
{
    const tropic_index n = tp_labelled(A->rows, A->cols);
    made->label_base = A->label_base;
    made->format = A->format;
    made->file_direction = A->file_direction;
    made->bipartite = A->bipartite;
    made->multiplicities = A->multiplicities && !made->pattern;
    if (A->symmetric && !made->hypersparse) made->symmetric = true;
    if (!A->labels) return TROPIC_OK;
    made->labels = tp_allocate(&made->memory, n, sizeof *made->labels);
    if (!made->labels) return tp_out_of_memory(context, "labels");
    memcpy(made->labels, A->labels, (size_t)n * sizeof *made->labels);
    return TROPIC_OK;
}

tropic_status tropic_matrix_without(tropic_matrix **made, tropic_context *context, const tropic_matrix *A, bool loops,
                                    bool values)
{
    const tropic_build_options how = {.size = sizeof how, .loops = loops ? TROPIC_LOOPS_DROP : TROPIC_LOOPS_KEEP};
    const tropic_offset *offsets;
    const tropic_index *ids;
    const void *all;
    tropic_matrix *other = NULL;
    tropic_status status;
    TP_CALL(context);
    if (!context) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "context is NULL");
    if (!made) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "made is NULL");
    TP_TRY(tropic_matrix_csr(A, context, &offsets, &ids, &all));
    status = tropic_matrix_from_csr(&other, context, A->rows, A->cols, offsets, ids, values ? TROPIC_BOOL : A->type,
                                    values ? NULL : all, &how);
    if (status == TROPIC_OK) status = take_facts(context, other, A);
    /* (Those that A's file had are told of still, but of a pattern none was negative.) */
    if (status == TROPIC_OK && other->loops.count == 0) status = tp_loops_copy(context, other, A);
    if (status == TROPIC_OK && other->pattern) other->loops.negatives = 0;
    if (status == TROPIC_OK)
        *made = other;
    else
        tropic_matrix_free(&other);
    return status;
}
