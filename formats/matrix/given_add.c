/* SPDX-License-Identifier: Apache-2.0
 *
 * Lines of a matrix on a device are given anew: their entries go into an array there.
 */
#include "formats/matrix/forms/evict.h"
#include "formats/matrix/given_lines.h"

/* The array is first so many times as long as the line, */
enum { LINES_FIRST = 16 };
/* and may have so many entries, and so many for each entry that the matrix has; then they are merged. */
enum { LEAST = 1 << 20, MOST = 2 };

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
        tp_given_release(&larger);
        return status;
    }
    tp_given_release(g); /* (which waits) */
    *g = larger;
    return TROPIC_OK;
}

static tropic_status make(tropic_context *context, tropic_matrix *A)
{
    tp_given_lines *g = tp_allocate_zero(&A->memory, 1, sizeof *g);
    if (!g) return tp_out_of_memory(context, "rows of a matrix");
    g->device = context->device_index;
    g->owner = tp_backend_of(context);
    g->memory = context->memory;
    A->pending->lines = g;
    return TROPIC_OK;
}

typedef struct giving {
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
    const tp_given_line line = {first, w->count, !w->ids, 0, 0};
    A->count += w->count - (at >= 0 ? tp_given_at(g, at)->count : 0);
    if (at < 0)
        return tp_pending_add(context, &A->memory, &g->by_line, sizeof line, w->line, 0, TP_STORED_UNKNOWN, &line,
                              false);
    tp_given_at(g, at)->first = first;
    tp_given_at(g, at)->count = w->count;
    tp_given_at(g, at)->all = !w->ids;
    return TROPIC_OK;
}

static tropic_status add(tropic_context *context, tropic_matrix *A, const giving *w)
{
    const size_t size = tp_matrix_value_size(A), bytes = (size_t)w->count * size;
    tp_given_lines *g;
    TP_TRY(tp_pending_reserve(context, &A->memory, &A->pending, size, 0));
    if (!A->pending->lines) TP_TRY(make(context, A));
    g = A->pending->lines;
    TP_TRY(tp_pending_reserve(context, &A->memory, &g->by_line, sizeof(tp_given_line), 1));
    TP_TRY(reserve(context, g, g->room == 0 ? LINES_FIRST * (w->count + 1) : g->count + w->count, size));
    if (w->count > 0) {
        if (w->ids)
            TP_TRY(context->backend->copy(context, g->ids + g->count, w->ids, (size_t)w->count * sizeof *g->ids));
        TP_TRY(context->backend->copy(context, tp_value_at(g->values, size, g->count), w->values, bytes));
    }
    TP_TRY(note(context, A, w, g->count));
    g->count += w->count;
    return TROPIC_OK;
}

/* Are A's rows on the device alone? Of a matrix without entries they are made there. */
static tropic_status find_rows(tropic_context *context, tropic_matrix *A, bool *there)
{
    tp_orientation o = TP_BY_ROW;
    tp_side *side;
    if (A->count == 0 && !A->pending && !A->hypersparse && !tp_stored_is_here(A) && !tp_stored_there(context, A, &o))
        TP_TRY(tp_matrix_find_side(context, A, TP_BY_ROW, false, &side));
    o = TP_BY_ROW;
    *there = tp_stored_is_there(context, A) && tp_stored_there(context, A, &o) && o == TP_BY_ROW;
    return TROPIC_OK;
}

/* More is pending than rows, or so much that it is merged. */
static bool is_merged_first(const tropic_context *context, const tropic_matrix *A)
{
    const tp_pending *p = A->pending;
    return p && (!p->lines || p->lines->device != context->device_index || p->lines->count > LEAST + A->count * MOST);
}

static tropic_status give(tropic_context *context, tropic_matrix *A, void *of)
{
    const giving *w = of;
    tropic_status status;
    bool there;
    *w->done = false;
    if (A->pattern) return TROPIC_OK;
    TP_TRY(find_rows(context, A, &there));
    if (there && is_merged_first(context, A)) {
        TP_TRY(tp_matrix_finish(context, A));
        TP_TRY(find_rows(context, A, &there));
    }
    if (!there) return TROPIC_OK;
    status = add(context, A, w);
    *w->done = status == TROPIC_OK;
    /* (If memory is too short for so much room, the row is written the ordinary way.) */
    if (status == TROPIC_OUT_OF_DEVICE_MEMORY) status = TROPIC_OK;
    /* (Nothing is pending that is none.) */
    if (!*w->done && A->pending &&
        (!A->pending->lines || !A->pending->lines->by_line || A->pending->lines->by_line->count == 0))
        tp_pending_free(&A->memory, &A->pending);
    return status;
}

tropic_status tp_given_line_add(tropic_context *context, tropic_matrix *A, tropic_index line, const tropic_index *ids,
                                const void *values, tropic_offset count, bool *done)
{
    return tp_matrix_with_pending(context, A, give, &(giving){line, ids, values, count, done});
}
