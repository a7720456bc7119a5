/* SPDX-License-Identifier: Apache-2.0
 *
 * Reading lines of `from to [value]`, in parallel and in two passes over each window: count the lines, then parse each
 * into its place.
 */
#include "formats/files/text/lines.h"

#include <string.h>

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

/* The id that stands from p to q, into place k of its column. Returns q, or NULL after noting the cause. */
static inline const char *take_id(tp_chunk *chunk, const char *p, const char *q, int64_t id, const reading *read,
                                  int which, int64_t k)
{
    const tp_lines *lines = read->lines;
    tropic_index *ids = which == 0 ? read->entries->row_ids : read->entries->col_ids;
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

static inline const char *read_id(tp_chunk *chunk, const char *p, const reading *read, int which, int64_t k)
{
    int64_t id = 0;
    const char *q = tp_read_int(chunk, p, read->lines->names[which], &id);
    return q ? take_id(chunk, p, q, id, read, which, k) : NULL;
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

/* The next column at p. Below a line of names the separator is known; NULL: it does not stand there alone. */
static inline const char *next_column(const char *p, const tp_lines *lines)
{
    const tp_columns *columns = lines->columns;
    if (!columns || !columns->named || columns->separator == TP_BLANKS) return tp_next_field(p, lines->commas);
    while (*p == ' ') p++;
    if (*p++ != columns->separator) return NULL;
    while (*p == ' ') p++;
    return p;
}

/* A whole line. Returns the next one, or NULL. */
static inline const char *read_line(tp_chunk *chunk, const char *p, const reading *read, int64_t k)
{
    const tp_lines *lines = read->lines;
    const char *const line = p;

    if (lines->letter && !(p = read_letter(chunk, p, lines->letter))) return NULL;
    if (!(p = read_id(chunk, p, read, 0, k))) return NULL;
    if (!(p = next_column(p, lines))) return tp_chunk_fail(chunk, line, "other columns than the line of names");
    if (!(p = read_id(chunk, p, read, 1, k))) return NULL;
    if (lines->change && !(p = read_change(chunk, tp_next_field(p, lines->commas), &lines->change[k]))) return NULL;
    if (lines->values.column != TP_COLUMN_NONE) {
        if (!(p = next_column(p, lines))) return tp_chunk_fail(chunk, line, "other columns than the line of names");
        if (!(p = tp_read_value(chunk, p, &lines->values, chunk->first, k))) return NULL;
    }
    if (lines->trailing) p = tp_token_end(tp_skip_blanks(p));
    return tp_end_line(chunk, p);
}

/* ---- lines of other columns, and fields in quotes ---- */

static const char *bad_id(tp_chunk *chunk, const tp_field *field, const char *name)
{
    char quote[TP_QUOTE_LENGTH];
    tp_quote_field(quote, field);
    if (tp_field_word(field))
        return tp_chunk_fail(chunk, field->begin, "expected a %s, found %s: " TP_NO_WORDS, name, quote);
    if (tp_field_digits(field))
        return tp_chunk_fail(chunk, field->begin, "%s %s does not fit a 64-bit integer", name, quote);
    return tp_chunk_fail(chunk, field->begin, "expected a %s, found %s", name, quote);
}

static const char *read_id_field(tp_chunk *chunk, const tp_field *field, const reading *read, int which, int64_t k)
{
    int64_t id;
    if (!tp_field_integer(field, &id)) return bad_id(chunk, field, read->lines->names[which]);
    return take_id(chunk, field->begin, field->end, id, read, which, k);
}

static const char *read_value_field(tp_chunk *chunk, const tp_field *field, const reading *read, int64_t k)
{
    const tp_values *values = &read->lines->values;
    char quote[TP_QUOTE_LENGTH];
    const char *q;
    if (values->column == TP_COLUMN_SKIP) return field->end;
    q = field->begin < field->end ? tp_read_value(chunk, field->begin, values, chunk->first, k) : NULL;
    if (q == field->end) return q;
    if (!q && tp_field_number(field)) return NULL; /* which does not fit */
    tp_quote_field(quote, field);
    if (tp_field_decimal_comma(field))
        return tp_chunk_fail(chunk, field->begin,
                             "expected 2 or 3 columns of numbers with decimal points, found a comma in %s", quote);
    return tp_chunk_fail(chunk, field->begin, "expected a %s, found %s%s", values->name, quote,
                         *field->begin == '{' ? TP_NO_DICTIONARIES : "");
}

/* All edges are of the type of the first; of any other word, if that is no direction. */
static const char *read_direction(tp_chunk *chunk, const tp_field *field, const tp_columns *columns)
{
    char quote[TP_QUOTE_LENGTH];
    const tropic_file_direction direction = tp_field_direction(field);
    if (direction == columns->direction) return field->end;
    if (direction == TROPIC_FILE_SILENT || columns->direction == TROPIC_FILE_SILENT)
        return tp_chunk_fail(chunk, field->begin,
                             "some types are \"Directed\" or \"Undirected\", others are not: found %s, unlike in the "
                             "first row",
                             tp_quote_field(quote, field));
    return tp_chunk_fail(chunk, field->begin, "this edge is %s, the first is not: a graph of both types is not read",
                         direction == TROPIC_FILE_DIRECTED ? "directed" : "undirected");
}

static const char *read_field(tp_chunk *chunk, const tp_field *field, int column, const reading *read, int64_t k)
{
    const tp_columns *columns = read->lines->columns;
    if (column == columns->of[TP_FROM]) return read_id_field(chunk, field, read, 0, k);
    if (column == columns->of[TP_TO]) return read_id_field(chunk, field, read, 1, k);
    if (column == columns->of[TP_WEIGHT]) return read_value_field(chunk, field, read, k);
    if (column == columns->of[TP_EDGE_TYPE]) return read_direction(chunk, field, columns);
    return field->end;
}

/* A whole line, field by field. */
static const char *read_row(tp_chunk *chunk, const char *p, const reading *read, int64_t k)
{
    const tp_columns *columns = read->lines->columns;
    tp_field field = {.next = tp_line_begin(chunk, p)};
    const char *at = p, *next, *bare;
    int count = 0;
    while (field.next && (columns->count > 0 || count <= columns->last)) {
        if (!(at = tp_read_field(chunk, field.next, columns->separator, &field))) return NULL;
        if (!read_field(chunk, &field, count++, read, k)) return NULL;
    }
    if (count > columns->last && (columns->count == 0 || count == columns->count)) {
        next = tp_next_line(at, chunk->end);
        bare = tp_bare_return(at, next);
        return bare ? tp_end_line(chunk, bare) : next;
    }
    if (columns->count <= columns->last)
        return tp_chunk_fail(chunk, p, "expected %d columns or more, found %d", columns->last + 1, count);
    return tp_chunk_fail(chunk, p, TP_OTHER_COUNT "%s", columns->named ? "names" : "has", columns->count, count,
                         columns->separator == TP_BLANKS && count > columns->count ? TP_NO_ADJACENCY : "");
}

/* Has the fast way said all? A line that ends too early, and a control character, are no other fields. */
static bool is_final(const tp_chunk *chunk, const tp_columns *columns)
{
    if (chunk->wide) return true;
    return tp_line_end(chunk->bad, chunk->text_end) ? !columns->named : (unsigned char)*chunk->bad < ' ';
}

/* ---- rows with a source alone ---- */

static bool is_empty(const tp_field *fields, int count, int column)
{
    return column < 0 || column >= count || fields[column].begin == fields[column].end;
}

/* The id of a row at p that has a source alone; false for any other. */
static bool is_lonely(const tp_chunk *chunk, const char *p, const tp_columns *columns, int64_t *id)
{
    const int *of = columns->of;
    tp_field fields[TP_MAX_COLUMNS];
    tp_chunk spare = *chunk; /* the fault of the row is noted by now */
    const int count = tp_read_fields(&spare, tp_line_begin(chunk, p), columns->separator, fields, TP_MAX_COLUMNS);
    return count > 1 && (columns->count == 0 || count <= columns->count) && of[TP_FROM] < count &&
           tp_field_integer(&fields[of[TP_FROM]], id) && is_empty(fields, count, of[TP_TO]) &&
           is_empty(fields, count, of[TP_WEIGHT]);
}

/* Reads a line that could not be read as an edge, if it is such a row. Without flags for such rows, the window is read
 * again. */
static const char *read_lonely(tp_chunk *chunk, const char *p, const reading *read, int64_t k)
{
    const tp_lines *lines = read->lines;
    int64_t id;
    if (lines->columns->separator == TP_BLANKS || !is_lonely(chunk, p, lines->columns, &id)) return NULL;
    if (!lines->lonely) {
        chunk->lonely = true;
        return NULL;
    }
    chunk->bad = NULL;
    if (!take_id(chunk, p, p, id, read, 0, k) || !take_id(chunk, p, p, id, read, 1, k)) return NULL;
    if (lines->values.cells) lines->values.cells[k].integer = 0;
    lines->lonely[k] = true;
    return tp_next_line(p, chunk->end);
}

static inline const char *read_entry(tp_chunk *chunk, const char *p, const reading *read, int64_t k)
{
    const tp_columns *columns = read->lines->columns;
    const char *next = NULL;
    bool final = false;
    if (!columns || columns->plain) {
        next = read_line(chunk, p, read, k);
        if (next || !columns) return next;
        final = is_final(chunk, columns);
    }
    if (!final) {
        chunk->bad = NULL;
        next = read_row(chunk, p, read, k);
    }
    return next || chunk->wide ? next : read_lonely(chunk, p, read, k);
}

static void read_chunk(tp_chunk *chunk, void *state)
{
    const reading *read = state;
    const char *p = chunk->begin;
    const int64_t end = chunk->first + chunk->count;
    for (int64_t k = chunk->first; k < end && (p = tp_next_entry(chunk, p)) < chunk->end; k++)
        if (!(p = read_entry(chunk, p, read, k))) return;
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

static tropic_status widen_ids(tropic_context *context, int64_t used, tp_lines *lines, tp_entries *entries)
{
    const int64_t room = lines->values.capacity;
    TP_TRY(widen(context, &entries->row_ids, &lines->file_ids.wide[0], used, room));
    return widen(context, &entries->col_ids, &lines->file_ids.wide[1], used, room);
}

/* Flags of rows, the first `used` of which stay. */
static tropic_status flag_rows(tropic_context *context, tp_lines *lines, int64_t used, int64_t room)
{
    TP_TRY(tp_grow(context, &lines->lonely, used, room, sizeof *lines->lonely, "the entries of a file"));
    memset(lines->lonely + used, 0, (size_t)(room - used) * sizeof *lines->lonely);
    return TROPIC_OK;
}

static tropic_status reserve(tropic_context *context, const tp_chunks *chunks, tp_lines *lines, tp_entries *entries)
{
    static const char what[] = "the entries of a file";
    int64_t **wide = lines->file_ids.wide;
    const int64_t used = chunks->first, room = tp_room_for_entries(chunks, lines->values.capacity, lines->expected);

    if (lines->changes && room > lines->values.capacity)
        TP_TRY(tp_grow(context, &lines->change, used, room, sizeof *lines->change, what));
    if (lines->lonely && room > lines->values.capacity) TP_TRY(flag_rows(context, lines, used, room));
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

/* Adapts to the needs of a window, which is then read again: ids of 64 bits, flags of rows. */
static tropic_status adapt(tropic_context *context, tp_chunks *chunks, const reading *read, bool *again)
{
    tp_lines *lines = read->lines;
    bool wide = false, lonely = false;
    for (int64_t c = 0; c < chunks->count; c++) {
        wide = wide || chunks->chunk[c].wide;
        lonely = lonely || chunks->chunk[c].lonely;
    }
    *again = wide || lonely;
    if (wide) TP_TRY(widen_ids(context, chunks->first, lines, read->entries));
    if (lonely) TP_TRY(flag_rows(context, lines, 0, lines->values.capacity));
    if (*again) tp_chunks_reset(chunks);
    return TROPIC_OK;
}

static tropic_status read_window(tropic_context *context, tp_chunks *chunks, void *state)
{
    const reading *read = state;
    tropic_status status;
    bool again = true;

    TP_TRY(reserve(context, chunks, read->lines, read->entries));
    do {
        status = tp_chunks_run(context, chunks, read_chunk, state);
        if (status == TROPIC_CANCELLED) return status;
        TP_TRY(adapt(context, chunks, read, &again));
    } while (again);
    if (status != TROPIC_OK) return status;
    tp_values_settle(&read->lines->values, chunks);
    find_range(chunks, &read->lines->file_ids);
    return TROPIC_OK;
}

static void release(tropic_context *context, tp_lines *lines, tp_entries *entries)
{
    tp_release(&context->memory, lines->file_ids.wide[0]);
    tp_release(&context->memory, lines->file_ids.wide[1]);
    tp_release(&context->memory, lines->change);
    tp_release(&context->memory, lines->lonely);
    lines->lonely = NULL;
    lines->file_ids.wide[0] = lines->file_ids.wide[1] = NULL;
    lines->change = NULL;
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
