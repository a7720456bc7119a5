/* SPDX-License-Identifier: Apache-2.0
 *
 * Reading lines of `from to [value]`, in parallel and in two passes over each window: count the lines, then parse each
 * into its place.
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
    tp_lines *lines;
    tp_entries *entries;
} reading;

/* Ids without limits are read as 32 bits first, which saves two thirds of the memory; this is how the
 * reader finds out that it must read the window again with 64. */
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

/* A whole line. Returns the next one, or NULL. */
static inline const char *read_line(tp_chunk *chunk, const char *p, const reading *read, int64_t k)
{
    const tp_lines *lines = read->lines;

    if (lines->letter && !(p = read_letter(chunk, p, lines->letter))) return NULL;
    if (!(p = read_id(chunk, p, read, 0, k))) return NULL;
    if (!(p = read_id(chunk, tp_next_field(p, lines->commas), read, 1, k))) return NULL;
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
    const int64_t end = chunk->first + chunk->count;
    for (int64_t k = chunk->first; k < end && (p = tp_next_entry(chunk, p)) < chunk->end; k++)
        if (!(p = read_line(chunk, p, read, k))) return;
}

/* Ids of 64 bits in place of those of 32, `used` of which stay. */
static tropic_status widen(tropic_context *context, tropic_index **narrow, int64_t **wide, int64_t used, int64_t room)
{
    if (used == 0) {
        tp_release(&context->memory, *narrow);
        *narrow = NULL;
    }
    TP_TRY(tp_grow(context, wide, 0, room, sizeof **wide, "the entries of a file"));
    for (int64_t k = 0; k < used; k++) (*wide)[k] = (*narrow)[k];
    tp_release(&context->memory, *narrow);
    *narrow = NULL;
    return TROPIC_OK;
}

static tropic_status widen_ids(tropic_context *context, tp_chunks *chunks, tp_lines *lines, tp_entries *entries)
{
    const int64_t used = chunks->first, room = lines->values.capacity;
    tp_chunks_reset(chunks);
    TP_TRY(widen(context, &entries->row_ids, &lines->file_ids.wide[0], used, room));
    return widen(context, &entries->col_ids, &lines->file_ids.wide[1], used, room);
}

static tropic_status reserve(tropic_context *context, const tp_chunks *chunks, tp_lines *lines, tp_entries *entries)
{
    static const char what[] = "the entries of a file";
    int64_t **wide = lines->file_ids.wide;
    const int64_t used = chunks->first, room = tp_room_for_entries(chunks, lines->values.capacity, lines->expected);

    if (!wide[0]) return tp_entries_reserve(context, entries, &lines->values, chunks, lines->expected);
    if (room == lines->values.capacity) return TROPIC_OK;
    TP_TRY(tp_grow(context, &wide[0], used, room, sizeof *wide[0], what));
    TP_TRY(tp_grow(context, &wide[1], used, room, sizeof *wide[1], what));
    TP_TRY(tp_values_reserve(context, &lines->values, used, room));
    lines->values.capacity = room;
    return TROPIC_OK;
}

static void find_range(const tp_chunks *chunks, tp_file_ids *ids)
{
    for (int64_t c = 0; c < chunks->count; c++) {
        const tp_chunk *chunk = &chunks->chunk[c];
        if (chunk->min_id < ids->min) ids->min = chunk->min_id;
        if (chunk->max_id > ids->max) ids->max = chunk->max_id;
    }
}

static tropic_status read_window(tropic_context *context, tp_chunks *chunks, void *state)
{
    const reading *read = state;
    tp_lines *lines = read->lines;
    bool wide = false;
    tropic_status status;

    TP_TRY(reserve(context, chunks, lines, read->entries));
    status = tp_chunks_run(context, chunks, read_chunk, state);
    for (int64_t c = 0; c < chunks->count; c++) wide = wide || chunks->chunk[c].wide;
    if (wide && status != TROPIC_CANCELLED) {
        TP_TRY(widen_ids(context, chunks, lines, read->entries));
        status = tp_chunks_run(context, chunks, read_chunk, state);
    }
    if (status != TROPIC_OK) return status;
    tp_values_settle(&lines->values, chunks);
    find_range(chunks, &lines->file_ids);
    return TROPIC_OK;
}

static void release(tropic_context *context, tp_lines *lines, tp_entries *entries)
{
    tp_release(&context->memory, lines->file_ids.wide[0]);
    tp_release(&context->memory, lines->file_ids.wide[1]);
    lines->file_ids.wide[0] = lines->file_ids.wide[1] = NULL;
    tp_entries_free(context, entries);
}

tropic_status tp_lines_read(tropic_context *context, tp_text *text, const char *p, tp_lines *lines, tp_entries *entries)
{
    reading read = {lines, entries};
    tp_body *body = &lines->body;
    tropic_status status;

    lines->file_ids.min = INT64_MAX;
    lines->file_ids.max = INT64_MIN;
    *body = (tp_body){.comment = lines->comment,
                      .expected = lines->expected,
                      .traced = lines->traced,
                      .prepare = lines->prepare,
                      .count = tp_chunk_count_entries,
                      .read = read_window,
                      .state = &read};
    status = tp_body_read(context, text, p, body);
    entries->count = body->total;
    if (status == TROPIC_OK && lines->expected >= 0 && body->total != lines->expected)
        status = tp_body_mismatch(context, body, text);
    status = tp_values_close(context, &lines->values, entries, status);
    if (status != TROPIC_OK) release(context, lines, entries);
    return status;
}
