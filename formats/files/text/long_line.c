/* SPDX-License-Identifier: Apache-2.0
 *
 * A line that is longer than a window needs memory for its fields, not for blanks and comments.
 */
#include "formats/files/text/text.h"

#include <string.h>

/* Characters that are kept of a run of blanks, and of a comment: more than any with a meaning has. */
#define BLANKS_KEPT 64
#define COMMENT_KEPT 4096

static int64_t cut_blanks(char *line, int64_t size)
{
    int64_t to = 0, run = 0;
    for (int64_t k = 0; k < size; k++) {
        run = line[k] == ' ' || line[k] == '\t' ? run + 1 : 0;
        if (run <= BLANKS_KEPT) line[to++] = line[k];
    }
    return to;
}

/* Is there a carriage return that begins no line's end? */
static bool has_bare_return(const char *p, const char *end)
{
    while ((p = memchr(p, '\r', (size_t)(end - p))) && p + 1 < end && p[1] == '\n') p++;
    return p && p + 1 < end;
}

/* Cuts a line that is a comment, or whose error is at its beginning. No reader looks at the rest of it, except for such
 * a carriage return. */
static int64_t cut_comment(char *line, int64_t size)
{
    static const char bare_return[] = "\r ";
    int64_t first = 0, tail = 0, to = COMMENT_KEPT;
    while (first < size && (line[first] == ' ' || line[first] == '\t')) first++;
    if (size <= 2 * COMMENT_KEPT || !memchr("#%c", line[first], 3)) return size;
    while (tail < 2 && (line[size - 1 - tail] == '\n' || line[size - 1 - tail] == '\r')) tail++;
    if (has_bare_return(line + to, line + size)) {
        memcpy(line + to, bare_return, sizeof bare_return - 1);
        to += (int64_t)sizeof bare_return - 1;
    }
    memmove(line + to, line + size - tail, (size_t)tail);
    return to + tail;
}

int64_t tp_shorten_line(char *line, int64_t size)
{
    return cut_comment(line, cut_blanks(line, size));
}
