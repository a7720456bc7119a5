/* SPDX-License-Identifier: Apache-2.0
 *
 * JSON: members with their commas, strings that are always valid.
 */
#include "cli/output.h"

#include <inttypes.h>
#include <math.h>

/* Bytes of the UTF-8 sequence at `text`; 0 where there is none (overlong forms, surrogates and
 * values above U+10FFFF are none). */
static int sequence(const unsigned char *text)
{
    const unsigned char lead = text[0];
    unsigned char low = 0x80, high = 0xbf; /* of the second byte */
    int length;
    if (lead < 0x80) return 1;
    if (lead < 0xc2 || lead > 0xf4) return 0;
    length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    if (lead == 0xe0) low = 0xa0;
    if (lead == 0xed) high = 0x9f;
    if (lead == 0xf0) low = 0x90;
    if (lead == 0xf4) high = 0x8f;
    if (text[1] < low || text[1] > high) return 0;
    for (int k = 2; k < length; k++)
        if (text[k] < 0x80 || text[k] > 0xbf) return 0;
    return length;
}

static void put_string(cli_sink *sink, const char *value)
{
    const unsigned char *c = (const unsigned char *)value;
    cli_sink_print(sink, "\"");
    while (*c) {
        int length = sequence(c);
        if (length == 0)
            cli_sink_print(sink, "\\ufffd");
        else if (*c < ' ' || *c == 0x7f)
            cli_sink_print(sink, "\\u%04x", (unsigned)*c);
        else if (*c == '"' || *c == '\\')
            cli_sink_print(sink, "\\%c", *c);
        else
            cli_sink_print(sink, "%.*s", length, (const char *)c);
        c += length ? length : 1;
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
    begin(json, key);
    if (isfinite(value))
        cli_sink_print(json->sink, "%.17g", value);
    else
        cli_sink_print(json->sink, "null");
}

void cli_json_bool(cli_json *json, const char *key, bool value)
{
    begin(json, key);
    cli_sink_print(json->sink, value ? "true" : "false");
}
