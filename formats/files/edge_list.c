/* SPDX-License-Identifier: Apache-2.0
 *
 * Edge lists: a line `FROM TO [WEIGHT]` for each arc, separated by blanks, commas or semicolons. Lines that begin with
 * # or % are comments. Ids are any 64-bit integers; they are numbered ascending and become labels. A first line of
 * names (`source,target,weight`, as in CSV) is passed over, and a number may stand in quotes; the columns keep their
 * order, whatever their names. What a comment says ("Undirected", "Nodes: 5") is not believed: such headers are often
 * wrong. One comment counts, so that what was written here can be read again whole: `# vertex ID`, before the first
 * arc, is a vertex that may have none. What is written has tabs, or, by the name x.csv, commas and a line of names.
 */
#include "formats/files/lines.h"
#include "formats/files/write_matrix.h"

#include <string.h>

static const char comment[2] = {'#', '%'};
static const char vertex_mark[] = "# vertex ";

/* Any text may be one: the format for what no other recognises. */
static bool recognise(const tp_text *text)
{
    (void)text;
    return false;
}

/* The id of a `# vertex ID` line at p; false for any other line. */
static bool read_vertex(const char *p, const char *end, int64_t *id)
{
    const size_t length = sizeof vertex_mark - 1;
    if (strncmp(p, vertex_mark, length) != 0) return false;
    p = tp_parse_int(p + length, id);
    return p && tp_line_end(tp_skip_blanks(p), end);
}

typedef struct isolated_ids {
    tp_file_ids *ids;
    int64_t capacity;
} isolated_ids;

/* Keeps the ids of `# vertex ID` lines between p and `stop`, in the window. */
static tropic_status read_isolated(tropic_context *context, const tp_text *text, const char *p, const char *stop,
                                   isolated_ids *isolated)
{
    tp_file_ids *ids = isolated->ids;
    int64_t id;
    for (; p < stop; p = tp_next_line(p, text->end)) {
        const int64_t room = tp_room_for(ids->isolated_count + 1, isolated->capacity);
        if (!read_vertex(p, text->end, &id)) continue;
        if (room > isolated->capacity)
            TP_TRY(tp_grow(context, &ids->isolated, ids->isolated_count, room, sizeof id, "the vertices of a file"));
        isolated->capacity = room;
        ids->isolated[ids->isolated_count++] = id;
    }
    return TROPIC_OK;
}

/* Moves to the next line that is no comment; isolated vertices on the way are kept. */
static tropic_status pass_comments(tropic_context *context, tp_text *text, isolated_ids *isolated, const char **p)
{
    for (;;) {
        const tp_chunk all = tp_chunk_all(text, comment);
        const char *from = *p;
        *p = tp_next_entry(&all, from);
        TP_TRY(read_isolated(context, text, from, *p, isolated));
        if (*p < text->end || !text->more) return TROPIC_OK;
        TP_TRY(tp_text_next(context, text, -1));
        *p = text->begin;
    }
}

/* May a column's name begin so? */
static bool is_letter(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' || (unsigned char)c >= 0x80;
}

/* What follows a line of two names or more, quoted or not, between commas, semicolons or tabs; NULL: it is none. */
static const char *read_names(const char *p, const char *end, int *columns)
{
    const char *next;
    for (*columns = 1;; ++*columns, p++) {
        while (*p == ' ' || *p == '"') p++;
        if (!is_letter(*p)) return NULL;
        while ((unsigned char)*p >= ' ' && *p != ',' && *p != ';') p++;
        next = tp_line_end(p, end);
        if (next) return *columns > 1 ? next : NULL;
        if (*p != ',' && *p != ';' && *p != '\t') return NULL;
    }
}

/* Quotes around what begins like a number become blanks; others stay, for parsing to name. */
static void unquote(char *p, const char *end)
{
    const char *const begin = p;
    for (char *q; (p = memchr(p, '"', (size_t)(end - p))); p = q) {
        const bool begins = p == begin || tp_is_break(p[-1]);
        const bool number = tp_is_digit(p[1]) || p[1] == '-' || p[1] == '+' || p[1] == '.';
        for (q = p + 1; *q != '"' && !tp_is_break(*q);) q++;
        if (*q == '"' && begins && number && tp_is_break(q[1])) *p = *q = ' ';
        if (*q == '"') q++;
    }
}

typedef struct start {
    int names;       /* columns of the line of names; 0: there is none */
    bool quotes;     /* are in use */
    const char *arc; /* the first, in the text's window */
} start;

static bool has_quote(const char *p, const char *end)
{
    return memchr(p, '"', (size_t)(tp_next_line(p, end) - p)) != NULL;
}

/* The same place, to be changed. */
static char *changeable(const tp_text *text, const char *p)
{
    return (char *)text->memory + (p - (const char *)text->memory);
}

