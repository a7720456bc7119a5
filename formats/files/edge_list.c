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

/* Ids of `# vertex ID` lines before `body`; counted first, for the size of the array. */
static tropic_status read_isolated(tropic_context *context, const tp_text *text, const char *body, tp_file_ids *ids)
{
    int64_t id, count = 0;
    for (const char *p = text->begin; p < body; p = tp_next_line(p, text->end)) count += read_vertex(p, text->end, &id);
    if (count == 0) return TROPIC_OK;
    ids->isolated = tp_allocate(&context->memory, count, sizeof *ids->isolated);
    if (!ids->isolated) return tp_out_of_memory(context, "the vertices of a file");
    for (const char *p = text->begin; p < body; p = tp_next_line(p, text->end))
        if (read_vertex(p, text->end, &id)) ids->isolated[ids->isolated_count++] = id;
    return TROPIC_OK;
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

/* The first arc; where quotes are in use, without them. *names: the columns of the line of names before it, or 0. */
static const char *find_body(const tp_text *text, int *names)
{
    const tp_chunk all = tp_chunk_all(text, comment);
    const char *first = tp_next_entry(&all, text->begin), *body;
    int64_t number;

    body = read_names(first, text->end, names);
    body = body ? tp_next_entry(&all, body) : first;
    /* Names without numbers below them are no header but the first thing that is wrong. */
    if (body != first && body != text->end && !tp_parse_int(body + (*body == '"'), &number)) body = first;
    if (body == first) *names = 0;
    if (memchr(first, '"', (size_t)(tp_next_line(body, text->end) - first)))
        unquote((char *)text->memory + (body - (const char *)text->memory), text->end);
    return tp_skip_blanks(body);
}

static tropic_status read_list(tropic_context *context, const tp_text *text, const tropic_load_options *options,
                               tp_entries *entries)
{
    int names;
    const char *body = find_body(text, &names);
    const int columns = tp_count_columns(body, text->end, true);
    tp_lines lines = {
        .comment = {comment[0], comment[1]}, .commas = true, .names = {"vertex id", "vertex id"}, .expected = -1};
    tropic_status status;

    if (columns > 3)
        return tp_text_error(context, text, body, "expected 2 or 3 columns (FROM TO [WEIGHT]), found %d", columns);
    if (names > 0 && columns != names && body < text->end)
        return tp_text_error(context, text, body, "the first line names %d columns, this one has %d", names, columns);
    lines.values = (tp_values){tp_column_wanted(columns < 3 ? TP_COLUMN_NONE : TP_COLUMN_ANY, options), "weight",
                               .real_type = options->real_type};
    *entries = (tp_entries){0};
    TP_TRY(read_isolated(context, text, body, &lines.file_ids));
    if (body == text->end && lines.file_ids.isolated_count == 0)
        return tp_text_error(context, text, text->end, "no arcs: expected lines FROM TO [WEIGHT]");
    status = tp_lines_read(context, text, body, &lines, entries);
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
