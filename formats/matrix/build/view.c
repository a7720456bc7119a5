/* SPDX-License-Identifier: Apache-2.0
 *
 * Matrices that use the caller's arrays in place. They must already have the library's order: lists that ascend
 * strictly. On the host that is checked; a device's arrays are trusted. Those on the host may become the matrix's own.
 */
#include "formats/matrix/build/arrays.h"

static tropic_status not_sorted(tropic_context *context, const tp_arrays *arrays, tropic_offset k)
{
    return tp_fail(context, TROPIC_INVALID_ARGUMENT, "position %lld: a view must be sorted by %s, without duplicates",
                   (long long)k, arrays->layout == TP_CSR ? "row, then column" : "column, then row");
}

typedef struct look {
    const tropic_offset *offsets;
    const tropic_index *ids;
    tropic_offset *bad; /* the first position that is wrong */
} look;

static void check_some_lists(const void *of, int64_t begin, int64_t end)
{
    const look *in = of;
    const tropic_offset *offsets = in->offsets;
    const tropic_index *ids = in->ids;
    tropic_offset bad = INT64_MAX;
    for (int64_t l = begin; l < end; l++)
        for (tropic_offset k = offsets[l] + 1; k < offsets[l + 1]; k++)
            if (ids[k - 1] >= ids[k] && k < bad) bad = k;
    tp_atomic_min(in->bad, bad);
}

/* Lists ascend strictly. */
static tropic_status check_lists(tropic_context *context, const tp_arrays *arrays, const tropic_offset *offsets,
                                 const tropic_index *ids, tropic_index lists)
{
    tropic_offset bad = arrays->count;
    const look of = {offsets, ids, &bad};
    tp_for(tp_team_for(context, arrays->count), lists, TP_LIST_CHUNK, check_some_lists, &of);
    return bad == arrays->count ? TROPIC_OK : not_sorted(context, arrays, bad);
}

/* The list of each position does not fall. */
static tropic_status check_row_of(tropic_context *context, const tp_arrays *arrays, const tropic_index *row_of,
                                  tropic_index lists)
{
    TP_TRY(tp_check_ids(context, "col_ids", row_of, arrays->count, lists, "columns"));
    for (tropic_offset k = 1; k < arrays->count; k++)
        if (row_of[k - 1] > row_of[k]) return not_sorted(context, arrays, k);
    return TROPIC_OK;
}

static tropic_status view_host(tropic_context *context, const tp_arrays *arrays, tropic_index lists, tropic_index n,
                               tp_side *side)
{
    const bool by_row = arrays->layout == TP_CSR;
    if (arrays->layout == TP_COO) {
        TP_TRY(check_row_of(context, arrays, side->row_of, lists));
        TP_TRY(tp_offsets_from_row_of(context, &context->memory, side->row_of, arrays->count, lists, &side->offsets));
    }
    TP_TRY(tp_check_ids(context, by_row ? "col_ids" : "row_ids", side->ids, arrays->count, n,
                        by_row ? "columns" : "rows"));
    return check_lists(context, arrays, side->offsets, side->ids, lists);
}

/* Offsets that were made on the host, on the device. */
static tropic_status bring_offsets(tropic_context *context, const tropic_offset *offsets, tropic_index lists,
                                   tp_side *side)
{
    TP_TRY(tp_mirror_array(context, &side->memory, &side->offsets, offsets, (int64_t)lists + 1, sizeof *offsets));
    return context->backend->wait(context);
}

/* A device's COO has row_of and needs offsets, which are computed on the host. */
static tropic_status device_offsets(tropic_context *context, const tp_arrays *arrays, tropic_index lists, tp_side *side)
{
    const tp_memory *memory = &context->memory;
    tropic_index *row_of = tp_allocate(memory, arrays->count, sizeof *row_of);
    tropic_offset *offsets = NULL;
    tropic_status status = row_of ? TROPIC_OK : tp_out_of_memory(context, "a matrix");
    if (status == TROPIC_OK)
        status = tp_arrays_fetch(context, arrays, row_of, arrays->col_ids, (size_t)arrays->count * sizeof *row_of);
    if (status == TROPIC_OK) status = check_row_of(context, arrays, row_of, lists);
    if (status == TROPIC_OK) status = tp_offsets_from_row_of(context, memory, row_of, arrays->count, lists, &offsets);
    if (status == TROPIC_OK) status = bring_offsets(context, offsets, lists, side);
    tp_release(memory, row_of);
    tp_release(memory, offsets);
    return status;
}

static tropic_status view_device(tropic_context *context, const tp_arrays *arrays, tropic_index lists, tp_side *side)
{
    tropic_offset first;
    if (arrays->layout == TP_COO) return device_offsets(context, arrays, lists, side);
    if (arrays->wide) return bring_offsets(context, arrays->wide, lists, side);
    TP_TRY(tp_arrays_fetch(context, arrays, &first, arrays->offsets, sizeof first));
    return tp_check_offsets(context, &first, 0);
}

tropic_status tp_matrix_view(tropic_matrix **A, tropic_context *context, tp_arrays *arrays)
{
    const bool by_row = arrays->layout == TP_CSR, device = arrays->options.location == TROPIC_DEVICE;
    const tropic_index lists = by_row ? arrays->rows : arrays->cols;
    const tropic_index n = by_row ? arrays->cols : arrays->rows;
    /* tp_matrix_new looks whether there are values, and at nothing else of them. */
    tp_entries shape = {.rows = arrays->rows,
                        .cols = arrays->cols,
                        .count = arrays->count,
                        .type = arrays->type,
                        .values = (void *)arrays->values};
    tropic_matrix *made;
    tp_forms *forms;
    tp_side *side;
    tropic_status status;
    made = tp_matrix_new(context, &shape);
    if (!made) return tp_out_of_memory(context, "a matrix");
    status = tp_matrix_make_forms(context, made, &forms);
    if (status != TROPIC_OK) {
        tropic_matrix_free(&made);
        return status;
    }
    made->viewed = device;
    side = &(device ? forms : &made->host)->sides[by_row ? TP_BY_ROW : TP_BY_COLUMN];
    *side = (tp_side){.present = true,
                      .borrowed = TP_BORROWED_IDS | TP_BORROWED_VALUES,
                      .memory = context->memory,
                      .owner = tp_backend_of(context),
                      .offsets = (tropic_offset *)arrays->offsets,
                      .ids = (tropic_index *)(by_row ? arrays->col_ids : arrays->row_ids),
                      .values = (void *)arrays->values};
    if (arrays->layout == TP_COO) {
        side->borrowed |= TP_BORROWED_ROW_OF;
        side->row_of = (tropic_index *)arrays->col_ids;
    } else if (arrays->offsets) {
        side->borrowed |= TP_BORROWED_OFFSETS;
    } else if (!device) {
        side->offsets = arrays->wide;
        arrays->wide = NULL;
    }
    status = device ? view_device(context, arrays, lists, side) : view_host(context, arrays, lists, n, side);
    if (status == TROPIC_OK) {
        if (arrays->take) side->borrowed = 0;
        *A = made;
    } else {
        tropic_matrix_free(&made);
    }
    return status;
}
