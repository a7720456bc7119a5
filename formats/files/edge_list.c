/* SPDX-License-Identifier: Apache-2.0
 *
 * Edge lists: a line `FROM TO [WEIGHT]` for each arc, separated by blanks, commas or semicolons, or a table whose
 * columns a line of names tells (`id,from,to,weight`), as programs export it: columns.h. Lines that begin with # or %
 * are comments. Ids are any 64-bit integers; they are numbered ascending and become labels. Comments ("Undirected",
 * "Nodes: 5") are not believed: such headers are often wrong. Two comments before the first arc count, so that a file
 * written here can be read again whole: `# vertex ID` is a vertex that may have no arc, and so is a row of a table,
 * which knows no comments, that has a source and no target: `ID,`; and the line of `both_mark`, with which the graph is
 * undirected, and each edge is there as two arcs. A written file has tabs, or, by the name x.csv, commas, a line of
 * names, and such rows.
 */
#include "formats/files/text/lines.h"
#include "formats/files/text/sizes.h"
#include "formats/files/write_matrix.h"

#include <string.h>

static const char comment[2] = {'#', '%'};
static const char vertex_mark[] = "# vertex ";
static const char both_mark[] = "# undirected, each edge in both directions";
/* Lines that are no comments, from which it is told how the text begins: of sizes, of names, the first edge. */
#define HEAD_LINES 3

/* Any text may be one: the format for texts that no other recognises. */
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

/* Rows with a source alone become isolated vertices. */
static tropic_status take_lonely(tropic_context *context, tp_lines *lines, isolated_ids *isolated, tp_entries *e)
{
    tp_file_ids *ids = &lines->file_ids;
    const size_t size = tp_entries_size(e);
    int64_t kept = 0, lonely = 0;
    for (int64_t k = 0; lines->lonely && k < e->count; k++) lonely += lines->lonely[k];
    if (lonely == 0) return TROPIC_OK;
    TP_TRY(tp_grow(context, &ids->isolated, ids->isolated_count, ids->isolated_count + lonely, sizeof *ids->isolated,
                   "the vertices of a file"));
    isolated->capacity = ids->isolated_count + lonely;
    for (int64_t k = 0; k < e->count; k++) {
        if (lines->lonely[k]) {
            ids->isolated[ids->isolated_count++] = tp_file_id(ids, e, 0, k);
            continue;
        }
        for (int side = 0; side < 2; side++) {
            tropic_index *narrow = side == 0 ? e->row_ids : e->col_ids;
            if (ids->wide[side])
                ids->wide[side][kept] = ids->wide[side][k];
            else
                narrow[kept] = narrow[k];
        }
        if (size > 0) memmove(tp_value_at(e->values, size, kept), tp_value_at(e->values, size, k), size);
        kept++;
    }
    e->count = kept;
    return TROPIC_OK;
}

/* How the columns are read. A column that is not looked at must be there, where lines are read the fast way. */
static tp_column value_column(const tp_columns *columns, const tropic_load_options *options)
{
    if (columns->of[TP_WEIGHT] >= 0) return tp_column_wanted(TP_COLUMN_ANY, options);
    return columns->count > 2 ? TP_COLUMN_SKIP : TP_COLUMN_NONE;
}

/* Facts from the beginning of the text. */
typedef struct head {
    const char *body; /* the first edge, in the window; its end: there is none */
    isolated_ids isolated;
    int64_t stated; /* how many edges a comment says there are; -1: none does */
    bool both;      /* is both_mark among the comments? */
    tp_sizes sizes;
    tp_columns columns;
    tp_notes notes;
} head;

/* Reads the comments between p and `stop`, in the window. */
static tropic_status read_comments(tropic_context *context, const tp_text *text, const char *p, const char *stop,
                                   head *h)
{
    TP_TRY(read_isolated(context, text, p, stop, &h->isolated));
    for (; p < stop; p = tp_next_line(p, text->end)) {
        const int64_t stated = tp_sizes_stated(p, text->end);
        if (stated >= 0) h->stated = stated;
        if (strncmp(p, both_mark, sizeof both_mark - 1) == 0 && tp_line_end(p + sizeof both_mark - 1, text->end))
            h->both = true;
    }
    return TROPIC_OK;
}

/* Moves to the first line that is no comment. */
static tropic_status pass_comments(tropic_context *context, tp_text *text, head *h, const char **p)
{
    for (*p = text->begin;; *p = text->begin) {
        const tp_chunk all = tp_chunk_all(text, comment);
        const char *from = *p;
        *p = tp_next_entry(&all, from);
        TP_TRY(read_comments(context, text, from, *p, h));
        if (*p < text->end || !text->more) return TROPIC_OK;
        TP_TRY(tp_text_next(context, text, -1));
    }
}

