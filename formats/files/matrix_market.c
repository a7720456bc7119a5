/* SPDX-License-Identifier: Apache-2.0
 *
 * Matrix Market: a banner, comments, a line of sizes, entries counted from 1.
 *
 *     %%MatrixMarket matrix coordinate|array real|double|integer|unsigned-integer|pattern general|symmetric|...
 *     ROWS COLS ENTRIES       (array: ROWS COLS)
 *     ROW COL [VALUE]         (array: VALUE, down the columns)
 *
 * `unsigned-integer`, which SciPy writes, and a banner with one %, as in the Network Repository, are not of the format,
 * but read, with a note. Of comments, one counts, below the banner: that rows and columns are two sets of vertices,
 * which of a square matrix nothing else says. It is written of such a matrix alone.
 * Source: Boisvert, Pozo and Remington, The Matrix Market Exchange Formats, NISTIR 5935 (1996).
 */
#include "formats/files/matrix_market.h"
#include "formats/files/write_matrix.h"
#include "formats/matrix/build/filter.h"
#include "formats/matrix/facts/facts.h"

#include <string.h>
#include <strings.h>

static const char banner[] = "%%MatrixMarket";
static const char *const one_sign = banner + 1;
static const char comment[2] = {'%', '%'};
static const char two_sets[] = "% rows and columns are two sets of vertices";

/* The place behind the word that the text begins with, or NULL. */
static const char *skip_banner(const tp_text *text, const char *word)
{
    const size_t length = strlen(word);
    const char *p = text->begin;
    return strncasecmp(p, word, length) == 0 && tp_is_break(p[length]) ? tp_skip_blanks(p + length) : NULL;
}

static bool recognise(const tp_text *text)
{
    return skip_banner(text, banner) || skip_banner(text, one_sign);
}

/* The word at *p, which moves on to the next; its place among `words`, or -1. */
static int read_word(const char **p, const char *const *words)
{
    const char *stop = tp_token_end(*p);
    size_t length = (size_t)(stop - *p);
    int found = -1;
    for (int k = 0; words[k]; k++)
        if (strlen(words[k]) == length && strncasecmp(*p, words[k], length) == 0) found = k;
    if (found >= 0) *p = tp_skip_blanks(stop);
    return found;
}

static tropic_status unknown(tropic_context *context, const tp_text *text, const char *p, const char *wanted)
{
    char quote[TP_QUOTE_LENGTH];
    return tp_text_error(context, text, p, "expected %s in the banner, found %s", wanted,
                         tp_quote(quote, p, text->end));
}

static tropic_status read_banner(tropic_context *context, const tp_text *text, tp_mm_header *header, const char **p)
{
    static const char *const objects[] = {"matrix", NULL};
    static const char *const layouts[] = {"coordinate", "array", NULL};
    static const char *const fields[] = {"real", "double", "integer", "unsigned-integer", "pattern", "complex", NULL};
    static const char *const kinds[] = {"general", "symmetric", "hermitian", "skew-symmetric", NULL};
    static const tp_mm_symmetry symmetries[] = {TP_MM_GENERAL, TP_MM_SYMMETRIC, TP_MM_SYMMETRIC, TP_MM_SKEW};
    enum { INTEGER = 2, UNSIGNED, PATTERN, COMPLEX };
    const char *at = skip_banner(text, banner), *field;
    int layout, type, kind;

    header->one_sign = !at;
    if (!at) at = skip_banner(text, one_sign);
    if (!at) {
        char quote[TP_QUOTE_LENGTH];
        at = tp_skip_blanks(text->begin);
        return tp_text_error(context, text, text->begin, "expected the banner %s, found %s%s", banner,
                             at > text->begin ? "blanks before " : "", tp_quote(quote, at, text->end));
    }
    if (read_word(&at, objects) < 0) return unknown(context, text, at, "\"matrix\"");
    if ((layout = read_word(&at, layouts)) < 0) return unknown(context, text, at, "\"coordinate\" or \"array\"");
    field = at;
    if ((type = read_word(&at, fields)) < 0) return unknown(context, text, at, "\"real\", \"integer\" or \"pattern\"");
    if ((kind = read_word(&at, kinds)) < 0)
        return unknown(context, text, at, "\"general\", \"symmetric\" or \"skew-symmetric\"");
    if (!tp_line_end(at, text->end)) return unknown(context, text, at, "nothing more");

    header->array = layout == 1;
    header->unsigned_integer = type == UNSIGNED;
    header->integer = type == INTEGER || type == UNSIGNED;
    header->pattern = type == PATTERN;
    header->complex = type == COMPLEX;
    header->symmetry = symmetries[kind];
    if (header->pattern && header->array) return tp_text_error(context, text, field, "an array cannot be a pattern");
    if (header->pattern && header->symmetry == TP_MM_SKEW)
        return tp_text_error(context, text, field, "a pattern cannot be skew-symmetric");
    *p = tp_next_line(at, text->end);
    return TROPIC_OK;
}

