/* SPDX-License-Identifier: Apache-2.0
 *
 * One line, or one JSON object, per vertex or arc.
 */
#include "cli/output/output.h"

#include "formats/files/put.h"

#include <math.h>
#include <string.h>
#include <strings.h>

/* Rows between two looks at whether to go on. */
#define LOOK_EVERY 4096
#define BUFFER_BYTES ((size_t)1 << 16)

/* Lines on their way to a sink. */
typedef struct lines {
    tp_buffer text;
    cli_sink *sink;
    char room[BUFFER_BYTES];
} lines;

static void empty(tp_buffer *text)
{
    cli_sink_put(((lines *)text)->sink, text->begin, (size_t)(text->at - text->begin));
    text->at = text->begin;
}

static void open_lines(lines *out, cli_sink *sink)
{
    out->text = (tp_buffer){out->room, out->room, out->room + BUFFER_BYTES, empty};
    out->sink = sink;
}

/* One value; `infinite` stands for an infinite one. */
static void put_value(tp_buffer *text, const tropic_matrix *A, const cli_column *column, tropic_offset i,
                      const char *infinite)
{
    const void *values = column->values;
    bool finite = true;
    if (!values) {
        tp_put_char(text, '1');
        return;
    }
    switch (column->type) {
    case TROPIC_INT32:
        if (column->vertex && ((const int32_t *)values)[i] >= 0) {
            tp_put_integer(text, tropic_matrix_label(A, ((const int32_t *)values)[i]));
            return;
        }
        break;
    case TROPIC_INT64: finite = column->finite || ((const int64_t *)values)[i] != INT64_MAX; break;
    case TROPIC_FP32: finite = isfinite(((const float *)values)[i]); break;
    case TROPIC_FP64: finite = isfinite(((const double *)values)[i]); break;
    default: break;
    }
    if (finite && column->single)
        tp_put_real(text, TROPIC_FP32, ((const double *)values)[i]);
    else if (finite)
        tp_put_value(text, column->type, values, i);
    else
        tp_put_text(text, infinite);
}

/* A line of the table. */
typedef struct line {
    tropic_offset number, count;
    tropic_index vertex; /* that it is of, or that its arc leaves */
    tropic_offset place; /* in the columns */
} line;

static line first_line(const tropic_matrix *A, const cli_rows *rows)
{
    const tropic_index n = tropic_matrix_rows(A);
    return (line){.number = -1,
                  .count = !rows          ? n
                           : rows->offset ? rows->offset[n]
                           : rows->from   ? rows->pairs
                                          : rows->count};
}

/* Steps to the next; false: there is none, or it is of no use to go on. (Of edges, the first arc is always shown.) */
static bool next_line(line *l, const cli_sink *sink, const cli_rows *rows)
{
    do {
        if (++l->number == l->count || (l->number % LOOK_EVERY == 0 && cli_sink_stopped(sink))) return false;
        if (rows && rows->offset)
            while (rows->offset[l->vertex + 1] <= l->number) l->vertex++;
    } while (rows && rows->edges && rows->head[l->number] < l->vertex);
    l->place = l->number;
    if (rows && rows->from) {
        l->vertex = rows->from[l->number];
    } else if (!rows || !rows->offset) {
        l->vertex = rows ? rows->vertex[l->number] : (tropic_index)l->number;
        l->place = l->vertex;
    }
    return true;
}

static bool has_two_ids(const cli_rows *rows)
{
    return rows && (rows->offset || rows->from);
}

/* The ids of the line, each behind a name, if there are names. */
static void put_ids(tp_buffer *text, const tropic_matrix *A, const cli_rows *rows, const line *l, const char *id,
                    const char *from, const char *to)
{
    const bool arc = has_two_ids(rows);
    tp_put_text(text, arc ? from : id);
    tp_put_integer(text, tropic_matrix_label(A, l->vertex));
    if (!arc) return;
    tp_put_text(text, to);
    tp_put_integer(text, tropic_matrix_label(A, rows->head[l->number]));
}

bool cli_ends_in(const char *path, const char *suffix)
{
    const size_t length = strlen(path), size = strlen(suffix);
    return length > size && strcasecmp(path + length - size, suffix) == 0;
}

bool cli_is_csv(const char *path)
{
    return path && cli_ends_in(path, ".csv");
}

void cli_table_head(cli_sink *sink, bool csv, const cli_rows *rows, const cli_column *columns, int count)
{
    const char *between = csv ? "," : "\t";
    lines out;
    open_lines(&out, sink);
    if (!csv) tp_put_text(&out.text, "# ");
    if (has_two_ids(rows)) {
        tp_put_text(&out.text, "from");
        tp_put_text(&out.text, between);
        tp_put_text(&out.text, "to");
    } else {
        tp_put_text(&out.text, "id");
    }
    for (int k = 0; k < count; k++) {
        tp_put_text(&out.text, between);
        tp_put_text(&out.text, columns[k].name);
    }
    tp_put_char(&out.text, '\n');
    empty(&out.text);
}

void cli_table_lines(cli_sink *sink, bool csv, const tropic_matrix *A, const cli_rows *rows, const cli_column *columns,
                     int count)
{
    const char *between = csv ? "," : "\t";
    line l = first_line(A, rows);
    lines out;
    open_lines(&out, sink);
    while (next_line(&l, sink, rows)) {
        put_ids(&out.text, A, rows, &l, "", "", between);
        for (int k = 0; k < count; k++) {
            tp_put_char(&out.text, *between);
            put_value(&out.text, A, &columns[k], l.place, "inf");
        }
        tp_put_char(&out.text, '\n');
    }
    empty(&out.text);
}

void cli_table_text(cli_sink *sink, bool csv, const tropic_matrix *A, const cli_rows *rows, const cli_column *columns,
                    int count)
{
    cli_table_head(sink, csv, rows, columns, count);
    cli_table_lines(sink, csv, A, rows, columns, count);
}

void cli_table_objects(cli_json *json, const tropic_matrix *A, const cli_rows *rows, const cli_column *columns,
                       int count)
{
    line l = first_line(A, rows);
    lines out;
    open_lines(&out, json->sink);
    while (next_line(&l, json->sink, rows)) {
        tp_put_text(&out.text, json->filled[json->depth] ? ",\n    {" : "\n    {");
        json->filled[json->depth] = true;
        put_ids(&out.text, A, rows, &l, "\"id\": ", "\"from\": ", ", \"to\": ");
        for (int k = 0; k < count; k++) {
            tp_put_text(&out.text, ", \"");
            tp_put_text(&out.text, columns[k].name);
            tp_put_text(&out.text, "\": ");
            put_value(&out.text, A, &columns[k], l.place, "null");
        }
        tp_put_char(&out.text, '}');
    }
    empty(&out.text);
}

void cli_table_json(cli_json *json, const char *key, const tropic_matrix *A, const cli_rows *rows,
                    const cli_column *columns, int count)
{
    cli_json_open(json, key, '[');
    cli_table_objects(json, A, rows, columns, count);
    cli_json_close(json, ']');
}
