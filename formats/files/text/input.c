/* SPDX-License-Identifier: Apache-2.0
 *
 * The bytes of a file, as they are there.
 */
#include "formats/files/text/source.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* Bytes of a packed file that are read at a time; and of any file, to tell which it is. */
#define INPUT_BYTES ((int64_t)1 << 20)

tropic_status tp_source_input(tropic_context *context, tp_source *source, char *to, int64_t room, int64_t *got)
{
    *got = 0;
    while (source->file >= 0) {
        const ssize_t bytes = read(source->file, to, (size_t)room);
        if (bytes >= 0) {
            *got = bytes;
            source->taken += bytes;
            break;
        }
        if (errno != EINTR) return tp_io_error(context, "read", source->path, errno);
        TP_TRY(tp_progress(context, 0));
    }
    return TROPIC_OK;
}

tropic_status tp_source_refill(tropic_context *context, tp_source *source)
{
    tp_bytes *input = &source->input;
    int64_t got;
    if (source->file < 0) return TROPIC_OK;
    TP_TRY(tp_bytes_reserve(context, input, INPUT_BYTES));
    input->size -= source->used;
    memmove(input->data, input->data + source->used, (size_t)input->size);
    source->used = 0;
    /* A pipe may give a byte at a time. */
    do {
        TP_TRY(tp_source_input(context, source, input->data + input->size, input->capacity - input->size, &got));
        input->size += got;
    } while (got > 0 && input->size < TP_GZIP_MAGIC_LENGTH);
    return TROPIC_OK;
}

bool tp_begins_gzip(const tp_source *source)
{
    return source->input.size - source->used >= TP_GZIP_MAGIC_LENGTH &&
           memcmp(source->input.data + source->used, "\x1f\x8b", TP_GZIP_MAGIC_LENGTH) == 0;
}
