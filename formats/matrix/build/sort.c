/* SPDX-License-Identifier: Apache-2.0
 *
 * The sort by which matrices are built and transposed: first into buckets of neighbouring lists,
 * then each bucket, which fits in a core's cache, into its lists. Both passes count, then place. A
 * single pass would write to as many streams as there are lists, a cache miss for each entry; and
 * counters for every list, which a parallel pass needs for each thread, stay as few as a bucket's.
 */
#include "formats/matrix/lists.h"
#include "formats/tuning.h"

#include <string.h>

/* A record: key, id, value. */
#define KEY_BYTES sizeof(tropic_index)
#define HEAD_BYTES (2 * sizeof(tropic_index))

#define INLINE static inline __attribute__((always_inline))

typedef struct filling {
    tropic_index *row_of;
    const tropic_offset *offsets;
} filling;

static void fill_row_of(const void *of, int64_t begin, int64_t end)
{
    const filling *f = of;
    const tropic_offset *offsets = f->offsets;
    tropic_index *row_of = f->row_of;
    for (int64_t l = begin; l < end; l++)
        for (tropic_offset k = offsets[l]; k < offsets[l + 1]; k++) row_of[k] = (tropic_index)l;
}

void tp_fill_row_of(tropic_index *row_of, const tropic_offset *offsets, tropic_index lists, tp_team team)
{
    const filling of = {row_of, offsets};
    tp_for(team, lists, TP_LIST_CHUNK, fill_row_of, &of);
}

static tropic_status allocate_entries(tropic_context *context, const tp_memory *memory, tp_lists *out)
{
    out->ids = tp_allocate(memory, out->count, sizeof *out->ids);
    if (out->size > 0) out->values = tp_allocate(memory, out->count, out->size);
    if (out->offsets && out->ids && (out->size == 0 || out->values)) return TROPIC_OK;
    tp_lists_free(memory, out);
    return tp_out_of_memory(context, "a matrix");
}

tp_arcs tp_side_arcs(const tropic_matrix *A, tp_orientation orientation, const tp_side *side)
{
    return (tp_arcs){.lists = tp_matrix_lists(A, orientation),
                     .count = A->count,
                     .offsets = side->offsets,
                     .ids = side->ids,
                     .values = side->values};
}

tp_side tp_side_of(const tp_lists *lists)
{
    return (tp_side){.present = true, .offsets = lists->offsets, .ids = lists->ids, .values = lists->values};
}

tropic_status tp_lists_allocate(tropic_context *context, const tp_memory *memory, tp_lists *out, tropic_index lists,
                                tropic_offset count, size_t size)
{
    *out = (tp_lists){.lists = lists, .count = count, .size = size};
    out->offsets = tp_allocate(memory, (int64_t)lists + 1, sizeof *out->offsets);
    return allocate_entries(context, memory, out);
}

tropic_status tp_lists_copy(tropic_context *context, const tp_memory *memory, const tp_lists *from, tp_lists *copy)
{
    TP_TRY(tp_need_memory(context, memory,
                          ((size_t)from->lists + 1) * sizeof *copy->offsets +
                              (size_t)from->count * (sizeof *copy->ids + from->size),
                          "a copy of a matrix of %lld entries", (long long)from->count));
    TP_TRY(tp_lists_allocate(context, memory, copy, from->lists, from->count, from->size));
    tp_copy(context, copy->offsets, from->offsets, ((size_t)from->lists + 1) * sizeof *copy->offsets);
    tp_copy(context, copy->ids, from->ids, (size_t)from->count * sizeof *copy->ids);
    tp_copy(context, copy->values, from->values, (size_t)from->count * from->size);
    return TROPIC_OK;
}

tropic_status tp_lists_allocate_offsets(tropic_context *context, const tp_memory *memory, tp_lists *out,
                                        tropic_index lists, size_t size)
{
    *out = (tp_lists){.lists = lists, .size = size};
    out->offsets = tp_allocate(memory, (int64_t)lists + 1, sizeof *out->offsets);
    return out->offsets ? TROPIC_OK : tp_out_of_memory(context, "a matrix");
}

tropic_status tp_lists_allocate_entries(tropic_context *context, const tp_memory *memory, tp_lists *out)
{
    out->count = tp_sum_lengths(context, out->offsets, out->lists);
    return allocate_entries(context, memory, out);
}

