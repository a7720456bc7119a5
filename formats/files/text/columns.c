/* SPDX-License-Identifier: Apache-2.0 */
#include "formats/files/text/columns.h"

#include "formats/files/text/name_columns.h"
#include "formats/files/text/wanted_columns.h"

#include <string.h>
#include <strings.h>

/* Columns of a list without names, at most. */
#define WITHOUT_NAMES 3

tropic_file_direction tp_field_direction(const tp_field *field)
{
    static const char *const words[] = {[TROPIC_FILE_DIRECTED] = "directed", [TROPIC_FILE_UNDIRECTED] = "undirected"};
    const size_t length = (size_t)(field->end - field->begin);
    for (int k = TROPIC_FILE_DIRECTED; k <= TROPIC_FILE_UNDIRECTED; k++)
        if (length == strlen(words[k]) && strncasecmp(field->begin, words[k], length) == 0)
            return (tropic_file_direction)k;
    return TROPIC_FILE_SILENT;
}

/* A line of the file, with its fields; none if it cannot be split, which is found again when it is read as an edge. */
typedef struct row {
    const char *begin; /* the text's end: there is none */
    tp_field fields[TP_MAX_COLUMNS];
    int count;
} row;

typedef struct search {
    tropic_context *context;
    const tp_text *text;
    const tropic_load_options *options;
    tp_notes *notes;
    tp_columns *columns;
    const tp_chunk *all;
    row first, second; /* the first two lines */
} search;

static void read_row(tp_chunk *all, const char *line, char separator, row *read)
{
    read->begin = line;
    read->count =
        line < all->end ? tp_read_fields(all, tp_line_begin(all, line), separator, read->fields, TP_MAX_COLUMNS) : 0;
    if (read->count < 0) read->count = 0;
}

static const char *line_after(const tp_chunk *all, const char *line)
{
    return tp_next_entry(all, tp_next_line(line, all->end));
}

/* ---- without names ---- */

/* May it be VERTICES VERTICES EDGES? */
static bool is_line_of_sizes(const row *line)
{
    int64_t numbers[WITHOUT_NAMES];
    if (line->count != WITHOUT_NAMES) return false;
    for (int k = 0; k < WITHOUT_NAMES; k++)
        if (!tp_field_integer(&line->fields[k], &numbers[k])) return false;
    return numbers[0] == numbers[1];
}

/* By places. There are as many columns as the separator makes, or as any of blanks, commas and semicolons do, which all
 * may separate fields without names and quotes. */
static tropic_status by_places(search *s)
{
    tp_columns *columns = s->columns;
    const char *line = s->first.begin, *next = tp_next_line(line, s->text->end);
    const bool quoted = memchr(line, '"', (size_t)(next - line)) != NULL;
    const int any = quoted ? 0 : tp_count_columns(line, s->text->end, true);
    const char *hint = memchr(line, '{', (size_t)(next - line)) ? TP_NO_DICTIONARIES
                       : columns->separator == TP_BLANKS        ? TP_NO_ADJACENCY
                                                                : "";
    columns->count = any > s->first.count ? any : s->first.count;
    if (columns->separator == TP_BLANKS && s->options->sizes != TROPIC_SIZES_NO && s->second.count == 2 &&
        is_line_of_sizes(&s->first))
        return tp_text_error(s->context, s->text, s->second.begin,
                             TP_OTHER_COUNT "; if that is a line of sizes, the option sizes says so", "has",
                             s->first.count, s->second.count);
    if (columns->count > WITHOUT_NAMES)
        return tp_text_error(s->context, s->text, line,
                             "expected 2 or 3 columns (FROM TO [WEIGHT]), found %d; the option columns picks them%s",
                             columns->count, hint);
    if (columns->count < 2) columns->count = 2;
    columns->of[TP_FROM] = 0;
    columns->of[TP_TO] = 1;
    columns->of[TP_WEIGHT] = columns->count == WITHOUT_NAMES ? 2 : -1;
    return TROPIC_OK;
}

/* No field is a number, and there are two or more. */
static bool all_words(const row *line)
{
    bool words = false;
    for (int k = 0; k < line->count; k++) {
        if (tp_field_number(&line->fields[k])) return false;
        words = words || line->fields[k].end > line->fields[k].begin;
    }
    return words && line->count > 1;
}