static tropic_status read_arcs(tropic_context *context, tp_text *text, const start *at,
                               const tropic_load_options *options, tp_lines *lines, tp_entries *entries)
{
    const char *arc = at->arc;
    int columns;

    if (at->quotes) unquote(changeable(text, arc), tp_next_line(arc, text->end));
    arc = tp_skip_blanks(arc);
    columns = tp_count_columns(arc, text->end, true);
    if (columns > 3)
        return tp_text_error(context, text, arc, "expected 2 or 3 columns (FROM TO [WEIGHT]), found %d", columns);
    if (at->names > 0 && columns != at->names && arc < text->end)
        return tp_text_error(context, text, arc, "the first line names %d columns, this one has %d", at->names,
                             columns);
    if (arc == text->end && lines->file_ids.isolated_count == 0)
        return tp_text_error(context, text, text->end, "no arcs: expected lines FROM TO [WEIGHT]");
    lines->values = (tp_values){tp_column_wanted(columns < 3 ? TP_COLUMN_NONE : TP_COLUMN_ANY, options), "weight",
                                .real_type = options->real_type};
    lines->prepare = at->quotes ? unquote : NULL;
    return tp_lines_read(context, text, arc, lines, entries);
}

/* Names without numbers below them are no header but the first thing that is wrong: reads them as an arc. */
static tropic_status refuse_names(tropic_context *context, tp_text *names, const tropic_load_options *options,
                                  tp_lines *lines, tp_entries *entries)
{
    const start at = {0, has_quote(names->begin, names->end), names->begin};
    return read_arcs(context, names, &at, options, lines, entries);
}

/* From the line of names at p, which the window may leave. */
static tropic_status read_named(tropic_context *context, tp_text *text, const char *p, start *at,
                                isolated_ids *isolated, const tropic_load_options *options, tp_lines *lines,
                                tp_entries *entries)
{
    const char *next = tp_next_line(p, text->end);
    const size_t length = (size_t)(next - p);
    const int64_t before = tp_text_line(text, p) - 1;
    char *copy = tp_allocate_zero(&context->memory, (int64_t)length + 1, 1);
    tp_text names = {.path = text->path, .begin = copy, .end = copy + length, .memory = copy, .lines = before};
    tropic_status status;
    int64_t number;

    if (!copy) return tp_out_of_memory(context, "the text of a file");
    memcpy(copy, p, length);
    status = pass_comments(context, text, isolated, &next);
    if (status == TROPIC_OK) {
        at->arc = next;
        at->quotes = at->quotes || has_quote(next, text->end);
        status = next < text->end && !tp_parse_int(next + (*next == '"'), &number)
                     ? refuse_names(context, &names, options, lines, entries)
                     : read_arcs(context, text, at, options, lines, entries);
    }
    tp_release(&context->memory, copy);
    return status;
}

static tropic_status read_text(tropic_context *context, tp_text *text, const tropic_load_options *options,
                               tp_lines *lines, tp_entries *entries)
{
    isolated_ids isolated = {&lines->file_ids, 0};
    const char *p = text->begin;
    start at = {0};

    TP_TRY(pass_comments(context, text, &isolated, &p));
    at.arc = p;
    at.quotes = has_quote(p, text->end);
    if (read_names(p, text->end, &at.names))
        return read_named(context, text, p, &at, &isolated, options, lines, entries);
    at.names = 0;
    return read_arcs(context, text, &at, options, lines, entries);
}

static tropic_status read_list(tropic_context *context, tp_text *text, const tropic_load_options *options,
                               tp_entries *entries)
{
    tp_lines lines = {
        .comment = {comment[0], comment[1]}, .commas = true, .names = {"vertex id", "vertex id"}, .expected = -1};
    tropic_status status;

    *entries = (tp_entries){0};
    status = read_text(context, text, options, &lines, entries);
    if (status != TROPIC_OK) {
        tp_release(&context->memory, lines.file_ids.isolated);
        return status;
    }
    return tp_compact(context, text->path, &lines.file_ids, entries);
}

static tropic_status write_list(tropic_context *context, const tropic_matrix *A, tp_writer *out)
{
    static const char name[] = "an edge list";
    const bool commas = tp_name_ends(tp_writer_name(out), ".csv");
    tp_rows of;
    tp_isolated isolated;

    TP_TRY(tp_refuse_shape(context, A, name));
    TP_TRY(tp_rows_open(context, A, &of));
    TP_TRY(tp_refuse_special(context, &of, name));
    TP_TRY(tp_find_isolated(context, &of, &isolated));
    if (!commas) tp_write_formatted(out, "# Nodes: %d Edges: %lld\n", of.rows, (long long)of.count);
    for (tropic_index i = 0; i < of.rows && isolated.count > 0 && !tp_writer_stopped(out); i++)
        if (tp_is_isolated(&isolated, i))
            tp_write_formatted(out, "%s%lld\n", vertex_mark, (long long)tropic_matrix_label(A, i));
    if (commas) tp_write_formatted(out, of.values ? "source,target,weight\n" : "source,target\n");
    tp_write_entries(out, &of,
                     &(tp_entry_lines){.separator = commas ? ',' : '\t', .labels = true, .form = TP_VALUE_TYPED});
    tp_isolated_free(context, &isolated);
    return TROPIC_OK;
}

static const char *const suffixes[] = {".txt", ".tsv", ".edges", ".el", ".csv", ".wel", NULL};

const tp_reader tp_edge_list = {
    TROPIC_FORMAT_EDGE_LIST, "edge-list", suffixes, TROPIC_DUPLICATES_MIN, recognise, read_list, write_list};
