/* SPDX-License-Identifier: Apache-2.0
 *
 * Splitting a file for threads, and finding its first error again.
 */
#include "formats/files/text/chunks.h"
#include "runtime/threads.h"

#include <stdio.h>
#include <string.h>

/* Large enough that handing one out costs nothing, small enough to even out the threads. */
#define CHUNK_BYTES ((int64_t)1 << 18)

const char *tp_next_line(const char *p, const char *end)
{
    const char *q = memchr(p, '\n', (size_t)(end - p));
    return q ? q + 1 : end;
}

const char *tp_bare_return(const char *p, const char *next)
{
    while ((p = memchr(p, '\r', (size_t)(next - p))) && tp_line_end(p, next)) p++;
    return p;
}

static void reset(tp_chunk *chunk)
{
    chunk->sum = 0;
    chunk->min_id = INT64_MAX;
    chunk->max_id = INT64_MIN;
    chunk->wide = chunk->lonely = chunk->real = false;
    chunk->bad = NULL;
}

void tp_chunks_reset(tp_chunks *chunks)
{
    for (int64_t c = 0; c < chunks->count; c++) reset(&chunks->chunk[c]);
}

static tropic_status split(tropic_context *context, tp_chunks *chunks, const tp_text *text, const char *body,
                           const char comment[2])
{
    int64_t bytes = text->end - body;
    const char *begin = body;

    chunks->text = text;
    chunks->count = bytes / CHUNK_BYTES + 1;
    chunks->chunk = tp_allocate_zero(&context->memory, chunks->count, sizeof *chunks->chunk);
    if (!chunks->chunk) return tp_out_of_memory(context, "the parts of a file");

    for (int64_t c = 0; c < chunks->count; c++) {
        tp_chunk *chunk = &chunks->chunk[c];
        int64_t target = (c + 1) * CHUNK_BYTES;
        chunk->begin = begin;
        /* A line longer than a chunk leaves the next chunks empty. */
        if (target >= bytes)
            begin = text->end;
        else if (begin - body < target)
            begin = tp_next_line(body + target, text->end);
        chunk->end = begin;
        chunk->text_end = text->end;
        reset(chunk);
        memcpy(chunk->comment, comment, sizeof chunk->comment);
    }
    return TROPIC_OK;
}

void tp_chunks_free(tropic_context *context, tp_chunks *chunks)
{
    tp_release(&context->memory, chunks->chunk);
    *chunks = (tp_chunks){0};
}

typedef struct task {
    tropic_context *context;
    tp_chunk *chunk;
    void (*work)(tp_chunk *chunk, void *state);
    void *state;
    tp_chunks_left left;
    int64_t failed; /* the first bad chunk so far; -1: cancelled */
    tropic_status status;
} task;

static void run_chunks(tp_worker *worker, void *of)
{
    task *t = of;
    int64_t c, end;
    while (tp_take(worker, &t->left, &c, &end))
        for (; c < end; c++) {
            if (c > __atomic_load_n(&t->failed, __ATOMIC_RELAXED)) continue;
            t->work(&t->chunk[c], t->state);
            if (t->chunk[c].bad) tp_atomic_min(&t->failed, c);
            /* Only the calling thread checks whether the caller cancels. */
            if (worker->number > 0 || t->status != TROPIC_OK) continue;
            t->status = tp_progress(t->context, 0);
            if (t->status != TROPIC_OK) tp_atomic_min(&t->failed, -1);
        }
}

tropic_status tp_chunks_run(tropic_context *context, tp_chunks *chunks, void (*work)(tp_chunk *chunk, void *state),
                            void *state)
{
    const tp_team team = tp_team_for(context, chunks->count * CHUNK_BYTES);
    task t = {.context = context, .chunk = chunks->chunk, .work = work, .state = state, .failed = chunks->count};

    tp_parallel(tp_chunks_begin(&t.left, team, chunks->count, 1), run_chunks, &t);
    if (t.status != TROPIC_OK) return t.status;
    if (t.failed == chunks->count) return TROPIC_OK;
    return tp_chunk_error(context, chunks->text, &chunks->chunk[t.failed]);
}

