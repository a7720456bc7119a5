/* SPDX-License-Identifier: Apache-2.0
 *
 * Pending updates as lists of ids, ascending.
 */
#include "formats/matrix/pending.h"

/* Ids and positions from `root` on become a heap again, where those after it are. */
static void sink(tropic_index *ids, int64_t *positions, int64_t root, int64_t count)
{
    const tropic_index id = ids[root];
    const int64_t position = positions[root];
    for (int64_t child; (child = 2 * root + 1) < count; root = child) {
        if (child + 1 < count && ids[child] < ids[child + 1]) child++;
        if (ids[child] < id) break;
        ids[root] = ids[child];
        positions[root] = positions[child];
    }
    ids[root] = id;
    positions[root] = position;
}

/* Heapsort: lists are short, or in order as they are, but may be anything. */
static void sort_list(tropic_index *ids, int64_t *positions, int64_t count)
{
    int64_t k = 1;
    while (k < count && ids[k - 1] < ids[k]) k++;
    if (k >= count) return;
    for (int64_t root = count / 2; root-- > 0;) sink(ids, positions, root, count);
    for (int64_t last = count - 1; last > 0; last--) {
        const tropic_index id = ids[last];
        const int64_t position = positions[last];
        ids[last] = ids[0];
        positions[last] = positions[0];
        ids[0] = id;
        positions[0] = position;
        sink(ids, positions, 0, last);
    }
}

static void sort_some(const void *of, int64_t begin, int64_t end)
{
    const tp_lists *lists = of;
    for (int64_t l = begin; l < end; l++)
        sort_list(lists->ids + lists->offsets[l], (int64_t *)lists->values + lists->offsets[l],
                  lists->offsets[l + 1] - lists->offsets[l]);
}

/* (The sort that builds matrices would take time and memory for the length of the lists.) */
tropic_status tp_pending_lists(tropic_context *context, const tropic_index *list_of, const tropic_index *ids,
                               const int64_t *positions, int64_t count, tropic_index lists, tp_lists *out)
{
    const tp_memory *memory = &context->memory;
    int64_t *all = positions ? NULL : tp_allocate(memory, count, sizeof *all);
    const tp_pairs pairs = {
        .count = count, .keys = list_of, .ids = ids, .values = positions ? positions : all, .size = sizeof *positions};
    tp_buckets buckets;
    tropic_status status;
    if (!positions && !all) return tp_out_of_memory(context, "sorting entries that were set or removed");
    for (int64_t k = 0; k < count && all; k++) all[k] = k;
    status = tp_partition(context, memory, lists, &pairs, &buckets);
    tp_release(memory, all);
    TP_TRY(status);
    TP_TRY(tp_scatter_buckets(context, memory, &buckets, out));
    tp_for(tp_team_for(context, count), out->lists, TP_LIST_CHUNK, sort_some, out);
    return TROPIC_OK;
}
