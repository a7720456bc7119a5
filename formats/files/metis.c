/* SPDX-License-Identifier: Apache-2.0
 *
 * METIS (and Chaco, DIMACS10): a header, then a line for each vertex with its neighbours from 1.
 *
 *     VERTICES EDGES [FMT [NCON]]
 *     [SIZE] [WEIGHT ... (NCON)] NEIGHBOUR [EDGE-WEIGHT] NEIGHBOUR ...
 *
 * FMT has three digits: sizes, vertex weights, edge weights. Sizes and vertex weights are dropped.
 * An empty line is a vertex without neighbours. The graph is undirected: each edge stands in the
 * lines of both its ends, and is counted once in the header. Lines that begin with % are comments.
 * Source: Karypis, METIS manual 5.1, section 4.1.
 */
#include "formats/files/metis.h"
#include "formats/files/write_matrix.h"

#include <string.h>

#define COMMENT '%'
/* FMT's digits. */
#define FMT_EDGE_WEIGHTS 1
#define FMT_VERTEX_WEIGHTS 10
#define FMT_SIZES 100
#define FMT_LIMIT 111
/* More weights to a vertex than anybody has; keeps the arithmetic small. */
#define NCON_LIMIT 1000
/* An edge list has no line with more. */
#define EDGE_COLUMNS 3
/* Its numbers, two ends with a weight each, can be counted. */
#define EDGES_LIMIT (INT64_MAX / 4)

static const char comment[2] = {COMMENT, COMMENT};

/* The header at p. NULL after noting the cause. */
static const char *read_header(tp_chunk *all, const char *p, tp_metis_header *h)
{
    const char *line = p, *end = all->text_end;
    int64_t fmt = 0, ncon = 1;

    *h = (tp_metis_header){0};
    if (!(p = tp_read_int(all, p, "number of vertices", &h->vertices))) return NULL;
    if (!(p = tp_read_int(all, tp_skip_blanks(p), "number of edges", &h->edges))) return NULL;
    p = tp_skip_blanks(p);
    if (!tp_line_end(p, end) && !(p = tp_read_int(all, p, "format", &fmt))) return NULL;
    p = tp_skip_blanks(p);
    if (!tp_line_end(p, end) && !(p = tp_read_int(all, p, "number of weights", &ncon))) return NULL;
    if (!(h->body = tp_end_line(all, p))) return NULL;
    if (!tp_check_size(all, line, h->vertices, "vertices")) return NULL;
    if (h->edges < 0 || h->edges > EDGES_LIMIT)
        return tp_chunk_fail(all, line, "%lld edges: expected 0 .. %lld", (long long)h->edges, (long long)EDGES_LIMIT);
    if (fmt < 0 || fmt > FMT_LIMIT || fmt % 10 > 1 || fmt / 10 % 10 > 1)
        return tp_chunk_fail(all, line, "format %03lld: expected three digits 0 or 1", (long long)fmt);
    if (ncon < 0 || ncon > NCON_LIMIT)
        return tp_chunk_fail(all, line, "%lld weights to a vertex: expected 0 .. %d", (long long)ncon, NCON_LIMIT);
    h->weighted = fmt % 10 == FMT_EDGE_WEIGHTS;
    h->own = (fmt >= FMT_SIZES) + (fmt / FMT_VERTEX_WEIGHTS % 10 == 1 ? (int)ncon : 0);
    return h->body;
}

/* The tokens of the line at *line, which moves to the next; -1: it is a comment. */
static int64_t count_tokens(const char **line, const char *end)
{
    const char *p = tp_skip_blanks(*line), *next;
    int64_t tokens = 0;
    if (**line == COMMENT) {
        *line = tp_next_line(*line, end);
        return -1;
    }
    while (!(next = tp_line_end(p, end))) {
        const char *q = tp_token_end(p);
        p = tp_skip_blanks(q > p ? q : p + 1);
        tokens++;
    }
    *line = next;
    return tokens;
}

/* A header and lines that agree with it, some of which no edge list with that header would have. Where the text goes
 * on, an edge list has that header and then lines of one kind. */
static bool recognise(const tp_text *text)
{
    tp_chunk all = tp_chunk_all(text, comment);
    const char *p = tp_next_entry(&all, text->begin);
    const int columns = tp_count_columns(p, text->end, true);
    tp_metis_header h;
    int64_t lines = 0, tokens = 0, like = columns;
    bool uneven = false;

    if (!read_header(&all, p, &h)) return false;
    for (p = h.body; p < text->end;) {
        const int64_t here = count_tokens(&p, text->end);
        if (lines == h.vertices && here > 0) return false;
        if (lines == h.vertices || here < 0) continue;
        if (text->more && lines == 0) like = here;
        uneven = uneven || here != like || here > EDGE_COLUMNS;
        tokens += here - h.own;
        lines++;
    }
    if (text->more) return uneven && tokens <= 2 * h.edges * (1 + h.weighted);
    return uneven && lines + 1 >= h.vertices && tokens == 2 * h.edges * (1 + h.weighted);
}

