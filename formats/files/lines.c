/* SPDX-License-Identifier: Apache-2.0
 *
 * Reading lines of `from to [value]`, in parallel and in two passes: count the lines, then parse each
 * into its place. What is allocated depends on the lines that are there, never on a header's word.
 */
#include "formats/files/lines.h"

const char *tp_next_field(const char *p, bool commas)
{
    p = tp_skip_blanks(p);
    if (commas && (*p == ',' || *p == ';')) p = tp_skip_blanks(p + 1);
    return p;
}

int tp_count_columns(const char *p, const char *end, bool commas)
{
    int columns = 0;
    p = tp_skip_blanks(p);
    while (!tp_line_end(p, end)) {
        const char *q = p;
        while (!tp_is_break(*q) || (!commas && *q > ' ')) q++;
        columns++;
        q = tp_next_field(q, commas);
        if (q == p) break; /* a byte that belongs in no line; parsing will find it */
        p = q;
    }
    return columns;
}

typedef struct reading {
    const tp_lines *lines;
    tp_entries *entries;
} reading;

/* Ids without limits are read as 32 bits first, which saves two thirds of the memory; this is how the
 * reader finds out that it must begin again with 64. */
static const char *wide_id(tp_chunk *chunk, const char *p)
{
    chunk->wide = true;
    return tp_chunk_fail(chunk, p, "an id that does not fit 32 bits");
}

/* One id, into place k of its column. */
static inline const char *read_id(tp_chunk *chunk, const char *p, const reading *read, int which, int64_t k)
{
    const tp_lines *lines = read->lines;
    tropic_index *ids = which == 0 ? read->entries->row_ids : read->entries->col_ids;
    int64_t id = 0;
    const char *q = tp_read_int(chunk, p, lines->names[which], &id);
    if (!q) return NULL;
    if (lines->limits[which] == 0) {
        if (id < chunk->min_id) chunk->min_id = id;
        if (id > chunk->max_id) chunk->max_id = id;
        if (lines->file_ids.wide[which]) {
            lines->file_ids.wide[which][k] = id;
        } else {
            if (id != (tropic_index)id) return wide_id(chunk, p);
            ids[k] = (tropic_index)id;
        }
        return q;
    }
    if (id < 1 || id > lines->limits[which])
        return tp_chunk_fail(chunk, p, "%s %lld is not in 1 .. %d", lines->names[which], (long long)id,
                             (int)lines->limits[which]);
    ids[k] = (tropic_index)(id - 1);
    return q;
}

/* The letter that a line begins with, and the blank after it. */
static const char *read_letter(tp_chunk *chunk, const char *p, char letter)
{
    char quote[TP_QUOTE_LENGTH];
    const char *next = tp_skip_letter(p, letter);
    if (next) return next;
    return tp_chunk_fail(chunk, p, "expected a line that begins with \"%c \", found %s", letter,
                         tp_quote(quote, p, chunk->text_end));
}

static const char *read_change(tp_chunk *chunk, const char *p, int8_t *change)
{
    double value;
    const char *q = tp_parse_real(p, &value);
    if (!q || !tp_is_break(*q) || (value != 1 && value != -1)) return tp_chunk_expected(chunk, p, "1 or -1");
    *change = value > 0 ? 1 : -1;
    return q;
}

/* A whole line. Returns the next one, or NULL. */
static inline const char *read_line(tp_chunk *chunk, const char *p, const reading *read, int64_t k)
{
    const tp_lines *lines = read->lines;

    if (lines->letter && !(p = read_letter(chunk, p, lines->letter))) return NULL;
    if (!(p = read_id(chunk, p, read, 0, k))) return NULL;
    if (!(p = read_id(chunk, tp_next_field(p, lines->commas), read, 1, k))) return NULL;
    if (lines->change && !(p = read_change(chunk, tp_next_field(p, lines->commas), &lines->change[k]))) return NULL;
    if (lines->values.column != TP_COLUMN_NONE) {
        p = tp_next_field(p, lines->commas);
        if (!(p = tp_read_value(chunk, p, &lines->values, chunk->first, k))) return NULL;
    }
    if (lines->trailing) p = tp_token_end(tp_skip_blanks(p));
    return tp_end_line(chunk, p);
}

