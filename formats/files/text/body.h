/* SPDX-License-Identifier: Apache-2.0
 *
 * The body of a file, which follows its header, read a window at a time. Each window's entries are counted, then parsed
 * into arrays that grow, so that their size depends on the entries that are there, never on a header's word, nor on how
 * much text there is besides. Neither the entries nor the error that is reported depend on where windows end.
 */
#ifndef TP_BODY_H
#define TP_BODY_H

#include "formats/files/text/chunks.h"

/* The numbers of lines: entry first[r] stands in line line[r], and those after it, up to the next such, in the lines
 * after that. */
typedef struct tp_line_runs {
    int64_t *first, *line;
    int64_t count, capacity;
    int64_t known; /* entries of windows that have passed */
} tp_line_runs;

typedef struct tp_body {
    const char *comment; /* two signs: see tp_chunk */
    int64_t expected;    /* entries; -1: any number. Of more, one is read, the others are counted */
    bool by_lines;       /* tp_body_line is asked for lines, not for entries */
    bool traced;         /* tp_body_line will be asked */
    void (*count)(tp_chunk *chunk, void *state);                                    /* a worker */
    tropic_status (*read)(tropic_context *context, tp_chunks *chunks, void *state); /* the entries of a window */
    void *state;
    /* Out: */
    int64_t total, lines; /* of the whole body */
    bool uncounted;       /* there are more than `total`: too many to count them */
    int64_t excess;       /* the line of the first entry beyond `expected`, or 0 */
    const char *from;     /* where the body begins in the text's window */
    tp_line_runs runs;
} tp_body;

/* Reads the rest of the text, from p in its window. Status: as count, read and tp_text_next. */
tropic_status tp_body_read(tropic_context *context, tp_text *text, const char *p, tp_body *body);
void tp_body_free(tropic_context *context, tp_body *body);
/* The line of entry k, from 0, or of line k of those that are counted, once all are read. */
int64_t tp_body_line(const tp_body *body, const tp_text *text, int64_t k);
/* FORMAT_ERROR for another number of entries than was expected, once all are read: in the line of the first that is too
 * many, or at the text's end. */
tropic_status tp_body_mismatch(tropic_context *context, const tp_body *body, const tp_text *text);

/* Makes room for `capacity` elements instead of the array's, `used` of which stay. Status: OUT_OF_MEMORY, for
 * `what`. */
tropic_status tp_grow(tropic_context *context, void *array, int64_t used, int64_t capacity, size_t size,
                      const char *what);
/* How much room to make for `total` elements where there is room for `capacity`: more than that if it is too little, so
 * that few copies are made. */
int64_t tp_room_for(int64_t total, int64_t capacity);
/* The same for the entries up to the end of a window, of `expected` in the file, -1: any number. */
int64_t tp_room_for_entries(const tp_chunks *chunks, int64_t capacity, int64_t expected);

/* Moves to the next entry at or after *p, through windows of comments and blanks; to the text's end if there is
 * none. */
tropic_status tp_text_entry(tropic_context *context, tp_text *text, const char comment[2], const char **p);

/* Makes the window hold `count` lines with entries from *p on, where the first of them is, or all that the text has, or
 * TP_TEXT_WINDOW bytes, of which a comment or a blank line between them takes one. *p
 * moves along; text before its line may be given up, and so may comments that may_go. */
tropic_status tp_text_hold(tropic_context *context, tp_text *text, const char comment[2], int count,
                           bool (*may_go)(const char *line, const char *next), const char **p);

#endif
