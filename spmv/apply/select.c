/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic_matrix_select on the host: entries are tested block by block, and those that stay are staged and moved. Where
 * they lie side by side in each row, as those of a triangle, that span is found and copied.
 */
#include "spmv/apply/bound.h"
#include "spmv/extract/spans.h"
#include "spmv/matrix_calls.h"

typedef struct selection {
    const tp_bound *b;
    tropic_index rows; /* of a chunk */
    tp_lists staged;   /* each chunk's from where it begins in A */
    tp_lists *out;
} selection;

static tropic_index chunk_end(const selection *s, int64_t chunk)
{
    const int64_t end = (chunk + 1) * s->rows;
    return end < s->b->a.lists ? (tropic_index)end : s->b->a.lists;
}

/* Entries k .. k + count - 1, without a branch on whether one is kept: the next entry overwrites one that is not.
 * rank[c]: how many are kept before the c-th. Returns where the next entries go. */
static inline __attribute__((always_inline)) tropic_offset keep_block(const selection *s, tropic_offset k,
                                                                      int64_t count, const bool *keep, int32_t *rank,
                                                                      tropic_offset at, size_t size)
{
    const tropic_index *ids = s->b->a.ids + k;
    const char *values = tp_value_at(s->b->a.values, size, k);
    tropic_index *to_ids = s->staged.ids + at;
    char *to = tp_value_at(s->staged.values, size, at);
    int32_t kept = 0;
    for (int64_t c = 0; c < count; c++) {
        rank[c] = kept;
        to_ids[kept] = ids[c];
        if (size > 0) tp_copy_value(to + (size_t)kept * size, values + (size_t)c * size, size);
        kept += keep[c];
    }
    rank[count] = kept;
    return at + kept;
}

/* Where rows end is looked up, not waited for: lengths are of offset i + 1. */
static void select_rows(const selection *s, tropic_index begin, tropic_index end)
{
    const tropic_offset *offsets = s->b->a.offsets;
    tropic_offset at = offsets[begin], before = at;
    tropic_index row = begin, done = begin;
    for (tropic_offset k = offsets[begin]; k < offsets[end]; k += s->b->packed) {
        const int64_t count = offsets[end] - k < s->b->packed ? offsets[end] - k : s->b->packed;
        const tropic_offset start = at;
        bool keep[TP_PACKED];
        int32_t rank[TP_PACKED + 1];
        tp_bound_block(s->b, k, count, &row, keep);
#define KEEP(size) at = keep_block(s, k, count, keep, rank, start, size)
        TP_BY_SIZE(s->out->size, KEEP)
#undef KEEP
        for (; done < end && offsets[done + 1] <= k + count; done++) {
            const tropic_offset after = start + rank[offsets[done + 1] - k];
            s->out->offsets[done + 1] = after - before;
            before = after;
        }
    }
    for (; done < end; done++) s->out->offsets[done + 1] = 0;
}

static void select_chunks(const void *of, int64_t first, int64_t last)
{
    const selection *s = of;
    for (int64_t chunk = first; chunk < last; chunk++)
        select_rows(s, (tropic_index)(chunk * s->rows), chunk_end(s, chunk));
}

static void move_chunks(const void *of, int64_t first, int64_t last)
{
    const selection *s = of;
    const tp_lists *out = s->out;
    for (int64_t chunk = first; chunk < last; chunk++) {
        const tropic_index begin = (tropic_index)(chunk * s->rows);
        const tropic_offset from = s->b->a.offsets[begin], at = out->offsets[begin];
        const size_t count = (size_t)(out->offsets[chunk_end(s, chunk)] - at);
        if (count == 0) continue;
        memcpy(out->ids + at, s->staged.ids + from, count * sizeof *out->ids);
        if (out->size > 0)
            memcpy(tp_value_at(out->values, out->size, at), tp_value_at(s->staged.values, out->size, from),
                   count * out->size);
    }
}

static tropic_status keep_some(tropic_context *context, const tp_bound *b, tp_lists *out)
{
    enum { CHUNKS = 256 };
    const tp_memory *memory = &context->memory;
    const tp_team team = tp_team_for(context, b->a.count + b->a.lists);
    selection s = {.b = b, .rows = b->a.lists / CHUNKS + 1, .out = out};
    const int64_t chunks = ((int64_t)b->a.lists + s.rows - 1) / s.rows;
    tropic_status status;
    TP_TRY(tp_lists_allocate(context, memory, &s.staged, 0, b->a.count, b->a.size));
    status = tp_lists_allocate_offsets(context, memory, out, b->a.lists, b->a.size);
    if (status == TROPIC_OK) {
        tp_for(team, chunks, 1, select_chunks, &s);
        status = tp_lists_allocate_entries(context, memory, out);
    }
    if (status == TROPIC_OK) tp_for(team, chunks, 1, move_chunks, &s);
    tp_lists_free(memory, &s.staged);
    return status;
}

/* Entries that differ neither in value nor by place: all are kept, or none. */
static tropic_status keep_all_or_none(tp_matrix_output *o, const tp_bound *b)
{
    tropic_index row = 0;
    tp_lists none;
    bool keep;
    tp_bound_block(b, 0, 1, &row, &keep);
    if (keep) return tp_matrix_write_copy(o, &b->a);
    TP_TRY(tp_lists_allocate(o->context, &o->context->memory, &none, b->a.lists, 0, b->a.size));
    memset(none.offsets, 0, ((size_t)none.lists + 1) * sizeof *none.offsets);
    return tp_matrix_write(o, &none);
}

/* (Operators of names are tested entry by entry.) */
static bool is_span(const tp_matrix_output *o, const tp_bound *b, const tp_apply_operands *in, tp_spans *s)
{
    s->from = &b->a;
    return !tp_matrix_output_names(o, in->op) && tp_spans_of(s, b->a.lists, in->op, in->value);
}

tropic_status tp_cpu_select(const tp_apply_operands *in, tp_matrix_output *o)
{
    tp_bound b;
    tp_spans s = {0};
    tp_lists T;
    TP_TRY(tp_bound_open(&b, o, in->op, in->A, in->transposed, in->value, false));
    if (b.a.count > 0 && !b.reads && !b.f.reads_places) return keep_all_or_none(o, &b);
    if (is_span(o, &b, in, &s))
        TP_TRY(tp_spans_extract(o->context, &s, b.a.size, &T));
    else
        TP_TRY(keep_some(o->context, &b, &T));
    return tp_matrix_write(o, &T);
}