/* Each chunk's first and line, total and lines, from each chunk's count and lines. */
static void number_entries(tp_chunks *chunks)
{
    chunks->total = chunks->first;
    chunks->lines = chunks->line;
    for (int64_t c = 0; c < chunks->count; c++) {
        chunks->chunk[c].first = chunks->total;
        chunks->chunk[c].line = chunks->lines;
        chunks->total += chunks->chunk[c].count;
        chunks->lines += chunks->chunk[c].lines;
    }
}

tropic_status tp_chunks_count(tropic_context *context, tp_chunks *chunks, const tp_text *text, const char *body,
                              const char comment[2], void (*count)(tp_chunk *chunk, void *state), void *state)
{
    tropic_status status;
    TP_TRY(split(context, chunks, text, body, comment));
    status = tp_chunks_run(context, chunks, count, state);
    if (status == TROPIC_OK)
        number_entries(chunks);
    else
        tp_chunks_free(context, chunks);
    return status;
}

void tp_chunk_count_entries(tp_chunk *chunk, void *unused)
{
    const char *p = chunk->begin, *q;
    int64_t count = 0;
    (void)unused;
    while ((q = tp_next_entry(chunk, p)) < chunk->end) {
        if (q > p && memchr(p, '\n', (size_t)(q - p))) chunk->skips = true;
        count++;
        p = tp_next_line(q, chunk->end);
    }
    chunk->count = count;
    chunk->skips = chunk->skips || p < chunk->end;
}

tropic_status tp_chunk_error(tropic_context *context, const tp_text *text, const tp_chunk *chunk)
{
    return tp_text_error(context, text, chunk->bad, "%s", chunk->cause);
}

const char *tp_chunk_fail(tp_chunk *chunk, const char *at, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(chunk->cause, sizeof chunk->cause, format, arguments);
    va_end(arguments);
    chunk->bad = at;
    return NULL;
}

const char *tp_chunk_expected(tp_chunk *chunk, const char *at, const char *wanted)
{
    char quote[TP_QUOTE_LENGTH];
    return tp_chunk_fail(chunk, at, "expected %s, found %s", wanted, tp_quote(quote, at, chunk->text_end));
}

const char *tp_chunk_bad_number(tp_chunk *chunk, const char *p, const char *what)
{
    char quote[TP_QUOTE_LENGTH];
    const char *q = p + (*p == '-' || *p == '+');
    tp_quote(quote, p, chunk->text_end);
    if (tp_is_digit(*q)) {
        while (tp_is_digit(*q)) q++;
        if (tp_is_break(*q)) return tp_chunk_fail(chunk, p, "%s %s does not fit a 64-bit integer", what, quote);
    }
    return tp_chunk_fail(chunk, p, "expected a %s, found %s", what, quote);
}

const char *tp_end_line(tp_chunk *chunk, const char *p)
{
    const char *next;
    p = tp_skip_blanks(p);
    next = tp_line_end(p, chunk->text_end);
    return next ? next : tp_chunk_expected(chunk, p, "the end of the line");
}

bool tp_check_size(tp_chunk *chunk, const char *line, int64_t size, const char *what)
{
    if (size >= 1 && size <= TROPIC_INDEX_MAX) return true;
    tp_chunk_fail(chunk, line, "%lld %s: expected 1 .. %d", (long long)size, what, (int)TROPIC_INDEX_MAX);
    return false;
}

bool tp_take_word(const char **p, const char *word)
{
    const char *end = tp_token_end(*p);
    if ((size_t)(end - *p) != strlen(word) || memcmp(*p, word, strlen(word)) != 0) return false;
    *p = tp_skip_blanks(end);
    return true;
}
