/* SPDX-License-Identifier: Apache-2.0
 *
 * The windows of a body, and where its lines are.
 */
#include "formats/files/text/body.h"

#include <string.h>

/* Text that is read on to count entries beyond those that the header says. */
#define COUNTED_BYTES ((int64_t)1 << 26)
/* Factors: room beyond an estimate, which may be short; and the most growth for which an estimate is believed. */
#define SPARE_ROOM 1.05
#define MOST_GROWTH 16.0

int64_t tp_room_for(int64_t total, int64_t capacity)
{
    if (total <= capacity) return capacity;
    return total > 2 * capacity ? total : 2 * capacity;
}

int64_t tp_room_for_entries(const tp_chunks *chunks, int64_t capacity, int64_t expected)
{
    const double scale = chunks->scale * SPARE_ROOM < MOST_GROWTH ? chunks->scale * SPARE_ROOM : MOST_GROWTH;
    int64_t room = tp_room_for(chunks->total, capacity);
    if (room == capacity) return capacity;
    if (chunks->scale > 0) room = chunks->scale > 1 ? (int64_t)((double)chunks->total * scale) : chunks->total;
    return expected >= chunks->total && expected < room ? expected : room;
}

tropic_status tp_grow(tropic_context *context, void *array, int64_t used, int64_t capacity, size_t size,
                      const char *what)
{
    void *before, *larger;
    memcpy(&before, array, sizeof before);
    if (used == 0) {
        tp_release(&context->memory, before);
        before = NULL;
        memcpy(array, &before, sizeof before);
    }
    larger = tp_allocate(&context->memory, capacity, size);
    if (!larger) return tp_out_of_memory(context, what);
    if (used > 0) memcpy(larger, before, (size_t)used * size);
    tp_release(&context->memory, before);
    memcpy(array, &larger, sizeof larger);
    return TROPIC_OK;
}

tropic_status tp_text_entry(tropic_context *context, tp_text *text, const char comment[2], const char **p)
{
    for (;;) {
        const tp_chunk all = tp_chunk_all(text, comment);
        *p = tp_next_entry(&all, *p);
        if (*p < text->end || !text->more) return TROPIC_OK;
        TP_TRY(tp_text_next(context, text, -1));
        *p = text->begin;
    }
}

tropic_status tp_text_hold(tropic_context *context, tp_text *text, const char comment[2], int count,
                           bool (*may_go)(const char *line, const char *next), const char **p)
{
    for (;;) {
        const tp_chunk all = tp_chunk_all(text, comment);
        const char *q = *p;
        for (int k = 1; k < count && q < text->end; k++) q = tp_next_entry(&all, tp_next_line(q, text->end));
        if (q < text->end || !text->more || text->end - *p > TP_TEXT_WINDOW) return TROPIC_OK;
        TP_TRY(tp_text_widen(context, text, p, may_go));
    }
}

/* ---- the numbers of lines ---- */

static tropic_status add_run(tropic_context *context, tp_line_runs *runs, int64_t first, int64_t line)
{
    const int64_t last = runs->count - 1, capacity = tp_room_for(runs->count + 1, runs->capacity);
    if (last >= 0 && runs->line[last] - runs->first[last] == line - first) return TROPIC_OK;
    if (capacity > runs->capacity) {
        TP_TRY(tp_grow(context, &runs->first, runs->count, capacity, sizeof *runs->first, "the lines of a file"));
        TP_TRY(tp_grow(context, &runs->line, runs->count, capacity, sizeof *runs->line, "the lines of a file"));
        runs->capacity = capacity;
    }
    runs->first[runs->count] = first;
    runs->line[runs->count++] = line;
    return TROPIC_OK;
}

/* The next line at or after p that is counted. */
static const char *next_unit(const tp_body *body, const tp_chunk *chunk, const char *p)
{
    if (!body->by_lines) return tp_next_entry(chunk, p);
    while (p < chunk->end && (*p == body->comment[0] || *p == body->comment[1])) p = tp_next_line(p, chunk->end);
    return p;
}

/* Keeps the numbers of lines of a chunk that begins in line *line, which moves to the next chunk's. */
static tropic_status trace(tropic_context *context, tp_body *body, const tp_chunk *chunk, int64_t *line)
{
    const char *p = chunk->begin, *q;
    const int64_t units = body->by_lines ? chunk->lines : chunk->count;
    int64_t k = body->by_lines ? chunk->line : chunk->first;

    if (!chunk->skips) {
        if (body->traced && units > 0) TP_TRY(add_run(context, &body->runs, k, *line));
        *line += units;
        return TROPIC_OK;
    }
    for (; body->traced && (q = next_unit(body, chunk, p)) < chunk->end; p = tp_next_line(q, chunk->end)) {
        *line += tp_count_lines(p, q);
        TP_TRY(add_run(context, &body->runs, k++, (*line)++));
    }
    *line += tp_count_lines(p, chunk->end);
    return TROPIC_OK;
}

