/* SPDX-License-Identifier: Apache-2.0
 *
 * The orientations of a matrix in memory of a backend, and its dense form there, made when first needed: mirrors of the
 * host's on devices. A call that fails halfway leaves the matrix as it was.
 */
#include "formats/matrix/forms/dense.h"
#include "formats/matrix/forms/evict.h"
#include "runtime/types.h"

/* -- orientations ------------------------------------------------------------------------------ */

tropic_status tp_mirror_array(tropic_context *context, const tp_memory *memory, void *array, const void *from,
                              int64_t count, size_t size)
{
    const tp_backend *backend = context->backend;
    const size_t bytes = (size_t)count * size;
    void *pointer = NULL;
    if (!from) return TROPIC_OK;
    TP_TRY(backend->mirror_allocate(context, memory, &pointer, bytes > 0 ? bytes : 1, "the matrix"));
    *(void **)array = pointer;
    return bytes > 0 ? backend->upload(context, pointer, from, bytes) : TROPIC_OK;
}

/* A side of the context's device, without arrays yet. */
static tp_side new_mirror(const tropic_context *context)
{
    return (tp_side){.present = true, .memory = context->memory, .owner = tp_backend_of(context)};
}

/* Copies the host's arrays to the context's device. */
static tropic_status mirror(tropic_context *context, const tp_lists *from, tp_side *out)
{
    tp_side side = new_mirror(context);
    tropic_status status = tp_mirror_array(context, &side.memory, &side.offsets, from->offsets,
                                           (int64_t)from->lists + 1, sizeof *from->offsets);
    if (status == TROPIC_OK)
        status = tp_mirror_array(context, &side.memory, &side.ids, from->ids, from->count, sizeof *from->ids);
    if (status == TROPIC_OK)
        status = tp_mirror_array(context, &side.memory, &side.values, from->values, from->count, from->size);
    /* Another context of this device, with a stream of its own, may be the next to use it. */
    if (status == TROPIC_OK) status = context->backend->wait(context);
    if (status == TROPIC_OK)
        *out = side;
    else
        tp_mirror_free(context->device_index, &side);
    return status;
}

/* The same of no entries, of which nothing has to be copied. */
static tropic_status mirror_empty(tropic_context *context, const tropic_matrix *A, tp_orientation o, tp_side *out)
{
    const tp_backend *backend = context->backend;
    tp_side side = new_mirror(context);
    void **const arrays[] = {(void **)&side.offsets, (void **)&side.ids, &side.values};
    const int64_t offsets = (int64_t)tp_matrix_lists(A, o) + 1, none = 0;
    const int count = A->pattern ? 2 : 3;
    tropic_status status = TROPIC_OK;
    for (int k = 0; k < count && status == TROPIC_OK; k++)
        status = backend->mirror_allocate(context, &side.memory, arrays[k],
                                          k == 0 ? (size_t)offsets * sizeof *side.offsets : 1, "the matrix");
    if (status == TROPIC_OK) status = backend->fill(context, side.offsets, TROPIC_INT64, &none, offsets);
    if (status == TROPIC_OK) status = backend->wait(context);
    if (status == TROPIC_OK)
        *out = side;
    else
        tp_mirror_free(context->device_index, &side);
    return status;
}

/* One more array of ids for a mirror, which `fill` fills. */
static tropic_status add_to_mirror(tropic_context *context, const tp_arcs *arcs, tp_side *side, int64_t count,
                                   tropic_status (*fill)(tropic_context *, const tp_arcs *, tropic_index *),
                                   tropic_index **out)
{
    const size_t bytes = (size_t)count * sizeof(tropic_index);
    void *made = NULL;
    tropic_status status;
    TP_TRY(context->backend->mirror_allocate(context, &side->memory, &made, bytes > 0 ? bytes : 1, "the matrix"));
    status = fill(context, arcs, made);
    if (status == TROPIC_OK) status = context->backend->wait(context);
    if (status == TROPIC_OK)
        *out = made;
    else
        context->backend->mirror_release(&side->memory, context->device_index, &made, 1);
    return status;
}

/* The list of each position. */
static tropic_status add_row_of(tropic_context *context, const tropic_matrix *A, tp_orientation o, tp_side *side)
{
    const tp_arcs arcs = tp_side_arcs(A, o, side);
    if (context->backend->location != TROPIC_HOST)
        return add_to_mirror(context, &arcs, side, arcs.count, context->backend->row_of, &side->row_of);
    side->row_of = tp_allocate(&A->memory, arcs.count, sizeof *side->row_of);
    if (!side->row_of) return tp_out_of_memory(context, "a list per entry");
    tp_fill_row_of(side->row_of, arcs.offsets, arcs.lists, tp_team_for(context, arcs.count));
    return TROPIC_OK;
}

static bool is_on_device_alone(const tropic_matrix *A, const tp_side *sides)
{
    return !A->host.sides[TP_BY_ROW].present && !A->host.sides[TP_BY_COLUMN].present &&
           (sides[TP_BY_ROW].present || sides[TP_BY_COLUMN].present);
}

