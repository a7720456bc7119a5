/* SPDX-License-Identifier: Apache-2.0
 *
 * Edge lists: a line `FROM TO [WEIGHT]` for each arc, separated by blanks, commas or semicolons, or a table whose
 * columns a line of names tells (`id,from,to,weight`), as programs export it: columns.h. Lines that begin with # or %
 * are comments. Ids are any 64-bit integers; they are numbered ascending and become labels. What a comment says
 * ("Undirected", "Nodes: 5") is not believed: such headers are often wrong. One comment counts, so that what was
 * written here can be read again whole: `# vertex ID`, before the first arc, is a vertex that may have none. So is a
 * row of a table, which knows no comments, that has a source and no target: `ID,`. What is written has tabs, or, by the
 * name x.csv, commas, a line of names, and such rows.
 */
#include "formats/files/lines.h"
#include "formats/files/sizes.h"
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

static bool is_empty(const tp_field *fields, int count, int column)
{
    return column < 0 || column >= count || fields[column].begin == fields[column].end;
}

/* The id of a row at p that has a source alone; false for any other. */
static bool read_lonely(tp_chunk *all, const char *p, const tp_columns *columns, int64_t *id)
{
    const int *of = columns->of;
    tp_field fields[TP_MAX_COLUMNS];
    const int count = tp_read_fields(all, p, columns->separator, fields, TP_MAX_COLUMNS);
    return count > 1 && of[TP_FROM] < count && tp_field_integer(&fields[of[TP_FROM]], id) &&
           is_empty(fields, count, of[TP_TO]) && is_empty(fields, count, of[TP_WEIGHT]);
}

/* How many such rows there are from `body` on. Where `ids` has room for their vertices, these are appended, and
 * comments made of the rows. */
static int64_t take_lonely(const tp_text *text, const char *body, const tp_columns *columns, tp_file_ids *ids)
{
    tp_chunk all = tp_chunk_all(text, comment);
    int64_t id, count = 0;
    for (const char *p = body; p < text->end; p = tp_next_entry(&all, tp_next_line(p, text->end))) {
        const char *line = tp_line_begin(&all, p);
        if (!read_lonely(&all, line, columns, &id)) continue;
        count++;
        if (!ids) continue;
        ids->isolated[ids->isolated_count++] = id;
        ((char *)text->memory)[line - (const char *)text->memory] = comment[0];
    }
    return count;
}

/* Room for so many more. */
static tropic_status extend_isolated(tropic_context *context, tp_file_ids *ids, int64_t more)
{
    int64_t *all = tp_allocate(&context->memory, ids->isolated_count + more, sizeof *all);
    if (!all) return tp_out_of_memory(context, "the vertices of a file");
    if (ids->isolated) memcpy(all, ids->isolated, (size_t)ids->isolated_count * sizeof *all);
    tp_release(&context->memory, ids->isolated);
    ids->isolated = all;
    return TROPIC_OK;
}

/* Rows with a source alone are rare: they are looked for if reading fails, as it does where there is one. */
static tropic_status read_rows(tropic_context *context, const tp_text *text, const char *body,
                               const tp_columns *columns, tp_lines *lines, tp_entries *entries)
{
    const tropic_status status = tp_lines_read(context, text, body, lines, entries);
    int64_t count;
    if (status != TROPIC_FORMAT_ERROR || columns->separator == TP_BLANKS) return status;
    count = take_lonely(text, body, columns, NULL);
    if (count == 0) return status;
    TP_TRY(extend_isolated(context, &lines->file_ids, count));
    take_lonely(text, body, columns, &lines->file_ids);
    *entries = (tp_entries){0};
    return tp_lines_read(context, text, body, lines, entries);
}

/* How the columns are read. What is not looked at must be there, where lines are read the fast way. */
static tp_column value_column(const tp_columns *columns, const tropic_load_options *options)
{
    if (columns->of[TP_WEIGHT] >= 0) return tp_column_wanted(TP_COLUMN_ANY, options);
    return columns->count > 2 ? TP_COLUMN_SKIP : TP_COLUMN_NONE;
}

