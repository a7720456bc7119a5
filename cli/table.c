/* SPDX-License-Identifier: Apache-2.0
 *
 * One line, or one JSON object, per vertex.
 */
#include "cli/output.h"

#include <inttypes.h>
#include <math.h>

/* Rows between two looks at whether to go on. */
#define LOOK_EVERY 4096

/* One value; `infinite` stands for an infinite one. */
static void put_value(cli_sink *sink, const tropic_matrix *A, const cli_column *column,
                      tropic_index i, const char *infinite)
{
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
    if (isfinite(real))
        cli_sink_print(sink, "%.17g", real);
    else
        cli_sink_print(sink, "%s", infinite);
}

void cli_table_tsv(cli_sink *sink, const tropic_matrix *A, const cli_rows *rows,
                   const cli_column *columns, int count)
{
    const tropic_index n = rows ? rows->count : tropic_matrix_rows(A);
    cli_sink_print(sink, "# id");
    for (int k = 0; k < count; k++) cli_sink_print(sink, "\t%s", columns[k].name);
    cli_sink_print(sink, "\n");
    for (tropic_index r = 0; r < n; r++) {
        const tropic_index i = rows ? rows->vertex[r] : r;
        if (r % LOOK_EVERY == 0 && cli_sink_stopped(sink)) return;
        cli_sink_print(sink, "%" PRId64, tropic_matrix_label(A, i));
        for (int k = 0; k < count; k++) {
            cli_sink_print(sink, "\t");
            put_value(sink, A, &columns[k], i, "inf");
        }
        cli_sink_print(sink, "\n");
    }
}

void cli_table_json(cli_json *json, const char *key, const tropic_matrix *A, const cli_rows *rows,
                    const cli_column *columns, int count)
{
    const tropic_index n = rows ? rows->count : tropic_matrix_rows(A);
    cli_sink *sink = json->sink;
    cli_json_open(json, key, '[');
    for (tropic_index r = 0; r < n; r++) {
        const tropic_index i = rows ? rows->vertex[r] : r;
        if (r % LOOK_EVERY == 0 && cli_sink_stopped(sink)) break;
        cli_sink_print(sink, "%s\n    {\"id\": %" PRId64, r ? "," : "", tropic_matrix_label(A, i));
        for (int k = 0; k < count; k++) {
            cli_sink_print(sink, ", \"%s\": ", columns[k].name);
            put_value(sink, A, &columns[k], i, "null");
        }
        cli_sink_print(sink, "}");
    }
    json->filled[json->depth] = n > 0;
    cli_json_close(json, ']');
}
