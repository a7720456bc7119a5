/* SPDX-License-Identifier: Apache-2.0
 *
 * What messages on a file say: where it is, and what stands there.
 */
#include "formats/files/text.h"

#include "runtime/shown.h"

#include <stdio.h>
#include <string.h>

/* Bytes of a bad token that a message shows at most. */
#define QUOTED_BYTES 24

/* Lines are counted only here and where windows pass, so that parsing need not. */
int64_t tp_text_line(const tp_text *text, const char *at)
{
    int64_t line = text->lines + 1;
    for (const char *p = text->begin; (p = memchr(p, '\n', (size_t)(at - p))) != NULL; p++) line++;
    return line;
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
    snprintf(cause, sizeof cause, "%s", context->error);
    return tp_fail(context, status, "%s: %s", path, cause);
}

const char *tp_token_end(const char *p)
{
    while ((unsigned char)*p > ' ') p++;
    return p;
}

const char *tp_quote(char *buffer, const char *p, const char *end)
{
    const char *stop = tp_token_end(p);
    char piece[TP_SHOWN_PIECE];
    size_t length = 0;

    if (p >= end) return strcpy(buffer, "the end of the file");
    if (*p == '\n' || (*p == '\r' && (p[1] == '\n' || p + 1 == end))) return strcpy(buffer, "the end of the line");
    if (*p == '\r') return strcpy(buffer, "a carriage return without a line feed");
    if (stop == p) stop = p + 1; /* a control character */
    buffer[length++] = '"';
    while (p < stop) {
        const char *next = tp_shown(p, piece);
        if (length + strlen(piece) > 1 + QUOTED_BYTES) break;
        strcpy(buffer + length, piece);
        length += strlen(piece);
        p = next;
    }
    strcpy(buffer + length, p < stop ? "...\"" : "\"");
    return buffer;
}
