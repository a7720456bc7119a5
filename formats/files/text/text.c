/* SPDX-License-Identifier: Apache-2.0
 *
 * Windows of a text. The block of memory holds the window, and the text read beyond it, which is less than a line.
 */
#define _GNU_SOURCE
#include "formats/files/text/text.h"

#include "formats/files/text/chunks.h"
#include "formats/files/text/foreign.h"

#include <string.h>

/* Bytes to begin with where the size is not known (a pipe). */
#define FIRST_CAPACITY ((int64_t)1 << 16)
/* Text is packed about so well. */
#define USUAL_RATIO 4

/* The ends of lines, as far as the text has shown. */
typedef enum line_ends { UNKNOWN, LINE_FEEDS, RETURNS } line_ends;

typedef struct tp_stream {
    tp_source source;
    tp_bytes block;
    int64_t room;   /* bytes that the block should hold */
    int64_t window; /* bytes of a window, unless a line is longer; 0: as many as the block has */
    bool ended;     /* there is nothing more to read */
    char covered;   /* the character at the window's end, under the zero */
    line_ends ends;
} tp_stream;

static tropic_status fill(tropic_context *context, tp_stream *stream)
{
    tp_bytes *block = &stream->block;
    while (!stream->ended && block->size < stream->room) {
        int64_t got, capacity = 2 * block->capacity;
        /* One byte for the zero at the end, one so that the end is seen without growing. */
        if (capacity > stream->room) capacity = stream->room + 2;
        if (capacity < FIRST_CAPACITY) capacity = FIRST_CAPACITY;
        if (block->size + 1 >= block->capacity) TP_TRY(tp_bytes_reserve(context, block, capacity));
        TP_TRY(tp_source_read(context, &stream->source, block->data + block->size, block->capacity - block->size - 1,
                              &got));
        block->size += got;
        stream->ended = got == 0;
    }
    return TROPIC_OK;
}

/* Old Macs ended lines with a carriage return alone. Looks, a window at a time, from byte `from` on. The first window
 * that has a line feed or a carriage return decides: with a line feed, lines end so, and readers refuse bare returns;
 * else lines end in returns, and a line feed later on is an error. */
static void find_ends(tp_stream *stream, int64_t from)
{
    const char *data = stream->block.data;
    const int64_t size = stream->block.size;
    for (int64_t next; stream->ends == UNKNOWN && from < size; from = next) {
        const int64_t before = from > 0; /* a carriage return that was the last byte */
        next = size - from > TP_TEXT_WINDOW ? from + TP_TEXT_WINDOW : size;
        if (memchr(data + from, '\n', (size_t)(next - from)))
            stream->ends = LINE_FEEDS;
        else if (memchr(data + from - before, '\r', (size_t)(next - from + before - (next < size || !stream->ended))))
            stream->ends = RETURNS;
    }
}

/* Settles the ends of lines of the block from byte `from` on. */
static tropic_status end_lines(tropic_context *context, const tp_text *text, int64_t from)
{
    tp_stream *stream = text->stream;
    char *data = stream->block.data, *end = data + stream->block.size, *feed;
    find_ends(stream, from);
    if (stream->ends != RETURNS) return TROPIC_OK;
    feed = memchr(data + from, '\n', (size_t)(end - data - from));
    /* (The text before showed neither, or has been settled.) */
    for (char *p = data; p < (feed ? feed : end); p++)
        if (*p == '\r') *p = '\n';
    return feed ? tp_text_error(context, text, feed, "a line feed among lines that end in a carriage return alone")
                : TROPIC_OK;
}

/* Sets the window's end, more than `least` bytes from its begin, or at the text's end; false: the block does not have
 * the end of such a line. A byte is left where the text may go on, so that it does if `more`. */
static bool cut(tp_text *text, int64_t least)
{
    tp_stream *stream = text->stream;
    char *begin = stream->block.data + (text->begin - stream->block.data), *stop;
    const int64_t size = stream->block.data + stream->block.size - begin;
    const int64_t reach = size - !stream->ended, usual = least + stream->window;
    const int64_t window = stream->window > 0 && usual < reach ? usual : reach;

    if (reach < least) return false;
    if (stream->ended && window == size) {
        stop = begin + size;
    } else {
        stop = memrchr(begin + least, '\n', (size_t)(window - least));
        if (!stop) stop = memchr(begin + window, '\n', (size_t)(reach - window));
        if (!stop && !stream->ended) return false;
        stop = stop ? stop + 1 : begin + size;
    }
    text->end = stop;
    text->more = !stream->ended || stop < begin + size;
    stream->covered = *stop;
    *stop = '\0';
    return true;
}

/* Cuts a window of more than `least` bytes from the block, whose first `from` bytes were seen before, reading on for as
 * long as it takes. */
static tropic_status find_window(tropic_context *context, tp_text *text, int64_t from, int64_t least)
{
    tp_stream *stream = text->stream;
    for (;;) {
        TP_TRY(fill(context, stream));
        text->begin = stream->block.data;
        TP_TRY(end_lines(context, text, from));
        stream->block.data[stream->block.size] = '\0';
        if (cut(text, least)) return TROPIC_OK;
        stream->block.size = least + tp_shorten_line(stream->block.data + least, stream->block.size - least);
        from = stream->block.size;
        if (from <= stream->room / 2) continue;
        if (stream->room >= TP_LINE_LIMIT)
            return tp_line_error(context, text, text->lines + 1, "a line of more than %lld bytes",
                                 (long long)TP_LINE_LIMIT);
        stream->room *= 2;
    }
}

