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
#include "formats/files/text/body.h"
#include "formats/files/text/foreign.h"
#include "formats/vector/vector.h"

#include <math.h>

static const char comment[2] = {'c', 'c'};
static const char what[] = "the coordinates of a file";

typedef struct point {
    tropic_index id;
    double x, y;
} point;

typedef struct coordinates {
    int64_t line; /* the number of the problem line */
    int64_t vertices;
    point *point;      /* by line */
    int64_t room;      /* for so many points */
    double *by_vertex; /* x or y */
    bool *has_line;    /* by vertex */
} coordinates;

/* The place behind the problem line. NULL after noting the cause. */
static const char *read_problem(tp_chunk *all, const char *line, coordinates *found)
{
    const char *p = line;

    if (!tp_take_word(&p, "p") || !tp_take_word(&p, "aux") || !tp_take_word(&p, "sp") || !tp_take_word(&p, "co"))
        return tp_chunk_expected(all, p, "\"p aux sp co VERTICES\"");
    if (!(p = tp_read_int(all, p, "number of vertices", &found->vertices))) return NULL;
    if (!(p = tp_end_line(all, p))) return NULL;
    return tp_check_size(all, line, found->vertices, "vertices") ? p : NULL;
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
    const int64_t end = chunk->first + chunk->count;
    for (int64_t k = chunk->first; k < end && (p = tp_next_entry(chunk, p)) < chunk->end; k++)
        if (!(p = read_line(chunk, p, state, k))) return;
}

static tropic_status read_window(tropic_context *context, tp_chunks *chunks, void *state)
{
    coordinates *found = state;
    const int64_t room = tp_room_for_entries(chunks, found->room, found->vertices);
    if (room > found->room) TP_TRY(tp_grow(context, &found->point, chunks->first, room, sizeof *found->point, what));
    found->room = room;
    return tp_chunks_run(context, chunks, read_chunk, state);
}

/* Allocates by the lines that are there, never by the header's word; of as many lines as vertices, each vertex
 * has one where none has two. */
static tropic_status check_lines(tropic_context *context, const tp_text *text, const tp_body *body, coordinates *found)
{
    const tp_memory *memory = &context->memory;
    if (body->uncounted)
        return tp_line_error(context, text, found->line, "the header says %lld vertices, the file has more",
                             (long long)found->vertices);
    if (body->total != found->vertices)
        return tp_line_error(context, text, found->line, "the header says %lld vertices, the file has %lld",
                             (long long)found->vertices, (long long)body->total);
    found->by_vertex = tp_allocate(memory, body->total, sizeof *found->by_vertex);
    found->has_line = tp_allocate_zero(memory, body->total, sizeof *found->has_line);
    if (!found->by_vertex || !found->has_line) return tp_out_of_memory(context, what);
    for (int64_t k = 0; k < body->total; k++) {
        bool *has_line = &found->has_line[found->point[k].id];
        if (*has_line)
            return tp_line_error(context, text, tp_body_line(body, text, k), "vertex %lld has two lines",
                                 (long long)found->point[k].id + 1);
        *has_line = true;
    }
    return TROPIC_OK;
}

static tropic_status read_text(tropic_context *context, tp_text *text, coordinates *found)
{
    const char *p = text->begin;
    tp_body body = {
        .comment = comment, .traced = true, .count = tp_chunk_count_entries, .read = read_window, .state = found};
    tropic_status status;
    tp_chunk all;

    TP_TRY(tp_text_entry(context, text, comment, &p));
    all = tp_chunk_all(text, comment);
    found->line = tp_text_line(text, p);
    p = read_problem(&all, p, found);
    if (!p) return tp_chunk_error(context, text, &all);
    body.expected = found->vertices;
    status = tp_body_read(context, text, p, &body);
    if (status == TROPIC_OK) status = check_lines(context, text, &body, found);
    tp_body_free(context, &body);
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

tropic_status tp_coordinates_read(tropic_vector **x, tropic_vector **y, tropic_context *context, tp_text *text)
{
    coordinates found = {0};
    tropic_vector *made_x = NULL, *made_y = NULL;
    tropic_status status = read_text(context, text, &found);

    if (status == TROPIC_OK) status = make_vector(&made_x, context, &found, false);
    if (status == TROPIC_OK) status = make_vector(&made_y, context, &found, true);
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

tropic_status tropic_coordinates_load(tropic_vector **x, tropic_vector **y, tropic_context *context, const char *path)
{
    tp_text text;
    tropic_status status;

    TP_ENTER(context);
    if (!context) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "context is NULL");
    TP_TRY(tp_outside_loops(context, "make vectors"));
    if (!x || !y || !path) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "%s is NULL", !x ? "x" : !y ? "y" : "path");
    TP_TRY(tp_text_load(context, path, &text));
    status = tp_refuse_foreign_text(context, &text);
    if (status == TROPIC_OK) status = tp_coordinates_read(x, y, context, &text);
    tp_text_free(context, &text);
    return status;
}
