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
#include "formats/files/lines.h"
#include "formats/files/write_matrix.h"

#include <string.h>

static const char comment[2] = {'c', 'c'};

/* The first line that is no comment, past its blanks. */
static const char *problem_line(const tp_text *text)
{
    tp_chunk all = {.end = text->end, .text_end = text->end, .comment = {comment[0], comment[1]}};
    return tp_next_entry(&all, text->begin);
}

static bool recognise(const tp_text *text)
{
    const char *p = problem_line(text);
    return *p == 'p' && (p[1] == ' ' || p[1] == '\t');
}

static bool word_is(const char *p, const char *word)
{
    size_t length = strlen(word);
    return (size_t)(tp_token_end(p) - p) == length && memcmp(p, word, length) == 0;
}

typedef struct problem {
    bool edges; /* undirected, no weights */
    int64_t vertices, count;
    const char *line, *body;
} problem;

static tropic_status read_problem(tropic_context *context, const tp_text *text, problem *found)
{
    char quote[TP_QUOTE_LENGTH];
    tp_chunk scratch = {.text_end = text->end};
    const char *p = problem_line(text), *at;

    found->line = p;
    if (*p != 'p' || (p[1] != ' ' && p[1] != '\t'))
        return tp_text_error(context, text, p, "expected \"p sp VERTICES ARCS\", found %s",
                             tp_quote(quote, p, text->end));
    p = tp_skip_blanks(p + 1);
    found->edges = word_is(p, "edge") || word_is(p, "col");
    if (!found->edges && !word_is(p, "sp"))
        return tp_text_error(context, text, p, "problem %s: only \"sp\", \"edge\" and \"col\" are read%s",
                             tp_quote(quote, p, text->end),
                             word_is(p, "aux") ? " (this looks like a file of coordinates)" : "");
    at = tp_skip_blanks(tp_token_end(p));
    if (!(p = tp_read_int(&scratch, at, "number of vertices", &found->vertices)))
        return tp_text_error(context, text, at, "%s", scratch.cause);
    at = tp_skip_blanks(p);
    if (!(p = tp_read_int(&scratch, at, "number of arcs", &found->count)))
        return tp_text_error(context, text, at, "%s", scratch.cause);
    p = tp_skip_blanks(p);
    found->body = tp_line_end(p, text->end);
    if (!found->body)
        return tp_text_error(context, text, p, "expected the end of the line, found %s", tp_quote(quote, p, text->end));
    if (found->vertices < 1 || found->vertices > TROPIC_INDEX_MAX)
        return tp_text_error(context, text, found->line, "%lld vertices: expected 1 .. %d", (long long)found->vertices,
                             (int)TROPIC_INDEX_MAX);
    if (found->count < 0) return tp_text_error(context, text, found->line, "%lld arcs", (long long)found->count);
    return TROPIC_OK;
}

static tropic_status read_graph(tropic_context *context, const tp_text *text, const tropic_load_options *options,
                                tp_entries *entries)
{
    problem found = {0};
    tp_lines lines = {.comment = {comment[0], comment[1]}, .names = {"vertex", "vertex"}};

    TP_TRY(read_problem(context, text, &found));
    lines.letter = found.edges ? 'e' : 'a';
    lines.limits[0] = lines.limits[1] = (tropic_index)found.vertices;
    lines.expected = found.count;
    lines.values = (tp_values){.column = found.edges              ? TP_COLUMN_NONE
                                         : options->ignore_values ? TP_COLUMN_SKIP
                                                                  : TP_COLUMN_INTEGER,
                               .name = "weight",
                               .real_type = options->real_type};
    *entries = (tp_entries){.rows = (tropic_index)found.vertices,
                            .cols = (tropic_index)found.vertices,
                            .mirrored = found.edges,
                            .direction = found.edges ? TROPIC_FILE_UNDIRECTED : TROPIC_FILE_DIRECTED,
                            .label_base = 1};
    return tp_lines_read(context, text, found.body, &lines, entries);
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
