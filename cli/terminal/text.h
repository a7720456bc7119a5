/* SPDX-License-Identifier: Apache-2.0
 *
 * Text that may hold any byte, file names above all, where a terminal or a reader of JSON sees it; the benchmark's too.
 */
#ifndef TP_CLI_TEXT_H
#define TP_CLI_TEXT_H

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

/* A text as people see it: control characters and bytes that are not UTF-8 as \t or \x1b (runtime/shown.h). */
void cli_text_put(FILE *file, const char *text);
/* The same into `to`, as much as there is room for. */
void cli_text_show(char *to, size_t room, const char *text);
/* Messages then begin with "tropic: PLACE: ", kept by reference; NULL: as they are. */
void cli_text_place(const char *place);
/* What was last said so, without its begin and its hint. */
const char *cli_text_last(void);
/* "tropic COMMAND: ...HINT" on stderr, one line whatever it names, after stdout is flushed; command NULL: the tool. */
void cli_text_say(const char *command, const char *hint, const char *format, va_list arguments);

/* Longest form of a character in JSON, and its end. */
#define CLI_TEXT_PIECE 8
/* Puts the first character of `text`, which is not empty, in the form it has inside a JSON string: bytes that are not
 * UTF-8 become U+FFFD. Returns its end. */
const char *cli_text_json(const char *text, char piece[CLI_TEXT_PIECE]);

#endif
