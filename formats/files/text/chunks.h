/* SPDX-License-Identifier: Apache-2.0
 *
 * A window of a file in pieces that begin and end at line ends, for threads to parse. The entries do not depend on the
 * number of threads, and neither does the error that is reported: the first in the file.
 */
#ifndef TP_CHUNKS_H
#define TP_CHUNKS_H

#include "formats/files/text/number.h"
#include "formats/files/text/text.h"

#define TP_CAUSE_LENGTH 160

typedef struct tp_chunk {
    const char *begin, *end;
    const char *text_end;
    char comment[2];        /* lines that begin with either are skipped; zero: none */
    int64_t first, count;   /* entries before it, and in it */
    int64_t line, lines;    /* where lines are not entries (METIS): the same of lines */
    bool skips;             /* has lines that are neither */
    bool cut;               /* has entries beyond those that are wanted, not counted */
    uint64_t sum;           /* METIS: whether each edge stands at both ends */
    int64_t min_id, max_id; /* of ids without limits */
    bool wide;              /* such an id does not fit 32 bits */
    bool lonely;            /* a row has no target: see tp_lines */
    bool real;              /* a value written as a real number was seen */
    const char *bad;        /* where it went wrong, or NULL */
    char cause[TP_CAUSE_LENGTH];
} tp_chunk;

typedef struct tp_chunks {
    const tp_text *text;
    tp_chunk *chunk;
    int64_t count; /* chunks */
    int64_t first; /* entries before the window */
    int64_t total; /* entries up to the window's end */
    int64_t line;  /* the same of lines, where they are counted */
    int64_t lines;
    double scale; /* see tp_text_scale */
} tp_chunks;

/* Splits the window from `body` on, and lets count(chunk, state) count each chunk's entries, or lines: see
 * tp_chunks_run. Then each chunk has `first` and `line`, counted on from those of `chunks`. Status: OUT_OF_MEMORY,
 * CANCELLED; then there is nothing to free. */
tropic_status tp_chunks_count(tropic_context *context, tp_chunks *chunks, const tp_text *text, const char *body,
                              const char comment[2], void (*count)(tp_chunk *chunk, void *state), void *state);
void tp_chunks_free(tropic_context *context, tp_chunks *chunks);

/* Runs work(chunk, state) on every chunk, in parallel; FORMAT_ERROR for the first bad one. CANCELLED: checked after
 * chunks. */
tropic_status tp_chunks_run(tropic_context *context, tp_chunks *chunks, void (*work)(tp_chunk *chunk, void *state),
                            void *state);
/* As if it had not been run. */
void tp_chunks_reset(tp_chunks *chunks);
/* A worker: counts the lines that hold an entry. */
void tp_chunk_count_entries(tp_chunk *chunk, void *unused);

/* The window as one chunk, to parse a header. */
static inline tp_chunk tp_chunk_all(const tp_text *text, const char comment[2])
{
    return (tp_chunk){
        .begin = text->begin, .end = text->end, .text_end = text->end, .comment = {comment[0], comment[1]}};
}

/* FORMAT_ERROR, for the fault that tp_chunk_fail has noted. */
tropic_status tp_chunk_error(tropic_context *context, const tp_text *text, const tp_chunk *chunk);
/* Notes the fault at `at`. Returns NULL, as a parser does that failed. */
const char *tp_chunk_fail(tp_chunk *chunk, const char *at, const char *format, ...) TP_PRINTF(3, 4);
/* The same: `wanted` should stand there. */
const char *tp_chunk_expected(tp_chunk *chunk, const char *at, const char *wanted);
/* The same: there should be a number, called `what`, at p. */
const char *tp_chunk_bad_number(tp_chunk *chunk, const char *p, const char *what);

static inline const char *tp_skip_blanks(const char *p)
{
    while (*p == ' ' || *p == '\t') p++;
    return p;
}

/* The place behind the line's end at p; NULL where p is not at the end of a line. */
static inline const char *tp_line_end(const char *p, const char *end)
{
    if (*p == '\n') return p + 1;
    if (*p == '\r' && (p[1] == '\n' || p + 1 == end)) return p + 1 == end ? end : p + 2;
    return p >= end ? end : NULL;
}

/* The next line, where nothing but blanks is left of the line at p; NULL after noting the rest. */
const char *tp_end_line(tp_chunk *chunk, const char *p);
/* Is `size` a number of `what` that ids can count? If not, notes that of the line. */
bool tp_check_size(tp_chunk *chunk, const char *line, int64_t size, const char *what);

/* The place behind the letter and blanks at p; NULL where there is no such letter. */
static inline const char *tp_skip_letter(const char *p, char letter)
{
    return *p == letter && (p[1] == ' ' || p[1] == '\t') ? tp_skip_blanks(p + 1) : NULL;
}

/* Is `word` the token at *p? Then *p moves past it and the blanks behind it. */
bool tp_take_word(const char **p, const char *word);

/* The line after the one that p is in. */
const char *tp_next_line(const char *p, const char *end);

/* A carriage return without a line feed between p and the next line, or NULL. The text behind it may be meant as a line
 * of its own, which nobody would see in text that is passed over. */
const char *tp_bare_return(const char *p, const char *next);

/* The next line that holds an entry, past its leading blanks; `end` (of the chunk) for none. Also the carriage return
 * alone in a comment, where no entry begins, so that parsing names it. */
static inline const char *tp_next_entry(const tp_chunk *chunk, const char *p)
{
    while (p < chunk->end) {
        const char *q = tp_skip_blanks(p), *next;
        if (tp_is_digit(*q)) return q;
        next = tp_line_end(q, chunk->text_end);
        if (!next) {
            if (*q == '\0' || (*q != chunk->comment[0] && *q != chunk->comment[1])) return q;
            next = tp_next_line(q, chunk->end);
            q = tp_bare_return(q, next);
            if (q) return q;
        }
        p = next;
    }
    return chunk->end;
}

/* The k-th entry, from 0, of those at p or after it. */
static inline const char *tp_entry_at(const tp_chunk *chunk, const char *p, int64_t k)
{
    p = tp_next_entry(chunk, p);
    for (; k > 0; k--) p = tp_next_entry(chunk, tp_next_line(p, chunk->end));
    return p;
}

/* May a field end before this character? Anything else that is odd is found by the next field. */
static inline bool tp_is_break(char c)
{
    return (unsigned char)c <= ' ' || c == ',' || c == ';' || c == '"';
}

/* An integer and nothing else up to the next break. NULL after noting the cause. */
static inline const char *tp_read_int(tp_chunk *chunk, const char *p, const char *what, int64_t *value)
{
    const char *q = tp_parse_int(p, value);
    return q && tp_is_break(*q) ? q : tp_chunk_bad_number(chunk, p, what);
}

#endif
