/* SPDX-License-Identifier: Apache-2.0
 *
 * Files that appear whole or not at all (runtime/draft.h).
 */
#define _GNU_SOURCE
#include "formats/files/writer.h"

#include "formats/files/text/file.h"
#include "runtime/draft.h"
#include "runtime/links.h"
#include "runtime/write.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#define BUFFER_BYTES ((size_t)1 << 16)
/* For zlib: the default of deflate. */
#define GZIP_MEMORY 8

struct tp_writer {
    tp_buffer text; /* in `buffer` */
    tropic_context *context;
    char *path;  /* the file's own name, links followed; in one block with the draft's */
    bool direct; /* there is no draft */
    tp_draft draft;
    const char *shown; /* the name as given */
    int file;
    tropic_status status; /* the first failure; the context has its message */
    int error;            /* its errno, of IO_ERROR */
    bool compressed;
    z_stream stream;
    locale_t c_locale, caller_locale;
    char buffer[BUFFER_BYTES];
    unsigned char out[BUFFER_BYTES];
};

static tropic_status io_error(tp_writer *out, int error)
{
    out->error = error;
    return tp_io_error(out->context, "write", out->shown, error);
}

const char *tp_writer_name(const tp_writer *out)
{
    return out->shown;
}

bool tp_writer_stopped(const tp_writer *out)
{
    return out->status != TROPIC_OK;
}

/* Checks before each block whether the caller cancels: a signal that interrupts waiting for a reader, or comes while a
 * large file is written, can then end that. */
static void write_bytes(tp_writer *out, const void *bytes, size_t count)
{
    const char *p = bytes;
    while (count > 0 && out->status == TROPIC_OK) {
        ssize_t done;
        out->status = tp_progress(out->context, 0);
        if (out->status != TROPIC_OK) return;
        done = tp_file_write(out->file, p, count);
        if (done >= 0) {
            p += done;
            count -= (size_t)done;
        } else if (errno != EINTR) {
            out->status = io_error(out, errno);
        }
    }
}

static void flush(tp_writer *out, bool last)
{
    const size_t used = (size_t)(out->text.at - out->text.begin);
    int code;
    out->text.at = out->text.begin;
    if (!out->compressed || out->status != TROPIC_OK) {
        write_bytes(out, out->buffer, used);
        return;
    }
    out->stream.next_in = (Bytef *)out->buffer;
    out->stream.avail_in = (uInt)used;
    do {
        out->stream.next_out = out->out;
        out->stream.avail_out = sizeof out->out;
        code = deflate(&out->stream, last ? Z_FINISH : Z_NO_FLUSH);
        write_bytes(out, out->out, sizeof out->out - out->stream.avail_out);
    } while (out->status == TROPIC_OK && code == Z_OK && out->stream.avail_out == 0);
}

static void empty(tp_buffer *text)
{
    flush((tp_writer *)text, false);
}

/* ---- open and close ---- */

/* Opens a new file to replace the target, or the target itself where it is no regular file, or is open already: the
 * text that is there already is the caller's. */
static tropic_status open_file(tp_writer *out)
{
    struct stat about;
    const int already = tp_open_already(out->shown);
    bool replaces = stat(out->path, &about) == 0;

    if (already >= 0) {
        out->file = fcntl(already, F_DUPFD_CLOEXEC, 0);
        return out->file >= 0 ? TROPIC_OK : io_error(out, errno);
    }
    if (replaces) {
        if (S_ISDIR(about.st_mode)) return io_error(out, EISDIR);
        if (!S_ISREG(about.st_mode)) {
            /* Such as a pipe: written in place. */
            const tropic_status status =
                tp_file_open(out->context, "write", out->shown, out->path, O_WRONLY, &out->file);
            if (status == TROPIC_IO_ERROR) out->error = errno;
            return status;
        }
        if (access(out->path, W_OK) != 0) return io_error(out, errno);
    }
    if (!tp_draft_open(&out->draft, replaces ? &about : NULL)) return io_error(out, errno);
    out->file = out->draft.file;
    out->direct = false;
    return TROPIC_OK;
}