tropic_status tp_matrix_find_side(tropic_context *context, tropic_matrix *A, tp_orientation o, bool row_of,
                                  tp_side **found)
{
    const bool host = context->backend->location == TROPIC_HOST;
    tp_forms *forms;
    tp_side *side;
    if (!A->pattern) TP_TRY(tp_type_fits(context, A->type));
    TP_TRY(tp_matrix_make_forms(context, A, &forms));
    side = &forms->sides[tp_matrix_stored(A, o)];
    if (!side->present && !host && A->count == 0) TP_TRY(mirror_empty(context, A, o, side));
    if (!side->present && !host && A->count < TROPIC_INDEX_MAX && is_on_device_alone(A, forms->sides)) {
        const tp_orientation from = forms->sides[TP_BY_ROW].present ? TP_BY_ROW : TP_BY_COLUMN;
        const tp_arcs arcs = tp_side_arcs(A, from, &forms->sides[from]);
        const tropic_status status = context->backend->transpose(context, &arcs, tp_matrix_lists(A, o), A->type, side);
        /* (The host's memory may be enough where the device's is not.) */
        if (status != TROPIC_OUT_OF_DEVICE_MEMORY) TP_TRY(status);
    }
    if (!side->present) {
        tp_lists lists;
        /* This may show that A is symmetric. */
        TP_TRY(tp_matrix_need(context, A, o));
        side = &forms->sides[tp_matrix_stored(A, o)];
        lists = tp_host_lists(A, o);
        if (!side->present) TP_TRY(mirror(context, &lists, side));
    }
    tp_matrix_hold(context, A, side);
    if (row_of && !side->row_of) TP_TRY(add_row_of(context, A, o, side));
    *found = side;
    return TROPIC_OK;
}

/* -- the dense form ----------------------------------------------------------------------------- */

/* A copy of the host's. */
static tropic_status mirror_dense(tropic_context *context, const tropic_matrix *A, tp_side *out)
{
    tp_side side = new_mirror(context);
    tropic_status status = tp_mirror_array(context, &side.memory, &side.values, A->host.dense.values,
                                           (int64_t)A->rows * A->cols, tp_matrix_value_size(A));
    if (status == TROPIC_OK)
        status = tp_mirror_array(context, &side.memory, &side.bits, A->host.dense.bits,
                                 A->rows * tp_dense_words(A->cols), sizeof *side.bits);
    if (status == TROPIC_OK) status = context->backend->wait(context);
    if (status == TROPIC_OK)
        *out = side;
    else
        tp_mirror_free(context->device_index, &side);
    return status;
}

static tropic_status pack_on_device(tropic_context *context, tropic_matrix *A, tp_side *made)
{
    tp_side *rows;
    tp_arcs arcs;
    if (!tp_matrix_forms(context, A)->sides[TP_BY_ROW].present && A->host.dense.present)
        return mirror_dense(context, A, made);
    TP_TRY(tp_matrix_find_side(context, A, TP_BY_ROW, false, &rows));
    if (tp_dense_is_full(A->rows, A->cols, A->count)) {
        *made = (tp_side){.present = true, .borrowed = TP_BORROWED_VALUES, .values = rows->values};
        return TROPIC_OK;
    }
    arcs = tp_side_arcs(A, TP_BY_ROW, rows);
    return context->backend->pack_dense(context, &arcs, A->cols, tp_matrix_value_size(A), made);
}

static tropic_status open_dense(tropic_context *context, tropic_matrix *A, void *form)
{
    tp_forms *forms;
    tp_side *side;
    TP_TRY(tp_matrix_make_forms(context, A, &forms));
    side = &forms->dense;
    if (!side->present) TP_TRY(pack_on_device(context, A, side));
    tp_matrix_hold(context, A, side);
    *(tp_dense *)form = (tp_dense){A->rows, A->cols, side->values, side->bits};
    return TROPIC_OK;
}

tropic_status tp_matrix_open_dense(tropic_context *context, const tropic_matrix *A, tp_dense *form)
{
    return tp_matrix_with(context, A, open_dense, form);
}

/* -- for those who read the arrays ------------------------------------------------------------- */

typedef struct wanted_arcs {
    tp_orientation orientation;
    bool row_of;
    tp_arcs *arcs;
} wanted_arcs;

static tropic_status find_arcs(tropic_context *context, tropic_matrix *A, void *of)
{
    const wanted_arcs *w = of;
    tp_side *side;
    TP_TRY(tp_matrix_find_side(context, A, w->orientation, w->row_of, &side));
    *w->arcs = tp_side_arcs(A, w->orientation, side);
    if (w->row_of) w->arcs->row_of = side->row_of;
    return TROPIC_OK;
}

tropic_status tp_matrix_arcs(tropic_context *context, const tropic_matrix *A, tp_orientation orientation, bool row_of,
                             tp_arcs *arcs)
{
    wanted_arcs w = {orientation, row_of, arcs};
    return tp_matrix_with(context, A, find_arcs, &w);
}

/* tp_matrix_arcs came first, so the side is there, and held. */
static tropic_status find_split_points(tropic_context *context, tropic_matrix *A, void *of)
{
    const wanted_arcs *w = of;
    tp_forms *forms;
    tp_side *side;
    TP_TRY(tp_matrix_make_forms(context, A, &forms));
    side = &forms->sides[tp_matrix_stored(A, w->orientation)];
    if (!side->split_points)
        TP_TRY(add_to_mirror(context, w->arcs, side, (int64_t)TP_NNZ_TILES(w->arcs->count) + 1,
                             context->backend->split_points, &side->split_points));
    w->arcs->split_points = side->split_points;
    return TROPIC_OK;
}

tropic_status tp_matrix_split_points(tropic_context *context, const tropic_matrix *A, tp_orientation orientation,
                                     tp_arcs *arcs)
{
    wanted_arcs w = {orientation, false, arcs};
    if (context->backend->location == TROPIC_HOST) return TROPIC_OK;
    return tp_matrix_with(context, A, find_split_points, &w);
}
