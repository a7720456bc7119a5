/* SPDX-License-Identifier: Apache-2.0
 *
 * Coordinates of vertices, as the 9th DIMACS challenge has them: comments, a problem line, and a line for
 * each vertex, counted from 1, in any order.
 *
 *     c COMMENT
 *     p aux sp co VERTICES
 *     v ID X Y
 *
 * Source: http://www.diag.uniroma1.it/challenge9/format.shtml
 */
#include "formats/files/chunks.h"
#include "formats/vector/vector.h"

#include <math.h>
#include <string.h>

static const char comment[2] = {'c', 'c'};

typedef struct coordinates {
    const char *line; /* the problem line */
    int64_t vertices;
    tropic_index *id;  /* of each line */
    double *x, *y;     /* by line */
    double *by_vertex; /* x or y */
    bool *met;
} coordinates;

/* The word at *p, past which *p moves to the next. */
static bool take_word(const char **p, const char *word)
{
    const char *end = tp_token_end(*p);
    if ((size_t)(end - *p) != strlen(word) || memcmp(*p, word, strlen(word)) != 0) return false;
    *p = tp_skip_blanks(end);
    return true;
}

/* *body: what follows it. */
static tropic_status read_problem(tropic_context *context, const tp_text *text, coordinates *found, const char **body)
{
    char quote[TP_QUOTE_LENGTH];
    tp_chunk all = {.end = text->end, .text_end = text->end, .comment = {comment[0], comment[1]}};
    const char *p = tp_next_entry(&all, text->begin), *at;

    found->line = p;
    if (!take_word(&p, "p") || !take_word(&p, "aux") || !take_word(&p, "sp") || !take_word(&p, "co"))
        return tp_text_error(context, text, p, "expected \"p aux sp co VERTICES\", found %s",
                             tp_quote(quote, p, text->end));
    at = p;
    if (!(p = tp_read_int(&all, at, "number of vertices", &found->vertices)))
        return tp_text_error(context, text, at, "%s", all.cause);
    p = tp_skip_blanks(p);
    *body = tp_line_end(p, text->end);
    if (!*body)
        return tp_text_error(context, text, p, "expected the end of the line, found %s", tp_quote(quote, p, text->end));
    if (found->vertices < 1 || found->vertices > TROPIC_INDEX_MAX)
        return tp_text_error(context, text, found->line, "%lld vertices: expected 1 .. %d", (long long)found->vertices,
                             (int)TROPIC_INDEX_MAX);
    return TROPIC_OK;
}

/* A finite number and nothing else up to the next break. */
static const char *read_real(tp_chunk *chunk, const char *p, double *value)
{
    char quote[TP_QUOTE_LENGTH];
    const char *q = tp_parse_real(p, value);
    if (q && tp_is_break(*q) && isfinite(*value)) return q;
    return tp_chunk_fail(chunk, p, "expected a coordinate, found %s", tp_quote(quote, p, chunk->text_end));
}

/* A whole line. Returns the next one, or NULL. */
static const char *read_line(tp_chunk *chunk, const char *p, coordinates *found, int64_t k)
{
    char quote[TP_QUOTE_LENGTH];
    const char *at = p, *q;
    int64_t id = 0;

    if (!take_word(&p, "v"))
        return tp_chunk_fail(chunk, p, "expected a line that begins with \"v \", found %s",
                             tp_quote(quote, p, chunk->text_end));
    at = p;
    if (!(p = tp_read_int(chunk, at, "vertex", &id))) return NULL;
    if (id < 1 || id > found->vertices)
        return tp_chunk_fail(chunk, at, "vertex %lld is not in 1 .. %lld", (long long)id, (long long)found->vertices);
    found->id[k] = (tropic_index)(id - 1);
    if (!(p = read_real(chunk, tp_skip_blanks(p), &found->x[k]))) return NULL;
    if (!(p = read_real(chunk, tp_skip_blanks(p), &found->y[k]))) return NULL;
    p = tp_skip_blanks(p);
    q = tp_line_end(p, chunk->text_end);
    if (q) return q;
    return tp_chunk_fail(chunk, p, "expected the end of the line, found %s", tp_quote(quote, p, chunk->text_end));
}

