/* SPDX-License-Identifier: Apache-2.0
 *
 * One line, or one JSON object, per vertex or arc.
 */
#include "cli/output.h"

#include "formats/decimal.h"

#include <inttypes.h>
#include <math.h>

/* Rows between two looks at whether to go on. */
#define LOOK_EVERY 4096

/* One value; `infinite` stands for an infinite one. */
static void put_value(cli_sink *sink, const tropic_matrix *A, const cli_column *column,
                      tropic_offset i, const char *infinite)
{
    char text[TP_DECIMAL_ROOM];
    double real;
    switch (column->type) {
    case TROPIC_INT32: {
        const int32_t value = ((const int32_t *)column->values)[i];
        const bool vertex = column->vertex && value >= 0;
        cli_sink_print(sink, "%" PRId64, vertex ? tropic_matrix_label(A, value) : (int64_t)value);
        return;
    }
    case TROPIC_INT64: {
        const int64_t value = ((const int64_t *)column->values)[i];
        if (value == INT64_MAX)
            cli_sink_print(sink, "%s", infinite);
        else
            cli_sink_print(sink, "%" PRId64, value);
        return;
    }
    case TROPIC_FP32: real = (double)((const float *)column->values)[i]; break;
    case TROPIC_FP64: real = ((const double *)column->values)[i]; break;
    case TROPIC_BOOL:
    default: real = (double)NAN; break;
    }
    tp_write_real(text, real, column->type == TROPIC_FP32);
    cli_sink_print(sink, "%s", isfinite(real) ? text : infinite);
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
    return (line){.number = -1, .count = !rows ? n : rows->offset ? rows->offset[n] : rows->count};
}

/* Steps to the next; false: there is none, or it is of no use to go on. */
static bool next_line(line *l, const cli_sink *sink, const cli_rows *rows)
{
    if (++l->number == l->count || (l->number % LOOK_EVERY == 0 && cli_sink_stopped(sink)))
        return false;
    l->place = l->number;
    if (rows && rows->offset) {
        while (rows->offset[l->vertex + 1] <= l->number) l->vertex++;
    } else {
        l->vertex = rows ? rows->vertex[l->number] : (tropic_index)l->number;
        l->place = l->vertex;
    }
    return true;
}

/* What the line is of: ids, each behind a name, if there are such. */
static void put_ids(cli_sink *sink, const tropic_matrix *A, const cli_rows *rows, const line *l,
                    const char *id, const char *from, const char *to)
{
    const bool arc = rows && rows->offset;
    cli_sink_print(sink, "%s%" PRId64, arc ? from : id, tropic_matrix_label(A, l->vertex));
    if (arc) cli_sink_print(sink, "%s%" PRId64, to, tropic_matrix_label(A, rows->head[l->number]));
}

void cli_table_tsv(cli_sink *sink, const tropic_matrix *A, const cli_rows *rows,
                   const cli_column *columns, int count)
{
    line l = first_line(A, rows);
    cli_sink_print(sink, rows && rows->offset ? "# from\tto" : "# id");
    for (int k = 0; k < count; k++) cli_sink_print(sink, "\t%s", columns[k].name);
    cli_sink_print(sink, "\n");
    while (next_line(&l, sink, rows)) {
        put_ids(sink, A, rows, &l, "", "", "\t");
        for (int k = 0; k < count; k++) {
            cli_sink_print(sink, "\t");
            put_value(sink, A, &columns[k], l.place, "inf");
        }
        cli_sink_print(sink, "\n");
    }
}

void cli_table_json(cli_json *json, const char *key, const tropic_matrix *A, const cli_rows *rows,
                    const cli_column *columns, int count)
{
    cli_sink *sink = json->sink;
    line l = first_line(A, rows);
    cli_json_open(json, key, '[');
    while (next_line(&l, sink, rows)) {
        cli_sink_print(sink, "%s\n    {", l.number ? "," : "");
        put_ids(sink, A, rows, &l, "\"id\": ", "\"from\": ", ", \"to\": ");
        for (int k = 0; k < count; k++) {
            cli_sink_print(sink, ", \"%s\": ", columns[k].name);
            put_value(sink, A, &columns[k], l.place, "null");
        }
        cli_sink_print(sink, "}");
    }
    json->filled[json->depth] = l.count > 0;
    cli_json_close(json, ']');
}