static bool says_two_sets(const char *p, const char *end)
{
    const size_t length = sizeof two_sets - 1;
    return strncmp(p, two_sets, length) == 0 && tp_line_end(tp_skip_blanks(p + length), end);
}

/* The line of sizes. Returns the place behind it, or NULL after noting the cause. */
static const char *read_sizes(tp_chunk *all, const char *line, tp_mm_header *header)
{
    int64_t rows, cols;
    const char *p;

    if (!(p = tp_read_int(all, line, "number of rows", &rows))) return NULL;
    if (!(p = tp_read_int(all, tp_skip_blanks(p), "number of columns", &cols))) return NULL;
    if (!header->array && !(p = tp_read_int(all, tp_skip_blanks(p), "number of entries", &header->count))) return NULL;
    if (!(p = tp_end_line(all, p))) return NULL;
    if (!tp_check_size(all, line, rows, "rows") || !tp_check_size(all, line, cols, "columns")) return NULL;
    if (header->count < 0) return tp_chunk_fail(all, line, "%lld entries", (long long)header->count);
    if (header->symmetry != TP_MM_GENERAL && rows != cols)
        return tp_chunk_fail(all, line, "a symmetric matrix cannot have %lld rows and %lld columns", (long long)rows,
                             (long long)cols);
    header->rows = (tropic_index)rows;
    header->cols = (tropic_index)cols;
    if (header->array) header->count = tp_mm_array_values(header, cols);
    return p;
}

tropic_status tp_mm_read_header(tropic_context *context, tp_text *text, tp_mm_header *header)
{
    tp_chunk all;
    const char *p = NULL;

    *header = (tp_mm_header){0};
    TP_TRY(read_banner(context, text, header, &p));
    TP_TRY(tp_text_ensure(context, text, &p));
    header->bipartite = says_two_sets(p, text->end);
    TP_TRY(tp_text_entry(context, text, comment, &p));
    all = tp_chunk_all(text, comment);
    header->line = tp_text_line(text, p);
    header->body = read_sizes(&all, p, header);
    return header->body ? TROPIC_OK : tp_chunk_error(context, text, &all);
}

/* A skew-symmetric matrix is its own transpose with the sign changed, so its diagonal is zero and not
 * stored. Where the transpose is wanted (negated), each value needs an opposite, which the least 64-bit
 * integer lacks. */
static tropic_status check_skew(tropic_context *context, const tp_text *text, const tp_body *body, bool negated,
                                const tp_entries *entries)
{
    const int64_t *values = negated && entries->type == TROPIC_INT64 ? entries->values : NULL;
    int64_t bad = 0, line;
    while (bad < entries->count && entries->row_ids[bad] != entries->col_ids[bad] &&
           !(values && values[bad] == INT64_MIN))
        bad++;
    if (bad == entries->count) return TROPIC_OK;
    line = tp_body_line(body, text, bad);
    if (entries->row_ids[bad] == entries->col_ids[bad])
        return tp_line_error(context, text, line, "an entry on the diagonal of a skew-symmetric matrix");
    return tp_line_error(context, text, line, TP_NO_OPPOSITE, (long long)values[bad]);
}

static tropic_status note_banner(tropic_context *context, const tp_text *text, const tp_mm_header *header,
                                 tp_notes *notes)
{
    if (header->one_sign)
        TP_TRY(tp_note(context, notes, text->path, "the banner begins with one %%, where %s was expected", banner));
    if (header->unsigned_integer)
        TP_TRY(tp_note(context, notes, text->path,
                       "\"unsigned-integer\", which Matrix Market does not know, is read as "
                       "\"integer\""));
    return TROPIC_OK;
}

static bool is_not_zero(const tp_entries *e, tropic_offset k, const void *unused)
{
    (void)unused;
    return tp_value_as_double(e->values, e->type, k) != 0;
}

/* Of an array, whose values say where there is an entry: these then go, too, if nobody wants them. */
static tropic_status drop_zeros(tropic_context *context, const tp_text *text, bool ignore_values, tp_entries *entries)
{
    const tropic_offset all = entries->count;
    tp_entries_filter(entries, is_not_zero, NULL);
    if (ignore_values) {
        tp_release(&context->memory, entries->values);
        entries->values = NULL;
        entries->type = TROPIC_BOOL;
        entries->narrowed = false;
    }
    if (entries->count == all) return TROPIC_OK;
    return tp_note(context, &entries->notes, text->path,
                   "zeros of an array are no arcs: %lld were dropped (option zeros)",
                   (long long)(all - entries->count));
}

