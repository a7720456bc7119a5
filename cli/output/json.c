/* SPDX-License-Identifier: Apache-2.0
 *
 * JSON: members with their commas, strings that are always valid.
 */
#include "cli/output/output.h"
#include "cli/terminal/text.h"
#include "formats/files/decimal.h"

#include <inttypes.h>
#include <math.h>

/* Of times: they differ from run to run in the third. */
#define MEASURED_DIGITS 6

static void put_string(cli_sink *sink, const char *value)
{
    char piece[CLI_TEXT_PIECE];
    cli_sink_print(sink, "\"");
    while (*value) {
        value = cli_text_json(value, piece);
        cli_sink_print(sink, "%s", piece);
    }
    cli_sink_print(sink, "\"");
}

/* The comma and line break before a member, and its key. */
static void begin(cli_json *json, const char *key)
{
    if (json->depth > 0) {
        cli_sink_print(json->sink, json->filled[json->depth] ? ",\n" : "\n");
        cli_sink_print(json->sink, "%*s", 2 * json->depth, "");
        json->filled[json->depth] = true;
    }
    if (key) {
        put_string(json->sink, key);
        cli_sink_print(json->sink, ": ");
    }
}

void cli_json_open(cli_json *json, const char *key, char bracket)
{
    begin(json, key);
    cli_sink_print(json->sink, "%c", bracket);
    json->filled[++json->depth] = false;
}

void cli_json_close(cli_json *json, char bracket)
{
    const bool filled = json->filled[json->depth--];
    if (filled) cli_sink_print(json->sink, "\n%*s", 2 * json->depth, "");
    cli_sink_print(json->sink, json->depth ? "%c" : "%c\n", bracket);
}

void cli_json_string(cli_json *json, const char *key, const char *value)
{
    begin(json, key);
    put_string(json->sink, value);
}

void cli_json_integer(cli_json *json, const char *key, int64_t value)
{
    begin(json, key);
    cli_sink_print(json->sink, "%" PRId64, value);
}

void cli_json_unsigned(cli_json *json, const char *key, uint64_t value)
{
    begin(json, key);
    cli_sink_print(json->sink, "%" PRIu64, value);
}

void cli_json_real(cli_json *json, const char *key, double value)
{
    char text[TP_DECIMAL_ROOM];
    tp_write_fp64(text, value);
    cli_json_number(json, key, isfinite(value) ? text : "null");
}

void cli_json_measured(cli_json *json, const char *key, double value)
{
    char text[TP_DECIMAL_ROOM];
    snprintf(text, sizeof text, "%.*g", MEASURED_DIGITS, value);
    cli_json_number(json, key, isfinite(value) ? text : "null");
}

void cli_json_number(cli_json *json, const char *key, const char *text)
{
    begin(json, key);
    cli_sink_print(json->sink, "%s", text);
}

void cli_json_bool(cli_json *json, const char *key, bool value)
{
    begin(json, key);
    cli_sink_print(json->sink, value ? "true" : "false");
}