typedef struct reading {
    const tp_metis_header *header;
    tp_values *values;
    tp_entries *entries;
    uint64_t sum;
} reading;

/* A worker: lines, and the entries that they would make. */
static void count_chunk(tp_chunk *chunk, void *state)
{
    const tp_metis_header *h = ((const reading *)state)->header;
    for (const char *p = chunk->begin; p < chunk->end;) {
        const int64_t tokens = count_tokens(&p, chunk->text_end);
        if (tokens < 0) {
            chunk->skips = true;
            continue;
        }
        chunk->lines++;
        if (tokens > h->own) chunk->count += (tokens - h->own) / (1 + h->weighted);
    }
}

/* Is entry k the first that is not wanted? */
static bool is_done(const tp_chunk *chunk, int64_t k)
{
    return chunk->cut && k == chunk->first + chunk->count;
}

/* The neighbours of vertex u, from p on, as entries k and up. Returns the next line, or NULL. No more
 * entries than were counted are made, whatever the line. */
static const char *read_vertex(tp_chunk *chunk, const char *p, const reading *read, tropic_index u, int64_t *k)
{
    const tp_metis_header *h = read->header;
    const tp_cell *weights = read->values->cells;
    const char *next;
    int64_t id;
    uint64_t hash;

    for (int own = 0; own < h->own; own++) {
        if (!(p = tp_read_int(chunk, tp_skip_blanks(p), "vertex weight", &id))) return NULL;
    }
    for (p = tp_skip_blanks(p); !(next = tp_line_end(p, chunk->text_end)); p = tp_skip_blanks(p)) {
        const char *at = p;
        if (is_done(chunk, *k)) return NULL;
        if (!(p = tp_read_int(chunk, p, "neighbour", &id))) return NULL;
        if (id < 1 || id > h->vertices)
            return tp_chunk_fail(chunk, at, "neighbour %lld is not in 1 .. %lld", (long long)id,
                                 (long long)h->vertices);
        if (id - 1 == u)
            return tp_chunk_fail(chunk, at, "vertex %lld is its own neighbour: a METIS file has no loops",
                                 (long long)id);
        if (h->weighted && !(p = tp_read_value(chunk, tp_skip_blanks(p), read->values, chunk->first, *k))) return NULL;
        read->entries->row_ids[*k] = u;
        read->entries->col_ids[*k] = (tropic_index)(id - 1);
        hash = tp_metis_hash(u, (tropic_index)(id - 1), weights ? weights[*k].integer : 0);
        chunk->sum += u < id - 1 ? hash : 0 - hash;
        ++*k;
    }
    return next;
}

/* The line after the comment at p, or NULL. */
static const char *pass_comment(tp_chunk *chunk, const char *p)
{
    const char *next = tp_next_line(p, chunk->end), *bare = tp_bare_return(p, next);
    return bare ? tp_end_line(chunk, bare) : next;
}

static void read_chunk(tp_chunk *chunk, void *state)
{
    const reading *read = state;
    const tp_metis_header *h = read->header;
    int64_t k = chunk->first, line = chunk->line;
    for (const char *p = chunk->begin; p && p < chunk->end && !is_done(chunk, k);) {
        if (*p == COMMENT) {
            p = pass_comment(chunk, p);
        } else if (line < h->vertices) {
            p = read_vertex(chunk, p, read, (tropic_index)line++, &k);
        } else {
            const char *q = tp_skip_blanks(p);
            p = tp_line_end(q, chunk->text_end);
            if (!p) tp_chunk_fail(chunk, q, "a line more than the %lld vertices of the header", (long long)h->vertices);
        }
    }
}

static tropic_status read_window(tropic_context *context, tp_chunks *chunks, void *state)
{
    reading *read = state;
    TP_TRY(tp_entries_reserve(context, read->entries, read->values, chunks, 2 * read->header->edges));
    TP_TRY(tp_chunks_run(context, chunks, read_chunk, state));
    for (int64_t c = 0; c < chunks->count; c++) read->sum += chunks->chunk[c].sum;
    tp_values_settle(read->values, chunks);
    return TROPIC_OK;
}

static tropic_status check_counts(tropic_context *context, const tp_text *text, const tp_metis_header *h,
                                  const tp_body *body)
{
    /* The last vertex may have an empty line without an end, which does not show. */
    bool unseen = h->own == 0 && body->lines + 1 == h->vertices && text->end[-1] == '\n';
    if (body->uncounted)
        return tp_line_error(context, text, h->line,
                             "the header says %lld edges, which is %lld neighbours; the file has more",
                             (long long)h->edges, (long long)(2 * h->edges));
    if (body->lines < h->vertices && !unseen)
        return tp_text_error(context, text, text->end, "the header says %lld vertices, the file has %lld lines of them",
                             (long long)h->vertices, (long long)body->lines);
    if (body->total != 2 * h->edges)
        return tp_line_error(context, text, h->line,
                             "the header says %lld edges, which is %lld neighbours; the file has "
                             "%lld",
                             (long long)h->edges, (long long)(2 * h->edges), (long long)body->total);
    return TROPIC_OK;
}