void tp_lists_free(const tp_memory *memory, tp_lists *lists)
{
    tp_release(memory, lists->offsets);
    tp_release(memory, lists->ids);
    tp_release(memory, lists->values);
    *lists = (tp_lists){0};
}

static bool in_span(const tp_pairs *in, tropic_index id)
{
    return (uint32_t)id - (uint32_t)in->first < (uint32_t)in->span;
}

/* counts[b] = entries of bucket b among positions begin .. end - 1 */
static void count_part(const tp_pairs *in, tropic_offset begin, tropic_offset end, int shift, tropic_offset *counts)
{
    if (in->span > 0) {
        for (tropic_offset k = begin; k < end; k++) {
            const tropic_index key = in->keys[k], id = in->ids[k];
            counts[key >> shift] += in_span(in, id) & !(in->skip_loops & (key == id));
            if (in->mirror) counts[id >> shift] += in_span(in, key) & (key != id);
        }
        return;
    }
    for (tropic_offset k = begin; k < end; k++) counts[in->keys[k] >> shift]++;
}

INLINE void put_at(char *record, tropic_index key, tropic_index id, const char *value, const size_t size)
{
    memcpy(record, &key, KEY_BYTES);
    memcpy(record + KEY_BYTES, &id, sizeof id);
    if (size > 0) memcpy(record + HEAD_BYTES, value, size);
}

INLINE void put_record(char *records, tropic_offset at, tropic_index key, tropic_index id, const char *value,
                       const size_t size)
{
    put_at(records + (size_t)at * (HEAD_BYTES + size), key, id, value, size);
}

/* The same where it is wanted, and no branch that a processor would guess wrong. */
INLINE void put_if(bool wanted, char *records, tropic_offset *at, tropic_index key, tropic_index id, const char *value,
                   const size_t size)
{
    char nowhere[HEAD_BYTES + TROPIC_TYPE_MAX];
    char *record = records + (size_t)*at * (HEAD_BYTES + size);
    put_at(wanted ? record : nowhere, key, id, value, size);
    *at += wanted;
}

INLINE void place_part(const tp_pairs *in, tropic_offset begin, tropic_offset end, int shift, tropic_offset *cursors,
                       char *records, const size_t size)
{
    const char *values = in->values;
    tropic_index id = in->ids || begin == end ? 0 : (tropic_index)tp_list_at(in->offsets, in->lists, begin);
    for (tropic_offset k = begin; k < end; k++) {
        const tropic_index key = in->keys[k];
        const char *value = size > 0 ? values + (size_t)k * size : NULL;
        if (in->ids)
            id = in->ids[k];
        else
            while (k >= in->offsets[id + 1]) id++;
        if (in->span == 0) {
            put_record(records, cursors[key >> shift]++, key, id, value, size);
            continue;
        }
        put_if(in_span(in, id) & !(in->skip_loops & (key == id)), records, &cursors[key >> shift], key, id - in->first,
               value, size);
        if (in->mirror)
            put_if(in_span(in, key) & (key != id), records, &cursors[id >> shift], id, key - in->first, value, size);
    }
}

/* counts[part][bucket] become the positions where each part puts its first entry of each bucket. */
static tropic_offset place_buckets(tropic_offset *counts, int parts, int buckets, tropic_offset *starts)
{
    tropic_offset at = 0;
    for (int b = 0; b < buckets; b++) {
        starts[b] = at;
        for (int p = 0; p < parts; p++) {
            tropic_offset *count = &counts[(int64_t)p * buckets + b];
            const tropic_offset n = *count;
            *count = at;
            at += n;
        }
    }
    starts[buckets] = at;
    return at;
}

typedef struct partition {
    const tp_pairs *in;
    const tp_buckets *out;
    tropic_offset *counts;
    int parts;
} partition;

static void count_parts(const void *of, int64_t begin, int64_t end)
{
    const partition *p = of;
    const tropic_offset count = p->in->count;
    for (int part = (int)begin; part < end; part++)
        count_part(p->in, tp_part(count, part, p->parts), tp_part(count, part + 1, p->parts), p->out->shift,
                   p->counts + (int64_t)part * p->out->buckets);
}

static void place_parts(const void *of, int64_t begin, int64_t end)
{
    const partition *p = of;
    const tropic_offset count = p->in->count;
    for (int part = (int)begin; part < end; part++)
        TP_WITH_SIZE(p->in->size, place_part, p->in, tp_part(count, part, p->parts), tp_part(count, part + 1, p->parts),
                     p->out->shift, p->counts + (int64_t)part * p->out->buckets, p->out->records)
}

