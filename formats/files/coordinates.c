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

static const char comment[2] = {'c', 'c'};

typedef struct point {
    tropic_index id;
    double x, y;
} point;

typedef struct coordinates {
    const char *line; /* the problem line */
    int64_t vertices;
    point *point;      /* by line */
    double *by_vertex; /* x or y */
    bool *has_line;    /* by vertex */
} coordinates;

/* What follows the problem line. NULL after noting the cause. */
static const char *read_problem(tp_chunk *all, coordinates *found)
{
    const char *p = tp_next_entry(all, all->begin);

    found->line = p;
    if (!tp_take_word(&p, "p") || !tp_take_word(&p, "aux") || !tp_take_word(&p, "sp") || !tp_take_word(&p, "co"))
        return tp_chunk_expected(all, p, "\"p aux sp co VERTICES\"");
    if (!(p = tp_read_int(all, p, "number of vertices", &found->vertices))) return NULL;
    if (!(p = tp_end_line(all, p))) return NULL;
    return tp_check_size(all, found->line, found->vertices, "vertices") ? p : NULL;
}

/* A finite number and nothing else up to the next break. */
static const char *read_real(tp_chunk *chunk, const char *p, double *value)
{
    const char *q = tp_parse_real(p, value);
    return q && tp_is_break(*q) && isfinite(*value) ? q : tp_chunk_expected(chunk, p, "a coordinate");
}

/* A whole line. Returns the next one, or NULL. */
static const char *read_line(tp_chunk *chunk, const char *p, coordinates *found, int64_t k)
{
    const char *at;
    int64_t id = 0;

    if (!tp_take_word(&p, "v")) return tp_chunk_expected(chunk, p, "a line that begins with \"v \"");
    at = p;
    if (!(p = tp_read_int(chunk, at, "vertex", &id))) return NULL;
    if (id < 1 || id > found->vertices)
        return tp_chunk_fail(chunk, at, "vertex %lld is not in 1 .. %lld", (long long)id, (long long)found->vertices);
    found->point[k].id = (tropic_index)(id - 1);
    if (!(p = read_real(chunk, tp_skip_blanks(p), &found->point[k].x))) return NULL;
    if (!(p = read_real(chunk, tp_skip_blanks(p), &found->point[k].y))) return NULL;
    return tp_end_line(chunk, p);
}

static void read_chunk(tp_chunk *chunk, void *state)
{
    const char *p = chunk->begin;
    int64_t k = chunk->first;
    while ((p = tp_next_entry(chunk, p)) < chunk->end)
        if (!(p = read_line(chunk, p, state, k++))) return;
}

/* Allocates by the lines that are there, never by the header's word; of as many lines as vertices, each vertex
 * has one where none has two. */
static tropic_status read_body(tropic_context *context, const tp_text *text, const char *body, coordinates *found)
{
    const tp_memory *memory = &context->memory;
    const tp_chunk all = tp_chunk_all(text, comment);
    tp_chunks chunks;
    int64_t count;
    tropic_status status = TROPIC_OK;

    TP_TRY(tp_chunks_count(context, &chunks, text, body, comment, tp_chunk_count_entries, NULL));
    count = chunks.total;
    found->point = tp_allocate(memory, count, sizeof *found->point);
    found->by_vertex = tp_allocate(memory, count, sizeof *found->by_vertex);
    found->has_line = tp_allocate_zero(memory, count, sizeof *found->has_line);
    if (!found->point || !found->by_vertex || !found->has_line)
        status = tp_out_of_memory(context, "the coordinates of a file");
    if (status == TROPIC_OK) status = tp_chunks_run(context, &chunks, read_chunk, found);
    tp_chunks_free(context, &chunks);
    if (status == TROPIC_OK && count != found->vertices)
        status = tp_text_error(context, text, found->line, "the header says %lld vertices, the file has %lld",
                               (long long)found->vertices, (long long)count);
    for (int64_t k = 0; status == TROPIC_OK && k < count; k++) {
        bool *has_line = &found->has_line[found->point[k].id];
        if (*has_line)
            status = tp_text_error(context, text, tp_entry_at(&all, body, k), "vertex %lld has two lines",
                                   (long long)found->point[k].id + 1);
        *has_line = true;
    }
    return status;
}

/* v = x, or y, by vertex. */
static tropic_status make_vector(tropic_vector **v, tropic_context *context, coordinates *found, bool y)
{
    const tropic_index n = (tropic_index)found->vertices;
    const point *p = found->point;
    for (tropic_index k = 0; k < n; k++) found->by_vertex[p[k].id] = y ? p[k].y : p[k].x;
    TP_TRY(tropic_vector_create(v, context, TROPIC_FP64, n));
    return tropic_vector_put_dense(*v, found->by_vertex, NULL);
}

tropic_status tropic_coordinates_load(tropic_vector **x, tropic_vector **y, tropic_context *context, const char *path)
{
    tp_text text;
    coordinates found = {0};
    tropic_vector *made_x = NULL, *made_y = NULL;
    const char *body;
    tropic_status status;
    tp_chunk all;

    if (!context) return TROPIC_INVALID_ARGUMENT;
    TP_TRY(tp_outside_loops(context, "make vectors"));
    if (!x || !y || !path)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "tropic_coordinates_load: %s is NULL",
                       !x   ? "x"
                       : !y ? "y"
                            : "path");
    TP_TRY(tp_text_load(context, path, &text));
    all = tp_chunk_all(&text, comment);
    body = read_problem(&all, &found);
    status = body ? read_body(context, &text, body, &found) : tp_chunk_error(context, &text, &all);
    if (status == TROPIC_OK) status = make_vector(&made_x, context, &found, false);
    if (status == TROPIC_OK) status = make_vector(&made_y, context, &found, true);
    tp_text_free(context, &text);
    tp_release(&context->memory, found.point);
    tp_release(&context->memory, found.by_vertex);
    tp_release(&context->memory, found.has_line);
    if (status == TROPIC_OK) {
        *x = made_x;
        *y = made_y;
    } else {
        tropic_vector_free(&made_x);
        tropic_vector_free(&made_y);
    }
    return status;
}
