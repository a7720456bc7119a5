/* SPDX-License-Identifier: Apache-2.0
 *
 * From a compiler's log to the sentence that a user needs.
 *
 * NVRTC writes "file(3): error: what" with indented details, the line and a caret below; GCC and Clang
 * "file:3:7: error: what", also with the line. Both become "file:3: ..." here, without the line.
 */
#define _GNU_SOURCE
#include "runtime/jit/jit_parts.h"
#include "runtime/jit/jit_sources.h"

#include <stdio.h>
#include <string.h>

/* NVRTC indents the details of an error so deep, and the line in question less. */
#define DETAIL_INDENT 10

typedef struct log_line {
    const char *text;
    int length;
} log_line;

/* False at the end. */
static bool next_line(const char **rest, log_line *line)
{
    const char *end = strchrnul(*rest, '\n');
    if (!**rest) return false;
    *line = (log_line){*rest, (int)(end - *rest)};
    *rest = *end ? end + 1 : end;
    return true;
}

static const char *find_in(const log_line *line, const char *word)
{
    return memmem(line->text, (size_t)line->length, word, strlen(word));
}

static bool is_error(const log_line *line)
{
    static const char *const words[] = {"): error", "): catastrophic error", ": error:", ": fatal error:"};
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (find_in(line, words[k])) return true;
    return false;
}

/* In one of our own headers, which the user cannot change? */
static bool is_ours(const log_line *line)
{
    for (int k = 0; k < tp_source_count; k++) {
        const size_t length = strlen(tp_sources[k].name);
        if ((size_t)line->length > length && strncmp(line->text, tp_sources[k].name, length) == 0 &&
            (line->text[length] == '(' || line->text[length] == ':'))
            return true;
    }
    return false;
}

static int indent_of(const log_line *line)
{
    return (int)strspn(line->text, " ");
}

static bool is_caret(const log_line *line)
{
    return line->length > 0 && find_in(line, "^") && (int)strspn(line->text, " ^~") == line->length;
}

/* "file(3): what" as "file:3: what". */
static void put_error(char *to, size_t room, const log_line *line)
{
    const char *close = find_in(line, "): "), *open = close;
    while (open && open > line->text && *open != '(') open--;
    if (close && *open == '(' && strspn(open + 1, "0123456789") == (size_t)(close - open - 1))
        snprintf(to, room, "%.*s:%.*s%.*s\n", (int)(open - line->text), line->text, (int)(close - open - 1), open + 1,
                 line->length - (int)(close + 1 - line->text), close + 1);
    else
        snprintf(to, room, "%.*s\n", line->length, line->text);
}

/* Appends the errors in our lines, or those in the user's. */
static void put_errors(char *to, size_t room, const char *log, bool ours)
{
    bool keep = false;
    log_line line, next;
    while (next_line(&log, &line)) {
        const char *rest = log;
        const size_t used = strlen(to);
        if (is_error(&line)) {
            keep = is_ours(&line) == ours;
            if (keep) put_error(to + used, room - used, &line);
        } else if (indent_of(&line) < DETAIL_INDENT && line.length > 0 && line.text[0] != ' ') {
            keep = false;
        } else if (keep && indent_of(&line) >= DETAIL_INDENT && !is_caret(&line) &&
                   !(next_line(&rest, &next) && is_caret(&next))) {
            snprintf(to + used, room - used, "%.*s\n", line.length, line.text);
        }
    }
}

tropic_status tp_jit_refuse(tropic_context *context, const char *log)
{
    char text[TP_ERROR_LENGTH] = "";
    size_t length;
    put_errors(text, sizeof text, log, false);
    put_errors(text, sizeof text, log, true);
    if (!text[0]) snprintf(text, sizeof text, "%s", log[0] ? log : "the compiler failed");
    length = strlen(text);
    while (length > 0 && text[length - 1] == '\n') text[--length] = '\0';
    return tp_fail(context, TROPIC_COMPILE_ERROR, "%s", text);
}
