/* SPDX-License-Identifier: Apache-2.0
 *
 * A matrix gives up its arrays, which are the caller's from then on: the opposite of tropic_matrix_take_csr.
 */
#include "formats/matrix/lists.h"

#include <tropic_arrays.h>

/* Each output may be NULL. */
typedef struct parting {
    tp_orientation o;
    tropic_offset **offsets;
    tropic_index **ids;
    void **values;
} parting;

/* Can the caller free what A has, as if it came from the context? */
static bool same_memory(const tropic_context *context, const tropic_matrix *A)
{
    const tp_memory *a = &A->memory, *b = &context->memory;
    return a->allocate == b->allocate && a->release == b->release && a->user == b->user && !a->counts && !b->counts;
}

/* *given = the array itself, if it is `ours` to give, or a copy. */
static tropic_status give(tropic_context *context, void *array, bool ours, size_t bytes, void **given)
{
    *given = array;
    if (!array || ours) return TROPIC_OK;
    TP_TRY(tp_need_memory(context, &context->memory, bytes, "a copy of a matrix's array"));
    *given = tp_allocate(&context->memory, (int64_t)bytes, 1);
    if (!*given) return tp_out_of_memory(context, "a copy of a matrix's array");
    tp_copy(context, *given, array, bytes);
    return TROPIC_OK;
}

/* Gives the arrays that are wanted, which then are no longer the side's to free. The lock is held. */
static tropic_status part_with(tropic_context *context, tropic_matrix *A, void *of)
{
    const parting *w = of;
    enum { ARRAYS = 3 };
    void *given[ARRAYS] = {NULL};
    tropic_status status = tp_matrix_need(context, A, w->o); /* (by which A may be found symmetric) */
    tp_side *side = &A->host.sides[tp_matrix_stored(A, w->o)];
    const size_t count = (size_t)A->count;
    void *const arrays[ARRAYS] = {side->offsets, side->ids, side->values};
    const bool wanted[ARRAYS] = {w->offsets, w->ids, w->values};
    const unsigned borrowed[ARRAYS] = {TP_BORROWED_OFFSETS, TP_BORROWED_IDS, TP_BORROWED_VALUES};
    const size_t bytes[ARRAYS] = {((size_t)tp_matrix_lists(A, w->o) + 1) * sizeof *side->offsets,
                                  count * sizeof *side->ids, count * tp_matrix_value_size(A)};
    const bool ours = same_memory(context, A);
    for (int k = 0; k < ARRAYS && status == TROPIC_OK; k++)
        if (wanted[k]) status = give(context, arrays[k], ours && !(side->borrowed & borrowed[k]), bytes[k], &given[k]);
    for (int k = 0; k < ARRAYS; k++) {
        if (status == TROPIC_OK && given[k] == arrays[k]) side->borrowed |= wanted[k] ? borrowed[k] : 0;
        if (status != TROPIC_OK && given[k] != arrays[k]) tp_release(&context->memory, given[k]);
    }
    if (status != TROPIC_OK) return status;
    if (w->offsets) *w->offsets = given[0];
    if (w->ids) *w->ids = given[1];
    if (w->values) *w->values = given[2];
    return TROPIC_OK;
}

static tropic_status give_up(tropic_matrix **A, tropic_context *context, parting *wanted)
{
    TP_HOLDING(context);
    if (!context) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "context is NULL");
    TP_TRY(tp_outside_loops(context, "take matrices apart"));
    if (!A || !*A) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "A is NULL");
    TP_TRY(tp_matrix_with(context, *A, part_with, wanted));
    tropic_matrix_free(A);
    return TROPIC_OK;
}

tropic_status tropic_matrix_give_csr(tropic_matrix **A, tropic_context *context, tropic_offset **offsets,
                                     tropic_index **col_ids, void **values)
{
    parting wanted = {TP_BY_ROW, offsets, col_ids, values};
    TP_ENTER(context);
    return give_up(A, context, &wanted);
}

tropic_status tropic_matrix_give_csc(tropic_matrix **A, tropic_context *context, tropic_offset **offsets,
                                     tropic_index **row_ids, void **values)
{
    parting wanted = {TP_BY_COLUMN, offsets, row_ids, values};
    TP_ENTER(context);
    return give_up(A, context, &wanted);
}
