/* SPDX-License-Identifier: Apache-2.0
 *
 * The other orientation of lists: through buckets (sort.c), or, if neighbouring lists have neighbouring ids, entry by
 * entry to its place, by one cursor for each new list.
 */
#include "formats/matrix/lists.h"
#include "formats/tuning.h"

#include <string.h>

/* Ids least .. most; none, if most is less. */
typedef struct range {
    tropic_index least, most;
} range;
#define NO_IDS ((range){TROPIC_INDEX_MAX, -1})

static int64_t span_of(range r)
{
    return r.most < r.least ? 0 : (int64_t)r.most - r.least + 1;
}

static range joined(range a, range b)
{
    return (range){a.least < b.least ? a.least : b.least, a.most > b.most ? a.most : b.most};
}

/* The ids of each block of entries. */
typedef struct ranging {
    const tp_lists *in;
    range ids[TP_TRANSPOSE_BLOCKS];
} ranging;

static void find_ranges(const void *of, int64_t begin, int64_t end)
{
    ranging *r = (ranging *)of;
    const tropic_index *ids = r->in->ids;
    for (int b = (int)begin; b < end; b++) {
        const tropic_offset to = tp_part(r->in->count, b + 1, TP_TRANSPOSE_BLOCKS);
        range mine = NO_IDS;
        for (tropic_offset k = tp_part(r->in->count, b, TP_TRANSPOSE_BLOCKS); k < to; k++)
            mine = joined(mine, (range){ids[k], ids[k]});
        r->ids[b] = mine;
    }
}

static bool is_local(const ranging *r, tropic_index lists)
{
    int64_t spans = 0;
    for (int b = 0; b < TP_TRANSPOSE_BLOCKS; b++) spans += span_of(r->ids[b]);
    return spans / TP_TRANSPOSE_BLOCKS <= lists / TP_TRANSPOSE_LOCAL_PART;
}

/* -- one entry after the other ----------------------------------------------------------------- */

/* How many entries of an id there are, then where the next one goes: half as wide as positions are, as cursors are read
 * and written most. */
typedef uint32_t cursor;
#define CURSOR_MAX UINT32_MAX

/* Entries from .. to - 1, which one thread takes. */
typedef struct part {
    tropic_offset from, to;
    range ids;
    cursor *cursors; /* by id, from ids.least */
} part;

typedef struct scattering {
    const tp_lists *in;
    tp_lists *out;
    part *parts;
    int count;                          /* of parts */
    cursor begins[TP_TRANSPOSE_BLOCKS]; /* of each block of lists: its entries, then those before it */
} scattering;

static void count_parts(const void *of, int64_t begin, int64_t end)
{
    const scattering *s = of;
    const tropic_index *ids = s->in->ids;
    for (int64_t p = begin; p < end; p++) {
        const part *mine = &s->parts[p];
        cursor *cursors = mine->cursors;
        const tropic_index least = mine->ids.least;
        memset(cursors, 0, (size_t)span_of(mine->ids) * sizeof *cursors);
        for (tropic_offset k = mine->from; k < mine->to; k++) cursors[ids[k] - least]++;
    }
}

static void sum_lists(const void *of, int64_t begin, int64_t end)
{
    scattering *s = (scattering *)of;
    for (int b = (int)begin; b < end; b++) {
        const int64_t first = tp_part(s->out->lists, b, TP_TRANSPOSE_BLOCKS),
                      last = tp_part(s->out->lists, b + 1, TP_TRANSPOSE_BLOCKS) - 1;
        cursor sum = 0;
        for (int p = 0; p < s->count; p++) {
            const range ids = s->parts[p].ids;
            const int64_t to = ids.most < last ? ids.most : last;
            for (int64_t l = ids.least > first ? ids.least : first; l <= to; l++)
                sum += s->parts[p].cursors[l - ids.least];
        }
        s->begins[b] = sum;
    }
}

/* Lists l .. end - 1 begin one after the other from `at` on, each with the entries of those parts, in their order.
 * Returns where they end. */
TP_FN cursor place_run(tropic_offset *offsets, const part *const *parts, const int count, int64_t l, int64_t end,
                       cursor at)
{
    for (; l < end; l++) {
        offsets[l] = at;
        for (int p = 0; p < count; p++) {
            cursor *place = &parts[p]->cursors[l - parts[p]->ids.least];
            const cursor n = *place;
            *place = at;
            at += n;
        }
    }
    return at;
}

/* Counts become positions: by runs of lists of which the same parts have entries, mostly one. */
static void place_lists(const void *of, int64_t begin, int64_t end)
{
    const scattering *s = of;
    for (int b = (int)begin; b < end; b++) {
        const int64_t last = tp_part(s->out->lists, b + 1, TP_TRANSPOSE_BLOCKS);
        int64_t l = tp_part(s->out->lists, b, TP_TRANSPOSE_BLOCKS), to;
        cursor at = s->begins[b];
        for (; l < last; l = to) {
            const part *here[TP_TRANSPOSE_BLOCKS];
            int count = 0;
            to = last;
            for (int p = 0; p < s->count; p++) {
                const range ids = s->parts[p].ids;
                if (l < ids.least && ids.least < to) to = ids.least;
                if (l < ids.least || l > ids.most) continue;
                here[count++] = &s->parts[p];
                if (ids.most < to) to = (int64_t)ids.most + 1;
            }
            at = count == 1 ? place_run(s->out->offsets, here, 1, l, to, at)
                            : place_run(s->out->offsets, here, count, l, to, at);
        }
    }
}

/* So many entries are placed, and then moved there: a processor takes no cursor ahead of a store whose address it does
 * not know, as that of each entry is until its own cursor is there. (Twice as fast.) */
