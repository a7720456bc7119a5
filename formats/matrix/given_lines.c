/* SPDX-License-Identifier: Apache-2.0
 *
 * Lines of a matrix on a device that were given anew.
 */
#include "formats/matrix/given_lines.h"

#include "formats/matrix/forms/evict.h"
#include "formats/matrix/pending.h"
#include "formats/matrix/places.h"

#include <string.h>

/* The array is first so many times as long as the line, */
enum { LINES_FIRST = 16 };
/* and the lines may have as many entries as the matrix, divided by this; then they are merged. */
enum { MOST = 2 };

static tp_given_line *line_at(const tp_given_lines *g, int64_t k)
{
    return (tp_given_line *)g->by_line->values + k;
}

tropic_offset tp_given_entries(const tp_given_lines *g)
{
    tropic_offset count = 0;
    for (int64_t k = 0; k < g->by_line->count; k++) count += line_at(g, k)->count;
    return count;
}

tropic_offset tp_given_replaced(const tp_given_lines *g)
{
    tropic_offset count = 0;
    for (int64_t k = 0; k < g->by_line->count; k++)
        if (g->by_line->stored[k] == TP_STORED) count += line_at(g, k)->end - line_at(g, k)->begin;
    return count;
}

size_t tp_given_bytes(const tp_given_lines *g)
{
    return g ? tp_pending_bytes(g->by_line) : 0;
}

static void free_arrays(tp_given_lines *g)
{
    void *const arrays[] = {g->ids, g->values};
    if (g->owner) g->owner->mirror_release(&g->memory, g->device, arrays, 2);
    g->ids = NULL;
    g->values = NULL;
}

void tp_given_free(const tp_memory *memory, tp_given_lines **given)
{
    tp_given_lines *g = *given;
    if (!g) return;
    free_arrays(g);
    tp_pending_free(memory, &g->by_line);
    tp_release(memory, g);
    *given = NULL;
}

/* ---- added ---- */

/* An array with room for so many entries, which has those that there are. */
static tropic_status reserve(tropic_context *context, tp_given_lines *g, tropic_offset room, size_t size)
{
    const tp_backend *backend = context->backend;
    tp_given_lines larger = *g;
    void *ids = NULL, *values = NULL;
    tropic_status status;
    if (room <= g->room) return TROPIC_OK;
    room = room < 2 * g->room ? 2 * g->room : room;
    status = backend->mirror_allocate(context, &g->memory, &ids, (size_t)room * sizeof *g->ids, "rows of a matrix");
    if (status == TROPIC_OK)
        status = backend->mirror_allocate(context, &g->memory, &values, (size_t)room * size, "rows of a matrix");
    if (status == TROPIC_OK && g->count > 0) {
        status = backend->copy(context, ids, g->ids, (size_t)g->count * sizeof *g->ids);
        if (status == TROPIC_OK) status = backend->copy(context, values, g->values, (size_t)g->count * size);
    }
    larger.ids = ids;
    larger.values = values;
    larger.room = room;
    if (status != TROPIC_OK) {
        free_arrays(&larger);
        return status;
    }
    free_arrays(g); /* (which waits) */
    *g = larger;
    return TROPIC_OK;
}

static tropic_status make(tropic_context *context, tropic_matrix *A, tp_orientation o)
{
    tp_given_lines *g = tp_allocate_zero(&A->memory, 1, sizeof *g);
    if (!g) return tp_out_of_memory(context, "rows of a matrix");
    g->o = o;
    g->device = context->device_index;
    g->owner = tp_backend_of(context);
    g->memory = context->memory;
    A->pending->lines = g;
    return TROPIC_OK;
}

typedef struct giving {
    tp_orientation o;
    tropic_index line;
    const tropic_index *ids;
    const void *values;
    tropic_offset count;
    bool *done;
} giving;

/* The entries are in the array. There is room for the line. */
static tropic_status note(tropic_context *context, tropic_matrix *A, const giving *w, tropic_offset first)
{
    tp_given_lines *g = A->pending->lines;
    const int64_t at = tp_pending_find(g->by_line, w->line, 0);
    const tp_given_line line = {first, w->count, 0, 0};
    A->count += w->count - (at >= 0 ? line_at(g, at)->count : 0);
    if (at < 0)
        return tp_pending_add(context, &A->memory, &g->by_line, sizeof line, w->line, 0, TP_STORED_UNKNOWN, &line,
                              false);
    line_at(g, at)->first = first;
    line_at(g, at)->count = w->count;
    return TROPIC_OK;
}

