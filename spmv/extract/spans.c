/* SPDX-License-Identifier: Apache-2.0
 *
 * A span of each row: rows are searched twice, first for lengths, and copied.
 */
#include "spmv/extract/spans.h"

#include "spmv/extract/lanes.h"
#include "spmv/tuning.h"
#include "spmv/write/merge.h"

#define INLINE static inline __attribute__((always_inline))

typedef struct spanning {
    const tp_spans *s;
    tp_lists *out;
} spanning;

/* Positions of an old row. */
typedef struct row {
    tropic_offset begin, end;
    bool is_short; /* and lanes from its entries on can be read */
} row;

INLINE row row_at(const tp_spans *s, const tp_lists *from, int64_t i)
{
    const int64_t r = s->row ? s->row[i] : s->first_row + i * s->row_step;
    row at = {0};
    if (r >= s->row_begin && r < s->row_end) at = (row){from->offsets[r], from->offsets[r + 1], false};
    at.is_short = at.end - at.begin <= TP_SPANS_SHORT_ROW && at.begin + TP_SPANS_SHORT_ROW <= from->count;
    return at;
}

/* How many of `count` ids, at most TP_SPANS_SHORT_ROW, are below. */
INLINE tropic_offset count_below(const tropic_index *ids, tropic_offset count, tropic_index below)
{
    tp_lanes left = tp_lanes_left((tropic_index)count), sum = {0};
    tropic_offset c = 0;
    do {
        sum -= (left > 0) & (tp_lanes_load(ids + c) < below); /* (true is -1) */
        left -= TP_ID_LANES;
    } while ((c += TP_ID_LANES) < count);
    return tp_lanes_sum(sum);
}

/* The row's first entry at this column or beyond. */
INLINE tropic_offset find(const tp_lists *from, row r, int64_t column)
{
    if (column <= 0) return r.begin;
    if (column >= TROPIC_INDEX_MAX) return r.end;
    if (!r.is_short) return tp_find_id(from->ids, r.begin, r.end, column);
    return r.begin + count_below(from->ids + r.begin, r.end - r.begin, (tropic_index)column);
}

static void count_rows(const void *of, int64_t begin, int64_t end)
{
    const spanning *g = of;
    const tp_spans s = *g->s;
    const tp_lists from = *s.from;
    tropic_offset *offsets = g->out->offsets;
    for (int64_t i = begin; i < end; i++) {
        const row r = row_at(&s, &from, i);
        offsets[i + 1] = r.end - r.begin;
        if (!s.whole) offsets[i + 1] = find(&from, r, s.last + i * s.slope) - find(&from, r, s.first + i * s.slope);
    }
}

/* The entries of rows begin .. end - 1. A row's lanes may write behind its entries, up to those of row `end`; the next
 * rows overwrite that. */
INLINE void copy_rows(const spanning *g, int64_t begin, int64_t end, size_t size)
{
    /* (Copies, of which the compiler sees that no store changes them.) */
    const tp_spans s = *g->s;
    const tp_lists from = *s.from, out = *g->out;
    const tropic_offset limit = out.offsets[end] - TP_SPANS_SHORT_ROW, last = from.count - TP_SPANS_SHORT_ROW;
    for (int64_t i = begin; i < end; i++) {
        const row r = row_at(&s, &from, i);
        const tropic_offset at = out.offsets[i], count = out.offsets[i + 1] - at;
        const tropic_offset k = s.whole ? r.begin : find(&from, r, s.first + i * s.slope);
        const tropic_index *ids = from.ids + k;
        const char *values = tp_value_at(from.values, size, k);
        tropic_index *to = out.ids + at;
        char *to_values = tp_value_at(out.values, size, at);
        if (count <= TP_SPANS_SHORT_ROW && at <= limit && k <= last) {
            tropic_offset c = 0;
            do {
                const tp_lanes moved = tp_lanes_load(ids + c) - s.less;
                memcpy(to + c, &moved, sizeof moved);
                if (size > 0) memcpy(to_values + (size_t)c * size, values + (size_t)c * size, TP_ID_LANES * size);
            } while ((c += TP_ID_LANES) < count);
            continue;
        }
        for (tropic_offset c = 0; c < count; c++) to[c] = ids[c] - s.less;
        if (size > 0 && count > 0) memcpy(to_values, values, (size_t)count * size);
    }
}

static void fill_rows(const void *of, int64_t begin, int64_t end)
{
    const spanning *g = of;
#define COPY(size) copy_rows(g, begin, end, size)
    TP_BY_SIZE(g->out->size, COPY)
#undef COPY
}

tropic_status tp_spans_extract(tropic_context *context, const tp_spans *s, size_t size, tp_lists *out)
{
    const spanning g = {s, out};
    TP_TRY(tp_lists_allocate_offsets(context, &context->memory, out, s->rows, size));
    tp_each_row(context, s->rows, 0, count_rows, &g);
    TP_TRY(tp_lists_allocate_entries(context, &context->memory, out));
    tp_each_row(context, s->rows, out->count, fill_rows, &g);
    return TROPIC_OK;
}

/* -- by an operator ---------------------------------------------------------------------------- */

/* A value of an integer type; a value beyond INT64 counts as INT64's maximum. */
static int64_t integer_of(tropic_type type, const void *value)
{
    tp_cast *cast = tp_cast_of(TROPIC_INT64, type);
    int64_t as;
    tp_cast_value(&as, value, sizeof as, cast);
    return type == TROPIC_UINT64 && as < 0 ? INT64_MAX : as;
}

/* Columns are from -2^31 to 2^31 apart, so further bounds are as good as these. */
#define FAR ((int64_t)1 << 32)

bool tp_spans_of(tp_spans *s, tropic_index lists, const tropic_operator *op, const void *value)
{
    int64_t y;
    *s = (tp_spans){.from = s->from, .rows = lists, .row_step = 1, .row_end = lists, .first = -FAR};
    if (op->user || !op->uses_y || op->uses_x || !tp_operator_reads_places(op->builtin)) return false;
    y = integer_of(op->y, value);
    y = y < -FAR ? -FAR : y > FAR ? FAR : y;
    s->last = FAR;
    s->slope = op->builtin == TROPIC_TRIL || op->builtin == TROPIC_TRIU || op->builtin == TROPIC_DIAGONAL;
    switch ((int)op->builtin) {
    case TROPIC_DIAGONAL: s->first = y; /* fall through */
    case TROPIC_COL_LE:
    case TROPIC_TRIL: s->last = y + 1; return true;
    case TROPIC_TRIU: s->first = y; return true;
    case TROPIC_COL_GT: s->first = y + 1; return true;
    case TROPIC_ROW_LE: s->row_end = y + 1 < s->row_end ? y + 1 : s->row_end; break;
    case TROPIC_ROW_GT: s->row_begin = y + 1 > 0 ? y + 1 : 0; break;
    default: return false;
    }
    s->whole = true;
    return true;
}
