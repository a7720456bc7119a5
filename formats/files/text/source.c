/* SPDX-License-Identifier: Apache-2.0
 *
 * Reading a file. It is read, not mapped: a mapped file that another program cuts short would end
 * this one, and one copy out of the page cache costs a tenth of the parsing.
 */
#include "formats/files/text/source.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

tropic_status tp_source_open(tropic_context *context, const char *path, int64_t most, tp_source *source)
{
    struct stat about;
    *source = (tp_source){.path = path, .file = -1, .size = -1, .most = most};
    TP_TRY(tp_file_open(context, "open", path, path, O_RDONLY, &source->file));
    if (fstat(source->file, &about) != 0) return tp_io_error(context, "read", path, errno);
    if (S_ISDIR(about.st_mode)) return tp_io_error(context, "read", path, EISDIR);
    if (S_ISREG(about.st_mode)) source->size = about.st_size;
    TP_TRY(tp_source_refill(context, source));
    source->packed = tp_begins_gzip(source);
    return TROPIC_OK;
}

double tp_source_estimate(const tp_source *source)
{
    const int64_t used = source->taken - (source->input.size - source->used);
    return source->size > used && used > 0 ? (double)source->given * (double)source->size / (double)used : 0;
}

void tp_source_close(tropic_context *context, tp_source *source)
{
    if (source->unpacking) inflateEnd(&source->stream);
    if (source->file >= 0) close(source->file);
    tp_bytes_free(context, &source->input);
    *source = (tp_source){.file = -1};
}

tropic_status tp_source_read(tropic_context *context, tp_source *source, char *to, int64_t room, int64_t *got)
{
    const int64_t held = source->input.size - source->used;
    if (room > TP_TEXT_BLOCK) room = TP_TEXT_BLOCK;
    if (source->packed) {
        TP_TRY(tp_gunzip(context, source, to, room, got));
    } else if (held > 0) {
        *got = held < room ? held : room;
        memcpy(to, source->input.data + source->used, (size_t)*got);
        source->used += *got;
    } else {
        TP_TRY(tp_source_input(context, source, to, room, got));
    }
    source->given += *got;
    if (source->most > 0 && source->given > source->most)
        return tp_fail(context, TROPIC_NOT_SUPPORTED, "%s: the text is longer than the %lld bytes that are allowed",
                       source->path, (long long)source->most);
    return tp_progress(context, 0);
}
