/* SPDX-License-Identifier: Apache-2.0
 *
 * Lists from entries in any order, a range of rows at a time: each range is sorted by its columns, then by its
 * rows, and freed of duplicates, before the next begins. So the half sorted entries are a small part of all.
 */
#include "formats/matrix/lists.h"
#include "formats/tuning.h"

#include <string.h>

static tropic_status sort_range(tropic_context *context, const tp_entries *e, tp_pairs *pairs, tp_entries *last,
                                tp_combining *how, tp_lists *out)
{
    const tp_memory *memory = &context->memory;
    tp_buckets buckets;
    tp_lists columns;
    tropic_status status = tp_progress(context, 0);
    if (status == TROPIC_OK) status = tp_partition(context, memory, e->cols, pairs, &buckets);
    if (last) tp_entries_free(context, last);
    if (status != TROPIC_OK) return status;
    TP_TRY(tp_scatter_buckets(context, memory, &buckets, &columns));
    status = tp_progress(context, 0);
    if (status != TROPIC_OK) {
        tp_lists_free(memory, &columns);
        return status;
    }
    TP_TRY(tp_transpose_consume(context, memory, &columns, pairs->span, out));
    return tp_combine(context, memory, out, how);
}

/* out->ids and values = the parts', one after the other, which it frees. */
static tropic_status join(tropic_context *context, tp_lists *parts, int count, tropic_index rows, tp_lists *out)
{
    const tp_memory *memory = &context->memory;
    const size_t size = parts[0].size;
    tropic_offset total = 0;
    tropic_index row = 0;
    for (int r = 0; r < count; r++) total += parts[r].count;
    TP_TRY(tp_lists_allocate(context, memory, out, rows, total, size));
    total = 0;
    for (int r = 0; r < count; r++) {
        const tp_lists *part = &parts[r];
        const size_t entries = (size_t)part->count;
        for (tropic_index l = 0; l < part->lists; l++) out->offsets[row++] = total + part->offsets[l];
        memcpy(out->ids + total, part->ids, entries * sizeof *part->ids);
        if (size > 0) memcpy((char *)out->values + (size_t)total * size, part->values, entries * size);
        total += part->count;
        tp_lists_free(memory, &parts[r]);
    }
    out->offsets[rows] = total;
    return TROPIC_OK;
}

tropic_status tp_sort_ranges(tropic_context *context, tp_entries *e, bool mirror, bool skip_loops, tp_combining *how,
                             tp_lists *out)
{
    const tropic_index rows = e->rows;
    const int ranges = e->count >= TP_SORT_FEW && rows >= TP_SORT_RANGES ? TP_SORT_RANGES : 1;
    tp_pairs pairs = {.count = e->count,
                      .keys = e->col_ids,
                      .ids = e->row_ids,
                      .values = e->values,
                      .size = tp_entries_size(e),
                      .mirror = mirror,
                      .skip_loops = skip_loops,
                      .parts = ranges};
    tp_lists parts[TP_SORT_RANGES] = {{0}};
    tropic_status status = TROPIC_OK;
    for (int r = 0; r < ranges && status == TROPIC_OK; r++) {
        pairs.first = how->first = (tropic_index)tp_part(rows, r, ranges);
        pairs.span = (tropic_index)tp_part(rows, r + 1, ranges) - pairs.first;
        status = sort_range(context, e, &pairs, r == ranges - 1 ? e : NULL, how, &parts[r]);
    }
    how->first = 0;
    /* Those before the one where values had to become wider. */
    for (int r = 0; r < ranges && status == TROPIC_OK; r++)
        status = tp_widen(context, &context->memory, &parts[r], how);
    if (status == TROPIC_OK && ranges == 1)
        *out = parts[0];
    else if (status == TROPIC_OK)
        status = join(context, parts, ranges, rows, out);
    if (status != TROPIC_OK)
        for (int r = 0; r < ranges; r++) tp_lists_free(&context->memory, &parts[r]);
    return status;
}
