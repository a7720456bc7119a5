/* SPDX-License-Identifier: Apache-2.0
 *
 * A record of named values: "key<TAB>value" lines, a table of a key and a value in each row, or one JSON object.
 */
#include "cli/output/output.h"

#include "cli/cli.h"
#include "formats/files/put.h"
#include "runtime/shown.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

void cli_record_begin(cli_record *record, cli_sink *sink, bool as_json)
{
    *record = (cli_record){.sink = sink, .as_json = as_json, .json = {.sink = sink}};
    if (as_json) cli_json_open(&record->json, NULL, '{');
}

void cli_record_begin_file(cli_record *record, cli_sink *sink, bool as_json, const char *path, const char *command)
{
    cli_record_begin(record, sink, as_json);
    record->as_csv = !as_json && cli_is_csv(path);
    if (record->as_csv) cli_sink_print(sink, "key,value\n");
    if (!as_json) return;
    cli_record_text(record, "tropic", tropic_version());
    cli_record_text(record, "command", command);
}

/* Text that a comma or a quote would break stands in quotes, where each quote is doubled, as RFC 4180 has it. */
static void put_field(cli_sink *sink, const char *piece, bool quoted)
{
    for (; *piece; piece++) {
        if (quoted && *piece == '"') cli_sink_put(sink, piece, 1);
        cli_sink_put(sink, piece, 1);
    }
}

/* A line stays a line: tabs and other control characters of a file name are shown as \t or \x1b. */
static void put_line(const cli_record *record, const char *key, const char *value)
{
    cli_sink *sink = record->sink;
    const bool quoted = record->as_csv && strpbrk(value, ",\"");
    char piece[TP_SHOWN_PIECE];
    cli_sink_print(sink, "%s%s%s", key, record->as_csv ? "," : "\t", quoted ? "\"" : "");
    while (*value) {
        value = tp_shown(value, piece);
        put_field(sink, piece, quoted);
    }
    cli_sink_print(sink, "%s\n", quoted ? "\"" : "");
}

void cli_record_text(cli_record *record, const char *key, const char *value)
{
    if (record->as_json)
        cli_json_string(&record->json, key, value);
    else
        put_line(record, key, value);
}

void cli_record_integer(cli_record *record, const char *key, int64_t value)
{
    char text[TP_DECIMAL_ROOM];
    snprintf(text, sizeof text, "%" PRId64, value);
    if (record->as_json)
        cli_json_integer(&record->json, key, value);
    else
        put_line(record, key, text);
}

void cli_record_real(cli_record *record, const char *key, double value)
{
    cli_record_value(record, key, TROPIC_FP64, &value);
}

/* A number fits the buffer, which is emptied only for want of room. */
static void keep(tp_buffer *text)
{
    (void)text;
}

void cli_record_value(cli_record *record, const char *key, tropic_type type, const void *value)
{
    char text[TP_NUMBER_MAX + 1];
    tp_buffer number = {text, text, text + TP_NUMBER_MAX, keep};
    const bool finite = type == TROPIC_FP32   ? isfinite(*(const float *)value)
                        : type == TROPIC_FP64 ? isfinite(*(const double *)value)
                                              : true;
    tp_put_value(&number, type, value, 0);
    *number.at = '\0';
    if (record->as_json)
        cli_json_number(&record->json, key, finite ? text : "null");
    else
        put_line(record, key, text);
}

void cli_record_bool(cli_record *record, const char *key, bool value)
{
    if (record->as_json)
        cli_json_bool(&record->json, key, value);
    else
        put_line(record, key, value ? "yes" : "no");
}

void cli_record_end(cli_record *record)
{
    if (record->as_json) cli_json_close(&record->json, '}');
}