tropic_status tp_mm_read_body(tropic_context *context, tp_text *text, const tp_mm_header *header,
                              const tropic_load_options *options, bool special, tp_entries *entries)
{
    static const tropic_file_direction said[] = {[TP_MM_GENERAL] = TROPIC_FILE_SILENT,
                                                 [TP_MM_SYMMETRIC] = TROPIC_FILE_UNDIRECTED,
                                                 [TP_MM_SKEW] = TROPIC_FILE_SKEW};
    const bool skew = header->symmetry == TP_MM_SKEW;
    const bool negated = skew && options->direction != TROPIC_DIRECTION_DIRECTED;
    const bool drops = header->array && options->zeros == TROPIC_ZEROS_DROP;
    const bool looks = drops && options->ignore_values; /* at values of any size, for zeros */
    tp_lines lines = {.comment = {comment[0], comment[1]},
                      .trailing = header->complex,
                      .names = {"row", "column"},
                      .limits = {header->rows, header->cols},
                      .expected = header->count,
                      .traced = skew && !header->array};
    tropic_status status;
    if (header->complex && (header->array || !options->ignore_values))
        return tp_fail(
            context, TROPIC_NOT_SUPPORTED, "%s:1: complex values are not supported, only real, integer and pattern%s",
            text->path,
            header->array || special ? "" : "; without its values it is read: --weights none (in C: ignore_values)");
    lines.values =
        (tp_values){looks ? TP_COLUMN_REAL
                          : tp_column_wanted(header->pattern   ? TP_COLUMN_NONE
                                             : header->integer ? TP_COLUMN_INTEGER
                                                               : TP_COLUMN_REAL,
                                             options),
                    "value", .real_type = options->real_type, .special = special || looks, .negated = negated};
    *entries = (tp_entries){.rows = header->rows,
                            .cols = header->cols,
                            .mirrored = header->symmetry != TP_MM_GENERAL,
                            .negated = skew,
                            .bipartite = header->bipartite,
                            .direction = said[header->symmetry],
                            .label_base = 1};
    status = header->array ? tp_mm_read_array(context, text, header, &lines, entries)
                           : tp_lines_read(context, text, header->body, &lines, entries);
    if (status == TROPIC_OK) status = note_banner(context, text, header, &entries->notes);
    if (status == TROPIC_OK && lines.traced) status = check_skew(context, text, &lines.body, negated, entries);
    if (status == TROPIC_OK && drops) status = drop_zeros(context, text, options->ignore_values, entries);
    tp_body_free(context, &lines.body);
    return status;
}

static tropic_status read_matrix(tropic_context *context, tp_text *text, const tropic_load_options *options,
                                 tp_entries *entries)
{
    tp_mm_header header;
    TP_TRY(tp_mm_read_header(context, text, &header));
    return tp_mm_read_body(context, text, &header, options, false, entries);
}

/* ---- writing ---- */

static tropic_status write_matrix(tropic_context *context, const tropic_matrix *A, tp_writer *out)
{
    const bool bipartite = tropic_matrix_is_bipartite(A);
    tp_rows of;
    bool symmetric;

    if (tropic_matrix_rows(A) == 0 || tropic_matrix_cols(A) == 0)
        return tp_fail(context, TROPIC_NOT_SUPPORTED,
                       "a Matrix Market file cannot hold a matrix without rows or columns");
    TP_TRY(tp_rows_open(context, A, &of));
    TP_TRY(tp_is_symmetric(context, A, &symmetric));
    symmetric = symmetric && !bipartite;
    TP_TRY(tp_refuse_special(context, &of, "a Matrix Market file"));
    tp_write_formatted(out, "%s matrix coordinate %s %s\n", banner,
                       !of.values                  ? "pattern"
                       : tp_type_floating(of.type) ? "real"
                                                   : "integer",
                       symmetric ? "symmetric" : "general");
    if (bipartite && of.rows == of.cols) tp_write_formatted(out, "%s\n", two_sets);
    tp_write_formatted(out, "%d %d %lld\n", of.rows, of.cols, (long long)(symmetric ? tp_count_lower(&of) : of.count));
    tp_write_entries(out, &of, &(tp_entry_lines){.separator = ' ', .lower = symmetric});
    return TROPIC_OK;
}

static const char *const suffixes[] = {".mtx", ".mm", NULL};

const tp_reader tp_matrix_market = {TROPIC_FORMAT_MATRIX_MARKET,
                                    "matrix-market",
                                    suffixes,
                                    TROPIC_DUPLICATES_DEFAULT,
                                    recognise,
                                    read_matrix,
                                    write_matrix};