/* What the beginning of the text says. */
typedef struct head {
    const char *body; /* the first edge; the end of the text: there is none */
    tp_sizes sizes;
    tp_columns columns;
    tp_notes notes;
} head;

static tropic_status read_head(tropic_context *context, const tp_text *text, const tropic_load_options *options,
                               head *h)
{
    const tp_chunk all = tp_chunk_all(text, comment);
    const char *first = tp_next_entry(&all, text->begin);
    TP_TRY(tp_sizes_look(context, text, first, comment, options, &h->sizes));
    if (h->sizes.apart) first = tp_next_entry(&all, tp_next_line(first, text->end));
    return tp_find_columns(context, text, first, comment, options, &h->notes, &h->columns, &h->body);
}

static tropic_status read_edges(tropic_context *context, const tp_text *text, const tropic_load_options *options,
                                head *h, tp_entries *entries)
{
    tp_lines lines = {.columns = &h->columns,
                      .comment = {comment[0], comment[1]},
                      .commas = true,
                      .names = {"vertex id", "vertex id"},
                      .expected = -1,
                      .values = {value_column(&h->columns, options), "weight", .real_type = options->real_type}};
    tropic_status status = read_isolated(context, text, h->body, &lines.file_ids);

    if (status == TROPIC_OK && h->body == text->end && lines.file_ids.isolated_count == 0 && !h->sizes.wanted)
        status = tp_text_error(context, text, text->end,
                               h->columns.named ? "no arcs below the line of names (" TP_NO_WORDS ")"
                                                : "no arcs: expected lines FROM TO [WEIGHT]");
    if (status == TROPIC_OK) status = read_rows(context, text, h->body, &h->columns, &lines, entries);
    if (status == TROPIC_OK)
        status = tp_sizes_settle(context, text->path, &h->sizes, &lines.file_ids, entries, &h->notes);
    entries->direction = h->columns.direction;
    entries->mirrored = entries->direction == TROPIC_FILE_UNDIRECTED;
    if (status == TROPIC_OK) return tp_compact(context, text->path, &lines.file_ids, entries);
    tp_file_ids_free(context, &lines.file_ids);
    return status;
}

static tropic_status read_list(tropic_context *context, const tp_text *text, const tropic_load_options *options,
                               tp_entries *entries)
{
    head h = {.body = NULL};
    tropic_status status = read_head(context, text, options, &h);
    *entries = (tp_entries){0};
    if (status == TROPIC_OK) status = read_edges(context, text, options, &h, entries);
    entries->notes = h.notes;
    return status;
}

/* Vertices without an arc, each on a line between these. */
static void write_isolated(tp_writer *out, const tropic_matrix *A, const tp_isolated *isolated, const char *before,
                           const char *after)
{
    const tropic_index n = tropic_matrix_rows(A);
    for (tropic_index i = 0; i < n && isolated->count > 0 && !tp_writer_stopped(out); i++)
        if (tp_is_isolated(isolated, i))
            tp_write_formatted(out, "%s%lld%s\n", before, (long long)tropic_matrix_label(A, i), after);
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
    if (commas)
        tp_write_formatted(out, of.values ? "source,target,weight\n" : "source,target\n");
    else
        tp_write_formatted(out, "# Nodes: %d Edges: %lld\n", of.rows, (long long)of.count);
    if (!commas) write_isolated(out, A, &isolated, vertex_mark, "");
    tp_write_entries(out, &of,
                     &(tp_entry_lines){.separator = commas ? ',' : '\t', .labels = true, .form = TP_VALUE_TYPED});
    if (commas) write_isolated(out, A, &isolated, "", of.values ? ",," : ",");
    tp_isolated_free(context, &isolated);
    return TROPIC_OK;
}

static const char *const suffixes[] = {".txt", ".tsv", ".edges", ".el", ".csv", ".wel", NULL};

const tp_reader tp_edge_list = {
    TROPIC_FORMAT_EDGE_LIST, "edge-list", suffixes, TROPIC_DUPLICATES_MIN, recognise, read_list, write_list};
