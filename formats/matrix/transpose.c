/* SPDX-License-Identifier: Apache-2.0
 *
 * The other orientation of lists: through buckets (sort.c), or, if neighbouring lists have neighbouring ids, entry by
 * entry to its place, by one cursor for each new list.
 */
#include "formats/matrix/lists.h"

#include <string.h>

/* Lists are taken in so many blocks. They are local if the ids of a block spread over so small a part of all, on
 * average: then the cursors that it needs stay in a cache. */
#define BLOCKS 64
#define LOCAL_PART 16

/* Ids first .. first + span - 1. */
typedef struct range {
    tropic_index first;
    int64_t span;
} range;

/* Those of lists begin .. end - 1, which are ascending. */
static range range_of(const tp_lists *in, int64_t begin, int64_t end)
{
    tropic_index least = TROPIC_INDEX_MAX, most = -1;
    for (int64_t l = begin; l < end; l++) {
        if (in->offsets[l] == in->offsets[l + 1]) continue;
        if (in->ids[in->offsets[l]] < least) least = in->ids[in->offsets[l]];
        if (in->ids[in->offsets[l + 1] - 1] > most) most = in->ids[in->offsets[l + 1] - 1];
    }
    return most < 0 ? (range){0, 0} : (range){least, (int64_t)most - least + 1};
}

static bool is_local(const tp_lists *in, tropic_index lists)
{
    int64_t spans = 0;
    for (int b = 0; b < BLOCKS; b++)
        spans += range_of(in, tp_part(in->lists, b, BLOCKS), tp_part(in->lists, b + 1, BLOCKS)).span;
    return spans / BLOCKS <= lists / LOCAL_PART;
}

/* -- one entry after the other ----------------------------------------------------------------- */

/* Some lists, which one thread takes, and where their next entry of each id goes. */
typedef struct part {
    int64_t begin, end;
    range ids;
    tropic_offset *cursors; /* by id, from ids.first */
} part;

typedef struct scattering {
    const tp_lists *in;
    tp_lists *out;
    part *parts;
} scattering;

static void count_part(const void *of, int64_t begin, int64_t end)
{
    const scattering *s = of;
    for (int64_t p = begin; p < end; p++) {
        const part *mine = &s->parts[p];
        const tropic_index first = mine->ids.first;
        for (tropic_offset k = s->in->offsets[mine->begin]; k < s->in->offsets[mine->end]; k++)
            mine->cursors[s->in->ids[k] - first]++;
    }
}

/* Counts become positions. */
static void place_lists(const scattering *s, int parts)
{
    tropic_offset at = 0;
    for (tropic_index l = 0; l < s->out->lists; l++) {
        s->out->offsets[l] = at;
        for (int p = 0; p < parts; p++) {
            const int64_t c = (int64_t)l - s->parts[p].ids.first;
            tropic_offset n;
            if (c < 0 || c >= s->parts[p].ids.span) continue;
            n = s->parts[p].cursors[c];
            s->parts[p].cursors[c] = at;
            at += n;
        }
    }
    s->out->offsets[s->out->lists] = at;
}

TP_FN void scatter(const scattering *s, const part *mine, const size_t size)
{
    const tp_lists *in = s->in;
    const tropic_index first = mine->ids.first;
    for (int64_t l = mine->begin; l < mine->end; l++)
        for (tropic_offset k = in->offsets[l]; k < in->offsets[l + 1]; k++) {
            const tropic_offset to = mine->cursors[in->ids[k] - first]++;
            s->out->ids[to] = (tropic_index)l;
            if (size > 0)
                memcpy((char *)s->out->values + (size_t)to * size, (const char *)in->values + (size_t)k * size, size);
        }
}

static void scatter_parts(const void *of, int64_t begin, int64_t end)
{
    const scattering *s = of;
    for (int64_t p = begin; p < end; p++) TP_WITH_SIZE(s->in->size, scatter, s, &s->parts[p])
}

static tropic_status transpose_local(tropic_context *context, const tp_memory *memory, const tp_lists *in,
                                     tropic_index lists, tp_lists *out)
{
    const tp_team team = tp_team_for(context, in->count);
    const int parts = team.threads;
    part *all = tp_allocate_zero(memory, parts, sizeof *all);
    const scattering s = {in, out, all};
    tropic_status status = all ? TROPIC_OK : tp_out_of_memory(context, "a matrix");
    if (status == TROPIC_OK) status = tp_lists_allocate(context, memory, out, lists, in->count, in->size);
    for (int p = 0; p < parts && status == TROPIC_OK; p++) {
        all[p].begin = tp_list_at(in->offsets, in->lists, tp_part(in->count, p, parts));
        if (p > 0) all[p - 1].end = all[p].begin;
    }
    if (status == TROPIC_OK) all[0].begin = 0, all[parts - 1].end = in->lists;
    for (int p = 0; p < parts && status == TROPIC_OK; p++) {
        all[p].ids = range_of(in, all[p].begin, all[p].end);
        all[p].cursors = tp_allocate_zero(memory, all[p].ids.span, sizeof *all[p].cursors);
        if (all[p].cursors) continue;
        tp_lists_free(memory, out);
        status = tp_out_of_memory(context, "a matrix");
    }
    if (status == TROPIC_OK) {
        tp_for(team, parts, 1, count_part, &s);
        place_lists(&s, parts);
        tp_for(team, parts, 1, scatter_parts, &s);
    }
    for (int p = 0; all && p < parts; p++) tp_release(memory, all[p].cursors);
    tp_release(memory, all);
    return status;
}

/* -- through buckets --------------------------------------------------------------------------- */

static tropic_status partition_lists(tropic_context *context, const tp_memory *memory, const tp_lists *in,
                                     tropic_index lists, tp_buckets *buckets)
{
    const tp_pairs pairs = {.count = in->count,
                            .keys = in->ids,
                            .offsets = in->offsets,
                            .lists = in->lists,
                            .values = in->values,
                            .size = in->size};
    return tp_partition(context, memory, lists, &pairs, buckets);
}

tropic_status tp_transpose(tropic_context *context, const tp_memory *memory, const tp_lists *in, tropic_index lists,
                           tp_lists *out)
{
    const bool local = in->count > 0 && is_local(in, lists);
    const size_t sorted = local ? (size_t)lists * sizeof(tropic_offset)
                                : (size_t)in->count * (2 * sizeof(tropic_index) + in->size); /* half */
    tp_buckets buckets;
    TP_TRY(tp_need_memory(context, memory,
                          ((size_t)lists + 1) * sizeof(tropic_offset) + sorted +
                              (size_t)in->count * (sizeof(tropic_index) + in->size),
                          "the other orientation of a matrix"));
    if (local) return transpose_local(context, memory, in, lists, out);
    TP_TRY(partition_lists(context, memory, in, lists, &buckets));
    return tp_scatter_buckets(context, memory, &buckets, out);
}

tropic_status tp_transpose_consume(tropic_context *context, const tp_memory *memory, tp_lists *in, tropic_index lists,
                                   tp_lists *out)
{
    tp_buckets buckets;
    const tropic_status status = partition_lists(context, memory, in, lists, &buckets);
    tp_lists_free(memory, in);
    return status == TROPIC_OK ? tp_scatter_buckets(context, memory, &buckets, out) : status;
}