static bool ends_in_gz(const char *path)
{
    size_t length = strlen(path);
    return length > 3 && strcmp(path + length - 3, ".gz") == 0;
}

/* The name without links, so that a link keeps pointing at the file that is written; that of a pipe, which only its
 * link opens, as it is. The draft's name shares the block. */
static tropic_status take_names(tp_writer *out, const char *path)
{
    const tp_memory *memory = &out->context->memory;
    struct stat about;
    const int error = stat(path, &about) == 0 ? 0 : errno;
    char *real = error == 0 ? realpath(path, NULL) : error == ENOENT ? tp_follow_links(path) : NULL;
    const char *target = real ? real : path;
    size_t length = strlen(target) + 1;
    if (error == ELOOP) return io_error(out, error);
    out->path = tp_allocate(memory, (int64_t)(2 * length + TP_DRAFT_LENGTH), 1);
    if (out->path) {
        memcpy(out->path, target, length);
        out->draft = (tp_draft){.target = out->path, .name = out->path + length};
    }
    free(real);
    return out->path ? TROPIC_OK : tp_out_of_memory(out->context, "writing a file");
}

/* Leaves errno as the call that failed set it. */
static void release(tp_writer *out)
{
    const tp_memory memory = out->context->memory;
    const int error = out->error;
    tp_release(&memory, out->path);
    tp_release(&memory, out);
    if (error) errno = error;
}

tropic_status tp_writer_open(tropic_context *context, const char *path, tp_writer **writer)
{
    tp_writer *out = tp_allocate(&context->memory, 1, sizeof *out);
    bool deflating = false;
    tropic_status status;

    if (!out) return tp_out_of_memory(context, "writing a file");
    out->context = context;
    out->path = NULL;
    out->shown = path;
    out->file = -1;
    out->status = TROPIC_OK;
    out->error = 0;
    out->text = (tp_buffer){out->buffer, out->buffer, out->buffer + BUFFER_BYTES, empty};
    out->direct = true;
    out->compressed = ends_in_gz(path);
    out->stream = (z_stream){.zalloc = tp_zlib_allocate, .zfree = tp_zlib_release, .opaque = context};
    status = take_names(out, path);
    if (status == TROPIC_OK && out->compressed) {
        deflating = deflateInit2(&out->stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, TP_GZIP_WINDOW, GZIP_MEMORY,
                                 Z_DEFAULT_STRATEGY) == Z_OK;
        if (!deflating) status = tp_out_of_memory(context, "writing a file");
    }
    if (status == TROPIC_OK) status = open_file(out);
    if (status != TROPIC_OK) {
        if (deflating) deflateEnd(&out->stream);
        release(out);
        return status;
    }
    out->c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    out->caller_locale = out->c_locale ? uselocale(out->c_locale) : (locale_t)0;
    *writer = out;
    return TROPIC_OK;
}

tropic_status tp_writer_close(tp_writer **writer, tropic_status status)
{
    tp_writer *out = *writer;

    if (status == TROPIC_OK) flush(out, true);
    if (out->compressed) deflateEnd(&out->stream);
    if (out->c_locale) {
        uselocale(out->caller_locale);
        freelocale(out->c_locale);
    }
    if (status == TROPIC_OK) status = out->status;
    /* After a crash of the machine, too, the name is that of a whole file. */
    if (status == TROPIC_OK && !out->direct && fsync(out->file) != 0) status = io_error(out, errno);
    if (status == TROPIC_OK && !out->direct && !tp_draft_keep(&out->draft)) status = io_error(out, errno);
    if (!out->direct) tp_draft_drop(&out->draft);
    if (close(out->file) != 0 && status == TROPIC_OK) status = io_error(out, errno);
    release(out);
    *writer = NULL;
    return status;
}

/* ---- text ---- */

void tp_write(tp_writer *out, const char *bytes, size_t count)
{
    tp_put_bytes(&out->text, bytes, count);
}

tp_buffer *tp_writer_text(tp_writer *out)
{
    return &out->text;
}

void tp_write_formatted(tp_writer *out, const char *format, ...)
{
    char text[TP_FORMATTED + 1];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    tp_put_text(&out->text, text);
}