int64_t tp_body_line(const tp_body *body, const tp_text *text, int64_t k)
{
    const tp_line_runs *runs = &body->runs;
    const tp_chunk all = tp_chunk_all(text, body->comment);
    int64_t low = 0, high = runs->count;
    const char *p = body->from;

    if (k >= runs->known) {
        p = next_unit(body, &all, p);
        for (k -= runs->known; k > 0; k--) p = next_unit(body, &all, tp_next_line(p, text->end));
        return tp_text_line(text, p);
    }
    while (high - low > 1) {
        const int64_t middle = low + (high - low) / 2;
        if (runs->first[middle] <= k)
            low = middle;
        else
            high = middle;
    }
    return runs->line[low] + k - runs->first[low];
}

void tp_body_free(tropic_context *context, tp_body *body)
{
    tp_release(&context->memory, body->runs.first);
    tp_release(&context->memory, body->runs.line);
    body->runs = (tp_line_runs){0};
}

/* ---- windows ---- */

/* Moves on; chunks are those of the window. */
static tropic_status next_window(tropic_context *context, tp_text *text, tp_body *body, const tp_chunks *chunks)
{
    int64_t line = tp_text_line(text, body->from);
    for (int64_t c = 0; c < chunks->count; c++) TP_TRY(trace(context, body, &chunks->chunk[c], &line));
    body->runs.known = body->by_lines ? chunks->lines : chunks->total;
    TP_TRY(tp_text_next(context, text, line - 1 - text->lines));
    body->from = text->begin;
    return TROPIC_OK;
}

static tropic_status count_window(tropic_context *context, const tp_text *text, tp_body *body, tp_chunks *chunks)
{
    *chunks = (tp_chunks){.first = body->total, .line = body->lines, .scale = tp_text_scale(text)};
    TP_TRY(tp_chunks_count(context, chunks, text, body->from, body->comment, body->count, body->state));
    body->total = chunks->total;
    body->lines = chunks->lines;
    return TROPIC_OK;
}

/* Counts the rest, if that is not much. */
static tropic_status count_on(tropic_context *context, tp_text *text, tp_body *body)
{
    tp_chunks chunks;
    int64_t left = COUNTED_BYTES;
    tropic_status status = TROPIC_OK;
    while (status == TROPIC_OK && text->more && left > 0) {
        status = tp_text_next(context, text, -1);
        if (status != TROPIC_OK) break;
        body->from = text->begin;
        left -= text->end - text->begin;
        status = count_window(context, text, body, &chunks);
        if (status == TROPIC_OK) tp_chunks_free(context, &chunks);
    }
    body->uncounted = text->more;
    return status;
}

/* Takes the text beyond the expected entries out of the chunks, except the first such, which is read to see whether it
 * is one. Returns that (or a place before it, where entries are not lines), or NULL. */
static const char *cut_excess(tp_chunks *chunks, const tp_body *body)
{
    const char *excess = NULL;
    if (body->expected < 0 || chunks->total <= body->expected) return NULL;
    for (int64_t c = 0; c < chunks->count; c++) {
        tp_chunk *chunk = &chunks->chunk[c];
        const int64_t wanted = body->expected - chunk->first;
        if (excess) {
            chunk->first = body->expected + 1;
            chunk->count = 0;
            chunk->end = chunk->begin;
        } else if (chunk->count > wanted) {
            excess = body->by_lines ? chunk->begin : tp_entry_at(chunk, chunk->begin, wanted);
            chunk->count = wanted + 1;
            chunk->cut = true;
        }
    }
    if (excess) chunks->total = body->expected + 1;
    return excess;
}

static tropic_status read_window(tropic_context *context, tp_text *text, tp_body *body, tp_chunks *chunks)
{
    const char *excess;
    TP_TRY(count_window(context, text, body, chunks));
    excess = cut_excess(chunks, body);
    TP_TRY(body->read(context, chunks, body->state));
    if (!excess) return TROPIC_OK;
    body->excess = tp_text_line(text, excess);
    return count_on(context, text, body);
}

tropic_status tp_body_read(tropic_context *context, tp_text *text, const char *p, tp_body *body)
{
    tropic_status status;
    bool more;
    body->from = p;
    body->total = body->lines = body->excess = 0;
    do {
        tp_chunks chunks = {0};
        status = read_window(context, text, body, &chunks);
        more = status == TROPIC_OK && body->excess == 0 && text->more;
        if (more) status = next_window(context, text, body, &chunks);
        tp_chunks_free(context, &chunks);
    } while (more && status == TROPIC_OK);
    return status;
}

tropic_status tp_body_mismatch(tropic_context *context, const tp_body *body, const tp_text *text)
{
    const int64_t line = body->excess > 0 ? body->excess : tp_text_line(text, text->end);
    if (body->uncounted)
        return tp_line_error(context, text, line, "the header says %lld entries, the file has more",
                             (long long)body->expected);
    return tp_line_error(context, text, line, "the header says %lld entries, the file has %lld",
                         (long long)body->expected, (long long)body->total);
}
