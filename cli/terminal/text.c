/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/terminal/text.h"

#include "runtime/shown.h"

#include <string.h>

/* Longer than any path (PATH_MAX is 4096 on Linux) with a sentence around it. */
#define MESSAGE_LENGTH 6144

void cli_text_put(FILE *file, const char *text)
{
    char piece[TP_SHOWN_PIECE];
    while (*text) {
        text = tp_shown(text, piece);
        fputs(piece, file);
    }
}

void cli_text_show(char *to, size_t room, const char *text)
{
    char piece[TP_SHOWN_PIECE];
    size_t used = 0;
    *to = '\0';
    while (*text) {
        size_t length;
        text = tp_shown(text, piece);
        length = strlen(piece);
        if (used + length >= room) return;
        memcpy(to + used, piece, length + 1);
        used += length;
    }
}

static const char *said_of;

void cli_text_place(const char *place)
{
    said_of = place;
}

static char last[MESSAGE_LENGTH];

const char *cli_text_last(void)
{
    return last;
}

void cli_text_say(const char *command, const char *hint, const char *format, va_list arguments)
{
    vsnprintf(last, sizeof last, format, arguments);
    fflush(stdout);
    fputs("tropic", stderr);
    if (said_of) {
        fputs(": ", stderr);
        cli_text_put(stderr, said_of);
        fputs(command ? ":" : "", stderr);
    }
    fprintf(stderr, "%s%s: ", command ? " " : "", command ? command : "");
    cli_text_put(stderr, last);
    fprintf(stderr, "%s\n", hint);
}

const char *cli_text_json(const char *text, char piece[CLI_TEXT_PIECE])
{
    const unsigned char c = (unsigned char)*text;
    const int length = tp_utf8_length(text);
    if (length == 0)
        snprintf(piece, CLI_TEXT_PIECE, "\\ufffd");
    else if (c < ' ' || c == 0x7f)
        snprintf(piece, CLI_TEXT_PIECE, "\\u%04x", (unsigned)c);
    else
        snprintf(piece, CLI_TEXT_PIECE, "%s%.*s", c == '"' || c == '\\' ? "\\" : "", length, text);
    return text + (length ? length : 1);
}
