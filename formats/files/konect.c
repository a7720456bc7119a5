/* SPDX-License-Identifier: Apache-2.0
 *
 * KONECT: a line on the kind, perhaps one of sizes, and edges counted from 1.
 *
 *     % sym|asym|bip unweighted|positive|posweighted|signed|weighted|...
 *     % EDGES ROWS COLS
 *     FROM TO [WEIGHT [TIME]]
 *
 * `positive` is a multigraph: weights are multiplicities, 1 where there is no column of them, and add up.
 * `sym` is an undirected graph, each edge once; `asym` a directed one; `bip` a bipartite one, read as
 * the ROWS x COLS matrix between its two sides. Without sizes, ids are numbered ascending and become
 * labels; a bipartite graph's sizes are then its largest ids. Its sides stay two sets of vertices where they are as
 * large as each other. `dynamic` has edges that come (weight 1) and go (-1), in the order of their times, or else of
 * the lines: the graph is the edges that are there in the end, without weights. Otherwise times are dropped.
 * Source: Kunegis, KONECT, WWW 2013 companion; handbook at konect.cc.
 */
#include "formats/files/konect_dynamic.h"
#include "formats/files/text/lines.h"
#include "formats/files/write_matrix.h"

static const char comment[2] = {'%', '%'};

typedef enum kind { SYM, ASYM, BIP, KINDS } kind;
static const char *const kinds[KINDS] = {"sym", "asym", "bip"};

typedef struct header {
    kind kind;
    bool weighted;
    bool positive;
    bool dynamic;
    bool sized;
    int64_t edges, rows, cols;
} header;

/* The kind in the first line, and the place after it; NULL where there is none. */
static const char *read_kind(const tp_text *text, kind *found)
{
    const char *p = text->begin;
    if (*p != '%') return NULL;
    p = tp_skip_blanks(p + 1);
    for (int k = 0; k < KINDS; k++)
        if (tp_take_word(&p, kinds[k])) {
            *found = (kind)k;
            return p;
        }
    return NULL;
}

static bool recognise(const tp_text *text)
{
    kind found;
    return read_kind(text, &found) != NULL;
}

/* A line `% EDGES ROWS [COLS]`; anything else after the sign is a comment. */
static bool read_sizes(const char *p, const char *end, header *h)
{
    if (*p != '%') return false;
    if (!(p = tp_parse_int(tp_skip_blanks(p + 1), &h->edges))) return false;
    if (!(p = tp_parse_int(tp_skip_blanks(p), &h->rows))) return false;
    p = tp_skip_blanks(p);
    h->cols = h->rows;
    if (tp_line_end(p, end)) return true;
    if (!(p = tp_parse_int(p, &h->cols))) return false;
    return tp_line_end(tp_skip_blanks(p), end) != NULL;
}

/* The place behind the line of the kind. NULL after noting the cause. */
static const char *read_first(tp_chunk *all, const tp_text *text, header *h)
{
    static const char *const weights[] = {"unweighted", "positive",      "posweighted",      "signed",  "multisigned",
                                          "weighted",   "multiweighted", "multiposweighted", "dynamic", NULL};
    enum { UNWEIGHTED, POSITIVE, DYNAMIC = 8 };
    const char *p = read_kind(text, &h->kind), *next, *bare;
    int weight = 0;

    if (!p) return tp_chunk_expected(all, all->begin, "\"% sym\", \"% asym\" or \"% bip\"");
    while (weights[weight] && !tp_take_word(&p, weights[weight])) weight++;
    if (!weights[weight]) return tp_chunk_expected(all, p, "\"unweighted\", \"weighted\" or another kind of weight");
    h->weighted = weight != UNWEIGHTED;
    h->dynamic = weight == DYNAMIC;
    h->positive = weight == POSITIVE;
    next = tp_next_line(p, all->end);
    bare = tp_bare_return(p, next);
    return bare ? tp_end_line(all, bare) : next;
}