/* The line above the first, without its sign, if that is a comment in the window. */
static void read_comment_above(const search *s, const char comment[2], char *separator, row *read)
{
    const char *begin = s->text->begin, *p = tp_line_begin(s->all, s->first.begin);
    tp_chunk all = *s->all;
    read->count = 0;
    if (p == begin) return;
    for (p--; p > begin && p[-1] != '\n'; p--)
        ;
    p = tp_skip_blanks(p);
    if (*p != comment[0] && *p != comment[1]) return;
    p = tp_skip_blanks(p + 1);
    *separator = tp_find_separator(p, s->text->end, 0);
    read->begin = p;
    read->count = tp_read_fields(&all, p, *separator, read->fields, TP_MAX_COLUMNS);
}

/* Comments are not believed, but one that names the columns otherwise is told of: `# id level parent` heads a table of
 * vertices. Words between blanks may be a sentence. */
static tropic_status note_comment(const search *s, const char comment[2])
{
    tp_column_name words[WITHOUT_NAMES];
    tp_meaning meanings[WITHOUT_NAMES];
    tp_name_columns names = {.text = s->text, .names = words, .meanings = meanings};
    char list[TP_NAMES_LENGTH], separator;
    bool otherwise;
    row above;
    read_comment_above(s, comment, &separator, &above);
    if (above.count != s->columns->count || !all_words(&above)) return TROPIC_OK;
    names.fields = above.fields;
    names.count = above.count;
    tp_name_columns_find(&names);
    otherwise = tp_name_columns_known(&names)
                    ? !names.ambiguous && (names.of[TP_FROM] != 0 || names.of[TP_TO] != 1)
                    : separator != TP_BLANKS && (tp_is_no_end(meanings[0]) || tp_is_no_end(meanings[1]));
    if (!otherwise) return TROPIC_OK;
    return tp_note(s->context, s->notes, s->text->path,
                   "a comment names the columns %s, but by their places the first is the source, the second the target "
                   "(the option columns decides)",
                   tp_list_names(list, above.fields, above.count));
}

/* ---- with names ---- */

static bool has(const row *line, int column)
{
    return column < line->count && line->fields[column].begin < line->fields[column].end;
}

/* The second line is the first edge, or has a source alone. */
static tropic_status below_names(search *s)
{
    tp_columns *columns = s->columns;
    const int type = columns->of[TP_EDGE_TYPE];
    char quote[TP_QUOTE_LENGTH];
    row edge = s->second;
    columns->named = true;
    columns->count = s->first.count;
    if (type < 0) return TROPIC_OK;
    /* Sources alone that have no type say nothing of the others. */
    while (edge.count > 0 && !has(&edge, columns->of[TP_TO]) && !has(&edge, type)) {
        tp_chunk all = *s->all;
        read_row(&all, line_after(&all, edge.begin), columns->separator, &edge);
    }
    if (type < edge.count) columns->direction = tp_field_direction(&edge.fields[type]);
    if (edge.count == 0 || columns->direction != TROPIC_FILE_SILENT) return TROPIC_OK;
    /* A column of this name may have types of other kinds, or none. No row may then have a direction. */
    return tp_note(s->context, s->notes, s->text->path,
                   "the column %s says neither \"Directed\" nor \"Undirected\", and is not looked at",
                   tp_quote_field(quote, &s->first.fields[type]));
}

static bool same_text(const tp_field *a, const tp_field *b)
{
    const size_t length = (size_t)(a->end - a->begin);
    return length > 0 && length == (size_t)(b->end - b->begin) && memcmp(a->begin, b->begin, length) == 0;
}

/* Do the lines begin an adjacency matrix, whose columns and rows have names? The first row then has the name of the
 * first column; or rows are named by words, where a table of edges without a name for its first column has numbers. */
static bool is_adjacency_matrix(const row *first, const row *second, const tp_name_columns *names)
{
    const bool corner = first->fields[0].begin == first->fields[0].end;
    const bool word = second->count > 0 && tp_field_word(&second->fields[0]);
    if (first->count < 3 || second->count != first->count) return false;
    if (same_text(&first->fields[1], &second->fields[0])) return corner || word;
    return corner && word && !tp_name_columns_known(names);
}

