/* SPDX-License-Identifier: Apache-2.0
 *
 * Text that may hold any byte, file names above all, where a terminal or a reader of JSON sees it; the benchmark's too.
 */
#ifndef TP_CLI_TEXT_H
#define TP_CLI_TEXT_H

#include <stdarg.h>

/* A control character as '?'; others as they are. */
char cli_text_visible(char c);
/* All of a text. */
void cli_text_clean(char *text);
/* "tropic COMMAND: ...HINT" on stderr, one line whatever it names, after what stdout holds; command NULL: the tool. */
void cli_text_say(const char *command, const char *hint, const char *format, va_list arguments);

/* Longest form of a character in JSON, and its end. */
#define CLI_TEXT_PIECE 8
/* Puts the first character of `text`, which is not empty, in the form it has inside a JSON string: bytes that are not
 * UTF-8 become U+FFFD. What is behind it. */
const char *cli_text_json(const char *text, char piece[CLI_TEXT_PIECE]);

#endif
