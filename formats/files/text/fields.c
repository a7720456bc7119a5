/* SPDX-License-Identifier: Apache-2.0 */
#include "formats/files/text/fields.h"

#include <string.h>

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

const char *tp_line_begin(const tp_chunk *chunk, const char *p)
{
    while (p > chunk->begin && (p[-1] == ' ' || p[-1] == '\t')) p--;
    return p;
}

/* Behind the closing quote of the field whose text begins at p; NULL: the line ends before. */
static const char *close_quote(const char *p, const char **end)
{
    for (;;) {
        while (*p != '"' && *p != '\n' && *p != '\0') p++;
        if (*p != '"') return NULL;
        if (p[1] != '"') break;
        p += 2;
    }
    *end = p;
    return p + 1;
}

/* Does this character end a field? A control character does, but no tab does where it separates nothing. */
static bool ends_field(char c, char separator)
{
    if (separator == TP_BLANKS) return (unsigned char)c <= ' ';
    return c == separator || ((unsigned char)c < ' ' && c != '\t');
}

/* Blanks around fields. */
static bool is_blank(char c, char separator)
{
    return c == ' ' || (c == '\t' && separator != '\t');
}

const char *tp_read_field(tp_chunk *chunk, const char *p, char separator, tp_field *field)
{
    const char *q;
    while (is_blank(*p, separator)) p++;
    if (*p == '"') {
        field->begin = p + 1;
        q = close_quote(p + 1, &field->end);
        if (!q) return tp_chunk_fail(chunk, p, "a field in quotes does not end in its line");
    } else {
        field->begin = q = p;
        while (!ends_field(*q, separator)) q++;
        field->end = q;
        while (field->end > p && is_blank(field->end[-1], separator)) field->end--;
    }
    while (is_blank(*q, separator)) q++;
    field->next = separator != TP_BLANKS && *q == separator ? q + 1 : NULL;
    if (field->next || tp_line_end(q, chunk->text_end)) return q;
    /* Blanks have been passed over; without one, something else stands behind a quote. */
    if (separator == TP_BLANKS && q > field->begin && is_blank(q[-1], separator)) field->next = q;
    return field->next ? q : tp_chunk_expected(chunk, q, "the end of the field");
}

int tp_read_fields(tp_chunk *chunk, const char *p, char separator, tp_field *fields, int room)
{
    int count = 0;
    for (tp_field field; p; p = field.next) {
        if (!tp_read_field(chunk, p, separator, &field)) return -1;
        if (count < room) fields[count] = field;
        count++;
    }
    if (count <= room) return count;
    tp_chunk_fail(chunk, chunk->begin, "%d columns: expected at most %d", count, room);
    return -1;
}

char tp_find_separator(const char *p, const char *end, int columns)
{
    bool quoted = false;
    int tabs = 0;
    for (; !tp_line_end(p, end) && *p != '\0'; p++) {
        if (*p == '"') quoted = !quoted;
        if (quoted) continue;
        if (tabs == 0 && (*p == ',' || *p == ';')) return *p;
        tabs += *p == '\t';
    }
    return tabs > 0 && tabs + 1 >= columns ? '\t' : TP_BLANKS;
}

bool tp_field_integer(const tp_field *field, int64_t *value)
{
    return tp_parse_int(field->begin, value) == field->end && field->end > field->begin;
}

bool tp_field_number(const tp_field *field)
{
    double value;
    return field->end > field->begin && tp_parse_real(field->begin, &value) == field->end;
}

bool tp_field_digits(const tp_field *field)
{
    const char *p = field->begin + (*field->begin == '-' || *field->begin == '+');
    const char *const digits = p;
    while (p < field->end && tp_is_digit(*p)) p++;
    return p == field->end && p > digits;
}

bool tp_field_word(const tp_field *field)
{
    const char c = *field->begin;
    return field->begin < field->end &&
           ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (unsigned char)c >= 0x80);
}

bool tp_field_decimal_comma(const tp_field *field)
{
    const char *comma = memchr(field->begin, ',', (size_t)(field->end - field->begin));
    tp_field whole, part;
    if (!comma) return false;
    whole = (tp_field){field->begin, comma, NULL};
    part = (tp_field){comma + 1, field->end, NULL};
    return tp_field_digits(&whole) && tp_is_digit(comma[1]) && tp_field_number(&part);
}

const char *tp_quote_field(char *buffer, const tp_field *field)
{
    if (field->begin == field->end) return strcpy(buffer, "nothing");
    return tp_quote_span(buffer, field->begin, field->end);
}