/* By names of columns, or by names that say less, if a line of numbers follows. */
static tropic_status by_names(search *s)
{
    tp_column_name words[TP_MAX_COLUMNS];
    tp_meaning meanings[TP_MAX_COLUMNS];
    tp_name_columns names = {.text = s->text,
                             .at = s->first.begin,
                             .fields = s->first.fields,
                             .count = s->first.count,
                             .names = words,
                             .meanings = meanings};
    if (s->second.begin < s->text->end) {
        names.edge = s->second.fields;
        names.edge_count = s->second.count;
    }
    if (s->first.count < 2) return TROPIC_OK;
    tp_name_columns_find(&names);
    if (is_adjacency_matrix(&s->first, &s->second, &names))
        return tp_text_error(
            s->context, s->text, s->first.begin,
            "this is an adjacency matrix with names of rows and columns, which is not read: convert it "
            "to Matrix Market (of a table of edges, the option columns picks source and target)");
    if (!tp_name_columns_known(&names) && !(all_words(&s->first) && tp_name_columns_fit(&names))) return TROPIC_OK;
    TP_TRY(tp_name_columns_check(s->context, &names, !s->options->ignore_values, s->notes));
    memcpy(s->columns->of, names.of, sizeof names.of);
    return below_names(s);
}

/* As the caller says. By numbers, the first line is one of names if it has no ids there. */
static tropic_status as_wanted(search *s, const tp_wanted_columns *wanted)
{
    tp_columns *columns = s->columns;
    int64_t id;
    TP_TRY(tp_find_wanted(s->context, s->text, s->first.begin, s->first.fields, s->first.count, wanted, columns->of));
    columns->count = columns->separator == TP_BLANKS ? 0 : s->first.count;
    if (!wanted->names && (tp_field_integer(&s->first.fields[columns->of[TP_FROM]], &id) ||
                           tp_field_integer(&s->first.fields[columns->of[TP_TO]], &id)))
        return TROPIC_OK;
    for (int k = 0; k < s->first.count; k++) {
        tp_column_name name;
        tp_column_name_of(&s->first.fields[k], name);
        if (tp_is_edge_type(name)) columns->of[TP_EDGE_TYPE] = k;
    }
    return below_names(s);
}

/* The fast way is for edges whose first line has neither quotes nor other columns between. */
static void finish(search *s, const char *body)
{
    tp_columns *columns = s->columns;
    const char *next = tp_next_line(body, s->text->end);
    for (int role = 0; role < TP_ROLES; role++)
        if (columns->of[role] > columns->last) columns->last = columns->of[role];
    columns->plain = columns->count >= 2 && columns->count <= 3 && columns->of[TP_FROM] == 0 &&
                     columns->of[TP_TO] == 1 && columns->of[TP_EDGE_TYPE] < 0 &&
                     !memchr(body, '"', (size_t)(next - body));
}

tropic_status tp_find_columns(tropic_context *context, const tp_text *text, const char *first, const char comment[2],
                              const tropic_load_options *options, tp_notes *notes, tp_columns *columns,
                              const char **body)
{
    search s = {context, text, options, notes, columns, .first.begin = first};
    tp_chunk all = tp_chunk_all(text, comment);
    tp_wanted_columns wanted = {.count = 0};

    s.all = &all;
    *columns = (tp_columns){.of = {-1, -1, -1, -1}};
    *body = first;
    if (options->columns) TP_TRY(tp_read_wanted(context, options->columns, &wanted));
    if (first == text->end) return TROPIC_OK;
    columns->separator = tp_find_separator(tp_line_begin(&all, first), text->end, (int)wanted.largest);
    read_row(&all, first, columns->separator, &s.first);
    if (options->columns && s.first.count == 0) return tp_chunk_error(context, text, &all);
    read_row(&all, line_after(&all, first), columns->separator, &s.second);
    if (options->columns)
        TP_TRY(as_wanted(&s, &wanted));
    else
        TP_TRY(by_names(&s));
    if (!columns->named && !options->columns) {
        TP_TRY(by_places(&s));
        TP_TRY(note_comment(&s, comment));
    }
    if (columns->named) *body = s.second.begin;
    finish(&s, *body);
    if (*body < text->end) *body = tp_line_begin(&all, *body);
    return TROPIC_OK;
}
