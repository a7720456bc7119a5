/* SPDX-License-Identifier: Apache-2.0
 *
 * Matrix Market's array format: every value, down the columns; of a symmetric matrix the lower
 * triangle, of a skew-symmetric one that without its diagonal. Each value is an entry, zero or not. The format has one
 * on a line; several are read, too, with a note.
 */
#include "formats/files/matrix_market.h"

#include <string.h>

typedef struct array_reading {
    const tp_mm_header *header;
    tp_values *values;
    tp_entries *entries;
    bool several; /* values share a line */
} array_reading;

/* The first row that column j holds. */
static int64_t top_of(const tp_mm_header *header, int64_t j)
{
    return header->symmetry == TP_MM_GENERAL ? 0 : j + (header->symmetry == TP_MM_SKEW);
}

int64_t tp_mm_array_values(const tp_mm_header *header, int64_t j)
{
    int64_t rows = header->rows;
    switch (header->symmetry) {
    case TP_MM_SYMMETRIC: return j * rows - j * (j - 1) / 2;
    case TP_MM_SKEW: return j * rows - j * (j + 1) / 2;
    default: return j * rows;
    }
}

/* The last column j with tp_mm_array_values(j) <= k. */
static int64_t column_of(const tp_mm_header *header, int64_t k)
{
    int64_t low = 0, high = header->cols;
    while (high - low > 1) {
        int64_t middle = low + (high - low) / 2;
        if (tp_mm_array_values(header, middle) <= k)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Where the transpose is wanted with the sign changed: the least 64-bit integer has no opposite. */
static bool has_opposite(tp_chunk *chunk, const char *p, const tp_values *values, int64_t k)
{
    if (!values->negated || values->column != TP_COLUMN_INTEGER || values->cells[k].integer != INT64_MIN) return true;
    tp_chunk_fail(chunk, p, TP_NO_OPPOSITE, (long long)INT64_MIN);
    return false;
}

static void read_chunk(tp_chunk *chunk, void *state)
{
    const array_reading *read = state;
    const tp_mm_header *header = read->header;
    const char *p = chunk->begin;
    int64_t j = column_of(header, chunk->first);
    int64_t i = top_of(header, j) + chunk->first - tp_mm_array_values(header, j);
    /* There is no place for more. */
    const int64_t counted = chunk->first + chunk->count, end = counted < header->count ? counted : header->count;

    for (int64_t k = chunk->first; k < end && (p = tp_next_entry(chunk, p)) < chunk->end;) {
        do {
            const char *q = tp_read_value(chunk, p, read->values, chunk->first, k);
            if (!q || !has_opposite(chunk, p, read->values, k)) return;
            while (i >= header->rows) i = top_of(header, ++j);
            read->entries->row_ids[k] = (tropic_index)i++;
            read->entries->col_ids[k++] = (tropic_index)j;
            p = tp_skip_blanks(q);
        } while (k < end && !tp_line_end(p, chunk->text_end));
        if (k < end && !(p = tp_end_line(chunk, p))) return;
    }
}

/* The next token of the line at p; NULL: there is none. A character that begins no token counts as one, the last. */
static const char *next_token(const char *p, const char *end)
{
    const char *q = tp_token_end(p), *next = tp_skip_blanks(q);
    return q == p || tp_line_end(next, end) ? NULL : next;
}

static void count_values(tp_chunk *chunk, void *state)
{
    array_reading *read = state;
    const char *p = chunk->begin, *q;
    bool several = false;
    while ((q = tp_next_entry(chunk, p)) < chunk->end) {
        const int64_t before = chunk->count++;
        if (q > p && memchr(p, '\n', (size_t)(q - p))) chunk->skips = true;
        while ((q = next_token(p = q, chunk->text_end))) chunk->count++;
        several = several || chunk->count - before > 1;
        p = tp_next_line(p, chunk->end);
    }
    chunk->skips = chunk->skips || several || p < chunk->end;
    if (several) __atomic_store_n(&read->several, true, __ATOMIC_RELAXED);
}

static tropic_status read_window(tropic_context *context, tp_chunks *chunks, void *state)
{
    const array_reading *read = state;
    TP_TRY(tp_entries_reserve(context, read->entries, read->values, chunks, read->header->count));
    TP_TRY(tp_chunks_run(context, chunks, read_chunk, state));
    tp_values_settle(read->values, chunks);
    return TROPIC_OK;
}

tropic_status tp_mm_read_array(tropic_context *context, tp_text *text, const tp_mm_header *header, tp_lines *lines,
                               tp_entries *entries)
{
    array_reading read = {.header = header, .values = &lines->values, .entries = entries};
    tp_body *body = &lines->body;
    tropic_status status;

    *body = (tp_body){
        .comment = "%%", .expected = header->count, .count = count_values, .read = read_window, .state = &read};
    status = tp_body_read(context, text, header->body, body);
    entries->count = body->total;
    if (status == TROPIC_OK && body->uncounted)
        status = tp_line_error(context, text, header->line, "an array of this shape has %lld values, the file has more",
                               (long long)header->count);
    else if (status == TROPIC_OK && body->total != header->count)
        status = tp_line_error(context, text, header->line, "an array of this shape has %lld values, the file has %lld",
                               (long long)header->count, (long long)body->total);
    status = tp_values_close(context, &lines->values, entries, status);
    if (status != TROPIC_OK || !read.several) return status;
    return tp_note(context, &entries->notes, text->path,
                   "a line has several values; they are taken in the order of the file, down the columns");
}
