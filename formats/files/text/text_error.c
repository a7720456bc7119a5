/* SPDX-License-Identifier: Apache-2.0
 *
 * Places in messages on a file: the line, and a quote of the text there.
 */
#include "formats/files/text/text.h"

#include "runtime/shown.h"

#include <stdio.h>
#include <string.h>

/* Bytes of a quote that a message shows at most. */
#define QUOTED_BYTES 24

int64_t tp_count_lines(const char *p, const char *end)
{
    int64_t lines = 0;
    for (; (p = memchr(p, '\n', (size_t)(end - p))) != NULL; p++) lines++;
    return lines;
}

/* Lines are counted only here and where windows pass, so that parsing need not. */
int64_t tp_text_line(const tp_text *text, const char *at)
{
    return text->lines + 1 + tp_count_lines(text->begin, at);
}

static tropic_status fail_at(tropic_context *context, const tp_text *text, int64_t line, const char *format,
                             va_list arguments) __attribute__((format(printf, 4, 0)));

static tropic_status fail_at(tropic_context *context, const tp_text *text, int64_t line, const char *format,
                             va_list arguments)
{
    char cause[TP_ERROR_LENGTH / 2];
    vsnprintf(cause, sizeof cause, format, arguments);
    return tp_fail(context, TROPIC_FORMAT_ERROR, "%s:%lld: %s", text->path, (long long)line, cause);
}

tropic_status tp_text_error(tropic_context *context, const tp_text *text, const char *at, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)fail_at(context, text, tp_text_line(text, at), format, arguments);
    va_end(arguments);
    return TROPIC_FORMAT_ERROR;
}

tropic_status tp_line_error(tropic_context *context, const tp_text *text, int64_t line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)fail_at(context, text, line, format, arguments);
    va_end(arguments);
    return TROPIC_FORMAT_ERROR;
}

tropic_status tp_name_file(tropic_context *context, const char *path, tropic_status status)
{
    char cause[TP_ERROR_LENGTH];
    snprintf(cause, sizeof cause, "%s", tropic_context_error(context));
    return tp_fail(context, status, "%s: %s", path, cause);
}

const char *tp_token_end(const char *p)
{
    while ((unsigned char)*p > ' ') p++;
    return p;
}

const char *tp_quote_span(char *buffer, const char *p, const char *end)
{
    char piece[TP_SHOWN_PIECE];
    size_t length = 0;
    buffer[length++] = '"';
    while (p < end) {
        const char *next = tp_shown(p, piece);
        if (length + strlen(piece) > 1 + QUOTED_BYTES) break;
        strcpy(buffer + length, piece);
        length += strlen(piece);
        p = next;
    }
    strcpy(buffer + length, p < end ? "...\"" : "\"");
    return buffer;
}

const char *tp_quote(char *buffer, const char *p, const char *end)
{
    const char *stop = tp_token_end(p);
    if (p >= end) return strcpy(buffer, "the end of the file");
    if (*p == '\n' || (*p == '\r' && (p[1] == '\n' || p + 1 == end))) return strcpy(buffer, "the end of the line");
    if (*p == '\r') return strcpy(buffer, "a carriage return without a line feed");
    return tp_quote_span(buffer, p, stop > p ? stop : p + 1); /* (that is a control character) */
}
