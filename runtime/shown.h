/* SPDX-License-Identifier: Apache-2.0
 *
 * Text that may hold any byte, such as a word of a file or a name, as messages show it: for all that quotes, the tool
 * too, which has nothing else of the library's inside.
 */
#ifndef TP_SHOWN_H
#define TP_SHOWN_H

#include <stdio.h>
#include <string.h>

/* Longest form of a character, and its end. */
#define TP_SHOWN_PIECE 5

/* Bytes of the UTF-8 sequence at `text`; 0 where there is none (overlong forms, surrogates and
 * values above U+10FFFF are none). */
static inline int tp_utf8_length(const char *text)
{
    const unsigned char *bytes = (const unsigned char *)text;
    const unsigned char lead = bytes[0];
    unsigned char low = 0x80, high = 0xbf; /* of the second byte */
    int length;
    if (lead < 0x80) return 1;
    if (lead < 0xc2 || lead > 0xf4) return 0;
    length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    if (lead == 0xe0) low = 0xa0;
    if (lead == 0xed) high = 0x9f;
    if (lead == 0xf0) low = 0x90;
    if (lead == 0xf4) high = 0x8f;
    if (bytes[1] < low || bytes[1] > high) return 0;
    for (int k = 2; k < length; k++)
        if (bytes[k] < 0x80 || bytes[k] > 0xbf) return 0;
    return length;
}

/* A control character: of ASCII, or of U+0080 to U+009F, which some terminals obey, too. */
static inline int tp_is_control(const char *text)
{
    const unsigned char *bytes = (const unsigned char *)text;
    return bytes[0] < ' ' || bytes[0] == 0x7f || (bytes[0] == 0xc2 && bytes[1] < 0xa0);
}

/* Puts the character at `text` as it is; a control character and a byte that is not UTF-8 as \t, \n, \r or \x1b. (A
 * backslash stands for itself: this is for people, and text that was shown already stays as it is.) Returns the place
 * behind it. */
static inline const char *tp_shown(const char *text, char piece[TP_SHOWN_PIECE])
{
    static const char named[] = "\t\n\r", names[] = "tnr";
    const char *name = *text ? strchr(named, *text) : NULL;
    const int length = tp_is_control(text) ? 0 : tp_utf8_length(text);
    if (name)
        snprintf(piece, TP_SHOWN_PIECE, "\\%c", names[name - named]);
    else if (length == 0)
        snprintf(piece, TP_SHOWN_PIECE, "\\x%02x", (unsigned)(unsigned char)*text);
    else
        snprintf(piece, TP_SHOWN_PIECE, "%.*s", length, text);
    return text + (length ? length : 1);
}

#endif
