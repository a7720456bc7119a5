/* SPDX-License-Identifier: Apache-2.0
 *
 * Loading a file. It is read, not mapped: a mapped file that another program cuts short would end
 * this one, and one copy out of the page cache costs a tenth of what parsing does.
 */
#define _GNU_SOURCE
#include "formats/files/text.h"

#include "formats/files/foreign.h"
#include "runtime/shown.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Where the size is not known (a pipe): what to begin with. */
#define FIRST_CAPACITY ((int64_t)1 << 16)
/* Bytes of a bad token that a message shows at most. */
#define QUOTED_BYTES 24

/* Reads to the end, whatever size was announced; one byte of the capacity stays free. The caller may cancel after each
 * block, for a pipe that always has more lets no signal interrupt a read. */
static tropic_status read_all(tropic_context *context, int file, const char *path, tp_bytes *bytes)
{
    for (;;) {
        int64_t room;
        ssize_t got;
        if (bytes->size + 1 >= bytes->capacity)
            TP_TRY(tp_bytes_reserve(context, bytes, bytes->capacity > 0 ? 2 * bytes->capacity : FIRST_CAPACITY));
        room = bytes->capacity - bytes->size - 1;
        got = read(file, bytes->data + bytes->size, (size_t)(room < TP_TEXT_BLOCK ? room : TP_TEXT_BLOCK));
        if (got == 0) return TROPIC_OK;
        if (got < 0 && errno != EINTR) return tp_io_error(context, "read", path, errno);
        if (got > 0) bytes->size += got;
        TP_TRY(tp_progress(context, 0));
    }
}

static tropic_status load_bytes(tropic_context *context, const char *path, tp_bytes *bytes)
{
    struct stat about;
    tropic_status status = TROPIC_OK;
    int file;

    TP_TRY(tp_file_open(context, "open", path, path, O_RDONLY, &file));
    if (fstat(file, &about) != 0)
        status = tp_io_error(context, "read", path, errno);
    else if (S_ISDIR(about.st_mode))
        status = tp_io_error(context, "read", path, EISDIR);
    /* One byte for the zero at the end, one so that the end is seen without growing. */
    else if (S_ISREG(about.st_mode) && about.st_size < INT64_MAX - 2)
        status = tp_bytes_reserve(context, bytes, (int64_t)about.st_size + 2);
    if (status == TROPIC_OK) status = read_all(context, file, path, bytes);
    close(file);
    return status;
}

/* Old Macs ended lines with a carriage return alone. Where there is a line feed anywhere, one is found at once, and
 * readers refuse what else ends in a carriage return alone. */
static void end_lines(tp_bytes *bytes)
{
    if (memchr(bytes->data, '\n', (size_t)bytes->size)) return;
    for (int64_t k = 0; k < bytes->size; k++)
        if (bytes->data[k] == '\r') bytes->data[k] = '\n';
}

tropic_status tp_text_load(tropic_context *context, const char *path, tp_text *text)
{
    static const char byte_order_mark[] = "\xef\xbb\xbf"; /* some editors put it before UTF-8 */
    const size_t mark = sizeof byte_order_mark - 1;
    tp_bytes bytes = {0};
    tropic_status status = load_bytes(context, path, &bytes);

    if (status == TROPIC_OK && tp_is_gzip(&bytes)) {
        tp_bytes plain = {0};
        status = tp_gunzip(context, path, &bytes, &plain);
        tp_bytes_free(context, &bytes);
        bytes = plain;
    }
    if (status == TROPIC_OK) status = tp_refuse_foreign_bytes(context, path, bytes.data, bytes.size);
    if (status != TROPIC_OK) {
        tp_bytes_free(context, &bytes);
        return status;
    }
    end_lines(&bytes);
    bytes.data[bytes.size] = '\0';
    *text = (tp_text){path, bytes.data, bytes.data + bytes.size, bytes.data};
    if (bytes.size >= (int64_t)mark && memcmp(bytes.data, byte_order_mark, mark) == 0) text->begin += mark;
    return TROPIC_OK;
}

void tp_text_free(tropic_context *context, tp_text *text)
{
    tp_release(&context->memory, text->memory);
    *text = (tp_text){0};
}

/* Lines are counted only here, so that parsing need not. */
tropic_status tp_text_error(tropic_context *context, const tp_text *text, const char *at, const char *format, ...)
{
    char cause[TP_ERROR_LENGTH / 2];
    int64_t line = 1;
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(cause, sizeof cause, format, arguments);
    va_end(arguments);
    if (!at) return tp_fail(context, TROPIC_FORMAT_ERROR, "%s: %s", text->path, cause);
    for (const char *p = text->begin; (p = memchr(p, '\n', (size_t)(at - p))) != NULL; p++) line++;
    return tp_fail(context, TROPIC_FORMAT_ERROR, "%s:%lld: %s", text->path, (long long)line, cause);
}

tropic_status tp_name_file(tropic_context *context, const char *path, tropic_status status)
{
    char cause[TP_ERROR_LENGTH];
    snprintf(cause, sizeof cause, "%s", context->error);
    return tp_fail(context, status, "%s: %s", path, cause);
}

const char *tp_token_end(const char *p)
{
    while ((unsigned char)*p > ' ') p++;
    return p;
}

const char *tp_quote(char *buffer, const char *p, const char *end)
{
    const char *stop = tp_token_end(p);
    char piece[TP_SHOWN_PIECE];
    size_t length = 0;

    if (p >= end) return strcpy(buffer, "the end of the file");
    if (*p == '\n' || (*p == '\r' && (p[1] == '\n' || p + 1 == end))) return strcpy(buffer, "the end of the line");
    if (*p == '\r') return strcpy(buffer, "a carriage return without a line feed");
    if (stop == p) stop = p + 1; /* a control character */
    buffer[length++] = '"';
    while (p < stop) {
        const char *next = tp_shown(p, piece);
        if (length + strlen(piece) > 1 + QUOTED_BYTES) break;
        strcpy(buffer + length, piece);
        length += strlen(piece);
        p = next;
    }
    strcpy(buffer + length, p < stop ? "...\"" : "\"");
    return buffer;
}
