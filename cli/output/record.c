/* SPDX-License-Identifier: Apache-2.0
 *
 * A record of named values: "key<TAB>value" lines, or one JSON object.
 */
#include "cli/output/output.h"

#include "cli/cli.h"
#include "formats/files/decimal.h"
#include "runtime/shown.h"

#include <inttypes.h>
#include <math.h>

void cli_record_begin(cli_record *record, cli_sink *sink, bool as_json)
{
    *record = (cli_record){.sink = sink, .as_json = as_json, .json = {.sink = sink}};
    if (as_json) cli_json_open(&record->json, NULL, '{');
}

/* A line stays a line: tabs and other control characters of a file name are shown as \t or \x1b. */
static void put_line(cli_sink *sink, const char *key, const char *value)
{
    char piece[TP_SHOWN_PIECE];
    cli_sink_print(sink, "%s\t", key);
    while (*value) {
        value = tp_shown(value, piece);
        cli_sink_print(sink, "%s", piece);
    }
    cli_sink_print(sink, "\n");
}

void cli_record_text(cli_record *record, const char *key, const char *value)
{
    if (record->as_json)
        cli_json_string(&record->json, key, value);
    else
        put_line(record->sink, key, value);
}

void cli_record_integer(cli_record *record, const char *key, int64_t value)
{
    if (record->as_json)
        cli_json_integer(&record->json, key, value);
    else
        cli_sink_print(record->sink, "%s\t%" PRId64 "\n", key, value);
}

void cli_record_real(cli_record *record, const char *key, double value)
{
    cli_record_value(record, key, TROPIC_FP64, value);
}

void cli_record_value(cli_record *record, const char *key, tropic_type type, double value)
{
    char text[TP_DECIMAL_ROOM];
    tp_write_real(text, value, type == TROPIC_FP32);
    if (record->as_json)
        cli_json_number(&record->json, key, isfinite(value) ? text : "null");
    else
        cli_sink_print(record->sink, "%s\t%s\n", key, text);
}

void cli_record_bool(cli_record *record, const char *key, bool value)
{
    if (record->as_json)
        cli_json_bool(&record->json, key, value);
    else
        cli_sink_print(record->sink, "%s\t%s\n", key, value ? "yes" : "no");
}

void cli_record_end(cli_record *record)
{
    if (record->as_json) cli_json_close(&record->json, '}');
}
