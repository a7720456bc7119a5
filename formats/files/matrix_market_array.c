/* SPDX-License-Identifier: Apache-2.0
 *
 * Matrix Market's array format: every value, down the columns; of a symmetric matrix the lower
 * triangle, of a skew-symmetric one that without its diagonal. Each value is an entry, zero or not. The format has one
 * on a line; several are read, too, with a note.
 */
#include "formats/files/matrix_market.h"

typedef struct array_reading {
    const tp_mm_header *header;
    const tp_values *values;
    tp_entries *entries;
    bool several; /* values may share a line */
} array_reading;

/* The first row that column j holds. */
static int64_t top_of(const tp_mm_header *header, int64_t j)
{
    return header->symmetry == TP_MM_GENERAL ? 0 : j + (header->symmetry == TP_MM_SKEW);
}

int64_t tp_mm_array_values(const tp_mm_header *header, int64_t j)
{
    int64_t rows = header->rows;
    switch (header->symmetry) {
    case TP_MM_SYMMETRIC: return j * rows - j * (j - 1) / 2;
    case TP_MM_SKEW: return j * rows - j * (j + 1) / 2;
    default: return j * rows;
    }
}

/* The last column j with tp_mm_array_values(j) <= k. */
static int64_t column_of(const tp_mm_header *header, int64_t k)
{
    int64_t low = 0, high = header->cols;
    while (high - low > 1) {
        int64_t middle = low + (high - low) / 2;
        if (tp_mm_array_values(header, middle) <= k)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static void read_chunk(tp_chunk *chunk, void *state)
{
    const array_reading *read = state;
    const tp_mm_header *header = read->header;
    const char *p = chunk->begin;
    int64_t j = column_of(header, chunk->first);
    int64_t i = top_of(header, j) + chunk->first - tp_mm_array_values(header, j);

    for (int64_t k = chunk->first; (p = tp_next_entry(chunk, p)) < chunk->end;) {
        do {
            if (!(p = tp_read_value(chunk, p, read->values, chunk->first, k))) return;
            while (i >= header->rows) i = top_of(header, ++j);
            read->entries->row_ids[k] = (tropic_index)i++;
            read->entries->col_ids[k++] = (tropic_index)j;
            p = tp_skip_blanks(p);
        } while (read->several && !tp_line_end(p, chunk->text_end));
        if (!(p = tp_end_line(chunk, p))) return;
    }
}

/* The next token of the line at p; NULL: there is none. What no token begins with counts as one, the last. */
static const char *next_token(const char *p, const char *end)
{
    const char *q = tp_token_end(p), *next = tp_skip_blanks(q);
    return q == p || tp_line_end(next, end) ? NULL : next;
}

static void count_values(tp_chunk *chunk, void *unused)
{
    const char *p = chunk->begin;
    (void)unused;
    for (chunk->count = 0; (p = tp_next_entry(chunk, p)) < chunk->end; p = tp_next_line(p, chunk->end))
        for (const char *q = p; q; q = next_token(q, chunk->text_end)) chunk->count++;
}

const char *tp_mm_array_value(const tp_text *text, const tp_mm_header *header, int64_t k)
{
    const tp_chunk all = tp_chunk_all(text, "%%");
    const char *line = tp_next_entry(&all, header->body), *p = line;
    for (; k > 0; k--) {
        p = next_token(p, text->end);
        if (!p) p = line = tp_next_entry(&all, tp_next_line(line, text->end));
    }
    return p;
}

/* The chunks, by lines or, where these are not as many as there should be values, by values. */
static tropic_status count(tropic_context *context, tp_chunks *chunks, const tp_text *text, const tp_mm_header *header,
                           bool *several)
{
    TP_TRY(tp_chunks_count(context, chunks, text, header->body, "%%", tp_chunk_count_entries, NULL));
    *several = chunks->total != header->count;
    if (!*several) return TROPIC_OK;
    tp_chunks_free(context, chunks);
    return tp_chunks_count(context, chunks, text, header->body, "%%", count_values, NULL);
}

tropic_status tp_mm_read_array(tropic_context *context, const tp_text *text, const tp_mm_header *header,
                               tp_values *values, tp_entries *entries)
{
    array_reading read = {.header = header, .values = values, .entries = entries};
    tp_chunks chunks;
    tropic_status status = TROPIC_OK;

    TP_TRY(count(context, &chunks, text, header, &read.several));
    entries->count = chunks.total;
    /* Places follow from the count, so that a wrong count comes before any bad value. */
    if (chunks.total != header->count)
        status =
            tp_text_error(context, text, header->sizes, "an array of this shape has %lld values, the file has %lld",
                          (long long)header->count, (long long)chunks.total);
    if (status == TROPIC_OK) status = tp_entries_allocate(context, entries, entries->count, 0, "the entries of a file");
    if (status == TROPIC_OK) status = tp_values_allocate(context, values, entries->count);
    if (status == TROPIC_OK) status = tp_chunks_run(context, &chunks, read_chunk, &read);
    status = tp_values_close(context, values, &chunks, entries, status);
    tp_chunks_free(context, &chunks);
    if (status != TROPIC_OK || !read.several) return status;
    return tp_note(context, &entries->notes, text->path,
                   "a line has several values; they are taken in the order of the file, down the columns");
}