static void read_chunk(tp_chunk *chunk, void *state)
{
    const char *p = chunk->begin;
    int64_t k = chunk->first;
    while ((p = tp_next_entry(chunk, p)) < chunk->end)
        if (!(p = read_line(chunk, p, state, k++))) return;
}

/* The body's k-th line that holds a vertex. */
static const char *line_of(const tp_text *text, const char *body, int64_t k)
{
    const tp_chunk all = {.end = text->end, .text_end = text->end, .comment = {comment[0], comment[1]}};
    const char *p = tp_next_entry(&all, body);
    for (; k > 0; k--) p = tp_next_entry(&all, tp_next_line(p, text->end));
    return p;
}

/* Allocates by the lines that are there, never by the header's word; of as many lines as vertices, each vertex
 * has one where none has two. */
static tropic_status read_body(tropic_context *context, const tp_text *text, const char *body, coordinates *found)
{
    const tp_memory *memory = &context->memory;
    tp_chunks chunks;
    int64_t count;
    tropic_status status = tp_chunks_split(context, &chunks, text, body, comment);

    if (status != TROPIC_OK) return status;
    status = tp_chunks_run(context, &chunks, tp_chunk_count_entries, NULL);
    tp_chunks_number(&chunks);
    count = chunks.total;
    found->id = tp_allocate(memory, count, sizeof *found->id);
    found->x = tp_allocate(memory, count, sizeof *found->x);
    found->y = tp_allocate(memory, count, sizeof *found->y);
    found->by_vertex = tp_allocate(memory, count, sizeof *found->by_vertex);
    found->met = tp_allocate_zero(memory, count, sizeof *found->met);
    if (status == TROPIC_OK && (!found->id || !found->x || !found->y || !found->by_vertex || !found->met))
        status = tp_out_of_memory(context, "the coordinates of a file");
    if (status == TROPIC_OK) status = tp_chunks_run(context, &chunks, read_chunk, found);
    tp_chunks_free(context, &chunks);
    if (status == TROPIC_OK && count != found->vertices)
        status = tp_text_error(context, text, found->line, "the header says %lld vertices, the file has %lld",
                               (long long)found->vertices, (long long)count);
    for (int64_t k = 0; status == TROPIC_OK && k < count; k++) {
        if (found->met[found->id[k]])
            status = tp_text_error(context, text, line_of(text, body, k), "vertex %lld has two lines",
                                   (long long)found->id[k] + 1);
        found->met[found->id[k]] = true;
    }
    return status;
}

/* v = the values, given by line. */
static tropic_status make_vector(tropic_vector **v, tropic_context *context, coordinates *found, const double *values)
{
    const tropic_index n = (tropic_index)found->vertices;
    for (tropic_index k = 0; k < n; k++) found->by_vertex[found->id[k]] = values[k];
    TP_TRY(tropic_vector_create(v, context, TROPIC_FP64, n));
    return tropic_vector_put_dense(*v, found->by_vertex, NULL);
}

tropic_status tropic_coordinates_load(tropic_vector **x, tropic_vector **y, tropic_context *context, const char *path)
{
    tp_text text;
    coordinates found = {0};
    tropic_vector *made_x = NULL, *made_y = NULL;
    const char *body = NULL;
    tropic_status status;

    if (!context) return TROPIC_INVALID_ARGUMENT;
    TP_TRY(tp_outside_loops(context, "make vectors"));
    if (!x || !y || !path)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "tropic_coordinates_load: %s is NULL",
                       !x   ? "x"
                       : !y ? "y"
                            : "path");
    TP_TRY(tp_text_load(context, path, &text));
    status = read_problem(context, &text, &found, &body);
    if (status == TROPIC_OK) status = read_body(context, &text, body, &found);
    if (status == TROPIC_OK) status = make_vector(&made_x, context, &found, found.x);
    if (status == TROPIC_OK) status = make_vector(&made_y, context, &found, found.y);
    tp_text_free(context, &text);
    tp_release(&context->memory, found.id);
    tp_release(&context->memory, found.x);
    tp_release(&context->memory, found.y);
    tp_release(&context->memory, found.by_vertex);
    tp_release(&context->memory, found.met);
    if (status == TROPIC_OK) {
        *x = made_x;
        *y = made_y;
    } else {
        tropic_vector_free(&made_x);
        tropic_vector_free(&made_y);
    }
    return status;
}