tropic_status tp_partition(tropic_context *context, const tp_memory *memory, tropic_index lists, const tp_pairs *in,
                           tp_buckets *out)
{
    const tp_team team = tp_team_for(context, in->count);
    partition p = {.in = in, .out = out, .parts = team.threads};
    const tropic_offset count = (in->mirror ? 2 * in->count : in->count) / (in->span > 0 ? in->parts : 1);
    int64_t wanted = count * (int64_t)(HEAD_BYTES + in->size) / TP_SORT_BUCKET_BYTES + 1;
    tropic_offset total;

    if (wanted > TP_SORT_BUCKETS_MAX) wanted = TP_SORT_BUCKETS_MAX;
    *out = (tp_buckets){.lists = lists, .size = in->size};
    while ((lists - 1) >> out->shift >= wanted) out->shift++;
    out->buckets = lists > 0 ? ((lists - 1) >> out->shift) + 1 : 0;

    p.counts = tp_allocate_zero(memory, (int64_t)p.parts * out->buckets, sizeof *p.counts);
    out->starts = tp_allocate(memory, (int64_t)out->buckets + 1, sizeof *out->starts);
    if (p.counts && out->starts) {
        tp_for(team, p.parts, 1, count_parts, &p);
        total = place_buckets(p.counts, p.parts, out->buckets, out->starts);
        out->records = tp_allocate(memory, total, HEAD_BYTES + in->size);
    }
    if (!out->records) {
        tp_release(memory, p.counts);
        tp_release(memory, out->starts);
        return tp_out_of_memory(context, "sorting a matrix");
    }
    tp_for(team, p.parts, 1, place_parts, &p);
    tp_release(memory, p.counts);
    return TROPIC_OK;
}

/* Bucket b into its lists. While entries are placed, offsets[l] is where list l's next one goes. */
INLINE void spread_bucket(const tp_buckets *in, int b, tp_lists *out, const size_t size)
{
    const size_t stride = HEAD_BYTES + size;
    const char *begin = in->records + (size_t)in->starts[b] * stride;
    const char *end = in->records + (size_t)in->starts[b + 1] * stride;
    const int64_t first = (int64_t)b << in->shift;
    const int64_t beyond = (int64_t)(b + 1) << in->shift;
    const int64_t last = beyond < in->lists ? beyond : in->lists;
    tropic_offset *offsets = out->offsets, at = in->starts[b];
    tropic_index *ids = out->ids;
    char *values = out->values;
    tropic_index key;

    for (int64_t l = first; l < last; l++) offsets[l] = 0;
    for (const char *record = begin; record < end; record += stride) {
        memcpy(&key, record, KEY_BYTES);
        offsets[key]++;
    }
    for (int64_t l = first; l < last; l++) {
        const tropic_offset n = offsets[l];
        offsets[l] = at;
        at += n;
    }
    for (const char *record = begin; record < end; record += stride) {
        tropic_offset to;
        memcpy(&key, record, KEY_BYTES);
        to = offsets[key]++;
        memcpy(&ids[to], record + KEY_BYTES, sizeof *ids);
        if (size > 0) memcpy(values + (size_t)to * size, record + HEAD_BYTES, size);
    }
    for (int64_t l = last - 1; l > first; l--) offsets[l] = offsets[l - 1];
    offsets[first] = in->starts[b];
}

typedef struct spreading {
    const tp_buckets *in;
    tp_lists *out;
} spreading;

static void spread_buckets(const void *of, int64_t begin, int64_t end)
{
    const spreading *s = of;
    for (int b = (int)begin; b < end; b++) TP_WITH_SIZE(s->in->size, spread_bucket, s->in, b, s->out)
}

tropic_status tp_scatter_buckets(tropic_context *context, const tp_memory *memory, tp_buckets *in, tp_lists *out)
{
    const tropic_offset count = in->starts[in->buckets];
    const spreading of = {in, out};
    tropic_status status = tp_lists_allocate(context, memory, out, in->lists, count, in->size);
    if (status == TROPIC_OK) {
        out->offsets[in->lists] = count;
        tp_for(tp_team_for(context, count), in->buckets, 1, spread_buckets, &of);
    }
    tp_release(memory, in->starts);
    tp_release(memory, in->records);
    *in = (tp_buckets){0};
    return status;
}
