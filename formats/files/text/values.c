/* SPDX-License-Identifier: Apache-2.0
 *
 * Columns of values: read as 64-bit cells, then packed into the narrowest type that holds them all.
 */
#include "formats/files/text/lines.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* The largest double that rounds to a finite float: just below half way to the one after FLT_MAX. */
#define FP32_LIMIT 0x1.fffffefffffffp127

/* A real value was met: the chunk's values up to here, read as integers, become real. */
static void make_real(tp_chunk *chunk, tp_cell *cells, int64_t first, int64_t k)
{
    for (int64_t i = first; i < k; i++) cells[i].real = (double)cells[i].integer;
    chunk->real = true;
}

/* The value at p cannot be stored: notes why. */
static const char *bad_value(tp_chunk *chunk, const char *p, const tp_values *values)
{
    char quote[TP_QUOTE_LENGTH];
    double value;
    const char *q = tp_parse_real(p, &value);

    tp_quote(quote, p, chunk->text_end);
    if (!q || !tp_is_break(*q)) return tp_chunk_fail(chunk, p, "expected a %s, found %s", values->name, quote);
    if (isnan(value) || (isinf(value) && !tp_is_digit(q[-1]) && q[-1] != '.'))
        return tp_chunk_fail(chunk, p, "%s %s is not a finite number", values->name, quote);
    if (values->column == TP_COLUMN_INTEGER && fabs(value) < (double)INT64_MAX)
        return tp_chunk_fail(chunk, p, "%s %s is not an integer", values->name, quote);
    return tp_chunk_fail(chunk, p, "%s %s does not fit %s", values->name, quote,
                         values->column == TP_COLUMN_INTEGER || fabs(value) <= FLT_MAX
                             ? "a 64-bit integer"
                             : tropic_type_name(values->real_type));
}

const char *tp_read_value(tp_chunk *chunk, const char *p, const tp_values *values, int64_t first, int64_t k)
{
    const bool single = values->real_type == TROPIC_FP32;
    const double limit = single ? FP32_LIMIT : DBL_MAX;
    tp_cell *cell = values->cells ? &values->cells[k] : NULL;
    bool real = values->column == TP_COLUMN_REAL;
    const char *q = NULL;
    int64_t integer = 0;
    double value = 0;

    switch (values->column) {
    case TP_COLUMN_NONE: return p;
    case TP_COLUMN_SKIP:
        q = p;
        while (!tp_is_break(*q)) q++;
        return q > p ? q : bad_value(chunk, p, values);
    case TP_COLUMN_INTEGER: q = tp_parse_int(p, &integer); break;
    case TP_COLUMN_REAL: q = tp_parse_value(p, single, &value); break;
    case TP_COLUMN_ANY: q = tp_parse_number(p, single, &integer, &value, &real); break;
    }
    if (!q || !tp_is_break(*q)) return bad_value(chunk, p, values);
    if (real && !(fabs(value) <= limit) && !values->special) return bad_value(chunk, p, values);
    if (real && !chunk->real) make_real(chunk, values->cells, first, k);
    if (real)
        cell->real = value;
    else if (chunk->real)
        cell->real = (double)integer;
    else
        cell->integer = integer;
    return q;
}

tropic_status tp_values_reserve(tropic_context *context, tp_values *values, int64_t used, int64_t capacity)
{
    if (values->column == TP_COLUMN_NONE || values->column == TP_COLUMN_SKIP) return TROPIC_OK;
    return tp_grow(context, &values->cells, used, capacity, sizeof *values->cells, "the values of a file");
}

tropic_status tp_entries_reserve(tropic_context *context, tp_entries *entries, tp_values *values,
                                 const tp_chunks *chunks, int64_t expected)
{
    static const char what[] = "the entries of a file";
    const int64_t used = chunks->first, room = tp_room_for_entries(chunks, values->capacity, expected);
    if (entries->row_ids && room == values->capacity) return TROPIC_OK;
    TP_TRY(tp_grow(context, &entries->row_ids, used, room, sizeof *entries->row_ids, what));
    TP_TRY(tp_grow(context, &entries->col_ids, used, room, sizeof *entries->col_ids, what));
    TP_TRY(tp_values_reserve(context, values, used, room));
    values->capacity = room;
    return TROPIC_OK;
}

void tp_values_settle(tp_values *values, tp_chunks *chunks)
{
    bool real = values->real || values->column == TP_COLUMN_REAL;
    for (int64_t c = 0; c < chunks->count; c++) real = real || chunks->chunk[c].real;
    if (!values->cells || !real) return;
    for (int64_t k = 0; k < chunks->first && !values->real; k++)
        values->cells[k].real = (double)values->cells[k].integer;
    for (int64_t c = 0; c < chunks->count; c++) {
        tp_chunk *chunk = &chunks->chunk[c];
        if (!chunk->real) make_real(chunk, values->cells, chunk->first, chunk->first + chunk->count);
    }
    values->real = true;
}

/* Packing walks upwards and writes no further than it has read. The block is then an array of the
 * new type; memcpy because the compiler may not know. */
static void pack_int32(tp_cell *cells, int64_t count)
{
    for (int64_t k = 0; k < count; k++) {
        int32_t value = (int32_t)cells[k].integer;
        memcpy((char *)cells + k * (int64_t)sizeof value, &value, sizeof value);
    }
}

static void pack_float(tp_cell *cells, int64_t count)
{
    for (int64_t k = 0; k < count; k++) {
        float value = (float)cells[k].real;
        memcpy((char *)cells + k * (int64_t)sizeof value, &value, sizeof value);
    }
}

static bool all_int32(const tp_cell *cells, int64_t count, int64_t min)
{
    bool outside = false;
    for (int64_t k = 0; k < count; k++) outside |= (cells[k].integer < min) | (cells[k].integer > INT32_MAX);
    return !outside;
}

static void pack(tp_values *values, tp_entries *entries)
{
    if (!values->cells) {
        entries->type = TROPIC_BOOL;
        return;
    }
    if (values->real) {
        entries->type = values->real_type;
        if (entries->type == TROPIC_FP32) pack_float(values->cells, entries->count);
    } else if (all_int32(values->cells, entries->count, values->negated ? -INT32_MAX : INT32_MIN)) {
        entries->type = TROPIC_INT32;
        entries->narrowed = true;
        pack_int32(values->cells, entries->count);
    } else {
        entries->type = TROPIC_INT64;
    }
    entries->values = values->cells;
    values->cells = NULL;
}

tropic_status tp_values_close(tropic_context *context, tp_values *values, tp_entries *entries, tropic_status status)
{
    if (status == TROPIC_OK) pack(values, entries);
    tp_release(&context->memory, values->cells);
    values->cells = NULL;
    return status;
}
