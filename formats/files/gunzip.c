/* SPDX-License-Identifier: Apache-2.0
 *
 * Unpacking gzip: any number of members one after the other, as `cat a.gz b.gz` makes.
 */
#include "formats/files/text.h"

#include <string.h>
#include <zlib.h>

#define MAGIC_LENGTH 2
/* Deflate packs at most 1032 to 1, so a larger size in the trailer is no size. */
#define MAX_RATIO 1032
/* A member has at least 18 bytes, the last 4 of which are its size modulo 2^32. */
#define MIN_MEMBER 18
#define SIZE_BYTES 4
/* Where the trailer does not say: text packs about so well. */
#define USUAL_RATIO 4
#define MIN_OUTPUT 4096

static bool begins_member(const tp_bytes *packed, int64_t at)
{
    return packed->size - at >= MAGIC_LENGTH && memcmp(packed->data + at, "\x1f\x8b", MAGIC_LENGTH) == 0;
}

bool tp_is_gzip(const tp_bytes *packed)
{
    return begins_member(packed, 0);
}

/* The unpacked size that the last member states where that is plausible, else a guess. */
static int64_t expected_size(const tp_bytes *packed)
{
    const unsigned char *last;
    int64_t stated;
    if (packed->size < MIN_MEMBER) return MIN_OUTPUT;
    last = (const unsigned char *)packed->data + packed->size - SIZE_BYTES;
    stated = (int64_t)((uint32_t)last[0] | (uint32_t)last[1] << 8 | (uint32_t)last[2] << 16 | (uint32_t)last[3] << 24);
    if (stated >= packed->size / 2 && stated / MAX_RATIO <= packed->size) return stated + MIN_OUTPUT;
    return USUAL_RATIO * packed->size + MIN_OUTPUT;
}

static uInt window(int64_t bytes)
{
    return (uInt)(bytes < TP_TEXT_BLOCK ? bytes : TP_TEXT_BLOCK);
}

static tropic_status damaged(tropic_context *context, const char *path, const char *cause)
{
    return tp_fail(context, TROPIC_FORMAT_ERROR, "%s: damaged gzip data: %s", path, cause);
}

/* Unpacks as much as the capacity allows, in and out. */
static int inflate_some(z_stream *stream, const tp_bytes *packed, int64_t *used, tp_bytes *plain)
{
    uInt in = window(packed->size - *used), out = window(plain->capacity - plain->size - 1);
    int code;
    stream->next_in = (Bytef *)packed->data + *used;
    stream->avail_in = in;
    stream->next_out = (Bytef *)plain->data + plain->size;
    stream->avail_out = out;
    code = inflate(stream, Z_NO_FLUSH);
    *used += in - stream->avail_in;
    plain->size += out - stream->avail_out;
    return code;
}

/* Is there nothing more but zero bytes, which tapes and some archivers append? */
static bool only_zeros(const tp_bytes *packed, int64_t used)
{
    while (used < packed->size && packed->data[used] == 0) used++;
    return used == packed->size;
}

tropic_status tp_gunzip(tropic_context *context, const char *path, const tp_bytes *packed, tp_bytes *plain)
{
    z_stream stream = {.zalloc = tp_zlib_allocate, .zfree = tp_zlib_release, .opaque = context};
    tropic_status status = tp_bytes_reserve(context, plain, expected_size(packed));
    int64_t used = 0;

    if (status != TROPIC_OK) return status;
    if (inflateInit2(&stream, TP_GZIP_WINDOW) != Z_OK) return tp_out_of_memory(context, "zlib");
    while (status == TROPIC_OK) {
        int code;
        if (plain->size + 1 >= plain->capacity) {
            status = tp_bytes_reserve(context, plain, 2 * plain->capacity);
            if (status != TROPIC_OK) break;
        }
        code = inflate_some(&stream, packed, &used, plain);
        status = tp_progress(context, 0);
        if (status != TROPIC_OK) break;
        if (code == Z_STREAM_END) {
            if (only_zeros(packed, used)) break;
            if (begins_member(packed, used))
                inflateReset(&stream);
            else
                status = damaged(context, path, "something else follows it");
        } else if (code == Z_MEM_ERROR) {
            status = tp_out_of_memory(context, "zlib");
        } else if (code != Z_OK && code != Z_BUF_ERROR) {
            status = damaged(context, path, stream.msg ? stream.msg : "it cannot be unpacked");
        } else if (used == packed->size && stream.avail_out > 0) {
            status = damaged(context, path, "it ends too early");
        }
    }
    inflateEnd(&stream);
    return status;
}