static tropic_status add(tropic_context *context, tropic_matrix *A, const giving *w)
{
    const size_t size = tp_matrix_value_size(A), bytes = (size_t)w->count * size;
    tp_given_lines *g;
    TP_TRY(tp_pending_reserve(context, &A->memory, &A->pending, size, 0));
    if (!A->pending->lines) TP_TRY(make(context, A, w->o));
    g = A->pending->lines;
    TP_TRY(tp_pending_reserve(context, &A->memory, &g->by_line, sizeof(tp_given_line), 1));
    TP_TRY(reserve(context, g, g->room == 0 ? LINES_FIRST * (w->count + 1) : g->count + w->count, size));
    if (w->count > 0) {
        TP_TRY(context->backend->copy(context, g->ids + g->count, w->ids, (size_t)w->count * sizeof *g->ids));
        TP_TRY(context->backend->copy(context, tp_value_at(g->values, size, g->count), w->values, bytes));
    }
    TP_TRY(note(context, A, w, g->count));
    g->count += w->count;
    return TROPIC_OK;
}

static tropic_status give(tropic_context *context, tropic_matrix *A, void *of)
{
    const giving *w = of;
    tp_orientation o = w->o;
    const tp_side *there = tp_stored_there(context, A, &o);
    tropic_status status;
    *w->done = false;
    if (!there || o != w->o || !tp_stored_is_there(context, A) || A->pattern) return TROPIC_OK;
    if (A->pending &&
        (!A->pending->lines || A->pending->lines->o != o || A->pending->lines->device != context->device_index ||
         A->pending->lines->count > A->count / MOST))
        TP_TRY(tp_matrix_finish(context, A));
    status = add(context, A, w);
    *w->done = status == TROPIC_OK;
    /* (Nothing is pending that is none.) */
    if (!*w->done && A->pending &&
        (!A->pending->lines || !A->pending->lines->by_line || A->pending->lines->by_line->count == 0))
        tp_pending_free(&A->memory, &A->pending);
    return status;
}

tropic_status tp_given_line_add(tropic_context *context, tropic_matrix *A, tp_orientation o, tropic_index line,
                                const tropic_index *ids, const void *values, tropic_offset count, bool *done)
{
    return tp_matrix_with_pending(context, A, give, &(giving){o, line, ids, values, count, done});
}

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
    if (!forms || !forms->sides[g->o].present) return tp_fail(context, TROPIC_DEVICE_ERROR, "a matrix has no arrays");
    const tp_lists stored = tp_stored_lists(A, &forms->sides[g->o], g->o);
    for (int64_t k = 0; p->unknown > 0;) {
        int64_t count = 0;
        for (; k < p->count && count < AT_A_TIME; k++) {
            if (p->stored[k] != TP_STORED_UNKNOWN) continue;
            list[2 * count] = list[2 * count + 1] = p->rows[k];
            id[2 * count] = 0;
            id[2 * count + 1] = TROPIC_INDEX_MAX;
            lines[count++] = k;
        }
        TP_TRY(
            tp_places_of(&forms->sides[g->o])->find(context, g->device, &stored, list, id, 2 * count, at, NULL, NULL));
        for (int64_t l = 0; l < count; l++) {
            tp_given_line *line = line_at(g, lines[l]);
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
    const tp_lists stored = tp_stored_lists(A, side, g->o);
    tropic_offset *shift = tp_allocate(memory, sorted->count + 1, sizeof *shift);
    tp_given_line *lines = tp_allocate(memory, sorted->count, sizeof *lines);
    tropic_status status = shift && lines ? TROPIC_OK : tp_out_of_memory(context, "rows of a matrix");
    if (status == TROPIC_OK) {
        shift[0] = 0;
        for (tropic_offset k = 0; k < sorted->count; k++) {
            lines[k] = *line_at(g, ((const int64_t *)sorted->values)[k]);
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
    if (o != A->pending->lines->o || context->device_index != A->pending->lines->device)
        return TROPIC_OUT_OF_DEVICE_MEMORY;
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
        const tropic_offset first = at >= 0 ? line_at(g, at)->first : lists->offsets[l];
        const tropic_offset count = at >= 0 ? line_at(g, at)->count : lists->offsets[l + 1] - first;
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
