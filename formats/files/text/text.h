/* SPDX-License-Identifier: Apache-2.0
 *
 * A file's text, a window at a time, in memory that does not depend on how long the text is.
 */
#ifndef TP_TEXT_H
#define TP_TEXT_H

#include "formats/files/read.h"
#include "formats/files/text/source.h"

/* Bytes of a window of text that is unpacked or comes through a pipe. Small enough to be parsed out of a cache, large
 * enough for many threads. A file that is not packed is one window. */
#define TP_TEXT_WINDOW ((int64_t)1 << 23)
/* A line that is longer than a window makes that grow, up to this; runs of blanks, and comments, do not count. */
#define TP_LINE_LIMIT ((int64_t)1 << 30)

/* Opens a file, of which the caller wants at most `most` bytes of text, 0: any number; the window is at its beginning.
 * Gzip (known by its first bytes) is unpacked; lines that all end in a carriage return alone end in a line feed
 * instead. (Among line feeds, no reader takes a carriage return alone for the end of a line, nor passes over one:
 * tp_bare_return.) Status: IO_ERROR, FORMAT_ERROR (damaged gzip, a line beyond TP_LINE_LIMIT), NOT_SUPPORTED (a file
 * that is no text, by its kind; more text than wanted), OUT_OF_MEMORY, CANCELLED (checked after each block, and where a
 * signal interrupts the waiting for a pipe). */
tropic_status tp_text_open(tropic_context *context, const char *path, int64_t most, tp_text *text);
static inline tropic_status tp_text_load(tropic_context *context, const char *path, tp_text *text)
{
    return tp_text_open(context, path, 0, text);
}
void tp_text_free(tropic_context *context, tp_text *text);

/* Moves the window on; text->more. Places in the old window are void. `lines`: how many it had; -1: not known. Status:
 * as tp_text_open. */
tropic_status tp_text_next(tropic_context *context, tp_text *text, int64_t lines);
/* Lets the window begin with the line that *from is in, and end farther on than now; text->more. Of lines below it that
 * may go, their ends stay alone. *from moves along; other places are void. A window holds at most as much as a line may
 * (TP_LINE_LIMIT). Status: as tp_text_open. */
tropic_status tp_text_widen(tropic_context *context, tp_text *text, const char **from,
                            bool (*may_go)(const char *line, const char *next));
/* Makes windows of a text that was just opened no larger than their first line that reaches so many bytes. (For tests:
 * else they are as large as they can be.) */
void tp_text_narrow(tp_text *text, int64_t bytes);
/* The whole text's length over that up to the window's end, as far as can be told; 0: it cannot. */
double tp_text_scale(const tp_text *text);
/* How many lines end between p and `end`. */
int64_t tp_count_lines(const char *p, const char *end);
/* The number of the line that `at`, in the window or its end, is in. */
int64_t tp_text_line(const tp_text *text, const char *at);
/* Moves on from the end of a window, which *p may be, to the line after it, if there is one. */
tropic_status tp_text_ensure(tropic_context *context, tp_text *text, const char **p);

/* Takes text that no reader needs out of a line's beginning, or all of it; returns the size that is left. */
int64_t tp_shorten_line(char *line, int64_t size);

/* The next blank, end of line or control character at or after p. */
const char *tp_token_end(const char *p);
/* The token at p in quotes for a message, shortened and fit to be shown, or words for a place without a token: the end
 * of the line or of the file, a carriage return alone. Returns `buffer`, of TP_QUOTE_LENGTH. */
#define TP_QUOTE_LENGTH 48
const char *tp_quote(char *buffer, const char *p, const char *end);
/* The same of all from p to `end`, whatever it is. */
const char *tp_quote_span(char *buffer, const char *p, const char *end);

#endif
