/* SPDX-License-Identifier: Apache-2.0
 *
 * DIMACS: comments, a problem line, arcs counted from 1.
 *
 *     c COMMENT
 *     p sp VERTICES ARCS              p edge|col VERTICES EDGES
 *     a FROM TO WEIGHT                e FROM TO
 *
 * The left form is that of the 9th challenge (shortest paths; arcs, integer weights), the right one
 * of the 2nd (colouring; undirected edges).
 * Source: http://www.diag.uniroma1.it/challenge9/format.shtml
 */
#include "formats/files/text/lines.h"
#include "formats/files/write_matrix.h"

static const char comment[2] = {'c', 'c'};

/* The first line that is no comment tells. Where there is none yet, comments do: no other format has such. */
static bool recognise(const tp_text *text)
{
    const tp_chunk all = tp_chunk_all(text, comment), none = tp_chunk_all(text, "\0");
    const char *line = tp_next_entry(&all, text->begin);
    if (line == text->end && text->more) return *tp_next_entry(&none, text->begin) == comment[0];
    return tp_skip_letter(line, 'p') != NULL;
}

typedef struct problem {
    bool edges; /* undirected, no weights */
    int64_t vertices, count;
} problem;

/* The place behind the problem line, which begins at `line`. NULL after noting the cause. */
static const char *read_problem(tp_chunk *all, const char *line, problem *found)
{
    char quote[TP_QUOTE_LENGTH];
    const char *p = tp_skip_letter(line, 'p'), *kind = p;

    if (!p) return tp_chunk_expected(all, line, "\"p sp VERTICES ARCS\"");
    found->edges = tp_take_word(&p, "edge") || tp_take_word(&p, "col");
    if (!found->edges && !tp_take_word(&p, "sp"))
        return tp_chunk_fail(all, kind, "problem %s: only \"sp\", \"edge\" and \"col\" are read%s",
                             tp_quote(quote, kind, all->text_end),
                             tp_take_word(&p, "aux") ? " (this looks like a file of coordinates)" : "");
    if (!(p = tp_read_int(all, p, "number of vertices", &found->vertices))) return NULL;
    if (!(p = tp_read_int(all, tp_skip_blanks(p), "number of arcs", &found->count))) return NULL;
    if (!(p = tp_end_line(all, p))) return NULL;
    if (!tp_check_size(all, line, found->vertices, "vertices")) return NULL;
    return found->count < 0 ? tp_chunk_fail(all, line, "%lld arcs", (long long)found->count) : p;
}

static tropic_status read_graph(tropic_context *context, tp_text *text, const tropic_load_options *options,
                                tp_entries *entries)
{
    problem found = {0};
    tp_chunk all;
    const char *body = text->begin;
    tp_lines lines = {.comment = {comment[0], comment[1]}, .names = {"vertex", "vertex"}};

    TP_TRY(tp_text_entry(context, text, comment, &body));
    all = tp_chunk_all(text, comment);
    body = read_problem(&all, body, &found);
    if (!body) return tp_chunk_error(context, text, &all);
    lines.letter = found.edges ? 'e' : 'a';
    lines.limits[0] = lines.limits[1] = (tropic_index)found.vertices;
    lines.expected = found.count;
    lines.values = (tp_values){tp_column_wanted(found.edges ? TP_COLUMN_NONE : TP_COLUMN_INTEGER, options), "weight",
                               .real_type = options->real_type};
    *entries = (tp_entries){.rows = (tropic_index)found.vertices,
                            .cols = (tropic_index)found.vertices,
                            .mirrored = found.edges,
                            .direction = found.edges ? TROPIC_FILE_UNDIRECTED : TROPIC_FILE_DIRECTED,
                            .label_base = 1};
    return tp_lines_read(context, text, body, &lines, entries);
}

static tropic_status write_graph(tropic_context *context, const tropic_matrix *A, tp_writer *out)
{
    static const char name[] = "a DIMACS file";
    tp_rows of;

    TP_TRY(tp_refuse_shape(context, A, name));
    TP_TRY(tp_rows_open(context, A, &of));
    TP_TRY(tp_refuse_fractions(context, &of, INT64_MIN, name));
    tp_write_formatted(out, "p sp %d %lld\n", of.rows, (long long)of.count);
    tp_write_entries(out, &of, &(tp_entry_lines){.letter = 'a', .separator = ' ', .form = TP_VALUE_INTEGER});
    return TROPIC_OK;
}

static const char *const suffixes[] = {".gr", ".dimacs", ".col", NULL};

const tp_reader tp_dimacs = {TROPIC_FORMAT_DIMACS, "dimacs",   suffixes, TROPIC_DUPLICATES_MIN, recognise,
                             read_graph,           write_graph};