/* Is it a comment that nobody reads? (One with a carriage return alone is wrong.) */
static bool is_mere_comment(const char *line, const char *next)
{
    if (*line != comment[0] && *line != comment[1]) return false;
    return strncmp(line, vertex_mark, sizeof vertex_mark - 1) != 0 && !tp_bare_return(line, next);
}

static tropic_status read_head(tropic_context *context, tp_text *text, const tropic_load_options *options, head *h)
{
    const char *first, *begin;
    tp_chunk all;
    TP_TRY(pass_comments(context, text, h, &first));
    TP_TRY(tp_text_hold(context, text, comment, HEAD_LINES, is_mere_comment, &first));
    all = tp_chunk_all(text, comment);
    begin = first;
    TP_TRY(tp_sizes_look(context, text, first, comment, options, h->stated, &h->sizes));
    if (h->sizes.apart) first = tp_next_entry(&all, tp_next_line(first, text->end));
    TP_TRY(tp_find_columns(context, text, first, comment, options, &h->notes, &h->columns, &h->body));
    return read_isolated(context, text, begin, h->body, &h->isolated);
}

static tropic_status read_edges(tropic_context *context, tp_text *text, const tropic_load_options *options, head *h,
                                tp_lines *lines, tp_entries *entries)
{
    TP_TRY(read_head(context, text, options, h));
    lines->values.column = value_column(&h->columns, options);
    TP_TRY(tp_lines_read(context, text, h->body, lines, entries));
    TP_TRY(take_lonely(context, lines, &h->isolated, entries));
    if (entries->count == 0 && lines->file_ids.isolated_count == 0 && !h->sizes.wanted)
        return tp_text_error(context, text, text->end,
                             h->columns.named ? "no arcs below the line of names (" TP_NO_WORDS ")"
                                              : "no arcs: expected lines FROM TO [WEIGHT]");
    TP_TRY(tp_sizes_settle(context, text->path, &h->sizes, &lines->file_ids, entries, &h->notes));
    entries->direction = h->columns.direction;
    entries->mirrored = entries->direction == TROPIC_FILE_UNDIRECTED;
    if (h->both && entries->direction == TROPIC_FILE_SILENT) entries->direction = TROPIC_FILE_UNDIRECTED;
    return TROPIC_OK;
}

static tropic_status read_list(tropic_context *context, tp_text *text, const tropic_load_options *options,
                               tp_entries *entries)
{
    head h = {.stated = -1};
    tp_lines lines = {.columns = &h.columns,
                      .comment = {comment[0], comment[1]},
                      .commas = true,
                      .names = {"vertex id", "vertex id"},
                      .expected = -1,
                      .values = {.name = "weight", .real_type = options->real_type}};
    tropic_status status;

    h.isolated.ids = &lines.file_ids;
    *entries = (tp_entries){0};
    status = read_edges(context, text, options, &h, &lines, entries);
    if (status == TROPIC_OK)
        status = tp_compact(context, text->path, &lines.file_ids, entries);
    else
        tp_file_ids_free(context, &lines.file_ids);
    tp_release(&context->memory, lines.lonely);
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

/* Has it edges, and no direction that a file gave it? */
static tropic_status is_undirected(tropic_context *context, const tp_rows *of, bool *undirected)
{
    *undirected = false;
    if (tropic_matrix_file_direction(of->A) == TROPIC_FILE_DIRECTED) return TROPIC_OK;
    TP_TRY(tp_is_symmetric(context, of->A, undirected));
    *undirected = *undirected && tp_count_lower(of) < of->count;
    return TROPIC_OK;
}

static tropic_status write_list(tropic_context *context, const tropic_matrix *A, tp_writer *out)
{
    static const char name[] = "an edge list";
    const bool commas = tp_name_ends(tp_writer_name(out), ".csv");
    tp_rows of;
    tp_isolated isolated;
    bool both = false;

    TP_TRY(tp_refuse_shape(context, A, name));
    TP_TRY(tp_rows_open(context, A, &of));
    TP_TRY(tp_refuse_special(context, &of, name));
    if (!commas) TP_TRY(is_undirected(context, &of, &both));
    TP_TRY(tp_find_isolated(context, &of, &isolated));
    if (commas)
        tp_write_formatted(out, of.values ? "source,target,weight\n" : "source,target\n");
    else
        tp_write_formatted(out, "# Nodes: %d Edges: %lld\n", of.rows, (long long)of.count);
    if (both) tp_write_formatted(out, "%s\n", both_mark);
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