static void read_chunk(tp_chunk *chunk, void *state)
{
    const reading *read = state;
    const char *p = chunk->begin;
    int64_t k = chunk->first;
    while ((p = tp_next_entry(chunk, p)) < chunk->end)
        if (!(p = read_line(chunk, p, read, k++))) return;
}

/* The line that is one too many. */
static const char *excess(const tp_chunks *chunks, int64_t expected)
{
    const tp_chunk *chunk = chunks->chunk;
    while (chunk->first + chunk->count <= expected) chunk++;
    return tp_entry_at(chunk, chunk->begin, expected - chunk->first);
}

static tropic_status allocate(tropic_context *context, tp_lines *lines, bool wide, tp_entries *entries)
{
    const tp_memory *memory = &context->memory;
    int64_t **ids = lines->file_ids.wide;

    if (wide) {
        ids[0] = tp_allocate(memory, entries->count, sizeof **ids);
        ids[1] = tp_allocate(memory, entries->count, sizeof **ids);
        if (!ids[0] || !ids[1]) return tp_out_of_memory(context, "the entries of a file");
    } else {
        TP_TRY(tp_entries_allocate(context, entries, entries->count, 0, "the entries of a file"));
    }
    if (lines->changes) {
        lines->change = tp_allocate(memory, entries->count, sizeof *lines->change);
        if (!lines->change) return tp_out_of_memory(context, "the weights of a file");
    }
    return tp_values_allocate(context, &lines->values, entries->count);
}

static void release(tropic_context *context, tp_lines *lines, tp_entries *entries)
{
    tp_release(&context->memory, lines->file_ids.wide[0]);
    tp_release(&context->memory, lines->file_ids.wide[1]);
    tp_release(&context->memory, lines->change);
    lines->file_ids.wide[0] = lines->file_ids.wide[1] = NULL;
    lines->change = NULL;
    tp_entries_free(context, entries);
}

static void find_range(const tp_chunks *chunks, tp_file_ids *ids)
{
    ids->min = INT64_MAX;
    ids->max = INT64_MIN;
    for (int64_t c = 0; c < chunks->count; c++) {
        const tp_chunk *chunk = &chunks->chunk[c];
        if (chunk->min_id < ids->min) ids->min = chunk->min_id;
        if (chunk->max_id > ids->max) ids->max = chunk->max_id;
    }
}

/* One attempt. *wide: with 64-bit ids; set where another attempt needs them. */
static tropic_status read_body(tropic_context *context, const tp_text *text, const char *body, tp_lines *lines,
                               bool *wide, tp_entries *entries)
{
    tp_chunks chunks;
    tropic_status status;
    reading read = {lines, entries};

    TP_TRY(tp_chunks_count(context, &chunks, text, body, lines->comment, tp_chunk_count_entries, NULL));
    entries->count = chunks.total;
    status = allocate(context, lines, *wide, entries);
    if (status == TROPIC_OK) status = tp_chunks_run(context, &chunks, read_chunk, &read);
    if (status == TROPIC_OK && lines->expected >= 0 && chunks.total != lines->expected)
        status = tp_text_error(
            context, text, chunks.total > lines->expected ? excess(&chunks, lines->expected) : text->end,
            "the header says %lld entries, the file has %lld", (long long)lines->expected, (long long)chunks.total);
    status = tp_values_close(context, &lines->values, &chunks, entries, status);
    if (status == TROPIC_OK)
        find_range(&chunks, &lines->file_ids);
    else
        release(context, lines, entries);
    *wide = false;
    for (int64_t c = 0; c < chunks.count; c++) *wide = *wide || chunks.chunk[c].wide;
    tp_chunks_free(context, &chunks);
    return status;
}

tropic_status tp_lines_read(tropic_context *context, const tp_text *text, const char *body, tp_lines *lines,
                            tp_entries *entries)
{
    bool wide = false;
    tropic_status status = read_body(context, text, body, lines, &wide, entries);
    if (status == TROPIC_CANCELLED || !wide) return status;
    return read_body(context, text, body, lines, &wide, entries);
}
