/* SPDX-License-Identifier: Apache-2.0
 *
 * Lines of a matrix on a device that were given anew.
 */
#include "formats/matrix/given_lines.h"

#include "formats/matrix/forms/evict.h"
#include "formats/matrix/pending.h"
#include "formats/matrix/places.h"

#include <string.h>

/* ---- counted ---- */

/* So many lines are looked up at a time. */
enum { AT_A_TIME = 120 };

tropic_status tp_given_resolve(tropic_context *context, tropic_matrix *A)
{
    tp_given_lines *g = A->pending->lines;
    tp_pending *p = g->by_line;
    const tp_forms *forms = A->host.next;
    tropic_index list[2 * AT_A_TIME], id[2 * AT_A_TIME];
    tropic_offset at[2 * AT_A_TIME];
    int64_t lines[AT_A_TIME];
    while (forms && forms->device != g->device) forms = forms->next;
    if (!forms || !forms->sides[TP_BY_ROW].present)
        return tp_fail(context, TROPIC_DEVICE_ERROR, "a matrix has no arrays");
    const tp_lists stored = tp_stored_lists(A, &forms->sides[TP_BY_ROW], TP_BY_ROW);
    for (int64_t k = 0; p->unknown > 0;) {
        int64_t count = 0;
        for (; k < p->count && count < AT_A_TIME; k++) {
            if (p->stored[k] != TP_STORED_UNKNOWN) continue;
            list[2 * count] = list[2 * count + 1] = p->rows[k];
            id[2 * count] = 0;
            id[2 * count + 1] = TROPIC_INDEX_MAX;
            lines[count++] = k;
        }
        TP_TRY(tp_places_of(&forms->sides[TP_BY_ROW])
                   ->find(context, g->device, &stored, list, id, 2 * count, at, NULL, NULL));
        for (int64_t l = 0; l < count; l++) {
            tp_given_line *line = tp_given_at(g, lines[l]);
            line->begin = at[2 * l] < 0 ? ~at[2 * l] : at[2 * l];
            line->end = at[2 * l + 1] < 0 ? ~at[2 * l + 1] : at[2 * l + 1];
            p->stored[lines[l]] = TP_STORED;
            A->count -= line->end - line->begin;
        }
        p->unknown -= count;
    }
    return TROPIC_OK;
}

/* ---- merged ---- */

/* Positions of the lines in by_line, by ascending line. */
static tropic_status sort(tropic_context *context, const tp_given_lines *g, tp_lists *sorted)
{
    tropic_index *zeros = tp_allocate_zero(&context->memory, g->by_line->count, sizeof *zeros);
    tropic_status status;
    if (!zeros) return tp_out_of_memory(context, "rows of a matrix");
    status = tp_pending_lists(context, zeros, g->by_line->rows, NULL, g->by_line->count, 1, sorted);
    tp_release(&context->memory, zeros);
    return status;
}

static tropic_status merge(tropic_context *context, tropic_matrix *A, tp_side *side, const tp_lists *sorted,
                           tp_side *made)
{
    const tp_memory *memory = &context->memory;
    const tp_given_lines *g = A->pending->lines;
    const tp_lists stored = tp_stored_lists(A, side, TP_BY_ROW);
    tropic_offset *shift = tp_allocate(memory, sorted->count + 1, sizeof *shift);
    tp_given_line *lines = tp_allocate(memory, sorted->count, sizeof *lines);
    tropic_status status = shift && lines ? TROPIC_OK : tp_out_of_memory(context, "rows of a matrix");
    if (status == TROPIC_OK) {
        shift[0] = 0;
        for (tropic_offset k = 0; k < sorted->count; k++) {
            lines[k] = *tp_given_at(g, ((const int64_t *)sorted->values)[k]);
            shift[k + 1] = shift[k] + lines[k].count - (lines[k].end - lines[k].begin);
        }
        status = tp_places_of(side)->replace(
            context, &stored, &(tp_given_sorted){sorted->count, sorted->ids, lines, shift, g->ids, g->values}, A->count,
            made);
    }
    tp_release(memory, shift);
    tp_release(memory, lines);
    return status;
}

tropic_status tp_given_finish_there(tropic_context *context, tropic_matrix *A, tp_side *side, tp_orientation o)
{
    tp_lists sorted;
    tp_forms *forms;
    tp_side made;
    tropic_status status;
    /* (An orientation that was made since is dropped.) */
    if (o != TP_BY_ROW || context->device_index != A->pending->lines->device) return TROPIC_OUT_OF_DEVICE_MEMORY;
    TP_TRY(tp_given_resolve(context, A));
    TP_TRY(sort(context, A->pending->lines, &sorted));
    status = merge(context, A, side, &sorted, &made);
    tp_lists_free(&context->memory, &sorted);
    TP_TRY(status);
    tp_matrix_drop(A);
    (void)tp_matrix_make_forms(context, A, &forms); /* (They are there.) */
    forms->sides[o] = made;
    return TROPIC_OK;
}

/* The lines' entries, from the device. */
static tropic_status bring(tropic_context *context, const tp_given_lines *g, size_t size, tp_lists *brought)
{
    TP_TRY(tp_lists_allocate(context, &context->memory, brought, 0, g->count, size));
    if (g->count == 0) return TROPIC_OK;
    TP_TRY(g->owner->mirror_download(context, g->device, brought->ids, g->ids, (size_t)g->count * sizeof *g->ids));
    return g->owner->mirror_download(context, g->device, brought->values, g->values, (size_t)g->count * size);
}

static tropic_status write_here(tropic_context *context, const tropic_matrix *A, const tp_lists *lists,
                                const tp_lists *brought, tp_lists *made)
{
    const tp_given_lines *g = A->pending->lines;
    const size_t size = lists->size;
    tropic_offset to = 0;
    TP_TRY(tp_lists_allocate(context, &A->memory, made, lists->lists, A->count, size));
    made->offsets[0] = 0;
    for (tropic_index l = 0; l < lists->lists; l++) {
        const int64_t at = tp_pending_find(g->by_line, l, 0);
        const tp_lists *from = at >= 0 ? brought : lists;
        const tropic_offset first = at >= 0 ? tp_given_at(g, at)->first : lists->offsets[l];
        const tropic_offset count = at >= 0 ? tp_given_at(g, at)->count : lists->offsets[l + 1] - first;
        if (at >= 0 && tp_given_at(g, at)->all)
            for (tropic_index k = 0; k < count; k++) made->ids[to + k] = k;
        else
            memcpy(made->ids + to, from->ids + first, (size_t)count * sizeof *made->ids);
        memcpy(tp_value_at(made->values, size, to), tp_value_at(from->values, size, first), (size_t)count * size);
        made->offsets[l + 1] = to += count;
    }
    return TROPIC_OK;
}

tropic_status tp_given_finish_here(tropic_context *context, tropic_matrix *A, const tp_lists *lists, tp_lists *made)
{
    tp_lists brought = {0};
    tropic_status status = bring(context, A->pending->lines, lists->size, &brought);
    if (status == TROPIC_OK) status = write_here(context, A, lists, &brought, made);
    tp_lists_free(&context->memory, &brought);
    return status;
}