/* The place behind the line of sizes, if that begins at `sizes`; else `sizes`. NULL after noting the cause. */
static const char *read_second(tp_chunk *all, const char *sizes, header *h)
{
    h->sized = read_sizes(sizes, all->end, h);
    if (!h->sized) return sizes;
    if (h->edges < 0) return tp_chunk_fail(all, sizes, "%lld edges", (long long)h->edges);
    if (h->rows < 1 || h->rows > TROPIC_INDEX_MAX || h->cols < 1 || h->cols > TROPIC_INDEX_MAX)
        return tp_chunk_fail(all, sizes, "%lld x %lld vertices: expected 1 .. %d", (long long)h->rows,
                             (long long)h->cols, (int)TROPIC_INDEX_MAX);
    if (h->kind != BIP && h->rows != h->cols)
        return tp_chunk_fail(all, sizes, "a graph that is not bipartite cannot have %lld x %lld vertices",
                             (long long)h->rows, (long long)h->cols);
    return tp_next_line(sizes, all->end);
}

/* The sides of a bipartite graph whose file has no sizes are as large as its ids. */
static void find_sides(tp_entries *entries)
{
    entries->rows = entries->cols = 0;
    for (tropic_offset k = 0; k < entries->count; k++) {
        if (entries->row_ids[k] >= entries->rows) entries->rows = entries->row_ids[k] + 1;
        if (entries->col_ids[k] >= entries->cols) entries->cols = entries->col_ids[k] + 1;
    }
}

/* By the first edge, since "unweighted" files may well have a column of ones, and of times. */
static tropic_status choose_columns(tropic_context *context, const tp_text *text, const char *first, const header *h,
                                    const tropic_load_options *options, tp_lines *lines, bool *ones)
{
    int columns = tp_count_columns(first, text->end, false);

    if (first == text->end && !h->sized)
        return tp_text_error(context, text, first, "no edges: expected lines FROM TO [WEIGHT]");
    if (columns > 4)
        return tp_text_error(context, text, first, "expected 2 to 4 columns (FROM TO [WEIGHT [TIME]]), found %d",
                             columns);
    if (h->dynamic) {
        lines->changes = columns >= 3;
        lines->values = (tp_values){columns == 4 ? TP_COLUMN_ANY : TP_COLUMN_NONE, "time", .real_type = TROPIC_FP64};
        return TROPIC_OK;
    }
    lines->trailing = columns == 4;
    lines->values.name = "weight";
    lines->values.real_type = options->real_type;
    *ones = h->positive && columns == 2 && !options->ignore_values;
    if (h->weighted && !*ones && !options->ignore_values && first != text->end)
        lines->values.column = TP_COLUMN_ANY;
    else
        lines->values.column = columns >= 3 ? TP_COLUMN_SKIP : TP_COLUMN_NONE;
    return TROPIC_OK;
}

/* Each line is an edge once. */
static tropic_status count_lines(tropic_context *context, tp_entries *entries)
{
    int32_t *ones = tp_allocate(&context->memory, entries->count, sizeof *ones);
    if (!ones) return tp_out_of_memory(context, "the weights of a file");
    for (tropic_offset k = 0; k < entries->count; k++) ones[k] = 1;
    entries->values = ones;
    entries->type = TROPIC_INT32;
    entries->narrowed = true;
    return TROPIC_OK;
}

/* Kind, sizes and comments: *body is the first edge. */
static tropic_status read_header(tropic_context *context, tp_text *text, header *h, const char **body)
{
    tp_chunk all = tp_chunk_all(text, comment);
    *body = read_first(&all, text, h);
    if (!*body) return tp_chunk_error(context, text, &all);
    TP_TRY(tp_text_ensure(context, text, body));
    all = tp_chunk_all(text, comment);
    *body = read_second(&all, *body, h);
    if (!*body) return tp_chunk_error(context, text, &all);
    return tp_text_entry(context, text, comment, body);
}