/* How much text a block should hold, and memory for as much as there seems to be. */
static tropic_status make_room(tropic_context *context, tp_stream *stream)
{
    const tp_source *source = &stream->source;
    int64_t text = source->size;
    stream->room = source->packed || source->size < 0 ? TP_TEXT_WINDOW : INT64_MAX / 4;
    if (source->packed && text < stream->room) text *= USUAL_RATIO;
    if (text > stream->room) text = stream->room;
    return source->size < 0 ? TROPIC_OK : tp_bytes_reserve(context, &stream->block, text + 2);
}

static tropic_status open_stream(tropic_context *context, int64_t most, tp_text *text)
{
    static const char byte_order_mark[] = "\xef\xbb\xbf"; /* some editors put it before UTF-8 */
    const size_t mark = sizeof byte_order_mark - 1;
    tp_stream *stream = text->stream;
    const tp_bytes *block = &stream->block;

    TP_TRY(tp_source_open(context, text->path, most, &stream->source));
    TP_TRY(make_room(context, stream));
    TP_TRY(find_window(context, text, 0, 0));
    TP_TRY(tp_refuse_foreign_bytes(context, text->path, block->data, block->size));
    if (block->size >= (int64_t)mark && memcmp(block->data, byte_order_mark, mark) == 0) text->begin += mark;
    return TROPIC_OK;
}

tropic_status tp_text_open(tropic_context *context, const char *path, int64_t most, tp_text *text)
{
    tropic_status status;
    *text = (tp_text){.path = path};
    text->stream = tp_allocate_zero(&context->memory, 1, sizeof *text->stream);
    if (!text->stream) return tp_out_of_memory(context, "the text of a file");
    text->stream->source.file = -1;
    status = open_stream(context, most, text);
    if (status != TROPIC_OK) tp_text_free(context, text);
    return status;
}

void tp_text_free(tropic_context *context, tp_text *text)
{
    if (text->stream) {
        tp_source_close(context, &text->stream->source);
        tp_bytes_free(context, &text->stream->block);
        tp_release(&context->memory, text->stream);
    }
    *text = (tp_text){0};
}

tropic_status tp_text_next(tropic_context *context, tp_text *text, int64_t lines)
{
    tp_stream *stream = text->stream;
    tp_bytes *block = &stream->block;
    char *end = block->data + (text->end - block->data);

    text->lines = lines >= 0 ? text->lines + lines : tp_text_line(text, end) - 1;
    *end = stream->covered;
    text->begin = end;
    if (cut(text, 0)) return TROPIC_OK;
    block->size -= end - block->data;
    memmove(block->data, end, (size_t)block->size);
    return find_window(context, text, block->size, 0);
}

/* Leaves of lines between p and `end` that may go their ends alone. Returns the end of the text that is left. */
static char *squeeze(char *p, const char *end, bool (*may_go)(const char *line, const char *next))
{
    char *to = p;
    for (const char *next; p < end; p = (char *)next) {
        const size_t size = (size_t)((next = tp_next_line(p, end)) - p);
        if (p[size - 1] == '\n' && may_go(p, next)) {
            *to++ = '\n';
        } else {
            memmove(to, p, size);
            to += size;
        }
    }
    return to;
}

tropic_status tp_text_widen(tropic_context *context, tp_text *text, const char **from,
                            bool (*may_go)(const char *line, const char *next))
{
    tp_stream *stream = text->stream;
    tp_bytes *block = &stream->block;
    const char *begin = memrchr(text->begin, '\n', (size_t)(*from - text->begin));
    const int64_t at = *from - (begin = begin ? begin + 1 : text->begin);
    char *end;
    int64_t size;
    tropic_status status;

    text->lines = tp_text_line(text, begin) - 1;
    block->data[text->end - block->data] = stream->covered;
    end = squeeze(block->data + (tp_next_line(begin, text->end) - block->data), text->end, may_go);
    memmove(block->data, begin, (size_t)(size = end - begin));
    memmove(block->data + size, text->end, (size_t)(block->data + block->size - text->end));
    block->size += size - (text->end - block->data);
    text->begin = block->data;
    if (stream->room < 2 * size) stream->room = 2 * size;
    status = cut(text, size) ? TROPIC_OK : find_window(context, text, block->size, size);
    *from = text->begin + at;
    return status;
}

double tp_text_scale(const tp_text *text)
{
    const tp_stream *stream = text->stream;
    double whole, passed;
    if (!text->more) return 1;
    whole = tp_source_estimate(&stream->source);
    passed = (double)(stream->source.given - (stream->block.data + stream->block.size - text->end));
    return whole > passed ? whole / passed : 0;
}

void tp_text_narrow(tp_text *text, int64_t bytes)
{
    tp_stream *stream = text->stream;
    stream->window = bytes;
    stream->block.data[text->end - stream->block.data] = stream->covered;
    cut(text, 0);
}

tropic_status tp_text_ensure(tropic_context *context, tp_text *text, const char **p)
{
    if (*p < text->end || !text->more) return TROPIC_OK;
    TP_TRY(tp_text_next(context, text, -1));
    *p = text->begin;
    return TROPIC_OK;
}