static tropic_status read_body(tropic_context *context, tp_text *text, reading *read, tp_body *body)
{
    const tp_metis_header *h = read->header;
    *body = (tp_body){.comment = comment,
                      .expected = 2 * h->edges,
                      .by_lines = true,
                      .traced = true,
                      .count = count_chunk,
                      .read = read_window,
                      .state = read};
    TP_TRY(tp_body_read(context, text, h->body, body));
    read->entries->count = body->total;
    TP_TRY(check_counts(context, text, h, body));
    if (read->sum == 0) return TROPIC_OK;
    return tp_metis_lopsided(context, text, h, body, read->entries, read->values->cells);
}

static tropic_status read_graph(tropic_context *context, tp_text *text, const tropic_load_options *options,
                                tp_entries *entries)
{
    tp_chunk all;
    tp_metis_header h;
    tp_values values = {.name = "weight", .real_type = options->real_type};
    reading read = {&h, &values, entries, 0};
    tp_body body;
    const char *p = text->begin;
    tropic_status status;

    TP_TRY(tp_text_entry(context, text, comment, &p));
    all = tp_chunk_all(text, comment);
    if (!read_header(&all, p, &h)) return tp_chunk_error(context, text, &all);
    h.line = tp_text_line(text, p);
    if (h.weighted) values.column = options->ignore_values ? TP_COLUMN_SKIP : TP_COLUMN_INTEGER;
    *entries = (tp_entries){.rows = (tropic_index)h.vertices,
                            .cols = (tropic_index)h.vertices,
                            .direction = TROPIC_FILE_UNDIRECTED,
                            .label_base = 1};
    status = read_body(context, text, &read, &body);
    tp_body_free(context, &body);
    if (status == TROPIC_OK && options->direction != TROPIC_DIRECTION_DIRECTED) tp_metis_halve(entries, values.cells);
    return tp_values_close(context, &values, entries, status);
}

/* ---- writing ---- */

/* The neighbours of list l's vertex. */
static void write_vertex(tp_writer *out, const tp_rows *of, tropic_index l)
{
    tp_buffer *text = tp_writer_text(out);
    for (tropic_offset k = of->offsets[l]; k < of->offsets[l + 1] && !tp_writer_stopped(out); k++) {
        if (k > of->offsets[l]) tp_put_char(text, ' ');
        tp_put_integer(text, (int64_t)tp_col_at(of, k) + 1);
        if (!of->values) continue;
        tp_put_char(text, ' ');
        tp_put_integer(text, tp_integer_value(of, k));
    }
    tp_put_char(text, '\n');
}

static tropic_status write_graph(tropic_context *context, const tropic_matrix *A, tp_writer *out)
{
    static const char name[] = "a METIS file";
    tp_buffer *const text = tp_writer_text(out);
    tropic_index next = 0;
    tp_rows of;
    bool symmetric;

    TP_TRY(tp_refuse_shape(context, A, name));
    TP_TRY(tp_rows_open(context, A, &of));
    TP_TRY(tp_is_symmetric(context, A, &symmetric));
    if (!symmetric)
        return tp_fail(context, TROPIC_NOT_SUPPORTED,
                       "a METIS file cannot hold a directed graph" TP_INSTEAD ", or make it undirected");
    TP_TRY(tp_refuse_fractions(context, &of, 1, name));
    for (tropic_index l = 0; l < of.lists; l++)
        for (tropic_offset k = of.offsets[l]; k < of.offsets[l + 1]; k++)
            if (tp_col_at(&of, k) == tp_row_at(&of, l))
                return tp_fail(context, TROPIC_NOT_SUPPORTED,
                               "a METIS file cannot hold the loop at vertex %lld" TP_INSTEAD,
                               (long long)tropic_matrix_label(A, tp_row_at(&of, l)));
    tp_write_formatted(out, "%d %lld%s\n", of.rows, (long long)of.count / 2, of.values ? " 001" : "");
    for (tropic_index l = 0; l < of.lists; l++) {
        tp_put_repeated(text, '\n', tp_row_at(&of, l) - next); /* vertices without neighbours */
        write_vertex(out, &of, l);
        next = tp_row_at(&of, l) + 1;
    }
    tp_put_repeated(text, '\n', of.rows - next);
    return TROPIC_OK;
}

static const char *const suffixes[] = {".graph", ".metis", NULL};

const tp_reader tp_metis = {TROPIC_FORMAT_METIS, "metis",    suffixes,   TROPIC_DUPLICATES_MIN,
                            recognise,           read_graph, write_graph};
