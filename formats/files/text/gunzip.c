/* SPDX-License-Identifier: Apache-2.0
 *
 * Unpacking gzip: any number of members one after the other, as `cat a.gz b.gz` makes, and zero bytes after them, which
 * tapes and some archivers append.
 */
#include "formats/files/text/source.h"

static tropic_status damaged(tropic_context *context, const tp_source *source, const char *cause)
{
    return tp_fail(context, TROPIC_FORMAT_ERROR, "%s: damaged gzip data: %s", source->path, cause);
}

/* Unpacks as much as the input has, or the output takes. */
static tropic_status unpack(tropic_context *context, tp_source *source, char *to, int64_t room, int64_t *got)
{
    z_stream *stream = &source->stream;
    const int64_t held = source->input.size - source->used;
    int code;

    *got = 0;
    if (!source->unpacking) {
        *stream = (z_stream){.zalloc = tp_zlib_allocate, .zfree = tp_zlib_release, .opaque = context};
        if (inflateInit2(stream, TP_GZIP_WINDOW) != Z_OK) return tp_out_of_memory(context, "zlib");
        source->unpacking = true;
    }
    stream->next_in = (Bytef *)source->input.data + source->used;
    stream->avail_in = (uInt)held;
    stream->next_out = (Bytef *)to;
    stream->avail_out = (uInt)room;
    code = inflate(stream, Z_NO_FLUSH);
    source->used += held - stream->avail_in;
    *got = room - stream->avail_out;
    if (code == Z_STREAM_END)
        source->state = TP_GZIP_BETWEEN;
    else if (code == Z_MEM_ERROR)
        return tp_out_of_memory(context, "zlib");
    else if (code != Z_OK && code != Z_BUF_ERROR)
        return damaged(context, source, stream->msg ? stream->msg : "it cannot be unpacked");
    else if (held == 0 && *got == 0)
        return damaged(context, source, "it ends too early");
    return TROPIC_OK;
}

/* After a member, where there is more of the file. */
static tropic_status pass_on(tropic_context *context, tp_source *source)
{
    const tp_bytes *input = &source->input;
    if (source->state == TP_GZIP_BETWEEN && tp_begins_gzip(source)) {
        inflateReset(&source->stream);
        source->state = TP_GZIP_MEMBER;
        return TROPIC_OK;
    }
    source->state = TP_GZIP_ZEROS;
    while (source->used < input->size && input->data[source->used] == 0) source->used++;
    return source->used == input->size ? TROPIC_OK : damaged(context, source, "something else follows it");
}

tropic_status tp_gunzip(tropic_context *context, tp_source *source, char *to, int64_t room, int64_t *got)
{
    *got = 0;
    while (*got < room && source->state != TP_GZIP_END) {
        int64_t some = 0;
        if (source->input.size - source->used < TP_GZIP_MAGIC_LENGTH) TP_TRY(tp_source_refill(context, source));
        if (source->state == TP_GZIP_MEMBER)
            TP_TRY(unpack(context, source, to + *got, room - *got, &some));
        else if (source->used == source->input.size)
            source->state = TP_GZIP_END;
        else
            TP_TRY(pass_on(context, source));
        *got += some;
    }
    return TROPIC_OK;
}
