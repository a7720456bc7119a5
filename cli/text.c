/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/text.h"

#include <stdio.h>

/* Longer than any path (PATH_MAX is 4096 on Linux) with a sentence around it. */
#define MESSAGE_LENGTH 6144

char cli_text_visible(char c)
{
    return (unsigned char)c < ' ' || c == 0x7f ? '?' : c;
}

void cli_text_clean(char *text)
{
    for (; *text; text++) *text = cli_text_visible(*text);
}

void cli_text_say(const char *command, const char *hint, const char *format, va_list arguments)
{
    char text[MESSAGE_LENGTH];
    vsnprintf(text, sizeof text, format, arguments);
    cli_text_clean(text);
    fflush(stdout);
    fprintf(stderr, "tropic%s%s: %s%s\n", command ? " " : "", command ? command : "", text, hint);
}

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

const char *cli_text_json(const char *text, char piece[CLI_TEXT_PIECE])
{
    const unsigned char c = (unsigned char)*text;
    const int length = sequence((const unsigned char *)text);
    if (length == 0)
        snprintf(piece, CLI_TEXT_PIECE, "\\ufffd");
    else if (c < ' ' || c == 0x7f)
        snprintf(piece, CLI_TEXT_PIECE, "\\u%04x", (unsigned)c);
    else
        snprintf(piece, CLI_TEXT_PIECE, "%s%.*s", c == '"' || c == '\\' ? "\\" : "", length, text);
    return text + (length ? length : 1);
}