/* Keeps the edges that are left of those that come and go. */
static tropic_status do_changes(tropic_context *context, const tp_text *text, const int8_t *change, tp_entries *entries)
{
    int64_t nothing;
    TP_TRY(tp_konect_replay(context, entries, change, &nothing));
    if (nothing == 0) return TROPIC_OK;
    return tp_note(context, &entries->notes, text->path, "lines with -1 for an edge that is not there: %lld",
                   (long long)nothing);
}

static tropic_status read_graph(tropic_context *context, tp_text *text, const tropic_load_options *options,
                                tp_entries *entries)
{
    header h = {0};
    const char *body;
    tp_lines lines = {.comment = {comment[0], comment[1]}, .names = {"vertex", "vertex"}};
    bool ones = false;
    tropic_status status = TROPIC_OK;

    TP_TRY(read_header(context, text, &h, &body));
    TP_TRY(choose_columns(context, text, body, &h, options, &lines, &ones));
    *entries = (tp_entries){.mirrored = h.kind == SYM,
                            .adds_up = h.positive,
                            .bipartite = h.kind == BIP,
                            .direction = h.kind == SYM ? TROPIC_FILE_UNDIRECTED : TROPIC_FILE_DIRECTED,
                            .label_base = 1};
    lines.expected = h.sized ? h.edges : -1;
    if (h.sized) {
        entries->rows = lines.limits[0] = (tropic_index)h.rows;
        entries->cols = lines.limits[1] = (tropic_index)h.cols;
    } else if (h.kind == BIP) {
        lines.limits[0] = lines.limits[1] = TROPIC_INDEX_MAX;
    }
    TP_TRY(tp_lines_read(context, text, body, &lines, entries));
    if (!h.sized && h.kind == BIP)
        find_sides(entries);
    else if (!h.sized)
        status = tp_compact(context, text->path, &lines.file_ids, entries);
    if (status == TROPIC_OK && lines.change) status = do_changes(context, text, lines.change, entries);
    tp_release(&context->memory, lines.change);
    return status == TROPIC_OK && ones ? count_lines(context, entries) : status;
}

/* ---- writing ---- */

static tropic_status write_graph(tropic_context *context, const tropic_matrix *A, tp_writer *out)
{
    const bool bipartite = tropic_matrix_is_bipartite(A);
    bool symmetric, labels;
    tp_isolated isolated = {0};
    tp_rows of;
    kind kind;

    if (tropic_matrix_rows(A) == 0 || tropic_matrix_cols(A) == 0)
        return tp_fail(context, TROPIC_NOT_SUPPORTED, "a KONECT file cannot hold a graph without vertices");
    TP_TRY(tp_rows_open(context, A, &of));
    TP_TRY(tp_refuse_special(context, &of, "a KONECT file"));
    TP_TRY(tp_is_symmetric(context, A, &symmetric));
    if (!bipartite) TP_TRY(tp_find_isolated(context, &of, &isolated));
    tp_isolated_free(context, &isolated);
    kind = bipartite ? BIP : symmetric ? SYM : ASYM;
    /* With sizes, vertices without arcs survive; without them, labels that do not run from 1. A file has one
     * or the other. */
    labels = kind != BIP && isolated.count == 0 && (A->labels || A->label_base != 1);

    tp_write_formatted(out, "%% %s %s\n", kinds[kind], of.values ? "weighted" : "unweighted");
    if (!labels)
        tp_write_formatted(out, "%% %lld %d %d\n", (long long)(kind == SYM ? tp_count_lower(&of) : of.count), of.rows,
                           of.cols);
    tp_write_entries(
        out, &of, &(tp_entry_lines){.separator = ' ', .lower = kind == SYM, .labels = labels, .form = TP_VALUE_TYPED});
    return TROPIC_OK;
}

static const char *const suffixes[] = {"out.", ".konect", NULL};

const tp_reader tp_konect = {TROPIC_FORMAT_KONECT, "konect",   suffixes, TROPIC_DUPLICATES_MIN, recognise,
                             read_graph,           write_graph};