#define PLACED 256

/* Entries k .. end - 1, of list l and those after it, go to at[0] and so on. Returns the list of end - 1, or the next
 * one. (Ids are written FOUR at a time, those beyond a list's end once more by the next one: most lists are short, and
 * where they end would be guessed wrong.) */
#define FOUR 4
TP_FN tropic_index move(const tp_lists *in, const tp_lists *out, tropic_index l, tropic_offset k, tropic_offset end,
                        const cursor *at, const size_t size)
{
    const tropic_offset *offsets = in->offsets, first = k;
    const char *values = tp_value_at(in->values, size, k);
    tropic_index *ids = out->ids;
    char *out_values = out->values;
    for (tropic_offset e = 0; size > 0 && e < end - first; e++)
        memcpy(out_values + (size_t)at[e] * size, values + (size_t)e * size, size);
    for (; k + FOUR <= end; l++) {
        const tropic_offset to = offsets[l + 1];
        do {
            for (int e = 0; e < FOUR; e++) ids[at[k - first + e]] = l;
            k += FOUR;
        } while (k < to && k + FOUR <= end);
        if (k > to) k = to;
        if (k < to) break;
    }
    while (k < end) {
        const tropic_offset to = offsets[l + 1] < end ? offsets[l + 1] : end;
        for (; k < to; k++) ids[at[k - first]] = l;
        l += k < end;
    }
    return l;
}

TP_FN void scatter(const scattering *s, const part *mine, const size_t size)
{
    const tp_lists *in = s->in;
    const tropic_index *ids = in->ids, least = mine->ids.least;
    cursor *cursors = mine->cursors, at[PLACED];
    tropic_index l = mine->from < mine->to ? (tropic_index)tp_list_at(in->offsets, in->lists, mine->from) : 0;
    for (tropic_offset k = mine->from, end; k < mine->to; k = end) {
        end = mine->to - k < PLACED ? mine->to : k + PLACED;
        for (tropic_offset e = 0; e < end - k; e++) at[e] = cursors[ids[k + e] - least]++;
        l = move(in, s->out, l, k, end, at, size);
    }
}

static void scatter_parts(const void *of, int64_t begin, int64_t end)
{
    const scattering *s = of;
    for (int64_t p = begin; p < end; p++) TP_WITH_SIZE(s->in->size, scatter, s, &s->parts[p])
}

/* Each part has whole blocks of entries. False: out of memory. */
static bool open_parts(const tp_memory *memory, const ranging *r, scattering *s)
{
    for (int p = 0; p < s->count; p++) {
        const int first = (int)tp_part(TP_TRANSPOSE_BLOCKS, p, s->count),
                  end = (int)tp_part(TP_TRANSPOSE_BLOCKS, p + 1, s->count);
        part *mine = &s->parts[p];
        *mine = (part){tp_part(s->in->count, first, TP_TRANSPOSE_BLOCKS),
                       tp_part(s->in->count, end, TP_TRANSPOSE_BLOCKS), NO_IDS, NULL};
        for (int b = first; b < end; b++) mine->ids = joined(mine->ids, r->ids[b]);
        mine->cursors = tp_allocate(memory, span_of(mine->ids), sizeof *mine->cursors);
        if (!mine->cursors) return false;
    }
    return true;
}

static tropic_status transpose_local(tropic_context *context, const tp_memory *memory, const ranging *r,
                                     tropic_index lists, tp_lists *out)
{
    const tp_lists *in = r->in;
    const tp_team team = tp_team_of(tp_team_for(context, in->count + lists), TP_TRANSPOSE_BLOCKS);
    scattering s = {.in = in, .out = out, .count = team.threads};
    tropic_status status = TROPIC_OK;
    s.parts = tp_allocate_zero(memory, s.count, sizeof *s.parts);
    if (!s.parts || !open_parts(memory, r, &s)) status = tp_out_of_memory(context, "a matrix");
    if (status == TROPIC_OK) status = tp_lists_allocate(context, memory, out, lists, in->count, in->size);
    if (status == TROPIC_OK) {
        cursor at = 0;
        tp_for(team, s.count, 1, count_parts, &s);
        tp_for(team, TP_TRANSPOSE_BLOCKS, 1, sum_lists, &s);
        for (int b = 0; b < TP_TRANSPOSE_BLOCKS; b++) {
            const cursor n = s.begins[b];
            s.begins[b] = at;
            at += n;
        }
        tp_for(team, TP_TRANSPOSE_BLOCKS, 1, place_lists, &s);
        out->offsets[lists] = in->count;
        tp_for(team, s.count, 1, scatter_parts, &s);
    }
    for (int p = 0; s.parts && p < s.count; p++) tp_release(memory, s.parts[p].cursors);
    tp_release(memory, s.parts);
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
    ranging r = {.in = in};
    int64_t cursors = 0;
    bool local = in->count > 0 && in->count <= CURSOR_MAX;
    tp_buckets buckets;
    if (local) {
        tp_for(tp_team_for(context, in->count), TP_TRANSPOSE_BLOCKS, 1, find_ranges, &r);
        local = is_local(&r, lists);
    }
    for (int b = 0; local && b < TP_TRANSPOSE_BLOCKS; b++) cursors += span_of(r.ids[b]);
    TP_TRY(tp_need_memory(context, memory,
                          ((size_t)lists + 1) * sizeof(tropic_offset) +
                              (local ? (size_t)cursors * sizeof(cursor)
                                     : (size_t)in->count * (2 * sizeof(tropic_index) + in->size)) + /* half sorted */
                              (size_t)in->count * (sizeof(tropic_index) + in->size),
                          "the other orientation of a matrix"));
    if (local) return transpose_local(context, memory, &r, lists, out);
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
