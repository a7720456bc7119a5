/* SPDX-License-Identifier: Apache-2.0
 *
 * Lists by other numbers that ascend, so that nothing has to be sorted: O(lists + entries).
 */
#include "formats/matrix/forms/hypersparse.h"

typedef struct relabelling {
    const tropic_index *from, *id_to;
    tropic_index *to;
} relabelling;

static void relabel_some(const void *of, int64_t begin, int64_t end)
{
    const relabelling *r = of;
    for (int64_t k = begin; k < end; k++) r->to[k] = r->id_to[r->from[k]];
}

static void place_offsets(const tp_lists *in, const tropic_index *list_to, tp_lists *out)
{
    int64_t at = 0;
    for (tropic_index l = 0; l < in->lists; l++)
        for (const int64_t to = list_to ? list_to[l] : l; at <= to; at++) out->offsets[at] = in->offsets[l];
    for (; at <= out->lists; at++) out->offsets[at] = in->count;
}

/* Copies of arrays that are not borrowed. */
static bool fill(tropic_context *context, const tp_memory *memory, const tp_lists *in, const tropic_index *list_to,
                 const tropic_index *id_to, unsigned borrowed, tp_lists *out)
{
    const size_t bytes = (size_t)in->count * in->size;
    if (!(borrowed & TP_BORROWED_OFFSETS)) {
        out->offsets = tp_allocate(memory, (int64_t)out->lists + 1, sizeof *out->offsets);
        if (!out->offsets) return false;
        place_offsets(in, list_to, out);
    }
    if (!(borrowed & TP_BORROWED_IDS)) {
        out->ids = tp_allocate(memory, in->count, sizeof *out->ids);
        if (!out->ids) return false;
        if (id_to)
            tp_for(tp_team_for(context, in->count), in->count, TP_CHUNK_ANY, relabel_some,
                   &(relabelling){in->ids, id_to, out->ids});
        else
            tp_copy(context, out->ids, in->ids, (size_t)in->count * sizeof *out->ids);
    }
    if (!(borrowed & TP_BORROWED_VALUES) && in->size > 0) {
        out->values = tp_allocate(memory, in->count, in->size);
        if (!out->values) return false;
        tp_copy(context, out->values, in->values, bytes);
    }
    return true;
}

tropic_status tp_lists_relabel(tropic_context *context, const tp_memory *memory, const tp_lists *in,
                               const tropic_index *list_to, tropic_index lists, const tropic_index *id_to,
                               unsigned *borrowed, tp_lists *out)
{
    unsigned may = 0;
    if (borrowed) {
        may = TP_BORROWED_VALUES;
        if (!list_to && lists == in->lists) may |= TP_BORROWED_OFFSETS;
        if (!id_to) may |= TP_BORROWED_IDS;
        *borrowed = may;
    }
    *out = (tp_lists){.lists = lists, .count = in->count, .size = in->size};
    if (may & TP_BORROWED_OFFSETS) out->offsets = in->offsets;
    if (may & TP_BORROWED_IDS) out->ids = in->ids;
    if (may & TP_BORROWED_VALUES) out->values = in->values;
    if (fill(context, memory, in, list_to, id_to, may, out)) return TROPIC_OK;
    if (!(may & TP_BORROWED_OFFSETS)) tp_release(memory, out->offsets);
    if (!(may & TP_BORROWED_IDS)) tp_release(memory, out->ids);
    if (!(may & TP_BORROWED_VALUES)) tp_release(memory, out->values);
    *out = (tp_lists){0};
    return tp_out_of_memory(context, "a matrix by other names");
}
